//! The README's commands print what it says they print.
//!
//! A block of `console` is a command behind `$ hamadryad`, an exit code behind `? ` where it is not that of success, and what
//! is printed, errors first. `[..]` stands for the rest of a line, `...` for any number of lines.

use snapbox::assert_data_eq;
use std::path::Path;
use std::process::Command;

struct Example {
    arguments: Vec<String>,
    exit_code: Option<i32>,
    expected: String,
}

fn examples(text: &str) -> Vec<Example> {
    let blocks = text.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let of_block = |block: &str| {
        let (command, rest) = block.split_once('\n')?;
        let arguments = command.strip_prefix("$ hamadryad ")?.split(' ').map(str::to_owned).collect();
        let (exit_code, expected) = match rest.strip_prefix("? ").and_then(|rest| rest.split_once('\n')) {
            Some((code, rest)) => (code.parse().ok(), rest),
            None => (None, rest),
        };
        Some(Example { arguments, exit_code, expected: expected.to_owned() })
    };
    blocks.filter_map(of_block).collect()
}

#[test]
fn the_readme_speaks_the_truth() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    let examples = examples(&readme);
    assert!(examples.len() >= 4, "the README has examples");
    for example in examples {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hamadryad"));
        let output = command.current_dir(&root).args(&example.arguments).output().expect("the command runs");
        let printed = [output.stderr, output.stdout].concat();
        let printed = String::from_utf8(printed).expect("what is printed is text");
        if !example.expected.is_empty() {
            assert_data_eq!(printed, example.expected);
        }
        // 10, 20 and 30 are clingo's ways to say that all went well.
        let code = output.status.code().expect("no signal ended the command");
        let well = example.exit_code.map_or([0, 10, 20, 30].contains(&code), |expected| code == expected);
        assert!(well, "{:?} ends with {code}", example.arguments);
    }
}
