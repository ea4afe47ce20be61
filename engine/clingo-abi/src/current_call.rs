//! The call of a propagator that runs on this thread: the object behind `clingo_propagate_init_t *`,
//! `clingo_propagate_control_t *` and `clingo_assignment_t *`.
//!
//! A propagator asks for values often, so these pointers are not looked up in the registry: they are the number of the
//! call, which the thread compares with that of its present call.
//!
//! *Invariant:* the object of a call is borrowed while the caller's function runs, and by one function of the library at
//! a time; a pointer that outlives its call, or that another thread uses, is an error with a sentence.

use crate::guard::Outcome;
use crate::object::ControlObject;
use crate::pointers::Handle;
use crate::propagator::Modes;
use crate::registry;
use hamadryad::propagator::{Assignment, Init, Propagation};
use hamadryad_clingo::message::Failure;
use std::cell::RefCell;
use std::sync::Arc;

/// The preparation of a propagator.
pub struct InitCall<'c, 'i> {
    /// The engine's preparation.
    pub init: &'c mut Init<'i>,
    /// The control of the propagator.
    pub control: Arc<ControlObject>,
    /// The modes of the propagator.
    pub modes: &'c Modes,
}

/// The parts of the solver that a call of a propagator may use.
enum Access {
    Init(*mut InitCall<'static, 'static>),
    Search(*mut Propagation<'static>),
    /// An assignment that is only read.
    View(Assignment<'static>),
    /// A function of the library uses the object.
    InUse,
}

thread_local! {
    /// The present call, with its number.
    static CURRENT: RefCell<(usize, Access)> = const { RefCell::new((0, Access::InUse)) };
}

/// Restores the call before.
struct Restore(Option<(usize, Access)>);

impl Drop for Restore {
    fn drop(&mut self) {
        if let Some(before) = self.0.take() {
            CURRENT.replace(before);
        }
    }
}

fn during<T>(access: Access, call: impl FnOnce(Handle) -> T) -> T {
    let number = registry::number();
    let _restore = Restore(Some(CURRENT.replace((number, access))));
    call(Handle(number))
}

/// Runs the function `init` of a propagator, which receives the pointer.
pub fn during_init<T>(init: &mut InitCall<'_, '_>, call: impl FnOnce(Handle) -> T) -> T {
    during(Access::Init((&raw mut *init).cast()), call)
}

/// Runs a function of a propagator that takes part in the search.
pub fn during_search<T>(search: &mut Propagation<'_>, call: impl FnOnce(Handle) -> T) -> T {
    during(Access::Search((&raw mut *search).cast()), call)
}

/// Runs a function of a propagator that reads an assignment.
pub fn during_view<T>(assignment: Assignment<'_>, call: impl FnOnce(Handle) -> T) -> T {
    // SAFETY: only the lifetime changes. The value is removed when `during` returns, and `assignment` is borrowed
    // until then.
    let view = unsafe { std::mem::transmute::<Assignment<'_>, Assignment<'static>>(assignment) };
    during(Access::View(view), call)
}

/// Takes the object of the present call, and gives it back at the end.
fn with<T>(handle: Handle, of: &str, work: impl FnOnce(&mut Access) -> Outcome<T>) -> Outcome<T> {
    let mut access = CURRENT.with_borrow_mut(|current| match current.0 == handle.0 && handle.0 != 0 {
        true => Ok(std::mem::replace(&mut current.1, Access::InUse)),
        false if handle.0 == 0 => Err(Failure::logic(format!("the {of} is a null pointer"))),
        false => Err(Failure::logic(format!(
            "the {of} does not exist, or not any more: it is valid during its call, and on the thread of this call"
        ))),
    })?;
    let result = work(&mut access);
    CURRENT.with_borrow_mut(|current| current.1 = access);
    result
}

fn wrong(of: &str) -> Failure {
    Failure::logic(format!("the pointer is no {of}"))
}

/// Works with the preparation of a propagator.
pub fn with_init<T>(handle: Handle, work: impl FnOnce(&mut InitCall<'_, '_>) -> Outcome<T>) -> Outcome<T> {
    with(handle, "propagate init object", |access| match access {
        // SAFETY: the pointer comes from `during_init`, whose borrow lasts while the call is the present one. The object
        // was taken out, so this is the only reference to it.
        Access::Init(init) => work(unsafe { &mut **init }),
        _ => Err(wrong("propagate init object")),
    })
}

/// Works with the search of a propagator.
pub fn with_search<T>(handle: Handle, work: impl FnOnce(&mut Propagation<'_>) -> Outcome<T>) -> Outcome<T> {
    with(handle, "propagate control object", |access| match access {
        // SAFETY: as above, with `during_search`.
        Access::Search(search) => work(unsafe { &mut **search }),
        _ => Err(Failure::logic("the search cannot be changed in this call")),
    })
}

/// Reads the assignment of a call.
pub fn with_assignment<T>(handle: Handle, read: impl FnOnce(Assignment<'_>) -> Outcome<T>) -> Outcome<T> {
    with(handle, "assignment", |access| match access {
        // SAFETY: as above, with `during_init`.
        Access::Init(init) => read(unsafe { &**init }.init.assignment()),
        // SAFETY: as above, with `during_search`.
        Access::Search(search) => read(unsafe { &**search }.assignment()),
        Access::View(view) => read(*view),
        Access::InUse => Err(wrong("assignment")),
    })
}
