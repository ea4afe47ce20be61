//! Nodes as a program: the syntax tree of the engine for the nodes of statements.
//!
//! ```text
//! rule { location 7:1-9, … }     `a :- b.` in a text of its own, whose messages have the place 7:1-9
//! ```
//!
//! The nodes may have been changed in any way. A node that stands where its kind is not permitted is an error with
//! clingo's message.
//!
//! *Invariant:* the tree is one that the parser could have made; its spans refer to the text of the nodes.

mod rule;
mod statement;
mod term;
mod theory;

use super::kind::{Attribute, Kind};
use super::node::{Location, Node};
use super::text::{self, Placed};
use crate::message::Failure;
use crate::symbols::View;
use crate::translation::Translation;
use hamadryad::{FileId, Name, Sources, Span, Symbols};
use hamadryad_syntax::ast::{Program, Statement};
use rustc_hash::FxHashMap;
use std::ffi::CStr;
use std::sync::Arc;

type Built<T> = Result<T, Failure>;

/// Terms cannot be nested deeper, as in the parser.
const MAX_DEPTH: u32 = 400;

/// Symbols that are larger as terms are refused.
const MAX_SIZE: u32 = 100_000;

/// The failure of a node that is not permitted at its place.
fn invalid(message: &str) -> Failure {
    Failure::runtime(format!("invalid ast: {message}"))
}

/// Collects statements, which are added to a program together.
#[derive(Default)]
pub struct Builder {
    statements: Vec<Arc<Node>>,
    symbols: Symbols,
    translation: Translation,
}

/// The statements of a [`Builder`], ready to be added.
pub struct Collected(Vec<Arc<Node>>);

impl Builder {
    /// Adds a copy of a statement; comments are dropped.
    ///
    /// # Errors
    /// If the node is no statement, or one of its nodes is not permitted at its place.
    pub fn add(&mut self, node: &Node) -> Result<(), Failure> {
        if node.kind() == Kind::Comment {
            return Ok(());
        }
        let nowhere = Sources::new().add("", "");
        let ranges = FxHashMap::default();
        let whole = Span { file: nowhere, start: 0, end: 0 };
        let Builder { symbols, translation, .. } = self;
        Converter { symbols, translation, ranges: &ranges, whole, depth: 0 }.statement(node)?;
        self.statements.push(node.deep_copy());
        Ok(())
    }

    /// The statements.
    pub fn finish(self) -> Collected {
        Collected(self.statements)
    }
}

impl Collected {
    /// The syntax tree, with its texts among the sources.
    ///
    /// # Errors
    /// None, since [`Builder::add`] has accepted each statement.
    pub fn build(
        &self,
        symbols: &mut Symbols,
        sources: &mut Sources,
        translation: &mut Translation,
    ) -> Result<Program, Failure> {
        let mut statements = Vec::with_capacity(self.0.len());
        let file_of = |node: &Arc<Node>| node.location().map_or(c"", |place| place.begin_file);
        for group in self.0.chunk_by(|a, b| file_of(a) == file_of(b)) {
            let name = group.first().map_or(c"", file_of).to_string_lossy();
            statements.extend(build_group(&name, group, symbols, sources, translation)?);
        }
        Ok(Program { statements })
    }
}

/// The statements of nodes whose places are in one text.
fn build_group(
    name: &str,
    nodes: &[Arc<Node>],
    symbols: &mut Symbols,
    sources: &mut Sources,
    translation: &mut Translation,
) -> Built<Vec<Statement>> {
    let mut placed = Placed::default();
    for node in nodes {
        text::append(node, &mut placed);
        placed.text.push(b'\n');
    }
    let Placed { text, places, ranges } = placed;
    if u32::try_from(text.len()).is_err() {
        return Err(Failure::runtime("the statements have more than 4 GiB of text"));
    }
    let location = |(line, column): (usize, usize)| hamadryad::Location {
        line: u32::try_from(line).unwrap_or(u32::MAX),
        column: u32::try_from(column).unwrap_or(u32::MAX),
    };
    let places = places.into_iter().map(|(offset, place)| (offset, location(place))).collect();
    let (text, ranges) = repaired(text, ranges);
    let file = sources.add_placed(name, text, places);
    let mut statements = Vec::with_capacity(nodes.len());
    for node in nodes {
        let whole = span_of(&ranges, file, node).unwrap_or(Span { file, start: 0, end: 0 });
        let mut converter = Converter { symbols, translation, ranges: &ranges, whole, depth: 0 };
        statements.push(converter.statement(node)?);
    }
    Ok(statements)
}

/// The text as UTF-8. If it has other bytes, they are replaced, and no part of the text has a known range.
fn repaired(text: Vec<u8>, ranges: Ranges) -> (String, Ranges) {
    match String::from_utf8(text) {
        Ok(text) => (text, ranges),
        Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), Ranges::default()),
    }
}

/// The parts of a text where nodes were written, by the addresses of the nodes.
pub(super) type Ranges = FxHashMap<*const Node, (u32, u32)>;

fn span_of(ranges: &Ranges, file: FileId, node: &Node) -> Option<Span> {
    ranges.get(&std::ptr::from_ref(node)).map(|&(start, end)| Span { file, start, end })
}

/// Makes the tree of one statement.
struct Converter<'a> {
    symbols: &'a mut Symbols,
    translation: &'a mut Translation,
    ranges: &'a Ranges,
    /// The span of the statement.
    whole: Span,
    /// The number of terms around the current one.
    depth: u32,
}

impl Converter<'_> {
    /// The span of a node; that of the statement if the node has no place.
    fn span(&self, node: &Node) -> Span {
        span_of(self.ranges, self.whole.file, node).unwrap_or(self.whole)
    }

    fn name(&mut self, text: &CStr) -> Name {
        self.symbols.name(&text.to_string_lossy())
    }

    /// The name in an attribute, which must not be empty.
    fn name_in(&mut self, node: &Node, attribute: Attribute) -> Built<Name> {
        match node.text(attribute) {
            text if text.is_empty() => Err(invalid("a name is empty")),
            text => Ok(self.name(text)),
        }
    }

    fn symbol(&mut self, symbol: crate::symbols::Symbol) -> Built<hamadryad::Symbol> {
        require(is_moderate(symbol), "a symbol is nested too deeply, or too large")?;
        self.translation.inwards(self.symbols, symbol).ok_or_else(crate::program::no_symbol)
    }

    /// Runs a conversion one level deeper.
    fn deeper<T>(&mut self, convert: impl FnOnce(&mut Self) -> Built<T>) -> Built<T> {
        if self.depth >= MAX_DEPTH {
            return Err(invalid(&format!("terms are nested more than {MAX_DEPTH} levels deep")));
        }
        self.depth += 1;
        let result = convert(self);
        self.depth -= 1;
        result
    }
}

/// Whether a symbol can be written out as a term. Symbols share their arguments, so a short one may be a large term.
fn is_moderate(symbol: crate::symbols::Symbol) -> bool {
    let (mut open, mut size) = (vec![(symbol, 1)], 0);
    while let Some((symbol, depth)) = open.pop() {
        size += 1;
        if depth > MAX_DEPTH || size > MAX_SIZE {
            return false;
        }
        if let Some(View::Function(function)) = symbol.view() {
            open.extend(function.arguments.iter().map(|&argument| (argument, depth + 1)));
        }
    }
    true
}

/// The node of an attribute that all nodes of the kind have.
fn child(node: &Node, attribute: Attribute) -> Built<Arc<Node>> {
    node.node(attribute).ok_or_else(|| invalid("a node is missing"))
}

fn require(is_permitted: bool, message: &str) -> Built<()> {
    if is_permitted { Ok(()) } else { Err(invalid(message)) }
}

/// A number that must not be negative.
fn natural(node: &Node, attribute: Attribute) -> Built<u32> {
    u32::try_from(node.number(attribute)).map_err(|_| invalid("a number is negative"))
}

/// The place where a script stands, with its language and its code, if the node is a script.
pub fn script(node: &Node) -> Option<(Location, &'static CStr, &'static CStr)> {
    let is_script = node.kind() == Kind::Script;
    let place = node.location().filter(|_| is_script)?;
    Some((place, node.text(Attribute::Name), node.text(Attribute::Code)))
}
