//! The tables of syntax trees that are data of the library: clingo's Python package reads the names of the attributes
//! when it is imported. Without syntax trees there are no constructors.

use std::ffi::{c_char, c_void};

/// The names of the attributes, by their numbers.
const NAMES: [&std::ffi::CStr; 45] = [
    c"argument",
    c"arguments",
    c"arity",
    c"atom",
    c"atoms",
    c"atom_type",
    c"bias",
    c"body",
    c"code",
    c"coefficient",
    c"comparison",
    c"condition",
    c"elements",
    c"external",
    c"external_type",
    c"function",
    c"guard",
    c"guards",
    c"head",
    c"is_default",
    c"left",
    c"left_guard",
    c"literal",
    c"location",
    c"modifier",
    c"name",
    c"node_u",
    c"node_v",
    c"operator_name",
    c"operator_type",
    c"operators",
    c"parameters",
    c"positive",
    c"priority",
    c"right",
    c"right_guard",
    c"sequence_type",
    c"sign",
    c"symbol",
    c"term",
    c"terms",
    c"value",
    c"variable",
    c"weight",
    c"comment_type",
];

/// `clingo_ast_attribute_names_t`
#[repr(C)]
pub struct AttributeNames {
    names: *const Pointers,
    size: usize,
}

/// The names as C texts.
#[repr(C)]
pub struct Pointers([*const c_char; NAMES.len()]);

/// `clingo_ast_constructors_t`
#[repr(C)]
pub struct Constructors {
    constructors: *const c_void,
    size: usize,
}

// SAFETY: the pointers lead to constants.
unsafe impl Sync for AttributeNames {}
// SAFETY: the pointers lead to constants.
unsafe impl Sync for Pointers {}
// SAFETY: the pointer is null.
unsafe impl Sync for Constructors {}

static POINTERS: Pointers = Pointers({
    let mut pointers = [std::ptr::null(); NAMES.len()];
    let mut place = 0;
    while place < NAMES.len() {
        pointers[place] = NAMES[place].as_ptr();
        place += 1;
    }
    pointers
});

/// The names of the attributes.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static g_clingo_ast_attribute_names: AttributeNames =
    AttributeNames { names: &raw const POINTERS, size: NAMES.len() };

/// The constructors: none.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static g_clingo_ast_constructors: Constructors = Constructors { constructors: std::ptr::null(), size: 0 };
