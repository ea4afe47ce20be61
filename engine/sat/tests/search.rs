//! The search against brute force: satisfiability, enumeration, cores, and a theory with lazy reasons.

use hamadryad_random::Random;
use hamadryad_sat::{Config, Conflict, Lit, NoTheory, Outcome, Restarts, Solver, Theory, Var};

/// A clause of this length with random literals.
fn random_clause(random: &mut Random, vars: &[Var], len: usize) -> Vec<Lit> {
    let literal = |random: &mut Random| {
        let var = vars[random.index(vars.len())];
        if random.one_in(2) { var.positive() } else { var.negative() }
    };
    (0..len).map(|_| literal(random)).collect()
}

fn holds(lit: Lit, assignment: u32) -> bool {
    (assignment >> lit.var().index() & 1 == 1) == lit.is_positive()
}

fn satisfies(clauses: &[Vec<Lit>], assignment: u32) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|&lit| holds(lit, assignment)))
}

fn read(solver: &Solver, vars: &[Var]) -> u32 {
    vars.iter().map(|var| u32::from(solver.is_true(var.positive())) << var.index()).sum()
}

/// Restarts and forgets all the time, to reach the odd corners.
fn hectic() -> Config {
    Config {
        restarts: Restarts::Luby(1),
        reduce_first: 3,
        reduce_step: 1,
        save_phases_over: 0,
        ..Config::default()
    }
}

/// One of three configurations: the default, restarts and deletion all the time, no jump over several levels.
fn configuration(round: usize) -> Config {
    match round % 3 {
        0 => Config::default(),
        1 => hectic(),
        _ => Config { longest_jump: 0, ..Config::default() },
    }
}

const VARS: usize = 10;

fn random_problem(random: &mut Random) -> Vec<Vec<usize>> {
    let count = 10 + random.index(40);
    (0..count)
        .map(|_| (0..1 + random.index(4).max(random.index(3))).map(|_| random.index(2 * VARS)).collect())
        .collect()
}

fn build(problem: &[Vec<usize>], config: Config) -> (Solver, Vec<Var>, Vec<Vec<Lit>>) {
    let mut solver = Solver::with_config(config);
    let vars: Vec<Var> = (0..VARS).map(|_| solver.new_var()).collect();
    let lit = |code: usize| {
        if code.is_multiple_of(2) { vars[code / 2].positive() } else { vars[code / 2].negative() }
    };
    let clauses: Vec<Vec<Lit>> =
        problem.iter().map(|clause| clause.iter().map(|&code| lit(code)).collect()).collect();
    for clause in &clauses {
        solver.add_clause(clause);
    }
    (solver, vars, clauses)
}

fn models(clauses: &[Vec<Lit>]) -> Vec<u32> {
    (0..1 << VARS).filter(|&assignment| satisfies(clauses, assignment)).collect()
}

#[test]
fn enumeration_by_backtracking_finds_each_model_once() {
    let mut random = Random::new(1);
    for round in 0..600 {
        let problem = random_problem(&mut random);
        let config = configuration(round);
        let (mut solver, vars, clauses) = build(&problem, config);
        let mut found = Vec::new();
        while solver.search(&mut NoTheory, &|| false) == Outcome::Model {
            found.push(read(&solver, &vars));
            if !solver.next_by_backtracking(&mut NoTheory) {
                break;
            }
        }
        found.sort_unstable();
        assert_eq!(found, models(&clauses), "round {round}");
        // Nothing of the enumeration stays.
        solver.reset(&mut NoTheory);
        let outcome = solver.search(&mut NoTheory, &|| false);
        assert_eq!(outcome == Outcome::Model, !found.is_empty());
    }
}

#[test]
fn enumeration_by_clauses_finds_each_model_once() {
    let mut random = Random::new(2);
    for round in 0..600 {
        let problem = random_problem(&mut random);
        let (mut solver, vars, clauses) = build(&problem, hectic());
        let assumed = random_clause(&mut random, &vars, 2);
        solver.assume(&mut NoTheory, &assumed);
        let mut found = Vec::new();
        while solver.search(&mut NoTheory, &|| false) == Outcome::Model {
            found.push(read(&solver, &vars));
            let block: Vec<Lit> = solver.trail().iter().map(|&lit| !lit).collect();
            if !solver.add_clause_in_search(&mut NoTheory, &block) {
                break;
            }
        }
        found.sort_unstable();
        let mut expected = models(&clauses);
        expected.retain(|&assignment| assumed.iter().all(|&lit| holds(lit, assignment)));
        assert_eq!(found, expected, "round {round}");
    }
}

#[test]
fn clauses_added_while_enumerating_hold_from_then_on() {
    let mut random = Random::new(11);
    for round in 0..2000 {
        let problem: Vec<_> = random_problem(&mut random).into_iter().take(random.index(16)).collect();
        let config = configuration(round);
        let (mut solver, vars, mut clauses) = build(&problem, config);
        let mut found: Vec<u32> = Vec::new();
        // The guard keeps what is added from being true for good.
        let guard = solver.new_var().positive();
        solver.assume(&mut NoTheory, &[guard]);
        while solver.search(&mut NoTheory, &|| false) == Outcome::Model {
            let assignment = read(&solver, &vars);
            assert!(satisfies(&clauses, assignment), "round {round}");
            assert!(!found.contains(&assignment), "round {round}");
            found.push(assignment);
            if !solver.next_by_backtracking(&mut NoTheory) {
                break;
            }
            for _ in 0..random.index(4) {
                let len = 1 + random.index(4);
                let mut clause = random_clause(&mut random, &vars, len);
                clauses.push(clause.clone());
                clause.push(!guard);
                solver.add_clause_while_enumerating(&clause);
            }
        }
        assert!(models(&clauses).iter().all(|model| found.contains(model)), "round {round}");
    }
}

#[test]
fn cores_are_to_blame() {
    let mut random = Random::new(3);
    let mut cores = 0;
    for _ in 0..600 {
        let problem = random_problem(&mut random);
        let (mut solver, vars, clauses) = build(&problem, hectic());
        for _ in 0..4 {
            let assumed = random_clause(&mut random, &vars, 5);
            solver.assume(&mut NoTheory, &assumed);
            let consistent = |with: &[Lit]| {
                models(&clauses).iter().any(|&assignment| with.iter().all(|&lit| holds(lit, assignment)))
            };
            match solver.search(&mut NoTheory, &|| false) {
                Outcome::Model => {
                    let assignment = read(&solver, &vars);
                    assert!(satisfies(&clauses, assignment));
                    assert!(assumed.iter().all(|&lit| holds(lit, assignment)));
                }
                Outcome::Failed => {
                    cores += 1;
                    assert!(solver.core().iter().all(|lit| assumed.contains(lit)));
                    assert!(!consistent(solver.core()));
                }
                Outcome::Unsatisfiable => assert!(!consistent(&[])),
                Outcome::Stopped => panic!("nobody said stop"),
            }
        }
    }
    assert!(cores > 100, "the problems are too easy to test cores");
}

#[test]
fn clauses_learnt_under_a_scoped_assumption_stay_valid() {
    // Each clause is switched by one of eight assumptions, and what excludes models by one more, which
    // retires.
    const SWITCHES: usize = 8;
    let mut random = Random::new(4);
    let mut excluded = 0;
    for round in 0..200 {
        let problem = random_problem(&mut random);
        let (mut solver, vars, clauses) = build(&[], hectic());
        assert!(clauses.is_empty());
        let switches: Vec<Lit> = (0..SWITCHES).map(|_| solver.new_var().positive()).collect();
        let lit = |code: usize| {
            if code.is_multiple_of(2) { vars[code / 2].positive() } else { vars[code / 2].negative() }
        };
        let clauses: Vec<Vec<Lit>> =
            problem.iter().map(|clause| clause.iter().map(|&code| lit(code)).collect()).collect();
        for (clause, switch) in clauses.iter().zip(switches.iter().cycle()) {
            let switched: Vec<Lit> = clause.iter().copied().chain([!*switch]).collect();
            solver.add_clause(&switched);
        }
        for _ in 0..4 {
            let scoped = solver.new_var().positive();
            let is_on: Vec<bool> = (0..SWITCHES).map(|_| random.index(4) > 0).collect();
            let assumed = switches.iter().zip(&is_on).map(|(&switch, &on)| if on { switch } else { !switch });
            let assumed: Vec<Lit> = assumed.chain([scoped]).collect();
            solver.assume(&mut NoTheory, &assumed);
            solver.scope_assumption(scoped);
            let mut found = Vec::new();
            while solver.search(&mut NoTheory, &|| false) == Outcome::Model {
                let model = read(&solver, &vars);
                found.push(model);
                let differs = vars
                    .iter()
                    .map(|var| if model >> var.index() & 1 == 1 { var.negative() } else { var.positive() });
                let block: Vec<Lit> = differs.chain([!scoped]).collect();
                if !solver.add_clause_in_search(&mut NoTheory, &block) {
                    break;
                }
            }
            found.sort_unstable();
            excluded += found.len();
            let on = clauses.iter().enumerate().filter(|(i, _)| is_on[i % SWITCHES]);
            let on: Vec<Vec<Lit>> = on.map(|(_, clause)| clause.clone()).collect();
            assert_eq!(found, models(&on), "round {round}");
            solver.reset(&mut NoTheory);
            solver.add_clause(&[!scoped]);
        }
    }
    assert!(excluded > 10_000, "{excluded}");
}

/// At most `bound` of the literals are true: counts, and explains lazily.
struct AtMost {
    literals: Vec<Lit>,
    bound: usize,
    seen: usize,
    true_literals: Vec<Lit>,
}

impl Theory for AtMost {
    fn propagate(&mut self, solver: &mut Solver) -> Result<(), Conflict> {
        while self.seen < solver.trail().len() {
            let lit = solver.trail()[self.seen];
            self.seen += 1;
            if self.literals.contains(&lit) {
                self.true_literals.push(lit);
            }
        }
        if self.true_literals.len() > self.bound {
            let conflict: Vec<Lit> = self.true_literals.iter().map(|&lit| !lit).collect();
            return Err(solver.set_conflict(&conflict));
        }
        if self.true_literals.len() == self.bound {
            for i in 0..self.literals.len() {
                if solver.is_free(self.literals[i]) {
                    solver.imply(!self.literals[i], 7)?;
                }
            }
        }
        Ok(())
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, handle: u32, reason: &mut Vec<Lit>) {
        assert_eq!(handle, 7);
        let before = solver.position(lit.var());
        reason.extend(self.true_literals.iter().filter(|lit| solver.position(lit.var()) < before));
        assert!(reason.len() >= self.bound);
    }

    fn undo(&mut self, solver: &Solver, keep: usize) {
        self.true_literals.retain(|lit| solver.position(lit.var()) < keep);
        self.seen = self.seen.min(keep);
    }
}

#[test]
fn a_theory_takes_part() {
    let mut random = Random::new(4);
    for round in 0..600 {
        let problem = random_problem(&mut random);
        let (mut solver, vars, clauses) = build(&problem, configuration(round));
        let literals: Vec<Lit> = vars[..7].iter().map(|var| var.positive()).collect();
        let bound = random.index(4);
        let mut theory = AtMost { literals: literals.clone(), bound, seen: 0, true_literals: Vec::new() };
        let mut found = Vec::new();
        while solver.search(&mut theory, &|| false) == Outcome::Model {
            found.push(read(&solver, &vars));
            if !solver.next_by_backtracking(&mut theory) {
                break;
            }
        }
        found.sort_unstable();
        let mut expected = models(&clauses);
        expected
            .retain(|&assignment| literals.iter().filter(|&&lit| holds(lit, assignment)).count() <= bound);
        assert_eq!(found, expected, "round {round}");
    }
}

/// Suggests all values of a model once.
struct Oracle {
    model: Vec<Lit>,
}

impl Theory for Oracle {
    fn suggest(&mut self, solver: &mut Solver, _: &dyn Fn() -> bool) {
        solver.try_candidate(self.model.drain(..));
    }
}

#[test]
fn a_suggested_model_is_found_without_a_conflict() {
    const VARS: usize = 200;
    let mut random = Random::new(6);
    for _ in 0..20 {
        let mut solver = Solver::new();
        let vars: Vec<Var> = (0..VARS).map(|_| solver.new_var()).collect();
        let value = |var: &Var| if random.one_in(2) { var.positive() } else { var.negative() };
        let model: Vec<Lit> = vars.iter().map(value).collect();
        let clauses = std::iter::repeat_with(|| random_clause(&mut random, &vars, 3));
        let satisfied = clauses.filter(|clause| clause.iter().any(|lit| model.contains(lit)));
        satisfied.take(4 * VARS).for_each(|clause| assert!(solver.add_clause(&clause)));
        let outcome = solver.search(&mut Oracle { model: model.clone() }, &|| false);
        assert_eq!((outcome, solver.statistics().conflicts), (Outcome::Model, 0));
        assert!(model.iter().all(|&lit| solver.is_true(lit)));
    }
}

#[test]
fn pigeons_do_not_fit() {
    let (pigeons, holes) = (7, 6);
    let mut solver = Solver::new();
    let at: Vec<Vec<Lit>> =
        (0..pigeons).map(|_| (0..holes).map(|_| solver.new_var().positive()).collect()).collect();
    for row in &at {
        solver.add_clause(row);
    }
    for a in 0..pigeons {
        for b in 0..a {
            for (&first, &second) in at[a].iter().zip(&at[b]) {
                solver.add_clause(&[!first, !second]);
            }
        }
    }
    assert_eq!(solver.search(&mut NoTheory, &|| false), Outcome::Unsatisfiable);
    assert!(!solver.is_consistent());
}

#[test]
fn stopping_keeps_learnt_clauses() {
    let mut solver = Solver::new();
    let vars: Vec<Var> = (0..60).map(|_| solver.new_var()).collect();
    let mut random = Random::new(5);
    for _ in 0..256 {
        let clause = random_clause(&mut random, &vars, 3);
        solver.add_clause(&clause);
    }
    let calls = std::cell::Cell::new(0);
    let stop = || {
        calls.set(calls.get() + 1);
        calls.get() > 3
    };
    let mut outcome = Outcome::Stopped;
    for _ in 0..10_000 {
        calls.set(0);
        outcome = solver.search(&mut NoTheory, &stop);
        if outcome != Outcome::Stopped {
            break;
        }
    }
    assert_ne!(outcome, Outcome::Stopped);
}

#[test]
fn a_probe_that_finds_a_conflict_at_level_0_refutes_the_clauses() {
    let mut solver = Solver::new();
    let [a, b, c] = [(); 3].map(|()| solver.new_var().positive());
    for clause in [[a, b], [a, !b], [!a, c], [!a, !c]] {
        solver.add_clause(&clause);
    }
    // The failed probe shows `a`, which contradicts the other clauses.
    assert_eq!(solver.probe(&mut NoTheory, &[!a]), None);
    solver.add_clause(&[a]);
    for _ in 0..3 {
        assert_eq!(solver.probe(&mut NoTheory, &[b]), None);
    }
    solver.reset(&mut NoTheory);
    assert_eq!(solver.search(&mut NoTheory, &|| false), Outcome::Unsatisfiable);
}

/// Of many binary clauses of a literal, those that exist are not added again; units are as in other clauses.
#[test]
fn binary_clauses_that_exist_are_not_added_again() {
    let mut solver = Solver::new();
    let lits: Vec<Lit> = (0..40).map(|_| solver.new_var().positive()).collect();
    for &lit in &lits[1..31] {
        solver.add_clause(&[lit, lits[0]]);
    }
    assert!(solver.add_binary_clauses(lits[0], &lits[11..]));
    assert_eq!(solver.num_clauses(), [39, 0, 0]);
    // Each of them has an effect: without the first literal all others are true.
    solver.add_clause(&[!lits[0]]);
    assert_eq!(solver.search(&mut NoTheory, &|| false), Outcome::Model);
    assert!(lits[1..].iter().all(|&lit| solver.is_true(lit)));
    let opposites: Vec<Lit> = lits[1..].iter().map(|&lit| !lit).collect();
    solver.reset(&mut NoTheory);
    assert!(!solver.add_binary_clauses(lits[0], &opposites));
}
