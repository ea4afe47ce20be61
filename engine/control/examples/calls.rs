//! Replays sequences of calls to a control: reads a JSON array per line from standard input, and writes a
//! line of outcomes for each.
//!
//! ```text
//! [{"call": "add", "text": "{a; b}. #external x."}, {"call": "ground", "parts": [["base", []]]},
//!  {"call": "assign", "atom": "x", "value": "true"}, {"call": "solve", "models": 0}]
//! ```
//!
//! yields an outcome per call: `{}`, `{"error": "…"}`, or for a solve
//! `{"answers": [{"shown": ["x"], "costs": [], "optimal": false}, …], "exhausted": true}`. A development
//! tool: `tests/hunt_against_clingo.py` compares the outcomes with the outcomes of clingo. A sequence ends at
//! its first error.

use hamadryad::{
    Consequences, Control, Descent, OptimizeMode, Part, Projection, SolveOptions, Strategy, Symbol, Threads,
    Truth,
};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::error::Error;
use std::io::{self, BufRead, Write};

#[derive(Deserialize)]
#[serde(tag = "call", rename_all = "lowercase", deny_unknown_fields)]
enum Call {
    Add { text: String },
    Ground { parts: Vec<(String, Vec<String>)> },
    Assign { atom: String, value: Value },
    Release { atom: String },
    Cleanup,
    Configure { strategy: String },
    Solve(Box<Solve>),
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Value {
    True,
    False,
    Free,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Solve {
    models: Option<u64>,
    /// `opt`, `optN`, `enum` or `ignore`.
    optimize: String,
    bound: Option<Vec<i64>>,
    /// `show`, `project` or `auto`.
    projection: Option<String>,
    /// `brave` or `cautious`.
    consequences: Option<String>,
    assumptions: Vec<(String, bool)>,
    /// The number of threads; several threads all start at once.
    threads: Option<usize>,
    /// The number of calls of `stop` that return `false`; later calls return `true`.
    questions: Option<u64>,
}

#[derive(Serialize, Default)]
struct Outcome {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<Vec<Found>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exhausted: Option<bool>,
}

#[derive(Serialize)]
struct Found {
    shown: Vec<String>,
    costs: Vec<i64>,
    optimal: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let calls: Vec<Call> = serde_json::from_str(&line?)?;
        let mut control = Control::new();
        let mut outcomes = Vec::new();
        for call in &calls {
            let outcome = match replay(&mut control, call) {
                Ok(outcome) => outcome,
                Err(error) => Outcome { error: Some(error.to_string()), ..Outcome::default() },
            };
            let failed = outcome.error.is_some();
            outcomes.push(outcome);
            if failed {
                break;
            }
        }
        writeln!(output, "{}", serde_json::to_string(&outcomes)?)?;
        output.flush()?;
    }
    Ok(())
}

fn replay(control: &mut Control, call: &Call) -> Result<Outcome, Box<dyn Error>> {
    match call {
        Call::Add { text } => control.add("sequence", text)?,
        Call::Ground { parts } => {
            let mut values = Vec::new();
            for (name, arguments) in parts {
                let arguments: Result<Vec<Symbol>, _> =
                    arguments.iter().map(|text| control.parse_symbol("argument", text)).collect();
                values.push((name, arguments?));
            }
            let parts: Vec<Part> =
                values.iter().map(|(name, arguments)| Part::new(name, arguments)).collect();
            control.ground(&parts)?;
        }
        Call::Assign { atom, value } => {
            let atom = control.parse_symbol("atom", atom)?;
            let value = match value {
                Value::True => Truth::True,
                Value::False => Truth::False,
                Value::Free => Truth::Free,
            };
            control.assign_external(atom, value);
        }
        Call::Release { atom } => {
            let atom = control.parse_symbol("atom", atom)?;
            control.release_external(atom);
        }
        Call::Cleanup => control.cleanup(),
        Call::Configure { strategy } => {
            let mut config = control.config().clone();
            config.strategy = strategy_of(strategy)?;
            control.set_config(config);
        }
        Call::Solve(solve) => return solved(control, solve),
    }
    Ok(Outcome::default())
}

fn strategy_of(name: &str) -> Result<Strategy, String> {
    Ok(match name {
        "both" => Strategy::Both { turn: 1 },
        "lin" => Strategy::Bounds(Descent::Linear),
        "hier" => Strategy::Bounds(Descent::Levels),
        "inc" => Strategy::Bounds(Descent::Increasing),
        "dec" => Strategy::Bounds(Descent::Decreasing),
        "cores" => Strategy::Cores { stratify: true, shrink: false },
        "shrink" => Strategy::Cores { stratify: false, shrink: true },
        other => return Err(format!("no strategy is called {other}")),
    })
}

fn solved(control: &mut Control, solve: &Solve) -> Result<Outcome, Box<dyn Error>> {
    let mut assumptions = Vec::new();
    for (atom, value) in &solve.assumptions {
        assumptions.push((control.parse_symbol("assumption", atom)?, *value));
    }
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        solve.questions.is_some_and(|most| asked.get() > most)
    };
    let mut search = control.solve(SolveOptions {
        models: solve.models,
        optimize: match solve.optimize.as_str() {
            "optN" => OptimizeMode::EnumerateOptimal,
            "enum" => OptimizeMode::Enumerate,
            "ignore" => OptimizeMode::Ignore,
            _ => OptimizeMode::Optimize,
        },
        bound: solve.bound.clone(),
        projection: solve.projection.as_deref().map(|name| match name {
            "show" => Projection::Shown,
            "project" => Projection::Atoms,
            _ => Projection::Auto,
        }),
        consequences: solve.consequences.as_deref().map(|name| match name {
            "brave" => Consequences::Brave,
            _ => Consequences::Cautious,
        }),
        assumptions: &assumptions,
        threads: Threads { number: solve.threads.unwrap_or(1), patience: 0 },
        stop: &stop,
        ..SolveOptions::default()
    })?;
    let mut answers = Vec::new();
    while let Some(model) = search.next_model() {
        let symbols = model.symbols();
        answers.push(Found {
            shown: model.shown().map(|symbol| symbols.display(symbol).to_string()).collect(),
            costs: model.costs().to_vec(),
            optimal: model.optimality_proven(),
        });
    }
    let exhausted = Some(search.summary().exhausted);
    Ok(Outcome { answers: Some(answers), exhausted, ..Outcome::default() })
}
