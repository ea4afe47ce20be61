//! The values of the options of `hamadryad solve`, and how they are read.
//!
//! *Invariant:* a reader accepts each value of clingo that the engine supports, in clingo's spelling, and rejects
//! all others with a reason.

use crate::ground::{self, GroundFormat};
use crate::nearest::known;
use hamadryad::{Consequences, Projection, Threads};
use hamadryad_configuration::Configuration;
use hamadryad_present::answers::{Level, Quiet};
use std::fmt;
use std::path::Path;

/// The value of `--output`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// The ground program in a format.
    Ground(GroundFormat),
    /// Pictures of the answer sets in a file.
    Pictures(String),
}

/// The endings of files with pictures.
const PICTURES: [&str; 8] = ["svg", "png", "gif", "apng", "html", "htm", "dot", "gv"];

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

impl fmt::Display for OptMode {
    /// Writes the value of clingo's key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            OptKind::Opt => "opt",
            OptKind::Enum => "enum",
            OptKind::OptN => "optN",
            OptKind::Ignore => "ignore",
        })?;
        self.bounds.iter().try_for_each(|bound| write!(f, ",{bound}"))
    }
}

/// The atoms in which models must differ; `None` for any atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Project(pub Option<Projection>);

/// The kind of enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumMode {
    /// Models.
    Models,
    /// Models by the domain heuristic.
    Domain,
    /// Consequences.
    Consequences(Consequences),
}

impl Project {
    /// The value of clingo's key, if there is a projection.
    pub fn key(self) -> Option<&'static str> {
        self.0.map(|projection| match projection {
            Projection::Auto => "auto",
            Projection::Shown => "show",
            Projection::Atoms => "project",
        })
    }
}

impl EnumMode {
    /// The value of clingo's key, if it is not the default.
    pub fn key(self) -> Option<&'static str> {
        match self {
            EnumMode::Models => None,
            EnumMode::Domain => Some("domRec"),
            EnumMode::Consequences(Consequences::Brave) => Some("brave"),
            EnumMode::Consequences(Consequences::Cautious) => Some("cautious"),
        }
    }
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
pub enum Mode {
    /// Ground and solve.
    Clingo,
    /// Ground.
    Gringo,
    /// Solve.
    Clasp,
}

/// The value of `--out-atomf`: the texts before and after an atom, and before and after the number of a variable, which
/// DIMACS and OPB have instead of atoms. `None` keeps the form of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomForm {
    /// Of atoms.
    pub atom: Option<(String, String)>,
    /// Of variables, behind the sign.
    pub variable: Option<(String, String)>,
}

/// The value of `--solve-limit`: the numbers of conflicts and of restarts; `None` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveLimit {
    /// The greatest number of conflicts.
    pub conflicts: Option<u64>,
    /// The greatest number of restarts.
    pub restarts: Option<u64>,
}

impl fmt::Display for SolveLimit {
    /// Writes the value of clingo's key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [conflicts, restarts] = [self.conflicts, self.restarts]
            .map(|limit| limit.map_or("umax".to_owned(), |limit| limit.to_string()));
        write!(f, "{conflicts},{restarts}")
    }
}

/// The value of an option that selects the engine's own way.
pub(crate) const AUTO: &str = "auto";

/// Reads the value of a key of clingo's configuration.
fn keyed(path: &str, text: &str) -> Result<String, String> {
    let mut configuration = Configuration::new();
    configuration.set_path(path, text).map_err(|error| error.to_string())?;
    Ok(configuration.get_path(path).unwrap_or_default())
}

/// As [`keyed`], or `auto`.
fn keyed_or_auto(path: &str, text: &str) -> Result<String, String> {
    if text.eq_ignore_ascii_case(AUTO) { Ok(AUTO.to_owned()) } else { keyed(path, text) }
}

pub(crate) fn strategy(text: &str) -> Result<String, String> {
    keyed_or_auto("solver.opt_strategy", text)
}

pub(crate) fn shrinking(text: &str) -> Result<String, String> {
    keyed("solver.opt_usc_shrink", text)
}

pub(crate) fn opt_stop(text: &str) -> Result<String, String> {
    keyed("solve.opt_stop", text)
}

pub(crate) fn heuristic(text: &str) -> Result<String, String> {
    keyed_or_auto("solver.heuristic", text)
}

pub(crate) fn rounds(text: &str) -> Result<String, String> {
    keyed("asp.eq", text)
}

pub(crate) fn preprocessing(text: &str) -> Result<String, String> {
    keyed_or_auto("sat_prepro", text)
}

pub(crate) fn signs(text: &str) -> Result<String, String> {
    keyed("solver.sign_def", text)
}

pub(crate) fn probability(text: &str) -> Result<String, String> {
    keyed("solver.rand_freq", text).map_err(|_| "expected a probability from 0 to 1, or `no`".to_owned())
}

pub(crate) fn limits(text: &str) -> Result<SolveLimit, String> {
    let value = keyed("solve.solve_limit", text)?;
    let (conflicts, restarts) = value.split_once(',').unwrap_or((&value, ""));
    Ok(SolveLimit { conflicts: conflicts.parse().ok(), restarts: restarts.parse().ok() })
}

pub(crate) fn pre(text: &str) -> Result<GroundFormat, String> {
    match text.to_ascii_lowercase().as_str() {
        "aspif" => Ok(GroundFormat::Aspif),
        "smodels" => Ok(GroundFormat::Smodels),
        _ => Err(known(text, &["aspif", "smodels"])),
    }
}

/// Reads a signature, such as `p/1` or `-q/0`.
pub(crate) fn signature(text: &str) -> Result<String, String> {
    let is_name = |name: &str| {
        let name = name.strip_prefix('-').unwrap_or(name);
        let first = name.trim_start_matches('_').chars().next();
        first.is_some_and(|first| first.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'')
    };
    match text.trim().split_once('/') {
        Some((name, arity)) if is_name(name) && arity.parse::<u32>().is_ok() => Ok(text.trim().to_owned()),
        _ => Err("expected a name and a number of arguments, such as `p/1`".into()),
    }
}

pub(crate) fn output(text: &str) -> Result<Output, String> {
    let ending = Path::new(text).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if PICTURES.contains(&ending.to_ascii_lowercase().as_str()) {
        return Ok(Output::Pictures(text.to_owned()));
    }
    ground::format(text).map(Output::Ground)
}

pub(crate) fn opt_mode(text: &str) -> Result<OptMode, String> {
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
    // Without an objective, bounds have no effect.
    let bounds = if kind == OptKind::Ignore { Vec::new() } else { bounds };
    Ok(OptMode { kind, bounds })
}

pub(crate) fn enum_mode(text: &str) -> Result<EnumMode, String> {
    match text.to_ascii_lowercase().as_str() {
        "auto" | "bt" | "record" => Ok(EnumMode::Models),
        "brave" => Ok(EnumMode::Consequences(Consequences::Brave)),
        "cautious" | "query" => Ok(EnumMode::Consequences(Consequences::Cautious)),
        "domrec" => Ok(EnumMode::Domain),
        // An enumerator of the program that calls clasp; without one, models are enumerated.
        "user" => Ok(EnumMode::Models),
        _ => Err(known(text, &["auto", "bt", "record", "domRec", "brave", "cautious", "query"])),
    }
}

/// The maximal number of threads, as in clingo.
pub(crate) const MOST_THREADS: usize = 64;

pub(crate) fn parallel_mode(text: &str) -> Result<Threads, String> {
    let (number, mode) = text.split_once(',').unwrap_or((text, "compete"));
    if !["compete", "split"].contains(&mode.to_ascii_lowercase().as_str()) {
        return Err(known(mode, &["compete", "split"]));
    }
    match number.parse() {
        Ok(number @ 1..=MOST_THREADS) => Ok(Threads::new(number)),
        _ => Err(format!("`{number}` is not a number of threads: expected 1 to {MOST_THREADS}")),
    }
}

/// Reads a form of atoms (`%s`), of variables behind their sign (`-%d`), or of both (`%0`).
pub(crate) fn atom_form(text: &str) -> Result<AtomForm, String> {
    let (mut parts, mut kind) = (vec![String::new()], 'd');
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, parts.last_mut()) {
            ('%', last) => match (characters.next(), last) {
                (Some('%'), Some(last)) => last.push('%'),
                (Some(found @ ('0' | 's' | 'd')), _) => {
                    kind = found;
                    parts.push(String::new());
                }
                _ => return Err("`%` is followed by `0`, `s` or `d`, or by `%`".into()),
            },
            (other, Some(last)) => last.push(other),
            (_, None) => unreachable!("the list begins with a part"),
        }
    }
    let Ok([before, after]) = <[String; 2]>::try_from(parts) else {
        return Err("the form contains `%0`, the atom, once".into());
    };
    let form = Some((before, after));
    match (kind, &form) {
        ('0', _) => Ok(AtomForm { atom: form.clone(), variable: form }),
        ('s', _) => Ok(AtomForm { atom: form, variable: None }),
        (_, Some((before, after))) if before.starts_with('-') => {
            Ok(AtomForm { atom: None, variable: Some((before[1..].to_owned(), after.clone())) })
        }
        _ => Err("the form of a variable begins with its sign, as in `-%d`".into()),
    }
}

pub(crate) fn separator(text: &str) -> Result<char, String> {
    let mut characters = text.chars();
    match (characters.next(), characters.next(), characters.next()) {
        (Some(only), None, _) => Ok(only),
        (Some('\\'), Some('n'), None) => Ok('\n'),
        (Some('\\'), Some('t'), None) => Ok('\t'),
        (Some('\\'), Some('v'), None) => Ok('\x0b'),
        (Some('\\'), Some('r'), None) => Ok('\r'),
        (Some('\\'), Some('\\'), None) => Ok('\\'),
        _ => Err("expected a single character, or `\\n`, `\\t`, `\\v`, `\\r`, `\\\\`".into()),
    }
}

pub(crate) fn statistics_level(text: &str) -> Result<u8, String> {
    let (level, tester) = text.split_once(',').unwrap_or((text, "0"));
    match (level.parse(), tester.parse()) {
        (Ok(level @ 0..=2), Ok(0..=2)) => Ok(level),
        _ => Err("expected a level from 0 to 2, or two of them".into()),
    }
}

/// Reads `--project`. The options of clingo's algorithm for enumeration behind it, from 0 to 3, have no effect.
pub(crate) fn project(text: &str) -> Result<Project, String> {
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

pub(crate) fn quiet(text: &str) -> Result<Quiet, String> {
    let levels = text.split(',').map(|part| match part.parse::<u8>() {
        Ok(0) => Ok(Level::All),
        Ok(1) => Ok(Level::Last),
        Ok(_) => Ok(Level::None),
        Err(_) => Err(format!("`{part}` is not a level: expected 0, 1 or 2")),
    });
    let levels = levels.collect::<Result<Vec<Level>, String>>()?;
    match levels[..] {
        [models] => Ok(Quiet { models, costs: models, calls: Level::None }),
        [models, costs] => Ok(Quiet { models, costs, calls: Level::None }),
        [models, costs, calls] => Ok(Quiet { models, costs, calls }),
        _ => Err("at most three levels are expected".into()),
    }
}

pub(crate) fn mode(text: &str) -> Result<Mode, String> {
    match text {
        "clingo" => Ok(Mode::Clingo),
        "gringo" => Ok(Mode::Gringo),
        "clasp" => Ok(Mode::Clasp),
        _ => Err(known(text, &["clingo", "gringo", "clasp"])),
    }
}

pub(crate) fn yes_or_no(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(known(text, &["yes", "no"])),
    }
}
