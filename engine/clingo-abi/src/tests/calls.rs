//! Programs are grounded and solved in all styles.

use super::support::*;
use crate::backend::*;
use crate::callbacks::SymbolCallback;
use crate::control::*;
use crate::guard;
use crate::model::*;
use crate::pointers::{Array, Data, Handle, Out};
use crate::solve_handle::*;
use crate::symbolic_atoms::*;
use hamadryad_clingo::symbols::{Signature, Symbol};
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicU32, Ordering};

const ASYNC: u32 = 1;
const YIELD: u32 = 2;
const CHOICE: &std::ffi::CStr = c"1 {a; b} 1. c.";

#[test]
fn a_search_yields_its_models_on_this_thread_and_on_another() {
    for mode in [YIELD, YIELD | ASYNC] {
        let control = grounded(&[c"0"], CHOICE);
        let search = solve(&control, mode, &[]);
        assert_eq!(models(search), ["a c", "b c"]);
        assert_eq!(result(search), 1 | 4);
        let mut last = Handle(0);
        ok(clingo_solve_handle_last(search, Out::at(&mut last)));
        assert!(["a c", "b c"].contains(&shown(last).as_str()));
        ok(clingo_solve_handle_close(search));
    }
}

#[test]
fn assumptions_that_cannot_hold_are_a_core() {
    let control = grounded(&[], c"a. {b}. :- b.");
    let literal = literal(&control, Symbol::function(c"b", &[], true));
    let search = solve(&control, 0, &[literal]);
    assert_eq!(result(search) & 2, 2);
    let mut core = crate::pointers::Borrowed::null();
    let mut size = 0;
    ok(clingo_solve_handle_core(search, Out::at(&mut core), Out::at(&mut size)));
    assert_eq!(size, 1);
    ok(clingo_solve_handle_close(search));
}

#[test]
fn an_atom_that_no_statement_has_introduced_becomes_external() {
    let control = grounded(&[], c"{a}.");
    let is_satisfiable = |assumptions: &[i32]| {
        let search = solve(&control, 0, assumptions);
        let result = result(search);
        ok(clingo_solve_handle_close(search));
        result & 1 == 1
    };
    // Without a statement, the atom is false.
    assert!(!is_satisfiable(&[100]) && is_satisfiable(&[-100]));
    ok(clingo_control_assign_external(control.0, 100, 1));
    assert!(is_satisfiable(&[100]) && !is_satisfiable(&[-100]));
    ok(clingo_control_assign_external(control.0, -100, 1));
    assert!(!is_satisfiable(&[100]) && is_satisfiable(&[-100]));
    assert!(!clingo_control_assign_external(control.0, i32::MAX, 1));
}

fn literal(control: &Control, symbol: Symbol) -> i32 {
    let (mut atoms, mut iterator, mut literal) = (Handle(0), 0, 0);
    ok(clingo_control_symbolic_atoms(control.0, Out::at(&mut atoms)));
    ok(clingo_symbolic_atoms_find(atoms, symbol, Out::at(&mut iterator)));
    ok(clingo_symbolic_atoms_literal(atoms, iterator, Out::at(&mut literal)));
    literal
}

extern "C" fn count(kind: u32, _: *mut c_void, data: Data, goes_on: Out<bool>) -> bool {
    // SAFETY: the tests pass a pointer to a counter that outlives the search.
    let counter = unsafe { &*data.0.cast::<AtomicU32>() };
    if kind == 0 {
        counter.fetch_add(1, Ordering::Relaxed);
        return goes_on.write("goon", counter.load(Ordering::Relaxed) < 3).is_ok();
    }
    true
}

#[test]
fn events_count_models_and_can_end_the_search() {
    for mode in [0, ASYNC] {
        let control = grounded(&[c"0"], c"{a; b; c}.");
        let counter = AtomicU32::new(0);
        let data = Data((&raw const counter).cast_mut().cast());
        let mut search = Handle(0);
        let none = Array(std::ptr::null());
        ok(clingo_control_solve(control.0, mode, none, 0, Some(count), data, Out::at(&mut search)));
        assert_eq!(result(search), 1);
        assert_eq!(counter.load(Ordering::Relaxed), 3);
        ok(clingo_solve_handle_close(search));
    }
}

#[test]
fn clauses_of_a_search_exclude_models() {
    let control = grounded(&[c"0"], c"1 {a; b; c} 1.");
    let literals = [c"a", c"b", c"c"].map(|name| literal(&control, Symbol::function(name, &[], true)));
    let search = solve(&control, YIELD, &[]);
    let (mut model, mut context) = (Handle(0), Handle(0));
    ok(clingo_solve_handle_model(search, Out::at(&mut model)));
    ok(clingo_model_context(model, Out::at(&mut context)));
    let first = shown(model);
    let other = literals[usize::from(first == "a")];
    ok(clingo_solve_control_add_clause(context, Array([-other].as_ptr()), 1));
    assert_eq!(models(search).len(), 1);
    ok(clingo_solve_handle_close(search));
}

extern "C" fn neighbours(
    _: *const crate::callbacks::Location,
    name: *const c_char,
    arguments: *const Symbol,
    size: usize,
    _: Data,
    give: SymbolCallback,
    data: *mut c_void,
) -> bool {
    // SAFETY: the library passes a name that ends with a zero byte.
    let name = unsafe { std::ffi::CStr::from_ptr(name) };
    if name != c"near" {
        guard::set_raw(4, c"only `near` is known");
        return false;
    }
    // SAFETY: the library passes so many arguments.
    let arguments = unsafe { std::slice::from_raw_parts(arguments, size) };
    let [first] = arguments else { return false };
    let value = first.0 as i32;
    let values = [Symbol::number(value - 1), Symbol::number(value + 1)];
    give(Array(values.as_ptr()), values.len(), data)
}

#[test]
fn programs_call_functions_of_the_caller() {
    let parts = [PartToGround::new(text(c"base"), Array(std::ptr::null()), 0)];
    let control = new(&[]);
    add(&control, c"base", c"p(@near(5)).");
    ok(clingo_control_ground(control.0, Array(parts.as_ptr()), 1, Some(neighbours), no_data()));
    let search = solve(&control, YIELD, &[]);
    assert_eq!(models(search), ["p(4) p(6)"]);
    ok(clingo_solve_handle_close(search));

    let control = new(&[]);
    add(&control, c"base", c"p(@far(5)).");
    assert!(!clingo_control_ground(control.0, Array(parts.as_ptr()), 1, Some(neighbours), no_data()));
    assert_eq!((guard::code(), message().as_str()), (4, "only `near` is known"));
}

#[test]
fn externals_are_assigned_and_released() {
    let control = grounded(&[c"0"], c"#external a. b :- a.");
    let literal = literal(&control, Symbol::function(c"a", &[], true));
    let mut expected = ["", "a b", ""].into_iter();
    for change in 0..3 {
        match change {
            1 => ok(clingo_control_assign_external(control.0, literal, 1)),
            2 => ok(clingo_control_release_external(control.0, literal)),
            _ => {}
        }
        let search = solve(&control, YIELD, &[]);
        assert_eq!(models(search), [expected.next().unwrap()]);
        ok(clingo_solve_handle_close(search));
    }
}

#[test]
fn a_backend_adds_rules() {
    let control = grounded(&[c"0"], c"{a}.");
    let mut backend = Handle(0);
    ok(clingo_control_backend(control.0, Out::at(&mut backend)));
    ok(clingo_backend_begin(backend));
    let symbol = Symbol::function(c"b", &[], true);
    let (mut b, mut a) = (0, 0);
    ok(clingo_backend_add_atom(backend, Array(&raw const symbol), Out::at(&mut b)));
    let symbol = Symbol::function(c"a", &[], true);
    ok(clingo_backend_add_atom(backend, Array(&raw const symbol), Out::at(&mut a)));
    let body = [-(a as i32)];
    ok(clingo_backend_rule(backend, false, Array(&raw const b), 1, Array(body.as_ptr()), 1));
    ok(clingo_backend_end(backend));
    let search = solve(&control, YIELD, &[]);
    assert_eq!(models(search), ["a", "b"]);
    ok(clingo_solve_handle_close(search));
}

#[test]
fn ground_programs_are_added_as_texts() {
    let control = new(&[c"0"]);
    add(&control, c"base", c"asp 1 0 0\n1 1 1 1 0 0\n1 0 1 2 0 1 1\n4 1 a 1 1\n4 1 b 1 2\n0\n");
    add(&control, c"base", c"c :- a, b.");
    ok(ground(&control, c"base"));
    let search = solve(&control, YIELD, &[]);
    assert_eq!(models(search), ["", "a b c"]);
    ok(clingo_solve_handle_close(search));
}

fn signatures(control: &Control) -> Vec<String> {
    let (mut atoms, mut size) = (Handle(0), 0);
    ok(clingo_control_symbolic_atoms(control.0, Out::at(&mut atoms)));
    ok(clingo_symbolic_atoms_signatures_size(atoms, Out::at(&mut size)));
    let mut found = vec![Signature(0); size];
    ok(clingo_symbolic_atoms_signatures(atoms, Out(found.as_mut_ptr()), size));
    let text = |signature: Signature| signature.name().unwrap_or_default().to_string_lossy().into_owned();
    found.into_iter().map(text).collect()
}

#[test]
fn predicates_are_listed_as_clingo_lists_them() {
    // Orders of clingo 5.8.3.
    let programs: [(&std::ffi::CStr, &str); 7] = [
        (c"a. {b}.", "b a"),
        (c"a. b :- c. {c}. d :- a. e. {f(X)} :- g(X). g(1). g(2) :- c.", "c b a d g f e"),
        (c"a :- b, not d, c. d. c. b.", "c d b a"),
        (c"{a(X) : c(X)} :- b(X). c(1). b(1).", "c b a"),
        (c"a :- x : y; b. x. y. b.", "y x b a"),
        (c"a(N) :- N = #count { X : c(X); X,1 : d(X) }, b. c(1). d(1). b.", "b c d a"),
        (c"-f. g(1;2). h. {y}.", "y h f g"),
    ];
    for (program, order) in programs {
        assert_eq!(signatures(&grounded(&[], program)).join(" "), order, "{program:?}");
    }
}

#[test]
fn texts_can_be_added_while_the_backend_is_open() {
    let control = new(&[c"0"]);
    let (mut backend, mut atom) = (Handle(0), 0);
    ok(clingo_control_backend(control.0, Out::at(&mut backend)));
    ok(clingo_backend_begin(backend));
    add(&control, c"base", c"b :- n.");
    let symbol = Symbol::function(c"n", &[], true);
    ok(clingo_backend_add_atom(backend, Array(&raw const symbol), Out::at(&mut atom)));
    ok(clingo_backend_rule(backend, true, Array(&raw const atom), 1, Array(std::ptr::null()), 0));
    ok(clingo_backend_end(backend));
    ok(ground(&control, c"base"));
    let search = solve(&control, YIELD, &[]);
    assert_eq!(models(search), ["", "b n"]);
    ok(clingo_solve_handle_close(search));
}

/// The statements so far take effect when the program is solved.
#[test]
fn programs_are_solved_and_grounded_while_the_backend_is_open() {
    let control = new(&[c"0"]);
    add(&control, c"base", c"{e}.");
    let (mut backend, mut atom) = (Handle(0), 0);
    ok(clingo_control_backend(control.0, Out::at(&mut backend)));
    ok(clingo_backend_begin(backend));
    assert!(!clingo_backend_begin(backend));
    let symbol = Symbol::function(c"n", &[], true);
    ok(clingo_backend_add_atom(backend, Array(&raw const symbol), Out::at(&mut atom)));
    ok(clingo_backend_external(backend, atom, 0));
    for expected in [&["", "n"][..], &["", "e", "e n", "n"]] {
        let search = solve(&control, YIELD, &[]);
        let mut found = models(search);
        found.sort();
        assert_eq!(found, expected);
        ok(clingo_solve_handle_close(search));
        if expected.len() == 2 {
            ok(ground(&control, c"base"));
        }
    }
    ok(clingo_backend_external(backend, atom, 3));
    ok(clingo_backend_end(backend));
    assert!(!clingo_backend_end(backend));
    let search = solve(&control, YIELD, &[]);
    assert_eq!(models(search), ["", "e"]);
    ok(clingo_solve_handle_close(search));
}

#[test]
fn a_single_shot_control_is_solved_once() {
    let control = grounded(&[c"0", c"--single-shot"], c"{a}.");
    let search = solve(&control, YIELD, &[]);
    assert_eq!(models(search), ["", "a"]);
    ok(clingo_solve_handle_close(search));
    assert!(!ground(&control, c"base"));
    let mut search = Handle(0);
    let none = Array(std::ptr::null());
    assert!(!clingo_control_solve(
        control.0,
        0,
        none,
        0,
        None,
        Data(std::ptr::null_mut()),
        Out::at(&mut search)
    ));
}

/// The control works again as soon as the search has ended, before its handle is closed.
#[test]
fn the_last_model_is_read_after_the_end() {
    let control = grounded(
        &[c"0", c"--opt-mode=optN"],
        c"{a; b}. :- not a, not b. #minimize { 1,X : a, X = 1; 2 : b }.",
    );
    let search = solve(&control, YIELD, &[]);
    assert!(models(search).len() > 1);
    ok(clingo_control_cleanup(control.0));
    let (mut last, mut number, mut contained) = (Handle(0), 0, false);
    ok(clingo_solve_handle_last(search, Out::at(&mut last)));
    assert_eq!(shown(last), "a");
    ok(clingo_model_contains(last, Symbol::function(c"a", &[], true), Out::at(&mut contained)));
    // Optimal models are counted from 1.
    ok(clingo_model_number(last, Out::at(&mut number)));
    assert!(contained && number == 1);
    ok(clingo_solve_handle_close(search));
}

#[test]
fn the_configuration_limits_searches() {
    let pigeons = c"1 { in(P,1..7) } 1 :- P = 1..8. :- in(P,H), in(Q,H), P < Q.";
    let search = |control: &Control| {
        let search = solve(control, 0, &[]);
        let found = result(search);
        ok(clingo_solve_handle_close(search));
        found
    };
    // Neither satisfiable nor unsatisfiable, and not interrupted either.
    assert_eq!(search(&grounded(&[c"--solve-limit=5"], pigeons)), 0);
    assert_eq!(search(&grounded(&[], pigeons)), 2 | 4);
    let costs = c"{a; b}. :- not a, not b. #minimize { 1,X : a, X = 1; 1,X : b, X = 1 }.";
    assert_eq!(search(&grounded(&[c"0", c"--opt-stop=2"], costs)), 1);
    let minimal = c"1 {a; b}. {c}. #heuristic a. [1,false] #heuristic b. [1,false]";
    let control = grounded(&[c"0", c"--heuristic=Domain", c"-e", c"domRec"], minimal);
    let search = solve(&control, YIELD, &[]);
    assert_eq!(models(search).len(), 2);
    ok(clingo_solve_handle_close(search));
}

#[test]
fn consequences_are_limited_to_projected_atoms() {
    let program = c"{a; b}. c :- a. c :- not a. d. #project a. #project c.";
    for (kind, expected) in [(c"brave", "a c"), (c"cautious", "c")] {
        let control = grounded(&[c"0", c"-e", kind], program);
        let search = solve(&control, YIELD, &[]);
        let mut last = Handle(0);
        assert!(models(search).len() <= 4);
        ok(clingo_solve_handle_last(search, Out::at(&mut last)));
        assert_eq!(shown(last), expected);
        ok(clingo_solve_handle_close(search));
    }
}
