//! Optima of random programs under every strategy, and cores of assumptions.

use super::*;
use hamadryad_solve::{Descent, Strategy};
use std::collections::BTreeMap;

fn strategies() -> Vec<Strategy> {
    let descents = [Descent::Linear, Descent::Levels, Descent::Increasing, Descent::Decreasing];
    let bits = [(false, false), (true, false), (false, true), (true, true)];
    let below = bits.map(|(stratify, shrink)| Strategy::Cores { stratify, shrink });
    let both = [1, 7, 1000].map(|turn| Strategy::Both { turn });
    descents.map(Strategy::Bounds).into_iter().chain(below).chain(both).collect()
}

#[test]
fn all_find_the_optimum() {
    let mut random = Random::new(41);
    for round in 0..1200 {
        let rules: Vec<Rule> =
            (0..4 + random.index(12)).map(|_| random_rule(&mut random, ATOMS, round % 2 == 0)).collect();
        let mut symbols = Symbols::new();
        let levels = 1 + random.index(3);
        let range = [2, 7, 40][random.index(3)];
        let objective: Vec<(i32, WeightedLiteral)> = (0..1 + random.index(14))
            .map(|_| {
                let atom = atom(1 + random.index(ATOMS));
                let literal = if random.one_in(3) { atom.negative() } else { atom.positive() };
                let weight = random.index(range) as i32 - (random.index(3) as i32);
                (random.index(levels) as i32, WeightedLiteral { literal, weight })
            })
            .collect();
        let feed = |solver: &mut AspSolver, symbols: &mut Symbols| {
            solver.begin_step();
            feed(solver, symbols, &rules, 1..=ATOMS);
            for (priority, literal) in &objective {
                solver.minimize(*priority, &[*literal]);
            }
            solver.end_step();
        };
        let all = answer_sets(&rules);
        let value =
            |model: u32, l: &WeightedLiteral| is_true(model, l.literal.atom()) == l.literal.is_positive();
        let sum = |model: u32, priority: i32| -> i64 {
            let on_level = objective.iter().filter(|(p, l)| *p == priority && value(model, l));
            on_level.map(|(_, l)| i64::from(l.weight)).sum()
        };
        for strategy in strategies() {
            let config = configuration(round);
            let mut solver = AspSolver::new(Config { strategy, ..config });
            feed(&mut solver, &mut symbols);
            let priorities = solver.priorities().to_vec();
            let cost = |model: u32| -> Vec<i64> { priorities.iter().map(|&p| sum(model, p)).collect() };
            let best = all.iter().map(|&model| cost(model)).min();
            let mut optimal: Vec<u32> = all.iter().copied().filter(|&m| Some(cost(m)) == best).collect();
            optimal.sort_unstable();
            let label = format!("round {round}, {strategy:?}, {objective:?}\n{}", show(&rules));
            // Twice, so that nothing of the first solve may be left over.
            for _ in 0..2 {
                let mut search = solver.solve(SearchOptions::default()).unwrap();
                let mut costs: Option<Vec<i64>> = None;
                while let Some(model) = search.next_model(&|| false) {
                    assert!(costs.as_ref().is_none_or(|costs| model.costs < &costs[..]), "{label}");
                    costs = Some(model.costs.to_vec());
                }
                assert_eq!(costs, best, "{label}");
                assert_eq!(search.summary().optimum_proven, best.is_some(), "{label}");
                let bounds = &search.summary().lower_bounds[..];
                assert!(best.is_none() || bounds <= &costs.unwrap()[..], "{label}");
            }
            let options = SearchOptions { optimize: OptimizeMode::EnumerateOptimal, ..Default::default() };
            let mut search = solver.solve(options).unwrap();
            let mut found = Vec::new();
            while let Some(model) = search.next_model(&|| false) {
                if model.optimality_proven {
                    let numbers = model.symbols(OutputKind::Atom).map(|s| symbols.as_number(s).unwrap());
                    found.push(numbers.map(|number| 1 << (number - 1)).sum::<u32>());
                }
            }
            drop(search);
            found.sort_unstable();
            assert_eq!(found, optimal, "{label}");
            // No variable that the search has borrowed is left: nothing is found twice.
            let options = SearchOptions { optimize: OptimizeMode::Ignore, ..Default::default() };
            let mut found = models_of(&mut solver, &symbols, options);
            found.sort_unstable();
            assert_eq!(found, all, "{label}");
        }
    }
}

/// A random program. In half of the rounds all atoms are free, so only constraints contradict assumptions,
/// and cores have several literals.
fn program_with_cores(random: &mut Random, round: usize) -> Vec<Rule> {
    let mut rules: Vec<Rule> =
        (0..4 + random.index(18)).map(|_| random_rule(random, ATOMS, round.is_multiple_of(2))).collect();
    if round % 4 < 2 {
        rules.retain(|rule| rule.heads.is_empty());
        rules.push(Rule { choice: true, heads: (1..=ATOMS).map(atom).collect(), body: Body::Normal(vec![]) });
        for length in 2..6 {
            let body = Body::Normal((0..length).map(|_| random_literal(random)).collect());
            rules.push(Rule { choice: false, heads: vec![], body });
        }
    }
    rules
}

fn random_literal(random: &mut Random) -> Literal {
    let atom = atom(1 + random.index(ATOMS));
    if random.one_in(2) { atom.positive() } else { atom.negative() }
}

/// Checks the minimal core of random assumptions; returns its size if the assumptions are contradictory.
fn check_minimal_core(random: &mut Random, round: usize) -> Option<usize> {
    let rules = program_with_cores(random, round);
    let mut symbols = Symbols::new();
    let mut solver = AspSolver::new(configuration(round));
    solver.begin_step();
    feed(&mut solver, &mut symbols, &rules, 1..=ATOMS);
    solver.end_step();
    let all = answer_sets(&rules);
    let assumptions: Vec<Literal> = (1..=ATOMS)
        .map(|number| if random.one_in(2) { atom(number).positive() } else { atom(number).negative() })
        .collect();
    let options =
        SearchOptions { assumptions: assumptions.clone(), minimal_core: true, ..Default::default() };
    let mut search = solver.solve(options).unwrap();
    let found = search.next_model(&|| false).is_some();
    let core = search.summary().core.clone();
    let has = |model: u32, l: &Literal| is_true(model, l.atom()) == l.is_positive();
    let possible = |literals: &[Literal]| all.iter().any(|&m| literals.iter().all(|l| has(m, l)));
    assert_eq!(found, possible(&assumptions), "{assumptions:?}\n{}", show(&rules));
    if found {
        return None;
    }
    assert!(!possible(&core), "{core:?}\n{}", show(&rules));
    for i in 0..core.len() {
        let mut rest = core.clone();
        rest.remove(i);
        assert!(possible(&rest), "{core:?} without {i}\n{}", show(&rules));
    }
    Some(core.len())
}

#[test]
fn minimal_cores_are_minimal() {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for seed in 0..4 {
        let mut random = Random::new(seed);
        for size in (0..400).filter_map(|round| check_minimal_core(&mut random, round)) {
            *sizes.entry(size).or_default() += 1;
        }
    }
    assert!((0..=3).all(|size| sizes.get(&size).is_some_and(|&count| count > 20)), "{sizes:?}");
}
