//! Arithmetic on 32-bit integers, as clingo 5 has it: it wraps silently, and some operations are undefined.
//!
//! ```text
//! p(1/0).   p(a+1).      -- undefined: the instance is dropped
//! p(2**-1).              -- 0: a negative power is cut to an integer
//! ```

use hamadryad_syntax::ast::{BinaryOperator, UnaryOperator};

/// The value of `left operator right`; `None` where it is undefined.
pub(crate) fn binary(operator: BinaryOperator, left: i32, right: i32) -> Option<i32> {
    Some(match operator {
        BinaryOperator::Xor => left ^ right,
        BinaryOperator::Or => left | right,
        BinaryOperator::And => left & right,
        BinaryOperator::Add => left.wrapping_add(right),
        BinaryOperator::Subtract => left.wrapping_sub(right),
        BinaryOperator::Multiply => left.wrapping_mul(right),
        BinaryOperator::Divide if right == 0 => return None,
        BinaryOperator::Divide => left.wrapping_div(right),
        BinaryOperator::Modulo if right == 0 => return None,
        BinaryOperator::Modulo => left.wrapping_rem(right),
        BinaryOperator::Power => return power(left, right),
    })
}

/// The value of `operator operand`.
pub(crate) fn unary(operator: UnaryOperator, operand: i32) -> i32 {
    match operator {
        UnaryOperator::Minus => operand.wrapping_neg(),
        UnaryOperator::Complement => !operand,
    }
}

fn power(base: i32, exponent: i32) -> Option<i32> {
    match (base, u32::try_from(exponent)) {
        (_, Ok(exponent)) => Some(base.wrapping_pow(exponent)),
        (0, Err(_)) => None,
        (_, Err(_)) => Some(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use BinaryOperator::{Divide, Modulo, Multiply, Power};

    #[test]
    fn division_cuts_towards_zero_and_wraps() {
        assert_eq!(binary(Divide, -7, 2), Some(-3));
        assert_eq!(binary(Modulo, -7, 3), Some(-1));
        assert_eq!(binary(Modulo, 7, -3), Some(1));
        assert_eq!(binary(Divide, 1, 0), None);
        assert_eq!(binary(Modulo, 1, 0), None);
        assert_eq!(binary(Divide, i32::MIN, -1), Some(i32::MIN));
        assert_eq!(binary(Multiply, i32::MAX, 2), Some(-2));
    }

    #[test]
    fn powers_of_negative_exponents_are_cut() {
        assert_eq!(binary(Power, 2, 10), Some(1024));
        assert_eq!(binary(Power, 0, 0), Some(1));
        assert_eq!(binary(Power, 2, -1), Some(0));
        assert_eq!(binary(Power, 1, -5), Some(0));
    }
}
