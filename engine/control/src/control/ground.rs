//! Grounding of program parts, in steps that succeed completely or have no effect.

use crate::Error;
use crate::control::state::{Control, Part};
use hamadryad_aspif::{LastAtom, ReadError, Reader, Sink, Tee};
use hamadryad_ground::{Clock, Cost};
use hamadryad_solve::SolveError;
use hamadryad_syntax::{Diagnostic, Span};

impl Control {
    /// Grounds parts together: only new parts and statements are grounded. A part without text is empty.
    ///
    /// Calls without [`Control::solve`] or [`Control::size`] between them make one step. Within a step, later
    /// calls may add rules for atoms of earlier calls.
    ///
    /// # Errors
    /// If the program cannot be grounded, or would define an atom of an earlier step. Then the call has no
    /// effect.
    pub fn ground(&mut self, parts: &[Part]) -> Result<(), Error> {
        self.ground_until(parts, &|| false)
    }

    /// As [`Control::ground`]; `stop` is called often, and ends the call by returning `true`.
    ///
    /// # Errors
    /// As [`Control::ground`], and [`Error::Interrupted`].
    pub fn ground_until(&mut self, parts: &[Part], stop: &dyn Fn() -> bool) -> Result<(), Error> {
        struct NoObserver;
        impl Sink for NoObserver {}
        self.ground_observed(parts, &mut NoObserver, stop)
    }

    /// As [`Control::ground_until`]; an observer receives all statements too, and no end of a failed step. A
    /// [`Tee`] combines two observers.
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
        let mark = self.recorded.as_ref().map(|recorded| recorded.mark());
        let Control { symbols, grounder, solver, recorded, sources, .. } = self;
        if solver.is_waiting() {
            grounder.continue_step();
        }
        let mut ground = |sink: &mut dyn Sink| {
            sink.begin_step();
            let result = grounder.ground(symbols, &parts, sink, stop);
            result.map_err(|error| Error::of_grounding(error, sources))
        };
        let mut result = match recorded {
            Some(recorded) => ground(&mut Tee(observer, &mut Tee(&mut recorded.program, solver))),
            None => ground(&mut Tee(observer, solver)),
        };
        if result.is_ok()
            && let Err(error) = self.solver.check(&saved)
        {
            result = Err(self.named_error(error));
        }
        match result {
            Ok(_) => {
                Tee(observer, &mut self.solver).end_step();
                if let Some(recorded) = &mut self.recorded {
                    recorded.ground(&parts);
                }
            }
            Err(_) => {
                self.solver.restore(&saved);
                self.grounder.undo();
                if let Some(recorded) = &mut self.recorded {
                    recorded.restore(mark);
                }
            }
        }
        self.grounded(result)
    }

    /// Grounds parts into a sink without solving, for writing ground programs.
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
        let result = self.grounder.ground(&mut self.symbols, &parts, sink, stop);
        let result = result.map_err(|error| Error::of_grounding(error, &self.sources));
        // The sink receives no end of an interrupted step, so that its output is recognisably incomplete.
        match result {
            Ok(_) => sink.end_step(),
            Err(_) => self.grounder.undo(),
        }
        self.grounded(result)
    }

    /// Reads the next step of a ground program in aspif, in place of grounding text; `false` if no further
    /// step exists. The assumptions of the step hold until the next step. Its atoms have no names except by
    /// its outputs: [`Model::contains`](crate::Model::contains) and assumptions do not find them. A
    /// [`Backend`](crate::Backend) may use them by their numbers.
    ///
    /// # Errors
    /// The first invalid line. The step is incomplete then, and the control must not be used further.
    ///
    /// # Panics
    /// If text was grounded before: the atoms of both would clash.
    pub fn read_step(&mut self, reader: &mut Reader<'_>) -> Result<bool, ReadError> {
        let mixed = self.grounder.atoms().next().is_some();
        assert!(!mixed, "a control that has grounded text cannot read a ground program");
        let mut last = LastAtom::default();
        let mut solver = Tee(&mut self.solver, &mut last);
        let result = match &mut self.recorded {
            Some(recorded) => {
                recorded.direct();
                let sink = &mut Tee(&mut recorded.program, &mut solver);
                reader.read_step(&mut self.symbols, sink)
            }
            None => reader.read_step(&mut self.symbols, &mut solver),
        };
        // A backend may use the atoms, and its new atoms have larger numbers.
        if let Some(atom) = last.get() {
            self.grounder.give_up_to(atom);
        }
        result
    }

    /// The error for a rejected step, with the atom as written.
    pub(super) fn named_error(&self, error: SolveError) -> Error {
        let (SolveError::Redefinition(atom) | SolveError::Released(atom)) = error else {
            return Error::Solve(error);
        };
        let named = self.grounder.atoms().find(|(_, state)| state.atom == atom);
        let Some((symbol, _)) = named else { return Error::Solve(error) };
        let text = self.symbols.display(symbol).to_string();
        match error {
            SolveError::Redefinition(_) => Error::Redefined(text),
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

    /// Whether facts stay in the bodies of rules that are grounded from now on; by default they are removed.
    pub fn keep_facts(&mut self, keep: bool) {
        self.grounder.keep_facts(keep);
    }

    /// Measures the time of grounding for each statement from now on, see [`Control::ground_costs`]. The
    /// caller provides the clock.
    pub fn time_grounding(&mut self, clock: Clock) {
        self.grounder.set_clock(clock);
    }

    /// The costs of grounding by statement, each with its place, the most expensive first.
    pub fn ground_costs(&self) -> Vec<(Span, &Cost)> {
        self.grounder.costs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Projection, SolveOptions};

    #[test]
    fn a_rejected_step_leaves_no_projection() {
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
