//! From the syntax tree to rules with numbered variables.
//!
//! ```text
//! p(X*Y, n) :- q(X,2*Y), not r(X,_).   -->  p(#0*#1, 3) :- q(#0,2*#1), not #r(#0).   #r(#0) :- r(#0,*).
//! ```
//!
//! Constants and the parameters of the part are put in, intervals and what cannot be matched become auxiliary
//! variables, `_` under `not` becomes a projection. A variable is global where it stands outside of elements and
//! conditional literals; the others are local to one of these, and have slots of their own.

mod builder;
mod choice_test;
mod head;
mod literal;
mod term;
mod theory;

use crate::instantiate::arithmetic::{self, Outcome};
use crate::instantiate::domain::Base;
use crate::ir::{Action, Rule, Term};
use crate::rewrite::constants::Constants;
use crate::rewrite::projection::Projections;
use crate::rewrite::unpool;
use crate::statement::theory::Theories;
use builder::Builder;
use hamadryad_symbol::{Name, Symbols};
use hamadryad_syntax::ast::{self, StatementKind};
use hamadryad_syntax::{Code, Compat, Diagnostic, Span};

/// What rewriting needs to know, and what it adds to.
pub(crate) struct Lowering<'a> {
    pub symbols: &'a mut Symbols,
    pub base: &'a mut Base,
    pub constants: &'a Constants,
    pub projections: &'a mut Projections,
    pub theories: &'a Theories,
    /// The parameters of the part that the statements belong to.
    pub parameters: &'a [Name],
    /// Constants may still be defined: identifiers in arithmetic are taken for numbers.
    pub provisional: bool,
    /// Whether a constant has been taken for a number, without its being known to be one.
    pub guessed: bool,
    pub compat: Compat,
    /// The constants whose terms are being put in.
    pub open_constants: Vec<Name>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Lowering<'_> {
    /// The rules of a statement; none where it is of a kind that is not instantiated.
    pub(crate) fn statement(&mut self, statement: &ast::Statement) -> Vec<Rule> {
        let statements = unpool::statements(&statement.node);
        statements.iter().flat_map(|part| self.unpooled(part, statement.span)).collect()
    }

    fn unpooled(&mut self, statement: &StatementKind, span: Span) -> Vec<Rule> {
        match statement {
            StatementKind::Rule { head, body } => self.rule(head, body, span),
            StatementKind::Optimize { maximize, elements, .. } => {
                elements.iter().map(|element| self.optimize(element, *maximize)).collect()
            }
            StatementKind::ShowTerm { term, body } => {
                let mut builder = Builder::new(self, body, &[term], span);
                let mut literals = builder.body(body);
                let term = builder.value(term, &mut literals);
                vec![builder.finish(Action::Show(term), literals)]
            }
            StatementKind::External { atom, body, value } => {
                let terms: Vec<&ast::Term> = [atom].into_iter().chain(value).collect();
                let mut builder = Builder::new(self, body, &terms, span);
                let mut literals = builder.body(body);
                let atom = builder.head_atom(atom, &mut literals);
                let value = match value {
                    Some(value) => builder.value(value, &mut literals),
                    None => Term::Constant(builder.context.symbols.constant("false")),
                };
                vec![builder.finish(Action::External(atom, value), literals)]
            }
            StatementKind::Heuristic { atom, body, bias, priority, modifier } => {
                let terms: Vec<&ast::Term> = [atom, bias, modifier].into_iter().chain(priority).collect();
                let mut builder = Builder::new(self, body, &terms, span);
                let mut literals = builder.body(body);
                let atom = builder.matched_atom(atom, &mut literals);
                let bias = builder.value(bias, &mut literals);
                let priority = priority.as_ref().map(|priority| builder.value(priority, &mut literals));
                let modifier = builder.value(modifier, &mut literals);
                vec![builder.finish(Action::Heuristic { atom, bias, priority, modifier }, literals)]
            }
            StatementKind::ProjectAtom { atom, body } => {
                let mut builder = Builder::new(self, body, &[atom], span);
                let mut literals = builder.body(body);
                let atom = builder.matched_atom(atom, &mut literals);
                vec![builder.finish(Action::Project(atom), literals)]
            }
            StatementKind::Edge { edges, body } => {
                edges.iter().map(|(from, to)| self.edge(from, to, body, span)).collect()
            }
            StatementKind::Script { language, .. } => {
                self.refuse_script(language, span);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn refuse_script(&mut self, language: &str, span: Span) {
        let message = format!("scripts are not run, neither in {language} nor in another language");
        let hint = "register a function in Rust under the name that the program calls (`Control::register`)";
        self.diagnostics.push(Diagnostic::error(Code::Unsupported, span, message).with_hint(hint));
    }

    /// The value of an operation on numbers; where it overflows, that is said once the program is complete.
    pub(crate) fn result(&mut self, outcome: Outcome, span: Span) -> Option<i32> {
        let (value, overflows) = outcome.value(self.compat);
        let diagnostic = arithmetic::overflow(self.compat, span);
        if overflows && !self.provisional && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
        value
    }

    /// Warns of what has no value in any instance, wherever it stands: the join may never come to it.
    pub(crate) fn warn_of_operation(&mut self, span: Span, message: &str) {
        let warning = Diagnostic::warning(Code::OperationUndefined, span, message);
        if !self.provisional && !self.diagnostics.contains(&warning) {
            self.diagnostics.push(warning);
        }
    }

    fn edge(&mut self, from: &ast::Term, to: &ast::Term, body: &[ast::BodyItem], span: Span) -> Rule {
        let mut builder = Builder::new(self, body, &[from, to], span);
        let mut literals = builder.body(body);
        let (from, to) = (builder.value(from, &mut literals), builder.value(to, &mut literals));
        builder.finish(Action::Connect(from, to), literals)
    }

    fn optimize(&mut self, element: &ast::OptimizeElement, negate: bool) -> Rule {
        let span = element.span.0;
        let terms: Vec<&ast::Term> =
            [&element.weight].into_iter().chain(&element.priority).chain(&element.tuple).collect();
        let mut builder = Builder::new(self, &element.body, &terms, span);
        let mut literals = builder.body(&element.body);
        let weight = builder.value(&element.weight, &mut literals);
        let priority = match &element.priority {
            Some(priority) => builder.value(priority, &mut literals),
            None => Term::Constant(builder.context.symbols.number(0)),
        };
        let tuple = element.tuple.iter().map(|term| builder.value(term, &mut literals)).collect();
        builder.finish(Action::Minimize { weight, priority, tuple, negate }, literals)
    }
}
