//! The syntax tree: a program as its author wrote it.
//!
//! ```text
//! { next(X,Y) : connected(X,Y) } = 1 :- field(X), not blocked(X).
//! └────────────── Head::Choice ───┘    └──────── body ─────────┘
//!   └ ConditionalLiteral ──────┘        └ BodyItem::Literal
//! ```
//!
//! *Invariant:* the tree is independent of positions: two trees are equal if their nodes are, wherever these
//! stand in a text (see [`Spanned`] for the nodes with a span). Names and symbols are handles into the
//! [`Symbols`] that the parser used.

mod theory;

use crate::Span;
use hamadryad_symbol::{Name, Signature, Symbol, Symbols, View};
pub use theory::{
    Brackets, TheoryAtom, TheoryAtomDefinition, TheoryElement, TheoryGuard, TheoryGuardDefinition,
    TheoryOperand, TheoryOperatorDefinition, TheoryOperatorKind, TheoryPlace, TheoryTerm,
    TheoryTermDefinition, TheoryTermKind,
};

/// A node with its span. Equality and hashing ignore the span.
#[derive(Clone, Copy, Debug)]
pub struct Spanned<T> {
    /// The node.
    pub node: T,
    /// The span of the node.
    pub span: Span,
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

impl<T: Eq> Eq for Spanned<T> {}

/// A term with its span.
pub type Term = Spanned<TermKind>;

/// A term, possibly with variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TermKind {
    /// A number, a string, `#inf`, `#sup`, or a constant like `a`, which a `#const` may replace.
    Symbol(Symbol),
    /// A variable like `X`.
    Variable(Name),
    /// `_`, a variable that occurs nowhere else.
    Anonymous,
    /// `-t`, `~t`.
    Unary(UnaryOperator, Box<Term>),
    /// `|t|`; `|s;t|` is the absolute value of a pool.
    Absolute(Box<Term>),
    /// `s + t` and the other operators of [`BinaryOperator`].
    Binary(BinaryOperator, Box<Term>, Box<Term>),
    /// `s..t`
    Interval(Box<Term>, Box<Term>),
    /// `f(t,…)` with arguments, or a tuple (empty name). `f()` is the constant `f`.
    Function(Name, Vec<Term>),
    /// `@f(t,…)`: a call of a registered function.
    External(Name, Vec<Term>),
    /// `(s;t)`, and `f(a;b,c)` as the pool of `f(a)` and `f(b,c)`.
    Pool(Vec<Term>),
}

/// A prefix operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// `-`
    Minus,
    /// `~`, bitwise
    Complement,
}

/// An infix operator.
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
    /// `/`, rounded as [`Compat`](crate::Compat) defines
    Divide,
    /// `\`, the remainder of `/`
    Modulo,
    /// `**`
    Power,
}

/// The relation of a comparison.
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

/// The default negation of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// No negation.
    None,
    /// `not`
    Not,
    /// `not not`
    NotNot,
}

/// A literal with its span.
pub type Literal = Spanned<LiteralKind>;

/// A possibly negated atom, comparison or truth value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiteralKind {
    /// The default negation.
    pub sign: Sign,
    /// The atom under the negation.
    pub atom: Atom,
}

/// The atom of a literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Atom {
    /// `#true`, `#false`
    Boolean(bool),
    /// A predicate: a constant `p`, a function `p(1)`, a pool of functions with a common name, written
    /// `p(1;2)`, or the classical negation `-p`.
    Predicate(Term),
    /// `s < t <= u`: a term, then at least one relation, each with the term on its right.
    Comparison(Term, Vec<(Relation, Term)>),
}

/// `literal : condition`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalLiteral {
    /// The literal.
    pub literal: Literal,
    /// The condition, a conjunction; empty if no colon was written.
    pub condition: Vec<Literal>,
}

/// A guard of an aggregate: `term relation` on the left, `relation term` on the right.
pub type Guard = (Relation, Term);

/// The function of an aggregate.
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
    /// The span of the element; equality ignores it.
    pub span: Place,
}

/// A span that equality ignores.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

/// An item of a body, with its span.
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
        /// The default negation.
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
        /// The default negation.
        sign: Sign,
        /// The guard on the left, read `term relation set`.
        left: Option<Guard>,
        /// The elements; each true atom is counted once.
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
    /// A literal; the head of `:- body.` is `#false`.
    Literal(Literal),
    /// `a ; b : c`, or a single conditional literal.
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
        /// The elements: a tuple and the literal that contributes it.
        elements: Vec<(Vec<Term>, ConditionalLiteral)>,
        /// The guard on the right.
        right: Option<Guard>,
    },
    /// A theory atom.
    Theory(TheoryAtom),
}

/// A statement with its span.
pub type Statement = Spanned<StatementKind>;

/// A statement of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// `edge(1,2). edge(2,3).`: consecutive facts. Each is a function or constant whose arguments were
    /// written without operators, so no function inside it is negated. A `#const` may replace the constants
    /// inside.
    ///
    /// All facts of this form are stored here, never as a [`Rule`](StatementKind::Rule): files of facts are
    /// large, and a fact takes four bytes here. [`term_of`] returns the term of a fact.
    Facts(Vec<Symbol>),
    /// `head :- body.`
    Rule {
        /// The head.
        head: Head,
        /// The body, a conjunction.
        body: Vec<BodyItem>,
    },
    /// `:~ body. [weight@priority, tuple]`, or `#minimize { … }` (with `maximize`, `#maximize { … }`).
    Optimize {
        /// Whether the statement maximizes: the weights are negated.
        maximize: bool,
        /// Whether it was written as a weak constraint.
        weak: bool,
        /// The elements; a weak constraint has a single element.
        elements: Vec<OptimizeElement>,
    },
    /// `#show.`: hides all atoms that no other statement shows.
    ShowNothing,
    /// `#show p/n.`
    ShowSignature(Signature),
    /// `#show t : body.`
    ShowTerm {
        /// The term.
        term: Term,
        /// The condition under which the term is shown.
        body: Vec<BodyItem>,
    },
    /// `#const name = term.`
    Const {
        /// The constant.
        name: Name,
        /// Its value.
        value: Term,
        /// `[override]`: this definition replaces a definition without the annotation.
        overrides: bool,
    },
    /// `#include "path".`, or `#include <name>.` if `builtin` is set.
    Include {
        /// The text between the quotes or angle brackets.
        path: String,
        /// Whether the path was in angle brackets.
        builtin: bool,
    },
    /// `#program name(parameters).`: the following statements belong to this part.
    Program {
        /// The part's name.
        name: Name,
        /// The parameters, which are constants inside the part.
        parameters: Vec<Name>,
    },
    /// `#external atom : body. [value]`
    External {
        /// The atom.
        atom: Term,
        /// The condition under which the external atom exists.
        body: Vec<BodyItem>,
        /// `true`, `false`, `free`, `release`, or a term with one of these values; no term means `false`.
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
        /// The condition under which the atom belongs to the projection.
        body: Vec<BodyItem>,
    },
    /// `#heuristic atom : body. [bias@priority, modifier]`
    Heuristic {
        /// The atom.
        atom: Term,
        /// The condition under which the heuristic directive applies.
        body: Vec<BodyItem>,
        /// The bias.
        bias: Term,
        /// The priority.
        priority: Option<Term>,
        /// `level`, `sign`, `true`, `false`, `factor`, `init`, or a term with one of these values.
        modifier: Term,
    },
    /// `#edge (u,v;…) : body.`
    Edge {
        /// The edges.
        edges: Vec<(Term, Term)>,
        /// The condition under which the edges are present.
        body: Vec<BodyItem>,
    },
    /// `#theory name { … }.`
    Theory {
        /// The name of the theory.
        name: Spanned<Name>,
        /// The grammars of its terms.
        terms: Vec<TheoryTermDefinition>,
        /// The kinds of its atoms.
        atoms: Vec<TheoryAtomDefinition>,
    },
    /// `#script (language) … #end.`
    Script {
        /// The name of the language.
        language: String,
        /// The code, as it was written.
        code: String,
    },
}

/// An element of an objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptimizeElement {
    /// The cost of the element.
    pub weight: Term,
    /// The priority; no term means 0.
    pub priority: Option<Term>,
    /// The tuple that distinguishes elements of equal weight and priority.
    pub tuple: Vec<Term>,
    /// The condition under which the weight counts; literals only in `#minimize` and `#maximize`.
    pub body: Vec<BodyItem>,
    /// The span of the element; equality ignores it.
    pub span: Place,
}

/// A program: its statements in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The statements.
    pub statements: Vec<Statement>,
}

/// The term of a ground symbol as source text has it; every subterm gets the given span.
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
