//! Prints statements and programs.
//!
//! *Invariant:* each statement of a program begins on a new line and ends with its dot or with the bracket
//! after its dot.

use super::{Print, Printer};
use crate::ast::{
    Atom, BinaryOperator, BodyItem, Head, LiteralKind, OptimizeElement, Program, Sign, StatementKind,
    TermKind,
};
use hamadryad_symbol::Signature;
use std::fmt;

impl Printer<'_, '_> {
    fn weighted_tuple(&mut self, element: &OptimizeElement) -> fmt::Result {
        element.weight.print(self)?;
        if let Some(priority) = &element.priority {
            self.text("@")?;
            priority.print(self)?;
        }
        for term in &element.tuple {
            self.text(",")?;
            term.print(self)?;
        }
        Ok(())
    }

    fn signature(&mut self, signature: Signature) -> fmt::Result {
        let sign = if signature.positive { "" } else { "-" };
        write!(self.out, "{sign}{}/{}", self.symbols.text(signature.name), signature.arity)
    }

    fn quoted(&mut self, text: &str) -> fmt::Result {
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        write!(self.out, "\"{escaped}\"")
    }
}

impl Print for StatementKind {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        match self {
            StatementKind::Facts(facts) => out.separated(facts, "\n", |out, &fact| {
                out.symbol(fact)?;
                out.text(".")
            }),
            StatementKind::Rule { head, body } => print_rule(head, body, out),
            StatementKind::Optimize { weak: true, elements, .. } => {
                out.separated(elements, "\n", |out, element| {
                    out.text(":~ ")?;
                    out.body(&element.body)?;
                    out.text(" [")?;
                    out.weighted_tuple(element)?;
                    out.text("]")
                })
            }
            StatementKind::Optimize { maximize, elements, .. } => {
                out.text(if *maximize { "#maximize " } else { "#minimize " })?;
                out.braces(elements, |out, element| {
                    out.weighted_tuple(element)?;
                    out.condition(&element.body)
                })?;
                out.text(".")
            }
            StatementKind::Include { path, builtin: true } => write!(out.out, "#include <{path}>."),
            StatementKind::Include { path, .. } => {
                out.text("#include ")?;
                out.quoted(path)?;
                out.text(".")
            }
            StatementKind::Theory { name, terms, atoms } => out.theory(name.node, terms, atoms),
            StatementKind::Script { language, code } => write!(out.out, "#script ({language}){code}#end."),
            _ => print_directive(self, out),
        }
    }
}

fn print_rule(head: &Head, body: &[BodyItem], out: &mut Printer<'_, '_>) -> fmt::Result {
    let constraint = matches!(head, Head::Literal(literal)
        if literal.node == LiteralKind { sign: Sign::None, atom: Atom::Boolean(false) });
    if constraint && !body.is_empty() {
        out.text(":- ")?;
        return out.body(body);
    }
    head.print(out)?;
    out.body_after(":-", body)
}

/// The directives that consist of a keyword and terms.
fn print_directive(statement: &StatementKind, out: &mut Printer<'_, '_>) -> fmt::Result {
    match statement {
        StatementKind::ShowNothing => out.text("#show."),
        StatementKind::ShowSignature(signature) => {
            out.text("#show ")?;
            out.signature(*signature)?;
            out.text(".")
        }
        StatementKind::ShowTerm { term, body } => {
            out.text("#show ")?;
            // `#show p/1.` would be a signature.
            let quotient = matches!(term.node, TermKind::Binary(BinaryOperator::Divide, ..));
            out.term(term, if quotient && body.is_empty() { 9 } else { 0 })?;
            out.body_after(":", body)
        }
        StatementKind::Const { name, value, overrides } => {
            out.text("#const ")?;
            out.name(*name)?;
            out.text(" = ")?;
            value.print(out)?;
            out.text(if *overrides { ". [override]" } else { "." })
        }
        StatementKind::Program { name, parameters } => {
            out.text("#program ")?;
            out.name(*name)?;
            if !parameters.is_empty() {
                out.text("(")?;
                out.separated(parameters, ",", |out, &parameter| out.name(parameter))?;
                out.text(")")?;
            }
            out.text(".")
        }
        StatementKind::External { atom, body, value } => {
            out.text("#external ")?;
            out.atom(atom)?;
            out.body_after(":", body)?;
            let Some(value) = value else { return Ok(()) };
            out.text(" [")?;
            value.print(out)?;
            out.text("]")
        }
        StatementKind::Defined(signature) => {
            out.text("#defined ")?;
            out.signature(*signature)?;
            out.text(".")
        }
        StatementKind::ProjectSignature(signature) => {
            out.text("#project ")?;
            out.signature(*signature)?;
            out.text(".")
        }
        StatementKind::ProjectAtom { atom, body } => {
            out.text("#project ")?;
            out.atom(atom)?;
            out.body_after(":", body)
        }
        StatementKind::Heuristic { atom, body, bias, priority, modifier } => {
            out.text("#heuristic ")?;
            out.atom(atom)?;
            out.body_after(":", body)?;
            out.text(" [")?;
            bias.print(out)?;
            if let Some(priority) = priority {
                out.text("@")?;
                priority.print(out)?;
            }
            out.text(",")?;
            modifier.print(out)?;
            out.text("]")
        }
        StatementKind::Edge { edges, body } => {
            out.text("#edge (")?;
            out.separated(edges, ";", |out, (from, to)| {
                from.print(out)?;
                out.text(",")?;
                to.print(out)
            })?;
            out.text(")")?;
            out.body_after(":", body)
        }
        _ => unreachable!("the other statements are printed by the caller"),
    }
}

impl Print for Program {
    fn print(&self, out: &mut Printer<'_, '_>) -> fmt::Result {
        for statement in &self.statements {
            statement.print(out)?;
            out.text("\n")?;
        }
        Ok(())
    }
}
