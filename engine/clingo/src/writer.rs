//! Ground programs in files and other outputs, while they are grounded.

use crate::message::Failure;
use crate::program::Observer;
use hamadryad::{
    Atom, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, Symbol, Symbols,
    TheoryStatement, WeightedLiteral,
};
use hamadryad_aspif::{AspifWriter, GroundWriter, ReifyOptions, ReifyWriter};
use std::fs::File;
use std::io;

/// The format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// aspif.
    Aspif,
    /// Facts.
    Facts {
        /// Whether the components of positive dependencies are written.
        components: bool,
        /// Whether each fact has the number of its step.
        steps: bool,
    },
}

/// Writes ground programs to a file or another output.
pub struct FileWriter {
    sink: Box<dyn GroundWriter + Send>,
    name: String,
    is_reported: bool,
}

impl FileWriter {
    /// Creates the file, or replaces it.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(name: &str, form: Form) -> io::Result<FileWriter> {
        let file = File::create(name)?;
        let sink: Box<dyn GroundWriter + Send> = match form {
            Form::Aspif => Box::new(AspifWriter::incremental(file)),
            Form::Facts { components, steps } => {
                Box::new(ReifyWriter::new(file, ReifyOptions { components, steps, incremental: true }))
            }
        };
        Ok(FileWriter::new(name, sink))
    }

    /// Passes ground programs to a writer; the name of its output is for messages.
    pub fn new(name: &str, sink: Box<dyn GroundWriter + Send>) -> FileWriter {
        FileWriter { sink, name: name.to_owned(), is_reported: false }
    }
}

impl Sink for FileWriter {
    fn begin_step(&mut self) {
        self.sink.begin_step();
    }
    fn end_step(&mut self) {
        self.sink.end_step();
    }
    fn name(&mut self, symbols: &Symbols, atom: Atom, symbol: Symbol) {
        self.sink.name(symbols, atom, symbol);
    }
    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        self.sink.rule(head, body);
    }
    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        self.sink.minimize(priority, literals);
    }
    fn project(&mut self, atoms: &[Atom]) {
        self.sink.project(atoms);
    }
    fn output(&mut self, symbols: &Symbols, kind: OutputKind, symbol: Symbol, condition: &[Literal]) {
        self.sink.output(symbols, kind, symbol, condition);
    }
    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.sink.external(atom, value);
    }
    fn assume(&mut self, literals: &[Literal]) {
        self.sink.assume(literals);
    }
    fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        self.sink.heuristic(atom, modifier, bias, priority, condition);
    }
    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        self.sink.edge(from, to, condition);
    }
    fn theory(&mut self, statement: TheoryStatement<'_>) {
        self.sink.theory(statement);
    }
    fn has_failed(&self) -> bool {
        self.sink.has_failed()
    }
}

impl Observer for FileWriter {
    fn take_failure(&mut self) -> Option<Failure> {
        let is_new = self.sink.has_failed() && !std::mem::replace(&mut self.is_reported, true);
        is_new.then(|| Failure::runtime(format!("`{}` cannot be written", self.name)))
    }

    fn finish(self: Box<Self>, is_in_step: bool) -> Result<(), Failure> {
        let FileWriter { mut sink, name, .. } = *self;
        if is_in_step {
            sink.end_step();
        }
        sink.finish().map_err(|error| Failure::runtime(format!("`{name}` cannot be written: {error}")))
    }
}
