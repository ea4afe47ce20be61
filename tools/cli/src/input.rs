//! From the files of the command line to a program in a control.
//!
//! `#include` is followed here, because libraries open no files: the named file is looked for where the command runs
//! and then beside the file that includes it, as clingo does. A file that is named twice is read once.
//!
//! A file may be a ground program instead, which its first line tells. Its atoms have numbers and no domain, so no other
//! file can speak of them: it comes alone.

use crate::messages::Messages;
use crate::nearest::nearest;
use crate::program::Constant;
use hamadryad::{Code, Control, Diagnostic, Error, ReadError, Sources, Span, Symbols};
use hamadryad_syntax::ast::StatementKind;
use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The name that messages give to standard input.
const STDIN: &str = "-";

/// What a command takes for input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accepted {
    /// Logic programs, or a ground program.
    TextOrGround,
    /// A ground program.
    GroundOnly,
}

/// What the files turned out to be.
pub enum Loaded {
    /// A logic program; the control knows it.
    Program,
    /// A logic program that includes `<incmode>`: its parts are grounded and solved in turn, see [`crate::solve`].
    Incremental,
    /// A ground program.
    Ground(GroundProgram),
}

/// A ground program that waits to be read.
pub struct GroundProgram {
    /// The name of its file.
    pub name: String,
    /// Its text, in aspif.
    pub text: String,
}

impl GroundProgram {
    /// What is wrong with the text, with its place.
    pub fn diagnostic(&self, error: &ReadError) -> (Diagnostic, Sources) {
        let mut sources = Sources::new();
        let file = sources.add(self.name.as_str(), self.text.as_str());
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let span = Span { file, start: offset(error.place.start), end: offset(error.place.end) };
        (Diagnostic::error(Code::Syntax, span, error.message.as_str()), sources)
    }
}

/// Fills a control from files.
pub struct Loader<'a> {
    control: &'a mut Control,
    messages: &'a Messages<'a>,
    accepted: Accepted,
    /// Whether there is one file at most.
    is_alone: bool,
    read: HashSet<PathBuf>,
    /// The identifiers in the texts, and those that are declared as constants, if anybody wants to know.
    words: Option<Words>,
    ground: Option<GroundProgram>,
    is_incremental: bool,
    failure: Option<&'static str>,
}

/// clingo's words for a text that is no program.
const PARSING: &str = "parsing failed";
/// clingo's words for a program that cannot be grounded.
const GROUNDING: &str = "grounding stopped because of errors";

#[derive(Default)]
struct Words {
    all: HashSet<String>,
    declared: Vec<String>,
}

/// Defines the constants and reads the files, or standard input if there are none. All errors are shown in one go.
/// Of a ground program the control knows nothing yet.
///
/// # Errors
/// clingo's words for what failed.
pub fn load(
    control: &mut Control,
    messages: &Messages<'_>,
    constants: &[Constant],
    files: &[String],
    accepted: Accepted,
) -> Result<Loaded, &'static str> {
    let words = (!constants.is_empty()).then(Words::default);
    let mut loader = Loader {
        control,
        messages,
        accepted,
        is_alone: files.len() < 2,
        read: HashSet::new(),
        words,
        ground: None,
        is_incremental: false,
        failure: None,
    };
    for (i, constant) in constants.iter().enumerate() {
        loader.define(constant, &constants[..i]);
    }
    if files.is_empty() {
        loader.load_file(STDIN);
    }
    for file in files {
        loader.load_file(file);
    }
    for constant in constants {
        loader.warn_of_unused(constant);
    }
    match loader.failure {
        Some(failure) => Err(failure),
        None => Ok(match loader.ground {
            Some(program) => Loaded::Ground(program),
            None if loader.is_incremental => Loaded::Incremental,
            None => Loaded::Program,
        }),
    }
}

impl Loader<'_> {
    fn define(&mut self, constant: &Constant, before: &[Constant]) {
        let Constant { name, value } = constant;
        if before.iter().any(|other| other.name == *name) {
            return self.error(&format!("the constant `{name}` is given twice on the command line"));
        }
        let result = self.control.define(name, value);
        self.accept(result);
    }

    fn error(&mut self, message: &str) {
        self.messages.error(message);
        self.failure = Some(PARSING);
    }

    /// Shows the warnings and errors of a step.
    fn accept(&mut self, result: Result<(), Error>) {
        let warnings = self.control.take_warnings();
        self.messages.diagnostics(&warnings, self.control.sources());
        match result {
            Ok(()) => (),
            Err(Error::Program(errors)) => {
                self.messages.diagnostics(&errors, self.control.sources());
                self.fail(&errors);
            }
            Err(other) => self.error(&other.to_string()),
        }
    }

    /// To clingo, a program with unsafe variables is one, which only cannot be grounded.
    fn fail(&mut self, diagnostics: &[Diagnostic]) {
        let is_no_program = |error: &Diagnostic| error.is_error() && error.code != Code::Unsafe;
        if diagnostics.iter().any(is_no_program) {
            self.failure = Some(PARSING);
        } else if diagnostics.iter().any(Diagnostic::is_error) {
            self.failure.get_or_insert(GROUNDING);
        }
    }

    fn load_file(&mut self, name: &str) {
        if !self.is_new(name) {
            let message = format!("`{name}` is given twice, it is read once");
            return self.messages.warning(Code::FileIncluded, &message);
        }
        match read(name) {
            Ok(text) => self.load_text(name, text),
            Err(message) => self.error(&message),
        }
    }

    /// Notes that a file is being read; `false` if it has been before.
    fn is_new(&mut self, name: &str) -> bool {
        let path = if name == STDIN { None } else { std::fs::canonicalize(name).ok() };
        self.read.insert(path.unwrap_or_else(|| name.into()))
    }

    fn load_text(&mut self, name: &str, text: String) {
        if hamadryad_aspif::is_aspif(&text) {
            if !self.is_alone {
                let message = format!("`{name}` is a ground program (aspif), which goes with no other file");
                return self.error(&message);
            }
            self.ground = Some(GroundProgram { name: name.to_owned(), text });
            return;
        }
        if self.accepted == Accepted::GroundOnly {
            let message =
                format!("`{name}` is no ground program: aspif, which begins with `asp 1 0 0`, is expected");
            return self.error(&message);
        }
        if let Some(words) = &mut self.words {
            words.note(&text);
        }
        let result = self.control.add_apart_from_includes(name, &text);
        self.accept(result);
        if text.contains("#include") {
            self.follow_includes(name, text);
        }
    }

    fn follow_includes(&mut self, name: &str, text: String) {
        let mut sources = Sources::new();
        let file = sources.add(name, text);
        // The control has shown the errors of this text already.
        let (program, _) = hamadryad_syntax::parse(&mut Symbols::new(), &sources, file);
        for statement in &program.statements {
            if let StatementKind::Include { path, builtin } = &statement.node {
                self.include(name, path, *builtin, statement.span, &sources);
            }
        }
    }

    fn include(&mut self, from: &str, path: &str, builtin: bool, span: Span, sources: &Sources) {
        let beside = Path::new(from).parent().map(|folder| folder.join(path));
        let found = std::iter::once(PathBuf::from(path)).chain(beside).find(|candidate| candidate.is_file());
        let diagnostic = match found {
            _ if builtin && path == "incmode" => {
                self.is_incremental = true;
                return;
            }
            _ if builtin => {
                let message = format!("there is no built-in file `{path}`");
                Diagnostic::error(Code::FileIncluded, span, message).with_hint("there is only `<incmode>`")
            }
            None => {
                let message = format!("there is no file `{path}`");
                let hint = "it is looked for where the command runs, and beside the including file";
                Diagnostic::error(Code::FileIncluded, span, message).with_hint(hint)
            }
            Some(found) => {
                let found = found.to_string_lossy().into_owned();
                if self.is_new(&found) {
                    match read(&found) {
                        Ok(text) if hamadryad_aspif::is_aspif(&text) => {
                            let message = format!("`{path}` is a ground program, which cannot be included");
                            Diagnostic::error(Code::FileIncluded, span, message)
                        }
                        Ok(text) => return self.load_text(&found, text),
                        Err(message) => Diagnostic::error(Code::FileIncluded, span, message),
                    }
                } else {
                    let message = format!("`{path}` is included already");
                    Diagnostic::warning(Code::FileIncluded, span, message)
                }
            }
        };
        let diagnostics = [diagnostic];
        self.messages.diagnostics(&diagnostics, sources);
        self.fail(&diagnostics);
    }

    fn warn_of_unused(&self, constant: &Constant) {
        let Some(words) = &self.words else { return };
        let bounds_the_loop =
            self.is_incremental && ["imin", "imax", "istop"].contains(&constant.name.as_str());
        if bounds_the_loop || words.all.contains(&constant.name) {
            return;
        }
        let meant = nearest(&constant.name, words.declared.iter().map(String::as_str));
        let meant = meant.map(|name| format!(", did you mean `{name}`?")).unwrap_or_default();
        let message = format!("the program has no constant `{}`{meant}", constant.name);
        self.messages.warning(Code::Other, &message);
    }
}

impl Words {
    fn note(&mut self, text: &str) {
        let is_inner = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
        let mut declares = false;
        for word in text.split(|c| !is_inner(c)).filter(|word| !word.is_empty()) {
            if declares {
                self.declared.push(word.to_owned());
            }
            declares = word == "const";
            if !self.all.contains(word) {
                self.all.insert(word.to_owned());
            }
        }
    }
}

/// A file's text, or that of standard input.
pub fn read(name: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let result = if name == STDIN {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(name).map(|read| bytes = read)
    };
    result.map_err(|error| cannot_read(name, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
        format!("`{name}` is not UTF-8 text: see line {line}")
    })
}

/// What to say of a file that cannot be read.
pub fn cannot_read(name: &str, error: &std::io::Error) -> String {
    format!("`{name}` cannot be read: {}", reason(error))
}

/// The error in words, without its number.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        std::io::ErrorKind::IsADirectory => "it is a directory".into(),
        _ => error.to_string(),
    }
}
