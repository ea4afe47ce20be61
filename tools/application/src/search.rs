//! The search of the usual main function, model by model.

use crate::run::Run;
use crate::search_report::{SearchKind, SearchReport};
use crate::session::Failure;
use crate::values::{OptKind, SolveLimit};
use crate::{arguments::SolveArguments, proof};
use hamadryad::{Control, Model, OptimizeMode, Progress, SolveOptions, Sources, Strategy, Summary, Symbol};
use hamadryad_present::answers::{Ending, ModelView};
use std::io;

impl SolveArguments {
    /// The treatment of the objective.
    fn optimize(&self) -> OptimizeMode {
        match self.opt_mode.kind {
            OptKind::Opt => OptimizeMode::Optimize,
            OptKind::OptN => OptimizeMode::EnumerateOptimal,
            OptKind::Enum => OptimizeMode::Enumerate,
            OptKind::Ignore => OptimizeMode::Ignore,
        }
    }

    /// The kind of the searches.
    pub fn search_kind(&self) -> SearchKind {
        SearchKind {
            optimize: self.optimize(),
            models: self.models(),
            consequences: self.consequences(),
            samples: self.sample.is_some(),
            threads: self.parallel_mode.number,
            shows_bounds: matches!(self.strategy(), Strategy::Cores { .. }),
        }
    }
}

/// The limit of a search, with the counts of the control before it.
struct Limit {
    limit: SolveLimit,
    progress: Progress,
    conflicts: u64,
    restarts: u64,
}

impl Limit {
    fn is_reached(&self) -> bool {
        let SolveLimit { conflicts, restarts } = self.limit;
        conflicts.is_some_and(|most| self.progress.conflicts() - self.conflicts >= most)
            || restarts.is_some_and(|most| self.progress.restarts() - self.restarts >= most)
    }
}

impl Run<'_> {
    /// Searches, and reports all models. The outer error is one of standard output.
    pub(crate) fn search(&self, control: &mut Control) -> io::Result<Result<Ending, Failure>> {
        let progress = control.progress();
        let limit = Limit {
            limit: self.arguments.solve_limit.unwrap_or(SolveLimit { conflicts: None, restarts: None }),
            conflicts: progress.conflicts(),
            restarts: progress.restarts(),
            progress,
        };
        self.warn_of_objective(control);
        let followed = self.searches.begin(control, self.arguments.search_kind())?;
        let stop = || {
            followed.look();
            self.session.stop.reason().is_some() || limit.is_reached()
        };
        let options = self.solve_options(&stop);
        let priorities = control.priorities().to_vec();
        let life = self.session.watch.solving(control.progress());
        let mut search = match control.solve(options) {
            Ok(search) => search,
            Err(error) => {
                let sources = Sources::new();
                return Ok(Err(self.session.failed(&error, &sources)));
            }
        };
        let (mut last_shown, mut rejection) = (Vec::new(), None);
        while let Some(model) = search.next_model() {
            let at = followed.note(model.optimality_proven());
            let _quiet = life.quiet();
            let view = self.view(&model, &followed, &mut last_shown)?;
            followed.model(view, at)?;
            rejection =
                self.checker.as_ref().and_then(|checker| checker.borrow_mut().rejection(&model, &priorities));
            if rejection.is_some() {
                break;
            }
        }
        drop(life);
        let summary = search.summary();
        drop(search);
        if let Some(rejection) = rejection {
            self.session.messages.error(&format!("the last model is not an answer set: {rejection}"));
            return Ok(Err(Failure::Program("a model did not pass --check")));
        }
        let texts = || self.searches.texts.outlet.texts(control.symbols(), last_shown.iter().copied());
        self.searches.report.with(|report| report.show_last(texts))?;
        Ok(Ok(self.end(control, &followed, &summary, &limit)))
    }

    /// The end of a search, with the messages about it.
    fn end(
        &self,
        control: &mut Control,
        followed: &SearchReport,
        summary: &Summary,
        limit: &Limit,
    ) -> Ending {
        let by_limit = limit.is_reached() && self.session.stop.reason().is_none();
        let interrupted = (summary.interrupted && !by_limit).then(|| self.session.interruption());
        let levels = control.priorities().len();
        let ending = followed.end(summary, interrupted, levels, control.has_externals());
        if let Some(why) = interrupted {
            self.session.report(&Failure::Interrupted(why));
        }
        if let Some(population) = &summary.population {
            let distribution = if population.is_exact { "uniform" } else { "nearly uniform" };
            let message = format!("--sample: {distribution} draws from {population} answer sets");
            self.session.messages.line("Info ", &message);
        }
        ending
    }

    /// The model; its text only if it is printed at once, otherwise its symbols are stored in case it is the
    /// last model.
    fn view(
        &self,
        model: &Model<'_>,
        followed: &SearchReport,
        last_shown: &mut Vec<Symbol>,
    ) -> io::Result<ModelView> {
        self.application.model(model, followed.kind.is_optimal(model))?;
        let (mut view, is_printed_at_once, may_be_printed_last) = followed.view(model);
        let texts = self.searches.texts;
        if is_printed_at_once {
            view.shown = texts.of(model)?;
        } else if may_be_printed_last {
            last_shown.clear();
            last_shown.extend(texts.visible(model));
        }
        Ok(view)
    }

    /// Warns of numbers of models that may hide the answer.
    fn warn_of_objective(&self, control: &mut Control) {
        let (mode, models) = (&self.arguments.opt_mode, self.arguments.models());
        let is_limited = models.is_some_and(|models| models > 0);
        let consequences = self.arguments.consequences();
        let warn = |message| self.session.messages.line("Warn ", message);
        if consequences.is_some() && is_limited {
            warn("#models not 0: last model may not cover consequences.");
        }
        if !control.priorities().is_empty() {
            if mode.kind == OptKind::Opt && consequences.is_none() && is_limited {
                warn("#models not 0: optimality of last model not guaranteed.");
            }
            if mode.kind == OptKind::Enum && mode.bounds.is_empty() {
                warn("opt-mode=enum: No bound given, optimize statement ignored.");
            }
        }
        if self.arguments.proof.is_some() && self.arguments.parallel_mode.number > 1 {
            warn(proof::THREADS);
        }
    }

    fn solve_options<'s>(&'s self, stop: &'s dyn Fn() -> bool) -> SolveOptions<'s> {
        let arguments = self.arguments;
        let bounds = &arguments.opt_mode.bounds;
        SolveOptions {
            models: arguments.sample.or(arguments.models()),
            optimize: arguments.optimize(),
            bound: (!bounds.is_empty()).then(|| bounds.clone()),
            projection: arguments.project.0,
            consequences: arguments.consequences(),
            sample: arguments.sample.map(|_| arguments.seed()),
            stop_at: arguments.keys().solve_parameters().stop_at,
            by_domain: arguments.by_domain(),
            literals: self.required.get().map_or(&[], Vec::as_slice),
            threads: arguments.parallel_mode,
            stop,
            ..SolveOptions::default()
        }
    }
}
