//! The grounder: programs with variables to ground statements.
//!
//! ```text
//! edge(1,2). edge(2,3).
//! path(X,Y) :- edge(X,Y).                       path(1,2). path(2,3).
//! path(X,Z) :- path(X,Y), edge(Y,Z).     -->    path(1,3).
//! { in(X,Y) : edge(X,Y) }.                      { in(1,2); in(2,3) }.
//! ```
//!
//! A statement is taken apart (`unpool`), rewritten to rules over numbered variables (`lower`) and checked (`safety`).
//! The rules of the parts that are grounded together are put in order by their dependencies (`depend`), and joined unit
//! by unit (`instantiate`, `plan`, `join`) over the atoms that may be true (`domain`). Facts disappear from bodies,
//! negation of what is complete is decided, what remains goes to a [`Sink`].
//!
//! ```
//! use hamadryad_aspif::{Sink, TextWriter};
//! use hamadryad_ground::{Grounder, Part};
//! use hamadryad_symbol::Symbols;
//! use hamadryad_syntax::{Sources, parse};
//!
//! let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
//! let file = sources.add("example.lp", "p(1..2). { q(X) : p(X) } 1. r(X) :- p(X), not q(X).");
//! let (program, diagnostics) = parse(&mut symbols, &sources, file);
//! assert!(diagnostics.is_empty());
//!
//! let mut grounder = Grounder::new();
//! assert!(grounder.add(&mut symbols, &program).is_empty());
//! let base = Part { name: symbols.name("base"), arguments: vec![] };
//! let mut writer = TextWriter::new(Vec::new());
//! writer.begin_step();
//! let warnings = grounder.ground(&mut symbols, &[base], &mut writer, &|| false)?;
//! writer.end_step();
//! assert!(warnings.is_empty());
//! let text = String::from_utf8(writer.finish()?)?;
//! assert!(text.contains("r(1):-not q(1)."), "{text}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariant: `ground` can be called again and again. Atoms keep their numbers, and later calls see the atoms of
//! earlier ones, but never change what was written.

mod action;
mod aggregate;
mod arithmetic;
mod bounds;
mod conditional;
mod constants;
mod delayed;
mod depend;
mod disjunction;
mod domain;
mod emit;
mod functions;
mod guard;
mod heads;
mod index;
mod instantiate;
mod ir;
mod join;
mod loops;
mod lower;
mod pending;
mod plan;
mod profile;
mod projection;
mod reasons;
mod safety;
mod strong;
mod theory;
mod tuples;
mod unpool;
mod warnings;

pub use constants::evaluate;
pub use emit::Limit;
pub use functions::Function;
pub use hamadryad_syntax::Compat;
pub use profile::{Clock, Cost};

use domain::{Base, Entry, PredicateId};
use emit::{Emitter, Written};
use hamadryad_aspif::{self as aspif, OutputKind, Sink};
use hamadryad_symbol::{Name, Signature, Symbol, Symbols, View};
use hamadryad_syntax::ast::{self, StatementKind};
use hamadryad_syntax::{Diagnostic, Span};
use hashbrown::HashSet;
use indexmap::IndexMap;
use instantiate::{Halt, Task, Workshop};
use ir::Rule;
use join::Warnings;
use lower::Lowering;
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;
use std::fmt;

/// A part of a program with its arguments: `step(3)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// The part's name; `base` for what stands before any `#program`.
    pub name: Name,
    /// The values of its parameters.
    pub arguments: Vec<Symbol>,
}

/// What is known of an atom that may be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomState {
    /// Its number in the ground program.
    pub atom: aspif::Atom,
    /// Whether it is true in every answer set.
    pub fact: bool,
    /// Whether it is external, and no rule derives it.
    pub external: bool,
}

impl From<&Entry> for AtomState {
    fn from(entry: &Entry) -> AtomState {
        AtomState { atom: entry.atom, fact: entry.fact, external: entry.external && !entry.derived }
    }
}

/// Why there is no ground program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GroundError {
    /// `stop` said so; what was written until then is incomplete.
    Interrupted,
    /// The program has errors.
    Program(Vec<Diagnostic>),
    /// The ground program is too large.
    Limit(Limit),
}

impl fmt::Display for GroundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroundError::Interrupted => f.write_str("grounding was interrupted"),
            GroundError::Program(errors) => match errors.first() {
                Some(error) => write!(f, "the program cannot be grounded: {}", error.message),
                None => f.write_str("the program cannot be grounded"),
            },
            GroundError::Limit(Limit::Atoms) => f.write_str("the ground program has too many atoms"),
            GroundError::Limit(Limit::Weights) => f.write_str("a sum has a bound of more than 32 bits"),
        }
    }
}

impl std::error::Error for GroundError {}

/// The statements of a part.
#[derive(Default)]
struct PartStatements {
    facts: Vec<(Symbol, Span)>,
    /// Statements that have not been rewritten yet: constants may still be defined.
    waiting: Vec<ast::Statement>,
    rules: Vec<Rule>,
    /// How many of the rules have been searched for atoms that nothing derives.
    checked: usize,
}

/// A part's name and its parameters' names.
type PartKey = (Name, usize);

/// The parts of one call, each with its arguments.
type Selection = IndexMap<PartKey, Vec<Vec<Symbol>>, FxBuildHasher>;

/// Grounds programs, step by step.
#[derive(Default)]
pub struct Grounder {
    parts: IndexMap<PartKey, (Vec<Name>, PartStatements), FxBuildHasher>,
    constants: constants::Constants,
    base: Base,
    indexes: index::Indexes,
    functions: functions::Functions,
    compat: Compat,
    projections: projection::Projections,
    written: Written,
    memo: tuples::Memo,
    pending: pending::Pending,
    theories: theory::Theories,
    theory: theory::TheoryData,
    /// The signatures of `#show p/n.`; `None` where everything is shown.
    /// Each with its place until the first call of `ground`.
    shown: Option<IndexMap<Signature, Option<Span>, FxBuildHasher>>,
    undefined: warnings::UndefinedAtoms,
    /// The signatures of `#project p/n.`
    projected: HashSet<Signature, FxBuildHasher>,
    /// Those that are in heads of rules, not of facts alone.
    derived: HashSet<PredicateId, FxBuildHasher>,
    profile: profile::Profile,
    keeps_facts: bool,
    /// The warnings of a call that was stopped.
    left: Vec<Diagnostic>,
    /// Errors of what was added: such a program is not grounded.
    errors: Vec<Diagnostic>,
}

impl Grounder {
    /// A grounder without a program.
    pub fn new() -> Grounder {
        Grounder::default()
    }

    /// A grounder without a program, for the language of the given version of clingo.
    pub fn with_compat(compat: Compat) -> Grounder {
        Grounder { compat, constants: constants::Constants::new(compat), ..Grounder::default() }
    }

    /// The value of a term without variables; `None` where it has variables, pools, intervals, calls or undefined
    /// operations.
    pub fn evaluate(&self, symbols: &mut Symbols, term: &ast::Term) -> Option<Symbol> {
        constants::evaluate_as(self.compat, symbols, term)
    }

    /// Gives a constant its value from outside; it wins over a `#const` that is not marked `[override]`.
    pub fn define(&mut self, name: Name, value: Symbol) {
        self.constants.give(name, value);
    }

    /// Registers a function that the program calls as `@name(…)`; it replaces one of the same name. Calls are made while
    /// `ground` runs, as often and in such an order as instantiation likes.
    pub fn register(&mut self, name: Name, function: Function) {
        self.functions.insert(name, function);
    }

    /// Whether facts stay in the bodies of what is written, from now on; they do not by default.
    pub fn keep_facts(&mut self, keep: bool) {
        self.keeps_facts = keep;
    }

    /// The version whose language is spoken.
    pub fn compat(&self) -> Compat {
        self.compat
    }

    /// The warnings of a call of [`ground`](Grounder::ground) that was stopped: they may say why it took so long.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.left)
    }

    /// Takes the time of each statement from now on. Libraries of this engine know no clock of their own.
    pub fn set_clock(&mut self, clock: Clock) {
        self.profile.clock = Some(clock);
    }

    /// What the statements have cost, each with its place, the dearest first.
    pub fn costs(&self) -> Vec<(Span, &Cost)> {
        self.profile.costs()
    }

    /// The value of a constant of the program.
    pub fn constant(&self, name: Name) -> Option<Symbol> {
        self.constants.value(name)
    }

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

    /// Grounds parts together. The caller begins and ends the step of the sink. `stop` is asked again and again, and ends
    /// the work where it is `true`. Returns what there is to warn of.
    pub fn ground(
        &mut self,
        symbols: &mut Symbols,
        parts: &[Part],
        sink: &mut dyn Sink,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Diagnostic>, GroundError> {
        let mut diagnostics = self.rewrite(symbols)?;
        self.begin();
        let mut warnings = Warnings::default();
        let selected = self.select(parts);
        self.warn_of_undefined(symbols, &selected, &mut diagnostics);
        let facts = self.facts(symbols, &selected);
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for (key, arguments) in &selected {
            tasks.extend(
                self.parts[key]
                    .1
                    .rules
                    .iter()
                    .map(|rule| Task { rule: Cow::Borrowed(rule), arguments: arguments.clone() }),
            );
        }
        let projections = self.projections.rules(tasks.iter().map(|task| &*task.rule));
        for rule in &projections {
            self.undefined.check(rule, &self.base, symbols, &mut diagnostics);
        }
        tasks.extend(
            projections.into_iter().map(|rule| Task { rule: Cow::Owned(rule), arguments: vec![Vec::new()] }),
        );
        let mut workshop = Workshop {
            symbols,
            base: &mut self.base,
            indexes: &mut self.indexes,
            compat: self.compat,
            functions: &mut self.functions,
            memo: &mut self.memo,
            written: &mut self.written,
            pending: &mut self.pending,
            theory: &mut self.theory,
            warnings: &mut warnings,
            profile: &mut self.profile,
            keeps_facts: self.keeps_facts,
            sink,
            stop,
        };
        workshop.facts(&facts);
        let result = instantiate::run(workshop, tasks);
        match result {
            _ if self.compat == Compat::Six && !warnings.overflows.is_empty() => {
                let errors = warnings.overflows.iter().map(|&span| arithmetic::overflow(self.compat, span));
                return Err(GroundError::Program(errors.collect()));
            }
            Ok(()) => {}
            Err(Halt::Stopped) => {
                diagnostics.extend(warnings.diagnostics());
                self.left = diagnostics;
                return Err(self.written.limit().map_or(GroundError::Interrupted, GroundError::Limit));
            }
        }
        self.projections.finish(&self.base);
        self.finish(symbols, sink);
        diagnostics.extend(warnings.diagnostics());
        Ok(diagnostics)
    }

    /// Rewrites the statements that have been added since the last call.
    fn rewrite(&mut self, symbols: &mut Symbols) -> Result<Vec<Diagnostic>, GroundError> {
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

    /// Warns of atoms in the selected parts that nothing derives, and of `#show p/n.` without any such atom.
    fn warn_of_undefined(&mut self, symbols: &Symbols, selected: &Selection, found: &mut Vec<Diagnostic>) {
        for (key, _) in selected.iter().filter(|(_, arguments)| !arguments.is_empty()) {
            let part = &mut self.parts[key].1;
            for rule in &part.rules[part.checked..] {
                self.undefined.check(rule, &self.base, symbols, found);
            }
            part.checked = part.rules.len();
        }
        for (signature, span) in self.shown.iter_mut().flatten() {
            let Some(span) = span.take() else { continue };
            if !self.undefined.defined.contains(signature) && self.base.find_predicate(*signature).is_none() {
                found.push(warnings::nothing_to_show(*signature, span, symbols));
            }
        }
    }

    /// Forgets what belongs to one step only.
    fn begin(&mut self) {
        self.memo.clear();
        self.theory.begin_step();
        self.written.begin_step();
        for (number, domain) in self.base.domains_mut().iter_mut().enumerate() {
            domain.forget_reserved();
            if domain.signature.is_none() && !domain.is_projection {
                domain.clear();
                self.indexes.clear(PredicateId(number as u32));
            }
        }
    }

    /// The parts that exist, each with the arguments it is to be instantiated with.
    fn select(&self, parts: &[Part]) -> Selection {
        let mut selected: Selection = IndexMap::default();
        for part in parts {
            let key = (part.name, part.arguments.len());
            let Some((parameters, _)) = self.parts.get(&key) else { continue };
            // A parameter that is also a constant has only the constant's value.
            let possible = parameters.iter().zip(&part.arguments).all(|(&parameter, &argument)| {
                self.constants.value(parameter).is_none_or(|value| value == argument)
            });
            let arguments = selected.entry(key).or_default();
            if possible && !arguments.contains(&part.arguments) {
                arguments.push(part.arguments.clone());
            }
        }
        selected
    }

    fn facts(&self, symbols: &mut Symbols, selected: &Selection) -> Vec<Symbol> {
        let with_instances = selected.iter().filter(|(_, arguments)| !arguments.is_empty());
        let facts = with_instances.flat_map(|(key, _)| &self.parts[key].1.facts).map(|&(fact, _)| fact);
        if self.constants.is_empty() {
            facts.collect()
        } else {
            facts.map(|fact| self.constants.replace_arguments(symbols, fact)).collect()
        }
    }

    /// Writes what had to wait for the end of the step.
    fn finish(&mut self, symbols: &mut Symbols, sink: &mut dyn Sink) {
        self.write_complements(sink);
        let mut emitter = Emitter { sink, written: &mut self.written };
        for (predicate, id, value) in std::mem::take(&mut self.pending.externals) {
            let entry = self.base.domain(predicate).entry(id);
            // What rules derive it is judged by who receives them: `a :- not a.` leaves an external atom open.
            if !entry.fact {
                emitter.sink.external(entry.atom, value);
            }
        }
        self.pending.costs.write_costs(&mut emitter);
        for domain in self.base.domains() {
            if domain.signature.is_some_and(|signature| self.projected.contains(&signature)) {
                let open = domain.entries().iter().filter(|entry| !entry.fact);
                self.pending.projected.extend(open.map(|entry| entry.atom));
            }
        }
        self.pending.write_projected(&mut emitter);
        for domain in self.base.domains_mut() {
            let shown = domain.signature.is_some_and(|signature| {
                self.shown.as_ref().is_none_or(|signatures| signatures.contains_key(&signature))
            });
            if !shown {
                continue;
            }
            for entry in &domain.entries()[domain.shown as usize..] {
                let condition = [entry.atom.positive()];
                let condition = if entry.fact { &[][..] } else { &condition[..] };
                emitter.sink.output(symbols, OutputKind::Atom, entry.symbol, condition);
            }
            domain.shown = domain.len();
        }
        self.pending.shows.write_shows(symbols, &mut emitter);
    }

    /// Writes that no atom holds together with its classical negation.
    fn write_complements(&mut self, sink: &mut dyn Sink) {
        let mut emitter = Emitter { sink, written: &mut self.written };
        for number in 0..self.base.domains().len() {
            let negative = PredicateId(number as u32);
            let Some(signature) = self.base.domain(negative).signature else { continue };
            let opposite = Signature { positive: true, ..signature };
            let Some(positive) = self.base.find_predicate(opposite).filter(|_| !signature.positive) else {
                continue;
            };
            let (negatives, positives) = (self.base.domain(negative), self.base.domain(positive));
            for id in 0..negatives.len() {
                let Some(other) = positives.find(negatives.arguments(id)) else { continue };
                // Pairs of two atoms that were there before have been written.
                if id < negatives.complemented && other < positives.complemented {
                    continue;
                }
                let pair = [negatives.entry(id), positives.entry(other)];
                let open: Vec<aspif::Literal> =
                    pair.iter().filter(|entry| !entry.fact).map(|entry| entry.atom.positive()).collect();
                emitter.constrain(&open);
            }
        }
        for domain in self.base.domains_mut() {
            domain.complemented = domain.len();
        }
    }

    /// What is known of an atom; `None` where it cannot be true.
    pub fn lookup(&self, atom: Symbol) -> Option<AtomState> {
        self.base.entry_of(atom).map(AtomState::from)
    }

    /// All atoms that may be true, signature by signature, in the order of their derivation.
    pub fn atoms(&self) -> impl Iterator<Item = (Symbol, AtomState)> + '_ {
        let domains = self.base.domains().iter().filter(|domain| domain.signature.is_some());
        domains.flat_map(domain::Domain::entries).map(|entry| (entry.symbol, AtomState::from(entry)))
    }

    /// The atoms of one signature that may be true, in the order of their derivation.
    pub fn atoms_of(&self, signature: Signature) -> impl Iterator<Item = (Symbol, AtomState)> + '_ {
        let predicate = self.base.find_predicate(signature);
        let entries = predicate.map_or(&[][..], |predicate| self.base.domain(predicate).entries());
        entries.iter().map(|entry| (entry.symbol, AtomState::from(entry)))
    }

    /// An atom that has not been used before.
    pub fn fresh_atom(&mut self) -> aspif::Atom {
        self.written.fresh()
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

impl Workshop<'_> {
    /// Defines facts.
    fn facts(&mut self, facts: &[Symbol]) {
        for &fact in facts {
            let signature = self.symbols.signature(fact).expect("a fact is an atom");
            let predicate = self.base.predicate(signature);
            let mut emitter = Emitter { sink: self.sink, written: self.written };
            let arguments = self.symbols.arguments(fact);
            let domain = self.base.domain_mut(predicate);
            let id = match domain.find(arguments) {
                Some(id) if domain.entry(id).fact => continue,
                Some(id) => id,
                None => {
                    let atom = emitter.written.fresh();
                    emitter.sink.name(self.symbols, atom, fact);
                    let entry = Entry { atom, symbol: fact, fact: false, external: false, derived: false };
                    domain.insert(arguments, entry)
                }
            };
            let entry = domain.entry_mut(id);
            (entry.fact, entry.derived) = (true, true);
            let atom = entry.atom;
            emitter.fact(atom);
        }
    }
}
