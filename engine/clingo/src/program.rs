//! A control with all that clingo keeps beside it: translated symbols, settings, observers, theory atoms.
//!
//! ```text
//! add, load ─→ messages      ground ─→ the solver, the theory atoms of the step, the observers
//! ```
//!
//! *Invariant:* a call that fails leaves the program as it was, and its messages are returned with the failure.

use crate::ast::Collected;
use crate::message::{Failure, Message, messages_of};
use crate::options::Settings;
use crate::symbols::{Symbol, keep_str};
use crate::theory::Theory;
use crate::translation::Translation;
use hamadryad::files::{LONGEST_STREAM, text_from};
use hamadryad::incremental::Steps;
use hamadryad::{
    Atom, BodyRef, Diagnostic, Disk, Error, ExternalValue, Files, Head, HeuristicModifier, InputFormat,
    Literal, Name, OutputKind, Part, Sink, Sources, Span, Symbols, Texts, TheoryStatement, WeightedLiteral,
};
use std::cell::RefCell;
use std::ffi::CStr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A place in a text, with lines and columns from 1.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The name of the text.
    pub file: &'static CStr,
    /// The first line.
    pub begin_line: usize,
    /// The last line.
    pub end_line: usize,
    /// The first column.
    pub begin_column: usize,
    /// The column behind the last character.
    pub end_column: usize,
}

/// Receives the calls `@name(…)` of a program: the place, the name and the arguments. `None` if no function has the
/// name; the call is then a warning.
pub type Host =
    Box<dyn FnMut(Place, &'static CStr, &[Symbol]) -> Result<Option<Vec<Symbol>>, Failure> + Send>;

/// An observer of the ground program. Statements come as to a [`Sink`], and the step ends when it is solved.
pub trait Observer: Sink + Send {
    /// The failure of the observer, which ends the call in which it occurred.
    fn take_failure(&mut self) -> Option<Failure>;

    /// Ends the observation; `_is_in_step` if the last step has begun and was not solved.
    ///
    /// # Errors
    /// The failure of the observer.
    fn finish(self: Box<Self>, _is_in_step: bool) -> Result<(), Failure> {
        Ok(())
    }
}

/// Receives the ground program: the theory atoms of the step, and the observers.
#[derive(Default)]
pub struct Listeners {
    /// The theory atoms of the step.
    pub theory: Theory,
    observers: Vec<Box<dyn Observer>>,
    /// Whether an observer replaces the solver.
    is_replaced: bool,
    is_in_step: bool,
    /// Whether a statement is a contradiction by itself.
    has_contradiction: bool,
}

/// A control and all that clingo keeps beside it.
pub struct Program {
    /// The control.
    pub control: Box<hamadryad::Control>,
    /// The translated symbols.
    pub translation: Arc<Mutex<Translation>>,
    /// The settings.
    pub settings: Settings,
    /// The receivers of the ground program.
    pub listeners: Listeners,
    /// Whether settled atoms are removed before grounding.
    pub enable_cleanup: bool,
    /// Stored for callers; models that a search has excluded are never excluded in later searches.
    pub enumeration_assumption: bool,
    /// Whether the program was solved since the last clean-up.
    pub was_solved: bool,
    /// Whether an incremental ground program has begun: it has no further header.
    is_incremental: bool,
    /// Messages that were not delivered yet.
    messages: Vec<Message>,
    /// The messages of added nodes that are no correct program: as in clingo, grounding reports them.
    deferred: Vec<Message>,
    /// The languages of scripts that the caller runs.
    script_languages: Vec<String>,
    /// The scripts that were added and not run yet.
    scripts: Vec<Script>,
    /// Whether a file includes `<incmode>`.
    pub includes_incmode: bool,
}

/// The name of standard input.
const STANDARD_INPUT: &str = "-";

/// The files of the system and standard input; a file that includes `<incmode>` sets the flag.
struct Noting<'a> {
    disk: Disk,
    includes_incmode: &'a mut bool,
}

impl Files for Noting<'_> {
    fn find(&mut self, name: &str, from: Option<&str>) -> Option<String> {
        if from.is_none() && name == STANDARD_INPUT {
            return Some(name.to_owned());
        }
        self.disk.find(name, from)
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        match file {
            STANDARD_INPUT => text_from(file, std::io::stdin().lock(), LONGEST_STREAM),
            file => self.disk.read(file),
        }
    }

    fn identity(&mut self, file: &str) -> String {
        if file == STANDARD_INPUT { file.to_owned() } else { self.disk.identity(file) }
    }

    fn places(&self) -> String {
        self.disk.places()
    }

    fn is_built_in(&mut self, name: &str) -> bool {
        let is_built_in = name == "incmode";
        *self.includes_incmode |= is_built_in;
        is_built_in
    }
}

/// A script of a program, which the caller runs.
pub struct Script {
    /// Its place.
    pub place: Place,
    /// The language.
    pub language: String,
    /// The code.
    pub code: String,
}

impl Place {
    /// The place of a span.
    fn of(sources: &Sources, span: Span) -> Place {
        let (begin, end) = (sources.location(span.file, span.start), sources.location(span.file, span.end));
        Place {
            file: keep_str(sources.name(span.file)),
            begin_line: begin.line as usize,
            end_line: end.line as usize,
            begin_column: begin.column as usize,
            end_column: end.column as usize,
        }
    }
}

impl Listeners {
    /// Adds an observer.
    pub fn observe(&mut self, observer: Box<dyn Observer>, replace: bool) {
        self.observers.push(observer);
        self.is_replaced |= replace;
    }

    /// Whether a statement is a contradiction by itself, which the solver learns when it solves.
    pub fn has_contradiction(&self) -> bool {
        self.has_contradiction
    }

    /// Ends the observation. A step that was not solved has no end for the observers of callers, which may have gone.
    ///
    /// # Errors
    /// The first failure of an observer.
    pub fn finish(&mut self) -> Result<(), Failure> {
        let is_in_step = std::mem::take(&mut self.is_in_step);
        self.is_replaced = false;
        let ended: Vec<_> = self.observers.drain(..).map(|observer| observer.finish(is_in_step)).collect();
        ended.into_iter().collect()
    }

    /// Whether an observer replaces the solver.
    pub fn is_replaced(&self) -> bool {
        self.is_replaced
    }

    /// Ends the step before it is solved under assumptions, which are its last statement.
    ///
    /// # Errors
    /// The failure of an observer.
    pub fn finish_step(&mut self, assumptions: &[Literal]) -> Result<(), Failure> {
        if !std::mem::take(&mut self.is_in_step) {
            self.begin_step();
            self.is_in_step = false;
        }
        if !assumptions.is_empty() {
            self.assume(assumptions);
        }
        self.observers.iter_mut().for_each(|observer| observer.end_step());
        self.take_failure()
    }

    /// The first failure of an observer.
    ///
    /// # Errors
    /// This failure.
    pub fn take_failure(&mut self) -> Result<(), Failure> {
        let mut failures = self.observers.iter_mut().filter_map(|observer| observer.take_failure());
        failures.next().map_or(Ok(()), Err)
    }
}

impl Sink for Listeners {
    fn begin_step(&mut self) {
        if !self.is_in_step {
            self.is_in_step = true;
            self.observers.iter_mut().for_each(|observer| observer.begin_step());
        }
    }
    fn name(&mut self, symbols: &Symbols, atom: Atom, symbol: hamadryad::Symbol) {
        self.observers.iter_mut().for_each(|observer| observer.name(symbols, atom, symbol));
    }
    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        self.has_contradiction |= matches!((head, body), (Head::Disjunction([]), BodyRef::Normal([])));
        self.observers.iter_mut().for_each(|observer| observer.rule(head, body));
    }
    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        self.observers.iter_mut().for_each(|observer| observer.minimize(priority, literals));
    }
    fn project(&mut self, atoms: &[Atom]) {
        self.observers.iter_mut().for_each(|observer| observer.project(atoms));
    }
    fn output(
        &mut self,
        symbols: &Symbols,
        kind: OutputKind,
        symbol: hamadryad::Symbol,
        condition: &[Literal],
    ) {
        self.observers.iter_mut().for_each(|observer| observer.output(symbols, kind, symbol, condition));
    }
    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.observers.iter_mut().for_each(|observer| observer.external(atom, value));
    }
    fn assume(&mut self, literals: &[Literal]) {
        self.observers.iter_mut().for_each(|observer| observer.assume(literals));
    }
    fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        let observers = self.observers.iter_mut();
        observers.for_each(|observer| observer.heuristic(atom, modifier, bias, priority, condition));
    }
    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        self.observers.iter_mut().for_each(|observer| observer.edge(from, to, condition));
    }
    fn theory(&mut self, statement: TheoryStatement<'_>) {
        self.theory.add(statement);
        self.observers.iter_mut().for_each(|observer| observer.theory(statement));
    }
    fn has_failed(&self) -> bool {
        self.observers.iter().any(|observer| observer.has_failed())
    }
}

/// The name of added texts in messages, as in clingo.
const BLOCK: &str = "<block>";

/// Locks a translation. No code panics while it is locked.
pub fn lock(translation: &Mutex<Translation>) -> MutexGuard<'_, Translation> {
    translation.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Program {
    /// An empty program with these arguments.
    ///
    /// # Errors
    /// The first argument that is no option, or an invalid value.
    pub fn new(arguments: &[&str]) -> Result<Program, Failure> {
        Program::around(Box::new(hamadryad::Control::new()), Settings::read(arguments)?)
    }

    /// An empty program with these settings, whose control is new.
    ///
    /// # Errors
    /// A constant with an invalid value.
    pub fn around(mut control: Box<hamadryad::Control>, settings: Settings) -> Result<Program, Failure> {
        for (name, value) in &settings.constants {
            control.define(name, value).map_err(|_| {
                Failure::runtime(format!(
                    "In context '<libclingo>': '{name}={value}' invalid value for: 'const'"
                ))
            })?;
        }
        control.keep_facts(settings.keeps_facts);
        let mut program = Program {
            control,
            translation: Arc::default(),
            settings,
            listeners: Listeners::default(),
            enable_cleanup: true,
            enumeration_assumption: true,
            was_solved: false,
            is_incremental: false,
            messages: Vec::new(),
            deferred: Vec::new(),
            script_languages: Vec::new(),
            scripts: Vec::new(),
            includes_incmode: false,
        };
        program.configure();
        Ok(program)
    }

    /// Applies the keys of the configuration.
    pub fn configure(&mut self) {
        let mut config = self.settings.base.clone();
        self.settings.configuration.apply(&mut config);
        self.control.set_config(config);
    }

    /// Adds a text to a part.
    ///
    /// # Errors
    /// If the text is no program. Its messages say why.
    pub fn add(&mut self, part: &str, parameters: &[&str], text: &str) -> Result<(), Failure> {
        if InputFormat::of(text) == Some(InputFormat::Aspif) {
            return self.read_ground(&[("<block>", text)]);
        }
        self.control.accept_scripts(self.script_languages.clone());
        let result = self.control.add_to_part_from(&mut Disk, BLOCK, part, parameters, text);
        let scripts = self.control.take_scripts();
        keep_scripts(&mut self.scripts, scripts, self.control.sources());
        self.checked(result, "parsing")
    }

    /// As [`Program::add`], while the backend of the control is open.
    ///
    /// # Errors
    /// As [`Program::add`]; also if the text is a ground program.
    pub fn add_beside(
        &mut self,
        mut texts: Texts<'_>,
        part: &str,
        parameters: &[&str],
        text: &str,
    ) -> Result<(), Failure> {
        if InputFormat::of(text).is_some() {
            return Err(Failure::runtime("a ground program cannot be added while the backend is open"));
        }
        texts.accept_scripts(self.script_languages.clone());
        let result = texts.add_to_part_from(&mut Disk, BLOCK, part, parameters, text);
        let scripts = texts.take_scripts();
        keep_scripts(&mut self.scripts, scripts, texts.sources());
        let warnings = texts.take_warnings();
        note(&mut self.messages, result, warnings, texts.sources(), "parsing")
    }

    /// As [`Program::load`], while the backend of the control is open.
    ///
    /// # Errors
    /// As [`Program::load`]; also if the file is a ground program.
    pub fn load_beside(&mut self, mut texts: Texts<'_>, file: &str) -> Result<(), Failure> {
        texts.accept_scripts(self.script_languages.clone());
        let result = match Path::new(file).is_dir() {
            true => Err(Error::File(format!("`{file}` is a folder"))),
            false => texts.load(file).map(drop),
        };
        let scripts = texts.take_scripts();
        keep_scripts(&mut self.scripts, scripts, texts.sources());
        let warnings = texts.take_warnings();
        note(&mut self.messages, result, warnings, texts.sources(), "parsing")
    }

    /// Adds statements that were given as nodes. If one of them is not correct, because of an unsafe variable for
    /// instance, none is added, and grounding fails.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub fn add_statements(&mut self, statements: &Collected) -> Result<(), Failure> {
        let (translation, mut outcome) = (Arc::clone(&self.translation), Ok(()));
        let result = self
            .control
            .add_built(|symbols, sources| built(statements, symbols, sources, &translation, &mut outcome));
        outcome?;
        let result = self.checked(result, "parsing");
        self.defer(result);
        Ok(())
    }

    /// Keeps the messages of a failure for the next grounding.
    fn defer(&mut self, result: Result<(), Failure>) {
        if result.is_err() {
            self.deferred.append(&mut self.messages);
        }
    }

    /// As [`Program::add_statements`], while the backend of the control is open.
    ///
    /// # Errors
    /// As [`Program::add_statements`].
    pub fn add_statements_beside(
        &mut self,
        mut texts: Texts<'_>,
        statements: &Collected,
    ) -> Result<(), Failure> {
        let (translation, mut outcome) = (Arc::clone(&self.translation), Ok(()));
        let result = texts
            .add_built(|symbols, sources| built(statements, symbols, sources, &translation, &mut outcome));
        outcome?;
        let warnings = texts.take_warnings();
        let result = note(&mut self.messages, result, warnings, texts.sources(), "parsing");
        self.defer(result);
        Ok(())
    }

    /// Adds the program of a file; `-` is standard input.
    ///
    /// # Errors
    /// If the file cannot be read, or is no program. Its messages say why.
    pub fn load(&mut self, file: &str) -> Result<(), Failure> {
        let is_ground =
            Path::new(file).is_file() && std::fs::read(file).is_ok_and(|bytes| bytes.starts_with(b"asp "));
        if is_ground {
            return self.load_ground(&[file]);
        }
        if Path::new(file).is_dir() {
            return self.checked(Err(Error::File(format!("`{file}` is a folder"))), "parsing");
        }
        self.control.accept_scripts(self.script_languages.clone());
        let mut files = Noting { disk: Disk, includes_incmode: &mut self.includes_incmode };
        let result = self.control.load_from(&mut files, file).map(drop);
        let scripts = self.control.take_scripts();
        keep_scripts(&mut self.scripts, scripts, self.control.sources());
        self.checked(result, "parsing")
    }

    /// Adds ground programs in aspif.
    ///
    /// # Errors
    /// If a file cannot be read, or is not in this format.
    pub fn load_ground(&mut self, files: &[&str]) -> Result<(), Failure> {
        let mut texts = Vec::new();
        for file in files {
            match std::fs::read_to_string(file) {
                Ok(text) => texts.push((*file, text)),
                Err(error) => {
                    let message = format!("`{file}` cannot be read: {error}");
                    return self.checked(Err(Error::File(message)), "parsing");
                }
            }
        }
        let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
        self.read_ground(&texts)
    }

    fn read_ground(&mut self, texts: &[(&str, &str)]) -> Result<(), Failure> {
        if self.is_incremental {
            return Err(Failure::runtime("an incremental ground program has a single header"));
        }
        match crate::ground_program::read(&mut self.control, &mut self.listeners, texts) {
            Ok(is_incremental) => {
                self.is_incremental = is_incremental;
                self.listeners.take_failure()
            }
            Err((message, failure)) => {
                self.messages.extend(message);
                Err(failure)
            }
        }
    }

    /// Grounds parts. `stop` is asked often, and ends the call by returning `true`.
    ///
    /// # Errors
    /// If the program cannot be grounded, the host or an observer fails, or `stop` has ended the call.
    pub fn ground(
        &mut self,
        parts: &[(&str, Vec<Symbol>)],
        host: Option<Host>,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Failure> {
        let mut interned = Vec::with_capacity(parts.len());
        for (name, arguments) in parts {
            let arguments: Option<Vec<_>> = {
                let mut translation = lock(&self.translation);
                let symbols = self.control.symbols_mut();
                arguments.iter().map(|&argument| translation.inwards(symbols, argument)).collect()
            };
            interned.push((*name, arguments.ok_or_else(no_symbol)?));
        }
        let parts: Vec<Part<'_>> =
            interned.iter().map(|(name, arguments)| Part::new(name, arguments)).collect();
        self.ground_parts(&parts, host, stop)
    }

    /// Grounds the next step of a program that includes `<incmode>`.
    ///
    /// # Errors
    /// As [`Program::ground`].
    pub fn ground_step(
        &mut self,
        steps: &mut Steps,
        host: Option<Host>,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Failure> {
        let mut control = std::mem::take(&mut self.control);
        let ground = |control: &mut hamadryad::Control, parts: &[Part<'_>]| {
            // The program has its control while it grounds.
            std::mem::swap(&mut *self.control, control);
            let result = self.ground_parts(parts, host, stop);
            std::mem::swap(&mut *self.control, control);
            result
        };
        let result = steps.ground_with(&mut control, ground, |_, _| ());
        self.control = control;
        result
    }

    fn ground_parts(
        &mut self,
        parts: &[Part<'_>],
        host: Option<Host>,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Failure> {
        if !self.deferred.is_empty() {
            self.messages.extend(self.deferred.iter().cloned());
            return Err(Failure::runtime("grounding stopped because of errors"));
        }
        if self.enable_cleanup && std::mem::take(&mut self.was_solved) {
            self.control.cleanup();
        }
        let failure: Arc<Mutex<Option<Failure>>> = Arc::default();
        self.set_host(host, &failure);
        let has_failed = || failure.lock().unwrap_or_else(PoisonError::into_inner).is_some() || stop();
        let atoms_before = self.listeners.theory.len();
        let result = match self.listeners.is_replaced {
            true => self.control.ground_into(parts, &mut self.listeners, &has_failed),
            false => self.control.ground_observed(parts, &mut self.listeners, &has_failed),
        };
        self.control.set_host(None);
        if result.is_err() {
            self.listeners.theory.cut(atoms_before);
        }
        if let Some(failure) = failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
            self.control.take_warnings();
            return Err(failure);
        }
        self.listeners.take_failure()?;
        self.checked(result, "grounding")
    }

    fn set_host(&mut self, host: Option<Host>, failure: &Arc<Mutex<Option<Failure>>>) {
        let Some(mut host) = host else { return };
        let (translation, failure) = (Arc::clone(&self.translation), Arc::clone(failure));
        let sources = self.control.sources().clone();
        self.control.set_host(Some(Box::new(
            move |symbols: &mut Symbols, span: Span, name: Name, arguments: &[hamadryad::Symbol]| {
                let (name, arguments) = {
                    let mut translation = lock(&translation);
                    let arguments: Vec<Symbol> =
                        arguments.iter().map(|&symbol| translation.outwards(symbols, symbol)).collect();
                    (translation.name(symbols, name), arguments)
                };
                let place = Place::of(&sources, span);
                let values = host(place, name, &arguments).and_then(|values| {
                    let Some(values) = values else { return Ok(None) };
                    let mut translation = lock(&translation);
                    let inwards = values.into_iter().map(|value| translation.inwards(symbols, value));
                    inwards.collect::<Option<Vec<_>>>().map(Some).ok_or_else(no_symbol)
                });
                match values {
                    Ok(Some(values)) => Ok(values),
                    Ok(None) => Err(format!("function '{}' not found", name.to_string_lossy())),
                    Err(error) => {
                        let text = error.message.clone().unwrap_or_default();
                        *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        Err(text)
                    }
                }
            },
        )));
    }

    /// Keeps the warnings of the control, and translates an error.
    fn checked(&mut self, result: Result<(), Error>, doing: &str) -> Result<(), Failure> {
        let warnings = self.control.take_warnings();
        note(&mut self.messages, result, warnings, self.control.sources(), doing)
    }

    /// The messages since the last call that are not silenced.
    pub fn take_messages(&mut self) -> Vec<Message> {
        let mut messages = std::mem::take(&mut self.messages);
        messages.retain(|message| !self.settings.silenced.contains(&message.warning));
        messages
    }

    /// Sets the languages of scripts that the caller runs: other scripts are errors.
    pub fn accept_scripts(&mut self, languages: Vec<String>) {
        self.script_languages = languages;
    }

    /// The scripts that were added since the last call.
    pub fn take_scripts(&mut self) -> Vec<Script> {
        std::mem::take(&mut self.scripts)
    }

    /// The value of a constant.
    pub fn constant(&mut self, name: &str) -> Option<Symbol> {
        let value = self.control.constant(name)?;
        Some(lock(&self.translation).outwards(self.control.symbols(), value))
    }
}

/// The syntax tree of statements; empty, and the outcome is the failure, if there is none.
fn built(
    statements: &Collected,
    symbols: &mut Symbols,
    sources: &mut Sources,
    translation: &Mutex<Translation>,
    outcome: &mut Result<(), Failure>,
) -> hamadryad_syntax::ast::Program {
    let program = statements.build(symbols, sources, &mut lock(translation));
    program.unwrap_or_else(|failure| {
        *outcome = Err(failure);
        hamadryad_syntax::ast::Program::default()
    })
}

/// Keeps the scripts of a text, with their places.
fn keep_scripts(kept: &mut Vec<Script>, scripts: Vec<hamadryad::Script>, sources: &Sources) {
    kept.extend(scripts.into_iter().map(|hamadryad::Script { language, code, span }| Script {
        place: Place::of(sources, span),
        language,
        code,
    }));
}

/// Keeps warnings, and translates an error.
fn note(
    messages: &mut Vec<Message>,
    result: Result<(), Error>,
    warnings: Vec<Diagnostic>,
    sources: &Sources,
    doing: &str,
) -> Result<(), Failure> {
    messages.extend(warnings.iter().map(|warning| Message::of(warning, sources)));
    result.map_err(|error| {
        let (errors, failure) = messages_of(&error, sources, doing);
        messages.extend(errors);
        failure
    })
}

/// The failure of a call with a number that is no symbol.
pub fn no_symbol() -> Failure {
    Failure::logic("a number is not a symbol: only symbols that this library has returned can be used")
}

/// Parses and evaluates a ground term.
///
/// # Errors
/// If the text is no ground term, or undefined; with the messages for a logger.
pub fn parse_term(text: &str) -> Result<(Symbol, Vec<Message>), (Failure, Vec<Message>)> {
    thread_local! {
        /// The control that reads terms. It is replaced when it has many.
        static READER: RefCell<(hamadryad::Control, Translation)> =
            RefCell::new((hamadryad::Control::new(), Translation::default()));
    }
    READER.with_borrow_mut(|(control, translation)| {
        if control.symbols().len() > 1 << 16 {
            (*control, *translation) = (hamadryad::Control::new(), Translation::default());
        }
        let result = control.parse_symbol("<string>", text);
        let warnings = control.take_warnings();
        let mut messages: Vec<Message> =
            warnings.iter().map(|warning| Message::of(warning, control.sources())).collect();
        match result {
            Ok(symbol) => Ok((translation.outwards(control.symbols(), symbol), messages)),
            Err(error) => {
                let is_undefined = matches!(&error, Error::Program(diagnostics)
                    if diagnostics.iter().any(|found| found.message.contains("defined value")));
                if is_undefined {
                    return Err((Failure::runtime("evaluation failed"), messages));
                }
                let (more, _) = messages_of(&error, control.sources(), "parsing");
                messages.extend(more);
                Err((Failure::runtime("parsing failed"), messages))
            }
        }
    })
}
