//! Plans as data: steps, patterns, and the plans of aggregates and heads.
//!
//! Invariant: a plan refers to variables by slots and to atoms by predicates and indexes, so that it stays
//! valid while domains grow. It belongs to a single step of grounding.

use crate::atoms::base::Base;
use crate::atoms::domain::{Domain, EntryId, PredicateId};
use crate::atoms::index::IndexId;
use crate::ir::{Role, Slot, Term, TheoryTerm};
use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{AggregateFunction, Relation, Sign};

/// The part of its domain that a positive literal ranges over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Generation {
    /// The domain is complete for this literal.
    Complete,
    Old,
    New,
    /// Old and new.
    Known,
}

impl Generation {
    /// The number of its atoms in a domain.
    pub(crate) fn size(self, domain: &Domain) -> u32 {
        match self {
            Generation::Complete => domain.len(),
            Generation::Old => domain.old_end,
            Generation::New => domain.new_end - domain.old_end,
            Generation::Known => domain.new_end,
        }
    }
}

/// A pattern that a symbol is matched with.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Ignore,
    Bind(Slot),
    Check(Slot),
    Equal(Symbol),
    /// The equation `factor * x + offset = symbol`, which binds `x` or tests its value.
    Linear {
        slot: Slot,
        factor: i32,
        offset: i32,
        bound: bool,
    },
    /// The symbol is the classical negation of a symbol that matches.
    Negated(Box<Pattern>),
    Function {
        name: Name,
        positive: bool,
        arguments: Vec<Pattern>,
    },
    /// The symbol is the value of a term; an undefined term matches no symbol.
    Value(Term),
}

impl Pattern {
    /// Whether the pattern may match several symbols.
    pub(crate) fn binds(&self) -> bool {
        !matches!(self, Pattern::Check(_) | Pattern::Equal(_) | Pattern::Value(_))
    }
}

/// A positive body literal in a plan.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub predicate: PredicateId,
    pub generation: Generation,
    pub access: Access,
    /// The first atom that is considered: earlier atoms were joined in an earlier step.
    pub since: EntryId,
    pub span: Span,
    /// The patterns that are matched in each atom that the access finds, by argument.
    pub patterns: Vec<(usize, Pattern)>,
    /// The terms of the key for the access.
    pub key: Vec<Term>,
}

/// The access to the atoms of a domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// All atoms in their order.
    Scan,
    /// The atoms with the key in an index.
    Index(IndexId),
    /// The only atom with the arguments of the key.
    Exact,
}

/// A step of a plan.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Match(Match),
    Negative {
        sign: Sign,
        predicate: PredicateId,
        arguments: Vec<Term>,
        /// Whether the domain is complete, so that all other atoms are false.
        complete: bool,
    },
    Compare {
        relation: Relation,
        left: Term,
        right: Term,
    },
    Assign {
        pattern: Pattern,
        term: Term,
    },
    /// The variable has one of two values.
    Either {
        slot: Slot,
        terms: Box<[Term; 2]>,
    },
    Range {
        pattern: Pattern,
        low: Term,
        high: Term,
        span: Span,
    },
    Call(Call),
    Aggregate(Box<AggregatePlan>),
    Conditional(Box<ConditionalPlan>),
    Theory(Box<TheoryPlan>),
    Never,
}

/// A body aggregate over complete domains.
#[derive(Clone, Debug)]
pub(crate) struct AggregatePlan {
    pub tests_choice: bool,
    pub sign: Sign,
    pub function: AggregateFunction,
    pub elements: Vec<ElementPlan>,
    pub guards: Vec<(Relation, Term)>,
    /// The patterns of the guards that the value of the aggregate binds.
    pub assignments: Vec<Pattern>,
    /// The global variables in the elements.
    pub globals: Vec<Slot>,
    /// The number of the aggregate in the memo, if it may be evaluated repeatedly for the same global
    /// variables.
    pub memoize: Option<usize>,
    pub span: Span,
}

/// `tuple : condition`
#[derive(Clone, Debug)]
pub(crate) struct ElementPlan {
    pub tuple: Vec<Term>,
    pub condition: Conjunction,
    pub span: Span,
}

/// A conditional literal over complete domains.
#[derive(Clone, Debug)]
pub(crate) struct ConditionalPlan {
    pub alternatives: Vec<Conjunction>,
    pub condition: Conjunction,
}

/// `pattern = @name(arguments)`
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub pattern: Pattern,
    pub name: Name,
    pub arguments: Vec<Term>,
    pub span: Span,
}

/// A theory atom whose conditions are over complete domains.
#[derive(Clone, Debug)]
pub(crate) struct TheoryPlan {
    pub sign: Sign,
    pub role: Role,
    pub name: Term,
    pub elements: Vec<TheoryElementPlan>,
    pub guard: Option<(Name, TheoryTerm)>,
}

/// `tuple : condition`
#[derive(Clone, Debug)]
pub(crate) struct TheoryElementPlan {
    pub tuple: Vec<TheoryTerm>,
    pub condition: Conjunction,
}

/// The conditions and aggregates of an action.
#[derive(Clone, Debug, Default)]
pub(crate) enum ActionPlan {
    #[default]
    Plain,
    /// The condition of each element.
    Choose(Vec<Conjunction>),
    Bound(Box<AggregatePlan>),
    Theory(Box<TheoryPlan>),
    Disjoin(Vec<DisjunctPlan>),
}

/// A disjunct of a head.
#[derive(Clone, Debug)]
pub(crate) struct DisjunctPlan {
    pub condition: Conjunction,
    /// The variables of the members that the condition or the body binds.
    pub shared: Vec<Slot>,
    pub members: Vec<MemberPlan>,
}

/// A literal of a disjunct.
#[derive(Clone, Debug)]
pub(crate) struct MemberPlan {
    pub expansion: Conjunction,
    pub tests: Vec<Conjunction>,
    /// For a negated atom: whether its domain is complete, so that all other atoms are false.
    pub complete: bool,
}

/// A conjunction in the order of its evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conjunction {
    pub steps: Vec<Step>,
    /// For each step: whether no later step binds a variable that is used afterwards. If the steps from there
    /// on find an instance that adds no literal to the body, all their further instances are redundant.
    pub settled: Vec<bool>,
}

/// A body in the order of its evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub body: Conjunction,
    pub action: ActionPlan,
    pub indexes: Vec<IndexId>,
    /// For each match: the size of its generation when the plan was made.
    pub sizes: Vec<(PredicateId, Generation, u32)>,
}

impl Plan {
    /// Whether the sizes of domains have changed so much that another order may be better. A plan that is made
    /// while a domain has no old atoms begins with these; as soon as old atoms exist, it would join a product
    /// of domains. A plan that is made while a domain has many new atoms may begin with another literal; when
    /// rounds have few new atoms, it would enumerate that literal's domain in every round.
    pub(crate) fn is_stale(&self, base: &Base) -> bool {
        self.sizes.iter().enumerate().any(|(place, &(predicate, generation, size))| {
            let present = generation.size(base.domain(predicate));
            let shrinks = generation == Generation::New && place > 0;
            present > 4 * size + 16 || shrinks && size > 4 * present + 16
        })
    }
}
