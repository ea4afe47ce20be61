//! A search together with the control that it borrows.
//!
//! *Invariant:* the search is dropped before the control, the stop function and the literals that it borrows; no
//! reference with the widened lifetime leaves this file.

use hamadryad::{AtomTables, Literal, Model, Search, SolveOptions, Summary};
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::program::Program;

type Stop = Box<dyn Fn() -> bool + Send>;

/// The owners of the values that a search borrows.
struct Owners {
    control: *mut hamadryad::Control,
    stop: *mut Stop,
    literals: *mut Vec<Literal>,
}

/// A search and its program.
pub struct Running {
    /// `None` only while the value is taken apart.
    search: Option<Search<'static>>,
    owners: Owners,
    /// The program, whose control is elsewhere.
    program: Option<Box<Program>>,
}

// SAFETY: the search borrows the control, which is `Send`, the literals, and the stop function, which is `Send`; all of
// them belong to this value and move with it. `Search` is not `Send` only because it borrows some stop function.
unsafe impl Send for Running {}

impl Owners {
    fn new(control: Box<hamadryad::Control>, stop: Stop, literals: Vec<Literal>) -> Owners {
        Owners {
            control: Box::into_raw(control),
            stop: Box::into_raw(Box::new(stop)),
            literals: Box::into_raw(Box::new(literals)),
        }
    }

    /// Frees the owners, and gives the control back.
    fn free(self) -> Box<hamadryad::Control> {
        // SAFETY: the pointer comes from a box in `new`, and only this function frees it; the callers have dropped the
        // search that borrowed it.
        drop(unsafe { Box::from_raw(self.stop) });
        // SAFETY: as above.
        drop(unsafe { Box::from_raw(self.literals) });
        // SAFETY: as above.
        unsafe { Box::from_raw(self.control) }
    }
}

impl Running {
    /// Starts a search. The options are completed by the stop function and the literals.
    pub fn start(
        mut program: Box<Program>,
        stop: Stop,
        literals: Vec<Literal>,
        options: SolveOptions<'static>,
    ) -> Result<Running, (Box<Program>, Failure)> {
        let owners = Owners::new(std::mem::take(&mut program.control), stop, literals);
        // SAFETY: the pointer is valid until `free`, and this is the only reference to the control until then.
        let control: &'static mut hamadryad::Control = unsafe { &mut *owners.control };
        // SAFETY: the pointer is valid until `free`, and the function is only borrowed by the search.
        let stop: &'static Stop = unsafe { &*owners.stop };
        // SAFETY: the pointer is valid until `free`, and the literals are only borrowed by the search.
        let literals: &'static Vec<Literal> = unsafe { &*owners.literals };
        match control.solve(SolveOptions { stop, literals, ..options }) {
            Ok(search) => Ok(Running { search: Some(search), owners, program: Some(program) }),
            Err(error) => {
                program.control = owners.free();
                Err((program, Failure::runtime(error.to_string())))
            }
        }
    }

    fn search(&self) -> &Search<'_> {
        self.search.as_ref().expect("a running search")
    }

    /// Searches for the next model; `false` if there is none.
    pub fn advance(&mut self) -> bool {
        self.search.as_mut().expect("a running search").next_model().is_some()
    }

    /// The last model.
    pub fn model(&self) -> Option<Model<'_>> {
        self.search().model()
    }

    /// The tables of atoms.
    pub fn tables(&self) -> AtomTables<'_> {
        self.search().tables()
    }

    /// Adds a clause for all models to come.
    pub fn add_clause(&mut self, clause: &[Literal]) {
        self.search.as_mut().expect("a running search").add_clause_of_literals(clause);
    }

    /// The state of the search.
    pub fn summary(&self) -> Summary {
        self.search().summary()
    }

    /// Ends the search, and gives the program back.
    pub fn finish(mut self) -> Box<Program> {
        self.take_apart().expect("a program is taken once")
    }

    fn take_apart(&mut self) -> Option<Box<Program>> {
        let mut program = self.program.take()?;
        drop(self.search.take());
        let owners = std::mem::replace(
            &mut self.owners,
            Owners {
                control: std::ptr::null_mut(),
                stop: std::ptr::null_mut(),
                literals: std::ptr::null_mut(),
            },
        );
        program.control = owners.free();
        Some(program)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.take_apart();
    }
}
