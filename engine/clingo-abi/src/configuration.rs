//! The configuration: keys are nodes of the tree.

use crate::callbacks::kept;
use crate::guard::{Outcome, enter};
use crate::object::lock;
use crate::pointers::{Borrowed, Handle, Out, Text};
use crate::registry::{self, Part};
use hamadryad_clingo::message::Failure;
use hamadryad_configuration::{Configuration, Node};
use std::ffi::{c_char, c_uint};

const VALUE: c_uint = 1;
const ARRAY: c_uint = 2;
const MAP: c_uint = 4;

fn with<T>(configuration: Handle, work: impl FnOnce(&mut Configuration) -> Outcome<T>) -> Outcome<T> {
    let control = registry::control(configuration, Part::Configuration, "configuration")?;
    work(&mut lock(&control.configuration))
}

fn node(key: u32) -> Outcome<Node> {
    Node::from_number(key).ok_or_else(|| Failure::logic("no key of the configuration has this number"))
}

/// The key of the root.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_root(configuration: Handle, key: Out<u32>) -> bool {
    enter(|| key.write("key", with(configuration, |_| Ok(Node::ROOT.number()))?))
}

/// The kinds of a key.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_type(configuration: Handle, key: u32, kind: Out<c_uint>) -> bool {
    enter(|| {
        let found = with(configuration, |tree| Ok(tree.kind(node(key)?)))?;
        let bit = |is_set: bool, bit: c_uint| if is_set { bit } else { 0 };
        kind.write("type", bit(found.is_value, VALUE) | bit(found.is_array, ARRAY) | bit(found.is_map, MAP))
    })
}

/// The description of a key.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_description(
    configuration: Handle,
    key: u32,
    description: Out<Borrowed<c_char>>,
) -> bool {
    enter(|| {
        let found = with(configuration, |tree| Ok(tree.description(node(key)?)))?;
        description.write("description", kept(found))
    })
}

/// The number of elements of an array.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_array_size(configuration: Handle, key: u32, size: Out<usize>) -> bool {
    enter(|| size.write("size", with(configuration, |tree| Ok(tree.array_size(node(key)?)))?))
}

/// An element of an array.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_array_at(
    configuration: Handle,
    key: u32,
    offset: usize,
    subkey: Out<u32>,
) -> bool {
    enter(|| {
        let found = with(configuration, |tree| Ok(tree.array_at(node(key)?, offset)))?;
        let found = found.ok_or_else(|| Failure::runtime("the array of the configuration is shorter"))?;
        subkey.write("subkey", found.number())
    })
}

/// The number of keys of a map.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_map_size(configuration: Handle, key: u32, size: Out<usize>) -> bool {
    enter(|| size.write("size", with(configuration, |tree| Ok(tree.map_size(node(key)?)))?))
}

/// Whether a map has a key.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_map_has_subkey(
    configuration: Handle,
    key: u32,
    name: Text,
    result: Out<bool>,
) -> bool {
    enter(|| {
        let name = name.read("name")?;
        result.write("result", with(configuration, |tree| Ok(tree.map_at(node(key)?, name).is_some()))?)
    })
}

/// The name of a key of a map.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_map_subkey_name(
    configuration: Handle,
    key: u32,
    offset: usize,
    name: Out<Borrowed<c_char>>,
) -> bool {
    enter(|| {
        let found = with(configuration, |tree| Ok(tree.subkey(node(key)?, offset)))?;
        let found = found.ok_or_else(|| Failure::runtime("the map of the configuration has fewer keys"))?;
        name.write("name", kept(found))
    })
}

/// The key at a path below a map.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_map_at(
    configuration: Handle,
    key: u32,
    name: Text,
    subkey: Out<u32>,
) -> bool {
    enter(|| {
        let name = name.read("name")?;
        let found = with(configuration, |tree| Ok(tree.map_at(node(key)?, name)))?;
        let found =
            found.ok_or_else(|| Failure::runtime(format!("the configuration has no key `{name}`")))?;
        subkey.write("subkey", found.number())
    })
}

/// Whether a key has a value.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_value_is_assigned(
    configuration: Handle,
    key: u32,
    assigned: Out<bool>,
) -> bool {
    enter(|| assigned.write("assigned", with(configuration, |tree| Ok(tree.is_assigned(node(key)?)))?))
}

fn value(configuration: Handle, key: u32) -> Outcome<String> {
    with(configuration, |tree| {
        let node = node(key)?;
        if !tree.kind(node).is_value {
            return Err(Failure::runtime("could not get option value: the key is a section"));
        }
        Ok(tree.get(node).unwrap_or_default())
    })
}

/// The size of a value, with its zero byte.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_value_get_size(
    configuration: Handle,
    key: u32,
    size: Out<usize>,
) -> bool {
    enter(|| size.write("size", value(configuration, key)?.len() + 1))
}

/// A value.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_value_get(
    configuration: Handle,
    key: u32,
    text: Out<c_char>,
    size: usize,
) -> bool {
    enter(|| text.write_text(size, value(configuration, key)?.as_bytes()))
}

/// Sets a value.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_configuration_value_set(configuration: Handle, key: u32, value: Text) -> bool {
    enter(|| {
        let value = value.read("value")?;
        with(configuration, |tree| {
            tree.set(node(key)?, value.trim())
                .map_err(|error| Failure::runtime(format!("could not set option value: '{value}': {error}")))
        })
    })
}
