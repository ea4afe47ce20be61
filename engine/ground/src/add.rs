//! Takes programs in: statements are kept part by part, and rewritten when they are first needed.

use crate::GroundError;
use crate::atoms::domain::PredicateId;
use crate::grounder::Grounder;
use crate::ir::Rule;
use crate::parts::{PartIndex, PartStatements};
use crate::rewrite::bounds;
use crate::rewrite::lower::context::Lowering;
use crate::rewrite::lower::statement::lower_statement;
use crate::rewrite::safety;
use crate::rewrite::undefined_terms;
use hamadryad_symbol::{Name, Symbol, Symbols, View};
use hamadryad_syntax::ast::{self, StatementKind};
use hamadryad_syntax::{Code, Diagnostic, Span};

impl Grounder {
    /// Adds a parsed text, whose `#include` statements the caller has followed. All errors of the text are returned;
    /// nothing of an erroneous text is added.
    pub fn add(&mut self, symbols: &mut Symbols, program: &ast::Program) -> Vec<Diagnostic> {
        let (constants, theories) = (self.constants.clone(), self.theories.clone());
        let mut diagnostics = self.add_constants(symbols, program);
        let derived = self.check(symbols, program, &mut diagnostics);
        if diagnostics.iter().any(Diagnostic::is_error) {
            (self.constants, self.theories) = (constants, theories);
            return diagnostics;
        }
        self.derived.extend(derived);
        let mut part = self.part(symbols.name("base"), &[]);
        for statement in &program.statements {
            match &statement.node {
                StatementKind::Const { .. }
                | StatementKind::Include { .. }
                | StatementKind::Theory { .. } => {}
                StatementKind::ShowNothing => {
                    self.shown.get_or_insert_default();
                }
                StatementKind::ShowSignature(signature) => {
                    self.shown.get_or_insert_default().entry(*signature).or_insert(Some(statement.span));
                }
                StatementKind::ProjectSignature(signature) => {
                    self.projected.insert(*signature);
                    self.parts[part].projected.push(*signature);
                }
                StatementKind::Defined(signature) => {
                    self.undefined.defined.insert(*signature);
                }
                StatementKind::Program { name, parameters } => part = self.part(*name, parameters),
                StatementKind::Facts(facts) => self.add_facts(symbols, part, facts, statement.span),
                _ => self.parts[part].waiting.push(statement.clone()),
            }
        }
        diagnostics
    }

    /// Looks for errors in the statements that are rewritten when they are grounded. Returns the predicates that rules
    /// derive.
    fn check(
        &mut self,
        symbols: &mut Symbols,
        program: &ast::Program,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<PredicateId> {
        let mut parameters: &[Name] = &[];
        let mut derived = Vec::new();
        for statement in &program.statements {
            match &statement.node {
                StatementKind::Program { parameters: those, .. } => parameters = those,
                StatementKind::Const { .. }
                | StatementKind::Include { .. }
                | StatementKind::ShowNothing
                | StatementKind::ShowSignature(_)
                | StatementKind::ProjectSignature(_)
                | StatementKind::Defined(_) => {}
                StatementKind::Theory { name, terms, atoms } => {
                    diagnostics.extend(self.theories.define(symbols, *name, terms, atoms));
                }
                // Predicates are numbered as they appear: so are atoms shown.
                StatementKind::Facts(facts) => {
                    let mut last = None;
                    for signature in facts.iter().filter_map(|&fact| symbols.signature(fact)) {
                        if last.replace(signature) != Some(signature) {
                            self.base.predicate(signature);
                        }
                    }
                }
                _ => {
                    let rules = self.lower(symbols, parameters, statement, true, diagnostics);
                    derived
                        .extend(rules.iter().flat_map(|rule| rule.action.heads()).map(|head| head.predicate));
                }
            }
        }
        derived
    }

    /// The statements of a part, none where it is new.
    fn part(&mut self, name: Name, parameters: &[Name]) -> PartIndex {
        let found = self.parts.iter().position(|part| part.name == name && part.parameters == parameters);
        found.unwrap_or_else(|| {
            self.parts.push(PartStatements::new(name, parameters));
            self.parts.len() - 1
        })
    }

    fn add_constants(&mut self, symbols: &mut Symbols, program: &ast::Program) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for statement in &program.statements {
            if let StatementKind::Const { name, value, overrides } = &statement.node {
                diagnostics.extend(self.constants.define(symbols, *name, value, *overrides, statement.span));
            }
        }
        diagnostics.extend(self.constants.resolve(symbols));
        diagnostics
    }

    /// Makes rules of the facts that name a constant without a value of its own.
    fn put_terms_into_facts(&mut self, symbols: &mut Symbols) {
        let names = self.constants.with_terms();
        if names.is_empty() {
            return;
        }
        for part in &mut self.parts {
            let (rules, facts) = std::mem::take(&mut part.facts)
                .into_iter()
                .partition(|&(fact, _)| mentions(symbols, fact, &names));
            part.facts = facts;
            let rules: Vec<(Symbol, Span)> = rules;
            part.waiting.extend(rules.into_iter().map(|(fact, span)| fact_as_rule(symbols, fact, span)));
        }
    }

    fn add_facts(&mut self, symbols: &mut Symbols, part: PartIndex, facts: &[Symbol], span: Span) {
        let part = &mut self.parts[part];
        for &fact in facts {
            let signature = symbols.signature(fact).expect("a fact is an atom");
            let predicate = self.base.predicate(signature);
            self.undefined.heads.add_fact(predicate);
            self.undefined.mentioned.insert(predicate);
            if part.parameters.is_empty() || !mentions(symbols, fact, &part.parameters) {
                part.facts.push((fact, span));
            } else {
                let rule = fact_as_rule(symbols, fact, span);
                part.waiting.push(rule);
            }
        }
    }

    /// Rewrites a statement and checks its rules.
    fn lower(
        &mut self,
        symbols: &mut Symbols,
        parameters: &[Name],
        statement: &ast::Statement,
        provisional: bool,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<Rule> {
        let mut lowering = Lowering {
            symbols,
            base: &mut self.base,
            constants: &self.constants,
            projections: &mut self.projections,
            theories: &self.theories,
            parameters,
            compat: self.compat,
            provisional,
            guessed: false,
            open_constants: Vec::new(),
            diagnostics: Vec::new(),
        };
        let mut rules = lower_statement(&mut lowering, statement);
        let (mut found, guessed) = (lowering.diagnostics, lowering.guessed);
        let had_rules = !rules.is_empty();
        for rule in &mut rules {
            bounds::add_ranges(rule, symbols);
        }
        // A statement that is taken apart says the same of each of its rules.
        rules.retain(|rule| {
            let Some(error) = safety::check(rule, symbols, statement) else { return true };
            let said = match undefined_terms::operation(rule, symbols) {
                Some(_) if provisional => return false,
                Some(span) => Diagnostic::warning(Code::OperationUndefined, span, "operation undefined"),
                None => error,
            };
            if !found.contains(&said) {
                found.push(said);
            }
            false
        });
        if guessed && found.iter().any(Diagnostic::is_error) {
            // It is an error now only if it is one as well where the constants turn out to be no numbers.
            let mut otherwise = Vec::new();
            self.lower(symbols, parameters, statement, false, &mut otherwise);
            found.retain(|said| !said.is_error() || otherwise.iter().any(Diagnostic::is_error));
        }
        if !provisional {
            rules.retain_mut(|rule| {
                self.undefined.heads.add_void(rule);
                undefined_terms::prune(rule, symbols)
            });
            if had_rules && rules.is_empty() {
                // It is of no interest then what its variables are.
                found.retain(|said| said.code != Code::GlobalVariable);
            }
        }
        diagnostics.append(&mut found);
        rules
    }

    /// Rewrites the statements that have been added since the last call.
    pub(crate) fn rewrite(&mut self, symbols: &mut Symbols) -> Result<Vec<Diagnostic>, GroundError> {
        if !self.errors.is_empty() {
            return Err(GroundError::Program(self.errors.clone()));
        }
        self.put_terms_into_facts(symbols);
        let mut diagnostics = Vec::new();
        for part in 0..self.parts.len() {
            let parameters = self.parts[part].parameters.clone();
            for statement in std::mem::take(&mut self.parts[part].waiting) {
                let mut rules = self.lower(symbols, &parameters, &statement, false, &mut diagnostics);
                for rule in &rules {
                    self.undefined.heads.add(rule, symbols);
                    self.undefined.mention(rule, &self.projections);
                }
                self.parts[part].idle.extend(rules.extract_if(.., |rule| rule.action.is_empty()));
                for rule in &mut rules {
                    self.projections.project_positive(&mut self.base, rule, &self.derived);
                }
                self.parts[part].rules.append(&mut rules);
            }
        }
        if diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.retain(Diagnostic::is_error);
            self.errors.clone_from(&diagnostics);
            return Err(GroundError::Program(diagnostics));
        }
        Ok(diagnostics)
    }
}

fn fact_as_rule(symbols: &mut Symbols, fact: Symbol, span: Span) -> ast::Statement {
    let atom = ast::Atom::Predicate(ast::term_of(symbols, fact, span));
    let node = ast::LiteralKind { sign: ast::Sign::None, atom };
    let head = ast::Head::Literal(ast::Spanned { node, span });
    ast::Spanned { node: StatementKind::Rule { head, body: Vec::new() }, span }
}

/// Whether a symbol has one of the constants in its arguments.
fn mentions(symbols: &Symbols, symbol: Symbol, names: &[Name]) -> bool {
    symbols.arguments(symbol).iter().any(|&argument| match symbols.view(argument) {
        View::Function { name, arguments: [], .. } => names.contains(&name),
        _ => mentions(symbols, argument, names),
    })
}
