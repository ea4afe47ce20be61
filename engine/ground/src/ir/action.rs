//! Actions: the output of a rule for each instance of its body.
//!
//! A new kind of statement is a variant of [`Action`], a function in `statement/`, and a line in
//! `component/action.rs`.

use crate::ir::literal::{Aggregate, Atom, Literal, Occurrence, TheoryAtom};
use crate::ir::term::{Slot, Term, TheoryTerm};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{AggregateFunction, Sign};

/// `atom : condition` in the head of a choice.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceElement {
    pub atom: Atom,
    pub condition: Vec<Literal>,
    /// The tuple in a head aggregate; an undefined or ignored tuple excludes the atom from the choice.
    pub tuple: Option<CountedTuple>,
}

/// The tuple of an element of a head aggregate.
#[derive(Clone, Debug)]
pub(crate) struct CountedTuple {
    pub function: AggregateFunction,
    pub terms: Vec<Term>,
    pub span: Span,
}

impl ChoiceElement {
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.condition.iter().for_each(|literal| literal.variables(visit));
        self.head_variables(visit);
    }

    /// Calls `visit` with every variable of the atom and the tuple.
    pub(crate) fn head_variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.atom.variables(visit);
        self.tuple.iter().flat_map(|tuple| &tuple.terms).for_each(|term| term.variables(visit));
    }
}

/// `literal : condition` in the head of a disjunction; all instances of the literal must hold.
#[derive(Clone, Debug)]
pub(crate) struct Disjunct {
    pub members: Vec<Member>,
    pub condition: Vec<Literal>,
}

/// A literal that the pool of a disjunct represents.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub literal: HeadLiteral,
    /// Intervals and computations: their instances are instances of the literal.
    pub expansion: Vec<Literal>,
}

/// A literal in a disjunction.
#[derive(Clone, Debug)]
pub(crate) enum HeadLiteral {
    Atom(Atom),
    /// A negated atom.
    Negated(Sign, Atom, Occurrence),
    /// Comparisons, as a disjunction of conjunctions.
    Tests(Vec<Vec<Literal>>),
}

/// The output of a rule for each instance of its body.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// The atom is derived.
    Derive(Atom),
    /// The body must not hold.
    Constrain,
    /// A subset of the atoms is derived.
    Choose(Vec<ChoiceElement>),
    /// At least one disjunct must hold.
    Disjoin(Vec<Disjunct>),
    /// The guards of the aggregate must hold: the bounds of a choice.
    Bound(Aggregate),
    /// The atom is external; the value is a constant or a variable of one.
    External(Atom, Term),
    /// The term is shown.
    Show(Term),
    Minimize {
        weight: Term,
        priority: Term,
        tuple: Vec<Term>,
        negate: bool,
    },
    Heuristic {
        atom: Atom,
        bias: Term,
        priority: Option<Term>,
        modifier: Term,
    },
    /// An edge connects two nodes.
    Connect(Term, Term),
    /// The atom belongs to the projection.
    Project(Atom),
    /// The theory atom is derived; a directive of a theory is written.
    Theory(Box<TheoryAtom>),
    /// A part of a recursive literal is accumulated.
    Accumulate(Accumulate),
}

/// The number of a recursive literal in its component.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecursiveId(pub usize);

/// An addition to an instance of a recursive literal (`recursive/`).
#[derive(Clone, Debug)]
pub(crate) struct Accumulate {
    pub literal: RecursiveId,
    /// The global variables of the literal; their values identify its instance.
    pub key: Vec<Slot>,
    pub part: Part,
}

/// The part of a recursive literal that an instance of a rule adds.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// The instance of the literal, before its parts.
    Instance,
    /// A tuple of an aggregate.
    Tuple(Vec<Term>, Span),
    /// The tuple of an element of a theory atom.
    Element(Vec<TheoryTerm>),
    /// An instance of a disjunct, by the number of the disjunct.
    Disjunct(usize, Box<Disjunct>),
    /// An instance of the condition of a conditional literal, identified by the values of local variables.
    Condition(Vec<Slot>),
    /// An instance of the literal of a conditional literal, identified in the same way.
    Alternative(Vec<Slot>),
}

impl Disjunct {
    /// Calls `visit` with every negated atom.
    fn negated<'a>(&'a self, visit: &mut impl FnMut(Sign, &'a Atom, Occurrence)) {
        for member in &self.members {
            if let HeadLiteral::Negated(sign, atom, occurrence) = &member.literal {
                visit(*sign, atom, *occurrence);
            }
        }
    }

    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.condition.iter().for_each(|literal| literal.variables(visit));
        self.members.iter().for_each(|member| member.variables(visit));
    }
}

impl Member {
    /// The atom that may be derived.
    fn head(&self) -> Option<&Atom> {
        match &self.literal {
            HeadLiteral::Atom(atom) => Some(atom),
            _ => None,
        }
    }

    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.expansion.iter().for_each(|literal| literal.variables(visit));
        self.literal.variables(visit);
    }
}

impl HeadLiteral {
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        match self {
            HeadLiteral::Atom(atom) | HeadLiteral::Negated(_, atom, _) => atom.variables(visit),
            HeadLiteral::Tests(tests) => tests.iter().flatten().for_each(|literal| literal.variables(visit)),
        }
    }
}

impl Action {
    /// The atoms that instances may derive.
    pub(crate) fn heads(&self) -> Vec<&Atom> {
        match self {
            Action::Derive(atom) | Action::External(atom, _) => vec![atom],
            Action::Choose(elements) => elements.iter().map(|element| &element.atom).collect(),
            Action::Disjoin(disjuncts) => {
                let members = disjuncts.iter().flat_map(|disjunct| &disjunct.members);
                members.filter_map(Member::head).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether it has no effect.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Action::Choose(elements) => elements.is_empty(),
            Action::Bound(aggregate) => aggregate.guards.is_empty(),
            _ => false,
        }
    }

    /// Whether it derives no atom, so that no positive loop leads through its rule.
    pub(crate) fn derives_nothing(&self) -> bool {
        matches!(
            self,
            Action::Constrain
                | Action::Bound(_)
                | Action::Show(_)
                | Action::Minimize { .. }
                | Action::Heuristic { .. }
                | Action::Connect(..)
                | Action::Project(_)
        )
    }

    /// Calls `visit` with every predicate literal of the conditions and aggregates.
    pub(crate) fn predicates<'a>(&'a self, visit: &mut impl FnMut(Sign, &'a Atom, Occurrence)) {
        match self {
            Action::Choose(elements) => {
                let literals = elements.iter().flat_map(|element| &element.condition);
                literals.for_each(|literal| literal.predicates(visit));
            }
            Action::Disjoin(disjuncts) => {
                for disjunct in disjuncts {
                    disjunct.condition.iter().for_each(|literal| literal.predicates(visit));
                    disjunct.negated(visit);
                }
            }
            Action::Accumulate(Accumulate { part: Part::Disjunct(_, disjunct), .. }) => {
                disjunct.negated(visit);
            }
            Action::Bound(aggregate) => aggregate.predicates(visit),
            Action::Theory(theory) => theory.predicates(visit),
            _ => {}
        }
    }

    /// Calls `visit` with every variable.
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        match self {
            Action::Derive(atom) => atom.variables(visit),
            Action::Constrain => {}
            Action::Choose(elements) => elements.iter().for_each(|element| element.variables(visit)),
            Action::Bound(aggregate) => {
                aggregate.element_variables(visit);
                aggregate.guards.iter().for_each(|(_, term)| term.variables(visit));
            }
            Action::External(atom, value) => {
                atom.variables(visit);
                value.variables(visit);
            }
            Action::Disjoin(disjuncts) => disjuncts.iter().for_each(|disjunct| disjunct.variables(visit)),
            Action::Show(term) => term.variables(visit),
            Action::Connect(from, to) => {
                from.variables(visit);
                to.variables(visit);
            }
            Action::Project(atom) => atom.variables(visit),
            Action::Theory(theory) => theory.variables(visit),
            Action::Minimize { weight, priority, tuple, .. } => {
                weight.variables(visit);
                priority.variables(visit);
                tuple.iter().for_each(|term| term.variables(visit));
            }
            Action::Heuristic { atom, bias, priority, modifier } => {
                atom.variables(visit);
                bias.variables(visit);
                priority.iter().for_each(|term| term.variables(visit));
                modifier.variables(visit);
            }
            Action::Accumulate(accumulate) => accumulate.variables(visit),
        }
    }
}
impl Accumulate {
    fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.key.iter().for_each(|&slot| visit(slot));
        match &self.part {
            Part::Instance => {}
            Part::Tuple(terms, _) => terms.iter().for_each(|term| term.variables(visit)),
            Part::Element(terms) => terms.iter().for_each(|term| term.variables(visit)),
            Part::Disjunct(_, disjunct) => disjunct.variables(visit),
            Part::Condition(instance) | Part::Alternative(instance) => {
                instance.iter().for_each(|&slot| visit(slot));
            }
        }
    }
}
