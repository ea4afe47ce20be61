//! The syntax tree and the program builder, which this version does not provide.

use crate::later::{Pointer, not_provided};
use std::ffi::{c_int, c_uint};

not_provided! { "the interface of syntax trees":
    clingo_ast_build(c_int, Pointer) -> bool = false;
    clingo_ast_acquire(Pointer) -> () = ();
    clingo_ast_release(Pointer) -> () = ();
    clingo_ast_copy(Pointer, Pointer) -> bool = false;
    clingo_ast_deep_copy(Pointer, Pointer) -> bool = false;
    clingo_ast_less_than(Pointer, Pointer) -> bool = false;
    clingo_ast_equal(Pointer, Pointer) -> bool = false;
    clingo_ast_hash(Pointer) -> usize = 0;
    clingo_ast_to_string_size(Pointer, Pointer) -> bool = false;
    clingo_ast_to_string(Pointer, Pointer, usize) -> bool = false;
    clingo_ast_get_type(Pointer, Pointer) -> bool = false;
    clingo_ast_has_attribute(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_type(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_get_number(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_set_number(Pointer, c_int, c_int) -> bool = false;
    clingo_ast_attribute_get_symbol(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_set_symbol(Pointer, c_int, u64) -> bool = false;
    clingo_ast_attribute_get_location(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_set_location(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_get_string(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_set_string(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_get_ast(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_set_ast(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_get_optional_ast(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_set_optional_ast(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_get_string_at(Pointer, c_int, usize, Pointer) -> bool = false;
    clingo_ast_attribute_set_string_at(Pointer, c_int, usize, Pointer) -> bool = false;
    clingo_ast_attribute_delete_string_at(Pointer, c_int, usize) -> bool = false;
    clingo_ast_attribute_size_string_array(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_insert_string_at(Pointer, c_int, usize, Pointer) -> bool = false;
    clingo_ast_attribute_get_ast_at(Pointer, c_int, usize, Pointer) -> bool = false;
    clingo_ast_attribute_set_ast_at(Pointer, c_int, usize, Pointer) -> bool = false;
    clingo_ast_attribute_delete_ast_at(Pointer, c_int, usize) -> bool = false;
    clingo_ast_attribute_size_ast_array(Pointer, c_int, Pointer) -> bool = false;
    clingo_ast_attribute_insert_ast_at(Pointer, c_int, usize, Pointer) -> bool = false;
    clingo_ast_parse_string(Pointer, Pointer, Pointer, Pointer, Pointer, Pointer, c_uint) -> bool = false;
    clingo_ast_parse_files(Pointer, usize, Pointer, Pointer, Pointer, Pointer, Pointer, c_uint) -> bool = false;
    clingo_program_builder_init(Pointer, Pointer) -> bool = false;
    clingo_program_builder_begin(Pointer) -> bool = false;
    clingo_program_builder_end(Pointer) -> bool = false;
    clingo_program_builder_add(Pointer, Pointer) -> bool = false;
    clingo_ast_unpool(Pointer, c_uint, Pointer, Pointer) -> bool = false;
}
