//! The report of all searches of a control, as clingo prints it.
//!
//! *Invariant:* the report is locked while it prints. A model printer of the application runs meanwhile, and may read
//! the model.

use crate::application::options::{Arguments, OutputFormat};
use crate::pointers::{Data, Handle};
use hamadryad::{Consequences, OptimizeMode, Summary};
use hamadryad_clingo::program::Program;
use hamadryad_present::answers::{Ending, Format, Interruption, Json, ModelView, Report, Text, Times};
use std::ffi::{c_int, c_void};
use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

/// `clingo_default_model_printer_t`
pub type DefaultPrinter = extern "C" fn(*mut c_void) -> bool;

/// The function of an application that prints models.
#[derive(Clone, Copy)]
pub struct ModelPrinter {
    /// The function.
    pub function: extern "C" fn(Handle, DefaultPrinter, *mut c_void, Data) -> bool,
    /// Its data.
    pub data: Data,
}

/// Receives the searches of a control.
pub struct Reporter {
    state: Mutex<State>,
    /// The model that is printed.
    model: Arc<AtomicUsize>,
    begin: Instant,
    is_out_of_time: AtomicBool,
}

struct State {
    /// `None` after the end.
    report: Option<Report<'static>>,
    ending: Ending,
}

/// Prints the symbols of a model as usual; the data is the function that does it.
extern "C" fn print_as_usual(data: *mut c_void) -> bool {
    // SAFETY: `print_model` passes a pointer to its function, and the application calls this function before it returns,
    // as clingo's interface demands; meanwhile `print_model` does not use the function.
    let print = unsafe { data.cast::<&mut dyn FnMut() -> io::Result<()>>().as_mut() };
    print.is_some_and(|print| print().is_ok())
}

fn print_model(
    printer: ModelPrinter,
    model: Handle,
    mut print: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<()> {
    let data: *mut &mut dyn FnMut() -> io::Result<()> = &raw mut print;
    match (printer.function)(model, print_as_usual, data.cast(), printer.data) {
        true => Ok(()),
        false => Err(io::Error::other("the model printer of the application has failed")),
    }
}

impl Reporter {
    /// Begins the report of a run.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn begin(
        title: &str,
        arguments: &Arguments,
        program: &Program,
        printer: Option<ModelPrinter>,
    ) -> io::Result<Reporter> {
        let is_verbose = arguments.verbose > 0;
        let model = Arc::<AtomicUsize>::default();
        let text = |text: Text<BufWriter<io::Stdout>>| {
            let text = text.with_title(title);
            match printer {
                None => text,
                Some(printer) => {
                    let model = Arc::clone(&model);
                    text.with_printer(Box::new(move |print| {
                        print_model(printer, Handle(model.load(Ordering::Relaxed)), print)
                    }))
                }
            }
        };
        let out = BufWriter::new(io::stdout());
        let format: Box<dyn Format> = match arguments.format {
            OutputFormat::Text => Box::new(text(Text::plain(out, is_verbose))),
            OutputFormat::Competition => Box::new(text(Text::competition(out, is_verbose))),
            OutputFormat::Json => Box::new(Json::new(out, is_verbose).with_title(title)),
            OutputFormat::Nothing => Box::new(Text::plain(io::sink(), false)),
        };
        let asked = program.settings.configuration.solve_parameters().consequences;
        let mut report =
            Report::new(format, arguments.quiet).asking(asked).with_verbosity(arguments.verbose.min(2));
        report.begin(&arguments.files, 0.0)?;
        Ok(Reporter {
            state: Mutex::new(State { report: Some(report), ending: Ending::default() }),
            model,
            begin: Instant::now(),
            is_out_of_time: AtomicBool::new(false),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        crate::object::lock(&self.state)
    }

    fn seconds(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }

    /// Notes that the time of the run is over.
    pub fn note_time_limit(&self) {
        self.is_out_of_time.store(true, Ordering::Relaxed);
    }

    /// A search begins.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn solving(&self) -> io::Result<()> {
        let at = self.seconds();
        let mut state = self.state();
        let Some(report) = &mut state.report else { return Ok(()) };
        report.begin_call(at)?;
        report.solving(at)
    }

    /// A search has found a model.
    ///
    /// # Errors
    /// Errors of the output, and failures of the model printer.
    pub fn model(&self, model: Handle, view: ModelView) -> io::Result<()> {
        self.model.store(model.0, Ordering::Relaxed);
        let at = self.seconds();
        let mut state = self.state();
        state.report.as_mut().map_or(Ok(()), |report| report.model(view, at))
    }

    /// A search has ended.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn ended(
        &self,
        summary: &Summary,
        is_interrupted: bool,
        optimize: OptimizeMode,
        times: [f64; 3],
    ) -> io::Result<()> {
        let at = self.seconds();
        let mut state = self.state();
        let before = state.ending.times;
        let [solve, first_model, unsat] = times;
        let interruption = match self.is_out_of_time.load(Ordering::Relaxed) {
            true => Interruption::TimeLimit,
            false => Interruption::Signal,
        };
        let is_open = summary.interrupted || !summary.optimum_proven && !summary.exhausted;
        state.ending = Ending {
            exhausted: summary.exhausted,
            interrupted: is_interrupted.then_some(interruption),
            optimizing: matches!(optimize, OptimizeMode::Optimize | OptimizeMode::EnumerateOptimal),
            bounds: if is_open { summary.lower_bounds.clone() } else { Vec::new() },
            consequences: summary.consequences,
            times: Times { solve: before.solve + solve, first_model, unsat, ..Times::default() },
            ..Ending::default()
        };
        let State { report, ending } = &mut *state;
        report.as_mut().map_or(Ok(()), |report| report.end_call(at, ending))
    }

    /// Ends the report, and returns the exit code.
    pub fn finish(&self) -> c_int {
        let mut state = self.state();
        let Some(report) = state.report.take() else { return 0 };
        let mut ending = std::mem::take(&mut state.ending);
        ending.times.total = self.seconds();
        ending.times.cpu = cpu_seconds();
        let Ok(summary) = report.finish(ending) else { return super::FAILED };
        let _ = io::stdout().flush();
        let satisfiable = if summary.satisfiable { 10 } else { 0 };
        let exhausted = if summary.ending.exhausted { 20 } else { 0 };
        satisfiable + exhausted + c_int::from(summary.ending.interrupted.is_some())
    }
}

/// The shown symbols of a model, for the report.
pub fn view(model: &hamadryad::Model<'_>, optimize: OptimizeMode, asked: Option<Consequences>) -> ModelView {
    let symbols = model.symbols();
    let enumerates_optimal =
        optimize == OptimizeMode::EnumerateOptimal || optimize == OptimizeMode::Optimize && asked.is_some();
    ModelView {
        shown: model.shown().map(|symbol| symbols.display(symbol).to_string()).collect(),
        costs: model.costs().to_vec(),
        optimal: model.optimality_proven() && enumerates_optimal,
        consequences: model.consequences(),
    }
}

/// The processor time of the process, if the system measures it.
fn cpu_seconds() -> Option<f64> {
    #[cfg(unix)]
    if let Ok(time) = nix::time::clock_gettime(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID) {
        return Some(std::time::Duration::from(time).as_secs_f64());
    }
    None
}
