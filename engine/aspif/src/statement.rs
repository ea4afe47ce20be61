//! Statements of a ground program, and the trait [`Sink`] of their receivers.

use hamadryad_symbol::{Symbol, Symbols};
use std::fmt;
use std::num::{NonZeroI32, NonZeroU32};
use std::ops::Not;

/// An atom of the ground program: a positive number that is assigned once for all steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct Atom(NonZeroU32);

impl Atom {
    /// The atom with this number, from 1 to 2^31 − 1.
    pub fn new(number: u32) -> Option<Atom> {
        if number < 1 << 31 { NonZeroU32::new(number).map(Atom) } else { None }
    }

    /// The atom's number, at least 1.
    pub fn number(self) -> u32 {
        self.0.get()
    }

    /// The atom's number as an index; atoms are dense, so tables indexed by it waste only the entry 0.
    pub fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The positive literal of the atom.
    pub fn positive(self) -> Literal {
        Literal(NonZeroI32::new(self.0.get() as i32).expect("an atom is not 0"))
    }

    /// The default negation of the atom.
    pub fn negative(self) -> Literal {
        !self.positive()
    }
}

/// An atom or its default negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct Literal(NonZeroI32);

impl Literal {
    /// The literal with aspif's number: an atom's number, negative for its negation.
    pub fn new(number: i32) -> Option<Literal> {
        if number == i32::MIN { None } else { NonZeroI32::new(number).map(Literal) }
    }

    /// The literal's number in aspif.
    pub fn number(self) -> i32 {
        self.0.get()
    }

    /// The atom of the literal.
    pub fn atom(self) -> Atom {
        Atom(self.0.unsigned_abs())
    }

    /// Whether the literal is positive.
    pub fn is_positive(self) -> bool {
        self.0.get() > 0
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(-self.0)
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A weight in a weight constraint or an objective.
pub type Weight = i32;

/// A literal with its weight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct WeightedLiteral {
    /// The literal.
    pub literal: Literal,
    /// The weight, which counts if the literal is true.
    pub weight: Weight,
}

/// The head of a ground rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head<'a> {
    /// At least one of the atoms. Without atoms, the rule is an integrity constraint; with one, a normal
    /// rule.
    Disjunction(&'a [Atom]),
    /// Any subset of the atoms.
    Choice(&'a [Atom]),
}

/// The body of a ground rule, borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BodyRef<'a> {
    /// All of the literals.
    Normal(&'a [Literal]),
    /// The sum of the weights of true literals is at least `lower`. Weights are positive; a literal may occur
    /// twice.
    Sum {
        /// The lower bound.
        lower: Weight,
        /// The weighted literals.
        literals: &'a [WeightedLiteral],
    },
}

/// The body of a ground rule, owned.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Body {
    /// See [`BodyRef::Normal`].
    Normal(Vec<Literal>),
    /// See [`BodyRef::Sum`].
    Sum {
        /// The lower bound.
        lower: Weight,
        /// The weighted literals.
        literals: Vec<WeightedLiteral>,
    },
}

impl Body {
    /// The body, borrowed.
    pub fn as_ref(&self) -> BodyRef<'_> {
        match self {
            Body::Normal(literals) => BodyRef::Normal(literals),
            Body::Sum { lower, literals } => BodyRef::Sum { lower: *lower, literals },
        }
    }
}

impl BodyRef<'_> {
    /// The body, owned.
    pub fn to_owned(self) -> Body {
        match self {
            BodyRef::Normal(literals) => Body::Normal(literals.to_vec()),
            BodyRef::Sum { lower, literals } => Body::Sum { lower, literals: literals.to_vec() },
        }
    }
}

/// The value of an external atom until another value is assigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExternalValue {
    /// Either value; the search chooses.
    Free,
    /// True.
    True,
    /// False, the default of the language.
    False,
    /// False in all later solves: the atom is no longer external.
    Release,
}

impl ExternalValue {
    /// The value with this number in aspif.
    pub fn from_number(number: u32) -> Option<ExternalValue> {
        use ExternalValue::{False, Free, Release, True};
        [Free, True, False, Release].get(number as usize).copied()
    }

    /// The value's number in aspif.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// The value's name in the language.
    pub fn name(self) -> &'static str {
        ["free", "true", "false", "release"][self as usize]
    }
}

/// The modifier of a heuristic directive (Gebser, Kaufmann, Otero, Romero, Schaub, Wanko 2013).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeuristicModifier {
    /// Atoms of a higher level are decided first.
    Level,
    /// The value that is decided first: true for a positive bias, false for a negative one.
    Sign,
    /// Multiplies the atom's activity.
    Factor,
    /// Added to the atom's activity at the start.
    Init,
    /// A level, and the sign true.
    True,
    /// A level, and the sign false.
    False,
}

impl HeuristicModifier {
    /// The modifier with this number in aspif.
    pub fn from_number(number: u32) -> Option<HeuristicModifier> {
        use HeuristicModifier::{Factor, False, Init, Level, Sign, True};
        [Level, Sign, Factor, Init, True, False].get(number as usize).copied()
    }

    /// The modifier's number in aspif.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// The modifier's name in the language.
    pub fn name(self) -> &'static str {
        ["level", "sign", "factor", "init", "true", "false"][self as usize]
    }
}

/// Whether an output is an atom of the program or a shown term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputKind {
    /// An atom; its condition is the atom itself, or empty for a fact.
    Atom,
    /// A term of `#show t : body.`
    Term,
}

/// The theory atoms that the engine defines, as a `#theory` statement.
pub const BUILT_IN_THEORY: &str = "#theory hamadryad{t{- :0,unary};&circuit/0:t,head;&circuit/1:t,head}.";

/// A statement about theory atoms. Numbers of terms and elements are assigned once for all steps, and each is
/// described before its first use. Theory atoms are ordinary atoms; a directive has no atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TheoryStatement<'a> {
    /// A term that is a number.
    Number {
        /// The term.
        term: u32,
        /// The number.
        value: i32,
    },
    /// A term that is a constant, an operator, or a string with its quotes.
    Name {
        /// The term.
        term: u32,
        /// The name.
        name: &'a str,
    },
    /// A term with arguments.
    Compound {
        /// The term.
        term: u32,
        /// The term of the function's name; −1 for a tuple, −2 for a set, −3 for a list.
        functor: i32,
        /// The terms of the arguments.
        arguments: &'a [u32],
    },
    /// An element of theory atoms.
    Element {
        /// The element.
        element: u32,
        /// The terms of its tuple.
        terms: &'a [u32],
        /// The condition under which the element is present.
        condition: &'a [Literal],
    },
    /// The next theory atom is one of [`BUILT_IN_THEORY`], which the engine defines. In aspif this statement
    /// is the comment `10 built-in` with the number of the atom; other readers ignore it.
    BuiltIn {
        /// The atom.
        atom: Atom,
    },
    /// A theory atom. A rule may derive it; without a rule, its theory determines its value, and without a
    /// theory, the search chooses.
    Atom {
        /// The atom; `None` for a directive.
        atom: Option<Atom>,
        /// The term of its name.
        name: u32,
        /// Its elements.
        elements: &'a [u32],
        /// The terms of its operator and its right-hand side.
        guard: Option<(u32, u32)>,
    },
}

/// The source of ground rules, in the numbers of the grounder that writes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin<'a> {
    /// An instance of a rule with variables.
    Instance {
        /// The number of the rule.
        rule: u32,
        /// The values of its variables. Variables that are local to an element or condition have no meaning
        /// here.
        values: &'a [Symbol],
    },
    /// A fact of a text, by its number.
    Fact(u32),
    /// Classical negation: an atom and its complement exclude each other.
    Complement,
    /// No statement of the program: a definition of atoms that the grounder creates.
    Auxiliary,
}

/// A receiver of a ground program. Every method has a default that ignores the statement.
pub trait Sink {
    /// Begins a step: all statements until `end_step` are added together.
    fn begin_step(&mut self) {}

    /// Names an atom, before its first use. Atoms that the grounder creates have no name.
    fn name(&mut self, symbols: &Symbols, atom: Atom, symbol: Symbol) {
        let _ = (symbols, atom, symbol);
    }

    /// The source of all rules up to the next call. Only a grounder that keeps origins calls it; rules whose
    /// heads are atoms without a name are auxiliary, whatever their origin is.
    fn origin(&mut self, origin: Origin<'_>) {
        let _ = origin;
    }

    /// A rule.
    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        let _ = (head, body);
    }

    /// Weighted literals of the objective with one priority; higher priorities are minimised first.
    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        let _ = (priority, literals);
    }

    /// Atoms that projected enumeration distinguishes.
    fn project(&mut self, atoms: &[Atom]) {
        let _ = atoms;
    }

    /// A symbol that models show if the condition holds.
    fn output(&mut self, symbols: &Symbols, kind: OutputKind, symbol: Symbol, condition: &[Literal]) {
        let _ = (symbols, kind, symbol, condition);
    }

    /// An atom whose value is set from outside.
    fn external(&mut self, atom: Atom, value: ExternalValue) {
        let _ = (atom, value);
    }

    /// Literals that are assumed in the next solve.
    fn assume(&mut self, literals: &[Literal]) {
        let _ = literals;
    }

    /// A modifier of the heuristic that is in force if the condition holds.
    fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        let _ = (atom, modifier, bias, priority, condition);
    }

    /// An edge of a graph that must be acyclic; it is present if the condition holds.
    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        let _ = (from, to, condition);
    }

    /// A theory atom, or a part of theory atoms.
    fn theory(&mut self, statement: TheoryStatement<'_>) {
        let _ = statement;
    }

    /// Ends the step.
    fn end_step(&mut self) {}

    /// Whether the sink cannot take anything more, such as a writer whose output is closed. Grounding then
    /// stops.
    fn has_failed(&self) -> bool {
        false
    }
}

/// A sink that passes each statement to two sinks.
pub struct Tee<'a>(
    /// The sink that receives each statement first.
    pub &'a mut dyn Sink,
    /// The sink that receives each statement second.
    pub &'a mut dyn Sink,
);

impl Sink for Tee<'_> {
    fn has_failed(&self) -> bool {
        self.0.has_failed() || self.1.has_failed()
    }
    fn begin_step(&mut self) {
        self.0.begin_step();
        self.1.begin_step();
    }
    fn name(&mut self, symbols: &Symbols, atom: Atom, symbol: Symbol) {
        self.0.name(symbols, atom, symbol);
        self.1.name(symbols, atom, symbol);
    }
    fn origin(&mut self, origin: Origin<'_>) {
        self.0.origin(origin);
        self.1.origin(origin);
    }
    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        self.0.rule(head, body);
        self.1.rule(head, body);
    }
    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        self.0.minimize(priority, literals);
        self.1.minimize(priority, literals);
    }
    fn project(&mut self, atoms: &[Atom]) {
        self.0.project(atoms);
        self.1.project(atoms);
    }
    fn output(&mut self, symbols: &Symbols, kind: OutputKind, symbol: Symbol, condition: &[Literal]) {
        self.0.output(symbols, kind, symbol, condition);
        self.1.output(symbols, kind, symbol, condition);
    }
    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.0.external(atom, value);
        self.1.external(atom, value);
    }
    fn assume(&mut self, literals: &[Literal]) {
        self.0.assume(literals);
        self.1.assume(literals);
    }
    fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        self.0.heuristic(atom, modifier, bias, priority, condition);
        self.1.heuristic(atom, modifier, bias, priority, condition);
    }
    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        self.0.edge(from, to, condition);
        self.1.edge(from, to, condition);
    }
    fn theory(&mut self, statement: TheoryStatement<'_>) {
        self.0.theory(statement);
        self.1.theory(statement);
    }
    fn end_step(&mut self) {
        self.0.end_step();
        self.1.end_step();
    }
}
