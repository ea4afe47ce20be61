//! Explanations of a program: the origins of its ground rules.

pub use hamadryad_explain::{Mark, OriginId, Program, RecordedRule, Source};
pub use hamadryad_ground::{RuleKind, RuleSource};
