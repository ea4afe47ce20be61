//! The correspondence between the symbols of one control and those of the process.
//!
//! *Invariant:* a symbol that was translated once keeps its partner; only symbols that a caller receives, and their
//! arguments, are translated.

use crate::symbols::{Function, Symbol, View, keep_str};
use hamadryad::{Name, Symbols};
use rustc_hash::FxHashMap;
use std::ffi::CStr;

/// The translated symbols of a control.
#[derive(Default)]
pub struct Translation {
    outwards: FxHashMap<hamadryad::Symbol, Symbol>,
    names: FxHashMap<Name, &'static CStr>,
    inwards: FxHashMap<Symbol, hamadryad::Symbol>,
}

impl Translation {
    /// The name as a text of the process.
    pub fn name(&mut self, symbols: &Symbols, name: Name) -> &'static CStr {
        self.names.entry(name).or_insert_with(|| keep_str(symbols.text(name)))
    }

    /// The symbol of the process for a symbol of the control.
    pub fn outwards(&mut self, symbols: &Symbols, symbol: hamadryad::Symbol) -> Symbol {
        if let Some(value) = symbols.as_number(symbol) {
            return Symbol::number(value);
        }
        if let Some(&known) = self.outwards.get(&symbol) {
            return known;
        }
        // A list of open terms instead of recursion: terms may be deep.
        let mut open = vec![symbol];
        while let Some(&next) = open.last() {
            let before = open.len();
            for &argument in symbols.arguments(next) {
                if symbols.as_number(argument).is_none() && !self.outwards.contains_key(&argument) {
                    open.push(argument);
                }
            }
            if open.len() > before {
                continue;
            }
            open.pop();
            let translated = self.outwards_flat(symbols, next);
            self.outwards.insert(next, translated);
        }
        self.outwards[&symbol]
    }

    /// As [`Translation::outwards`], for a symbol whose arguments are translated.
    fn outwards_flat(&mut self, symbols: &Symbols, symbol: hamadryad::Symbol) -> Symbol {
        match symbols.view(symbol) {
            hamadryad::View::Infimum => Symbol::INFIMUM,
            hamadryad::View::Supremum => Symbol::SUPREMUM,
            hamadryad::View::Number(value) => Symbol::number(value),
            hamadryad::View::String(text) => Symbol::string(keep_str(text)),
            hamadryad::View::Function { name, arguments, positive } => {
                let arguments: Vec<Symbol> = arguments
                    .iter()
                    .map(|&argument| match symbols.as_number(argument) {
                        Some(value) => Symbol::number(value),
                        None => self.outwards[&argument],
                    })
                    .collect();
                let name = self.name(symbols, name);
                Symbol::function_kept(name, &arguments, positive)
            }
        }
    }

    /// The symbol of the control for a symbol of the process; `None` for a number that is no symbol. Texts that are
    /// not UTF-8 are repaired.
    pub fn inwards(&mut self, symbols: &mut Symbols, symbol: Symbol) -> Option<hamadryad::Symbol> {
        if let Some(View::Number(value)) = symbol.view() {
            return Some(symbols.number(value));
        }
        if let Some(&known) = self.inwards.get(&symbol) {
            return Some(known);
        }
        let mut open = vec![symbol];
        while let Some(&next) = open.last() {
            let before = open.len();
            if let View::Function(Function { arguments, .. }) = next.view()? {
                open.extend(arguments.iter().filter(|argument| !self.inwards.contains_key(argument)));
            }
            if open.len() > before {
                continue;
            }
            open.pop();
            let translated = match next.view()? {
                View::Infimum => hamadryad::Symbol::INFIMUM,
                View::Supremum => hamadryad::Symbol::SUPREMUM,
                View::Number(value) => symbols.number(value),
                View::String(text) => symbols.string(&text.to_string_lossy()),
                View::Function(Function { name, arguments, positive }) => {
                    let arguments: Vec<hamadryad::Symbol> =
                        arguments.iter().map(|argument| self.inwards[argument]).collect();
                    let name = symbols.name(&name.to_string_lossy());
                    symbols.function_named(name, &arguments, positive)
                }
            };
            self.inwards.insert(next, translated);
        }
        self.inwards.get(&symbol).copied()
    }

    /// The symbol of the control for a symbol of the process, if the control has it.
    pub fn find(&self, symbols: &Symbols, symbol: Symbol) -> Option<hamadryad::Symbol> {
        if let Some(&known) = self.inwards.get(&symbol) {
            return Some(known);
        }
        match symbol.view()? {
            View::Infimum => Some(hamadryad::Symbol::INFIMUM),
            View::Supremum => Some(hamadryad::Symbol::SUPREMUM),
            View::Number(value) => symbols.find_number(value),
            View::String(text) => symbols.find_string(&text.to_string_lossy()),
            View::Function(Function { name, arguments, positive }) => {
                let arguments: Option<Vec<_>> =
                    arguments.iter().map(|&argument| self.find(symbols, argument)).collect();
                let name = symbols.find_name(&name.to_string_lossy())?;
                symbols.find_function(name, &arguments?, positive)
            }
        }
    }
}
