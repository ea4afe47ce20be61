//! Circuits: those that a program describes in its own words, and those of theory atoms.

mod atoms;
mod recognised;
mod steps;

use hamadryad::{Config, Control, OptimizeMode, Part, SolveOptions, Symbol, Truth};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The numbers of Marsaglia's xorshift: small programs need no better.
pub struct Random(u64);

impl Random {
    /// A number below the bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    /// One of the texts.
    pub fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// A small grid with some more arcs; its fields are nodes.
pub fn board(random: &mut Random) -> (u64, u64, String) {
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
    (rows, cols, text)
}

/// Where one begins.
pub fn start<'a>(random: &mut Random) -> &'a str {
    random.one_of(&[
        "start((1,1)).",
        "start((1,2)).",
        "{ start(V) : node(V) } = 1.",
        "{ start(V) } :- node(V).",
        "#external start(V) : node(V).",
        "#external start((1,1..2)). start((2,2)).",
    ])
}

/// The way from the start to a stop, or nothing.
pub fn section(random: &mut Random) -> String {
    let mut text = String::new();
    if random.below(3) > 0 {
        let stop = random.one_of(&[
            "stop((2,2)).",
            "stop((1,1)).",
            "{ stop(V) : node(V) } = 1.",
            "#external stop(V) : node(V).",
            "stop((2,1)). stop((2,2)).",
        ]);
        let first = random.one_of(&["", "", "", ", V != (1,1)"]);
        let _ = writeln!(
            text,
            "{stop}\nmark(V) :- start(V){first}.\nmark(V) :- mark(U), next(U,V), not stop(U)."
        );
        text += random.one_of(&[
            "#minimize { 1,V : mark(V) }.\n",
            "#maximize { 1,V : mark(V) }.\n",
            "",
            "#minimize { X+Y,X,Y : mark((X,Y)) }.\n",
        ]);
    }
    // What looks like the rule of a section, and is none.
    text += random.one_of(&[
        "",
        "",
        "#external x. #show x : x. seen(U,V) :- x, next(U,V).\n",
        "#external x(V) : node(V). #show x(V) : x(V). seen(V) :- x(U), next(U,V).\n",
    ]);
    text
}

/// What is known of some arcs.
pub fn known(random: &mut Random, rows: u64, cols: u64) -> String {
    let mut text = String::new();
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
            let value = [Truth::True, Truth::False, Truth::False, Truth::False, Truth::Free]
                [random.below(5) as usize];
            control.assign_external(atom, value);
        }
        let mut models = BTreeSet::new();
        let all = SolveOptions { models: Some(0), optimize: OptimizeMode::Ignore, ..SolveOptions::default() };
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
