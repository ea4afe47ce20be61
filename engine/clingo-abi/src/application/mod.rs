//! Applications: `clingo_main` reads the arguments of a command line, runs the main function of the application or
//! clingo's, and reports all searches of its control as clingo does.
//!
//! ```text
//! options of the application ─┐
//! arguments ─ options.rs ─────┴→ control ─ main ─→ searches ─ report.rs → standard output, exit code
//! ```
//!
//! The texts of answers are those of the command line (`hamadryad-present`). Options of the search are those of a
//! control.
//!
//! *Invariant:* everything that an argument asks for is done, or refused with its name.

mod options;
mod report;

#[cfg(test)]
pub use options::{clingo_options_add, clingo_options_add_flag};

use crate::callbacks::{Logger, LoggerFunction};
use crate::control::clingo_control_free;
use crate::guard::{Outcome, enter_or, of_callback};
use crate::object::{ControlObject, State};
use crate::pointers::{Array, Data, Handle, Text};
use crate::{registry, script, solve};
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::program::Program;
use options::{Arguments, Request};
use report::{DefaultPrinter, ModelPrinter};
pub use report::{Reporter, view as view_of};
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// `clingo_application_t`
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct Application {
    program_name: Option<extern "C" fn(Data) -> Text>,
    version: Option<extern "C" fn(Data) -> Text>,
    message_limit: Option<extern "C" fn(Data) -> c_uint>,
    main: Option<extern "C" fn(Handle, *const *const c_char, usize, Data) -> bool>,
    logger: Option<LoggerFunction>,
    printer: Option<extern "C" fn(Handle, DefaultPrinter, *mut c_void, Data) -> bool>,
    register_options: Option<extern "C" fn(Handle, Data) -> bool>,
    validate_options: Option<extern "C" fn(Data) -> bool>,
}

#[cfg(test)]
impl Application {
    /// An application with these functions.
    pub fn for_tests(
        name: extern "C" fn(Data) -> Text,
        main: extern "C" fn(Handle, *const *const c_char, usize, Data) -> bool,
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

/// The exit codes of clingo that are not results.
const BAD_OPTIONS: c_int = 1;
const FAILED: c_int = 65;

/// Runs an application, or clingo's own if it is null. Returns the exit code.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_main(
    application: Array<Application>,
    arguments: Array<Text>,
    size: usize,
    data: Data,
) -> c_int {
    let application = application.first().copied().unwrap_or_default();
    enter_or(FAILED, || {
        let arguments = arguments.of(size, "arguments")?;
        let arguments = arguments.iter().map(|text| text.read("arguments").map(str::to_owned));
        Ok(Run::new(application, data)?.main(&arguments.collect::<Outcome<Vec<String>>>()?))
    })
}

/// The entry of clingo's own command line, which its packages for Debian call.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_main_(count: c_int, arguments: Array<Text>) -> c_int {
    let rest = usize::try_from(count).unwrap_or(0);
    let Ok(arguments) = arguments.of(rest, "argv") else { return BAD_OPTIONS };
    let array = Array(arguments.get(1..).unwrap_or_default().as_ptr());
    clingo_main(Array(std::ptr::null()), array, rest.saturating_sub(1), Data(std::ptr::null_mut()))
}

/// A run of an application.
struct Run {
    application: Application,
    data: Data,
    name: String,
    version: String,
}

impl Run {
    fn new(application: Application, data: Data) -> Outcome<Run> {
        let text = |function: Option<extern "C" fn(Data) -> Text>, default: &str| match function {
            Some(function) => function(data).read("text").map(str::to_owned),
            None => Ok(default.to_owned()),
        };
        let name = text(application.program_name, "clingo")?;
        // clingo's number, which programs parse, and our name.
        let own = format!("5.8.3 (hamadryad {})", env!("CARGO_PKG_VERSION"));
        let version = text(application.version, &own)?;
        Ok(Run { application, data, name, version })
    }

    fn title(&self) -> String {
        format!("{} version {}", self.name, self.version)
    }

    /// Prints an error as clingo does.
    fn error(&self, message: &str) {
        eprintln!("*** ERROR: ({}): {message}", self.name);
    }

    /// Ends the run because of its arguments.
    fn refuse(&self, failure: &Failure) -> c_int {
        let message = failure.message.clone().unwrap_or_default();
        self.error(&message.replace("'<libclingo>'", &format!("'<{}>'", self.name)));
        eprintln!("*** Info : ({}): Try '--help' for usage information", self.name);
        BAD_OPTIONS
    }

    fn main(&self, arguments: &[String]) -> c_int {
        let read = options::register(self.application.register_options, self.data)
            .and_then(|own| options::read(&self.name, own, arguments));
        let arguments = match read {
            Ok(arguments) => arguments,
            Err(failure) => return self.refuse(&failure),
        };
        match arguments.request {
            Request::Help => {
                print!("{}", arguments.help(&self.title(), &self.name));
                return 0;
            }
            Request::Version => {
                println!("{}\n\nlibclingo version 5.8.3", self.title());
                println!("Engine: hamadryad version {}", env!("CARGO_PKG_VERSION"));
                println!("Configuration: {}", script::configuration());
                return 0;
            }
            Request::Run => {}
        }
        let rest: Vec<&str> = arguments.rest.iter().map(String::as_str).collect();
        let program = match Program::new(&rest) {
            Ok(program) => program,
            Err(failure) => return self.refuse(&failure),
        };
        match self.application.validate_options {
            Some(validate) if !validate(self.data) => self.refuse(&of_callback()),
            _ => self.run(program, &arguments),
        }
    }

    fn run(&self, program: Program, arguments: &Arguments) -> c_int {
        let limit = self.application.message_limit.map_or(20, |function| function(self.data));
        let printer = self.application.printer.map(|function| ModelPrinter { function, data: self.data });
        let reporter = match Reporter::begin(&self.title(), arguments, &program, printer) {
            Ok(reporter) => Arc::new(reporter),
            Err(_) => return FAILED,
        };
        let number = registry::number();
        let logger = Logger::new(self.application.logger, self.data, limit);
        let mut control = ControlObject::new(number, program, logger);
        control.reporter = Some(Arc::clone(&reporter));
        let control = Arc::new(control);
        registry::insert_control(number, Arc::clone(&control));
        if let Some(seconds) = arguments.time_limit {
            end_after(&control, &reporter, seconds);
        }
        let result = match self.application.main {
            Some(main) => self.call_main(main, number, &arguments.files),
            None => run_program(&control, number, &arguments.files),
        };
        if let Err(failure) = &result {
            self.error(failure.message.as_deref().unwrap_or("error"));
        }
        clingo_control_free(Handle(number));
        let code = reporter.finish();
        match result {
            Ok(()) => code,
            Err(_) => FAILED,
        }
    }

    fn call_main(
        &self,
        main: extern "C" fn(Handle, *const *const c_char, usize, Data) -> bool,
        control: usize,
        files: &[String],
    ) -> Outcome {
        let files: Vec<CString> =
            files.iter().map(|file| CString::new(file.as_str()).unwrap_or_default()).collect();
        let pointers: Vec<*const c_char> = files.iter().map(|file| CStr::as_ptr(file)).collect();
        let is_done = main(Handle(control), pointers.as_ptr(), pointers.len(), self.data);
        if is_done { Ok(()) } else { Err(of_callback()) }
    }
}

/// Ends the present search after so many seconds, and each later one.
fn end_after(control: &Arc<ControlObject>, reporter: &Arc<Reporter>, seconds: u64) {
    let (control, reporter) = (Arc::downgrade(control), Arc::clone(reporter));
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(seconds));
        reporter.note_time_limit();
        while let Some(control) = control.upgrade() {
            control.interrupt.store(true, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(50));
        }
    });
}

/// clingo's own main function: loads the files, and leaves the rest to the function `main` of a script, or grounds and
/// solves the part `base`.
fn run_program(control: &Arc<ControlObject>, number: usize, files: &[String]) -> Outcome {
    let standard_input = ["-".to_owned()];
    let files = if files.is_empty() { &standard_input[..] } else { files };
    for file in files {
        control.add_texts(|program| program.load(file), |program, texts| program.load_beside(texts, file))?;
    }
    if script::call_main(Handle(number))? {
        return Ok(());
    }
    if control.with(|program| Ok(program.includes_incmode))? {
        return Err(Failure::runtime(
            "`#include <incmode>` is not provided by `clingo_main`: `hamadryad solve` solves the program",
        ));
    }
    let host = script::functions(None, Data(std::ptr::null_mut()));
    let stop = || control.interrupt.load(Ordering::Relaxed);
    control.work(|program| program.ground(&[("base", Vec::new())], host, &stop))?;
    let search = solve::start(control, 0, Vec::new(), None)?;
    let result = search.result();
    search.close();
    debug_assert!(matches!(&*control.state(), State::Idle(_)), "a closed search gives the program back");
    result.map(drop)
}
