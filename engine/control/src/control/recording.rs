//! The record of a control that keeps origins: its ground statements, and the calls that made them.
//!
//! The calls can be repeated on another grounder, which keeps some facts open or has some atoms more
//! (`Control::regrounded`).

use hamadryad_aspif::{BodyRef, Head, Sink, Tee};
use hamadryad_explain::{Mark, Program};
use hamadryad_ground::{GroundError, Grounder, Part};
use hamadryad_symbol::{Name, Symbol, Symbols};
use hamadryad_syntax::ast;
use std::cell::Cell;
use std::sync::Arc;

/// A call that changes the program.
#[derive(Clone)]
enum Call {
    Add(Arc<ast::Program>),
    Define(Name, Symbol),
    Ground(Vec<Part>),
    /// Statements without a text.
    Direct,
}

/// All statements with their origins, and the calls that made them.
#[derive(Clone, Default)]
pub(crate) struct Recording {
    pub program: Program,
    calls: Vec<Call>,
    /// For each rule, its variables that data bind: those of the control that was grounded again.
    pub data: Option<Arc<Vec<Vec<bool>>>>,
}

impl Recording {
    pub(crate) fn add(&mut self, program: &ast::Program) {
        self.calls.push(Call::Add(Arc::new(program.clone())));
    }

    pub(crate) fn define(&mut self, name: Name, value: Symbol) {
        self.calls.push(Call::Define(name, value));
    }

    pub(crate) fn ground(&mut self, parts: &[Part]) {
        self.calls.push(Call::Ground(parts.to_vec()));
    }

    pub(crate) fn direct(&mut self) {
        self.calls.push(Call::Direct);
    }

    pub(crate) fn mark(&self) -> Mark {
        self.program.mark()
    }

    pub(crate) fn restore(&mut self, mark: Option<Mark>) {
        if let Some(mark) = mark {
            self.program.restore(&mark);
        }
    }

    /// Repeats all calls on a new grounder with a program of its own, until it has more than `most` rules. Warnings were
    /// reported before. `None` if statements without a text were added, which cannot be repeated.
    pub(crate) fn repeat(
        &self,
        symbols: &mut Symbols,
        grounder: &mut Grounder,
        program: &mut Program,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<()>, GroundError> {
        let written = Cell::new(0);
        let stop = || written.get() > most || stop();
        for call in &self.calls {
            match call {
                Call::Add(text) => drop(grounder.add(symbols, text)),
                Call::Define(name, value) => grounder.define(*name, *value),
                Call::Ground(parts) => {
                    program.begin_step();
                    let mut counter = RuleCounter(&written);
                    let mut sink = Tee(&mut *program, &mut counter);
                    grounder.ground(symbols, parts, &mut sink, &stop)?;
                }
                Call::Direct => return Ok(None),
            }
        }
        Ok(Some(()))
    }
}

/// Counts rules.
struct RuleCounter<'c>(&'c Cell<usize>);

impl Sink for RuleCounter<'_> {
    fn rule(&mut self, _: Head<'_>, _: BodyRef<'_>) {
        self.0.set(self.0.get() + 1);
    }
}
