//! Whole runs of `hamadryad upgrade` and `hamadryad fmt`.

use std::io::Write;
use std::process::{Command, Stdio};

/// The exit code, standard output and standard error of a run on standard input.
fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hamadryad"));
    command.args(arguments).env("NO_COLOR", "1").current_dir(env!("CARGO_MANIFEST_DIR"));
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the command starts");
    // The command may not read its input, and end before it is written.
    let _ = child.stdin.take().expect("input is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn an_old_rogo_is_upgraded_and_solved() {
    let old = include_str!("programs/rogo_gringo3.lp");
    let (code, upgraded, notes) = run(&["upgrade"], old);
    assert_eq!(code, Some(0), "{notes}");
    assert!(notes.contains("0 #count { loop(I,R,C)"), "what has another meaning today is named: {notes}");
    let facts = include_str!("../../../encodings/rogo/instances/trick.lp");
    let (_, answer, errors) = run(&["solve", "--quiet=1"], &format!("{upgraded}\n{facts}"));
    assert!(answer.contains("total(8)") && answer.contains("OPTIMUM FOUND"), "{answer}{errors}");
}

#[test]
fn statements_without_a_current_form_are_rejected() {
    let (code, program, notes) = run(&["upgrade"], "a :- #avg [ b = 2 ] 3. { c : d : e }.\n");
    assert_eq!((code, program.as_str()), (Some(65), "a :- #avg [ b = 2 ] 3. { c : d, e }.\n"));
    assert!(notes.starts_with("error[old-syntax]: `#avg` no longer exists"), "{notes}");
    assert_eq!(run(&["upgrade", "nowhere.lp"], "").0, Some(65));
}

#[test]
fn files_are_changed_in_place() {
    let folder = std::env::temp_dir().join(format!("hamadryad-rewriting-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join("a.lp");
    let name = path.to_str().expect("a path that is text");
    std::fs::write(&path, "{a:b:c}. % d\n").expect("a file can be written");
    assert_eq!(run(&["upgrade", "-i", name], ""), (Some(0), String::new(), String::new()));
    let (code, out, errors) = run(&["fmt", "--check", name], "");
    assert_eq!((code, out.as_str(), errors.contains("is not formatted")), (Some(1), "", true));
    assert_eq!(run(&["fmt", "--write", name], "").0, Some(0));
    assert_eq!(std::fs::read_to_string(&path).expect("the file is there"), "{ a : b, c }. % d\n");
    assert_eq!(run(&["fmt", "--check", name], "").0, Some(0));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn programs_with_errors_are_not_formatted() {
    let (code, out, errors) = run(&["fmt"], "a :- b\n");
    assert_eq!((code, out.as_str()), (Some(65), ""));
    assert!(errors.starts_with("error[syntax]: expected"), "{errors}");
    assert_eq!(run(&["fmt"], "a:-b .").1, "a :- b.\n");
}

/// The programs of the repository are in the shape that `fmt` gives them, but for those that `.fmtignore` names.
#[test]
fn the_repository_is_formatted() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let (code, _, errors) = run(&["fmt", "--check", root], "");
    assert_eq!(code, Some(0), "{errors}");
}

#[test]
fn folders_are_formatted_without_ignored_files() {
    let folder = std::env::temp_dir().join(format!("hamadryad-fmt-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("old")).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write(".fmtignore", "/old/\nbroken.lp\n");
    write("a.lp", "a:-b.");
    write("broken.lp", "a :-");
    write("old/c.lp", "c:-d.");
    write("text.txt", "a:-b.");
    let name = folder.to_str().expect("a path that is text");
    let (code, _, errors) = run(&["fmt", "--check", name], "");
    assert_eq!(code, Some(1));
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains("a.lp` is not formatted"), "{errors}");
    assert_eq!(run(&["fmt", "--write", name], "").0, Some(0));
    assert_eq!(std::fs::read_to_string(folder.join("a.lp")).expect("a file"), "a :- b.\n");
    assert_eq!(std::fs::read_to_string(folder.join("old/c.lp")).expect("a file"), "c:-d.");
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
}
