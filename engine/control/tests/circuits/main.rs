//! Circuits that are recognised in rules, and circuits of theory atoms.

mod atoms;
mod recognised;
mod steps;

use hamadryad::{Config, Control, OptimizeMode, Part, SolveOptions, Symbol, Truth};
use hamadryad_random::Random;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A random element of the texts.
pub fn one_of<'a>(random: &mut Random, choices: &[&'a str]) -> &'a str {
    choices[random.index(choices.len())]
}

/// A small grid with additional arcs; its fields are nodes.
pub fn board(random: &mut Random) -> (u64, u64, String) {
    let (rows, cols) = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)][random.index(5)];
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
    (rows, cols, text)
}

/// A random choice of start nodes.
pub fn start<'a>(random: &mut Random) -> &'a str {
    one_of(
        random,
        &[
            "start((1,1)).",
            "start((1,2)).",
            "{ start(V) : node(V) } = 1.",
            "{ start(V) } :- node(V).",
            "#external start(V) : node(V).",
            "#external start((1,1..2)). start((2,2)).",
        ],
    )
}

/// Rules for the path from the start to a stop, or no rules.
pub fn section(random: &mut Random) -> String {
    let mut text = String::new();
    if random.below(3) > 0 {
        let stop = one_of(
            random,
            &[
                "stop((2,2)).",
                "stop((1,1)).",
                "{ stop(V) : node(V) } = 1.",
                "#external stop(V) : node(V).",
                "stop((2,1)). stop((2,2)).",
            ],
        );
        let first = one_of(random, &["", "", "", ", V != (1,1)"]);
        let _ = writeln!(
            text,
            "{stop}\nmark(V) :- start(V){first}.\nmark(V) :- mark(U), next(U,V), not stop(U)."
        );
        text += one_of(
            random,
            &[
                "#minimize { 1,V : mark(V) }.\n",
                "#maximize { 1,V : mark(V) }.\n",
                "",
                "#minimize { X+Y,X,Y : mark((X,Y)) }.\n",
            ],
        );
    }
    // Rules that resemble the rule of a section but define none.
    text += one_of(
        random,
        &[
            "",
            "",
            "#external x. #show x : x. seen(U,V) :- x, next(U,V).\n",
            "#external x(V) : node(V). #show x(V) : x(V). seen(V) :- x(U), next(U,V).\n",
        ],
    );
    text
}

/// Constraints and facts about some arcs.
pub fn known(random: &mut Random, rows: u64, cols: u64) -> String {
    let mut text = String::new();
    for _ in 0..random.below(3) {
        let (a, b) = (1 + random.below(rows), 1 + random.below(cols));
        let forbidden = one_of(random, &[":- ", ":- not ", ""]);
        let _ = writeln!(text, "{forbidden}next(({a},{b}),({a},{})).", b + 1);
    }
    text
}

/// All models of a program, and its optimum, in several solves with different values of the externals.
pub fn answers(
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
            let value = [Truth::True, Truth::False, Truth::False, Truth::False, Truth::Free][random.index(5)];
            control.assign_external(atom, value);
        }
        let mut models = BTreeSet::new();
        let all = SolveOptions { models: Some(0), optimize: OptimizeMode::Ignore, ..SolveOptions::default() };
        let mut search = control.solve(all).expect("the program is accepted");
        while let Some(model) = search.next_model() {
            assert!(models.insert(model.to_string()), "a model came twice\n{text}");
        }
        drop(search);
        let mut search = control.solve(SolveOptions::default()).expect("the program is accepted");
        while search.next_model().is_some() {}
        answers.push((models, search.summary().costs));
    }
    answers
}
