//! Random small programs as text, deterministic by seed.
//!
//! ```text
//! let program = random::program(7, &Shape::default());
//! let oracle = Oracle::from_text(&mut symbols, &program.to_string(), &Setting::default());
//! ```
//!
//! The programs are safe and have finite groundings by construction: a rule first binds its variables, then
//! uses them; a computed argument of a head must also be in the domain `d/1`, unless its predicate (`n/1`,
//! `t/1`) binds no variable of another head. The vocabulary is small, so that a brute-force oracle is fast
//! enough:
//!
//! | predicates | |
//! |---|---|
//! | `d/1`, `e/2`, `w/2` | facts: the domain, edges over it, weights (also negative) of it |
//! | `u/1` | chosen unconditionally |
//! | `a` `b` `c`, `p/1` `q/1`, `s/2` | derived, chosen, recursive through each other, negated by default and classically |
//! | `n/1`, `t/1` | derived values of aggregates, and derived terms |
//! | `x`, `y/1` | externals |
//!
//! The programs avoid constructs with which clingo 5.8 contradicts its semantics, so that they can be
//! compared with clingo: for instance, conditions in heads, except in choices without bounds, do not depend
//! on derived atoms. `where-clingo-differs.md` lists these constructs.
//!
//! [`Program::shrink`] removes statements from a program while the program still fails.

mod aggregate;
mod literal;
mod statement;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;

/// The constructs of random programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The least and greatest number of rules, without facts and choices.
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
    /// `{ a : b } <= 1.`; without this flag, programs still choose among `a`, `b` and `c`, without bounds.
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
    /// Arithmetic such as `X+1`.
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
    /// Normal rules over a domain of the given size; other constructs can be enabled one by one.
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
    /// A random shape: a domain of two to four, and a random subset of the constructs.
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
    /// All constructs.
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

/// A program as a list of statements; each is printed on its own line.
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
    /// Removes statements, one at a time, while the program still `fails`.
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

/// Generates parts of programs at random.
struct Writer {
    random: ChaCha8Rng,
    shape: Shape,
    /// Whether atoms must have predicates that depend on no rule.
    given: bool,
}

/// The variables in scope.
#[derive(Clone, Default)]
struct Scope {
    variables: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_determines_the_program() {
        let shape = Shape::default();
        assert_eq!(program(7, &shape), program(7, &shape));
        assert_ne!(program(7, &shape), program(8, &shape));
    }

    #[test]
    fn shrinking_preserves_the_failure() {
        let program = Program { statements: ["a.", "b.", "c."].map(String::from).to_vec() };
        let shrunk = program.shrink(&mut |program| program.statements.contains(&"b.".to_owned()));
        assert_eq!(shrunk.to_string(), "b.\n");
    }
}
