//! Prints theory atoms and theory definitions.
//!
//! *Invariant:* white space separates adjacent operators, which would otherwise form a single operator; it
//! also surrounds operators between operands. Only an operation inside another operation has parentheses,
//! since the parser drops all other parentheses.

use super::{Print, Printer};
use crate::ast::{
    Brackets, TheoryAtom, TheoryAtomDefinition, TheoryElement, TheoryGuard, TheoryOperand,
    TheoryOperatorDefinition, TheoryOperatorKind, TheoryPlace, TheoryTerm, TheoryTermDefinition,
    TheoryTermKind,
};
use hamadryad_symbol::{Name, Symbol};
use std::fmt;

impl Printer<'_, '_> {
    fn theory_symbol(&mut self, symbol: Symbol) -> fmt::Result {
        match self.symbols.as_number(symbol) {
            // Numbers in theory terms are not negative; a number above 31 bits was read modulo 2^32.
            Some(number) => write!(self.out, "{}", number as u32),
            None => self.symbol(symbol),
        }
    }

    fn operand(&mut self, first: bool, operand: &TheoryOperand) -> fmt::Result {
        if !first {
            self.text(" ")?;
        }
        for (i, operator) in operand.operators.iter().enumerate() {
            if i > 0 {
                self.text(" ")?;
            }
            self.name(operator.node)?;
        }
        let joins = !first && operand.operators.len() == 1;
        let is_word =
            operand.operators.last().is_some_and(|operator| self.symbols.text(operator.node) == "not");
        if joins || is_word {
            self.text(" ")?;
        }
        match &operand.term.node {
            TheoryTermKind::Operation(_) => {
                self.text("(")?;
                operand.term.print(self)?;
                self.text(")")
            }
            _ => operand.term.print(self),
        }
    }

    fn sequence(&mut self, brackets: Brackets, terms: &[TheoryTerm]) -> fmt::Result {
        let (open, close) = match brackets {
            Brackets::Round => ("(", ")"),
            Brackets::Square => ("[", "]"),
            Brackets::Curly => ("{", "}"),
        };
        self.text(open)?;
        self.list(terms, ",")?;
        if brackets == Brackets::Round && terms.len() == 1 {
            self.text(",")?;
        }
        self.text(close)
    }

    /// `#theory name { … }.`
    pub(super) fn theory(
        &mut self,
        name: Name,
        terms: &[TheoryTermDefinition],
        atoms: &[TheoryAtomDefinition],
    ) -> fmt::Result {
        self.text("#theory ")?;
        self.name(name)?;
        if terms.is_empty() && atoms.is_empty() {
            return self.text(" { }.");
        }
        self.text(" {\n    ")?;
        self.list(terms, ";\n    ")?;
        if !terms.is_empty() && !atoms.is_empty() {
            self.text(";\n    ")?;
        }
        self.list(atoms, ";\n    ")?;
        self.text("\n}.")
    }
}

impl Print for TheoryTermKind {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        match self {
            TheoryTermKind::Symbol(symbol) => out.theory_symbol(*symbol),
            TheoryTermKind::Variable(name) => out.name(*name),
            TheoryTermKind::Function(name, terms) => {
                out.name(*name)?;
                out.text("(")?;
                out.list(terms, ",")?;
                out.text(")")
            }
            TheoryTermKind::Sequence(brackets, terms) => out.sequence(*brackets, terms),
            TheoryTermKind::Operation(operands) => {
                for (i, operand) in operands.iter().enumerate() {
                    out.operand(i == 0, operand)?;
                }
                Ok(())
            }
        }
    }
}

impl Print for TheoryElement {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        out.element(&self.tuple, &self.condition)
    }
}

impl Print for TheoryGuard {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        out.name(self.operator.node)?;
        out.text(" ")?;
        self.term.print(out)
    }
}

impl Print for TheoryAtom {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        out.text("&")?;
        out.atom(&self.name)?;
        if self.elements.is_empty() && self.guard.is_none() {
            return Ok(());
        }
        out.text(" { ")?;
        for (i, element) in self.elements.iter().enumerate() {
            if i > 0 {
                // `:;` would be an operator.
                let ends_with_colon = self.elements[i - 1].is_empty();
                out.text(if ends_with_colon { " ; " } else { "; " })?;
            }
            element.print(out)?;
        }
        out.text(if self.elements.is_empty() { "}" } else { " }" })?;
        let Some(guard) = &self.guard else { return Ok(()) };
        out.text(" ")?;
        guard.print(out)
    }
}

impl Print for TheoryOperatorDefinition {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        out.name(self.operator.node)?;
        write!(out.out, " : {}, {}", self.priority, self.kind)
    }
}

impl Print for TheoryTermDefinition {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        out.name(self.name.node)?;
        out.text(" ")?;
        out.braces(&self.operators, |out, operator| operator.print(out))
    }
}

impl Print for TheoryAtomDefinition {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        out.text("&")?;
        out.name(self.name.node)?;
        write!(out.out, "/{} : ", self.arity)?;
        out.name(self.elements.node)?;
        if let Some(guard) = &self.guard {
            out.text(", {")?;
            out.separated(&guard.operators, ", ", |out, operator| out.name(operator.node))?;
            out.text("}, ")?;
            out.name(guard.grammar.node)?;
        }
        write!(out.out, ", {}", self.place)
    }
}

impl fmt::Display for TheoryOperatorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TheoryOperatorKind::Unary => "unary",
            TheoryOperatorKind::BinaryLeft => "binary, left",
            TheoryOperatorKind::BinaryRight => "binary, right",
        })
    }
}

impl fmt::Display for TheoryPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TheoryPlace::Head => "head",
            TheoryPlace::Body => "body",
            TheoryPlace::Any => "any",
            TheoryPlace::Directive => "directive",
        })
    }
}
