//! Scripts in Python: `hamadryad solve` hands the program over to `python3`, which is a file of the tests here. The tests of
//! the wheel run scripts.

use super::{Folder, Run, command};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

const SCRIPT: &str = "#script (python)\ndef f(x): return x\n#end.\na(@f(1)).\n";

/// A folder with a `python3` that says whether the wheel is installed, and otherwise prints its arguments and its input.
fn folder_with_python(name: &str, is_installed: bool) -> Folder {
    let folder = Folder::new(name);
    let code = if is_installed { 0 } else { 3 };
    let text = format!(
        "#!/bin/sh\n\
         echo started >> \"$LOG\"\n\
         case \"$2\" in *find_spec*'sys.exit(0'*) exit {code};; esac\n\
         case \"$2\" in *'continues=True'*) ;; *) exit 99;; esac\n\
         shift 2\n\
         echo \"python $*\"\n\
         cat\n\
         exit 42\n"
    );
    let python = folder.file("bin/python3", text);
    std::fs::set_permissions(python, PermissionsExt::from_mode(0o755)).expect("it is our file");
    folder
}

/// Runs the command with the `python3` of the folder, and returns how often that was started, too.
fn run_in(folder: &Folder, arguments: &[&str], input: &str) -> (Run, usize) {
    let log = folder.0.join("log");
    let mut command = command(arguments);
    command.current_dir(&folder.0).env("LOG", &log);
    command.env("PATH", format!("{}:/usr/bin:/bin", folder.0.join("bin").display()));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let _ = child.stdin.take().expect("input is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the command ends");
    let started = std::fs::read_to_string(&log).unwrap_or_default().lines().count();
    let _ = std::fs::remove_file(&log);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }, started)
}

#[test]
fn a_program_with_a_script_is_run_by_python() {
    let folder = folder_with_python("script", true);
    folder.file("main.lp", SCRIPT);
    folder.file("outer.lp", "#include \"main.lp\".");
    for file in ["main.lp", "outer.lp"] {
        let (run, started) = run_in(&folder, &["solve", file, "-q1", "0", "--stats"], "input");
        assert_eq!((run.code, started), (Some(42), 2), "{}", run.err);
        let expected = format!("Reading from {file}\npython {file} -q1 0 --stats\ninput");
        assert!(run.out.starts_with("hamadryad version ") && run.out.ends_with(&expected), "{}", run.out);
    }
    for arguments in [&["solve", "main.lp", "--text"][..], &["solve", "main.lp", "--outf=3"]] {
        let (run, _) = run_in(&folder, arguments, "");
        assert_eq!(run.out, format!("python {}\n", arguments[1..].join(" ")), "{}", run.err);
    }
}

#[test]
fn python_receives_a_program_from_standard_input() {
    let folder = folder_with_python("script-input", true);
    for arguments in [&["solve", "-V0"][..], &["solve", "-", "-V0"]] {
        let (run, started) = run_in(&folder, arguments, SCRIPT);
        assert_eq!((run.code, started), (Some(42), 2), "{}", run.err);
        assert_eq!(run.out, format!("python {}\n{SCRIPT}", arguments[1..].join(" ")));
    }
}

#[test]
fn a_missing_package_is_named() {
    let folder = folder_with_python("script-missing", false);
    folder.file("main.lp", SCRIPT);
    let (missing, started) = run_in(&folder, &["solve", "main.lp"], "");
    assert_eq!((missing.code, started), (Some(65), 1), "{}", missing.err);
    assert!(missing.err.contains("Python does not have the package hamadryad-clingo"), "{}", missing.err);
    assert!(missing.err.contains("pip install ./tools/clingo-python"), "{}", missing.err);
    assert!(missing.err.contains("*** ERROR: (hamadryad): a script cannot be run"), "{}", missing.err);
    assert!(missing.out.contains("\nUNKNOWN\n"), "{}", missing.out);
    let mut without = command(&["solve", "main.lp"]);
    let output = without.current_dir(&folder.0).env("PATH", &folder.0).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(65));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no `python3`"));
}

#[test]
fn no_other_command_and_no_sandbox_runs_scripts() {
    let folder = folder_with_python("script-refused", true);
    folder.file("main.lp", SCRIPT);
    let refused: [&[&str]; 7] = [
        &["solve", "--sandbox", "main.lp"],
        &["solve", "--no-scripts", "main.lp"],
        &["solve", "--check-only", "main.lp"],
        &["ground", "main.lp"],
        &["explain", "main.lp"],
        &["lint", "main.lp"],
        &["conquer", "main.lp", "--local", "--out", "cubes"],
    ];
    for arguments in refused {
        let (run, started) = run_in(&folder, arguments, "");
        assert_eq!((run.code, started), (Some(65), 0), "{arguments:?}: {}", run.err);
        assert!(run.err.contains("scripts are not run here"), "{arguments:?}: {}", run.err);
    }
    folder.file("lua.lp", "#script (lua) x = 1 #end. a.");
    let (run, started) = run_in(&folder, &["solve", "lua.lp"], "");
    assert_eq!((run.code, started), (Some(65), 0), "{}", run.err);
    assert!(run.err.contains("scripts in lua are not run"), "{}", run.err);
}

#[test]
fn a_program_without_a_script_starts_no_python() {
    let folder = folder_with_python("no-script", true);
    folder.file("main.lp", "% #script (python)\na(\"#script (python)\").");
    let (run, started) = run_in(&folder, &["solve", "main.lp"], "");
    assert_eq!((run.code, started), (Some(30), 0), "{}", run.err);
}
