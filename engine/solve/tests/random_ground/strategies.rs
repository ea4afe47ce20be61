//! Optima of random programs under every strategy, and cores of assumptions.

use super::*;
use hamadryad_solve::{Descent, Strategy};

fn strategies() -> Vec<Strategy> {
    let descents = [Descent::Linear, Descent::Levels, Descent::Increasing, Descent::Decreasing];
    let bits = [(false, false), (true, false), (false, true), (true, true)];
    let below = bits.map(|(stratify, shrink)| Strategy::Cores { stratify, shrink });
    let both = [1, 7, 1000].map(|turn| Strategy::Both { turn });
    descents.map(Strategy::Bounds).into_iter().chain(below).chain(both).collect()
}

#[test]
fn all_find_the_optimum() {
    let mut random = Random(41);
    for round in 0..1200 {
        let rules: Vec<Rule> =
            (0..4 + random.below(12)).map(|_| random_rule(&mut random, ATOMS, round % 2 == 0)).collect();
        let mut symbols = Symbols::new();
        let levels = 1 + random.below(3);
        let range = [2, 7, 40][random.below(3)];
        let objective: Vec<(i32, WeightedLiteral)> = (0..1 + random.below(14))
            .map(|_| {
                let atom = atom(1 + random.below(ATOMS));
                let literal = if random.one_in(3) { atom.negative() } else { atom.positive() };
                let weight = random.below(range) as i32 - (random.below(3) as i32);
                (random.below(levels) as i32, WeightedLiteral { literal, weight })
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
            let config = if round % 3 == 0 { hectic() } else { Config::default() };
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
                let mut search = solver.solve(SolveOptions::default()).unwrap();
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
            let options = SolveOptions { optimize: OptimizeMode::EnumerateOptimal, ..Default::default() };
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
            let options = SolveOptions { optimize: OptimizeMode::Ignore, ..Default::default() };
            let mut found = models_of(&mut solver, &symbols, options);
            found.sort_unstable();
            assert_eq!(found, all, "{label}");
        }
    }
}

#[test]
fn minimal_cores_are_minimal() {
    let mut random = Random(42);
    let mut sizes = BTreeSet::new();
    for round in 0..1500 {
        let rules: Vec<Rule> =
            (0..4 + random.below(18)).map(|_| random_rule(&mut random, ATOMS, round % 2 == 0)).collect();
        let mut symbols = Symbols::new();
        let mut solver = AspSolver::new(if round % 3 == 0 { hectic() } else { Config::default() });
        solver.begin_step();
        feed(&mut solver, &mut symbols, &rules, 1..=ATOMS);
        solver.end_step();
        let all = answer_sets(&rules);
        let assumptions: Vec<Literal> = (1..=ATOMS)
            .map(|number| if random.one_in(2) { atom(number).positive() } else { atom(number).negative() })
            .collect();
        let options =
            SolveOptions { assumptions: assumptions.clone(), minimal_core: true, ..Default::default() };
        let mut search = solver.solve(options).unwrap();
        let found = search.next_model(&|| false).is_some();
        let core = search.summary().core.clone();
        let has = |model: u32, l: &Literal| is_true(model, l.atom()) == l.is_positive();
        let possible = |literals: &[Literal]| all.iter().any(|&m| literals.iter().all(|l| has(m, l)));
        assert_eq!(found, possible(&assumptions));
        if found {
            continue;
        }
        assert!(!possible(&core), "round {round}: {core:?}\n{}", show(&rules));
        for i in 0..core.len() {
            let mut rest = core.clone();
            rest.remove(i);
            assert!(possible(&rest), "round {round}: {core:?} without {i}\n{}", show(&rules));
        }
        sizes.insert(core.len());
    }
    assert!(sizes.len() > 3, "the cores are too much alike: {sizes:?}");
}
