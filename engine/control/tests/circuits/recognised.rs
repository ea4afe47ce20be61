//! Encodings of Hamiltonian cycles on random graphs: the models and optima are the same with and without the
//! circuit propagator.

use super::{answers, board, known, one_of, section, start};
use hamadryad::{Control, Part, SolveOptions};
use hamadryad_random::Random;
use std::fmt::Write;

/// A random encoding of Hamiltonian cycles.
fn program(random: &mut Random) -> String {
    let (rows, cols, mut text) = board(random);
    for (one, group) in [("U", "V"), ("V", "U")] {
        text += &match random.below(3) {
            0 => format!("1 {{ next(U,V) : edge(U,V) }} 1 :- node({one}).\n"),
            1 => format!("{{ next(U,V) : edge(U,V) }} = 1 :- node({one}).\n"),
            _ => {
                let (first, second) =
                    if one == "U" { ("next(U,V)", "next(U,W)") } else { ("next(V,U)", "next(W,U)") };
                format!(
                    "{{ next(U,V) }} :- edge(U,V). :- {first}, {second}, V < W.\n:- node({one}), not next(U,V) : edge(U,V), node({group}).\n"
                )
            }
        };
    }
    let start = start(random);
    let reach = one_of(
        random,
        &[
            "reach(V) :- start(V).",
            "reach(V) :- start(V), node(V).",
            "reach(V) :- next((1,1),V).",
            "reach(V) :- next((1,1),V), not start(V).",
        ],
    );
    let _ = writeln!(text, "{start}\n{reach}\nreach(V) :- reach(U), next(U,V).\n:- node(V), not reach(V).");
    text += &section(random);
    text += &known(random, rows, cols);
    text
}

#[test]
fn circuits_change_no_answer() {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    let (mut found, mut satisfiable) = (0, 0);
    for round in 0..300 {
        let text = program(&mut random);
        let seed = random.below(u64::MAX);
        let mut none = 0;
        let with = answers(&text, true, &mut Random::new(seed), &mut found);
        let without = answers(&text, false, &mut Random::new(seed), &mut none);
        assert_eq!(none, 0);
        assert!(
            with == without,
            "round {round}: {} against {} models\n{text}",
            with[0].0.len(),
            without[0].0.len()
        );
        satisfiable += usize::from(!with[0].0.is_empty());
    }
    assert!(found > 40, "only {found} circuits were found");
    assert!(satisfiable > 10, "only {satisfiable} programs have models");
}

/// Two arcs enter the loop of the nodes 3, 4 and 5 at the same node, both from nodes that are reachable without it.
#[test]
fn arcs_from_several_nodes_outside_of_a_loop_are_all_present() {
    let text = "edge(0,(1;3)). edge(1,2). edge(2,(1;3)). edge(3,4). edge(4,(3;5)). edge(5,(0;4)).
        1 { next(U,V) : edge(U,V) } 1 :- edge(U,_).
        1 { next(U,V) : edge(U,V) } 1 :- edge(_,V).
        start(0). { start(1) }.
        reach(V) :- start(V).
        reach(V) :- reach(U), next(U,V).
        :- edge(V,_), not reach(V).";
    let mut found = 0;
    let with = answers(text, true, &mut Random::new(0), &mut found);
    let without = answers(text, false, &mut Random::new(0), &mut 0);
    assert_eq!((found, with[0].0.len()), (1, 3));
    assert_eq!(with, without);
}

/// Minimal Hamiltonian snakes on 10×10 whose path to the apple contains nearly all free cells. Grounding
/// simplifies atoms away from the chain of rules that is recognised as a section. Without the section, each
/// position takes more than 60,000 conflicts.
#[test]
fn sections_are_recognised_after_simplification_by_facts() {
    let program = include_str!("../../../../encodings/snake/hamiltonian.lp");
    let reach =
        "path(XY) :- head(XY).\npath(Next) :- path(XY), next(XY,Next).\n:- field(XY), not path(XY).\n";
    assert!(program.contains(reach), "the program says it by reachability");
    let with_atom = program.replace(reach, "&circuit { (U,V) : next(U,V) }.\n");
    let externals = "#external head((X,Y)) : field((X,Y)), X <= 5, Y <= X.";
    let positions = [
        ((4, 10), "UUULLLLLDDDDLLLUUURDDRUUU", (1, 1), 73),
        ((4, 2), "LDDDDRDLDRRUURRRRRRDLLLLL", (7, 10), 66),
        ((2, 1), "U", (1, 2), 99),
    ];
    for (head, behind, apple, cost) in positions {
        let mut facts = format!("head({head:?}). apple({apple:?}).\n");
        let (mut cell, mut next): ((u32, u32), (u32, u32)) = (head, head);
        for direction in behind.chars() {
            match direction {
                'U' => next.0 -= 1,
                'D' => next.0 += 1,
                'L' => next.1 -= 1,
                _ => next.1 += 1,
            }
            let _ = writeln!(facts, "next({next:?},{cell:?}).");
            cell = next;
        }
        let ways = [program, &with_atom].map(|program| ["", externals].map(|externals| (program, externals)));
        for (program, externals) in ways.concat() {
            let mut control = Control::new();
            for side in ["n", "m"] {
                control.define(side, "10").expect("it is a number");
            }
            control
                .add("position.lp", &format!("{program}\n#program base.\n{facts}{externals}"))
                .expect("it is a program");
            control.ground(&[Part::base()]).expect("it is finite");
            let mut search = control.solve(SolveOptions::default()).expect("the program is accepted");
            while search.next_model().is_some() {}
            let summary = search.summary();
            assert_eq!((summary.costs, summary.optimum_proven), (Some(vec![cost]), true));
            drop(search);
            let conflicts = control.search_statistics().conflicts;
            assert!(conflicts < 20_000, "{conflicts} conflicts");
        }
    }
}

/// A second chain that does not begin at all starts of the circuit is no section: treated as a section, it
/// lost 24 of these models.
#[test]
fn a_chain_without_one_of_the_starts_is_no_section() {
    let text = "
        node(1..6). edge(X,Y) :- node(X), node(Y), |X-Y| = (1;3).
        { next(X,Y) : edge(X,Y) } = 1 :- node(X). { next(X,Y) : edge(X,Y) } = 1 :- node(Y).
        { start(V) : node(V) } = 1. reach(V) :- start(V). reach(Y) :- reach(X), next(X,Y).
        :- node(X), not reach(X).
        { stop(V) : node(V) } = 1. mark(V) :- start(V), V != 1. mark(V) :- mark(U), next(U,V), not stop(U).
    ";
    let mut found = 0;
    let counts =
        [true, false].map(|circuits| answers(text, circuits, &mut Random::new(1), &mut found)[0].0.len());
    assert_eq!((counts, found), ([144, 144], 1));
}
