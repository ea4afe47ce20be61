//! The search, as a propagator changes it: `clingo_propagate_control_t`.

use crate::assignment::{literal, literals, number};
use crate::current_call::{with_assignment, with_search};
use crate::guard::{enter, enter_or};
use crate::pointers::{Array, Handle, Out};
use hamadryad::propagator::Lasting;
use hamadryad_clingo::message::Failure;
use std::ffi::c_int;

/// The number of the thread: one thread searches with propagators.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_control_thread_id(control: Handle) -> u32 {
    enter_or(0, || with_assignment(control, |_| Ok(0)))
}

/// The assignment.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_control_assignment(control: Handle) -> Handle {
    enter_or(Handle(0), || with_assignment(control, |_| Ok(control)))
}

/// Makes a literal, which stays until the search ends.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_control_add_literal(control: Handle, literal: Out<i32>) -> bool {
    enter(|| {
        let made = with_search(control, |search| match search.assignment().has_conflict() {
            true => Err(Failure::logic("a literal cannot be added while the assignment has a conflict")),
            false => Ok(number(search.new_literal())),
        })?;
        literal.write("result", made)
    })
}

/// Watches a literal.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_control_add_watch(control: Handle, watched: i32) -> bool {
    enter(|| {
        with_search(control, |search| {
            let lit = literal(search.assignment(), watched)?;
            search.watch(lit);
            Ok(())
        })
    })
}

/// Whether the propagator watches a literal.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_control_has_watch(control: Handle, watched: i32) -> bool {
    enter_or(false, || {
        with_search(control, |search| {
            let lit = literal(search.assignment(), watched).ok();
            Ok(lit.is_some_and(|lit| search.is_watched(lit)))
        })
    })
}

/// Ends the watch of a literal.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_control_remove_watch(control: Handle, watched: i32) {
    enter(|| {
        with_search(control, |search| {
            if let Ok(lit) = literal(search.assignment(), watched) {
                search.unwatch(lit);
            }
            Ok(())
        })
    });
}

/// Adds a clause. The result is `false` if the propagator must return, so that the search handles a conflict or jumps
/// back.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_control_add_clause(
    control: Handle,
    clause: Array<i32>,
    size: usize,
    kind: c_int,
    result: Out<bool>,
) -> bool {
    enter(|| {
        let clause = clause.of(size, "clause")?;
        let lasting = match kind {
            0 => Lasting::UntilForgotten,
            1 => Lasting::Always,
            2 | 3 => Lasting::ThisSolve,
            _ => return Err(Failure::logic("a number is not a type of clauses")),
        };
        let goes_on = with_search(control, |search| {
            let clause = literals(search.assignment(), clause)?;
            Ok(search.add_clause(&clause, lasting).is_ok())
        })?;
        result.write("result", goes_on)
    })
}

/// Propagates all clauses. The result is as for a clause.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_propagate_control_propagate(control: Handle, result: Out<bool>) -> bool {
    enter(|| result.write("result", with_search(control, |search| Ok(search.propagate().is_ok()))?))
}
