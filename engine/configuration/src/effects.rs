//! The effects of keys: which parameters of the engine they change.
//!
//! ```text
//! solver.restarts = x,100,1.5   →   Restarts::Geometric …          solver.otfs = 1   →   no effect
//! ```
//!
//! Invariant: a configuration without a key that was set leaves the parameters as they are; the engine's own
//! search is no configuration of clasp.

use crate::parts::Parts;
use crate::schedule::{Dynamic, Schedule};
use crate::tree::Configuration;
use hamadryad::{
    Config, Consequences, Descent, Elimination, OptimizeMode, Projection, Restarts, Signs, Strategy,
};

/// The effect of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It changes the search, or the answers, as the text says.
    Has(&'static str),
    /// Its value is checked, stored and given back, and changes nothing.
    Accepted,
}

/// The paths of the keys with an effect.
const EFFECTS: &[(&str, &str)] = &[
    ("configuration", "sets the keys of a named configuration"),
    ("sat_prepro", "variables are eliminated and clauses subsumed before the search"),
    ("solve.solve_limit", "the search ends after n conflicts"),
    ("solve.parallel_mode", "number of threads; `split` is `compete`"),
    ("solve.enum_mode", "enumeration, or consequences"),
    ("solve.project", "projection"),
    ("solve.models", "number of models"),
    ("solve.opt_mode", "treatment of the objective, and bounds"),
    ("asp.eq", "rounds of equivalence preprocessing"),
    ("asp.supp_models", "supported models"),
    ("asp.no_ufs_check", "supported models"),
    ("solver.opt_strategy", "bounds or cores; of the tactics of cores, `stratify`"),
    ("solver.opt_usc_shrink", "cores are minimised; all algorithms are the same"),
    ("solver.heuristic", "decay of Vsids, `#heuristic` for Domain"),
    ("solver.sign_def", "default sign of decisions"),
    ("solver.save_progress", "least jump that saves phases"),
    ("solver.seed", "random numbers"),
    ("solver.rand_freq", "random decisions"),
    ("solver.restarts", "schedule of restarts; of dynamic ones, window and margin"),
    ("solver.del_cfl", "schedule of deletions"),
    ("solver.del_glue", "clauses of small glue are kept"),
];

/// The effect of the key at a path from the root.
pub fn effect_of(path: &str) -> Effect {
    match EFFECTS.iter().find(|(known, _)| *known == path) {
        Some((_, text)) => Effect::Has(text),
        None => Effect::Accepted,
    }
}

/// The options of a solve that the keys describe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveParameters {
    /// The greatest number of models, as [`SolveOptions::models`](hamadryad::SolveOptions::models).
    pub models: Option<u64>,
    /// The treatment of the objective.
    pub optimize: OptimizeMode,
    /// Upper bounds on the costs, highest priority first.
    pub bound: Option<Vec<i64>>,
    /// The atoms in which models must differ.
    pub projection: Option<Projection>,
    /// The consequences that are computed instead of models.
    pub consequences: Option<Consequences>,
    /// Whether models are enumerated as minimal sets of true atoms of the domain heuristic (`domRec`).
    pub by_domain: bool,
    /// The number of threads.
    pub threads: usize,
    /// The greatest number of conflicts.
    pub conflicts: Option<u64>,
    /// The greatest number of restarts.
    pub restarts: Option<u64>,
    /// The costs at which the search for an optimum stops, highest priority first.
    pub stop_at: Option<Vec<i64>>,
}

impl Configuration {
    /// The options of a solve.
    pub fn solve_parameters(&self) -> SolveParameters {
        let text = |path: &str| self.get_path(path).unwrap_or_default();
        let limits: Vec<Option<u64>> =
            text("solve.solve_limit").split(',').map(|limit| limit.parse().ok()).collect();
        let opt_mode = text("solve.opt_mode");
        let (mode, bounds) = opt_mode.split_once(',').unwrap_or((&opt_mode, ""));
        let numbers =
            |text: &str| text.split(',').map(|bound| bound.parse().ok()).collect::<Option<Vec<i64>>>();
        let enum_mode = text("solve.enum_mode");
        SolveParameters {
            models: text("solve.models").parse().ok(),
            optimize: match mode {
                "enum" => OptimizeMode::Enumerate,
                "optN" => OptimizeMode::EnumerateOptimal,
                "ignore" => OptimizeMode::Ignore,
                _ => OptimizeMode::Optimize,
            },
            bound: numbers(bounds),
            projection: match text("solve.project").split(',').next() {
                Some("show") => Some(Projection::Shown),
                Some("project") => Some(Projection::Atoms),
                Some("auto") => Some(Projection::Auto),
                _ => None,
            },
            consequences: match enum_mode.as_str() {
                "brave" => Some(Consequences::Brave),
                "cautious" | "query" => Some(Consequences::Cautious),
                _ => None,
            },
            by_domain: enum_mode == "domRec",
            threads: text("solve.parallel_mode").split(',').next().and_then(|n| n.parse().ok()).unwrap_or(1),
            conflicts: limits.first().copied().flatten(),
            restarts: limits.get(1).copied().flatten(),
            stop_at: numbers(&text("solve.opt_stop")),
        }
    }

    /// Changes the parameters of the engine by the keys that were set.
    pub fn apply(&self, config: &mut Config) {
        let set = |path: &str| self.explicit_path(path);
        let number = |text: &str| text.parse::<u64>().unwrap_or(u64::from(u32::MAX));
        if let Some(seed) = set("solver.seed") {
            config.search.seed = number(seed);
        }
        if let Some(probability) = set("solver.rand_freq") {
            config.search.random_decisions = probability.parse().unwrap_or(0.0);
        }
        if let Some(signs) = set("solver.sign_def") {
            config.search.signs = match signs {
                "pos" => Signs::Positive,
                "neg" => Signs::Negative,
                "rnd" => Signs::Random,
                _ => Signs::Phase,
            };
        }
        if let Some(levels) = set("solver.save_progress") {
            // 0 never saves in clasp.
            config.search.save_phases_over = match number(levels) {
                0 => u32::MAX,
                levels => levels as u32,
            };
        }
        if let Some(heuristic) = set("solver.heuristic") {
            apply_heuristic(config, heuristic);
        }
        if let Some(restarts) = set("solver.restarts") {
            apply_restarts(config, restarts);
        }
        self.apply_deletion(config);
        if let Some(strategy) = set("solver.opt_strategy") {
            let shrink = set("solver.opt_usc_shrink").is_some_and(|how| how != "no");
            config.strategy = strategy_of(strategy, shrink);
        }
        if let Some(level) = set("sat_prepro") {
            apply_preprocessing(config, level);
        }
        if let Some(rounds) = set("asp.eq") {
            config.equivalences = number(rounds) as u32;
        }
        if set("asp.supp_models") == Some("1") || set("asp.no_ufs_check") == Some("1") {
            config.supported_models = true;
            config.equivalences = 0;
        }
    }

    fn apply_deletion(&self, config: &mut Config) {
        if let Some(glue) = self.explicit_path("solver.del_glue") {
            let first = glue.split(',').next().and_then(|glue| glue.parse().ok());
            config.search.keep_glue = first.unwrap_or(config.search.keep_glue);
        }
        let schedule =
            self.explicit_path("solver.del_cfl").and_then(|text| Schedule::read(&mut Parts::new(text)));
        match schedule {
            Some(Schedule::Arithmetic { base, step, .. }) => {
                (config.search.reduce_first, config.search.reduce_step) = (base, step);
            }
            Some(
                Schedule::Fixed(base) | Schedule::Luby { unit: base, .. } | Schedule::Geometric { base, .. },
            ) => {
                (config.search.reduce_first, config.search.reduce_step) = (base, 0);
            }
            None => {}
        }
    }
}

fn apply_heuristic(config: &mut Config, value: &str) {
    let (name, number) = value.split_once(',').unwrap_or((value, "0"));
    config.domain_heuristic = name == "domain";
    if matches!(name, "vsids" | "domain") {
        // The parameter is the fraction after `0.`; 95 if it is missing.
        let digits = if number == "0" { "95" } else { number };
        config.search.activity_decay = format!("0.{digits}").parse().unwrap_or(0.95);
    }
}

fn apply_restarts(config: &mut Config, value: &str) {
    let mut parts = Parts::new(value);
    config.search.restarts = match Dynamic::read(&mut parts) {
        Some(dynamic) => Restarts::Glue { margin: 1.0 / dynamic.margin.max(0.01), interval: dynamic.window },
        None => match Schedule::read(&mut parts) {
            None => Restarts::Never,
            Some(Schedule::Luby { unit, .. }) => Restarts::Luby(unit),
            Some(
                Schedule::Fixed(base) | Schedule::Geometric { base, .. } | Schedule::Arithmetic { base, .. },
            ) => Restarts::Luby(base),
        },
    };
}

/// The strategy of a value of `opt_strategy`.
fn strategy_of(value: &str, shrink: bool) -> Strategy {
    let tactics: Vec<&str> = value.split(',').collect();
    match tactics[..] {
        ["usc", ..] => Strategy::Cores { stratify: tactics.contains(&"stratify"), shrink },
        [_, "hier"] => Strategy::Bounds(Descent::Levels),
        [_, "inc"] => Strategy::Bounds(Descent::Increasing),
        [_, "dec"] => Strategy::Bounds(Descent::Decreasing),
        _ => Strategy::Bounds(Descent::Linear),
    }
}

fn apply_preprocessing(config: &mut Config, value: &str) {
    if value == "no" {
        (config.subsumption, config.elimination) = (false, None);
        return;
    }
    let mut limits = Elimination { after: 0, rounds: u32::MAX, ..Elimination::default() };
    for limit in value.split(',').skip(1) {
        let Some((name, number)) = limit.split_once('=') else { continue };
        let number: u32 = number.parse().unwrap_or(u32::MAX);
        match name {
            "iter" => limits.rounds = number,
            "occ" => limits.occurrences = number as usize,
            "frozen" => limits.frozen = number.min(100),
            "size" => limits.clauses = (number as usize).saturating_mul(1000),
            // The engine reads no clock: its effort is limited in another way.
            _ => {}
        }
    }
    (config.subsumption, config.elimination) = (true, Some(limits));
}
