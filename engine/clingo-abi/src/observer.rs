//! Observers of ground programs.
//!
//! *Invariant:* statements are passed on in the order in which they are made, until a function of the caller fails; the
//! call during which it failed reports the failure.

use crate::backend::Weighted;
use crate::control::control;
use crate::guard::{self, enter};
use crate::object::{State, lock};
use crate::pointers::{Array, Data, Handle};
use hamadryad::{
    Atom, BodyRef, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, Sink, Symbols,
    TheoryStatement, WeightedLiteral,
};
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::program::Observer;
use hamadryad_clingo::symbols::Symbol;
use hamadryad_clingo::translation::Translation;
use std::ffi::{CString, c_char, c_int, c_uint};
use std::sync::{Arc, Mutex};

type Ids = *const u32;
type Numbers = *const i32;
type Summands = *const Weighted;

/// `clingo_ground_program_observer_t`; a function may be null.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Functions {
    init_program: Option<extern "C" fn(bool, Data) -> bool>,
    begin_step: Option<extern "C" fn(Data) -> bool>,
    end_step: Option<extern "C" fn(Data) -> bool>,
    rule: Option<extern "C" fn(bool, Ids, usize, Numbers, usize, Data) -> bool>,
    weight_rule: Option<extern "C" fn(bool, Ids, usize, i32, Summands, usize, Data) -> bool>,
    minimize: Option<extern "C" fn(i32, Summands, usize, Data) -> bool>,
    project: Option<extern "C" fn(Ids, usize, Data) -> bool>,
    output_atom: Option<extern "C" fn(Symbol, u32, Data) -> bool>,
    output_term: Option<extern "C" fn(Symbol, Numbers, usize, Data) -> bool>,
    external: Option<extern "C" fn(u32, c_int, Data) -> bool>,
    assume: Option<extern "C" fn(Numbers, usize, Data) -> bool>,
    heuristic: Option<extern "C" fn(u32, c_int, c_int, c_uint, Numbers, usize, Data) -> bool>,
    acyc_edge: Option<extern "C" fn(c_int, c_int, Numbers, usize, Data) -> bool>,
    theory_term_number: Option<extern "C" fn(u32, c_int, Data) -> bool>,
    theory_term_string: Option<extern "C" fn(u32, *const c_char, Data) -> bool>,
    theory_term_compound: Option<extern "C" fn(u32, c_int, Ids, usize, Data) -> bool>,
    theory_element: Option<extern "C" fn(u32, Ids, usize, Numbers, usize, Data) -> bool>,
    theory_atom: Option<extern "C" fn(u32, u32, Ids, usize, Data) -> bool>,
    theory_atom_with_guard: Option<extern "C" fn(u32, u32, Ids, usize, u32, u32, Data) -> bool>,
}

/// An observer of a caller.
struct Calling {
    functions: Functions,
    data: Data,
    translation: Arc<Mutex<Translation>>,
    has_begun: bool,
    has_failed: bool,
    failure: Option<Failure>,
}

fn ids(atoms: &[Atom]) -> Vec<u32> {
    atoms.iter().map(|atom| atom.number()).collect()
}

fn numbers(literals: &[Literal]) -> Vec<i32> {
    literals.iter().map(|literal| literal.number()).collect()
}

fn summands(literals: &[WeightedLiteral]) -> Vec<Weighted> {
    literals.iter().map(|summand| Weighted::new(summand.literal.number(), summand.weight)).collect()
}

impl Calling {
    /// Calls a function unless one has failed.
    fn call<F: Copy>(&mut self, function: Option<F>, call: impl FnOnce(F, Data) -> bool) {
        let Some(function) = function else { return };
        if !self.has_failed && !call(function, self.data) {
            self.has_failed = true;
            self.failure = Some(guard::of_callback());
        }
    }
}

impl Sink for Calling {
    fn begin_step(&mut self) {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.call(self.functions.init_program, |init_program, data| init_program(true, data));
        }
        self.call(self.functions.begin_step, |begin_step, data| begin_step(data));
    }
    fn end_step(&mut self) {
        self.call(self.functions.end_step, |end_step, data| end_step(data));
    }
    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        let is_choice = matches!(head, Head::Choice(_));
        let (Head::Choice(head) | Head::Disjunction(head)) = head;
        let head = ids(head);
        match body {
            BodyRef::Normal(literals) => {
                let body = numbers(literals);
                self.call(self.functions.rule, |rule, data| {
                    rule(is_choice, head.as_ptr(), head.len(), body.as_ptr(), body.len(), data)
                });
            }
            BodyRef::Sum { lower, literals } => {
                let body = summands(literals);
                self.call(self.functions.weight_rule, |rule, data| {
                    rule(is_choice, head.as_ptr(), head.len(), lower, body.as_ptr(), body.len(), data)
                });
            }
        }
    }
    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        let literals = summands(literals);
        self.call(self.functions.minimize, |minimize, data| {
            minimize(priority, literals.as_ptr(), literals.len(), data)
        });
    }
    fn project(&mut self, atoms: &[Atom]) {
        let atoms = ids(atoms);
        self.call(self.functions.project, |project, data| project(atoms.as_ptr(), atoms.len(), data));
    }
    fn output(
        &mut self,
        symbols: &Symbols,
        kind: OutputKind,
        symbol: hamadryad::Symbol,
        condition: &[Literal],
    ) {
        let symbol = lock(&self.translation).outwards(symbols, symbol);
        match (kind, condition) {
            (OutputKind::Atom, []) => {
                self.call(self.functions.output_atom, |output, data| output(symbol, 0, data));
            }
            (OutputKind::Atom, [literal]) if literal.is_positive() => {
                let atom = literal.atom().number();
                self.call(self.functions.output_atom, |output, data| output(symbol, atom, data));
            }
            _ => {
                let condition = numbers(condition);
                self.call(self.functions.output_term, |output, data| {
                    output(symbol, condition.as_ptr(), condition.len(), data)
                });
            }
        }
    }
    fn external(&mut self, atom: Atom, value: ExternalValue) {
        let kind = value.number() as c_int;
        self.call(self.functions.external, |external, data| external(atom.number(), kind, data));
    }
    fn assume(&mut self, literals: &[Literal]) {
        let literals = numbers(literals);
        self.call(self.functions.assume, |assume, data| assume(literals.as_ptr(), literals.len(), data));
    }
    fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        let condition = numbers(condition);
        let kind = modifier.number() as c_int;
        self.call(self.functions.heuristic, |heuristic, data| {
            heuristic(atom.number(), kind, bias, priority, condition.as_ptr(), condition.len(), data)
        });
    }
    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        let condition = numbers(condition);
        self.call(self.functions.acyc_edge, |edge, data| {
            edge(from, to, condition.as_ptr(), condition.len(), data)
        });
    }
    fn theory(&mut self, statement: TheoryStatement<'_>) {
        let functions = self.functions;
        match statement {
            TheoryStatement::Number { term, value } => {
                self.call(functions.theory_term_number, |number, data| number(term, value, data));
            }
            TheoryStatement::Name { term, name } => {
                let name = CString::new(name.replace('\0', " ")).unwrap_or_default();
                self.call(functions.theory_term_string, |string, data| string(term, name.as_ptr(), data));
            }
            TheoryStatement::Compound { term, functor, arguments } => {
                self.call(functions.theory_term_compound, |compound, data| {
                    compound(term, functor, arguments.as_ptr(), arguments.len(), data)
                });
            }
            TheoryStatement::Element { element, terms, condition } => {
                let condition = numbers(condition);
                self.call(functions.theory_element, |call, data| {
                    let (terms, size) = (terms.as_ptr(), terms.len());
                    call(element, terms, size, condition.as_ptr(), condition.len(), data)
                });
            }
            TheoryStatement::BuiltIn { .. } => {}
            TheoryStatement::Atom { atom, name, elements, guard } => {
                let atom = atom.map_or(0, Atom::number);
                let (pointer, size) = (elements.as_ptr(), elements.len());
                match guard {
                    None => {
                        self.call(functions.theory_atom, |call, data| call(atom, name, pointer, size, data));
                    }
                    Some((operator, right)) => {
                        self.call(functions.theory_atom_with_guard, |call, data| {
                            call(atom, name, pointer, size, operator, right, data)
                        });
                    }
                }
            }
        }
    }
    fn has_failed(&self) -> bool {
        self.has_failed
    }
}

impl Observer for Calling {
    fn take_failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }
}

/// Adds an observer; with `replace`, the ground program is not solved here.
#[unsafe(no_mangle)]
pub extern "C" fn clingo_control_register_observer(
    handle: Handle,
    observer: Array<Functions>,
    replace: bool,
    data: Data,
) -> bool {
    enter(|| {
        let functions = *observer.first().ok_or_else(|| Failure::logic("the observer is a null pointer"))?;
        let control = control(handle)?;
        let translation = Arc::clone(&control.translation);
        let calling =
            Calling { functions, data, translation, has_begun: false, has_failed: false, failure: None };
        match &mut *control.state() {
            State::Idle(program) => {
                program.listeners.observe(Box::new(calling), replace);
                Ok(())
            }
            _ => Err(Failure::runtime("an observer is added while the control is idle")),
        }
    })
}
