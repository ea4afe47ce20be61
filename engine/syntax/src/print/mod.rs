//! The printer: syntax tree to text.
//!
//! *Invariant:* the parser reads the text of a tree as the same tree. Equal trees have equal texts:
//! parentheses are written only if they are needed, guards with their relations, and each statement on its
//! own line.

mod rule;
mod statement;
mod term;
mod theory;

use crate::ast::Spanned;
use hamadryad_symbol::{Name, Symbol, Symbols};
use std::fmt;

/// A node of the tree that can be printed.
pub trait Print {
    /// Writes the node.
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result;

    /// The node together with the store of its names, for printing.
    fn display<'a>(&'a self, symbols: &'a Symbols) -> Printed<'a, Self> {
        Printed { node: self, symbols }
    }
}

/// A node with the store of its names; see [`Print::display`].
pub struct Printed<'a, T: ?Sized> {
    node: &'a T,
    symbols: &'a Symbols,
}

impl<T: Print + ?Sized> fmt::Display for Printed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.print(&mut Printer { symbols: self.symbols, out: f })
    }
}

/// The output of the printer, with the store of the names.
pub struct Printer<'a, 'f> {
    symbols: &'a Symbols,
    out: &'a mut fmt::Formatter<'f>,
}

impl Printer<'_, '_> {
    fn text(&mut self, text: &str) -> fmt::Result {
        self.out.write_str(text)
    }

    fn name(&mut self, name: Name) -> fmt::Result {
        self.out.write_str(self.symbols.text(name))
    }

    fn symbol(&mut self, symbol: Symbol) -> fmt::Result {
        write!(self.out, "{}", self.symbols.display(symbol))
    }

    fn separated<T>(
        &mut self,
        items: &[T],
        separator: &str,
        mut print: impl FnMut(&mut Self, &T) -> fmt::Result,
    ) -> fmt::Result {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.text(separator)?;
            }
            print(self, item)?;
        }
        Ok(())
    }

    fn list<T: Print>(&mut self, items: &[T], separator: &str) -> fmt::Result {
        self.separated(items, separator, |out, item| item.print(out))
    }

    /// `{ a; b }`
    fn braces<T>(&mut self, items: &[T], print: impl FnMut(&mut Self, &T) -> fmt::Result) -> fmt::Result {
        if items.is_empty() {
            return self.text("{ }");
        }
        self.text("{ ")?;
        self.separated(items, "; ", print)?;
        self.text(" }")
    }
}

impl<T: Print> Print for Spanned<T> {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        self.node.print(out)
    }
}
