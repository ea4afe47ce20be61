//! Operators of theory terms: operands with operators between them become a term, by the priorities of the
//! operators.
//!
//! ```text
//! - a * b - c      with - : 3, unary; * : 2, binary, left; - : 1, binary, left     -->     ((-a)*b)-c
//! ```

use crate::ir::TheoryTerm;
use hamadryad_symbol::Name;

/// An operator with its priority. Operators of equal priority group to the left or to the right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operator {
    pub name: Name,
    pub priority: u32,
    pub is_unary: bool,
    pub groups_left: bool,
}

impl Operator {
    /// An operator before its theory is known.
    pub(crate) fn unknown(name: Name, is_unary: bool) -> Operator {
        Operator { name, priority: 0, is_unary, groups_left: true }
    }
}

/// An operand with the operators before it.
pub(crate) type Operand = (Vec<Operator>, TheoryTerm);

/// The term of the operands: an operator takes the term before it if the operator of that term has at least
/// its priority.
pub(crate) fn resolve(operands: Vec<Operand>) -> TheoryTerm {
    let mut terms: Vec<TheoryTerm> = Vec::new();
    let mut open: Vec<Operator> = Vec::new();
    for (operators, operand) in operands {
        for operator in operators {
            while !operator.is_unary && open.last().is_some_and(|last| goes_first(last, &operator)) {
                apply(&mut open, &mut terms);
            }
            open.push(operator);
        }
        terms.push(operand);
    }
    while !open.is_empty() {
        apply(&mut open, &mut terms);
    }
    terms.pop().expect("an operation has an operand")
}

/// Whether an operator, not the next one, takes the operand between them.
fn goes_first(last: &Operator, next: &Operator) -> bool {
    last.priority > next.priority || last.priority == next.priority && next.groups_left
}

fn apply(open: &mut Vec<Operator>, terms: &mut Vec<TheoryTerm>) {
    let (Some(operator), Some(right)) = (open.pop(), terms.pop()) else { return };
    let operands = match terms.pop() {
        Some(left) if !operator.is_unary => vec![left, right],
        left => {
            terms.extend(left);
            vec![right]
        }
    };
    terms.push(TheoryTerm::Function(operator.name, operands));
}
