//! A rule with its variables.

use crate::atoms::domain::{EntryId, PredicateId};
use crate::ir::action::Action;
use crate::ir::literal::Literal;
use crate::ir::term::Term;
use hamadryad_symbol::Name;
use hamadryad_syntax::Span;

/// A rule or any other statement that is instantiated.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub action: Action,
    pub body: Vec<Literal>,
    /// The first slots hold the arguments of the part.
    pub parameters: usize,
    /// The name of the variable of each slot; `None` for auxiliary variables.
    pub names: Vec<Option<Name>>,
    /// The place of the first occurrence of each variable.
    pub places: Vec<Span>,
    /// Whether each variable is global, not local to an element or condition.
    pub global: Vec<bool>,
    /// The number of predicate literals.
    pub occurrences: usize,
    /// The first body atom that is joined: earlier steps have joined the atoms before it.
    pub since: EntryId,
    pub span: Span,
    /// Its number in the program, for origins; `u32::MAX` for rules that the grounder adds.
    pub number: u32,
}

impl Rule {
    /// Whether the rule is an element of an objective. Other elements of the same statement have variables of
    /// their own.
    pub(crate) fn is_element(&self) -> bool {
        matches!(self.action, Action::Minimize { .. })
    }

    /// The predicate of a rule that is a fact without variables, such as each rule of `p(1;2).`
    pub(crate) fn fact(&self) -> Option<PredicateId> {
        match &self.action {
            Action::Derive(atom) if self.body.is_empty() => {
                let is_ground = atom.arguments.iter().all(|argument| matches!(argument, Term::Constant(_)));
                is_ground.then_some(atom.predicate)
            }
            _ => None,
        }
    }

    /// Calls `visit` with every literal, including literals of elements and conditions.
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
