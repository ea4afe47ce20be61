//! Syntax trees, through the C functions.

use super::support::*;
use crate::ast::*;
use crate::callbacks::Location;
use crate::pointers::{Array, Borrowed, Data, Handle, Out};
use crate::program_builder::*;
use hamadryad_clingo::ast::kind::{Attribute, Kind};
use std::ffi::{CStr, c_char, c_int, c_void};

/// The constructor with its C type.
type Build = unsafe extern "C" fn(c_int, Out<Handle>, ...) -> bool;

fn constructor() -> Build {
    // SAFETY: the function receives variable arguments where it has parameters, which is what this test checks.
    unsafe { std::mem::transmute::<*const (), Build>(clingo_ast_build as *const ()) }
}

/// Calls the constructor.
macro_rules! build {
    ($kind:expr, $node:ident $(, $argument:expr)*) => {
        // SAFETY: the arguments are those of the constructor of the kind.
        unsafe { constructor()($kind as c_int, Out::at(&mut $node) $(, $argument)*) }
    };
}

/// Keeps the nodes that a function of the library reports.
extern "C" fn keep_node(node: Handle, data: Data) -> bool {
    clingo_ast_acquire(node);
    // SAFETY: the data is the list of `reported`, which nobody else uses during the call.
    unsafe { (*data.0.cast::<Vec<Handle>>()).push(node) };
    true
}

fn reported(call: impl FnOnce(Data) -> bool) -> Vec<Handle> {
    let mut nodes: Vec<Handle> = Vec::new();
    ok(call(Data((&raw mut nodes).cast::<c_void>())));
    nodes
}

fn parse(program: &CStr) -> Vec<Handle> {
    let none = Handle(0);
    reported(|data| clingo_ast_parse_string(text(program), Some(keep_node), data, none, None, no_data(), 20))
}

fn shown(node: Handle) -> String {
    let mut size = 0;
    ok(clingo_ast_to_string_size(node, Out::at(&mut size)));
    let mut buffer = vec![0 as c_char; size];
    ok(clingo_ast_to_string(node, Out(buffer.as_mut_ptr()), size));
    // SAFETY: the call has written a text to the buffer.
    unsafe { CStr::from_ptr(buffer.as_ptr()) }.to_string_lossy().into_owned()
}

fn location(node: Handle) -> Location {
    let mut location = std::mem::MaybeUninit::uninit();
    ok(clingo_ast_attribute_get_location(node, Attribute::Location as c_int, Out(location.as_mut_ptr())));
    // SAFETY: the call has written the location.
    unsafe { location.assume_init() }
}

fn child(node: Handle, attribute: Attribute, index: usize) -> Handle {
    let mut child = Handle(0);
    ok(clingo_ast_attribute_get_ast_at(node, attribute as c_int, index, Out::at(&mut child)));
    child
}

#[test]
fn statements_are_parsed_changed_and_added() {
    let nodes = parse(c"a :- not b. b.");
    let texts: Vec<String> = nodes.iter().map(|&node| shown(node)).collect();
    assert_eq!(texts, ["#program base.", "a :- not b.", "b."]);
    let literal = child(nodes[1], Attribute::Body, 0);
    ok(clingo_ast_attribute_set_number(literal, Attribute::Sign as c_int, 0));
    assert_eq!(shown(nodes[1]), "a :- b.");
    let control = new(&[c"0"]);
    let mut builder = Handle(0);
    ok(clingo_program_builder_init(control.0, Out::at(&mut builder)));
    assert!(!clingo_program_builder_add(builder, nodes[1]), "the builder has not begun");
    ok(clingo_program_builder_begin(builder));
    nodes.iter().for_each(|&node| ok(clingo_program_builder_add(builder, node)));
    assert!(!clingo_program_builder_add(builder, literal));
    assert_eq!(message(), "invalid ast: statement expected");
    ok(clingo_program_builder_end(builder));
    ok(ground(&control, c"base"));
    assert_eq!(models(solve(&control, 2, &[])), ["a b"]);
    nodes.into_iter().chain([literal]).for_each(|node| clingo_ast_release(node));
}

#[test]
fn unsafe_statements_are_errors_of_grounding() {
    let nodes = parse(c"a(X).");
    let control = new(&[c"0"]);
    let mut builder = Handle(0);
    ok(clingo_program_builder_init(control.0, Out::at(&mut builder)));
    ok(clingo_program_builder_begin(builder));
    nodes.iter().for_each(|&node| ok(clingo_program_builder_add(builder, node)));
    ok(clingo_program_builder_end(builder));
    assert!(!ground(&control, c"base"));
    assert_eq!(message(), "grounding stopped because of errors");
}

#[test]
fn nodes_are_built_from_variable_arguments() {
    let nodes = parse(c"a :- b; c.");
    let place = location(nodes[1]);
    let (mut number, mut objective, mut variable) = (Handle(0), Handle(0), Handle(0));
    let (mut wrong, mut sign) = (Handle(0), Handle(0));
    let (symbol, operator) = (hamadryad_clingo::symbols::Symbol::number(-7), 1 as c_int);
    let body = [child(nodes[1], Attribute::Body, 0), child(nodes[1], Attribute::Body, 1)];
    ok(build!(Kind::SymbolicTerm, number, &raw const place, symbol.0));
    ok(build!(Kind::Variable, variable, &raw const place, c"X".as_ptr()));
    let terms = [variable, number];
    let (lists, length) = ((terms.as_ptr(), body.as_ptr()), 2usize);
    ok(build!(
        Kind::Minimize,
        objective,
        &raw const place,
        number.0,
        variable.0,
        lists.0,
        length,
        lists.1,
        length
    ));
    ok(build!(Kind::UnaryOperation, sign, &raw const place, operator, number.0));
    assert_eq!(shown(sign), "~-7");
    assert!(!build!(46, wrong));
    assert!(!build!(Kind::Variable, wrong, 0usize, c"X".as_ptr()));
    assert_eq!(shown(objective), ":~ b; c. [-7@X,X,-7]");
}

#[test]
fn lists_are_changed_and_misuse_is_an_error() {
    let nodes = parse(c"&a { - x + y }. a :- b; c.");
    let (atom, rule) = (nodes[1], nodes[2]);
    let mut head = Handle(0);
    ok(clingo_ast_attribute_get_ast(atom, Attribute::Head as c_int, Out::at(&mut head)));
    let element = child(head, Attribute::Elements, 0);
    let term = child(element, Attribute::Terms, 0);
    let operand = child(term, Attribute::Elements, 0);
    let operators = Attribute::Operators as c_int;
    ok(clingo_ast_attribute_insert_string_at(operand, operators, 0, text(c"+")));
    ok(clingo_ast_attribute_set_string_at(operand, operators, 1, text(c"*")));
    assert_eq!(shown(atom), "&a { (+ * x + y) }.");
    ok(clingo_ast_attribute_delete_string_at(operand, operators, 0));
    let mut found = Borrowed::null();
    ok(clingo_ast_attribute_get_string_at(operand, operators, 0, Out::at(&mut found)));
    assert!(!clingo_ast_attribute_get_string_at(operand, operators, 1, Out::at(&mut found)));
    let (body, mut size) = (Attribute::Body as c_int, 0);
    ok(clingo_ast_attribute_insert_ast_at(rule, body, 2, child(rule, Attribute::Body, 0)));
    ok(clingo_ast_attribute_delete_ast_at(rule, body, 0));
    ok(clingo_ast_attribute_size_ast_array(rule, body, Out::at(&mut size)));
    assert_eq!((shown(rule).as_str(), size), ("a :- c; b.", 2));
    assert!(!clingo_ast_attribute_set_ast_at(rule, body, 0, Handle(0)));
    assert_eq!(message(), "ast must not be null");
    assert!(!clingo_ast_attribute_insert_ast_at(rule, body, 0, rule), "a part of itself");
    assert!(!clingo_ast_attribute_set_number(rule, body, 1), "a list is no number");
    assert!(!clingo_ast_attribute_size_ast_array(rule, 99, Out::at(&mut size)));
    let mut has = true;
    ok(clingo_ast_has_attribute(rule, Attribute::Sign as c_int, Out::at(&mut has)));
    assert!(!has);
    clingo_ast_release(rule);
    assert_eq!(clingo_ast_hash(rule), 0);
    assert!(!clingo_ast_get_type(rule, Out::at(&mut 0)));
}

#[test]
fn pools_are_replaced_and_errors_end_a_call() {
    let rule = parse(c"a(1;2).").remove(1);
    let alternatives = reported(|data| clingo_ast_unpool(rule, 3, Some(keep_node), data));
    assert_eq!(alternatives.into_iter().map(shown).collect::<Vec<_>>(), ["a(1).", "a(2)."]);
    extern "C" fn refuse(_: Handle, _: Data) -> bool {
        crate::errors::clingo_set_error(1, text(c"enough"));
        false
    }
    assert!(!clingo_ast_unpool(rule, 3, Some(refuse), no_data()));
    assert_eq!(message(), "enough");
    let mut count = 0;
    extern "C" fn count_messages(_: c_int, _: *const c_char, data: Data) {
        // SAFETY: the data is the counter of this test.
        unsafe { *data.0.cast::<u32>() += 1 };
    }
    let counter = Data((&raw mut count).cast::<c_void>());
    let mut nodes: Vec<Handle> = Vec::new();
    let kept = Data((&raw mut nodes).cast::<c_void>());
    let none = Handle(0);
    let is_parsed = clingo_ast_parse_string(
        text(c"a. b c."),
        Some(keep_node),
        kept,
        none,
        Some(count_messages),
        counter,
        20,
    );
    assert!(!is_parsed && count == 1);
    assert_eq!((nodes.len(), message().as_str()), (2, "syntax error"));
    let missing = [text(c"/no/such/file.lp")];
    assert!(!clingo_ast_parse_files(
        Array(missing.as_ptr()),
        1,
        Some(keep_node),
        kept,
        none,
        Some(count_messages),
        counter,
        20
    ));
}
