//! Whether the search for the next model of consequences continues at the last model or starts afresh.
//!
//! ```text
//! 1 {p(X); q(X)} 1 :- X = 1..200.  r(X,Y) :- p(X), q(Y).       brave consequences: all
//!
//! continued: the next model differs in one X        afresh, first r(17,4), then r(9,120), …: half of all r(X,Y)
//! ```
//!
//! A continued search undoes the last decisions only: the next model is cheap and changes little of the estimate. A fresh
//! start undoes all decisions, and first decides literals that would change the estimate, in random order; other variables
//! have the values of the last model as their phases. The search measures how much of the estimate a propagation changes
//! each way, and takes the better one. It tries the other way for one model after it has spent as much as that model is
//! expected to cost.

use crate::search::models::Search;
use crate::translated_program::TranslatedProgram;
use hamadryad_random::Random;

/// If this number of models like the last one would complete the estimate, the other way is not tried.
const FEW: usize = 10;
/// The way that has lost is tried again after the effort of so many models of the other.
const PAUSE: u64 = 4;

/// The models found in one way; earlier ones count half as much with each further one.
#[derive(Clone, Copy, Default)]
struct Yield {
    /// The number of candidates that the models have settled.
    settled: f64,
    /// The number of propagations and of open candidates.
    effort: f64,
}

impl Yield {
    fn add(&mut self, settled: usize, effort: u64) {
        self.settled = self.settled / 2.0 + settled as f64;
        self.effort = self.effort / 2.0 + effort as f64;
    }

    fn is_better_than(&self, other: &Yield) -> bool {
        self.settled * other.effort > other.settled * self.effort
    }
}

/// The choice between both ways.
#[derive(Clone)]
pub(crate) struct FreshStarts {
    /// The present way: searches start afresh.
    is_fresh: bool,
    /// The present way is tried for one model.
    is_trial: bool,
    continued: Yield,
    fresh: Yield,
    /// The effort since the last trial, and the effort after which the next one is due.
    spent: u64,
    due: u64,
    /// The number of open candidates at the last model; `None` before the first model.
    open: Option<usize>,
    /// The number of propagations at the last model, or at the start of the search.
    propagations: u64,
    random: Random,
}

impl FreshStarts {
    /// The state at the start of a search, and the number of propagations before it.
    pub(crate) fn new(propagations: u64) -> FreshStarts {
        FreshStarts {
            is_fresh: false,
            is_trial: false,
            continued: Yield::default(),
            fresh: Yield::default(),
            spent: 0,
            due: 0,
            open: None,
            propagations,
            random: Random::new(0),
        }
    }

    /// Takes note of a model: the number of candidates that are open now, and of all propagations so far. Returns whether
    /// the search for the next model starts afresh.
    fn note_model(&mut self, open: usize, propagations: u64) -> bool {
        let effort = propagations.saturating_sub(self.propagations) + open as u64;
        self.propagations = propagations;
        let Some(before) = self.open.replace(open) else {
            // A fresh start may cost as much as the first model.
            self.due = effort;
            return false;
        };
        let settled = before.saturating_sub(open);
        let (present, other) = match self.is_fresh {
            true => (&mut self.fresh, self.continued),
            false => (&mut self.continued, self.fresh),
        };
        present.add(settled, effort);
        let is_better = present.is_better_than(&other);
        if self.is_trial {
            self.is_trial = false;
            self.is_fresh ^= !is_better;
            self.spent = 0;
            self.due = if is_better { PAUSE * effort } else { 2 * self.due.max(effort) };
        } else {
            self.spent += effort;
            if self.spent >= self.due && open > settled.saturating_mul(FEW) {
                self.is_trial = true;
                self.is_fresh = !self.is_fresh;
            }
        }
        self.is_fresh
    }
}

impl Search<'_> {
    /// Requires that the next model changes the estimate of the consequences. `false` if that is impossible.
    pub(crate) fn change_estimate(&mut self) -> bool {
        let mut wanted = self.difference();
        let propagations = self.program.sat.statistics().propagations;
        if !self.fresh_starts.note_model(wanted.len(), propagations) {
            return self.require_any(wanted);
        }
        let TranslatedProgram { sat, propagators, .. } = &mut *self.program;
        sat.remember_assignment();
        sat.undo_decisions(propagators);
        let is_possible = self.require_any(wanted.clone());
        self.fresh_starts.random.shuffle(&mut wanted);
        self.program.sat.decide_next(wanted);
        is_possible
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Consequences;
    use crate::propagate::answers::estimates;
    use std::collections::BTreeSet;

    const NODES: usize = 20;

    /// The pairs of different nodes where no path leads from the first to the second.
    fn unreachable(edges: &[(usize, usize)]) -> BTreeSet<String> {
        let mut pairs = BTreeSet::new();
        for from in 1..=NODES {
            let mut reached = BTreeSet::from([from]);
            let mut open = vec![from];
            while let Some(node) = open.pop() {
                let next = edges.iter().filter(|&&(tail, _)| tail == node).map(|&(_, head)| head);
                open.extend(next.filter(|&head| reached.insert(head)));
            }
            pairs.extend((1..=NODES).filter(|to| !reached.contains(to)).map(|to| format!("r({from},{to})")));
        }
        pairs
    }

    fn atoms(estimate: &str) -> BTreeSet<String> {
        estimate.trim_matches(['{', '}']).split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn few_models_settle_many_candidates() {
        for seed in 0..10 {
            let mut random = Random::new(seed);
            let edges: Vec<(usize, usize)> =
                (0..2 * seed).map(|_| (1 + random.index(NODES), 1 + random.index(NODES))).collect();
            let mut text = format!("1 {{p(X); q(X)}} 1 :- X = 1..{NODES}. r(X,Y) :- p(X), q(Y). #show r/2.");
            edges.iter().for_each(|(tail, head)| text += &format!(" :- p({tail}), q({head})."));
            let expected = unreachable(&edges);

            let brave = estimates(&text, Consequences::Brave);
            assert_eq!(atoms(brave.last().expect("there is a model")), expected, "{text}");
            assert!(brave.len() < 40, "{} models for {} pairs", brave.len(), expected.len());

            let all = (1..=NODES).flat_map(|from| (1..=NODES).map(move |to| format!("r({from},{to})")));
            let never = all.filter(|pair| !expected.contains(pair)).map(|pair| pair.replace('r', "s"));
            let never: BTreeSet<String> = never.collect();
            text = text.replace("#show r/2.", "s(X,Y) :- X = 1..20, Y = 1..20, not r(X,Y). #show s/2.");
            let cautious = estimates(&text, Consequences::Cautious);
            assert_eq!(atoms(cautious.last().expect("there is a model")), never, "{text}");
            assert!(cautious.len() < 40, "{} models for {} pairs", cautious.len(), expected.len());
        }
    }

    #[test]
    fn the_better_way_is_taken_and_the_other_one_is_tried_ever_less() {
        for fresh_settles in [1, 50] {
            let mut starts = FreshStarts::new(0);
            let (mut open, mut propagations, mut is_fresh) = (100_000, 1_000, false);
            let mut fresh = Vec::new();
            for number in 0..1000 {
                is_fresh = starts.note_model(open, propagations);
                if is_fresh {
                    fresh.push(number);
                }
                open -= if is_fresh { fresh_settles } else { 2 };
                propagations += if is_fresh { 100_000 } else { 10 };
            }
            if fresh_settles == 50 {
                assert!(fresh.len() > 700, "{fresh:?}");
            } else {
                assert!(!is_fresh && (2..12).contains(&fresh.len()), "{fresh:?}");
            }
        }
    }
}
