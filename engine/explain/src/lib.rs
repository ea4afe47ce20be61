//! Explanations of logic programs: why there is no answer set, the changes after which there is one, why an atom is
//! true, and why another is not.
//!
//! A [`Program`] is a sink that records the ground rules of all steps with their origins: the source rule and
//! the values of its variables. An [`Explainer`] relaxes the program part by part, which is sound for every
//! program (`relax.rs`), and finds minimal [conflicts](Explainer::conflict) and smallest
//! [repairs](Explainer::repairs), which are verified by a second solver. [`Derivations`] finds the cheapest reason
//! of a true atom, [`Failures`] the rules that come nearest to deriving a false one; both evaluate the source rules
//! again, and need no origins.
//!
//! ```text
//! program ─units: what can be relaxed→ parts ─relax: selectors→ solver ─minimize→ conflict ─closed, verify→
//! ```
//!
//! Invariant: the crate prints nothing and reads no clock, and its results depend on its input only.

mod closed;
mod conflict;
mod costs;
mod derivation;
mod element;
mod enumerate;
mod explainer;
mod facts;
mod failure;
mod hitting_sets;
mod judged;
mod labels;
mod lacks;
mod minimize;
mod options;
mod other;
mod parts;
mod probe;
mod program;
mod relax;
mod repairs;
mod tree;
mod units;
mod verify;
mod words;

pub use conflict::Conflict;
pub use costs::{CostCondition, CostGroup, CostGroups};
pub use derivation::Derivations;
pub use element::{Element, ElementKind};
pub use explainer::{Explainer, Grounding, Outcome};
pub use facts::Facts;
pub use failure::{Attempt, DEPTH, Deeper, Failure, Failures};
pub use hamadryad_ground::{
    Goal, GoalTerm, InstanceLiteral, LiteralKind, Requirement, SourceInstance, Status,
};
pub use labels::{Label, label};
pub use lacks::{Lacks, aggregate_atoms, near_facts};
pub use options::{ExplainOptions, Granularity};
pub use program::{Mark, OriginId, Program, RecordedRule, Source};
pub use repairs::{Repair, Repairs};
pub use tree::{Because, Node, NodeId, Tree, TreeLiteral};
pub use words::{Product, atoms_text, factorise, product_text, values_text};
