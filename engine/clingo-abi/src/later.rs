//! Functions that this version does not provide: they exist, so that programs link, and each call is an error with a
//! sentence.

use crate::guard;
use hamadryad_clingo::message::Failure;
use std::ffi::{c_int, c_void};

/// A pointer that is not read.
pub type Pointer = *const c_void;

/// Sets the error of a function that this version does not provide.
pub fn refuse<T>(function: &str, subject: &str, failed: T) -> T {
    let message = format!("{function}: {subject} is not provided by this version of Hamadryad's libclingo");
    guard::set(&Failure::runtime(message));
    failed
}

/// Declares functions that fail: the name, the parameters, the result, the value that is returned.
macro_rules! not_provided {
    ($subject:literal: $($name:ident($($kind:ty),*) -> $result:ty = $failed:expr;)*) => {$(
        #[doc = concat!("Fails: ", $subject, " is not provided.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($(_: $kind),*) -> $result {
            $crate::later::refuse(stringify!($name), $subject, $failed)
        }
    )*};
}

not_provided! { "the interface of propagators":
    clingo_assignment_decision_level(Pointer) -> u32 = 0;
    clingo_assignment_root_level(Pointer) -> u32 = 0;
    clingo_assignment_has_conflict(Pointer) -> bool = false;
    clingo_assignment_has_literal(Pointer, i32) -> bool = false;
    clingo_assignment_level(Pointer, i32, Pointer) -> bool = false;
    clingo_assignment_decision(Pointer, u32, Pointer) -> bool = false;
    clingo_assignment_is_fixed(Pointer, i32, Pointer) -> bool = false;
    clingo_assignment_is_true(Pointer, i32, Pointer) -> bool = false;
    clingo_assignment_is_false(Pointer, i32, Pointer) -> bool = false;
    clingo_assignment_truth_value(Pointer, i32, Pointer) -> bool = false;
    clingo_assignment_size(Pointer) -> usize = 0;
    clingo_assignment_at(Pointer, usize, Pointer) -> bool = false;
    clingo_assignment_is_total(Pointer) -> bool = false;
    clingo_assignment_trail_size(Pointer, Pointer) -> bool = false;
    clingo_assignment_trail_begin(Pointer, u32, Pointer) -> bool = false;
    clingo_assignment_trail_end(Pointer, u32, Pointer) -> bool = false;
    clingo_assignment_trail_at(Pointer, u32, Pointer) -> bool = false;
    clingo_propagate_init_solver_literal(Pointer, i32, Pointer) -> bool = false;
    clingo_propagate_init_add_watch(Pointer, i32) -> bool = false;
    clingo_propagate_init_add_watch_to_thread(Pointer, i32, u32) -> bool = false;
    clingo_propagate_init_remove_watch(Pointer, i32) -> bool = false;
    clingo_propagate_init_remove_watch_from_thread(Pointer, i32, u32) -> bool = false;
    clingo_propagate_init_freeze_literal(Pointer, i32) -> bool = false;
    clingo_propagate_init_symbolic_atoms(Pointer, Pointer) -> bool = false;
    clingo_propagate_init_theory_atoms(Pointer, Pointer) -> bool = false;
    clingo_propagate_init_number_of_threads(Pointer) -> c_int = 0;
    clingo_propagate_init_set_check_mode(Pointer, c_int) -> () = ();
    clingo_propagate_init_get_check_mode(Pointer) -> c_int = 0;
    clingo_propagate_init_set_undo_mode(Pointer, c_int) -> () = ();
    clingo_propagate_init_get_undo_mode(Pointer) -> c_int = 0;
    clingo_propagate_init_assignment(Pointer) -> Pointer = std::ptr::null();
    clingo_propagate_init_add_literal(Pointer, bool, Pointer) -> bool = false;
    clingo_propagate_init_add_clause(Pointer, Pointer, usize, Pointer) -> bool = false;
    clingo_propagate_init_add_weight_constraint(Pointer, i32, Pointer, usize, i32, c_int, bool, Pointer) -> bool = false;
    clingo_propagate_init_add_minimize(Pointer, i32, i32, i32) -> bool = false;
    clingo_propagate_init_propagate(Pointer, Pointer) -> bool = false;
    clingo_propagate_control_thread_id(Pointer) -> u32 = 0;
    clingo_propagate_control_assignment(Pointer) -> Pointer = std::ptr::null();
    clingo_propagate_control_add_literal(Pointer, Pointer) -> bool = false;
    clingo_propagate_control_add_watch(Pointer, i32) -> bool = false;
    clingo_propagate_control_has_watch(Pointer, i32) -> bool = false;
    clingo_propagate_control_remove_watch(Pointer, i32) -> () = ();
    clingo_propagate_control_add_clause(Pointer, Pointer, usize, c_int, Pointer) -> bool = false;
    clingo_propagate_control_propagate(Pointer, Pointer) -> bool = false;
    clingo_control_register_propagator(Pointer, Pointer, Pointer, bool) -> bool = false;
}

not_provided! { "the interface of applications":
    clingo_options_add(Pointer, Pointer, Pointer, Pointer, Pointer, Pointer, bool, Pointer) -> bool = false;
    clingo_options_add_flag(Pointer, Pointer, Pointer, Pointer, Pointer) -> bool = false;
    clingo_main(Pointer, Pointer, usize, Pointer) -> c_int = 1;
}

/// The entry of clingo's own command line, which its packages for Debian call.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_main_(_: c_int, _: Pointer) -> c_int {
    refuse("clingo_main_", "the interface of applications", 1)
}
