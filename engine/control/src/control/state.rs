//! The control: its parts, the text that is added to it, and its symbols.
//!
//! Invariant: a failed call leaves the control unchanged.

use crate::control::recording::Recording;
use crate::{Error, Problems};
use hamadryad_aspif::ExternalValue;
use hamadryad_ground::{Compat, Grounder, Host};
use hamadryad_solve::{AspSolver, Config};
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::ast::{Program, Statement, StatementKind};
use hamadryad_syntax::{Code, Diagnostic, Sources, Span, parse_as, parse_term_as};
use std::collections::HashSet;

/// A program part to ground, with arguments for its parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: &'a [Symbol],
}

impl<'a> Part<'a> {
    /// The part `base`: the statements before the first `#program`.
    pub const fn base() -> Part<'static> {
        Part { name: "base", arguments: &[] }
    }

    /// The part `name` with this number of parameters.
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

/// The value of an external atom, until it is changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Truth {
    /// The atom is true.
    True,
    /// The atom is false; the default.
    False,
    /// The search chooses the value.
    Free,
}

impl From<Truth> for ExternalValue {
    fn from(value: Truth) -> ExternalValue {
        match value {
            Truth::True => ExternalValue::True,
            Truth::False => ExternalValue::False,
            Truth::Free => ExternalValue::Free,
        }
    }
}

/// A script of a program, which the caller runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// The language.
    pub language: String,
    /// The code, as it was written.
    pub code: String,
    /// Its place.
    pub span: Span,
}

/// A logic program that can be extended, grounded and solved repeatedly, in any order. Its state lasts across
/// steps, except for the state of a single solve; the [crate](crate#what-survives-a-step) has a table.
///
/// A clone is an independent control. Registered functions are shared.
#[derive(Clone)]
pub struct Control {
    pub(super) symbols: Symbols,
    pub(super) sources: Sources,
    pub(crate) grounder: Grounder,
    pub(crate) solver: AspSolver,
    pub(super) warnings: Vec<Diagnostic>,
    /// The identities of the files that were read.
    pub(super) loaded: HashSet<String>,
    /// The languages of scripts that the caller runs, and the scripts that it has not taken yet.
    pub(super) script_languages: Vec<String>,
    pub(super) scripts: Vec<Script>,
    /// All ground statements with their origins, if these are kept.
    pub(crate) recorded: Option<Box<Recording>>,
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
            loaded: HashSet::new(),
            script_languages: Vec::new(),
            scripts: Vec::new(),
            recorded: None,
        }
    }

    /// An empty program in the language of this version of clingo, where versions differ in grounding.
    pub fn with_compat(config: Config, compat: Compat) -> Control {
        Control { grounder: Grounder::with_compat(compat), ..Control::with_config(config) }
    }

    /// Adds the text of a program; messages call it `name`. Statements before the first `#program` belong to
    /// the part `base`. The statements are grounded by [`Control::ground`].
    ///
    /// # Errors
    /// All errors of the text. Syntax errors hide other errors. An erroneous text is not added, and the
    /// control can be used further.
    ///
    /// A text has no folder, so `#include` is rejected: see [`Control::load`] and
    /// [`Control::add_apart_from_includes`].
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let file = self.sources.add(name, text);
        let compat = self.grounder.compat();
        let (program, mut diagnostics) = parse_as(compat, &mut self.symbols, &self.sources, file);
        diagnostics.extend(included_in_text(&program));
        self.add_parsed(&program, diagnostics)
    }

    /// As [`Control::add`]; statements before the first `#program` belong to the given part with these parameters.
    ///
    /// ```
    /// use hamadryad::{Control, Part};
    ///
    /// let mut control = Control::new();
    /// control.add_to_part("<block>", "step", &["t"], "at(t).")?;
    /// let one = control.symbols_mut().number(1);
    /// control.ground(&[Part::new("step", &[one])])?;
    /// assert_eq!(control.atoms().count(), 1);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Control::add`].
    pub fn add_to_part(
        &mut self,
        name: &str,
        part: &str,
        parameters: &[&str],
        text: &str,
    ) -> Result<(), Error> {
        let file = self.sources.add(name, text);
        let compat = self.grounder.compat();
        let (mut program, mut diagnostics) = parse_as(compat, &mut self.symbols, &self.sources, file);
        diagnostics.extend(included_in_text(&program));
        let span = Span { file, start: 0, end: 0 };
        let parameters = parameters.iter().map(|name| self.symbols.name(name)).collect();
        let node = StatementKind::Program { name: self.symbols.name(part), parameters };
        program.statements.insert(0, Statement { node, span });
        self.add_parsed(&program, diagnostics)
    }

    /// As [`Control::add`], for callers that process each `#include` of the text by themselves.
    ///
    /// # Errors
    /// As [`Control::add`].
    pub fn add_apart_from_includes(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let file = self.sources.add(name, text);
        let compat = self.grounder.compat();
        let (program, diagnostics) = parse_as(compat, &mut self.symbols, &self.sources, file);
        self.add_parsed(&program, diagnostics)
    }

    /// Adds statements that the caller builds, instead of a text: for programs that were changed as syntax trees. Names
    /// and symbols of the tree belong to the given symbols, spans to texts among the given sources.
    ///
    /// ```
    /// use hamadryad::{Control, Part};
    ///
    /// let mut control = Control::new();
    /// control.add_built(|symbols, sources| {
    ///     let file = sources.add("tree", "p. q :- p.");
    ///     hamadryad_syntax::parse(symbols, sources, file).0
    /// })?;
    /// control.ground(&[Part::base()])?;
    /// assert_eq!(control.atoms().count(), 2);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a statement is no correct one: it has unsafe variables, for instance. Then nothing is added.
    pub fn add_built(
        &mut self,
        build: impl FnOnce(&mut Symbols, &mut Sources) -> Program,
    ) -> Result<(), Error> {
        let program = build(&mut self.symbols, &mut self.sources);
        self.add_parsed(&program, Vec::new())
    }

    pub(super) fn add_parsed(
        &mut self,
        program: &Program,
        mut diagnostics: Vec<Diagnostic>,
    ) -> Result<(), Error> {
        if !diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.extend(self.grounder.add(&mut self.symbols, program));
        }
        self.accept(diagnostics)?;
        if let Some(recorded) = &mut self.recorded {
            recorded.add(program);
        }
        Ok(())
    }

    /// Stores the warnings, and returns all diagnostics if one of them is an error.
    pub(super) fn accept(&mut self, diagnostics: Vec<Diagnostic>) -> Result<(), Error> {
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Err(self.problems(diagnostics));
        }
        self.warnings.extend(diagnostics);
        Ok(())
    }

    /// Sets a constant, as `-c name=value`: it takes precedence over `#const` in the program. The value is a
    /// ground term. Ground statements keep their values.
    ///
    /// # Errors
    /// If the value is no ground term, or undefined.
    pub fn define(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let value = self.parse_symbol(&format!("{name}={value}"), value)?;
        let name = self.symbols.name(name);
        self.grounder.define(name, value);
        if let Some(recorded) = &mut self.recorded {
            recorded.define(name, value);
        }
        Ok(())
    }

    /// Registers a function that programs call as `@name(…)`. It receives the values of its arguments, and
    /// returns any number of values: each gives an instance of the calling rule. An error becomes a warning,
    /// and the call has no value; the same holds for a call of an unregistered function.
    ///
    /// Calls happen during [`Control::ground`], in arbitrary number and order. The function stays registered
    /// in all later steps, until another function with its name is registered.
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

    /// Sets the function that receives all calls `@name(…)` of functions that are not registered: the store, the
    /// place of the call, the name and the arguments. `None` removes it.
    ///
    /// ```
    /// use hamadryad::{Control, Part};
    ///
    /// let mut control = Control::new();
    /// control.set_host(Some(Box::new(|symbols, _, name, arguments| match symbols.text(name) {
    ///     "twice" => Ok(vec![arguments[0], arguments[0]]),
    ///     name => Err(format!("function `{name}` not found")),
    /// })));
    /// control.add("example.lp", "p(@twice(1)). q(@thrice(1)).")?;
    /// control.ground(&[Part::base()])?;
    /// assert_eq!(control.atoms().count(), 1);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn set_host(&mut self, host: Option<Host>) {
        self.grounder.set_host(host);
    }

    /// The languages of scripts that the caller runs: `#script` of another language is an error. Scripts are kept in
    /// their order for [`Control::take_scripts`] where a text is added with the files that it includes.
    ///
    /// ```
    /// use hamadryad::{Control, Files};
    ///
    /// struct NoFiles;
    /// impl Files for NoFiles {
    ///     fn find(&mut self, _: &str, _: Option<&str>) -> Option<String> {
    ///         None
    ///     }
    ///     fn read(&mut self, file: &str) -> Result<String, String> {
    ///         Err(format!("there is no file `{file}`"))
    ///     }
    /// }
    ///
    /// let text = "#script (python) print(1) #end. a.";
    /// let mut control = Control::new();
    /// assert!(control.add_to_part_from(&mut NoFiles, "example.lp", "base", &[], text).is_err());
    /// control.accept_scripts(vec!["python".to_owned()]);
    /// control.add_to_part_from(&mut NoFiles, "example.lp", "base", &[], text)?;
    /// assert_eq!(control.take_scripts()[0].code, " print(1) ");
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    pub fn accept_scripts(&mut self, languages: Vec<String>) {
        self.script_languages = languages;
    }

    /// The scripts that were added since the last call, see [`Control::accept_scripts`].
    pub fn take_scripts(&mut self) -> Vec<Script> {
        std::mem::take(&mut self.scripts)
    }

    /// Parses and evaluates a ground term, such as `f(1+2,"a")`; messages call the text `source`. The symbol
    /// has the same meaning in all steps.
    ///
    /// # Errors
    /// If the text is no ground term, or undefined.
    pub fn parse_symbol(&mut self, source: &str, text: &str) -> Result<Symbol, Error> {
        let file = self.sources.add(source, text);
        let compat = self.grounder.compat();
        let (term, diagnostics) = parse_term_as(compat, &mut self.symbols, &self.sources, file);
        let Some(term) = term else { return Err(self.problems(diagnostics)) };
        self.grounder.evaluate(&mut self.symbols, &term).ok_or_else(|| {
            let message = "expected a ground term with a defined value";
            let hint = "no variables, pools or intervals, and arithmetic on numbers only";
            self.problems(vec![Diagnostic::error(Code::Syntax, term.span, message).with_hint(hint)])
        })
    }

    pub(super) fn problems(&self, diagnostics: Vec<Diagnostic>) -> Error {
        Error::Program(Problems::new(diagnostics, &self.sources))
    }

    /// The warnings since the last call, in the order of their occurrence.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// The texts to which diagnostics refer.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The store of all symbols of this control.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The store of all symbols of this control, for creating symbols.
    pub fn symbols_mut(&mut self) -> &mut Symbols {
        &mut self.symbols
    }

    /// The value of a constant, from [`Control::define`] or a `#const` of the program.
    pub fn constant(&mut self, name: &str) -> Option<Symbol> {
        let name = self.symbols.name(name);
        self.grounder.constant(name)
    }
}

/// The errors for the files that a text includes.
fn included_in_text(program: &Program) -> Vec<Diagnostic> {
    let includes = program.statements.iter().filter_map(|statement| match &statement.node {
        StatementKind::Include { path, .. } => Some((statement.span, path)),
        _ => None,
    });
    let error = |(span, path)| {
        let message = format!("`{path}` is not included: the text that includes it is not a file");
        let hint = "read the file and add its text as well, or load a file that includes it";
        Diagnostic::error(Code::FileIncluded, span, message).with_hint(hint)
    };
    includes.map(error).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Reader, SolveOptions};

    #[test]
    fn a_control_can_be_sent_to_another_thread() {
        fn is_send<T: Send>(_: &T) {}
        let mut control = Control::new();
        control.register("none", |_, _| Ok(Vec::new()));
        is_send(&control);
    }

    #[test]
    fn version_6_rounds_down_and_rejects_overflows() {
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
    fn an_include_in_a_text_is_rejected() {
        let mut control = Control::new();
        let text = "a. #include \"b.lp\".";
        let Err(Error::Program(diagnostics)) = control.add("a.lp", text) else {
            panic!("the include was passed over")
        };
        assert_eq!(diagnostics[0].code, Code::FileIncluded);
        assert_eq!(control.add_apart_from_includes("a.lp", text), Ok(()));
    }
}
