//! Pictures of answers, in clingraph's vocabulary.

use super::diagnostic;
use super::files::{File, load_at_once};
use crate::Host;
use crate::budget::Budget;
use crate::reply::Failure;
use hamadryad::{Control, Error, Part, SolveOptions, Symbol, Symbols};
use hamadryad_draw::{Graph, Kind};
use hamadryad_present::outlet::Outlet;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The number of answers that are drawn.
const MOST_ANSWERS: u64 = 20;

/// Arguments of `program.draw`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The program.
    pub files: Vec<File>,
    /// A program that derives `node`, `edge`, `graph` and `attr` from each answer; without it the answers
    /// contain these atoms.
    #[serde(default)]
    pub viz: Option<File>,
    /// The number of answers, at most 20.
    #[serde(default)]
    pub models: Option<u64>,
    /// Whether edges are arrows.
    #[serde(default)]
    pub arrows: bool,
    /// The time limit in seconds.
    pub seconds: f64,
}

/// The result of `program.draw`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Drawn {
    /// The number of pictures.
    pub pictures: usize,
    /// The reason of an early end: `time`, `memory` or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// Draws the answers of a program as SVG.
///
/// # Errors
/// `program` with diagnostics if a program cannot be grounded; `graph` if the atoms describe no graph.
pub fn draw(call: &Draw, host: &dyn Host, send: &dyn Fn(&Value)) -> Result<Drawn, Failure> {
    let budget = Budget::seconds(host, call.seconds);
    let stop = || budget.is_over();
    let answers = answers(call, &stop)?;
    let kind = if call.arrows { Kind::Digraph } else { Kind::Graph };
    let mut pictures = 0;
    for (number, answer) in (1..).zip(&answers) {
        for graph in graphs(answer, call.viz.as_ref(), &stop)? {
            let svg = hamadryad_draw::svg(&graph, kind, None);
            send(&json!({ "picture": { "answer": number, "name": graph.name, "svg": svg } }));
            pictures += 1;
        }
    }
    let stopped = budget.stop().map(crate::Stop::name);
    if pictures == 0 && stopped.is_none() {
        let message = if answers.is_empty() {
            "there is no answer to draw"
        } else {
            "no answer has an atom node/1 or edge/1 to draw"
        };
        return Err(Failure::new("graph", message));
    }
    Ok(Drawn { pictures, stopped })
}

/// The first answers, each as facts. With an objective, the best answer so far.
fn answers(call: &Draw, stop: &dyn Fn() -> bool) -> Result<Vec<String>, Failure> {
    let mut control = load_at_once(&call.files)?;
    if !ground(&mut control, stop)? {
        return Ok(Vec::new());
    }
    let has_objective = !control.priorities().is_empty();
    let most = match call.models.unwrap_or(1) {
        0 => MOST_ANSWERS,
        models => models.min(MOST_ANSWERS),
    };
    let models = if has_objective { None } else { Some(most) };
    let options = SolveOptions { models, stop, ..SolveOptions::default() };
    let mut search = control.solve(options).map_err(|error| Failure::new("program", error))?;
    let mut answers = Vec::new();
    while let Some(model) = search.next_model() {
        if has_objective {
            answers.clear();
        }
        answers.push(facts(model.symbols(), model.shown())?);
    }
    Ok(answers)
}

/// Grounds a program; false if it was stopped.
fn ground(control: &mut Control, stop: &dyn Fn() -> bool) -> Result<bool, Failure> {
    match control.ground_until(&[Part::base()], stop) {
        Ok(()) => Ok(true),
        Err(Error::Interrupted) => Ok(false),
        Err(error) => Err(diagnostic::failure_of(&error, control.sources())),
    }
}

fn facts(symbols: &Symbols, shown: impl Iterator<Item = Symbol>) -> Result<String, Failure> {
    let outlet = Outlet { escapes: false, most: Some(super::limited::MOST as u64) };
    let atoms = shown.filter(|&symbol| symbols.signature(symbol).is_some());
    let texts = outlet.texts(symbols, atoms).map_err(|error| Failure::new("output", error))?;
    Ok(texts.iter().map(|text| format!("{text}.\n")).collect())
}

/// The graphs of an answer.
fn graphs(answer: &str, viz: Option<&File>, stop: &dyn Fn() -> bool) -> Result<Vec<Graph>, Failure> {
    let mut control = Control::new();
    hamadryad_draw::register(&mut control);
    let texts =
        std::iter::once(("answer", answer)).chain(viz.map(|viz| (viz.name.as_str(), viz.text.as_str())));
    for (name, text) in texts {
        if let Err(error) = control.add(name, text) {
            return Err(diagnostic::failure_of(&error, control.sources()));
        }
    }
    if !ground(&mut control, stop)? {
        return Ok(Vec::new());
    }
    let options = SolveOptions { models: Some(1), stop, ..SolveOptions::default() };
    let mut search = control.solve(options).map_err(|error| Failure::new("program", error))?;
    let Some(model) = search.next_model() else { return Ok(Vec::new()) };
    let atoms: Vec<Symbol> = model.shown().collect();
    Graph::read(model.symbols(), &atoms, "").map_err(|error| Failure::new("graph", error))
}
