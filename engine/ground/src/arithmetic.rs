//! Arithmetic on 32-bit integers, as in clingo 5, or as in clingo 6 within 32 bits.
//!
//! ```text
//! p(1/0).   p(a+1).      -- undefined: the instance is dropped
//! p(2**-1).              -- 0: a negative power is cut to an integer
//! p(2147483647+1).       -- p(-2147483648) with a warning in version 5, an error in version 6
//! p(-7/2). p(-7\2).      -- p(-3), p(-1) in version 5; p(-4), p(1) in version 6, which rounds down
//! ```

use hamadryad_syntax::ast::{BinaryOperator, Relation, UnaryOperator};
use hamadryad_syntax::{Code, Compat, Diagnostic, Span};
use std::cmp::Ordering;

/// The result of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Exact(i32),
    /// The result needs more than 32 bits; the value is its last 32 bits.
    Wrapped(i32),
    Undefined,
}

impl Outcome {
    pub(crate) fn of(exact: i64) -> Outcome {
        match i32::try_from(exact) {
            Ok(value) => Outcome::Exact(value),
            Err(_) => Outcome::Wrapped(exact as i32),
        }
    }

    /// The value in the given version, and whether it overflows.
    pub(crate) fn value(self, compat: Compat) -> (Option<i32>, bool) {
        match (self, compat) {
            (Outcome::Exact(value), _) => (Some(value), false),
            (Outcome::Wrapped(value), Compat::Five) => (Some(value), true),
            (Outcome::Wrapped(_), Compat::Six) => (None, true),
            (Outcome::Undefined, _) => (None, false),
        }
    }
}

/// `left operator right`
pub(crate) fn binary(compat: Compat, operator: BinaryOperator, left: i32, right: i32) -> Outcome {
    let (a, b) = (i64::from(left), i64::from(right));
    let rounds_down = compat == Compat::Six;
    match operator {
        BinaryOperator::Xor => Outcome::Exact(left ^ right),
        BinaryOperator::Or => Outcome::Exact(left | right),
        BinaryOperator::And => Outcome::Exact(left & right),
        BinaryOperator::Add => Outcome::of(a + b),
        BinaryOperator::Subtract => Outcome::of(a - b),
        BinaryOperator::Multiply => Outcome::of(a * b),
        BinaryOperator::Divide | BinaryOperator::Modulo if right == 0 => Outcome::Undefined,
        BinaryOperator::Divide if rounds_down => Outcome::of(quotient_down(a, b)),
        BinaryOperator::Divide => Outcome::of(a / b),
        BinaryOperator::Modulo if rounds_down => Outcome::of(a - quotient_down(a, b) * b),
        BinaryOperator::Modulo => Outcome::of(a % b),
        BinaryOperator::Power => power(left, right),
    }
}

fn quotient_down(a: i64, b: i64) -> i64 {
    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))
}

/// `operator operand`
pub(crate) fn unary(operator: UnaryOperator, operand: i32) -> Outcome {
    match operator {
        UnaryOperator::Minus => Outcome::of(-i64::from(operand)),
        UnaryOperator::Complement => Outcome::Exact(!operand),
    }
}

/// `|operand|`
pub(crate) fn absolute(operand: i32) -> Outcome {
    Outcome::of(i64::from(operand).abs())
}

fn power(base: i32, exponent: i32) -> Outcome {
    match (base, u32::try_from(exponent)) {
        (_, Ok(exponent)) => match base.checked_pow(exponent) {
            Some(value) => Outcome::Exact(value),
            None => Outcome::Wrapped(base.wrapping_pow(exponent)),
        },
        (0, Err(_)) => Outcome::Undefined,
        (_, Err(_)) => Outcome::Exact(0),
    }
}

/// The diagnostic of an overflow.
pub(crate) fn overflow(compat: Compat, span: Span) -> Diagnostic {
    match compat {
        Compat::Five => {
            let message = "this overflows 32 bits, and the result is another number";
            Diagnostic::warning(Code::Overflow, span, message)
        }
        Compat::Six => {
            let message = "this overflows 32 bits";
            let hint = "integers of any size are not supported by this version";
            Diagnostic::error(Code::Overflow, span, message).with_hint(hint)
        }
    }
}

/// Whether an order satisfies the relation.
pub(crate) fn satisfies(relation: Relation, order: Ordering) -> bool {
    match relation {
        Relation::Equal => order.is_eq(),
        Relation::NotEqual => order.is_ne(),
        Relation::Less => order.is_lt(),
        Relation::LessEqual => order.is_le(),
        Relation::Greater => order.is_gt(),
        Relation::GreaterEqual => order.is_ge(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use BinaryOperator::{Divide, Modulo, Multiply, Power};
    use Outcome::{Exact, Undefined, Wrapped};

    #[test]
    fn version_5_truncates_towards_zero() {
        let binary = |operator, left, right| binary(Compat::Five, operator, left, right);
        assert_eq!(binary(Divide, -7, 2), Exact(-3));
        assert_eq!(binary(Modulo, -7, 3), Exact(-1));
        assert_eq!(binary(Modulo, 7, -3), Exact(1));
        assert_eq!(binary(Modulo, i32::MIN, -1), Exact(0));
        assert_eq!(binary(Divide, 1, 0), Undefined);
        assert_eq!(binary(Modulo, 1, 0), Undefined);
    }

    #[test]
    fn version_6_rounds_down() {
        let binary = |operator, left, right| binary(Compat::Six, operator, left, right);
        let cases =
            [(-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (7, 2, 3, 1), (-6, 2, -3, 0), (6, -3, -2, 0)];
        for (left, right, quotient, rest) in cases {
            assert_eq!(binary(Divide, left, right), Exact(quotient), "{left} / {right}");
            assert_eq!(binary(Modulo, left, right), Exact(rest), "{left} \\ {right}");
        }
        assert_eq!(binary(Divide, 1, 0), Undefined);
        assert_eq!(binary(Modulo, i32::MIN, -1), Exact(0));
    }

    #[test]
    fn overflows_wrap_or_have_no_value() {
        let binary = |operator, left, right| binary(Compat::Five, operator, left, right);
        assert_eq!(binary(Divide, i32::MIN, -1), Wrapped(i32::MIN));
        assert_eq!(binary(Multiply, i32::MAX, 2), Wrapped(-2));
        assert_eq!(binary(Power, 2, 31), Wrapped(i32::MIN));
        assert_eq!(unary(UnaryOperator::Minus, i32::MIN), Wrapped(i32::MIN));
        assert_eq!(absolute(i32::MIN), Wrapped(i32::MIN));
        assert_eq!(Wrapped(3).value(Compat::Five), (Some(3), true));
        assert_eq!(Wrapped(3).value(Compat::Six), (None, true));
    }

    #[test]
    fn powers_with_negative_exponents_are_truncated() {
        let power = |left, right| binary(Compat::Five, Power, left, right);
        assert_eq!(power(2, 10), Exact(1024));
        assert_eq!(power(0, 0), Exact(1));
        assert_eq!(power(0, -1), Undefined);
        assert_eq!(power(2, -1), Exact(0));
        assert_eq!(power(1, -5), Exact(0));
    }
}
