//! The start and the stop belong to the section.

use crate::context::Context;
use crate::rule::{Rule, Situation};
use hamadryad_sat::Conflict;

/// Makes both ends of the section inside.
#[derive(Clone, Default)]
pub(crate) struct SectionEnds;

impl Rule for SectionEnds {
    fn name(&self) -> &'static str {
        "section_ends"
    }

    fn propagate(&mut self, now: &mut Situation<'_>, context: &mut Context<'_>) -> Result<(), Conflict> {
        let (Some(section), Some(ends)) = (&now.circuit.section, &now.ends) else { return Ok(()) };
        for (end, why) in [(Some(ends.start), &ends.why_start), (ends.stop, &ends.why_both)] {
            let inside = end.map(|end| section.inside(end));
            if let Some(inside) = inside.filter(|&lit| !context.solver.is_true(lit)) {
                let reason = context.reason(why);
                context.imply(inside, reason)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::states::{Outcome, State};

    #[test]
    fn both_ends_are_inside() {
        let state = State::of_grid(2, 3, |literals| {
            vec![literals.description.one_start, literals.section().one_stop]
        });
        let inside = [state.start, state.stop].map(|end| state.section().inside(end));
        let (outcome, _) = state.propagate(&mut SectionEnds);
        assert_eq!(outcome, Outcome::Implies(inside.into()));
        let state = State::of_grid(2, 3, |literals| {
            let outside = !literals.section().inside[0];
            vec![literals.description.one_start, literals.section().one_stop, outside]
        });
        let (outcome, reason) = state.propagate(&mut SectionEnds);
        assert_eq!((outcome, reason), (Outcome::Conflict, state.ends().why_start));
    }
}
