//! The atoms that a conflict lacks: its instances need them, and no rule can derive them.
//!
//! ```text
//! place(1..5). bridge(4,5). bridge(5,4). { built(X,Y) } :- bridge(X,Y).
//! reached(1).  reached(Y) :- reached(X), built(X,Y).
//! :- place(X), not reached(X).     X = 4 lacks reached(4): it needs reached(5), which needs reached(4)
//! ```
//!
//! Such an atom is in no ground rule, so that the conflict can neither blame it nor name it as closed; the rules that
//! come nearest to deriving it are the reason instead. Of a predicate that only facts define, the atoms that would change
//! the conflict are known: `near_facts` finds them, and `facts.rs` the ones whose absence the conflict needs.
//!
//! ```text
//! bridge(1,4), bridge(2,4), bridge(3,4): each of them would give a way to 4
//! ```

use crate::conflict::Conflict;
use crate::element::{Element, ElementKind};
use crate::failure::{DEPTH, Failure, Failures};
use hamadryad_ground::{Goal, Grounder, Inspector, Lacking, PossibleAtoms};
use hamadryad_symbol::{Symbol, Symbols};
use std::collections::{HashSet, VecDeque};

/// The greatest number of instances that are evaluated.
const INSTANCES: usize = 400;
/// The greatest number of atoms that are explained.
const ATOMS: usize = 12;
/// The greatest number of atoms whose rules are searched for absent facts, and of absent facts: each of these takes a
/// search, and a conflict that rests on the absence of more is better shown by its elements.
const SEARCHED: usize = 300;
const NEAR: usize = 200;

/// The atoms that a conflict lacks, each with the rules that come nearest.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lacks {
    /// The reasons of the first atoms, in the order of the conflict.
    pub failures: Vec<Failure>,
    /// The number of further atoms.
    pub others: usize,
}

impl Lacks {
    /// The atoms that a conflict lacks. `facts` are the facts of the program.
    pub fn of(
        conflict: &Conflict,
        grounder: &Grounder,
        symbols: &mut Symbols,
        facts: &HashSet<Symbol>,
        stop: &dyn Fn() -> bool,
    ) -> Lacks {
        let mut goals: Vec<Goal> = Vec::new();
        for element in conflict.elements().take(INSTANCES).take_while(|_| !stop()) {
            for goal in lacking(element, grounder, symbols).goals {
                if !goals.contains(&goal) {
                    goals.push(goal);
                }
            }
        }
        let mut failures = Failures::new(grounder, symbols, facts, DEPTH, stop);
        let explained = goals.iter().take(ATOMS).map(|goal| failures.of_possible(goal)).collect();
        Lacks { failures: explained, others: goals.len().saturating_sub(ATOMS) }
    }
}

/// The atoms without a fact that would change a conflict: each would complete an instance of a rule, or an element of an
/// aggregate. Only predicates that no rule derives are concerned, and those that depend on them over few rules. None if there
/// are very many.
pub fn near_facts(
    conflict: &Conflict,
    grounder: &Grounder,
    symbols: &mut Symbols,
    stop: &dyn Fn() -> bool,
) -> Vec<Symbol> {
    let mut waiting: VecDeque<Goal> = VecDeque::new();
    let mut near: Vec<Symbol> = Vec::new();
    for element in conflict.elements().take(INSTANCES).take_while(|_| !stop()) {
        if element.kind == ElementKind::Closed {
            waiting.extend(element.atom.and_then(|atom| Goal::of(symbols, atom)));
        }
        let lacking = lacking(element, grounder, symbols);
        waiting.extend(lacking.goals);
        near.extend(lacking.near);
    }
    let (mut facts, mut seen, mut searched) = (Vec::new(), HashSet::new(), HashSet::new());
    let world = PossibleAtoms(grounder);
    loop {
        for atom in near.drain(..) {
            let Some(goal) = Goal::of(symbols, atom) else { continue };
            match grounder.has_rules(goal.signature) {
                true => waiting.push_back(goal),
                false if seen.insert(atom) => facts.push(atom),
                false => {}
            }
        }
        if facts.len() > NEAR {
            return Vec::new();
        }
        if searched.len() >= SEARCHED || stop() {
            break;
        }
        let Some(goal) = waiting.pop_front() else { break };
        if searched.insert(goal.clone()) {
            near = Inspector::new(grounder, symbols, &world).near(&goal);
        }
    }
    facts
}

/// The atoms of the elements of an instance's aggregates, each once.
pub fn aggregate_atoms(element: &Element, grounder: &Grounder, symbols: &mut Symbols) -> Vec<Symbol> {
    let mut seen = HashSet::new();
    let mut atoms = lacking(element, grounder, symbols).elements;
    atoms.retain(|&atom| seen.insert(atom));
    atoms
}

fn lacking(element: &Element, grounder: &Grounder, symbols: &mut Symbols) -> Lacking {
    let Some((rule, values)) = element.instance.as_ref().filter(|_| element.instances == 1) else {
        return Lacking::default();
    };
    let world = PossibleAtoms(grounder);
    Inspector::new(grounder, symbols, &world).lacking(*rule, values).unwrap_or_default()
}
