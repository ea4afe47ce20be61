//! Theory atoms and the grammars that theories give to their terms.
//!
//! ```text
//! &sum(l) { 3*x - y : p(x); z } <= -4
//!         └ element ─────┘       └ guard
//! ```
//!
//! What stands between the operands of a theory term is not known before its `#theory` is: `3*x - y` is kept as operands
//! with the operators before each ([`TheoryTermKind::Operation`]), and made a term by strengths when it is grounded.

use super::{Literal, Place, Spanned, Term};
use hamadryad_symbol::{Name, Symbol};

/// `&name(arguments) { element; … } operator term`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryAtom {
    /// The name with its arguments, as a predicate: a constant, a function, or a pool of functions with one name.
    pub name: Term,
    /// The elements.
    pub elements: Vec<TheoryElement>,
    /// What the elements are related to.
    pub guard: Option<TheoryGuard>,
}

/// `tuple : condition` in a theory atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryElement {
    /// The tuple.
    pub tuple: Vec<TheoryTerm>,
    /// The condition, a conjunction.
    pub condition: Vec<Literal>,
    /// Where it stands; ignored in comparisons.
    pub span: Place,
}

impl TheoryElement {
    /// Whether it is `:`, with nothing on either side.
    pub(crate) fn is_empty(&self) -> bool {
        self.tuple.is_empty() && self.condition.is_empty()
    }
}

/// `operator term` behind the elements of a theory atom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryGuard {
    /// The operator.
    pub operator: Spanned<Name>,
    /// The term.
    pub term: TheoryTerm,
}

/// A theory term with its place.
pub type TheoryTerm = Spanned<TheoryTermKind>;

/// A term inside a theory atom; it is never evaluated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TheoryTermKind {
    /// A number, a string, `#inf`, `#sup`, or a constant such as `a` (which a `#const` may replace).
    Symbol(Symbol),
    /// A variable such as `X`.
    Variable(Name),
    /// `f(t,…)`; unlike elsewhere `f()` is not the constant `f`.
    Function(Name, Vec<TheoryTerm>),
    /// `(s,t)`, `[s,t]`, `{s,t}`
    Sequence(Brackets, Vec<TheoryTerm>),
    /// `- x + y`: at least two operands, or one with an operator before it. All but the first have one.
    Operation(Vec<TheoryOperand>),
}

/// What encloses a sequence of theory terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Brackets {
    /// `(s,t)`, a tuple; that of one term is `(t,)`.
    Round,
    /// `[s,t]`, a list
    Square,
    /// `{s,t}`, a set
    Curly,
}

/// An operand with the operators before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryOperand {
    /// The operators: the first joins it with what stands before, where something does, the others are its own.
    pub operators: Vec<Spanned<Name>>,
    /// The operand.
    pub term: TheoryTerm,
}

/// `name { operators }` in a `#theory`: a grammar of terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryTermDefinition {
    /// The grammar's name.
    pub name: Spanned<Name>,
    /// Its operators.
    pub operators: Vec<TheoryOperatorDefinition>,
}

/// `operator : priority, kind` in a grammar of terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryOperatorDefinition {
    /// The operator.
    pub operator: Spanned<Name>,
    /// How strongly it binds: the larger, the stronger.
    pub priority: u32,
    /// Between which operands it stands.
    pub kind: TheoryOperatorKind,
}

/// Between which operands an operator stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TheoryOperatorKind {
    /// Before one.
    Unary,
    /// Between two; `a - b - c` is `(a - b) - c`.
    BinaryLeft,
    /// Between two; `a ^ b ^ c` is `a ^ (b ^ c)`.
    BinaryRight,
}

/// `&name/arity : elements, { operators }, guard, place` in a `#theory`: a kind of theory atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryAtomDefinition {
    /// The name of the atoms.
    pub name: Spanned<Name>,
    /// How many arguments they have.
    pub arity: u32,
    /// The grammar of the terms in their elements.
    pub elements: Spanned<Name>,
    /// What may stand behind the elements, if anything.
    pub guard: Option<TheoryGuardDefinition>,
    /// Where they may stand.
    pub place: TheoryPlace,
}

/// `{ operators }, guard` in a kind of theory atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TheoryGuardDefinition {
    /// The operators that may relate the elements to the guard's term.
    pub operators: Vec<Spanned<Name>>,
    /// The grammar of the guard's term.
    pub grammar: Spanned<Name>,
}

/// Where theory atoms of a kind may stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TheoryPlace {
    /// In heads of rules.
    Head,
    /// In bodies.
    Body,
    /// In both.
    Any,
    /// As heads of rules without a body.
    Directive,
}
