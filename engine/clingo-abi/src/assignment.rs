//! Assignments, and the numbers of literals: variable `n` of the search is the literal `n + 1`, so that 1 is true.

use crate::current_call::with_assignment;
use crate::guard::{Outcome, enter, enter_or};
use crate::pointers::{Handle, Out};
use hamadryad::propagator::{Assignment, Lit};
use hamadryad_clingo::message::Failure;
use std::ffi::c_int;

/// The number of a literal.
pub fn number(lit: Lit) -> i32 {
    let number = i32::try_from(lit.var().index() + 1).unwrap_or(i32::MAX);
    if lit.is_positive() { number } else { -number }
}

fn find(assignment: Assignment<'_>, literal: i32) -> Option<Lit> {
    let lit = assignment.variable((literal.unsigned_abs() as usize).checked_sub(1)?)?;
    Some(if literal > 0 { lit } else { !lit })
}

/// The literal with a number.
pub fn literal(assignment: Assignment<'_>, literal: i32) -> Outcome<Lit> {
    find(assignment, literal).ok_or_else(|| Failure::logic(format!("{literal} is no literal of the search")))
}

/// The literals with these numbers.
pub fn literals(assignment: Assignment<'_>, numbers: &[i32]) -> Outcome<Vec<Lit>> {
    numbers.iter().map(|&number| literal(assignment, number)).collect()
}

fn read<T>(
    handle: Handle,
    parameter: &str,
    out: Out<T>,
    read: impl FnOnce(Assignment<'_>) -> Outcome<T>,
) -> bool {
    enter(|| out.write(parameter, with_assignment(handle, read)?))
}

/// The present decision level.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_decision_level(assignment: Handle) -> u32 {
    enter_or(0, || with_assignment(assignment, |assignment| Ok(assignment.decision_level())))
}

/// The level of the assumptions.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_root_level(assignment: Handle) -> u32 {
    enter_or(0, || with_assignment(assignment, |assignment| Ok(assignment.root_level())))
}

/// Whether the assignment has a conflict.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_has_conflict(assignment: Handle) -> bool {
    enter_or(false, || with_assignment(assignment, |assignment| Ok(assignment.has_conflict())))
}

/// Whether a number is a literal.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_has_literal(assignment: Handle, literal: i32) -> bool {
    enter_or(false, || with_assignment(assignment, |assignment| Ok(find(assignment, literal).is_some())))
}

/// The level of a literal; the greatest number if it is free.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_level(assignment: Handle, number: i32, level: Out<u32>) -> bool {
    read(assignment, "level", level, |assignment| {
        Ok(assignment.level(literal(assignment, number)?).unwrap_or(u32::MAX))
    })
}

/// The length of the trail when a level began.
fn start(assignment: Assignment<'_>, level: u32) -> Outcome<usize> {
    assignment.level_start(level).ok_or_else(|| Failure::runtime("Invalid decision level"))
}

/// The decision of a level.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_decision(assignment: Handle, level: u32, literal: Out<i32>) -> bool {
    read(assignment, "literal", literal, |assignment| {
        let first = assignment.trail().get(start(assignment, level)?);
        first.map(|&lit| number(lit)).ok_or_else(|| Failure::runtime("the decision level has no literal"))
    })
}

/// Whether the value of a literal is fixed.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_is_fixed(assignment: Handle, number: i32, is_fixed: Out<bool>) -> bool {
    read(assignment, "is_fixed", is_fixed, |assignment| {
        Ok(assignment.level(literal(assignment, number)?) == Some(0))
    })
}

/// Whether a literal is true.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_is_true(assignment: Handle, number: i32, is_true: Out<bool>) -> bool {
    read(assignment, "is_true", is_true, |assignment| Ok(assignment.is_true(literal(assignment, number)?)))
}

/// Whether a literal is false.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_is_false(assignment: Handle, number: i32, is_false: Out<bool>) -> bool {
    read(assignment, "is_false", is_false, |assignment| Ok(assignment.is_false(literal(assignment, number)?)))
}

/// The value of a literal.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_truth_value(assignment: Handle, number: i32, value: Out<c_int>) -> bool {
    read(assignment, "value", value, |assignment| {
        Ok(match assignment.value(literal(assignment, number)?) {
            None => 0,
            Some(true) => 1,
            Some(false) => 2,
        })
    })
}

/// The number of variables.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_size(assignment: Handle) -> usize {
    enter_or(0, || with_assignment(assignment, |assignment| Ok(assignment.number_of_variables())))
}

/// The positive literal at a place.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_at(assignment: Handle, offset: usize, literal: Out<i32>) -> bool {
    read(assignment, "literal", literal, |assignment| {
        let lit = assignment.variable(offset).ok_or_else(|| Failure::runtime("invalid offset"))?;
        Ok(number(lit))
    })
}

/// Whether all literals have values.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_is_total(assignment: Handle) -> bool {
    enter_or(false, || with_assignment(assignment, |assignment| Ok(assignment.is_total())))
}

/// The number of true literals.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_trail_size(assignment: Handle, size: Out<u32>) -> bool {
    read(assignment, "size", size, |assignment| Ok(assignment.trail().len() as u32))
}

/// The place on the trail where a level begins.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_trail_begin(assignment: Handle, level: u32, offset: Out<u32>) -> bool {
    read(assignment, "offset", offset, |assignment| Ok(start(assignment, level)? as u32))
}

/// The place on the trail behind a level.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_trail_end(assignment: Handle, level: u32, offset: Out<u32>) -> bool {
    read(assignment, "offset", offset, |assignment| {
        start(assignment, level)?;
        Ok(assignment.level_start(level + 1).unwrap_or(assignment.trail().len()) as u32)
    })
}

/// The literal at a place of the trail.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_assignment_trail_at(assignment: Handle, offset: u32, literal: Out<i32>) -> bool {
    read(assignment, "literal", literal, |assignment| {
        let lit = assignment.trail().get(offset as usize);
        lit.map(|&lit| number(lit)).ok_or_else(|| Failure::runtime("Invalid trail position"))
    })
}
