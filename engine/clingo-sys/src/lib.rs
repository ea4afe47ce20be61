//! The crate `clingo-sys` 0.7 over Hamadryad's libclingo, which is linked as a Rust crate.
//!
//! ```toml
//! [dependencies]
//! clingo = "0.8"
//!
//! [patch.crates-io]
//! clingo-sys = { path = "hamadryad/engine/clingo-sys" }
//! ```
//!
//! `bindings.rs` has the functions, types and values of clingo 5.8, as `bindings.py` reads them from the header. The crate
//! `clingo` 0.8 is written for clingo 5.6, whose functions for theory atoms have one parameter less: these are here.
//!
//! *Invariant:* every name of clingo-sys 0.7.2 exists with the same type.

#![allow(non_camel_case_types, non_upper_case_globals)]

// The functions are those of `hamadryad-clingo-abi`: without its name, the linker would not receive it.
extern crate clingo as _;

include!("bindings.rs");

/// The functions of clingo 5.8, which also return the atom.
mod with_atom {
    use super::{c_char, clingo_atom_t, clingo_backend_t, clingo_id_t};

    unsafe extern "C" {
        pub fn clingo_backend_theory_atom(
            backend: *mut clingo_backend_t,
            atom_id_or_zero: clingo_atom_t,
            term_id: clingo_id_t,
            elements: *const clingo_id_t,
            size: usize,
            atom_id: *mut clingo_atom_t,
        ) -> bool;
        pub fn clingo_backend_theory_atom_with_guard(
            backend: *mut clingo_backend_t,
            atom_id_or_zero: clingo_atom_t,
            term_id: clingo_id_t,
            elements: *const clingo_id_t,
            size: usize,
            operator_name: *const c_char,
            right_hand_side_id: clingo_id_t,
            atom_id: *mut clingo_atom_t,
        ) -> bool;
    }
}

/// Adds a theory atom without a guard.
///
/// # Safety
///
/// `elements` points to `size` numbers.
pub unsafe fn clingo_backend_theory_atom(
    backend: *mut clingo_backend_t,
    atom_id_or_zero: clingo_atom_t,
    term_id: clingo_id_t,
    elements: *const clingo_id_t,
    size: usize,
) -> bool {
    let mut atom = 0;
    // SAFETY: the caller vouches for the elements; `atom` lives until the function returns.
    unsafe {
        with_atom::clingo_backend_theory_atom(
            backend,
            atom_id_or_zero,
            term_id,
            elements,
            size,
            &raw mut atom,
        )
    }
}

/// Adds a theory atom with a guard.
///
/// # Safety
///
/// `elements` points to `size` numbers, and `operator_name` to a text that ends with 0.
pub unsafe fn clingo_backend_theory_atom_with_guard(
    backend: *mut clingo_backend_t,
    atom_id_or_zero: clingo_atom_t,
    term_id: clingo_id_t,
    elements: *const clingo_id_t,
    size: usize,
    operator_name: *const c_char,
    right_hand_side_id: clingo_id_t,
) -> bool {
    let mut atom = 0;
    // SAFETY: the caller vouches for the elements and the text; `atom` lives until the function returns.
    unsafe {
        with_atom::clingo_backend_theory_atom_with_guard(
            backend,
            atom_id_or_zero,
            term_id,
            elements,
            size,
            operator_name,
            right_hand_side_id,
            &raw mut atom,
        )
    }
}
