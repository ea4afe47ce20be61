//! Symbolic atoms: iterators are numbers of a table and a place.
//!
//! ```text
//! bit 63 one signature only    bits 32…62 the table + 1    bits 0…31 the place
//! ```
//!
//! An iterator at the end is 0, so all ends are equal.

use crate::guard::{Outcome, enter};
use crate::object::{ControlObject, lock};
use crate::pointers::{Array, Handle, Out};
use crate::registry::{self, Part};
use hamadryad::AtomTables;
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::program::no_symbol;
use hamadryad_clingo::symbols::{Signature, Symbol};
use std::sync::Arc;

const ONLY: u64 = 1 << 63;
const END: u64 = 0;

fn control(atoms: Handle) -> Outcome<Arc<ControlObject>> {
    registry::control(atoms, Part::SymbolicAtoms, "symbolic atoms")
}

fn iterator(table: usize, place: usize, is_only: bool) -> u64 {
    (table as u64 + 1) << 32 | place as u64 | if is_only { ONLY } else { 0 }
}

/// The table, the place, and whether only this table is iterated; `None` at the end.
fn split(iterator: u64) -> Option<(usize, usize, bool)> {
    let table = (iterator >> 32 & 0x7fff_ffff).checked_sub(1)?;
    Some((table as usize, iterator as u32 as usize, iterator & ONLY != 0))
}

/// The iterator of the first atom from a place on.
fn first_from(tables: AtomTables<'_>, table: usize, place: usize, is_only: bool) -> u64 {
    if tables.get(table, place).is_some() {
        return iterator(table, place, is_only);
    }
    if is_only {
        return END;
    }
    let next = (table + 1..tables.len()).find(|&table| tables.get(table, 0).is_some());
    next.map_or(END, |table| iterator(table, 0, false))
}

type Atom = (hamadryad::Symbol, hamadryad::Atom, bool, bool);

fn at(tables: AtomTables<'_>, iterator: u64) -> Outcome<Atom> {
    let found = split(iterator).and_then(|(table, place, _)| tables.get(table, place));
    found.ok_or_else(|| Failure::logic("the iterator is at the end, or is none of these symbolic atoms"))
}

fn signatures(tables: AtomTables<'_>, control: &ControlObject) -> Vec<Signature> {
    let mut translation = lock(&control.translation);
    let signatures = (0..tables.len()).filter_map(|table| tables.signature(table));
    signatures
        .filter_map(|signature| {
            let name = translation.name(tables.symbols(), signature.name);
            Signature::new(name, signature.arity, signature.positive)
        })
        .collect()
}

fn table_of(tables: AtomTables<'_>, signature: Signature) -> Option<usize> {
    let name = signature.name()?.to_str().ok()?;
    let name = tables.symbols().find_name(name)?;
    let (arity, positive) = (signature.arity(), signature.is_positive());
    tables.table_of(hamadryad::Signature { name, arity, positive })
}

/// The number of atoms.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_size(atoms: Handle, size: Out<usize>) -> bool {
    enter(|| {
        let number = control(atoms)?.tables(|tables| {
            Ok((0..tables.len())
                .map(|table| (0..).take_while(|&place| tables.get(table, place).is_some()).count())
                .sum())
        })?;
        size.write("size", number)
    })
}

/// The first atom, or the first atom of a signature.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_begin(
    atoms: Handle,
    signature: Array<Signature>,
    iterator: Out<u64>,
) -> bool {
    enter(|| {
        let signature = signature.first().copied();
        let first = control(atoms)?.tables(|tables| {
            Ok(match signature {
                None => first_from(tables, 0, 0, false),
                Some(signature) => {
                    table_of(tables, signature).map_or(END, |table| first_from(tables, table, 0, true))
                }
            })
        })?;
        iterator.write("iterator", first)
    })
}

/// The end.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_end(atoms: Handle, iterator: Out<u64>) -> bool {
    enter(|| {
        control(atoms)?;
        iterator.write("iterator", END)
    })
}

/// The place of an atom, or the end.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_find(atoms: Handle, symbol: Symbol, iterator: Out<u64>) -> bool {
    enter(|| {
        symbol.kind().ok_or_else(no_symbol)?;
        let control = control(atoms)?;
        let found = control.tables(|tables| {
            let symbol = lock(&control.translation).find(tables.symbols(), symbol);
            Ok(symbol.and_then(|symbol| tables.find(symbol)))
        })?;
        iterator.write("iterator", found.map_or(END, |(table, place)| self::iterator(table, place, false)))
    })
}

/// Whether two iterators are at the same place.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_iterator_is_equal_to(
    atoms: Handle,
    a: u64,
    b: u64,
    equal: Out<bool>,
) -> bool {
    enter(|| {
        control(atoms)?;
        equal.write("equal", a & !ONLY == b & !ONLY)
    })
}

/// The symbol of an atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_symbol(atoms: Handle, iterator: u64, symbol: Out<Symbol>) -> bool {
    enter(|| {
        let control = control(atoms)?;
        let found = control.tables(|tables| {
            let local = at(tables, iterator)?.0;
            Ok(lock(&control.translation).outwards(tables.symbols(), local))
        })?;
        symbol.write("symbol", found)
    })
}

/// Whether an atom is a fact.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_is_fact(atoms: Handle, iterator: u64, fact: Out<bool>) -> bool {
    enter(|| fact.write("fact", control(atoms)?.tables(|tables| at(tables, iterator))?.2))
}

/// Whether an atom is external.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_is_external(
    atoms: Handle,
    iterator: u64,
    external: Out<bool>,
) -> bool {
    enter(|| {
        let control = control(atoms)?;
        let (_, atom, _, is_declared) = control.tables(|tables| at(tables, iterator))?;
        // During a search, the declaration counts.
        let has_value =
            control.with(|program| Ok(program.control.external_value(atom).is_some())).unwrap_or(true);
        let is_of_backend = lock(&control.externals_of_backends).contains(&atom.number());
        external.write("external", is_declared && has_value && !is_of_backend)
    })
}

/// The literal of an atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_literal(atoms: Handle, iterator: u64, literal: Out<i32>) -> bool {
    enter(|| {
        let atom = control(atoms)?.tables(|tables| at(tables, iterator))?.1;
        literal.write("literal", atom.positive().number())
    })
}

/// The number of signatures.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_signatures_size(atoms: Handle, size: Out<usize>) -> bool {
    enter(|| {
        let control = control(atoms)?;
        size.write("size", control.tables(|tables| Ok(signatures(tables, &control).len()))?)
    })
}

/// The signatures.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_signatures(
    atoms: Handle,
    found: Out<Signature>,
    size: usize,
) -> bool {
    enter(|| {
        let control = control(atoms)?;
        found.write_all(size, &control.tables(|tables| Ok(signatures(tables, &control)))?, "signatures")
    })
}

/// The next atom, or the end.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_next(atoms: Handle, iterator: u64, next: Out<u64>) -> bool {
    enter(|| {
        let following = control(atoms)?.tables(|tables| {
            at(tables, iterator)?;
            let (table, place, is_only) = split(iterator).unwrap_or_default();
            Ok(first_from(tables, table, place + 1, is_only))
        })?;
        next.write("next", following)
    })
}

/// Whether an iterator is at an atom.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_symbolic_atoms_is_valid(atoms: Handle, iterator: u64, valid: Out<bool>) -> bool {
    enter(|| valid.write("valid", control(atoms)?.tables(|tables| Ok(at(tables, iterator).is_ok()))?))
}
