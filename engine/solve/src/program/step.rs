//! The statements of one step, collected before they are translated together.
//!
//! ```text
//! { a } :- c.   b :- c.        two supports, for a and for b, which share the body {c}
//! ```
//!
//! Invariant: rules with the same body share its literal, because equal bodies have one id (`body.rs`).

use crate::program::body::{Bodies, BodyId};
use crate::program::theory::TheoryItem;
use hamadryad_aspif::{Atom, BodyRef, ExternalValue, HeuristicModifier, Literal, WeightedLiteral};
use rustc_hash::FxHashMap;

/// A rule for one atom: `atom :- body`, or `{ atom } :- body`. A step may have tens of millions of rules, so its
/// origin takes four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Support {
    pub(crate) atom: Atom,
    pub(crate) body: BodyId,
    /// [`RULE`], [`CHOICE`], or for a rule that results from shifting a disjunction, the position of the disjunction
    /// plus [`SHIFTED`].
    origin: u32,
}

const RULE: u32 = 0;
const CHOICE: u32 = 1;
const SHIFTED: u32 = 2;

impl Support {
    /// `atom :- body`.
    pub(crate) fn rule(atom: Atom, body: BodyId) -> Support {
        Support { atom, body, origin: RULE }
    }

    /// `{ atom } :- body`.
    pub(crate) fn choice(atom: Atom, body: BodyId) -> Support {
        Support { atom, body, origin: CHOICE }
    }

    /// A rule from shifting the disjunction at this position of [`Step::disjunctions`].
    pub(crate) fn shifted(atom: Atom, body: BodyId, disjunction: usize) -> Support {
        let position = u32::try_from(disjunction).ok();
        let origin = position.and_then(|position| position.checked_add(SHIFTED));
        Support { atom, body, origin: origin.expect("a step has fewer than 2^32 - 2 disjunctions") }
    }

    pub(crate) fn is_choice(&self) -> bool {
        self.origin == CHOICE
    }

    /// The position of the disjunction from which the rule results.
    pub(crate) fn disjunction(&self) -> Option<usize> {
        self.origin.checked_sub(SHIFTED).map(|position| position as usize)
    }
}

/// A rule with two or more heads.
#[derive(Clone, Debug)]
pub(crate) struct Disjunction {
    /// Sorted.
    pub(crate) heads: Vec<Atom>,
    /// A conjunction.
    pub(crate) body: BodyId,
}

/// A directive of the domain heuristic.
#[derive(Clone, Debug)]
pub(crate) struct HeuristicDirective {
    pub(crate) atom: Atom,
    pub(crate) modifier: HeuristicModifier,
    pub(crate) bias: i32,
    pub(crate) priority: u32,
    pub(crate) condition: BodyId,
}

/// The statements of a step so far.
#[derive(Clone, Default)]
pub(crate) struct Step {
    pub(crate) bodies: Bodies,
    pub(crate) supports: Vec<Support>,
    /// Bodies that must be false.
    pub(crate) constraints: Vec<BodyId>,
    /// The disjunctions; their shifted rules are among the supports.
    pub(crate) disjunctions: Vec<Disjunction>,
    /// The auxiliary atoms that replace weight constraints in bodies of disjunctions.
    pub(crate) weight_atoms: FxHashMap<BodyId, Atom>,
    pub(crate) externals: Vec<(Atom, ExternalValue)>,
    /// The positions in `supports`, in their order, of rules for atoms of earlier steps: the rule
    /// defines an external atom, or it is an error.
    pub(crate) redefinitions: Vec<usize>,
    pub(crate) theory_atoms: Vec<Atom>,
    /// The theory statements.
    pub(crate) theory: Vec<TheoryItem>,
    /// Heads of rules without effect (`a :- a.`): a theory atom among them counts as defined, and is false.
    pub(crate) vacuous_heads: Vec<Atom>,
    /// The priorities of all minimize statements: a statement without terms is an objective, too.
    pub(crate) priorities: Vec<i32>,
    pub(crate) minimize: Vec<(i32, WeightedLiteral)>,
    pub(crate) heuristics: Vec<HeuristicDirective>,
    /// Edges: both ends and the condition.
    pub(crate) edges: Vec<(i32, i32, BodyId)>,
}

/// The lengths of all lists of a step, for [`Step::cut`].
#[derive(Clone, Copy, Default)]
pub(crate) struct Mark {
    bodies: usize,
    supports: usize,
    constraints: usize,
    disjunctions: usize,
    externals: usize,
    redefinitions: usize,
    theory_atoms: usize,
    theory: usize,
    vacuous_heads: usize,
    priorities: usize,
    minimize: usize,
    heuristics: usize,
    edges: usize,
}

impl Step {
    /// A mark of the statements so far.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            bodies: self.bodies.len(),
            supports: self.supports.len(),
            constraints: self.constraints.len(),
            disjunctions: self.disjunctions.len(),
            externals: self.externals.len(),
            redefinitions: self.redefinitions.len(),
            theory_atoms: self.theory_atoms.len(),
            theory: self.theory.len(),
            vacuous_heads: self.vacuous_heads.len(),
            priorities: self.priorities.len(),
            minimize: self.minimize.len(),
            heuristics: self.heuristics.len(),
            edges: self.edges.len(),
        }
    }

    /// Removes the statements since a mark.
    pub(crate) fn cut(&mut self, mark: Mark) {
        self.bodies.truncate(mark.bodies);
        self.weight_atoms.retain(|body, _| body.index() < mark.bodies);
        self.supports.truncate(mark.supports);
        self.constraints.truncate(mark.constraints);
        self.disjunctions.truncate(mark.disjunctions);
        self.externals.truncate(mark.externals);
        self.redefinitions.truncate(mark.redefinitions);
        self.theory_atoms.truncate(mark.theory_atoms);
        self.theory.truncate(mark.theory);
        self.vacuous_heads.truncate(mark.vacuous_heads);
        self.priorities.truncate(mark.priorities);
        self.minimize.truncate(mark.minimize);
        self.heuristics.truncate(mark.heuristics);
        self.edges.truncate(mark.edges);
    }

    /// Removes the objective.
    pub(crate) fn remove_minimize(&mut self) {
        self.priorities.clear();
        self.minimize.clear();
    }

    /// The facts of the step, sorted.
    pub(crate) fn facts(&self) -> Vec<Atom> {
        let is_empty = |body: BodyId| self.bodies.get(body) == BodyRef::Normal(&[]);
        let facts = self.supports.iter().filter(|support| !support.is_choice() && is_empty(support.body));
        let mut facts: Vec<Atom> = facts.map(|support| support.atom).collect();
        facts.sort_unstable();
        facts
    }

    /// The external declarations since a mark.
    pub(crate) fn declared_since(&self, mark: Mark) -> &[(Atom, ExternalValue)] {
        &self.externals[mark.externals..]
    }

    /// The rules for atoms of earlier steps.
    pub(crate) fn redefining_rules(&self) -> impl Iterator<Item = &Support> {
        self.redefinitions.iter().map(|&place| &self.supports[place])
    }

    /// Sorts the constraints by length: the literals that short constraints fix shorten the others.
    pub(crate) fn sort_constraints(&mut self) {
        self.constraints.sort_by_key(|body| match self.bodies.get(*body) {
            BodyRef::Normal(literals) => literals.len(),
            BodyRef::Sum { .. } => usize::MAX,
        });
    }

    /// Whether a body is a conjunction with this literal.
    pub(crate) fn contains(&self, body: BodyId, literal: Literal) -> bool {
        matches!(self.bodies.get(body), BodyRef::Normal(literals) if literals.contains(&literal))
    }

    /// Whether the rule is the only rule for its atom. Supports must be sorted by atom.
    pub(crate) fn is_only_support(&self, support: &Support) -> bool {
        let first = self.supports.partition_point(|other| other.atom < support.atom);
        self.supports.get(first + 1).is_none_or(|next| next.atom != support.atom)
    }

    /// The rules for an atom. Supports must be sorted by atom.
    pub(crate) fn supports_of(&self, atom: Atom) -> impl Iterator<Item = &Support> {
        let first = self.supports.partition_point(|support| support.atom < atom);
        self.supports[first..].iter().take_while(move |support| support.atom == atom)
    }
}
