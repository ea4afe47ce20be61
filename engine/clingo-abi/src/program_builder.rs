//! The program builder of a control: it collects statements as nodes, and adds them together.

use crate::guard::{Outcome, enter};
use crate::object::{ControlObject, lock};
use crate::pointers::{Handle, Out};
use crate::registry::{self, Part};
use hamadryad_clingo::ast::{self, Builder};
use hamadryad_clingo::message::Failure;
use std::sync::Arc;

fn control(builder: Handle) -> Outcome<Arc<ControlObject>> {
    registry::control(builder, Part::Builder, "program builder")
}

fn closed() -> Failure {
    Failure::logic("the program builder is not open: begin it first")
}

/// The builder of a control.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_program_builder_init(handle: Handle, builder: Out<Handle>) -> bool {
    enter(|| {
        crate::control::control(handle)?;
        builder.write("builder", Handle(handle.0 | Part::Builder as usize))
    })
}

/// Begins to collect statements.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_program_builder_begin(builder: Handle) -> bool {
    enter(|| {
        let control = control(builder)?;
        control.check_single_shot()?;
        *lock(&control.builder) = Some(Builder::default());
        Ok(())
    })
}

/// Adds the statements to the program.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_program_builder_end(builder: Handle) -> bool {
    enter(|| {
        let control = control(builder)?;
        let statements = lock(&control.builder).take().ok_or_else(closed)?.finish();
        control.work_on_texts(
            |program| program.add_statements(&statements),
            |program, texts| program.add_statements_beside(texts, &statements),
        )
    })
}

/// Collects a statement. A script is executed at once.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_program_builder_add(builder: Handle, node: Handle) -> bool {
    enter(|| {
        let (control, node) = (control(builder)?, crate::ast::node(node)?);
        if let Some((place, language, code)) = ast::script(&node) {
            return crate::script::execute(place, language, code);
        }
        lock(&control.builder).as_mut().ok_or_else(closed)?.add(&node)
    })
}
