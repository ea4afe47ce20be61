//! The tables of syntax trees that are data of the library: clingo's Python package reads them when it is imported.

use hamadryad_clingo::ast::kind::{Argument, Attribute, Kind};
use std::ffi::c_char;

const NAMES: usize = Attribute::ALL.len();
const KINDS: usize = Kind::ALL.len();

/// `clingo_ast_attribute_names_t`
#[repr(C)]
pub struct AttributeNames {
    names: *const Pointers,
    size: usize,
}

/// The names as C texts.
#[repr(C)]
pub struct Pointers([*const c_char; NAMES]);

/// `clingo_ast_constructor_t`
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Constructor {
    name: *const c_char,
    arguments: *const Argument,
    size: usize,
}

/// A list of constructors.
#[repr(C)]
pub struct List([Constructor; KINDS]);

/// `clingo_ast_constructors_t`
#[repr(C)]
pub struct Constructors {
    constructors: *const List,
    size: usize,
}

// SAFETY: the pointers lead to constants.
unsafe impl Sync for AttributeNames {}
// SAFETY: the pointers lead to constants.
unsafe impl Sync for Pointers {}
// SAFETY: the pointers lead to constants.
unsafe impl Sync for List {}
// SAFETY: the pointers lead to constants.
unsafe impl Sync for Constructors {}

static POINTERS: Pointers = Pointers({
    let mut pointers = [std::ptr::null(); NAMES];
    let mut place = 0;
    while place < NAMES {
        pointers[place] = Attribute::ALL[place].name().as_ptr();
        place += 1;
    }
    pointers
});

static LIST: List = List({
    let mut list = [Constructor { name: std::ptr::null(), arguments: std::ptr::null(), size: 0 }; KINDS];
    let mut place = 0;
    while place < KINDS {
        let (name, arguments) = (Kind::ALL[place].name(), Kind::ALL[place].arguments());
        list[place] =
            Constructor { name: name.as_ptr(), arguments: arguments.as_ptr(), size: arguments.len() };
        place += 1;
    }
    list
});

/// The names of the attributes.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static g_clingo_ast_attribute_names: AttributeNames =
    AttributeNames { names: &raw const POINTERS, size: NAMES };

/// The constructors: the names of the kinds, with their attributes.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals)]
pub static g_clingo_ast_constructors: Constructors =
    Constructors { constructors: &raw const LIST, size: KINDS };
