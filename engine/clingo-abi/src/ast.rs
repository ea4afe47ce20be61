//! Syntax trees: nodes, their attributes, parsing, and unpooling.
//!
//! *Invariant:* the pointer to a node is its number, which is valid while the node exists: while a caller has acquired it,
//! another node contains it, or a callback runs to which it was passed.

use crate::callbacks::{Location, Logger, LoggerFunction, NodeCallback};
use crate::guard::{Outcome, enter, enter_or};
use crate::pointers::{Array, Borrowed, Data, Handle, Out, Text};
use hamadryad_clingo::ast::kind::{Attribute, Kind, ValueType};
use hamadryad_clingo::ast::node::{Node, Value, wrong_type};
use hamadryad_clingo::ast::{self, Parsed, Parts, table};
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::symbols::{Symbol, keep};
use std::ffi::{CStr, c_char, c_int, c_uint};
use std::sync::Arc;

/// Acquires a node for a caller.
fn acquired(node: &Arc<Node>) -> Handle {
    Handle(table::acquire(node))
}

fn release(handle: Handle) -> Outcome {
    if table::release(handle.0) { Ok(()) } else { Err(gone()) }
}

fn gone() -> Failure {
    Failure::logic("the syntax tree does not exist, or not any more: it was released")
}

/// The node of a pointer.
pub fn node(handle: Handle) -> Outcome<Arc<Node>> {
    if handle.0 == 0 {
        return Err(Failure::runtime("ast must not be null"));
    }
    table::find(handle.0).ok_or_else(gone)
}

fn attribute(number: c_int) -> Outcome<Attribute> {
    Attribute::of(number).ok_or_else(|| Failure::runtime("there is no attribute with this number"))
}

/// Calls a function of the caller for each node.
fn report(nodes: Vec<Arc<Node>>, callback: Option<NodeCallback>, data: Data) -> Outcome {
    let callback = callback.ok_or_else(|| Failure::logic("the callback is a null pointer"))?;
    for node in nodes {
        let handle = acquired(&node);
        let goes_on = callback(handle, data);
        release(handle)?;
        if !goes_on {
            return Err(crate::guard::of_callback());
        }
    }
    Ok(())
}

/// The variable arguments of [`clingo_ast_build`], as machine words.
struct Words<'a>(std::slice::Iter<'a, usize>);

impl Words<'_> {
    fn next(&mut self) -> Outcome<usize> {
        self.0.next().copied().ok_or_else(|| Failure::logic("a constructor has too many arguments"))
    }

    fn array<T>(&mut self) -> Outcome<Array<T>> {
        Ok(Array(std::ptr::with_exposed_provenance(self.next()?)))
    }

    fn value(&mut self, value: ValueType) -> Outcome<Value> {
        Ok(match value {
            // The upper half of the word is undefined.
            ValueType::Number => Value::Number(self.next()? as i32),
            ValueType::Symbol => Value::Symbol(Symbol(self.next()? as u64)),
            ValueType::Location => {
                let location: Array<Location> = self.array()?;
                let location = location.first().ok_or_else(|| Failure::logic("the location is null"))?;
                Value::Location(location.read()?)
            }
            ValueType::String => {
                let text = Text(std::ptr::with_exposed_provenance(self.next()?));
                Value::String(keep(text.c_str("string")?))
            }
            ValueType::Node => Value::Node(node(Handle(self.next()?))?),
            ValueType::OptionalNode => Value::OptionalNode(match self.next()? {
                0 => None,
                number => Some(node(Handle(number))?),
            }),
            ValueType::Strings => {
                let strings: Array<Text> = self.array()?;
                let size = self.next()?;
                let strings = strings.of(size, "strings")?.iter();
                Value::Strings(strings.map(|text| Ok(keep(text.c_str("string")?))).collect::<Outcome<_>>()?)
            }
            ValueType::Nodes => {
                let nodes: Array<Handle> = self.array()?;
                let size = self.next()?;
                let nodes = nodes.of(size, "nodes")?.iter();
                Value::Nodes(nodes.map(|&handle| node(handle)).collect::<Outcome<_>>()?)
            }
        })
    }
}

fn build(kind: c_int, ast: Out<Handle>, words: &[usize]) -> bool {
    enter(|| {
        let kind = Kind::of(kind).ok_or_else(|| Failure::runtime("there is no kind with this number"))?;
        let mut words = Words(words.iter());
        let values = kind.arguments().iter().map(|argument| words.value(argument.value));
        let node = Node::new(kind, values.collect::<Outcome<_>>()?)?;
        ast.write("ast", acquired(&node))
    })
}

/// Creates a node. The C declaration is variadic: the arguments of the constructor follow. All of them are pointers or
/// integers, at most seven words, so a function with seven further words receives them where a variadic function would
/// (System V, Windows x64, AArch64 other than Apple's). Words that the caller has not passed are not used.
#[cfg(not(all(target_vendor = "apple", target_arch = "aarch64")))]
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_build(
    kind: c_int,
    ast: Out<Handle>,
    a: usize,
    b: usize,
    c: usize,
    d: usize,
    e: usize,
    f: usize,
    g: usize,
) -> bool {
    build(kind, ast, &[a, b, c, d, e, f, g])
}

/// Creates a node. The C declaration is variadic, and variable arguments are on the stack: six unused words stand for
/// the registers before them.
#[cfg(all(target_vendor = "apple", target_arch = "aarch64"))]
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_build(
    kind: c_int,
    ast: Out<Handle>,
    _: usize,
    _: usize,
    _: usize,
    _: usize,
    _: usize,
    _: usize,
    a: usize,
    b: usize,
    c: usize,
    d: usize,
    e: usize,
    f: usize,
    g: usize,
) -> bool {
    build(kind, ast, &[a, b, c, d, e, f, g])
}

/// Acquires a node once more.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_acquire(ast: Handle) {
    enter(|| {
        acquired(&node(ast)?);
        Ok(())
    });
}

/// Releases a node that was acquired.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_release(ast: Handle) {
    enter(|| release(ast));
}

/// Copies a node; the copy shares the nodes below.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_copy(ast: Handle, copy: Out<Handle>) -> bool {
    enter(|| copy.write("copy", acquired(&node(ast)?.copy())))
}

/// Copies a node with all nodes below.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_deep_copy(ast: Handle, copy: Out<Handle>) -> bool {
    enter(|| copy.write("copy", acquired(&node(ast)?.deep_copy())))
}

/// Compares two nodes.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_less_than(a: Handle, b: Handle) -> bool {
    enter_or(false, || Ok(node(a)? < node(b)?))
}

/// Compares two nodes.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_equal(a: Handle, b: Handle) -> bool {
    enter_or(false, || Ok(node(a)? == node(b)?))
}

/// A hash value of a node.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_hash(ast: Handle) -> usize {
    enter_or(0, || Ok(node(ast)?.hash_value() as usize))
}

/// The size of the text of a node, with the zero byte.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_to_string_size(ast: Handle, size: Out<usize>) -> bool {
    enter(|| size.write("size", ast::text::text(&*node(ast)?).len() + 1))
}

/// The text of a node.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_to_string(ast: Handle, string: Out<c_char>, size: usize) -> bool {
    enter(|| string.write_text(size, &ast::text::text(&*node(ast)?)))
}

/// The kind of a node.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_get_type(ast: Handle, kind: Out<c_int>) -> bool {
    enter(|| kind.write("type", node(ast)?.kind() as c_int))
}

/// Whether a node has an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_has_attribute(ast: Handle, of: c_int, has: Out<bool>) -> bool {
    enter(|| has.write("has_attribute", node(ast)?.has(attribute(of)?)))
}

/// The type of an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_type(ast: Handle, of: c_int, kind: Out<c_int>) -> bool {
    enter(|| kind.write("type", node(ast)?.get(attribute(of)?)?.value_type() as c_int))
}

/// Reads a value with a function that knows one type.
fn get<T>(ast: Handle, of: c_int, read: impl FnOnce(Value) -> Option<T>) -> Outcome<T> {
    let (node, attribute) = (node(ast)?, attribute(of)?);
    read(node.get(attribute)?).ok_or_else(|| wrong_type(node.kind(), attribute))
}

/// Changes a value in place with a function that knows one type.
fn set(ast: Handle, of: c_int, change: impl FnOnce(&mut Value) -> Option<Outcome>) -> bool {
    enter(|| {
        let (node, attribute) = (node(ast)?, attribute(of)?);
        let kind = node.kind();
        node.change(attribute, |value| change(value).unwrap_or_else(|| Err(wrong_type(kind, attribute))))
    })
}

/// The number of an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_get_number(ast: Handle, of: c_int, value: Out<c_int>) -> bool {
    enter(|| {
        let read = |value| if let Value::Number(number) = value { Some(number) } else { None };
        value.write("value", get(ast, of, read)?)
    })
}

/// Sets the number of an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_set_number(ast: Handle, of: c_int, new: c_int) -> bool {
    set(ast, of, |value| {
        let Value::Number(number) = value else { return None };
        *number = new;
        Some(Ok(()))
    })
}

/// The symbol of an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_get_symbol(ast: Handle, of: c_int, value: Out<Symbol>) -> bool {
    enter(|| {
        let read = |value| if let Value::Symbol(symbol) = value { Some(symbol) } else { None };
        value.write("value", get(ast, of, read)?)
    })
}

/// Sets the symbol of an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_set_symbol(ast: Handle, of: c_int, new: Symbol) -> bool {
    set(ast, of, |value| {
        let Value::Symbol(symbol) = value else { return None };
        *symbol = new;
        Some(Ok(()))
    })
}

/// The place of an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_get_location(ast: Handle, of: c_int, value: Out<Location>) -> bool {
    enter(|| {
        let read = |value| if let Value::Location(place) = value { Some(place) } else { None };
        value.write("value", Location::from(get(ast, of, read)?))
    })
}

/// Sets the place of an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_set_location(ast: Handle, of: c_int, new: Array<Location>) -> bool {
    set(ast, of, |value| {
        let Value::Location(place) = value else { return None };
        let new = new.first().ok_or_else(|| Failure::logic("the location is a null pointer"));
        Some(new.and_then(Location::read).map(|new| *place = new))
    })
}

/// The text of an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_get_string(
    ast: Handle,
    of: c_int,
    value: Out<Borrowed<c_char>>,
) -> bool {
    enter(|| {
        let read = |value| if let Value::String(text) = value { Some(text) } else { None };
        value.write("value", Borrowed::text(get(ast, of, read)?))
    })
}

/// Sets the text of an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_set_string(ast: Handle, of: c_int, new: Text) -> bool {
    set(ast, of, |value| {
        let Value::String(text) = value else { return None };
        Some(new.c_str("value").map(|new| *text = keep(new)))
    })
}

/// The node of an attribute, acquired.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_get_ast(ast: Handle, of: c_int, value: Out<Handle>) -> bool {
    enter(|| {
        let read = |value| if let Value::Node(node) = value { Some(node) } else { None };
        value.write("value", acquired(&get(ast, of, read)?))
    })
}

/// Sets the node of an attribute.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_set_ast(ast: Handle, of: c_int, new: Handle) -> bool {
    set(ast, of, |value| {
        let Value::Node(child) = value else { return None };
        Some(node(new).map(|new| *child = new))
    })
}

/// The node of an attribute, acquired; null if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_get_optional_ast(ast: Handle, of: c_int, value: Out<Handle>) -> bool {
    enter(|| {
        let read = |value| if let Value::OptionalNode(node) = value { Some(node) } else { None };
        value.write("value", get(ast, of, read)?.as_ref().map_or(Handle(0), acquired))
    })
}

/// Sets the node of an attribute; null removes it.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_set_optional_ast(ast: Handle, of: c_int, new: Handle) -> bool {
    set(ast, of, |value| {
        let Value::OptionalNode(child) = value else { return None };
        if new.0 == 0 {
            *child = None;
            return Some(Ok(()));
        }
        Some(node(new).map(|new| *child = Some(new)))
    })
}

fn no_index() -> Failure {
    Failure::logic("the list of the attribute has no such index")
}

/// Replaces, inserts or deletes an element of a list.
enum Change<T> {
    Replace(T),
    Insert(T),
    Delete,
}

fn change_list<T>(list: &mut Vec<T>, index: usize, change: Change<T>) -> Outcome {
    let length = list.len();
    match change {
        Change::Insert(new) if index <= length => list.insert(index, new),
        Change::Replace(new) if index < length => list[index] = new,
        Change::Delete if index < length => drop(list.remove(index)),
        _ => return Err(no_index()),
    }
    Ok(())
}

fn change_strings(ast: Handle, of: c_int, index: usize, change: Outcome<Change<&'static CStr>>) -> bool {
    set(ast, of, |value| {
        let Value::Strings(strings) = value else { return None };
        Some(change.and_then(|change| change_list(strings, index, change)))
    })
}

fn change_nodes(ast: Handle, of: c_int, index: usize, change: Outcome<Change<Arc<Node>>>) -> bool {
    set(ast, of, |value| {
        let Value::Nodes(nodes) = value else { return None };
        Some(change.and_then(|change| change_list(nodes, index, change)))
    })
}

fn strings(value: Value) -> Option<Vec<&'static CStr>> {
    if let Value::Strings(strings) = value { Some(strings) } else { None }
}

fn nodes(value: Value) -> Option<Vec<Arc<Node>>> {
    if let Value::Nodes(nodes) = value { Some(nodes) } else { None }
}

/// A text of a list.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_get_string_at(
    ast: Handle,
    of: c_int,
    index: usize,
    value: Out<Borrowed<c_char>>,
) -> bool {
    enter(|| {
        let text = get(ast, of, strings)?.get(index).copied().ok_or_else(no_index)?;
        value.write("value", Borrowed::text(text))
    })
}

/// Replaces a text of a list.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_set_string_at(
    ast: Handle,
    of: c_int,
    index: usize,
    value: Text,
) -> bool {
    change_strings(ast, of, index, value.c_str("value").map(|text| Change::Replace(keep(text))))
}

/// Removes a text from a list.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_delete_string_at(ast: Handle, of: c_int, index: usize) -> bool {
    change_strings(ast, of, index, Ok(Change::Delete))
}

/// The length of a list of texts.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_size_string_array(ast: Handle, of: c_int, size: Out<usize>) -> bool {
    enter(|| size.write("size", get(ast, of, strings)?.len()))
}

/// Inserts a text into a list.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_insert_string_at(
    ast: Handle,
    of: c_int,
    index: usize,
    value: Text,
) -> bool {
    change_strings(ast, of, index, value.c_str("value").map(|text| Change::Insert(keep(text))))
}

/// A node of a list, acquired.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_get_ast_at(
    ast: Handle,
    of: c_int,
    index: usize,
    value: Out<Handle>,
) -> bool {
    enter(|| {
        let node = get(ast, of, nodes)?.get(index).cloned().ok_or_else(no_index)?;
        value.write("value", acquired(&node))
    })
}

/// Replaces a node of a list.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_set_ast_at(
    ast: Handle,
    of: c_int,
    index: usize,
    value: Handle,
) -> bool {
    change_nodes(ast, of, index, node(value).map(Change::Replace))
}

/// Removes a node from a list.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_delete_ast_at(ast: Handle, of: c_int, index: usize) -> bool {
    change_nodes(ast, of, index, Ok(Change::Delete))
}

/// The length of a list of nodes.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_size_ast_array(ast: Handle, of: c_int, size: Out<usize>) -> bool {
    enter(|| size.write("size", get(ast, of, nodes)?.len()))
}

/// Inserts a node into a list.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_attribute_insert_ast_at(
    ast: Handle,
    of: c_int,
    index: usize,
    value: Handle,
) -> bool {
    change_nodes(ast, of, index, node(value).map(Change::Insert))
}

/// Delivers the messages and nodes of a program.
fn deliver(parsed: Parsed, logger: &Logger, callback: Option<NodeCallback>, data: Data) -> Outcome {
    logger.deliver(&parsed.messages);
    report(parsed.nodes, callback, data)?;
    if parsed.has_errors { Err(Failure::runtime("syntax error")) } else { Ok(()) }
}

/// Parses a text. The control, to which clingo adds ground programs in the text, is not used.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_parse_string(
    program: Text,
    callback: Option<NodeCallback>,
    data: Data,
    _control: Handle,
    logger: Option<LoggerFunction>,
    logger_data: Data,
    message_limit: c_uint,
) -> bool {
    enter(|| {
        let parsed = ast::parse_string(program.read("program")?)?;
        deliver(parsed, &Logger::new(logger, logger_data, message_limit), callback, data)
    })
}

/// Parses files; standard input if there are none. The control is not used.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_parse_files(
    files: Array<Text>,
    size: usize,
    callback: Option<NodeCallback>,
    data: Data,
    _control: Handle,
    logger: Option<LoggerFunction>,
    logger_data: Data,
    message_limit: c_uint,
) -> bool {
    enter(|| {
        let names: Vec<&str> =
            files.of(size, "files")?.iter().map(|file| file.read("file")).collect::<Outcome<_>>()?;
        let parsed = ast::parse_files(if names.is_empty() { &["-"] } else { &names })?;
        deliver(parsed, &Logger::new(logger, logger_data, message_limit), callback, data)
    })
}

/// Calls a function for each choice of the alternatives in the pools of a node.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_ast_unpool(
    ast: Handle,
    parts: c_int,
    callback: Option<NodeCallback>,
    data: Data,
) -> bool {
    enter(|| {
        let parts = Parts { conditions: parts & 1 != 0, others: parts & 2 != 0 };
        report(ast::unpool(&node(ast)?, parts), callback, data)
    })
}
