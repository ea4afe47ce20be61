//! A conflict, completed by the facts, the lacking atoms and the elements that its explanation shows.

use super::blocks;
use hamadryad::explain::{Conflict, ExplainOptions, Facts, Lacks};
use hamadryad::{Control, Span, Symbol};

/// The greatest number of instances of a statement whose elements are listed.
const INSTANCES: usize = 24;
/// The greatest number of atoms of elements.
const ELEMENTS: usize = 500;

/// A conflict with all that an explanation of it shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Reason {
    /// The conflict.
    pub conflict: Conflict,
    /// The facts on which it rests, if they were asked for and found.
    pub facts: Option<Facts>,
    /// The atoms that it needs and no rule can derive.
    pub lacks: Lacks,
    /// The atoms of the elements of choices and aggregates, for statements with few instances in the conflict.
    pub elements: Vec<(Span, Vec<Symbol>)>,
}

impl Reason {
    /// Completes a conflict of an explainer of this control with these options. Returns the number of tests as well.
    pub fn new(
        control: &mut Control,
        conflict: Conflict,
        options: &ExplainOptions,
        with_facts: bool,
        stop: &dyn Fn() -> bool,
    ) -> (Reason, u64) {
        let lacks = control.lacks_of(&conflict, stop);
        let mut elements = Vec::new();
        for block in blocks(conflict.elements()) {
            let Some(span) = block.span.filter(|_| block.elements.len() <= INSTANCES && !stop()) else {
                continue;
            };
            let mut atoms: Vec<Symbol> =
                block.elements.iter().flat_map(|element| control.aggregate_atoms(element)).collect();
            if !atoms.is_empty() && atoms.len() <= ELEMENTS {
                atoms.sort_by(|&left, &right| control.symbols().cmp(left, right));
                atoms.dedup();
                elements.push((span, atoms));
            }
        }
        // Last, since it takes longest.
        let facts = with_facts.then(|| control.facts_of(&conflict, options, stop));
        let (facts, tests) = facts.unwrap_or_default();
        (Reason { conflict, facts, lacks, elements }, tests)
    }
}
