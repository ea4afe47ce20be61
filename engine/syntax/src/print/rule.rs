//! Prints literals, aggregates, heads and bodies.
//!
//! *Invariant:* the text has the elements of the tree: in a body, `;` separates a condition from the next
//! item, since a comma would continue the condition.

use super::{Print, Printer};
use crate::ast::{
    AggregateElement, AggregateFunction, Atom, BodyItem, BodyItemKind, ConditionalLiteral, Guard, Head,
    LiteralKind, Relation, Sign,
};
use std::fmt;

impl Printer<'_, '_> {
    pub(super) fn left_guard(&mut self, guard: &Option<Guard>) -> fmt::Result {
        let Some((relation, term)) = guard else { return Ok(()) };
        term.print(self)?;
        write!(self.out, " {relation} ")
    }

    pub(super) fn right_guard(&mut self, guard: &Option<Guard>) -> fmt::Result {
        let Some((relation, term)) = guard else { return Ok(()) };
        write!(self.out, " {relation} ")?;
        term.print(self)
    }

    /// A condition after its colon; an empty condition has no text.
    pub(super) fn condition<T: Print>(&mut self, condition: &[T]) -> fmt::Result {
        if condition.is_empty() {
            return Ok(());
        }
        self.text(" : ")?;
        self.list(condition, ", ")
    }

    /// `tuple : condition`
    pub(super) fn element<T: Print, C: Print>(&mut self, tuple: &[T], condition: &[C]) -> fmt::Result {
        self.list(tuple, ",")?;
        match (tuple, condition) {
            // The empty tuple needs its colon even without a condition.
            ([], []) => self.text(":"),
            ([], condition) => {
                self.text(": ")?;
                self.list(condition, ", ")
            }
            (_, condition) => self.condition(condition),
        }
    }

    /// The items, separated, with the final dot. After a condition the separator is `;`.
    pub(super) fn body(&mut self, items: &[BodyItem]) -> fmt::Result {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                let conditional = matches!(items[i - 1].node, BodyItemKind::Conditional(_));
                self.text(if conditional { "; " } else { ", " })?;
            }
            item.print(self)?;
        }
        self.text(".")
    }

    /// A body after a word like `:-`; for an empty body, the dot alone.
    pub(super) fn body_after(&mut self, word: &str, items: &[BodyItem]) -> fmt::Result {
        if !items.is_empty() {
            write!(self.out, " {word} ")?;
        }
        self.body(items)
    }
}

impl Print for LiteralKind {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        write!(out.out, "{}", self.sign)?;
        match &self.atom {
            Atom::Boolean(true) => out.text("#true"),
            Atom::Boolean(false) => out.text("#false"),
            Atom::Predicate(term) => out.atom(term),
            Atom::Comparison(first, chain) => {
                first.print(out)?;
                for (relation, term) in chain {
                    write!(out.out, " {relation} ")?;
                    term.print(out)?;
                }
                Ok(())
            }
        }
    }
}

impl Print for ConditionalLiteral {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        self.literal.print(out)?;
        out.condition(&self.condition)
    }
}

impl Print for AggregateElement {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        out.element(&self.tuple, &self.condition)
    }
}

impl Print for BodyItemKind {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        match self {
            BodyItemKind::Literal(literal) => literal.print(out),
            BodyItemKind::Conditional(conditional) => {
                conditional.print(out)?;
                if conditional.condition.is_empty() { out.text(" :") } else { Ok(()) }
            }
            BodyItemKind::Aggregate { sign, left, function, elements, right } => {
                write!(out.out, "{sign}")?;
                out.left_guard(left)?;
                write!(out.out, "{function} ")?;
                out.braces(elements, |out, element| element.print(out))?;
                out.right_guard(right)
            }
            BodyItemKind::Set { sign, left, elements, right } => {
                write!(out.out, "{sign}")?;
                out.left_guard(left)?;
                out.braces(elements, |out, element| element.print(out))?;
                out.right_guard(right)
            }
            BodyItemKind::Theory(sign, atom) => {
                write!(out.out, "{sign}")?;
                atom.print(out)
            }
        }
    }
}

impl Print for Head {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        match self {
            Head::Literal(literal) => literal.print(out),
            Head::Disjunction(alternatives) => {
                out.list(alternatives, "; ")?;
                // Only the colon distinguishes a disjunction of a single literal from a literal.
                let bare = matches!(&alternatives[..], [only] if only.condition.is_empty());
                if bare { out.text(" :") } else { Ok(()) }
            }
            Head::Choice { left, elements, right } => {
                out.left_guard(left)?;
                out.braces(elements, |out, element| element.print(out))?;
                out.right_guard(right)
            }
            Head::Aggregate { left, function, elements, right } => {
                out.left_guard(left)?;
                write!(out.out, "{function} ")?;
                out.braces(elements, |out, (tuple, conditional)| {
                    out.list(tuple, ",")?;
                    out.text(if tuple.is_empty() { ": " } else { " : " })?;
                    conditional.print(out)
                })?;
                out.right_guard(right)
            }
            Head::Theory(atom) => atom.print(out),
        }
    }
}

impl fmt::Display for Sign {
    /// The words, each followed by a space.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sign::None => "",
            Sign::Not => "not ",
            Sign::NotNot => "not not ",
        })
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Equal => "=",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::LessEqual => "<=",
            Relation::Greater => ">",
            Relation::GreaterEqual => ">=",
        })
    }
}

impl fmt::Display for AggregateFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AggregateFunction::Count => "#count",
            AggregateFunction::Sum => "#sum",
            AggregateFunction::SumPlus => "#sum+",
            AggregateFunction::Min => "#min",
            AggregateFunction::Max => "#max",
        })
    }
}
