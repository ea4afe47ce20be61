//! Programs of strangers: `--sandbox`, and files that are no programs.

use super::{Folder, Run, run_with};
use std::time::{Duration, Instant};

/// A folder with a program in `inner`, its parts beside it, and a secret outside.
fn files(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("secret", "hunter2:x:0:0\n");
    folder.file("outside.lp", "outside.\n");
    folder.file("inner/part.lp", "part.\n");
    folder.file("inner/deep/part.lp", "deep.\n");
    folder
}

fn solve(folder: &Folder, program: &str, arguments: &[&str]) -> Run {
    let file = folder.file("inner/main.lp", program);
    run_with(&[&["solve", &file], arguments].concat(), b"")
}

#[test]
fn an_include_prints_no_text_of_a_file_that_is_no_program() {
    let folder = files("no-program");
    for arguments in [&[][..], &["--sandbox", "--include-dir", folder.0.to_str().expect("text")]] {
        let run = solve(&folder, "#include \"../secret\".", arguments);
        assert_eq!(run.code, Some(65), "{}", run.err);
        assert!(!run.err.contains("hunter2") && !run.out.contains("hunter2"), "{}{}", run.out, run.err);
        let message = "`../secret` is not a program: there is a syntax error at line 1, column 10";
        assert!(run.err.contains(message), "{}", run.err);
    }
    // A program shows its lines, as it did.
    folder.file("inner/wrong.lp", "a :- b, .\n");
    let run = solve(&folder, "#include \"wrong.lp\".", &["--sandbox"]);
    assert!(run.err.contains("wrong.lp:1:9") && run.err.contains("a :- b, ."), "{}", run.err);
}

#[test]
fn files_are_included_from_the_folder_of_the_program_alone() {
    let folder = files("sandbox");
    let run = solve(&folder, "#include \"part.lp\". #include \"deep/part.lp\".", &["--sandbox"]);
    assert_eq!(run.code, Some(30), "{}", run.err);
    assert!(run.out.contains("part deep") || run.out.contains("deep part"), "{}", run.out);
    let inner = folder.0.join("inner");
    let outside = folder.0.join("outside.lp");
    let absolute = format!("#include \"{}\".", outside.display());
    for program in ["#include \"../outside.lp\".", "#include \"../no-such-file.lp\".", &absolute] {
        let run = solve(&folder, program, &["--sandbox"]);
        assert_eq!(run.code, Some(65), "{program}: {}", run.err);
        assert!(run.err.contains("there is no file `"), "{}", run.err);
        let allowed = format!(
            "files may be included from `{}` only",
            inner.canonicalize().expect("a folder").display()
        );
        assert!(run.err.contains(&allowed), "{}", run.err);
    }
    let run = solve(
        &folder,
        "#include \"../outside.lp\".",
        &["--sandbox", "--include-dir", folder.0.to_str().expect("text")],
    );
    assert_eq!(run.code, Some(30), "{}", run.err);
    let run = solve(&folder, "#include \"../outside.lp\".", &[]);
    assert_eq!(run.code, Some(30), "without the option all is as it was: {}", run.err);
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out() {
    let folder = files("links");
    std::os::unix::fs::symlink("../outside.lp", folder.0.join("inner/link.lp")).expect("a link");
    std::os::unix::fs::symlink("..", folder.0.join("inner/up")).expect("a link");
    for program in ["#include \"link.lp\".", "#include \"up/outside.lp\"."] {
        let run = solve(&folder, program, &["--sandbox"]);
        assert_eq!(run.code, Some(65), "{program}: {}", run.err);
        assert_eq!(solve(&folder, program, &[]).code, Some(30));
    }
}

#[test]
fn a_program_from_standard_input_includes_nothing() {
    let folder = files("stdin");
    let part = folder.0.join("inner/part.lp");
    let program = format!("#include \"{}\".", part.display());
    for command in ["solve", "ground"] {
        let run = run_with(&[command, "--sandbox"], program.as_bytes());
        assert_eq!(run.code, Some(65), "{}", run.err);
        assert!(run.err.contains("no file may be included here"), "{}", run.err);
    }
    let inner = folder.0.join("inner");
    let arguments = ["solve", "--sandbox", "--include-dir", inner.to_str().expect("text")];
    assert_eq!(run_with(&arguments, program.as_bytes()).code, Some(30));
    let run = run_with(&["solve", "--sandbox", "--include-dir", "/no/such/folder"], b"a.");
    assert_eq!(run.code, Some(65), "{}", run.err);
    assert!(run.err.contains("`/no/such/folder`"), "{}", run.err);
    let run = run_with(&["solve", "--include-dir", "."], b"a.");
    assert_eq!(run.code, Some(1), "it speaks of the sandbox: {}", run.err);
}

#[test]
fn no_script_runs() {
    let script = "#script (python)\nimport os; os.system(\"echo owned\")\n#end.\na.\n#script (lua)\nprint(\"owned\")\n#end.";
    for arguments in [&["solve", "--sandbox"][..], &["ground", "--sandbox"]] {
        let run = run_with(arguments, script.as_bytes());
        assert_eq!(run.code, Some(65), "{}", run.err);
        assert!(!run.out.contains("owned"), "{}", run.out);
    }
}

#[test]
fn options_that_write_files_are_refused_by_name() {
    let folder = Folder::new("no-files");
    let path = |name: &str| folder.0.join(name).to_str().expect("text").to_owned();
    for (option, name) in [("--proof", "answer.pbp"), ("-o", "answer.svg"), ("--output", "answer.dot")] {
        let run = run_with(&["solve", "--sandbox", option, &path(name)], b"a.");
        assert_eq!(run.code, Some(128), "{}", run.err);
        assert!(run.err.contains("writes files, which `--sandbox` does not allow"), "{}", run.err);
    }
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), 0);
}

#[test]
fn output_ends_at_its_limit() {
    let program = b"p(1..200000).";
    for arguments in [&["solve", "--output-limit", "1"][..], &["ground", "--output-limit", "1"]] {
        let run = run_with(arguments, program);
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert_eq!(run.out.len(), 1 << 20);
        let message =
            "cannot write the output: the output exceeds 1048576 bytes, the limit of --output-limit";
        assert!(run.err.contains(message), "{}", run.err);
    }
    // A term whose text is exponentially longer than itself.
    let doubled: String =
        (0..40).map(|level| format!("t({},f(X,X)) :- t({level},X).\n", level + 1)).collect();
    let run = run_with(&["solve", "--sandbox"], format!("t(0,a). {doubled}").as_bytes());
    assert_eq!((run.code, run.out.len()), (Some(1), 16 << 20), "{}", run.err);
    assert_eq!(
        run_with(&["solve", "--sandbox", "-q"], format!("t(0,a). {doubled}").as_bytes()).code,
        Some(30)
    );
}

#[test]
fn a_limit_that_is_given_counts_in_the_sandbox() {
    let pigeons = b"1 { p(P,1..11) } 1 :- P = 1..12. :- p(P,H), p(Q,H), P < Q.";
    let begun = Instant::now();
    let run = run_with(&["solve", "--sandbox", "--time-limit", "1"], pigeons);
    assert!(run.out.contains("TIME LIMIT"), "{}{}", run.out, run.err);
    assert!(begun.elapsed() < Duration::from_secs(50), "not the usual limit");
}

#[test]
fn control_characters_reach_no_terminal() {
    let program = "p(\"\u{1b}[2J\u{202e}\").".as_bytes();
    let run = run_with(&["solve"], program);
    assert!(run.out.contains("p(\"\u{1b}[2J\u{202e}\")"), "to a pipe as clingo: {}", run.out);
    for arguments in
        [&["solve", "--sandbox"][..], &["ground", "--sandbox"], &["solve", "--sandbox", "--outf=1"]]
    {
        let run = run_with(arguments, program);
        assert!(run.out.contains("p(\"\\u001b[2J\\u202e\")"), "{}", run.out);
        assert!(!run.out.contains('\u{1b}') && !run.out.contains('\u{202e}'), "{}", run.out);
    }
    let run = run_with(&["solve"], "#include \"\u{1b}[2J\".".as_bytes());
    assert!(!run.err.contains('\u{1b}'), "{:?}", run.err);
}
