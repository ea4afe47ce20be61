//! Nodes: shared, mutable, with the attributes of their kind.
//!
//! ```text
//! p(X) :- q(X).     rule { location, head: literal {…}, body: [literal {…}] }
//! ```
//!
//! Equality, order and hash values ignore locations, as in clingo.
//!
//! *Invariant:* a node has exactly the attributes of its kind, each with a value of its type, and is no part of itself.
//! No lock is held while another node is read. Nodes are nested at most [`MAX_HEIGHT`] levels deep, so recursive
//! functions need a bounded stack.

use super::kind::{Attribute, Kind, ValueType};
use super::table;
use crate::message::Failure;
use crate::order;
use crate::symbols::Symbol;
use std::cmp::Ordering;
use std::ffi::CStr;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock};

/// The maximal nesting of nodes.
pub const MAX_HEIGHT: u32 = 2000;

/// A place in a text, with lines and columns from 1; columns count bytes, as in clingo.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// The name of the text where it begins.
    pub begin_file: &'static CStr,
    /// The name of the text where it ends.
    pub end_file: &'static CStr,
    /// The first line.
    pub begin_line: usize,
    /// The last line.
    pub end_line: usize,
    /// The first column.
    pub begin_column: usize,
    /// The column behind the last character.
    pub end_column: usize,
}

/// The value of an attribute.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number.
    Number(i32),
    /// A symbol.
    Symbol(Symbol),
    /// A place in a text.
    Location(Location),
    /// A text.
    String(&'static CStr),
    /// A node.
    Node(Arc<Node>),
    /// A node or nothing.
    OptionalNode(Option<Arc<Node>>),
    /// A list of texts.
    Strings(Vec<&'static CStr>),
    /// A list of nodes.
    Nodes(Vec<Arc<Node>>),
}

impl Value {
    /// The type.
    pub fn value_type(&self) -> ValueType {
        match self {
            Value::Number(_) => ValueType::Number,
            Value::Symbol(_) => ValueType::Symbol,
            Value::Location(_) => ValueType::Location,
            Value::String(_) => ValueType::String,
            Value::Node(_) => ValueType::Node,
            Value::OptionalNode(_) => ValueType::OptionalNode,
            Value::Strings(_) => ValueType::Strings,
            Value::Nodes(_) => ValueType::Nodes,
        }
    }

    /// The nodes of the value.
    pub fn nodes(&self) -> &[Arc<Node>] {
        match self {
            Value::Node(node) | Value::OptionalNode(Some(node)) => std::slice::from_ref(node),
            Value::Nodes(nodes) => nodes,
            _ => &[],
        }
    }

    fn order(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Number(a), Value::Number(b)) => a.cmp(b),
            (Value::Symbol(a), Value::Symbol(b)) => order::compare(*a, *b),
            (Value::String(a), Value::String(b)) => a.cmp(b),
            (Value::Node(a), Value::Node(b)) => a.cmp(b),
            (Value::OptionalNode(a), Value::OptionalNode(b)) => a.cmp(b),
            (Value::Strings(a), Value::Strings(b)) => a.cmp(b),
            (Value::Nodes(a), Value::Nodes(b)) => a.cmp(b),
            (a, b) => a.value_type().cmp(&b.value_type()),
        }
    }

    fn deep_copy(&self) -> Value {
        match self {
            Value::Node(node) => Value::Node(node.deep_copy()),
            Value::OptionalNode(node) => Value::OptionalNode(node.as_ref().map(|node| node.deep_copy())),
            Value::Nodes(nodes) => Value::Nodes(nodes.iter().map(|node| node.deep_copy()).collect()),
            other => other.clone(),
        }
    }
}

/// A node of a syntax tree.
#[derive(Debug)]
pub struct Node {
    /// The number, which no other node of the process has.
    number: usize,
    kind: Kind,
    /// The values, in the order of [`Kind::arguments`]. Readers share the list; a change copies it if it is shared.
    values: RwLock<Arc<Vec<Value>>>,
    /// An upper bound of the nesting below and including the node when it was made or changed.
    height: AtomicU32,
    /// Whether the table of numbers has an entry for the node.
    is_listed: AtomicBool,
}

impl Drop for Node {
    fn drop(&mut self) {
        if *self.is_listed.get_mut() {
            table::forget(self.number);
        }
    }
}

/// A number that no other node has. The last four bits are set: numbers of other objects differ.
fn next_number() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(1 << 12 | 15);
    NEXT.fetch_add(16, Relaxed)
}

/// The failure of nodes that are nested too deeply.
fn too_deep() -> Failure {
    Failure::runtime(format!("syntax trees cannot be nested more than {MAX_HEIGHT} levels deep"))
}

impl Node {
    /// A node with these values, in the order of [`Kind::arguments`].
    ///
    /// # Errors
    /// If a value has another type than its attribute, or the nodes are nested too deeply.
    pub fn new(kind: Kind, values: Vec<Value>) -> Result<Arc<Node>, Failure> {
        let arguments = kind.arguments();
        let fits = |(value, argument): (&Value, &super::kind::Argument)| value.value_type() == argument.value;
        if values.len() != arguments.len() || !values.iter().zip(arguments).all(fits) {
            return Err(Failure::runtime(format!("these are not the values of a node '{}'", name(kind))));
        }
        Node::made(kind, values)
    }

    /// As [`Node::new`], for values of the right types.
    fn made(kind: Kind, values: Vec<Value>) -> Result<Arc<Node>, Failure> {
        let below = values.iter().flat_map(Value::nodes).map(|node| node.height.load(Relaxed)).max();
        let height = below.unwrap_or(0) + 1;
        if height > MAX_HEIGHT {
            return Err(too_deep());
        }
        Ok(Node::with_height(kind, values, height))
    }

    /// The kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    fn with_height(kind: Kind, values: Vec<Value>, height: u32) -> Arc<Node> {
        Arc::new(Node {
            number: next_number(),
            kind,
            values: RwLock::new(Arc::new(values)),
            height: AtomicU32::new(height),
            is_listed: AtomicBool::new(false),
        })
    }

    /// The number, for an entry in the table of numbers.
    pub(super) fn list(&self) -> usize {
        self.is_listed.store(true, Relaxed);
        self.number
    }

    /// The values, in the order of [`Kind::arguments`].
    pub fn values(&self) -> Arc<Vec<Value>> {
        Arc::clone(&self.values.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether the node has an attribute.
    pub fn has(&self, attribute: Attribute) -> bool {
        self.position(attribute).is_ok()
    }

    fn position(&self, attribute: Attribute) -> Result<usize, Failure> {
        let mut arguments = self.kind.arguments().iter();
        arguments.position(|argument| argument.attribute == attribute).ok_or_else(|| {
            let attribute = attribute.name().to_string_lossy();
            Failure::runtime(format!("ast '{}' does not have attribute '{attribute}'", name(self.kind)))
        })
    }

    /// The value of an attribute.
    ///
    /// # Errors
    /// If nodes of this kind do not have the attribute.
    pub fn get(&self, attribute: Attribute) -> Result<Value, Failure> {
        Ok(self.values()[self.position(attribute)?].clone())
    }

    /// Changes the value of an attribute in place.
    ///
    /// # Errors
    /// If nodes of this kind do not have the attribute, the new value has another type, the change fails, or the node
    /// would be a part of itself; then the value stays as it was.
    pub fn change<T>(
        self: &Arc<Node>,
        attribute: Attribute,
        change: impl FnOnce(&mut Value) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let position = self.position(attribute)?;
        let mut value = self.values()[position].clone();
        let result = change(&mut value)?;
        if value.value_type() != self.kind.arguments()[position].value {
            return Err(wrong_type(self.kind, attribute));
        }
        let mut height = 0;
        for node in value.nodes() {
            height = height.max(self.height_without_self(node, 1)?);
        }
        self.height.fetch_max(height + 1, Relaxed);
        let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
        Arc::make_mut(&mut values)[position] = value;
        Ok(result)
    }

    /// The height of a node that will be below this node.
    fn height_without_self(self: &Arc<Node>, node: &Arc<Node>, depth: u32) -> Result<u32, Failure> {
        if Arc::ptr_eq(self, node) {
            return Err(Failure::runtime("a syntax tree cannot be a part of itself"));
        }
        if depth >= MAX_HEIGHT {
            return Err(too_deep());
        }
        let mut height = 0;
        for value in node.values().iter() {
            for below in value.nodes() {
                height = height.max(self.height_without_self(below, depth + 1)?);
            }
        }
        Ok(height + 1)
    }

    /// A copy that shares the nodes below.
    pub fn copy(&self) -> Arc<Node> {
        self.with_values(self.values().as_ref().clone())
    }

    /// A copy with copies of all nodes below.
    pub fn deep_copy(&self) -> Arc<Node> {
        self.with_values(self.values().iter().map(Value::deep_copy).collect())
    }

    /// A node of the same kind with values that were taken from this one.
    fn with_values(&self, values: Vec<Value>) -> Arc<Node> {
        Node::with_height(self.kind, values, self.height.load(Relaxed))
    }

    /// A copy in which some attributes have other values, of the same types.
    pub(super) fn updated(&self, changes: &[(Attribute, Value)]) -> Arc<Node> {
        let mut values = self.values().as_ref().clone();
        for (attribute, value) in changes {
            if let Ok(position) = self.position(*attribute) {
                values[position] = value.clone();
            }
        }
        self.with_values(values)
    }

    /// A hash value, equal for equal nodes.
    pub fn hash_value(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    // The following functions read an attribute of a known type: a reader of nodes asks for the attributes of their kind
    // only, so the values that stand for another type never occur.

    /// A number of the node; 0 if it has none.
    pub(super) fn number(&self, attribute: Attribute) -> i32 {
        if let Ok(Value::Number(number)) = self.get(attribute) { number } else { 0 }
    }

    /// A text of the node; empty if it has none.
    pub(super) fn text(&self, attribute: Attribute) -> &'static CStr {
        if let Ok(Value::String(text)) = self.get(attribute) { text } else { c"" }
    }

    /// A node below, or nothing.
    pub(super) fn node(&self, attribute: Attribute) -> Option<Arc<Node>> {
        match self.get(attribute) {
            Ok(Value::Node(node)) => Some(node),
            Ok(Value::OptionalNode(node)) => node,
            _ => None,
        }
    }

    /// A list of nodes below.
    pub(super) fn nodes(&self, attribute: Attribute) -> Vec<Arc<Node>> {
        if let Ok(Value::Nodes(nodes)) = self.get(attribute) { nodes } else { Vec::new() }
    }

    /// A list of texts.
    pub(super) fn strings(&self, attribute: Attribute) -> Vec<&'static CStr> {
        if let Ok(Value::Strings(strings)) = self.get(attribute) { strings } else { Vec::new() }
    }

    /// The place of the node, if nodes of its kind have one.
    pub fn location(&self) -> Option<Location> {
        if let Ok(Value::Location(location)) = self.get(Attribute::Location) { Some(location) } else { None }
    }
}

/// The failure of an access with the function of another type.
pub fn wrong_type(kind: Kind, attribute: Attribute) -> Failure {
    let attribute = attribute.name().to_string_lossy();
    Failure::runtime(format!("the attribute '{attribute}' of ast '{}' has another type", name(kind)))
}

fn name(kind: Kind) -> std::borrow::Cow<'static, str> {
    kind.name().to_string_lossy()
}

impl Ord for Node {
    fn cmp(&self, other: &Node) -> Ordering {
        if std::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        let order = self.kind.cmp(&other.kind);
        let (mine, others) = (self.values(), other.values());
        let mut values = mine.iter().zip(others.iter()).map(|(a, b)| match (a, b) {
            (Value::Location(_), Value::Location(_)) => Ordering::Equal,
            (a, b) => a.order(b),
        });
        order.then_with(|| values.find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
    }
}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Node) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
        for value in self.values().iter() {
            match value {
                Value::Location(_) => {}
                Value::Number(number) => number.hash(state),
                Value::Symbol(symbol) => symbol.hash_value().hash(state),
                Value::String(text) => text.hash(state),
                Value::Node(node) => node.hash(state),
                Value::OptionalNode(node) => node.hash(state),
                Value::Strings(strings) => strings.hash(state),
                Value::Nodes(nodes) => nodes.hash(state),
            }
        }
    }
}
