//! Explanations: why a program has no answer, why an atom is in an answer, and why another is not.

use super::diagnostic::{self, DiagnosticView};
use super::files::{File, load};
use crate::budget::Budget;
use crate::reply::Failure;
use crate::{Host, Stop};
use hamadryad::explain::{Deeper, ElementKind, ExplainOptions, Failure as NotDerived, Outcome, Regime};
use hamadryad::{Control, Error, OptimizeMode, Part, SolveOptions, Span, Symbol};
use hamadryad_present::explanation::{Explanations, Reason};
use hamadryad_present::justification::{Places, is_justified, tree_outline, why_not_text};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The greatest number of places in a reply.
const PLACES: usize = 40;
/// The number of lines of a tree, and the greatest number of its levels.
const LINES: usize = 80;
const LEVELS: usize = 40;

/// Arguments of `program.explain`. Without an atom, the question is why the program has no answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// The program.
    pub files: Vec<File>,
    /// Why is this atom in the answer?
    #[serde(default)]
    pub why: Option<String>,
    /// Why is this atom not in the answer? It may have variables and `_`.
    #[serde(default)]
    pub why_not: Option<String>,
    /// The shown symbols of the answer; without them, the question is about the first answer.
    #[serde(default)]
    pub answer: Option<Vec<String>>,
    /// The time limit in seconds.
    pub seconds: f64,
}

/// An explanation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explained {
    /// `conflict`, `satisfiable`, `outside-blame` or `interrupted` of the question why there is no answer; `true`,
    /// `false`, `no answer` or `interrupted` of the others.
    pub outcome: &'static str,
    /// The text, as on the command line.
    pub text: String,
    /// The reason of an early end: `time`, `memory` or `cancelled`. What is known then is in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
    /// The statements that the text names.
    pub diagnostics: Vec<DiagnosticView>,
}

/// Explains a program or one of its answers.
///
/// # Errors
/// `program` with diagnostics if the program cannot be grounded, or if the text of the atom is none; `answer` if there is
/// no such answer.
pub fn explain(call: &Explain, host: &dyn Host) -> Result<Explained, Failure> {
    let budget = Budget::seconds(host, call.seconds);
    let loaded = load(&call.files)?;
    if loaded.is_incremental {
        let message = "a program with `#include <incmode>` has no last step: it cannot be explained";
        return Err(Failure::new("program", message));
    }
    let mut control = loaded.control;
    control.keep_origins();
    let stop = || budget.is_over();
    let result = match control.ground_until(&[Part::base()], &stop) {
        Ok(()) => match (&call.why, &call.why_not) {
            (None, None) => no_answer(&mut control, Vec::new(), &stop)?,
            (Some(atom), _) => why(&mut control, atom, call.answer.as_deref(), &stop)?,
            (None, Some(atom)) => why_not(&mut control, atom, call.answer.as_deref(), &stop)?,
        },
        Err(Error::Interrupted) => Explained::interrupted("interrupted: grounding took too long"),
        Err(error) => return Err(diagnostic::failure_of(&error, control.sources())),
    };
    let stopped = stop().then(|| budget.stop().unwrap_or(Stop::Time).name());
    Ok(Explained { stopped, ..result })
}

impl Explained {
    fn new(outcome: &'static str, text: impl Into<String>) -> Explained {
        Explained { outcome, text: text.into(), stopped: None, diagnostics: Vec::new() }
    }

    fn interrupted(text: &str) -> Explained {
        Explained::new("interrupted", text)
    }

    /// With the places of statements, each once.
    fn at(mut self, control: &Control, spans: impl IntoIterator<Item = Span>) -> Explained {
        let mut seen = HashSet::new();
        let places = Places(control);
        let spans = spans.into_iter().filter(|&span| seen.insert(span)).take(PLACES);
        let reason = |span| diagnostic::reason(span, places.statement(span), control.sources());
        self.diagnostics = spans.map(reason).collect();
        self
    }
}

/// Why there is no answer, under assumptions.
fn no_answer(
    control: &mut Control,
    assumptions: Vec<(Symbol, bool)>,
    stop: &dyn Fn() -> bool,
) -> Result<Explained, Failure> {
    let options = ExplainOptions { assumptions, ..ExplainOptions::new() };
    let failed = |error: &Error| Failure::new("program", error);
    let outcome = control.explainer(options.clone(), stop).map_err(|error| failed(&error))?.conflict();
    let conflict = match outcome {
        Outcome::Found(conflict) => conflict,
        Outcome::Satisfiable => {
            return Ok(Explained::new("satisfiable", "there is an answer: nothing to explain"));
        }
        Outcome::OutsideBlame => {
            let text = "no answer: the reason is not among the statements that may be blamed\n";
            let explainer = control.explainer(options, stop).map_err(|error| failed(&error))?;
            let granted = Explanations { control, lists_all: false }.granted(&explainer);
            return Ok(Explained::new("outside-blame", format!("{text}{granted}")));
        }
        Outcome::Interrupted => return Ok(Explained::interrupted("no conflict was found in time")),
    };
    let (reason, _) = Reason::new(control, conflict, &options, true, stop);
    let explainer = control.explainer(options, stop).map_err(|error| failed(&error))?;
    let texts = Explanations { control, lists_all: false };
    let mut text = texts.conflict(&reason, &|span| explainer.instances_of(span));
    text.push_str(&texts.granted(&explainer));
    let of_facts = reason.facts.iter().flat_map(|facts| &facts.elements);
    let statements = reason.conflict.elements().filter(|element| element.kind != ElementKind::Fact);
    let statements = statements.filter_map(|element| element.span);
    let spans: Vec<Span> =
        statements.chain(of_facts.filter_map(|element| texts.fact_span(element))).collect();
    Ok(Explained::new("conflict", text).at(control, spans))
}

/// The true atoms of an answer, and its costs.
type Answer = (HashSet<Symbol>, Vec<i64>);

/// The answer with these shown symbols, or the first one; `None` if there is none, or the search was stopped.
fn find(
    control: &mut Control,
    shown: Option<&[String]>,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Answer>, Failure> {
    let mut symbols = HashSet::new();
    for text in shown.into_iter().flatten() {
        let symbol = control.parse_symbol("<answer>", text);
        symbols.insert(symbol.map_err(|error| diagnostic::failure_of(&error, control.sources()))?);
    }
    let assumptions = control.assumptions_of(&symbols);
    let optimize = if shown.is_some() { OptimizeMode::Ignore } else { OptimizeMode::Optimize };
    let options = SolveOptions { assumptions: &assumptions, optimize, stop, ..SolveOptions::default() };
    let mut search = control.solve(options).map_err(|error| Failure::new("program", error))?;
    let mut last = None;
    while let Some(model) = search.next_model() {
        last = Some((model.atoms().collect(), model.costs().to_vec()));
    }
    if last.is_none() && shown.is_some() && !search.summary().interrupted {
        return Err(Failure::new("answer", "the program has no such answer: run it again"));
    }
    Ok(last)
}

/// Why an atom is true in an answer.
fn why(
    control: &mut Control,
    atom: &str,
    shown: Option<&[String]>,
    stop: &dyn Fn() -> bool,
) -> Result<Explained, Failure> {
    let symbol = control.parse_symbol("<atom>", atom);
    let symbol = symbol.map_err(|error| diagnostic::failure_of(&error, control.sources()))?;
    let Some((answer, _)) = find(control, shown, stop)? else { return Ok(without_answer(stop)) };
    let Some(tree) = control.why(&answer, symbol, stop) else {
        return Ok(Explained::new("false", format!("{atom} is no atom of this answer")));
    };
    if tree.is_complete() && !is_justified(control, &answer, &tree) {
        return Err(Failure::new(
            "explanation",
            "the explanation failed its check: please report this program",
        ));
    }
    let places = Places(control);
    let outline = tree_outline(places, &tree);
    let text = outline.text(outline.fitting_depth(LINES, LEVELS));
    let spans: Vec<Span> = tree.nodes.iter().filter_map(|node| places.of_node(node)).collect();
    Ok(Explained::new("true", text).at(control, spans))
}

/// Why an atom, possibly with variables, is not true in an answer.
fn why_not(
    control: &mut Control,
    atom: &str,
    shown: Option<&[String]>,
    stop: &dyn Fn() -> bool,
) -> Result<Explained, Failure> {
    let goal = control.parse_goal("<atom>", atom);
    let goal = goal.map_err(|error| diagnostic::failure_of(&error, control.sources()))?;
    let possible = control.possible_instances(&goal);
    let (answer, costs) = match find(control, shown, stop)? {
        Some(found) => found,
        // An atom that no rule can derive is explained without an answer.
        None if possible.is_empty() => (control.facts().collect(), Vec::new()),
        None => return Ok(without_answer(stop)),
    };
    if let [only] = possible[..]
        && answer.contains(&only)
    {
        return Ok(Explained::new("true", format!("{atom} is in this answer")));
    }
    let why_not = control.why_not(&answer, &goal, stop).map_err(|error| Failure::new("program", error))?;
    let mut text =
        why_not_text(Places(control), &why_not, &costs, &|outline| outline.fitting_depth(LINES, LEVELS));
    let mut spans = Vec::new();
    spans_of(&why_not.failure, &mut spans);
    let mut explained = Explained::new("false", "").at(control, spans);
    if let (Regime::InNoAnswer, &[only]) = (&why_not.regime, &possible[..]) {
        let conflict = no_answer(control, vec![(only, true)], stop)?;
        text.push_str(&format!("\nif {atom} were true:\n{}", conflict.text));
        explained.diagnostics.extend(conflict.diagnostics);
    }
    explained.text = text;
    Ok(explained)
}

fn without_answer(stop: &dyn Fn() -> bool) -> Explained {
    match stop() {
        true => Explained::interrupted("no answer was found in time"),
        false => Explained::new("no answer", "the program has no answer: ask why"),
    }
}

/// The places of the statements that nearly derive an atom.
fn spans_of(failure: &NotDerived, spans: &mut Vec<Span>) {
    for attempt in &failure.attempts {
        spans.push(attempt.instance.span);
        if let Deeper::Failure(deeper) = &attempt.deeper {
            spans_of(deeper, spans);
        }
    }
}
