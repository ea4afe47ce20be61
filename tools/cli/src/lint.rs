//! `hamadryad lint`: the errors and warnings of programs, and warnings about style and cost, for people or as a
//! SARIF log for code hosts. The programs are grounded and not solved.

use crate::clock::{Clock, Stop};
use crate::exit;
use crate::messages::{Findings, MessageFormat, Messages};
use crate::program::{self, Constant, Limit};
use clap::Args;
use hamadryad::{Code, Config, Control, Diagnostic, Error, Part};
use hamadryad_lsp::Costs;
use std::io;

const AFTER_HELP: &str = "\
Exit codes: 0 nothing was found, 1 warnings, 65 errors.

Warnings beside those of solve:
  unused-predicate     nothing uses or shows a predicate (in programs with #show)
  singleton-variable   a variable occurs once in its statement
  never-fires          a rule has no instance
  product              the parts of a rule share no variable, or its join tries many atoms";

/// Arguments of `hamadryad lint`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct LintArguments {
    /// The files of one program.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,

    /// Replace the constant NAME by the term VALUE; can be repeated.
    #[arg(short = 'c', long = "const", value_name = "NAME=VALUE", value_parser = program::constant)]
    constants: Vec<Constant>,

    /// The format: human, json (an object on each line) or sarif
    #[arg(long, visible_alias = "message-format", value_name = "FORMAT", default_value = "human")]
    #[arg(value_parser = MessageFormat::read)]
    format: MessageFormat,

    /// Stop grounding after this time; 0 for no limit.
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = program::seconds)]
    time_limit: Limit,
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &LintArguments) -> io::Result<u8> {
    let messages = Messages::new(|_| true);
    let mut control = Control::with_config(Config::default());
    let mut found = Vec::new();
    let complete = match check(&mut control, arguments, &mut found) {
        Ok(complete) => complete,
        Err(message) => {
            messages.error(&message);
            return Ok(exit::BAD_INPUT);
        }
    };
    let has_errors = found.iter().any(Diagnostic::is_error);
    if !has_errors {
        let costs = Costs { costs: &control.ground_costs(), are_complete: complete };
        let more = hamadryad_lsp::lint(control.sources(), &costs, &found);
        found.extend(more);
        if !complete {
            messages
                .warning(Code::Other, "grounding was stopped by --time-limit: the warnings are incomplete");
        }
    }
    let is_clean = found.is_empty();
    let sources = control.sources().clone();
    Findings { diagnostics: found, others: Vec::new(), sources }.write(arguments.format)?;
    Ok(match (has_errors, is_clean) {
        (true, _) => exit::BAD_INPUT,
        (false, true) => exit::SUCCESS,
        (false, false) => exit::WARNINGS,
    })
}

/// Loads and grounds the program; returns whether grounding came to its end. The error is a message about a file.
fn check(
    control: &mut Control,
    arguments: &LintArguments,
    found: &mut Vec<Diagnostic>,
) -> Result<bool, String> {
    for Constant { name, value } in &arguments.constants {
        let result = control.define(name, value);
        take(control, result, found)?;
    }
    for file in &arguments.files {
        let result = control.load(file).map(drop);
        take(control, result, found)?;
    }
    if found.iter().any(Diagnostic::is_error) {
        return Ok(false);
    }
    let stop = Stop::after(Clock::start(), arguments.time_limit.0);
    stop.listen();
    let result = control.ground_until(&[Part::base()], &|| stop.reason().is_some());
    let is_complete = result.is_ok();
    take(control, result, found)?;
    Ok(is_complete)
}

fn take(control: &mut Control, result: Result<(), Error>, found: &mut Vec<Diagnostic>) -> Result<(), String> {
    found.extend(control.take_warnings());
    match result {
        Ok(()) | Err(Error::Interrupted) => Ok(()),
        Err(Error::Program(problems)) => {
            found.extend(problems);
            Ok(())
        }
        Err(other) => Err(other.to_string()),
    }
}
