//! The options of `hamadryad lab`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use hamadryad::approach::ApproachKind;
use hamadryad_grid::Board;
use hamadryad_lab::cluster::Request;
use hamadryad_lab::exact::Policy;
use hamadryad_lab::report::Format;
use hamadryad_lab::solve::{SolveTask, read_suite};
use hamadryad_lab::weights::Games;
use hamadryad_lab::{AgentTask, Engine, LabError, Matrix, Named, RicochetGames, Ruleset};
use hamadryad_puzzles::ricochet::MOST_MOVES;
use hamadryad_snake::{AgentKind, Strategy};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The arguments of `hamadryad lab`.
#[derive(Args, Debug)]
pub struct LabArguments {
    #[command(subcommand)]
    pub(super) command: LabCommand,
}

#[derive(Subcommand, Debug)]
pub(super) enum LabCommand {
    /// Plays the games of an experiment and writes a record of each game.
    Run(RunArguments),
    /// Shows which tasks of an experiment on a cluster are recorded, running, waiting, missing or failed, and why.
    #[command(after_help = AFTER_STATUS)]
    Status(StatusArguments),
    /// Moves the records of all ended jobs of a cluster to DIR/records.jsonl.
    ///
    /// Reports read the records of jobs also before they are merged; merging leaves one file. The records of jobs
    /// that are still running stay where they are.
    Merge(MergeArguments),
    /// Prints the tasks of an experiment that are not recorded, one JSON object on a line, for other engines.
    ///
    /// DIR/tasks.jsonl has the list; the numbers of its tasks do not change when further tasks are added.
    /// `hamadryad lab task NUMBER DIR` plays one of them.
    #[command(after_help = AFTER_TASKS)]
    Tasks(RunArguments),
    /// Plays one task of the list that `lab tasks` has written; any number of them may run at once.
    Task(TaskArguments),
    /// Plays a part of a submission; the script of a job calls it.
    #[command(hide = true)]
    Shard(ShardArguments),
    /// Runs one command within limits of time and memory, which hold for all its descendants.
    #[command(hide = true)]
    Limited(LimitedArguments),
    /// Makes tables and figures from records.
    ///
    /// The tables and the figure of Böhl, Ellmauthaler, Gaggl: Winning Snake, 2024, with the paper's numbers
    /// beside ours, and a comparison of the players game by game. Other processes may still be writing
    /// records.
    #[command(after_help = AFTER_REPORT)]
    Report(ReportArguments),
    /// Makes the table of planners for the arcade from records of the experiment `planners`.
    ///
    /// For each board and planner: quantiles of the steps of whole games, and of the steps at each apple. The
    /// page of the arcade shows them beside the games of a person.
    #[command(after_help = AFTER_BANDS)]
    Bands(BandsArguments),
    /// Computes the expected number of steps of optimal play under a policy, on small boards.
    ///
    /// Exact, by value iteration over all snakes: the expected number of steps from one cell until the board
    /// is full, over all positions of all apples. `cycle` and `frozen` work on up to 36 cells, all other
    /// policies on up to 30 cells, which takes minutes and gigabytes.
    #[command(after_help = AFTER_EXACT)]
    Exact(ExactArguments),
    /// Learns the weights of the snake's value function and writes them as a Rust file.
    ///
    /// Plays games of `foresight` whose values have noise, so that the agent also selects ends that it would
    /// avoid. The weights of twelve features follow from the steps to all later apples by least-squares
    /// temporal differences, separately for each tenth of the game; the luck of the apples is removed. With
    /// `--compare`, `foresight` then plays the same apples with the committed and with the new weights, and
    /// the mean numbers of steps are printed.
    #[command(after_help = AFTER_WEIGHTS)]
    Weights(WeightsArguments),
}

#[derive(Args, Debug)]
pub(super) struct RunArguments {
    #[command(subcommand)]
    pub(super) command: RunCommand,
}

#[derive(Subcommand, Debug)]
pub(super) enum RunCommand {
    /// Plays games of Snake to compare the ways to represent the snake from solve to solve.
    ///
    /// Each combination of size, seed, strategy, approach and engine is one game. A seed gives the same
    /// apples to all players, so that games can be compared in pairs. When a game ends, its record is
    /// appended to DIR/records.jsonl as one line of JSON. After an interruption or a kill, the same command
    /// plays the missing games.
    #[command(after_help = AFTER_RUN)]
    SnakeApproaches(SnakeApproaches),
    /// Plays games of Snake with agents that return a direction at every step.
    ///
    /// Each planner plays each seed on each board; a seed gives the same apples to all planners. Records and
    /// continuation are as in the other experiments; `hamadryad lab report DIR` makes tables of steps, wins
    /// and times, and compares in pairs.
    #[command(after_help = AFTER_PLANNERS)]
    Planners(PlannersArguments),
    /// Plays rounds of Ricochet Robots to compare the ways to represent the robots from solve to solve.
    ///
    /// A game is a random board with a sequence of rounds; each approach solves the same rounds.
    /// Breadth-first search checks that each plan is shortest. Records and continuation are as in the other
    /// experiments.
    #[command(after_help = AFTER_RICOCHET)]
    Ricochet(RicochetArguments),
    /// Runs solvers on the instances of a suite, within limits of time and memory, and compares their answers.
    ///
    /// A suite is a TOML file with solvers, configurations and benchmarks; `docs/lab.md` describes it. Each run is
    /// a process; the limits hold for all its descendants. `hamadryad lab report DIR` makes tables of results,
    /// penalised times and pairs, a cactus plot and scatter plots.
    #[command(after_help = AFTER_SOLVE)]
    Solve(SolveArguments),
}

const AFTER_STATUS: &str = "\
Exit codes: 0 all tasks are recorded, 1 tasks are running, waiting or missing, 65 the directory cannot be
read, 70 tasks have failed.

  hamadryad lab status results
  hamadryad lab status results --format json";

const AFTER_TASKS: &str = "\
  hamadryad lab tasks planners --sizes 6 --games 4 --out results
  hamadryad lab tasks planners --sizes 6 --games 4 --out results | jq .number | parallel hamadryad lab task {} results";

const AFTER_RUN: &str = "\
Exit codes: 0 all games are recorded, 1 bad options or stopped by Ctrl-C, 65 clingo or the directory
cannot be used, 70 a game was not won.

  hamadryad lab run snake-approaches --sizes 6,8 --games 20 --out results
  hamadryad lab run snake-approaches --sizes 6 --engine hamadryad,clingo --out results
  hamadryad lab report results";

const AFTER_PLANNERS: &str = "\
Exit codes: 0 all games are recorded, 1 bad options or stopped by Ctrl-C, 65 the directory cannot be
used, 70 a game was not won.

  hamadryad lab run planners --sizes 6,8,10 --games 100 --out results
  hamadryad lab run planners --sizes 60 --games 10 --planners dynamic-1,splice --rules solving-snake --out results
  hamadryad lab report results";

const AFTER_RICOCHET: &str = "\
Exit codes: 0 all games are recorded, 1 bad options or stopped by Ctrl-C, 65 the directory cannot be
used, 70 a plan was not shortest.

  hamadryad lab run ricochet --sizes 8,16 --games 5 --rounds 40 --out results
  hamadryad lab report results";

const AFTER_SOLVE: &str = "\
Exit codes: 0 all runs are recorded, 1 bad options or stopped by Ctrl-C, 65 the suite or the directory
cannot be used, 70 a run has ended with an error or a wrong answer.

  hamadryad lab run solve suite.toml --out results
  hamadryad lab run solve suite.toml --on slurm --memory 5G --tasks-per-job 20 --out results
  hamadryad lab report results";

const AFTER_EXACT: &str = "\
  hamadryad lab exact --size 4x6
  hamadryad lab exact --size 6 --policies cycle,frozen
  hamadryad lab exact --size 4x6 --policies unrestricted --planners foresight,splice --games 3000
  hamadryad lab exact --size 4x6 --policies cycle --ends 500
  hamadryad lab exact --size 4x6 --policies unrestricted --losses 1000";

const AFTER_WEIGHTS: &str = "\
Exit codes: 0 the weights are written, 1 bad options or stopped by Ctrl-C, 65 the file cannot be
written, 70 a game was not won.

  hamadryad lab weights --out games/snake/src/agents/weights/small_boards.rs
  hamadryad lab weights --sizes 6,8 --games 200 --out weights.rs --compare 100";

const AFTER_BANDS: &str = "\
Exit codes: 0 the table is written, 65 the directory cannot be read or the file cannot be written.

  hamadryad lab run planners --sizes 4,6,8,10,12,6x10,16 --planners conservative,relaxed,cells,splice,foresight --out results
  hamadryad lab bands results --out tools/arcade/page/bands.js";

const AFTER_REPORT: &str = "\
  hamadryad lab report results
  hamadryad lab report results --format csv,png --out numbers";

/// The machines on which the tasks are played.
#[derive(Args, Debug)]
#[command(next_help_heading = "Cluster")]
pub(super) struct ClusterArguments {
    /// Play the tasks here, or submit the missing ones to Slurm as a job array and return.
    #[arg(long, value_name = "WHERE", value_enum, default_value_t = Place::Local)]
    pub on: Place,

    #[command(flatten)]
    pub jobs: JobArguments,
}

/// The resources of jobs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Cluster")]
pub struct JobArguments {
    /// A file with the defaults of a site [default: slurm.toml in the configuration folder of hamadryad, if it
    /// exists].
    #[arg(long, value_name = "FILE")]
    pub(super) site: Option<PathBuf>,

    /// The partition of the jobs.
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,

    /// The account that is charged.
    #[arg(long, value_name = "NAME")]
    account: Option<String>,

    /// Time limit of a job: minutes, H:MM:SS or D-H:MM:SS. A job that reaches it is queued again as long as it
    /// makes progress.
    #[arg(long, value_name = "TIME")]
    time: Option<String>,

    /// Memory of a job, such as 500M or 4G.
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,

    /// Cores of a job; as many tasks are played at once.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    cores: Option<u16>,

    /// Tasks of a job [default: one, and more if the cluster allows fewer jobs in an array]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    tasks_per_job: Option<u32>,

    /// The largest number of jobs that run at once.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    jobs_at_once: Option<u32>,

    /// A further option of `sbatch`; may be repeated.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<String>,
}

/// A place where tasks are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Place {
    /// This machine.
    Local,
    /// A cluster.
    Slurm,
}

impl JobArguments {
    /// The resources that the options ask for, without the defaults of the site.
    pub fn request(&self) -> Request {
        Request {
            partition: self.partition.clone(),
            account: self.account.clone(),
            time: self.time.clone(),
            memory: self.memory.clone(),
            cores: self.cores,
            tasks_per_job: self.tasks_per_job,
            jobs_at_once: self.jobs_at_once,
            options: self.sbatch.clone(),
            prepare: None,
            program: None,
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct StatusArguments {
    /// The directory of the records.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// The format of the output.
    #[arg(long, value_name = "NAME", value_enum, default_value_t = StatusFormat::Text)]
    pub format: StatusFormat,
}

/// A format of `lab status`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum StatusFormat {
    /// Lines for people.
    Text,
    /// One JSON object.
    Json,
}

#[derive(Args, Debug)]
pub(super) struct MergeArguments {
    /// The directory of the records.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}

#[derive(Args, Debug)]
pub(super) struct TaskArguments {
    /// The number of the task in the list.
    #[arg(value_name = "NUMBER")]
    pub number: usize,

    /// The directory of the records.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}

#[derive(Args, Debug)]
pub(super) struct ShardArguments {
    /// The directory of the records.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// The number of the submission.
    #[arg(long, value_name = "N")]
    pub submission: u32,

    /// The number of the shard.
    #[arg(long, value_name = "N")]
    pub shard: u32,

    /// Number of tasks played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: u16,
}

#[derive(Args, Debug)]
pub(super) struct SnakeApproaches {
    /// The directory of the records.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    #[command(flatten)]
    pub cluster: ClusterArguments,

    /// Boards as ROWSxCOLUMNS; `6` is short for `6x6`.
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = size)]
    #[arg(default_value = "6,8,10,12,14,16")]
    sizes: Vec<Board>,

    /// Number of games of each kind; their seeds are consecutive.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    /// The first seed.
    #[arg(long, value_name = "FIRST", default_value_t = 1)]
    seed: u64,

    /// Time limit for one solve; `none` for no limit.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = limit)]
    time_limit: Limit,

    /// Number of games played at the same time. Games slow each other down if all threads of the machine are
    /// used.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,

    /// Representations of the snake from solve to solve [default: all]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = named::<ApproachKind>())]
    approaches: Vec<ApproachKind>,

    /// Goals of a solve: any cycle once, or a short way to every apple.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = named::<Strategy>())]
    #[arg(default_value = "conservative")]
    strategies: Vec<Strategy>,

    /// Engines that solve; several engines take turns, game by game.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = named::<Engine>())]
    #[arg(default_value = "hamadryad")]
    engine: Vec<Engine>,

    /// The Python whose module `clingo` is used for `--engine clingo`.
    #[arg(long, value_name = "PATH", default_value = "python3")]
    pub clingo_python: PathBuf,

    /// Do not use the last cycle as a first model.
    #[arg(long)]
    no_heuristic: bool,

    /// Do not mirror positions into the first quarter of the board.
    #[arg(long)]
    no_mirror: bool,
}

impl SnakeApproaches {
    pub fn jobs(&self) -> usize {
        self.jobs.into()
    }

    pub fn matrix(&self) -> Matrix {
        let approaches = match &self.approaches[..] {
            [] => ApproachKind::ALL.to_vec(),
            some => some.to_vec(),
        };
        Matrix {
            experiment: "snake-approaches".to_string(),
            sizes: self.sizes.iter().map(|board| (board.rows().into(), board.cols().into())).collect(),
            games: self.games,
            first_seed: self.seed,
            strategies: self.strategies.clone(),
            approaches,
            engines: self.engine.clone(),
            time_limit: self.time_limit.0,
            heuristic: !self.no_heuristic,
            mirror: !self.no_mirror,
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct PlannersArguments {
    /// The directory of the records.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    #[command(flatten)]
    pub cluster: ClusterArguments,

    /// Boards as ROWSxCOLUMNS; `6` is short for `6x6`.
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = size)]
    #[arg(default_value = "6,8,10,12,16")]
    sizes: Vec<Board>,

    /// Number of games of each kind; their seeds are consecutive.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    /// The first seed.
    #[arg(long, value_name = "FIRST", default_value_t = 1)]
    seed: u64,

    /// Agents that play: `zig-zag`, `static`, `dynamic`, `dynamic-N` and `dynamic-always` for its jitter,
    /// `conservative` and `relaxed`, which prove their plans, `cells`, `splice`, `foresight` and
    /// `foresight-MS`, which searches MS milliseconds for each apple, and `general`, which takes shortest
    /// ways and may lose.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    #[arg(
        default_value = "zig-zag,static,dynamic,dynamic-10,dynamic-1,dynamic-always,cells,splice,foresight"
    )]
    planners: Vec<AgentKind>,

    /// Rules of the games: one cell at a random place that grows by one for each apple, or the rules of
    /// *Solving Snake Using Hamiltonian Cycles*.
    #[arg(long, value_name = "NAME", value_parser = named::<Ruleset>(), default_value = "standard")]
    rules: Ruleset,

    /// Number of games played at the same time. Games slow each other down if all threads of the machine are
    /// used.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,

    /// Check the guarantee of each planner after every step: the round trip, or the escapes for every place
    /// of the next apple, are played in the rules. Times then include the check.
    #[arg(long)]
    pub check: bool,
}

impl PlannersArguments {
    pub fn jobs(&self) -> usize {
        self.jobs.into()
    }

    pub fn tasks(&self) -> Vec<AgentTask> {
        let seeds = (0..self.games).map(|number| self.seed.wrapping_add(number));
        AgentTask::all(&self.planners, &self.sizes, self.rules, seeds)
    }
}

#[derive(Args, Debug)]
pub(super) struct RicochetArguments {
    /// The directory of the records.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    #[command(flatten)]
    pub cluster: ClusterArguments,

    /// Boards as ROWSxCOLUMNS; `8` is short for `8x8`.
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = ricochet_size, default_value = "8,16")]
    sizes: Vec<(u16, u16)>,

    /// Number of boards of each size; their seeds are consecutive.
    #[arg(long, value_name = "N", default_value_t = 5)]
    games: u64,

    /// Number of rounds on each board.
    #[arg(long, value_name = "N", default_value_t = 40)]
    rounds: usize,

    /// The first seed.
    #[arg(long, value_name = "FIRST", default_value_t = 1)]
    seed: u64,

    /// Number of robots.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=5))]
    robots: u8,

    /// The largest number of moves of a plan; targets that need more are not drawn.
    #[arg(long, value_name = "MOVES", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_MOVES)))]
    horizon: u32,

    /// Representations of the robots from solve to solve [default: all]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = named::<ApproachKind>())]
    approaches: Vec<ApproachKind>,

    /// Number of games played at the same time. Games slow each other down if all threads of the machine are
    /// used.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
}

impl RicochetArguments {
    pub fn jobs(&self) -> usize {
        self.jobs.into()
    }

    pub fn games(&self) -> RicochetGames {
        let approaches = match &self.approaches[..] {
            [] => ApproachKind::ALL.to_vec(),
            some => some.to_vec(),
        };
        RicochetGames {
            sizes: self.sizes.clone(),
            games: self.games,
            first_seed: self.seed,
            approaches,
            robots: self.robots.into(),
            rounds: self.rounds,
            horizon: self.horizon,
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct SolveArguments {
    /// The suite.
    #[arg(value_name = "FILE")]
    pub suite: PathBuf,

    /// The directory of the records.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    #[command(flatten)]
    pub cluster: ClusterArguments,

    /// Benchmarks and instances whose name contains one of these texts [default: all]
    #[arg(long, value_name = "TEXT,…", value_delimiter = ',')]
    only: Vec<String>,

    /// Number of runs at the same time. Runs slow each other down if all threads of the machine are used.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
}

impl SolveArguments {
    pub fn jobs(&self) -> usize {
        self.jobs.into()
    }

    /// The runs of the suite, without those that `--only` leaves out.
    pub fn tasks(&self) -> Result<Vec<SolveTask>, LabError> {
        let suite = read_suite(&self.suite)?;
        let folder = self.suite.parent().unwrap_or_else(|| Path::new(""));
        let mut tasks = suite.tasks(folder)?;
        let is_wanted = |task: &SolveTask| {
            let name = format!("{} {}", task.benchmark, task.instance);
            self.only.is_empty() || self.only.iter().any(|text| name.contains(text.as_str()))
        };
        tasks.retain(is_wanted);
        Ok(tasks)
    }
}

#[derive(Args, Debug)]
pub(super) struct LimitedArguments {
    /// Seconds of processor time.
    #[arg(long, value_name = "SECONDS")]
    pub cpu: f64,

    /// Megabytes of memory.
    #[arg(long, value_name = "MB")]
    pub memory: f64,

    /// Seconds from SIGTERM to SIGKILL.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    pub grace: f64,

    /// The file for the resources that were used.
    #[arg(long, value_name = "FILE")]
    pub usage: PathBuf,

    /// The command.
    #[arg(value_name = "COMMAND", required = true, last = true)]
    pub command: Vec<OsString>,
}

#[derive(Args, Debug)]
pub(super) struct ExactArguments {
    /// The board as ROWSxCOLUMNS; `4` is short for `4x4`.
    #[arg(long, value_name = "N", value_parser = size)]
    pub size: Board,

    /// Policies of the snake [default: all for which the board is small enough]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = named::<Policy>())]
    pub policies: Vec<Policy>,

    /// Agents to compare with the values from a random start, by the mean steps of games that they play.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub planners: Vec<AgentKind>,

    /// Number of games of each agent; their seeds are consecutive from 1.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..))]
    #[arg(requires = "planners")]
    pub games: u64,

    /// Number of ends of shortest ways, taken from games of `foresight`, to classify: on a round trip, surely
    /// winning, and with a certificate that `foresight` finds.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub ends: u32,

    /// Number of games of `foresight` in which the steps lost to optimal play are summed apple by apple:
    /// because better ends have no certificate, and because the agent selected another end.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub losses: u64,
}

#[derive(Args, Debug)]
pub(super) struct WeightsArguments {
    /// The Rust file to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Boards as ROWSxCOLUMNS; `6` is short for `6x6`.
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = size, default_value = "6,8,10")]
    sizes: Vec<Board>,

    /// Games on each board; 1,000 games on the default boards give 190,000 samples.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The first seed.
    #[arg(long, value_name = "FIRST", default_value_t = 1)]
    seed: u64,

    /// Games on each board that compare the committed with the new weights; their seeds follow those of
    /// `--games`.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub compare: u64,
}

impl WeightsArguments {
    /// The games to learn from.
    pub fn games(&self) -> Games {
        Games { boards: self.sizes.clone(), games: self.games, first_seed: self.seed }
    }

    /// The games of the comparison.
    pub fn compared(&self) -> Games {
        let first_seed = self.seed.wrapping_add(self.games);
        Games { games: self.compare, first_seed, ..self.games() }
    }
}

#[derive(Args, Debug)]
pub(super) struct BandsArguments {
    /// The directory of the records.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// The module of JavaScript to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

#[derive(Args, Debug)]
pub(super) struct ReportArguments {
    /// The directory of the records.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// Directory of the report [default: DIR/report]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Formats of the report [default: all]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = named::<Format>())]
    format: Vec<Format>,
}

impl ReportArguments {
    pub fn formats(&self) -> Vec<Format> {
        match &self.format[..] {
            [] => Format::ALL.to_vec(),
            some => some.to_vec(),
        }
    }
}

/// A time limit, or none.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Limit(Option<f64>);

fn limit(text: &str) -> Result<Limit, String> {
    let number: Option<f64> =
        text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
    match number {
        _ if text == "none" => Ok(Limit(None)),
        Some(seconds) => Ok(Limit(Some(seconds))),
        None => Err("expected a number of seconds, such as 0.5, or `none`".to_string()),
    }
}

fn size(text: &str) -> Result<Board, String> {
    let (rows, cols) = text.split_once(['x', '×']).unwrap_or((text, text));
    match (rows.parse(), cols.parse()) {
        (Ok(rows), Ok(cols)) => Board::new(rows, cols).map_err(|error| error.to_string()),
        _ => Err("expected a size such as 6 or 6x8".to_string()),
    }
}

/// Sides of 3 to 64 fields.
fn ricochet_size(text: &str) -> Result<(u16, u16), String> {
    let (rows, cols) = text.split_once(['x', '×']).unwrap_or((text, text));
    match (rows.parse(), cols.parse()) {
        (Ok(rows @ 3..=64), Ok(cols @ 3..=64)) => Ok((rows, cols)),
        _ => Err("expected a size such as 8 or 8x10, with sides of 3 to 64".to_string()),
    }
}

/// Reads the name of a variant.
fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let words = T::VALUES.iter().map(|value| value.word());
    PossibleValuesParser::new(words).map(|word| {
        let found = T::VALUES.iter().find(|value| value.word() == word);
        *found.expect("only words of values are let through")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_boards() {
        let pair = |text| size(text).map(|board| (board.rows(), board.cols()));
        assert_eq!(pair("6"), Ok((6, 6)));
        assert_eq!(pair("5x6"), Ok((5, 6)));
        for bad in ["", "5", "1x6", "axb", "6x", "-2"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn boards_of_ricochet_have_three_to_64_fields_a_side() {
        assert_eq!((ricochet_size("8"), ricochet_size("3x64")), (Ok((8, 8)), Ok((3, 64))));
        for bad in ["", "2", "65", "8x", "8x2"] {
            assert!(ricochet_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn limits_are_finite_or_none() {
        assert_eq!(limit("0.5"), Ok(Limit(Some(0.5))));
        assert_eq!(limit("none"), Ok(Limit(None)));
        for bad in ["", "-1", "nan", "inf", "soon"] {
            assert!(limit(bad).is_err(), "{bad}");
        }
    }
}
