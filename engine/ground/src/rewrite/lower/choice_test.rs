//! The test of a choice: whether some set of its elements satisfies its guards.
//!
//! ```text
//! p(1).  { p(X+1) } = 5 :- p(X).     -- no set of one atom has five: p(2) is not possible, and grounding ends
//! ```
//!
//! The test is a body aggregate over the elements without their atoms. All of its tuples may be in the set or not, whatever
//! is a fact, as in clingo. An instance of the rule that fails it derives nothing; that its body must not hold is said by
//! the rule of the guards. Only rules whose body or conditions recursively depend on their head keep the test
//! (`instantiate.rs`): elsewhere it could save atoms that are never true, and costs a second join of the conditions.

use super::builder::Builder;
use super::head::{TupleOf, is_plain};
use crate::ir::{Aggregate, Element, Literal};
use hamadryad_syntax::Span;
use hamadryad_syntax::ast::{self, AggregateFunction, ConditionalLiteral, Guard, Sign};

impl Builder<'_, '_> {
    pub(crate) fn choice_test(
        &mut self,
        elements: &[(Option<TupleOf<'_>>, &ConditionalLiteral)],
        left: Option<&Guard>,
        right: Option<&Guard>,
        span: Span,
        literals: &mut Vec<Literal>,
    ) -> Aggregate {
        let function = elements.iter().find_map(|(tuple, _)| tuple.map(|(function, _)| function));
        let function = function.unwrap_or(AggregateFunction::Count);
        let guards = self.guards(left, right, literals);
        let elements = elements.iter().enumerate();
        let elements = elements.map(|(number, &(tuple, element))| {
            self.scoped(|builder| match tuple {
                Some((_, terms)) => builder.possible_tuple(terms, element),
                None => builder.possible_literal(number, element),
            })
        });
        let elements = elements.collect();
        Aggregate { tests_choice: true, sign: Sign::None, function, elements, guards, span }
    }

    fn possible_tuple(&mut self, terms: &[ast::Term], element: &ConditionalLiteral) -> Element {
        let mut condition = self.condition(&element.condition);
        let mut of_literal = Vec::new();
        self.literal(&element.literal, false, &mut of_literal);
        condition.extend(of_literal.into_iter().skip(usize::from(is_plain(element))));
        let tuple = terms.iter().map(|term| self.value(term, &mut condition)).collect();
        Element { tuple, condition, span: element.literal.span }
    }

    fn possible_literal(&mut self, number: usize, element: &ConditionalLiteral) -> Element {
        let mut possible = self.set_element(number, element, false);
        if is_plain(element) {
            // The literal comes first in the condition.
            possible.condition.remove(0);
        }
        possible
    }
}
