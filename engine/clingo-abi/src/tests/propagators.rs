//! Propagators of callers: their calls, the means of each call, and misuse.

use super::support::*;
use crate::assignment::*;
use crate::control::*;
use crate::guard;
use crate::pointers::{Array, Data, Handle, Out};
use crate::propagate_control::*;
use crate::propagate_init::*;
use crate::propagator::*;
use crate::solve_handle::*;
use crate::symbolic_atoms::*;
use hamadryad_clingo::symbols::Symbol;
use std::sync::Mutex;

const YIELD: u32 = 2;

/// The behaviour of a propagator in its calls, and the record of the calls.
#[derive(Default)]
struct Seen {
    /// The solver literals of the atoms `a` and `b`.
    a: i32,
    b: i32,
    check_mode: i32,
    undo_mode: i32,
    inits: usize,
    checks: usize,
    undone: Vec<(u32, Vec<i32>)>,
    /// The true literals that were reported.
    is_true: Vec<i32>,
    /// The type of the clause that excludes a and b; none without a type.
    excludes: Option<i32>,
    /// The check makes a literal once.
    makes_literal: bool,
    made: i32,
    /// The function that fails.
    fails: &'static str,
    /// A pointer of an earlier call.
    old: Handle,
}

fn seen(data: &Data) -> std::sync::MutexGuard<'_, Seen> {
    // SAFETY: the tests pass a pointer to a value that outlives the control.
    let seen = unsafe { &*data.0.cast::<Mutex<Seen>>() };
    crate::object::lock(seen)
}

fn fail() -> bool {
    guard::set_raw(1, c"the answer is 42");
    false
}

fn value(handle: Handle, literal: i32) -> i32 {
    let mut value = -1;
    ok(clingo_assignment_truth_value(handle, literal, Out::at(&mut value)));
    value
}

fn solver_literal(init: Handle, name: &std::ffi::CStr) -> i32 {
    let (mut atoms, mut place, mut literal, mut solver) = (Handle(0), 0, 0, 0);
    ok(clingo_propagate_init_symbolic_atoms(init, Out::at(&mut atoms)));
    ok(clingo_symbolic_atoms_find(atoms, Symbol::function(name, &[], true), Out::at(&mut place)));
    ok(clingo_symbolic_atoms_literal(atoms, place, Out::at(&mut literal)));
    ok(clingo_propagate_init_solver_literal(init, literal, Out::at(&mut solver)));
    solver
}

extern "C" fn init(init: Handle, data: Data) -> bool {
    let mut seen = seen(&data);
    seen.inits += 1;
    (seen.a, seen.b) = (solver_literal(init, c"a"), solver_literal(init, c"b"));
    for literal in [seen.a, seen.b] {
        ok(clingo_propagate_init_add_watch(init, literal));
    }
    clingo_propagate_init_set_check_mode(init, seen.check_mode);
    clingo_propagate_init_set_undo_mode(init, seen.undo_mode);
    assert_eq!(clingo_propagate_init_get_check_mode(init), seen.check_mode);
    assert_eq!(clingo_propagate_init_number_of_threads(init), 1);
    let assignment = clingo_propagate_init_assignment(init);
    assert_eq!((clingo_assignment_decision_level(assignment), value(assignment, 1)), (0, 1));
    assert!(
        clingo_assignment_has_literal(assignment, -seen.a)
            && !clingo_assignment_has_literal(assignment, 1000)
    );
    seen.old = init;
    seen.fails != "init" || fail()
}

extern "C" fn propagate(control: Handle, changes: *const i32, size: usize, data: Data) -> bool {
    let mut seen = seen(&data);
    let changes = Array(changes).of(size, "changes").expect("changes").to_vec();
    let assignment = clingo_propagate_control_assignment(control);
    assert!(changes.iter().all(|&literal| value(assignment, literal) == 1));
    let level = clingo_assignment_decision_level(assignment);
    let (mut begin, mut end, mut first, mut decision) = (0, 0, 0, 0);
    ok(clingo_assignment_trail_begin(assignment, level, Out::at(&mut begin)));
    ok(clingo_assignment_trail_end(assignment, level, Out::at(&mut end)));
    ok(clingo_assignment_trail_at(assignment, begin, Out::at(&mut first)));
    ok(clingo_assignment_decision(assignment, level, Out::at(&mut decision)));
    assert!(begin < end && first == decision);
    seen.is_true.extend(changes);
    let both = [-seen.a, -seen.b];
    let mut goes_on = true;
    if let Some(kind) = seen.excludes.filter(|_| seen.is_true.len() == 2) {
        let result = Out::at(&mut goes_on);
        ok(clingo_propagate_control_add_clause(control, Array(both.as_ptr()), 2, kind, result));
        assert!(!goes_on && clingo_assignment_has_conflict(assignment));
    }
    ok(clingo_propagate_control_propagate(control, Out::at(&mut goes_on)));
    // A pointer of an earlier call is an error, as is a search that `init` cannot change.
    let mut size = 0;
    assert!(!clingo_assignment_trail_size(seen.old, Out::at(&mut size)));
    assert!(message().contains("not any more"), "{}", message());
    seen.fails != "propagate" || fail()
}

extern "C" fn undo(control: Handle, changes: *const i32, size: usize, data: Data) {
    let mut seen = seen(&data);
    let changes = Array(changes).of(size, "changes").expect("changes").to_vec();
    let assignment = clingo_propagate_control_assignment(control);
    assert!(changes.iter().all(|&literal| value(assignment, literal) == 0));
    let kept = seen.is_true.len() - changes.len();
    assert_eq!(seen.is_true.split_off(kept), changes);
    seen.undone.push((clingo_assignment_decision_level(assignment), changes));
}

extern "C" fn check(control: Handle, data: Data) -> bool {
    let mut seen = seen(&data);
    seen.checks += 1;
    let assignment = clingo_propagate_control_assignment(control);
    if seen.check_mode == 1 {
        assert!(clingo_assignment_is_total(assignment));
    }
    if seen.makes_literal && seen.made == 0 {
        let mut made = 0;
        ok(clingo_propagate_control_add_literal(control, Out::at(&mut made)));
        assert!(!clingo_propagate_control_has_watch(control, made));
        ok(clingo_propagate_control_add_watch(control, made));
        assert!(clingo_propagate_control_has_watch(control, made));
        clingo_propagate_control_remove_watch(control, made);
        assert!(
            !clingo_propagate_control_has_watch(control, made) && !clingo_assignment_is_total(assignment)
        );
        seen.made = made;
    }
    seen.fails != "check" || fail()
}

extern "C" fn decide(thread: u32, assignment: Handle, fallback: i32, data: Data, decision: Out<i32>) -> bool {
    let seen = seen(&data);
    assert_eq!((thread, value(assignment, fallback)), (0, 0));
    let wanted = [seen.a, -seen.b].into_iter().find(|&literal| value(assignment, literal) == 0);
    ok(decision.write("decision", wanted.unwrap_or(0)).is_ok());
    seen.fails != "decide" || fail()
}

const ALL: Functions = Functions {
    init: Some(init),
    propagate: Some(propagate),
    undo: Some(undo),
    check: Some(check),
    decide: Some(decide),
};

fn registered(control: &Control, functions: Functions, seen: &Mutex<Seen>) {
    let data = Data((&raw const *seen).cast_mut().cast());
    ok(clingo_control_register_propagator(control.0, Array(&raw const functions), data, false));
}

fn all_models(control: &Control) -> Vec<String> {
    let search = solve(control, YIELD, &[]);
    let found = models(search);
    ok(clingo_solve_handle_close(search));
    found
}

#[test]
fn a_clause_lasts_for_a_search_or_for_all() {
    for (kind, later) in [(1, 3), (2, 4), (3, 4)] {
        let seen = Mutex::new(Seen { excludes: Some(kind), check_mode: 1, ..Seen::default() });
        let control = grounded(&[c"0"], c"{a; b}.");
        registered(&control, Functions { decide: None, ..ALL }, &seen);
        assert_eq!(all_models(&control), ["", "a", "b"]);
        crate::object::lock(&seen).excludes = None;
        assert_eq!(all_models(&control).len(), later, "type {kind}");
        let seen = crate::object::lock(&seen);
        assert!(seen.inits == 2 && seen.is_true.is_empty() && seen.checks > 3);
    }
}

#[test]
fn a_propagator_decides_and_its_levels_are_undone_one_by_one() {
    let seen = Mutex::new(Seen { check_mode: 2, undo_mode: 1, ..Seen::default() });
    let control = grounded(&[c"1"], c"{a; b}.");
    registered(&control, ALL, &seen);
    assert_eq!(all_models(&control), ["a"]);
    let seen = crate::object::lock(&seen);
    // The checks of levels 0 to 3: those of assumptions, of `a`, and of `not b`.
    assert_eq!(seen.checks, 4);
    assert_eq!(seen.undone, [(3, vec![]), (2, vec![seen.a]), (1, vec![])]);
}

#[test]
fn a_literal_of_a_search_ends_with_it() {
    let seen = Mutex::new(Seen { check_mode: 1, makes_literal: true, ..Seen::default() });
    let control = grounded(&[c"0"], c"a. b.");
    registered(&control, Functions { decide: None, ..ALL }, &seen);
    assert_eq!(all_models(&control), ["a b", "a b"]);
    assert_eq!(all_models(&control), ["a b"]);
}

#[test]
fn a_failure_ends_the_search() {
    for fails in ["init", "propagate", "check", "decide"] {
        let seen = Mutex::new(Seen { check_mode: 1, fails, ..Seen::default() });
        let control = grounded(&[c"0"], c"{a; b}.");
        registered(&control, ALL, &seen);
        let mut search = Handle(0);
        let none = Array(std::ptr::null());
        let is_started = clingo_control_solve(control.0, 0, none, 0, None, no_data(), Out::at(&mut search));
        assert_eq!(is_started, fails != "init");
        if is_started {
            let mut result = 0;
            assert!(!clingo_solve_handle_get(search, Out::at(&mut result)));
            assert_eq!(message(), "the answer is 42");
            ok(clingo_solve_handle_close(search));
        }
        assert_eq!(message(), "the answer is 42");
        crate::object::lock(&seen).fails = "";
        assert_eq!(all_models(&control).len(), 4, "{fails}");
    }
}

/// The addition that `init` makes: a clause, a weight constraint, or costs.
extern "C" fn constrain(init: Handle, data: Data) -> bool {
    let what = seen(&data).check_mode;
    let (a, b) = (solver_literal(init, c"a"), solver_literal(init, c"b"));
    let (mut result, mut made) = (false, 0);
    match what {
        0 => {
            ok(clingo_propagate_init_add_literal(init, true, Out::at(&mut made)));
            for clause in [vec![-made, a], vec![-made, b], vec![made]] {
                let array = Array(clause.as_ptr());
                ok(clingo_propagate_init_add_clause(init, array, clause.len(), Out::at(&mut result)));
            }
            ok(clingo_propagate_init_propagate(init, Out::at(&mut result)));
            assert!(result && value(clingo_propagate_init_assignment(init), a) == 1);
        }
        1 => {
            // a is equivalent to a + b >= 1, and its negation to a + b >= 2.
            let terms = [crate::backend::Weighted::new(a, 1), crate::backend::Weighted::new(b, 1)];
            let array = Array(terms.as_ptr());
            let result = Out::at(&mut result);
            ok(clingo_propagate_init_add_weight_constraint(init, a, array, 2, 1, 0, true, result));
        }
        _ => {
            ok(clingo_propagate_init_add_minimize(init, a, -2, 0));
            ok(clingo_propagate_init_add_minimize(init, b, 1, 0));
        }
    }
    true
}

#[test]
fn a_preparation_adds_clauses_weight_constraints_and_costs() {
    for (what, expected) in [(0, vec!["a b"]), (1, vec!["a"]), (2, vec!["a"])] {
        let seen = Mutex::new(Seen { check_mode: what, ..Seen::default() });
        let control = grounded(&[c"0", c"--opt-mode=optN"], c"{a; b}.");
        registered(&control, Functions { init: Some(constrain), ..Functions::default() }, &seen);
        let mut found = all_models(&control);
        if what == 2 {
            // The last model is the optimum, which is enumerated once more.
            found.retain(|model| model == "a");
            found.dedup();
        }
        assert_eq!(found, expected);
    }
}
