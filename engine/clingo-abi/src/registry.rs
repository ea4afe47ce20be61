//! The objects behind the pointers that the library gives out.
//!
//! *Invariant:* a number is never used twice, so a pointer to a freed object is recognised. The lowest four bits tell the
//! part of the object: the symbolic atoms of a control, for instance.

use crate::guard::Outcome;
use crate::model::ModelObject;
use crate::object::ControlObject;
use crate::pointers::Handle;
use crate::solve::Solve;
use hamadryad_clingo::message::Failure;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

/// The part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Part {
    /// The object itself.
    Whole = 0,
    /// The symbolic atoms of a control.
    SymbolicAtoms = 1,
    /// The theory atoms of a control.
    TheoryAtoms = 2,
    /// The configuration of a control.
    Configuration = 3,
    /// The statistics of a control.
    Statistics = 4,
    /// The statistics of the caller about the last step.
    StepStatistics = 5,
    /// The statistics of the caller about all steps.
    AllStatistics = 6,
    /// The backend of a control.
    Backend = 7,
    /// The control of the search of a model.
    SolveControl = 8,
    /// The program builder of a control.
    Builder = 9,
}

#[derive(Clone)]
enum Object {
    Control(Arc<ControlObject>),
    Solve(Arc<Solve>),
    Model(Arc<ModelObject>),
}

static OBJECTS: LazyLock<RwLock<FxHashMap<usize, Object>>> = LazyLock::new(RwLock::default);
static NEXT: AtomicUsize = AtomicUsize::new(1 << 12);

/// A new number.
pub fn number() -> usize {
    NEXT.fetch_add(16, Ordering::Relaxed)
}

fn insert(number: usize, object: Object) -> Handle {
    OBJECTS.write().unwrap_or_else(PoisonError::into_inner).insert(number, object);
    Handle(number)
}

fn find(handle: Handle, part: Part, of: &str) -> Outcome<Object> {
    if handle.0 == 0 {
        return Err(Failure::logic(format!("the {of} is a null pointer")));
    }
    let objects = OBJECTS.read().unwrap_or_else(PoisonError::into_inner);
    let object = objects.get(&(handle.0 & !15)).filter(|_| handle.0 & 15 == part as usize);
    object.cloned().ok_or_else(|| gone(of))
}

fn gone(of: &str) -> Failure {
    Failure::logic(format!(
        "the {of} does not exist, or not any more: it was freed, or its search has gone on"
    ))
}

/// Adds a control.
pub fn insert_control(number: usize, control: Arc<ControlObject>) -> Handle {
    insert(number, Object::Control(control))
}

/// Adds the handle of a search.
pub fn insert_solve(number: usize, solve: Arc<Solve>) -> Handle {
    insert(number, Object::Solve(solve))
}

/// Adds a model.
pub fn insert_model(number: usize, model: Arc<ModelObject>) -> Handle {
    insert(number, Object::Model(model))
}

/// Removes an object. It lives on while a call uses it.
pub fn remove(number: usize) {
    OBJECTS.write().unwrap_or_else(PoisonError::into_inner).remove(&number);
}

/// The control that a pointer, or a pointer to one of its parts, refers to.
pub fn control(handle: Handle, part: Part, of: &str) -> Outcome<Arc<ControlObject>> {
    match find(handle, part, of)? {
        Object::Control(control) => Ok(control),
        _ => Err(gone(of)),
    }
}

/// The search that a pointer refers to.
pub fn solve(handle: Handle) -> Outcome<Arc<Solve>> {
    match find(handle, Part::Whole, "solve handle")? {
        Object::Solve(solve) => Ok(solve),
        _ => Err(gone("solve handle")),
    }
}

/// The model that a pointer refers to.
pub fn model(handle: Handle, part: Part) -> Outcome<Arc<ModelObject>> {
    match find(handle, part, "model")? {
        Object::Model(model) => Ok(model),
        _ => Err(gone("model")),
    }
}
