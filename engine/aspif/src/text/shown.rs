//! The `#show` statements of a ground program.
//!
//! No statement is needed as long as every named atom is shown and no new predicate is in use, because the
//! language shows all atoms by default. Otherwise each signature whose atoms are all shown gets a statement,
//! and each other shown atom its own.

use hamadryad_symbol::{Signature, Symbol, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Default)]
struct Predicate {
    text: String,
    named: usize,
    shown: Vec<Symbol>,
    /// Whether the statement of the signature has been written, which includes all later atoms.
    whole: bool,
    /// The number of atoms in `shown` with a statement of their own.
    written: usize,
}

/// The atoms that are shown so far, by signature.
#[derive(Default)]
pub(super) struct Shown {
    order: Vec<Predicate>,
    by_signature: FxHashMap<Signature, usize>,
    seen: FxHashSet<Symbol>,
    /// Whether a statement has been written; before the first one, all atoms are shown.
    hiding: bool,
}

impl Shown {
    /// Adds an atom of the program.
    pub(super) fn named(&mut self, symbols: &Symbols, symbol: Symbol) {
        if let Some(predicate) = self.predicate(symbols, symbol) {
            predicate.named += 1;
        }
    }

    /// Adds a shown atom.
    pub(super) fn shown(&mut self, symbols: &Symbols, symbol: Symbol) {
        if self.seen.insert(symbol)
            && let Some(predicate) = self.predicate(symbols, symbol)
        {
            predicate.shown.push(symbol);
        }
    }

    fn predicate(&mut self, symbols: &Symbols, symbol: Symbol) -> Option<&mut Predicate> {
        let signature = symbols.signature(symbol)?;
        let next = self.order.len();
        let index = *self.by_signature.entry(signature).or_insert(next);
        if index == next {
            let sign = if signature.positive { "" } else { "-" };
            let text = format!("{sign}{}/{}", symbols.text(signature.name), signature.arity);
            self.order.push(Predicate { text, ..Predicate::default() });
        }
        Some(&mut self.order[index])
    }

    /// The statements that this step adds; `fresh` is true if predicates are in use that must not be shown.
    pub(super) fn lines<'t>(&mut self, fresh: bool, text_of: impl Fn(Symbol) -> &'t str) -> Vec<String> {
        let mut lines = Vec::new();
        let all = |predicate: &Predicate| predicate.named == predicate.shown.len();
        if !self.hiding && !fresh && self.order.iter().all(all) {
            return lines;
        }
        for predicate in self.order.iter_mut().filter(|predicate| !predicate.shown.is_empty()) {
            if predicate.whole {
                continue;
            }
            if all(predicate) && predicate.written == 0 {
                lines.push(format!("#show {}.", predicate.text));
                predicate.whole = true;
            } else {
                let missing = &predicate.shown[predicate.written..];
                // A space separates the colon from classical negation, because `:-` is a token.
                let space = if predicate.text.starts_with('-') { " " } else { "" };
                lines.extend(missing.iter().map(|&atom| format!("#show {0}:{space}{0}.", text_of(atom))));
                predicate.written = predicate.shown.len();
            }
        }
        if !self.hiding && !lines.iter().any(|line| !line.contains(':')) {
            // Shown terms alone do not hide atoms.
            lines.push("#show.".into());
        }
        self.hiding = true;
        lines
    }
}
