//! The tree of keys: sections, solvers by number, and values.
//!
//! ```text
//! solve.models   asp.eq   solver.heuristic = solver.0.heuristic   solver.1.heuristic   tester.solver.restarts
//! ```
//!
//! Invariant: a stored value has the form of its key, as clingo writes it. A key that was not set has the
//! value of `--configuration=auto`; the keys of the tester have none.

use crate::keys::{ASP, Key, ROOT, SOLVE, SOLVER};
use crate::presets;
use std::collections::BTreeMap;
use std::fmt;

/// A place in the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Node(u32);

/// Sections by number; the solvers follow.
const TOP: u32 = 0;
const TESTER: u32 = 1;
const TESTER_SOLVER: u32 = 2;
const SOLVE_SECTION: u32 = 3;
const ASP_SECTION: u32 = 4;
const SOLVER_SECTION: u32 = 5;
const FIRST_SOLVER: u32 = 6;

/// The keys of the section `tester` that have values.
const TESTER_KEYS: [&str; 4] = ["configuration", "share", "learn_explicit", "sat_prepro"];
/// The subsections in clingo's order, before the keys with values.
const TOP_SECTIONS: [(&str, u32); 4] =
    [("tester", TESTER), ("solve", SOLVE_SECTION), ("asp", ASP_SECTION), ("solver", SOLVER_SECTION)];
/// The greatest number of solvers.
const MOST_SOLVERS: u32 = 64;

/// The kind of a node. A node may be an array and a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// It has a value.
    pub is_value: bool,
    /// It has elements with numbers.
    pub is_array: bool,
    /// It has keys.
    pub is_map: bool,
}

/// The reason why a value was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetError {
    /// The node has no value.
    NoValue,
    /// The value has another form; the form is described.
    Form(&'static str),
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetError::NoValue => f.write_str("the key is a section and has no value"),
            SetError::Form(form) => write!(f, "expected {form}"),
        }
    }
}

impl std::error::Error for SetError {}

/// A configuration: the values of all keys.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    /// The values that were set.
    values: BTreeMap<Node, String>,
}

impl Node {
    /// The root of the tree.
    pub const ROOT: Node = Node(0);

    const fn section(number: u32) -> Node {
        Node(number << 16)
    }

    fn leaf(section: u32, place: usize) -> Node {
        Node(section << 16 | (place as u32 + 1))
    }

    fn split(self) -> (u32, Option<usize>) {
        (self.0 >> 16, (self.0 & 0xffff).checked_sub(1).map(|place| place as usize))
    }

    /// A number that stands for the node.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The node of a number; `None` if no node has it.
    pub fn from_number(number: u32) -> Option<Node> {
        let node = Node(number);
        let (section, place) = node.split();
        let is_known = match place {
            None => section < FIRST_SOLVER + MOST_SOLVERS,
            Some(place) => place < keys(section).len(),
        };
        is_known.then_some(node)
    }

    /// The key of a node with a value.
    fn key(self) -> Option<&'static Key> {
        let (section, place) = self.split();
        keys(section).get(place?).copied()
    }
}

/// The keys with values of a section.
fn keys(section: u32) -> Vec<&'static Key> {
    match section {
        TOP => ROOT.iter().collect(),
        TESTER => ROOT.iter().filter(|key| TESTER_KEYS.contains(&key.name)).collect(),
        SOLVE_SECTION => SOLVE.iter().collect(),
        ASP_SECTION => ASP.iter().collect(),
        section if section < FIRST_SOLVER + MOST_SOLVERS => SOLVER.iter().collect(),
        _ => Vec::new(),
    }
}

/// The subsections of a section.
fn subsections(section: u32) -> &'static [(&'static str, u32)] {
    match section {
        TOP => &TOP_SECTIONS,
        TESTER => &[("solver", TESTER_SOLVER)],
        _ => &[],
    }
}

impl Configuration {
    /// The configuration in which no key is set.
    pub fn new() -> Configuration {
        Configuration::default()
    }

    /// The kind of a node.
    pub fn kind(&self, node: Node) -> Kind {
        let (section, place) = node.split();
        let is_value = place.is_some();
        let is_array = !is_value && [SOLVER_SECTION, TESTER_SOLVER].contains(&section);
        Kind { is_value, is_array, is_map: !is_value }
    }

    /// The description of a node.
    pub fn description(&self, node: Node) -> &'static str {
        match (node.key(), node.split().0) {
            (Some(key), _) => key.description,
            (None, TOP) => "Options",
            (None, TESTER) => "Tester Options",
            (None, SOLVE_SECTION) => "Solve Options",
            (None, ASP_SECTION) => "Asp Options",
            (None, _) => "Solver Options",
        }
    }

    /// The number of elements of an array: the solvers that the number of threads or the configuration needs.
    pub fn array_size(&self, node: Node) -> usize {
        if node != Node::section(SOLVER_SECTION) {
            return 0;
        }
        if self.get_path("configuration").as_deref() == Some("many") {
            return 16;
        }
        let threads = self.get_path("solve.parallel_mode").unwrap_or_default();
        threads.split(',').next().and_then(|number| number.parse().ok()).unwrap_or(1)
    }

    /// An element of an array.
    pub fn array_at(&self, node: Node, index: usize) -> Option<Node> {
        let is_there = index < self.array_size(node);
        is_there.then(|| Node::section(FIRST_SOLVER + index as u32))
    }

    /// The number of keys of a map.
    pub fn map_size(&self, node: Node) -> usize {
        match node.split() {
            (section, None) => subsections(section).len() + keys(section).len(),
            _ => 0,
        }
    }

    /// The name of a key of a map, by its place.
    pub fn subkey(&self, node: Node, place: usize) -> Option<&'static str> {
        let (section, None) = node.split() else { return None };
        let sections = subsections(section);
        match sections.get(place) {
            Some(&(name, _)) => Some(name),
            None => keys(section).get(place - sections.len()).map(|key| key.name),
        }
    }

    /// The node of a path below a node: names, and numbers of array elements, between dots.
    pub fn map_at(&self, node: Node, path: &str) -> Option<Node> {
        path.split('.').try_fold(node, |node, name| {
            let (section, None) = node.split() else { return None };
            if let Some(&(_, found)) = subsections(section).iter().find(|(known, _)| *known == name) {
                return Some(Node::section(found));
            }
            if let Some(place) = keys(section).iter().position(|key| key.name == name) {
                return Some(Node::leaf(section, place));
            }
            let number = name.parse::<u32>().ok().filter(|&number| number < MOST_SOLVERS)?;
            (section == SOLVER_SECTION).then(|| Node::section(FIRST_SOLVER + number))
        })
    }

    /// The node that has the value of a node: `solver.k` is `solver.0.k`.
    fn owner(node: Node) -> Node {
        match node.split() {
            (SOLVER_SECTION, Some(place)) => Node::leaf(FIRST_SOLVER, place),
            _ => node,
        }
    }

    /// Whether a node has a value: keys of the tester have one after they are set.
    pub fn is_assigned(&self, node: Node) -> bool {
        self.get(node).is_some()
    }

    /// The value of a node, as clingo writes it.
    pub fn get(&self, node: Node) -> Option<String> {
        let key = node.key()?;
        if let Some(value) = self.explicit(node) {
            return Some(value.to_owned());
        }
        let (section, place) = node.split();
        match section {
            TESTER | TESTER_SOLVER => None,
            // The other solvers of a portfolio begin as the first one.
            section if section > FIRST_SOLVER => self
                .explicit(Node::leaf(FIRST_SOLVER, place?))
                .map(str::to_owned)
                .or(Some(key.default.to_owned())),
            _ => Some(key.default.to_owned()),
        }
    }

    /// The value of a path from the root.
    pub fn get_path(&self, path: &str) -> Option<String> {
        self.get(self.map_at(Node::ROOT, path)?)
    }

    /// The value of a node if it was set, directly or by a named configuration.
    pub fn explicit(&self, node: Node) -> Option<&str> {
        self.values.get(&Configuration::owner(node)).map(String::as_str)
    }

    /// The value of a path from the root if it was set.
    pub fn explicit_path(&self, path: &str) -> Option<&str> {
        self.explicit(self.map_at(Node::ROOT, path)?)
    }

    /// Sets the value of a node. A named configuration sets the values of other keys, too.
    ///
    /// # Errors
    /// If the node is a section, or the value has another form.
    pub fn set(&mut self, node: Node, value: &str) -> Result<(), SetError> {
        let key = node.key().ok_or(SetError::NoValue)?;
        let value = key.form.canonical(value).ok_or(SetError::Form(key.description))?;
        if key.name == "configuration" {
            let is_tester = node.split().0 == TESTER;
            for (path, value) in presets::values(&value) {
                let target = match (is_tester, path.strip_prefix("solver.")) {
                    (false, _) => self.map_at(Node::ROOT, path),
                    (true, Some(name)) => self.map_at(Node::section(TESTER_SOLVER), name),
                    (true, None) => self.map_at(Node::section(TESTER), path),
                };
                if let Some(target) = target {
                    self.values.insert(Configuration::owner(target), (*value).to_owned());
                }
            }
        }
        self.values.insert(Configuration::owner(node), value);
        Ok(())
    }

    /// Sets the value of a path from the root.
    ///
    /// # Errors
    /// As [`Configuration::set`]; a path without a node has no value.
    pub fn set_path(&mut self, path: &str, value: &str) -> Result<(), SetError> {
        let node = self.map_at(Node::ROOT, path).ok_or(SetError::NoValue)?;
        self.set(node, value)
    }
}

/// The path of a command line option of clingo, without its dashes: `opt-mode` is `solve.opt_mode`. `None` if
/// the option has no key.
pub fn path_of_option(option: &str) -> Option<String> {
    let name = option.replace('-', "_");
    let sections: [(&str, &[Key]); 4] =
        [("", &ROOT), ("solve.", &SOLVE), ("asp.", &ASP), ("solver.", &SOLVER)];
    let found = sections.iter().find(|(_, keys)| keys.iter().any(|key| key.name == name))?;
    Some(format!("{}{name}", found.0))
}

/// The paths of all keys that command line options can set, with their descriptions.
pub fn all_paths() -> impl Iterator<Item = (String, &'static str)> {
    let sections: [(&str, &'static [Key]); 4] =
        [("", &ROOT), ("solve.", &SOLVE), ("asp.", &ASP), ("solver.", &SOLVER)];
    sections.into_iter().flat_map(|(section, keys)| {
        keys.iter().map(move |key| (format!("{section}{}", key.name), key.description))
    })
}
