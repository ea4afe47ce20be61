//! Evaluating terms and matching them against values.

use super::plain::Pattern;
use hamadryad_symbol::{Name, Symbol, Symbols, View};
use hamadryad_syntax::ast::BinaryOperator;
use std::collections::BTreeMap;

/// The values of variables.
pub type Bindings = BTreeMap<Name, Symbol>;

/// Result of evaluating a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// The term has a value.
    Value(Symbol),
    /// An operation is undefined.
    Undefined,
    /// A variable is unbound.
    Open,
}

/// Evaluates a term.
pub fn evaluate(symbols: &mut Symbols, pattern: &Pattern, bindings: &Bindings) -> Evaluation {
    if pattern.variables().iter().any(|name| !bindings.contains_key(name)) {
        return Evaluation::Open;
    }
    value(symbols, pattern, bindings).map_or(Evaluation::Undefined, Evaluation::Value)
}

fn value(symbols: &mut Symbols, pattern: &Pattern, bindings: &Bindings) -> Option<Symbol> {
    match pattern {
        Pattern::Symbol(symbol) => Some(*symbol),
        Pattern::Variable(name) => bindings.get(name).copied(),
        Pattern::Minus(part) => {
            let part = value(symbols, part, bindings)?;
            symbols.negate(part)
        }
        Pattern::Complement(part) => {
            let number = number(symbols, part, bindings)?;
            Some(symbols.number(!number))
        }
        Pattern::Absolute(part) => {
            let number = number(symbols, part, bindings)?;
            Some(symbols.number(number.wrapping_abs()))
        }
        Pattern::Binary(operator, left, right) => {
            let (left, right) = (number(symbols, left, bindings)?, number(symbols, right, bindings)?);
            Some(symbols.number(calculate(*operator, left, right)?))
        }
        Pattern::Function(name, arguments) => {
            let values: Option<Vec<Symbol>> =
                arguments.iter().map(|argument| value(symbols, argument, bindings)).collect();
            Some(symbols.function_named(*name, &values?, true))
        }
    }
}

fn number(symbols: &mut Symbols, pattern: &Pattern, bindings: &Bindings) -> Option<i32> {
    let value = value(symbols, pattern, bindings)?;
    symbols.as_number(value)
}

/// An operation on 32-bit integers, which wraps; `None` if it is undefined.
pub fn calculate(operator: BinaryOperator, left: i32, right: i32) -> Option<i32> {
    match operator {
        BinaryOperator::Xor => Some(left ^ right),
        BinaryOperator::Or => Some(left | right),
        BinaryOperator::And => Some(left & right),
        BinaryOperator::Add => Some(left.wrapping_add(right)),
        BinaryOperator::Subtract => Some(left.wrapping_sub(right)),
        BinaryOperator::Multiply => Some(left.wrapping_mul(right)),
        BinaryOperator::Divide => (right != 0).then(|| left.wrapping_div(right)),
        BinaryOperator::Modulo => (right != 0).then(|| left.wrapping_rem(right)),
        BinaryOperator::Power if right >= 0 => Some(left.wrapping_pow(right as u32)),
        BinaryOperator::Power => (left != 0).then_some(0),
    }
}

/// Matches a term against a value: binds variables so that the term may have the value.
///
/// Equations that cannot be solved yet, because an operation has two unknowns, are returned as `term =
/// value`; `None` means that no values of the variables give the value.
pub fn matches(
    symbols: &mut Symbols,
    pattern: &Pattern,
    wanted: Symbol,
    bindings: &mut Bindings,
) -> Option<Vec<(Pattern, Symbol)>> {
    match evaluate(symbols, pattern, bindings) {
        Evaluation::Value(found) => return (found == wanted).then(Vec::new),
        Evaluation::Undefined => return None,
        Evaluation::Open => {}
    }
    match pattern {
        Pattern::Symbol(_) => unreachable!("a symbol has a value"),
        Pattern::Variable(name) => {
            bindings.insert(*name, wanted);
            Some(Vec::new())
        }
        Pattern::Minus(part) => {
            let wanted = symbols.negate(wanted)?;
            matches(symbols, part, wanted, bindings)
        }
        Pattern::Complement(part) => {
            let wanted = symbols.as_number(wanted)?;
            let wanted = symbols.number(!wanted);
            matches(symbols, part, wanted, bindings)
        }
        Pattern::Absolute(_) => Some(vec![(pattern.clone(), wanted)]),
        Pattern::Binary(operator, left, right) => {
            let result = symbols.as_number(wanted)?;
            let sides = [left, right].map(|side| match evaluate(symbols, side, bindings) {
                Evaluation::Value(value) => Some(symbols.as_number(value)),
                Evaluation::Undefined => Some(None),
                Evaluation::Open => None,
            });
            let (part, wanted) = match (operator, sides) {
                (_, [Some(None), _] | [_, Some(None)]) => return None,
                (BinaryOperator::Add, [None, Some(Some(known))]) => (left, result.wrapping_sub(known)),
                (BinaryOperator::Add, [Some(Some(known)), None]) => (right, result.wrapping_sub(known)),
                (BinaryOperator::Subtract, [None, Some(Some(known))]) => (left, result.wrapping_add(known)),
                (BinaryOperator::Subtract, [Some(Some(known)), None]) => (right, known.wrapping_sub(result)),
                (BinaryOperator::Multiply, [None, Some(Some(known))]) if known != 0 => {
                    (left, divide(result, known)?)
                }
                (BinaryOperator::Multiply, [Some(Some(known)), None]) if known != 0 => {
                    (right, divide(result, known)?)
                }
                _ => return Some(vec![(pattern.clone(), wanted)]),
            };
            let wanted = symbols.number(wanted);
            matches(symbols, part, wanted, bindings)
        }
        Pattern::Function(name, arguments) => {
            let values = match symbols.view(wanted) {
                View::Function { name: other, arguments: values, positive: true }
                    if other == *name && values.len() == arguments.len() =>
                {
                    values.to_vec()
                }
                _ => return None,
            };
            let mut open = Vec::new();
            for (argument, value) in arguments.iter().zip(values) {
                open.extend(matches(symbols, argument, value, bindings)?);
            }
            Some(open)
        }
    }
}

/// Whether [`matches()`] can bind variables of a term before all its variables are bound.
pub fn is_solvable(symbols: &mut Symbols, pattern: &Pattern, bindings: &Bindings) -> bool {
    match pattern {
        Pattern::Symbol(_) | Pattern::Variable(_) | Pattern::Function(..) => true,
        Pattern::Minus(part) | Pattern::Complement(part) => is_solvable(symbols, part, bindings),
        Pattern::Absolute(part) => evaluate(symbols, part, bindings) != Evaluation::Open,
        Pattern::Binary(operator, left, right) => {
            // A product with zero determines no factor.
            let lost = match operator {
                BinaryOperator::Multiply => Some(Evaluation::Value(symbols.number(0))),
                _ => None,
            };
            match [left, right].map(|side| evaluate(symbols, side, bindings)) {
                [Evaluation::Open, Evaluation::Open] => false,
                [Evaluation::Open, known] if is_linear(*operator) && Some(known) != lost => {
                    is_solvable(symbols, left, bindings)
                }
                [known, Evaluation::Open] if is_linear(*operator) && Some(known) != lost => {
                    is_solvable(symbols, right, bindings)
                }
                [left, right] => left != Evaluation::Open && right != Evaluation::Open,
            }
        }
    }
}

fn is_linear(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply)
}

fn divide(result: i32, by: i32) -> Option<i32> {
    (result.wrapping_rem(by) == 0).then(|| result.wrapping_div(by))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_equals_that_of_clingo() {
        use BinaryOperator::*;
        let cases = [
            (Divide, -7, 2, Some(-3)),
            (Modulo, -7, 3, Some(-1)),
            (Modulo, 7, -3, Some(1)),
            (Divide, 1, 0, None),
            (Modulo, 1, 0, None),
            (Power, 2, -1, Some(0)),
            (Power, 0, 0, Some(1)),
            (Power, 0, -1, None),
            (Power, 1, -5, Some(0)),
            (Power, 3, 21, Some(1_870_418_611)),
            (Add, i32::MAX, 1, Some(i32::MIN)),
            (Xor, 5, 3, Some(6)),
        ];
        for (operator, left, right, expected) in cases {
            assert_eq!(calculate(operator, left, right), expected, "{left} {operator:?} {right}");
        }
    }

    #[test]
    fn linear_terms_are_solved_and_others_are_returned() {
        let mut s = Symbols::new();
        let x = s.name("X");
        let number = |s: &mut Symbols, value| Pattern::Symbol(s.number(value));
        let variable = || Box::new(Pattern::Variable(x));
        let two = number(&mut s, 2);
        let seven = s.number(7);
        let double = Pattern::Binary(BinaryOperator::Multiply, Box::new(two), variable());
        let three_less = Pattern::Binary(BinaryOperator::Subtract, Box::new(number(&mut s, 3)), variable());
        let square = Pattern::Binary(BinaryOperator::Multiply, variable(), variable());
        assert_eq!(matches(&mut s, &double, seven, &mut Bindings::new()), None);
        let mut bindings = Bindings::new();
        assert_eq!(matches(&mut s, &three_less, seven, &mut bindings), Some(vec![]));
        assert_eq!(s.as_number(bindings[&x]), Some(-4));
        assert_eq!(
            matches(&mut s, &square, seven, &mut Bindings::new()),
            Some(vec![(square.clone(), seven)])
        );
    }
}
