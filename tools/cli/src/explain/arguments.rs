//! The arguments of `hamadryad explain`.

use crate::nearest::known;
use crate::program::ProgramArguments;
use clap::Args;
use hamadryad::explain::{ElementKind, Granularity};

const AFTER_HELP: &str = "\
Exit codes: 20 no such answer, explained; 10 there is an answer, or its atom is explained; 1 interrupted or bad \
option; 65 bad input.

  hamadryad explain timetable.lp --repair
  hamadryad explain flight.lp --why 'happy(tweety)' -o tree.svg
  hamadryad explain flight.lp --why-not 'happy(sam)'
  hamadryad explain tour.lp --why-optimal";

/// Arguments of `hamadryad explain`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ExplainArguments {
    /// Logic programs; `-` is standard input [default: standard input]
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,

    /// Ground this part, such as `base` or `step(3)`; can be repeated [default: base]
    #[arg(long, value_name = "PART")]
    pub part: Vec<String>,

    /// Print text or json.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format)]
    pub format: Format,

    /// The seed of attempts to find a smaller conflict.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Questions about an answer.
    #[command(flatten)]
    pub why: crate::explain::why::WhyArguments,

    /// Questions about costs.
    #[command(flatten)]
    pub cost: crate::explain::cost::CostArguments,

    /// Options of conflicts and repairs.
    #[command(flatten)]
    pub conflict: ConflictArguments,

    /// Options of the program.
    #[command(flatten)]
    pub program: ProgramArguments,
}

/// Options of conflicts and repairs.
#[derive(Args, Debug)]
#[command(next_help_heading = "No answer")]
pub struct ConflictArguments {
    /// Print up to N smallest repairs: changes after which there is an answer [default: 20]; 0 for all
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "20")]
    pub repair: Option<u64>,

    /// Print up to N conflicts; without N, all of them.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "0")]
    pub all: Option<u64>,

    /// Find a smallest conflict, and prove that there is no smaller one.
    #[arg(long)]
    pub smallest: bool,

    /// Relax whole statements (statement), instances that agree on the variables bound by data (data), or
    /// single instances, which are then all listed (instance).
    #[arg(long, value_name = "SIZE", default_value = "data", value_parser = granularity)]
    pub granularity: Granularity,

    /// The facts that may be blamed: auto (those on which the conflict rests, found afterwards), none, all, or
    /// signatures such as edge/2.
    #[arg(long, value_name = "FACTS", default_value = "auto", value_delimiter = ',')]
    pub facts: Vec<String>,

    /// Take the statements of a file, or the rules and facts of a signature such as edge/2, for granted; can be
    /// repeated.
    #[arg(long, value_name = "FILE|P/N")]
    pub trust: Vec<String>,

    /// The weight of an element of this kind in repairs, `never` to exclude it; can be repeated. The kinds are
    /// rule, constraint, choice, fact, complement, closed, external, assumption, bound and ground [default: 1]
    #[arg(long, value_name = "KIND=N", value_parser = weight)]
    pub weight: Vec<(ElementKind, Option<u32>)>,
}

/// The format of explanations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text for people.
    Text,
    /// JSON, as docs/explain.md describes it.
    Json,
}

fn format(text: &str) -> Result<Format, String> {
    match text {
        "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        _ => Err(known(text, &["text", "json"])),
    }
}

fn granularity(text: &str) -> Result<Granularity, String> {
    match text {
        "statement" => Ok(Granularity::Statement),
        "data" => Ok(Granularity::Data),
        "instance" => Ok(Granularity::Instance),
        _ => Err(known(text, &["statement", "data", "instance"])),
    }
}

const KINDS: [ElementKind; 10] = [
    ElementKind::Rule,
    ElementKind::Constraint,
    ElementKind::Choice,
    ElementKind::Fact,
    ElementKind::Complement,
    ElementKind::Closed,
    ElementKind::External,
    ElementKind::Assumption,
    ElementKind::Bound,
    ElementKind::Ground,
];

fn weight(text: &str) -> Result<(ElementKind, Option<u32>), String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(format!("expected KIND=N, such as {text}=2"));
    };
    let Some(&kind) = KINDS.iter().find(|kind| kind.name() == name) else {
        return Err(known(name, &KINDS.map(ElementKind::name)));
    };
    if value == "never" {
        return Ok((kind, None));
    }
    let weight: u32 = value.parse().map_err(|_| "expected a number from 1 to 1000, or `never`".to_owned())?;
    if !(1..=1000).contains(&weight) {
        return Err("expected a number from 1 to 1000, or `never`".into());
    }
    Ok((kind, Some(weight)))
}

impl ConflictArguments {
    /// The weight of an element in repairs; `None` if it must not be changed.
    pub fn weight_of(&self, kind: ElementKind) -> Option<u32> {
        let given = self.weight.iter().rev().find(|(other, _)| *other == kind);
        given.map_or(Some(1), |&(_, weight)| weight)
    }
}
