//! The stack of eliminated variables with their clauses (a reconstruction stack).
//!
//! ```text
//! v ↔ a ∧ b      v → c      v is eliminated, and a ∧ b → c remains; in a model, v is true if a and b are
//! ```
//!
//! As in inprocessing solvers (Järvisalo, Heule, Biere 2012), the clauses of an eliminated variable are kept
//! to compute its value in models. Here the gate clauses determine this value. If a variable is needed in the
//! middle of a search, it is restored with its gate clauses alone; its other clauses follow from these and
//! from the remaining clauses.
//!
//! Invariant: an eliminated variable occurs in no clause, is not decided, and is not on the trail. Its
//! clauses follow from the remaining clauses and its gate.

use crate::config::Elimination;
use crate::{Lit, Var};
use std::ops::Range;

/// An elimination that is due at a number of conflicts.
#[derive(Clone, Copy)]
pub(crate) struct Planned {
    pub(crate) due: u64,
    pub(crate) limits: Elimination,
}

/// An eliminated variable.
#[derive(Clone)]
pub(crate) struct Gone {
    pub(crate) var: Var,
    /// The clauses with its positive literal and with its negative literal, without this literal; the gate
    /// clauses first.
    positive: Vec<Vec<Lit>>,
    negative: Vec<Vec<Lit>>,
    /// The numbers of gate clauses among them.
    gate: [usize; 2],
}

/// All eliminated variables, and the plan for the next elimination.
#[derive(Clone, Default)]
pub(crate) struct Eliminated {
    pub(crate) planned: Option<Planned>,
    /// In the order of elimination: clauses of earlier variables may contain later ones.
    pub(crate) gone: Vec<Gone>,
    /// By variable: its place in `gone`, counted from 1; 0 if it is present. May be shorter than the number
    /// of variables.
    pub(crate) place: Vec<u32>,
    /// The number of variables that are eliminated and not restored.
    count: usize,
}

impl Eliminated {
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn has(&self, var: Var) -> bool {
        self.place.get(var.index()).is_some_and(|&place| place > 0)
    }

    /// Adds a variable with its clauses, the gate clauses first, and the numbers of gate clauses.
    pub(crate) fn push(
        &mut self,
        var: Var,
        positive: Vec<Vec<Lit>>,
        negative: Vec<Vec<Lit>>,
        gate: [usize; 2],
    ) {
        if self.place.len() <= var.index() {
            self.place.resize(var.index() + 1, 0);
        }
        self.gone.push(Gone { var, positive, negative, gate });
        self.place[var.index()] = self.gone.len() as u32;
        self.count += 1;
    }

    /// Takes all variables off the stack; a planned elimination stays planned.
    pub(crate) fn take_all(&mut self) -> Eliminated {
        let planned = self.planned;
        std::mem::replace(self, Eliminated { planned, ..Eliminated::default() })
    }

    /// Marks variables as present, with the variables of their gates. Returns their places in `gone`.
    pub(crate) fn take_back(&mut self, lits: &[Lit]) -> Vec<usize> {
        let mut open: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();
        let mut back = Vec::new();
        while let Some(var) = open.pop() {
            if !self.has(var) {
                continue;
            }
            let number = std::mem::take(&mut self.place[var.index()]) as usize - 1;
            self.count -= 1;
            back.push(number);
            open.extend(self.gone[number].gate_clauses().flatten().map(Lit::var));
        }
        back
    }
}

impl Gone {
    /// The gate clauses.
    pub(crate) fn gate_clauses(&self) -> impl Iterator<Item = Vec<Lit>> + '_ {
        let [positive, negative] = self.gate;
        self.clauses(0..positive, 0..negative)
    }

    /// The other clauses.
    pub(crate) fn other_clauses(&self) -> impl Iterator<Item = Vec<Lit>> + '_ {
        let [positive, negative] = self.gate;
        self.clauses(positive..self.positive.len(), negative..self.negative.len())
    }

    /// Whether the variable is true, given which literals are false.
    pub(crate) fn is_true(&self, is_false: impl Fn(Lit) -> bool) -> bool {
        let all_false = |clause: &Vec<Lit>| clause.iter().all(|&lit| is_false(lit));
        self.positive[..self.gate[0]].iter().any(all_false)
    }

    fn clauses(&self, positive: Range<usize>, negative: Range<usize>) -> impl Iterator<Item = Vec<Lit>> + '_ {
        let with = |lit: Lit| move |clause: &Vec<Lit>| clause.iter().copied().chain([lit]).collect();
        let positive = self.positive[positive].iter().map(with(self.var.positive()));
        positive.chain(self.negative[negative].iter().map(with(self.var.negative())))
    }
}
