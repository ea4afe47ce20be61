//! Parity constraints: an even or odd number of the literals of a constraint is true, in one search.
//!
//! ```text
//! {a; b; c}.     a ⊕ b = 1,  b ⊕ c = 1        leaves the answer sets {b} and {a c}
//! ```
//!
//! The constraints of a search are a system of linear equations over the field of two elements. A row of bits
//! is an equation; its last column is the constant 1, which turns an odd sum into an even one. The system is
//! kept in reduced row echelon form (Han, Jiang: "When Boolean Satisfiability Meets Gaussian Elimination in a
//! Simplex Way", CAV 2012): each row has a basic column, which no other row contains. When a basic variable
//! is assigned, another free variable of the row becomes basic, and the row is added to all rows that contain
//! it. A row whose only free variable is basic implies that variable; a row without free variables is
//! satisfied or a conflict. Sums of rows are equations as well, so backjumping leaves the rows as they are.
//!
//! All constraints contain a guard, as all constraints of a single search do: they hold while it is true.
//!
//! Invariant: a basic column is in its own row only. After propagation without a conflict, the basic column
//! of each row is free, unless all columns of the row are assigned.

use crate::propagate::propagator::{Context, Propagator};
use hamadryad_sat::{Conflict, Lit, Solver, Var};

/// A constraint: the number of true literals is odd, or even.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ParityConstraint {
    pub(crate) lits: Vec<Lit>,
    pub(crate) is_odd: bool,
}

/// A row of bits, one for each column.
type Row = Vec<u64>;

fn has(row: &[u64], column: usize) -> bool {
    row[column / 64] >> (column % 64) & 1 == 1
}

fn flip(row: &mut [u64], column: usize) {
    row[column / 64] ^= 1 << (column % 64);
}

/// The columns of a row.
fn columns(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(place, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * place + bit)
        })
    })
}

/// The first column of a row that is not in `excluded`.
fn first_outside(row: &[u64], excluded: &[u64]) -> Option<usize> {
    let words = row.iter().zip(excluded).map(|(word, excluded)| word & !excluded);
    let (place, word) = words.enumerate().find(|&(_, word)| word != 0)?;
    Some(64 * place + word.trailing_zeros() as usize)
}

/// A literal that a row has implied.
#[derive(Clone)]
struct Implied {
    position: usize,
    /// The row at that time.
    row: Row,
}

/// The parity constraints of a search.
#[derive(Clone, Default)]
pub(crate) struct ParityConstraints {
    guard: Option<Lit>,
    /// Whether the guard is true.
    is_active: bool,
    /// By column except the last: its variable.
    vars: Vec<Var>,
    /// By variable: its column.
    column_of: Vec<Option<u32>>,
    rows: Vec<Row>,
    /// By row: its basic column.
    basic: Vec<usize>,
    /// The columns that are assigned; the last is.
    assigned: Row,
    /// The columns that are assigned true; the last is.
    values: Row,
    /// Whether a column or the guard was assigned since the last propagation.
    has_changed: bool,
    /// The constraints contradict each other.
    is_contradictory: bool,
    /// The implied literals on the trail, by id.
    implied: Vec<Implied>,
}

impl ParityConstraints {
    /// Replaces all constraints, at level 0. They hold while the guard is true.
    pub(crate) fn set(&mut self, solver: &Solver, guard: Lit, constraints: &[ParityConstraint]) {
        self.clear();
        if constraints.is_empty() {
            return;
        }
        self.guard = Some(guard);
        self.column_of = vec![None; solver.num_vars()];
        for lit in constraints.iter().flat_map(|constraint| &constraint.lits) {
            let column = &mut self.column_of[lit.var().index()];
            if solver.is_free(*lit) && column.is_none() {
                *column = Some(self.vars.len() as u32);
                self.vars.push(lit.var());
            }
        }
        let words = self.vars.len() / 64 + 1;
        self.assigned = vec![0; words];
        flip(&mut self.assigned, self.vars.len());
        self.values.clone_from(&self.assigned);
        for constraint in constraints {
            self.add_row(self.row(solver, constraint));
        }
        self.has_changed = true;
    }

    /// Removes all constraints.
    pub(crate) fn clear(&mut self) {
        *self = ParityConstraints::default();
    }

    /// The literals of the constraints that are not fixed, and the guard.
    pub(crate) fn literals(&self) -> impl Iterator<Item = Lit> + '_ {
        self.vars.iter().map(|var| var.positive()).chain(self.guard)
    }

    fn row(&self, solver: &Solver, constraint: &ParityConstraint) -> Row {
        let constant = self.vars.len();
        let mut row = vec![0; constant / 64 + 1];
        if constraint.is_odd {
            flip(&mut row, constant);
        }
        for &lit in &constraint.lits {
            match self.column_of[lit.var().index()] {
                Some(column) => {
                    flip(&mut row, column as usize);
                    if !lit.is_positive() {
                        flip(&mut row, constant);
                    }
                }
                None if solver.is_true(lit) => flip(&mut row, constant),
                None => {}
            }
        }
        row
    }

    /// Adds a row that is reduced by the other rows, and reduces them by it.
    fn add_row(&mut self, mut row: Row) {
        for (other, &basic) in self.rows.iter().zip(&self.basic) {
            if has(&row, basic) {
                add(&mut row, other);
            }
        }
        // Only the last column is assigned so far.
        match first_outside(&row, &self.assigned) {
            Some(column) => {
                self.rows.push(row);
                self.basic.push(column);
                self.make_basic(self.rows.len() - 1, column);
            }
            None => self.is_contradictory |= has(&row, self.vars.len()),
        }
    }

    /// Makes a column of a row its basic column.
    fn make_basic(&mut self, number: usize, column: usize) {
        let row = std::mem::take(&mut self.rows[number]);
        for other in self.rows.iter_mut().filter(|other| !other.is_empty()) {
            if has(other, column) {
                add(other, &row);
            }
        }
        self.rows[number] = row;
        self.basic[number] = column;
    }

    fn column(&self, var: Var) -> Option<usize> {
        self.column_of.get(var.index()).copied().flatten().map(|column| column as usize)
    }

    /// The literal of a column that is false now.
    fn false_literal(&self, column: usize) -> Lit {
        let lit = self.vars[column].positive();
        if has(&self.values, column) { !lit } else { lit }
    }

    /// Whether the number of true columns of a row is odd.
    fn is_odd(&self, number: usize) -> bool {
        let words = self.rows[number].iter().zip(&self.values);
        words.map(|(row, values)| (row & values).count_ones()).sum::<u32>() % 2 == 1
    }

    /// Makes the basic columns free, as far as possible.
    fn restore_basic_columns(&mut self) {
        for number in 0..self.rows.len() {
            if has(&self.assigned, self.basic[number])
                && let Some(column) = first_outside(&self.rows[number], &self.assigned)
            {
                self.make_basic(number, column);
            }
        }
    }

    /// Implies the basic variable of a row if it is the only free one, or reports a row without free
    /// variables whose number of true columns is odd.
    fn propagate_row(&mut self, context: &mut Context<'_>, number: usize) -> Result<(), Conflict> {
        let (row, basic) = (&self.rows[number], self.basic[number]);
        if has(&self.assigned, basic) {
            if !self.is_odd(number) {
                return Ok(());
            }
            let constant = self.vars.len();
            let falsified = columns(row).filter(|&column| column != constant);
            let mut clause: Vec<Lit> = falsified.map(|column| self.false_literal(column)).collect();
            clause.extend(self.guard.map(|guard| !guard));
            return Err(context.conflict(&clause));
        }
        let is_alone =
            row.iter().zip(&self.assigned).map(|(row, done)| (row & !done).count_ones()).sum::<u32>() == 1;
        if !is_alone {
            return Ok(());
        }
        let lit = self.vars[basic].positive();
        let lit = if self.is_odd(number) { lit } else { !lit };
        self.implied.push(Implied { position: context.solver.trail().len(), row: row.clone() });
        context.imply(lit, (self.implied.len() - 1) as u32)
    }
}

/// Adds a row to another.
fn add(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(word, other)| *word ^= other);
}

impl Propagator for ParityConstraints {
    #[inline]
    fn assigned(&mut self, lit: Lit, _: usize) {
        if self.guard.is_none() {
            return;
        }
        if self.guard == Some(lit) {
            (self.is_active, self.has_changed) = (true, true);
        }
        if let Some(column) = self.column(lit.var()) {
            flip(&mut self.assigned, column);
            if lit.is_positive() {
                flip(&mut self.values, column);
            }
            self.has_changed = true;
        }
    }

    fn unassigned(&mut self, lit: Lit) {
        if self.guard == Some(lit) {
            self.is_active = false;
        }
        if let Some(column) = self.column(lit.var()) {
            flip(&mut self.assigned, column);
            if lit.is_positive() {
                flip(&mut self.values, column);
            }
        }
    }

    fn backjumped(&mut self, _: &Solver, keep: usize) {
        while self.implied.last().is_some_and(|implied| implied.position >= keep) {
            self.implied.pop();
        }
    }

    fn propagate(&mut self, context: &mut Context<'_>) -> Result<(), Conflict> {
        let Some(guard) = self.guard.filter(|_| self.is_active && self.has_changed) else { return Ok(()) };
        if self.is_contradictory {
            return Err(context.conflict(&[!guard]));
        }
        self.restore_basic_columns();
        for number in 0..self.rows.len() {
            self.propagate_row(context, number)?;
        }
        self.has_changed = false;
        Ok(())
    }

    fn explain(&mut self, solver: &Solver, lit: Lit, id: u32, reason: &mut Vec<Lit>) {
        let row = &self.implied[id as usize].row;
        let vars = columns(row).filter_map(|column| self.vars.get(column));
        let others = vars.map(|var| var.positive()).filter(|other| other.var() != lit.var());
        reason
            .extend(others.map(|other| if solver.is_true(other) { other } else { !other }).chain(self.guard));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagate::answers::samples;
    use crate::propagate::reason_checker::{
        Strength, check, new_vars, random, random_clauses, random_literal, restless,
    };
    use rand::RngExt;

    /// The naive version: counts the true literals of each constraint.
    fn holds(guard: Lit, constraints: &[ParityConstraint], is_true: &dyn Fn(Lit) -> bool) -> bool {
        let parity = |constraint: &ParityConstraint| {
            let number = constraint.lits.iter().filter(|&&lit| is_true(lit)).count();
            (number % 2 == 1) == constraint.is_odd
        };
        !is_true(guard) || constraints.iter().all(parity)
    }

    #[test]
    fn inferences_follow_from_the_constraints() {
        let (mut implications, mut conflicts) = (0, 0);
        for seed in 0..300 {
            let random = &mut random(seed);
            let mut solver = restless();
            let number = random.random_range(4..=11);
            let vars = new_vars(&mut solver, number);
            let guard = vars[0];
            let mut clauses = random_clauses(random, &mut solver, &vars);
            // While the guard is true, all consequences of all constraints together are found.
            let is_complete = random.random();
            if is_complete {
                solver.add_clause(&[guard]);
                clauses.push(vec![guard]);
            }
            let constraint = |random: &mut _| ParityConstraint {
                lits: (0..number).map(|_| random_literal(random, &vars[1..])).collect(),
                is_odd: random.random(),
            };
            let constraints: Vec<ParityConstraint> =
                (0..random.random_range(1..=6)).map(|_| constraint(random)).collect();
            let mut propagator = ParityConstraints::default();
            propagator.set(&solver, guard, &constraints);
            let naive = |is_true: &dyn Fn(Lit) -> bool| holds(guard, &constraints, is_true);
            let strength = if is_complete { Strength::Complete } else { Strength::Sound };
            let checked = check(random, solver, propagator, &clauses, &naive, strength);
            implications += checked.0;
            conflicts += checked.1;
        }
        assert!(implications > 500 && conflicts > 50, "{implications} {conflicts}");
    }

    #[test]
    fn parity_constraints_hold_with_all_other_constraints() {
        // More than 20,000 answer sets: 14 of 28 atoms, on an acyclic graph, with a bound.
        let text = "{ a(1..28) } = 14. d(X) :- a(X), not a(X+1). #show a/1.
            b(X) :- a(X), b(X-1), X > 1. b(1) :- a(1). #edge (X,X+1) : a(X). #edge (28,1) : a(28).";
        for sample in samples(text, 3, 20) {
            assert_eq!(sample.matches("a(").count(), 14, "{sample}");
        }
        assert_eq!(samples(text, 3, 5), samples(text, 3, 5), "a seed determines the samples");
        assert_ne!(samples(text, 3, 5), samples(text, 4, 5));
    }
}
