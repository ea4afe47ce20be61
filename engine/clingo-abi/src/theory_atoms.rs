//! Theory atoms.
//!
//! Arrays of numbers are given out as pointers into the theory, which stay valid until the control is grounded or solved
//! again: terms and elements never change, and atoms of a step only end with it.

use crate::guard::{Outcome, enter};
use crate::object::{ControlObject, State, refusal};
use crate::pointers::{Borrowed, Handle, Out};
use crate::registry::{self, Part};
use hamadryad::AtomTables;
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::print;
use hamadryad_clingo::program::lock;
use hamadryad_clingo::theory::{Atom, Element, Term, Theory};
use std::ffi::{c_char, c_int};
use std::sync::Arc;

fn control(atoms: Handle) -> Outcome<Arc<ControlObject>> {
    registry::control(atoms, Part::TheoryAtoms, "theory atoms")
}

fn with<T>(atoms: Handle, work: impl FnOnce(&mut Theory) -> Outcome<T>) -> Outcome<T> {
    let control = control(atoms)?;
    let mut state = control.state();
    match &mut *state {
        State::Idle(program) => work(&mut program.listeners.theory),
        State::Writing(backend) => work(backend.theory()),
        State::Preparing(preparing) => work(&mut preparing.theory),
        // clingo has no theory atoms any more when a program is solved.
        State::Solving(_) => work(&mut Theory::default()),
        State::Busy => Err(Failure::runtime("the control is in use by another call")),
    }
}

fn no(of: &str) -> Failure {
    Failure::logic(format!("no theory {of} has this number in the present step"))
}

fn term(theory: &Theory, term: u32) -> Outcome<&Term> {
    theory.term(term).ok_or_else(|| no("term"))
}

fn element(theory: &Theory, element: u32) -> Outcome<&Element> {
    theory.element(element).ok_or_else(|| no("element"))
}

fn atom(theory: &Theory, atom: u32) -> Outcome<&Atom> {
    theory.atoms().get(atom as usize).ok_or_else(|| no("atom"))
}

/// The kind of a term.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_term_type(atoms: Handle, id: u32, kind: Out<c_int>) -> bool {
    enter(|| {
        let found = with(atoms, |theory| {
            Ok(match term(theory, id)? {
                Term::Compound { functor: -1, .. } => 0,
                Term::Compound { functor: -3, .. } => 1,
                Term::Compound { functor: -2, .. } => 2,
                Term::Compound { .. } => 3,
                Term::Number(_) => 4,
                Term::Name(_) => 5,
            })
        })?;
        kind.write("type", found)
    })
}

/// The number of a term.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_term_number(atoms: Handle, id: u32, number: Out<c_int>) -> bool {
    enter(|| {
        let found = with(atoms, |theory| match term(theory, id)? {
            Term::Number(value) => Ok(*value),
            _ => Err(Failure::runtime("the theory term is not a number")),
        })?;
        number.write("number", found)
    })
}

/// The name of a term.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_term_name(atoms: Handle, id: u32, name: Out<Borrowed<c_char>>) -> bool {
    enter(|| {
        let found = with(atoms, |theory| {
            term(theory, id)?;
            theory.name(id).ok_or_else(|| Failure::runtime("the theory term has no name"))
        })?;
        name.write("name", Borrowed::text(found))
    })
}

fn array<T>(
    atoms: Handle,
    found: impl FnOnce(&Theory) -> Outcome<&[T]>,
    array: (&str, Out<Borrowed<T>>),
    size: Out<usize>,
) -> Outcome {
    let (pointer, length) =
        with(atoms, |theory| found(theory).map(|found| (Borrowed::array(found), found.len())))?;
    array.1.write(array.0, pointer)?;
    size.write("size", length)
}

/// The arguments of a term; numbers and constants have none.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_term_arguments(
    atoms: Handle,
    id: u32,
    arguments: Out<Borrowed<u32>>,
    size: Out<usize>,
) -> bool {
    enter(|| array(atoms, |theory| term_arguments(theory, id), ("arguments", arguments), size))
}

fn term_arguments(theory: &Theory, id: u32) -> Outcome<&[u32]> {
    match term(theory, id)? {
        Term::Compound { arguments, .. } => Ok(arguments),
        Term::Number(_) | Term::Name(_) => Ok(&[]),
    }
}

fn term_text(atoms: Handle, id: u32) -> Outcome<Vec<u8>> {
    with(atoms, |theory| {
        term(theory, id)?;
        let mut text = Vec::new();
        theory.write_term(id, &mut text);
        Ok(text)
    })
}

/// The size of the text of a term.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_term_to_string_size(atoms: Handle, id: u32, size: Out<usize>) -> bool {
    enter(|| size.write("size", term_text(atoms, id)?.len() + 1))
}

/// The text of a term.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_term_to_string(
    atoms: Handle,
    id: u32,
    string: Out<c_char>,
    size: usize,
) -> bool {
    enter(|| string.write_text(size, &term_text(atoms, id)?))
}

/// The tuple of an element.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_element_tuple(
    atoms: Handle,
    id: u32,
    tuple: Out<Borrowed<u32>>,
    size: Out<usize>,
) -> bool {
    enter(|| array(atoms, |theory| Ok(&element(theory, id)?.terms[..]), ("tuple", tuple), size))
}

/// The condition of an element.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_element_condition(
    atoms: Handle,
    id: u32,
    condition: Out<Borrowed<i32>>,
    size: Out<usize>,
) -> bool {
    enter(|| array(atoms, |theory| Ok(&element(theory, id)?.condition[..]), ("condition", condition), size))
}

/// The number of the condition of an element.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_element_condition_id(
    atoms: Handle,
    id: u32,
    condition: Out<i32>,
) -> bool {
    enter(|| {
        let found = with(atoms, |theory| theory.condition_id(id).ok_or_else(|| no("element")))?;
        condition.write("condition", found)
    })
}

/// Appends the name of an atom of the ground program.
fn write_name(tables: AtomTables<'_>, control: &ControlObject, atom: u32, text: &mut Vec<u8>) {
    let places = (0..tables.len()).flat_map(|table| (0..).map_while(move |place| tables.get(table, place)));
    let named = places.into_iter().find(|(_, known, ..)| known.number() == atom);
    match named {
        Some((symbol, ..)) => {
            print::write(lock(&control.translation).outwards(tables.symbols(), symbol), text);
        }
        None => text.extend_from_slice(format!("#aux({atom})").as_bytes()),
    }
}

fn text_of(
    atoms: Handle,
    write: impl FnOnce(&Theory, &dyn Fn(u32, &mut Vec<u8>), &mut Vec<u8>) -> Outcome,
) -> Outcome<Vec<u8>> {
    let control = control(atoms)?;
    let mut state = control.state();
    let mut text = Vec::new();
    let (theory, tables) = match &mut *state {
        State::Idle(program) => (&program.listeners.theory, program.control.tables()),
        State::Preparing(preparing) => match preparing.readable() {
            Some(readable) => readable,
            None => return Err(refusal(&State::Busy)),
        },
        other => return Err(refusal(other)),
    };
    let name = |atom, text: &mut Vec<u8>| write_name(tables, &control, atom, text);
    write(theory, &name, &mut text)?;
    Ok(text)
}

fn element_text(atoms: Handle, id: u32) -> Outcome<Vec<u8>> {
    text_of(atoms, |theory, name, text| {
        element(theory, id)?;
        theory.write_element(id, name, text);
        Ok(())
    })
}

/// The size of the text of an element.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_element_to_string_size(
    atoms: Handle,
    id: u32,
    size: Out<usize>,
) -> bool {
    enter(|| size.write("size", element_text(atoms, id)?.len() + 1))
}

/// The text of an element.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_element_to_string(
    atoms: Handle,
    id: u32,
    string: Out<c_char>,
    size: usize,
) -> bool {
    enter(|| string.write_text(size, &element_text(atoms, id)?))
}

/// The number of theory atoms.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_size(atoms: Handle, size: Out<usize>) -> bool {
    enter(|| size.write("size", with(atoms, |theory| Ok(theory.len()))?))
}

/// The term of the name of an atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_atom_term(atoms: Handle, id: u32, term: Out<u32>) -> bool {
    enter(|| term.write("term", with(atoms, |theory| Ok(atom(theory, id)?.name))?))
}

/// The elements of an atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_atom_elements(
    atoms: Handle,
    id: u32,
    elements: Out<Borrowed<u32>>,
    size: Out<usize>,
) -> bool {
    enter(|| array(atoms, |theory| Ok(&atom(theory, id)?.elements[..]), ("elements", elements), size))
}

/// Whether an atom has a guard.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_atom_has_guard(atoms: Handle, id: u32, has_guard: Out<bool>) -> bool {
    enter(|| has_guard.write("has_guard", with(atoms, |theory| Ok(atom(theory, id)?.guard.is_some()))?))
}

/// The guard of an atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_atom_guard(
    atoms: Handle,
    id: u32,
    connective: Out<Borrowed<c_char>>,
    term: Out<u32>,
) -> bool {
    enter(|| {
        let (name, right) = with(atoms, |theory| {
            let (operator, right) =
                atom(theory, id)?.guard.ok_or_else(|| Failure::runtime("the theory atom has no guard"))?;
            Ok((theory.name(operator).unwrap_or_default(), right))
        })?;
        connective.write("connective", Borrowed::text(name))?;
        term.write("term", right)
    })
}

/// The literal of an atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_atom_literal(atoms: Handle, id: u32, literal: Out<i32>) -> bool {
    enter(|| literal.write("literal", with(atoms, |theory| Ok(atom(theory, id)?.atom as i32))?))
}

fn atom_text(atoms: Handle, id: u32) -> Outcome<Vec<u8>> {
    text_of(atoms, |theory, name, text| {
        theory.write_atom(atom(theory, id)?, name, text);
        Ok(())
    })
}

/// The size of the text of an atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_atom_to_string_size(atoms: Handle, id: u32, size: Out<usize>) -> bool {
    enter(|| size.write("size", atom_text(atoms, id)?.len() + 1))
}

/// The text of an atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_theory_atoms_atom_to_string(
    atoms: Handle,
    id: u32,
    string: Out<c_char>,
    size: usize,
) -> bool {
    enter(|| string.write_text(size, &atom_text(atoms, id)?))
}
