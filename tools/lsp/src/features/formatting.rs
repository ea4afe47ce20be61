//! Formatting, as `hamadryad fmt` does it.

use crate::workspace::Document;
use gen_lsp_types::TextEdit;
use hamadryad_syntax::{Sources, format};

/// The edits that format a text: none if it is formatted or has errors. Equal lines at the beginning and end are
/// left alone, so that cursors and marks stay.
pub fn format_document(document: &Document) -> Vec<TextEdit> {
    let mut sources = Sources::new();
    let file = sources.add("", &*document.text);
    let Ok(formatted) = format(&sources, file) else { return Vec::new() };
    let old = &*document.text;
    if formatted == old {
        return Vec::new();
    }
    let lines = |text: &str| text.split_inclusive('\n').map(str::len).collect::<Vec<usize>>();
    let common = old.split_inclusive('\n').zip(formatted.split_inclusive('\n'));
    let start: usize = common.take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum();
    let rest = (&old[start..], &formatted[start..]);
    let (old_lines, new_lines) = (lines(rest.0), lines(rest.1));
    let (mut old_end, mut new_end) = (old.len(), formatted.len());
    for (&a, &b) in old_lines.iter().rev().zip(new_lines.iter().rev()) {
        if old[old_end - a..old_end] != formatted[new_end - b..new_end] {
            break;
        }
        (old_end, new_end) = (old_end - a, new_end - b);
    }
    let range = document.range(start as u32, old_end as u32);
    vec![TextEdit { range, new_text: formatted[start..new_end].to_owned() }]
}
