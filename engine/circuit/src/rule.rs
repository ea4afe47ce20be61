//! The interface of a rule: the situation that it reads, and the trait that it implements.
//!
//! To add a rule, write a file in `rules/`, and give it a field and a place in the order in `circuit.rs`. The
//! file contains the algorithm, a naive version of it for the tests, and a test that both derive the same
//! from random partial states (`testing/states.rs`). The reason checker (`testing/reason_checker.rs`) covers
//! it without further work.

use crate::context::Context;
use crate::description::{Budget, Description, Section};
use crate::embedding::Embedding;
use crate::faces::Face;
use crate::graph::{Graph, Node};
use crate::values::Values;
use hamadryad_sat::{Conflict, Lit, Solver};

/// Everything that a rule may read: the circuit and the current partial assignment.
pub(crate) struct Situation<'a> {
    pub(crate) circuit: &'a Description,
    pub(crate) values: &'a mut Values,
    /// A drawing of the graph in the plane, if it is planar.
    pub(crate) embedding: Option<&'a Embedding>,
    /// The faces to the left and to the right of the arc into the start; the rule `face_order` brings them up
    /// to date.
    pub(crate) faces: &'a mut [Face; 2],
    /// The start and the stop of the section, where they are known.
    pub(crate) ends: Option<Ends>,
    /// The bound on the cost of the section that is in force.
    pub(crate) budget: Option<&'a dyn Budget>,
}

impl Situation<'_> {
    /// The section, its start and its stop, where all three are known.
    pub(crate) fn both_ends(&self) -> Option<(&Section, &Ends, Node)> {
        let ends = self.ends.as_ref()?;
        Some((self.circuit.section.as_ref()?, ends, ends.stop?))
    }
}

/// The known ends of a section.
#[derive(Clone)]
pub(crate) struct Ends {
    pub(crate) start: Node,
    /// `None` if it is unknown, or the same node as the start.
    pub(crate) stop: Option<Node>,
    /// The reason why the circuit is one and begins at `start`.
    pub(crate) why_start: Vec<Lit>,
    /// The same, and why the section ends at `stop`.
    pub(crate) why_both: Vec<Lit>,
}

impl Ends {
    /// Reads them off the true literals among the possible starts and stops.
    pub(crate) fn find(
        circuit: &Description,
        at_most_one_start: Lit,
        starts: &[(Node, Lit)],
        stops: &[(Node, Lit)],
        solver: &Solver,
    ) -> Option<Ends> {
        let section = circuit.section.as_ref().filter(|_| solver.is_true(at_most_one_start))?;
        let find = |among: &[(Node, Lit)]| among.iter().copied().find(|&(_, lit)| solver.is_true(lit));
        let (start, why) = find(starts)?;
        let mut why_start = vec![circuit.one_start, at_most_one_start, why];
        why_start.dedup();
        let mut why_both = why_start.clone();
        let stop = find(stops).filter(|_| solver.is_true(section.one_stop)).map(|(stop, why)| {
            why_both.extend([section.one_stop, why]);
            stop
        });
        Some(Ends { start, stop: stop.filter(|&stop| stop != start), why_start, why_both })
    }
}

/// A propagation rule: it derives literals that are true in every circuit compatible with the current values.
///
/// A rule may derive less than possible, never more: missed implications cost time, a wrong one costs
/// answers.
pub(crate) trait Rule {
    /// The name of the rule's file, for the reason checker.
    #[cfg_attr(not(test), allow(dead_code, reason = "only tests record inferences"))]
    fn name(&self) -> &'static str;

    /// Implies literals, each with a reason, or reports a conflict. Does nothing where the situation does not
    /// concern the rule.
    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict>;

    /// The trail is about to be cut to its first `keep` literals: drops the state derived from later
    /// literals.
    fn backjump(&mut self, graph: &Graph, keep: usize) {
        let _ = (graph, keep);
    }
}
