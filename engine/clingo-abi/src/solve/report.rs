//! The report of a search whose control belongs to the run of an application.

use super::{INTERRUPTED, Solve};
use crate::guard::Outcome;
use crate::model::ModelObject;
use crate::object::ControlObject;
use hamadryad::{Model, Strategy, Summary};
use hamadryad_application::search_report::{SearchKind, SearchReport};
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::program::Program;
use hamadryad_configuration::SolveParameters;
use hamadryad_present::answers::ModelView;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Whether the ground program is written and not solved: results are unknown then.
pub fn is_without_search(control: &ControlObject) -> bool {
    control.run.as_ref().is_some_and(|run| run.searches.is_none())
}

/// Begins the report of a search, if the control belongs to a run with a report.
pub fn begin_report(
    control: &ControlObject,
    program: &mut Program,
    parameters: &SolveParameters,
) -> Outcome<Option<Arc<SearchReport>>> {
    let Some(searches) = control.run.as_ref().and_then(|run| run.searches.as_ref()) else { return Ok(None) };
    let kind = SearchKind {
        optimize: parameters.optimize,
        models: parameters.models,
        consequences: parameters.consequences,
        samples: false,
        threads: parameters.threads.max(1),
        shows_bounds: matches!(program.control.config().strategy, Strategy::Cores { .. }),
    };
    let begun = searches.begin_call(searches.clock.seconds());
    let report = begun.and_then(|()| searches.begin(&mut program.control, kind));
    report.map(|report| Some(Arc::new(report))).map_err(|error| Failure::runtime(error.to_string()))
}

/// A model with its time, and whether it has its text; or the reason why a text cannot be made.
pub type Printed = std::io::Result<(ModelView, f64, bool)>;

impl Solve {
    /// The text of a model at which the search stands, and its time, if it is reported.
    pub(super) fn printed(&self, model: &Model<'_>) -> Option<Printed> {
        let (report, run) = (self.report.as_ref()?, self.run.as_ref()?);
        let at = report.note(model.optimality_proven());
        let (mut view, is_printed_at_once, may_be_printed_last) = report.view(model);
        let has_texts = is_printed_at_once || may_be_printed_last;
        let texts = run.searches.as_ref().filter(|_| has_texts).map(|searches| searches.texts.of(model));
        let texts = texts.transpose().map(Option::unwrap_or_default);
        Some(texts.map(|texts| {
            view.shown = texts;
            (view, at, has_texts)
        }))
    }

    /// Prints a model, with the symbols that the caller has added to it.
    pub(super) fn print(&self, model: &ModelObject, printed: Printed) -> Outcome {
        let (Some(report), Some(run)) = (&self.report, &self.run) else { return Ok(()) };
        let done = printed.and_then(|(mut view, at, has_texts)| {
            if has_texts {
                view.shown.extend(model.added_texts());
            }
            run.model.store(model.handle().0, Ordering::Relaxed);
            report.model(view, at)
        });
        done.map_err(|error| Failure::runtime(error.to_string()))
    }

    /// Reports the end of the search.
    pub(super) fn report_summary(&self, summary: &Summary, bits: u32) {
        let searches = self.run.as_ref().and_then(|run| run.searches.as_ref());
        let (Some(report), Some(searches)) = (&self.report, searches) else { return };
        let interrupted = (bits & INTERRUPTED != 0).then(|| searches.interruption());
        let ending = report.end(summary, interrupted, self.priorities.len(), self.has_externals);
        if searches.is_stopped() && interrupted.is_some() {
            searches.report_interruption();
        }
        // An error of the output is that of the end of the run as well.
        let _ = searches.end_call(ending);
    }
}
