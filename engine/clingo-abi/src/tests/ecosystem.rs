//! Calls of packages around clingo: fclingo, clingo-dl and clingo's own tests.

use super::support::*;
use crate::backend::*;
use crate::control::*;
use crate::model::*;
use crate::pointers::{Array, Handle, Out};
use crate::solve_handle::*;
use crate::symbolic_atoms::*;
use crate::theory_atoms::*;
use hamadryad_clingo::symbols::Symbol;
use std::ffi::CStr;

const YIELD: u32 = 2;
const THEORY: &CStr = c"#theory t { u { }; &defined/0 : u, body }. b :- &defined { x }.";

/// The atom of the only theory atom.
fn theory_atom(control: &Control) -> u32 {
    let (mut atoms, mut literal) = (Handle(0), 0);
    ok(clingo_control_theory_atoms(control.0, Out::at(&mut atoms)));
    ok(clingo_theory_atoms_atom_literal(atoms, 0, Out::at(&mut literal)));
    literal.unsigned_abs()
}

/// Adds the rule `head :- atom` for the atom with a name.
fn derive_from(control: &Control, head: u32, name: &CStr) {
    let (mut backend, mut atom) = (Handle(0), 0);
    ok(clingo_control_backend(control.0, Out::at(&mut backend)));
    ok(clingo_backend_begin(backend));
    let symbol = Symbol::function(name, &[], true);
    ok(clingo_backend_add_atom(backend, Array(&raw const symbol), Out::at(&mut atom)));
    let (heads, body) = ([head], [atom as i32]);
    ok(clingo_backend_rule(backend, false, Array(heads.as_ptr()), 1, Array(body.as_ptr()), 1));
    ok(clingo_backend_end(backend));
}

fn all_models(control: &Control) -> Vec<String> {
    let search = solve(control, YIELD, &[]);
    let found = models(search);
    ok(clingo_solve_handle_close(search));
    found
}

#[test]
fn a_theory_atom_without_a_rule_is_free() {
    assert_eq!(all_models(&grounded(&[c"0"], THEORY)), ["", "b"]);
}

#[test]
fn a_theory_atom_whose_rules_cannot_apply_is_false() {
    let control = grounded(&[c"0"], THEORY);
    derive_from(&control, theory_atom(&control), c"never");
    assert_eq!(all_models(&control), [""]);
}

#[test]
fn a_theory_atom_with_a_rule_follows_it() {
    let control = grounded(&[c"0"], c"#theory t { u { }; &defined/0 : u, body }. b :- &defined { x }. {a}.");
    derive_from(&control, theory_atom(&control), c"a");
    assert_eq!(all_models(&control), ["", "a b"]);
}

#[test]
fn added_symbols_are_theory_symbols_alone() {
    let control = grounded(&[], c"a. {b}. #show c.");
    let search = solve(&control, YIELD, &[]);
    let (mut model, added) = (Handle(0), [Symbol::function(c"x", &[], true)]);
    ok(clingo_solve_handle_model(search, Out::at(&mut model)));
    ok(clingo_model_extend(model, Array(added.as_ptr()), 1));
    // 2: shown, 4: atoms, 16: of theories, 32: the complement.
    for (show, expected) in [(2, "a c"), (16, "x"), (2 | 16, "a c x"), (4 | 16 | 32, "b x")] {
        let mut size = 0;
        ok(clingo_model_symbols_size(model, show, Out::at(&mut size)));
        let mut symbols = vec![Symbol::INFIMUM; size];
        ok(clingo_model_symbols(model, show, Out(symbols.as_mut_ptr()), size));
        let mut texts: Vec<String> = symbols.into_iter().map(symbol_text).collect();
        texts.sort();
        assert_eq!(texts.join(" "), expected, "{show}");
    }
    ok(clingo_solve_handle_close(search));
}

#[test]
fn a_projection_has_no_effect_on_the_models_of_the_next_one() {
    let control = grounded(&[c"0", c"--project"], c"{a; b; c; d}. #project a. #project b.");
    assert_eq!(all_models(&control), ["", "a", "a b", "b"]);
    let atom = |name: &CStr| {
        let (mut atoms, mut iterator, mut literal) = (Handle(0), 0, 0);
        ok(clingo_control_symbolic_atoms(control.0, Out::at(&mut atoms)));
        let symbol = Symbol::function(name, &[], true);
        ok(clingo_symbolic_atoms_find(atoms, symbol, Out::at(&mut iterator)));
        ok(clingo_symbolic_atoms_literal(atoms, iterator, Out::at(&mut literal)));
        literal.unsigned_abs()
    };
    let others = [atom(c"c"), atom(c"d")];
    ok(clingo_control_update_project(control.0, Array(others.as_ptr()), 2, false));
    assert_eq!(all_models(&control), ["", "c", "c d", "d"]);
}
