//! Applications: `clingo_main` and `hamadryad_solve` run the command line of `hamadryad solve` with the functions of a
//! caller.
//!
//! ```text
//! words ─ hamadryad-application ─→ arguments ─ main ─→ a control ─→ searches, or statements of the ground program
//! ```
//!
//! An application without functions of its own and without scripts runs as `hamadryad solve` does. For all others, the
//! engine's control of the run becomes one of the C interface for the time of the main function.
//!
//! *Invariant:* everything that an argument asks for is done, or refused with its name.

mod options;
mod printer;

#[cfg(test)]
pub use options::{clingo_options_add, clingo_options_add_flag};

use crate::callbacks::{Logger, LoggerFunction};
use crate::guard::{Outcome, enter_or, of_callback};
use crate::object::{ControlObject, State};
use crate::pointers::{Array, Data, Handle, Text};
use crate::{registry, script, solve};
use hamadryad::Code;
use hamadryad::incremental::{Outcome as StepOutcome, Steps};
use hamadryad_application::arguments::SolveArguments;
use hamadryad_application::clock::Stop;
use hamadryad_application::ground::{self, GroundFormat, OpenGround};
use hamadryad_application::run::Run;
use hamadryad_application::search_report::Searches;
use hamadryad_application::session::{Failure as RunFailure, Session};
use hamadryad_application::{AddedOption, command_line};
use hamadryad_clingo::message::{Failure, Warning};
use hamadryad_clingo::options::Settings;
use hamadryad_clingo::program::Program;
use hamadryad_clingo::writer::FileWriter;
use hamadryad_present::answers::{Ending, Printer};
use options::OwnOption;
use printer::PrintFunction;
use std::cell::OnceCell;
use std::ffi::{CStr, CString, OsString, c_char, c_int, c_uint};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// `clingo_application_t`
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct Application {
    program_name: Option<extern "C" fn(Data) -> Text>,
    version: Option<extern "C" fn(Data) -> Text>,
    message_limit: Option<extern "C" fn(Data) -> c_uint>,
    main: Option<MainFunction>,
    logger: Option<LoggerFunction>,
    printer: Option<PrintFunction>,
    register_options: Option<extern "C" fn(Handle, Data) -> bool>,
    validate_options: Option<extern "C" fn(Data) -> bool>,
}

/// `clingo_main_function_t`
type MainFunction = extern "C" fn(Handle, *const *const c_char, usize, Data) -> bool;

#[cfg(test)]
impl Application {
    /// An application with these functions.
    pub fn for_tests(
        name: extern "C" fn(Data) -> Text,
        main: MainFunction,
        register: extern "C" fn(Handle, Data) -> bool,
        validate: extern "C" fn(Data) -> bool,
    ) -> Application {
        Application {
            program_name: Some(name),
            main: Some(main),
            register_options: Some(register),
            validate_options: Some(validate),
            ..Application::default()
        }
    }
}

/// The exit code of a failure.
const FAILED: c_int = 65;

/// Runs an application, or clingo's own if it is null. Returns the exit code.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_main(
    application: Array<Application>,
    arguments: Array<Text>,
    size: usize,
    data: Data,
) -> c_int {
    let functions = application.first().copied().unwrap_or_default();
    enter_or(FAILED, || {
        let words = words(&arguments, size)?;
        Ok(command_line::run(&Caller::new(functions, data)?, words).into())
    })
}

/// Runs `hamadryad solve` with the scripts of the registered languages. With `continues`, another process has printed the
/// beginning of the output. Returns the exit code.
#[unsafe(no_mangle)]
pub extern "C" fn hamadryad_solve(arguments: Array<Text>, size: usize, continues: bool) -> c_int {
    enter_or(FAILED, || {
        let words = words(&arguments, size)?;
        Ok(command_line::run(&Caller::hamadryad(continues), words).into())
    })
}

/// The entry of clingo's own command line, which its packages for Debian call.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_main_(count: c_int, arguments: Array<Text>) -> c_int {
    let rest = usize::try_from(count).unwrap_or(0);
    let Ok(arguments) = arguments.of(rest, "argv") else { return 1 };
    let array = Array(arguments.get(1..).unwrap_or_default().as_ptr());
    clingo_main(Array(std::ptr::null()), array, rest.saturating_sub(1), Data(std::ptr::null_mut()))
}

fn words(arguments: &Array<Text>, size: usize) -> Outcome<Vec<OsString>> {
    let arguments = arguments.of(size, "arguments")?;
    arguments.iter().map(|text| text.read("arguments").map(OsString::from)).collect()
}

/// The application of a caller.
struct Caller {
    functions: Application,
    data: Data,
    name: String,
    title: String,
    continues: bool,
    options: OnceCell<Vec<OwnOption>>,
    /// The pointer to the model that is printed.
    model: Arc<AtomicUsize>,
}

impl Caller {
    fn new(functions: Application, data: Data) -> Outcome<Caller> {
        let text = |function: Option<extern "C" fn(Data) -> Text>, default: &str| match function {
            Some(function) => function(data).read("text").map(str::to_owned),
            None => Ok(default.to_owned()),
        };
        let name = text(functions.program_name, "clingo")?;
        // clingo's number, which programs parse, and our name.
        let own = format!("5.8.3 (hamadryad {})", env!("CARGO_PKG_VERSION"));
        let title = format!("{name} version {}", text(functions.version, &own)?);
        Ok(Caller { functions, data, name, title, ..Caller::hamadryad(false) })
    }

    /// `hamadryad solve`.
    fn hamadryad(continues: bool) -> Caller {
        Caller {
            functions: Application::default(),
            data: Data(std::ptr::null_mut()),
            name: "hamadryad".to_owned(),
            title: format!("hamadryad version {}", env!("CARGO_PKG_VERSION")),
            continues,
            options: OnceCell::new(),
            model: Arc::default(),
        }
    }

    /// Whether no function of the caller and no script takes part in the run.
    fn is_usual(&self, arguments: &SolveArguments) -> bool {
        let Application { main, logger, printer, .. } = self.functions;
        let has_functions = main.is_some() || logger.is_some() || printer.is_some();
        !has_functions && (!arguments.runs_scripts() || script::languages().is_empty())
    }

    /// The control of a run for the functions of the caller.
    fn object(
        &self,
        control: Box<hamadryad::Control>,
        arguments: &SolveArguments,
        run: RunOfControl,
    ) -> Outcome<ControlObject> {
        let program = Program::around(control, settings(arguments))?;
        let limit = self.functions.message_limit.map_or(20, |function| function(self.data));
        let logger = Logger::new(self.functions.logger, self.data, limit);
        let mut object = ControlObject::new(registry::number(), program, logger);
        object.run = Some(Arc::new(run));
        Ok(object)
    }

    /// Runs the main function with the control of the run, which the interface has meanwhile. `before` is called before
    /// the first grounding, with the answer whether there may be several steps.
    fn with_object(
        &self,
        object: ControlObject,
        arguments: &SolveArguments,
        control: &mut hamadryad::Control,
        before: &mut dyn FnMut(&ControlObject, bool) -> Outcome,
    ) -> Outcome {
        let (number, object) = (object.number, Arc::new(object));
        registry::insert_control(number, Arc::clone(&object));
        let files = arguments.files();
        let result = match self.functions.main {
            Some(main) => before(&object, true).and_then(|()| self.call_main(main, number, &files)),
            None => load_and_solve(&object, &files, arguments, before),
        };
        object.close_search();
        registry::remove(number);
        let mut program = object.take()?;
        let finished = program.listeners.finish();
        std::mem::swap(control, &mut program.control);
        result.and(finished)
    }

    fn call_main(&self, main: MainFunction, control: usize, files: &[String]) -> Outcome {
        let files: Vec<CString> =
            files.iter().map(|file| CString::new(file.as_str()).unwrap_or_default()).collect();
        let pointers: Vec<*const c_char> = files.iter().map(|file| CStr::as_ptr(file)).collect();
        let is_done = main(Handle(control), pointers.as_ptr(), pointers.len(), self.data);
        if is_done { Ok(()) } else { Err(of_callback()) }
    }
}

/// The failure of a main function, for the run.
fn failed(failure: Failure, stop: &Stop) -> RunFailure {
    match stop.reason() {
        Some(why) => RunFailure::Interrupted(why),
        None => RunFailure::Main(failure.message.unwrap_or_else(|| "error".to_owned())),
    }
}

impl hamadryad_application::Application for Caller {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn title(&self) -> String {
        self.title.clone()
    }

    fn version(&self) -> String {
        let (title, own) = (&self.title, env!("CARGO_PKG_VERSION"));
        let scripts = script::configuration();
        format!(
            "{title}\n\nlibclingo version 5.8.3\nConfiguration: {scripts}\n\n\
             Engine: hamadryad version {own}\nConfiguration: WITH_THREADS=1\n"
        )
    }

    fn options(&self) -> Result<Vec<AddedOption>, String> {
        let own = options::register(self.functions.register_options, self.data)
            .map_err(|failure| failure.message.unwrap_or_default())?;
        let added = own.iter().map(|(option, _)| option.clone()).collect();
        let _ = self.options.set(own);
        Ok(added)
    }

    fn set_option(&self, place: usize, value: &str) -> bool {
        let option = self.options.get().and_then(|options| options.get(place));
        option.is_some_and(|(_, receiver)| receiver.set(value))
    }

    fn validate(&self, arguments: &SolveArguments) -> Result<(), String> {
        if arguments.pictures().is_some() {
            return Err("pictures are drawn by `hamadryad solve`: `--output` is a format here".to_owned());
        }
        let unsupported = arguments.of_usual_main().filter(|_| !self.is_usual(arguments));
        if let Some(option) = unsupported {
            return Err(format!(
                "the option '{option}' needs a program without scripts and without a main function"
            ));
        }
        match self.functions.validate_options {
            Some(validate) if !validate(self.data) => Err(of_callback().message.unwrap_or_default()),
            _ => Ok(()),
        }
    }

    fn printer(&self) -> Option<Printer> {
        let function = self.functions.printer?;
        Some(printer::printer(function, self.data, Arc::clone(&self.model)))
    }

    fn continues(&self) -> bool {
        self.continues
    }

    fn is_embedded(&self) -> bool {
        true
    }

    fn main(
        &self,
        run: &Run<'_>,
        control: &mut hamadryad::Control,
    ) -> io::Result<Result<Ending, RunFailure>> {
        if self.is_usual(run.arguments) {
            return run.load_and_solve(control);
        }
        let engine = Box::new(std::mem::take(control));
        let (stop, model) = (run.session.stop.clone(), Arc::clone(&self.model));
        let searches = Some(run.searches.clone());
        let object = self.object(engine, run.arguments, RunOfControl { stop, searches, model });
        let done =
            object.and_then(|object| self.with_object(object, run.arguments, control, &mut |_, _| Ok(())));
        Ok(match done {
            Ok(()) => Ok(run.searches.ending()),
            Err(failure) => Err(failed(failure, &run.session.stop)),
        })
    }

    fn write_ground(
        &self,
        session: &Session<'_>,
        arguments: &SolveArguments,
        format: GroundFormat,
    ) -> io::Result<u8> {
        if self.is_usual(arguments) {
            return ground::write(session, format, arguments.writing, arguments.accepted());
        }
        let mut control = hamadryad::Control::with_compat(arguments.config(), session.program.compat);
        let run = RunOfControl { stop: session.stop.clone(), searches: None, model: Arc::default() };
        let object = self.object(Box::new(std::mem::take(&mut control)), arguments, run);
        let mut rest = None;
        let mut begin = |object: &ControlObject, has_steps| {
            let OpenGround { writer, rest: lines } = arguments.writing.open(format, has_steps, session);
            rest = Some(lines);
            let debug = arguments.writing.debug_writer(session.program.error_outlet());
            object.with(|program| {
                program.listeners.observe(Box::new(FileWriter::new("standard output", writer)), true);
                if let Some(debug) = debug {
                    let debug = FileWriter::new("standard error", Box::new(debug));
                    program.listeners.observe(Box::new(debug), false);
                }
                Ok(())
            })
        };
        let done = object.and_then(|object| self.with_object(object, arguments, &mut control, &mut begin));
        rest.map_or(Ok(()), ground::pass_on)?;
        let Err(failure) = done else { return Ok(0) };
        let failure = failed(failure, &session.stop);
        session.report(&failure);
        Ok(failure.exit_code())
    }
}

/// The run to which a control belongs.
pub struct RunOfControl {
    /// The reasons to stop.
    pub stop: Stop,
    /// The searches that are reported; `None` if the ground program is written instead of solved.
    pub searches: Option<Searches>,
    /// The pointer to the model that is printed.
    pub model: Arc<AtomicUsize>,
}

/// The settings of a control by the arguments of a command line.
fn settings(arguments: &SolveArguments) -> Settings {
    const KINDS: [(Code, Warning); 5] = [
        (Code::OperationUndefined, Warning::OperationUndefined),
        (Code::AtomUndefined, Warning::AtomUndefined),
        (Code::FileIncluded, Warning::FileIncluded),
        (Code::GlobalVariable, Warning::GlobalVariable),
        (Code::Other, Warning::Other),
    ];
    let program = &arguments.program;
    let silenced = KINDS.into_iter().filter(|&(code, _)| !program.prints_warning(code));
    Settings {
        configuration: arguments.all_keys(),
        base: arguments.config(),
        constants: program
            .constants
            .iter()
            .map(|constant| (constant.name.clone(), constant.value.clone()))
            .collect(),
        keeps_facts: program.keeps_facts(),
        single_shot: false,
        silenced: silenced.map(|(_, warning)| warning).collect(),
    }
}

/// clingo's own main function: loads the files, and leaves the rest to the function `main` of a script, or grounds and
/// solves the part `base`, or the steps of a program that includes `<incmode>`.
fn load_and_solve(
    control: &Arc<ControlObject>,
    files: &[String],
    arguments: &SolveArguments,
    before: &mut dyn FnMut(&ControlObject, bool) -> Outcome,
) -> Outcome {
    let standard_input = ["-".to_owned()];
    let files = if files.is_empty() { &standard_input[..] } else { files };
    for file in files {
        control.add_texts(|program| program.load(file), |program, texts| program.load_beside(texts, file))?;
    }
    let signatures = arguments.show_preds.iter().map(|signature| format!("#show {signature}. "));
    let shown: String = signatures.collect();
    control.work(|program| program.add("base", &[], &shown))?;
    if script::has_main()? {
        before(control, true)?;
        return script::call_main(Handle(control.number)).map(drop);
    }
    if control.with(|program| Ok(program.includes_incmode))? {
        return solve_steps(control);
    }
    before(control, false)?;
    let host = script::functions(None, Data(std::ptr::null_mut()));
    control.work(|program| program.ground(&[("base", Vec::new())], host, &|| control.is_stopped()))?;
    solve_step(control).map(drop)
}

/// Grounds and solves the steps of a program in turn.
fn solve_steps(control: &Arc<ControlObject>) -> Outcome {
    if control.run.as_ref().is_some_and(|run| run.searches.is_none()) {
        return Err(Failure::runtime(
            "a program with `#include <incmode>` is grounded and solved in turn: its ground program cannot be written",
        ));
    }
    let mut steps = control.work(|program| {
        Steps::new(&mut program.control).map_err(|error| Failure::runtime(error.to_string()))
    })?;
    let mut last = None;
    while !steps.is_over(last) {
        let host = script::functions(None, Data(std::ptr::null_mut()));
        control.work(|program| program.ground_step(&mut steps, host, &|| control.is_stopped()))?;
        let result = solve_step(control)?;
        if result & solve::INTERRUPTED != 0 {
            break;
        }
        let (found, is_exhausted) = (result & solve::SATISFIABLE != 0, result & solve::EXHAUSTED != 0);
        last = Some(StepOutcome::of(found, is_exhausted));
    }
    Ok(())
}

/// Solves the program, and returns clingo's bits of the result.
fn solve_step(control: &Arc<ControlObject>) -> Outcome<u32> {
    let search = solve::start(control, 0, Vec::new(), None)?;
    let result = search.result();
    search.close();
    debug_assert!(matches!(&*control.state(), State::Idle(_)), "a closed search gives the program back");
    result
}
