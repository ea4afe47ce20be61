//! Random small programs as text, the same for the same seed.
//!
//! ```text
//! let program = random::program(7, &Shape::default());
//! let oracle = Oracle::from_text(&mut symbols, &program.to_string(), &Setting::default());
//! ```
//!
//! The programs are safe and ground finitely by construction: a rule first binds its variables, then uses them; an
//! argument of a head that is calculated must also be in the domain `d/1`, unless its predicate (`n/1`, `t/1`) binds no
//! variable of another head. The vocabulary is small, so that a brute-force oracle keeps up:
//!
//! | predicates | |
//! |---|---|
//! | `d/1`, `e/2`, `w/2` | facts: the domain, edges over it, weights (also negative) of it |
//! | `u/1` | chosen from nothing else |
//! | `a` `b` `c`, `p/1` `q/1`, `s/2` | derived, chosen, recursive through each other, negated by default and classically |
//! | `n/1`, `t/1` | derived values of aggregates, and derived terms |
//! | `x`, `y/1` | externals |
//!
//! The programs keep off constructs where clingo 5.8 itself goes wrong, so that they can be compared with it: conditions in
//! heads, save those of choices without bounds, do not depend on derived atoms, and so on. `where-clingo-differs.md` beside
//! this crate's sources lists them.
//!
//! When a program shows a difference, [`Program::shrink`] takes statements away for as long as it still does.

mod aggregate;
mod literal;
mod statement;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;

/// What random programs are made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The least and greatest number of rules, apart from facts and choices.
    pub rules: (usize, usize),
    /// The size of the domain, at least 1.
    pub domain: i32,
    /// `not a`
    pub negation: bool,
    /// `not not a`
    pub double_negation: bool,
    /// `-a`
    pub classical_negation: bool,
    /// `a ; b :- c.` and conditions in heads.
    pub disjunctions: bool,
    /// `{ a : b } <= 1.`; without it programs still choose among `a`, `b` and `c`, without bounds.
    pub choices: bool,
    /// `#sum { 1,x : a : b } >= 1.` in heads.
    pub head_aggregates: bool,
    /// `:- a.`
    pub constraints: bool,
    /// `#sum { 1,x : a } >= 1` and `{ a; b } = 1` in bodies.
    pub aggregates: bool,
    /// `X = #sum { 1,x : a }`
    pub assignments: bool,
    /// `a : b` in bodies.
    pub conditionals: bool,
    /// Comparisons and chains of them.
    pub comparisons: bool,
    /// `X+1` and the like.
    pub arithmetic: bool,
    /// Operations that are undefined for some values: `1/X`, `a+1`.
    pub undefined: bool,
    /// `1..X`
    pub intervals: bool,
    /// `(1;X)`
    pub pools: bool,
    /// `_`
    pub anonymous: bool,
    /// Functions, tuples and strings.
    pub terms: bool,
    /// `#minimize`, `#maximize` and weak constraints.
    pub optimization: bool,
    /// `#external`
    pub externals: bool,
    /// `#show`
    pub shows: bool,
    /// `#const`
    pub constants: bool,
    /// `#edge`
    pub edges: bool,
}

impl Shape {
    /// Nothing but normal rules over a domain of the given size, to switch single constructs on.
    pub fn plain(domain: i32) -> Shape {
        Shape {
            rules: (2, 6),
            domain,
            negation: true,
            double_negation: false,
            classical_negation: false,
            disjunctions: false,
            choices: false,
            head_aggregates: false,
            constraints: false,
            aggregates: false,
            assignments: false,
            conditionals: false,
            comparisons: false,
            arithmetic: false,
            undefined: false,
            intervals: false,
            pools: false,
            anonymous: false,
            terms: false,
            optimization: false,
            externals: false,
            shows: false,
            constants: false,
            edges: false,
        }
    }
}

impl Shape {
    /// A random shape: a domain of two to four, and each construct in or out.
    pub fn arbitrary(seed: u64) -> Shape {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut some = || random.random_ratio(1, 2);
        Shape {
            rules: (2, 6),
            negation: some(),
            double_negation: some(),
            classical_negation: some(),
            disjunctions: some(),
            choices: some(),
            head_aggregates: some(),
            constraints: some(),
            aggregates: some(),
            assignments: some(),
            conditionals: some(),
            comparisons: some(),
            arithmetic: some(),
            undefined: some(),
            intervals: some(),
            pools: some(),
            anonymous: some(),
            terms: some(),
            optimization: some(),
            externals: some(),
            shows: some(),
            constants: some(),
            edges: some(),
            domain: random.random_range(2..=4),
        }
    }
}

impl Default for Shape {
    /// Everything.
    fn default() -> Shape {
        Shape {
            double_negation: true,
            classical_negation: true,
            disjunctions: true,
            choices: true,
            head_aggregates: true,
            constraints: true,
            aggregates: true,
            assignments: true,
            conditionals: true,
            comparisons: true,
            arithmetic: true,
            undefined: true,
            intervals: true,
            pools: true,
            anonymous: true,
            terms: true,
            optimization: true,
            externals: true,
            shows: true,
            constants: true,
            edges: true,
            ..Shape::plain(3)
        }
    }
}

/// A program as a list of statements; printed, each stands on its own line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The statements, each with its dot.
    pub statements: Vec<String>,
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.statements.iter().try_for_each(|statement| writeln!(f, "{statement}"))
    }
}

impl Program {
    /// Takes statements away, one at a time, for as long as the program still `fails`.
    pub fn shrink(&self, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
        let mut program = self.clone();
        let mut at = 0;
        while at < program.statements.len() {
            let mut smaller = program.clone();
            smaller.statements.remove(at);
            if fails(&smaller) {
                program = smaller;
                at = 0;
            } else {
                at += 1;
            }
        }
        program
    }
}

/// The random program of a seed.
pub fn program(seed: u64, shape: &Shape) -> Program {
    let mut writer = Writer { random: ChaCha8Rng::seed_from_u64(seed), shape: shape.clone(), given: false };
    Program { statements: writer.statements() }
}

/// Writes parts of programs at random.
struct Writer {
    random: ChaCha8Rng,
    shape: Shape,
    /// Whether atoms are to be of the predicates that depend on no rule.
    given: bool,
}

/// The variables that may be used.
#[derive(Clone, Default)]
struct Scope {
    variables: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_one_program() {
        let shape = Shape::default();
        assert_eq!(program(7, &shape), program(7, &shape));
        assert_ne!(program(7, &shape), program(8, &shape));
    }

    #[test]
    fn shrinking_keeps_what_fails() {
        let program = Program { statements: ["a.", "b.", "c."].map(String::from).to_vec() };
        let shrunk = program.shrink(&mut |program| program.statements.contains(&"b.".to_owned()));
        assert_eq!(shrunk.to_string(), "b.\n");
    }
}
