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
    Config, Consequences, DefaultDirective, Descent, Elimination, FirstWatches, HeuristicModifier,
    Minimization, OptimizeMode, Order, Projection, Restarts, Sequence, Signs, Strategy,
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
    ("stats", "statistics are printed"),
    (
        "parse_ext",
        "names of atoms in smodels' format state edges and heuristics; comments of DIMACS and OPB also projections, \
         assumptions, objectives and outputs",
    ),
    ("parse_maxsat", "clauses of DIMACS are soft"),
    ("solve.solve_limit", "the search ends after n conflicts or m restarts"),
    ("solve.parallel_mode", "number of threads; `split` is `compete`"),
    (
        "solve.enum_mode",
        "consequences, of optimal models if there is an objective, or models by the domain heuristic; `bt` and `record` are `auto`",
    ),
    ("solve.project", "projection; the number has no effect"),
    ("solve.models", "number of models"),
    ("solve.opt_mode", "treatment of the objective, and bounds"),
    ("solve.opt_stop", "costs at which the search for an optimum ends"),
    ("asp.eq", "rounds of equivalence preprocessing"),
    ("asp.supp_models", "supported models"),
    ("asp.no_ufs_check", "supported models"),
    ("solver.opt_strategy", "bounds or cores; of the tactics of cores, `stratify`"),
    ("solver.opt_usc_shrink", "cores are minimised; all algorithms are the same"),
    ("solver.lookahead", "failed literals are sought before decisions; the kinds are the same"),
    (
        "solver.heuristic",
        "choice of decisions: activity and its decay, queue, recent clauses, lookahead, first",
    ),
    ("solver.init_moms", "0: short clauses do not make their variables active"),
    ("solver.score_other", "no: loop nogoods do not make their variables active"),
    ("solver.sign_def", "default sign of decisions"),
    ("solver.sign_fix", "decisions always have the default sign"),
    ("solver.dom_mod", "default directive of `#heuristic`; of the picks, `show` and `opt`"),
    ("solver.save_progress", "least jump that saves phases; 30 at most in turns with restarts by glue"),
    ("solver.init_watches", "first watches of clauses"),
    ("solver.seed", "random numbers"),
    ("solver.strengthen", "minimisation of learnt clauses; the type has no effect"),
    ("solver.rand_freq", "random decisions"),
    ("solver.rand_prob", "random decisions during the first conflicts"),
    ("solver.restarts", "schedule of restarts; of dynamic ones, window and margin"),
    ("solver.deletion", "percentage of learnt clauses that a reduction deletes, and `lbd`"),
    ("solver.del_cfl", "schedule of reductions; a limit has no effect"),
    ("solver.del_glue", "clauses of small glue are kept; the second number has no effect"),
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
        self.apply_details(config);
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

    /// Applies the keys about learning and the first values of variables.
    fn apply_details(&self, config: &mut Config) {
        let set = |path: &str| self.explicit_path(path);
        if let Some(kind) = set("solver.strengthen") {
            config.search.minimization = match kind.split(',').next() {
                Some("no") => Minimization::None,
                Some("local") => Minimization::Local,
                _ => Minimization::Recursive,
            };
        }
        if let Some(watches) = set("solver.init_watches") {
            config.search.first_watches = match watches {
                "rnd" => FirstWatches::Random,
                "first" => FirstWatches::First,
                _ => FirstWatches::Least,
            };
        }
        if let Some(kind) = set("solver.lookahead") {
            let number = kind.split(',').nth(1).and_then(|number| number.parse().ok());
            config.search.lookahead = match number {
                None => 0,
                Some(0) => u32::MAX,
                Some(number) => number,
            };
        }
        if let Some(searches) = set("solver.rand_prob") {
            let numbers: Vec<u64> = searches.split(',').filter_map(|number| number.parse().ok()).collect();
            config.search.random_conflicts = numbers.iter().product::<u64>() * u64::from(numbers.len() == 2);
        }
        if let Some(value) = set("solver.init_moms") {
            config.search.initial_activity = value == "1";
        }
        if let Some(nogoods) = set("solver.score_other") {
            config.search.bump_loop_nogoods = nogoods != "no";
        }
        if let Some(value) = set("solver.sign_fix") {
            config.search.fixed_signs = value == "1";
        }
        if let Some(value) = set("solver.dom_mod") {
            config.default_directive = default_directive(value);
        }
    }

    fn apply_deletion(&self, config: &mut Config) {
        if let Some(glue) = self.explicit_path("solver.del_glue") {
            let first = glue.split(',').next().and_then(|glue| glue.parse().ok());
            config.search.keep_glue = first.unwrap_or(config.search.keep_glue);
        }
        if let Some(deletion) = self.explicit_path("solver.deletion") {
            config.search.reduce_percent =
                deletion.split(',').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
            config.search.reduce_by_glue = deletion.ends_with(",lbd");
        }
        let schedule =
            self.explicit_path("solver.del_cfl").and_then(|text| Schedule::read(&mut Parts::new(text)));
        if let Some(schedule) = schedule {
            let Sequence { base, factor, step, .. } = sequence(schedule);
            let search = &mut config.search;
            (search.reduce_first, search.reduce_step, search.reduce_factor) = (base, step, factor);
        }
    }
}

/// The number of variables that `Vmtf` moves, if none is given.
const MOVED: u32 = 8;

fn apply_heuristic(config: &mut Config, value: &str) {
    let (name, number) = value.split_once(',').unwrap_or((value, "0"));
    let given = number.parse::<u32>().unwrap_or(0);
    config.domain_heuristic = name == "domain";
    config.search.order = match name {
        "vmtf" => Order::MoveToFront { moved: if given == 0 { MOVED } else { given } },
        "berkmin" => Order::RecentClauses { considered: given },
        "unit" => Order::Lookahead,
        "none" => Order::First,
        _ => Order::Activity,
    };
    if matches!(name, "vsids" | "domain") {
        // The parameter is the fraction after `0.`; 95 if it is missing.
        let digits = if given == 0 { "95" } else { number };
        config.search.activity_decay = format!("0.{digits}").parse().unwrap_or(0.95);
    }
}

/// The default directive of `dom_mod`.
fn default_directive(value: &str) -> Option<DefaultDirective> {
    let words: Vec<&str> = value.split(',').collect();
    let has = |word: &str| words.contains(&word);
    let (modifier, bias) = match (has("level"), has("pos"), has("neg")) {
        (true, true, true) => (HeuristicModifier::Factor, 2),
        (true, true, false) => (HeuristicModifier::True, 1),
        (true, false, true) => (HeuristicModifier::False, 1),
        (true, false, false) => (HeuristicModifier::Level, 1),
        (false, true, true) => (HeuristicModifier::Init, 1),
        (false, true, false) => (HeuristicModifier::Sign, 1),
        (false, false, true) => (HeuristicModifier::Sign, -1),
        (false, false, false) => return None,
    };
    let all = !["scc", "hcc", "disj", "opt", "show"].iter().any(|pick| has(pick));
    Some(DefaultDirective { modifier, bias, shown: has("show"), objective: has("opt"), all })
}

fn apply_restarts(config: &mut Config, value: &str) {
    let mut parts = Parts::new(value);
    if let Some(dynamic) = Dynamic::read(&mut parts) {
        let margin = 1.0 / dynamic.margin.max(0.01);
        config.search.restarts = Restarts::Glue { margin, interval: dynamic.window };
        return;
    }
    config.search.restarts = match Schedule::read(&mut parts) {
        None => Restarts::Never,
        Some(Schedule::Luby { unit, .. }) => Restarts::Luby(unit),
        Some(schedule) => Restarts::Sequence(sequence(schedule)),
    };
}

/// The sequence of a schedule; that of Luby is its unit.
fn sequence(schedule: Schedule) -> Sequence {
    let constant = |base| Sequence { base, factor: 1.0, step: 0, limit: 0 };
    match schedule {
        Schedule::Fixed(base) | Schedule::Luby { unit: base, .. } => constant(base),
        Schedule::Geometric { base, factor, limit } => Sequence { factor, limit, ..constant(base) },
        Schedule::Arithmetic { base, step, limit } => Sequence { step, limit, ..constant(base) },
    }
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
