//! The statements of a program, part by part. They are checked when they are added, and rewritten to rules
//! before the first step that follows.
//!
//! Invariant: a text with an error adds nothing. Constants and theories may be defined after the statements
//! that use them, until the next step begins.

use crate::GroundError;
use crate::atoms::base::Base;
use crate::atoms::domain::PredicateId;
use crate::diagnose::undefined_atoms::{UndefinedAtoms, nothing_to_show};
use crate::ir::Rule;
use crate::program::appearance::{self, Appearance};
use crate::program::parts::{Part, PartIndex, PartStatements, RuleSource};
use crate::program::rewriting::{Lowered, Scope, Waiting};
use crate::rewrite::constants::Constants;
use crate::rewrite::theory::definitions::Theories;
use crate::state::State;
use hamadryad_symbol::{Name, Signature, Symbol, Symbols, View};
use hamadryad_syntax::ast::{self, StatementKind};
use hamadryad_syntax::{Compat, Diagnostic, Span};
use hashbrown::HashSet;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

/// The parts of a step, each with its arguments.
pub(crate) type Selection = IndexMap<PartIndex, Vec<Vec<Symbol>>, FxBuildHasher>;

/// The statements of a program.
#[derive(Clone, Default)]
pub(crate) struct Program {
    parts: Vec<PartStatements>,
    pub constants: Constants,
    theories: Theories,
    compat: Compat,
    /// The signatures of `#show p/n.`, each with its place until the first step; `None` if everything is
    /// shown.
    shown: Option<IndexMap<Signature, Option<Span>, FxBuildHasher>>,
    /// Whether `shown` has changed since [`Program::take_changed_shows`].
    has_changed_shows: bool,
    undefined: UndefinedAtoms,
    /// The signatures of `#project p/n.` in any part: they count as defined.
    projected: HashSet<Signature, FxBuildHasher>,
    /// The predicates in heads of rules that are not facts.
    derived: HashSet<PredicateId, FxBuildHasher>,
    /// The part of each rule by its number, and its position there.
    numbered: Vec<(PartIndex, u32)>,
    /// The predicates of the facts of texts, in the order of the texts.
    with_facts: IndexSet<PredicateId, FxBuildHasher>,
    /// The predicates of other facts, in the order of the texts: classically negated facts, and those with pools.
    with_late_facts: IndexSet<PredicateId, FxBuildHasher>,
    /// The predicates of the parts that were grounded, as clingo lists them.
    appearance: Appearance,
    /// The numbers of predicates of facts and of other facts that have appeared.
    facts_appeared: [usize; 2],
    /// Errors of the final rules: such a program is not grounded.
    errors: Vec<Diagnostic>,
}

/// The result of checking a text.
#[derive(Default)]
struct Checks {
    /// The predicates that its rules derive.
    derived: Vec<PredicateId>,
    /// The rules of each statement that is lowered, in the order of the text.
    lowered: Vec<Option<Lowered>>,
}

impl Program {
    /// A program without statements.
    pub(crate) fn new(compat: Compat) -> Program {
        Program { compat, constants: Constants::new(compat), ..Program::default() }
    }

    /// Adds a text. All errors of the text are returned; nothing of an erroneous text is added.
    pub(crate) fn add(
        &mut self,
        state: &mut State,
        symbols: &mut Symbols,
        program: &ast::Program,
    ) -> Vec<Diagnostic> {
        let (constants, theories) = (self.constants.clone(), self.theories.clone());
        let mut diagnostics = self.add_constants(symbols, program);
        let Checks { derived, lowered } = self.check(state, symbols, program, &mut diagnostics);
        let mut lowered = lowered.into_iter();
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
                    self.has_changed_shows = true;
                    self.shown.get_or_insert_default();
                }
                StatementKind::ShowSignature(signature) => {
                    self.has_changed_shows = true;
                    self.shown.get_or_insert_default().entry(*signature).or_insert(Some(statement.span));
                }
                StatementKind::ProjectSignature(signature) => {
                    self.projected.insert(*signature);
                    self.parts[part.0].projected.push(*signature);
                }
                StatementKind::Defined(signature) => {
                    self.undefined.defined.insert(*signature);
                }
                StatementKind::Program { name, parameters } => part = self.part(*name, parameters),
                StatementKind::Facts(facts) => self.add_facts(state, symbols, part, facts, statement.span),
                _ => {
                    let lowered = lowered.next().flatten();
                    self.parts[part.0].waiting.push(Waiting::new(statement, lowered));
                }
            }
        }
        diagnostics
    }

    /// Checks the statements of a text for errors.
    fn check(
        &mut self,
        state: &mut State,
        symbols: &mut Symbols,
        program: &ast::Program,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Checks {
        let mut parameters: &[Name] = &[];
        let mut checks = Checks::default();
        for statement in &program.statements {
            match &statement.node {
                StatementKind::Program { parameters: names, .. } => parameters = names,
                StatementKind::Const { .. }
                | StatementKind::Include { .. }
                | StatementKind::ShowNothing
                | StatementKind::ShowSignature(_)
                | StatementKind::ProjectSignature(_)
                | StatementKind::Defined(_) => {}
                StatementKind::Theory { name, terms, atoms } => {
                    diagnostics.extend(self.theories.define(symbols, *name, terms, atoms));
                }
                // Predicates are numbered in the order of the text, which is the order of shown atoms.
                StatementKind::Facts(facts) => {
                    let mut last = None;
                    for signature in facts.iter().filter_map(|&fact| symbols.signature(fact)) {
                        if last.replace(signature) != Some(signature) {
                            state.base.predicate(signature);
                        }
                    }
                }
                _ => {
                    let mut checked = self.scope(state, symbols).check(statement, parameters);
                    diagnostics.append(&mut checked.errors);
                    checks.derived.append(&mut checked.heads);
                    checks.lowered.push(checked.lowered);
                }
            }
        }
        checks
    }

    fn scope<'a>(&'a self, state: &'a mut State, symbols: &'a mut Symbols) -> Scope<'a> {
        let State { base, projections, .. } = state;
        let (constants, theories) = (&self.constants, &self.theories);
        Scope { symbols, base, projections, constants, theories, compat: self.compat }
    }

    /// The position of a part, which is added if it is new.
    fn part(&mut self, name: Name, parameters: &[Name]) -> PartIndex {
        let found = self.parts.iter().position(|part| part.name == name && part.parameters == parameters);
        PartIndex(found.unwrap_or_else(|| {
            self.parts.push(PartStatements::new(name, parameters));
            self.parts.len() - 1
        }))
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

    fn add_facts(
        &mut self,
        state: &mut State,
        symbols: &mut Symbols,
        part: PartIndex,
        facts: &[Symbol],
        span: Span,
    ) {
        let part = &mut self.parts[part.0];
        for &fact in facts {
            let signature = symbols.signature(fact).expect("a fact is an atom");
            let predicate = state.base.predicate(signature);
            self.undefined.heads.add_fact(predicate);
            if !self.with_facts.contains(&predicate) {
                match has_minus(symbols, fact) {
                    false => self.with_facts.insert(predicate),
                    true => self.with_late_facts.insert(predicate),
                };
            }
            self.undefined.mentioned.insert(predicate);
            if part.parameters.is_empty() || !mentions(symbols, fact, &part.parameters) {
                part.facts.push((fact, span));
            } else {
                let statement = fact_as_rule(symbols, fact, span);
                part.waiting.push(Waiting::Statement(Box::new(statement), None));
            }
        }
    }

    /// Turns facts that name a constant without a value into rules.
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
            let statements = rules.into_iter().map(|(fact, span)| fact_as_rule(symbols, fact, span));
            part.waiting.extend(statements.map(|statement| Waiting::Statement(Box::new(statement), None)));
        }
    }

    /// Rewrites the statements that have been added since the last step. Returns warnings.
    ///
    /// # Errors
    /// Returns the errors of all statements, now and at each later call.
    pub(crate) fn rewrite(
        &mut self,
        state: &mut State,
        symbols: &mut Symbols,
    ) -> Result<Vec<Diagnostic>, GroundError> {
        if !self.errors.is_empty() {
            return Err(GroundError::Program(self.errors.clone()));
        }
        self.put_terms_into_facts(symbols);
        let mut diagnostics = Vec::new();
        for part in 0..self.parts.len() {
            let parameters = self.parts[part].parameters.clone();
            for waiting in std::mem::take(&mut self.parts[part].waiting) {
                let mut rewritten = self.scope(state, symbols).rewrite(waiting, &parameters);
                diagnostics.append(&mut rewritten.diagnostics);
                rewritten.heads.iter().for_each(|&head| self.undefined.heads.add_head(head));
                let mut rules = rewritten.rules;
                for rule in &rules {
                    self.undefined.heads.add(rule, symbols);
                    self.undefined.mention(rule, &state.projections);
                }
                let mentioned = &mut self.parts[part].mentioned;
                for rule in &rules {
                    if let Some(predicate) = rule.fact() {
                        self.with_late_facts.insert(predicate);
                    } else {
                        appearance::of_rule(rule, &mut |predicate| {
                            mentioned.insert(predicate);
                        });
                    }
                }
                self.parts[part].idle.extend(rules.extract_if(.., |rule| rule.action.is_empty()));
                for rule in &mut rules {
                    state.projections.project_positive(&mut state.base, rule, &self.derived);
                }
                self.number(PartIndex(part), &mut rules);
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

    /// The predicates in the order of their appearance in the parts that were grounded.
    pub(crate) fn appearance(&self) -> &Appearance {
        &self.appearance
    }

    /// Adds a predicate to the order of appearance.
    pub(crate) fn appear(&mut self, predicate: PredicateId) {
        self.appearance.add(predicate);
    }

    /// Adds the predicates of parts that are about to be grounded to the order of appearance.
    pub(crate) fn appear_in(&mut self, selected: &Selection) {
        for (index, part) in self.parts.iter_mut().enumerate() {
            if selected.contains_key(&PartIndex(index)) {
                part.mentioned.drain(..).for_each(|predicate| self.appearance.add(predicate));
            }
        }
        for (facts, appeared) in
            [&self.with_facts, &self.with_late_facts].into_iter().zip(&mut self.facts_appeared)
        {
            let before = std::mem::replace(appeared, facts.len());
            facts[before..].iter().for_each(|&predicate| self.appearance.add(predicate));
        }
    }

    /// Numbers the rules that are appended to a part.
    fn number(&mut self, part: PartIndex, rules: &mut [Rule]) {
        let position = self.parts[part.0].rules.len() as u32;
        for (position, rule) in (position..).zip(rules) {
            rule.number = self.numbered.len() as u32;
            self.numbered.push((part, position));
        }
    }

    /// The source of the rule with a number.
    pub(crate) fn rule_source(&self, number: u32) -> Option<RuleSource<'_>> {
        let &(part, position) = self.numbered.get(number as usize)?;
        let part = &self.parts[part.0];
        Some(RuleSource::new(&part.rules[position as usize], part.name))
    }

    /// Whether a text has facts of the predicate.
    pub(crate) fn has_facts(&self, predicate: PredicateId) -> bool {
        self.with_facts.contains(&predicate) || self.with_late_facts.contains(&predicate)
    }

    /// The places of the facts of the selected parts, in the order of [`Program::facts`].
    pub(crate) fn fact_places(&self, selected: &Selection) -> Vec<(Span, u32)> {
        let with_instances = selected.iter().filter(|(_, arguments)| !arguments.is_empty());
        let facts = with_instances.flat_map(|(&part, _)| &self.parts[part.0].facts);
        let mut last: Option<(Span, u32)> = None;
        let place = |&(_, span): &(Symbol, Span)| {
            let position = last.filter(|&(run, _)| run == span).map_or(0, |(_, position)| position + 1);
            *last.insert((span, position))
        };
        facts.map(place).collect()
    }

    /// The existing parts among the given ones, each with all arguments that it is instantiated with.
    pub(crate) fn select(&self, parts: &[Part]) -> Selection {
        let mut selected: Selection = IndexMap::default();
        for part in parts {
            for (index, statements) in self.parts.iter().enumerate() {
                let parameters = &statements.parameters;
                if statements.name != part.name || parameters.len() != part.arguments.len() {
                    continue;
                }
                // A parameter that is also a constant has only the constant's value.
                let possible = parameters.iter().zip(&part.arguments).all(|(&parameter, &argument)| {
                    self.constants.value(parameter).is_none_or(|value| value == argument)
                });
                let arguments = selected.entry(PartIndex(index)).or_default();
                if possible && !arguments.contains(&part.arguments) {
                    arguments.push(part.arguments.clone());
                }
            }
        }
        selected
    }

    /// The facts of the selected parts, with the values of constants.
    pub(crate) fn facts(&self, symbols: &mut Symbols, selected: &Selection) -> Vec<Symbol> {
        let with_instances = selected.iter().filter(|(_, arguments)| !arguments.is_empty());
        let facts = with_instances.flat_map(|(&part, _)| &self.parts[part.0].facts).map(|&(fact, _)| fact);
        if self.constants.is_empty() {
            facts.collect()
        } else {
            facts.map(|fact| self.constants.replace_arguments(symbols, fact)).collect()
        }
    }

    /// The rules of a part.
    pub(crate) fn rules(&self, part: PartIndex) -> &[Rule] {
        &self.parts[part.0].rules
    }

    /// The rule with a number.
    pub(crate) fn numbered_rule(&self, number: u32) -> Option<&Rule> {
        let &(part, position) = self.numbered.get(number as usize)?;
        self.parts[part.0].rules.get(position as usize)
    }

    /// The facts of a part, without the values of constants, each with the span of its run.
    pub(crate) fn facts_of(&self, part: PartIndex) -> impl Iterator<Item = (Symbol, Span)> + '_ {
        self.parts[part.0].facts.iter().copied()
    }

    /// Whether heads of rules that are no facts have the predicate.
    pub(crate) fn is_derived(&self, predicate: PredicateId) -> bool {
        self.derived.contains(&predicate)
    }

    /// The signatures of `#project p/n.` in the selected parts.
    pub(crate) fn projected(&self, selected: &Selection) -> std::collections::HashSet<Signature> {
        selected.keys().flat_map(|&part| &self.parts[part.0].projected).copied().collect()
    }

    /// Whether the atoms of a signature are shown.
    pub(crate) fn is_shown(&self, signature: Signature) -> bool {
        self.shown.as_ref().is_none_or(|signatures| signatures.contains_key(&signature))
    }

    /// Whether texts with `#show` statements were added since the last call.
    pub(crate) fn take_changed_shows(&mut self) -> bool {
        std::mem::take(&mut self.has_changed_shows)
    }

    /// The predicates whose atoms are shown, in clingo's order: with `#show p/n.`, by sign, number of arguments
    /// and name, otherwise in the order of appearance.
    pub(crate) fn shown_predicates(&self, base: &Base, symbols: &Symbols) -> Vec<PredicateId> {
        let signature = |predicate: &PredicateId| base.domain(*predicate).signature;
        let is_shown =
            |predicate: &PredicateId| signature(predicate).is_some_and(|signature| self.is_shown(signature));
        let all = (0..base.domains().len() as u32).map(PredicateId);
        let mut shown: Vec<PredicateId> = all.filter(is_shown).collect();
        if self.shown.is_some() {
            shown.sort_by_key(|predicate| {
                signature(predicate)
                    .map(|Signature { name, arity, positive }| (!positive, arity, symbols.text(name)))
            });
        } else {
            shown.sort_by_key(|&predicate| self.appearance.place(predicate).unwrap_or(usize::MAX));
        }
        shown
    }

    /// Adds warnings about atoms in the selected parts that no rule derives, and about `#show p/n.` without
    /// any such atom.
    pub(crate) fn warn_of_undefined(
        &mut self,
        state: &State,
        symbols: &Symbols,
        selected: &Selection,
        found: &mut Vec<Diagnostic>,
    ) {
        let State { base, projections, .. } = state;
        for (&part, _) in selected.iter().filter(|(_, arguments)| !arguments.is_empty()) {
            let part = &mut self.parts[part.0];
            for rule in &part.rules[part.checked..] {
                self.undefined.check(rule, base, projections, symbols, found);
            }
            part.checked = part.rules.len();
            for rule in part.idle.drain(..) {
                self.undefined.check(&rule, base, projections, symbols, found);
            }
        }
        for (signature, span) in self.shown.iter_mut().flatten() {
            let Some(span) = span.take() else { continue };
            let is_known = self.undefined.defined.contains(signature) || self.projected.contains(signature);
            // Atoms of backends do not occur in a text.
            let occurs =
                |predicate| self.undefined.mentioned.contains(&predicate) || base.domain(predicate).len() > 0;
            if !is_known && !base.find_predicate(*signature).is_some_and(occurs) {
                found.push(nothing_to_show(*signature, span, symbols));
            }
        }
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

/// Whether a minus sign stands in a term: then clingo evaluates a fact as a rule, and its predicate appears late.
fn has_minus(symbols: &Symbols, term: Symbol) -> bool {
    match symbols.view(term) {
        View::Number(number) => number < 0,
        View::Function { positive, arguments, .. } => {
            !positive || arguments.iter().any(|&argument| has_minus(symbols, argument))
        }
        _ => false,
    }
}
