//! The syntax tree: a program as its author wrote it.
//!
//! ```text
//! { next(X,Y) : connected(X,Y) } = 1 :- field(X), not blocked(X).
//! └────────────── Head::Choice ───┘    └──────── body ─────────┘
//!   └ ConditionalLiteral ──────┘        └ BodyItem::Literal
//! ```
//!
//! Names are interned in the [`Symbols`] that the parser was given. Two trees are equal where they say the same, wherever
//! it stands: spans do not count (see [`Spanned`] for those that carry one).

mod theory;

use crate::Span;
use hamadryad_symbol::{Name, Signature, Symbol, Symbols, View};
pub use theory::{
    Brackets, TheoryAtom, TheoryAtomDefinition, TheoryElement, TheoryGuard, TheoryGuardDefinition,
    TheoryOperand, TheoryOperatorDefinition, TheoryOperatorKind, TheoryPlace, TheoryTerm,
    TheoryTermDefinition, TheoryTermKind,
};

/// A node with its place. Equality and hashing ignore the place.
#[derive(Clone, Copy, Debug)]
pub struct Spanned<T> {
    /// The node.
    pub node: T,
    /// Where it stands.
    pub span: Span,
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<T: Eq> Eq for Spanned<T> {}

/// A term with its place.
pub type Term = Spanned<TermKind>;

/// A term, possibly with variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TermKind {
    /// A number, a string, `#inf`, `#sup`, or a constant such as `a` (which a `#const` may replace).
    Symbol(Symbol),
    /// A variable such as `X`.
    Variable(Name),
    /// `_`: a variable that occurs nowhere else.
    Anonymous,
    /// `-t`, `~t`.
    Unary(UnaryOperator, Box<Term>),
    /// `|t|`; `|s;t|` is the absolute value of a pool.
    Absolute(Box<Term>),
    /// `s + t` and its like.
    Binary(BinaryOperator, Box<Term>, Box<Term>),
    /// `s..t`
    Interval(Box<Term>, Box<Term>),
    /// `f(t,…)` with at least one argument, or a tuple (empty name). `f()` is the constant `f`.
    Function(Name, Vec<Term>),
    /// `@f(t,…)`: a call of a registered function.
    External(Name, Vec<Term>),
    /// `(s;t)`, and `f(a;b,c)` as the pool of `f(a)` and `f(b,c)`.
    Pool(Vec<Term>),
}

/// An operator with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// `-`
    Minus,
    /// `~`, bitwise
    Complement,
}

/// An operator with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    /// `^`, bitwise
    Xor,
    /// `?`, bitwise
    Or,
    /// `&`, bitwise
    And,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, towards zero
    Divide,
    /// `\`, with the sign of the dividend
    Modulo,
    /// `**`
    Power,
}

/// A comparison's relation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `=`, `==`
    Equal,
    /// `!=`, `<>`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

/// How often a literal is negated by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// Not at all.
    None,
    /// `not`
    Not,
    /// `not not`
    NotNot,
}

/// A literal with its place.
pub type Literal = Spanned<LiteralKind>;

/// A possibly negated atom, comparison or truth value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiteralKind {
    /// Its default negation.
    pub sign: Sign,
    /// What is negated.
    pub atom: Atom,
}

/// What a literal speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Atom {
    /// `#true`, `#false`
    Boolean(bool),
    /// A predicate: a constant `p`, a function `p(1)`, a pool of such with one name, written `p(1;2)`, or the minus
    /// of one of these (classical negation).
    Predicate(Term),
    /// `s < t <= u`: a term, then at least one relation with the term on its right.
    Comparison(Term, Vec<(Relation, Term)>),
}

/// `literal : condition`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalLiteral {
    /// The literal.
    pub literal: Literal,
    /// The condition, a conjunction; empty where there is no colon.
    pub condition: Vec<Literal>,
}

/// A guard of an aggregate: on the left `term relation`, on the right `relation term`.
pub type Guard = (Relation, Term);

/// An aggregate's function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AggregateFunction {
    /// `#count`
    Count,
    /// `#sum`
    Sum,
    /// `#sum+`
    SumPlus,
    /// `#min`
    Min,
    /// `#max`
    Max,
}

/// `tuple : condition` in a body aggregate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AggregateElement {
    /// The tuple; its first term is the weight.
    pub tuple: Vec<Term>,
    /// The condition, a conjunction.
    pub condition: Vec<Literal>,
    /// Where it stands; ignored in comparisons.
    pub span: Place,
}

/// A place that equality ignores.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

/// An item of a body, with its place.
pub type BodyItem = Spanned<BodyItemKind>;

/// An item of a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BodyItemKind {
    /// A literal.
    Literal(Literal),
    /// `literal : condition`
    Conditional(ConditionalLiteral),
    /// `l < #sum { tuple : condition ; … } < u`
    Aggregate {
        /// Its default negation.
        sign: Sign,
        /// The guard on the left, read `term relation aggregate`.
        left: Option<Guard>,
        /// The function.
        function: AggregateFunction,
        /// The elements.
        elements: Vec<AggregateElement>,
        /// The guard on the right, read `aggregate relation term`.
        right: Option<Guard>,
    },
    /// `l { literal : condition ; … } u`
    Set {
        /// Its default negation.
        sign: Sign,
        /// The guard on the left, read `term relation set`.
        left: Option<Guard>,
        /// The elements; equal atoms count once.
        elements: Vec<ConditionalLiteral>,
        /// The guard on the right, read `set relation term`.
        right: Option<Guard>,
    },
    /// A theory atom.
    Theory(Sign, TheoryAtom),
}

/// The head of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Head {
    /// Nothing (`:- body.`) is `#false`.
    Literal(Literal),
    /// `a ; b : c`, also a single conditional literal.
    Disjunction(Vec<ConditionalLiteral>),
    /// `l { a : c ; … } u`
    Choice {
        /// The guard on the left, read `term relation set`.
        left: Option<Guard>,
        /// The elements.
        elements: Vec<ConditionalLiteral>,
        /// The guard on the right, read `set relation term`.
        right: Option<Guard>,
    },
    /// `l #sum { tuple : literal : condition ; … } u`
    Aggregate {
        /// The guard on the left.
        left: Option<Guard>,
        /// The function.
        function: AggregateFunction,
        /// The elements: a tuple and the literal that it counts.
        elements: Vec<(Vec<Term>, ConditionalLiteral)>,
        /// The guard on the right.
        right: Option<Guard>,
    },
    /// A theory atom.
    Theory(TheoryAtom),
}

/// A statement with its place.
pub type Statement = Spanned<StatementKind>;

/// A statement of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// `edge(1,2). edge(2,3).`: facts that follow one another, each a function or constant whose arguments were written
    /// without operators, so that no function inside is negated. Constants inside them may be replaced by a `#const`.
    ///
    /// Every such fact is here and none is a [`Rule`](StatementKind::Rule): files of facts are large, and a fact takes
    /// four bytes here. [`term_of`] gives the term that the author wrote.
    Facts(Vec<Symbol>),
    /// `head :- body.`
    Rule {
        /// The head.
        head: Head,
        /// The body, a conjunction.
        body: Vec<BodyItem>,
    },
    /// `:~ body. [weight@priority, tuple]`, and each element of `#minimize` (`#maximize` with `maximize`).
    Optimize {
        /// Whether the weights are to be negated.
        maximize: bool,
        /// Whether it was written as a weak constraint.
        weak: bool,
        /// The elements: one for a weak constraint.
        elements: Vec<OptimizeElement>,
    },
    /// `#show.`: show nothing but what other statements show.
    ShowNothing,
    /// `#show p/n.`
    ShowSignature(Signature),
    /// `#show t : body.`
    ShowTerm {
        /// The term.
        term: Term,
        /// When it is shown.
        body: Vec<BodyItem>,
    },
    /// `#const name = term.`
    Const {
        /// The constant.
        name: Name,
        /// Its value.
        value: Term,
        /// `[override]`: it wins over a definition without.
        overrides: bool,
    },
    /// `#include "path".`, or `#include <name>.` where `builtin`.
    Include {
        /// What is between the quotes or angle brackets.
        path: String,
        /// Whether it was in angle brackets.
        builtin: bool,
    },
    /// `#program name(parameters).`: what follows belongs to this part.
    Program {
        /// The part's name.
        name: Name,
        /// Its parameters: constants inside the part.
        parameters: Vec<Name>,
    },
    /// `#external atom : body. [value]`
    External {
        /// The atom.
        atom: Term,
        /// Where it exists.
        body: Vec<BodyItem>,
        /// `true`, `false`, `free`, `release`, or a term that is one of these; `false` where nothing was written.
        value: Option<Term>,
    },
    /// `#defined p/n.`
    Defined(Signature),
    /// `#project p/n.`
    ProjectSignature(Signature),
    /// `#project atom : body.`
    ProjectAtom {
        /// The atom.
        atom: Term,
        /// When it is looked at.
        body: Vec<BodyItem>,
    },
    /// `#heuristic atom : body. [bias@priority, modifier]`
    Heuristic {
        /// The atom.
        atom: Term,
        /// When the advice is in force.
        body: Vec<BodyItem>,
        /// The bias.
        bias: Term,
        /// The priority.
        priority: Option<Term>,
        /// `level`, `sign`, `true`, `false`, `factor`, `init`, or a term that is one of these.
        modifier: Term,
    },
    /// `#edge (u,v;…) : body.`
    Edge {
        /// The edges.
        edges: Vec<(Term, Term)>,
        /// When they are present.
        body: Vec<BodyItem>,
    },
    /// `#theory name { … }.`
    Theory {
        /// The theory's name.
        name: Spanned<Name>,
        /// The grammars of its terms.
        terms: Vec<TheoryTermDefinition>,
        /// The kinds of its atoms.
        atoms: Vec<TheoryAtomDefinition>,
    },
    /// `#script (language) … #end.`
    Script {
        /// The language's name.
        language: String,
        /// The code, as it was written.
        code: String,
    },
}

/// An element of an objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptimizeElement {
    /// What it costs.
    pub weight: Term,
    /// Its priority; 0 where nothing was written.
    pub priority: Option<Term>,
    /// What tells it from others of the same weight and priority.
    pub tuple: Vec<Term>,
    /// When it counts; in `#minimize` only literals.
    pub body: Vec<BodyItem>,
    /// Where it stands; ignored in comparisons.
    pub span: Place,
}

/// A program, in the order of its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The statements.
    pub statements: Vec<Statement>,
}

/// The term that an author writes for a ground symbol, each part standing at `span`.
pub fn term_of(symbols: &mut Symbols, symbol: Symbol, span: Span) -> Term {
    let node = match symbols.view(symbol) {
        View::Function { name, arguments, positive: false } => {
            let arguments = arguments.to_vec();
            let positive = symbols.function_named(name, &arguments, true);
            TermKind::Unary(UnaryOperator::Minus, Box::new(term_of(symbols, positive, span)))
        }
        View::Function { name, arguments, .. } if name.is_tuple() || !arguments.is_empty() => {
            let arguments = arguments.to_vec();
            TermKind::Function(name, arguments.into_iter().map(|part| term_of(symbols, part, span)).collect())
        }
        _ => TermKind::Symbol(symbol),
    };
    Spanned { node, span }
}
