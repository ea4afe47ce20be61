//! Short constructors for the tests of this crate.

use crate::{Atom, Literal, WeightedLiteral};

pub fn atom(number: u32) -> Atom {
    Atom::new(number).expect("a test's atom is in range")
}

pub fn lit(number: i32) -> Literal {
    Literal::new(number).expect("a test's literal is not 0")
}

pub fn summand(number: i32, weight: i32) -> WeightedLiteral {
    WeightedLiteral { literal: lit(number), weight }
}
