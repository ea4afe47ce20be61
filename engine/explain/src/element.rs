//! Elements of explanations: what can be relaxed in a program, one by one.
//!
//! | element | relaxed |
//! |---|---|
//! | instance of a rule `h :- B.` | `h` need not hold where `B` holds |
//! | instance of a constraint | dropped |
//! | instance of a choice with bounds | the bounds are dropped |
//! | fact | may be missing |
//! | atom and complement | may be true together |
//! | closed atom: nothing else derives it | may be true without a rule |
//! | value of an external, assumption | either value |
//! | bound on costs | dropped |

use hamadryad_aspif::Literal;
use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Span;

/// The kind of an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ElementKind {
    /// A rule with a head that its body forces.
    Rule,
    /// An integrity constraint.
    Constraint,
    /// The bounds of a choice.
    Choice,
    /// A fact.
    Fact,
    /// An atom and its classical negation exclude each other.
    Complement,
    /// Nothing but the rules whose bodies hold derives the atom.
    Closed,
    /// The value of an external atom.
    External,
    /// An assumption of the solve.
    Assumption,
    /// A bound on the costs.
    Bound,
    /// A ground rule without a text.
    Ground,
}

impl ElementKind {
    /// The name of the kind in machine-readable output.
    pub fn name(self) -> &'static str {
        match self {
            ElementKind::Rule => "rule",
            ElementKind::Constraint => "constraint",
            ElementKind::Choice => "choice",
            ElementKind::Fact => "fact",
            ElementKind::Complement => "complement",
            ElementKind::Closed => "closed",
            ElementKind::External => "external",
            ElementKind::Assumption => "assumption",
            ElementKind::Bound => "bound",
            ElementKind::Ground => "ground",
        }
    }
}

/// An element of an explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// The kind.
    pub kind: ElementKind,
    /// The place of its statement; `None` for elements without a text.
    pub span: Option<Span>,
    /// The number of its rule and the values of all variables of that rule, for elements that are instances.
    pub instance: Option<(u32, Vec<Symbol>)>,
    /// The values of the named variables, in the order of their first occurrence.
    pub bindings: Vec<(Name, Symbol)>,
    /// The number of a fact of a text, which [`Grounder::fact_place`](hamadryad_ground::Grounder::fact_place)
    /// knows.
    pub fact: Option<u32>,
    /// The atom of a fact, closed atom, external or assumption, or the positive one of two complements.
    pub atom: Option<Symbol>,
    /// The value of an external or assumption.
    pub value: bool,
    /// The priority and the greatest allowed cost of a bound.
    pub bound: Option<(i32, i64)>,
    /// The ground rule of an element without a text.
    pub ground: Option<(Vec<Literal>, Vec<Literal>)>,
    /// The number of instances that the element stands for: of a statement, all of its instances.
    pub instances: usize,
}

impl Element {
    /// An element of a kind without any detail.
    pub(crate) fn new(kind: ElementKind) -> Element {
        Element {
            kind,
            span: None,
            instance: None,
            bindings: Vec::new(),
            fact: None,
            atom: None,
            value: true,
            bound: None,
            ground: None,
            instances: 1,
        }
    }
}
