//! Definitions, references and new names of predicates, constants, functions, theory atoms and variables.

use crate::index::{Occurrence, Role, Sort};
use crate::workspace::Document;
use gen_lsp_types::{Location, Position, Range, TextEdit, Uri, WorkspaceEdit};
use std::collections::HashMap;
use std::sync::Arc;

/// The thing under the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subject {
    /// Its name.
    pub name: String,
    /// Its first occurrence at the cursor.
    pub at: Occurrence,
}

impl Subject {
    /// The thing at a position.
    pub fn at(document: &Document, position: Position) -> Option<Subject> {
        let at = document.index().at(document.offset(position))?;
        Some(Subject { name: document.slice(at.start, at.end).to_owned(), at })
    }

    fn is(&self, document: &Document, found: &Occurrence) -> bool {
        let (a, b) = (&self.at, found);
        (a.sort, a.arity, a.scope) == (b.sort, b.arity, b.scope)
            && document.slice(found.start, found.end) == self.name
    }

    /// The occurrences in some texts, the first of which has the cursor. Variables occur in their statement
    /// only.
    pub fn occurrences<'d>(
        &self,
        documents: &'d [Arc<Document>],
    ) -> impl Iterator<Item = (&'d Arc<Document>, &'d Occurrence)> {
        let most = if self.at.sort == Sort::Variable { 1 } else { documents.len() };
        documents.iter().take(most).flat_map(move |document| {
            let all = document.index().occurrences.iter();
            all.filter(|found| self.is(document, found)).map(move |found| (document, found))
        })
    }
}

fn location(document: &Document, found: &Occurrence) -> Location {
    Location { uri: Uri(document.uri.clone()), range: document.range(found.start, found.end) }
}

/// The definitions of the thing at a position: heads of a predicate, `#const` and parameters of a constant,
/// the `#theory` of a theory atom, the first occurrence of a variable; the file of an `#include`.
pub fn definitions(documents: &[Arc<Document>], position: Position) -> Vec<Location> {
    let Some(document) = documents.first() else { return Vec::new() };
    if let Some(file) = included_file(document, position) {
        return vec![file];
    }
    let Some(subject) = Subject::at(document, position) else { return Vec::new() };
    let all: Vec<_> = subject.occurrences(documents).collect();
    let of = |role: Role| {
        all.iter()
            .filter(move |(_, found)| found.role == role)
            .map(|(document, found)| location(document, found))
    };
    let found: Vec<Location> = match subject.at.sort {
        Sort::Predicate => of(Role::Head).collect(),
        Sort::Constant | Sort::Theory => of(Role::Declaration).collect(),
        Sort::Variable => of(Role::Use).take(1).collect(),
        Sort::Function | Sort::Call => Vec::new(),
    };
    if found.is_empty() { of(Role::Declaration).collect() } else { found }
}

/// The start of the file that an `#include` at the position names.
fn included_file(document: &Document, position: Position) -> Option<Location> {
    use hamadryad::Files;
    let offset = document.offset(position);
    let (path, _) = document.index().includes.iter().find(|(_, span)| span.contains(&offset))?;
    let found = hamadryad::Disk.find(path, Some(&document.name()))?;
    let start = Position { line: 0, character: 0 };
    let uri = Uri(crate::uri::of_path(std::path::Path::new(&found)));
    Some(Location { uri, range: Range { start, end: start } })
}

/// All occurrences of the thing at a position.
pub fn references(documents: &[Arc<Document>], position: Position, with_definitions: bool) -> Vec<Location> {
    let Some(subject) = documents.first().and_then(|document| Subject::at(document, position)) else {
        return Vec::new();
    };
    let wanted = |found: &Occurrence| with_definitions || found.role == Role::Use;
    let all = subject.occurrences(documents).filter(|(_, found)| wanted(found));
    all.map(|(document, found)| location(document, found)).collect()
}

/// The range of the name at a position, if it can be changed.
pub fn renamable(document: &Document, position: Position) -> Option<(Range, String)> {
    let subject = Subject::at(document, position)?;
    Some((document.range(subject.at.start, subject.at.end), subject.name))
}

/// The edits that change the name of the thing at a position everywhere.
///
/// # Errors
/// If the new name is not a name of this kind, or means something already, so that the program would change.
pub fn rename(documents: &[Arc<Document>], position: Position, new: &str) -> Result<WorkspaceEdit, String> {
    let subject = documents.first().and_then(|document| Subject::at(document, position));
    let subject = subject.ok_or_else(|| "there is no name here".to_owned())?;
    check_name(&subject, new)?;
    let renamed = Subject { name: new.to_owned(), ..subject.clone() };
    if new != subject.name && renamed.occurrences(documents).next().is_some() {
        return Err(format!("`{new}` is in use already: the program would change its meaning"));
    }
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for (document, found) in subject.occurrences(documents) {
        let shares = document.index().within(found.start, found.start + 1);
        if shares.iter().any(|other| (other.sort, other.arity) != (found.sort, found.arity)) {
            return Err(format!(
                "`{}` has several numbers of arguments in a pool: write its alternatives as atoms of their own first",
                subject.name
            ));
        }
        let edit = TextEdit { range: document.range(found.start, found.end), new_text: new.to_owned() };
        changes.entry(Uri(document.uri.clone())).or_default().push(edit);
    }
    Ok(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
}

fn check_name(subject: &Subject, new: &str) -> Result<(), String> {
    use hamadryad_syntax::tokens::{Kind, tokens};
    let (kind, expected) = match subject.at.sort {
        Sort::Variable => (Kind::Variable, "a variable begins with an upper-case letter"),
        _ => (Kind::Name, "the name begins with a lower-case letter"),
    };
    let all = tokens(new);
    let is_name = matches!(&all[..], [token] if token.kind == kind && token.text(new) == new) && new != "_";
    if is_name {
        Ok(())
    } else {
        Err(format!("`{new}` is not a name: {expected}, and has no other signs than `_` and `'`"))
    }
}
