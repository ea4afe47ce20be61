//! The passes that rewrite a statement to rules: lowering, ranges from comparisons, safety, undefined operations.

use crate::atoms::base::Base;
use crate::atoms::domain::PredicateId;
use crate::ir::Rule;
use crate::rewrite::bounds;
use crate::rewrite::constants::Constants;
use crate::rewrite::lower::context::Lowering;
use crate::rewrite::lower::statement::lower_statement;
use crate::rewrite::projection::Projections;
use crate::rewrite::safety;
use crate::rewrite::theory::definitions::Theories;
use crate::rewrite::undefined_terms;
use hamadryad_symbol::{Name, Symbols};
use hamadryad_syntax::ast;
use hamadryad_syntax::{Code, Compat, Diagnostic};

/// The definitions that the statements of a program use, and the predicates and projections that they add.
pub(crate) struct Scope<'a> {
    pub symbols: &'a mut Symbols,
    pub base: &'a mut Base,
    pub projections: &'a mut Projections,
    pub constants: &'a Constants,
    pub theories: &'a Theories,
    pub compat: Compat,
}

/// The rules of a statement, with the errors and warnings about it.
#[derive(Default)]
pub(crate) struct Rewritten {
    pub rules: Vec<Rule>,
    /// The predicates of all heads, including those that are dropped because an operation is undefined.
    pub heads: Vec<PredicateId>,
    pub diagnostics: Vec<Diagnostic>,
    /// Whether lowering produced a rule, which may have been dropped.
    had_rules: bool,
}

impl Scope<'_> {
    /// Rewrites a statement to its final rules, which are safe.
    pub(crate) fn rewrite(&mut self, statement: &ast::Statement, parameters: &[Name]) -> Rewritten {
        let mut rewritten = self.lower(statement, parameters, false);
        let symbols = &*self.symbols;
        let Rewritten { rules, diagnostics, had_rules, .. } = &mut rewritten;
        rules.retain_mut(|rule| undefined_terms::prune(rule, symbols));
        if *had_rules && rules.is_empty() {
            // Warnings about variables of rules that are dropped are of no use.
            diagnostics.retain(|found| found.code != Code::GlobalVariable);
        }
        rewritten
    }

    /// The rules of a statement before the definitions of constants and theories are complete, with its errors.
    pub(crate) fn check(&mut self, statement: &ast::Statement, parameters: &[Name]) -> Rewritten {
        self.lower(statement, parameters, true)
    }

    fn lower(&mut self, statement: &ast::Statement, parameters: &[Name], provisional: bool) -> Rewritten {
        let mut lowering = Lowering {
            symbols: self.symbols,
            base: self.base,
            constants: self.constants,
            projections: self.projections,
            theories: self.theories,
            parameters,
            compat: self.compat,
            provisional,
            guessed: false,
            open_constants: Vec::new(),
            diagnostics: Vec::new(),
        };
        let mut rules = lower_statement(&mut lowering, statement);
        let had_rules = !rules.is_empty();
        let (mut found, guessed) = (lowering.diagnostics, lowering.guessed);
        for rule in &mut rules {
            bounds::add_ranges(rule, self.symbols);
        }
        // The rules that a pool stands for have the same error.
        rules.retain(|rule| {
            let Some(error) = safety::check(rule, self.symbols, statement) else { return true };
            let diagnostic = match undefined_terms::operation(rule, self.symbols) {
                Some(_) if provisional => return false,
                Some(span) => Diagnostic::warning(Code::OperationUndefined, span, "operation undefined"),
                None => error,
            };
            if !found.contains(&diagnostic) {
                found.push(diagnostic);
            }
            false
        });
        if guessed && found.iter().any(Diagnostic::is_error) {
            // It is an error now only if it is an error as well when the constants are not numbers.
            let otherwise = self.lower(statement, parameters, false);
            let is_error = otherwise.diagnostics.iter().any(Diagnostic::is_error);
            found.retain(|diagnostic| !diagnostic.is_error() || is_error);
        }
        let heads = rules.iter().flat_map(|rule| rule.action.heads()).map(|head| head.predicate).collect();
        Rewritten { rules, heads, diagnostics: found, had_rules }
    }
}
