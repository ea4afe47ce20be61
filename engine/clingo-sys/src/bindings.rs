// Written by `bindings.py` from the header `clingo.h`: change the header instead.

use std::ffi::{c_char, c_int, c_uint, c_void};

pub const CLINGO_VERSION_MAJOR: u32 = 5;
pub const CLINGO_VERSION_MINOR: u32 = 8;
pub const CLINGO_VERSION_REVISION: u32 = 3;
pub const CLINGO_VERSION: &[u8; 6] = b"5.8.3\0";
pub type clingo_literal_t = i32;
pub type clingo_atom_t = u32;
pub type clingo_id_t = u32;
pub type clingo_weight_t = i32;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct clingo_weighted_literal {
    pub literal: clingo_literal_t,
    pub weight: clingo_weight_t,
}
pub type clingo_weighted_literal_t = clingo_weighted_literal;
pub type clingo_error_e = c_uint;
pub const clingo_error_e_clingo_error_success: clingo_error_e = 0;
pub const clingo_error_e_clingo_error_runtime: clingo_error_e = 1;
pub const clingo_error_e_clingo_error_logic: clingo_error_e = 2;
pub const clingo_error_e_clingo_error_bad_alloc: clingo_error_e = 3;
pub const clingo_error_e_clingo_error_unknown: clingo_error_e = 4;
pub type clingo_error_t = c_int;
pub type clingo_warning_e = c_uint;
pub const clingo_warning_e_clingo_warning_operation_undefined: clingo_warning_e = 0;
pub const clingo_warning_e_clingo_warning_runtime_error: clingo_warning_e = 1;
pub const clingo_warning_e_clingo_warning_atom_undefined: clingo_warning_e = 2;
pub const clingo_warning_e_clingo_warning_file_included: clingo_warning_e = 3;
pub const clingo_warning_e_clingo_warning_variable_unbounded: clingo_warning_e = 4;
pub const clingo_warning_e_clingo_warning_global_variable: clingo_warning_e = 5;
pub const clingo_warning_e_clingo_warning_other: clingo_warning_e = 6;
pub type clingo_warning_t = c_int;
pub type clingo_logger_t =
    Option<unsafe extern "C" fn(code: clingo_warning_t, message: *const c_char, data: *mut c_void)>;
pub type clingo_truth_value_e = c_uint;
pub const clingo_truth_value_e_clingo_truth_value_free: clingo_truth_value_e = 0;
pub const clingo_truth_value_e_clingo_truth_value_true: clingo_truth_value_e = 1;
pub const clingo_truth_value_e_clingo_truth_value_false: clingo_truth_value_e = 2;
pub type clingo_truth_value_t = c_int;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct clingo_location {
    pub begin_file: *const c_char,
    pub end_file: *const c_char,
    pub begin_line: usize,
    pub end_line: usize,
    pub begin_column: usize,
    pub end_column: usize,
}
pub type clingo_location_t = clingo_location;
pub type clingo_signature_t = u64;
pub type clingo_symbol_type_e = c_uint;
pub const clingo_symbol_type_e_clingo_symbol_type_infimum: clingo_symbol_type_e = 0;
pub const clingo_symbol_type_e_clingo_symbol_type_number: clingo_symbol_type_e = 1;
pub const clingo_symbol_type_e_clingo_symbol_type_string: clingo_symbol_type_e = 4;
pub const clingo_symbol_type_e_clingo_symbol_type_function: clingo_symbol_type_e = 5;
pub const clingo_symbol_type_e_clingo_symbol_type_supremum: clingo_symbol_type_e = 7;
pub type clingo_symbol_type_t = c_int;
pub type clingo_symbol_t = u64;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_symbolic_atoms {
    _unused: [u8; 0],
}
pub type clingo_symbolic_atoms_t = clingo_symbolic_atoms;
pub type clingo_symbolic_atom_iterator_t = u64;
pub type clingo_symbol_callback_t = Option<
    unsafe extern "C" fn(symbols: *const clingo_symbol_t, symbols_size: usize, data: *mut c_void) -> bool,
>;
pub type clingo_theory_term_type_e = c_uint;
pub const clingo_theory_term_type_e_clingo_theory_term_type_tuple: clingo_theory_term_type_e = 0;
pub const clingo_theory_term_type_e_clingo_theory_term_type_list: clingo_theory_term_type_e = 1;
pub const clingo_theory_term_type_e_clingo_theory_term_type_set: clingo_theory_term_type_e = 2;
pub const clingo_theory_term_type_e_clingo_theory_term_type_function: clingo_theory_term_type_e = 3;
pub const clingo_theory_term_type_e_clingo_theory_term_type_number: clingo_theory_term_type_e = 4;
pub const clingo_theory_term_type_e_clingo_theory_term_type_symbol: clingo_theory_term_type_e = 5;
pub type clingo_theory_term_type_t = c_int;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_theory_atoms {
    _unused: [u8; 0],
}
pub type clingo_theory_atoms_t = clingo_theory_atoms;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_assignment {
    _unused: [u8; 0],
}
pub type clingo_assignment_t = clingo_assignment;
pub type clingo_propagator_check_mode_e = c_uint;
pub const clingo_propagator_check_mode_e_clingo_propagator_check_mode_none: clingo_propagator_check_mode_e =
    0;
pub const clingo_propagator_check_mode_e_clingo_propagator_check_mode_total: clingo_propagator_check_mode_e =
    1;
pub const clingo_propagator_check_mode_e_clingo_propagator_check_mode_fixpoint:
    clingo_propagator_check_mode_e = 2;
pub const clingo_propagator_check_mode_e_clingo_propagator_check_mode_both: clingo_propagator_check_mode_e =
    3;
pub type clingo_propagator_check_mode_t = c_int;
pub type clingo_propagator_undo_mode_e = c_uint;
pub const clingo_propagator_undo_mode_e_clingo_propagator_undo_mode_default: clingo_propagator_undo_mode_e =
    0;
pub const clingo_propagator_undo_mode_e_clingo_propagator_undo_mode_always: clingo_propagator_undo_mode_e = 1;
pub type clingo_propagator_undo_mode_t = c_int;
pub type clingo_weight_constraint_type_e = c_int;
pub const clingo_weight_constraint_type_e_clingo_weight_constraint_type_implication_left:
    clingo_weight_constraint_type_e = -1;
pub const clingo_weight_constraint_type_e_clingo_weight_constraint_type_implication_right:
    clingo_weight_constraint_type_e = 1;
pub const clingo_weight_constraint_type_e_clingo_weight_constraint_type_equivalence:
    clingo_weight_constraint_type_e = 0;
pub type clingo_weight_constraint_type_t = c_int;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_propagate_init {
    _unused: [u8; 0],
}
pub type clingo_propagate_init_t = clingo_propagate_init;
pub type clingo_clause_type_e = c_uint;
pub const clingo_clause_type_e_clingo_clause_type_learnt: clingo_clause_type_e = 0;
pub const clingo_clause_type_e_clingo_clause_type_static: clingo_clause_type_e = 1;
pub const clingo_clause_type_e_clingo_clause_type_volatile: clingo_clause_type_e = 2;
pub const clingo_clause_type_e_clingo_clause_type_volatile_static: clingo_clause_type_e = 3;
pub type clingo_clause_type_t = c_int;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_propagate_control {
    _unused: [u8; 0],
}
pub type clingo_propagate_control_t = clingo_propagate_control;
pub type clingo_propagator_init_callback_t =
    Option<unsafe extern "C" fn(arg1: *mut clingo_propagate_init_t, arg2: *mut c_void) -> bool>;
pub type clingo_propagator_propagate_callback_t = Option<
    unsafe extern "C" fn(
        arg1: *mut clingo_propagate_control_t,
        arg2: *const clingo_literal_t,
        arg3: usize,
        arg4: *mut c_void,
    ) -> bool,
>;
pub type clingo_propagator_undo_callback_t = Option<
    unsafe extern "C" fn(
        arg1: *const clingo_propagate_control_t,
        arg2: *const clingo_literal_t,
        arg3: usize,
        arg4: *mut c_void,
    ),
>;
pub type clingo_propagator_check_callback_t =
    Option<unsafe extern "C" fn(arg1: *mut clingo_propagate_control_t, arg2: *mut c_void) -> bool>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct clingo_propagator {
    pub init: Option<unsafe extern "C" fn(init: *mut clingo_propagate_init_t, data: *mut c_void) -> bool>,
    pub propagate: Option<
        unsafe extern "C" fn(
            control: *mut clingo_propagate_control_t,
            changes: *const clingo_literal_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    pub undo: Option<
        unsafe extern "C" fn(
            control: *const clingo_propagate_control_t,
            changes: *const clingo_literal_t,
            size: usize,
            data: *mut c_void,
        ),
    >,
    pub check:
        Option<unsafe extern "C" fn(control: *mut clingo_propagate_control_t, data: *mut c_void) -> bool>,
    pub decide: Option<
        unsafe extern "C" fn(
            thread_id: clingo_id_t,
            assignment: *const clingo_assignment_t,
            fallback: clingo_literal_t,
            data: *mut c_void,
            decision: *mut clingo_literal_t,
        ) -> bool,
    >,
}
pub type clingo_propagator_t = clingo_propagator;
pub type clingo_comment_type_e = c_uint;
pub const clingo_comment_type_e_clingo_comment_type_line: clingo_comment_type_e = 0;
pub const clingo_comment_type_e_clingo_comment_type_block: clingo_comment_type_e = 1;
pub type clingo_comment_type_t = c_int;
pub type clingo_theory_sequence_type_e = c_uint;
pub const clingo_theory_sequence_type_e_clingo_theory_sequence_type_tuple: clingo_theory_sequence_type_e = 0;
pub const clingo_theory_sequence_type_e_clingo_theory_sequence_type_set: clingo_theory_sequence_type_e = 1;
pub const clingo_theory_sequence_type_e_clingo_theory_sequence_type_list: clingo_theory_sequence_type_e = 2;
pub type clingo_theory_sequence_type_t = c_int;
pub type clingo_heuristic_type_e = c_uint;
pub const clingo_heuristic_type_e_clingo_heuristic_type_level: clingo_heuristic_type_e = 0;
pub const clingo_heuristic_type_e_clingo_heuristic_type_sign: clingo_heuristic_type_e = 1;
pub const clingo_heuristic_type_e_clingo_heuristic_type_factor: clingo_heuristic_type_e = 2;
pub const clingo_heuristic_type_e_clingo_heuristic_type_init: clingo_heuristic_type_e = 3;
pub const clingo_heuristic_type_e_clingo_heuristic_type_true: clingo_heuristic_type_e = 4;
pub const clingo_heuristic_type_e_clingo_heuristic_type_false: clingo_heuristic_type_e = 5;
pub type clingo_heuristic_type_t = c_int;
pub type clingo_external_type_e = c_uint;
pub const clingo_external_type_e_clingo_external_type_free: clingo_external_type_e = 0;
pub const clingo_external_type_e_clingo_external_type_true: clingo_external_type_e = 1;
pub const clingo_external_type_e_clingo_external_type_false: clingo_external_type_e = 2;
pub const clingo_external_type_e_clingo_external_type_release: clingo_external_type_e = 3;
pub type clingo_external_type_t = c_int;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_backend {
    _unused: [u8; 0],
}
pub type clingo_backend_t = clingo_backend;
pub type clingo_configuration_type_e = c_uint;
pub const clingo_configuration_type_e_clingo_configuration_type_value: clingo_configuration_type_e = 1;
pub const clingo_configuration_type_e_clingo_configuration_type_array: clingo_configuration_type_e = 2;
pub const clingo_configuration_type_e_clingo_configuration_type_map: clingo_configuration_type_e = 4;
pub type clingo_configuration_type_bitset_t = c_uint;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_configuration {
    _unused: [u8; 0],
}
pub type clingo_configuration_t = clingo_configuration;
pub type clingo_statistics_type_e = c_uint;
pub const clingo_statistics_type_e_clingo_statistics_type_empty: clingo_statistics_type_e = 0;
pub const clingo_statistics_type_e_clingo_statistics_type_value: clingo_statistics_type_e = 1;
pub const clingo_statistics_type_e_clingo_statistics_type_array: clingo_statistics_type_e = 2;
pub const clingo_statistics_type_e_clingo_statistics_type_map: clingo_statistics_type_e = 3;
pub type clingo_statistics_type_t = c_int;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_statistic {
    _unused: [u8; 0],
}
pub type clingo_statistics_t = clingo_statistic;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_solve_control {
    _unused: [u8; 0],
}
pub type clingo_solve_control_t = clingo_solve_control;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_model {
    _unused: [u8; 0],
}
pub type clingo_model_t = clingo_model;
pub type clingo_model_type_e = c_uint;
pub const clingo_model_type_e_clingo_model_type_stable_model: clingo_model_type_e = 0;
pub const clingo_model_type_e_clingo_model_type_brave_consequences: clingo_model_type_e = 1;
pub const clingo_model_type_e_clingo_model_type_cautious_consequences: clingo_model_type_e = 2;
pub type clingo_model_type_t = c_int;
pub type clingo_show_type_e = c_uint;
pub const clingo_show_type_e_clingo_show_type_shown: clingo_show_type_e = 2;
pub const clingo_show_type_e_clingo_show_type_atoms: clingo_show_type_e = 4;
pub const clingo_show_type_e_clingo_show_type_terms: clingo_show_type_e = 8;
pub const clingo_show_type_e_clingo_show_type_theory: clingo_show_type_e = 16;
pub const clingo_show_type_e_clingo_show_type_all: clingo_show_type_e = 31;
pub const clingo_show_type_e_clingo_show_type_complement: clingo_show_type_e = 32;
pub type clingo_show_type_bitset_t = c_uint;
pub type clingo_consequence_e = c_uint;
pub const clingo_consequence_e_clingo_consequence_false: clingo_consequence_e = 0;
pub const clingo_consequence_e_clingo_consequence_true: clingo_consequence_e = 1;
pub const clingo_consequence_e_clingo_consequence_unknown: clingo_consequence_e = 2;
pub type clingo_consequence_t = c_int;
pub type clingo_solve_result_e = c_uint;
pub const clingo_solve_result_e_clingo_solve_result_satisfiable: clingo_solve_result_e = 1;
pub const clingo_solve_result_e_clingo_solve_result_unsatisfiable: clingo_solve_result_e = 2;
pub const clingo_solve_result_e_clingo_solve_result_exhausted: clingo_solve_result_e = 4;
pub const clingo_solve_result_e_clingo_solve_result_interrupted: clingo_solve_result_e = 8;
pub type clingo_solve_result_bitset_t = c_uint;
pub type clingo_solve_mode_e = c_uint;
pub const clingo_solve_mode_e_clingo_solve_mode_async: clingo_solve_mode_e = 1;
pub const clingo_solve_mode_e_clingo_solve_mode_yield: clingo_solve_mode_e = 2;
pub type clingo_solve_mode_bitset_t = c_uint;
pub type clingo_solve_event_type_e = c_uint;
pub const clingo_solve_event_type_e_clingo_solve_event_type_model: clingo_solve_event_type_e = 0;
pub const clingo_solve_event_type_e_clingo_solve_event_type_unsat: clingo_solve_event_type_e = 1;
pub const clingo_solve_event_type_e_clingo_solve_event_type_statistics: clingo_solve_event_type_e = 2;
pub const clingo_solve_event_type_e_clingo_solve_event_type_finish: clingo_solve_event_type_e = 3;
pub type clingo_solve_event_type_t = c_uint;
pub type clingo_solve_event_callback_t = Option<
    unsafe extern "C" fn(
        type_: clingo_solve_event_type_t,
        event: *mut c_void,
        data: *mut c_void,
        goon: *mut bool,
    ) -> bool,
>;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_solve_handle {
    _unused: [u8; 0],
}
pub type clingo_solve_handle_t = clingo_solve_handle;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct clingo_ground_program_observer {
    pub init_program: Option<unsafe extern "C" fn(incremental: bool, data: *mut c_void) -> bool>,
    pub begin_step: Option<unsafe extern "C" fn(data: *mut c_void) -> bool>,
    pub end_step: Option<unsafe extern "C" fn(data: *mut c_void) -> bool>,
    pub rule: Option<
        unsafe extern "C" fn(
            choice: bool,
            head: *const clingo_atom_t,
            head_size: usize,
            body: *const clingo_literal_t,
            body_size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    pub weight_rule: Option<
        unsafe extern "C" fn(
            choice: bool,
            head: *const clingo_atom_t,
            head_size: usize,
            lower_bound: clingo_weight_t,
            body: *const clingo_weighted_literal_t,
            body_size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    pub minimize: Option<
        unsafe extern "C" fn(
            priority: clingo_weight_t,
            literals: *const clingo_weighted_literal_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    pub project:
        Option<unsafe extern "C" fn(atoms: *const clingo_atom_t, size: usize, data: *mut c_void) -> bool>,
    pub output_atom:
        Option<unsafe extern "C" fn(symbol: clingo_symbol_t, atom: clingo_atom_t, data: *mut c_void) -> bool>,
    pub output_term: Option<
        unsafe extern "C" fn(
            symbol: clingo_symbol_t,
            condition: *const clingo_literal_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    pub external: Option<
        unsafe extern "C" fn(atom: clingo_atom_t, type_: clingo_external_type_t, data: *mut c_void) -> bool,
    >,
    pub assume: Option<
        unsafe extern "C" fn(literals: *const clingo_literal_t, size: usize, data: *mut c_void) -> bool,
    >,
    pub heuristic: Option<
        unsafe extern "C" fn(
            atom: clingo_atom_t,
            type_: clingo_heuristic_type_t,
            bias: c_int,
            priority: c_uint,
            condition: *const clingo_literal_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    pub acyc_edge: Option<
        unsafe extern "C" fn(
            node_u: c_int,
            node_v: c_int,
            condition: *const clingo_literal_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    pub theory_term_number:
        Option<unsafe extern "C" fn(term_id: clingo_id_t, number: c_int, data: *mut c_void) -> bool>,
    pub theory_term_string:
        Option<unsafe extern "C" fn(term_id: clingo_id_t, name: *const c_char, data: *mut c_void) -> bool>,
    pub theory_term_compound: Option<
        unsafe extern "C" fn(
            term_id: clingo_id_t,
            name_id_or_type: c_int,
            arguments: *const clingo_id_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    pub theory_element: Option<
        unsafe extern "C" fn(
            element_id: clingo_id_t,
            terms: *const clingo_id_t,
            terms_size: usize,
            condition: *const clingo_literal_t,
            condition_size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    pub theory_atom: Option<
        unsafe extern "C" fn(
            atom_id_or_zero: clingo_id_t,
            term_id: clingo_id_t,
            elements: *const clingo_id_t,
            size: usize,
            data: *mut c_void,
        ) -> bool,
    >,
    pub theory_atom_with_guard: Option<
        unsafe extern "C" fn(
            atom_id_or_zero: clingo_id_t,
            term_id: clingo_id_t,
            elements: *const clingo_id_t,
            size: usize,
            operator_id: clingo_id_t,
            right_hand_side_id: clingo_id_t,
            data: *mut c_void,
        ) -> bool,
    >,
}
pub type clingo_ground_program_observer_t = clingo_ground_program_observer;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct clingo_part {
    pub name: *const c_char,
    pub params: *const clingo_symbol_t,
    pub size: usize,
}
pub type clingo_part_t = clingo_part;
pub type clingo_ground_callback_t = Option<
    unsafe extern "C" fn(
        location: *const clingo_location_t,
        name: *const c_char,
        arguments: *const clingo_symbol_t,
        arguments_size: usize,
        data: *mut c_void,
        symbol_callback: clingo_symbol_callback_t,
        symbol_callback_data: *mut c_void,
    ) -> bool,
>;
pub type clingo_backend_type_e = c_uint;
pub const clingo_backend_type_e_clingo_backend_type_reify: clingo_backend_type_e = 0;
pub const clingo_backend_type_e_clingo_backend_type_reify_sccs: clingo_backend_type_e = 1;
pub const clingo_backend_type_e_clingo_backend_type_reify_steps: clingo_backend_type_e = 2;
pub const clingo_backend_type_e_clingo_backend_type_aspif: clingo_backend_type_e = 4;
pub const clingo_backend_type_e_clingo_backend_type_smodels: clingo_backend_type_e = 5;
pub type clingo_backend_type_t = c_uint;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_control {
    _unused: [u8; 0],
}
pub type clingo_control_t = clingo_control;
pub type clingo_ast_theory_sequence_type_e = c_uint;
pub const clingo_ast_theory_sequence_type_e_clingo_ast_theory_sequence_type_tuple:
    clingo_ast_theory_sequence_type_e = 0;
pub const clingo_ast_theory_sequence_type_e_clingo_ast_theory_sequence_type_list:
    clingo_ast_theory_sequence_type_e = 2;
pub const clingo_ast_theory_sequence_type_e_clingo_ast_theory_sequence_type_set:
    clingo_ast_theory_sequence_type_e = 1;
pub type clingo_ast_theory_sequence_type_t = c_int;
pub type clingo_ast_comparison_operator_e = c_uint;
pub const clingo_ast_comparison_operator_e_clingo_ast_comparison_operator_greater_than:
    clingo_ast_comparison_operator_e = 0;
pub const clingo_ast_comparison_operator_e_clingo_ast_comparison_operator_less_than:
    clingo_ast_comparison_operator_e = 1;
pub const clingo_ast_comparison_operator_e_clingo_ast_comparison_operator_less_equal:
    clingo_ast_comparison_operator_e = 2;
pub const clingo_ast_comparison_operator_e_clingo_ast_comparison_operator_greater_equal:
    clingo_ast_comparison_operator_e = 3;
pub const clingo_ast_comparison_operator_e_clingo_ast_comparison_operator_not_equal:
    clingo_ast_comparison_operator_e = 4;
pub const clingo_ast_comparison_operator_e_clingo_ast_comparison_operator_equal:
    clingo_ast_comparison_operator_e = 5;
pub type clingo_ast_comparison_operator_t = c_int;
pub type clingo_ast_sign_e = c_uint;
pub const clingo_ast_sign_e_clingo_ast_sign_no_sign: clingo_ast_sign_e = 0;
pub const clingo_ast_sign_e_clingo_ast_sign_negation: clingo_ast_sign_e = 1;
pub const clingo_ast_sign_e_clingo_ast_sign_double_negation: clingo_ast_sign_e = 2;
pub type clingo_ast_sign_t = c_int;
pub type clingo_ast_unary_operator_e = c_uint;
pub const clingo_ast_unary_operator_e_clingo_ast_unary_operator_minus: clingo_ast_unary_operator_e = 0;
pub const clingo_ast_unary_operator_e_clingo_ast_unary_operator_negation: clingo_ast_unary_operator_e = 1;
pub const clingo_ast_unary_operator_e_clingo_ast_unary_operator_absolute: clingo_ast_unary_operator_e = 2;
pub type clingo_ast_unary_operator_t = c_int;
pub type clingo_ast_binary_operator_e = c_uint;
pub const clingo_ast_binary_operator_e_clingo_ast_binary_operator_xor: clingo_ast_binary_operator_e = 0;
pub const clingo_ast_binary_operator_e_clingo_ast_binary_operator_or: clingo_ast_binary_operator_e = 1;
pub const clingo_ast_binary_operator_e_clingo_ast_binary_operator_and: clingo_ast_binary_operator_e = 2;
pub const clingo_ast_binary_operator_e_clingo_ast_binary_operator_plus: clingo_ast_binary_operator_e = 3;
pub const clingo_ast_binary_operator_e_clingo_ast_binary_operator_minus: clingo_ast_binary_operator_e = 4;
pub const clingo_ast_binary_operator_e_clingo_ast_binary_operator_multiplication:
    clingo_ast_binary_operator_e = 5;
pub const clingo_ast_binary_operator_e_clingo_ast_binary_operator_division: clingo_ast_binary_operator_e = 6;
pub const clingo_ast_binary_operator_e_clingo_ast_binary_operator_modulo: clingo_ast_binary_operator_e = 7;
pub const clingo_ast_binary_operator_e_clingo_ast_binary_operator_power: clingo_ast_binary_operator_e = 8;
pub type clingo_ast_binary_operator_t = c_int;
pub type clingo_ast_aggregate_function_e = c_uint;
pub const clingo_ast_aggregate_function_e_clingo_ast_aggregate_function_count:
    clingo_ast_aggregate_function_e = 0;
pub const clingo_ast_aggregate_function_e_clingo_ast_aggregate_function_sum: clingo_ast_aggregate_function_e =
    1;
pub const clingo_ast_aggregate_function_e_clingo_ast_aggregate_function_sump:
    clingo_ast_aggregate_function_e = 2;
pub const clingo_ast_aggregate_function_e_clingo_ast_aggregate_function_min: clingo_ast_aggregate_function_e =
    3;
pub const clingo_ast_aggregate_function_e_clingo_ast_aggregate_function_max: clingo_ast_aggregate_function_e =
    4;
pub type clingo_ast_aggregate_function_t = c_int;
pub type clingo_ast_theory_operator_type_e = c_uint;
pub const clingo_ast_theory_operator_type_e_clingo_ast_theory_operator_type_unary:
    clingo_ast_theory_operator_type_e = 0;
pub const clingo_ast_theory_operator_type_e_clingo_ast_theory_operator_type_binary_left:
    clingo_ast_theory_operator_type_e = 1;
pub const clingo_ast_theory_operator_type_e_clingo_ast_theory_operator_type_binary_right:
    clingo_ast_theory_operator_type_e = 2;
pub type clingo_ast_theory_operator_type_t = c_int;
pub type clingo_ast_theory_atom_definition_type_e = c_uint;
pub const clingo_ast_theory_atom_definition_type_e_clingo_ast_theory_atom_definition_type_head:
    clingo_ast_theory_atom_definition_type_e = 0;
pub const clingo_ast_theory_atom_definition_type_e_clingo_ast_theory_atom_definition_type_body:
    clingo_ast_theory_atom_definition_type_e = 1;
pub const clingo_ast_theory_atom_definition_type_e_clingo_ast_theory_atom_definition_type_any:
    clingo_ast_theory_atom_definition_type_e = 2;
pub const clingo_ast_theory_atom_definition_type_e_clingo_ast_theory_atom_definition_type_directive:
    clingo_ast_theory_atom_definition_type_e = 3;
pub type clingo_ast_theory_atom_definition_type_t = c_int;
pub type clingo_ast_type_e = c_uint;
pub const clingo_ast_type_e_clingo_ast_type_id: clingo_ast_type_e = 0;
pub const clingo_ast_type_e_clingo_ast_type_variable: clingo_ast_type_e = 1;
pub const clingo_ast_type_e_clingo_ast_type_symbolic_term: clingo_ast_type_e = 2;
pub const clingo_ast_type_e_clingo_ast_type_unary_operation: clingo_ast_type_e = 3;
pub const clingo_ast_type_e_clingo_ast_type_binary_operation: clingo_ast_type_e = 4;
pub const clingo_ast_type_e_clingo_ast_type_interval: clingo_ast_type_e = 5;
pub const clingo_ast_type_e_clingo_ast_type_function: clingo_ast_type_e = 6;
pub const clingo_ast_type_e_clingo_ast_type_pool: clingo_ast_type_e = 7;
pub const clingo_ast_type_e_clingo_ast_type_boolean_constant: clingo_ast_type_e = 8;
pub const clingo_ast_type_e_clingo_ast_type_symbolic_atom: clingo_ast_type_e = 9;
pub const clingo_ast_type_e_clingo_ast_type_comparison: clingo_ast_type_e = 10;
pub const clingo_ast_type_e_clingo_ast_type_guard: clingo_ast_type_e = 11;
pub const clingo_ast_type_e_clingo_ast_type_conditional_literal: clingo_ast_type_e = 12;
pub const clingo_ast_type_e_clingo_ast_type_aggregate: clingo_ast_type_e = 13;
pub const clingo_ast_type_e_clingo_ast_type_body_aggregate_element: clingo_ast_type_e = 14;
pub const clingo_ast_type_e_clingo_ast_type_body_aggregate: clingo_ast_type_e = 15;
pub const clingo_ast_type_e_clingo_ast_type_head_aggregate_element: clingo_ast_type_e = 16;
pub const clingo_ast_type_e_clingo_ast_type_head_aggregate: clingo_ast_type_e = 17;
pub const clingo_ast_type_e_clingo_ast_type_disjunction: clingo_ast_type_e = 18;
pub const clingo_ast_type_e_clingo_ast_type_theory_sequence: clingo_ast_type_e = 19;
pub const clingo_ast_type_e_clingo_ast_type_theory_function: clingo_ast_type_e = 20;
pub const clingo_ast_type_e_clingo_ast_type_theory_unparsed_term_element: clingo_ast_type_e = 21;
pub const clingo_ast_type_e_clingo_ast_type_theory_unparsed_term: clingo_ast_type_e = 22;
pub const clingo_ast_type_e_clingo_ast_type_theory_guard: clingo_ast_type_e = 23;
pub const clingo_ast_type_e_clingo_ast_type_theory_atom_element: clingo_ast_type_e = 24;
pub const clingo_ast_type_e_clingo_ast_type_theory_atom: clingo_ast_type_e = 25;
pub const clingo_ast_type_e_clingo_ast_type_literal: clingo_ast_type_e = 26;
pub const clingo_ast_type_e_clingo_ast_type_theory_operator_definition: clingo_ast_type_e = 27;
pub const clingo_ast_type_e_clingo_ast_type_theory_term_definition: clingo_ast_type_e = 28;
pub const clingo_ast_type_e_clingo_ast_type_theory_guard_definition: clingo_ast_type_e = 29;
pub const clingo_ast_type_e_clingo_ast_type_theory_atom_definition: clingo_ast_type_e = 30;
pub const clingo_ast_type_e_clingo_ast_type_rule: clingo_ast_type_e = 31;
pub const clingo_ast_type_e_clingo_ast_type_definition: clingo_ast_type_e = 32;
pub const clingo_ast_type_e_clingo_ast_type_show_signature: clingo_ast_type_e = 33;
pub const clingo_ast_type_e_clingo_ast_type_show_term: clingo_ast_type_e = 34;
pub const clingo_ast_type_e_clingo_ast_type_minimize: clingo_ast_type_e = 35;
pub const clingo_ast_type_e_clingo_ast_type_script: clingo_ast_type_e = 36;
pub const clingo_ast_type_e_clingo_ast_type_program: clingo_ast_type_e = 37;
pub const clingo_ast_type_e_clingo_ast_type_external: clingo_ast_type_e = 38;
pub const clingo_ast_type_e_clingo_ast_type_edge: clingo_ast_type_e = 39;
pub const clingo_ast_type_e_clingo_ast_type_heuristic: clingo_ast_type_e = 40;
pub const clingo_ast_type_e_clingo_ast_type_project_atom: clingo_ast_type_e = 41;
pub const clingo_ast_type_e_clingo_ast_type_project_signature: clingo_ast_type_e = 42;
pub const clingo_ast_type_e_clingo_ast_type_defined: clingo_ast_type_e = 43;
pub const clingo_ast_type_e_clingo_ast_type_theory_definition: clingo_ast_type_e = 44;
pub const clingo_ast_type_e_clingo_ast_type_comment: clingo_ast_type_e = 45;
pub type clingo_ast_type_t = c_int;
pub type clingo_ast_attribute_type_e = c_uint;
pub const clingo_ast_attribute_type_e_clingo_ast_attribute_type_number: clingo_ast_attribute_type_e = 0;
pub const clingo_ast_attribute_type_e_clingo_ast_attribute_type_symbol: clingo_ast_attribute_type_e = 1;
pub const clingo_ast_attribute_type_e_clingo_ast_attribute_type_location: clingo_ast_attribute_type_e = 2;
pub const clingo_ast_attribute_type_e_clingo_ast_attribute_type_string: clingo_ast_attribute_type_e = 3;
pub const clingo_ast_attribute_type_e_clingo_ast_attribute_type_ast: clingo_ast_attribute_type_e = 4;
pub const clingo_ast_attribute_type_e_clingo_ast_attribute_type_optional_ast: clingo_ast_attribute_type_e = 5;
pub const clingo_ast_attribute_type_e_clingo_ast_attribute_type_string_array: clingo_ast_attribute_type_e = 6;
pub const clingo_ast_attribute_type_e_clingo_ast_attribute_type_ast_array: clingo_ast_attribute_type_e = 7;
pub type clingo_ast_attribute_type_t = c_int;
pub type clingo_ast_attribute_e = c_uint;
pub const clingo_ast_attribute_e_clingo_ast_attribute_argument: clingo_ast_attribute_e = 0;
pub const clingo_ast_attribute_e_clingo_ast_attribute_arguments: clingo_ast_attribute_e = 1;
pub const clingo_ast_attribute_e_clingo_ast_attribute_arity: clingo_ast_attribute_e = 2;
pub const clingo_ast_attribute_e_clingo_ast_attribute_atom: clingo_ast_attribute_e = 3;
pub const clingo_ast_attribute_e_clingo_ast_attribute_atoms: clingo_ast_attribute_e = 4;
pub const clingo_ast_attribute_e_clingo_ast_attribute_atom_type: clingo_ast_attribute_e = 5;
pub const clingo_ast_attribute_e_clingo_ast_attribute_bias: clingo_ast_attribute_e = 6;
pub const clingo_ast_attribute_e_clingo_ast_attribute_body: clingo_ast_attribute_e = 7;
pub const clingo_ast_attribute_e_clingo_ast_attribute_code: clingo_ast_attribute_e = 8;
pub const clingo_ast_attribute_e_clingo_ast_attribute_coefficient: clingo_ast_attribute_e = 9;
pub const clingo_ast_attribute_e_clingo_ast_attribute_comparison: clingo_ast_attribute_e = 10;
pub const clingo_ast_attribute_e_clingo_ast_attribute_condition: clingo_ast_attribute_e = 11;
pub const clingo_ast_attribute_e_clingo_ast_attribute_elements: clingo_ast_attribute_e = 12;
pub const clingo_ast_attribute_e_clingo_ast_attribute_external: clingo_ast_attribute_e = 13;
pub const clingo_ast_attribute_e_clingo_ast_attribute_external_type: clingo_ast_attribute_e = 14;
pub const clingo_ast_attribute_e_clingo_ast_attribute_function: clingo_ast_attribute_e = 15;
pub const clingo_ast_attribute_e_clingo_ast_attribute_guard: clingo_ast_attribute_e = 16;
pub const clingo_ast_attribute_e_clingo_ast_attribute_guards: clingo_ast_attribute_e = 17;
pub const clingo_ast_attribute_e_clingo_ast_attribute_head: clingo_ast_attribute_e = 18;
pub const clingo_ast_attribute_e_clingo_ast_attribute_is_default: clingo_ast_attribute_e = 19;
pub const clingo_ast_attribute_e_clingo_ast_attribute_left: clingo_ast_attribute_e = 20;
pub const clingo_ast_attribute_e_clingo_ast_attribute_left_guard: clingo_ast_attribute_e = 21;
pub const clingo_ast_attribute_e_clingo_ast_attribute_literal: clingo_ast_attribute_e = 22;
pub const clingo_ast_attribute_e_clingo_ast_attribute_location: clingo_ast_attribute_e = 23;
pub const clingo_ast_attribute_e_clingo_ast_attribute_modifier: clingo_ast_attribute_e = 24;
pub const clingo_ast_attribute_e_clingo_ast_attribute_name: clingo_ast_attribute_e = 25;
pub const clingo_ast_attribute_e_clingo_ast_attribute_node_u: clingo_ast_attribute_e = 26;
pub const clingo_ast_attribute_e_clingo_ast_attribute_node_v: clingo_ast_attribute_e = 27;
pub const clingo_ast_attribute_e_clingo_ast_attribute_operator_name: clingo_ast_attribute_e = 28;
pub const clingo_ast_attribute_e_clingo_ast_attribute_operator_type: clingo_ast_attribute_e = 29;
pub const clingo_ast_attribute_e_clingo_ast_attribute_operators: clingo_ast_attribute_e = 30;
pub const clingo_ast_attribute_e_clingo_ast_attribute_parameters: clingo_ast_attribute_e = 31;
pub const clingo_ast_attribute_e_clingo_ast_attribute_positive: clingo_ast_attribute_e = 32;
pub const clingo_ast_attribute_e_clingo_ast_attribute_priority: clingo_ast_attribute_e = 33;
pub const clingo_ast_attribute_e_clingo_ast_attribute_right: clingo_ast_attribute_e = 34;
pub const clingo_ast_attribute_e_clingo_ast_attribute_right_guard: clingo_ast_attribute_e = 35;
pub const clingo_ast_attribute_e_clingo_ast_attribute_sequence_type: clingo_ast_attribute_e = 36;
pub const clingo_ast_attribute_e_clingo_ast_attribute_sign: clingo_ast_attribute_e = 37;
pub const clingo_ast_attribute_e_clingo_ast_attribute_symbol: clingo_ast_attribute_e = 38;
pub const clingo_ast_attribute_e_clingo_ast_attribute_term: clingo_ast_attribute_e = 39;
pub const clingo_ast_attribute_e_clingo_ast_attribute_terms: clingo_ast_attribute_e = 40;
pub const clingo_ast_attribute_e_clingo_ast_attribute_value: clingo_ast_attribute_e = 41;
pub const clingo_ast_attribute_e_clingo_ast_attribute_variable: clingo_ast_attribute_e = 42;
pub const clingo_ast_attribute_e_clingo_ast_attribute_weight: clingo_ast_attribute_e = 43;
pub const clingo_ast_attribute_e_clingo_ast_attribute_comment_type: clingo_ast_attribute_e = 44;
pub type clingo_ast_attribute_t = c_int;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct clingo_ast_attribute_names {
    pub names: *const *const c_char,
    pub size: usize,
}
pub type clingo_ast_attribute_names_t = clingo_ast_attribute_names;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct clingo_ast_argument {
    pub attribute: clingo_ast_attribute_t,
    pub type_: clingo_ast_attribute_type_t,
}
pub type clingo_ast_argument_t = clingo_ast_argument;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct clingo_ast_constructor {
    pub name: *const c_char,
    pub arguments: *const clingo_ast_argument_t,
    pub size: usize,
}
pub type clingo_ast_constructor_t = clingo_ast_constructor;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct clingo_ast_constructors {
    pub constructors: *const clingo_ast_constructor_t,
    pub size: usize,
}
pub type clingo_ast_constructors_t = clingo_ast_constructors;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_ast {
    _unused: [u8; 0],
}
pub type clingo_ast_t = clingo_ast;
pub type clingo_ast_callback_t =
    Option<unsafe extern "C" fn(ast: *mut clingo_ast_t, data: *mut c_void) -> bool>;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_program_builder {
    _unused: [u8; 0],
}
pub type clingo_program_builder_t = clingo_program_builder;
pub type clingo_ast_unpool_type_e = c_uint;
pub const clingo_ast_unpool_type_e_clingo_ast_unpool_type_condition: clingo_ast_unpool_type_e = 1;
pub const clingo_ast_unpool_type_e_clingo_ast_unpool_type_other: clingo_ast_unpool_type_e = 2;
pub const clingo_ast_unpool_type_e_clingo_ast_unpool_type_all: clingo_ast_unpool_type_e = 3;
pub type clingo_ast_unpool_type_bitset_t = c_int;
#[repr(C)]
#[derive(Debug)]
pub struct clingo_options {
    _unused: [u8; 0],
}
pub type clingo_options_t = clingo_options;
pub type clingo_main_function_t = Option<
    unsafe extern "C" fn(
        control: *mut clingo_control_t,
        files: *const *const c_char,
        size: usize,
        data: *mut c_void,
    ) -> bool,
>;
pub type clingo_default_model_printer_t = Option<unsafe extern "C" fn(data: *mut c_void) -> bool>;
pub type clingo_model_printer_t = Option<
    unsafe extern "C" fn(
        model: *const clingo_model_t,
        printer: clingo_default_model_printer_t,
        printer_data: *mut c_void,
        data: *mut c_void,
    ) -> bool,
>;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct clingo_application {
    pub program_name: Option<unsafe extern "C" fn(data: *mut c_void) -> *const c_char>,
    pub version: Option<unsafe extern "C" fn(data: *mut c_void) -> *const c_char>,
    pub message_limit: Option<unsafe extern "C" fn(data: *mut c_void) -> c_uint>,
    pub main: clingo_main_function_t,
    pub logger: clingo_logger_t,
    pub printer: clingo_model_printer_t,
    pub register_options:
        Option<unsafe extern "C" fn(options: *mut clingo_options_t, data: *mut c_void) -> bool>,
    pub validate_options: Option<unsafe extern "C" fn(data: *mut c_void) -> bool>,
}
pub type clingo_application_t = clingo_application;
#[repr(C)]
#[derive(Debug, Copy, Clone)]
pub struct clingo_script {
    pub execute: Option<
        unsafe extern "C" fn(
            location: *const clingo_location_t,
            code: *const c_char,
            data: *mut c_void,
        ) -> bool,
    >,
    pub call: Option<
        unsafe extern "C" fn(
            location: *const clingo_location_t,
            name: *const c_char,
            arguments: *const clingo_symbol_t,
            arguments_size: usize,
            symbol_callback: clingo_symbol_callback_t,
            symbol_callback_data: *mut c_void,
            data: *mut c_void,
        ) -> bool,
    >,
    pub callable:
        Option<unsafe extern "C" fn(name: *const c_char, result: *mut bool, data: *mut c_void) -> bool>,
    pub main: Option<unsafe extern "C" fn(control: *mut clingo_control_t, data: *mut c_void) -> bool>,
    pub free: Option<unsafe extern "C" fn(data: *mut c_void)>,
    pub version: *const c_char,
}
pub type clingo_script_t = clingo_script;
pub type hamadryad_check_t = Option<unsafe extern "C" fn() -> bool>;

unsafe extern "C" {
    pub fn clingo_error_string(code: clingo_error_t) -> *const c_char;
    pub fn clingo_error_code() -> clingo_error_t;
    pub fn clingo_error_message() -> *const c_char;
    pub fn clingo_set_error(code: clingo_error_t, message: *const c_char);
    pub fn clingo_warning_string(code: clingo_warning_t) -> *const c_char;
    pub fn clingo_version(major: *mut c_int, minor: *mut c_int, revision: *mut c_int);
    pub fn clingo_signature_create(
        name: *const c_char,
        arity: u32,
        positive: bool,
        signature: *mut clingo_signature_t,
    ) -> bool;
    pub fn clingo_signature_name(signature: clingo_signature_t) -> *const c_char;
    pub fn clingo_signature_arity(signature: clingo_signature_t) -> u32;
    pub fn clingo_signature_is_positive(signature: clingo_signature_t) -> bool;
    pub fn clingo_signature_is_negative(signature: clingo_signature_t) -> bool;
    pub fn clingo_signature_is_equal_to(a: clingo_signature_t, b: clingo_signature_t) -> bool;
    pub fn clingo_signature_is_less_than(a: clingo_signature_t, b: clingo_signature_t) -> bool;
    pub fn clingo_signature_hash(signature: clingo_signature_t) -> usize;
    pub fn clingo_symbol_create_number(number: c_int, symbol: *mut clingo_symbol_t);
    pub fn clingo_symbol_create_supremum(symbol: *mut clingo_symbol_t);
    pub fn clingo_symbol_create_infimum(symbol: *mut clingo_symbol_t);
    pub fn clingo_symbol_create_string(string: *const c_char, symbol: *mut clingo_symbol_t) -> bool;
    pub fn clingo_symbol_create_id(name: *const c_char, positive: bool, symbol: *mut clingo_symbol_t)
    -> bool;
    pub fn clingo_symbol_create_function(
        name: *const c_char,
        arguments: *const clingo_symbol_t,
        arguments_size: usize,
        positive: bool,
        symbol: *mut clingo_symbol_t,
    ) -> bool;
    pub fn clingo_symbol_number(symbol: clingo_symbol_t, number: *mut c_int) -> bool;
    pub fn clingo_symbol_name(symbol: clingo_symbol_t, name: *mut *const c_char) -> bool;
    pub fn clingo_symbol_string(symbol: clingo_symbol_t, string: *mut *const c_char) -> bool;
    pub fn clingo_symbol_is_positive(symbol: clingo_symbol_t, positive: *mut bool) -> bool;
    pub fn clingo_symbol_is_negative(symbol: clingo_symbol_t, negative: *mut bool) -> bool;
    pub fn clingo_symbol_arguments(
        symbol: clingo_symbol_t,
        arguments: *mut *const clingo_symbol_t,
        arguments_size: *mut usize,
    ) -> bool;
    pub fn clingo_symbol_type(symbol: clingo_symbol_t) -> clingo_symbol_type_t;
    pub fn clingo_symbol_to_string_size(symbol: clingo_symbol_t, size: *mut usize) -> bool;
    pub fn clingo_symbol_to_string(symbol: clingo_symbol_t, string: *mut c_char, size: usize) -> bool;
    pub fn clingo_symbol_is_equal_to(a: clingo_symbol_t, b: clingo_symbol_t) -> bool;
    pub fn clingo_symbol_is_less_than(a: clingo_symbol_t, b: clingo_symbol_t) -> bool;
    pub fn clingo_symbol_hash(symbol: clingo_symbol_t) -> usize;
    pub fn clingo_add_string(string: *const c_char, result: *mut *const c_char) -> bool;
    pub fn clingo_parse_term(
        string: *const c_char,
        logger: clingo_logger_t,
        logger_data: *mut c_void,
        message_limit: c_uint,
        symbol: *mut clingo_symbol_t,
    ) -> bool;
    pub fn clingo_symbolic_atoms_size(atoms: *const clingo_symbolic_atoms_t, size: *mut usize) -> bool;
    pub fn clingo_symbolic_atoms_begin(
        atoms: *const clingo_symbolic_atoms_t,
        signature: *const clingo_signature_t,
        iterator: *mut clingo_symbolic_atom_iterator_t,
    ) -> bool;
    pub fn clingo_symbolic_atoms_end(
        atoms: *const clingo_symbolic_atoms_t,
        iterator: *mut clingo_symbolic_atom_iterator_t,
    ) -> bool;
    pub fn clingo_symbolic_atoms_find(
        atoms: *const clingo_symbolic_atoms_t,
        symbol: clingo_symbol_t,
        iterator: *mut clingo_symbolic_atom_iterator_t,
    ) -> bool;
    pub fn clingo_symbolic_atoms_iterator_is_equal_to(
        atoms: *const clingo_symbolic_atoms_t,
        a: clingo_symbolic_atom_iterator_t,
        b: clingo_symbolic_atom_iterator_t,
        equal: *mut bool,
    ) -> bool;
    pub fn clingo_symbolic_atoms_symbol(
        atoms: *const clingo_symbolic_atoms_t,
        iterator: clingo_symbolic_atom_iterator_t,
        symbol: *mut clingo_symbol_t,
    ) -> bool;
    pub fn clingo_symbolic_atoms_is_fact(
        atoms: *const clingo_symbolic_atoms_t,
        iterator: clingo_symbolic_atom_iterator_t,
        fact: *mut bool,
    ) -> bool;
    pub fn clingo_symbolic_atoms_is_external(
        atoms: *const clingo_symbolic_atoms_t,
        iterator: clingo_symbolic_atom_iterator_t,
        external: *mut bool,
    ) -> bool;
    pub fn clingo_symbolic_atoms_literal(
        atoms: *const clingo_symbolic_atoms_t,
        iterator: clingo_symbolic_atom_iterator_t,
        literal: *mut clingo_literal_t,
    ) -> bool;
    pub fn clingo_symbolic_atoms_signatures_size(
        atoms: *const clingo_symbolic_atoms_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_symbolic_atoms_signatures(
        atoms: *const clingo_symbolic_atoms_t,
        signatures: *mut clingo_signature_t,
        size: usize,
    ) -> bool;
    pub fn clingo_symbolic_atoms_next(
        atoms: *const clingo_symbolic_atoms_t,
        iterator: clingo_symbolic_atom_iterator_t,
        next: *mut clingo_symbolic_atom_iterator_t,
    ) -> bool;
    pub fn clingo_symbolic_atoms_is_valid(
        atoms: *const clingo_symbolic_atoms_t,
        iterator: clingo_symbolic_atom_iterator_t,
        valid: *mut bool,
    ) -> bool;
    pub fn clingo_theory_atoms_term_type(
        atoms: *const clingo_theory_atoms_t,
        term: clingo_id_t,
        type_: *mut clingo_theory_term_type_t,
    ) -> bool;
    pub fn clingo_theory_atoms_term_number(
        atoms: *const clingo_theory_atoms_t,
        term: clingo_id_t,
        number: *mut c_int,
    ) -> bool;
    pub fn clingo_theory_atoms_term_name(
        atoms: *const clingo_theory_atoms_t,
        term: clingo_id_t,
        name: *mut *const c_char,
    ) -> bool;
    pub fn clingo_theory_atoms_term_arguments(
        atoms: *const clingo_theory_atoms_t,
        term: clingo_id_t,
        arguments: *mut *const clingo_id_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_theory_atoms_term_to_string_size(
        atoms: *const clingo_theory_atoms_t,
        term: clingo_id_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_theory_atoms_term_to_string(
        atoms: *const clingo_theory_atoms_t,
        term: clingo_id_t,
        string: *mut c_char,
        size: usize,
    ) -> bool;
    pub fn clingo_theory_atoms_element_tuple(
        atoms: *const clingo_theory_atoms_t,
        element: clingo_id_t,
        tuple: *mut *const clingo_id_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_theory_atoms_element_condition(
        atoms: *const clingo_theory_atoms_t,
        element: clingo_id_t,
        condition: *mut *const clingo_literal_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_theory_atoms_element_condition_id(
        atoms: *const clingo_theory_atoms_t,
        element: clingo_id_t,
        condition: *mut clingo_literal_t,
    ) -> bool;
    pub fn clingo_theory_atoms_element_to_string_size(
        atoms: *const clingo_theory_atoms_t,
        element: clingo_id_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_theory_atoms_element_to_string(
        atoms: *const clingo_theory_atoms_t,
        element: clingo_id_t,
        string: *mut c_char,
        size: usize,
    ) -> bool;
    pub fn clingo_theory_atoms_size(atoms: *const clingo_theory_atoms_t, size: *mut usize) -> bool;
    pub fn clingo_theory_atoms_atom_term(
        atoms: *const clingo_theory_atoms_t,
        atom: clingo_id_t,
        term: *mut clingo_id_t,
    ) -> bool;
    pub fn clingo_theory_atoms_atom_elements(
        atoms: *const clingo_theory_atoms_t,
        atom: clingo_id_t,
        elements: *mut *const clingo_id_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_theory_atoms_atom_has_guard(
        atoms: *const clingo_theory_atoms_t,
        atom: clingo_id_t,
        has_guard: *mut bool,
    ) -> bool;
    pub fn clingo_theory_atoms_atom_guard(
        atoms: *const clingo_theory_atoms_t,
        atom: clingo_id_t,
        connective: *mut *const c_char,
        term: *mut clingo_id_t,
    ) -> bool;
    pub fn clingo_theory_atoms_atom_literal(
        atoms: *const clingo_theory_atoms_t,
        atom: clingo_id_t,
        literal: *mut clingo_literal_t,
    ) -> bool;
    pub fn clingo_theory_atoms_atom_to_string_size(
        atoms: *const clingo_theory_atoms_t,
        atom: clingo_id_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_theory_atoms_atom_to_string(
        atoms: *const clingo_theory_atoms_t,
        atom: clingo_id_t,
        string: *mut c_char,
        size: usize,
    ) -> bool;
    pub fn clingo_assignment_decision_level(assignment: *const clingo_assignment_t) -> u32;
    pub fn clingo_assignment_root_level(assignment: *const clingo_assignment_t) -> u32;
    pub fn clingo_assignment_has_conflict(assignment: *const clingo_assignment_t) -> bool;
    pub fn clingo_assignment_has_literal(
        assignment: *const clingo_assignment_t,
        literal: clingo_literal_t,
    ) -> bool;
    pub fn clingo_assignment_level(
        assignment: *const clingo_assignment_t,
        literal: clingo_literal_t,
        level: *mut u32,
    ) -> bool;
    pub fn clingo_assignment_decision(
        assignment: *const clingo_assignment_t,
        level: u32,
        literal: *mut clingo_literal_t,
    ) -> bool;
    pub fn clingo_assignment_is_fixed(
        assignment: *const clingo_assignment_t,
        literal: clingo_literal_t,
        is_fixed: *mut bool,
    ) -> bool;
    pub fn clingo_assignment_is_true(
        assignment: *const clingo_assignment_t,
        literal: clingo_literal_t,
        is_true: *mut bool,
    ) -> bool;
    pub fn clingo_assignment_is_false(
        assignment: *const clingo_assignment_t,
        literal: clingo_literal_t,
        is_false: *mut bool,
    ) -> bool;
    pub fn clingo_assignment_truth_value(
        assignment: *const clingo_assignment_t,
        literal: clingo_literal_t,
        value: *mut clingo_truth_value_t,
    ) -> bool;
    pub fn clingo_assignment_size(assignment: *const clingo_assignment_t) -> usize;
    pub fn clingo_assignment_at(
        assignment: *const clingo_assignment_t,
        offset: usize,
        literal: *mut clingo_literal_t,
    ) -> bool;
    pub fn clingo_assignment_is_total(assignment: *const clingo_assignment_t) -> bool;
    pub fn clingo_assignment_trail_size(assignment: *const clingo_assignment_t, size: *mut u32) -> bool;
    pub fn clingo_assignment_trail_begin(
        assignment: *const clingo_assignment_t,
        level: u32,
        offset: *mut u32,
    ) -> bool;
    pub fn clingo_assignment_trail_end(
        assignment: *const clingo_assignment_t,
        level: u32,
        offset: *mut u32,
    ) -> bool;
    pub fn clingo_assignment_trail_at(
        assignment: *const clingo_assignment_t,
        offset: u32,
        literal: *mut clingo_literal_t,
    ) -> bool;
    pub fn clingo_propagate_init_solver_literal(
        init: *const clingo_propagate_init_t,
        aspif_literal: clingo_literal_t,
        solver_literal: *mut clingo_literal_t,
    ) -> bool;
    pub fn clingo_propagate_init_add_watch(
        init: *mut clingo_propagate_init_t,
        solver_literal: clingo_literal_t,
    ) -> bool;
    pub fn clingo_propagate_init_add_watch_to_thread(
        init: *mut clingo_propagate_init_t,
        solver_literal: clingo_literal_t,
        thread_id: clingo_id_t,
    ) -> bool;
    pub fn clingo_propagate_init_remove_watch(
        init: *mut clingo_propagate_init_t,
        solver_literal: clingo_literal_t,
    ) -> bool;
    pub fn clingo_propagate_init_remove_watch_from_thread(
        init: *mut clingo_propagate_init_t,
        solver_literal: clingo_literal_t,
        thread_id: u32,
    ) -> bool;
    pub fn clingo_propagate_init_freeze_literal(
        init: *mut clingo_propagate_init_t,
        solver_literal: clingo_literal_t,
    ) -> bool;
    pub fn clingo_propagate_init_symbolic_atoms(
        init: *const clingo_propagate_init_t,
        atoms: *mut *const clingo_symbolic_atoms_t,
    ) -> bool;
    pub fn clingo_propagate_init_theory_atoms(
        init: *const clingo_propagate_init_t,
        atoms: *mut *const clingo_theory_atoms_t,
    ) -> bool;
    pub fn clingo_propagate_init_number_of_threads(init: *const clingo_propagate_init_t) -> c_int;
    pub fn clingo_propagate_init_set_check_mode(
        init: *mut clingo_propagate_init_t,
        mode: clingo_propagator_check_mode_t,
    );
    pub fn clingo_propagate_init_get_check_mode(
        init: *const clingo_propagate_init_t,
    ) -> clingo_propagator_check_mode_t;
    pub fn clingo_propagate_init_set_undo_mode(
        init: *mut clingo_propagate_init_t,
        mode: clingo_propagator_undo_mode_t,
    );
    pub fn clingo_propagate_init_get_undo_mode(
        init: *const clingo_propagate_init_t,
    ) -> clingo_propagator_undo_mode_t;
    pub fn clingo_propagate_init_assignment(
        init: *const clingo_propagate_init_t,
    ) -> *const clingo_assignment_t;
    pub fn clingo_propagate_init_add_literal(
        init: *mut clingo_propagate_init_t,
        freeze: bool,
        result: *mut clingo_literal_t,
    ) -> bool;
    pub fn clingo_propagate_init_add_clause(
        init: *mut clingo_propagate_init_t,
        clause: *const clingo_literal_t,
        size: usize,
        result: *mut bool,
    ) -> bool;
    pub fn clingo_propagate_init_add_weight_constraint(
        init: *mut clingo_propagate_init_t,
        literal: clingo_literal_t,
        literals: *const clingo_weighted_literal_t,
        size: usize,
        bound: clingo_weight_t,
        type_: clingo_weight_constraint_type_t,
        compare_equal: bool,
        result: *mut bool,
    ) -> bool;
    pub fn clingo_propagate_init_add_minimize(
        init: *mut clingo_propagate_init_t,
        literal: clingo_literal_t,
        weight: clingo_weight_t,
        priority: clingo_weight_t,
    ) -> bool;
    pub fn clingo_propagate_init_propagate(init: *mut clingo_propagate_init_t, result: *mut bool) -> bool;
    pub fn clingo_propagate_control_thread_id(control: *const clingo_propagate_control_t) -> clingo_id_t;
    pub fn clingo_propagate_control_assignment(
        control: *const clingo_propagate_control_t,
    ) -> *const clingo_assignment_t;
    pub fn clingo_propagate_control_add_literal(
        control: *mut clingo_propagate_control_t,
        result: *mut clingo_literal_t,
    ) -> bool;
    pub fn clingo_propagate_control_add_watch(
        control: *mut clingo_propagate_control_t,
        literal: clingo_literal_t,
    ) -> bool;
    pub fn clingo_propagate_control_has_watch(
        control: *const clingo_propagate_control_t,
        literal: clingo_literal_t,
    ) -> bool;
    pub fn clingo_propagate_control_remove_watch(
        control: *mut clingo_propagate_control_t,
        literal: clingo_literal_t,
    );
    pub fn clingo_propagate_control_add_clause(
        control: *mut clingo_propagate_control_t,
        clause: *const clingo_literal_t,
        size: usize,
        type_: clingo_clause_type_t,
        result: *mut bool,
    ) -> bool;
    pub fn clingo_propagate_control_propagate(
        control: *mut clingo_propagate_control_t,
        result: *mut bool,
    ) -> bool;
    pub fn clingo_backend_begin(backend: *mut clingo_backend_t) -> bool;
    pub fn clingo_backend_end(backend: *mut clingo_backend_t) -> bool;
    pub fn clingo_backend_rule(
        backend: *mut clingo_backend_t,
        choice: bool,
        head: *const clingo_atom_t,
        head_size: usize,
        body: *const clingo_literal_t,
        body_size: usize,
    ) -> bool;
    pub fn clingo_backend_weight_rule(
        backend: *mut clingo_backend_t,
        choice: bool,
        head: *const clingo_atom_t,
        head_size: usize,
        lower_bound: clingo_weight_t,
        body: *const clingo_weighted_literal_t,
        body_size: usize,
    ) -> bool;
    pub fn clingo_backend_minimize(
        backend: *mut clingo_backend_t,
        priority: clingo_weight_t,
        literals: *const clingo_weighted_literal_t,
        size: usize,
    ) -> bool;
    pub fn clingo_backend_project(
        backend: *mut clingo_backend_t,
        atoms: *const clingo_atom_t,
        size: usize,
    ) -> bool;
    pub fn clingo_backend_external(
        backend: *mut clingo_backend_t,
        atom: clingo_atom_t,
        type_: clingo_external_type_t,
    ) -> bool;
    pub fn clingo_backend_assume(
        backend: *mut clingo_backend_t,
        literals: *const clingo_literal_t,
        size: usize,
    ) -> bool;
    pub fn clingo_backend_heuristic(
        backend: *mut clingo_backend_t,
        atom: clingo_atom_t,
        type_: clingo_heuristic_type_t,
        bias: c_int,
        priority: c_uint,
        condition: *const clingo_literal_t,
        size: usize,
    ) -> bool;
    pub fn clingo_backend_acyc_edge(
        backend: *mut clingo_backend_t,
        node_u: c_int,
        node_v: c_int,
        condition: *const clingo_literal_t,
        size: usize,
    ) -> bool;
    pub fn clingo_backend_add_atom(
        backend: *mut clingo_backend_t,
        symbol: *mut clingo_symbol_t,
        atom: *mut clingo_atom_t,
    ) -> bool;
    pub fn clingo_backend_theory_term_number(
        backend: *mut clingo_backend_t,
        number: c_int,
        term_id: *mut clingo_id_t,
    ) -> bool;
    pub fn clingo_backend_theory_term_string(
        backend: *mut clingo_backend_t,
        string: *const c_char,
        term_id: *mut clingo_id_t,
    ) -> bool;
    pub fn clingo_backend_theory_term_sequence(
        backend: *mut clingo_backend_t,
        type_: clingo_theory_sequence_type_t,
        arguments: *const clingo_id_t,
        size: usize,
        term_id: *mut clingo_id_t,
    ) -> bool;
    pub fn clingo_backend_theory_term_function(
        backend: *mut clingo_backend_t,
        name: *const c_char,
        arguments: *const clingo_id_t,
        size: usize,
        term_id: *mut clingo_id_t,
    ) -> bool;
    pub fn clingo_backend_theory_term_symbol(
        backend: *mut clingo_backend_t,
        symbol: clingo_symbol_t,
        term_id: *mut clingo_id_t,
    ) -> bool;
    pub fn clingo_backend_theory_element(
        backend: *mut clingo_backend_t,
        tuple: *const clingo_id_t,
        tuple_size: usize,
        condition: *const clingo_literal_t,
        condition_size: usize,
        element_id: *mut clingo_id_t,
    ) -> bool;
    pub fn clingo_configuration_root(
        configuration: *const clingo_configuration_t,
        key: *mut clingo_id_t,
    ) -> bool;
    pub fn clingo_configuration_type(
        configuration: *const clingo_configuration_t,
        key: clingo_id_t,
        type_: *mut clingo_configuration_type_bitset_t,
    ) -> bool;
    pub fn clingo_configuration_description(
        configuration: *const clingo_configuration_t,
        key: clingo_id_t,
        description: *mut *const c_char,
    ) -> bool;
    pub fn clingo_configuration_array_size(
        configuration: *const clingo_configuration_t,
        key: clingo_id_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_configuration_array_at(
        configuration: *const clingo_configuration_t,
        key: clingo_id_t,
        offset: usize,
        subkey: *mut clingo_id_t,
    ) -> bool;
    pub fn clingo_configuration_map_size(
        configuration: *const clingo_configuration_t,
        key: clingo_id_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_configuration_map_has_subkey(
        configuration: *const clingo_configuration_t,
        key: clingo_id_t,
        name: *const c_char,
        result: *mut bool,
    ) -> bool;
    pub fn clingo_configuration_map_subkey_name(
        configuration: *const clingo_configuration_t,
        key: clingo_id_t,
        offset: usize,
        name: *mut *const c_char,
    ) -> bool;
    pub fn clingo_configuration_map_at(
        configuration: *const clingo_configuration_t,
        key: clingo_id_t,
        name: *const c_char,
        subkey: *mut clingo_id_t,
    ) -> bool;
    pub fn clingo_configuration_value_is_assigned(
        configuration: *const clingo_configuration_t,
        key: clingo_id_t,
        assigned: *mut bool,
    ) -> bool;
    pub fn clingo_configuration_value_get_size(
        configuration: *const clingo_configuration_t,
        key: clingo_id_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_configuration_value_get(
        configuration: *const clingo_configuration_t,
        key: clingo_id_t,
        value: *mut c_char,
        size: usize,
    ) -> bool;
    pub fn clingo_configuration_value_set(
        configuration: *mut clingo_configuration_t,
        key: clingo_id_t,
        value: *const c_char,
    ) -> bool;
    pub fn clingo_statistics_root(statistics: *const clingo_statistics_t, key: *mut u64) -> bool;
    pub fn clingo_statistics_type(
        statistics: *const clingo_statistics_t,
        key: u64,
        type_: *mut clingo_statistics_type_t,
    ) -> bool;
    pub fn clingo_statistics_array_size(
        statistics: *const clingo_statistics_t,
        key: u64,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_statistics_array_at(
        statistics: *const clingo_statistics_t,
        key: u64,
        offset: usize,
        subkey: *mut u64,
    ) -> bool;
    pub fn clingo_statistics_array_push(
        statistics: *mut clingo_statistics_t,
        key: u64,
        type_: clingo_statistics_type_t,
        subkey: *mut u64,
    ) -> bool;
    pub fn clingo_statistics_map_size(
        statistics: *const clingo_statistics_t,
        key: u64,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_statistics_map_has_subkey(
        statistics: *const clingo_statistics_t,
        key: u64,
        name: *const c_char,
        result: *mut bool,
    ) -> bool;
    pub fn clingo_statistics_map_subkey_name(
        statistics: *const clingo_statistics_t,
        key: u64,
        offset: usize,
        name: *mut *const c_char,
    ) -> bool;
    pub fn clingo_statistics_map_at(
        statistics: *const clingo_statistics_t,
        key: u64,
        name: *const c_char,
        subkey: *mut u64,
    ) -> bool;
    pub fn clingo_statistics_map_add_subkey(
        statistics: *mut clingo_statistics_t,
        key: u64,
        name: *const c_char,
        type_: clingo_statistics_type_t,
        subkey: *mut u64,
    ) -> bool;
    pub fn clingo_statistics_value_get(
        statistics: *const clingo_statistics_t,
        key: u64,
        value: *mut f64,
    ) -> bool;
    pub fn clingo_statistics_value_set(statistics: *mut clingo_statistics_t, key: u64, value: f64) -> bool;
    pub fn clingo_model_type(model: *const clingo_model_t, type_: *mut clingo_model_type_t) -> bool;
    pub fn clingo_model_number(model: *const clingo_model_t, number: *mut u64) -> bool;
    pub fn clingo_model_symbols_size(
        model: *const clingo_model_t,
        show: clingo_show_type_bitset_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_model_symbols(
        model: *const clingo_model_t,
        show: clingo_show_type_bitset_t,
        symbols: *mut clingo_symbol_t,
        size: usize,
    ) -> bool;
    pub fn clingo_model_contains(
        model: *const clingo_model_t,
        atom: clingo_symbol_t,
        contained: *mut bool,
    ) -> bool;
    pub fn clingo_model_is_true(
        model: *const clingo_model_t,
        literal: clingo_literal_t,
        result: *mut bool,
    ) -> bool;
    pub fn clingo_model_is_consequence(
        model: *const clingo_model_t,
        literal: clingo_literal_t,
        result: *mut clingo_consequence_t,
    ) -> bool;
    pub fn clingo_model_cost_size(model: *const clingo_model_t, size: *mut usize) -> bool;
    pub fn clingo_model_cost(model: *const clingo_model_t, costs: *mut i64, size: usize) -> bool;
    pub fn clingo_model_priority(
        model: *const clingo_model_t,
        priorities: *mut clingo_weight_t,
        size: usize,
    ) -> bool;
    pub fn clingo_model_optimality_proven(model: *const clingo_model_t, proven: *mut bool) -> bool;
    pub fn clingo_model_thread_id(model: *const clingo_model_t, id: *mut clingo_id_t) -> bool;
    pub fn clingo_model_extend(
        model: *mut clingo_model_t,
        symbols: *const clingo_symbol_t,
        size: usize,
    ) -> bool;
    pub fn clingo_model_context(
        model: *const clingo_model_t,
        control: *mut *mut clingo_solve_control_t,
    ) -> bool;
    pub fn clingo_solve_control_symbolic_atoms(
        control: *const clingo_solve_control_t,
        atoms: *mut *const clingo_symbolic_atoms_t,
    ) -> bool;
    pub fn clingo_solve_control_add_clause(
        control: *mut clingo_solve_control_t,
        clause: *const clingo_literal_t,
        size: usize,
    ) -> bool;
    pub fn clingo_solve_handle_get(
        handle: *mut clingo_solve_handle_t,
        result: *mut clingo_solve_result_bitset_t,
    ) -> bool;
    pub fn clingo_solve_handle_wait(handle: *mut clingo_solve_handle_t, timeout: f64, result: *mut bool);
    pub fn clingo_solve_handle_model(
        handle: *mut clingo_solve_handle_t,
        model: *mut *const clingo_model_t,
    ) -> bool;
    pub fn clingo_solve_handle_core(
        handle: *mut clingo_solve_handle_t,
        core: *mut *const clingo_literal_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_solve_handle_last(
        handle: *mut clingo_solve_handle_t,
        model: *mut *const clingo_model_t,
    ) -> bool;
    pub fn clingo_solve_handle_resume(handle: *mut clingo_solve_handle_t) -> bool;
    pub fn clingo_solve_handle_cancel(handle: *mut clingo_solve_handle_t) -> bool;
    pub fn clingo_solve_handle_close(handle: *mut clingo_solve_handle_t) -> bool;
    pub fn clingo_control_new(
        arguments: *const *const c_char,
        arguments_size: usize,
        logger: clingo_logger_t,
        logger_data: *mut c_void,
        message_limit: c_uint,
        control: *mut *mut clingo_control_t,
    ) -> bool;
    pub fn clingo_control_free(control: *mut clingo_control_t);
    pub fn clingo_control_load(control: *mut clingo_control_t, file: *const c_char) -> bool;
    pub fn clingo_control_load_aspif(
        control: *mut clingo_control_t,
        files: *mut *const c_char,
        size: usize,
    ) -> bool;
    pub fn clingo_control_add(
        control: *mut clingo_control_t,
        name: *const c_char,
        parameters: *const *const c_char,
        parameters_size: usize,
        program: *const c_char,
    ) -> bool;
    pub fn clingo_control_ground(
        control: *mut clingo_control_t,
        parts: *const clingo_part_t,
        parts_size: usize,
        ground_callback: clingo_ground_callback_t,
        ground_callback_data: *mut c_void,
    ) -> bool;
    pub fn clingo_control_solve(
        control: *mut clingo_control_t,
        mode: clingo_solve_mode_bitset_t,
        assumptions: *const clingo_literal_t,
        assumptions_size: usize,
        notify: clingo_solve_event_callback_t,
        data: *mut c_void,
        handle: *mut *mut clingo_solve_handle_t,
    ) -> bool;
    pub fn clingo_control_cleanup(control: *mut clingo_control_t) -> bool;
    pub fn clingo_control_assign_external(
        control: *mut clingo_control_t,
        literal: clingo_literal_t,
        value: clingo_truth_value_t,
    ) -> bool;
    pub fn clingo_control_release_external(control: *mut clingo_control_t, literal: clingo_literal_t)
    -> bool;
    pub fn clingo_control_remove_minimize(control: *mut clingo_control_t) -> bool;
    pub fn clingo_control_update_project(
        control: *mut clingo_control_t,
        atoms: *const clingo_atom_t,
        size: usize,
        append: bool,
    ) -> bool;
    pub fn clingo_control_register_propagator(
        control: *mut clingo_control_t,
        propagator: *const clingo_propagator_t,
        data: *mut c_void,
        sequential: bool,
    ) -> bool;
    pub fn clingo_control_is_conflicting(control: *const clingo_control_t) -> bool;
    pub fn clingo_control_statistics(
        control: *const clingo_control_t,
        statistics: *mut *const clingo_statistics_t,
    ) -> bool;
    pub fn clingo_control_interrupt(control: *mut clingo_control_t);
    pub fn clingo_control_clasp_facade(control: *mut clingo_control_t, clasp: *mut *mut c_void) -> bool;
    pub fn clingo_control_configuration(
        control: *mut clingo_control_t,
        configuration: *mut *mut clingo_configuration_t,
    ) -> bool;
    pub fn clingo_control_set_enable_enumeration_assumption(
        control: *mut clingo_control_t,
        enable: bool,
    ) -> bool;
    pub fn clingo_control_get_enable_enumeration_assumption(control: *mut clingo_control_t) -> bool;
    pub fn clingo_control_set_enable_cleanup(control: *mut clingo_control_t, enable: bool) -> bool;
    pub fn clingo_control_get_enable_cleanup(control: *mut clingo_control_t) -> bool;
    pub fn clingo_control_get_const(
        control: *const clingo_control_t,
        name: *const c_char,
        symbol: *mut clingo_symbol_t,
    ) -> bool;
    pub fn clingo_control_has_const(
        control: *const clingo_control_t,
        name: *const c_char,
        exists: *mut bool,
    ) -> bool;
    pub fn clingo_control_symbolic_atoms(
        control: *const clingo_control_t,
        atoms: *mut *const clingo_symbolic_atoms_t,
    ) -> bool;
    pub fn clingo_control_theory_atoms(
        control: *const clingo_control_t,
        atoms: *mut *const clingo_theory_atoms_t,
    ) -> bool;
    pub fn clingo_control_register_observer(
        control: *mut clingo_control_t,
        observer: *const clingo_ground_program_observer_t,
        replace: bool,
        data: *mut c_void,
    ) -> bool;
    pub fn clingo_control_register_backend(
        control: *mut clingo_control_t,
        type_: clingo_backend_type_t,
        file: *const c_char,
        replace: bool,
    ) -> bool;
    pub fn clingo_control_backend(
        control: *mut clingo_control_t,
        backend: *mut *mut clingo_backend_t,
    ) -> bool;
    pub static mut g_clingo_ast_attribute_names: clingo_ast_attribute_names_t;
    pub static mut g_clingo_ast_constructors: clingo_ast_constructors_t;
    pub fn clingo_ast_build(type_: clingo_ast_type_t, ast: *mut *mut clingo_ast_t, ...) -> bool;
    pub fn clingo_ast_acquire(ast: *mut clingo_ast_t);
    pub fn clingo_ast_release(ast: *mut clingo_ast_t);
    pub fn clingo_ast_copy(ast: *mut clingo_ast_t, copy: *mut *mut clingo_ast_t) -> bool;
    pub fn clingo_ast_deep_copy(ast: *mut clingo_ast_t, copy: *mut *mut clingo_ast_t) -> bool;
    pub fn clingo_ast_less_than(a: *mut clingo_ast_t, b: *mut clingo_ast_t) -> bool;
    pub fn clingo_ast_equal(a: *mut clingo_ast_t, b: *mut clingo_ast_t) -> bool;
    pub fn clingo_ast_hash(ast: *mut clingo_ast_t) -> usize;
    pub fn clingo_ast_to_string_size(ast: *mut clingo_ast_t, size: *mut usize) -> bool;
    pub fn clingo_ast_to_string(ast: *mut clingo_ast_t, string: *mut c_char, size: usize) -> bool;
    pub fn clingo_ast_get_type(ast: *mut clingo_ast_t, type_: *mut clingo_ast_type_t) -> bool;
    pub fn clingo_ast_has_attribute(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        has_attribute: *mut bool,
    ) -> bool;
    pub fn clingo_ast_attribute_type(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        type_: *mut clingo_ast_attribute_type_t,
    ) -> bool;
    pub fn clingo_ast_attribute_get_number(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: *mut c_int,
    ) -> bool;
    pub fn clingo_ast_attribute_set_number(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: c_int,
    ) -> bool;
    pub fn clingo_ast_attribute_get_symbol(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: *mut clingo_symbol_t,
    ) -> bool;
    pub fn clingo_ast_attribute_set_symbol(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: clingo_symbol_t,
    ) -> bool;
    pub fn clingo_ast_attribute_get_location(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: *mut clingo_location_t,
    ) -> bool;
    pub fn clingo_ast_attribute_set_location(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: *const clingo_location_t,
    ) -> bool;
    pub fn clingo_ast_attribute_get_string(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: *mut *const c_char,
    ) -> bool;
    pub fn clingo_ast_attribute_set_string(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: *const c_char,
    ) -> bool;
    pub fn clingo_ast_attribute_get_ast(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: *mut *mut clingo_ast_t,
    ) -> bool;
    pub fn clingo_ast_attribute_set_ast(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: *mut clingo_ast_t,
    ) -> bool;
    pub fn clingo_ast_attribute_get_optional_ast(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: *mut *mut clingo_ast_t,
    ) -> bool;
    pub fn clingo_ast_attribute_set_optional_ast(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        value: *mut clingo_ast_t,
    ) -> bool;
    pub fn clingo_ast_attribute_get_string_at(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        index: usize,
        value: *mut *const c_char,
    ) -> bool;
    pub fn clingo_ast_attribute_set_string_at(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        index: usize,
        value: *const c_char,
    ) -> bool;
    pub fn clingo_ast_attribute_delete_string_at(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        index: usize,
    ) -> bool;
    pub fn clingo_ast_attribute_size_string_array(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_ast_attribute_insert_string_at(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        index: usize,
        value: *const c_char,
    ) -> bool;
    pub fn clingo_ast_attribute_get_ast_at(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        index: usize,
        value: *mut *mut clingo_ast_t,
    ) -> bool;
    pub fn clingo_ast_attribute_set_ast_at(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        index: usize,
        value: *mut clingo_ast_t,
    ) -> bool;
    pub fn clingo_ast_attribute_delete_ast_at(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        index: usize,
    ) -> bool;
    pub fn clingo_ast_attribute_size_ast_array(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        size: *mut usize,
    ) -> bool;
    pub fn clingo_ast_attribute_insert_ast_at(
        ast: *mut clingo_ast_t,
        attribute: clingo_ast_attribute_t,
        index: usize,
        value: *mut clingo_ast_t,
    ) -> bool;
    pub fn clingo_ast_parse_string(
        program: *const c_char,
        callback: clingo_ast_callback_t,
        callback_data: *mut c_void,
        control: *mut clingo_control_t,
        logger: clingo_logger_t,
        logger_data: *mut c_void,
        message_limit: c_uint,
    ) -> bool;
    pub fn clingo_ast_parse_files(
        files: *const *const c_char,
        size: usize,
        callback: clingo_ast_callback_t,
        callback_data: *mut c_void,
        control: *mut clingo_control_t,
        logger: clingo_logger_t,
        logger_data: *mut c_void,
        message_limit: c_uint,
    ) -> bool;
    pub fn clingo_program_builder_init(
        control: *mut clingo_control_t,
        builder: *mut *mut clingo_program_builder_t,
    ) -> bool;
    pub fn clingo_program_builder_begin(builder: *mut clingo_program_builder_t) -> bool;
    pub fn clingo_program_builder_end(builder: *mut clingo_program_builder_t) -> bool;
    pub fn clingo_program_builder_add(builder: *mut clingo_program_builder_t, ast: *mut clingo_ast_t)
    -> bool;
    pub fn clingo_ast_unpool(
        ast: *mut clingo_ast_t,
        unpool_type: clingo_ast_unpool_type_bitset_t,
        callback: clingo_ast_callback_t,
        callback_data: *mut c_void,
    ) -> bool;
    pub fn clingo_options_add(
        options: *mut clingo_options_t,
        group: *const c_char,
        option: *const c_char,
        description: *const c_char,
        parse: Option<unsafe extern "C" fn(value: *const c_char, data: *mut c_void) -> bool>,
        data: *mut c_void,
        multi: bool,
        argument: *const c_char,
    ) -> bool;
    pub fn clingo_options_add_flag(
        options: *mut clingo_options_t,
        group: *const c_char,
        option: *const c_char,
        description: *const c_char,
        target: *mut bool,
    ) -> bool;
    pub fn clingo_main(
        application: *mut clingo_application_t,
        arguments: *const *const c_char,
        size: usize,
        data: *mut c_void,
    ) -> c_int;
    pub fn clingo_register_script(
        name: *const c_char,
        script: *const clingo_script_t,
        data: *mut c_void,
    ) -> bool;
    pub fn clingo_script_version(name: *const c_char) -> *const c_char;
    pub fn hamadryad_set_check(check: hamadryad_check_t);
    pub fn hamadryad_version() -> *const c_char;
    pub fn hamadryad_solve(arguments: *const *const c_char, size: usize, continues: bool) -> c_int;
}
