//! The search of one cube, which shares its answer sets with all processes and profits from theirs.

use super::best::{Best, Lookout};
use super::cube::{Cube, Decision, compare};
use super::halves::Groups;
use super::problem::{Problem, Question};
use crate::LabError;
use hamadryad::{Atom, BodyRef, Control, Head, Literal, OptimizeMode, SolveOptions, Summary};
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

/// The end of a search.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum End {
    /// As [`Verdict::Exhausted`](super::Verdict::Exhausted).
    Exhausted { models: Option<u64>, bound: Vec<i64> },
    /// An answer set was found, and one is enough.
    Satisfiable,
    /// The limit is reached; with proven lower bounds of the costs in the cube, if any are known.
    Limit { lower: Vec<i64> },
    /// The process is to stop.
    Stopped,
}

/// The reason for which a search was interrupted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    News,
    Limit,
    Stop,
}

/// A control with the problem of a directory.
pub(super) struct Searcher<'d> {
    pub control: Control,
    pub problem: Problem,
    pub directory: &'d Path,
    /// The groups of atoms of the problem, once they are needed.
    groups: Option<Rc<Groups>>,
    /// The atoms that are true if one of several is.
    some_of: HashMap<Vec<Atom>, Atom>,
}

impl<'d> Searcher<'d> {
    /// Reads the problem of a directory.
    pub fn new(directory: &'d Path) -> Result<Searcher<'d>, LabError> {
        let problem = Problem::of(directory)?;
        let control = problem.control(directory)?;
        Ok(Searcher { control, problem, directory, groups: None, some_of: HashMap::new() })
    }

    /// The groups of atoms of the problem.
    pub fn groups(&mut self) -> Result<Rc<Groups>, LabError> {
        let groups = match self.groups.take() {
            Some(groups) => groups,
            None => Rc::new(Problem::groups(self.directory)?),
        };
        Ok(Rc::clone(self.groups.insert(groups)))
    }

    /// The literal of a decision. For a decision about several atoms, it is a new atom.
    pub fn literal(&mut self, decision: &Decision) -> Result<Literal, LabError> {
        let atom = match (decision.atoms(), self.some_of.get(decision.atoms())) {
            ([atom], _) | (_, Some(atom)) => *atom,
            (atoms, None) => self.define(atoms)?,
        };
        Ok(if decision.is_true() { atom.positive() } else { atom.negative() })
    }

    /// Defines a new atom that is true if one of these atoms is, which changes no answer set. The atoms of their group
    /// that are false then are so by constraints, because propagation of a cardinality bound waits until one of its
    /// atoms is true.
    fn define(&mut self, atoms: &[Atom]) -> Result<Atom, LabError> {
        let excluded = self.groups()?.excluded_by(atoms);
        let mut backend = self.control.backend();
        let some = backend.new_atom();
        for atom in atoms {
            backend.rule(Head::Disjunction(&[some]), BodyRef::Normal(&[atom.positive()]));
        }
        for atom in excluded {
            backend.rule(Head::Disjunction(&[]), BodyRef::Normal(&[some.positive(), atom.positive()]));
        }
        backend.finish().map_err(|error| LabError::Unsolvable { reason: error.to_string() })?;
        self.some_of.insert(atoms.to_vec(), some);
        Ok(some)
    }

    /// The literals of a cube.
    pub fn literals(&mut self, cube: &Cube) -> Result<Vec<Literal>, LabError> {
        cube.decisions().iter().map(|decision| self.literal(decision)).collect()
    }

    /// Searches a cube until it is exhausted, or `limit` or `stop` returns `true`. `lower` are proven lower bounds of
    /// the costs in the cube; empty if none are known.
    ///
    /// A search for an optimum begins anew with a lower bound whenever another process has found a better answer set;
    /// learnt clauses that do not depend on the bound stay.
    pub fn search(
        &mut self,
        cube: &Cube,
        lower: &[i64],
        limit: &dyn Fn() -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<End, LabError> {
        loop {
            let best = Best::of(self.directory)?;
            if best.is_some() && self.problem.question == Question::Satisfiable {
                return Ok(End::Satisfiable);
            }
            let mut bound = match self.problem.question {
                Question::Optimum => best.map(|best| best.costs).unwrap_or_default(),
                _ => Vec::new(),
            };
            if is_reached(&bound, lower) {
                return Ok(End::Exhausted { models: None, bound });
            }
            if let Some(end) = self.turn(cube, lower, &mut bound, limit, stop)? {
                return Ok(end);
            }
        }
    }

    /// One solve; `None` if another process has found a better answer set. `bound` becomes the costs of the best one
    /// that is found.
    fn turn(
        &mut self,
        cube: &Cube,
        lower: &[i64],
        bound: &mut Vec<i64>,
        limit: &dyn Fn() -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<End>, LabError> {
        let literals = self.literals(cube)?;
        let Searcher { control, problem: Problem { question, .. }, directory, .. } = self;
        let question = *question;
        let lookout = RefCell::new(Lookout::new(directory));
        let reason = Cell::new(None);
        let ends = || {
            let found = if stop() {
                Some(Reason::Stop)
            } else if limit() {
                Some(Reason::Limit)
            } else if question != Question::Count && lookout.borrow_mut().has_news() {
                Some(Reason::News)
            } else {
                None
            };
            reason.set(found.or(reason.get()));
            found.is_some()
        };
        let options = SolveOptions {
            models: match question {
                Question::Satisfiable => Some(1),
                Question::Optimum => None,
                Question::Count => Some(0),
            },
            optimize: match question {
                Question::Optimum => OptimizeMode::Optimize,
                _ => OptimizeMode::Ignore,
            },
            bound: just_below(bound),
            stop_at: (!lower.is_empty()).then(|| lower.to_vec()),
            literals: &literals,
            stop: &ends,
            ..SolveOptions::default()
        };
        let mut search =
            control.solve(options).map_err(|error| LabError::Unsolvable { reason: error.to_string() })?;
        while let Some(model) = search.next_model() {
            if question == Question::Count {
                continue;
            }
            let shown = model.shown().map(|symbol| model.symbols().display(symbol).to_string()).collect();
            let found = Best { costs: model.costs().to_vec(), shown };
            bound.clone_from(&found.costs);
            found.keep(directory)?;
            *lookout.borrow_mut() = Lookout::new(directory);
            if question == Question::Satisfiable {
                return Ok(Some(End::Satisfiable));
            }
        }
        let Summary { models, exhausted, lower_bounds, .. } = search.summary();
        let is_over = exhausted || is_reached(bound, lower);
        Ok(match (is_over, reason.get()) {
            (true, _) => {
                let models = (question == Question::Count).then_some(models);
                Some(End::Exhausted { models, bound: std::mem::take(bound) })
            }
            (false, Some(Reason::News)) => None,
            (false, Some(Reason::Limit)) => {
                // Of several levels, the lower bounds are not one bound in the order of costs.
                let found = if let [one] = lower_bounds[..] { vec![one] } else { Vec::new() };
                Some(End::Limit { lower: found.max(lower.to_vec()) })
            }
            (false, Some(Reason::Stop) | None) => Some(End::Stopped),
        })
    }
}

/// Whether no answer set costs less than `bound`, by the lower bounds.
fn is_reached(bound: &[i64], lower: &[i64]) -> bool {
    !bound.is_empty() && !lower.is_empty() && compare(bound, lower) != Ordering::Greater
}

/// The highest costs that are lower than some costs; `None` without costs.
fn just_below(costs: &[i64]) -> Option<Vec<i64>> {
    let (last, levels) = costs.split_last()?;
    Some(levels.iter().copied().chain([last.saturating_sub(1)]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_just_below_and_reached_bounds() {
        assert_eq!(just_below(&[3, 7]), Some(vec![3, 6]));
        assert_eq!(just_below(&[]), None);
        assert!(is_reached(&[3], &[3]) && is_reached(&[2], &[3]) && !is_reached(&[4], &[3]));
        assert!(!is_reached(&[], &[3]) && !is_reached(&[4], &[]));
    }
}
