//! Projected enumeration of random programs: each combination of what is looked at that an answer set has,
//! once.

use super::*;
use hamadryad_solve::Projection;

const ATOMS: usize = 8;

/// What a projection looks at, each thing with its condition.
fn seen(looked_at: &[Vec<Literal>], model: u32) -> Vec<bool> {
    let holds = |l: &Literal| is_true(model, l.atom()) == l.is_positive();
    looked_at.iter().map(|condition| condition.iter().all(holds)).collect()
}

#[test]
fn each_projected_model_once() {
    let mut random = Random::new(41);
    let mut merged = 0;
    for round in 0..3000 {
        let rules: Vec<Rule> =
            (0..4 + random.index(12)).map(|_| random_rule(&mut random, ATOMS, round % 2 == 0)).collect();
        let all: Vec<u32> = (0..1 << ATOMS).filter(|&model| is_answer_set(&rules, model)).collect();
        let mut symbols = Symbols::new();
        let mut solver = AspSolver::new(configuration(round));
        let literal = |random: &mut Random| {
            let atom = atom(1 + random.index(ATOMS));
            if random.one_in(3) { atom.negative() } else { atom.positive() }
        };
        let shown: Vec<Vec<Literal>> = (0..random.index(4))
            .map(|_| (0..1 + random.index(2)).map(|_| literal(&mut random)).collect())
            .collect();
        let atoms: Vec<Atom> = (0..random.index(4)).map(|_| atom(1 + random.index(ATOMS))).collect();
        let weights: Vec<i32> = (0..ATOMS).map(|_| random.index(4) as i32 - 1).collect();
        solver.begin_step();
        add_rules(&mut solver, &rules);
        for (number, condition) in (0..).zip(&shown) {
            let term = symbols.number(number);
            solver.output(&symbols, OutputKind::Term, term, condition);
        }
        if !atoms.is_empty() {
            solver.project(&atoms);
        }
        let terms: Vec<WeightedLiteral> = (1..)
            .zip(&weights)
            .map(|(number, &weight)| WeightedLiteral { literal: atom(number).positive(), weight })
            .collect();
        solver.minimize(0, &terms);
        solver.end_step();
        let cost =
            |model: u32| -> i32 { (0..ATOMS).filter(|i| model >> i & 1 == 1).map(|i| weights[i]).sum() };
        let least = all.iter().map(|&model| cost(model)).min();
        let atom_literals: Vec<Vec<Literal>> = atoms.iter().map(|atom| vec![atom.positive()]).collect();
        let auto = if atoms.is_empty() { &shown } else { &atom_literals };
        for (projection, looked_at) in
            [(Projection::Shown, &shown), (Projection::Atoms, &atom_literals), (Projection::Auto, auto)]
        {
            for optimize in [OptimizeMode::Ignore, OptimizeMode::EnumerateOptimal] {
                let optimal = optimize == OptimizeMode::EnumerateOptimal;
                let wanted = all.iter().filter(|&&model| !optimal || Some(cost(model)) == least);
                let expected: BTreeSet<Vec<bool>> =
                    wanted.clone().map(|&model| seen(looked_at, model)).collect();
                merged += wanted.count() - expected.len();
                let options =
                    SearchOptions { optimize, projection: Some(projection), ..SearchOptions::default() };
                let mut search = solver.solve(options).unwrap();
                let mut found = Vec::new();
                while let Some(model) = search.next_model(&|| false) {
                    if !optimal || model.optimality_proven {
                        let bits = (1..=ATOMS).filter(|&n| model.is_true(atom(n).positive()));
                        found.push(seen(looked_at, bits.map(|n| 1 << (n - 1)).sum()));
                    }
                }
                assert!(search.summary().exhausted);
                found.sort();
                let expected: Vec<Vec<bool>> = expected.into_iter().collect();
                assert_eq!(found, expected, "round {round}, {projection:?}, {optimize:?}:\n{}", show(&rules));
            }
        }
        // Nothing of it is left over.
        let options = SearchOptions { optimize: OptimizeMode::Ignore, ..SearchOptions::default() };
        let mut search = solver.solve(options).unwrap();
        while search.next_model(&|| false).is_some() {}
        assert_eq!(search.summary().models, all.len() as u64, "round {round}");
    }
    assert!(merged > 10_000, "the projections have little to do: {merged}");
}
