//! Explanations: why a program has no answer set, and the changes after which it has one.
//!
//! A [`Control`](crate::Control) that [keeps origins](crate::Control::keep_origins) makes an
//! [`Explainer`] of its program at any time, in multi-shot use too: parts with their arguments, values of
//! externals and assumptions are elements of explanations.

pub use crate::control::why::{Nearest, Regime, WhyNot};
pub use hamadryad_explain::{
    Attempt, Because, Conflict, CostCondition, CostGroup, CostGroups, DEPTH, Deeper, Element, ElementKind,
    ExplainOptions, Explainer, Facts, Failure, Goal, GoalTerm, Granularity, Grounding, InstanceLiteral,
    Label, Lacks, LiteralKind, Mark, Node, NodeId, OriginId, Outcome, Product, Program, RecordedRule, Repair,
    Repairs, Requirement, Source, SourceInstance, Status, Tree, TreeLiteral, atoms_text, factorise, label,
    product_text, values_text,
};
pub use hamadryad_ground::{RuleKind, RuleSource};
