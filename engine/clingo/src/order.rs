//! The order of symbols and signatures, which is clingo's, over the table of the process.
//!
//! `#inf` < numbers < constants < strings < functions and tuples < `#sup`; see `hamadryad-symbol` for the details.
//! Signatures are ordered by sign, arity and name.

use crate::symbols::{Signature, Symbol, View};
use std::cmp::Ordering;

fn rank(view: &View) -> u8 {
    match view {
        View::Infimum => 0,
        View::Number(_) => 1,
        View::Function(function) if function.arguments.is_empty() => 2 + u8::from(!function.positive),
        View::String(_) => 4,
        View::Function(function) => 5 + u8::from(!function.positive),
        View::Supremum => 7,
    }
}

/// Compares two symbols; numbers that are no symbols are less than all symbols.
pub fn compare(left: Symbol, right: Symbol) -> Ordering {
    // The loop follows the first arguments that differ, so deep terms need no stack.
    let (mut left, mut right) = (left, right);
    loop {
        if left == right {
            return Ordering::Equal;
        }
        let (a, b) = match (left.view(), right.view()) {
            (Some(a), Some(b)) => (a, b),
            (a, b) => return a.is_some().cmp(&b.is_some()).then(left.0.cmp(&right.0)),
        };
        let order = rank(&a).cmp(&rank(&b));
        if order != Ordering::Equal {
            return order;
        }
        let (f, g) = match (a, b) {
            (View::Number(a), View::Number(b)) => return a.cmp(&b),
            (View::String(a), View::String(b)) => return a.cmp(b),
            (View::Function(f), View::Function(g)) => (f, g),
            _ => return Ordering::Equal,
        };
        let order = f.arguments.len().cmp(&g.arguments.len()).then_with(|| f.name.cmp(g.name));
        if order != Ordering::Equal {
            return order;
        }
        match f.arguments.iter().zip(g.arguments).find(|(a, b)| a != b) {
            Some((&a, &b)) => (left, right) = (a, b),
            None => return Ordering::Equal,
        }
    }
}

/// Compares two signatures: the positive ones first, then by arity, then by name.
pub fn compare_signatures(left: Signature, right: Signature) -> Ordering {
    let key = |signature: Signature| (!signature.is_positive(), signature.arity(), signature.name());
    key(left).cmp(&key(right))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::parse_term;

    #[test]
    fn terms_are_ordered_as_in_clingo() {
        let ordered = [
            "#inf", "-1", "3", "()", "a", "b", "-a", "\"a\"", "f(1)", "f(2)", "g(1)", "(1,2)", "-f(1)",
            "#sup",
        ];
        let terms: Vec<Symbol> =
            ordered.iter().map(|text| parse_term(text).expect("it is a term").0).collect();
        for (i, &a) in terms.iter().enumerate() {
            for (j, &b) in terms.iter().enumerate() {
                assert_eq!(compare(a, b), i.cmp(&j), "{} {}", ordered[i], ordered[j]);
            }
        }
    }
}
