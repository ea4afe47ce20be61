//! The grounder: what it keeps from step to step, and a step.

use crate::aggregate::tuples;
use crate::arithmetic;
use crate::atoms::base::Base;
use crate::atoms::domain::PredicateId;
use crate::atoms::index::Indexes;
use crate::diagnose::profile::{Clock, Cost, Profile};
use crate::diagnose::warnings;
use crate::instantiate::component::{self, Context, Halt, Task};
use crate::instantiate::functions::Functions;
use crate::instantiate::join::Warnings;
use crate::output::emitter::Written;
use crate::parts::{PartIndex, PartStatements};
use crate::rewrite::constants;
use crate::rewrite::projection;
use crate::rewrite::theory::definitions::Theories;
use crate::statement::pending;
use crate::statement::theory::data::TheoryData;
use crate::{Compat, GroundError, Part};
use hamadryad_aspif::{self as aspif, Sink};
use hamadryad_symbol::{Name, Signature, Symbol, Symbols};
use hamadryad_syntax::{Diagnostic, Span, ast};
use hashbrown::HashSet;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;
use std::sync::{Arc, Mutex};

/// The parts of one call, each with its arguments.
type Selection = IndexMap<PartIndex, Vec<Vec<Symbol>>, FxBuildHasher>;

/// Grounds programs, step by step.
#[derive(Clone, Default)]
pub struct Grounder {
    pub(crate) parts: Vec<PartStatements>,
    pub(crate) constants: constants::Constants,
    pub(crate) base: Base,
    pub(crate) indexes: Indexes,
    pub(crate) functions: Functions,
    pub(crate) compat: Compat,
    pub(crate) projections: projection::Projections,
    pub(crate) written: Written,
    pub(crate) memo: tuples::Memo,
    pub(crate) pending: pending::Pending,
    pub(crate) theories: Theories,
    pub(crate) theory: TheoryData,
    /// The signatures of `#show p/n.`; `None` where everything is shown.
    /// Each with its place until the first call of `ground`.
    pub(crate) shown: Option<IndexMap<Signature, Option<Span>, FxBuildHasher>>,
    pub(crate) undefined: warnings::UndefinedAtoms,
    /// The signatures of `#project p/n.` in any part: these are never said to be undefined.
    pub(crate) projected: HashSet<Signature, FxBuildHasher>,
    /// Those that are in heads of rules, not of facts alone.
    pub(crate) derived: HashSet<PredicateId, FxBuildHasher>,
    pub(crate) profile: Profile,
    pub(crate) keeps_facts: bool,
    /// The warnings of a call that was stopped.
    pub(crate) left: Vec<Diagnostic>,
    /// Errors of what was added: such a program is not grounded.
    pub(crate) errors: Vec<Diagnostic>,
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
    pub fn register(
        &mut self,
        name: Name,
        function: impl FnMut(&mut Symbols, &[Symbol]) -> Result<Vec<Symbol>, String> + Send + 'static,
    ) {
        self.functions.insert(name, Arc::new(Mutex::new(function)));
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

    /// Grounds parts together. The caller begins and ends the step of the sink. `stop` is asked again and again, and ends
    /// the work where it is `true`. Returns what there is to warn of.
    pub fn ground(
        &mut self,
        symbols: &mut Symbols,
        parts: &[Part],
        sink: &mut dyn Sink,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Diagnostic>, GroundError> {
        self.begin();
        let mut diagnostics = self.rewrite(symbols)?;
        let mut warnings = Warnings::default();
        let selected = self.select(parts);
        self.warn_of_undefined(symbols, &selected, &mut diagnostics);
        let facts = self.facts(symbols, &selected);
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for (&part, arguments) in &selected {
            let rules = self.parts[part].rules.iter();
            tasks.extend(rules.map(|rule| Task { rule: Cow::Borrowed(rule), arguments: arguments.clone() }));
        }
        let projections = self.projections.rules(tasks.iter().map(|task| &*task.rule));
        tasks.extend(
            projections.into_iter().map(|rule| Task { rule: Cow::Owned(rule), arguments: vec![Vec::new()] }),
        );
        let mut workshop = Context {
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
        let result = component::run(workshop, tasks);
        match result {
            _ if self.compat == Compat::Six && !warnings.overflows.is_empty() => {
                let errors = warnings.overflows.iter().map(|&span| arithmetic::overflow(self.compat, span));
                return Err(GroundError::Program(errors.collect()));
            }
            Ok(()) => {}
            Err(Halt::Stopped) => {
                add_new(&mut diagnostics, warnings.diagnostics());
                self.left = diagnostics;
                return Err(self.written.limit().map_or(GroundError::Interrupted, GroundError::Limit));
            }
        }
        self.projections.finish(&self.base);
        let projected = selected.keys().flat_map(|&part| &self.parts[part].projected).copied().collect();
        self.finish(symbols, &projected, sink);
        add_new(&mut diagnostics, warnings.diagnostics());
        Ok(diagnostics)
    }

    /// Warns of atoms in the selected parts that nothing derives, and of `#show p/n.` without any such atom.
    fn warn_of_undefined(&mut self, symbols: &Symbols, selected: &Selection, found: &mut Vec<Diagnostic>) {
        for (&part, _) in selected.iter().filter(|(_, arguments)| !arguments.is_empty()) {
            let part = &mut self.parts[part];
            for rule in &part.rules[part.checked..] {
                self.undefined.check(rule, &self.base, &self.projections, symbols, found);
            }
            part.checked = part.rules.len();
            for rule in part.idle.drain(..) {
                self.undefined.check(&rule, &self.base, &self.projections, symbols, found);
            }
        }
        for (signature, span) in self.shown.iter_mut().flatten() {
            let Some(span) = span.take() else { continue };
            let is_known = self.undefined.defined.contains(signature) || self.projected.contains(signature);
            let predicate = self.base.find_predicate(*signature);
            if !is_known && predicate.is_none_or(|predicate| !self.undefined.mentioned.contains(&predicate)) {
                found.push(warnings::nothing_to_show(*signature, span, symbols));
            }
        }
    }

    /// Forgets what belongs to one step only.
    pub(crate) fn begin(&mut self) {
        self.memo.clear();
        self.theory.begin_step();
        self.written.begin_step();
        self.pending.begin_step();
        self.projections.begin_step();
        for (number, domain) in self.base.domains_mut().iter_mut().enumerate() {
            if domain.signature.is_none() && !domain.is_projection {
                domain.clear();
                self.indexes.clear(PredicateId(number as u32));
            }
            domain.begin_step();
        }
    }

    /// Goes back to how the grounder was before the last call of [`ground`](Grounder::ground), whether that came to an end
    /// or not: the caller has found that it cannot take the step, and forgets what was written of it. What was said of it,
    /// and what it has cost, stays.
    pub fn undo(&mut self) {
        self.written.undo_step();
        self.pending.undo_step();
        self.projections.undo_step();
        self.theory.undo_step();
        for predicate in self.base.undo_step() {
            self.indexes.clear(predicate);
        }
    }

    /// The parts that exist, each with the arguments it is to be instantiated with.
    fn select(&self, parts: &[Part]) -> Selection {
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
                let arguments = selected.entry(index).or_default();
                if possible && !arguments.contains(&part.arguments) {
                    arguments.push(part.arguments.clone());
                }
            }
        }
        selected
    }

    fn facts(&self, symbols: &mut Symbols, selected: &Selection) -> Vec<Symbol> {
        let with_instances = selected.iter().filter(|(_, arguments)| !arguments.is_empty());
        let facts = with_instances.flat_map(|(&part, _)| &self.parts[part].facts).map(|&(fact, _)| fact);
        if self.constants.is_empty() {
            facts.collect()
        } else {
            facts.map(|fact| self.constants.replace_arguments(symbols, fact)).collect()
        }
    }

    /// An atom that has not been used before.
    pub fn fresh_atom(&mut self) -> aspif::Atom {
        self.written.fresh()
    }
}

/// Rewriting may have warned of a place that the join comes to as well.
fn add_new(diagnostics: &mut Vec<Diagnostic>, mut more: Vec<Diagnostic>) {
    more.retain(|said| !diagnostics.contains(said));
    diagnostics.append(&mut more);
}
