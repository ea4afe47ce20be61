//! The files of the corpus.

use crate::outcome::Outcome;
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};

/// A program of the corpus.
pub struct Program {
    path: PathBuf,
    /// The text; included files replace their `#include`.
    pub text: String,
    /// The text of the file before the answers.
    head: String,
    /// The message with which the engine rejects the program at present, from a line `% FIXME: …`.
    pub refusal: Option<String>,
    /// The expected answers, as written in the file.
    expected: String,
    compared: Cell<bool>,
    failures: RefCell<Vec<String>>,
}

impl Program {
    fn read(path: PathBuf) -> Program {
        let file = std::fs::read_to_string(&path).expect("the file can be read");
        let block = ["\n% Optimum:", "\n% Answers:"].iter().filter_map(|start| file.find(start)).min();
        let (head, expected) = file.split_at(block.map_or(file.len(), |at| at + 1));
        let (head, expected) = (head.to_owned(), expected.to_owned());
        assert!(head.starts_with('%') || head.starts_with("#!"), "{path:?} does not say what it shows");
        let text = included(&path, &head);
        let refusal = head.lines().find_map(|line| line.strip_prefix("% FIXME: ")).map(str::to_owned);
        let (compared, failures) = (Cell::new(false), RefCell::default());
        Program { path, text, head, refusal, expected, compared, failures }
    }

    /// Compares the outcome of a treatment with the answers in the file.
    pub fn expect(&self, treatment: &str, outcome: Outcome) {
        self.compare(treatment, &outcome.to_string(), &self.expected);
    }

    /// As [`Program::expect`]; a symbol that is shown both as an atom and as a term counts once.
    pub fn expect_each_once(&self, treatment: &str, outcome: Outcome) {
        let once = |line: &str| {
            let mut words: Vec<&str> = line.split(' ').collect();
            words.dedup_by(|word, before| word == before && !word.is_empty());
            words.join(" ") + "\n"
        };
        let expected: Vec<String> = self.expected.lines().map(once).collect();
        self.compare(treatment, &outcome.to_string(), &expected.concat());
    }

    fn compare(&self, treatment: &str, outcome: &str, expected: &str) {
        self.compared.set(true);
        if outcome != expected {
            let text = format!("{}, {treatment}:\n{outcome}expected:\n{expected}", self.name());
            self.failures.borrow_mut().push(text);
        }
    }

    fn name(&self) -> String {
        self.path.file_name().expect("a file has a name").to_string_lossy().into_owned()
    }
}

/// The text of a file with the text of its included files; a part that an included file begins ends with the
/// file.
fn included(path: &Path, text: &str) -> String {
    let folder = path.parent().expect("a file is in a folder");
    let mut out = String::new();
    for line in text.lines() {
        let include = line.strip_prefix("#include \"").and_then(|rest| rest.strip_suffix("\"."));
        if let Some(file) = include {
            let path = folder.join(file);
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            out += &included(&path, &text);
            out += "#program base.\n";
        } else {
            out += line;
            out.push('\n');
        }
    }
    out
}

fn programs() -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let files = std::fs::read_dir(folder).expect("the folder of the corpus");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "lp"));
    paths.sort();
    paths.into_iter().map(Program::read).collect()
}

fn is_updating() -> bool {
    std::env::var_os("UPDATE_EXPECTATIONS").is_some()
}

/// Writes the present outcomes into the files, if `UPDATE_EXPECTATIONS` requests it.
pub fn update(outcome: impl Fn(&Program) -> Result<Outcome, String>) {
    for program in programs().iter().filter(|program| is_updating() && program.refusal.is_none()) {
        match outcome(program) {
            Ok(outcome) => {
                let head = program.head.trim_end();
                let text = format!("{head}\n\n{outcome}");
                std::fs::write(&program.path, text).expect("the file can be written");
            }
            Err(error) => println!("{}: {error}", program.name()),
        }
    }
}

/// Treats every program and reports all failures; returns the number of programs that were compared.
pub fn for_each_program(treat: impl Fn(&Program) -> Result<(), String>) -> usize {
    if is_updating() {
        return usize::MAX;
    }
    let programs = programs();
    assert!(programs.len() >= 60, "the corpus is not where it is looked for");
    let mut failures = Vec::new();
    for program in &programs {
        match (treat(program), &program.refusal) {
            (Err(error), Some(refusal)) if error.contains(refusal) => {}
            (Err(error), _) => failures.push(format!("{}: {error}\n", program.name())),
            (Ok(()), _) => {}
        }
        failures.append(&mut program.failures.borrow_mut());
    }
    assert!(failures.is_empty(), "{} failures\n\n{}", failures.len(), failures.join("\n"));
    programs.iter().filter(|program| program.compared.get()).count()
}
