//! Why there is no answer, and the changes after which there is one.

use crate::exit;
use crate::explain::arguments::Format;
use crate::explain::asking::Asking;
use crate::explain::json;
use hamadryad::explain::{Conflict, ElementKind, ExplainOptions, Outcome, Repairs};
use hamadryad::{Control, Signature, Span};
use hamadryad_present::answers::Interruption;
use hamadryad_present::explanation::{Explanations, Reason};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The greatest number of instances of a statement whose underivable atoms may be granted in repairs.
const GRANTED: usize = 2_000;

/// The answers to the question.
pub struct Answers {
    pub outcome: Outcome<()>,
    pub conflicts: Vec<Reason>,
    /// Whether there are no other conflicts; `None` if not all were asked for.
    pub are_all: Option<bool>,
    /// Whether the search for conflicts was stopped.
    pub is_cut: bool,
    pub repairs: Option<Outcome<Repairs>>,
    pub tests: u64,
}

/// Runs the question and returns the exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(mut asking: Asking<'_>) -> io::Result<u8> {
    let options = match asking.options() {
        Ok(options) => options,
        Err(code) => return Ok(code),
    };
    let blamed = match blamed(&asking) {
        Ok(blamed) => blamed,
        Err(code) => return Ok(code),
    };
    let options = ExplainOptions { facts: blamed.clone(), ..options };
    if !blamed.is_empty() {
        let stop = || asking.is_over();
        match asking.control.regrounded(&blamed, &[], &stop) {
            Ok(control) => asking.control = control,
            Err(error) => return Ok(fail(&asking, &error)),
        }
    }
    let answers = match ask(&mut asking, &options) {
        Ok(answers) => answers,
        Err(error) => return Ok(fail(&asking, &error)),
    };
    let code = match answers.outcome {
        _ if asking.session.stop.reason() == Some(Interruption::Signal) => exit::INTERRUPTED,
        Outcome::Satisfiable => exit::SATISFIABLE,
        Outcome::Found(()) | Outcome::OutsideBlame => exit::UNSATISFIABLE,
        Outcome::Interrupted => exit::INTERRUPTED,
    };
    print(&asking, &options, &answers)?;
    Ok(code)
}

fn fail(asking: &Asking<'_>, error: &hamadryad::Error) -> u8 {
    let failure = asking.session.failed(error, asking.control.sources());
    asking.session.report(&failure);
    failure.exit_code()
}

/// The signatures of the facts that may be blamed from the beginning; empty for `auto` and `none`.
fn blamed(asking: &Asking<'_>) -> Result<Vec<Option<Signature>>, u8> {
    let mut blamed = Vec::new();
    for text in &asking.arguments.conflict.facts {
        match (text.as_str(), asking.signature(text)) {
            ("auto" | "none", _) => {}
            ("all", _) => blamed.push(None),
            (_, Some(signature)) => blamed.push(Some(signature)),
            (text, None) => {
                asking.session.messages.error(&format!(
                    "--facts: `{text}` is not auto, none, all or a signature of the program's atoms such as `edge/2`"
                ));
                return Err(exit::BAD_OPTIONS);
            }
        }
    }
    Ok(blamed)
}

fn ask(asking: &mut Asking<'_>, options: &ExplainOptions) -> Result<Answers, hamadryad::Error> {
    let arguments = &asking.arguments.conflict;
    let stop = asking.stopper();
    let mut explainer = asking.control.explainer(options.clone(), &stop)?;
    let (mut are_all, mut conflicts) = (None, Vec::new());
    let outcome = match (arguments.all, arguments.smallest) {
        (Some(most), _) => match explainer.conflicts(most) {
            Outcome::Found((found, complete)) => {
                (are_all, conflicts) = (Some(complete), found);
                Outcome::Found(())
            }
            other => other.map(drop),
        },
        (None, true) => explainer.smallest().map(|conflict| conflicts.push(conflict)),
        (None, false) => explainer.conflict().map(|conflict| conflicts.push(conflict)),
    };
    let is_cut = asking.is_over();
    let mut tests = explainer.tests();
    let elements = conflicts.iter().flat_map(Conflict::elements);
    let spans: BTreeSet<Span> = elements.filter_map(|element| element.span).collect();
    let instances = spans.iter().flat_map(|&span| explainer.source_instances(span, GRANTED));
    let instances: Vec<_> = if arguments.repair.is_some() { instances.collect() } else { Vec::new() };
    drop(explainer);
    let is_auto = arguments.facts.iter().any(|text| text == "auto");
    let reasons = conflicts.into_iter().map(|conflict| {
        let (reason, of_facts) = Reason::new(&mut asking.control, conflict, options, is_auto, &stop);
        tests += of_facts;
        reason
    });
    let conflicts: Vec<Reason> = reasons.collect();
    let mut answers = Answers { outcome, conflicts, are_all, is_cut, repairs: None, tests };
    if let (Some(most), Outcome::Found(())) = (arguments.repair, &answers.outcome) {
        answers.repairs = Some(repairs(asking, options, &instances, most)?);
    }
    Ok(answers)
}

fn repairs(
    asking: &mut Asking<'_>,
    options: &ExplainOptions,
    instances: &[(u32, Vec<hamadryad::Symbol>)],
    most: u64,
) -> Result<Outcome<Repairs>, hamadryad::Error> {
    let weight = |kind: ElementKind| asking.arguments.conflict.weight_of(kind);
    let granted = match weight(ElementKind::Closed) {
        Some(_) => asking.control.underivable(instances),
        None => Vec::new(),
    };
    let stop = || asking.is_over();
    if granted.is_empty() {
        return Ok(asking.control.explainer(options.clone(), &stop)?.repairs(most, &weight));
    }
    let again = match asking.control.regrounded(&options.facts, &granted, &stop) {
        Ok(again) => again,
        // Programs with statements without a text cannot be grounded again.
        Err(hamadryad::Error::Malformed(_)) => asking.control.clone(),
        Err(error) => return Err(error),
    };
    let options = ExplainOptions { grantable: granted, ..options.clone() };
    let repairs = again.explainer(options, &stop)?.repairs(most, &weight);
    Ok(repairs)
}

fn print(asking: &Asking<'_>, options: &ExplainOptions, answers: &Answers) -> io::Result<()> {
    let mut out = asking.session.program.outlet().to(io::BufWriter::new(io::stdout()));
    if asking.arguments.format == Format::Json {
        writeln!(out, "{}", json::answers(&asking.control, answers, asking.groups.as_ref()))?;
        return out.flush();
    }
    match answers.outcome {
        Outcome::Satisfiable => writeln!(out, "there is an answer: nothing to explain")?,
        Outcome::OutsideBlame => writeln!(
            out,
            "no answer: the reason is not among the statements that may be blamed, which have no part in it: the rest has no answer by itself"
        )?,
        Outcome::Interrupted => writeln!(out, "interrupted: no conflict was found in time")?,
        Outcome::Found(()) => {}
    }
    text(&asking.control, options, answers, &mut out)?;
    out.flush()
}

fn text(
    control: &Control,
    options: &ExplainOptions,
    answers: &Answers,
    out: &mut dyn Write,
) -> io::Result<()> {
    let lists_all = options.granularity == hamadryad::explain::Granularity::Instance;
    let texts = Explanations { control, lists_all };
    let stop = || true;
    let Ok(explainer) = control.explainer(options.clone(), &stop) else { return Ok(()) };
    for (number, reason) in answers.conflicts.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        write!(out, "{}", texts.conflict(reason, &|span| explainer.instances_of(span)))?;
    }
    if !matches!(answers.outcome, Outcome::Satisfiable) {
        write!(out, "{}", texts.granted(&explainer))?;
    }
    match answers.are_all {
        Some(true) => writeln!(out, "{}, and no others", count(answers.conflicts.len()))?,
        Some(false) => {
            let time = if answers.is_cut { " (time)" } else { "" };
            writeln!(out, "{}; there may be others{time}", count(answers.conflicts.len()))?;
        }
        None => {}
    }
    match &answers.repairs {
        Some(Outcome::Found(repairs)) => write!(out, "{}", texts.repairs(repairs))?,
        Some(Outcome::OutsideBlame) => {
            writeln!(out, "repair: no change of the parts that may be changed gives an answer")?;
        }
        Some(Outcome::Interrupted) => writeln!(out, "repair: none was found in time")?,
        Some(Outcome::Satisfiable) | None => {}
    }
    Ok(())
}

fn count(conflicts: usize) -> String {
    if conflicts == 1 { "1 conflict".to_owned() } else { format!("{conflicts} conflicts") }
}
