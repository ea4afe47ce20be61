//! Controls.

use crate::callbacks::{Checker, EventCallback, GroundCallback, Logger, LoggerFunction, Notify};
use crate::guard::{Outcome, enter, enter_or};
use crate::model::literals;
use crate::object::{ControlObject, lock};
use crate::pointers::{Array, Data, Handle, Out, Text};
use crate::registry::{self, Part};
use crate::solve;
use hamadryad::{Atom, Literal, Truth};
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::program::Program;
use hamadryad_clingo::symbols::Symbol;
use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// `clingo_part_t`
#[derive(Clone, Copy)]
#[repr(C)]
pub struct PartToGround {
    name: Text,
    arguments: Array<Symbol>,
    size: usize,
}

impl PartToGround {
    /// A part with its arguments.
    #[cfg(test)]
    pub fn new(name: Text, arguments: Array<Symbol>, size: usize) -> PartToGround {
        PartToGround { name, arguments, size }
    }
}

/// The control of a pointer.
pub fn control(handle: Handle) -> Outcome<Arc<ControlObject>> {
    registry::control(handle, Part::Whole, "control")
}

fn texts<'a>(array: &'a Array<Text>, size: usize, parameter: &str) -> Outcome<Vec<&'a str>> {
    array.of(size, parameter)?.iter().map(|text| text.read(parameter)).collect()
}

/// Creates a control.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_new(
    arguments: Array<Text>,
    arguments_size: usize,
    logger: Option<LoggerFunction>,
    logger_data: Data,
    message_limit: c_uint,
    control: Out<Handle>,
) -> bool {
    enter(|| {
        let program = Program::new(&texts(&arguments, arguments_size, "arguments")?)?;
        let number = registry::number();
        let object = ControlObject::new(number, program, Logger::new(logger, logger_data, message_limit));
        control.write("control", registry::insert_control(number, Arc::new(object)))
    })
}

/// Frees a control. A search of the control is closed first.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_free(handle: Handle) {
    if handle.0 == 0 {
        return;
    }
    enter(|| {
        control(handle)?.close_search();
        registry::remove(handle.0);
        Ok(())
    });
}

/// Adds the program of a file.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_load(handle: Handle, file: Text) -> bool {
    enter(|| {
        let file = file.read("file")?;
        control(handle)?
            .add_texts(|program| program.load(file), |program, texts| program.load_beside(texts, file))
    })
}

/// Adds ground programs in aspif.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_load_aspif(handle: Handle, files: Array<Text>, size: usize) -> bool {
    enter(|| {
        let files = texts(&files, size, "files")?;
        control(handle)?.work(|program| program.load_ground(&files))
    })
}

/// Adds a text to a part.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_add(
    handle: Handle,
    name: Text,
    parameters: Array<Text>,
    parameters_size: usize,
    program: Text,
) -> bool {
    enter(|| {
        let (name, text) = (name.read("name")?, program.read("program")?);
        let parameters = texts(&parameters, parameters_size, "parameters")?;
        control(handle)?.add_texts(
            |program| program.add(name, &parameters, text),
            |program, texts| program.add_beside(texts, name, &parameters, text),
        )
    })
}

/// Grounds parts.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_ground(
    handle: Handle,
    parts: Array<PartToGround>,
    parts_size: usize,
    ground_callback: Option<GroundCallback>,
    ground_callback_data: Data,
) -> bool {
    enter(|| {
        let mut named: Vec<(&str, Vec<Symbol>)> = Vec::new();
        for part in parts.of(parts_size, "parts")? {
            named.push((part.name.read("name")?, part.arguments.of(part.size, "params")?.to_vec()));
        }
        let host = crate::script::functions(ground_callback, ground_callback_data);
        let control = control(handle)?;
        control.check_single_shot()?;
        let checker = Checker::new();
        let stop = || control.is_stopped() || checker.is_due_and_stops();
        let result = control.work(|program| program.ground(&named, host, &stop));
        if result.is_err() {
            control.interrupt.store(false, Ordering::Relaxed);
        }
        result
    })
}

/// Starts a search.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_solve(
    handle: Handle,
    mode: c_uint,
    assumptions: Array<i32>,
    assumptions_size: usize,
    notify: Option<EventCallback>,
    data: Data,
    solve_handle: Out<Handle>,
) -> bool {
    enter(|| {
        let assumptions = literals(assumptions.of(assumptions_size, "assumptions")?)?;
        let notify = notify.map(|function| Notify { function, data });
        let started = solve::start(&control(handle)?, mode, assumptions, notify)?;
        solve_handle.write("handle", started.handle()).inspect_err(|_| started.close())
    })
}

/// Removes what is settled.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_cleanup(handle: Handle) -> bool {
    enter(|| {
        control(handle)?.with(|program| {
            program.control.cleanup();
            Ok(())
        })
    })
}

fn literal(number: i32) -> Outcome<Literal> {
    Literal::new(number).ok_or_else(|| Failure::logic("0 is not a literal"))
}

/// Sets the value of an external atom. An atom that no statement has introduced becomes external. The literal 0, which
/// clingo's Python package passes for unknown symbols, is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_assign_external(handle: Handle, external: i32, value: c_int) -> bool {
    enter(|| {
        if external == 0 {
            return control(handle)?.with(|_| Ok(()));
        }
        let literal = literal(external)?;
        let value = match (value, literal.is_positive()) {
            (0, _) => Truth::Free,
            (1, true) | (2, false) => Truth::True,
            (1, false) | (2, true) => Truth::False,
            _ => return Err(Failure::logic("the value of an external atom is free, true or false")),
        };
        let (control, atom) = (control(handle)?, literal.atom());
        let is_introduced = control.with(|program| {
            let is_introduced = atom.number() <= program.control.tables().number_of_atoms();
            if is_introduced {
                program.control.assign_external_atom(atom, value);
                return Ok(true);
            }
            let mut backend = program.control.backend_observed(&mut program.listeners);
            let added = backend.reserve(atom).and_then(|()| {
                backend.external(atom, value);
                backend.finish()
            });
            added.map_err(|error| Failure::runtime(error.to_string()))?;
            program.listeners.take_failure()?;
            Ok(false)
        })?;
        if !is_introduced {
            lock(&control.externals_of_backends).insert(atom.number());
        }
        Ok(())
    })
}

/// Makes an external atom false. The literal 0 is ignored.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_release_external(handle: Handle, external: i32) -> bool {
    enter(|| {
        if external == 0 {
            return control(handle)?.with(|_| Ok(()));
        }
        let atom = literal(external)?.atom();
        control(handle)?.with(|program| {
            program.control.release_external_atom(atom);
            Ok(())
        })
    })
}

/// Removes the objective.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_remove_minimize(handle: Handle) -> bool {
    enter(|| {
        control(handle)?.with(|program| {
            program.control.remove_minimize();
            Ok(())
        })
    })
}

/// Replaces the atoms of the projection, or adds to them.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_update_project(
    handle: Handle,
    atoms: Array<u32>,
    size: usize,
    append: bool,
) -> bool {
    enter(|| {
        let atoms = atoms.of(size, "atoms")?.iter().map(|&atom| Atom::new(atom)).collect::<Option<Vec<_>>>();
        let atoms = atoms.ok_or_else(|| Failure::logic("a number is not an atom"))?;
        control(handle)?.with(|program| {
            match append {
                true => program.control.update_project(&atoms),
                false => program.control.replace_project(&atoms),
            }
            Ok(())
        })
    })
}

/// Whether the program is known to have no answer set.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_is_conflicting(handle: Handle) -> bool {
    enter_or(false, || {
        control(handle)?
            .with(|program| Ok(program.listeners.has_contradiction() || program.control.is_conflicting()))
    })
}

/// Ends the present search, or the next one.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_interrupt(handle: Handle) {
    enter(|| {
        control(handle)?.interrupt.store(true, Ordering::Relaxed);
        Ok(())
    });
}

/// clasp's own object, which does not exist here.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_clasp_facade(handle: Handle, clasp: Out<*mut c_void>) -> bool {
    enter(|| {
        control(handle)?;
        clasp.write("clasp", std::ptr::null_mut())?;
        Err(Failure::runtime("there is no clasp in this library: it runs on Hamadryad's own solver"))
    })
}

/// Stores whether searches are limited to models that differ. It has no effect: models that a search has excluded are
/// possible in the next search.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_set_enable_enumeration_assumption(handle: Handle, enable: bool) -> bool {
    enter(|| {
        control(handle)?.with(|program| {
            program.enumeration_assumption = enable;
            Ok(())
        })
    })
}

/// The value that was stored.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_get_enable_enumeration_assumption(handle: Handle) -> bool {
    enter_or(false, || control(handle)?.with(|program| Ok(program.enumeration_assumption)))
}

/// Sets whether settled atoms are removed before grounding.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_set_enable_cleanup(handle: Handle, enable: bool) -> bool {
    enter(|| {
        control(handle)?.with(|program| {
            program.enable_cleanup = enable;
            Ok(())
        })
    })
}

/// Whether settled atoms are removed before grounding.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_get_enable_cleanup(handle: Handle) -> bool {
    enter_or(false, || control(handle)?.with(|program| Ok(program.enable_cleanup)))
}

/// The value of a constant.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_get_const(handle: Handle, name: Text, symbol: Out<Symbol>) -> bool {
    enter(|| {
        let text = name.read("name")?;
        let value = control(handle)?.with(|program| Ok(program.constant(text)))?;
        // As in clingo, a name without a definition stands for itself.
        let value = match value {
            Some(value) => value,
            None => Symbol::function(name.c_str("name")?, &[], true),
        };
        symbol.write("symbol", value)
    })
}

/// Whether a constant is defined.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_has_const(handle: Handle, name: Text, exists: Out<bool>) -> bool {
    enter(|| {
        let name = name.read("name")?;
        let value = control(handle)?.with(|program| Ok(program.constant(name)))?;
        exists.write("exists", value.is_some())
    })
}

fn part(handle: Handle, part: Part, parameter: &str, out: Out<Handle>) -> bool {
    enter(|| {
        control(handle)?;
        out.write(parameter, Handle(handle.0 | part as usize))
    })
}

/// The symbolic atoms.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_symbolic_atoms(handle: Handle, atoms: Out<Handle>) -> bool {
    part(handle, Part::SymbolicAtoms, "atoms", atoms)
}

/// The theory atoms.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_theory_atoms(handle: Handle, atoms: Out<Handle>) -> bool {
    part(handle, Part::TheoryAtoms, "atoms", atoms)
}

/// The configuration.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_configuration(handle: Handle, configuration: Out<Handle>) -> bool {
    part(handle, Part::Configuration, "configuration", configuration)
}

/// The backend.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_backend(handle: Handle, backend: Out<Handle>) -> bool {
    part(handle, Part::Backend, "backend", backend)
}

/// The statistics of the last search.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_statistics(handle: Handle, statistics: Out<Handle>) -> bool {
    enter(|| {
        let control = control(handle)?;
        let level = lock(&control.configuration).get_path("stats").unwrap_or_default();
        let level = level.split(',').next().and_then(|level| level.parse().ok()).unwrap_or(0);
        let solved = lock(&control.solved).clone();
        let tree = control.with(|program| {
            if solved.calls == 0 {
                return Err(Failure::runtime("statistics not (yet) available"));
            }
            Ok(crate::statistics::tree(program, &solved, level))
        })?;
        let users = [0, 1].map(|which| lock(&control.user_statistics[which]).clone());
        *lock(&control.statistics) = crate::statistics::Numbers::new(&tree, &users);
        statistics.write("statistics", Handle(handle.0 | Part::Statistics as usize))
    })
}
