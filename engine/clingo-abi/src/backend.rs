//! Backends: ground statements of callers.
//!
//! *Invariant:* an open backend owns the program of its control and the engine's backend that borrows it; no reference
//! with the widened lifetime leaves this file. Statements take effect together when the backend ends.

use crate::guard::{Outcome, enter};
use crate::model::literals;
use crate::object::{ControlObject, State, lock, refusal};
use crate::pointers::{Array, Handle, Out, Text};
use crate::registry::{self, Part};
use hamadryad::{Atom, AtomTables, BodyRef, Head, HeuristicModifier, Literal, Texts, Truth, WeightedLiteral};
use hamadryad_clingo::message::{Failure, Message};
use hamadryad_clingo::program::{Listeners, Program, no_symbol};
use hamadryad_clingo::symbols::{Symbol, View};
use hamadryad_clingo::theory::{Theory, quoted};
use std::ffi::c_int;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// `clingo_weighted_literal_t`
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Weighted {
    literal: i32,
    weight: i32,
}

impl Weighted {
    /// A literal with its weight.
    pub fn new(literal: i32, weight: i32) -> Weighted {
        Weighted { literal, weight }
    }

    /// The literal.
    pub fn literal(self) -> i32 {
        self.literal
    }

    /// The weight.
    pub fn weight(self) -> i32 {
        self.weight
    }
}

/// A backend that is open.
pub struct OpenBackend {
    /// `None` only while the value is taken apart.
    backend: Option<hamadryad::Backend<'static>>,
    control: *mut hamadryad::Control,
    listeners: *mut Listeners,
    /// The program, whose control and listeners are elsewhere.
    program: Option<Box<Program>>,
}

// SAFETY: the backend borrows the control and the listeners, which are `Send`, belong to this value and move with it;
// it is not `Send` only because it borrows some observer.
unsafe impl Send for OpenBackend {}

impl OpenBackend {
    fn open(mut program: Box<Program>) -> OpenBackend {
        let control = Box::into_raw(std::mem::take(&mut program.control));
        let listeners = Box::into_raw(Box::new(std::mem::take(&mut program.listeners)));
        // SAFETY: the pointer comes from a box that only `take_apart` frees, after it has dropped the backend; this is
        // the only reference to the control until then.
        let borrowed: &'static mut hamadryad::Control = unsafe { &mut *control };
        // SAFETY: as above; `theory` reads the listeners only while no call of the backend runs.
        let observer: &'static mut Listeners = unsafe { &mut *listeners };
        let backend = borrowed.backend_observed(observer);
        OpenBackend { backend: Some(backend), control, listeners, program: Some(program) }
    }

    fn backend(&mut self) -> Outcome<&mut hamadryad::Backend<'static>> {
        self.backend.as_mut().ok_or_else(|| Failure::logic("the backend is closed"))
    }

    /// Ends the backend: with `is_kept`, its statements take effect.
    pub fn take_apart(&mut self, is_kept: bool) -> Option<(Box<Program>, Outcome)> {
        let mut program = self.program.take()?;
        let backend = self.backend.take()?;
        let outcome = match is_kept {
            true => backend.finish().map_err(|error| Failure::runtime(error.to_string())),
            false => {
                drop(backend);
                Ok(())
            }
        };
        // SAFETY: the pointer comes from a box in `open`; the backend that borrowed it is gone, and the program was
        // taken, so that this happens once.
        program.control = unsafe { Box::from_raw(self.control) };
        // SAFETY: as above.
        program.listeners = *unsafe { Box::from_raw(self.listeners) };
        let outcome = outcome.and_then(|()| program.listeners.take_failure());
        Some((program, outcome))
    }

    /// Works on the texts of the control, and takes the messages.
    pub fn with_texts(
        &mut self,
        work: impl FnOnce(&mut Program, Texts<'_>) -> Outcome,
    ) -> (Outcome, Vec<Message>) {
        let backend = self.backend.as_mut().expect("an open backend");
        let program = self.program.as_mut().expect("an open backend");
        let result = work(program, backend.texts());
        (result, program.take_messages())
    }

    /// The tables of atoms.
    pub fn tables(&self) -> AtomTables<'_> {
        self.backend.as_ref().expect("an open backend").tables()
    }

    /// The theory atoms so far.
    pub fn theory(&mut self) -> &mut Theory {
        self.backend.as_mut().expect("an open backend");
        // SAFETY: the backend uses its reference to the listeners only during its calls, and none runs: this value is
        // borrowed mutably.
        &mut unsafe { &mut *self.listeners }.theory
    }
}

impl Drop for OpenBackend {
    fn drop(&mut self) {
        self.take_apart(false);
    }
}

fn control(backend: Handle) -> Outcome<Arc<ControlObject>> {
    registry::control(backend, Part::Backend, "backend")
}

/// Makes atoms that the caller numbers itself atoms of the program.
fn reserve(backend: &mut hamadryad::Backend<'_>, atoms: impl Iterator<Item = Atom>) -> Outcome {
    match atoms.max() {
        Some(last) => backend.reserve(last).map_err(|error| Failure::runtime(error.to_string())),
        None => Ok(()),
    }
}

/// Works with an open backend. Observers may be called meanwhile, so the backend is taken out.
fn with<T>(
    backend: Handle,
    work: impl FnOnce(&mut hamadryad::Backend<'static>, &ControlObject) -> Outcome<T>,
) -> Outcome<T> {
    let control = control(backend)?;
    let mut open = {
        if !control.backend_is_open.load(Ordering::Relaxed) {
            return Err(Failure::runtime("the backend is not open: begin it first"));
        }
        let mut state = control.settled();
        match std::mem::replace(&mut *state, State::Busy) {
            State::Writing(open) => open,
            // Another call has worked on the program since the last statement.
            State::Idle(program) => Box::new(OpenBackend::open(program)),
            other => {
                let refusal = refusal(&other);
                *state = other;
                return Err(refusal);
            }
        }
    };
    let result = open.backend().and_then(|backend| work(backend, &control));
    *control.state() = State::Writing(open);
    result
}

/// Opens the backend.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_begin(backend: Handle) -> bool {
    enter(|| {
        let control = control(backend)?;
        control.check_single_shot()?;
        if control.backend_is_open.load(Ordering::Relaxed) {
            return Err(Failure::runtime("the backend of the control is open already: end it first"));
        }
        let program = control.take()?;
        control.backend_is_open.store(true, Ordering::Relaxed);
        let open = Box::new(OpenBackend::open(program));
        *control.state() = State::Writing(open);
        Ok(())
    })
}

/// Closes the backend: its statements take effect.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_end(backend: Handle) -> bool {
    enter(|| {
        let control = control(backend)?;
        if !control.backend_is_open.swap(false, Ordering::Relaxed) {
            return Err(Failure::runtime("the backend is not open: begin it first"));
        }
        control.finish_backend()
    })
}

fn atoms(numbers: &[u32]) -> Outcome<Vec<Atom>> {
    let atoms = numbers.iter().map(|&number| Atom::new(number)).collect::<Option<Vec<Atom>>>();
    atoms.ok_or_else(|| Failure::logic("a number is not an atom"))
}

fn weighted(summands: &[Weighted]) -> Outcome<Vec<WeightedLiteral>> {
    let summands = summands.iter().map(|summand| {
        Some(WeightedLiteral { literal: Literal::new(summand.literal)?, weight: summand.weight })
    });
    summands.collect::<Option<Vec<_>>>().ok_or_else(|| Failure::logic("0 is not a literal"))
}

fn head(is_choice: bool, atoms: &[Atom]) -> Head<'_> {
    if is_choice { Head::Choice(atoms) } else { Head::Disjunction(atoms) }
}

/// Adds a rule.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_rule(
    backend: Handle,
    choice: bool,
    head: Array<u32>,
    head_size: usize,
    body: Array<i32>,
    body_size: usize,
) -> bool {
    enter(|| {
        let heads = atoms(head.of(head_size, "head")?)?;
        let body = literals(body.of(body_size, "body")?)?;
        with(backend, |backend, _| {
            reserve(backend, heads.iter().copied().chain(body.iter().map(|literal| literal.atom())))?;
            backend.rule(self::head(choice, &heads), BodyRef::Normal(&body));
            Ok(())
        })
    })
}

/// Adds a rule whose body is a sum.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_weight_rule(
    backend: Handle,
    choice: bool,
    head: Array<u32>,
    head_size: usize,
    lower_bound: i32,
    body: Array<Weighted>,
    body_size: usize,
) -> bool {
    enter(|| {
        let heads = atoms(head.of(head_size, "head")?)?;
        let literals = weighted(body.of(body_size, "body")?)?;
        with(backend, |backend, _| {
            reserve(
                backend,
                heads.iter().copied().chain(literals.iter().map(|summand| summand.literal.atom())),
            )?;
            backend
                .rule(self::head(choice, &heads), BodyRef::Sum { lower: lower_bound, literals: &literals });
            Ok(())
        })
    })
}

/// Adds summands to the objective.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_minimize(
    backend: Handle,
    priority: i32,
    summands: Array<Weighted>,
    size: usize,
) -> bool {
    enter(|| {
        let literals = weighted(summands.of(size, "literals")?)?;
        with(backend, |backend, _| {
            reserve(backend, literals.iter().map(|summand| summand.literal.atom()))?;
            backend.minimize(priority, &literals);
            Ok(())
        })
    })
}

/// Adds atoms to the projection.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_project(backend: Handle, projected: Array<u32>, size: usize) -> bool {
    enter(|| {
        let projected = atoms(projected.of(size, "atoms")?)?;
        with(backend, |backend, _| {
            reserve(backend, projected.iter().copied())?;
            backend.project(&projected);
            Ok(())
        })
    })
}

/// Declares or releases an external atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_external(backend: Handle, atom: u32, kind: c_int) -> bool {
    enter(|| {
        let atom = atoms(&[atom])?[0];
        with(backend, |backend, control| {
            reserve(backend, std::iter::once(atom))?;
            lock(&control.externals_of_backends).insert(atom.number());
            match kind {
                0 => backend.external(atom, Truth::Free),
                1 => backend.external(atom, Truth::True),
                2 => backend.external(atom, Truth::False),
                3 => backend.release(atom),
                _ => return Err(Failure::logic("a number is not a kind of external atoms")),
            }
            Ok(())
        })
    })
}

/// Assumes literals in the next solve.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_assume(backend: Handle, assumed: Array<i32>, size: usize) -> bool {
    enter(|| {
        let assumed = literals(assumed.of(size, "literals")?)?;
        with(backend, |backend, _| {
            reserve(backend, assumed.iter().map(|literal| literal.atom()))?;
            backend.assume(&assumed);
            Ok(())
        })
    })
}

/// Adds a heuristic directive.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_heuristic(
    backend: Handle,
    atom: u32,
    kind: c_int,
    bias: c_int,
    priority: u32,
    condition: Array<i32>,
    size: usize,
) -> bool {
    enter(|| {
        let atom = atoms(&[atom])?[0];
        let condition = literals(condition.of(size, "condition")?)?;
        let modifier = u32::try_from(kind).ok().and_then(HeuristicModifier::from_number);
        let modifier = modifier.ok_or_else(|| Failure::logic("a number is not a heuristic modifier"))?;
        with(backend, |backend, _| {
            reserve(backend, std::iter::once(atom).chain(condition.iter().map(|literal| literal.atom())))?;
            backend.heuristic(atom, modifier, bias, priority, &condition);
            Ok(())
        })
    })
}

/// Adds an edge to the graph that must be acyclic.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_acyc_edge(
    backend: Handle,
    node_u: c_int,
    node_v: c_int,
    condition: Array<i32>,
    size: usize,
) -> bool {
    enter(|| {
        let condition = literals(condition.of(size, "condition")?)?;
        with(backend, |backend, _| {
            reserve(backend, condition.iter().map(|literal| literal.atom()))?;
            backend.numbered_edge(node_u, node_v, &condition);
            Ok(())
        })
    })
}

/// The atom of a symbol, or a new atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_add_atom(backend: Handle, symbol: Array<Symbol>, atom: Out<u32>) -> bool {
    enter(|| {
        let symbol = symbol.first().copied();
        let made = with(backend, |backend, control| {
            let Some(symbol) = symbol else { return Ok(backend.new_atom()) };
            let symbol = lock(&control.translation).inwards(backend.symbols_mut(), symbol);
            backend.atom(symbol.ok_or_else(no_symbol)?).map_err(|error| Failure::runtime(error.to_string()))
        })?;
        atom.write("atom", made.number())
    })
}

/// A theory term that is a number.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_theory_term_number(backend: Handle, number: c_int, term: Out<u32>) -> bool {
    enter(|| term.write("term_id", with(backend, |backend, _| Ok(backend.theory_number(number)))?))
}

/// A theory term that is a string.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_theory_term_string(backend: Handle, string: Text, term: Out<u32>) -> bool {
    enter(|| {
        let name = string.read("string")?;
        term.write("term_id", with(backend, |backend, _| Ok(backend.theory_name(name)))?)
    })
}

/// A theory term that is a tuple, a set or a list.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_theory_term_sequence(
    backend: Handle,
    kind: c_int,
    arguments: Array<u32>,
    size: usize,
    term: Out<u32>,
) -> bool {
    enter(|| {
        let arguments = arguments.of(size, "arguments")?;
        let functor = match kind {
            0 => -1,
            1 => -2,
            2 => -3,
            _ => return Err(Failure::logic("a number is not a kind of theory sequences")),
        };
        term.write("term_id", with(backend, |backend, _| Ok(backend.theory_compound(functor, arguments)))?)
    })
}

/// A theory term that is a function.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_theory_term_function(
    backend: Handle,
    name: Text,
    arguments: Array<u32>,
    size: usize,
    term: Out<u32>,
) -> bool {
    enter(|| {
        let name = name.read("name")?;
        let arguments = arguments.of(size, "arguments")?;
        let made = with(backend, |backend, _| {
            let functor = backend.theory_name(name);
            Ok(backend.theory_compound(functor as i32, arguments))
        })?;
        term.write("term_id", made)
    })
}

/// A theory term that is a symbol.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_theory_term_symbol(backend: Handle, symbol: Symbol, term: Out<u32>) -> bool {
    enter(|| {
        let made = with(backend, |backend, control| {
            if let Some(View::String(text)) = symbol.view() {
                return Ok(backend.theory_name(&quoted(text)));
            }
            let symbol = lock(&control.translation).inwards(backend.symbols_mut(), symbol);
            Ok(backend.theory_symbol(symbol.ok_or_else(no_symbol)?))
        })?;
        term.write("term_id", made)
    })
}

/// An element of theory atoms.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_theory_element(
    backend: Handle,
    tuple: Array<u32>,
    tuple_size: usize,
    condition: Array<i32>,
    condition_size: usize,
    element: Out<u32>,
) -> bool {
    enter(|| {
        let tuple = tuple.of(tuple_size, "tuple")?;
        let condition = literals(condition.of(condition_size, "condition")?)?;
        let made = with(backend, |backend, _| {
            reserve(backend, condition.iter().map(|literal| literal.atom()))?;
            Ok(backend.theory_element(tuple, &condition))
        })?;
        element.write("element_id", made)
    })
}

/// The atom of a theory atom: 0 asks for a directive, the greatest number for a new atom.
fn theory_atom(
    backend: Handle,
    atom: u32,
    name: u32,
    elements: &[u32],
    guard: Option<(&str, u32)>,
) -> Outcome<u32> {
    with(backend, |backend, _| {
        let atom = match atom {
            0 => None,
            u32::MAX => Some(backend.new_atom()),
            atom => Some(atoms(&[atom])?[0]),
        };
        reserve(backend, atom.into_iter())?;
        let guard = guard.map(|(operator, right)| (backend.theory_name(operator), right));
        Ok(backend.theory_atom(atom, name, elements, guard).map_or(0, Atom::number))
    })
}

/// A theory atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_theory_atom(
    backend: Handle,
    atom: u32,
    term: u32,
    elements: Array<u32>,
    size: usize,
    made: Out<u32>,
) -> bool {
    enter(|| {
        let elements = elements.of(size, "elements")?;
        made.write("atom_id", theory_atom(backend, atom, term, elements, None)?)
    })
}

/// A theory atom with a guard.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_backend_theory_atom_with_guard(
    backend: Handle,
    atom: u32,
    term: u32,
    elements: Array<u32>,
    size: usize,
    operator: Text,
    right: u32,
    made: Out<u32>,
) -> bool {
    enter(|| {
        let elements = elements.of(size, "elements")?;
        let operator = operator.read("operator_name")?;
        made.write("atom_id", theory_atom(backend, atom, term, elements, Some((operator, right)))?)
    })
}
