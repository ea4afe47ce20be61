//! The options of `hamadryad solve`: clingo's, with clingo's meaning.
//!
//! Only this module parses their values. Values of clingo that are not supported are rejected by name.

use crate::draw::{self, Destination, DrawArguments};
use crate::exit;
use crate::ground::{self, GroundFormat, WritingArguments};
use crate::input::Accepted;
use crate::nearest::known;
use crate::program::ProgramArguments;
use crate::solve::sat_prepro::SatPrepro;
use crate::solve::strategy::{shrinking, strategy};
use clap::{Args, ValueEnum};
use hamadryad::{Consequences, Descent, Projection, Signs, Strategy, Threads};
use hamadryad_present::answers::{Level, Quiet};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Exit codes: 10 satisfiable, 20 unsatisfiable, 30 satisfiable and all models or the optimum found, 1 interrupted or bad \
option, 11 interrupted with a model, 33 out of memory, 65 bad input, 128 contradicting options, 0 unknown or ground \
program written.";

/// Arguments of `hamadryad solve`.
#[derive(Args, Debug)]
#[command(version, after_help = AFTER_HELP, disable_version_flag = true)]
pub struct SolveArguments {
    /// Logic programs, or one ground program (aspif); `-` is standard input; possibly the number of answer
    /// sets
    #[arg(value_name = "FILE|NUMBER")]
    words: Vec<String>,

    /// Options of the program.
    #[command(flatten)]
    pub program: ProgramArguments,

    /// Compute at most N answer sets, 0 for all [default: 1, or an optimal one if the program has an
    /// objective]
    #[arg(short = 'n', long = "models", value_name = "N")]
    #[arg(help_heading = "Answers")]
    models: Option<u64>,

    /// Draw N answer sets uniformly at random by --seed, each independently of the others: optimal ones if
    /// the program has an objective, and projected ones under --project.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(help_heading = "Answers")]
    pub sample: Option<u64>,

    /// Find an optimal answer set (opt), all optimal ones (optN), all answer sets within BOUND (enum), or
    /// ignore the objective (ignore).
    #[arg(long, value_name = "MODE[,BOUND...]", default_value = "opt", value_parser = opt_mode)]
    #[arg(allow_hyphen_values = true)]
    #[arg(help_heading = "Optimisation")]
    pub opt_mode: OptMode,

    /// Enumerate answer sets that differ in: any atom (no), shown atoms (show), atoms of #project (project),
    /// or projected atoms if there are any, else shown atoms (auto).
    #[arg(long, value_name = "WHAT", value_parser = project)]
    #[arg(num_args = 0..=1, require_equals = true, default_value = "no", default_missing_value = "auto")]
    #[arg(help_heading = "Answers")]
    pub project: Project,

    /// Enumerate answer sets (auto, bt, record), or compute their brave or cautious consequences.
    #[arg(short = 'e', long, value_name = "MODE", default_value = "auto", value_parser = enum_mode)]
    #[arg(help_heading = "Answers")]
    enum_mode: EnumMode,

    /// Optimise by improving answer sets (bb[,lin|hier|inc|dec]), by unsatisfiable cores (usc[,...]), or by
    /// both in turn (auto).
    #[arg(long, value_name = "NAME[,...]", default_value = "auto", value_parser = strategy)]
    #[arg(help_heading = "Optimisation")]
    opt_strategy: Strategy,

    /// Shrink unsatisfiable cores: no, or one of lin, inv, bin, rgs, exp and min, which have the same effect
    /// here. A limit, as in `lin,10`, has no effect: the work for a core is always limited.
    #[arg(long, value_name = "HOW[,LIMIT]", default_value = "no", value_parser = shrinking)]
    #[arg(action = clap::ArgAction::Set)]
    #[arg(help_heading = "Optimisation")]
    opt_usc_shrink: bool,

    /// Omit answer sets, costs and calls from the output: 0 print all, 1 print the last, 2 print none.
    #[arg(short, long, value_name = "MODELS[,COSTS[,CALLS]]", value_parser = quiet)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "2,2,2")]
    #[arg(help_heading = "Output")]
    quiet: Option<Quiet>,

    /// Print statistics; level 2 adds details. A second level, for the tester of disjunctions, has no effect.
    #[arg(short = 's', long, value_name = "LEVEL[,LEVEL]", value_parser = statistics_level)]
    #[arg(num_args = 0..=1, require_equals = true, default_value = "0", default_missing_value = "1")]
    #[arg(help_heading = "Output")]
    pub stats: u8,

    /// Verify every answer set by the definition, and the axioms of a proof by the program, independently of
    /// the search.
    #[arg(long)]
    #[arg(help_heading = "Answers")]
    pub check: bool,

    /// Write a proof for the proof checker VeriPB if there is no answer set or if the optimum is found; the
    /// problem is written beside it (.opb).
    #[arg(long, value_name = "FILE")]
    #[arg(help_heading = "Answers")]
    pub proof: Option<PathBuf>,

    /// Search with N threads under different settings; the answer is the same. `split` has the effect of
    /// `compete`.
    #[arg(
        short = 't',
        long,
        value_name = "N[,compete|split]",
        default_value = "1",
        hide_default_value = true
    )]
    #[arg(value_parser = parallel_mode)]
    #[arg(help_heading = "Search")]
    pub parallel_mode: Threads,

    /// Seed of all random choices: of --rand-freq, --sign-def=rnd and --sample; it also orders atoms of equal
    /// activity. The same seed gives the same run with one thread.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, hide_default_value = true)]
    #[arg(help_heading = "Search")]
    pub seed: u64,

    /// Decide a random atom with probability P, from 0 to 1, instead of the most active one; no is 0.
    #[arg(long, value_name = "P|no", default_value = "no", value_parser = probability)]
    #[arg(help_heading = "Search")]
    pub rand_freq: f64,

    /// Default sign of decisions: asp (atoms false, bodies true), pos (true), neg (false) or rnd (random).
    #[arg(long, value_name = "SIGN", default_value = "asp", value_parser = signs)]
    #[arg(help_heading = "Search")]
    pub sign_def: Signs,

    /// Format of the answers: 0 text, 1 competition, 2 JSON, 3 none.
    #[arg(long, value_name = "FORMAT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=3))]
    #[arg(help_heading = "Output")]
    outf: u8,

    /// Print atoms in this form: `%0` is the atom, `%%` a percent sign, as in `%0.`.
    #[arg(long, value_name = "FORM", value_parser = atom_form, allow_hyphen_values = true)]
    #[arg(help_heading = "Output")]
    pub out_atomf: Option<AtomForm>,

    /// Print this character between atoms, or \\n, \\t, \\v, \\r.
    #[arg(long, value_name = "CHARACTER", value_parser = separator, allow_hyphen_values = true)]
    #[arg(help_heading = "Output")]
    pub out_ifs: Option<char>,

    /// Print the ground program as text instead of solving.
    #[arg(long)]
    #[arg(help_heading = "Ground program")]
    text: bool,

    /// Print the ground program instead of solving: text, intermediate (aspif) or reify (facts). With a file
    /// name ending in .svg, .png, .gif, .apng, .html or .dot: draw the answer sets.
    #[arg(short, long, value_name = "FORMAT|FILE", value_parser = output)]
    #[arg(help_heading = "Output")]
    output: Option<Output>,

    /// Options of pictures.
    #[command(flatten)]
    pub draw: DrawArguments,

    /// Ground and solve (clingo), ground and print aspif (gringo), or solve aspif (clasp).
    #[arg(long, value_name = "MODE", default_value = "clingo", value_parser = mode)]
    #[arg(help_heading = "Ground program")]
    mode: Mode,

    /// Options of the ground program.
    #[command(flatten)]
    pub writing: WritingArguments,

    /// Heuristic of the search: auto, or Domain for one that #heuristic directives modify. Berkmin, Vmtf, Vsids,
    /// Unit and None of clingo have the effect of auto.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = heuristic)]
    #[arg(help_heading = "Search")]
    pub heuristic: Heuristic,

    /// Rounds of preprocessing that merge equivalent atoms and bodies; 0 for none, -1 for as many as have an
    /// effect.
    #[arg(long, value_name = "N", default_value = "3", allow_negative_numbers = true, value_parser = rounds)]
    #[arg(help_heading = "Search")]
    pub eq: u32,

    /// Eliminate gate-defined variables: auto during long searches; 1, 2 or 3 before the search, with
    /// subsumption; no or 0 never. Limits as in clasp: iter=N rounds, occ=N clauses of a variable, frozen=N
    /// percent of variables that are not eliminated, size=N thousand clauses.
    #[arg(long, value_name = "LEVEL[,LIMIT...]", value_parser = SatPrepro::parse)]
    #[arg(num_args = 0..=1, require_equals = true, default_value = "auto", default_missing_value = "2")]
    #[arg(help_heading = "Search")]
    pub sat_prepro: SatPrepro,

    /// Compute all supported models: atoms on a positive loop may be true without a reason outside of it. Implies
    /// --eq=0.
    #[arg(long, visible_alias = "no-ufs-check")]
    #[arg(help_heading = "Answers")]
    pub supp_models: bool,

    /// Stop after N conflicts; umax is no limit. clingo's second limit, on restarts, is not supported.
    #[arg(long, value_name = "N", value_parser = conflicts)]
    #[arg(help_heading = "Search")]
    pub solve_limit: Option<ConflictLimit>,

    /// Detect Hamiltonian circuits in the program and propagate them with a special propagator.
    #[arg(long, value_name = "YES|NO", default_value = "yes", action = clap::ArgAction::Set, value_parser = yes_or_no)]
    #[arg(help_heading = "Search")]
    pub circuits: bool,

    /// Print answer sets and the result only (0), everything (1), or also the options without effect (2 and
    /// more).
    #[arg(short = 'V', long, value_name = "LEVEL")]
    #[arg(num_args = 0..=1, require_equals = true, default_value = "1", default_missing_value = "3")]
    #[arg(help_heading = "Output")]
    pub verbose: u8,

    /// Print the version.
    #[arg(help_heading = "Options")]
    #[arg(short = 'v', long, action = clap::ArgAction::Version)]
    version: Option<bool>,

    /// Options of clingo that only steer its search, as [`super::search_options`] takes them out.
    #[arg(skip)]
    pub without_effect: Vec<String>,
}

/// The value of `--output`.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Output {
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
enum EnumMode {
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
enum Mode {
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

/// Options that contradict each other.
#[derive(Debug)]
pub struct Contradiction {
    /// The options and the reason.
    pub message: String,
    /// clingo's exit code for it.
    pub exit_code: u8,
}

impl SolveArguments {
    /// Rejects options that contradict each other.
    pub fn check(&self) -> Result<(), Contradiction> {
        let numbers: Vec<&str> =
            self.words.iter().map(String::as_str).filter(|word| is_number(word)).collect();
        let bad_number = match (&numbers[..], self.models) {
            ([first, second, ..], _) => {
                Some(format!("the number of models is given twice: `{first}` and `{second}`"))
            }
            ([word], Some(models)) => {
                Some(format!("the number of models is given twice: `{word}` and `--models={models}`"))
            }
            ([word], None) if word.parse::<u64>().is_err() => Some(format!("`{word}` is too many models")),
            _ => None,
        };
        if let Some(message) = bad_number {
            return Err(Contradiction { message, exit_code: 1 });
        }
        if let Some(message) = self.forbidden_in_sandbox() {
            return Err(Contradiction { message, exit_code: exit::NOT_RUN });
        }
        let is_ground = matches!(self.output, Some(Output::Ground(_)));
        let writes = if self.text { Some("--text") } else { is_ground.then_some("--output") };
        let draws = self.pictures().is_some() || self.draw.is_given();
        let proven = || match () {
            () if self.supp_models => Some("`--proof` is about answer sets: leave out `--supp-models`"),
            () if self.consequences().is_some() => {
                Some("`--proof` does not support consequences: leave out `--enum-mode`")
            }
            () if !self.opt_mode.bounds.is_empty() => {
                Some("`--proof` does not support bounds of `--opt-mode`: leave them out")
            }
            () if !matches!(self.strategy(), Strategy::Both { .. } | Strategy::Bounds(Descent::Linear)) => {
                Some("`--proof` supports `--opt-strategy=bb,lin` only, which is its default")
            }
            () => None,
        };
        let message = match (writes, self.mode) {
            (Some(_), _) if self.proof.is_some() => {
                "`--proof` requires a search: leave out the options that only ground".to_owned()
            }
            _ if self.proof.is_some() && proven().is_some() => proven().unwrap_or_default().to_owned(),
            _ if self.check && self.supp_models => {
                "`--check` accepts answer sets only: leave out `--supp-models`".to_owned()
            }
            (Some("--text"), _) if is_ground => {
                "`--text` and `--output` contradict each other: leave one of them out".to_owned()
            }
            (None, _) if self.draw.is_given() && self.pictures().is_none() => {
                "`--draw` requires a file for the pictures, such as `-o answers.svg`".to_owned()
            }
            (_, mode) if draws && (writes.is_some() || mode == Mode::Gringo) => {
                "pictures show answer sets: leave out the options that only ground".to_owned()
            }
            (Some(option), Mode::Clasp) => {
                format!("`{option}` grounds, and `--mode=clasp` does not: leave one of them out")
            }
            _ => match self.contradicts_samples() {
                Some(option) => format!("`--sample` draws answer sets: leave out `{option}`"),
                None => return Ok(()),
            },
        };
        Err(Contradiction { message, exit_code: exit::NOT_RUN })
    }

    /// The option that contradicts `--sample`.
    fn contradicts_samples(&self) -> Option<&'static str> {
        self.sample?;
        match () {
            () if self.models().is_some() => Some("--models"),
            () if self.consequences().is_some() => Some("--enum-mode"),
            () if self.proof.is_some() => Some("--proof"),
            () => None,
        }
    }

    /// The message about options that write files, which `--sandbox` does not allow.
    fn forbidden_in_sandbox(&self) -> Option<String> {
        let option = match () {
            () if !self.program.sandbox => return None,
            () if self.proof.is_some() => "--proof",
            () if self.pictures().is_some() || self.draw.is_given() => "--output with a picture",
            () => return None,
        };
        Some(format!("`{option}` writes files, which `--sandbox` does not allow"))
    }

    /// The maximal number of models, 0 for all; `None` if it is not given.
    pub fn models(&self) -> Option<u64> {
        let word = self.words.iter().find(|word| is_number(word));
        self.models.or_else(|| word.and_then(|word| word.parse().ok()))
    }

    /// The kind of consequences, if consequences are computed.
    pub fn consequences(&self) -> Option<Consequences> {
        match self.enum_mode {
            EnumMode::Models => None,
            EnumMode::Consequences(kind) => Some(kind),
        }
    }

    /// The strategy of optimisation.
    pub fn strategy(&self) -> Strategy {
        match self.opt_strategy {
            Strategy::Cores { stratify, .. } => Strategy::Cores { stratify, shrink: self.opt_usc_shrink },
            other => other,
        }
    }

    /// The files, in order; empty for standard input.
    pub fn files(&self) -> Vec<String> {
        self.words.iter().filter(|word| !is_number(word)).cloned().collect()
    }

    /// The format of the answers.
    pub fn answer_format(&self) -> AnswerFormat {
        [AnswerFormat::Text, AnswerFormat::Competition, AnswerFormat::Json, AnswerFormat::Nothing]
            [usize::from(self.outf)]
    }

    /// The format of the ground program, if it is written instead of solved.
    pub fn ground_format(&self) -> Option<GroundFormat> {
        let text = self.text.then_some(GroundFormat::Text);
        let aspif = (self.mode == Mode::Gringo).then_some(GroundFormat::Aspif);
        let output = match self.output {
            Some(Output::Ground(format)) => Some(format),
            _ => None,
        };
        text.or(output).or(aspif)
    }

    /// The file for pictures of the answer sets, if there is one.
    pub fn pictures(&self) -> Option<&Destination> {
        match &self.output {
            Some(Output::Pictures(destination)) => Some(destination),
            _ => None,
        }
    }

    /// The accepted kinds of input.
    pub fn accepted(&self) -> Accepted {
        if self.mode == Mode::Clasp { Accepted::GroundOnly } else { Accepted::TextOrGround }
    }

    /// The parts of the output to omit.
    pub fn quiet(&self) -> Quiet {
        let last = Quiet { models: Level::Last, costs: Level::Last };
        let default = if self.answer_format() == AnswerFormat::Competition { last } else { Quiet::default() };
        self.quiet.unwrap_or(default)
    }
}

fn output(text: &str) -> Result<Output, String> {
    match draw::destination(text) {
        Some(destination) => Ok(Output::Pictures(destination)),
        None => ground::format(text).map(Output::Ground),
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
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

fn enum_mode(text: &str) -> Result<EnumMode, String> {
    match text.to_ascii_lowercase().as_str() {
        "auto" | "bt" | "record" => Ok(EnumMode::Models),
        "brave" => Ok(EnumMode::Consequences(Consequences::Brave)),
        "cautious" | "query" => Ok(EnumMode::Consequences(Consequences::Cautious)),
        "domrec" | "user" => Err(format!("clingo's mode `{text}` is not supported")),
        _ => Err(known(text, &["auto", "bt", "record", "brave", "cautious", "query"])),
    }
}

/// The maximal number of threads, as in clingo.
const MOST_THREADS: usize = 64;

fn parallel_mode(text: &str) -> Result<Threads, String> {
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
fn atom_form(text: &str) -> Result<AtomForm, String> {
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

fn separator(text: &str) -> Result<char, String> {
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

fn conflicts(text: &str) -> Result<ConflictLimit, String> {
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

fn statistics_level(text: &str) -> Result<u8, String> {
    let (level, tester) = text.split_once(',').unwrap_or((text, "0"));
    match (level.parse(), tester.parse()) {
        (Ok(level @ 0..=2), Ok(0..=2)) => Ok(level),
        _ => Err("expected a level from 0 to 2, or two of them".into()),
    }
}

/// Reads `--project`. The options of clingo's algorithm for enumeration behind it, from 0 to 3, have no effect.
fn project(text: &str) -> Result<Project, String> {
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

fn quiet(text: &str) -> Result<Quiet, String> {
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

fn mode(text: &str) -> Result<Mode, String> {
    match text {
        "clingo" => Ok(Mode::Clingo),
        "gringo" => Ok(Mode::Gringo),
        "clasp" => Ok(Mode::Clasp),
        _ => Err(known(text, &["clingo", "gringo", "clasp"])),
    }
}

fn heuristic(text: &str) -> Result<Heuristic, String> {
    match text.to_ascii_lowercase().as_str() {
        "auto" => Ok(Heuristic::Auto),
        "domain" => Ok(Heuristic::Domain),
        _ => Err(known(text, &["auto", "Berkmin", "Vmtf", "Vsids", "Domain", "Unit", "None"])),
    }
}

fn probability(text: &str) -> Result<f64, String> {
    if ["no", "off", "false"].contains(&text.to_ascii_lowercase().as_str()) {
        return Ok(0.0);
    }
    match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("expected a probability from 0 to 1, or `no`".into()),
    }
}

fn signs(text: &str) -> Result<Signs, String> {
    match text.to_ascii_lowercase().as_str() {
        "asp" => Ok(Signs::Phase),
        "pos" => Ok(Signs::Positive),
        "neg" => Ok(Signs::Negative),
        "rnd" => Ok(Signs::Random),
        _ => Err(known(text, &["asp", "pos", "neg", "rnd"])),
    }
}

fn rounds(text: &str) -> Result<u32, String> {
    match text.parse::<i64>() {
        Ok(-1) => Ok(u32::MAX),
        Ok(number) if number >= 0 => Ok(u32::try_from(number).unwrap_or(u32::MAX)),
        _ => Err("expected a number of rounds, or -1".into()),
    }
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(known(text, &["yes", "no"])),
    }
}
