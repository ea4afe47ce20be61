//! Programs for Hamiltonian cycles, said in many ways on random graphs: with the reasoning on circuits there are the same
//! models and optima as without.

use hamadryad::{Config, Control, Part, SolveOptions, Symbol, Truth};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The numbers of Marsaglia's xorshift: small programs need no better.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// A program, and the externals among which one start and one stop are to be true.
fn program(random: &mut Random) -> String {
    let (rows, cols) = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)][random.below(5) as usize];
    let mut text = format!("node((1..{rows},1..{cols})).\n");
    text += "edge((X,Y),(X,Y+1)) :- node((X,Y)), node((X,Y+1)).\nedge((X,Y),(X+1,Y)) :- node((X,Y)), node((X+1,Y)).\n";
    text += "edge(V,U) :- edge(U,V).\n";
    for _ in 0..random.below(3) {
        let (a, b) = (1 + random.below(rows), 1 + random.below(cols));
        let (c, d) = (1 + random.below(rows), 1 + random.below(cols));
        if (a, b) != (c, d) {
            writeln!(text, "edge(({a},{b}),({c},{d})).").expect("strings take all");
        }
    }
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
    let start = random.one_of(&[
        "start((1,1)).",
        "start((1,2)).",
        "{ start(V) : node(V) } = 1.",
        "{ start(V) } :- node(V).",
        "#external start(V) : node(V).",
        "#external start((1,1..2)). start((2,2)).",
    ]);
    let reach = random.one_of(&["reach(V) :- start(V).", "reach(V) :- start(V), node(V)."]);
    let _ = writeln!(text, "{start}\n{reach}\nreach(V) :- reach(U), next(U,V).\n:- node(V), not reach(V).");
    if random.below(3) > 0 {
        let stop = random.one_of(&[
            "stop((2,2)).",
            "stop((1,1)).",
            "{ stop(V) : node(V) } = 1.",
            "#external stop(V) : node(V).",
            "stop((2,1)). stop((2,2)).",
        ]);
        let _ = writeln!(text, "{stop}\nmark(V) :- start(V).\nmark(V) :- mark(U), next(U,V), not stop(U).");
        text += random.one_of(&[
            "#minimize { 1,V : mark(V) }.\n",
            "#maximize { 1,V : mark(V) }.\n",
            "",
            "#minimize { X+Y,X,Y : mark((X,Y)) }.\n",
        ]);
    }
    for _ in 0..random.below(3) {
        let (a, b) = (1 + random.below(rows), 1 + random.below(cols));
        let forbidden = random.one_of(&[":- ", ":- not ", ""]);
        let _ = writeln!(text, "{forbidden}next(({a},{b}),({a},{})).", b + 1);
    }
    text
}

/// More models than this are not compared one by one.
const CAP: usize = 300;

/// What a program comes to: all its models, and its optimum, step after step with other values for externals.
fn answers(
    text: &str,
    circuits: bool,
    random: &mut Random,
    found: &mut usize,
) -> Vec<(BTreeSet<String>, Option<Vec<i64>>)> {
    let mut control = Control::with_config(Config { circuits, ..Config::default() });
    control.add("random.lp", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    control.ground(&[Part::base()]).expect("a small program");
    *found += usize::from(control.program_statistics().circuits > 0);
    let externals: Vec<Symbol> =
        control.symbolic_atoms().filter(|atom| atom.external.is_some()).map(|atom| atom.symbol).collect();
    let mut answers = Vec::new();
    for _ in 0..4 {
        for &atom in &externals {
            let value = [Truth::True, Truth::False, Truth::False, Truth::False, Truth::Free]
                [random.below(5) as usize];
            control.assign_external(atom, value);
        }
        let mut models = BTreeSet::new();
        let all = SolveOptions {
            models: Some(0),
            optimize: hamadryad::OptimizeMode::Ignore,
            ..SolveOptions::default()
        };
        let mut search = control.solve(all).expect("nothing is refused");
        while let Some(model) = search.next_model() {
            assert!(models.insert(model.to_string()), "a model came twice\n{text}");
        }
        drop(search);
        let mut search = control.solve(SolveOptions::default()).expect("nothing is refused");
        while search.next_model().is_some() {}
        if models.len() == CAP {
            // Which ones come first is nobody's promise.
            models.clear();
        }
        answers.push((models, search.summary().costs));
    }
    answers
}

#[test]
fn circuits_change_no_answer() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut found, mut satisfiable) = (0, 0);
    for round in 0..150 {
        let text = program(&mut random);
        let seed = random.0;
        let mut none = 0;
        let with = answers(&text, true, &mut Random(seed), &mut found);
        let without = answers(&text, false, &mut Random(seed), &mut none);
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

/// Minimal Hamiltonian snakes on 10×10 whose way to the apple leads through nearly all free cells: what is known when they
/// are grounded leaves atoms out of the chain of rules that is read as a section. Without the section, each takes more
/// than 60,000 conflicts.
#[test]
fn what_is_known_from_the_beginning_hides_no_section() {
    let program = include_str!("../../../encodings/snake/hamiltonian.lp");
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
        for externals in ["", externals] {
            let mut control = Control::new();
            for side in ["n", "m"] {
                control.define(side, "10").expect("it is a number");
            }
            control
                .add("position.lp", &format!("{program}\n#program base.\n{facts}{externals}"))
                .expect("it is a program");
            control.ground(&[Part::base()]).expect("it is finite");
            let mut search = control.solve(SolveOptions::default()).expect("nothing is refused");
            while search.next_model().is_some() {}
            let summary = search.summary();
            assert_eq!((summary.costs, summary.optimum_proven), (Some(vec![cost]), true));
            drop(search);
            let conflicts = control.search_statistics().conflicts;
            assert!(conflicts < 20_000, "{conflicts} conflicts");
        }
    }
}
