//! Statistics: trees of numbers. The statistics of a search cannot be changed; those of the caller can.
//!
//! *Invariant:* a key is the place of a node in its tree; nodes are never removed while the tree is in use.

use crate::guard::{Outcome, enter};
use crate::object::lock;
use crate::pointers::{Borrowed, Handle, Out, Text};
use crate::registry::{self, Part};
use crate::solve::Solved;
use hamadryad::SearchStatistics;
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::program::Program;
use hamadryad_clingo::symbols::keep;
use hamadryad_configuration::{Statistics, Tree, statistics};
use std::ffi::{CStr, CString, c_char, c_int};

/// A tree of numbers by keys; the root has the key 0.
#[derive(Clone)]
pub struct Numbers(Vec<Node>);

#[derive(Clone)]
enum Node {
    Empty,
    Value(f64),
    Array(Vec<usize>),
    Map(Vec<(&'static CStr, usize)>),
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers(vec![Node::Map(Vec::new())])
    }
}

impl Numbers {
    /// The statistics of a search with those of the caller about the last step and about all steps.
    pub fn new(tree: &Tree, users: &[Numbers; 2]) -> Numbers {
        let mut numbers = Numbers(Vec::new());
        numbers.add(tree);
        let users = [(c"user_step", &users[0]), (c"user_accu", &users[1])];
        for (name, user) in users.into_iter().filter(|(_, user)| user.0.len() > 1) {
            let offset = numbers.0.len();
            numbers.0.extend(user.0.iter().cloned().map(|mut node| {
                match &mut node {
                    Node::Array(elements) => elements.iter_mut().for_each(|key| *key += offset),
                    Node::Map(elements) => elements.iter_mut().for_each(|(_, key)| *key += offset),
                    Node::Empty | Node::Value(_) => {}
                }
                node
            }));
            let Some(Node::Map(root)) = numbers.0.first_mut() else { continue };
            root.retain(|(known, _)| *known != name);
            root.push((keep(name), offset));
        }
        numbers
    }

    fn add(&mut self, tree: &Tree) -> usize {
        let key = self.0.len();
        self.0.push(Node::Empty);
        self.0[key] = match tree {
            Tree::Value(value) => Node::Value(*value),
            Tree::Array(elements) => Node::Array(elements.iter().map(|element| self.add(element)).collect()),
            Tree::Map(elements) => Node::Map(
                elements
                    .iter()
                    .map(|(name, element)| {
                        let name = CString::new(name.as_str()).unwrap_or_default();
                        (keep(&name), self.add(element))
                    })
                    .collect(),
            ),
        };
        key
    }

    /// Removes all numbers.
    pub fn clear(&mut self) {
        *self = Numbers::default();
    }

    fn node(&mut self, key: u64) -> Outcome<&mut Node> {
        let node = usize::try_from(key).ok().and_then(|key| self.0.get_mut(key));
        node.ok_or_else(|| Failure::logic("no key of the statistics has this number"))
    }

    fn array(&mut self, key: u64) -> Outcome<&mut Vec<usize>> {
        match self.node(key)? {
            Node::Array(elements) => Ok(elements),
            _ => Err(Failure::runtime("the key of the statistics is not an array")),
        }
    }

    fn map(&mut self, key: u64) -> Outcome<&mut Vec<(&'static CStr, usize)>> {
        match self.node(key)? {
            Node::Map(elements) => Ok(elements),
            _ => Err(Failure::runtime("the key of the statistics is not a map")),
        }
    }

    fn push(&mut self, kind: c_int) -> Outcome<usize> {
        self.0.push(match kind {
            0 => Node::Empty,
            1 => Node::Value(0.0),
            2 => Node::Array(Vec::new()),
            3 => Node::Map(Vec::new()),
            _ => return Err(Failure::logic("a number is not a kind of statistics")),
        });
        Ok(self.0.len() - 1)
    }
}

/// The statistics of the last search of a program.
pub fn tree(program: &mut Program, solved: &Solved, level: u8) -> Tree {
    let all_searches = program.control.search_statistics();
    let all_threads = program.control.thread_statistics();
    let before = solved.threads_before.iter().copied().chain(std::iter::repeat(SearchStatistics::default()));
    let threads = all_threads.iter().zip(before).map(|(thread, before)| thread.since(&before)).collect();
    let (variables, clauses) = program.control.size();
    let program = program.control.program_statistics();
    statistics(&Statistics {
        level,
        call: solved.call.clone(),
        total: solved.total.clone(),
        search: all_searches.since(&solved.search_before),
        all_searches,
        threads,
        all_threads,
        program,
        step: program,
        variables,
        clauses,
        user_step: None,
        user_accu: None,
    })
}

/// Works on a tree; the statistics of a search can only be read.
fn with<T>(statistics: Handle, changes: bool, work: impl FnOnce(&mut Numbers) -> Outcome<T>) -> Outcome<T> {
    let of = "statistics";
    if let Ok(control) = registry::control(statistics, Part::Statistics, of) {
        if changes {
            return Err(Failure::runtime("the statistics of a search cannot be changed"));
        }
        return work(&mut lock(&control.statistics));
    }
    if let Ok(control) = registry::control(statistics, Part::StepStatistics, of) {
        return work(&mut lock(&control.user_statistics[0]));
    }
    let control = registry::control(statistics, Part::AllStatistics, of)?;
    work(&mut lock(&control.user_statistics[1]))
}

/// The key of the root.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_root(statistics: Handle, key: Out<u64>) -> bool {
    enter(|| key.write("key", with(statistics, false, |_| Ok(0))?))
}

/// The kind of a key.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_type(statistics: Handle, key: u64, kind: Out<c_int>) -> bool {
    enter(|| {
        let found = with(statistics, false, |tree| {
            Ok(match tree.node(key)? {
                Node::Empty => 0,
                Node::Value(_) => 1,
                Node::Array(_) => 2,
                Node::Map(_) => 3,
            })
        })?;
        kind.write("type", found)
    })
}

/// The number of elements of an array.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_array_size(statistics: Handle, key: u64, size: Out<usize>) -> bool {
    enter(|| size.write("size", with(statistics, false, |tree| Ok(tree.array(key)?.len()))?))
}

/// An element of an array.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_array_at(
    statistics: Handle,
    key: u64,
    offset: usize,
    subkey: Out<u64>,
) -> bool {
    enter(|| {
        let found = with(statistics, false, |tree| Ok(tree.array(key)?.get(offset).copied()))?;
        let found = found.ok_or_else(|| Failure::runtime("the array of the statistics is shorter"))?;
        subkey.write("subkey", found as u64)
    })
}

/// Adds an element to an array.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_array_push(
    statistics: Handle,
    key: u64,
    kind: c_int,
    subkey: Out<u64>,
) -> bool {
    enter(|| {
        let added = with(statistics, true, |tree| {
            tree.array(key)?;
            let added = tree.push(kind)?;
            tree.array(key)?.push(added);
            Ok(added)
        })?;
        subkey.write("subkey", added as u64)
    })
}

/// The number of keys of a map.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_map_size(statistics: Handle, key: u64, size: Out<usize>) -> bool {
    enter(|| size.write("size", with(statistics, false, |tree| Ok(tree.map(key)?.len()))?))
}

/// Whether a map has a key.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_map_has_subkey(
    statistics: Handle,
    key: u64,
    name: Text,
    result: Out<bool>,
) -> bool {
    enter(|| {
        let name = name.c_str("name")?;
        let found =
            with(statistics, false, |tree| Ok(tree.map(key)?.iter().any(|(known, _)| *known == name)))?;
        result.write("result", found)
    })
}

/// The name of a key of a map.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_map_subkey_name(
    statistics: Handle,
    key: u64,
    offset: usize,
    name: Out<Borrowed<c_char>>,
) -> bool {
    enter(|| {
        let found = with(statistics, false, |tree| Ok(tree.map(key)?.get(offset).map(|(name, _)| *name)))?;
        let found = found.ok_or_else(|| Failure::runtime("the map of the statistics has fewer keys"))?;
        name.write("name", Borrowed::text(found))
    })
}

/// A key of a map.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_map_at(
    statistics: Handle,
    key: u64,
    name: Text,
    subkey: Out<u64>,
) -> bool {
    enter(|| {
        let text = name.c_str("name")?;
        // As in clingo, a name may be a path with dots.
        let found = with(statistics, false, |tree| {
            text.to_bytes().split(|&byte| byte == b'.').try_fold(key, |key, name| match tree.node(key)? {
                Node::Array(elements) => {
                    let place = std::str::from_utf8(name).ok().and_then(|name| name.parse::<usize>().ok());
                    let found = place.and_then(|place| elements.get(place).copied());
                    found.map(|key| key as u64).ok_or_else(|| missing(text))
                }
                Node::Map(elements) => {
                    let found = elements.iter().find(|(known, _)| known.to_bytes() == name);
                    found.map(|&(_, key)| key as u64).ok_or_else(|| missing(text))
                }
                Node::Empty | Node::Value(_) => Err(missing(text)),
            })
        })?;
        subkey.write("subkey", found)
    })
}

fn missing(name: &CStr) -> Failure {
    Failure::runtime(format!("the statistics have no key `{}`", name.to_string_lossy()))
}

/// Adds a key to a map, or finds the key that is there.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_map_add_subkey(
    statistics: Handle,
    key: u64,
    name: Text,
    kind: c_int,
    subkey: Out<u64>,
) -> bool {
    enter(|| {
        let name = keep(name.c_str("name")?);
        let added = with(statistics, true, |tree| {
            if let Some(&(_, known)) = tree.map(key)?.iter().find(|(known, _)| *known == name) {
                return Ok(known);
            }
            let added = tree.push(kind)?;
            tree.map(key)?.push((name, added));
            Ok(added)
        })?;
        subkey.write("subkey", added as u64)
    })
}

/// The number of a key.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_value_get(statistics: Handle, key: u64, value: Out<f64>) -> bool {
    enter(|| {
        let found = with(statistics, false, |tree| match tree.node(key)? {
            Node::Value(value) => Ok(*value),
            _ => Err(Failure::runtime("the key of the statistics has no number")),
        })?;
        value.write("value", found)
    })
}

/// Sets the number of a key.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_statistics_value_set(statistics: Handle, key: u64, value: f64) -> bool {
    enter(|| {
        with(statistics, true, |tree| match tree.node(key)? {
            Node::Value(known) => {
                *known = value;
                Ok(())
            }
            _ => Err(Failure::runtime("the key of the statistics has no number")),
        })
    })
}
