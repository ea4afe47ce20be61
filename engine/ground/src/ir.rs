//! Rules as the instantiator wants them: free of pools, intervals and signs of comparisons, variables numbered.
//!
//! ```text
//! p(X+1,1..2) :- q(X,_).     -->     p(#0+1,#1) :- q(#0,*), #1 = 1..2.
//! ```
//!
//! Invariant: the arguments of positive body literals and of equations are patterns: whatever is in them either has no
//! variable, or can be matched against a symbol for each of its variables (see [`Term::is_pattern`]).

use crate::aggregate::recursive::RecursiveId;
use crate::instantiate::domain::{Id, PredicateId};
use crate::statement::theory::{TheoryAtom, TheoryTerm};
use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{AggregateFunction, BinaryOperator, Relation, Sign, UnaryOperator};

/// A place in the frame of a rule: the number of a variable.
pub(crate) type Slot = usize;

/// A term over numbered variables.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Term {
    Constant(Symbol),
    Variable(Slot),
    /// `_` in the pattern of a positive literal.
    Anonymous,
    /// `factor * variable + offset` with a factor other than 0: the arithmetic that can be solved for its variable.
    Linear {
        slot: Slot,
        factor: i32,
        offset: i32,
        span: Span,
    },
    Unary(UnaryOperator, Box<Term>, Span),
    Absolute(Box<Term>, Span),
    Binary(BinaryOperator, Box<(Term, Term)>, Span),
    Function {
        name: Name,
        positive: bool,
        arguments: Vec<Term>,
    },
}

impl Term {
    /// Calls `visit` with every variable of the term, once for each occurrence.
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        match self {
            Term::Constant(_) | Term::Anonymous => {}
            Term::Variable(slot) | Term::Linear { slot, .. } => visit(*slot),
            Term::Unary(_, operand, _) | Term::Absolute(operand, _) => operand.variables(visit),
            Term::Binary(_, operands, _) => {
                operands.0.variables(visit);
                operands.1.variables(visit);
            }
            Term::Function { arguments, .. } => {
                arguments.iter().for_each(|argument| argument.variables(visit));
            }
        }
    }

    /// Where an operation of the term stands.
    pub(crate) fn span(&self) -> Option<Span> {
        match self {
            Term::Linear { span, .. }
            | Term::Unary(_, _, span)
            | Term::Absolute(_, span)
            | Term::Binary(_, _, span) => Some(*span),
            Term::Function { arguments, .. } => arguments.iter().find_map(Term::span),
            Term::Constant(_) | Term::Variable(_) | Term::Anonymous => None,
        }
    }

    /// Whether all variables satisfy the predicate.
    pub(crate) fn all_variables(&self, mut holds: impl FnMut(Slot) -> bool) -> bool {
        let mut all = true;
        self.variables(&mut |slot| all &= holds(slot));
        all
    }

    /// Whether the term has no variable and no `_`.
    pub(crate) fn is_ground(&self) -> bool {
        match self {
            Term::Constant(_) => true,
            Term::Variable(_) | Term::Anonymous | Term::Linear { .. } => false,
            Term::Unary(_, operand, _) | Term::Absolute(operand, _) => operand.is_ground(),
            Term::Binary(_, operands, _) => operands.0.is_ground() && operands.1.is_ground(),
            Term::Function { arguments, .. } => arguments.iter().all(Term::is_ground),
        }
    }

    pub(crate) fn has_anonymous(&self) -> bool {
        match self {
            Term::Anonymous => true,
            Term::Constant(_) | Term::Variable(_) | Term::Linear { .. } => false,
            Term::Unary(_, operand, _) | Term::Absolute(operand, _) => operand.has_anonymous(),
            Term::Binary(_, operands, _) => operands.0.has_anonymous() || operands.1.has_anonymous(),
            Term::Function { arguments, .. } => arguments.iter().any(Term::has_anonymous),
        }
    }

    /// Whether matching the term against a symbol binds each of its variables.
    pub(crate) fn is_pattern(&self) -> bool {
        match self {
            Term::Constant(_) | Term::Variable(_) | Term::Anonymous | Term::Linear { .. } => true,
            Term::Unary(UnaryOperator::Minus, operand, _) => operand.is_pattern(),
            Term::Function { arguments, .. } => arguments.iter().all(Term::is_pattern),
            Term::Unary(..) | Term::Absolute(..) | Term::Binary(..) => self.is_ground(),
        }
    }
}

/// A predicate applied to terms.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Atom {
    pub predicate: PredicateId,
    pub arguments: Vec<Term>,
    pub span: Span,
}

impl Atom {
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.arguments.iter().for_each(|argument| argument.variables(visit));
    }
}

/// The number of a predicate literal in its rule, nested ones included: what the dependency analysis has to say of it
/// is kept in tables.
pub(crate) type Occurrence = usize;

/// An item of a body or of a condition.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    Predicate {
        sign: Sign,
        atom: Atom,
        occurrence: Occurrence,
    },
    Comparison {
        relation: Relation,
        left: Term,
        right: Term,
    },
    /// `pattern = low..high`
    Range {
        pattern: Term,
        low: Term,
        high: Term,
        span: Span,
    },
    /// `pattern = @name(arguments)`
    Call {
        pattern: Term,
        name: Name,
        arguments: Vec<Term>,
        span: Span,
    },
    Aggregate(Box<Aggregate>),
    Conditional(Box<Conditional>),
    Theory(Box<TheoryAtom>),
    /// `#false`
    Never,
}

/// A body aggregate; its guards are read `aggregate relation term`.
#[derive(Clone, Debug)]
pub(crate) struct Aggregate {
    /// Whether this is the test of a choice: it holds if some set of its tuples satisfies the guards. It adds no literal
    /// to an instance of the body (`lower/choice_test.rs`).
    pub tests_choice: bool,
    pub sign: Sign,
    pub function: AggregateFunction,
    pub elements: Vec<Element>,
    pub guards: Vec<(Relation, Term)>,
    pub span: Span,
}

/// `tuple : condition`
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub tuple: Vec<Term>,
    pub condition: Vec<Literal>,
    pub span: Span,
}

/// `alternatives : condition`; each alternative is a conjunction.
#[derive(Clone, Debug)]
pub(crate) struct Conditional {
    pub alternatives: Vec<Vec<Literal>>,
    pub condition: Vec<Literal>,
    pub span: Span,
}

/// `atom : condition` in the head of a choice.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceElement {
    pub atom: Atom,
    pub condition: Vec<Literal>,
    /// In a head aggregate; the atom is no choice where its tuple is undefined or ignored.
    pub tuple: Option<CountedTuple>,
}

/// The tuple of an element of a head aggregate.
#[derive(Clone, Debug)]
pub(crate) struct CountedTuple {
    pub function: AggregateFunction,
    pub terms: Vec<Term>,
    pub span: Span,
}

impl ChoiceElement {
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.condition.iter().for_each(|literal| literal.variables(visit));
        self.head_variables(visit);
    }

    /// Calls `visit` with every variable of the atom and the tuple.
    pub(crate) fn head_variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.atom.variables(visit);
        self.tuple.iter().flat_map(|tuple| &tuple.terms).for_each(|term| term.variables(visit));
    }
}

/// `literal : condition` in the head of a disjunction: all instances of the literal together.
#[derive(Clone, Debug)]
pub(crate) struct Disjunct {
    pub members: Vec<Member>,
    pub condition: Vec<Literal>,
}

/// One of the literals that a pool in a disjunct stands for.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub literal: HeadLiteral,
    /// Intervals and what has to be computed: instances of these are instances of the literal.
    pub expansion: Vec<Literal>,
}

/// A literal in a disjunction.
#[derive(Clone, Debug)]
pub(crate) enum HeadLiteral {
    Atom(Atom),
    /// A negated atom.
    Negated(Sign, Atom, Occurrence),
    /// Comparisons: all of one alternative must hold.
    Tests(Vec<Vec<Literal>>),
}

/// What is done with each instance of a body.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// The atom is derived.
    Derive(Atom),
    /// The body must not hold.
    Constrain,
    /// Any of the atoms may be derived.
    Choose(Vec<ChoiceElement>),
    /// One of the disjuncts must hold.
    Disjoin(Vec<Disjunct>),
    /// The guards of the aggregate must hold: the bounds of a choice.
    Bound(Aggregate),
    /// The atom is external; the value is a constant or a variable of one.
    External(Atom, Term),
    /// The term is shown.
    Show(Term),
    Minimize {
        weight: Term,
        priority: Term,
        tuple: Vec<Term>,
        negate: bool,
    },
    Heuristic {
        atom: Atom,
        bias: Term,
        priority: Option<Term>,
        modifier: Term,
    },
    /// There is an edge between two nodes.
    Connect(Term, Term),
    /// Projected enumeration looks at the atom.
    Project(Atom),
    /// The theory atom is derived, or a directive of a theory.
    Theory(Box<TheoryAtom>),
    /// An instance of a delayed literal is opened.
    Open {
        delayed: RecursiveId,
        key: Vec<Slot>,
    },
    /// A tuple is added to a delayed aggregate.
    Collect {
        delayed: RecursiveId,
        key: Vec<Slot>,
        tuple: Vec<Term>,
        span: Span,
    },
    /// An element is added to a delayed theory atom.
    Gather {
        delayed: RecursiveId,
        key: Vec<Slot>,
        tuple: Vec<TheoryTerm>,
    },
    /// An instance of a disjunct is added to a delayed disjunction, whose disjuncts are numbered.
    Offer {
        delayed: RecursiveId,
        key: Vec<Slot>,
        number: usize,
        disjunct: Box<Disjunct>,
    },
    /// An instance of its condition is added to a delayed conditional literal.
    Require {
        delayed: RecursiveId,
        key: Vec<Slot>,
        instance: Vec<Slot>,
    },
    /// An instance of its literal is added to a delayed conditional literal.
    Satisfy {
        delayed: RecursiveId,
        key: Vec<Slot>,
        instance: Vec<Slot>,
    },
}

/// A rule or any other statement that is instantiated.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub action: Action,
    pub body: Vec<Literal>,
    /// The first slots hold the arguments of the part.
    pub parameters: usize,
    /// What the author calls the variable of each slot; `None` for those made by rewriting.
    pub names: Vec<Option<Name>>,
    /// The first place where each slot's variable stands.
    pub places: Vec<Span>,
    /// Whether each slot is a variable of the whole rule, not of one element or condition.
    pub global: Vec<bool>,
    /// The number of predicate literals.
    pub occurrences: usize,
    /// Body atoms before this one are left out: they have been looked at in an earlier step.
    pub since: Id,
    pub span: Span,
}

impl Rule {
    /// Whether the rule is an element of an objective, whose statement has others with variables of their own.
    pub(crate) fn is_element(&self) -> bool {
        matches!(self.action, Action::Minimize { .. })
    }

    /// Calls `visit` with every literal, those of elements and conditions included.
    pub(crate) fn literals(&self, visit: &mut impl FnMut(&Literal)) {
        self.body.iter().for_each(|literal| literal.nested(visit));
        match &self.action {
            Action::Choose(elements) => {
                elements.iter().flat_map(|element| &element.condition).for_each(visit);
            }
            Action::Disjoin(disjuncts) => {
                for disjunct in disjuncts {
                    let expansions = disjunct.members.iter().flat_map(|member| &member.expansion);
                    disjunct.condition.iter().chain(expansions).for_each(&mut *visit);
                }
            }
            Action::Bound(aggregate) => {
                aggregate.elements.iter().flat_map(|element| &element.condition).for_each(visit);
            }
            Action::Theory(theory) => {
                theory.elements.iter().flat_map(|element| &element.condition).for_each(visit);
            }
            _ => {}
        }
    }
}

impl Literal {
    /// Calls `visit` with the literal and with those in its elements and conditions.
    fn nested(&self, visit: &mut impl FnMut(&Literal)) {
        visit(self);
        match self {
            Literal::Aggregate(aggregate) => {
                aggregate.elements.iter().flat_map(|element| &element.condition).for_each(visit);
            }
            Literal::Conditional(conditional) => {
                let alternatives = conditional.alternatives.iter().flatten();
                alternatives.chain(&conditional.condition).for_each(visit);
            }
            Literal::Theory(theory) => {
                theory.elements.iter().flat_map(|element| &element.condition).for_each(visit);
            }
            _ => {}
        }
    }

    /// Calls `visit` with every predicate literal, nested ones included.
    pub(crate) fn predicates<'a>(&'a self, visit: &mut impl FnMut(Sign, &'a Atom, Occurrence)) {
        match self {
            Literal::Predicate { sign, atom, occurrence } => visit(*sign, atom, *occurrence),
            Literal::Aggregate(aggregate) => aggregate.predicates(visit),
            Literal::Theory(theory) => theory.predicates(visit),
            Literal::Conditional(conditional) => {
                conditional.alternatives.iter().flatten().for_each(|literal| literal.predicates(visit));
                conditional.condition.iter().for_each(|literal| literal.predicates(visit));
            }
            Literal::Comparison { .. } | Literal::Range { .. } | Literal::Call { .. } | Literal::Never => {}
        }
    }

    /// Calls `visit` with every variable, those inside of aggregates and conditions included.
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        match self {
            Literal::Predicate { atom, .. } => atom.variables(visit),
            Literal::Comparison { left, right, .. } => {
                left.variables(visit);
                right.variables(visit);
            }
            Literal::Range { pattern, low, high, .. } => {
                pattern.variables(visit);
                low.variables(visit);
                high.variables(visit);
            }
            Literal::Call { pattern, arguments, .. } => {
                pattern.variables(visit);
                arguments.iter().for_each(|argument| argument.variables(visit));
            }
            Literal::Aggregate(aggregate) => {
                aggregate.element_variables(visit);
                aggregate.guards.iter().for_each(|(_, term)| term.variables(visit));
            }
            Literal::Conditional(conditional) => conditional.variables(visit),
            Literal::Theory(theory) => theory.variables(visit),
            Literal::Never => {}
        }
    }
}

impl Aggregate {
    pub(crate) fn predicates<'a>(&'a self, visit: &mut impl FnMut(Sign, &'a Atom, Occurrence)) {
        let literals = self.elements.iter().flat_map(|element| &element.condition);
        literals.for_each(|literal| literal.predicates(visit));
    }

    /// Calls `visit` with every variable of the elements.
    pub(crate) fn element_variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        for element in &self.elements {
            element.tuple.iter().for_each(|term| term.variables(visit));
            element.condition.iter().for_each(|literal| literal.variables(visit));
        }
    }
}

impl Conditional {
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.alternatives.iter().flatten().for_each(|literal| literal.variables(visit));
        self.condition.iter().for_each(|literal| literal.variables(visit));
    }
}

impl Disjunct {
    /// Calls `visit` with every negated atom.
    fn negated<'a>(&'a self, visit: &mut impl FnMut(Sign, &'a Atom, Occurrence)) {
        for member in &self.members {
            if let HeadLiteral::Negated(sign, atom, occurrence) = &member.literal {
                visit(*sign, atom, *occurrence);
            }
        }
    }

    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.condition.iter().for_each(|literal| literal.variables(visit));
        self.members.iter().for_each(|member| member.variables(visit));
    }
}

impl Member {
    /// The atom that may be derived.
    fn head(&self) -> Option<&Atom> {
        match &self.literal {
            HeadLiteral::Atom(atom) => Some(atom),
            _ => None,
        }
    }

    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        self.expansion.iter().for_each(|literal| literal.variables(visit));
        self.literal.variables(visit);
    }
}

impl HeadLiteral {
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        match self {
            HeadLiteral::Atom(atom) | HeadLiteral::Negated(_, atom, _) => atom.variables(visit),
            HeadLiteral::Tests(tests) => tests.iter().flatten().for_each(|literal| literal.variables(visit)),
        }
    }
}

impl Action {
    /// The atoms that instances may add to their domains.
    pub(crate) fn heads(&self) -> Vec<&Atom> {
        match self {
            Action::Derive(atom) | Action::External(atom, _) => vec![atom],
            Action::Choose(elements) => elements.iter().map(|element| &element.atom).collect(),
            Action::Disjoin(disjuncts) => {
                let members = disjuncts.iter().flat_map(|disjunct| &disjunct.members);
                members.filter_map(Member::head).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether there is nothing to do.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Action::Choose(elements) => elements.is_empty(),
            Action::Bound(aggregate) => aggregate.guards.is_empty(),
            _ => false,
        }
    }

    /// Whether no atom becomes derivable through it, so that no loop goes through it.
    pub(crate) fn derives_nothing(&self) -> bool {
        matches!(
            self,
            Action::Constrain
                | Action::Bound(_)
                | Action::Show(_)
                | Action::Minimize { .. }
                | Action::Heuristic { .. }
                | Action::Connect(..)
                | Action::Project(_)
        )
    }

    /// Calls `visit` with every predicate literal of the conditions and aggregates.
    pub(crate) fn predicates<'a>(&'a self, visit: &mut impl FnMut(Sign, &'a Atom, Occurrence)) {
        match self {
            Action::Choose(elements) => {
                let literals = elements.iter().flat_map(|element| &element.condition);
                literals.for_each(|literal| literal.predicates(visit));
            }
            Action::Disjoin(disjuncts) => {
                for disjunct in disjuncts {
                    disjunct.condition.iter().for_each(|literal| literal.predicates(visit));
                    disjunct.negated(visit);
                }
            }
            Action::Offer { disjunct, .. } => disjunct.negated(visit),
            Action::Bound(aggregate) => aggregate.predicates(visit),
            Action::Theory(theory) => theory.predicates(visit),
            _ => {}
        }
    }

    /// Calls `visit` with every variable.
    pub(crate) fn variables(&self, visit: &mut (impl FnMut(Slot) + ?Sized)) {
        match self {
            Action::Derive(atom) => atom.variables(visit),
            Action::Constrain => {}
            Action::Choose(elements) => elements.iter().for_each(|element| element.variables(visit)),
            Action::Bound(aggregate) => {
                aggregate.element_variables(visit);
                aggregate.guards.iter().for_each(|(_, term)| term.variables(visit));
            }
            Action::External(atom, value) => {
                atom.variables(visit);
                value.variables(visit);
            }
            Action::Disjoin(disjuncts) => disjuncts.iter().for_each(|disjunct| disjunct.variables(visit)),
            Action::Show(term) => term.variables(visit),
            Action::Connect(from, to) => {
                from.variables(visit);
                to.variables(visit);
            }
            Action::Project(atom) => atom.variables(visit),
            Action::Theory(theory) => theory.variables(visit),
            Action::Minimize { weight, priority, tuple, .. } => {
                weight.variables(visit);
                priority.variables(visit);
                tuple.iter().for_each(|term| term.variables(visit));
            }
            Action::Heuristic { atom, bias, priority, modifier } => {
                atom.variables(visit);
                bias.variables(visit);
                priority.iter().for_each(|term| term.variables(visit));
                modifier.variables(visit);
            }
            Action::Offer { key, disjunct, .. } => {
                key.iter().for_each(|&slot| visit(slot));
                disjunct.variables(visit);
            }
            Action::Open { key, .. } => key.iter().for_each(|&slot| visit(slot)),
            Action::Collect { key, tuple, .. } => {
                key.iter().for_each(|&slot| visit(slot));
                tuple.iter().for_each(|term| term.variables(visit));
            }
            Action::Gather { key, tuple, .. } => {
                key.iter().for_each(|&slot| visit(slot));
                tuple.iter().for_each(|term| term.variables(visit));
            }
            Action::Require { key, instance, .. } | Action::Satisfy { key, instance, .. } => {
                key.iter().chain(instance).for_each(|&slot| visit(slot));
            }
        }
    }
}
