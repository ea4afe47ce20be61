//! Why an atom is false: for each rule whose head fits, the instance that is nearest to holding, and the reason of
//! the literal that fails there.
//!
//! ```text
//! happy(sam)      happy(X) :- trip(X), fly(X).              X = sam, fails at trip(sam)
//!   trip(sam)     { trip(X) } :- fly(X).                    fails at fly(sam)
//!     fly(sam)    fly(X) :- bird(X), not abnormal(X).       fails at not abnormal(sam)
//!                 abnormal(sam) is true: a tree
//! ```
//!
//! In an answer set all literals are decided. Among the atoms that may be true, facts are true, atoms without a
//! possible instance are false, and all others are open: a failing literal there fails in every answer set.

use crate::derivation::Derivations;
use crate::tree::Tree;
use hamadryad_ground::{
    Goal, Grounder, Inspector, LiteralKind, PossibleAtoms, SourceInstance, Status, World,
};
use hamadryad_symbol::{Symbol, Symbols};
use std::collections::HashSet;

/// The depth to which failing literals are explained by default. Atoms with a single instance to be explained do not
/// count: they are a chain of reasons, which does not grow in width.
pub const DEPTH: usize = 3;
/// The limit on the length of chains.
const CHAIN: usize = 20;
/// The limit on explained atoms.
const ATOMS: usize = 200;

/// Why an atom is false.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// The atom, possibly with variables: then all of its instances are false.
    pub goal: Goal,
    /// The number of statements whose heads fit the atom.
    pub statements: usize,
    /// The instances that are nearest to holding, for each of these statements.
    pub attempts: Vec<Attempt>,
    /// Whether a limit ended a search early.
    pub is_cut: bool,
}

/// An instance that does not hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Attempt {
    /// The instance, with the literal that fails.
    pub instance: SourceInstance,
    /// Why that literal fails.
    pub deeper: Deeper,
}

/// The reason of a failing literal.
#[derive(Clone, PartialEq, Debug)]
pub enum Deeper {
    /// The literal shows it: a comparison, an aggregate, or an atom that only facts define.
    Evident,
    /// No rule and no fact has this atom.
    Undefined,
    /// The atom is false.
    Failure(Box<Failure>),
    /// The atom is false, and its explanation contains this one: they support each other only.
    Circular,
    /// The atom has been explained before.
    SeenBefore,
    /// The atom under `not` is true.
    Derived(Box<Tree>),
    /// The rule is a choice, and the answer set is without the atom although the body holds.
    NotChosen,
    /// The limit on depth or size is reached.
    Omitted,
}

/// Explains false atoms.
pub struct Failures<'a> {
    grounder: &'a Grounder,
    symbols: &'a mut Symbols,
    /// An answer set; in questions about possible atoms, it explains negated atoms, which are facts.
    answer: &'a HashSet<Symbol>,
    stop: &'a dyn Fn() -> bool,
    depth: usize,
    seen: HashSet<Goal>,
}

impl<'a> Failures<'a> {
    /// Explains false atoms to a depth.
    pub fn new(
        grounder: &'a Grounder,
        symbols: &'a mut Symbols,
        answer: &'a HashSet<Symbol>,
        depth: usize,
        stop: &'a dyn Fn() -> bool,
    ) -> Failures<'a> {
        Failures { grounder, symbols, answer, stop, depth, seen: HashSet::new() }
    }

    /// Why all instances of the goal are false in the answer set; true instances are passed over.
    pub fn in_answer(&mut self, goal: &Goal) -> Failure {
        self.explain(goal, self.answer, self.depth, &mut Vec::new())
    }

    /// Why no instance of the goal is possible. The reason concerns all answer sets.
    pub fn of_possible(&mut self, goal: &Goal) -> Failure {
        let possible = PossibleAtoms(self.grounder);
        self.explain(goal, &possible, self.depth, &mut Vec::new())
    }

    fn explain(&mut self, goal: &Goal, world: &dyn World, depth: usize, above: &mut Vec<Goal>) -> Failure {
        self.seen.insert(goal.clone());
        let mut inspector = Inspector::new(self.grounder, self.symbols, world);
        let inspection = inspector.failures(goal, &|atom| world.status(atom) == Status::False);
        let mut failure = Failure {
            goal: goal.clone(),
            statements: inspection.statements,
            attempts: Vec::new(),
            is_cut: inspection.is_cut,
        };
        above.push(goal.clone());
        let depth = depth.saturating_sub(usize::from(inspection.instances.len() > 1));
        for instance in inspection.instances {
            let deeper = self.deeper(&instance, world, depth, above);
            failure.attempts.push(Attempt { instance, deeper });
        }
        above.pop();
        failure
    }

    fn deeper(
        &mut self,
        instance: &SourceInstance,
        world: &dyn World,
        depth: usize,
        above: &mut Vec<Goal>,
    ) -> Deeper {
        let Some(literal) = instance.failing.map(|place| &instance.literals[place]) else {
            return Deeper::NotChosen;
        };
        let Some(goal) = literal.goal.clone() else { return Deeper::Evident };
        if literal.kind == LiteralKind::Negation && !literal.text.starts_with("not not ") {
            return self.why_true(&goal);
        }
        if above.contains(&goal) {
            return Deeper::Circular;
        }
        let is_derived = self.grounder.has_rules(goal.signature);
        if !is_derived {
            let has_atoms = self.grounder.atoms_of(goal.signature).next().is_some();
            return if has_atoms { Deeper::Evident } else { Deeper::Undefined };
        }
        if self.seen.contains(&goal) {
            return Deeper::SeenBefore;
        }
        if depth == 0 || above.len() > CHAIN || self.seen.len() > ATOMS || (self.stop)() {
            return Deeper::Omitted;
        }
        Deeper::Failure(Box::new(self.explain(&goal, world, depth, above)))
    }

    /// The derivation of an atom that is true although a rule needs it to be false.
    fn why_true(&mut self, goal: &Goal) -> Deeper {
        let mut matching: Vec<Symbol> =
            self.answer.iter().copied().filter(|&atom| goal.includes(self.symbols, atom)).collect();
        matching.sort_by(|&a, &b| self.symbols.cmp(a, b));
        let Some(&atom) = matching.first() else { return Deeper::Evident };
        let tree = Derivations::new(self.grounder, self.symbols, self.answer, self.stop).tree(atom);
        if tree.is_complete() { Deeper::Derived(Box::new(tree)) } else { Deeper::Evident }
    }
}
