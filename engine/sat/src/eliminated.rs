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
    /// The number of its first clause in [`Eliminated::ends`].
    first: u32,
    /// The numbers of its clauses with its positive and with its negative literal, in this order; the gate clauses of each
    /// sign come first.
    clauses: [u32; 2],
    /// The numbers of gate clauses among them.
    gate: [u32; 2],
}

/// All eliminated variables, and the plan for the next elimination.
#[derive(Clone, Default)]
pub(crate) struct Eliminated {
    pub(crate) planned: Option<Planned>,
    /// In the order of elimination: clauses of earlier variables may contain later ones.
    pub(crate) gone: Vec<Gone>,
    /// The literals of all their clauses, each without the literal of the eliminated variable.
    literals: Vec<Lit>,
    /// By clause: the end of its literals; they begin where those of the clause before end.
    ends: Vec<u32>,
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

    /// Adds a variable with its clauses, positive and negative, the gate clauses first, and the numbers of gate clauses.
    pub(crate) fn push<'a>(
        &mut self,
        var: Var,
        clauses: [impl Iterator<Item = &'a [Lit]>; 2],
        gate: [usize; 2],
    ) {
        if self.place.len() <= var.index() {
            self.place.resize(var.index() + 1, 0);
        }
        let first = self.ends.len() as u32;
        let clauses = clauses.map(|clauses| {
            let before = self.ends.len();
            for clause in clauses {
                self.literals.extend(clause.iter().filter(|lit| lit.var() != var));
                self.ends.push(self.literals.len() as u32);
            }
            (self.ends.len() - before) as u32
        });
        self.gone.push(Gone { var, first, clauses, gate: gate.map(|number| number as u32) });
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
            open.extend(self.gate_clauses(&self.gone[number]).flatten().map(Lit::var));
        }
        back
    }

    /// The gate clauses of a variable.
    pub(crate) fn gate_clauses(&self, gone: &Gone) -> impl Iterator<Item = Vec<Lit>> {
        let [positive, negative] = gone.gate;
        self.clauses(gone, [0..positive, 0..negative])
    }

    /// The other clauses of a variable.
    pub(crate) fn other_clauses(&self, gone: &Gone) -> impl Iterator<Item = Vec<Lit>> {
        let (gate, all) = (gone.gate, gone.clauses);
        self.clauses(gone, [gate[0]..all[0], gate[1]..all[1]])
    }

    /// Whether an eliminated variable is true, given which literals are false.
    pub(crate) fn is_true(&self, gone: &Gone, is_false: impl Fn(Lit) -> bool) -> bool {
        (0..gone.gate[0]).any(|number| self.rest(gone.first + number).iter().all(|&lit| is_false(lit)))
    }

    /// The literals of a clause without that of the eliminated variable.
    fn rest(&self, clause: u32) -> &[Lit] {
        let clause = clause as usize;
        let start = if clause == 0 { 0 } else { self.ends[clause - 1] };
        &self.literals[start as usize..self.ends[clause] as usize]
    }

    /// The clauses of a variable with these numbers among those of each sign.
    fn clauses(&self, gone: &Gone, [positive, negative]: [Range<u32>; 2]) -> impl Iterator<Item = Vec<Lit>> {
        let (var, first, second) = (gone.var, gone.first, gone.first + gone.clauses[0]);
        let whole = |clause: u32, lit: Lit| self.rest(clause).iter().copied().chain([lit]).collect();
        let positive = positive.map(move |number| whole(first + number, var.positive()));
        positive.chain(negative.map(move |number| whole(second + number, var.negative())))
    }
}
