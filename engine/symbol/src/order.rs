//! The total order of terms, as clingo 5 has it.
//!
//! `#inf` < numbers < constants (the positive by name, then the negated) < strings < functions and tuples < `#sup`.
//! Functions are ordered by sign, arity, name (that of tuples is empty), and arguments; text bytewise. The empty tuple
//! counts as a constant with an empty name: the least of the constants.

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
    pub fn cmp(&self, left: Symbol, right: Symbol) -> Ordering {
        if left == right {
            return Ordering::Equal;
        }
        let (left, right) = (self.view(left), self.view(right));
        rank(&left).cmp(&rank(&right)).then_with(|| match (left, right) {
            (View::Number(a), View::Number(b)) => a.cmp(&b),
            (View::String(a), View::String(b)) => a.as_bytes().cmp(b.as_bytes()),
            (View::Function { name: f, arguments: a, .. }, View::Function { name: g, arguments: b, .. }) => {
                let by_name = || self.text(f).as_bytes().cmp(self.text(g).as_bytes());
                a.len().cmp(&b.len()).then_with(by_name).then_with(|| self.cmp_all(a, b))
            }
            _ => Ordering::Equal,
        })
    }

    /// Compares two sequences of terms lexicographically.
    pub fn cmp_all(&self, left: &[Symbol], right: &[Symbol]) -> Ordering {
        let differing = left.iter().zip(right).map(|(&a, &b)| self.cmp(a, b)).find(|order| order.is_ne());
        differing.unwrap_or_else(|| left.len().cmp(&right.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_clingo() {
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
}
