//! Runs examples in a folder.

use serde_json::Value;
use snapbox::{Assert, IntoData};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many columns answers take, where they can be broken.
const WIDTH: usize = 110;

/// What the further lines of an answer begin with, behind the end of the line before.
const INDENT: &str = "\n       ";

/// The folder in which the commands of a document run, and the folder of its programs.
///
/// Invariant: only the folder of the programs is ever written to, and it is temporary.
pub struct Folder {
    commands: PathBuf,
    programs: PathBuf,
}

/// Makes a temporary folder.
fn empty(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("hamadryad-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a folder can be made");
    path
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.programs);
    }
}

impl Folder {
    /// An existing folder for the commands; the programs, which have no names, are written elsewhere.
    pub fn at(commands: PathBuf) -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Folder { commands, programs: empty(&format!("programs-{number}")) }
    }

    /// An empty folder that is removed at the end of the test.
    pub fn temporary(name: &str) -> Folder {
        let path = empty(name);
        Folder { commands: path.clone(), programs: path }
    }

    /// Writes a program.
    pub fn write(&self, name: &str, program: &str) {
        std::fs::write(self.programs.join(name), program).expect("a file can be written");
    }

    /// The exit code, standard output and standard error of a command.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hamadryad"));
        command.current_dir(&self.commands).args(arguments).env("NO_COLOR", "1");
        let output = command.output().expect("the command runs");
        let text = |bytes| String::from_utf8(bytes).expect("what is printed is text");
        (output.status.code().expect("no signal ends the command"), text(output.stdout), text(output.stderr))
    }

    /// What is said of a program, and its answer sets in alphabetical order.
    pub fn answers(&self, program: &str) -> String {
        let path = self.programs.join(program);
        let shares_folder = self.programs == self.commands;
        let file = if shares_folder { program } else { path.to_str().expect("a path in UTF-8") };
        let (code, out, errors) = self.run(&["solve", file, "0", "--opt-mode=optN", "--outf=2"]);
        if code == 65 { errors } else { errors + &list(&serde_json::from_str(&out).expect("JSON")) }
    }

    /// A session as it would have to be today: as it is where it matches what comes out.
    pub fn session(&self, session: &str) -> String {
        let mut today = String::new();
        let mut lines = session.split_inclusive('\n').peekable();
        while let Some(line) = lines.next() {
            today += line;
            let mut expected = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                expected += line;
            }
            today += &match line.trim_end().strip_prefix("$ hamadryad ") {
                Some(arguments) => self.answer_to(&arguments.split(' ').collect::<Vec<_>>(), expected),
                None => expected,
            };
        }
        today
    }

    fn answer_to(&self, arguments: &[&str], expected: String) -> String {
        let (code, out, errors) = self.run(arguments);
        // 10, 20 and 30 are clingo's ways to say that all went well.
        let went_well = [0, 10, 20, 30].contains(&code);
        if expected.is_empty() {
            assert!(went_well, "{arguments:?} ends with {code}: {errors}");
            return expected;
        }
        let says_code = !went_well || expected.starts_with("? ");
        let today = if says_code { format!("? {code}\n") } else { String::new() } + &errors + &out;
        let matches =
            Assert::new().try_eq(None, today.as_str().into_data(), expected.as_str().into_data()).is_ok();
        if matches { expected } else { today }
    }
}

/// The answer sets of a run, each on a line, and the optimum above them.
fn list(run: &Value) -> String {
    let calls = run["Call"].as_array().into_iter().flatten();
    let witnesses = calls.flat_map(|call| call["Witnesses"].as_array().into_iter().flatten());
    let mut answers: Vec<String> = witnesses.map(answer).collect();
    let mut text = String::new();
    if let Some(costs) = run["Models"]["Costs"].as_array() {
        let costs: Vec<String> = costs.iter().map(Value::to_string).collect();
        text += &format!("Optimum: {}\n", costs.join(" "));
        // What was found on the way to the optimum comes first.
        let optimal = run["Models"]["Optimal"].as_u64().expect("optimal models are counted");
        answers.drain(..answers.len() - usize::try_from(optimal).expect("a number of models"));
    }
    answers.sort();
    text += &answers.concat();
    if answers.is_empty() { "UNSATISFIABLE\n".to_owned() } else { text }
}

fn answer(witness: &Value) -> String {
    let symbols = witness["Value"].as_array().into_iter().flatten();
    let mut text = "Answer:".to_owned();
    let mut width = text.len();
    for symbol in symbols.filter_map(Value::as_str) {
        if width + symbol.len() >= WIDTH && width > INDENT.len() {
            text += INDENT;
            width = INDENT.len();
        }
        text = text + " " + symbol;
        width += 1 + symbol.len();
    }
    text + "\n"
}
