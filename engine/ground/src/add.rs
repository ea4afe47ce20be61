//! Takes programs in: statements are kept part by part, and rewritten when they are first needed.

use crate::GroundError;
use crate::bounds;
use crate::grounder::Grounder;
use crate::ir::Rule;
use crate::lower::Lowering;
use crate::safety;
use hamadryad_symbol::{Name, Symbol, Symbols, View};
use hamadryad_syntax::ast::{self, StatementKind};
use hamadryad_syntax::{Diagnostic, Span};

/// The statements of a part.
#[derive(Default)]
pub(crate) struct PartStatements {
    pub facts: Vec<(Symbol, Span)>,
    /// Statements that have not been rewritten yet: constants may still be defined.
    pub waiting: Vec<ast::Statement>,
    pub rules: Vec<Rule>,
    /// How many of the rules have been searched for atoms that nothing derives.
    pub checked: usize,
}

/// A part's name and its parameters' names.
pub(crate) type PartKey = (Name, usize);

impl Grounder {
    /// Adds a parsed text, whose `#include` statements the caller has followed. All errors of the text are returned;
    /// a grounder that was given an erroneous text does not ground any more.
    pub fn add(&mut self, symbols: &mut Symbols, program: &ast::Program) -> Vec<Diagnostic> {
        let mut diagnostics = self.add_constants(symbols, program);
        let mut key = (symbols.name("base"), 0);
        self.parts.entry(key).or_default();
        for statement in &program.statements {
            match &statement.node {
                StatementKind::Const { .. } | StatementKind::Include { .. } => {}
                StatementKind::ShowNothing => {
                    self.shown.get_or_insert_default();
                }
                StatementKind::ShowSignature(signature) => {
                    self.shown.get_or_insert_default().entry(*signature).or_insert(Some(statement.span));
                }
                StatementKind::ProjectSignature(signature) => {
                    self.projected.insert(*signature);
                }
                StatementKind::Defined(signature) => {
                    self.undefined.defined.insert(*signature);
                }
                StatementKind::Program { name, parameters } => {
                    key = (*name, parameters.len());
                    self.parts.entry(key).or_default().0.clone_from(parameters);
                }
                StatementKind::Theory { name, terms, atoms } => {
                    diagnostics.extend(self.theories.define(symbols, *name, terms, atoms));
                }
                StatementKind::Facts(facts) => self.add_facts(symbols, key, facts, statement.span),
                _ => {
                    let rules = self.lower(symbols, key, statement, true, &mut diagnostics);
                    self.note_derived(&rules);
                    self.part(key).waiting.push(statement.clone());
                }
            }
        }
        self.errors.extend(diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).cloned());
        diagnostics
    }

    fn part(&mut self, key: PartKey) -> &mut PartStatements {
        &mut self.parts.get_mut(&key).expect("a part is made before its statements are added").1
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
        for (_, part) in self.parts.values_mut() {
            let (rules, facts) = std::mem::take(&mut part.facts)
                .into_iter()
                .partition(|&(fact, _)| mentions(symbols, fact, &names));
            part.facts = facts;
            let rules: Vec<(Symbol, Span)> = rules;
            part.waiting.extend(rules.into_iter().map(|(fact, span)| fact_as_rule(symbols, fact, span)));
        }
    }

    fn add_facts(&mut self, symbols: &mut Symbols, key: PartKey, facts: &[Symbol], span: Span) {
        let parameters = self.parts[&key].0.clone();
        for &fact in facts {
            let signature = symbols.signature(fact).expect("a fact is an atom");
            let predicate = self.base.predicate(signature);
            self.undefined.heads.add_fact(predicate);
            if parameters.is_empty() || !mentions(symbols, fact, &parameters) {
                self.part(key).facts.push((fact, span));
            } else {
                let rule = fact_as_rule(symbols, fact, span);
                self.part(key).waiting.push(rule);
            }
        }
    }

    fn note_derived(&mut self, rules: &[Rule]) {
        self.derived.extend(rules.iter().flat_map(|rule| rule.action.heads()).map(|head| head.predicate));
    }

    /// Rewrites a statement and checks its rules.
    fn lower(
        &mut self,
        symbols: &mut Symbols,
        key: PartKey,
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
            parameters: &self.parts[&key].0,
            compat: self.compat,
            provisional,
            open_constants: Vec::new(),
            diagnostics: Vec::new(),
        };
        let mut rules = lowering.statement(statement);
        let mut found = lowering.diagnostics;
        for rule in &mut rules {
            bounds::add_ranges(rule, symbols);
        }
        // A statement that is taken apart says the same of each of its rules.
        for error in rules.iter().filter_map(|rule| safety::check(rule, symbols, statement)) {
            if !found.contains(&error) {
                found.push(error);
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
        let keys: Vec<PartKey> = self.parts.keys().copied().collect();
        for key in keys {
            for statement in std::mem::take(&mut self.part(key).waiting) {
                let mut rules = self.lower(symbols, key, &statement, false, &mut diagnostics);
                for head in rules.iter().flat_map(|rule| rule.action.heads()) {
                    self.undefined.heads.add(head);
                }
                rules.retain(|rule| !rule.action.is_empty());
                for rule in &mut rules {
                    self.projections.project_positive(&mut self.base, rule, &self.derived);
                }
                self.part(key).rules.append(&mut rules);
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
