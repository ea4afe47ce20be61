//! The options of `hamadryad solve`: clingo's, with clingo's meaning.
//!
//! Text becomes a value here and nowhere else. What clingo accepts and this version cannot do is refused by name.

use crate::output::{Level, Quiet};
use clap::{Args, ValueEnum};
use hamadryad::{Code, Projection};
use std::time::Duration;

const AFTER_HELP: &str = "\
Exit codes: 10 satisfiable, 20 unsatisfiable, 30 satisfiable and all models or the optimum found, 1 interrupted or bad \
option, 11 interrupted with a model, 65 bad input, 0 unknown or ground program written.";

/// Arguments of `hamadryad solve`.
#[derive(Args, Debug)]
#[command(version, after_help = AFTER_HELP, disable_version_flag = true)]
pub struct SolveArguments {
    /// Logic programs, `-` for standard input, and possibly the number of models.
    #[arg(value_name = "FILE|NUMBER")]
    words: Vec<String>,

    /// Compute at most N models, 0 for all [default: 1, or the optimum where there is one]
    #[arg(short = 'n', long = "models", value_name = "N")]
    models: Option<u64>,

    /// Replace the constant NAME by the term VALUE; may be given several times.
    #[arg(short = 'c', long = "const", value_name = "NAME=VALUE", value_parser = constant)]
    pub constants: Vec<Constant>,

    /// How to optimise: opt, enum[,BOUND...], optN or ignore.
    #[arg(long, value_name = "MODE[,BOUND...]", default_value = "opt", value_parser = opt_mode)]
    #[arg(allow_hyphen_values = true)]
    pub opt_mode: OptMode,

    /// What models must differ in: no (any atom), show (what is shown), project (atoms of #project) or auto (either).
    #[arg(long, value_name = "WHAT", value_parser = project)]
    #[arg(num_args = 0..=1, require_equals = true, default_value = "no", default_missing_value = "auto")]
    pub project: Project,

    /// What not to print, for models, costs and calls: 0 print all, 1 print the last, 2 print none.
    #[arg(short, long, value_name = "MODELS[,COSTS[,CALLS]]", value_parser = quiet)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "2,2,2")]
    quiet: Option<Quiet>,

    /// Print statistics.
    #[arg(short = 's', long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=2))]
    #[arg(num_args = 0..=1, require_equals = true, default_value = "0", default_missing_value = "1")]
    pub stats: u8,

    /// Stop after this many seconds, grounding included; 0 for no limit.
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = seconds)]
    #[arg(allow_hyphen_values = true, hide_default_value = true)]
    pub time_limit: Limit,

    /// The seed of everything random.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, hide_default_value = true)]
    pub seed: u64,

    /// The format of the answers: 0 text, 1 competition, 2 JSON, 3 nothing.
    #[arg(long, value_name = "FORMAT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=3))]
    outf: u8,

    /// Print the ground program as text, and do not solve.
    #[arg(long, conflicts_with = "output")]
    text: bool,

    /// Print the ground program in this format, and do not solve.
    #[arg(short, long, value_name = "FORMAT", value_parser = ground_format)]
    output: Option<GroundFormat>,

    /// Whether to solve, or to ground only.
    #[arg(long, value_name = "MODE", default_value = "clingo", value_parser = mode)]
    mode: Mode,

    /// The heuristic of the search: Domain obeys #heuristic directives.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = heuristic)]
    pub heuristic: Heuristic,

    /// Which warnings to print: none, all, [no-]KIND; may be given several times.
    #[arg(short = 'W', long = "warn", value_name = "KIND", value_parser = warning)]
    warnings: Vec<Warning>,

    /// How much to print: 0 models and the verdict, 1 all.
    #[arg(short = 'V', long, value_name = "LEVEL", value_parser = verbosity)]
    #[arg(num_args = 0..=1, require_equals = true, default_value = "1", default_missing_value = "1")]
    pub verbose: u8,

    /// Print the version.
    #[arg(short = 'v', long, action = clap::ArgAction::Version)]
    version: Option<bool>,
}

/// A constant of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Its value as text.
    pub value: String,
}

/// What is done about `#minimize`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptKind {
    /// Find an optimal model.
    Opt,
    /// Find models that cost no more than the bound.
    Enum,
    /// Find all optimal models.
    OptN,
    /// Nothing.
    Ignore,
}

/// The value of `--opt-mode`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptMode {
    /// What is done.
    pub kind: OptKind,
    /// The most that models may cost, the highest priority first; priorities without a bound are free.
    pub bounds: Vec<i64>,
}

/// What models must differ in; `None` for any atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Project(pub Option<Projection>);

/// A limit of time; `None` for none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limit(pub Option<Duration>);

/// The format of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerFormat {
    /// Lines for people.
    Text,
    /// The format of the competitions.
    Competition,
    /// JSON.
    Json,
    /// Nothing at all.
    Nothing,
}

/// The format of the ground program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroundFormat {
    /// Text in the language itself.
    Text,
    /// aspif.
    Aspif,
}

/// Whether to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Solve,
    Ground,
}

/// The heuristic of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Heuristic {
    /// The search's own.
    Auto,
    /// The search's own, changed by the program's `#heuristic` directives.
    Domain,
}

/// A value of `--warn`: whether to print warnings of a kind, or of all kinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Warning {
    kind: Option<Code>,
    print: bool,
}

impl SolveArguments {
    /// Refuses what no single option is to blame for.
    pub fn check(&self) -> Result<(), String> {
        let numbers: Vec<&str> =
            self.words.iter().map(String::as_str).filter(|word| is_number(word)).collect();
        match (&numbers[..], self.models) {
            ([first, second, ..], _) => {
                Err(format!("the number of models is given twice: `{first}` and `{second}`"))
            }
            ([word], Some(models)) => {
                Err(format!("the number of models is given twice: `{word}` and `--models={models}`"))
            }
            ([word], None) if word.parse::<u64>().is_err() => Err(format!("`{word}` is too many models")),
            _ => Ok(()),
        }
    }

    /// The most models to compute, 0 for all; `None` if the user did not say.
    pub fn models(&self) -> Option<u64> {
        let word = self.words.iter().find(|word| is_number(word));
        self.models.or_else(|| word.and_then(|word| word.parse().ok()))
    }

    /// The files, in order; none for standard input.
    pub fn files(&self) -> Vec<String> {
        self.words.iter().filter(|word| !is_number(word)).cloned().collect()
    }

    /// The format of the answers.
    pub fn answer_format(&self) -> AnswerFormat {
        [AnswerFormat::Text, AnswerFormat::Competition, AnswerFormat::Json, AnswerFormat::Nothing]
            [usize::from(self.outf)]
    }

    /// The format of the ground program, if that is all that is asked for.
    pub fn ground_format(&self) -> Option<GroundFormat> {
        let text = self.text.then_some(GroundFormat::Text);
        let aspif = (self.mode == Mode::Ground).then_some(GroundFormat::Aspif);
        text.or(self.output).or(aspif)
    }

    /// What not to print.
    pub fn quiet(&self) -> Quiet {
        let last = Quiet { models: Level::Last, costs: Level::Last };
        let default = if self.answer_format() == AnswerFormat::Competition { last } else { Quiet::default() };
        self.quiet.unwrap_or(default)
    }

    /// Whether to print warnings of a kind; later options count more.
    pub fn prints_warning(&self, code: Code) -> bool {
        let speaks_of = |warning: &&Warning| warning.kind.is_none_or(|kind| kind == code);
        self.warnings.iter().rev().find(speaks_of).is_none_or(|warning| warning.print)
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn constant(text: &str) -> Result<Constant, String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(format!("expected NAME=VALUE, such as {text}=3"));
    };
    if value.is_empty() {
        return Err("the value is missing".into());
    }
    let rest = name.trim_start_matches(['_', '\'']);
    let is_identifier = rest.starts_with(|c: char| c.is_ascii_lowercase())
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'');
    if !is_identifier || rest == "not" {
        return Err(format!("`{name}` is not the name of a constant"));
    }
    Ok(Constant { name: name.to_owned(), value: value.to_owned() })
}

fn opt_mode(text: &str) -> Result<OptMode, String> {
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

fn project(text: &str) -> Result<Project, String> {
    match text.to_ascii_lowercase().as_str() {
        "no" => Ok(Project(None)),
        "auto" => Ok(Project(Some(Projection::Auto))),
        "show" => Ok(Project(Some(Projection::Shown))),
        "project" => Ok(Project(Some(Projection::Atoms))),
        _ => Err(known(text, &["no", "auto", "show", "project"])),
    }
}

fn quiet(text: &str) -> Result<Quiet, String> {
    let levels = text.split(',').map(|part| match part.parse::<u8>() {
        Ok(0) => Ok(Level::All),
        Ok(1) => Ok(Level::Last),
        Ok(_) => Ok(Level::None),
        Err(_) => Err(format!("`{part}` is none of 0, 1 and 2")),
    });
    let levels = levels.collect::<Result<Vec<Level>, String>>()?;
    match levels[..] {
        [models] => Ok(Quiet { models, costs: models }),
        [models, costs] | [models, costs, Level::None] => Ok(Quiet { models, costs }),
        [_, _, _] => Err("summaries of single calls are not supported yet".into()),
        _ => Err("at most three levels are expected".into()),
    }
}

fn seconds(text: &str) -> Result<Limit, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    if number <= 0.0 {
        return Ok(Limit(None));
    }
    let limit = Duration::try_from_secs_f64(number);
    limit.map(|limit| Limit(Some(limit))).map_err(|_| "expected a number of seconds".to_owned())
}

fn ground_format(text: &str) -> Result<GroundFormat, String> {
    match text {
        "text" => Ok(GroundFormat::Text),
        "intermediate" => Ok(GroundFormat::Aspif),
        "smodels" | "reify" => Err(format!("clingo's format `{text}` is not supported yet")),
        _ => Err(known(text, &["text", "intermediate"])),
    }
}

fn mode(text: &str) -> Result<Mode, String> {
    match text {
        "clingo" => Ok(Mode::Solve),
        "gringo" => Ok(Mode::Ground),
        "clasp" => Err("clingo's mode `clasp` is not supported yet".into()),
        _ => Err(known(text, &["clingo", "gringo"])),
    }
}

fn heuristic(text: &str) -> Result<Heuristic, String> {
    match text.to_ascii_lowercase().as_str() {
        "auto" => Ok(Heuristic::Auto),
        "domain" => Ok(Heuristic::Domain),
        "berkmin" | "vmtf" | "vsids" | "unit" | "none" => {
            Err(format!("clingo's heuristic `{text}` is not supported yet; known: auto, Domain"))
        }
        _ => Err(known(text, &["auto", "Domain"])),
    }
}

const WARNINGS: [Code; 5] =
    [Code::AtomUndefined, Code::FileIncluded, Code::OperationUndefined, Code::GlobalVariable, Code::Other];

fn warning(text: &str) -> Result<Warning, String> {
    let (kind, print) = match text.strip_prefix("no-") {
        Some(kind) => (kind, false),
        None => (text, true),
    };
    match text {
        "none" => return Ok(Warning { kind: None, print: false }),
        "all" => return Ok(Warning { kind: None, print: true }),
        _ => (),
    }
    // clingo has one more kind, which it never uses.
    if kind == "variable-unbounded" {
        return Ok(Warning { kind: Some(Code::Unsafe), print });
    }
    match WARNINGS.iter().find(|code| code.name() == kind) {
        Some(&code) => Ok(Warning { kind: Some(code), print }),
        None => {
            let kinds = WARNINGS.map(Code::name);
            Err(known(kind, &[&["none", "all"], &kinds[..]].concat()))
        }
    }
}

fn verbosity(text: &str) -> Result<u8, String> {
    match text.parse() {
        Ok(level @ 0..=1) => Ok(level),
        Ok(_) => Err("more than 1 is not supported yet".into()),
        Err(_) => Err("expected 0 or 1".into()),
    }
}

/// `unknown; known: a, b`, with the nearest name if one is near.
fn known(word: &str, names: &[&str]) -> String {
    let nearest = crate::nearest::nearest(word, names.iter().copied());
    let tip = nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    format!("known: {}{tip}", names.join(", "))
}
