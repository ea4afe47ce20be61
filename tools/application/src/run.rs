//! A run of an application: reads files, writes answer sets.
//!
//! The order of the output is clingo's: header, diagnostics of the program, answers, summary. The summary is
//! printed after failures, too, because scripts read it.

use crate::application::Application;
use crate::arguments::SolveArguments;
use crate::check::AnswerChecker;
use crate::closing::Closing;
use crate::exit;
use crate::input::{self, GroundProgram, Loaded};
use crate::search_report::{Searches, ShownTexts};
use crate::session::{Failure, Session};
use crate::shared_report::SharedReport;
use crate::values::{AnswerFormat, AtomForm};
use crate::{check_only, incmode, messages, portfolio, proof, statistics};
use hamadryad::{Control, Literal, Part, Reader, Symbol};
use hamadryad_aspif::{Sink, Tee};
use hamadryad_present::answers::{AtomStyle, Ending, Format, Json, Report, Text, Times};
use std::cell::{OnceCell, RefCell};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs an application and returns its exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(application: &dyn Application, arguments: &SolveArguments) -> io::Result<u8> {
    messages::set_name(&application.name());
    if arguments.print_portfolio {
        return portfolio::print(&mut io::stdout()).map(|()| 0);
    }
    if arguments.check_only {
        return check_only::run(arguments);
    }
    let format = arguments.ground_format();
    // The ground program and the progress line would mix on a terminal.
    let shows_progress = io::stderr().is_terminal() && (format.is_none() || !io::stdout().is_terminal());
    let mut session = match Session::begin(&arguments.program, arguments.files(), shows_progress) {
        Ok(session) => session,
        Err(code) => return Ok(code),
    };
    session.scripts = application.scripts().filter(|_| arguments.runs_scripts());
    if arguments.verbose > 1 && !arguments.without_effect.is_empty() {
        let options = arguments.without_effect.join(" ");
        session.messages.line("Info ", &format!("options of clingo's search without effect here: {options}"));
    }
    if let Some(format) = format {
        return application.write_ground(&session, arguments, format);
    }
    let (run, optimizing) = begin(application, arguments, session)?;
    let code = run.run(optimizing)?;
    Ok(application.ended(&run, code))
}

/// Begins the report of a run. Returns whether an optimum is searched for, too.
fn begin<'a>(
    application: &'a dyn Application,
    arguments: &'a SolveArguments,
    session: Session<'a>,
) -> io::Result<(Run<'a>, bool)> {
    let problem = input::problem(&session.files);
    let is_muted = Arc::new(AtomicBool::new(application.continues()));
    let out = Mutable { out: BufWriter::new(io::stdout()), is_muted: Arc::clone(&is_muted) };
    let out = session.program.outlet().to(out);
    let mut report = Report::new(open_format(application, arguments, out), arguments.quiet(problem))
        .asking(arguments.consequences())
        .with_verbosity(arguments.verbose);
    report.problem(problem);
    report.begin(&session.files, session.clock.seconds())?;
    is_muted.store(false, Ordering::Relaxed);
    let texts = ShownTexts { outlet: session.program.outlet(), hides_auxiliary: arguments.out_hide_aux };
    let searches = Searches::new(SharedReport::new(report), session.clock, session.stop.clone(), texts);
    let checker = arguments.check.then(RefCell::default);
    let run = Run { application, arguments, session, searches, checker, required: OnceCell::new() };
    Ok((run, arguments.search_kind().optimizes()))
}

/// The format of the answers that the arguments select.
pub fn open_format<'a>(
    application: &dyn Application,
    arguments: &SolveArguments,
    out: impl Write + Send + 'a,
) -> Box<dyn Format + 'a> {
    let verbose = arguments.verbose > 0;
    let title = application.title();
    let style = |style: &mut AtomStyle| {
        if let Some(AtomForm { atom, variable }) = arguments.out_atomf.clone() {
            if let Some(form) = atom {
                (style.before, style.after) = form;
            }
            style.variable = variable;
        }
        style.separator = arguments.out_ifs.unwrap_or(style.separator);
    };
    let text = match arguments.answer_format() {
        AnswerFormat::Text => Text::plain(out, verbose),
        AnswerFormat::Competition => Text::competition(out, verbose),
        AnswerFormat::Json => return Box::new(Json::new(out, verbose).with_title(&title)),
        AnswerFormat::Nothing => return Box::new(Text::plain(io::sink(), false)),
    };
    let text = text.with_style(style).with_title(&title);
    match application.printer() {
        Some(printer) => Box::new(text.with_printer(printer)),
        None => Box::new(text),
    }
}

/// A writer that drops texts while it is muted.
struct Mutable<W> {
    out: W,
    is_muted: Arc<AtomicBool>,
}

impl<W: Write> Write for Mutable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_muted.load(Ordering::Relaxed) { Ok(bytes.len()) } else { self.out.write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A sink that ignores all statements.
pub struct NoSink;

impl Sink for NoSink {}

/// A run that searches.
pub struct Run<'a> {
    /// The application.
    pub application: &'a dyn Application,
    /// Its arguments.
    pub arguments: &'a SolveArguments,
    /// The limits and the messages.
    pub session: Session<'a>,
    /// The report of the searches.
    pub searches: Searches,
    pub(crate) checker: Option<RefCell<AnswerChecker>>,
    /// The literal of `--compute`, in a ground program.
    pub(crate) required: OnceCell<Vec<Literal>>,
}

impl Run<'_> {
    fn run(&self, optimizing: bool) -> io::Result<u8> {
        let session = &self.session;
        // If the process ends with the run, the control need not be dropped.
        let mut control =
            ManuallyDrop::new(Control::with_compat(self.arguments.config(), session.program.compat));
        let closing = Closing {
            report: self.searches.report.clone(),
            clock: session.clock,
            memory_limit: session.program.memory_limit(),
            optimizing,
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
        let (mut ending, failed) = match self.application.main(self, &mut control)? {
            Ok(ending) => (ending, None),
            Err(failure) => {
                session.report(&failure);
                let interrupted = match failure {
                    Failure::Interrupted(why) => Some(why),
                    Failure::Program(_) | Failure::Main(_) => None,
                };
                (Ending { interrupted, ..Ending::default() }, Some(failure.exit_code()))
            }
        };
        ending.times =
            Times { total: session.clock.seconds(), cpu: Some(session.clock.cpu_seconds()), ..ending.times };
        if failed.is_none() {
            self.complete(&mut ending, &mut control);
        }
        let code = exit::of(&self.searches.report.finish(|report| report.finish(ending))?);
        // A run without an answer has no proof: its files are removed when they are dropped.
        if let (Some(files), None) = (proof, failed)
            && let Err(message) = self.finish_proof(files, &mut control)
        {
            session.messages.error(&message);
            return Ok(exit::NOT_RUN);
        }
        if self.application.is_embedded() {
            drop(ManuallyDrop::into_inner(control));
        }
        Ok(failed.unwrap_or(code))
    }

    /// Adds the statistics to the end of a run, and prints the number of checked models.
    fn complete(&self, ending: &mut Ending, control: &mut Control) {
        if let Some(checker) = &self.checker {
            let checked = format!("--check: {} models are answer sets", checker.borrow().models());
            self.session.messages.line("Info ", &checked);
        }
        if self.arguments.stats == 0 {
            return;
        }
        let cpu = self.session.clock.cpu_seconds();
        ending.statistics = statistics::of(control, cpu);
        let number = self.arguments.parallel_mode.number;
        if number > 1 && self.arguments.stats > 1 {
            ending.statistics_of_threads = statistics::of_threads(control, number, cpu);
        }
    }

    /// Loads the files and solves them: the usual main function. The outer error is one of standard output.
    ///
    /// # Errors
    /// Errors of writing to standard output.
    pub fn load_and_solve(&self, control: &mut Control) -> io::Result<Result<Ending, Failure>> {
        let loaded = self.session.load(control, self.arguments.accepted());
        if let Some(warning) = self.warning_of_domain() {
            self.session.messages.line("Warn ", warning);
        }
        match loaded {
            Ok(Loaded::Incremental) if self.arguments.proof.is_some() => {
                Ok(Err(Failure::Program(proof::STEPS)))
            }
            Ok(Loaded::Incremental) => incmode::solve(self, control),
            Ok(Loaded::Program) => {
                match self.show_predicates(control).and_then(|()| self.ground(control, &[Part::base()])) {
                    Ok(()) => self.search(control),
                    Err(failure) => Ok(Err(failure)),
                }
            }
            Ok(Loaded::Ground(program)) => {
                self.searches.report.with(|report| report.problem(input::problem_of(&program.text)));
                let literal = self.arguments.compute.and_then(Literal::new);
                self.required.set(literal.into_iter().collect()).expect("it is set once");
                self.solve_steps(control, &program)
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

    pub(crate) fn ground(&self, control: &mut Control, parts: &[Part<'_>]) -> Result<(), Failure> {
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
    ) -> io::Result<Result<Ending, Failure>> {
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
                Ok(false) => return Ok(Ok(self.searches.ending())),
                Err(failure) => return Ok(Err(failure)),
            }
            self.searches.begin_call(before)?;
            let ending = match self.search(control)? {
                Ok(ending) => ending,
                Err(failure) => return Ok(Err(failure)),
            };
            let is_interrupted = ending.interrupted.is_some();
            self.searches.end_call(ending)?;
            if is_interrupted {
                return Ok(Ok(self.searches.ending()));
            }
        }
    }

    /// Passes a new value of an external atom to the checker.
    pub(crate) fn assign_in_checker(&self, symbol: Symbol, value: hamadryad::ExternalValue) {
        if let Some(checker) = &self.checker {
            checker.borrow_mut().assign(symbol, value);
        }
    }
}
