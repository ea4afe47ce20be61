//! Models.
//!
//! *Invariant:* a model is a copy of what the search found, so it can be read while the search stands still and after
//! its end, until the handle is closed. When the search goes on, its pointer is removed; that of the last model is valid
//! again when the search has ended.

use crate::guard::{Outcome, enter};
use crate::object::lock;
use crate::pointers::{Array, Handle, Out};
use crate::registry::{self, Part};
use crate::running::Running;
use crate::solve::Solve;
use hamadryad::{Atom, Literal, OutputKind};
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::program::no_symbol;
use hamadryad_clingo::symbols::Symbol;
use std::ffi::c_int;
use std::sync::{Arc, Mutex, Weak};

/// The content of a model.
pub struct Snapshot {
    number: u64,
    costs: Vec<i64>,
    priorities: Vec<i32>,
    proven: bool,
    /// The shown atoms and terms of the control.
    shown: [Vec<hamadryad::Symbol>; 2],
    /// By atom: a bit for its truth or, if consequences are computed, for its place in their estimate.
    truth: Vec<u64>,
    /// Whether facts are true: not in estimates of consequences that are limited to atoms of `#project`.
    has_facts: bool,
    /// The symbols that the caller has added.
    added: Mutex<Vec<Symbol>>,
}

/// A model with its pointer.
pub struct ModelObject {
    number: usize,
    solve: Weak<Solve>,
    snapshot: Arc<Snapshot>,
    /// Whether no model has lower costs.
    proven: bool,
    /// Whether the search stands at the model.
    is_current: bool,
}

const SHOWN: u32 = 2;
const ATOMS: u32 = 4;
const TERMS: u32 = 8;
const THEORY: u32 = 16;
const COMPLEMENT: u32 = 32;
const KINDS: [OutputKind; 2] = [OutputKind::Atom, OutputKind::Term];

impl Snapshot {
    /// A copy of the model at which a search stands.
    pub fn of(running: &Running, priorities: &[i32]) -> Option<Snapshot> {
        let model = running.model()?;
        let number_of_atoms = running.tables().number_of_atoms();
        let mut truth = vec![0u64; number_of_atoms as usize / 64 + 1];
        for atom in (1..=number_of_atoms).filter_map(Atom::new) {
            if model.is_estimated(atom.positive()) {
                truth[atom.index() / 64] |= 1 << (atom.index() % 64);
            }
        }
        Some(Snapshot {
            // As in clingo, the enumeration of optimal models counts from 1 again.
            number: if model.number_of_optimal() > 0 { model.number_of_optimal() } else { model.number() },
            costs: model.costs().to_vec(),
            priorities: if model.costs().is_empty() { Vec::new() } else { priorities.to_vec() },
            proven: model.optimality_proven(),
            shown: KINDS.map(|kind| model.estimated(kind).collect()),
            truth,
            has_facts: model.has_facts(),
            added: Mutex::default(),
        })
    }

    /// Whether an atom is true, which may be a fact.
    fn holds(&self, atom: Atom, is_fact: bool) -> bool {
        if is_fact { self.has_facts } else { self.is_true_atom(atom.number()) }
    }

    fn is_true_atom(&self, atom: u32) -> bool {
        let word = self.truth.get(atom as usize / 64).copied().unwrap_or(0);
        word >> (atom % 64) & 1 == 1
    }

    fn is_true(&self, literal: i32) -> bool {
        self.is_true_atom(literal.unsigned_abs()) == (literal > 0)
    }
}

impl ModelObject {
    /// Adds a model to the registry.
    pub fn register(
        solve: &Arc<Solve>,
        snapshot: Arc<Snapshot>,
        proven: bool,
        is_current: bool,
    ) -> Arc<ModelObject> {
        let number = registry::number();
        let proven = proven || snapshot.proven;
        let model =
            Arc::new(ModelObject { number, solve: Arc::downgrade(solve), snapshot, proven, is_current });
        registry::insert_model(number, Arc::clone(&model));
        model
    }

    /// Its pointer.
    pub fn handle(&self) -> Handle {
        Handle(self.number)
    }

    /// The texts of the symbols that the caller has added.
    pub fn added_texts(&self) -> Vec<String> {
        let text = |&symbol: &Symbol| {
            let mut text = Vec::new();
            hamadryad_clingo::print::write(symbol, &mut text);
            String::from_utf8_lossy(&text).into_owned()
        };
        lock(&self.snapshot.added).iter().map(text).collect()
    }

    fn solve(&self) -> Outcome<Arc<Solve>> {
        self.solve.upgrade().ok_or_else(|| Failure::logic("the search of the model has been closed"))
    }

    fn symbols(&self, show: u32) -> Outcome<Vec<Symbol>> {
        let snapshot = &*self.snapshot;
        let solve = self.solve()?;
        let mut found = solve.with_tables(|tables, running| {
            let symbols = tables.symbols();
            let mut translation = lock(solve.translation());
            let mut found = Vec::new();
            let is_complement = show & COMPLEMENT != 0;
            let atoms = |wanted: bool| {
                let places = (0..tables.len())
                    .flat_map(move |table| (0..).map_while(move |place| tables.get(table, place)));
                places.filter(move |&(_, atom, is_fact, _)| snapshot.holds(atom, is_fact) == wanted)
            };
            let mut add = |symbol| found.push(translation.outwards(symbols, symbol));
            // The control lists shown atoms by the order of its text, clingo by that of the tables.
            let table = |&symbol: &hamadryad::Symbol| {
                symbols.signature(symbol).and_then(|signature| tables.table_of(signature))
            };
            if show & ATOMS != 0 {
                atoms(!is_complement).for_each(|(symbol, ..)| add(symbol));
            }
            for (kind, shown) in KINDS.into_iter().zip(&snapshot.shown) {
                let is_wanted = match kind {
                    OutputKind::Atom => show & SHOWN != 0 && show & ATOMS == 0,
                    OutputKind::Term => show & (SHOWN | TERMS) != 0,
                };
                match (is_wanted, is_complement) {
                    (false, _) => {}
                    (true, false) if kind == OutputKind::Atom && !shown.is_sorted_by_key(table) => {
                        let mut shown = shown.clone();
                        shown.sort_by_cached_key(table);
                        shown.into_iter().for_each(&mut add);
                    }
                    (true, false) => shown.iter().for_each(|&symbol| add(symbol)),
                    (true, true) if self.is_current => {
                        let model = running.and_then(Running::model);
                        model.iter().flat_map(|model| model.not_shown_as(kind)).for_each(&mut add);
                    }
                    (true, true) => {}
                }
            }
            Ok(found)
        })?;
        if show & THEORY != 0 {
            found.extend(lock(&snapshot.added).iter().copied());
        }
        Ok(found)
    }
}

fn whole(model: Handle) -> Outcome<Arc<ModelObject>> {
    registry::model(model, Part::Whole)
}

/// The kind of a model: stable, or an estimate of consequences.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_type(model: Handle, kind: Out<c_int>) -> bool {
    enter(|| kind.write("type", whole(model)?.solve()?.model_type()))
}

/// The number of a model in its search, from 1.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_number(model: Handle, number: Out<u64>) -> bool {
    enter(|| number.write("number", whole(model)?.snapshot.number))
}

/// The number of symbols of a model.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_symbols_size(model: Handle, show: u32, size: Out<usize>) -> bool {
    enter(|| size.write("size", whole(model)?.symbols(show)?.len()))
}

/// The symbols of a model.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_symbols(model: Handle, show: u32, symbols: Out<Symbol>, size: usize) -> bool {
    enter(|| symbols.write_all(size, &whole(model)?.symbols(show)?, "symbols"))
}

/// Whether an atom is true.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_contains(model: Handle, atom: Symbol, contained: Out<bool>) -> bool {
    enter(|| {
        atom.kind().ok_or_else(no_symbol)?;
        let model = whole(model)?;
        let solve = model.solve()?;
        let is_true = solve.with_tables(|tables, _| {
            let found = lock(solve.translation()).find(tables.symbols(), atom);
            let place = found.and_then(|symbol| tables.find(symbol));
            let entry = place.and_then(|(table, place)| tables.get(table, place));
            Ok(entry.is_some_and(|(_, atom, is_fact, _)| model.snapshot.holds(atom, is_fact)))
        })?;
        contained.write("contained", is_true)
    })
}

/// Whether a literal is true.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_is_true(model: Handle, literal: i32, result: Out<bool>) -> bool {
    enter(|| result.write("result", whole(model)?.snapshot.is_true(literal)))
}

/// Whether a literal is a consequence: 0 no, 1 yes, 2 unknown.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_is_consequence(model: Handle, literal: i32, result: Out<c_int>) -> bool {
    enter(|| {
        let model = whole(model)?;
        let literal = Literal::new(literal).ok_or_else(|| Failure::logic("0 is not a literal"))?;
        let found = model
            .solve()?
            .with_search(|running| Ok(running.model().and_then(|model| model.is_consequence(literal))))?;
        result.write("result", found.map_or(2, c_int::from))
    })
}

/// The number of costs.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_cost_size(model: Handle, size: Out<usize>) -> bool {
    enter(|| size.write("size", whole(model)?.snapshot.costs.len()))
}

/// The costs, highest priority first.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_cost(model: Handle, costs: Out<i64>, size: usize) -> bool {
    enter(|| costs.write_all(size, &whole(model)?.snapshot.costs, "costs"))
}

/// The priorities of the costs.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_priority(model: Handle, priorities: Out<i32>, size: usize) -> bool {
    enter(|| priorities.write_all(size, &whole(model)?.snapshot.priorities, "priorities"))
}

/// Whether the costs are proven minimal.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_optimality_proven(model: Handle, proven: Out<bool>) -> bool {
    enter(|| proven.write("proven", whole(model)?.proven))
}

/// The thread that found the model: always 0.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_thread_id(model: Handle, id: Out<u32>) -> bool {
    enter(|| {
        whole(model)?;
        id.write("id", 0)
    })
}

/// Adds symbols to a model.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_extend(model: Handle, symbols: Array<Symbol>, size: usize) -> bool {
    enter(|| {
        let symbols = symbols.of(size, "symbols")?;
        if symbols.iter().any(|symbol| symbol.kind().is_none()) {
            return Err(no_symbol());
        }
        lock(&whole(model)?.snapshot.added).extend_from_slice(symbols);
        Ok(())
    })
}

/// The control of the search of a model.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_model_context(model: Handle, control: Out<Handle>) -> bool {
    enter(|| {
        whole(model)?;
        control.write("control", Handle(model.0 | Part::SolveControl as usize))
    })
}

/// The symbolic atoms during a search.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_solve_control_symbolic_atoms(control: Handle, atoms: Out<Handle>) -> bool {
    enter(|| {
        let solve = registry::model(control, Part::SolveControl)?.solve()?;
        atoms.write("atoms", Handle(solve.control()?.number | Part::SymbolicAtoms as usize))
    })
}

/// Adds a clause that the further models of the search satisfy.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_solve_control_add_clause(control: Handle, clause: Array<i32>, size: usize) -> bool {
    enter(|| {
        let solve = registry::model(control, Part::SolveControl)?.solve()?;
        let clause = literals(clause.of(size, "clause")?)?;
        solve.with_search(|running| {
            running.add_clause(&clause);
            Ok(())
        })
    })
}

/// The literals with these numbers.
pub fn literals(numbers: &[i32]) -> Outcome<Vec<Literal>> {
    let literals = numbers.iter().map(|&number| Literal::new(number)).collect::<Option<Vec<Literal>>>();
    literals.ok_or_else(|| Failure::logic("0 is not a literal"))
}
