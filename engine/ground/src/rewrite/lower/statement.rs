//! Statements: the rules of each kind of statement.

use crate::ir::{Action, Rule, Term};
use crate::rewrite::lower::body::lower_body;
use crate::rewrite::lower::builder::Builder;
use crate::rewrite::lower::context::Lowering;
use crate::rewrite::lower::head::lower_rule;
use crate::rewrite::lower::literal::{head_atom, matched_atom};
use crate::rewrite::lower::term::value;
use crate::rewrite::pool_size::{self, MOST_TERMS};
use crate::rewrite::unpool;
use hamadryad_syntax::ast::{self, StatementKind};
use hamadryad_syntax::{Code, Diagnostic, Span};

/// The rules of a statement; an empty list for statements that are not instantiated.
pub(crate) fn lower_statement(context: &mut Lowering<'_>, statement: &ast::Statement) -> Vec<Rule> {
    if pool_size::is_too_large(&statement.node) {
        let message = format!("the pools of this statement stand for more than {MOST_TERMS} terms");
        let error = Diagnostic::error(Code::Unsupported, statement.span, message);
        context
            .errors
            .push(error.with_hint("define a predicate by facts, and use variables in place of the pools"));
        return Vec::new();
    }
    let statements = unpool::statements(&statement.node);
    statements.iter().flat_map(|part| unpooled(context, part, statement.span)).collect()
}

fn unpooled(context: &mut Lowering<'_>, statement: &StatementKind, span: Span) -> Vec<Rule> {
    match statement {
        StatementKind::Rule { head, body } => lower_rule(context, head, body, span),
        StatementKind::Optimize { maximize, elements, .. } => {
            elements.iter().map(|element| lower_optimize(context, element, *maximize)).collect()
        }
        StatementKind::ShowTerm { term, body } => {
            let builder = &mut Builder::new(context, body, &[term], span);
            let mut literals = lower_body(builder, body);
            let term = value(builder, term, &mut literals);
            vec![builder.finish(Action::Show(term), literals)]
        }
        StatementKind::External { atom, body, value: given } => {
            let terms: Vec<&ast::Term> = [atom].into_iter().chain(given).collect();
            let builder = &mut Builder::new(context, body, &terms, span);
            let mut literals = lower_body(builder, body);
            let atom = head_atom(builder, atom, &mut literals);
            let value = match given {
                Some(term) => value(builder, term, &mut literals),
                None => Term::Constant(builder.context.symbols.constant("false")),
            };
            vec![builder.finish(Action::External(atom, value), literals)]
        }
        StatementKind::Heuristic { atom, body, bias, priority, modifier } => {
            let terms: Vec<&ast::Term> = [atom, bias, modifier].into_iter().chain(priority).collect();
            let builder = &mut Builder::new(context, body, &terms, span);
            let mut literals = lower_body(builder, body);
            let atom = matched_atom(builder, atom, &mut literals);
            let bias = value(builder, bias, &mut literals);
            let priority = priority.as_ref().map(|priority| value(builder, priority, &mut literals));
            let modifier = value(builder, modifier, &mut literals);
            vec![builder.finish(Action::Heuristic { atom, bias, priority, modifier }, literals)]
        }
        StatementKind::ProjectAtom { atom, body } => {
            let builder = &mut Builder::new(context, body, &[atom], span);
            let mut literals = lower_body(builder, body);
            let atom = matched_atom(builder, atom, &mut literals);
            vec![builder.finish(Action::Project(atom), literals)]
        }
        StatementKind::Edge { edges, body } => {
            edges.iter().map(|(from, to)| lower_edge(context, from, to, body, span)).collect()
        }
        StatementKind::Script { language, .. } => {
            refuse_script(context, language, span);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

fn lower_edge(
    context: &mut Lowering<'_>,
    from: &ast::Term,
    to: &ast::Term,
    body: &[ast::BodyItem],
    span: Span,
) -> Rule {
    let builder = &mut Builder::new(context, body, &[from, to], span);
    let mut literals = lower_body(builder, body);
    let (from, to) = (value(builder, from, &mut literals), value(builder, to, &mut literals));
    builder.finish(Action::Connect(from, to), literals)
}

fn lower_optimize(context: &mut Lowering<'_>, element: &ast::OptimizeElement, negate: bool) -> Rule {
    let span = element.span.0;
    let terms: Vec<&ast::Term> =
        [&element.weight].into_iter().chain(&element.priority).chain(&element.tuple).collect();
    let builder = &mut Builder::new(context, &element.body, &terms, span);
    let mut literals = lower_body(builder, &element.body);
    let weight = value(builder, &element.weight, &mut literals);
    let priority = match &element.priority {
        Some(priority) => value(builder, priority, &mut literals),
        None => Term::Constant(builder.context.symbols.number(0)),
    };
    let tuple = element.tuple.iter().map(|term| value(builder, term, &mut literals)).collect();
    builder.finish(Action::Minimize { weight, priority, tuple, negate }, literals)
}

fn refuse_script(context: &mut Lowering<'_>, language: &str, span: Span) {
    let (message, hint) = match language {
        "python" => (
            "scripts are not run here".to_owned(),
            "`hamadryad solve` runs scripts in Python, unless `--sandbox` or `--no-scripts` is given; with the library, \
             register a function in Rust under the name that the program calls (`Control::register`)",
        ),
        other => (
            format!("scripts in {other} are not run"),
            "register a function in Rust under the name that the program calls (`Control::register`)",
        ),
    };
    context.errors.push(Diagnostic::error(Code::Unsupported, span, message).with_hint(hint));
}
