//! Theory atoms, and the grammars of theory terms.
//!
//! ```text
//! &sum(l) { 3*x - y : p(x); z } <= -4
//!         └ element ─────┘       └ guard
//! ```
//!
//! *Invariant:* the tree of a theory term is independent of its `#theory`, which may follow later. `3*x - y`
//! is a list of operands, each with the operators before it ([`TheoryTermKind::Operation`]); the crate
//! `ground` nests the operands by the priorities of their operators. The design is that of
//! (HybridTutorial17).

use super::{Literal, Place, Spanned, Term};
use hamadryad_symbol::{Name, Symbol};

/// `&name(arguments) { element; … } operator term`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryAtom {
    /// The name with its arguments, as a predicate: a constant, a function, or a pool of functions with a
    /// common name.
    pub name: Term,
    /// The elements.
    pub elements: Vec<TheoryElement>,
    /// The guard after the elements.
    pub guard: Option<TheoryGuard>,
}

/// `tuple : condition` in a theory atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryElement {
    /// The tuple.
    pub tuple: Vec<TheoryTerm>,
    /// The condition, a conjunction.
    pub condition: Vec<Literal>,
    /// The span of the element; equality ignores it.
    pub span: Place,
}

impl TheoryElement {
    /// Whether the element is `:`, with an empty tuple and an empty condition.
    pub(crate) fn is_empty(&self) -> bool {
        self.tuple.is_empty() && self.condition.is_empty()
    }
}

/// `operator term` after the elements of a theory atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryGuard {
    /// The operator.
    pub operator: Spanned<Name>,
    /// The term.
    pub term: TheoryTerm,
}

/// A theory term with its span.
pub type TheoryTerm = Spanned<TheoryTermKind>;

/// A term inside a theory atom; it is never evaluated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TheoryTermKind {
    /// A number, a string, `#inf`, `#sup`, or a constant like `a`, which a `#const` may replace.
    Symbol(Symbol),
    /// A variable like `X`.
    Variable(Name),
    /// `f(t,…)`; in contrast to other terms, `f()` is not the constant `f`.
    Function(Name, Vec<TheoryTerm>),
    /// `(s,t)`, `[s,t]`, `{s,t}`
    Sequence(Brackets, Vec<TheoryTerm>),
    /// `- x + y`: at least two operands, or a single operand after an operator. All operands but the first
    /// have operators.
    Operation(Vec<TheoryOperand>),
}

/// The brackets around a sequence of theory terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Brackets {
    /// `(s,t)`, a tuple; `(t,)` is a tuple of length 1
    Round,
    /// `[s,t]`, a list
    Square,
    /// `{s,t}`, a set
    Curly,
}

/// An operand with the operators before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryOperand {
    /// The operators before the operand. The first is binary if another operand precedes it; all others are
    /// unary.
    pub operators: Vec<Spanned<Name>>,
    /// The operand.
    pub term: TheoryTerm,
}

/// `name { operators }` in a `#theory`: a grammar of terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryTermDefinition {
    /// The name of the grammar.
    pub name: Spanned<Name>,
    /// Its operators.
    pub operators: Vec<TheoryOperatorDefinition>,
}

/// `operator : priority, kind` in a grammar of terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryOperatorDefinition {
    /// The operator.
    pub operator: Spanned<Name>,
    /// The binding strength; operators of larger priority bind tighter.
    pub priority: u32,
    /// The arity and associativity.
    pub kind: TheoryOperatorKind,
}

/// The arity and associativity of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TheoryOperatorKind {
    /// A prefix operator.
    Unary,
    /// An infix operator, associative to the left: `a - b - c` is `(a - b) - c`.
    BinaryLeft,
    /// An infix operator, associative to the right: `a ^ b ^ c` is `a ^ (b ^ c)`.
    BinaryRight,
}

/// `&name/arity : elements, { operators }, guard, place` in a `#theory`: the definition of a theory atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryAtomDefinition {
    /// The name of the atom.
    pub name: Spanned<Name>,
    /// The number of its arguments.
    pub arity: u32,
    /// The grammar of the terms in the elements.
    pub elements: Spanned<Name>,
    /// The guard that may follow the elements.
    pub guard: Option<TheoryGuardDefinition>,
    /// The places of a statement where the atom is permitted.
    pub place: TheoryPlace,
}

/// `{ operators }, guard` in the definition of a theory atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryGuardDefinition {
    /// The operators between the elements and the term of the guard.
    pub operators: Vec<Spanned<Name>>,
    /// The grammar of the term of the guard.
    pub grammar: Spanned<Name>,
}

/// The places of a statement where a theory atom is permitted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TheoryPlace {
    /// In heads of rules.
    Head,
    /// In bodies.
    Body,
    /// In heads and bodies.
    Any,
    /// As heads of rules without a body.
    Directive,
}
