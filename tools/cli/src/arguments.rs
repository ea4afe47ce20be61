//! The command line as a whole: its commands, and errors in it.
//!
//! Options of `hamadryad solve` are clingo's, see [`hamadryad_application::arguments`]. An error in the command line
//! ends the process with clingo's exit code, 1.

use crate::deferred::Deferred;
use crate::ground::GroundArguments;
use crate::nearest::nearest;
use crate::solve::SolveCommand;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use hamadryad_application::clingo_options;
use hamadryad_application::search_options::{self, Taken};
use std::cell::LazyCell;
use std::ffi::OsString;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The description of the command line. It is built once and never dropped: together, that took half of the
/// time of a short command.
static DESCRIPTION: LazyLock<Mutex<clap::Command>> = LazyLock::new(|| Mutex::new(Arguments::command()));

/// Answer set programming in many steps, with games on grids that use it.
#[derive(Parser, Debug)]
#[command(name = "hamadryad", version, infer_long_args = true)]
#[command(max_term_width = 100)]
pub struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Computes answer sets of logic programs, with clingo's options and output.
    Solve(Deferred<SolveCommand>),
    /// Writes the ground program of logic programs: as text, as aspif, or as facts that describe it.
    Ground(Deferred<GroundArguments>),
    /// Explains why logic programs have no answer set, why an atom is true or not, and why no answer costs less.
    Explain(Deferred<crate::explain::ExplainArguments>),
    /// Splits a hard program into parts, and searches them in many processes, here or on a cluster.
    Conquer(Deferred<crate::conquer::ConquerArguments>),
    /// Plays Snake until the board is full.
    Snake(Deferred<crate::snake::SnakeArguments>),
    /// Draws a saved game: a film, a page that plays it, or single pictures.
    Show(Deferred<crate::show::ShowArguments>),
    /// Finds the way out of a labyrinth in which a minotaur hunts the player.
    Minotaur(Deferred<crate::puzzles::minotaur::MinotaurArguments>),
    /// Finds the loop that collects the most points.
    Rogo(Deferred<crate::puzzles::rogo::RogoArguments>),
    /// Lays the pieces of a bag so that water flows through all of them.
    Pipes(Deferred<crate::puzzles::pipes::PipesArguments>),
    /// Moves the red car out of the traffic.
    Rush(Deferred<crate::puzzles::rush::RushArguments>),
    /// Moves sliding robots until one of them stops on its target.
    Ricochet(Deferred<crate::puzzles::ricochet::RicochetArguments>),
    /// Lists bags of puzzle pieces, each once, or draws random ones.
    Bag(Deferred<crate::puzzles::bag::BagArguments>),
    /// Serves a page on which people play Snake, solve puzzles and run programs, to this machine only.
    Arcade(Deferred<crate::arcade::ArcadeArguments>),
    /// Runs experiments, and reports their results.
    Lab(Deferred<crate::lab::LabArguments>),
    /// Formats programs.
    Fmt(Deferred<crate::fmt::FmtArguments>),
    /// Rewrites programs of gringo 3 in the language of today.
    Upgrade(Deferred<crate::upgrade::UpgradeArguments>),
    /// Checks programs: errors, warnings, unused predicates, rules that never fire, joins that multiply.
    Lint(Deferred<crate::lint::LintArguments>),
    /// Serves editors: diagnostics, completion, definitions and runs of logic programs.
    Lsp(Deferred<crate::lsp::LspArguments>),
    /// Writes the completions of a shell: bash, elvish, fish, powershell or zsh.
    Completions(Deferred<crate::shell::CompletionsArguments>),
    /// Writes a page of the manual, in the format of man.
    Man(Deferred<crate::shell::ManArguments>),
}

/// A command line that cannot be run, or a request for help.
#[derive(Debug)]
pub struct CommandLineError {
    /// The text to print.
    pub message: String,
    /// 0 for help and version, which go to standard output; otherwise clingo's code for the error.
    pub exit_code: u8,
    /// Whether a line about the languages of scripts follows.
    pub tells_configuration: bool,
}

/// Reads a command line; its first word is the name of the program.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Arguments, CommandLineError> {
    let words = clingo_options::under_another_name(arguments.into_iter().collect());
    let arguments = clingo_options::normalise(words.clone());
    let Taken { rest: arguments, configuration, without_effect } = without_search_options(arguments)?;
    let mut read = parse(&arguments).map_err(|error| command_line_error(&error, &arguments))?;
    if let Command::Solve(solve) = &mut read.command {
        solve.words = words.into_iter().skip(2).collect();
        solve.arguments.without_effect = without_effect;
        solve.arguments.configuration = configuration;
        solve.check().map_err(|contradiction| {
            let exit_code = contradiction.exit_code;
            CommandLineError { exit_code, ..error(&contradiction.message, "solve --help") }
        })?;
    }
    Ok(read)
}

/// Takes the options that only steer clingo's search out of the arguments of `solve`.
fn without_search_options(arguments: Vec<OsString>) -> Result<Taken, CommandLineError> {
    if arguments.get(1).is_none_or(|word| word != "solve") {
        return Ok(Taken { rest: arguments, ..Taken::default() });
    }
    let names =
        LazyCell::new(|| names_of(&DESCRIPTION.lock().unwrap_or_else(PoisonError::into_inner), "solve"));
    search_options::take(arguments, &|| names.clone()).map_err(|message| error(&message, "solve --help"))
}

/// The long names of the options of a command.
fn names_of(description: &clap::Command, command: &str) -> Vec<String> {
    let mut command = description.find_subcommand(command).expect("the command is there").clone();
    command.build();
    command.get_arguments().filter_map(|argument| argument.get_long().map(str::to_owned)).collect()
}

fn parse(arguments: &[OsString]) -> Result<Arguments, clap::Error> {
    let mut description = DESCRIPTION.lock().unwrap_or_else(PoisonError::into_inner);
    let mut matches = description.try_get_matches_from_mut(arguments)?;
    Arguments::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut description))
}

fn error(message: &str, tip: &str) -> CommandLineError {
    let message = format!("error: {message}\n\n  tip: hamadryad {tip}\n");
    CommandLineError { message, exit_code: 1, tells_configuration: false }
}

fn command_line_error(clap: &clap::Error, arguments: &[OsString]) -> CommandLineError {
    let context = |kind| match clap.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let argument = context(ContextKind::InvalidArg);
    let reads_programs = arguments.get(1).filter(|word| *word == "solve" || *word == "ground");
    match clap.kind() {
        ErrorKind::UnknownArgument if let Some(command) = reads_programs.and_then(|word| word.to_str()) => {
            unknown_option(command, argument)
        }
        ErrorKind::InvalidSubcommand => unknown_command(context(ContextKind::InvalidSubcommand)),
        ErrorKind::DisplayVersion => {
            let version = env!("CARGO_PKG_VERSION");
            let message = match clingo_options::imitated(arguments) {
                Some(name) => format!("{name} version {} (hamadryad {version})\n", clingo_options::VERSION),
                None => format!("hamadryad version {version}\n"),
            };
            let tells_configuration = clingo_options::imitated(arguments).is_some();
            CommandLineError { message, exit_code: 0, tells_configuration }
        }
        kind => {
            // clingo reports an invalid constant as an error of the program, and any other invalid option as
            // one of the command line.
            let is_constant = kind == ErrorKind::ValueValidation && argument.starts_with("--const");
            let exit_code = if is_constant { 65 } else { u8::from(clap.use_stderr()) };
            CommandLineError { message: clap.render().to_string(), exit_code, tells_configuration: false }
        }
    }
}

fn unknown_option(name: &str, option: &str) -> CommandLineError {
    let tip = format!("{name} --help");
    let command = Arguments::command();
    let word = option.trim_start_matches('-').split('=').next().unwrap_or_default();
    if name != "solve" && names_of(&command, "solve").iter().any(|known| known == word) {
        return error(&format!("`{name}` has no option `--{word}`, but `solve` has"), &tip);
    }
    let mut known = names_of(&command, name);
    known.extend(search_options::names().filter(|_| name == "solve").map(str::to_owned));
    if let Some(name) = opposite(word, &known) {
        return error(&format!("there is no option `{option}`, the opposite of `--{name}`"), &tip);
    }
    let meant = nearest(word, known.iter().map(String::as_str).filter(|_| option.starts_with("--")));
    let meant = meant.map(|name| format!(", did you mean `--{name}`?")).unwrap_or_default();
    error(&format!("there is no option `{option}`{meant}"), &tip)
}

/// The known option of which the word is the opposite: such an option is never meant.
fn opposite<'k>(word: &str, known: &'k [String]) -> Option<&'k String> {
    known.iter().find(|name| {
        word.strip_prefix("no-") == Some(name.as_str()) || name.strip_prefix("no-") == Some(word)
    })
}

fn unknown_command(word: &str) -> CommandLineError {
    if word.ends_with(".lp") || std::path::Path::new(word).is_file() {
        return error(&format!("`{word}` is a file and not a command"), &format!("solve {word}"));
    }
    let command = Arguments::command();
    let meant = nearest(word, command.get_subcommands().map(clap::Command::get_name));
    match meant {
        Some(name) => error(&format!("there is no command `{word}`"), name),
        None => error(&format!("there is no command `{word}`"), "--help"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_descriptions_of_all_commands_are_consistent() {
        Arguments::command().debug_assert();
    }
}
