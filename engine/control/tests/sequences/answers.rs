//! The answers of a program for comparison: sets of models, each with all of its atoms, its shown terms and
//! its costs.

use hamadryad::{Control, Error, OptimizeMode, Part, SolveOptions, Symbol, Symbols};
use hamadryad_check::source::{Oracle, Setting};
use std::collections::BTreeMap;

/// The largest number of models that are compared.
const MOST: u64 = 400;

/// A model as values that belong to no control.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Found {
    /// In ascending order.
    pub atoms: Vec<String>,
    /// In ascending order.
    pub shown: Vec<String>,
    /// By priority, highest last; zero costs are omitted, because a grounder may simplify a priority away.
    pub costs: BTreeMap<i32, i64>,
}

impl Found {
    pub fn new(
        symbols: &Symbols,
        atoms: impl Iterator<Item = Symbol>,
        shown: impl Iterator<Item = Symbol>,
        priorities: &[i32],
        costs: &[i64],
    ) -> Found {
        let write = |symbol: Symbol| symbols.display(symbol).to_string();
        let (mut atoms, mut shown): (Vec<_>, Vec<_>) =
            (atoms.map(write).collect(), shown.map(write).collect());
        atoms.sort();
        shown.sort();
        shown.dedup();
        let costs = priorities.iter().copied().zip(costs.iter().copied()).filter(|&(_, cost)| cost != 0);
        Found { atoms, shown, costs: costs.collect() }
    }

    pub fn contains(&self, atom: &str) -> bool {
        self.atoms.binary_search_by(|other| other.as_str().cmp(atom)).is_ok()
    }

    /// Whether it costs less than another model: the highest priority at which they differ decides.
    pub fn is_better(&self, other: &Found) -> bool {
        let mut priorities: Vec<i32> = self.costs.keys().chain(other.costs.keys()).copied().collect();
        priorities.sort_unstable();
        let cost = |of: &Found, priority: i32| of.costs.get(&priority).copied().unwrap_or(0);
        let differing = priorities.iter().rev().find(|&&at| cost(self, at) != cost(other, at));
        differing.is_some_and(|&at| cost(self, at) < cost(other, at))
    }
}

/// All models of a program that is grounded and solved in a single step, in ascending order; `None` if they
/// are too many to compare.
///
/// # Errors
/// If the control rejects the program, which is a failure of the test.
pub fn at_once(text: &str) -> Result<Option<Vec<Found>>, Error> {
    let mut control = Control::new();
    control.add("one-shot.lp", text)?;
    control.ground(&[Part::base()])?;
    let priorities = control.priorities().to_vec();
    let options =
        SolveOptions { models: Some(MOST + 1), optimize: OptimizeMode::Enumerate, ..SolveOptions::default() };
    let mut search = control.solve(options)?;
    let mut found = Vec::new();
    while let Some(model) = search.next_model() {
        found.push(Found::new(model.symbols(), model.atoms(), model.shown(), &priorities, model.costs()));
    }
    found.sort();
    Ok((found.len() as u64 <= MOST).then_some(found))
}

/// As [`at_once`], by the oracle, which shares no code for grounding or solving with a control; `None` if the
/// program exceeds its limits.
pub fn by_the_oracle(text: &str) -> Option<Vec<Found>> {
    let mut symbols = Symbols::new();
    let oracle = Oracle::from_text(&mut symbols, text, &Setting::default()).ok()?;
    let answers = oracle.answers(&symbols).ok()?;
    let mut found: Vec<Found> = answers
        .iter()
        .map(|answer| {
            let (priorities, costs): (Vec<i32>, Vec<i64>) = answer.cost.iter().copied().unzip();
            let (atoms, shown) = (answer.atoms.iter().copied(), answer.shown.iter().copied());
            Found::new(&symbols, atoms, shown, &priorities, &costs)
        })
        .collect();
    found.sort();
    Some(found)
}
