//! The control: text, grounder and solver together, from step to step.

use crate::{Error, Search, SolveOptions};
use hamadryad_aspif::{ExternalValue, Literal, ReadError, Reader, Sink, Tee};
use hamadryad_ground::{Clock, Compat, Cost, Grounder};
use hamadryad_solve::{AspSolver, OptimizeMode, ProgramStatistics, Refusal};
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::ast::{Program, StatementKind};
use hamadryad_syntax::{Code, Diagnostic, Sources, Span, parse_as, parse_term_as};

pub use hamadryad_solve::Config;

/// A program part to be grounded, with arguments for its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part<'a> {
    name: &'a str,
    arguments: &'a [Symbol],
}

impl<'a> Part<'a> {
    /// The part `base`: what stands before the first `#program`.
    pub const fn base() -> Part<'static> {
        Part { name: "base", arguments: &[] }
    }

    /// The part `name` of as many parameters as there are arguments.
    pub const fn new(name: &'a str, arguments: &'a [Symbol]) -> Part<'a> {
        Part { name, arguments }
    }

    /// Its name.
    pub const fn name(self) -> &'a str {
        self.name
    }

    /// The values of its parameters.
    pub const fn arguments(self) -> &'a [Symbol] {
        self.arguments
    }
}

/// The value of an external atom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Truth {
    /// True until changed.
    True,
    /// False until changed; the default.
    False,
    /// Whatever the search likes.
    Free,
}

/// A logic program that is added to, grounded and solved, in any order and again and again.
///
/// A clone is a control of its own: what is tried out on it leaves the other as it is. Registered functions are shared.
#[derive(Clone)]
pub struct Control {
    symbols: Symbols,
    sources: Sources,
    pub(crate) grounder: Grounder,
    pub(crate) solver: AspSolver,
    warnings: Vec<Diagnostic>,
}

impl Default for Control {
    fn default() -> Control {
        Control::new()
    }
}

impl Control {
    /// An empty program with the default configuration.
    pub fn new() -> Control {
        Control::with_config(Config::default())
    }

    /// An empty program.
    pub fn with_config(config: Config) -> Control {
        Control {
            symbols: Symbols::new(),
            sources: Sources::new(),
            grounder: Grounder::new(),
            solver: AspSolver::new(config),
            warnings: Vec::new(),
        }
    }

    /// An empty program in the language of the given version of clingo, where versions differ in how it is grounded.
    pub fn with_compat(config: Config, compat: Compat) -> Control {
        Control { grounder: Grounder::with_compat(compat), ..Control::with_config(config) }
    }

    /// Adds the text of a program; messages call it `name`. Statements before the first `#program` belong to the part
    /// `base`. The statements wait to be grounded.
    ///
    /// # Errors
    /// All errors of the text in one go. Syntax errors hide the others. Nothing of an erroneous text is added, and other
    /// text can be.
    ///
    /// A library opens no files: `#include` is refused. See [`Control::add_apart_from_includes`].
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let file = self.sources.add(name, text);
        let compat = self.grounder.compat();
        let (program, mut diagnostics) = parse_as(compat, &mut self.symbols, &self.sources, file);
        let includes = program.statements.iter().filter_map(|statement| match &statement.node {
            StatementKind::Include { path, .. } => Some((statement.span, path)),
            _ => None,
        });
        diagnostics.extend(includes.map(|(span, path)| {
            let message = format!("`{path}` is not included: a library opens no files");
            let hint = "read the file and add its text as well";
            Diagnostic::error(Code::FileIncluded, span, message).with_hint(hint)
        }));
        self.add_parsed(&program, diagnostics)
    }

    /// As [`Control::add`], for callers who follow each `#include` of the text themselves and add what is included.
    ///
    /// # Errors
    /// As [`Control::add`].
    pub fn add_apart_from_includes(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let file = self.sources.add(name, text);
        let compat = self.grounder.compat();
        let (program, diagnostics) = parse_as(compat, &mut self.symbols, &self.sources, file);
        self.add_parsed(&program, diagnostics)
    }

    fn add_parsed(&mut self, program: &Program, mut diagnostics: Vec<Diagnostic>) -> Result<(), Error> {
        if !diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.extend(self.grounder.add(&mut self.symbols, program));
        }
        self.accept(diagnostics)
    }

    /// Keeps the warnings, and gives all back where there is an error among them.
    fn accept(&mut self, diagnostics: Vec<Diagnostic>) -> Result<(), Error> {
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(Error::Program(diagnostics));
        }
        self.warnings.extend(diagnostics);
        Ok(())
    }

    /// Sets a constant, as `-c name=value` does: it wins over the program's own `#const`. The value is a ground term.
    ///
    /// # Errors
    /// Where the value is no ground term, or undefined.
    pub fn define(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let value = self.parse_symbol(&format!("{name}={value}"), value)?;
        let name = self.symbols.name(name);
        self.grounder.define(name, value);
        Ok(())
    }

    /// Registers a function that programs call as `@name(…)`. It gets the values of its arguments, and returns any number
    /// of values: each makes an instance of the rule that calls. An error is a warning to whoever grounds, and the call
    /// has no value; so has that of a function that was never registered.
    ///
    /// Calls are made while [`Control::ground`] runs, as often and in such an order as grounding likes.
    ///
    /// ```
    /// use hamadryad::{Control, Part, View};
    ///
    /// let mut control = Control::new();
    /// control.register("words", |symbols, arguments| {
    ///     let [text] = arguments else { return Err("`words` takes one argument".to_owned()) };
    ///     let View::String(text) = symbols.view(*text) else { return Err("expected a string".to_owned()) };
    ///     let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    ///     Ok(words.iter().map(|word| symbols.string(word)).collect())
    /// });
    /// control.add("example.lp", r#"text("two words"). word(W) :- text(T), W = @words(T). none(@words(3))."#)?;
    /// control.ground(&[Part::base()])?;
    ///
    /// let atoms: Vec<String> = control.atoms().map(|atom| control.symbols().display(atom).to_string()).collect();
    /// assert_eq!(atoms, [r#"text("two words")"#, r#"word("two")"#, r#"word("words")"#]);
    /// assert_eq!(control.take_warnings()[0].message, "operation undefined: expected a string");
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn register(
        &mut self,
        name: &str,
        function: impl FnMut(&mut Symbols, &[Symbol]) -> Result<Vec<Symbol>, String> + Send + 'static,
    ) {
        let name = self.symbols.name(name);
        self.grounder.register(name, function);
    }

    /// Reads and evaluates a ground term, such as `f(1+2,"a")`; messages call the text `source`.
    ///
    /// # Errors
    /// Where it is no ground term, or undefined.
    pub fn parse_symbol(&mut self, source: &str, text: &str) -> Result<Symbol, Error> {
        let file = self.sources.add(source, text);
        let compat = self.grounder.compat();
        let (term, diagnostics) = parse_term_as(compat, &mut self.symbols, &self.sources, file);
        let Some(term) = term else { return Err(Error::Program(diagnostics)) };
        self.grounder.evaluate(&mut self.symbols, &term).ok_or_else(|| {
            let message = "expected a ground term with a defined value";
            let hint = "no variables, pools or intervals, and arithmetic on numbers only";
            Error::Program(vec![Diagnostic::error(Code::Syntax, term.span, message).with_hint(hint)])
        })
    }

    /// Grounds parts together: only what is new is grounded. A part that no text has defined is empty.
    ///
    /// Calls without a solve in between, or a look at sizes, make one step. Within a step, the later calls may have rules for
    /// atoms of the earlier ones.
    ///
    /// # Errors
    /// Where the program cannot be grounded, or would define an atom of an earlier step. Nothing of the call is left then.
    pub fn ground(&mut self, parts: &[Part]) -> Result<(), Error> {
        struct Nobody;
        impl Sink for Nobody {}
        self.ground_observed(parts, &mut Nobody, &|| false)
    }

    /// As [`Control::ground`]; an observer is told of all statements too, and `stop` is asked often.
    ///
    /// # Errors
    /// Where the program cannot be grounded, or grounding was stopped.
    pub fn ground_observed(
        &mut self,
        parts: &[Part],
        observer: &mut dyn Sink,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let parts = self.intern(parts);
        let saved = self.solver.save();
        let Control { symbols, grounder, solver, .. } = self;
        let mut sink = Tee(observer, solver);
        sink.begin_step();
        let result = grounder.ground(symbols, &parts, &mut sink, stop);
        let mut result = result.map_err(Error::from);
        if let Some(objection) = self.solver.objection(&saved).filter(|_| result.is_ok()) {
            result = Err(self.refused(objection));
        }
        match result {
            Ok(_) => Tee(observer, &mut self.solver).end_step(),
            Err(_) => {
                self.solver.restore(&saved);
                self.grounder.undo();
            }
        }
        self.grounded(result)
    }

    /// Grounds parts into a sink alone: nothing of it is solved. For writing ground programs.
    ///
    /// # Errors
    /// As [`Control::ground_observed`].
    pub fn ground_into(
        &mut self,
        parts: &[Part],
        sink: &mut dyn Sink,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let parts = self.intern(parts);
        sink.begin_step();
        let result = self.grounder.ground(&mut self.symbols, &parts, sink, stop).map_err(Error::from);
        // A step that is cut short must not look like a whole one to whoever reads what is written of it.
        match result {
            Ok(_) => sink.end_step(),
            Err(_) => self.grounder.undo(),
        }
        self.grounded(result)
    }

    /// Takes over the next step of a ground program in aspif, in place of text that is grounded; `false` where there is no
    /// further step. What the step assumes holds until the next one. Its atoms are known by what it shows alone:
    /// [`Model::contains`](crate::Model::contains) and assumptions do not find them.
    ///
    /// # Errors
    /// The first line that is not understood. The step is incomplete then: the control is of no further use.
    ///
    /// # Panics
    /// Where text has been grounded before: the atoms of both would be mixed up.
    pub fn read_step(&mut self, reader: &mut Reader<'_>) -> Result<bool, ReadError> {
        let mixed = self.grounder.atoms().next().is_some();
        assert!(!mixed, "a control that has grounded text takes no ground program");
        reader.read_step(&mut self.symbols, &mut self.solver)
    }

    /// Why a step is not taken, with the atom as it is written.
    fn refused(&self, refusal: Refusal) -> Error {
        let (Refusal::Redefinition(atom) | Refusal::Released(atom)) = refusal;
        let named = self.grounder.atoms().find(|(_, state)| state.atom == atom);
        let Some((symbol, _)) = named else { return Error::Refused(refusal) };
        let text = self.symbols.display(symbol).to_string();
        match refusal {
            Refusal::Redefinition(_) => Error::Redefined(text),
            Refusal::Released(_) => Error::Released(text),
        }
    }

    fn intern(&mut self, parts: &[Part]) -> Vec<hamadryad_ground::Part> {
        let intern = |part: &Part| hamadryad_ground::Part {
            name: self.symbols.name(part.name),
            arguments: part.arguments.to_vec(),
        };
        parts.iter().map(intern).collect()
    }

    fn grounded(&mut self, result: Result<Vec<Diagnostic>, Error>) -> Result<(), Error> {
        self.warnings.extend(self.grounder.take_warnings());
        self.accept(result?)
    }

    /// The warnings since this was last called, in the order in which they came.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// The texts that diagnostics speak of.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The store of all symbols of this control.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The store of all symbols of this control, to make symbols with.
    pub fn symbols_mut(&mut self) -> &mut Symbols {
        &mut self.symbols
    }

    /// Sets the value of an external atom from now on. Atoms that are no externals, or unknown, are left alone.
    pub fn assign_external(&mut self, atom: Symbol, value: Truth) {
        if let Some(state) = self.grounder.lookup(atom) {
            let value = match value {
                Truth::True => ExternalValue::True,
                Truth::False => ExternalValue::False,
                Truth::Free => ExternalValue::Free,
            };
            self.solver.assign_external(state.atom, value);
        }
    }

    /// Makes an external atom false for good: it is no external any more, and can neither be declared nor defined again.
    /// Atoms that are no externals, or unknown, are left alone.
    pub fn release_external(&mut self, atom: Symbol) {
        if let Some(state) = self.grounder.lookup(atom) {
            self.solver.assign_external(state.atom, ExternalValue::Release);
        }
    }

    /// Drops what is settled: what the search has found to be true for good becomes a fact, what is false for good is no atom
    /// that later parts are grounded with, and clauses that hold for good are gone. A program whose externals are released
    /// again and again stays small with it. What has been grounded since the last solve is left as it is.
    ///
    /// The answers of all steps to come are the same without it, unless a part declares externals under conditions
    /// (`#external a : b`): there is none where `b` is known to be false. Atoms that are gone cannot be defined again, as ever.
    ///
    /// ```
    /// use hamadryad::{Control, Part, SolveOptions};
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "#external on(1..9). { light(X) } :- on(X). :- light(X), light(Y), X < Y.")?;
    /// control.ground(&[Part::base()])?;
    /// control.solve(SolveOptions::default())?.next_model();
    /// let (variables, clauses) = control.size();
    ///
    /// for number in 1..=8 {
    ///     let number = control.symbols_mut().number(number);
    ///     let on = control.symbols_mut().function("on", &[number]);
    ///     control.release_external(on);
    /// }
    /// control.cleanup();
    /// assert_eq!(control.atoms().count(), 2);
    /// assert!(control.size().0 < variables && control.size().1 < clauses);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn cleanup(&mut self) {
        if self.solver.cleanup() {
            self.grounder.cleanup(&|atom| self.solver.settled(atom));
        }
    }

    /// The value of a constant: one given by [`Control::define`], or by a `#const` of what has been added.
    pub fn constant(&mut self, name: &str) -> Option<Symbol> {
        let name = self.symbols.name(name);
        self.grounder.constant(name)
    }

    /// The atoms that the program can derive or that are external, in the order in which they were grounded.
    pub fn atoms(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.grounder.atoms().map(|(symbol, _)| symbol)
    }

    /// Starts a search for answer sets.
    ///
    /// # Errors
    /// Where the ground program has what the solver does not do, or a step has defined an atom of an earlier one.
    pub fn solve<'c>(&'c mut self, options: SolveOptions<'c>) -> Result<Search<'c>, Error> {
        let mut assumptions: Vec<(Literal, (Symbol, bool))> = Vec::new();
        for &(symbol, value) in options.assumptions {
            let atom = match self.grounder.lookup(symbol) {
                Some(state) => state.atom,
                None => self.grounder.fresh_atom(),
            };
            let literal = if value { atom.positive() } else { atom.negative() };
            assumptions.push((literal, (symbol, value)));
        }
        let optimizes = matches!(options.optimize, OptimizeMode::Optimize | OptimizeMode::EnumerateOptimal);
        let to_the_end = optimizes && !self.solver.priorities().is_empty();
        let inner_options = hamadryad_solve::SolveOptions {
            models: options.models.unwrap_or(if to_the_end { 0 } else { 1 }),
            optimize: options.optimize,
            bound: options.bound,
            projection: options.projection,
            assumptions: assumptions.iter().map(|&(literal, _)| literal).collect(),
        };
        let (symbols, grounder, stop) = (&self.symbols, &self.grounder, options.stop);
        let inner = self.solver.solve(inner_options).map_err(Error::Refused)?;
        Ok(Search { symbols, grounder, inner, stop, assumptions })
    }

    /// Whether facts stay in the bodies of what is grounded from now on; they do not by default.
    pub fn keep_facts(&mut self, keep: bool) {
        self.grounder.keep_facts(keep);
    }

    /// Takes the time that grounding spends on each statement from now on, see [`Control::ground_costs`]. A library of this
    /// engine knows no clock of its own.
    pub fn time_grounding(&mut self, clock: Clock) {
        self.grounder.set_clock(clock);
    }

    /// What the statements have cost to ground so far, each with its place, the dearest first.
    pub fn ground_costs(&self) -> Vec<(Span, &Cost)> {
        self.grounder.costs()
    }

    /// Sizes of the ground program.
    pub fn program_statistics(&mut self) -> ProgramStatistics {
        *self.solver.statistics()
    }

    /// What the search has done so far, over all solves.
    pub fn search_statistics(&self) -> &hamadryad_sat::Statistics {
        self.solver.search_statistics()
    }

    /// The number of variables without a value for good, and of clauses, that the program has become.
    pub fn size(&mut self) -> (usize, usize) {
        self.solver.size()
    }

    /// The priorities of the objective, highest first; empty where there is none.
    pub fn priorities(&mut self) -> &[i32] {
        self.solver.priorities()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_can_be_sent_to_another_thread() {
        fn is_send<T: Send>(_: &T) {}
        let mut control = Control::new();
        control.register("none", |_, _| Ok(Vec::new()));
        is_send(&control);
    }

    #[test]
    fn version_6_rounds_down_and_refuses_to_overflow() {
        let mut control = Control::with_compat(Config::default(), Compat::Six);
        let value = control.parse_symbol("<text>", "-7/2").expect("it has a value");
        assert_eq!(control.symbols().as_number(value), Some(-4));
        assert!(control.parse_symbol("<text>", "2147483647+1").is_err());
        control.add("a.lp", "p(2147483647+1).").expect("overflow is found when the program is grounded");
        let Err(Error::Program(errors)) = control.ground(&[Part::base()]) else { panic!("it was grounded") };
        assert_eq!(errors[0].code, Code::Overflow);
    }

    #[test]
    fn a_ground_program_is_solved_step_by_step() {
        let text = "asp 1 0 0 incremental\n1 1 2 1 2 0 0\n4 1 a 1 1\n4 1 b 1 2\n6 1 1\n0\n1 0 0 0 1 2\n0\n";
        let (mut control, mut reader) = (Control::new(), Reader::new(text).unwrap());
        let mut found = Vec::new();
        while control.read_step(&mut reader).unwrap() {
            let mut search = control.solve(SolveOptions { models: Some(0), ..Default::default() }).unwrap();
            let mut models = Vec::new();
            while let Some(model) = search.next_model() {
                models.push(model.to_string());
            }
            models.sort();
            found.push(models);
        }
        assert_eq!(found, [vec!["a", "a b"], vec!["", "a"]]);
    }

    #[test]
    fn an_include_is_refused_and_not_passed_over() {
        let mut control = Control::new();
        let text = "a. #include \"b.lp\".";
        let Err(Error::Program(diagnostics)) = control.add("a.lp", text) else {
            panic!("the include was passed over")
        };
        assert_eq!(diagnostics[0].code, Code::FileIncluded);
        assert_eq!(control.add_apart_from_includes("a.lp", text), Ok(()));
    }
}
