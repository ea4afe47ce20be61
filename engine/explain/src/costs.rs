//! Why no answer set costs less: a conflict with a bound, and groups of costs that cannot all be avoided.
//!
//! ```text
//! { go(X,Y) : edge(X,Y,C) } = 1 :- node(X).  #minimize { C,X,Y : go(X,Y), edge(X,Y,C) }.
//!
//! group    go(1,2) go(1,3), which cost 2 and 1: at least 1 is paid for one of them
//! group    go(2,3), which costs 2: 2 are paid
//! ```
//!
//! Groups are cores of the assumption that nothing is paid. The least cost of a group is subtracted from the costs of all
//! its members, and the search goes on with the rest, until everything that remains can be avoided together: the sum of
//! the least costs is a lower bound (Fu, Malik: "On Solving the Partial MAX-SAT Problem", SAT 2006; Ansótegui, Bonet,
//! Levy: "Solving (Weighted) Partial MaxSAT through Satisfiability Testing", SAT 2009).

use crate::conflict::Conflict;
use crate::explainer::{Explainer, Outcome};
use crate::minimize::{Minimized, minimize};
use crate::options::ExplainOptions;
use crate::parts::{self, Part};
use crate::probe::Verdict;
use crate::relax::Guard;
use crate::verify::other_config;
use hamadryad_aspif::{BodyRef, Head, Literal, WeightedLiteral};
use hamadryad_solve::Config;
use hamadryad_symbol::Symbol;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;

/// The greatest number of groups whose conflicts are searched.
const CONFLICTS: usize = 12;

/// Costs that cannot all be avoided.
#[derive(Clone, PartialEq, Debug)]
pub struct CostGroup {
    /// The part of the lower bound that the group gives.
    pub least: i64,
    /// The conditions of its costs.
    pub conditions: Vec<CostCondition>,
    /// Why they cannot all be false; `None` beyond the first groups, and if the search was stopped.
    pub conflict: Option<Conflict>,
}

/// The condition of a cost: literals that hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CostCondition {
    /// The atoms of the condition, each with its sign; empty if they have no names.
    pub literals: Vec<(Symbol, bool)>,
    /// The cost.
    pub cost: i64,
}

/// The groups of a priority.
#[derive(Clone, PartialEq, Debug)]
pub struct CostGroups {
    /// The groups, in the order in which they were found.
    pub groups: Vec<CostGroup>,
    /// The costs that every answer set has, whatever holds: the sum of negative weights.
    pub base: i64,
}

impl CostGroups {
    /// The lower bound.
    pub fn least(&self) -> i64 {
        self.base + self.groups.iter().map(|group| group.least).sum::<i64>()
    }
}

impl Explainer<'_> {
    /// Why no answer set is cheaper than these costs, highest priority first: a conflict in which a bound is an element. The
    /// costs of higher priorities may be as high as given, those of the last given one must be less.
    ///
    /// # Panics
    /// If there are no costs, or more than the program has priorities.
    pub fn cheaper_than(&mut self, costs: &[i64]) -> Outcome<Conflict> {
        let mut bounds: Vec<(i32, i64)> = self.priorities().into_iter().zip(costs.iter().copied()).collect();
        assert!(bounds.len() == costs.len(), "there are more costs than priorities");
        bounds.last_mut().expect("there is a cost").1 -= 1;
        let options = ExplainOptions { bounds, ..self.options.clone() };
        self.with_options(options, Self::conflict)
    }

    /// The priorities of the objective, highest first.
    fn priorities(&self) -> Vec<i32> {
        let mut priorities: Vec<i32> = self.program.objective().map(|(priority, _)| priority).collect();
        priorities.sort_unstable_by_key(|&priority| Reverse(priority));
        priorities.dedup();
        priorities
    }

    /// Runs a question with other assumptions and bounds.
    fn with_options<T>(&mut self, options: ExplainOptions, ask: impl FnOnce(&mut Self) -> T) -> T {
        let values = parts::values(self.program, self.grounder, &self.externals, &options);
        let old_values = std::mem::replace(&mut self.values, values);
        let old_options = std::mem::replace(&mut self.options, options);
        let answer = ask(self);
        (self.values, self.options) = (old_values, old_options);
        answer
    }

    /// Groups of costs of a priority that cannot all be avoided, under the bounds of the options. Each group was confirmed
    /// by another solver. `None` if the search was stopped.
    pub fn cost_groups(&mut self, priority: i32) -> Option<CostGroups> {
        let mut costs: IndexMap<Literal, i64, FxBuildHasher> = IndexMap::default();
        let mut base = 0;
        let of_priority = self.program.objective().filter(|&(other, _)| other == priority);
        for &WeightedLiteral { literal, weight } in of_priority.flat_map(|(_, literals)| literals) {
            let weight = i64::from(weight);
            base += weight.min(0);
            // A negative weight is saved unless its literal holds.
            let literal = if weight < 0 { !literal } else { literal };
            *costs.entry(literal).or_default() += weight.abs();
        }
        let all = costs.clone();
        let values: Vec<Part> = self.values.clone();
        let (mut prober, always) = self.prober(Config::default(), &values, Guard::Hard);
        let (mut other, always_there) = self.prober(other_config(), &values, Guard::Hard);
        let mut groups = Vec::new();
        loop {
            costs.retain(|_, cost| *cost > 0);
            // The cheap ones are left out first, so that the others remain in the group.
            costs.sort_by(|_, left, _, right| left.cmp(right));
            let avoided: Vec<Literal> = costs.keys().map(|&literal| !literal).collect();
            let core = match minimize(&mut prober, &always, &avoided, (0..avoided.len()).collect()) {
                Minimized::Answer => break,
                Minimized::Core(core, _) => core,
                Minimized::Unknown => return None,
            };
            let members: Vec<Literal> = core.iter().map(|&at| !avoided[at]).collect();
            let claim = always_there.iter().copied().chain(members.iter().map(|&literal| !literal));
            if !matches!(other.test(claim.collect()), Verdict::Conflict(_)) || members.is_empty() {
                return None;
            }
            let least = members.iter().map(|literal| costs[literal]).min().unwrap_or(0);
            members.iter().for_each(|literal| costs[literal] -= least);
            groups.push((least, members));
        }
        self.tests += prober.tests + other.tests;
        let groups = groups.into_iter().enumerate().map(|(number, (least, members))| {
            let conflict = if number < CONFLICTS { self.conflict_of(&members) } else { None };
            let condition =
                |literal: &Literal| CostCondition { literals: self.condition(*literal), cost: all[literal] };
            CostGroup { least, conditions: members.iter().map(condition).collect(), conflict }
        });
        let groups = groups.collect();
        Some(CostGroups { groups, base })
    }

    /// Why these literals cannot all be false.
    fn conflict_of(&mut self, members: &[Literal]) -> Option<Conflict> {
        let mut options = self.options.clone();
        options.literals.extend(members.iter().map(|&literal| !literal));
        match self.with_options(options, Self::conflict) {
            Outcome::Found(conflict) => Some(conflict),
            _ => None,
        }
    }

    /// The literals with names that a literal stands for: itself, or the body of its only rule.
    fn condition(&self, literal: Literal) -> Vec<(Symbol, bool)> {
        let named =
            |literal: Literal| self.program.name_of(literal.atom()).map(|name| (name, literal.is_positive()));
        if let Some(own) = named(literal) {
            return vec![own];
        }
        let head = [literal.atom()];
        let mut rules = self.program.rules().filter(|rule| rule.head == Head::Disjunction(&head));
        match (rules.next().map(|rule| rule.body), rules.next()) {
            (Some(BodyRef::Normal(body)), None) if literal.is_positive() => {
                body.iter().filter_map(|&literal| named(literal)).collect()
            }
            _ => Vec::new(),
        }
    }
}
