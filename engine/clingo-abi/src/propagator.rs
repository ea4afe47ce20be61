//! Propagators of callers: `clingo_control_register_propagator`, and the calls of their functions.
//!
//! *Invariant:* after a function of the caller has failed, the propagator takes no further part in the search, apart
//! from `undo`, and the search ends with this failure.

use crate::assignment::number;
use crate::control::control;
use crate::current_call::{InitCall, during_init, during_search, during_view};
use crate::guard::{enter, of_callback};
use crate::object::{ControlObject, lock};
use crate::pointers::{Array, Data, Handle, Out};
use hamadryad::propagator::{Assignment, Calls, CheckMode, Conflict, Init, Lit, Propagation, Propagator};
use hamadryad_clingo::message::Failure;
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, Weak};

/// `clingo_propagator_t`
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub struct Functions {
    /// Prepares the propagator.
    pub init: Option<extern "C" fn(Handle, Data) -> bool>,
    /// Receives the watched literals that have become true.
    pub propagate: Option<extern "C" fn(Handle, *const i32, usize, Data) -> bool>,
    /// Receives the literals that are true no more.
    pub undo: Option<extern "C" fn(Handle, *const i32, usize, Data)>,
    /// Checks an assignment.
    pub check: Option<extern "C" fn(Handle, Data) -> bool>,
    /// Chooses a decision.
    pub decide: Option<extern "C" fn(u32, Handle, i32, Data, Out<i32>) -> bool>,
}

/// The modes of a propagator, with clingo's numbers.
pub struct Modes {
    /// The assignments to check: 0 none, 1 total ones, 2 at fixpoints, 3 both.
    pub check: AtomicI32,
    /// Whether `undo` is called for all levels with checks: 1 if so.
    pub undo: AtomicI32,
}

/// The first failure of a propagator of a control in the present search.
#[derive(Default)]
pub struct Failed {
    is_set: AtomicBool,
    failure: Mutex<Option<Failure>>,
}

impl Failed {
    /// Whether a propagator has failed.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    fn set(&self, failure: Failure) {
        lock(&self.failure).get_or_insert(failure);
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Takes the failure: the propagators take part again.
    pub fn take(&self) -> Option<Failure> {
        self.is_set.store(false, Ordering::Relaxed);
        lock(&self.failure).take()
    }
}

/// A propagator of a caller.
#[derive(Clone)]
struct Foreign {
    functions: Functions,
    data: Data,
    modes: Arc<Modes>,
    failed: Arc<Failed>,
    control: Weak<ControlObject>,
    /// The numbers of the literals of a call.
    numbers: Vec<i32>,
}

impl Foreign {
    fn write_numbers(&mut self, literals: &[Lit]) {
        self.numbers.clear();
        self.numbers.extend(literals.iter().map(|&lit| number(lit)));
    }

    /// Notes the failure of a function of the caller, which has returned `false`.
    fn note(&self, is_done: bool) {
        if !is_done {
            self.failed.set(of_callback());
        }
    }
}

impl Propagator for Foreign {
    fn init(&mut self, init: &mut Init<'_>) -> Result<(), String> {
        let Some(function) = self.functions.init else { return Ok(()) };
        let control = self.control.upgrade().ok_or("the control was freed")?;
        let is_done = control.during_init(init, |init| {
            let control = Arc::clone(&control);
            let mut call = InitCall { init, control, modes: &self.modes };
            during_init(&mut call, |handle| function(handle, self.data))
        });
        self.note(is_done);
        if is_done { Ok(()) } else { Err("the function `init` of a propagator has failed".to_owned()) }
    }

    fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>) -> Result<(), Conflict> {
        let Some(function) = self.functions.propagate.filter(|_| !self.failed.is_set()) else {
            return Ok(());
        };
        self.write_numbers(changes);
        let (literals, size) = (self.numbers.as_ptr(), self.numbers.len());
        let is_done = during_search(search, |handle| function(handle, literals, size, self.data));
        self.note(is_done);
        Ok(())
    }

    fn undo_level(&mut self, undone: &[Lit], assignment: Assignment<'_>) {
        let Some(function) = self.functions.undo else { return };
        self.write_numbers(undone);
        let (literals, size) = (self.numbers.as_ptr(), self.numbers.len());
        during_view(assignment, |handle| function(handle, literals, size, self.data));
    }

    fn check(&mut self, search: &mut Propagation<'_>) -> Result<(), Conflict> {
        let Some(function) = self.functions.check.filter(|_| !self.failed.is_set()) else { return Ok(()) };
        let is_done = during_search(search, |handle| function(handle, self.data));
        self.note(is_done);
        Ok(())
    }

    fn overrule(&mut self, assignment: Assignment<'_>, choice: Lit) -> Option<Lit> {
        let function = self.functions.decide.filter(|_| !self.failed.is_set())?;
        let mut decision = 0;
        let is_done = during_view(assignment, |handle| {
            function(0, handle, number(choice), self.data, Out::at(&mut decision))
        });
        self.note(is_done);
        // As in clingo, a number that is no free literal leaves the choice to the search.
        match decision {
            0 => None,
            _ => Some(crate::assignment::literal(assignment, decision).unwrap_or(choice)),
        }
    }

    fn calls(&self) -> Calls {
        let check = match self.modes.check.load(Ordering::Relaxed) {
            _ if self.functions.check.is_none() => CheckMode::Never,
            0 => CheckMode::Never,
            1 => CheckMode::Total,
            2 => CheckMode::Fixpoint,
            _ => CheckMode::Both,
        };
        let undo_checks = self.modes.undo.load(Ordering::Relaxed) == 1;
        Calls { check, undo_checks, prepare_always: true }
    }

    fn has_failed(&self) -> bool {
        self.failed.is_set()
    }
}

/// Registers a propagator, which takes part in all searches from now on. One thread searches with propagators, so
/// that their calls are sequential in any case.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_register_propagator(
    handle: Handle,
    propagator: Array<Functions>,
    data: Data,
    _sequential: bool,
) -> bool {
    enter(|| {
        let functions =
            *propagator.first().ok_or_else(|| Failure::logic("the propagator is a null pointer"))?;
        let control = control(handle)?;
        let foreign = Foreign {
            functions,
            data,
            modes: Arc::new(Modes { check: AtomicI32::new(1), undo: AtomicI32::new(0) }),
            failed: Arc::clone(&control.failed_propagator),
            control: Arc::downgrade(&control),
            numbers: Vec::new(),
        };
        control.with(|program| {
            program.control.register_propagator(foreign);
            Ok(())
        })
    })
}

/// The number of a mode, if it is in a range.
pub fn mode(mode: c_int, last: c_int) -> Result<c_int, Failure> {
    match (0..=last).contains(&mode) {
        true => Ok(mode),
        false => Err(Failure::logic(format!("{mode} is no mode of propagators"))),
    }
}
