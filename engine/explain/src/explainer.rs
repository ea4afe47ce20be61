//! The explainer: questions about one ground program.

use crate::options::{ExplainOptions, Granularity};
use crate::parts::{self, Content, Part};
use crate::probe::Prober;
use crate::program::Program;
use crate::relax::{Guard, Relaxer};
use crate::units::{Classifier, Statement, Unit, Units};
use hamadryad_aspif::{Atom, ExternalValue, Literal, Sink};
use hamadryad_ground::{Grounder, RuleKind};
use hamadryad_solve::Config;
use hamadryad_symbol::{Symbol, Symbols};
use hamadryad_syntax::Span;

/// The answer to the question why there is no answer set.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome<T> {
    /// The explanation. It was verified, unless it says otherwise.
    Found(T),
    /// The program has an answer set.
    Satisfiable,
    /// The parts that must not be blamed have no answer set by themselves.
    OutsideBlame,
    /// The question was stopped before anything was known.
    Interrupted,
}

impl<T> Outcome<T> {
    /// The outcome with another value.
    pub fn map<U>(self, map: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Found(found) => Outcome::Found(map(found)),
            Outcome::Satisfiable => Outcome::Satisfiable,
            Outcome::OutsideBlame => Outcome::OutsideBlame,
            Outcome::Interrupted => Outcome::Interrupted,
        }
    }
}

/// A ground program with the tables that its origins refer to.
#[derive(Clone, Copy)]
pub struct Grounding<'p> {
    /// The recorded statements.
    pub program: &'p Program,
    /// The grounder that wrote them.
    pub grounder: &'p Grounder,
    /// The symbols of the grounder.
    pub symbols: &'p Symbols,
    /// For each rule, its variables that data bind; `None` to compute them from the atoms of the grounder.
    pub data: Option<&'p [Vec<bool>]>,
}

/// Answers questions about a program without answer sets.
pub struct Explainer<'p> {
    pub(crate) program: &'p Program,
    pub(crate) grounder: &'p Grounder,
    pub(crate) options: ExplainOptions,
    pub(crate) units: Units,
    /// Atoms that are external, each with its value.
    pub(crate) externals: Vec<(Atom, ExternalValue)>,
    /// The number of the last atom that the program or its caller uses.
    pub(crate) last_atom: u32,
    /// Assumptions, externals and bounds.
    pub(crate) values: Vec<Part>,
    pub(crate) stop: &'p dyn Fn() -> bool,
    /// The number of tests of all questions.
    pub(crate) tests: u64,
}

impl<'p> Explainer<'p> {
    /// An explainer of a program. `externals` are the atoms that are external at present. `stop` is called
    /// often; questions end early when it returns `true`.
    pub fn new(
        grounding: Grounding<'p>,
        externals: Vec<(Atom, ExternalValue)>,
        options: ExplainOptions,
        stop: &'p dyn Fn() -> bool,
    ) -> Explainer<'p> {
        let Grounding { program, grounder, .. } = grounding;
        let units = Classifier::new(grounding, &options).run();
        let values = parts::values(program, grounder, &externals, &options);
        let of_values = values.iter().filter_map(|part| match part.content {
            Content::Value { literal, .. } => Some(literal.atom().number()),
            _ => None,
        });
        let last_atom = of_values.chain([program.last_atom()]).max().unwrap_or(0);
        Explainer { program, grounder, options, units, externals, last_atom, values, stop, tests: 0 }
    }

    /// The statements that are taken for granted because explanations do not look into them.
    pub fn taken_for_granted(&self) -> &[(RuleKind, Span)] {
        &self.units.granted
    }

    /// The number of instances of a statement that may be blamed.
    pub fn instances_of(&self, span: Span) -> usize {
        let wanted = Statement::Text(span);
        let statement = self.units.statements.iter().position(|&statement| statement == wanted);
        let is_of = |unit: &&Unit| Some(unit.statement as usize) == statement;
        self.units.units.iter().filter(is_of).count()
    }

    /// The instances of a statement that may be blamed, up to a number: the rule and the values of its
    /// variables.
    pub fn source_instances(&self, span: Span, most: usize) -> Vec<(u32, Vec<Symbol>)> {
        let wanted = Statement::Text(span);
        let statement = self.units.statements.iter().position(|&statement| statement == wanted);
        let of_statement = (0..self.units.units.len() as u32)
            .filter(|&unit| Some(self.units.units[unit as usize].statement as usize) == statement);
        let instances =
            of_statement.filter_map(|unit| self.units.element(unit, self.program, self.grounder).instance);
        instances.take(most).collect()
    }

    /// The number of tests of all questions so far.
    pub fn tests(&self) -> u64 {
        self.tests
    }

    /// The parts at a granularity: those of the program, then values and bounds.
    pub(crate) fn parts(&self, granularity: Granularity) -> Vec<Part> {
        let mut parts = parts::of_units(&self.units, granularity);
        parts.extend(self.values.iter().cloned());
        parts
    }

    /// Writes the relaxed program to a sink; returns the literals of the parts.
    pub(crate) fn write(&self, sink: &mut dyn Sink, parts: &[Part], otherwise: Guard) -> (Vec<Literal>, u32) {
        for &(atom, _) in &self.externals {
            sink.external(atom, ExternalValue::Free);
        }
        self.program.write_others(sink);
        let mut relaxer =
            Relaxer { program: self.program, units: &self.units, sink, last_atom: self.last_atom };
        let literals = parts::write(&mut relaxer, parts, otherwise);
        (literals, relaxer.last_atom)
    }

    /// A prober of the relaxed program, with the literals of the parts.
    pub(crate) fn prober(
        &self,
        config: Config,
        parts: &[Part],
        otherwise: Guard,
    ) -> (Prober<'p>, Vec<Literal>) {
        let mut literals = Vec::new();
        let prober = Prober::new(config, self.options.limit, self.stop, |sink| {
            literals = self.write(sink, parts, otherwise).0;
        });
        (prober, literals)
    }
}
