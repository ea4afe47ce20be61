//! Loads the files of the command line into a control.
//!
//! The control follows `#include`; this module adds standard input, several files, constants, and messages
//! about them. A file that is given twice is read once.
//!
//! A file may also be a ground program, which its first line shows. The atoms of a ground program have
//! numbers and no domain, so that other files cannot use them: a ground program must be the only file.

use crate::messages::Messages;
use crate::nearest::nearest;
use crate::program::{Constant, ProgramArguments};
use hamadryad::files::{Decoded, LONGEST_STREAM, decode_from, text_from};
use hamadryad::{
    Code, Control, Diagnostic, Disk, Error, Files, InputFormat, ReadError, Sources, Span, Within,
};
use hamadryad_present::answers::Problem;
use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The name that messages give to standard input.
const STDIN: &str = "-";

/// The kinds of input that a command accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Accepted {
    /// Logic programs, or a ground program.
    TextOrGround,
    /// A ground program.
    GroundOnly,
}

/// The kind of program that the files contain.
pub enum Loaded {
    /// A logic program; the control has it.
    Program,
    /// A logic program that includes `<incmode>`: its parts are grounded and solved in turn, see
    /// [`crate::run`].
    Incremental,
    /// A ground program.
    Ground(GroundProgram),
}

/// A ground program before its statements are read.
pub struct GroundProgram {
    /// The name of its file.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl GroundProgram {
    /// The error in the text as a diagnostic.
    pub fn diagnostic(&self, error: &ReadError) -> (Diagnostic, Sources) {
        let mut sources = Sources::new();
        let file = sources.add(self.name.as_str(), self.text.as_str());
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let span = Span { file, start: offset(error.place.start), end: offset(error.place.end) };
        (Diagnostic::error(Code::Syntax, span, error.message.as_str()), sources)
    }
}

/// The folders of files that may be included: the folders of the given files and of `--include-dir`. `None`
/// without `--sandbox`.
///
/// # Errors
/// If a folder cannot be used.
pub fn folders(program: &ProgramArguments, files: &[String]) -> Result<Option<Within>, String> {
    if !program.sandbox {
        return Ok(None);
    }
    let given = files.iter().filter(|name| *name != STDIN && Path::new(name).exists());
    let beside = given.map(|name| match Path::new(name).parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    });
    let all = beside.chain(program.include_dir.iter().map(PathBuf::as_path));
    Within::new(all).map(Some).map_err(|error| format!("--sandbox: {error}"))
}

/// Loads files into a control.
pub struct Loader<'a> {
    control: &'a mut Control,
    messages: &'a Messages<'a>,
    accepted: Accepted,
    /// Whether at most one file is given.
    is_alone: bool,
    /// The identifiers in the texts and the declared constants, if constants are given.
    words: Option<Words>,
    ground: Option<GroundProgram>,
    is_incremental: bool,
    /// Under `--sandbox`, the folders of files that may be included.
    within: Option<Within>,
    failure: Option<&'static str>,
}

/// clingo's message about a text that is not a program.
const PARSING: &str = "parsing failed";
/// clingo's message about a program that cannot be grounded.
const GROUNDING: &str = "grounding stopped because of errors";

#[derive(Default)]
struct Words {
    all: HashSet<String>,
    declared: Vec<String>,
}

/// Defines the constants and reads the files, or standard input if no file is given. All errors are printed.
/// A ground program is returned and not added to the control.
///
/// # Errors
/// clingo's message about the failure.
pub fn load(
    control: &mut Control,
    messages: &Messages<'_>,
    constants: &[Constant],
    files: &[String],
    within: Option<Within>,
    accepted: Accepted,
) -> Result<Loaded, &'static str> {
    let words = (!constants.is_empty()).then(Words::default);
    let mut loader = Loader {
        control,
        messages,
        accepted,
        is_alone: files.len() < 2,
        words,
        ground: None,
        is_incremental: false,
        within,
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
            return self.error(&format!(
                "the constant `{name}` is defined twice on the command line: remove one of the definitions"
            ));
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

    /// clingo parses programs with unsafe variables, and fails when it grounds them.
    fn fail(&mut self, diagnostics: &[Diagnostic]) {
        let is_no_program = |error: &Diagnostic| error.is_error() && error.code != Code::Unsafe;
        if diagnostics.iter().any(is_no_program) {
            self.failure = Some(PARSING);
        } else if diagnostics.iter().any(Diagnostic::is_error) {
            self.failure.get_or_insert(GROUNDING);
        }
    }

    fn load_file(&mut self, name: &str) {
        let mut files = CommandLine {
            words: self.words.as_mut(),
            is_incremental: &mut self.is_incremental,
            accepted: self.accepted,
            is_alone: self.is_alone,
            ground: &mut self.ground,
            within: self.within.as_mut(),
            is_first: true,
            messages: self.messages,
        };
        match self.control.load_from(&mut files, name) {
            Ok(false) => {
                let message = format!("`{name}` is given twice and read once");
                self.messages.warning(Code::FileIncluded, &message);
            }
            // A ground program was found; the control has no text to load.
            Err(Error::File(_)) if self.ground.is_some() => {}
            result => self.accept(result.map(|_| ())),
        }
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

/// The files of the command line, and the files that they include.
struct CommandLine<'a> {
    words: Option<&'a mut Words>,
    is_incremental: &'a mut bool,
    accepted: Accepted,
    is_alone: bool,
    ground: &'a mut Option<GroundProgram>,
    within: Option<&'a mut Within>,
    /// Whether no file has been read: the next one is a file of the command line.
    is_first: bool,
    messages: &'a Messages<'a>,
}

impl CommandLine<'_> {
    /// Returns the text of a logic program, and stores a ground program in `ground`.
    fn judge(&mut self, name: &str, text: String) -> Result<String, String> {
        if InputFormat::of(&text).is_some() {
            if !self.is_alone {
                return Err(format!("`{name}` is a ground program: it must be the only file"));
            }
            *self.ground = Some(GroundProgram { name: name.to_owned(), text });
            return Err("a ground program is not loaded as text".to_owned());
        }
        if self.accepted == Accepted::GroundOnly {
            let message = "is not a ground program: expected aspif, smodels, DIMACS or OPB";
            return Err(format!("`{name}` {message}"));
        }
        Ok(text)
    }
}

impl Files for CommandLine<'_> {
    fn find(&mut self, name: &str, from: Option<&str>) -> Option<String> {
        match &mut self.within {
            _ if from.is_none() && name == STDIN => Some(name.to_owned()),
            Some(within) if from.is_some() => within.find(name, from),
            _ => Disk.find(name, from),
        }
    }

    fn places(&self) -> String {
        self.within.as_ref().map_or_else(|| Disk.places(), |within| within.places())
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        let Decoded { mut text, latin1 } = decode(file)?;
        if let Some(line) = latin1 {
            let message = format!("`{file}` is not UTF-8 text, see line {line}: it is read as Latin-1");
            self.messages.warning(Code::Other, &message);
        }
        if std::mem::take(&mut self.is_first) {
            text = self.judge(file, text)?;
        }
        if let Some(words) = &mut self.words {
            words.note(&text);
        }
        Ok(text)
    }

    fn identity(&mut self, file: &str) -> String {
        if file == STDIN { file.to_owned() } else { Disk.identity(file) }
    }

    fn is_built_in(&mut self, name: &str) -> bool {
        *self.is_incremental |= name == "incmode";
        name == "incmode"
    }
}

/// The kind of problem in a text.
pub fn problem_of(text: &str) -> Problem {
    match InputFormat::of(text) {
        Some(InputFormat::Dimacs) => Problem::Clauses,
        Some(InputFormat::Opb) => Problem::PseudoBoolean,
        Some(InputFormat::Aspif | InputFormat::Smodels) | None => Problem::Program,
    }
}

/// The number of bytes that show the kind of problem in a file, unless its comments are longer.
const BEGINNING: u64 = 1 << 14;

/// The kind of problem in the only regular file, by its beginning. Other inputs can be read only once; their
/// kind is known when they are loaded.
pub fn problem(files: &[String]) -> Problem {
    let [only] = files else { return Problem::Program };
    if !std::fs::metadata(only).is_ok_and(|data| data.is_file()) {
        return Problem::Program;
    }
    let mut beginning = Vec::new();
    let read = File::open(only).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
    read.map_or(Problem::Program, |_| problem_of(&String::from_utf8_lossy(&beginning)))
}

/// The text of a program in a file or in standard input, which may be Latin-1.
fn decode(name: &str) -> Result<Decoded, String> {
    if name != STDIN {
        return Disk.decode(name);
    }
    decode_from(name, std::io::stdin().lock(), LONGEST_STREAM)
}

/// The text of a file or of standard input.
pub fn read(name: &str) -> Result<String, String> {
    if name != STDIN {
        return Disk.read(name);
    }
    text_from(name, std::io::stdin().lock(), LONGEST_STREAM)
}
