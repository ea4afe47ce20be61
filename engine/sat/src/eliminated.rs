//! Variables that have been eliminated: what they stood in, which value they have in a model, and how they come back.
//!
//! ```text
//! v ↔ a ∧ b          v is gone; in a model, it is true where a and b are
//! v ∨ c              somebody demands this while v is gone: a ∨ c and b ∨ c say it without v
//! ```
//!
//! (Järvisalo, Heule, Biere: "Inprocessing Rules", IJCAR 2012, where the witnesses of what is gone are kept in the same way. Here each is a
//! definition, so that nothing else has to be known.)
//!
//! Invariant: a variable that is gone stands in no clause, nobody decides it, and it is not on the trail. What it stood in follows
//! from what is there together with its definition.

use crate::{Lit, Solver, Theory, Var};

/// A variable that is gone.
#[derive(Clone)]
struct Gone {
    var: Var,
    /// What it stood in, without the literals of its own: the positive ones and the negative ones, what defines it first.
    positive: Vec<Vec<Lit>>,
    negative: Vec<Vec<Lit>>,
    /// How many of them define it.
    definition: [usize; 2],
}

/// The variables that are gone.
#[derive(Clone, Default)]
pub(crate) struct Eliminated {
    /// In the order in which they went: each may stand in what those before it stood in.
    gone: Vec<Gone>,
    /// By variable, as far as one has gone: it has.
    is_gone: Vec<bool>,
}

impl Eliminated {
    pub(crate) fn len(&self) -> usize {
        self.gone.len()
    }

    pub(crate) fn has(&self, var: Var) -> bool {
        self.is_gone.get(var.index()).is_some_and(|&is_gone| is_gone)
    }

    /// A variable goes, and leaves the clauses that it stood in, of which so many of each kind define it.
    pub(crate) fn push(
        &mut self,
        var: Var,
        positive: Vec<Vec<Lit>>,
        negative: Vec<Vec<Lit>>,
        definition: [usize; 2],
    ) {
        if self.is_gone.len() <= var.index() {
            self.is_gone.resize(var.index() + 1, false);
        }
        self.is_gone[var.index()] = true;
        self.gone.push(Gone { var, positive, negative, definition });
    }
}

impl Gone {
    /// What is left of a clause that has one of its literals, by what defines the other.
    fn resolve(&self, clause: &[Lit], lit: Lit) -> Vec<Vec<Lit>> {
        let [positive, negative] = self.definition;
        let others = if lit.is_positive() { &self.negative[..negative] } else { &self.positive[..positive] };
        let rest = || clause.iter().copied().filter(|&other| other != lit);
        let with = |other: &Vec<Lit>| rest().chain(other.iter().copied()).collect();
        others
            .iter()
            .map(with)
            .filter(|clause: &Vec<Lit>| clause.iter().all(|&lit| !clause.contains(&!lit)))
            .collect()
    }
}

impl Solver {
    /// There is a model: the variables that are gone get their values in it.
    pub(crate) fn complete_model(&mut self) {
        for gone in self.eliminated.gone.iter().rev() {
            let all_false = |clause: &Vec<Lit>| clause.iter().all(|&lit| self.trail.value(lit) < 0);
            let is_true = gone.positive[..gone.definition[0]].iter().any(all_false);
            self.trail.set_aside(if is_true { gone.var.positive() } else { gone.var.negative() });
        }
    }

    /// The clauses that say the same as this one, without variables that are gone.
    pub fn without_eliminated(&self, clause: &[Lit]) -> Vec<Vec<Lit>> {
        let mut clauses = vec![clause.to_vec()];
        if !clause.iter().any(|lit| self.eliminated.has(lit.var())) {
            return clauses;
        }
        for gone in &self.eliminated.gone {
            let lits = [gone.var.positive(), gone.var.negative()];
            clauses = clauses
                .into_iter()
                .flat_map(|clause| match lits.map(|lit| clause.contains(&lit)) {
                    [true, true] => vec![],
                    [true, false] => gone.resolve(&clause, lits[0]),
                    [false, true] => gone.resolve(&clause, lits[1]),
                    [false, false] => vec![clause],
                })
                .collect();
        }
        clauses
    }

    /// Brings all variables back that are gone, with what they stood in. Goes back to level 0.
    pub fn restore_eliminated<T: Theory>(&mut self, theory: &mut T) {
        if self.eliminated.len() == 0 {
            return;
        }
        self.reset(theory);
        let gone = std::mem::take(&mut self.eliminated).gone;
        for Gone { var, .. } in &gone {
            self.trail.forget_aside(*var);
            self.order.bring_back(*var);
        }
        for Gone { var, positive, negative, .. } in gone.into_iter().rev() {
            let sides = [(var.positive(), positive), (var.negative(), negative)];
            for (lit, clauses) in sides {
                for mut clause in clauses {
                    clause.push(lit);
                    self.put_in_again(&clause);
                }
            }
        }
    }
}
