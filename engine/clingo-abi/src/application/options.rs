//! The options of a command line: those of the application, those of the output, and those of a control.
//!
//! *Invariant:* an option of the application takes precedence, as long as it is written in full; abbreviations must be
//! unambiguous among the options of the application.

use crate::guard::{Outcome, enter, of_callback};
use crate::pointers::{Data, Handle, Out, Text};
use crate::registry;
use hamadryad_clingo::message::Failure;
use hamadryad_present::answers::{Level, Quiet};
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Write;

/// The function that reads the value of an option.
type Parse = extern "C" fn(*const c_char, Data) -> bool;

enum Kind {
    Value { parse: Parse, data: Data, is_multi: bool, argument: String },
    Flag(Out<bool>),
}

/// An option of the application.
pub struct OwnOption {
    group: String,
    name: String,
    short: Option<char>,
    description: String,
    kind: Kind,
    is_set: bool,
}

thread_local! {
    /// The options that are being registered, with the number of their pointer.
    static REGISTERING: RefCell<(usize, Vec<OwnOption>)> = const { RefCell::new((0, Vec::new())) };
}

/// Lets an application register its options.
pub fn register(
    function: Option<extern "C" fn(Handle, Data) -> bool>,
    data: Data,
) -> Outcome<Vec<OwnOption>> {
    let Some(function) = function else { return Ok(Vec::new()) };
    let number = registry::number();
    REGISTERING.set((number, Vec::new()));
    let is_done = function(Handle(number), data);
    let (_, options) = REGISTERING.take();
    if is_done { Ok(options) } else { Err(of_callback()) }
}

/// Adds an option. Its name may be followed by a letter and a level of the help, which are separated by commas.
fn add(options: Handle, group: Text, option: Text, description: Text, kind: Kind) -> Outcome {
    let mut parts = option.read("option")?.split(',');
    let name = parts.next().unwrap_or_default().trim_end_matches('!').to_owned();
    let mut short =
        parts.filter_map(|part| Some(part).filter(|part| part.chars().count() == 1)?.chars().next());
    let option = OwnOption {
        group: group.read("group")?.to_owned(),
        short: short.next_back(),
        description: description.read("description")?.to_owned(),
        kind,
        is_set: false,
        name,
    };
    REGISTERING.with_borrow_mut(|(number, known)| {
        if *number != options.0 || options.0 == 0 {
            return Err(Failure::logic("the options do not exist, or not any more"));
        }
        if option.name.is_empty() || known.iter().any(|other| other.name == option.name) {
            return Err(Failure::logic(format!("duplicate option: '{}'", option.name)));
        }
        known.push(option);
        Ok(())
    })
}

/// Adds an option with a value.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_options_add(
    options: Handle,
    group: Text,
    option: Text,
    description: Text,
    parse: Option<Parse>,
    data: Data,
    multi: bool,
    argument: Text,
) -> bool {
    enter(|| {
        let parse = parse.ok_or_else(|| Failure::logic("the parameter `parse` is a null pointer"))?;
        let argument = argument.c_str("argument").ok().map_or("<arg>".into(), |text| text.to_string_lossy());
        let kind = Kind::Value { parse, data, is_multi: multi, argument: argument.into_owned() };
        add(options, group, option, description, kind)
    })
}

/// Adds a flag.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_options_add_flag(
    options: Handle,
    group: Text,
    option: Text,
    description: Text,
    target: Out<bool>,
) -> bool {
    enter(|| add(options, group, option, description, Kind::Flag(target)))
}

/// The requests of the command line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Request {
    /// A run.
    Run,
    /// The options.
    Help,
    /// The version.
    Version,
}

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// Text for people.
    Text,
    /// The format of the competitions.
    Competition,
    /// JSON.
    Json,
    /// None.
    Nothing,
}

/// The arguments of a run.
pub struct Arguments {
    /// Their requests.
    pub request: Request,
    /// The files.
    pub files: Vec<String>,
    /// The arguments of the control.
    pub rest: Vec<String>,
    /// The format of the output.
    pub format: OutputFormat,
    /// The parts of the output.
    pub quiet: Quiet,
    /// The level of `--verbose`.
    pub verbose: u8,
    /// The time after which the run ends, in seconds.
    pub time_limit: Option<u64>,
    own: Vec<OwnOption>,
}

/// Options of a control that are followed by their value.
const WITH_VALUE: [&str; 6] = ["-c", "-n", "-e", "-t", "--const", "--models"];

/// Options of clingo's command line that an application does not have.
const REFUSED: [&str; 10] = [
    "stats",
    "text",
    "output",
    "output-debug",
    "print-portfolio",
    "pre",
    "lemma-in",
    "lemma-out",
    "compute",
    "outf-hide",
];

/// Reads the arguments.
///
/// # Errors
/// The first argument that is wrong.
pub fn read(program: &str, own: Vec<OwnOption>, arguments: &[String]) -> Outcome<Arguments> {
    let mut read = Arguments {
        request: Request::Run,
        files: Vec::new(),
        rest: Vec::new(),
        format: OutputFormat::Text,
        quiet: Quiet::default(),
        verbose: 1,
        time_limit: None,
        own,
    };
    let mut words = arguments.iter().map(String::as_str);
    while let Some(word) = words.next() {
        if word == "--" {
            read.files.extend(words.by_ref().map(str::to_owned));
        } else if let Some(long) = word.strip_prefix("--") {
            let (name, value) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (long, None),
            };
            if read.set_own(program, name, value, &mut words)?
                || read.set_output(program, name, value, &mut words)?
            {
                continue;
            }
            read.pass_on(word, value.is_some(), &mut words);
        } else if let Some(short) = word.strip_prefix('-').filter(|short| !short.is_empty()) {
            read.short(program, word, short, &mut words)?;
        } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
            read.rest.push(word.to_owned());
        } else {
            read.files.push(word.to_owned());
        }
    }
    Ok(read)
}

fn wrong(program: &str, message: &str) -> Failure {
    Failure::runtime(format!("In context '<{program}>': {message}"))
}

fn invalid(program: &str, name: &str, value: &str) -> Failure {
    wrong(program, &format!("'{value}' invalid value for: '{name}'"))
}

/// The value of a flag.
fn truth(value: &str) -> Option<bool> {
    match value {
        "" | "1" | "yes" | "on" | "true" => Some(true),
        "0" | "no" | "off" | "false" => Some(false),
        _ => None,
    }
}

impl Arguments {
    /// Passes an argument on to the control, with its value.
    fn pass_on<'a>(&mut self, word: &str, has_value: bool, words: &mut impl Iterator<Item = &'a str>) {
        self.rest.push(word.to_owned());
        if !has_value && WITH_VALUE.contains(&word) {
            self.rest.extend(words.next().map(str::to_owned));
        }
    }

    fn short<'a>(
        &mut self,
        program: &str,
        word: &str,
        short: &str,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> Outcome {
        let letter = short.chars().next().unwrap_or_default();
        let value = &short[letter.len_utf8()..];
        let value = Some(value.strip_prefix('=').unwrap_or(value)).filter(|value| !value.is_empty());
        if let Some(place) = self.own.iter().position(|option| option.short == Some(letter)) {
            let name = self.own[place].name.clone();
            return self.set_own(program, &name, value, words).map(drop);
        }
        let name = match letter {
            'h' => "help",
            'v' => "version",
            'q' => "quiet",
            'V' => "verbose",
            _ => {
                self.pass_on(word, value.is_some(), words);
                return Ok(());
            }
        };
        self.set_output(program, name, value, words).map(drop)
    }

    /// Sets an option of the application; `false` if it has none of this name.
    fn set_own<'a>(
        &mut self,
        program: &str,
        name: &str,
        value: Option<&str>,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> Outcome<bool> {
        let negated = name.strip_prefix("no-");
        let is_flag = |option: &OwnOption| matches!(option.kind, Kind::Flag(_));
        let exact = self.own.iter().position(|option| option.name == name);
        let negated = negated
            .and_then(|bare| self.own.iter().position(|option| option.name == bare && is_flag(option)));
        let mut matching = (0..self.own.len()).filter(|&place| self.own[place].name.starts_with(name));
        let abbreviated = matching.next().filter(|_| matching.next().is_none());
        let Some(place) = exact.or(negated).or(abbreviated) else { return Ok(false) };
        let option = &mut self.own[place];
        let name = option.name.clone();
        let is_first = !std::mem::replace(&mut option.is_set, true);
        match &option.kind {
            Kind::Flag(target) => {
                let given = value.unwrap_or_default();
                let is_true = truth(given).ok_or_else(|| invalid(program, &name, given))?;
                target.write("target", is_true != (negated.is_some() && exact.is_none()))?;
            }
            Kind::Value { parse, data, is_multi, .. } => {
                if !is_first && !is_multi {
                    return Err(wrong(program, &format!("multiple occurrences: '{name}'")));
                }
                let Some(value) = value.or_else(|| words.next()) else {
                    return Err(Failure::runtime(format!("SyntaxError: '{name}' requires a value!")));
                };
                let text = CString::new(value).map_err(|_| invalid(program, &name, value))?;
                if !parse(text.as_ptr(), *data) {
                    return Err(invalid(program, &name, value));
                }
            }
        }
        Ok(true)
    }

    /// Sets an option of the output; `false` if it is none of them.
    fn set_output<'a>(
        &mut self,
        program: &str,
        name: &str,
        value: Option<&str>,
        words: &mut impl Iterator<Item = &'a str>,
    ) -> Outcome<bool> {
        let invalid = |value: &str| invalid(program, name, value);
        match name {
            "help" => self.request = Request::Help,
            "version" => self.request = Request::Version,
            "quiet" => {
                self.quiet = quiet(value.unwrap_or("2,2,2")).ok_or_else(|| invalid(value.unwrap_or("")))?;
            }
            "verbose" => {
                let level = value.unwrap_or("2");
                self.verbose = level.parse().map_err(|_| invalid(level))?;
            }
            "outf" | "time-limit" => {
                let Some(value) = value.or_else(|| words.next()) else {
                    return Err(Failure::runtime(format!("SyntaxError: '{name}' requires a value!")));
                };
                let number: u64 = value.parse().map_err(|_| invalid(value))?;
                match (name, number) {
                    ("time-limit", seconds) => self.time_limit = Some(seconds).filter(|&seconds| seconds > 0),
                    (_, 0) => self.format = OutputFormat::Text,
                    (_, 1) => self.format = OutputFormat::Competition,
                    (_, 2) => self.format = OutputFormat::Json,
                    (_, 3) => self.format = OutputFormat::Nothing,
                    _ => return Err(invalid(value)),
                }
            }
            name if REFUSED.contains(&name) => {
                return Err(wrong(
                    program,
                    &format!("the option '--{name}' is not provided by `clingo_main`"),
                ));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The text of `--help`.
    pub fn help(&self, title: &str, name: &str) -> String {
        let mut text = format!("{title}\nusage: {name} [number] [options] [files]\n");
        let mut groups: Vec<&str> = Vec::new();
        for option in &self.own {
            if !groups.contains(&option.group.as_str()) {
                groups.push(&option.group);
            }
        }
        let mut line = |left: &str, right: &str| {
            let _ = writeln!(text, "  {left:<24}: {right}");
        };
        for group in groups {
            line("", "");
            line(&format!("{group}:"), "");
            for option in self.own.iter().filter(|option| option.group == group) {
                let short = option.short.map_or(String::new(), |letter| format!(",-{letter}"));
                let left = match &option.kind {
                    Kind::Flag(_) => format!("--[no-]{}{short}", option.name),
                    Kind::Value { argument, .. } => format!("--{}{short}={argument}", option.name),
                };
                line(&left, &option.description);
            }
        }
        line("", "");
        line("--help,-h", "Print this text");
        line("--version,-v", "Print the version");
        line("--outf=<n>", "The output: 0 text, 1 competition, 2 JSON, 3 nothing");
        line("--quiet[=<m,c,s>],-q", "Levels of models, costs, calls: 0 all, 1 the last, 2 none");
        line("--verbose[=<n>],-V", "The level of details");
        line("--time-limit=<n>", "End after so many seconds");
        line("--models=<n>,-n", "The number of models; 0 for all");
        line("--const=<id>=<term>,-c", "Replace a constant");
        text.replace("                          : \n", "\n").replace(":                       : \n", ":\n")
    }
}

/// The levels of `--quiet`.
fn quiet(value: &str) -> Option<Quiet> {
    let mut quiet = Quiet::default();
    let places = [&mut quiet.models, &mut quiet.costs, &mut quiet.calls];
    let mut last = Level::All;
    let mut words = value.split(',');
    for (number, place) in places.into_iter().enumerate() {
        if let Some(word) = words.next() {
            last = match word {
                "0" => Level::All,
                "1" => Level::Last,
                "2" => Level::None,
                _ => return None,
            };
        } else if number == 2 {
            // Without a level of its own, calls are not summarised.
            last = Level::None;
        }
        *place = last;
    }
    words.next().is_none().then_some(quiet)
}
