//! The parts of a program, and the parts that a step grounds.
//!
//! ```text
//! #program step(t).  p(t).
//! #program step(k).  q(k,t).     -- the same part; here, `t` is a constant
//! ```

use crate::atoms::domain::PredicateId;
use crate::ir::{Action, Rule};
use crate::program::rewriting::Waiting;
use crate::program::statements::Selection;
use hamadryad_symbol::{Name, Signature, Symbol};
use hamadryad_syntax::Span;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::collections::HashSet;

/// A part of a program with its arguments: `step(3)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// The part's name; `base` for the statements before any `#program`.
    pub name: Name,
    /// The values of its parameters.
    pub arguments: Vec<Symbol>,
}

/// A rule of the program with variables, as origins refer to it. A statement with pools or guards has several
/// rules.
#[derive(Clone, Copy, Debug)]
pub struct RuleSource<'a> {
    /// The place of the statement.
    pub span: Span,
    /// The kind of the rule.
    pub kind: RuleKind,
    /// The part that contains the statement.
    pub part: Name,
    /// The number of the first variables that are parameters of the part.
    pub parameters: usize,
    /// The names of the variables; `None` for auxiliary variables.
    pub names: &'a [Option<Name>],
    /// Whether each variable is global; other variables have no value in an instance.
    pub global: &'a [bool],
}

/// The kind of a rule with variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RuleKind {
    /// A normal rule.
    Normal,
    /// An integrity constraint.
    Constraint,
    /// A choice without its bounds.
    Choice,
    /// The bounds of a choice.
    Bound,
    /// A disjunction.
    Disjunction,
    /// The head is a theory atom.
    Theory,
    /// `#external`
    External,
    /// An element of an objective.
    Optimize,
    /// `#edge`
    Edge,
    /// A statement that does not change the answer sets, such as `#show`.
    Other,
}

impl RuleKind {
    fn of(action: &Action) -> RuleKind {
        match action {
            Action::Derive(_) => RuleKind::Normal,
            Action::Constrain => RuleKind::Constraint,
            Action::Choose(_) => RuleKind::Choice,
            Action::Bound(_) => RuleKind::Bound,
            Action::Disjoin(_) => RuleKind::Disjunction,
            Action::Theory(_) => RuleKind::Theory,
            Action::External(..) => RuleKind::External,
            Action::Minimize { .. } => RuleKind::Optimize,
            Action::Connect(..) => RuleKind::Edge,
            Action::Show(_) | Action::Heuristic { .. } | Action::Project(_) | Action::Accumulate(_) => {
                RuleKind::Other
            }
        }
    }
}

impl<'a> RuleSource<'a> {
    /// The source of a rule of a part.
    pub(crate) fn new(rule: &'a Rule, part: Name) -> RuleSource<'a> {
        let Rule { span, parameters, names, global, .. } = rule;
        let kind = RuleKind::of(&rule.action);
        RuleSource { span: *span, kind, part, parameters: *parameters, names, global }
    }
}

/// The statements of a part that use the same names of its parameters.
#[derive(Clone)]
pub(crate) struct PartStatements {
    /// The part's name.
    pub name: Name,
    pub parameters: Vec<Name>,
    pub facts: Vec<(Symbol, Span)>,
    /// Statements that have been added since the last step.
    pub waiting: Vec<Waiting>,
    pub rules: Vec<Rule>,
    /// The signatures of its statements `#project p/n.`
    pub projected: Vec<Signature>,
    /// Rules without an effect. They are not instantiated, but searched for atoms that no rule derives.
    pub idle: Vec<Rule>,
    /// The number of rules that have been searched for atoms that no rule derives.
    pub checked: usize,
    /// The predicates of its rules in the order of appearance, until the part is grounded.
    pub mentioned: IndexSet<PredicateId, FxBuildHasher>,
}

/// The position of a part's statements in the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PartIndex(pub usize);

impl PartStatements {
    pub(crate) fn new(name: Name, parameters: &[Name]) -> PartStatements {
        let parameters = parameters.to_vec();
        PartStatements {
            name,
            parameters,
            facts: Vec::new(),
            waiting: Vec::new(),
            rules: Vec::new(),
            projected: Vec::new(),
            idle: Vec::new(),
            checked: 0,
            mentioned: IndexSet::default(),
        }
    }
}

/// The parts that have been grounded, each with the arguments of one instance.
#[derive(Clone, Default)]
pub(crate) struct GroundedParts {
    all: Vec<(PartIndex, Vec<Symbol>)>,
    /// Their number at the beginning of the step.
    before: usize,
}

impl GroundedParts {
    /// The parts with their arguments, each once, although a part may be grounded again.
    pub(crate) fn all(&self) -> impl Iterator<Item = &(PartIndex, Vec<Symbol>)> {
        let mut seen = HashSet::new();
        self.all.iter().filter(move |&instance| seen.insert(instance))
    }

    pub(crate) fn begin_step(&mut self) {
        self.before = self.all.len();
    }

    pub(crate) fn undo_step(&mut self) {
        self.all.truncate(self.before);
    }

    /// Adds the parts of a step.
    pub(crate) fn extend(&mut self, selected: &Selection) {
        for (&part, instances) in selected {
            self.all.extend(instances.iter().map(|arguments| (part, arguments.clone())));
        }
    }
}
