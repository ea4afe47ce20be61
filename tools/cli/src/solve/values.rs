//! The values of the options of `hamadryad solve`, and how they are read.
//!
//! *Invariant:* a reader accepts each value of clingo that the engine supports, in clingo's spelling, and rejects
//! all others with a reason.

use crate::draw::{self, Destination};
use crate::ground::{self, GroundFormat};
use crate::nearest::known;
use clap::ValueEnum;
use hamadryad::{Consequences, Projection, Signs, Threads};
use hamadryad_present::answers::{Level, Quiet};

/// The value of `--output`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Output {
    Ground(GroundFormat),
    Pictures(Destination),
}

/// The treatment of `#minimize`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptKind {
    /// Find an optimal model.
    Opt,
    /// Find models that cost no more than the bound.
    Enum,
    /// Find all optimal models.
    OptN,
    /// Ignore the objective.
    Ignore,
}

/// The value of `--opt-mode`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptMode {
    /// The treatment of the objective.
    pub kind: OptKind,
    /// The maximal costs of models by descending priority; priorities without a bound are free.
    pub bounds: Vec<i64>,
}

/// The atoms in which models must differ; `None` for any atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Project(pub Option<Projection>);

/// The kind of enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EnumMode {
    Models,
    Consequences(Consequences),
}

/// The format of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerFormat {
    /// Lines for human readers.
    Text,
    /// The format of the competitions.
    Competition,
    /// JSON.
    Json,
    /// No output.
    Nothing,
}

/// The program of the clingo family to imitate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Clingo,
    Gringo,
    Clasp,
}

/// The heuristic of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Heuristic {
    /// The default heuristic.
    Auto,
    /// The default heuristic, modified by the program's `#heuristic` directives.
    Domain,
}

/// The value of `--out-atomf`: the texts before and after an atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomForm(pub String, pub String);

/// The value of `--solve-limit`; `None` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConflictLimit(pub Option<u64>);

pub(super) fn output(text: &str) -> Result<Output, String> {
    match draw::destination(text) {
        Some(destination) => Ok(Output::Pictures(destination)),
        None => ground::format(text).map(Output::Ground),
    }
}

pub(super) fn opt_mode(text: &str) -> Result<OptMode, String> {
    let mut parts = text.split(',');
    let name = parts.next().unwrap_or_default();
    let kind = match name.to_ascii_lowercase().as_str() {
        "opt" => OptKind::Opt,
        "enum" => OptKind::Enum,
        "optn" => OptKind::OptN,
        "ignore" => OptKind::Ignore,
        _ => return Err(known(name, &["opt", "enum", "optN", "ignore"])),
    };
    let bound = |part: &str| part.parse().map_err(|_| format!("the bound `{part}` is not an integer"));
    let bounds = parts.map(bound).collect::<Result<Vec<i64>, String>>()?;
    if kind == OptKind::Ignore && !bounds.is_empty() {
        return Err("`ignore` has no bounds".into());
    }
    Ok(OptMode { kind, bounds })
}

pub(super) fn enum_mode(text: &str) -> Result<EnumMode, String> {
    match text.to_ascii_lowercase().as_str() {
        "auto" | "bt" | "record" => Ok(EnumMode::Models),
        "brave" => Ok(EnumMode::Consequences(Consequences::Brave)),
        "cautious" | "query" => Ok(EnumMode::Consequences(Consequences::Cautious)),
        "domrec" | "user" => Err(format!("clingo's mode `{text}` is not supported")),
        _ => Err(known(text, &["auto", "bt", "record", "brave", "cautious", "query"])),
    }
}

/// The maximal number of threads, as in clingo.
pub(super) const MOST_THREADS: usize = 64;

pub(super) fn parallel_mode(text: &str) -> Result<Threads, String> {
    let (number, mode) = text.split_once(',').unwrap_or((text, "compete"));
    if !["compete", "split"].contains(&mode.to_ascii_lowercase().as_str()) {
        return Err(known(mode, &["compete", "split"]));
    }
    match number.parse() {
        Ok(number @ 1..=MOST_THREADS) => Ok(Threads::new(number)),
        _ => Err(format!("`{number}` is not a number of threads: expected 1 to {MOST_THREADS}")),
    }
}

/// Reads a form of atoms, with one `%0` for the atom.
pub(super) fn atom_form(text: &str) -> Result<AtomForm, String> {
    let mut parts = vec![String::new()];
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, parts.last_mut()) {
            ('%', last) => match (characters.next(), last) {
                (Some('%'), Some(last)) => last.push('%'),
                (Some('0'), _) => parts.push(String::new()),
                _ => return Err("`%` is followed by `0` for the atom, or by `%`".into()),
            },
            (other, Some(last)) => last.push(other),
            (_, None) => unreachable!("the list begins with a part"),
        }
    }
    match <[String; 2]>::try_from(parts) {
        Ok([before, after]) => Ok(AtomForm(before, after)),
        Err(_) => Err("the form contains `%0`, the atom, once".into()),
    }
}

pub(super) fn separator(text: &str) -> Result<char, String> {
    let mut characters = text.chars();
    match (characters.next(), characters.next(), characters.next()) {
        (Some(only), None, _) => Ok(only),
        (Some('\\'), Some('n'), None) => Ok('\n'),
        (Some('\\'), Some('t'), None) => Ok('\t'),
        (Some('\\'), Some('v'), None) => Ok('\x0b'),
        (Some('\\'), Some('r'), None) => Ok('\r'),
        _ => Err("expected a single character, or `\\n`, `\\t`, `\\v`, `\\r`".into()),
    }
}

pub(super) fn conflicts(text: &str) -> Result<ConflictLimit, String> {
    let (conflicts, restarts) = text.split_once(',').unwrap_or((text, "umax"));
    let limit = |text: &str| match text.to_ascii_lowercase().as_str() {
        "umax" | "-1" => Ok(None),
        number => number
            .parse::<u64>()
            .map(Some)
            .map_err(|_| format!("`{text}` is no limit: expected a number, or umax")),
    };
    match limit(restarts)? {
        None => limit(conflicts).map(ConflictLimit),
        Some(_) => Err("a limit on restarts is not supported: leave out the second number".into()),
    }
}

pub(super) fn statistics_level(text: &str) -> Result<u8, String> {
    let (level, tester) = text.split_once(',').unwrap_or((text, "0"));
    match (level.parse(), tester.parse()) {
        (Ok(level @ 0..=2), Ok(0..=2)) => Ok(level),
        _ => Err("expected a level from 0 to 2, or two of them".into()),
    }
}

/// Reads `--project`. The options of clingo's algorithm for enumeration behind it, from 0 to 3, have no effect.
pub(super) fn project(text: &str) -> Result<Project, String> {
    let (atoms, options) = text.split_once(',').unwrap_or((text, "3"));
    if !matches!(options.parse(), Ok(0u8..=3)) {
        return Err(format!("`{options}` is no option of the enumeration: expected a number from 0 to 3"));
    }
    match atoms.to_ascii_lowercase().as_str() {
        "no" => Ok(Project(None)),
        "auto" => Ok(Project(Some(Projection::Auto))),
        "show" => Ok(Project(Some(Projection::Shown))),
        "project" => Ok(Project(Some(Projection::Atoms))),
        _ => Err(known(atoms, &["no", "auto", "show", "project"])),
    }
}

pub(super) fn quiet(text: &str) -> Result<Quiet, String> {
    let levels = text.split(',').map(|part| match part.parse::<u8>() {
        Ok(0) => Ok(Level::All),
        Ok(1) => Ok(Level::Last),
        Ok(_) => Ok(Level::None),
        Err(_) => Err(format!("`{part}` is not a level: expected 0, 1 or 2")),
    });
    let levels = levels.collect::<Result<Vec<Level>, String>>()?;
    match levels[..] {
        [models] => Ok(Quiet { models, costs: models }),
        [models, costs] | [models, costs, Level::None] => Ok(Quiet { models, costs }),
        [_, _, _] => Err("summaries of single calls are not supported yet".into()),
        _ => Err("at most three levels are expected".into()),
    }
}

pub(super) fn mode(text: &str) -> Result<Mode, String> {
    match text {
        "clingo" => Ok(Mode::Clingo),
        "gringo" => Ok(Mode::Gringo),
        "clasp" => Ok(Mode::Clasp),
        _ => Err(known(text, &["clingo", "gringo", "clasp"])),
    }
}

pub(super) fn heuristic(text: &str) -> Result<Heuristic, String> {
    match text.to_ascii_lowercase().as_str() {
        "auto" => Ok(Heuristic::Auto),
        "domain" => Ok(Heuristic::Domain),
        _ => Err(known(text, &["auto", "Berkmin", "Vmtf", "Vsids", "Domain", "Unit", "None"])),
    }
}

pub(super) fn probability(text: &str) -> Result<f64, String> {
    if ["no", "off", "false"].contains(&text.to_ascii_lowercase().as_str()) {
        return Ok(0.0);
    }
    match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("expected a probability from 0 to 1, or `no`".into()),
    }
}

pub(super) fn signs(text: &str) -> Result<Signs, String> {
    match text.to_ascii_lowercase().as_str() {
        "asp" => Ok(Signs::Phase),
        "pos" => Ok(Signs::Positive),
        "neg" => Ok(Signs::Negative),
        "rnd" => Ok(Signs::Random),
        _ => Err(known(text, &["asp", "pos", "neg", "rnd"])),
    }
}

pub(super) fn rounds(text: &str) -> Result<u32, String> {
    match text.parse::<i64>() {
        Ok(-1) => Ok(u32::MAX),
        Ok(number) if number >= 0 => Ok(u32::try_from(number).unwrap_or(u32::MAX)),
        _ => Err("expected a number of rounds, or -1".into()),
    }
}

pub(super) fn yes_or_no(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(known(text, &["yes", "no"])),
    }
}
