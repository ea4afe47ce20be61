//! Theory terms under a substitution. Variables and constants get their values; operators are not evaluated.
//!
//! ```text
//! &sum { 3*X : p(X) } <= n.     #const n = 4.  p(1). { p(2) }.     -->     &sum{(3*1); (3*2): p(2)}<=(4).
//! ```

use crate::instantiate::evaluator::Evaluator;
use crate::ir::{Role, Term, TheoryTerm};
use crate::output::emitter::Emitter;
use crate::output::theory::{Content, TheoryData};
use hamadryad_aspif::Literal;
use hamadryad_symbol::Name;

/// The number of a theory term; `None` if a constant of the program in it is undefined.
fn theory_term(
    evaluator: &mut Evaluator<'_>,
    data: &mut TheoryData,
    emitter: &mut Emitter<'_>,
    term: &TheoryTerm,
) -> Option<u32> {
    match term {
        TheoryTerm::Term(term) => {
            let value = evaluator.value(term)?;
            Some(data.symbol(evaluator.symbols, emitter, value))
        }
        TheoryTerm::Function(name, arguments) => {
            let arguments = theory_terms(evaluator, data, emitter, arguments)?;
            let function = data.name(emitter, evaluator.symbols.text(*name));
            Some(data.application(emitter, function, arguments))
        }
        TheoryTerm::Sequence(brackets, terms) => {
            let terms = theory_terms(evaluator, data, emitter, terms)?;
            Some(data.sequence(emitter, *brackets, terms))
        }
    }
}

fn theory_terms(
    evaluator: &mut Evaluator<'_>,
    data: &mut TheoryData,
    emitter: &mut Emitter<'_>,
    terms: &[TheoryTerm],
) -> Option<Vec<u32>> {
    terms.iter().map(|term| theory_term(evaluator, data, emitter, term)).collect()
}

/// The element with this tuple and this condition; `None` if its tuple is undefined.
pub(crate) fn theory_element(
    evaluator: &mut Evaluator<'_>,
    data: &mut TheoryData,
    emitter: &mut Emitter<'_>,
    tuple: &[TheoryTerm],
    condition: Vec<Literal>,
) -> Option<u32> {
    let terms = theory_terms(evaluator, data, emitter, tuple)?;
    Some(data.element(emitter, terms, condition))
}

/// The content of a theory atom without its elements; `None` if its name or its guard is undefined.
pub(crate) fn theory_frame(
    evaluator: &mut Evaluator<'_>,
    data: &mut TheoryData,
    emitter: &mut Emitter<'_>,
    role: Role,
    name: &Term,
    guard: Option<&(Name, TheoryTerm)>,
) -> Option<Content> {
    let name = evaluator.value(name)?;
    let name = data.symbol(evaluator.symbols, emitter, name);
    let guard = match guard {
        Some((operator, term)) => {
            let operator = data.name(emitter, evaluator.symbols.text(*operator));
            Some((operator, theory_term(evaluator, data, emitter, term)?))
        }
        None => None,
    };
    let (is_directive, is_built_in) = (role == Role::Directive, role == Role::BuiltIn);
    Some(Content { is_directive, is_built_in, name, elements: Vec::new(), guard })
}
