//! The tree of cubes: which parts of the search space are exhausted, which are open, and what follows.
//!
//! It is made from the records alone, and independently of how the cubes were chosen: the parts of each split must
//! cover its cube, and no assignment may be in two of them.

use super::best::Best;
use super::cube::{Cube, CubeRecord, Decision, Verdict, compare};
use super::problem::Question;
use crate::LabError;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::Path;

/// A cube that has no record.
#[derive(Clone, PartialEq, Debug)]
pub struct Open {
    /// The cube.
    pub cube: Cube,
    /// Its measured difficulty.
    pub difficulty: f64,
    /// Proven lower bounds of its costs, highest priority first; empty if none are known.
    pub lower: Vec<i64>,
}

/// The tree of a directory.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The cubes that are to be searched.
    pub open: Vec<Open>,
    /// The number of parts that are exhausted.
    pub exhausted: usize,
    /// The number of cubes that were split.
    pub splits: usize,
    /// The number of answer sets of the exhausted parts, if they are counted.
    pub models: u64,
    /// Whether a cube has an answer set, and one is enough.
    pub is_satisfiable: bool,
    /// The lowest bound against which a part was exhausted: no answer set of an exhausted part costs less.
    bound: Vec<i64>,
}

/// The answer to the question of a directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// No answer set exists.
    Unsatisfiable,
    /// An answer set.
    Satisfiable(Best),
    /// An answer set with the lowest costs.
    Optimum(Best),
    /// The number of answer sets.
    Count(u64),
}

impl Tree {
    /// The tree of records. Without a record of the whole search space, that is the one open cube.
    ///
    /// # Errors
    /// If the parts of a split overlap or do not cover their cube, or a record belongs to no cube of the tree.
    pub fn of(records: Vec<CubeRecord>, directory: &Path) -> Result<Tree, LabError> {
        let broken = |cube: &Cube, reason: &str| LabError::BrokenTree {
            path: directory.into(),
            cube: cube.to_string(),
            reason: reason.to_string(),
        };
        let mut records: HashMap<Cube, Verdict> =
            records.into_iter().map(|record| (record.cube, record.verdict)).collect();
        let mut tree = Tree::default();
        let mut waiting = vec![Open { cube: Cube::default(), difficulty: f64::INFINITY, lower: Vec::new() }];
        while let Some(node) = waiting.pop() {
            match records.remove(&node.cube) {
                None => tree.open.push(node),
                Some(Verdict::Exhausted { models, bound }) => tree.close(models, bound),
                Some(Verdict::Satisfiable) => tree.is_satisfiable = true,
                Some(Verdict::Split { open, closed, lower }) => {
                    let cubes =
                        open.iter().map(|part| &part.cube).chain(closed.iter().map(|part| &part.cube));
                    let cubes: Vec<&[Decision]> = cubes.map(Cube::decisions).collect();
                    let prefix = node.cube.decisions();
                    if !cubes.iter().all(|cube| cube.len() > prefix.len() && cube.starts_with(prefix)) {
                        return Err(broken(&node.cube, "a part does not belong to the cube"));
                    }
                    if !is_partition(&cubes, prefix.len()) {
                        return Err(broken(&node.cube, "its parts overlap, or do not cover it"));
                    }
                    tree.splits += 1;
                    closed.into_iter().for_each(|part| tree.close(part.models, part.bound));
                    let lower = lower.max(node.lower);
                    waiting.extend(open.into_iter().map(|part| Open {
                        cube: part.cube,
                        difficulty: part.difficulty,
                        lower: lower.clone(),
                    }));
                }
            }
        }
        match records.keys().next() {
            Some(cube) => Err(broken(cube, "no split has this part")),
            None => Ok(tree),
        }
    }

    fn close(&mut self, models: Option<u64>, bound: Vec<i64>) {
        self.exhausted += 1;
        self.models += models.unwrap_or(0);
        if compare(&bound, &self.bound) == Ordering::Less {
            self.bound = bound;
        }
    }

    /// The answer that follows from the tree and the best known answer set; `None` if more is to be searched.
    pub fn answer(&self, question: Question, best: Option<Best>) -> Option<Answer> {
        match (question, best) {
            (Question::Satisfiable, Some(best)) => Some(Answer::Satisfiable(best)),
            _ if !self.open.is_empty() || self.is_satisfiable => None,
            (Question::Count, _) => Some(Answer::Count(self.models)),
            (_, None) => Some(Answer::Unsatisfiable),
            (Question::Optimum, Some(best)) => {
                (compare(&best.costs, &self.bound) != Ordering::Greater).then_some(Answer::Optimum(best))
            }
        }
    }
}

/// Whether conjunctions with the same first `depth` decisions are the leaves of a binary tree below them: each total
/// assignment for which these decisions hold satisfies exactly one of them.
fn is_partition(cubes: &[&[Decision]], depth: usize) -> bool {
    if let [cube] = cubes
        && cube.len() == depth
    {
        return true;
    }
    let Some(first) = cubes.first().and_then(|cube| cube.get(depth)) else { return false };
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for &cube in cubes {
        match cube.get(depth) {
            Some(decision) if decision.atoms() != first.atoms() => return false,
            Some(decision) if decision.is_true() => with.push(cube),
            Some(_) => without.push(cube),
            None => return false,
        }
    }
    is_partition(&with, depth + 1) && is_partition(&without, depth + 1)
}

#[cfg(test)]
mod tests {
    use super::super::cube::{Closed, Part};
    use super::*;
    use crate::Machine;

    fn cube(text: &str) -> Cube {
        text.parse().expect("it is a cube")
    }

    fn record(text: &str, verdict: Verdict) -> CubeRecord {
        CubeRecord {
            experiment: super::super::CONQUER.into(),
            cube: cube(text),
            verdict,
            wall: 1.0,
            conflicts: 1,
            machine: Machine::this(1),
        }
    }

    fn split(open: &[&str], closed: &[(&str, Option<u64>)]) -> Verdict {
        let open = open.iter().map(|text| Part { cube: cube(text), difficulty: 1.0 }).collect();
        let closed = closed
            .iter()
            .map(|&(text, models)| Closed { cube: cube(text), models, bound: Vec::new() })
            .collect();
        Verdict::Split { open, closed, lower: Vec::new() }
    }

    fn exhausted(models: Option<u64>, bound: &[i64]) -> Verdict {
        Verdict::Exhausted { models, bound: bound.to_vec() }
    }

    fn tree(records: Vec<CubeRecord>) -> Result<Tree, LabError> {
        Tree::of(records, Path::new("dir"))
    }

    #[test]
    fn models_are_added_over_all_parts_and_open_parts_delay_the_answer() {
        let mut records = vec![
            record("-", split(&["1", "-1,2"], &[("-1,-2", Some(3))])),
            record("1", exhausted(Some(4), &[])),
        ];
        let found = tree(records.clone()).expect("a tree");
        assert_eq!((found.open.len(), found.exhausted, found.models), (1, 2, 7));
        assert_eq!(found.answer(Question::Count, None), None);
        records.push(record("-1,2", split(&["-1,2,5", "-1,2,-5"], &[])));
        records.push(record("-1,2,5", exhausted(Some(1), &[])));
        records.push(record("-1,2,-5", exhausted(Some(0), &[])));
        let found = tree(records).expect("a tree");
        assert_eq!(found.answer(Question::Count, None), Some(Answer::Count(8)));
        assert_eq!(found.answer(Question::Satisfiable, None), Some(Answer::Unsatisfiable));
    }

    #[test]
    fn some_of_several_atoms_and_none_of_them_cover_everything() {
        let found = tree(vec![record("-", split(&["1|2|3", "-1|2|3,4", "-1|2|3,-4"], &[]))]);
        assert_eq!(found.expect("a tree").open.len(), 3);
    }

    #[test]
    fn an_optimum_needs_a_model_that_costs_no_more_than_any_bound() {
        let records = vec![
            record("-", split(&["1", "-1"], &[])),
            record("1", exhausted(None, &[7])),
            record("-1", exhausted(None, &[5])),
        ];
        let found = tree(records).expect("a tree");
        let best = |cost| Some(Best { costs: vec![cost], shown: Vec::new() });
        assert_eq!(found.answer(Question::Optimum, best(5)), best(5).map(Answer::Optimum));
        // The model of cost 5 was lost: a part was exhausted only below 5.
        assert_eq!(found.answer(Question::Optimum, best(6)), None);
    }

    #[test]
    fn parts_that_overlap_or_leave_gaps_are_an_error() {
        for parts in [
            &["1"][..],
            &["1", "2"],
            &["1", "1"],
            &["1", "-1,2"],
            &["1,2", "-1"],
            &["1", "-1", "-1,2"],
            &["1|2", "-1|3"],
            &["1|2", "-1", "-2"],
            &[],
        ] {
            let error =
                tree(vec![record("-", split(parts, &[]))]).expect_err("it is no partition").to_string();
            assert!(error.contains("overlap"), "{parts:?}: {error}");
        }
        let records = vec![record("-", split(&["1", "-1"], &[])), record("2", exhausted(None, &[]))];
        assert!(tree(records).expect_err("2 is in no split").to_string().contains("no split has this part"));
        let records = vec![record("-", split(&["1", "-1"], &[])), record("1", split(&["2", "-2"], &[]))];
        assert!(tree(records).expect_err("2 is no part of 1").to_string().contains("does not belong"));
    }
}
