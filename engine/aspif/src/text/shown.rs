//! Which `#show` statements a ground program needs.
//!
//! None, as long as every atom that has a name is shown and no fresh predicate is in use: the language shows all
//! atoms then. Otherwise one for each signature of which all atoms are shown, and one for each shown atom of the rest.

use hamadryad_symbol::{Signature, Symbol, Symbols};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Default)]
struct Predicate {
    text: String,
    named: usize,
    shown: Vec<Symbol>,
    /// Whether the signature has been written, which covers all atoms to come.
    whole: bool,
    /// How many of `shown` have been written one by one.
    written: usize,
}

/// The atoms that are shown so far, by signature.
#[derive(Default)]
pub(super) struct Shown {
    order: Vec<Predicate>,
    by_signature: FxHashMap<Signature, usize>,
    seen: FxHashSet<Symbol>,
    /// Whether a statement has been written: until then, everything is shown.
    hiding: bool,
}

impl Shown {
    /// The program has an atom of this symbol.
    pub(super) fn named(&mut self, symbols: &Symbols, symbol: Symbol) {
        if let Some(predicate) = self.predicate(symbols, symbol) {
            predicate.named += 1;
        }
    }

    /// Models show the atom of this symbol.
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

    /// The statements that this step has to add; `fresh` tells whether there are predicates that must not show.
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
                // A space separates the colon from classical negation, which would form the token `:-` with it.
                let space = if predicate.text.starts_with('-') { " " } else { "" };
                lines.extend(missing.iter().map(|&atom| format!("#show {0}:{space}{0}.", text_of(atom))));
                predicate.written = predicate.shown.len();
            }
        }
        if !self.hiding && !lines.iter().any(|line| !line.contains(':')) {
            // Terms alone hide no atom.
            lines.push("#show.".into());
        }
        self.hiding = true;
        lines
    }
}
