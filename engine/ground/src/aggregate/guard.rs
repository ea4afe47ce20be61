//! Guards of aggregates as literals.
//!
//! ```text
//! 2 <= #sum { 3,x : a; 2,y : b; -1,z : c } <= 4
//!     -->  s :- 3 <= 3*a + 2*b + 1*(not c).   t :- 6 <= 3*a + 2*b + 1*(not c).   and the literals  s, not t
//! ```
//!
//! A guard that the facts decide produces no rule. A disjunction under `not` and a sum that needs all of its
//! summands become literals of the body.

use crate::aggregate::extremum::Extremum;
use crate::aggregate::sum::Sum;
use crate::aggregate::tuples::Tuples;
use crate::aggregate::writer::{LiteralWriter, Truth};
use crate::arithmetic::satisfies;
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::ast::{AggregateFunction, Relation};

/// A function of a set of tuples, as the guards see it.
enum Value<'t> {
    Sum(Sum<'t>),
    Extremum(Extremum<'t>),
}

impl<'t> Value<'t> {
    fn new(symbols: &Symbols, function: AggregateFunction, tuples: &'t Tuples) -> Value<'t> {
        match function {
            AggregateFunction::Min | AggregateFunction::Max => {
                Value::Extremum(Extremum { tuples, is_max: function == AggregateFunction::Max })
            }
            _ => Value::Sum(Sum::new(symbols, function, tuples)),
        }
    }
}

/// The condition under which the value of the function satisfies all guards.
pub(crate) fn guards(
    writer: &mut LiteralWriter<'_, '_>,
    function: AggregateFunction,
    tuples: &Tuples,
    guards: &[(Relation, Symbol)],
) -> Truth {
    if contradict(writer.symbols, function, guards) {
        return Truth::False;
    }
    let mut truth = Truth::True;
    for &(relation, bound) in guards {
        if truth == Truth::False {
            break;
        }
        let guard = match Value::new(writer.symbols, function, tuples) {
            Value::Extremum(extremum) => extremum.guard(writer, relation, bound),
            Value::Sum(sum) => match writer.symbols.as_number(bound) {
                Some(number) => sum.guard(writer, relation, i64::from(number)),
                None if number_compares(writer.symbols, relation, bound) => Truth::True,
                None => Truth::False,
            },
        };
        truth = truth.and(guard);
    }
    truth
}

/// Whether the value of the function may satisfy each guard, given the facts.
pub(crate) fn may_hold(
    symbols: &Symbols,
    function: AggregateFunction,
    tuples: &Tuples,
    guards: &[(Relation, Symbol)],
) -> bool {
    let possible = |&(relation, bound): &(Relation, Symbol)| match Value::new(symbols, function, tuples) {
        Value::Extremum(extremum) => extremum.may_be(symbols, relation, bound),
        Value::Sum(sum) => match symbols.as_number(bound) {
            Some(number) => sum.may_be(relation, i64::from(number)),
            None => number_compares(symbols, relation, bound),
        },
    };
    !contradict(symbols, function, guards) && guards.iter().all(possible)
}

/// The values that the function may have. The computation ends early when `stop` returns true.
pub(crate) fn possible_values(
    symbols: &mut Symbols,
    function: AggregateFunction,
    tuples: &Tuples,
    stop: &mut dyn FnMut() -> bool,
) -> Vec<Symbol> {
    match Value::new(symbols, function, tuples) {
        Value::Extremum(extremum) => extremum.possible_values(symbols),
        Value::Sum(sum) => sum.possible_values(symbols, stop),
    }
}

/// Whether no number satisfies all guards of a sum, as in `2 < #sum { … } < 2`.
fn contradict(symbols: &Symbols, function: AggregateFunction, guards: &[(Relation, Symbol)]) -> bool {
    if guards.len() < 2 || matches!(function, AggregateFunction::Min | AggregateFunction::Max) {
        return false;
    }
    let (mut least, mut greatest) = (i64::MIN, i64::MAX);
    for &(relation, bound) in guards {
        let Some(number) = symbols.as_number(bound).map(i64::from) else { continue };
        if matches!(relation, Relation::Equal | Relation::GreaterEqual | Relation::Greater) {
            least = least.max(number + i64::from(relation == Relation::Greater));
        }
        if matches!(relation, Relation::Equal | Relation::LessEqual | Relation::Less) {
            greatest = greatest.min(number - i64::from(relation == Relation::Less));
        }
    }
    least > greatest
}

/// Whether numbers satisfy the comparison with a bound that is not a number, by the order of symbols.
fn number_compares(symbols: &Symbols, relation: Relation, bound: Symbol) -> bool {
    let zero = Symbol::small_number(0).expect("0 is small");
    satisfies(relation, symbols.cmp(zero, bound))
}
