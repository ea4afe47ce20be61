//! The command line of an application: its options are those of [`SolveArguments`], and those that the application adds.
//!
//! ```text
//! clingo-dl --rdl 0 file.lp        --rdl is added; 0 and file.lp are arguments of the solver
//! ```
//!
//! *Invariant:* an added option has precedence: an option of the solver with its name is then called
//! `--hamadryad-NAME`. Errors are in clingo's words, because scripts search for them.

use crate::application::{AddedKind, AddedOption, Application};
use crate::arguments::SolveArguments;
use crate::clingo_options;
use crate::exit;
use crate::messages;
use crate::run;
use crate::search_options::{self, Taken};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsString;
use std::io::{self, Write};

/// A command line that is not run: it is wrong, or it asks for a text.
#[derive(Debug)]
pub struct NotRun {
    /// The text: an error without a line break, or the text that was asked for.
    pub text: String,
    /// 0 for a text that was asked for, otherwise clingo's code for the error.
    pub exit_code: u8,
}

impl NotRun {
    fn wrong(text: impl Into<String>) -> NotRun {
        NotRun { text: text.into(), exit_code: exit::BAD_OPTIONS }
    }
}

/// Reads a command line, without the name of the program, and runs it. Returns the exit code.
pub fn run(application: &dyn Application, words: Vec<OsString>) -> u8 {
    let name = application.name();
    messages::set_name(&name);
    let arguments = match read(application, words) {
        Ok(arguments) => arguments,
        Err(NotRun { text, exit_code: 0 }) => {
            let printed = io::stdout().write_all(text.as_bytes());
            return code_of(printed.and_then(|()| io::stdout().flush()).map(|()| exit::SUCCESS));
        }
        Err(NotRun { text, exit_code }) => {
            messages::line("ERROR", &text);
            messages::line("Info ", "Try '--help' for usage information");
            return exit_code;
        }
    };
    code_of(run::run(application, &arguments))
}

/// The exit code of a result. A broken pipe is success: the reader of the output has closed it.
pub fn code_of(result: io::Result<u8>) -> u8 {
    match result {
        Ok(code) => code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => exit::SUCCESS,
        Err(error) => {
            messages::write(&format!("error: cannot write the output: {error}\n"));
            1
        }
    }
}

/// Reads a command line, without the name of the program.
///
/// # Errors
/// See [`NotRun`].
pub fn read(application: &dyn Application, words: Vec<OsString>) -> Result<SolveArguments, NotRun> {
    let added = application.options().map_err(NotRun::wrong)?;
    let level = help_level(&words);
    let words = clingo_options::rewritten(positive_flags(&added, words));
    let mut command = description(application, &added, level);
    let known = || {
        let arguments = command.get_arguments();
        arguments.filter_map(|argument| argument.get_long().map(str::to_owned)).collect()
    };
    let Taken { rest: words, configuration, without_effect } =
        search_options::take(words, &known).map_err(NotRun::wrong)?;
    let words = std::iter::once(OsString::from(application.name())).chain(words);
    let not_run = |error: &clap::Error| not_run(application, error);
    let matches = command.try_get_matches_from_mut(words).map_err(|error| not_run(&error))?;
    let mut arguments = SolveArguments::from_arg_matches(&matches).map_err(|error| not_run(&error))?;
    arguments.without_effect = without_effect;
    arguments.configuration = configuration;
    set_added(application, &added, &matches)?;
    arguments.check().map_err(|wrong| NotRun { text: wrong.message, exit_code: wrong.exit_code })?;
    application.validate(&arguments).map_err(NotRun::wrong)?;
    Ok(arguments)
}

/// The level of `--help=LEVEL`; 1 without one.
fn help_level(words: &[OsString]) -> u8 {
    let mut levels = words.iter().filter_map(|word| word.to_str()?.strip_prefix("--help=")?.parse().ok());
    levels.next_back().unwrap_or(1)
}

/// Writes `--no-flag` as `--flag=no`, so that the last of both counts.
fn positive_flags(added: &[AddedOption], words: Vec<OsString>) -> Vec<OsString> {
    let mut options_ended = false;
    let rewrite = |word: OsString| {
        options_ended |= word == "--";
        let bare = word.to_str().and_then(|text| text.strip_prefix("--no-")).filter(|_| !options_ended);
        let is_flag =
            |bare: &&str| added.iter().any(|option| option.name == **bare && option.kind == AddedKind::Flag);
        match bare.filter(is_flag) {
            Some(bare) => format!("--{bare}=no").into(),
            None => word,
        }
    };
    words.into_iter().map(rewrite).collect()
}

/// The description of a command line for clap.
fn description(application: &dyn Application, added: &[AddedOption], level: u8) -> Command {
    let name = application.name();
    let command = Command::new(name.clone()).bin_name(name).infer_long_args(true).max_term_width(100);
    let mut command = SolveArguments::augment_args(command).about(application.title());
    let clashing = |argument: &Arg| {
        let has_name = argument.get_long().is_some_and(|long| added.iter().any(|option| option.name == long));
        let short = argument.get_short();
        let has_letter = short.is_some() && added.iter().any(|option| option.letter == short);
        (has_name || has_letter).then(|| (argument.get_id().clone(), argument.get_long().map(str::to_owned)))
    };
    let clashes: Vec<_> = command.get_arguments().filter_map(clashing).collect();
    for (id, long) in clashes {
        let is_named = long.as_ref().is_some_and(|long| added.iter().any(|option| option.name == *long));
        command = command.mut_arg(id, |mut argument| {
            let letter = argument.get_short();
            if added.iter().any(|option| letter.is_some() && option.letter == letter) {
                argument = argument.short(None::<char>);
            }
            match long.filter(|_| is_named) {
                Some(long) => argument.long(format!("hamadryad-{long}")),
                None => argument,
            }
        });
    }
    for (place, option) in added.iter().enumerate() {
        command = command.arg(argument_of(place, option, level));
    }
    command
}

/// The identifier of an added option.
fn identifier(place: usize) -> String {
    format!("added option {place}")
}

fn argument_of(place: usize, option: &AddedOption, level: u8) -> Arg {
    let argument = Arg::new(identifier(place))
        .long(option.name.clone())
        .help(option.description.clone())
        .help_heading(option.group.clone())
        .hide(option.level > level)
        .action(ArgAction::Append);
    let argument = match option.letter {
        Some(letter) => argument.short(letter),
        None => argument,
    };
    match &option.kind {
        AddedKind::Flag => {
            let argument = argument.num_args(0..=1).require_equals(true).default_missing_value("yes");
            argument.value_name("yes|no")
        }
        AddedKind::Value { name, .. } => {
            let name = name.trim_start_matches('<').trim_end_matches('>');
            argument.value_name(name.to_owned()).allow_hyphen_values(true)
        }
    }
}

/// Passes the values of the added options to the application, in their order.
fn set_added(
    application: &dyn Application,
    added: &[AddedOption],
    matches: &ArgMatches,
) -> Result<(), NotRun> {
    let name = application.name();
    let mut values = Vec::new();
    for (place, option) in added.iter().enumerate() {
        let id = identifier(place);
        let (Some(given), Some(indices)) = (matches.get_many::<String>(&id), matches.indices_of(&id)) else {
            continue;
        };
        let may_repeat = !matches!(option.kind, AddedKind::Value { repeats: false, .. });
        if given.len() > 1 && !may_repeat {
            let text = format!("In context '<{name}>': multiple occurrences: '{}'", option.name);
            return Err(NotRun::wrong(text));
        }
        values.extend(indices.zip(given).map(|(index, value)| (index, place, option, value)));
    }
    values.sort_by_key(|&(index, ..)| index);
    for (_, place, option, value) in values {
        let read = match option.kind {
            AddedKind::Flag => truth(value).map(|is_set| if is_set { "yes" } else { "no" }),
            AddedKind::Value { .. } => Some(value.as_str()),
        };
        if !read.is_some_and(|read| application.set_option(place, read)) {
            return Err(NotRun::wrong(invalid(&name, &option.name, value)));
        }
    }
    Ok(())
}

/// The value of a flag.
fn truth(value: &str) -> Option<bool> {
    match value {
        "" | "1" | "yes" | "on" | "true" => Some(true),
        "0" | "no" | "off" | "false" => Some(false),
        _ => None,
    }
}

fn invalid(program: &str, option: &str, value: &str) -> String {
    format!("In context '<{program}>': '{value}' invalid value for: '{option}'")
}

/// An error of clap in clingo's words, or the text that was asked for.
fn not_run(application: &dyn Application, error: &clap::Error) -> NotRun {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let (name, argument) = (application.name(), context(ContextKind::InvalidArg));
    let value = context(ContextKind::InvalidValue);
    let option = argument.trim_start_matches('-').split(['=', ' ', '[']).next().unwrap_or_default();
    let text = match error.kind() {
        ErrorKind::DisplayHelp => return NotRun { text: error.render().to_string(), exit_code: 0 },
        ErrorKind::DisplayVersion => return NotRun { text: application.version(), exit_code: 0 },
        ErrorKind::UnknownArgument => format!("In context '<{name}>': unknown option: '{option}'"),
        ErrorKind::InvalidValue if value.is_empty() => format!("SyntaxError: '{option}' requires a value!"),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => invalid(&name, option, &value),
        ErrorKind::ArgumentConflict => format!("In context '<{name}>': multiple occurrences: '{option}'"),
        _ => error.render().to_string().lines().next().unwrap_or_default().replace("error: ", ""),
    };
    // clingo reports an invalid constant as an error of the program.
    let is_constant = error.kind() == ErrorKind::ValueValidation && option == "const";
    NotRun { text, exit_code: if is_constant { exit::BAD_INPUT } else { exit::BAD_OPTIONS } }
}
