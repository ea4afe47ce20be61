//! `hamadryad solve`: files in, answer sets out.
//!
//! The order of things is clingo's: the header, the program, the search, the summary. Whatever goes wrong on the way, the
//! summary is printed, because scripts read it.

pub mod arguments;
pub mod clingo_options;
pub mod load;
mod statistics;

use crate::clock::{Clock, Stop};
use crate::messages::Messages;
use crate::output::{Ending, Format, Interruption, Json, Level, ModelView, Report, Statistic, Text, Times};
use arguments::{AnswerFormat, GroundFormat, Heuristic, OptKind, SolveArguments};
use hamadryad::{
    Config, Control, Error, Model, OptimizeMode, Part, SearchConfig, SolveOptions, Sources, Symbol, Symbols,
};
use hamadryad_aspif::{AspifWriter, TextWriter};
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// The program is at fault.
const BAD_INPUT: u8 = 65;
/// Nothing was run.
const NOT_RUN: u8 = 128;
/// A signal or a limit came first.
const INTERRUPTED: u8 = 1;

/// How the run failed before a search could end.
enum Failure {
    /// The program is at fault; clingo's word for where.
    Program(&'static str),
    Interrupted(Interruption),
}

/// Runs the command and returns its exit code.
///
/// # Errors
/// Those of standard output.
pub fn run(arguments: &SolveArguments) -> io::Result<u8> {
    let clock = Clock::start();
    let stop = Stop::after(clock, arguments.time_limit.0);
    stop.listen();
    let messages = Messages::new(|code| arguments.prints_warning(code));
    let files = arguments.files();
    if let Some(message) = unreadable(&files) {
        messages.error(&message);
        return Ok(NOT_RUN);
    }
    let out = BufWriter::new(io::stdout().lock());
    let session = Session { arguments, clock, stop, messages, files };
    match arguments.ground_format() {
        Some(format) => session.write_ground_program(format, out),
        None => session.solve(out),
    }
}

/// A file among several that cannot be opened: clingo does not even begin then.
fn unreadable(files: &[String]) -> Option<String> {
    if files.len() < 2 {
        return None;
    }
    let named = files.iter().filter(|name| *name != "-");
    named.filter_map(|name| File::open(name).err().map(|error| load::cannot_read(name, &error))).next()
}

/// The way to print answers that the arguments ask for.
pub fn open_format<'a>(arguments: &SolveArguments, out: impl Write + 'a) -> Box<dyn Format + 'a> {
    let verbose = arguments.verbose > 0;
    match arguments.answer_format() {
        AnswerFormat::Text => Box::new(Text::plain(out, verbose)),
        AnswerFormat::Competition => Box::new(Text::competition(out, verbose)),
        AnswerFormat::Json => Box::new(Json::new(out, verbose)),
        AnswerFormat::Nothing => Box::new(Text::plain(io::sink(), false)),
    }
}

fn texts(symbols: &Symbols, shown: impl Iterator<Item = Symbol>) -> Vec<String> {
    shown.map(|symbol| symbols.display(symbol).to_string()).collect()
}

struct Session<'a> {
    arguments: &'a SolveArguments,
    clock: Clock,
    stop: Stop,
    messages: Messages<'a>,
    files: Vec<String>,
}

impl Session<'_> {
    fn control(&self) -> Control {
        let search = SearchConfig { seed: self.arguments.seed, ..SearchConfig::default() };
        let domain_heuristic = self.arguments.heuristic == Heuristic::Domain;
        Control::with_config(Config { search, domain_heuristic })
    }

    fn load(&self, control: &mut Control) -> Result<(), Failure> {
        let constants = &self.arguments.constants;
        load::load(control, &self.messages, constants, &self.files).map_err(Failure::Program)
    }

    /// Shows what grounding or solving has to say.
    fn accept<T>(&self, sources: &Sources, result: Result<T, Error>) -> Result<T, Failure> {
        result.map_err(|error| match error {
            Error::Interrupted => Failure::Interrupted(self.interruption()),
            Error::Program(diagnostics) => {
                self.messages.diagnostics(&diagnostics, sources);
                Failure::Program("grounding stopped because of errors")
            }
            Error::TooLarge(_) => {
                self.messages.error(&error.to_string());
                Failure::Program("grounding stopped because of errors")
            }
            Error::Redefined(_) | Error::Refused(_) => self.refused(&error),
        })
    }

    /// Shows why the ground program is not solved.
    fn refused(&self, error: &Error) -> Failure {
        self.messages.error(&error.to_string());
        Failure::Program("solving stopped because of errors")
    }

    fn interruption(&self) -> Interruption {
        self.stop.reason().unwrap_or(Interruption::Signal)
    }

    /// Says how the run failed, in clingo's words.
    fn say(&self, failure: &Failure) {
        match failure {
            Failure::Program(what) => self.messages.line("ERROR", what),
            Failure::Interrupted(_) => self.messages.line("Info ", "INTERRUPTED by signal!"),
        }
    }

    fn write_ground_program(&self, format: GroundFormat, out: impl Write) -> io::Result<u8> {
        let mut control = self.control();
        let mut written = Ok(());
        let ground = || {
            self.load(&mut control)?;
            let stop = || self.stop.reason().is_some();
            let result = match format {
                GroundFormat::Text => {
                    let mut writer = TextWriter::new(out);
                    let result = control.ground_into(&[Part::base()], &mut writer, &stop);
                    written = writer.finish().map(drop);
                    result
                }
                GroundFormat::Aspif => {
                    let mut writer = AspifWriter::new(out);
                    let result = control.ground_into(&[Part::base()], &mut writer, &stop);
                    written = writer.finish().map(drop);
                    result
                }
            };
            let warnings = control.take_warnings();
            self.messages.diagnostics(&warnings, control.sources());
            self.accept(control.sources(), result)
        };
        let result = ground();
        written?;
        Ok(match result {
            Ok(()) => 0,
            Err(failure) => {
                self.say(&failure);
                if matches!(failure, Failure::Interrupted(_)) { INTERRUPTED } else { BAD_INPUT }
            }
        })
    }

    fn solve(&self, out: impl Write) -> io::Result<u8> {
        let mut report = Report::new(open_format(self.arguments, out), self.arguments.quiet());
        report.begin(&self.files, self.clock.seconds())?;
        let mut control = self.control();
        let prepared = self.prepare(&mut control);
        let failure = match prepared {
            Ok(()) => match self.search(&mut control, &mut report)? {
                Ok(mut ending) => {
                    ending.statistics = self.statistics(&control);
                    let code = report.finish(ending)?.exit_code();
                    return Ok(code);
                }
                Err(failure) => failure,
            },
            Err(failure) => failure,
        };
        self.say(&failure);
        let interrupted = match failure {
            Failure::Interrupted(why) => Some(why),
            Failure::Program(_) => None,
        };
        let ending = Ending { interrupted, calls: 1, times: self.times(), ..Ending::default() };
        report.finish(ending)?;
        Ok(if interrupted.is_some() { INTERRUPTED } else { BAD_INPUT })
    }

    fn prepare(&self, control: &mut Control) -> Result<(), Failure> {
        self.load(control)?;
        let stop = || self.stop.reason().is_some();
        struct Nobody;
        impl hamadryad::Sink for Nobody {}
        let result = control.ground_observed(&[Part::base()], &mut Nobody, &stop);
        let warnings = control.take_warnings();
        self.messages.diagnostics(&warnings, control.sources());
        self.accept(control.sources(), result)
    }

    /// The search, model by model. The outer error is one of standard output.
    fn search(&self, control: &mut Control, report: &mut Report<'_>) -> io::Result<Result<Ending, Failure>> {
        let stop = || self.stop.reason().is_some();
        let options = self.solve_options(control, &stop);
        report.solving()?;
        let begin = self.clock.seconds();
        let mut search = match control.solve(options) {
            Ok(search) => search,
            Err(error) => return Ok(Err(self.refused(&error))),
        };
        let (mut first, mut last) = (None, begin);
        let mut last_shown = Vec::new();
        while let Some(model) = search.next_model() {
            last = self.clock.seconds();
            first.get_or_insert(last);
            report.model(self.view(&model, report, &mut last_shown), last)?;
        }
        let end = self.clock.seconds();
        let summary = search.summary();
        drop(search);
        report.show_last(|| texts(control.symbols(), last_shown.iter().copied()));
        let interrupted = summary.interrupted.then(|| self.interruption());
        if let Some(why) = interrupted {
            self.say(&Failure::Interrupted(why));
        }
        let exhausted = summary.exhausted;
        let first_model = first.map_or(0.0, |first| first - begin);
        let unsat = if exhausted { end - last } else { 0.0 };
        let times = Times { solve: end - begin, first_model, unsat, ..self.times() };
        let optimizing = matches!(self.arguments.opt_mode.kind, OptKind::Opt | OptKind::OptN);
        Ok(Ok(Ending { exhausted, interrupted, optimizing, calls: 1, times, statistics: Vec::new() }))
    }

    /// The model, as text only if that is printed at once; else its symbols are kept, in case it is the last one.
    fn view(&self, model: &Model<'_>, report: &Report<'_>, last_shown: &mut Vec<Symbol>) -> ModelView {
        let optimal = model.optimality_proven() && self.arguments.opt_mode.kind == OptKind::OptN;
        let mut shown = Vec::new();
        if report.prints_at_once(optimal) {
            shown = texts(model.symbols(), model.shown());
        } else if self.arguments.quiet().models == Level::Last {
            last_shown.clear();
            last_shown.extend(model.shown());
        }
        ModelView { shown, costs: model.costs().to_vec(), optimal }
    }

    fn solve_options<'s>(&self, control: &Control, stop: &'s dyn Fn() -> bool) -> SolveOptions<'s> {
        let mode = &self.arguments.opt_mode;
        let optimize = match mode.kind {
            OptKind::Opt => OptimizeMode::Optimize,
            OptKind::OptN => OptimizeMode::EnumerateOptimal,
            OptKind::Enum => OptimizeMode::Enumerate,
            OptKind::Ignore => OptimizeMode::Ignore,
        };
        let models = self.arguments.models();
        if !control.priorities().is_empty() {
            if mode.kind == OptKind::Opt && models.is_some_and(|models| models > 0) {
                self.messages.line("Warn ", "#models not 0: optimality of last model not guaranteed.");
            }
            if mode.kind == OptKind::Enum && mode.bounds.is_empty() {
                let message = "opt-mode=enum: No bound given, optimize statement ignored.";
                self.messages.line("Warn ", message);
            }
        }
        let bound = (!mode.bounds.is_empty()).then(|| mode.bounds.clone());
        SolveOptions { models, optimize, bound, assumptions: &[], stop }
    }

    fn times(&self) -> Times {
        Times { total: self.clock.seconds(), cpu: self.clock.cpu_seconds(), ..Times::default() }
    }

    fn statistics(&self, control: &Control) -> Vec<Statistic> {
        if self.arguments.stats == 0 { Vec::new() } else { statistics::of(control) }
    }
}
