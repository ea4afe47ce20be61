//! The formatter: each statement on a line, and in long statements each part of the body on its own line.
//!
//! Comments keep their text and their neighbours, and groups of statements stay separated by an empty line.
//! Facts on a common line stay on a common line up to the maximal width. Statements with theory atoms,
//! theories and scripts are kept unchanged, because their white space may matter.
//!
//! *Invariant:* only white space changes, hence the tree stays the same. A second formatting changes nothing.

mod layout;
mod pieces;
mod spacing;

use crate::ast::{BodyItem, BodyItemKind, Head, OptimizeElement, Program, StatementKind};
use crate::{Diagnostic, FileId, Sources, parse};
use hamadryad_symbol::Symbols;
use pieces::{Kind, Piece};
use std::ops::Range;

/// The maximal width of lines, where a line can be broken.
const WIDTH: usize = 120;

/// The formatted text.
///
/// # Errors
/// The errors of the program; a text with errors is not formatted.
///
/// ```
/// use hamadryad_syntax::{Sources, format};
///
/// let mut sources = Sources::new();
/// let file = sources.add("queens.lp", "{queen( X,Y ):row(X)}=1:-column(Y) .% one\n\n\n#show queen/2.");
/// let text = "{ queen(X,Y) : row(X) } = 1 :- column(Y). % one\n\n#show queen/2.\n";
/// assert_eq!(format(&sources, file), Ok(text.to_owned()));
/// ```
pub fn format(sources: &Sources, file: FileId) -> Result<String, Vec<Diagnostic>> {
    let (program, diagnostics) = parse(&mut Symbols::new(), sources, file);
    let errors: Vec<Diagnostic> = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let text = sources.text(file);
    let mut out = Page::default();
    let (mut at, mut between) = (0, Vec::new());
    for (place, shape) in statements(text, &program) {
        let gap = pieces::of(text, at..place.start);
        between.extend(gap.comments);
        at = place.end;
        out.comments(&between);
        between.clear();
        out.statement(text, place, shape, gap.newlines);
    }
    out.comments(&pieces::of(text, at..text.len()).comments);
    Ok(out.finish())
}

/// The form of a statement in the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A fact, which may share its line with other facts.
    Fact,
    Statement,
    /// A statement that is copied unchanged.
    Verbatim,
}

/// The statements of a correct program, with their positions.
fn statements(text: &str, program: &Program) -> Vec<(Range<usize>, Shape)> {
    let mut places = Vec::new();
    for statement in &program.statements {
        let place = statement.span.start as usize..statement.span.end as usize;
        match &statement.node {
            StatementKind::Facts(_) => {
                places.extend(pieces::facts(text, place).into_iter().map(|fact| (fact, Shape::Fact)));
            }
            node if is_kept(node) => places.push((place, Shape::Verbatim)),
            _ => places.push((place, Shape::Statement)),
        }
    }
    places
}

/// Whether the statement contains text with significant white space.
fn is_kept(statement: &StatementKind) -> bool {
    let in_body = |body: &[BodyItem]| body.iter().any(|item| matches!(item.node, BodyItemKind::Theory(..)));
    let in_element = |element: &OptimizeElement| in_body(&element.body);
    match statement {
        StatementKind::Theory { .. } | StatementKind::Script { .. } => true,
        StatementKind::Rule { head, body } => matches!(head, Head::Theory(_)) || in_body(body),
        StatementKind::Optimize { elements, .. } => elements.iter().any(in_element),
        StatementKind::ShowTerm { body, .. }
        | StatementKind::External { body, .. }
        | StatementKind::ProjectAtom { body, .. }
        | StatementKind::Heuristic { body, .. }
        | StatementKind::Edge { body, .. } => in_body(body),
        _ => false,
    }
}

/// The output.
#[derive(Default)]
struct Page {
    text: String,
    /// Whether the last line contains facts only, so that another fact may follow.
    ends_with_facts: bool,
}

impl Page {
    /// Ends the line; adds an empty line if the source has at least one.
    fn break_line(&mut self, newlines: usize) {
        if self.text.is_empty() {
            return;
        }
        self.text.push('\n');
        if newlines > 1 {
            self.text.push('\n');
        }
    }

    fn comments(&mut self, comments: &[Piece<'_>]) {
        for comment in comments {
            if comment.newlines == 0 && !self.text.is_empty() {
                self.text.push(' ');
            } else {
                self.break_line(comment.newlines);
            }
            self.text.push_str(comment.text);
            self.ends_with_facts = false;
        }
    }

    fn statement(&mut self, text: &str, place: Range<usize>, shape: Shape, newlines: usize) {
        let written = match shape {
            Shape::Verbatim => text[place].to_owned(),
            Shape::Fact | Shape::Statement => layout::statement(&pieces::of(text, place).all),
        };
        let is_fact = shape == Shape::Fact && !written.contains(['\n', '%']);
        let line = self.text.len() - self.text.rfind('\n').map_or(0, |newline| newline + 1);
        let joins = is_fact && self.ends_with_facts && newlines == 0 && line + 1 + written.len() <= WIDTH;
        if joins {
            self.text.push(' ');
        } else {
            self.break_line(newlines);
        }
        self.text.push_str(&written);
        self.ends_with_facts = is_fact;
    }

    fn finish(mut self) -> String {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }
}

impl Kind {
    fn is_comment(self) -> bool {
        matches!(self, Kind::LineComment | Kind::BlockComment)
    }
}
