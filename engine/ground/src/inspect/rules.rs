//! The rules that may derive an atom: their instances that hold, and the reasons of those that do not.

use crate::grounder::Grounder;
use crate::inspect::frame::{Computed, Frame};
use crate::inspect::goal::Goal;
use crate::inspect::inspector::Inspector;
use crate::inspect::instance::{HeadKind, InstanceLiteral, Report, SourceInstance};
use crate::inspect::lacking::frame_of;
use crate::inspect::search::{Found, Outcome, Search};
use crate::inspect::world::Status;
use crate::ir::{Action, Atom, Disjunct, HeadLiteral, Literal, Rule};
use hamadryad_symbol::{Name, Signature, Symbol};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::Sign;

/// The limit on instances of one rule.
const INSTANCES: usize = 10_000;

/// A head that may derive an atom.
pub(super) struct Head<'r> {
    pub(super) rule: &'r Rule,
    /// The values of the parameters of its part.
    arguments: &'r [Symbol],
    kind: HeadKind,
    atom: &'r Atom,
    /// The literals of the condition, and the intervals of the head.
    condition: Vec<&'r Literal>,
}

/// The result of an inspection of the rules for an atom.
#[derive(Clone, Debug, Default)]
pub struct Inspection {
    /// The instances: with [`Inspector::derivations`] those that hold; with [`Inspector::failures`], for each
    /// rule whose head fits, those that are nearest to holding.
    pub instances: Vec<SourceInstance>,
    /// The number of statements whose heads fit.
    pub statements: usize,
    /// Whether a limit ended a search early.
    pub is_cut: bool,
}

impl<'a> Inspector<'a> {
    /// The heads that may be an instance of the goal, in the order of the text.
    pub(super) fn heads(&self, goal: &Goal) -> Vec<Head<'a>> {
        let grounder: &'a Grounder = self.grounder;
        let Some(predicate) = grounder.state().base.find_predicate(goal.signature) else { return Vec::new() };
        let mut heads = Vec::new();
        for (rule, arguments) in grounder.grounded_rules() {
            for (kind, atom, condition) in rule_heads(rule) {
                if atom.predicate == predicate {
                    heads.push(Head { rule, arguments, kind, atom, condition });
                }
            }
        }
        heads.sort_by_key(|head| (head.rule.span.file, head.rule.span.start));
        heads
    }

    /// The instances whose bodies hold and whose heads derive the atom. Facts of the text are not among them: see
    /// [`hamadryad_syntax::fact_span`].
    pub fn derivations(&mut self, atom: Symbol) -> Inspection {
        let Some(goal) = Goal::of(self.symbols, atom) else { return Inspection::default() };
        let mut inspection = Inspection::default();
        for head in self.heads(&goal) {
            let Some((literals, global, frame)) = self.unify(&head, &goal) else { continue };
            self.begin_search();
            let outcome = Search::new(self, &literals, &global, frame, false, INSTANCES).run();
            inspection.is_cut |= outcome.is_cut;
            inspection.statements += 1;
            for found in outcome.found {
                if self.head_symbol(&head, &found.frame) != Some(atom)
                    || head.kind == HeadKind::Disjunction && self.has_other_head(&head, &found.frame, atom)
                {
                    continue;
                }
                inspection.instances.push(self.instance_of(&head, &literals, &global, &found));
            }
        }
        inspection
    }

    /// For each rule whose head fits the goal: the instances that are nearest to holding, one for each literal
    /// that may fail alone. They are in order: a failing comparison comes first, then an atom that only facts
    /// define, then other atoms. If all instances of a rule fail in several literals, one that fails late
    /// represents them. Instances of atoms for which `accepts` returns `false` are passed over.
    pub fn failures(&mut self, goal: &Goal, accepts: &dyn Fn(Symbol) -> bool) -> Inspection {
        let mut inspection = Inspection::default();
        for head in self.heads(goal) {
            let Some((literals, global, frame)) = self.unify(&head, goal) else { continue };
            inspection.statements += 1;
            self.begin_search();
            let Outcome { found, is_cut, .. } =
                Search::new(self, &literals, &global, frame.clone(), true, INSTANCES).run();
            inspection.is_cut |= is_cut;
            // The best instance for each literal that fails, and the number of such instances.
            let mut best: Vec<(usize, Found, usize)> = Vec::new();
            for found in found {
                let is_wanted = match self.head_symbol(&head, &found.frame) {
                    Some(symbol) => goal.includes(self.symbols, symbol) && accepts(symbol),
                    None => true,
                };
                // The body of a choice may hold without its atom.
                let holds = found.failing.is_none() && !self.has_open_literal(&literals, &global, &found);
                if !is_wanted || holds && head.kind == HeadKind::Rule {
                    continue;
                }
                let rank = if holds { 0 } else { self.rank(&literals, &found) };
                match best.iter_mut().find(|(_, known, _)| known.failing == found.failing) {
                    None => best.push((rank, found, 1)),
                    Some((least, known, count)) => {
                        *count += 1;
                        if rank < *least {
                            (*least, *known) = (rank, found);
                        }
                    }
                }
            }
            best.sort_by_key(|(rank, ..)| *rank);
            if best.is_empty() {
                self.begin_search();
                let outcome = Search::new(self, &literals, &global, frame, false, 1).run();
                best.extend(outcome.deepest.map(|found| (0, found, 1)));
            }
            for (_, found, alike) in best {
                let instance = self.instance_of(&head, &literals, &global, &found);
                inspection.instances.push(SourceInstance { alike, ..instance });
            }
        }
        inspection
    }

    /// The body of a head, and its frame after the head was matched with the goal.
    pub(super) fn unify<'h>(
        &mut self,
        head: &Head<'h>,
        goal: &Goal,
    ) -> Option<(Vec<&'h Literal>, Vec<bool>, Frame)> {
        let rule = head.rule;
        let mut frame = Frame::new(rule.names.len());
        for (slot, &argument) in head.arguments.iter().enumerate() {
            frame.bind(slot, argument);
        }
        if !goal.unify(&mut self.terms(), &head.atom.arguments, &mut frame) {
            return None;
        }
        let literals: Vec<&Literal> =
            rule.body.iter().chain(head.condition.iter().copied()).filter(|l| !l.is_choice_test()).collect();
        let mut global = rule.global.clone();
        head.condition.iter().for_each(|literal| literal.variables(&mut |slot| global[slot] = true));
        head.atom.variables(&mut |slot| global[slot] = true);
        Some((literals, global, frame))
    }

    fn head_symbol(&mut self, head: &Head<'_>, frame: &Frame) -> Option<Symbol> {
        let mut arguments = Vec::new();
        for term in &head.atom.arguments {
            match self.compute(term, frame) {
                Computed::Value(value) => arguments.push(value),
                _ => return None,
            }
        }
        let signature = self.grounder.state().base.domain(head.atom.predicate).signature?;
        Some(self.symbols.function_named(signature.name, &arguments, signature.positive))
    }

    /// Whether another atom of the disjunction is true, so that the rule does not need this one.
    fn has_other_head(&mut self, head: &Head<'_>, frame: &Frame, atom: Symbol) -> bool {
        let Action::Disjoin(disjuncts) = &head.rule.action else { return false };
        for Disjunct { members, condition } in disjuncts {
            for member in members {
                let HeadLiteral::Atom(other) = &member.literal else { continue };
                let literals: Vec<Literal> = condition.iter().chain(&member.expansion).cloned().collect();
                let free = frame_without_locals(head.rule, frame);
                for (found, _) in self.solutions(&literals, &head.rule.global, &free) {
                    let candidate = Head {
                        rule: head.rule,
                        arguments: head.arguments,
                        kind: head.kind,
                        atom: other,
                        condition: Vec::new(),
                    };
                    let symbol = self.head_symbol(&candidate, &found.frame);
                    if symbol.is_some_and(|s| s != atom && self.world.status(s) == Status::True) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn has_open_literal(&mut self, literals: &[&Literal], global: &[bool], found: &Found) -> bool {
        literals.iter().zip(&found.matched).any(|(literal, matched)| match matched {
            Some(atom) => self.world.status(*atom) != Status::True,
            None => self.test(literal, global, &found.frame) != Some(Status::True),
        })
    }

    /// The rank of a failure: the smaller, the more likely it is the answer that is looked for.
    fn rank(&self, literals: &[&Literal], found: &Found) -> usize {
        let Some(place) = found.failing else { return usize::MAX };
        let kind = match literals[place] {
            Literal::Comparison { .. } | Literal::Range { .. } | Literal::Call { .. } | Literal::Never => 0,
            Literal::Predicate { sign: Sign::None, atom, .. } => {
                let atom = self.source_atom(atom);
                1 + usize::from(self.grounder.is_derived(atom.predicate))
            }
            Literal::Predicate { .. } => 2,
            _ => 3,
        };
        let missing = literals.len() - 1 - found.held.min(literals.len() - 1);
        kind * 1000 + missing.min(999)
    }

    fn instance_of(
        &mut self,
        head: &Head<'_>,
        literals: &[&Literal],
        global: &[bool],
        found: &Found,
    ) -> SourceInstance {
        let report = Report { rule: head.rule, literals, global };
        let (literals, failing) = self.report(&report, found);
        let symbol = self.head_symbol(head, &found.frame);
        let bindings = bindings(head.rule, &found.frame);
        SourceInstance {
            span: head.rule.span,
            kind: head.kind,
            head: symbol,
            bindings,
            literals,
            failing,
            alike: 1,
        }
    }

    /// The literals of the body of an instance, with the guarded aggregate of a choice if the rule is its bound:
    /// the number of the rule and the values of its variables are those of an
    /// [origin](hamadryad_aspif::Origin). `None` if there is no such rule.
    ///
    /// # Panics
    /// If `values` has more values than the rule has variables.
    pub fn instance(&mut self, number: u32, values: &[Symbol]) -> Option<Vec<InstanceLiteral>> {
        let rule: &Rule = self.grounder.numbered_rule(number)?;
        let frame = frame_of(rule, values);
        let bound;
        let mut literals: Vec<&Literal> = rule.body.iter().collect();
        if let Action::Bound(aggregate) = &rule.action {
            bound = Literal::Aggregate(Box::new(aggregate.clone()));
            literals.push(&bound);
        }
        let found = Found { frame, matched: Vec::new(), failing: None, held: 0 };
        self.begin_search();
        Some(self.report(&Report { rule, literals: &literals, global: &rule.global }, &found).0)
    }
}

impl Grounder {
    /// The places of the statements whose heads have atoms of a signature, in the order of the text. Facts are not
    /// among them.
    pub fn statements_deriving(&self, signature: Signature) -> Vec<Span> {
        let Some(predicate) = self.state().base.find_predicate(signature) else { return Vec::new() };
        let derives = |rule: &Rule| rule_heads(rule).iter().any(|(_, atom, _)| atom.predicate == predicate);
        let rules = self.grounded_rules().filter(|(rule, _)| derives(rule));
        let mut places: Vec<Span> = rules.map(|(rule, _)| rule.span).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// The heads of a rule, each with its condition.
fn rule_heads(rule: &Rule) -> Vec<(HeadKind, &Atom, Vec<&Literal>)> {
    match &rule.action {
        Action::Derive(atom) => vec![(HeadKind::Rule, atom, Vec::new())],
        Action::External(atom, _) => vec![(HeadKind::External, atom, Vec::new())],
        Action::Choose(elements) => {
            let heads = elements.iter();
            heads.map(|e| (HeadKind::Choice, &e.atom, e.condition.iter().collect())).collect()
        }
        Action::Disjoin(disjuncts) => {
            let mut heads = Vec::new();
            for Disjunct { members, condition } in disjuncts {
                for member in members {
                    if let HeadLiteral::Atom(atom) = &member.literal {
                        heads.push((
                            HeadKind::Disjunction,
                            atom,
                            condition.iter().chain(&member.expansion).collect(),
                        ));
                    }
                }
            }
            heads
        }
        _ => Vec::new(),
    }
}

/// The frame without the values of local variables.
fn frame_without_locals(rule: &Rule, frame: &Frame) -> Frame {
    let mut free = Frame::new(rule.names.len());
    for slot in (0..rule.names.len()).filter(|&slot| rule.global[slot]) {
        if let Some(value) = frame.get(slot) {
            free.bind(slot, value);
        }
    }
    free
}

/// The values of the variables that have a name and a value.
fn bindings(rule: &Rule, frame: &Frame) -> Vec<(Name, Symbol)> {
    let named = rule.names.iter().enumerate();
    named.filter_map(|(slot, name)| Some(((*name)?, frame.get(slot)?))).collect()
}

/// The span of a run of facts, and the position of a fact in it, from 0.
pub type FactPlace = (Span, usize);
