//! Diagnostics as text: the place with a caret, the message and a hint (feature `render`).
//!
//! ```text
//! error[unsafe]: `X` is unsafe
//!  --> queens.lp:3:8
//!   |
//! 3 | queen(X) :- size(N).
//!   |       ^
//!   |
//!   = help: bind it in a positive body literal
//! ```
//!
//! The renderer gets only the lines to be shown, because a program may have millions of lines.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use hamadryad_syntax::{Diagnostic, FileId, Severity, Sources, Span};
use std::ops::Range;

/// The number of warnings, and of errors, that are printed in full; the rest is counted. The parser stops
/// after as many errors, and its message about the rest of the text is printed too.
const MOST: usize = 100;

/// The look of diagnostics.
pub struct Style(Renderer);

impl Style {
    /// Without colour.
    pub fn plain() -> Style {
        Style(Renderer::plain())
    }

    /// With colours for terminals.
    pub fn coloured() -> Style {
        Style(Renderer::styled())
    }

    /// All diagnostics that pass the filter, each followed by an empty line.
    pub fn render_all(
        &self,
        diagnostics: &[Diagnostic],
        sources: &Sources,
        shows: impl Fn(&Diagnostic) -> bool,
    ) -> String {
        let mut text = String::new();
        for (severity, noun) in [(Severity::Warning, "warning"), (Severity::Error, "error")] {
            let of_severity = |diagnostic: &&Diagnostic| diagnostic.severity == severity && shows(diagnostic);
            let shown: Vec<&Diagnostic> = diagnostics.iter().filter(of_severity).collect();
            let most = if shown.len() == MOST + 1 { MOST + 1 } else { MOST };
            for diagnostic in shown.iter().take(most) {
                text.push_str(&self.render(diagnostic, sources));
                text.push_str("\n\n");
            }
            if shown.len() > most {
                text.push_str(&format!("{} more {noun}s\n\n", shown.len() - most));
            }
        }
        text
    }

    /// One diagnostic, without a line break at its end.
    pub fn render(&self, diagnostic: &Diagnostic, sources: &Sources) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group = level.primary_title(&diagnostic.message).id(diagnostic.code.name()).elements(
            files(diagnostic).into_iter().map(|file| snippet(diagnostic, file, sources)).collect::<Vec<_>>(),
        );
        if let Some(hint) = &diagnostic.hint {
            group = group.element(Level::HELP.message(hint));
        }
        let group: Group<'_> = group;
        self.0.render(&[group])
    }
}

/// The files that a diagnostic refers to; the first is the file of the main place.
fn files(diagnostic: &Diagnostic) -> Vec<FileId> {
    let mut files = vec![diagnostic.span.file];
    for (span, _) in &diagnostic.labels {
        if !files.contains(&span.file) {
            files.push(span.file);
        }
    }
    files
}

fn snippet<'a>(
    diagnostic: &'a Diagnostic,
    file: FileId,
    sources: &'a Sources,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let main = (diagnostic.span, None, AnnotationKind::Primary);
    let labels =
        diagnostic.labels.iter().map(|(span, text)| (*span, Some(text.as_str()), AnnotationKind::Context));
    let places: Vec<(Span, Option<&str>, AnnotationKind)> =
        std::iter::once(main).chain(labels).filter(|(span, ..)| span.file == file).collect();
    let text = sources.text(file);
    let window = window(text, &places.iter().map(|(span, ..)| *span).collect::<Vec<Span>>());
    let line = sources.location(file, window.start as u32).line;
    let annotations = places.into_iter().map(|(span, label, kind)| {
        let start = (span.start as usize).clamp(window.start, window.end) - window.start;
        let end = (span.end as usize).clamp(window.start, window.end) - window.start;
        kind.span(start..end.max(start)).label(label)
    });
    Snippet::source(&text[window.clone()])
        .line_start(line as usize)
        .path(sources.name(file))
        .annotations(annotations.collect::<Vec<_>>())
}

/// The whole lines that the spans touch. The renderer cuts long lines.
fn window(text: &str, spans: &[Span]) -> Range<usize> {
    let first = spans.iter().map(|span| span.start as usize).min().unwrap_or(0).min(text.len());
    let last = spans.iter().map(|span| span.end as usize).max().unwrap_or(0).clamp(first, text.len());
    // A span that ends with a line break does not touch the next line.
    let last = if last > first && text.as_bytes()[last - 1] == b'\n' { last - 1 } else { last };
    let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let end = text[last..].find('\n').map_or(text.len(), |at| last + at);
    // On Windows, lines end in two characters.
    start..start + text[start..end].trim_end_matches('\r').len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_syntax::Code;

    fn sources(name: &str, text: &str) -> (Sources, FileId) {
        let mut sources = Sources::new();
        let file = sources.add(name, text);
        (sources, file)
    }

    fn span(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }

    #[test]
    fn a_diagnostic_shows_place_caret_label_and_hint() {
        let (sources, file) = sources("queens.lp", "size(4).\n\nqueen(X) :- size(N).\n");
        let diagnostic = Diagnostic::error(Code::Unsafe, span(file, 16, 17), "`X` is unsafe")
            .with_label(span(file, 10, 30), "in this rule")
            .with_hint("bind it in a positive body literal");
        let expected = "\
error[unsafe]: `X` is unsafe
 --> queens.lp:3:7
  |
3 | queen(X) :- size(N).
  | ------^------------- in this rule
  |
  = help: bind it in a positive body literal";
        assert_eq!(Style::plain().render(&diagnostic, &sources), expected);
    }

    #[test]
    fn places_in_two_files_are_both_shown() {
        let mut sources = Sources::new();
        let first = sources.add("a.lp", "#const n = 1.\n");
        let second = sources.add("<cmd>", "b. #const n = 2.");
        let diagnostic = Diagnostic::warning(Code::Constant, span(second, 3, 16), "`n` is defined twice")
            .with_label(span(first, 0, 13), "here too");
        let expected = "\
warning[constant]: `n` is defined twice
 --> <cmd>:1:4
  |
1 | b. #const n = 2.
  |    ^^^^^^^^^^^^^
  |
 ::: a.lp:1:1
  |
1 | #const n = 1.
  | ------------- here too";
        assert_eq!(Style::plain().render(&diagnostic, &sources), expected);
    }

    #[test]
    fn lines_of_windows_look_like_all_others() {
        let (sources, file) = sources("a.lp", "a :-\r\n  b.\r\n");
        let diagnostic = Diagnostic::warning(Code::AtomUndefined, span(file, 8, 9), "`b/0`")
            .with_label(span(file, 0, 10), "in this rule");
        let expected = "\
warning[atom-undefined]: `b/0`
 --> a.lp:2:3
  |
1 | / a :-
2 | |   b.
  | |___^- in this rule";
        assert_eq!(Style::plain().render(&diagnostic, &sources), expected);
    }

    #[test]
    fn invalid_places_are_shown_at_the_end_of_the_file() {
        let (sources, file) = sources("-", "a :- b\n");
        for (start, end) in [(6, 6), (7, 7), (6, 7), (7, 700), (900, 901), (5, 2)] {
            let diagnostic = Diagnostic::error(Code::Syntax, span(file, start, end), "the file ends here");
            let text = Style::plain().render(&diagnostic, &sources);
            assert!(text.contains("the file ends here") && text.contains("--> -:"), "{text}");
        }
        let (sources, file) = self::sources("empty.lp", "");
        let diagnostic = Diagnostic::error(Code::Other, span(file, 0, 0), "nothing here");
        assert!(Style::plain().render(&diagnostic, &sources).contains("empty.lp:1:1"));
    }

    #[test]
    fn long_lines_are_cut_and_long_files_are_not_searched() {
        let text = format!("{}p(ä) :- q.{}", "ä(1). ".repeat(200_000), " b(2).".repeat(200_000));
        let (sources, file) = sources("facts.lp", &text);
        let at = text.find("p(").unwrap() as u32;
        let diagnostic = Diagnostic::error(Code::Syntax, span(file, at, at + 2), "here");
        let text = Style::plain().render(&diagnostic, &sources);
        assert!(text.len() < 1000 && text.contains("p(ä) :- q."), "{}", text.len());
    }

    #[test]
    fn warnings_come_first_and_long_lists_are_counted() {
        let (sources, file) = sources("a.lp", "a :- b.");
        let error = Diagnostic::error(Code::Syntax, span(file, 0, 1), "bad");
        let warning = Diagnostic::warning(Code::AtomUndefined, span(file, 5, 6), "no rule derives `b`");
        let all = [vec![error.clone(); 102], vec![warning.clone()]].concat();
        let text = Style::plain().render_all(&all, &sources, |_| true);
        assert!(text.starts_with("warning[atom-undefined]: no rule derives `b`\n"));
        assert!(text.ends_with("\n\n2 more errors\n\n"));
        assert_eq!(text.matches("bad").count(), 100);
        assert_eq!(Style::plain().render_all(&[warning], &sources, Diagnostic::is_error), "");
    }
}
