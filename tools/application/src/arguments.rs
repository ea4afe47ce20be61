//! The arguments of a solver: clingo's, with clingo's meaning.
//!
//! [`crate::values`] parses their values. Values of clingo that are not supported are rejected by name.

use crate::exit;
use crate::ground::{GroundFormat, WritingArguments};
use crate::input::Accepted;
use crate::program::ProgramArguments;
use crate::values::{self, AnswerFormat, AtomForm, EnumMode, Mode, OptMode, Output, Project, SolveLimit};
use clap::Args;
use hamadryad::{Config, Consequences, Descent, Strategy, Threads};
use hamadryad_configuration::Configuration;
use hamadryad_present::answers::{Level, Problem, Quiet};
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Exit codes: 10 satisfiable, 20 unsatisfiable, 30 satisfiable and all models or the optimum found, 1 interrupted or bad \
option, 11 interrupted with a model, 33 out of memory, 65 bad input, 128 contradicting options, 0 unknown or ground \
program written.";

/// The arguments of a solver.
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
    #[arg(long, value_name = "MODE[,BOUND...]", default_value = "opt", value_parser = values::opt_mode)]
    #[arg(allow_hyphen_values = true)]
    #[arg(help_heading = "Optimisation")]
    pub opt_mode: OptMode,

    /// Enumerate answer sets that differ in: any atom (no), shown atoms (show), atoms of #project (project),
    /// or projected atoms if there are any, else shown atoms (auto).
    #[arg(long, value_name = "WHAT", value_parser = values::project)]
    #[arg(num_args = 0..=1, require_equals = true, default_value = "no", default_missing_value = "auto")]
    #[arg(help_heading = "Answers")]
    pub project: Project,

    /// Enumerate answer sets (auto, bt, record), or compute their brave or cautious consequences.
    #[arg(short = 'e', long, value_name = "MODE", default_value = "auto", value_parser = values::enum_mode)]
    #[arg(help_heading = "Answers")]
    enum_mode: EnumMode,

    /// Optimise by improving answer sets (bb[,lin|hier|inc|dec]), by unsatisfiable cores (usc[,...]), or by
    /// both in turn (auto).
    #[arg(long, value_name = "NAME[,...]", value_parser = values::strategy)]
    #[arg(help_heading = "Optimisation")]
    opt_strategy: Option<String>,

    /// Shrink unsatisfiable cores: no, or one of lin, inv, bin, rgs, exp and min, which have the same effect
    /// here. A limit, as in `lin,10`, has no effect: the work for a core is always limited.
    #[arg(long, value_name = "HOW[,LIMIT]", value_parser = values::shrinking)]
    #[arg(help_heading = "Optimisation")]
    opt_usc_shrink: Option<String>,

    /// Stop at an answer set whose costs are at most BOUND, by descending priority: it may not be optimal.
    #[arg(long, value_name = "BOUND[,...]", value_parser = values::opt_stop, allow_hyphen_values = true)]
    #[arg(help_heading = "Optimisation")]
    opt_stop: Option<String>,

    /// Omit answer sets, costs and calls from the output: 0 print all, 1 print the last, 2 print none.
    #[arg(short, long, value_name = "MODELS[,COSTS[,CALLS]]", value_parser = values::quiet)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "2,2,2")]
    #[arg(help_heading = "Output")]
    quiet: Option<Quiet>,

    /// Print statistics; level 2 adds details. A second level, for the tester of disjunctions, has no effect.
    #[arg(short = 's', long, value_name = "LEVEL[,LEVEL]", value_parser = values::statistics_level)]
    #[arg(num_args = 0..=1, require_equals = true, default_value = "0", default_missing_value = "1")]
    #[arg(help_heading = "Output")]
    pub stats: u8,

    /// Only print the errors and warnings of the program, which is grounded and not solved: as text to standard
    /// error, as JSON or SARIF (--message-format) to standard output. Exit codes: 0 no error, 65 errors.
    #[arg(long)]
    #[arg(help_heading = "Output")]
    pub check_only: bool,

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
    #[arg(value_parser = values::parallel_mode)]
    #[arg(help_heading = "Search")]
    pub parallel_mode: Threads,

    /// Seed of all random choices: of --rand-freq, --sign-def=rnd and --sample; it also orders atoms of equal
    /// activity. The same seed gives the same run with one thread.
    #[arg(long, value_name = "NUMBER")]
    #[arg(help_heading = "Search")]
    seed: Option<u64>,

    /// Decide a random atom with probability P, from 0 to 1, instead of the most active one; no is 0.
    #[arg(long, value_name = "P|no", value_parser = values::probability)]
    #[arg(help_heading = "Search")]
    rand_freq: Option<String>,

    /// Default sign of decisions: asp (atoms false, bodies true), pos (true), neg (false) or rnd (random).
    #[arg(long, value_name = "SIGN", value_parser = values::signs)]
    #[arg(help_heading = "Search")]
    sign_def: Option<String>,

    /// Format of the answers: 0 text, 1 competition, 2 JSON, 3 none.
    #[arg(long, value_name = "FORMAT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=3))]
    #[arg(help_heading = "Output")]
    outf: u8,

    /// Do not print atoms whose names begin with `_`.
    #[arg(long)]
    #[arg(help_heading = "Output")]
    pub out_hide_aux: bool,

    /// Show the atoms of these signatures, as `#show p/1.` does: `p/1,-q/2`.
    #[arg(long, value_name = "SIGNATURE[,...]", value_delimiter = ',', value_parser = values::signature)]
    #[arg(help_heading = "Output")]
    pub show_preds: Vec<String>,

    /// Print atoms in this form: `%0` is the atom, `%%` a percent sign, as in `%0.`; with `%s`, variables of
    /// DIMACS and OPB keep theirs, with `-%d` the form is theirs alone.
    #[arg(long, value_name = "FORM", value_parser = values::atom_form, allow_hyphen_values = true)]
    #[arg(help_heading = "Output")]
    pub out_atomf: Option<AtomForm>,

    /// Print this character between atoms, or \\n, \\t, \\v, \\r.
    #[arg(long, value_name = "CHARACTER", value_parser = values::separator, allow_hyphen_values = true)]
    #[arg(help_heading = "Output")]
    pub out_ifs: Option<char>,

    /// Print the ground program as text instead of solving.
    #[arg(long)]
    #[arg(help_heading = "Ground program")]
    text: bool,

    /// Print the ground program instead of solving: text, intermediate (aspif), smodels or reify (facts). With a file
    /// name ending in .svg, .png, .gif, .apng, .html or .dot: draw the answer sets.
    #[arg(short, long, value_name = "FORMAT|FILE", value_parser = values::output)]
    #[arg(help_heading = "Output")]
    output: Option<Output>,

    /// Print the ground program and exit: aspif or smodels. As in clingo, but not simplified.
    #[arg(long, value_name = "FORMAT", value_parser = values::pre)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "aspif")]
    #[arg(help_heading = "Ground program")]
    pre: Option<GroundFormat>,

    /// Require a literal of a ground program: the number of an atom, negative for its negation. Without effect
    /// on text, as in clingo.
    #[arg(long, value_name = "LITERAL", allow_negative_numbers = true)]
    #[arg(help_heading = "Answers")]
    pub compute: Option<i32>,

    /// Read DIMACS clauses as soft clauses: find an assignment that violates as little weight as possible.
    #[arg(long)]
    #[arg(help_heading = "Answers")]
    pub parse_maxsat: bool,

    /// Run no scripts of the program: `#script` is an error. Implied by --sandbox.
    #[arg(long)]
    #[arg(help_heading = "Program")]
    no_scripts: bool,

    /// Print the named configurations and exit.
    #[arg(long)]
    #[arg(help_heading = "Options")]
    pub print_portfolio: bool,

    /// Ground and solve (clingo), ground and print aspif (gringo), or solve aspif (clasp).
    #[arg(long, value_name = "MODE", default_value = "clingo", value_parser = values::mode)]
    #[arg(help_heading = "Ground program")]
    mode: Mode,

    /// Options of the ground program.
    #[command(flatten)]
    pub writing: WritingArguments,

    /// Choice of decisions: the most active atom (auto, Vsids or Vsids,DECAY), modified by #heuristic directives
    /// (Domain), the front of a queue of atoms in recent conflicts (Vmtf or Vmtf,N), an atom of the last clause that is
    /// not satisfied (Berkmin or Berkmin,N), the atom with the most consequences (Unit), or the first one (None).
    #[arg(long, value_name = "NAME[,N]", value_parser = values::heuristic)]
    #[arg(help_heading = "Search")]
    heuristic: Option<String>,

    /// Rounds of preprocessing that merge equivalent atoms and bodies; 0 for none, -1 for as many as have an
    /// effect [default: 3].
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::rounds)]
    #[arg(help_heading = "Search")]
    eq: Option<String>,

    /// Eliminate gate-defined variables: auto during long searches; 1, 2 or 3 before the search, with
    /// subsumption; no or 0 never. Limits as in clasp: iter=N rounds, occ=N clauses of a variable, frozen=N
    /// percent of variables that are not eliminated, size=N thousand clauses.
    #[arg(long, value_name = "LEVEL[,LIMIT...]", value_parser = values::preprocessing)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "2")]
    #[arg(help_heading = "Search")]
    sat_prepro: Option<String>,

    /// Compute all supported models: atoms on a positive loop may be true without a reason outside of it. Implies
    /// --eq=0.
    #[arg(long, visible_alias = "no-ufs-check")]
    #[arg(help_heading = "Answers")]
    pub supp_models: bool,

    /// Stop after N conflicts or M restarts; umax is no limit.
    #[arg(long, value_name = "N[,M]", value_parser = values::limits)]
    #[arg(help_heading = "Search")]
    pub solve_limit: Option<SolveLimit>,

    /// Detect Hamiltonian circuits in the program and propagate them with a special propagator.
    #[arg(long, value_name = "YES|NO", default_value = "yes", action = clap::ArgAction::Set, value_parser = values::yes_or_no)]
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

    /// The options of clingo's search without an effect here, as [`crate::search_options`] takes them out.
    #[arg(skip)]
    pub without_effect: Vec<String>,

    /// The keys of the options that [`crate::search_options`] takes out.
    #[arg(skip)]
    pub configuration: Configuration,
}

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
        let pre = self.pre.map(|_| "--pre");
        let writes = if self.text { Some("--text") } else { is_ground.then_some("--output").or(pre) };
        let draws = self.pictures().is_some();
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
            (_, mode) if draws && (writes.is_some() || mode == Mode::Gringo) => {
                "pictures show answer sets: leave out the options that only ground".to_owned()
            }
            (Some(option), Mode::Clasp) if self.pre.is_none() => {
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
            () if self.pictures().is_some() => "--output with a picture",
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
            EnumMode::Models | EnumMode::Domain => None,
            EnumMode::Consequences(kind) => Some(kind),
        }
    }

    /// Whether models are enumerated by the domain heuristic.
    pub fn by_domain(&self) -> bool {
        self.enum_mode == EnumMode::Domain
    }

    /// All keys of clingo's configuration that the arguments set.
    pub fn keys(&self) -> Configuration {
        let mut configuration = self.configuration.clone();
        let given = [
            ("solver.opt_strategy", &self.opt_strategy),
            ("solver.opt_usc_shrink", &self.opt_usc_shrink),
            ("solve.opt_stop", &self.opt_stop),
            ("solver.rand_freq", &self.rand_freq),
            ("solver.sign_def", &self.sign_def),
            ("solver.heuristic", &self.heuristic),
            ("asp.eq", &self.eq),
            ("sat_prepro", &self.sat_prepro),
        ];
        for (path, value) in given {
            // The engine's own way has no key in clingo.
            if let Some(value) = value.as_deref().filter(|&value| value != values::AUTO) {
                configuration.set_path(path, value).expect("the parser of the option has checked it");
            }
        }
        configuration
    }

    /// All keys of clingo's configuration that the arguments set, with those of a solve.
    pub fn all_keys(&self) -> Configuration {
        let mut configuration = self.keys();
        let mut set = |path: &str, value: Option<String>| {
            if let Some(value) = value {
                configuration.set_path(path, &value).expect("the parser of the option has checked it");
            }
        };
        set("solve.models", self.models().map(|models| models.to_string()));
        set("solve.opt_mode", Some(self.opt_mode.to_string()));
        set("solve.enum_mode", self.enum_mode.key().map(str::to_owned));
        set("solve.project", self.project.key().map(str::to_owned));
        set("solve.parallel_mode", Some(self.parallel_mode.number.to_string()));
        set("solve.solve_limit", self.solve_limit.map(|limit| limit.to_string()));
        set("solver.seed", self.seed.map(|seed| seed.min(u64::from(u32::MAX)).to_string()));
        set("stats", Some(self.stats.to_string()));
        if self.supp_models {
            set("asp.supp_models", Some("1".to_owned()));
            set("asp.eq", Some("0".to_owned()));
        }
        configuration
    }

    /// Whether scripts of the program may run.
    pub fn runs_scripts(&self) -> bool {
        !self.no_scripts && !self.program.sandbox
    }

    /// The configuration of the engine.
    pub fn config(&self) -> Config {
        let mut config = Config { circuits: self.circuits, ..Config::default() };
        self.keys().apply(&mut config);
        if let Some(seed) = self.seed {
            config.search.seed = seed;
        }
        if self.supp_models {
            (config.supported_models, config.equivalences) = (true, 0);
        }
        config
    }

    /// An option of which only the usual main function knows the meaning, if one is given.
    pub fn of_usual_main(&self) -> Option<&'static str> {
        match () {
            () if self.mode == Mode::Clasp => Some("--mode=clasp"),
            () if self.check => Some("--check"),
            () if self.proof.is_some() => Some("--proof"),
            () if self.sample.is_some() => Some("--sample"),
            () if self.compute.is_some() => Some("--compute"),
            () if self.parse_maxsat => Some("--parse-maxsat"),
            () if self.check_only => Some("--check-only"),
            () => None,
        }
    }

    /// The strategy of optimisation.
    pub fn strategy(&self) -> Strategy {
        self.config().strategy
    }

    /// The seed of random choices.
    pub fn seed(&self) -> u64 {
        self.config().search.seed
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
        text.or(output).or(self.pre).or(aspif)
    }

    /// The name of the file for pictures of the answer sets, if there is one.
    pub fn pictures(&self) -> Option<&str> {
        match &self.output {
            Some(Output::Pictures(file)) => Some(file),
            _ => None,
        }
    }

    /// The accepted kinds of input.
    pub fn accepted(&self) -> Accepted {
        if self.mode == Mode::Clasp { Accepted::GroundOnly } else { Accepted::TextOrGround }
    }

    /// The parts of the output to omit.
    pub fn quiet(&self, problem: Problem) -> Quiet {
        let all = Quiet::default();
        let default = match (self.answer_format(), problem) {
            (AnswerFormat::Competition, Problem::Program) => {
                Quiet { models: Level::Last, costs: Level::Last, ..all }
            }
            (AnswerFormat::Text | AnswerFormat::Competition, Problem::PseudoBoolean) => {
                Quiet { models: Level::Last, ..all }
            }
            _ => all,
        };
        self.quiet.unwrap_or(default)
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}
