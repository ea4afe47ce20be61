//! Warnings that are found during instantiation, each place once.

use crate::arithmetic;
use hamadryad_syntax::{Code, Compat, Diagnostic, Span};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use std::fmt;

type Places = IndexSet<Span, FxBuildHasher>;

/// The places of warnings, by kind.
#[derive(Default)]
pub(crate) struct Warnings {
    /// Operations without a value.
    pub undefined: Places,
    /// Calls without a value, each with the reason.
    pub calls: IndexSet<(Span, String), FxBuildHasher>,
    pub overflows: Places,
    pub intervals: Places,
    /// Tuples that do not count, each with the first reason.
    ignored: IndexMap<Span, String, FxBuildHasher>,
    /// Tuples without terms.
    pub empty: Places,
    pub externals: Places,
    pub edges: Places,
    pub explosions: Explosions,
    pub heuristics: Places,
}

impl Warnings {
    /// Records that the tuple at a place is ignored; the first reason counts.
    pub(crate) fn ignore(&mut self, span: Span, part: &str, value: impl fmt::Display, is: &str) {
        self.ignored.entry(span).or_insert_with(|| format!("its {part} `{value}` {is}"));
    }

    /// The warnings as diagnostics.
    pub(crate) fn diagnostics(self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        places(&mut diagnostics, self.undefined, Code::OperationUndefined, "operation undefined");
        diagnostics.extend(self.overflows.into_iter().map(|span| arithmetic::overflow(Compat::Five, span)));
        diagnostics.extend(self.calls.into_iter().map(|(span, reason)| {
            Diagnostic::warning(Code::OperationUndefined, span, format!("operation undefined: {reason}"))
        }));
        places(&mut diagnostics, self.intervals, Code::OperationUndefined, "interval undefined");
        diagnostics.extend(self.ignored.into_iter().map(|(span, reason)| {
            Diagnostic::warning(Code::OperationUndefined, span, format!("tuple ignored: {reason}"))
        }));
        places(&mut diagnostics, self.empty, Code::OperationUndefined, "empty tuple ignored");
        let message = "external ignored: its value is none of true, false, free, release";
        places(&mut diagnostics, self.externals, Code::OperationUndefined, message);
        places(&mut diagnostics, self.edges, Code::OperationUndefined, "edge ignored");
        places(&mut diagnostics, self.heuristics, Code::OperationUndefined, "heuristic directive ignored");
        diagnostics.extend(self.explosions.into_iter().map(|(span, size)| explosion(span, size)));
        diagnostics
    }
}

fn places(diagnostics: &mut Vec<Diagnostic>, spans: Places, code: Code, message: &str) {
    diagnostics.extend(spans.into_iter().map(|span| Diagnostic::warning(code, span, message)));
}

fn explosion(span: Span, size: usize) -> Diagnostic {
    let message =
        format!("this assignment has {size} possible values, and each makes an instance of its rule");
    let hint = "compare the aggregate with a bound instead, or let `#minimize` add up its weights";
    Diagnostic::warning(Code::Other, span, message).with_hint(hint)
}

/// The places of assignments with very many values, each with the largest number of values.
#[derive(Default)]
pub(crate) struct Explosions(IndexMap<Span, usize, FxBuildHasher>);

impl Explosions {
    /// The limit on values beyond which an assignment is reported.
    const MANY: usize = 10_000;

    pub(crate) fn note(&mut self, span: Span, values: usize) {
        if values > Explosions::MANY {
            let known = self.0.entry(span).or_default();
            *known = values.max(*known);
        }
    }

    fn into_iter(self) -> impl Iterator<Item = (Span, usize)> {
        self.0.into_iter()
    }
}
