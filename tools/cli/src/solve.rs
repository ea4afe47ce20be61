//! `hamadryad solve`: reads files, writes answer sets.
//!
//! The order of the output is clingo's: header, diagnostics of the program, answers, summary. The summary is
//! printed after failures, too, because scripts read it.

pub mod arguments;
mod check;
mod check_only;
pub mod clingo_options;
mod closing;
mod incmode;
mod portfolio;
mod proof;
pub mod search_options;
mod statistics;
pub mod values;

use crate::draw::Drawer;
use crate::exit;
use crate::input::{self, GroundProgram, Loaded};
use crate::session::{Failure, Session};
use crate::shared_report::SharedReport;
use crate::solve::check::AnswerChecker;
use arguments::SolveArguments;
use closing::Closing;
use hamadryad::{
    Control, Literal, Model, OptimizeMode, Part, Progress, Reader, SolveOptions, Sources, Strategy, Symbol,
    Symbols, View,
};
use hamadryad_aspif::{Sink, Tee};
use hamadryad_present::answers::{
    AtomStyle, Ending, Format, Json, ModelView, Report, SearchRow, Text, Times,
};
use std::cell::{Cell, OnceCell, RefCell};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem::ManuallyDrop;
use values::{AnswerFormat, AtomForm, OptKind, SolveLimit};

/// Runs the command and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(arguments: &SolveArguments) -> io::Result<u8> {
    if arguments.print_portfolio {
        return portfolio::print(&mut io::stdout()).map(|()| 0);
    }
    if arguments.check_only {
        return check_only::run(arguments);
    }
    let format = arguments.ground_format();
    // The ground program and the progress line would mix on a terminal.
    let shows_progress = io::stderr().is_terminal() && (format.is_none() || !io::stdout().is_terminal());
    let session = match Session::begin(&arguments.program, arguments.files(), shows_progress) {
        Ok(session) => session,
        Err(code) => return Ok(code),
    };
    if arguments.verbose > 1 && !arguments.without_effect.is_empty() {
        let options = arguments.without_effect.join(" ");
        session.messages.line("Info ", &format!("options of clingo's search without effect here: {options}"));
    }
    if let Some(format) = format {
        return crate::ground::write(&session, format, arguments.writing, arguments.accepted());
    }
    let out = session.program.outlet().to(BufWriter::new(io::stdout()));
    let drawer = arguments.pictures().map(|file| RefCell::new(Drawer::new(&arguments.draw, file)));
    let checker = arguments.check.then(RefCell::default);
    let mut solving = Solving { arguments, session, drawer, checker, required: OnceCell::new() };
    let code = solving.run(out)?;
    let drawn = solving.drawer.take().map_or(0, |drawer| drawer.into_inner().finish(&solving.session));
    Ok(if drawn > 0 { drawn } else { code })
}

/// The format of the answers that the arguments select.
pub fn open_format<'a>(arguments: &SolveArguments, out: impl Write + Send + 'a) -> Box<dyn Format + 'a> {
    let verbose = arguments.verbose > 0;
    let style = |style: &mut AtomStyle| {
        if let Some(AtomForm { atom, variable }) = arguments.out_atomf.clone() {
            if let Some(form) = atom {
                (style.before, style.after) = form;
            }
            style.variable = variable;
        }
        style.separator = arguments.out_ifs.unwrap_or(style.separator);
    };
    match arguments.answer_format() {
        AnswerFormat::Text => Box::new(Text::plain(out, verbose).with_style(style)),
        AnswerFormat::Competition => Box::new(Text::competition(out, verbose).with_style(style)),
        AnswerFormat::Json => Box::new(Json::new(out, verbose)),
        AnswerFormat::Nothing => Box::new(Text::plain(io::sink(), false)),
    }
}

/// Whether the name of an atom begins with `_`.
fn is_auxiliary(symbols: &Symbols, symbol: Symbol) -> bool {
    matches!(symbols.view(symbol), View::Function { name, .. } if symbols.text(name).starts_with('_'))
}

/// A sink that ignores all statements.
struct NoSink;

impl Sink for NoSink {}

/// A run of `solve`.
struct Solving<'a> {
    arguments: &'a SolveArguments,
    session: Session<'a>,
    drawer: Option<RefCell<Drawer<'a>>>,
    checker: Option<RefCell<AnswerChecker>>,
    /// The literal of `--compute`, in a ground program.
    required: OnceCell<Vec<Literal>>,
}

impl Solving<'_> {
    fn run(&self, out: impl Write + Send + 'static) -> io::Result<u8> {
        let session = &self.session;
        let problem = input::problem(&session.files);
        let mut report = Report::new(open_format(self.arguments, out), self.arguments.quiet(problem))
            .asking(self.arguments.consequences())
            .with_verbosity(self.arguments.verbose);
        report.problem(problem);
        report.begin(&session.files, session.clock.seconds())?;
        let report = SharedReport::new(report);
        // The process ends with the command, so the control need not be dropped.
        let mut control =
            ManuallyDrop::new(Control::with_compat(self.arguments.config(), session.program.compat));
        let closing = Closing {
            report: report.clone(),
            clock: session.clock,
            memory_limit: session.program.memory_limit(),
            optimizing: self.optimizes(),
            progress: control.progress(),
        };
        session.watch.closes_with(|why| closing.close(why));
        let proof = match &self.arguments.proof {
            Some(file) => match proof::Files::begin(file, &mut control) {
                Ok(files) => Some(files),
                Err(message) => {
                    session.messages.error(&message);
                    return Ok(exit::NOT_RUN);
                }
            },
            None => None,
        };
        let solved = self.load_and_solve(&mut control, &report, proof.is_some())?;
        let (mut ending, failed) = match solved {
            Ok(ending) => (ending, None),
            Err(failure) => {
                session.report(&failure);
                let interrupted = match failure {
                    Failure::Interrupted(why) => Some(why),
                    Failure::Program(_) => None,
                };
                (Ending { interrupted, ..Ending::default() }, Some(failure.exit_code()))
            }
        };
        ending.times =
            Times { total: session.clock.seconds(), cpu: Some(session.clock.cpu_seconds()), ..ending.times };
        if let Some(checker) = &self.checker {
            let checked = format!("--check: {} models are answer sets", checker.borrow().models());
            if failed.is_none() {
                self.session.messages.line("Info ", &checked);
            }
        }
        if failed.is_none() && self.arguments.stats > 0 {
            let cpu = session.clock.cpu_seconds();
            ending.statistics = statistics::of(&mut control, cpu);
            let number = self.arguments.parallel_mode.number;
            if number > 1 && self.arguments.stats > 1 {
                ending.statistics_of_threads = statistics::of_threads(&control, number, cpu);
            }
        }
        let code = exit::of(&report.finish(|report| report.finish(ending))?);
        if code == exit::UNSATISFIABLE && failed.is_none() && io::stderr().is_terminal() {
            self.point_to_explain();
        }
        // There is no proof without an answer; dropped files disappear.
        if let (Some(files), None) = (proof, failed)
            && let Err(message) = self.finish_proof(files, &mut control)
        {
            session.messages.error(&message);
            return Ok(exit::NOT_RUN);
        }
        Ok(failed.unwrap_or(code))
    }

    /// Names the command that explains why there is no answer. A program with steps has no such command.
    fn point_to_explain(&self) {
        if self.session.files.iter().any(|file| file == "-") || self.session.files.is_empty() {
            return;
        }
        let constants = self.session.program.constants.iter();
        let constants: Vec<String> =
            constants.map(|constant| format!("-c {}={} ", constant.name, constant.value)).collect();
        let files = self.session.files.join(" ");
        crate::messages::print(&format!("why: hamadryad explain {}{files}\n", constants.concat()));
    }

    /// Loads the files and solves them. The outer error is one of standard output.
    fn load_and_solve(
        &self,
        control: &mut Control,
        report: &SharedReport,
        writes_proof: bool,
    ) -> io::Result<Result<Ending, Failure>> {
        let loaded = self.session.load(control, self.arguments.accepted());
        if let Some(warning) = self.warning_of_domain() {
            self.session.messages.line("Warn ", warning);
        }
        match loaded {
            Ok(Loaded::Incremental) if writes_proof => Ok(Err(Failure::Program(proof::STEPS))),
            Ok(Loaded::Incremental) => incmode::solve(self, control, report),
            Ok(Loaded::Program) => {
                match self.show_predicates(control).and_then(|()| self.ground(control, &[Part::base()])) {
                    Ok(()) => self.search(control, report),
                    Err(failure) => Ok(Err(failure)),
                }
            }
            Ok(Loaded::Ground(program)) => {
                report.with(|report| report.problem(input::problem_of(&program.text)));
                let literal = self.arguments.compute.and_then(Literal::new);
                self.required.set(literal.into_iter().collect()).expect("it is set once");
                self.solve_steps(control, &program, report)
            }
            Err(failure) => Ok(Err(failure)),
        }
    }

    /// Shows the signatures of `--show-preds`, as `#show` does.
    fn show_predicates(&self, control: &mut Control) -> Result<(), Failure> {
        let signatures = &self.arguments.show_preds;
        if signatures.is_empty() {
            return Ok(());
        }
        let text: String = signatures.iter().map(|signature| format!("#show {signature}. ")).collect();
        let added = control.add("<show-preds>", &text);
        self.session.accept(control, added)
    }

    /// The warning if models are to be enumerated by the domain heuristic, which is off.
    fn warning_of_domain(&self) -> Option<&'static str> {
        let is_off = self.arguments.by_domain() && !self.arguments.config().domain_heuristic;
        is_off.then_some("Reasoning mode requires domain heuristic and is ignored.")
    }

    /// Writes the proof and, under `--check`, checks its axioms. The error is a message.
    fn finish_proof(&self, files: proof::Files, control: &mut Control) -> Result<(), String> {
        let problem = files.finish(control, &self.session.messages)?;
        let stop = || self.session.stop.reason().is_some();
        match &self.checker {
            Some(checker) => proof::check_axioms(&problem, &checker.borrow(), &self.session.messages, &stop),
            None => Ok(()),
        }
    }

    fn ground(&self, control: &mut Control, parts: &[Part<'_>]) -> Result<(), Failure> {
        let stop = || self.session.stop.reason().is_some();
        let mut life = self.session.watch.grounding();
        let mut checker = self.checker.as_ref().map(|checker| checker.borrow_mut());
        let mut no_sink = NoSink;
        let checker = checker.as_mut().map_or(&mut no_sink as &mut dyn Sink, |checker| checker.sink());
        let mut grounding = Tee(&mut life, checker);
        let result = match self.arguments.writing.debug_writer(self.session.program.error_outlet()) {
            Some(mut debug) => {
                let mut observer = Tee(&mut grounding, &mut debug);
                control.ground_observed(parts, &mut observer, &stop)
            }
            None => control.ground_observed(parts, &mut grounding, &stop),
        };
        drop(life);
        self.session.accept(control, result)
    }

    /// Solves a ground program step by step. The outer error is one of standard output.
    fn solve_steps(
        &self,
        control: &mut Control,
        program: &GroundProgram,
        report: &SharedReport,
    ) -> io::Result<Result<Ending, Failure>> {
        let mut total = Ending::default();
        let mut reader = match self.session.accept_ground(program, Reader::new(&program.text)) {
            Ok(reader) => reader,
            Err(failure) => return Ok(Err(failure)),
        };
        if self.arguments.parse_maxsat {
            reader.soften_clauses();
        }
        let mut again = Reader::new(&program.text).ok();
        if self.arguments.keys().get_path("parse_ext").as_deref() == Some("true") {
            reader.read_extensions();
            again.iter_mut().for_each(Reader::read_extensions);
        }
        loop {
            let before = self.session.clock.seconds();
            if let (Some(checker), Some(reader)) = (&self.checker, &mut again) {
                // The reader below reports the same errors.
                let _ = checker.borrow_mut().read_step(reader);
            }
            match self.session.accept_ground(program, control.read_step(&mut reader)) {
                Ok(true) => (),
                Ok(false) => return Ok(Ok(total)),
                Err(failure) => return Ok(Err(failure)),
            }
            report.with(|report| report.begin_call(before))?;
            let ending = match self.search(control, report)? {
                Ok(ending) => ending,
                Err(failure) => return Ok(Err(failure)),
            };
            let now = self.session.clock.seconds();
            report.with(|report| report.end_call(now, &ending))?;
            let solve = total.times.solve + ending.times.solve;
            total = Ending { times: Times { solve, ..ending.times }, ..ending };
            if total.interrupted.is_some() {
                return Ok(Ok(total));
            }
        }
    }

    /// The search, model by model. The outer error is one of standard output.
    fn search(&self, control: &mut Control, report: &SharedReport) -> io::Result<Result<Ending, Failure>> {
        let progress = control.progress();
        let (conflicts, restarts) = (progress.conflicts(), progress.restarts());
        let limit = self.arguments.solve_limit.unwrap_or(SolveLimit { conflicts: None, restarts: None });
        let at_limit = || {
            limit.conflicts.is_some_and(|most| progress.conflicts() - conflicts >= most)
                || limit.restarts.is_some_and(|most| progress.restarts() - restarts >= most)
        };
        let seen = Cell::new(progress.lower_bound_changes());
        let shows_bounds = matches!(self.arguments.strategy(), Strategy::Cores { .. });
        let has_table = report.with(|report| report.has_table());
        let problem = if has_table { control.size().1.into_iter().sum::<usize>() } else { 0 };
        let restarts_shown = Cell::new(None);
        let row = |has_ended| {
            let at = self.session.clock.seconds();
            let row = search_row(&progress, problem, has_ended);
            // An error of the output is returned by the next model or by the summary.
            let _ = report.with(|report| report.search_row(&row, at));
        };
        let stop = || {
            if has_table && restarts_shown.replace(Some(progress.restarts())) != Some(progress.restarts()) {
                row(false);
            }
            if shows_bounds && progress.lower_bound_changes() != seen.get() {
                seen.set(progress.lower_bound_changes());
                let bounds = progress.bounds();
                let at = self.session.clock.seconds();
                // An error of the output is returned by the next model or by the summary.
                let _ = report.with(|report| report.progress(&bounds.least, bounds.best.as_deref(), at));
            }
            self.session.stop.reason().is_some() || at_limit()
        };
        let options = self.solve_options(control, &stop);
        let priorities = control.priorities().to_vec();
        let (begin, cpu) = (self.session.clock.seconds(), self.session.clock.cpu_seconds());
        report.with(|report| report.solving(begin))?;
        let life = self.session.watch.solving(control.progress());
        let mut search = match control.solve(options) {
            Ok(search) => search,
            Err(error) => {
                let sources = Sources::new();
                return Ok(Err(self.session.failed(&error, &sources)));
            }
        };
        let mut rejection = None;
        let seeks_all = self.arguments.consequences().is_some() || self.optimizes() && !priorities.is_empty();
        let most = self.arguments.models().unwrap_or(u64::from(!seeks_all));
        let mut counted = 0;
        let (mut first, mut last) = (None, begin);
        let mut last_shown = Vec::new();
        while let Some(model) = search.next_model() {
            last = self.session.clock.seconds();
            first.get_or_insert(last);
            let _quiet = life.quiet();
            counted += u64::from(self.arguments.opt_mode.kind != OptKind::OptN || model.optimality_proven());
            let view = self.view(&model, report, &mut last_shown)?;
            row(true);
            report.with(|report| report.model(view, last))?;
            rejection =
                self.checker.as_ref().and_then(|checker| checker.borrow_mut().rejection(&model, &priorities));
            if rejection.is_some() {
                break;
            }
        }
        drop(life);
        let end = self.session.clock.seconds();
        let summary = search.summary();
        drop(search);
        if summary.exhausted || summary.interrupted {
            row(true);
        }
        if let Some(rejection) = rejection {
            self.session.messages.error(&format!("the last model is not an answer set: {rejection}"));
            return Ok(Err(Failure::Program("a model did not pass --check")));
        }
        let last_texts =
            || self.session.program.outlet().texts(control.symbols(), last_shown.iter().copied());
        report.with(|report| report.show_last(last_texts))?;
        let by_limit = at_limit() && self.session.stop.reason().is_none();
        let interrupted = (summary.interrupted && !by_limit).then(|| self.session.interruption());
        if let Some(why) = interrupted {
            self.session.report(&Failure::Interrupted(why));
        }
        if let Some(population) = summary.population {
            let distribution = if population.is_exact { "uniform" } else { "nearly uniform" };
            let message = format!("--sample: {distribution} draws from {population} answer sets");
            self.session.messages.line("Info ", &message);
        }
        // With external atoms, clingo does not see that the last model of a limited number is the last of all.
        let ended_by_number = most > 0 && counted >= most;
        let exhausted = summary.exhausted && !(ended_by_number && control.has_externals());
        let first_model = first.map_or(0.0, |first| first - begin);
        let unsat = if exhausted { end - last } else { 0.0 };
        let cpu = Some(self.session.clock.cpu_seconds() - cpu);
        let times = Times { solve: end - begin, first_model, unsat, cpu, ..Times::default() };
        let consequences = summary.consequences;
        let is_open = summary.interrupted || !summary.optimum_proven && !exhausted;
        let mut bounds = if is_open { summary.lower_bounds } else { Vec::new() };
        if !bounds.is_empty() {
            // A level that the search has not reached has the bound 0, as in clingo.
            bounds.resize(priorities.len(), 0);
        }
        let threads = self.arguments.parallel_mode.number;
        Ok(Ok(Ending {
            exhausted,
            interrupted,
            optimizing: self.optimizes(),
            bounds,
            consequences,
            threads: (threads > 1).then_some((threads, summary.winner)),
            times,
            ..Ending::default()
        }))
    }

    /// Passes a new value of an external atom to the checker.
    fn assign_in_checker(&self, symbol: Symbol, value: hamadryad::ExternalValue) {
        if let Some(checker) = &self.checker {
            checker.borrow_mut().assign(symbol, value);
        }
    }

    fn optimizes(&self) -> bool {
        matches!(self.arguments.opt_mode.kind, OptKind::Opt | OptKind::OptN)
    }

    /// Whether the search continues after an optimum: for all optimal answer sets, for samples of them, or
    /// for their consequences.
    fn enumerates_optimal(&self) -> bool {
        let kind = self.arguments.opt_mode.kind;
        let concerns_optima = self.arguments.consequences().is_some() || self.arguments.sample.is_some();
        kind == OptKind::OptN || kind == OptKind::Opt && concerns_optima
    }

    /// The model; its text only if it is printed at once, otherwise its symbols are stored in case it is the
    /// last model.
    fn view(
        &self,
        model: &Model<'_>,
        report: &SharedReport,
        last_shown: &mut Vec<Symbol>,
    ) -> io::Result<ModelView> {
        let optimal = model.optimality_proven() && self.enumerates_optimal();
        if let Some(drawer) = &self.drawer {
            self.note(&mut drawer.borrow_mut(), model, optimal)?;
        }
        let mut shown = Vec::new();
        let is_final = optimal && model.consequences().is_none();
        if report.with(|report| report.prints_at_once(is_final)) {
            shown = self.session.program.outlet().texts(model.symbols(), self.visible(model))?;
        } else if report.with(|report| report.prints_last()) {
            last_shown.clear();
            last_shown.extend(self.visible(model));
        }
        Ok(ModelView { shown, costs: model.costs().to_vec(), optimal, consequences: model.consequences() })
    }

    /// The shown symbols without the auxiliary ones, if these are hidden.
    fn visible<'m>(&self, model: &'m Model<'_>) -> impl Iterator<Item = Symbol> + 'm {
        let hides = self.arguments.out_hide_aux;
        model.shown().filter(move |&symbol| !hides || !is_auxiliary(model.symbols(), symbol))
    }

    /// Adds a model to the picture; on the way to an optimum, the better model replaces its predecessors.
    fn note(&self, drawer: &mut Drawer<'_>, model: &Model<'_>, optimal: bool) -> io::Result<()> {
        let is_on_the_way = !model.costs().is_empty();
        match self.arguments.opt_mode.kind {
            _ if model.consequences().is_some() => drawer.clear(),
            OptKind::Opt if is_on_the_way => drawer.clear(),
            OptKind::OptN if is_on_the_way && !optimal => return Ok(()),
            _ => {}
        }
        drawer.add(model.symbols(), model.shown())
    }

    fn solve_options<'s>(&'s self, control: &mut Control, stop: &'s dyn Fn() -> bool) -> SolveOptions<'s> {
        let mode = &self.arguments.opt_mode;
        let optimize = match mode.kind {
            OptKind::Opt => OptimizeMode::Optimize,
            OptKind::OptN => OptimizeMode::EnumerateOptimal,
            OptKind::Enum => OptimizeMode::Enumerate,
            OptKind::Ignore => OptimizeMode::Ignore,
        };
        let models = self.arguments.models();
        let consequences = self.arguments.consequences();
        if consequences.is_some() && models.is_some_and(|models| models > 0) {
            let message = "#models not 0: last model may not cover consequences.";
            self.session.messages.line("Warn ", message);
        }
        if !control.priorities().is_empty() {
            if mode.kind == OptKind::Opt && consequences.is_none() && models.is_some_and(|models| models > 0)
            {
                self.session
                    .messages
                    .line("Warn ", "#models not 0: optimality of last model not guaranteed.");
            }
            if mode.kind == OptKind::Enum && mode.bounds.is_empty() {
                let message = "opt-mode=enum: No bound given, optimize statement ignored.";
                self.session.messages.line("Warn ", message);
            }
        }
        let bound = (!mode.bounds.is_empty()).then(|| mode.bounds.clone());
        let projection = self.arguments.project.0;
        let threads = self.arguments.parallel_mode;
        if self.arguments.proof.is_some() && threads.number > 1 {
            self.session.messages.line("Warn ", proof::THREADS);
        }
        SolveOptions {
            models: self.arguments.sample.or(models),
            optimize,
            bound,
            projection,
            consequences,
            sample: self.arguments.sample.map(|_| self.arguments.seed()),
            stop_at: self.arguments.keys().solve_parameters().stop_at,
            by_domain: self.arguments.by_domain(),
            literals: self.required.get().map_or(&[], Vec::as_slice),
            threads,
            stop,
            ..SolveOptions::default()
        }
    }
}

/// A row of the table of a search, for a problem with so many clauses.
fn search_row(progress: &Progress, problem: usize, has_ended: bool) -> SearchRow {
    let state = progress.state();
    SearchRow {
        has_ended,
        variables: [if has_ended { 0 } else { state.open_variables }, state.fixed_variables],
        clauses: [problem as u64, progress.learnt()],
        effort: [progress.conflicts(), state.decisions],
        limit: state.until_reduction,
    }
}

#[cfg(test)]
mod clingo_output;
