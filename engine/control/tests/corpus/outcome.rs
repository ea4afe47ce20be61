//! The outcome of a program as text: the optimal costs, and the sorted answer sets.

use hamadryad::{Control, Error, OptimizeMode, SolveOptions, Symbol, Symbols, Threads};
use std::fmt;

/// The answer sets, or with an objective the optimal answer sets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The priorities of the objective, highest first.
    priorities: Vec<i32>,
    /// The least costs, in the order of the priorities; empty without an objective or an answer set.
    costs: Vec<i64>,
    /// The shown terms of each answer set.
    answers: Vec<String>,
}

impl Outcome {
    /// An outcome without answer sets, of a program with these priorities.
    pub fn new(priorities: &[i32]) -> Outcome {
        Outcome { priorities: priorities.to_vec(), ..Outcome::default() }
    }

    /// Adds an answer set. With an objective, it is ignored unless it was proven optimal.
    pub fn add(&mut self, symbols: &Symbols, mut shown: Vec<Symbol>, costs: &[i64], is_best: bool) {
        if !is_best && !self.priorities.is_empty() {
            return;
        }
        shown.sort_by(|&a, &b| symbols.cmp(a, b));
        let shown: Vec<String> = shown.iter().map(|&symbol| symbols.display(symbol).to_string()).collect();
        self.costs = costs.to_vec();
        self.answers.push(shown.join(" "));
    }

    /// Sorts the answer sets by their texts.
    pub fn sorted(mut self) -> Outcome {
        self.answers.sort();
        self
    }

    /// The optimal answer sets of two outcomes of the same program.
    pub fn merge(mut self, other: Outcome) -> Outcome {
        if self.answers.is_empty() {
            return other.sorted();
        }
        if !other.answers.is_empty() && other.costs <= self.costs {
            if other.costs < self.costs {
                return other.sorted();
            }
            self.answers.extend(other.answers);
        }
        self.sorted()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.costs.is_empty() {
            let costs = self.costs.iter().zip(&self.priorities);
            let costs: Vec<String> = costs.map(|(cost, priority)| format!("{cost}@{priority}")).collect();
            writeln!(f, "% Optimum: {}", costs.join(" "))?;
        }
        writeln!(f, "% Answers: {}", self.answers.len())?;
        for answer in &self.answers {
            writeln!(f, "{}", format!("%   {answer}").trim_end())?;
        }
        Ok(())
    }
}

/// All answer sets under assumptions, or with an objective the optimal answer sets.
pub fn answers(control: &mut Control, assumptions: &[(Symbol, bool)]) -> Result<Outcome, String> {
    answers_of(control, assumptions, Threads::default())
}

/// As [`answers`], with several threads.
pub fn answers_of(
    control: &mut Control,
    assumptions: &[(Symbol, bool)],
    threads: Threads,
) -> Result<Outcome, String> {
    let mut outcome = Outcome::new(control.priorities());
    let options = SolveOptions {
        models: Some(0),
        optimize: OptimizeMode::EnumerateOptimal,
        assumptions,
        threads,
        ..SolveOptions::default()
    };
    let mut search = control.solve(options).map_err(|error| error.to_string())?;
    while let Some(model) = search.next_model() {
        outcome.add(model.symbols(), model.shown().collect(), model.costs(), model.optimality_proven());
    }
    assert!(search.summary().exhausted, "all answer sets are to be found");
    Ok(outcome.sorted())
}

/// An error with its places.
pub fn described(control: &Control, error: &Error) -> String {
    let Error::Program(diagnostics) = error else { return error.to_string() };
    let line = |diagnostic: &hamadryad::Diagnostic| {
        format!("{}: {}", control.sources().describe(diagnostic.span), diagnostic.message)
    };
    diagnostics.iter().map(line).collect::<Vec<String>>().join("\n")
}
