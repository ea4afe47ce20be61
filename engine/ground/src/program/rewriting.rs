//! The passes that rewrite a statement to rules: lowering, ranges from comparisons, safety, undefined
//! operations.
//!
//! Invariant: each statement is lowered once, when it is added, unless a constant or a theory that concerns
//! it is defined afterwards; then it is lowered again before the next step.

use crate::atoms::base::Base;
use crate::atoms::domain::PredicateId;
use crate::ir::{Literal, Rule};
use crate::rewrite::bounds;
use crate::rewrite::constants::Constants;
use crate::rewrite::lower::context::Lowering;
use crate::rewrite::lower::statement::lower_statement;
use crate::rewrite::projection::Projections;
use crate::rewrite::safety;
use crate::rewrite::theory::definitions::Theories;
use crate::rewrite::undefined_terms;
use hamadryad_symbol::{Name, Symbol, Symbols};
use hamadryad_syntax::ast;
use hamadryad_syntax::{Code, Compat, Diagnostic};
use indexmap::IndexSet;

/// The definitions that the statements of a program use, and the predicates and projections that they add.
pub(crate) struct Scope<'a> {
    pub symbols: &'a mut Symbols,
    pub base: &'a mut Base,
    pub projections: &'a mut Projections,
    pub constants: &'a Constants,
    pub theories: &'a Theories,
    pub compat: Compat,
}

/// The rules of a statement under the definitions of constants and theories at some time.
#[derive(Clone)]
pub(crate) struct Lowered {
    pub rules: Vec<Rule>,
    /// Warnings, and errors of the complete program.
    diagnostics: Vec<Diagnostic>,
    /// Whether lowering produced a rule, which may have been dropped.
    had_rules: bool,
    /// The identifiers that would be replaced if they were constants, with the values of those that are.
    identifiers: Vec<(Name, Option<Symbol>)>,
    /// The number of theories, if the statement has a theory atom.
    theories: Option<usize>,
}

/// A statement that becomes final rules before the next step: constants and theories may still be defined.
#[derive(Clone)]
pub(crate) enum Waiting {
    /// The rules of a statement that no definition concerns.
    Rules(Lowered),
    /// A statement, with its rules under the present definitions if none is missing.
    Statement(Box<ast::Statement>, Option<Lowered>),
}

impl Waiting {
    /// The statement, or only its rules if no definition concerns them.
    pub(crate) fn new(statement: &ast::Statement, lowered: Option<Lowered>) -> Waiting {
        match lowered {
            Some(lowered) if lowered.is_independent() => Waiting::Rules(lowered),
            lowered => Waiting::Statement(Box::new(statement.clone()), lowered),
        }
    }
}

impl Lowered {
    /// Whether no definition of a constant or a theory concerns the rules, so that they are final.
    fn is_independent(&self) -> bool {
        let has_test = |rule: &Rule| rule.body.iter().any(Literal::is_choice_test);
        self.identifiers.is_empty() && self.theories.is_none() && !self.rules.iter().any(has_test)
    }
}

/// The final rules of a statement, with the errors and warnings about it.
pub(crate) struct Rewritten {
    pub rules: Vec<Rule>,
    /// The predicates of all heads, including those that are dropped because an operation is undefined.
    pub heads: Vec<PredicateId>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A statement whose definitions may be incomplete.
pub(crate) struct Checked {
    /// The rules; `None` if they depend on definitions that are missing.
    pub lowered: Option<Lowered>,
    pub heads: Vec<PredicateId>,
    pub errors: Vec<Diagnostic>,
}

impl Scope<'_> {
    /// Checks a statement for errors before the definitions of constants and theories are complete.
    pub(crate) fn check(&mut self, statement: &ast::Statement, parameters: &[Name]) -> Checked {
        let (lowered, mut errors, guessed, is_incomplete) = self.lower(statement, parameters, true);
        if guessed && !errors.is_empty() {
            // It is an error now only if it is an error as well when the constants are not numbers.
            let (otherwise, unsafe_rules, ..) = self.lower(statement, parameters, false);
            let mut all = otherwise.diagnostics.iter().chain(&unsafe_rules);
            if !all.any(Diagnostic::is_error) {
                errors.clear();
            }
        }
        let heads = heads(&lowered.rules);
        Checked { lowered: (!guessed && !is_incomplete).then_some(lowered), heads, errors }
    }

    /// The final rules of a statement, which are safe.
    pub(crate) fn rewrite(&mut self, waiting: Waiting, parameters: &[Name]) -> Rewritten {
        let (lowered, mut unsafe_rules) = match waiting {
            Waiting::Rules(lowered) => (lowered, Vec::new()),
            Waiting::Statement(statement, Some(lowered)) if self.is_final(&lowered, &statement) => {
                (lowered, Vec::new())
            }
            Waiting::Statement(statement, _) => {
                let (lowered, unsafe_rules, ..) = self.lower(&statement, parameters, false);
                (lowered, unsafe_rules)
            }
        };
        let Lowered { mut rules, mut diagnostics, had_rules, .. } = lowered;
        diagnostics.append(&mut unsafe_rules);
        let heads = heads(&rules);
        rules.retain_mut(|rule| undefined_terms::prune(rule, self.symbols));
        if had_rules && rules.is_empty() {
            // Warnings about variables of rules that are dropped are of no use.
            diagnostics.retain(|found| found.code != Code::GlobalVariable);
        }
        Rewritten { rules, heads, diagnostics }
    }

    /// Whether the definitions that concern the rules have stayed the same, and tests of choices are safe as
    /// well.
    fn is_final(&self, lowered: &Lowered, statement: &ast::Statement) -> bool {
        let is_same = |&(name, value): &(Name, Option<Symbol>)| {
            self.constants.value(name) == value && self.constants.term(name).is_none()
        };
        lowered.identifiers.iter().all(is_same)
            && lowered.theories.is_none_or(|theories| theories == self.theories.len())
            && lowered.rules.iter().all(|rule| {
                let has_test = rule.body.iter().any(Literal::is_choice_test);
                !has_test || safety::check(rule, self.symbols, statement).is_none()
            })
    }

    /// The safe rules of a statement; errors, among them those of unsafe rules; whether an identifier was
    /// taken for a number; and whether definitions are missing.
    fn lower(
        &mut self,
        statement: &ast::Statement,
        parameters: &[Name],
        provisional: bool,
    ) -> (Lowered, Vec<Diagnostic>, bool, bool) {
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
            is_incomplete: false,
            has_theory: false,
            identifiers: IndexSet::default(),
            open_constants: Vec::new(),
            errors: Vec::new(),
            deferred: Vec::new(),
        };
        let mut rules = lower_statement(&mut lowering, statement);
        let Lowering { mut errors, deferred, identifiers, guessed, is_incomplete, has_theory, .. } = lowering;
        let had_rules = !rules.is_empty();
        for rule in &mut rules {
            bounds::add_ranges(rule, self.symbols);
        }
        let lowered = rules.len();
        // All rules of an unpooled statement have the same error, which is reported once.
        rules.retain_mut(|rule| {
            // The elements of a choice are reported without those of its test, which repeat them.
            let test = if provisional { take_test(rule) } else { None };
            let error = safety::check(rule, self.symbols, statement);
            if let Some((position, test)) = test {
                rule.body.insert(position, test);
            }
            let Some(error) = error else { return true };
            let diagnostic = match undefined_terms::operation(rule, self.symbols) {
                Some(_) if provisional => return false,
                Some(span) => Diagnostic::warning(Code::OperationUndefined, span, "operation undefined"),
                None => error,
            };
            if !errors.contains(&diagnostic) && !deferred.contains(&diagnostic) {
                errors.push(diagnostic);
            }
            false
        });
        let is_incomplete = is_incomplete || rules.len() < lowered;
        // Most statements have a single rule, and large programs have many statements.
        rules.shrink_to_fit();
        let value = |name| (name, self.constants.value(name));
        let lowered = Lowered {
            rules,
            diagnostics: deferred,
            had_rules,
            identifiers: identifiers.into_iter().map(value).collect(),
            theories: has_theory.then(|| self.theories.len()),
        };
        (lowered, errors, guessed, is_incomplete)
    }
}

/// Takes the test of a choice out of the body, with its position.
fn take_test(rule: &mut Rule) -> Option<(usize, Literal)> {
    let position = rule.body.iter().position(Literal::is_choice_test)?;
    Some((position, rule.body.remove(position)))
}

fn heads(rules: &[Rule]) -> Vec<PredicateId> {
    rules.iter().flat_map(|rule| rule.action.heads()).map(|head| head.predicate).collect()
}
