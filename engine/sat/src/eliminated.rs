//! Variables that have been eliminated: what they stood in, which value they have in a model, and how they come back.
//!
//! ```text
//! v ↔ a ∧ b      v → c      v is gone, and a ∧ b → c is left; in a model, v is true where a and b are
//! ```
//!
//! (Järvisalo, Heule, Biere: "Inprocessing Rules", IJCAR 2012, where the witnesses of what is gone are kept in the same way. Here each is a
//! definition, so that nothing else has to be known.) Whoever names such a variable in the middle of a search gets it back with its
//! definition alone, which changes nothing for the others: what else was said of it follows from that and from what is left.
//!
//! Invariant: a variable that is gone stands in no clause, nobody decides it, and it is not on the trail. What it stood in follows
//! from what is there together with its definition.

use crate::{Lit, Solver, Theory, Var};
use std::ops::Range;

/// A variable that is gone.
#[derive(Clone)]
struct Gone {
    var: Var,
    /// What it stood in, without its own literals: the clauses of the positive one and of the negative one, what defines it first.
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
    /// By variable, as far as one has gone: its place in `gone` from 1 on; 0 where it is there.
    place: Vec<u32>,
    /// How many of them are not back.
    count: usize,
}

impl Eliminated {
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn has(&self, var: Var) -> bool {
        self.place.get(var.index()).is_some_and(|&place| place > 0)
    }

    /// A variable goes, and leaves the clauses that it stood in, of which so many of each kind define it.
    pub(crate) fn push(
        &mut self,
        var: Var,
        positive: Vec<Vec<Lit>>,
        negative: Vec<Vec<Lit>>,
        definition: [usize; 2],
    ) {
        if self.place.len() <= var.index() {
            self.place.resize(var.index() + 1, 0);
        }
        self.gone.push(Gone { var, positive, negative, definition });
        self.place[var.index()] = self.gone.len() as u32;
        self.count += 1;
    }

    /// Some variables are not gone any more, nor are those that define them: which these are.
    fn take_back(&mut self, lits: &[Lit]) -> Vec<usize> {
        let mut open: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();
        let mut back = Vec::new();
        while let Some(var) = open.pop() {
            if !self.has(var) {
                continue;
            }
            let number = std::mem::take(&mut self.place[var.index()]) as usize - 1;
            self.count -= 1;
            back.push(number);
            open.extend(self.gone[number].definition().flatten().map(Lit::var));
        }
        back
    }
}

impl Gone {
    /// What defines it.
    fn definition(&self) -> impl Iterator<Item = Vec<Lit>> + '_ {
        let [positive, negative] = self.definition;
        self.clauses(0..positive, 0..negative)
    }

    /// What else it stood in.
    fn rest(&self) -> impl Iterator<Item = Vec<Lit>> + '_ {
        let [positive, negative] = self.definition;
        self.clauses(positive..self.positive.len(), negative..self.negative.len())
    }

    fn clauses(&self, positive: Range<usize>, negative: Range<usize>) -> impl Iterator<Item = Vec<Lit>> + '_ {
        let with = |lit: Lit| move |clause: &Vec<Lit>| clause.iter().copied().chain([lit]).collect();
        let positive = self.positive[positive].iter().map(with(self.var.positive()));
        positive.chain(self.negative[negative].iter().map(with(self.var.negative())))
    }
}

impl Solver {
    /// There is a model: the variables that are gone get their values in it.
    pub(crate) fn complete_model(&mut self) {
        for gone in self.eliminated.gone.iter().rev().filter(|gone| self.eliminated.has(gone.var)) {
            let all_false = |clause: &Vec<Lit>| clause.iter().all(|&lit| self.trail.value(lit) < 0);
            let is_true = gone.positive[..gone.definition[0]].iter().any(all_false);
            self.trail.set_aside(if is_true { gone.var.positive() } else { gone.var.negative() });
        }
    }

    /// The search may be told something of these literals: as [`Solver::add_clause_while_enumerating`], between two searches of the same
    /// assumptions.
    pub fn bring_back(&mut self, lits: &[Lit]) {
        let back = self.eliminated.take_back(lits);
        for &number in &back {
            let var = self.eliminated.gone[number].var;
            self.trail.forget_aside(var);
            self.order.bring_back(var);
        }
        for number in back {
            let definition: Vec<Vec<Lit>> = self.eliminated.gone[number].definition().collect();
            for clause in definition {
                self.add_clause_while_enumerating(&clause);
            }
        }
    }

    /// Brings all variables back that are gone, with what they stood in. Goes back to level 0.
    pub fn restore_eliminated<T: Theory>(&mut self, theory: &mut T) {
        if self.eliminated.gone.is_empty() {
            return;
        }
        self.reset(theory);
        let Eliminated { gone, place, .. } = std::mem::take(&mut self.eliminated);
        let is_gone = |gone: &&Gone| place[gone.var.index()] > 0;
        for Gone { var, .. } in gone.iter().filter(is_gone) {
            self.trail.forget_aside(*var);
            self.order.bring_back(*var);
        }
        for gone in gone.iter().rev() {
            gone.definition().filter(|_| is_gone(&gone)).for_each(|clause| self.put_in_again(&clause));
            gone.rest().for_each(|clause| self.put_in_again(&clause));
        }
    }
}
