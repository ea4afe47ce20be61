//! Explanations: why a program has no answer set, and the changes after which it has one.
//!
//! A [`Control`](crate::Control) that [keeps origins](crate::Control::keep_origins) makes an
//! [`Explainer`] of its program at any time, in multi-shot use too: parts with their arguments, values of
//! externals and assumptions are elements of explanations.

pub use hamadryad_explain::{
    Conflict, Element, ElementKind, ExplainOptions, Explainer, Facts, Granularity, Grounding, Label, Mark,
    OriginId, Outcome, Product, Program, RecordedRule, Repair, Repairs, Source, factorise, label,
    product_text, values_text,
};
pub use hamadryad_ground::{RuleKind, RuleSource};
