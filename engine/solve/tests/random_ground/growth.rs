//! A program that is solved again and again: nothing of a solve is left that the next one does not use.

use super::*;
use hamadryad_solve::{Consequences, Projection, Strategy};

#[test]
fn ten_thousand_solves_leave_nothing_behind() {
    let mut symbols = Symbols::new();
    let config = Config { strategy: Strategy::Both { turn: 1 }, ..Config::default() };
    let mut solver = AspSolver::new(config);
    solver.begin_step();
    let atoms: Vec<Atom> = (1..=ATOMS).map(atom).collect();
    solver.rule(Head::Choice(&atoms), Body::Normal(Vec::new()).as_ref());
    for (a, b) in [(1, 2), (3, 4), (5, 6), (1, 9), (3, 8), (5, 7)] {
        let neither = [atom(a).negative(), atom(b).negative()];
        solver.rule(Head::Disjunction(&[]), BodyRef::Normal(&neither));
    }
    for number in 1..=ATOMS {
        let symbol = symbols.number(number as i32);
        solver.output(&symbols, OutputKind::Atom, symbol, &[atom(number).positive()]);
        let weight = 1 + number as i32 % 3;
        solver.minimize(0, &[WeightedLiteral { literal: atom(number).positive(), weight }]);
    }
    solver.end_step();
    let mut sizes = BTreeSet::new();
    for round in 0..10_000 {
        let assumption = atom(1 + round % ATOMS);
        let options = SearchOptions {
            optimize: [OptimizeMode::Optimize, OptimizeMode::EnumerateOptimal, OptimizeMode::Ignore]
                [round % 3],
            consequences: [None, None, Some(Consequences::Cautious), Some(Consequences::Brave)][round % 4],
            projection: [None, Some(Projection::Shown)][round % 2],
            models: (round % 5) as u64,
            assumptions: vec![if round % 2 == 0 { assumption.positive() } else { assumption.negative() }],
            ..SearchOptions::default()
        };
        let mut search = solver.solve(options).unwrap();
        while search.next_model(&|| false).is_some() {}
        drop(search);
        if round >= 1000 {
            sizes.insert(solver.number_of_variables());
        }
    }
    assert_eq!(sizes.len(), 1, "the number of variables grows: {sizes:?}");
}
