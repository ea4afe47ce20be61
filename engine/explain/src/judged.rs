//! Explanations as programs of their own, for judges that share no code with the solver: what is relaxed is left
//! out, what is in force is written as it is, and nothing depends on a selector.

use crate::closed::candidates;
use crate::conflict::Conflict;
use crate::explainer::Explainer;
use crate::parts::{Content, Part};
use crate::relax::{Guard, Relaxer};
use crate::repairs::Repair;
use crate::units::HARD;
use hamadryad_aspif::{BodyRef, ExternalValue, Head, Literal, Sink};
use std::collections::HashSet;

/// The relaxed units, and the literals that must hold.
#[derive(Default)]
struct Written {
    relaxed: HashSet<u32>,
    required: Vec<Literal>,
}

impl Explainer<'_> {
    /// The number of units that can be relaxed, one by one.
    pub fn number_of_units(&self) -> usize {
        self.units.units.len()
    }

    /// Writes the program without the units for which `is_relaxed` holds.
    pub fn write_relaxed(&self, sink: &mut dyn Sink, is_relaxed: &dyn Fn(usize) -> bool) {
        let relaxed = (0..self.number_of_units()).filter(|&unit| is_relaxed(unit)).map(|unit| unit as u32);
        let required = self.values.iter().filter_map(required).collect();
        self.write_program(sink, &Written { relaxed: relaxed.collect(), required }, |_| {});
    }

    /// Writes the parts of a conflict, without the part of the given number, and the parts of the program that
    /// must not be blamed. All atoms that the conflict does not close are granted.
    pub fn write_conflict(&self, sink: &mut dyn Sink, conflict: &Conflict, without: Option<usize>) {
        let parts: Vec<&Part> = conflict
            .content
            .iter()
            .enumerate()
            .filter(|&(at, _)| Some(at) != without)
            .map(|(_, part)| part)
            .collect();
        let kept: HashSet<u32> = parts.iter().flat_map(|part| units_of(part)).copied().collect();
        let all = 0..self.number_of_units() as u32;
        let required = parts.iter().filter_map(|part| required(part)).collect();
        let written = Written { relaxed: all.filter(|unit| !kept.contains(unit)).collect(), required };
        let rules: Vec<Part> = conflict
            .content
            .iter()
            .filter(|part| !matches!(part.content, Content::Closed(_)))
            .cloned()
            .collect();
        let granted = if self.options.closed_world { candidates(self, &rules) } else { Vec::new() };
        let closed = |atom| parts.iter().any(|part| part.content == Content::Closed(atom));
        self.write_program(sink, &written, |relaxer| {
            for &atom in granted.iter().filter(|&&atom| !closed(atom)) {
                relaxer.sink.rule(Head::Choice(&[atom]), BodyRef::Normal(&[]));
            }
        });
    }

    /// Writes the program after a repair.
    pub fn write_repaired(&self, sink: &mut dyn Sink, repair: &Repair) {
        let relaxed = repair.content.iter().flat_map(units_of).copied().collect();
        let values = self
            .values
            .iter()
            .filter(|part| repair.content.iter().all(|other| other.content != part.content));
        let written = Written { relaxed, required: values.filter_map(required).collect() };
        self.write_program(sink, &written, |relaxer| {
            for part in &repair.content {
                if let Content::Closed(atom) = part.content {
                    relaxer.sink.rule(Head::Choice(&[atom]), BodyRef::Normal(&[]));
                }
            }
        });
    }

    fn write_program(&self, sink: &mut dyn Sink, written: &Written, more: impl FnOnce(&mut Relaxer<'_>)) {
        sink.begin_step();
        for &(atom, _) in &self.externals {
            sink.external(atom, ExternalValue::Free);
        }
        self.program.write_others(sink);
        let mut relaxer =
            Relaxer { program: self.program, units: &self.units, sink, last_atom: self.last_atom };
        relaxer.rules(&|unit| match unit {
            HARD => Guard::Hard,
            unit if written.relaxed.contains(&unit) => Guard::Off,
            _ => Guard::Hard,
        });
        more(&mut relaxer);
        for &literal in &written.required {
            sink.rule(Head::Disjunction(&[]), BodyRef::Normal(&[!literal]));
        }
        sink.end_step();
    }
}

fn units_of(part: &Part) -> &[u32] {
    match &part.content {
        Content::Units(units) => units,
        _ => &[],
    }
}

/// The literal that a value requires.
fn required(part: &Part) -> Option<Literal> {
    match part.content {
        Content::Value { literal, .. } => Some(literal),
        _ => None,
    }
}
