//! The grounder: programs are added as text, and parts of them are grounded step by step.
//!
//! ```text
//! add          program/: check, keep by part
//! ground       program/: rewrite to rules  →  component/: instantiate  →  state: finish the step
//! ```
//!
//! A step may also be written statement by statement, without a text (`begin_direct`). The grounder does not
//! see the rules of such a step; later steps are joined with its atoms as with all other atoms.

use crate::atoms::domain::{Domain, EntryId, PredicateId};
use crate::atoms::state::AtomState;
use crate::component::prepare::Task;
use crate::component::semi_naive::{self, Context, Stopped};
use crate::diagnose::profile::{Clock, Cost, Profile};
use crate::diagnose::warnings::Warnings;
use crate::inspect::FactPlace;
use crate::instantiate::functions::{Functions, Host};
use crate::ir::{Literal, Rule};
use crate::output::emitter::Emitter;
use crate::output::ground_atoms::GroundAtoms;
use crate::output::pending::Conditions;
use crate::output::theory::Content;
use crate::program::parts::{Part, RuleSource};
use crate::program::statements::Program;
use crate::rewrite::constants;
use crate::state::State;
use crate::statement::show::{hide_atoms, write_shown_atoms};
use crate::{Compat, GroundError, arithmetic};
use hamadryad_aspif::{self as aspif, Sink};
use hamadryad_symbol::{Name, Signature, Symbol, Symbols};
use hamadryad_syntax::{Diagnostic, Span, ast};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{Arc, Mutex};

/// Grounds programs, step by step.
#[derive(Clone, Default)]
pub struct Grounder {
    program: Program,
    state: State,
    functions: Functions,
    compat: Compat,
    keeps_facts: bool,
    keeps_origins: bool,
    /// The places of facts by their numbers, if origins are kept: the span of their run, and their position
    /// in it.
    fact_places: Vec<(Span, u32)>,
    profile: Profile,
    /// The warnings of a step that was stopped.
    left: Vec<Diagnostic>,
}

/// An atom in its domain, for as long as the step lasts.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    predicate: PredicateId,
    id: EntryId,
}

impl Grounder {
    /// A grounder without a program.
    pub fn new() -> Grounder {
        Grounder::default()
    }

    /// A grounder without a program, for the language of the given version of clingo.
    pub fn with_compat(compat: Compat) -> Grounder {
        Grounder { compat, program: Program::new(compat), ..Grounder::default() }
    }

    /// A grounder without a program that shares the settings and the registered functions of this one.
    pub fn fresh(&self) -> Grounder {
        Grounder {
            functions: self.functions.clone(),
            keeps_facts: self.keeps_facts,
            keeps_origins: self.keeps_origins,
            ..Grounder::with_compat(self.compat)
        }
    }

    /// The version of clingo whose language is read.
    pub fn compat(&self) -> Compat {
        self.compat
    }

    // Programs.

    /// Adds a parsed text, whose `#include` statements the caller has followed. All errors of the text are
    /// returned; nothing of an erroneous text is added.
    pub fn add(&mut self, symbols: &mut Symbols, program: &ast::Program) -> Vec<Diagnostic> {
        self.program.add(&mut self.state, symbols, program)
    }

    /// Defines a constant from outside. The value wins over a `#const` that is not marked `[override]`.
    pub fn define(&mut self, name: Name, value: Symbol) {
        self.program.constants.give(name, value);
    }

    /// The value of a constant of the program.
    pub fn constant(&self, name: Name) -> Option<Symbol> {
        self.program.constants.value(name)
    }

    /// The value of a term without variables; `None` if it has variables, pools, intervals, calls or
    /// undefined operations.
    pub fn evaluate(&self, symbols: &mut Symbols, term: &ast::Term) -> Option<Symbol> {
        constants::evaluate_as(self.compat, symbols, term)
    }

    /// Registers a function that the program calls as `@name(…)`, and replaces an earlier function of the
    /// same name. `ground` calls it any number of times, in any order.
    pub fn register(
        &mut self,
        name: Name,
        function: impl FnMut(&mut Symbols, &[Symbol]) -> Result<Vec<Symbol>, String> + Send + 'static,
    ) {
        self.functions.insert(name, Arc::new(Mutex::new(function)));
    }

    /// Sets the function that receives all calls of functions that are not registered: the place of the call, its
    /// name and its arguments. `None` removes it.
    pub fn set_host(&mut self, host: Option<Host>) {
        self.functions.host = host.map(|host| Arc::new(Mutex::new(host)));
    }

    /// Sets whether facts stay in the bodies of ground rules, from the next step on; they do not by default.
    pub fn keep_facts(&mut self, keep: bool) {
        self.keeps_facts = keep;
    }

    /// Sets whether the sink receives the [origin](aspif::Origin) of each rule, from the next step on; it does
    /// not by default. Instances that add nothing to the ground program are then written as well.
    pub fn keep_origins(&mut self, keep: bool) {
        self.keeps_origins = keep;
    }

    /// The statement that the number of a rule in an [origin](aspif::Origin) stands for.
    pub fn rule_source(&self, number: u32) -> Option<RuleSource<'_>> {
        self.program.rule_source(number)
    }

    /// The sources of all rules, by their numbers.
    pub fn rule_sources(&self) -> impl Iterator<Item = RuleSource<'_>> + '_ {
        (0..).map_while(|number| self.program.rule_source(number))
    }

    /// For each variable of a rule, whether a positive literal over data binds it: a predicate all of whose
    /// atoms are facts of the ground program.
    pub fn data_variables(&self, number: u32) -> Vec<bool> {
        let Some(rule) = self.program.numbered_rule(number) else { return Vec::new() };
        let mut is_data = vec![false; rule.names.len()];
        is_data[..rule.parameters].fill(true);
        for literal in &rule.body {
            match literal {
                Literal::Predicate { sign: ast::Sign::None, atom, .. }
                    if self.state.base.domain(atom.predicate).has_only_facts() =>
                {
                    atom.variables(&mut |slot| is_data[slot] = true);
                }
                Literal::Range { pattern, .. } => pattern.variables(&mut |slot| is_data[slot] = true),
                _ => {}
            }
        }
        is_data
    }

    /// The signatures of the facts on which some rules depend: facts of a text, and rules without a body such
    /// as `node(1..9).`, in the order of the program.
    pub fn facts_below(&self, rules: &[u32]) -> Vec<Signature> {
        let base = &self.state.base;
        let mut known = HashSet::new();
        let mut waiting: Vec<PredicateId> = Vec::new();
        let all: Vec<&Rule> = (0..).map_while(|number| self.program.numbered_rule(number)).collect();
        let mut visit = |rule: &Rule, waiting: &mut Vec<PredicateId>| {
            rule.literals(&mut |literal| {
                if let Literal::Predicate { atom, .. } = literal {
                    let atom = self.state.projections.origin(atom).unwrap_or_else(|| atom.clone());
                    if known.insert(atom.predicate) {
                        waiting.push(atom.predicate);
                    }
                }
            });
        };
        for &number in rules {
            if let Some(rule) = all.get(number as usize) {
                visit(rule, &mut waiting);
            }
        }
        let mut found: Vec<PredicateId> = Vec::new();
        while let Some(predicate) = waiting.pop() {
            let heads =
                all.iter().filter(|rule| rule.action.heads().iter().any(|head| head.predicate == predicate));
            let mut has_facts = self.program.has_facts(predicate);
            for rule in heads {
                has_facts |= rule.body.iter().all(|literal| !matches!(literal, Literal::Predicate { .. }));
                visit(rule, &mut waiting);
            }
            if has_facts {
                found.push(predicate);
            }
        }
        found.sort_unstable();
        found.into_iter().filter_map(|predicate| base.domain(predicate).signature).collect()
    }

    /// Keeps the facts of these signatures open: bodies keep their literals, so that a question about the
    /// program can withdraw them. `None` in place of a signature stands for all. Must be called before a text
    /// is added.
    pub fn keep_facts_open(&mut self, signatures: &[Option<Signature>]) {
        self.state.base.keep_facts_open(signatures);
    }

    /// The place of a fact by its number in an [origin](aspif::Origin): the span of a run of consecutive facts,
    /// and the position in it, from 0.
    pub fn fact_place(&self, number: u32) -> Option<(Span, u32)> {
        self.fact_places.get(number as usize).copied()
    }

    // Steps.

    /// Grounds parts together, and returns warnings. The caller begins and ends the step of the sink. `stop`
    /// is called regularly; the step ends early when it returns `true`.
    ///
    /// # Errors
    /// Returns the errors of the program, the limit that the ground program exceeds, or that the step was
    /// stopped.
    pub fn ground(
        &mut self,
        symbols: &mut Symbols,
        parts: &[Part],
        sink: &mut dyn Sink,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Diagnostic>, GroundError> {
        self.state.begin_step();
        let mut diagnostics = self.program.rewrite(&mut self.state, symbols)?;
        let selected = self.program.select(parts);
        self.program.appear_in(&selected);
        self.program.warn_of_undefined(&self.state, symbols, &selected, &mut diagnostics);
        let facts = self.program.facts(symbols, &selected);
        let first_fact = self.fact_places.len() as u32;
        if self.keeps_origins {
            self.fact_places.extend(self.program.fact_places(&selected));
        }
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for (&part, arguments) in &selected {
            let rules = self.program.rules(part).iter();
            tasks.extend(rules.map(|rule| Task { rule: Cow::Borrowed(rule), arguments: arguments.clone() }));
        }
        let projections = self.state.projections.rules(tasks.iter().map(|task| &*task.rule));
        let projections = projections.into_iter().map(Cow::Owned);
        tasks.extend(projections.map(|rule| Task { rule, arguments: vec![Vec::new()] }));
        let mut warnings = Warnings::default();
        let mut context = Context {
            symbols,
            state: &mut self.state,
            functions: &mut self.functions,
            compat: self.compat,
            keeps_facts: self.keeps_facts,
            keeps_origins: self.keeps_origins,
            warnings: &mut warnings,
            profile: &mut self.profile,
            sink,
            stop,
        };
        context.add_facts(&facts, first_fact);
        let result = semi_naive::run(context, tasks);
        if self.compat == Compat::Six && !warnings.overflows.is_empty() {
            let errors = warnings.overflows.iter().map(|&span| arithmetic::overflow(self.compat, span));
            return Err(GroundError::Program(errors.collect()));
        }
        if let Err(Stopped) = result {
            add_new(&mut diagnostics, warnings.diagnostics());
            self.left = diagnostics;
            return Err(self.state.written.limit().map_or(GroundError::Interrupted, GroundError::Limit));
        }
        self.state.projections.finish(&self.state.base);
        self.state.parts.extend(&selected);
        self.finish(symbols, &self.program.projected(&selected), sink);
        add_new(&mut diagnostics, warnings.diagnostics());
        Ok(diagnostics)
    }

    fn finish(&mut self, symbols: &Symbols, projected: &HashSet<Signature>, sink: &mut dyn Sink) {
        let program = &self.program;
        let shown = program.shown_predicates(&self.state.base, symbols);
        self.state.finish_step(symbols, projected, &shown, self.keeps_origins, sink);
    }

    /// The next call of [`ground`](Grounder::ground) or [`begin_direct`](Grounder::begin_direct) continues the step:
    /// a theory atom that is equal to one of the step gets no other number.
    pub fn continue_step(&mut self) {
        self.state.theory.continue_step();
    }

    /// Restores the state before the last call of [`ground`](Grounder::ground), whether that call succeeded
    /// or not: the caller cannot take the step, and drops its statements. Warnings, and the costs of the
    /// step, are not undone.
    pub fn undo(&mut self) {
        self.state.undo_step();
    }

    /// Between steps: adopts the values that atoms have in all further answer sets. Atoms that later steps
    /// may still define have no such value. True atoms become facts; false atoms leave their domains.
    pub fn cleanup(&mut self, value: &dyn Fn(aspif::Atom) -> Option<bool>) {
        self.state.cleanup(value);
    }

    /// Between steps: the external atom has been released, and is false from now on. If a later step declares
    /// or defines it again, it gets a new number; statements written before keep the old one.
    pub fn release(&mut self, atom: Symbol) {
        self.state.release(atom);
    }

    /// Between steps: forgets the tuples of the objective, so that the next tuples count from the beginning.
    pub fn remove_minimize(&mut self) {
        self.state.pending.costs = Conditions::default();
    }

    /// The warnings of a call of [`ground`](Grounder::ground) that was stopped: they may explain its
    /// duration.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.left)
    }

    /// Measures the time of each statement from now on. The crate itself reads no clock.
    pub fn set_clock(&mut self, clock: Clock) {
        self.profile.clock = Some(clock);
    }

    /// The costs of the statements, each with its place, in descending order.
    pub fn costs(&self) -> Vec<(Span, &Cost)> {
        self.profile.costs()
    }

    // Steps that are written statement by statement.

    /// Begins a step that is written statement by statement.
    pub fn begin_direct(&mut self) {
        self.state.begin_step();
    }

    /// The number of an atom, which is added to its domain if it is new; `None` if the term is not an atom.
    pub fn direct_atom(
        &mut self,
        symbols: &Symbols,
        symbol: Symbol,
        sink: &mut dyn Sink,
    ) -> Option<(aspif::Atom, Place)> {
        let predicate = self.state.base.predicate(symbols.signature(symbol)?);
        self.program.appear(predicate);
        let State { base, written, .. } = &mut self.state;
        let mut atoms = GroundAtoms { base, emitter: Emitter { sink, written } };
        // A new atom counts as external, because its rules are unknown: `not not a` is then not replaced by
        // `a`.
        let id = atoms.define_term(symbols, predicate, symbol, true);
        Some((self.state.base.domain(predicate).entry(id).atom, Place { predicate, id }))
    }

    /// Records that an atom of the step is external, or that a rule derives it.
    pub fn mark_direct(&mut self, place: Place, is_external: bool) {
        let entry = self.state.base.domain_mut(place.predicate).entry_mut(place.id);
        if is_external {
            entry.external |= !entry.derived;
        } else {
            entry.derived = true;
        }
    }

    /// Records that a rule without a body derives an atom of the step: bodies that are grounded later do not contain it.
    pub fn mark_direct_fact(&mut self, place: Place) {
        let domain = self.state.base.domain_mut(place.predicate);
        if !domain.keeps_facts_open {
            domain.entry_mut(place.id).fact = true;
        }
    }

    /// The number of a node in the graph of `#edge`.
    pub fn node(&mut self, node: Symbol) -> i32 {
        self.state.pending.node(node)
    }

    /// A theory term that is a number.
    pub fn direct_theory_number(&mut self, value: i32, sink: &mut dyn Sink) -> u32 {
        let State { theory, written, .. } = &mut self.state;
        theory.number(&mut Emitter { sink, written }, value)
    }

    /// A theory term that is a constant, an operator, or a string with its quotes.
    pub fn direct_theory_name(&mut self, name: &str, sink: &mut dyn Sink) -> u32 {
        let State { theory, written, .. } = &mut self.state;
        theory.name(&mut Emitter { sink, written }, name)
    }

    /// A theory term with arguments, of the function with this name; −1 for a tuple, −2 for a set, −3 for a list.
    pub fn direct_theory_compound(&mut self, functor: i32, arguments: &[u32], sink: &mut dyn Sink) -> u32 {
        let State { theory, written, .. } = &mut self.state;
        theory.compound(&mut Emitter { sink, written }, functor, arguments)
    }

    /// The theory term of a symbol.
    pub fn direct_theory_symbol(&mut self, symbols: &Symbols, symbol: Symbol, sink: &mut dyn Sink) -> u32 {
        let State { theory, written, .. } = &mut self.state;
        theory.symbol(symbols, &mut Emitter { sink, written }, symbol)
    }

    /// An element of theory atoms.
    pub fn direct_theory_element(
        &mut self,
        terms: &[u32],
        condition: &[aspif::Literal],
        sink: &mut dyn Sink,
    ) -> u32 {
        let State { theory, written, .. } = &mut self.state;
        theory.element_in_order(&mut Emitter { sink, written }, terms.to_vec(), condition.to_vec())
    }

    /// A theory atom: the given atom, or a new one, or the atom of the step that has this content; `None` for a
    /// directive.
    pub fn direct_theory_atom(
        &mut self,
        atom: Option<aspif::Atom>,
        is_directive: bool,
        name: u32,
        elements: &[u32],
        guard: Option<(u32, u32)>,
        sink: &mut dyn Sink,
    ) -> Option<aspif::Atom> {
        let State { theory, written, .. } = &mut self.state;
        let content = Content { is_directive, is_built_in: false, name, elements: elements.to_vec(), guard };
        theory.direct_atom(&mut Emitter { sink, written }, atom, content)
    }

    /// The numbers of theory terms and elements so far.
    pub fn theory_sizes(&self) -> (usize, usize) {
        self.state.theory.sizes()
    }

    /// An atom that has not been used before.
    pub fn fresh_atom(&mut self) -> aspif::Atom {
        self.state.written.fresh()
    }

    /// Makes all atoms up to this one atoms of the program.
    pub fn give_up_to(&mut self, atom: aspif::Atom) {
        self.state.written.give_up_to(atom);
    }

    /// Whether an atom has been used.
    pub fn has_given(&self, atom: aspif::Atom) -> bool {
        self.state.written.has_given(atom)
    }

    /// The number of atoms so far; they have the numbers from 1.
    pub fn number_of_atoms(&self) -> u32 {
        self.state.written.number_of_atoms()
    }

    /// Ends the step: writes the directives of the program that apply to its atoms.
    pub fn finish_direct(&mut self, symbols: &mut Symbols, sink: &mut dyn Sink) {
        self.finish(symbols, &HashSet::new(), sink);
    }

    // Atoms.

    /// The state of an atom; `None` if the atom is false in every answer set.
    pub fn lookup(&self, atom: Symbol) -> Option<AtomState> {
        self.state.base.entry_of(atom).map(AtomState::from)
    }

    /// All atoms that may be true, by signature, in the order of their derivation.
    pub fn atoms(&self) -> impl Iterator<Item = (Symbol, AtomState)> + '_ {
        let domains = self.state.base.domains().iter().filter(|domain| domain.signature.is_some());
        domains.flat_map(Domain::entries).map(|entry| (entry.symbol, AtomState::from(entry)))
    }

    /// The signatures of the atoms that may be true, in the order of their first occurrence in the program.
    pub fn signatures(&self) -> impl Iterator<Item = Signature> + '_ {
        let with_atoms = self.state.base.domains().iter().filter(|domain| domain.len() > 0);
        with_atoms.filter_map(|domain| domain.signature)
    }

    /// The number of tables of atoms. There is one for each predicate that has appeared in a grounded part or a
    /// statement, in this order: predicates of rules, each behind those of the body, then predicates that have only
    /// facts. A table keeps its number in later steps.
    pub fn number_of_tables(&self) -> usize {
        self.program.appearance().len()
    }

    fn table(&self, table: usize) -> Option<&Domain> {
        self.program.appearance().at(table).map(|predicate| self.state.base.domain(predicate))
    }

    /// The signature of a table, if the table exists and is not internal.
    pub fn table_signature(&self, table: usize) -> Option<Signature> {
        self.table(table)?.signature
    }

    /// The table of a signature.
    pub fn table_of(&self, signature: Signature) -> Option<usize> {
        self.program.appearance().place(self.state.base.find_predicate(signature)?)
    }

    /// The atom at a place of a table, in the order of derivation.
    pub fn atom_at(&self, table: usize, place: usize) -> Option<(Symbol, AtomState)> {
        let domain = self.table(table)?;
        domain.signature?;
        domain.entries().get(place).map(|entry| (entry.symbol, AtomState::from(entry)))
    }

    /// The table of an atom, and its place there.
    pub fn place_of(&self, symbols: &Symbols, atom: Symbol) -> Option<(usize, usize)> {
        let predicate = self.state.base.find_predicate(symbols.signature(atom)?)?;
        let place = self.state.base.domain(predicate).find(symbols.arguments(atom))?;
        Some((self.program.appearance().place(predicate)?, place as usize))
    }

    /// The atoms of one signature that may be true, in the order of their derivation.
    pub fn atoms_of(&self, signature: Signature) -> impl Iterator<Item = (Symbol, AtomState)> + '_ {
        let predicate = self.state.base.find_predicate(signature);
        let entries = predicate.map_or(&[][..], |predicate| self.state.base.domain(predicate).entries());
        entries.iter().map(|entry| (entry.symbol, AtomState::from(entry)))
    }
}

// Access for inspections.
impl Grounder {
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    pub(crate) fn functions(&self) -> &Functions {
        &self.functions
    }

    /// The rules of the parts that have been grounded, once for each list of arguments of their part.
    pub(crate) fn grounded_rules(&self) -> impl Iterator<Item = (&Rule, &[Symbol])> {
        let parts = self.state.parts.all();
        parts.flat_map(|(part, arguments)| {
            self.program.rules(*part).iter().map(move |rule| (rule, arguments.as_slice()))
        })
    }

    /// The rule with a number that origins refer to.
    pub(crate) fn numbered_rule(&self, number: u32) -> Option<&Rule> {
        self.program.numbered_rule(number)
    }

    /// Whether rules derive atoms of the predicate, not only facts.
    pub(crate) fn is_derived(&self, predicate: PredicateId) -> bool {
        self.program.is_derived(predicate)
    }

    /// Whether rules derive atoms of a signature, not only facts.
    pub fn has_rules(&self, signature: Signature) -> bool {
        self.state.base.find_predicate(signature).is_some_and(|predicate| self.is_derived(predicate))
    }

    /// Between steps: applies the `#show` statements of texts that were added since the last call to the atoms of
    /// all steps. Writes those that are shown from now on; returns the signatures of those that were written and are
    /// hidden from now on. `None` without such statements.
    pub fn update_shown(&mut self, symbols: &Symbols, sink: &mut dyn Sink) -> Option<Vec<Signature>> {
        if !self.program.take_changed_shows() {
            return None;
        }
        let (program, base) = (&self.program, &mut self.state.base);
        let hidden = hide_atoms(base, |signature| !program.is_shown(signature));
        write_shown_atoms(base, &program.shown_predicates(base, symbols), symbols, sink);
        Some(hidden)
    }

    /// Whether the atoms of a signature are shown.
    pub fn is_shown(&self, signature: Signature) -> bool {
        self.program.is_shown(signature)
    }

    /// The facts of the texts that have been grounded, each with the span of its run of consecutive facts and its
    /// position in it, from 0.
    pub fn facts_with_places(&self, symbols: &mut Symbols) -> Vec<(Symbol, FactPlace)> {
        let mut facts = Vec::new();
        for (part, _) in self.state.parts.all() {
            let mut last: Option<FactPlace> = None;
            for (fact, span) in self.program.facts_of(*part) {
                let place = match last {
                    Some((run, position)) if run == span => (run, position + 1),
                    _ => (span, 0),
                };
                last = Some(place);
                facts.push((self.program.constants.replace_arguments(symbols, fact), place));
            }
        }
        facts
    }
}

/// Adds the warnings that rewriting has not found already.
fn add_new(diagnostics: &mut Vec<Diagnostic>, mut more: Vec<Diagnostic>) {
    more.retain(|found| !diagnostics.contains(found));
    diagnostics.append(&mut more);
}
