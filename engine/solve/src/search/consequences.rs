//! Brave and cautious consequences: what some model shows, what every model shows.
//!
//! ```text
//! {a; b}.  c :- a.  c :- not a.      brave: a b c      cautious: c
//! ```
//!
//! Each model found changes the estimate, and the next is asked to change it again: for cautious consequences, to lack
//! something that all models have had until now; for brave ones, to have something that none has had. Where there is no such
//! model, the estimate is the answer. The demand is a clause under the guard of the search.

use crate::search::options::{Consequences, Estimate};
use hamadryad_sat::{Lit, Solver};

/// What is known, by output.
#[derive(Clone)]
pub(crate) struct Estimated {
    kind: Consequences,
    /// By output: the literal that says whether it is shown.
    lits: Vec<Lit>,
    /// By output: it is in the estimate. `None` before the first model.
    inside: Option<Vec<bool>>,
    /// Nothing can change any more.
    is_final: bool,
}

impl Estimated {
    pub(crate) fn new(kind: Consequences, lits: Vec<Lit>) -> Estimated {
        Estimated { kind, lits, inside: None, is_final: false }
    }

    /// Takes in the model that the solver has found.
    pub(crate) fn add_model(&mut self, solver: &Solver) {
        let (brave, lits) = (self.kind == Consequences::Brave, &self.lits);
        let shown = lits.iter().map(|&lit| solver.is_true(lit));
        self.inside = Some(match self.inside.take() {
            None => shown.collect(),
            Some(inside) => inside
                .into_iter()
                .zip(shown)
                .map(|(inside, shown)| if brave { inside || shown } else { inside && shown })
                .collect(),
        });
    }

    /// Whether an output is in the estimate.
    pub(crate) fn contains(&self, output: usize) -> bool {
        self.inside.as_ref().is_some_and(|inside| inside[output])
    }

    /// What the next model must satisfy at one place at least: the outputs on which it is not settled what they are.
    pub(crate) fn wanted<'a>(&'a self, solver: &'a Solver) -> impl Iterator<Item = Lit> + 'a {
        let inside = self.inside.iter().flatten();
        let open = self.lits.iter().zip(inside).filter_map(|(&lit, &inside)| match self.kind {
            Consequences::Brave => (!inside).then_some(lit),
            Consequences::Cautious => inside.then_some(!lit),
        });
        open.filter(|&lit| !solver.is_fixed_true(!lit))
    }

    /// There is no model that would change anything.
    pub(crate) fn finish(&mut self) {
        self.is_final = true;
    }

    /// How many consequences there are; `None` before the first model.
    pub(crate) fn estimate(&self, solver: &Solver) -> Option<Estimate> {
        let inside = self.inside.as_ref()?.iter().filter(|&&inside| inside).count();
        if self.is_final {
            return Some(Estimate { known: inside, open: 0 });
        }
        let open = self.wanted(solver).count();
        Some(match self.kind {
            Consequences::Brave => Estimate { known: inside, open },
            Consequences::Cautious => Estimate { known: inside - open, open },
        })
    }
}
