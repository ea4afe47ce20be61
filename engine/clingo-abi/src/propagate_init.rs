//! The preparation of propagators: `clingo_propagate_init_t`.
//!
//! Clauses, constraints and watches that a propagator adds here have their effect at once. Literals that it receives stay
//! for all searches.

use crate::assignment::{literal, literals, number};
use crate::backend::Weighted;
use crate::current_call::{InitCall, with_init};
use crate::guard::{Outcome, enter, enter_or};
use crate::pointers::{Array, Handle, Out};
use crate::propagator::mode;
use crate::registry::Part;
use hamadryad::Literal;
use hamadryad::propagator::{Direction, WeightConstraint};
use hamadryad_clingo::message::Failure;
use std::ffi::c_int;
use std::sync::atomic::Ordering;

/// The literal of the search for a literal of the program, or for the number of a condition.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_solver_literal(init: Handle, aspif: i32, solver: Out<i32>) -> bool {
    enter(|| {
        let found = with_init(init, |call| {
            let lit = match call.control.condition(aspif)? {
                Some(condition) => call.init.conjunction(&condition),
                None => match Literal::new(aspif) {
                    Some(literal) => call.init.literal(literal),
                    // The condition of an element without a condition.
                    None => call.init.conjunction(&[]),
                },
            };
            Ok(number(lit))
        })?;
        solver.write("solver_literal", found)
    })
}

fn with_literal(
    init: Handle,
    solver: i32,
    work: impl FnOnce(&mut InitCall<'_, '_>, hamadryad::propagator::Lit),
) -> bool {
    enter(|| {
        with_init(init, |call| {
            let lit = literal(call.init.assignment(), solver)?;
            work(call, lit);
            Ok(())
        })
    })
}

/// Watches a literal.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_add_watch(init: Handle, solver: i32) -> bool {
    with_literal(init, solver, |call, lit| call.init.watch(lit))
}

/// Watches a literal in a thread. One thread searches with propagators: it has the number 0.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_add_watch_to_thread(init: Handle, solver: i32, thread: u32) -> bool {
    with_literal(init, solver, |call, lit| {
        if thread == 0 {
            call.init.watch(lit);
        }
    })
}

/// Ends the watch of a literal.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_remove_watch(init: Handle, solver: i32) -> bool {
    with_literal(init, solver, |call, lit| call.init.unwatch(lit))
}

/// Ends the watch of a literal in a thread.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_remove_watch_from_thread(
    init: Handle,
    solver: i32,
    thread: u32,
) -> bool {
    with_literal(init, solver, |call, lit| {
        if thread == 0 {
            call.init.unwatch(lit);
        }
    })
}

/// Protects a literal from elimination. No literal is eliminated where propagators are.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_freeze_literal(init: Handle, solver: i32) -> bool {
    with_literal(init, solver, |_, _| {})
}

fn part(init: Handle, part: Part, out: Out<Handle>) -> bool {
    enter(|| {
        let number = with_init(init, |call| Ok(call.control.number))?;
        out.write("atoms", Handle(number | part as usize))
    })
}

/// The symbolic atoms.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_symbolic_atoms(init: Handle, atoms: Out<Handle>) -> bool {
    part(init, Part::SymbolicAtoms, atoms)
}

/// The theory atoms.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_theory_atoms(init: Handle, atoms: Out<Handle>) -> bool {
    part(init, Part::TheoryAtoms, atoms)
}

/// The number of threads that call the propagator.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_number_of_threads(init: Handle) -> c_int {
    enter_or(0, || with_init(init, |_| Ok(1)))
}

/// Sets the assignments that the propagator checks.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_set_check_mode(init: Handle, check: c_int) {
    enter(|| {
        with_init(init, |call| {
            call.modes.check.store(mode(check, 3)?, Ordering::Relaxed);
            Ok(())
        })
    });
}

/// The assignments that the propagator checks.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_get_check_mode(init: Handle) -> c_int {
    enter_or(0, || with_init(init, |call| Ok(call.modes.check.load(Ordering::Relaxed))))
}

/// Sets whether `undo` is called for all levels with checks.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_set_undo_mode(init: Handle, undo: c_int) {
    enter(|| {
        with_init(init, |call| {
            call.modes.undo.store(mode(undo, 1)?, Ordering::Relaxed);
            Ok(())
        })
    });
}

/// Whether `undo` is called for all levels with checks.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_get_undo_mode(init: Handle) -> c_int {
    enter_or(0, || with_init(init, |call| Ok(call.modes.undo.load(Ordering::Relaxed))))
}

/// The assignment: all fixed literals.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_assignment(init: Handle) -> Handle {
    enter_or(Handle(0), || with_init(init, |_| Ok(init)))
}

/// Makes a literal, which stays for all searches.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_add_literal(init: Handle, _freeze: bool, literal: Out<i32>) -> bool {
    enter(|| literal.write("result", with_init(init, |call| Ok(number(call.init.new_literal())))?))
}

fn whether(result: Out<bool>, work: impl FnOnce() -> Outcome<bool>) -> bool {
    enter(|| result.write("result", work()?))
}

/// Adds a clause. The result is `false` if it is known now that no answer set exists.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_add_clause(
    init: Handle,
    clause: Array<i32>,
    size: usize,
    result: Out<bool>,
) -> bool {
    whether(result, || {
        let clause = clause.of(size, "clause")?;
        with_init(init, |call| {
            let clause = literals(call.init.assignment(), clause)?;
            Ok(call.init.add_clause(&clause))
        })
    })
}

/// Adds a weight constraint. The result is as for a clause.
///
/// With `compare_equal`, as in clasp, the literal is related to `sum >= bound`, and its negation to `sum > bound`, both in
/// the given direction. So a literal that is equivalent to an equality must be true.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_add_weight_constraint(
    init: Handle,
    constrained: i32,
    summands: Array<Weighted>,
    size: usize,
    bound: i32,
    kind: c_int,
    compare_equal: bool,
    result: Out<bool>,
) -> bool {
    whether(result, || {
        let summands = summands.of(size, "literals")?;
        let direction = match kind {
            -1 => Direction::ToLiteral,
            0 => Direction::Equivalence,
            1 => Direction::ToConstraint,
            _ => return Err(Failure::logic("a number is not a type of weight constraints")),
        };
        with_init(init, |call| {
            let assignment = call.init.assignment();
            let terms = summands
                .iter()
                .map(|summand| Ok((literal(assignment, summand.literal())?, i64::from(summand.weight()))));
            let at_least = WeightConstraint {
                literal: literal(assignment, constrained)?,
                terms: terms.collect::<Outcome<Vec<_>>>()?,
                bound: i64::from(bound),
                direction,
            };
            let more = compare_equal.then(|| WeightConstraint {
                literal: !at_least.literal,
                bound: at_least.bound + 1,
                ..at_least.clone()
            });
            let is_consistent = call.init.add_weight_constraint(at_least);
            Ok(is_consistent && more.is_none_or(|more| call.init.add_weight_constraint(more)))
        })
    })
}

/// Adds a literal to the objective.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_add_minimize(
    init: Handle,
    solver: i32,
    weight: i32,
    priority: i32,
) -> bool {
    with_literal(init, solver, |call, lit| call.init.minimize(priority, lit, i64::from(weight)))
}

/// Propagates the program. The result is `false` if no answer set exists.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_init_propagate(init: Handle, result: Out<bool>) -> bool {
    whether(result, || with_init(init, |call| Ok(call.init.propagate())))
}
