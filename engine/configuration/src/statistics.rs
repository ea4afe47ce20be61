//! The statistics as a tree of plain data, with clingo's keys.
//!
//! ```text
//! summary.costs[0]   solving.solvers.extra.jumps.max   problem.lp.rules_choice   accu.times.total
//! ```
//!
//! Invariant: every key of clingo 5.8.3 is there; a number without a counterpart in the engine is 0.

use hamadryad::{ProgramStatistics, SearchStatistics};

/// A tree of numbers.
#[derive(Clone, PartialEq, Debug)]
pub enum Tree {
    /// A number.
    Value(f64),
    /// Elements by position.
    Array(Vec<Tree>),
    /// Elements by name, in their order.
    Map(Vec<(String, Tree)>),
}

impl Tree {
    /// A map without elements.
    pub fn map() -> Tree {
        Tree::Map(Vec::new())
    }

    /// The element of a map.
    pub fn get(&self, name: &str) -> Option<&Tree> {
        let Tree::Map(elements) = self else { return None };
        elements.iter().find(|(known, _)| known == name).map(|(_, tree)| tree)
    }

    /// The tree at a path of names and positions between dots.
    pub fn at(&self, path: &str) -> Option<&Tree> {
        path.split('.').try_fold(self, |tree, name| match tree {
            Tree::Array(elements) => elements.get(name.parse::<usize>().ok()?),
            _ => tree.get(name),
        })
    }

    /// The number, if the tree is one.
    pub fn value(&self) -> Option<f64> {
        if let Tree::Value(value) = self { Some(*value) } else { None }
    }
}

/// Results and times of a call, or the sums over all calls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// The number of the call, from 0.
    pub number: u64,
    /// 0 unknown, 1 satisfiable, 2 unsatisfiable.
    pub result: u8,
    /// The signal that ended the call, or 0.
    pub signal: u32,
    /// Whether the search space is exhausted.
    pub is_exhausted: bool,
    /// The costs of the best model.
    pub costs: Vec<i64>,
    /// Lower bounds on the costs.
    pub lower_bounds: Vec<i64>,
    /// The number of threads.
    pub threads: usize,
    /// The thread that ended the search.
    pub winner: usize,
    /// Seconds: total, of the processor, of solving, after the last model, to the first model.
    pub times: [f64; 5],
    /// The number of models.
    pub models: u64,
    /// The number of models that are proven optimal.
    pub optimal_models: u64,
}

/// All that a tree of statistics is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// 0 to 2, the value of `stats`: `accu` and the details need at least 1.
    pub level: u8,
    /// The last call.
    pub call: Call,
    /// The sums over all calls: times and models.
    pub total: Call,
    /// The search of the last call.
    pub search: SearchStatistics,
    /// The searches of all calls.
    pub all_searches: SearchStatistics,
    /// The search of the last call by thread, for the threads that have searched.
    pub threads: Vec<SearchStatistics>,
    /// The searches of all calls by thread.
    pub all_threads: Vec<SearchStatistics>,
    /// The program.
    pub program: ProgramStatistics,
    /// The part of the program that the last steps have added.
    pub step: ProgramStatistics,
    /// The number of variables without a permanent value.
    pub variables: usize,
    /// The numbers of clauses of two, three and more literals.
    pub clauses: [usize; 3],
    /// Numbers of the user about the last call, if there are any.
    pub user_step: Option<Tree>,
    /// Numbers of the user about all calls.
    pub user_accu: Option<Tree>,
}

/// Names with their values.
fn map(elements: Vec<(&str, Tree)>) -> Tree {
    Tree::Map(elements.into_iter().map(|(name, tree)| (name.to_owned(), tree)).collect())
}

/// Names with numbers.
fn numbers(elements: &[(&str, f64)]) -> Tree {
    map(elements.iter().map(|&(name, value)| (name, Tree::Value(value))).collect())
}

/// The tree of statistics.
pub fn statistics(of: &Statistics) -> Tree {
    let mut top = vec![
        ("problem", problem(of)),
        ("solving", solving(&of.search, &of.threads, of)),
        ("summary", summary(&of.call)),
    ];
    if of.level > 0 {
        let accu = vec![
            ("times", times(&of.total)),
            ("models", models(&of.total)),
            ("solving", solving(&of.all_searches, &of.all_threads, of)),
        ];
        top.push(("accu", map(accu)));
    }
    let of_user = [("user_step", &of.user_step), ("user_accu", &of.user_accu)];
    top.extend(of_user.into_iter().filter_map(|(name, tree)| Some((name, tree.clone()?))));
    map(top)
}

fn times(call: &Call) -> Tree {
    let [total, cpu, solve, unsat, sat] = call.times;
    numbers(&[("total", total), ("cpu", cpu), ("solve", solve), ("unsat", unsat), ("sat", sat)])
}

fn models(call: &Call) -> Tree {
    numbers(&[("enumerated", call.models as f64), ("optimal", call.optimal_models as f64)])
}

fn summary(call: &Call) -> Tree {
    let costs = |costs: &[i64]| Tree::Array(costs.iter().map(|&cost| Tree::Value(cost as f64)).collect());
    map(vec![
        ("call", Tree::Value(call.number as f64)),
        ("result", Tree::Value(f64::from(call.result))),
        ("signal", Tree::Value(f64::from(call.signal))),
        ("exhausted", Tree::Value(f64::from(u8::from(call.is_exhausted)))),
        ("costs", costs(&call.costs)),
        ("lower", costs(&call.lower_bounds)),
        ("concurrency", Tree::Value(call.threads.max(1) as f64)),
        ("winner", Tree::Value(call.winner as f64)),
        ("times", times(call)),
        ("models", models(call)),
    ])
}

fn problem(of: &Statistics) -> Tree {
    let [binary, ternary, longer] = of.clauses.map(|number| number as f64);
    let generator = numbers(&[
        ("vars", of.variables as f64),
        ("vars_eliminated", of.all_searches.eliminated as f64),
        ("vars_frozen", 0.0),
        ("constraints", longer),
        ("constraints_binary", binary),
        ("constraints_ternary", ternary),
        ("acyc_edges", 0.0),
        ("complexity", binary + ternary + longer),
    ]);
    map(vec![("lp", program(&of.program)), ("lpStep", program(&of.step)), ("generator", generator)])
}

fn program(of: &ProgramStatistics) -> Tree {
    let count = |number: usize| number as f64;
    let normal = of.rules.saturating_sub(of.choices);
    let equal = of.equal_atoms + of.equal_bodies;
    numbers(&[
        ("atoms", count(of.atoms)),
        ("atoms_aux", 0.0),
        ("disjunctions", 0.0),
        ("disjunctions_non_hcf", 0.0),
        ("bodies", count(of.bodies)),
        ("bodies_tr", count(of.bodies)),
        ("sum_bodies", count(of.weight_constraints - of.cardinality_constraints)),
        ("sum_bodies_tr", count(of.weight_constraints - of.cardinality_constraints)),
        ("count_bodies", count(of.cardinality_constraints)),
        ("count_bodies_tr", count(of.cardinality_constraints)),
        ("sccs", count(of.components)),
        ("sccs_non_hcf", 0.0),
        ("gammas", 0.0),
        ("ufs_nodes", count(of.loop_atoms)),
        ("rules", count(of.rules)),
        ("rules_normal", count(normal)),
        ("rules_choice", count(of.choices)),
        ("rules_minimize", 0.0),
        ("rules_acyc", 0.0),
        ("rules_heuristic", 0.0),
        ("rules_tr", count(of.rules)),
        ("rules_tr_normal", count(normal)),
        ("rules_tr_choice", count(of.choices)),
        ("rules_tr_minimize", 0.0),
        ("rules_tr_acyc", 0.0),
        ("rules_tr_heuristic", 0.0),
        ("eqs", count(equal)),
        ("eqs_atom", count(of.equal_atoms)),
        ("eqs_body", count(of.equal_bodies)),
        ("eqs_other", 0.0),
    ])
}

/// The counts of a search, for all solvers together and for each of them.
fn solving(search: &SearchStatistics, threads: &[SearchStatistics], of: &Statistics) -> Tree {
    let mut parts = vec![("solvers", solver(search, of))];
    if of.level > 0 {
        let mut threads = threads.to_vec();
        threads.resize(of.call.threads.max(1), SearchStatistics::default());
        parts.push(("solver", Tree::Array(threads.iter().map(|search| solver(search, of)).collect())));
    }
    map(parts)
}

fn solver(search: &SearchStatistics, of: &Statistics) -> Tree {
    let count = |number: u64| Tree::Value(number as f64);
    let none = || Tree::Value(0.0);
    let mut counts = vec![
        ("choices", count(search.decisions)),
        ("conflicts", count(search.conflicts)),
        ("conflicts_analyzed", count(search.learnt)),
        ("restarts", count(search.restarts)),
        ("restarts_last", none()),
        ("restarts_blocked", none()),
    ];
    if of.level > 0 {
        counts.push(("extra", details(search)));
    }
    map(counts)
}

fn details(search: &SearchStatistics) -> Tree {
    let count = |number: u64| Tree::Value(number as f64);
    let none = || Tree::Value(0.0);
    map(vec![
        ("domain_choices", none()),
        ("models", count(search.models)),
        ("models_level", count(search.model_levels)),
        ("hcc_tests", none()),
        ("hcc_partial", none()),
        ("lemmas_deleted", count(search.removed)),
        ("distributed", count(search.offered)),
        ("distributed_sum_lbd", none()),
        ("integrated", count(search.taken)),
        ("lemmas", count(search.learnt + search.loop_nogoods + search.lemmas)),
        ("lits_learnt", count(search.learnt_literals + search.loop_literals)),
        ("lemmas_binary", count(search.binary)),
        ("lemmas_ternary", count(search.ternary)),
        ("cpu_time", none()),
        ("integrated_imps", none()),
        ("integrated_jumps", none()),
        ("guiding_paths_lits", none()),
        ("guiding_paths", count(1)),
        ("splits", none()),
        ("lemmas_conflict", count(search.learnt)),
        ("lemmas_loop", count(search.loop_nogoods)),
        ("lemmas_other", count(search.lemmas)),
        ("lits_conflict", count(search.learnt_literals)),
        ("lits_loop", count(search.loop_literals)),
        ("lits_other", none()),
        (
            "jumps",
            map(vec![
                ("jumps", count(search.jumps)),
                ("jumps_bounded", none()),
                ("levels", count(search.jumped_levels)),
                ("levels_bounded", none()),
                ("max", count(search.longest_jump)),
                ("max_executed", count(search.longest_jump)),
                ("max_bounded", none()),
            ]),
        ),
    ])
}
