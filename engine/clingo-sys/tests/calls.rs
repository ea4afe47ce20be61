//! The C functions through the declarations of this crate.

use clingo_sys::*;
use std::ffi::{CStr, c_int, c_void};
use std::path::Path;
use std::ptr::{null, null_mut};

/// A control with a grounded program, which is freed at the end.
struct Control(*mut clingo_control_t);

impl Control {
    fn new(program: &CStr) -> Control {
        let mut control = null_mut();
        let base = c"base".as_ptr();
        let part = clingo_part_t { name: base, params: null(), size: 0 };
        // SAFETY: all pointers are valid during the calls.
        unsafe {
            assert!(clingo_control_new(null(), 0, None, null_mut(), 20, &raw mut control));
            assert!(clingo_control_add(control, base, null(), 0, program.as_ptr()));
            assert!(clingo_control_ground(control, &raw const part, 1, None, null_mut()));
        }
        Control(control)
    }

    /// The result of a search for all models, and their number.
    fn solve(&self) -> (clingo_solve_result_bitset_t, usize) {
        extern "C" fn count(
            event: clingo_solve_event_type_t,
            _: *mut c_void,
            data: *mut c_void,
            goes_on: *mut bool,
        ) -> bool {
            if event == clingo_solve_event_type_e_clingo_solve_event_type_model {
                // SAFETY: `solve` passes a pointer to a number, which lives during the search.
                unsafe { *data.cast::<usize>() += 1 };
            }
            // SAFETY: the library passes a pointer to a value.
            unsafe { *goes_on = true };
            true
        }
        let (mut models, mut result, mut handle) = (0_usize, 0, null_mut());
        let (mut configuration, mut key) = (null_mut(), 0);
        // SAFETY: all pointers are valid during the calls.
        unsafe {
            assert!(clingo_control_configuration(self.0, &raw mut configuration));
            assert!(clingo_configuration_root(configuration, &raw mut key));
            assert!(clingo_configuration_map_at(configuration, key, c"solve.models".as_ptr(), &raw mut key));
            assert!(clingo_configuration_value_set(configuration, key, c"0".as_ptr()));
            let data = (&raw mut models).cast();
            assert!(clingo_control_solve(self.0, 0, null(), 0, Some(count), data, &raw mut handle));
            assert!(clingo_solve_handle_get(handle, &raw mut result));
            assert!(clingo_solve_handle_close(handle));
        }
        (result, models)
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        // SAFETY: the control was made by `new`, and nothing uses it any more.
        unsafe { clingo_control_free(self.0) };
    }
}

#[test]
fn the_version_is_that_of_the_header() {
    let (mut major, mut minor, mut revision): (c_int, c_int, c_int) = (0, 0, 0);
    // SAFETY: the pointers are valid during the call.
    unsafe { clingo_version(&raw mut major, &raw mut minor, &raw mut revision) };
    let version = CStr::from_bytes_with_nul(CLINGO_VERSION).expect("a text");
    assert_eq!(format!("{major}.{minor}.{revision}").as_bytes(), version.to_bytes());
}

#[test]
fn a_program_has_its_models() {
    let (result, models) = Control::new(c"{a; b; c}. :- a, b.").solve();
    assert_eq!((result & clingo_solve_result_e_clingo_solve_result_satisfiable, models), (1, 6));
    let (result, models) = Control::new(c"a. :- a.").solve();
    assert_eq!((result & clingo_solve_result_e_clingo_solve_result_unsatisfiable, models), (2, 0));
}

#[test]
fn theory_atoms_are_added_with_the_parameters_of_clingo_5_6() {
    let control = Control::new(c"{a}.");
    let (mut backend, mut atoms) = (null_mut(), null());
    let (mut name, mut number, mut element, mut size) = (0, 0, 0, 0);
    // SAFETY: all pointers are valid during the calls.
    unsafe {
        assert!(clingo_control_backend(control.0, &raw mut backend));
        assert!(clingo_backend_begin(backend));
        assert!(clingo_backend_theory_term_string(backend, c"sum".as_ptr(), &raw mut name));
        assert!(clingo_backend_theory_term_number(backend, 7, &raw mut number));
        let tuple = &raw const number;
        assert!(clingo_backend_theory_element(backend, tuple, 1, null(), 0, &raw mut element));
        let elements = &raw const element;
        assert!(clingo_backend_theory_atom(backend, 0, name, elements, 1));
        let operator = c"<".as_ptr();
        assert!(clingo_backend_theory_atom_with_guard(backend, 0, name, elements, 1, operator, number));
        assert!(clingo_backend_end(backend));
        assert!(clingo_control_theory_atoms(control.0, &raw mut atoms));
        assert!(clingo_theory_atoms_size(atoms, &raw mut size));
    }
    assert_eq!(size, 2);
    let texts: Vec<String> = (0..2).map(|atom| text_of(atoms, atom)).collect();
    assert_eq!(texts, ["&sum{7}", "&sum{7}<7"]);
}

/// The text of a theory atom.
fn text_of(atoms: *const clingo_theory_atoms_t, atom: clingo_id_t) -> String {
    let mut size = 0;
    // SAFETY: all pointers are valid during the calls, and the text has the size that the library asks for.
    unsafe {
        assert!(clingo_theory_atoms_atom_to_string_size(atoms, atom, &raw mut size));
        let mut text = vec![0_u8; size];
        assert!(clingo_theory_atoms_atom_to_string(atoms, atom, text.as_mut_ptr().cast(), size));
        CStr::from_bytes_with_nul(&text).expect("a text").to_str().expect("UTF-8").to_owned()
    }
}

/// The names that follow a word in a text.
fn names_after<'t>(word: &str, text: &'t str) -> Vec<&'t str> {
    let is_end = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let name = |rest: &'t str| rest.split(is_end).next().unwrap_or_default();
    text.split(word).skip(1).map(name).collect()
}

#[test]
fn the_functions_are_those_of_the_header() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file of the repository");
    let header = read("../clingo-abi/include/clingo.h");
    let declared = read("src/bindings.rs") + &read("src/lib.rs");
    let mut functions: Vec<&str> = names_after("pub fn ", &declared);
    functions.sort_unstable();
    let mut expected: Vec<&str> = header
        .split("CLINGO_API ")
        .skip(1)
        .filter(|text| {
            !text.starts_with("extern") && !text.starts_with("__declspec") && !text.starts_with('\n')
        })
        .filter_map(|text| text.split('(').next()?.rsplit([' ', '*']).next())
        .collect();
    expected.sort_unstable();
    assert_eq!(functions, expected);
}
