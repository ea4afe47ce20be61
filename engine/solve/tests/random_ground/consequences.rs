//! Brave and cautious consequences of random programs, against the union and the intersection of all answer
//! sets.

use super::*;
use hamadryad_solve::{Consequences, Estimate};

#[test]
fn brave_and_cautious_consequences_are_those_of_the_models() {
    let mut random = Random::new(31);
    for round in 0..1500 {
        let rules: Vec<Rule> =
            (0..4 + random.index(16)).map(|_| random_rule(&mut random, ATOMS, round % 2 == 0)).collect();
        let mut symbols = Symbols::new();
        let mut solver = AspSolver::new(configuration(round));
        solver.begin_step();
        feed(&mut solver, &mut symbols, &rules, 1..=ATOMS);
        // What both of two atoms say, and neither does.
        let pair = [atom(1).positive(), atom(2).negative()];
        let term = symbols.number(99);
        solver.output(&symbols, OutputKind::Term, term, &pair);
        let costs: Vec<(Atom, i32)> = (0..random.index(5))
            .map(|_| (atom(1 + random.index(ATOMS)), random.index(5) as i32 - 1))
            .collect();
        for &(atom, weight) in &costs {
            solver.minimize(0, &[WeightedLiteral { literal: atom.positive(), weight }]);
        }
        solver.end_step();
        let cost =
            |model: u32| costs.iter().filter(|&&(a, _)| is_true(model, a)).map(|&(_, w)| w).sum::<i32>();
        let all = answer_sets(&rules);
        let best = all.iter().map(|&model| cost(model)).min();
        let optimal: Vec<u32> = all.iter().copied().filter(|&model| Some(cost(model)) == best).collect();
        for kind in [Consequences::Brave, Consequences::Cautious] {
            for (optimize, models) in [(OptimizeMode::Ignore, &all), (OptimizeMode::Optimize, &optimal)] {
                let options = SearchOptions { consequences: Some(kind), optimize, ..Default::default() };
                check(
                    &mut solver,
                    &symbols,
                    options,
                    kind,
                    models,
                    &format!("round {round}: {}", show(&rules)),
                );
            }
        }
    }
}

fn check(
    solver: &mut AspSolver,
    symbols: &Symbols,
    options: SearchOptions,
    kind: Consequences,
    models: &[u32],
    label: &str,
) {
    let has_term = |model: u32| model & 3 == 1;
    let with_term = |model: &u32| model | u32::from(has_term(*model)) << 20;
    let sets = models.iter().map(with_term);
    let expected = match kind {
        Consequences::Brave => sets.reduce(|a, b| a | b),
        Consequences::Cautious => sets.reduce(|a, b| a & b),
    };
    let mut search = solver.solve(options).unwrap();
    let mut found: Option<u32> = None;
    while let Some(model) = search.next_model(&|| false) {
        let Some(Estimate { known, open }) = model.consequences() else {
            assert!(!model.optimality_proven, "{label}");
            continue;
        };
        let atoms = model.symbols(OutputKind::Atom).map(|symbol| symbols.as_number(symbol).unwrap() - 1);
        let terms = model.symbols(OutputKind::Term).map(|_| 20);
        let estimate: u32 = atoms.chain(terms).map(|bit| 1 << bit).sum();
        let size = estimate.count_ones() as usize;
        let of_size = if kind == Consequences::Brave { known == size } else { known + open == size };
        assert!(of_size, "{label}");
        if let Some(before) = found {
            // Each model changes something, in one direction.
            let union = before | estimate;
            assert!(before != estimate, "{label}");
            assert_eq!(union, if kind == Consequences::Brave { estimate } else { before }, "{label}");
        }
        found = Some(estimate);
    }
    assert!(search.summary().exhausted);
    assert_eq!(found, expected, "{kind:?} {label}");
    let known = found.map(|found| Estimate { known: found.count_ones() as usize, open: 0 });
    assert_eq!(search.summary().consequences, known, "{label}");
}
