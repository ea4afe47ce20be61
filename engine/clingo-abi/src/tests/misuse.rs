//! Misuse that would crash clingo is an error with a sentence.

use super::support::*;
use crate::control::*;
use crate::guard;
use crate::model::*;
use crate::pointers::{Array, Handle, Out, Text};
use crate::solve_handle::*;
use crate::symbol::*;
use hamadryad_clingo::symbols::Symbol;

/// A call must fail with a message that contains these words.
#[track_caller]
fn fails(is_done: bool, words: &str) {
    assert!(!is_done);
    assert!(message().contains(words), "{}", message());
}

#[test]
fn a_control_is_not_changed_while_it_is_solved() {
    let control = grounded(&[c"0"], c"{a; b}.");
    let search = solve(&control, 2, &[]);
    let mut other = Handle(0);
    fails(ground(&control, c"base"), "Program updates not supported!");
    let none = Array(std::ptr::null());
    let again = clingo_control_solve(control.0, 0, none, 0, None, no_data(), Out::at(&mut other));
    fails(again, "Program updates not supported!");
    fails(clingo_control_assign_external(control.0, 1, 1), "close the solve handle first");
    ok(clingo_solve_handle_close(search));
    add(&control, c"more", c"c.");
    ok(ground(&control, c"more"));
}

#[test]
fn a_search_that_has_ended_frees_its_control() {
    let control = grounded(&[c"0"], c"{a; b}.");
    // Asynchronous, yielding, and both.
    for mode in 1..4 {
        let search = solve(&control, mode, &[]);
        let (mut result, mut model) = (0, Handle(1));
        while mode & 2 != 0 && model.0 != 0 {
            ok(clingo_solve_handle_model(search, Out::at(&mut model)));
            ok(clingo_solve_handle_resume(search));
        }
        ok(clingo_solve_handle_get(search, Out::at(&mut result)));
        ok(clingo_solve_handle_close(solve(&control, 0, &[])));
        // The result is still there.
        let before = result;
        ok(clingo_solve_handle_get(search, Out::at(&mut result)));
        assert_eq!(result, before);
        ok(clingo_solve_handle_close(search));
    }
}

#[test]
fn the_last_model_can_be_read_at_the_end_of_the_search() {
    let control = grounded(&[c"0"], c"1 {a; b} 1.");
    let search = solve(&control, 2, &[]);
    let (mut last, mut number) = (Handle(0), 0);
    loop {
        let mut model = Handle(0);
        ok(clingo_solve_handle_resume(search));
        ok(clingo_solve_handle_model(search, Out::at(&mut model)));
        if model.0 == 0 {
            break;
        }
        last = model;
    }
    ok(clingo_model_number(last, Out::at(&mut number)));
    assert_eq!(number, 2);
    ok(clingo_solve_handle_close(search));
    fails(clingo_model_number(last, Out::at(&mut number)), "it was freed");
}

#[test]
fn pointers_to_freed_objects_are_recognised() {
    let control = grounded(&[c"0"], c"{a}.");
    let search = solve(&control, 2, &[]);
    let (mut model, mut number) = (Handle(0), 0);
    ok(clingo_solve_handle_model(search, Out::at(&mut model)));
    ok(clingo_model_number(model, Out::at(&mut number)));
    ok(clingo_solve_handle_resume(search));
    fails(clingo_model_number(model, Out::at(&mut number)), "its search has gone on");
    ok(clingo_solve_handle_close(search));
    let mut result = 0;
    fails(clingo_solve_handle_get(search, Out::at(&mut result)), "does not exist");
    let freed = control.0;
    drop(control);
    fails(clingo_control_cleanup(freed), "does not exist");
    fails(clingo_control_cleanup(Handle(0)), "null pointer");
    fails(clingo_control_cleanup(Handle(usize::MAX)), "does not exist");
}

#[test]
fn null_pointers_and_wrong_numbers_are_named() {
    let control = new(&[]);
    let null = Text(std::ptr::null());
    fails(clingo_control_load(control.0, null), "`file` is a null pointer");
    let mut number = 0;
    fails(clingo_symbol_number(Symbol(u64::MAX), Out::at(&mut number)), "not a symbol");
    fails(clingo_symbol_number(Symbol::INFIMUM, Out::at(&mut number)), "unexpected");
    let nothing: Out<std::ffi::c_int> = Out(std::ptr::null_mut());
    fails(clingo_symbol_number(Symbol::number(1), nothing), "`number` is a null pointer");
    fails(clingo_control_assign_external(control.0, 1, 9), "free, true or false");
}

#[test]
fn a_panic_is_a_logic_error() {
    let is_done = guard::enter(|| panic!("the {} broke", "engine"));
    fails(is_done, "internal error: the engine broke");
    assert_eq!(guard::code(), 2);
}

#[test]
fn a_control_is_freed_with_its_search() {
    for mode in [1, 2, 3] {
        let control = grounded(&[c"0"], c"{a(1..20)}.");
        let search = solve(&control, mode, &[]);
        drop(control);
        let mut result = 0;
        fails(clingo_solve_handle_get(search, Out::at(&mut result)), "does not exist");
    }
}

#[test]
fn errors_of_programs_are_runtime_errors() {
    let control = new(&[]);
    let none = Array(std::ptr::null());
    let is_added = clingo_control_add(control.0, text(c"base"), none, 0, text(c"a :- b, ."));
    fails(is_added, "parsing failed");
    assert_eq!(guard::code(), 1);
    let mut handle = Handle(0);
    let argument = [text(c"--nope")];
    let is_made = clingo_control_new(Array(argument.as_ptr()), 1, None, no_data(), 20, Out::at(&mut handle));
    fails(is_made, "unknown option: 'nope'");
}
