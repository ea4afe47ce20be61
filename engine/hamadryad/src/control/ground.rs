//! From parts to a ground program, in steps that are taken whole or not at all.

use super::{Control, Part};
use crate::Error;
use hamadryad_aspif::{ReadError, Reader, Sink, Tee};
use hamadryad_ground::{Clock, Cost};
use hamadryad_solve::Refusal;
use hamadryad_syntax::{Diagnostic, Span};

impl Control {
    /// Grounds parts together: only what is new is grounded. A part that no text has defined is empty.
    ///
    /// Calls without a solve in between, or a look at sizes, make one step. Within a step, the later calls may have rules for
    /// atoms of the earlier ones.
    ///
    /// # Errors
    /// Where the program cannot be grounded, or would define an atom of an earlier step. Nothing of the call is left then.
    pub fn ground(&mut self, parts: &[Part]) -> Result<(), Error> {
        self.ground_until(parts, &|| false)
    }

    /// As [`Control::ground`]; `stop` is asked often, and ends the call where it answers `true`.
    ///
    /// # Errors
    /// As [`Control::ground`], and [`Error::Interrupted`].
    pub fn ground_until(&mut self, parts: &[Part], stop: &dyn Fn() -> bool) -> Result<(), Error> {
        struct Nobody;
        impl Sink for Nobody {}
        self.ground_observed(parts, &mut Nobody, stop)
    }

    /// As [`Control::ground_until`]; an observer is told of all statements too, which a step that fails has no end of. A
    /// [`Tee`] makes one observer of two.
    ///
    /// # Errors
    /// As [`Control::ground_until`].
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
    pub(super) fn refused(&self, refusal: Refusal) -> Error {
        let (Refusal::Redefinition(atom) | Refusal::Released(atom)) = refusal else {
            return Error::Refused(refusal);
        };
        let named = self.grounder.atoms().find(|(_, state)| state.atom == atom);
        let Some((symbol, _)) = named else { return Error::Refused(refusal) };
        let text = self.symbols.display(symbol).to_string();
        match refusal {
            Refusal::Redefinition(_) => Error::Redefined(text),
            _ => Error::Released(text),
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Projection, SolveOptions};

    #[test]
    fn what_a_refused_step_projects_to_is_forgotten() {
        let mut control = Control::new();
        let text = "#external x. { a; b }. #program project. #project x. #program again. { a }.";
        control.add("a.lp", text).unwrap();
        control.ground(&[Part::base()]).unwrap();
        assert!(control.solve(SolveOptions::default()).unwrap().next_model().is_some());
        let (project, again) = (Part::new("project", &[]), Part::new("again", &[]));
        assert_eq!(control.ground(&[project, again]), Err(Error::Redefined("a".to_owned())));
        let models = |control: &mut Control| {
            let projection = Some(Projection::Auto);
            let options = SolveOptions { models: Some(0), projection, ..SolveOptions::default() };
            let mut search = control.solve(options).unwrap();
            while search.next_model().is_some() {}
            search.summary().models
        };
        assert_eq!(models(&mut control), 4);
        control.ground(&[project]).unwrap();
        assert_eq!(models(&mut control), 1);
    }
}
