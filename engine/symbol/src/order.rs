//! The total order of terms, as in clingo 5.
//!
//! `#inf` < numbers < constants (positive constants by name, then negated constants) < strings < functions
//! and tuples < `#sup`. Functions are ordered by sign, arity, name (empty for tuples), and arguments; text
//! bytewise. The empty tuple counts as a constant with an empty name: the least of the constants.

use crate::{Symbol, Symbols, View};
use std::cmp::Ordering;

fn rank(view: &View<'_>) -> u8 {
    match view {
        View::Infimum => 0,
        View::Number(_) => 1,
        View::Function { arguments: [], positive, .. } => 2 + u8::from(!positive),
        View::String(_) => 4,
        View::Function { positive, .. } => 5 + u8::from(!positive),
        View::Supremum => 7,
    }
}

impl Symbols {
    /// Compares two terms in the order of the language.
    #[inline]
    pub fn cmp(&self, left: Symbol, right: Symbol) -> Ordering {
        match (self.as_number(left), self.as_number(right)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ if left == right => Ordering::Equal,
            _ => self.cmp_different(left, right),
        }
    }

    /// Compares two sequences of terms lexicographically.
    pub fn cmp_all(&self, left: &[Symbol], right: &[Symbol]) -> Ordering {
        match left.iter().zip(right).find(|(a, b)| a != b) {
            Some((&a, &b)) => self.cmp_different(a, b),
            None => left.len().cmp(&right.len()),
        }
    }

    fn cmp_different(&self, left: Symbol, right: Symbol) -> Ordering {
        // Two functions of the same name are compared by their first arguments that differ: equal arguments
        // have equal handles, so the comparison follows a single path into the terms.
        let (mut left, mut right) = (left, right);
        loop {
            match self.cmp_roots(left, right) {
                Roots::Differ(order) => return order,
                Roots::Same(a, b) => {
                    let arguments = a.iter().zip(b).find(|(a, b)| a != b);
                    let (&a, &b) = arguments.expect("different functions differ in an argument");
                    (left, right) = (a, b);
                }
            }
        }
    }

    fn cmp_roots(&self, left: Symbol, right: Symbol) -> Roots<'_> {
        let (left, right) = (self.view(left), self.view(right));
        if let (View::String(a), View::String(b)) = (left, right) {
            return Roots::Differ(a.as_bytes().cmp(b.as_bytes()));
        }
        let order = rank(&left).cmp(&rank(&right)).then_with(|| match (left, right) {
            (View::Number(a), View::Number(b)) => a.cmp(&b),
            (View::Function { name: f, arguments: a, .. }, View::Function { name: g, arguments: b, .. }) => {
                let by_name = || self.text(f).as_bytes().cmp(self.text(g).as_bytes());
                a.len().cmp(&b.len()).then_with(by_name)
            }
            _ => Ordering::Equal,
        });
        match (order, left, right) {
            (Ordering::Equal, View::Function { arguments: a, .. }, View::Function { arguments: b, .. }) => {
                Roots::Same(a, b)
            }
            _ => Roots::Differ(order),
        }
    }
}

/// The comparison of two different terms, without their arguments if they are functions.
enum Roots<'a> {
    Differ(Ordering),
    /// Functions that differ in their arguments only.
    Same(&'a [Symbol], &'a [Symbol]),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_equals_that_of_clingo() {
        let mut s = Symbols::new();
        let n = |s: &mut Symbols, i| s.number(i);
        let (zero, one, two) = (n(&mut s, 0), n(&mut s, 1), n(&mut s, 2));
        let a = s.constant("a");
        let not_a = s.negate(a).unwrap();
        let f12 = s.function("f", &[one, two]);
        let ascending = [
            Symbol::INFIMUM,
            n(&mut s, -5),
            zero,
            n(&mut s, i32::MAX),
            s.tuple(&[]),
            a,
            s.constant("b"),
            not_a,
            s.string("a"),
            s.tuple(&[one]),
            s.function("f", &[one]),
            s.function("g", &[zero]),
            s.tuple(&[one, two]),
            f12,
            s.negate(f12).unwrap(),
            Symbol::SUPREMUM,
        ];
        for (i, &x) in ascending.iter().enumerate() {
            for (j, &y) in ascending.iter().enumerate() {
                assert_eq!(s.cmp(x, y), i.cmp(&j), "{} against {}", s.display(x), s.display(y));
            }
        }
    }

    #[test]
    fn deep_terms_need_no_stack() {
        let mut s = Symbols::new();
        let (mut less, mut more) = (s.number(1), s.number(2));
        for _ in 0..1_000_000 {
            less = s.function("f", &[less]);
            more = s.function("f", &[more]);
        }
        assert_eq!(s.cmp(less, more), Ordering::Less);
        assert_eq!(s.cmp(more, less), Ordering::Greater);
    }
}
