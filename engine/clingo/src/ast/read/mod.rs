//! A text as nodes: its syntax tree with clingo's kinds, places and comments.
//!
//! ```text
//! a. % b       #program base.  a.  % b
//! ```
//!
//! *Invariant:* the nodes come in the order in which clingo reports them: a comment inside a statement comes before the
//! statement. The parser of the engine has accepted each statement; this module has no grammar of its own.

mod rule;
mod spans;
mod statement;
mod term;
mod theory;

use super::kind::Kind;
use super::node::{Node, Value};
use crate::message::{Failure, Message, Warning};
use crate::symbols::keep_str;
use crate::translation::Translation;
use hamadryad::{Disk, Files, Name, Sources, Symbols};
use hamadryad_syntax::ast::StatementKind;
use hamadryad_syntax::{Code, Diagnostic, Span, parse_apart, tokens};
use spans::{Range, Text};
use std::collections::HashSet;
use std::ffi::CStr;
use std::sync::Arc;

type Read<T> = Result<T, Failure>;

/// The nodes of a program.
#[derive(Default)]
pub struct Parsed {
    /// The statements and comments.
    pub nodes: Vec<Arc<Node>>,
    /// The messages for a logger.
    pub messages: Vec<Message>,
    /// Whether the program has errors; its correct statements are among the nodes nevertheless.
    pub has_errors: bool,
}

/// The nodes of a text.
///
/// # Errors
/// If terms are nested too deeply for nodes.
pub fn parse_string(text: &str) -> Result<Parsed, Failure> {
    let mut program = Program::default();
    program.file("<string>", text)?;
    Ok(program.parsed)
}

/// The nodes of files and of the files that they include; `-` is standard input. As in clingo, the last file comes
/// first.
///
/// # Errors
/// As [`parse_string`].
pub fn parse_files(files: &[&str]) -> Result<Parsed, Failure> {
    let mut program = Program::default();
    let mut named = Vec::new();
    for &file in files {
        if program.read.insert(Disk.identity(file)) {
            named.push(file);
        } else {
            let text = format!("<cmd>: warning: already included file:\n  {file}");
            program.parsed.messages.push(Message { warning: Warning::FileIncluded, text });
        }
    }
    for file in named.into_iter().rev() {
        match text_of_file(file) {
            Ok(text) => program.file(file, &text)?,
            Err(reason) => {
                let text = format!("<cmd>: error: {reason}");
                program.parsed.messages.push(Message { warning: Warning::RuntimeError, text });
                program.parsed.has_errors = true;
            }
        }
    }
    Ok(program.parsed)
}

fn text_of_file(file: &str) -> Result<String, String> {
    match file {
        "-" => std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string()),
        _ => Disk.read(file),
    }
}

/// A program that is being read.
#[derive(Default)]
struct Program {
    symbols: Symbols,
    sources: Sources,
    translation: Translation,
    /// The identities of the files that were read.
    read: HashSet<String>,
    parsed: Parsed,
}

/// A node with the offset of the text up to which clingo has read when it reports the node.
struct Placed {
    end: u32,
    node: Arc<Node>,
}

/// A statement or comment of a file, or a file that it includes.
enum Item {
    Node(Arc<Node>),
    Include(Include),
}

struct Include {
    path: String,
    is_builtin: bool,
    span: Span,
}

/// Reads the statements of a file.
struct Reader<'a> {
    text: Text<'a>,
    symbols: &'a Symbols,
    translation: &'a mut Translation,
    /// Whether the term is the value of a constant, where clingo's places of tuples contain the parentheses.
    is_constant: bool,
}

impl Program {
    /// Appends the nodes of a text.
    fn file(&mut self, name: &str, text: &str) -> Read<()> {
        let begin = begin_of_base(name)?;
        self.parsed.nodes.push(Arc::clone(&begin));
        for item in self.items(name, text)? {
            match item {
                Item::Node(node) => self.parsed.nodes.push(node),
                Item::Include(include) => {
                    if self.include(name, &include)? {
                        // As in clingo, the part `base` begins again behind an included file.
                        self.parsed.nodes.push(begin.deep_copy());
                    }
                }
            }
        }
        Ok(())
    }

    /// The statements, comments and includes of a text in clingo's order.
    fn items(&mut self, name: &str, text: &str) -> Read<Vec<Item>> {
        let file = self.sources.add(name, text);
        let (program, diagnostics) = parse_apart(&mut self.symbols, &self.sources, file);
        diagnostics.iter().for_each(|diagnostic| self.report(diagnostic));
        let mut reader = Reader {
            text: Text::new(text, keep_str(name)),
            symbols: &self.symbols,
            translation: &mut self.translation,
            is_constant: false,
        };
        let mut items: Vec<(u32, Item)> = Vec::new();
        let mut nodes = Vec::new();
        for statement in &program.statements {
            if let StatementKind::Include { path, builtin } = &statement.node {
                let (path, span) = (path.clone(), statement.span);
                items.push((span.end, Item::Include(Include { path, is_builtin: *builtin, span })));
                continue;
            }
            reader.statement(statement, &mut nodes)?;
            items.extend(nodes.drain(..).map(|Placed { end, node }| (end, Item::Node(node))));
        }
        for Placed { end, node } in reader.comments()? {
            items.push((end, Item::Node(node)));
        }
        items.sort_by_key(|(end, _)| *end);
        Ok(items.into_iter().map(|(_, item)| item).collect())
    }

    fn report(&mut self, diagnostic: &Diagnostic) {
        self.parsed.has_errors |= diagnostic.is_error();
        self.parsed.messages.push(Message::of(diagnostic, &self.sources));
    }

    /// Appends the nodes of an included file; whether there is one that was not read before.
    fn include(&mut self, from: &str, include: &Include) -> Read<bool> {
        let Include { path, is_builtin, span } = include;
        if *is_builtin {
            if path != "incmode" {
                let message = format!("there is no built-in file `{path}`");
                self.report(&Diagnostic::error(Code::FileIncluded, *span, message));
            }
            return Ok(false);
        }
        let Some(file) = Disk.find(path, Some(from)) else {
            let message = format!("there is no file `{path}`");
            self.report(&Diagnostic::error(Code::FileIncluded, *span, message));
            return Ok(false);
        };
        if !self.read.insert(Disk.identity(&file)) {
            let message = format!("`{path}` is included already");
            self.report(&Diagnostic::warning(Code::FileIncluded, *span, message));
            return Ok(false);
        }
        match Disk.read(&file) {
            Ok(text) => {
                for item in self.items(&file, &text)? {
                    match item {
                        Item::Node(node) => self.parsed.nodes.push(node),
                        Item::Include(include) => {
                            if self.include(&file, &include)? {
                                self.parsed.nodes.push(begin_of_base(&file)?);
                            }
                        }
                    }
                }
                Ok(true)
            }
            Err(reason) => {
                self.report(&Diagnostic::error(Code::FileIncluded, *span, reason));
                Ok(false)
            }
        }
    }
}

/// `#program base.`, with which a text begins.
fn begin_of_base(file: &str) -> Read<Arc<Node>> {
    let place = Text::new("", keep_str(file)).location(Range { start: 0, end: 0 });
    let values = vec![Value::Location(place), Value::String(c"base"), Value::Nodes(Vec::new())];
    Node::new(Kind::Program, values)
}

impl Reader<'_> {
    fn place(&self, range: Range) -> Value {
        Value::Location(self.text.location(range))
    }

    fn text_of_name(&mut self, name: Name) -> &'static CStr {
        self.translation.name(self.symbols, name)
    }

    fn name(&mut self, name: Name) -> Value {
        Value::String(self.text_of_name(name))
    }

    fn comments(&self) -> Read<Vec<Placed>> {
        let comment = |token: &tokens::Token| {
            let is_block = token.kind == tokens::Kind::BlockComment;
            let range = match is_block {
                true => Range { start: token.start, end: token.end },
                false => self.text.line_comment(token.start),
            };
            let text = Value::String(keep_str(self.text.text_of(range)));
            let values = vec![self.place(range), text, Value::Number(is_block.into())];
            Ok(Placed { end: range.end, node: Node::new(Kind::Comment, values)? })
        };
        self.text.comments.iter().map(comment).collect()
    }
}
