//! Brave and cautious consequences: the symbols that some model, or every model, shows.
//!
//! ```text
//! {a; b}.  c :- a.  c :- not a.      brave: a b c      cautious: c
//! ```
//!
//! Each model changes an estimate, and a clause under the guard of the search requires the next model to
//! change it again. For cautious consequences, the next model must omit a symbol that all models so far have
//! shown; for brave consequences, it must show a new symbol. If this is impossible, the estimate is the
//! answer.
//!
//! Invariant: the cautious estimate contains all cautious consequences, and the brave estimate contains brave
//! consequences only.

use crate::search::options::{Consequences, Estimate};
use hamadryad_sat::{Lit, Solver};

/// The estimate, by output.
#[derive(Clone)]
pub(crate) struct Estimated {
    kind: Consequences,
    /// By output: the literal that is true in the models that show it.
    lits: Vec<Lit>,
    /// By output: whether it is in the estimate. `None` before the first model.
    inside: Option<Vec<bool>>,
    /// The estimate is the answer.
    is_final: bool,
}

impl Estimated {
    /// An estimate without a model.
    pub(crate) fn new(kind: Consequences, lits: Vec<Lit>) -> Estimated {
        Estimated { kind, lits, inside: None, is_final: false }
    }

    /// Changes the estimate by the model of the solver.
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

    /// Whether a literal is a consequence; `None` if this is not known. Literals that are no outputs are
    /// consequences only if they are fixed.
    pub(crate) fn of_literal(&self, solver: &Solver, lit: Lit) -> Option<bool> {
        if solver.is_fixed_true(lit) || solver.is_fixed_true(!lit) {
            return Some(solver.is_fixed_true(lit));
        }
        let output = self.lits.iter().position(|&other| other == lit);
        match (self.kind, output.is_some_and(|output| self.contains(output))) {
            (Consequences::Brave, true) => Some(true),
            (Consequences::Cautious, false) => Some(false),
            (Consequences::Brave, false) | (Consequences::Cautious, true) if !self.is_final => None,
            (kind, _) => Some(kind == Consequences::Cautious),
        }
    }

    /// The literals of which the next model must satisfy one, to change the estimate.
    pub(crate) fn wanted<'a>(&'a self, solver: &'a Solver) -> impl Iterator<Item = Lit> + 'a {
        let inside = self.inside.iter().flatten();
        let open = self.lits.iter().zip(inside).filter_map(|(&lit, &inside)| match self.kind {
            Consequences::Brave => (!inside).then_some(lit),
            Consequences::Cautious => inside.then_some(!lit),
        });
        open.filter(|&lit| !solver.is_fixed_true(!lit))
    }

    /// No model changes the estimate.
    pub(crate) fn finish(&mut self) {
        self.is_final = true;
    }

    /// The number of consequences; `None` before the first model.
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
