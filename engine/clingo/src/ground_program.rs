//! Ground programs in aspif as a part of a program that may have text, too.
//!
//! The numbers of aspif are replaced: an output with a single positive literal makes its atom the atom of its
//! symbol, which grounding and callers then find by name; all other atoms are new.
//!
//! *Invariant:* a step is read completely before any of its statements is added.

use crate::message::{Failure, Message, Warning};
use crate::program::Listeners;
use hamadryad::{
    Atom, BodyRef, Control, ExternalValue, Head, HeuristicModifier, Literal, OutputKind, ReadError, Reader,
    Sink, Symbol, Symbols, TheoryStatement, Truth, WeightedLiteral,
};
use rustc_hash::FxHashMap;

/// The statements of a step.
#[derive(Default)]
struct Tape(Vec<Statement>);

enum Statement {
    Rule { is_choice: bool, head: Vec<Atom>, body: Vec<Literal> },
    Weight { is_choice: bool, head: Vec<Atom>, lower: i32, body: Vec<WeightedLiteral> },
    Minimize(i32, Vec<WeightedLiteral>),
    Project(Vec<Atom>),
    Output(Symbol, Vec<Literal>),
    External(Atom, ExternalValue),
    Assume(Vec<Literal>),
    Heuristic(Atom, HeuristicModifier, i32, u32, Vec<Literal>),
    Edge(i32, i32, Vec<Literal>),
    Number(u32, i32),
    Name(u32, String),
    Compound(u32, i32, Vec<u32>),
    Element(u32, Vec<u32>, Vec<Literal>),
    Theory(Option<Atom>, u32, Vec<u32>, Option<(u32, u32)>),
}

impl Sink for Tape {
    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        let is_choice = matches!(head, Head::Choice(_));
        let (Head::Choice(head) | Head::Disjunction(head)) = head;
        let head = head.to_vec();
        self.0.push(match body {
            BodyRef::Normal(body) => Statement::Rule { is_choice, head, body: body.to_vec() },
            BodyRef::Sum { lower, literals } => {
                Statement::Weight { is_choice, head, lower, body: literals.to_vec() }
            }
        });
    }
    fn minimize(&mut self, priority: i32, literals: &[WeightedLiteral]) {
        self.0.push(Statement::Minimize(priority, literals.to_vec()));
    }
    fn project(&mut self, atoms: &[Atom]) {
        self.0.push(Statement::Project(atoms.to_vec()));
    }
    fn output(&mut self, _: &Symbols, _: OutputKind, symbol: Symbol, condition: &[Literal]) {
        self.0.push(Statement::Output(symbol, condition.to_vec()));
    }
    fn external(&mut self, atom: Atom, value: ExternalValue) {
        self.0.push(Statement::External(atom, value));
    }
    fn assume(&mut self, literals: &[Literal]) {
        self.0.push(Statement::Assume(literals.to_vec()));
    }
    fn heuristic(
        &mut self,
        atom: Atom,
        modifier: HeuristicModifier,
        bias: i32,
        priority: u32,
        condition: &[Literal],
    ) {
        self.0.push(Statement::Heuristic(atom, modifier, bias, priority, condition.to_vec()));
    }
    fn edge(&mut self, from: i32, to: i32, condition: &[Literal]) {
        self.0.push(Statement::Edge(from, to, condition.to_vec()));
    }
    fn theory(&mut self, statement: TheoryStatement<'_>) {
        self.0.push(match statement {
            TheoryStatement::Number { term, value } => Statement::Number(term, value),
            TheoryStatement::Name { term, name } => Statement::Name(term, name.to_owned()),
            TheoryStatement::Compound { term, functor, arguments } => {
                Statement::Compound(term, functor, arguments.to_vec())
            }
            TheoryStatement::Element { element, terms, condition } => {
                Statement::Element(element, terms.to_vec(), condition.to_vec())
            }
            TheoryStatement::BuiltIn { .. } => return,
            TheoryStatement::Atom { atom, name, elements, guard } => {
                Statement::Theory(atom, name, elements.to_vec(), guard)
            }
        });
    }
}

/// Reads ground programs into the present step; whether one of them is incremental.
///
/// # Errors
/// The first invalid line, as a message; or a statement that cannot be added.
pub(crate) fn read(
    control: &mut Control,
    listeners: &mut Listeners,
    texts: &[(&str, &str)],
) -> Result<bool, (Option<Message>, Failure)> {
    let mut is_incremental = false;
    for (name, text) in texts {
        let mut steps = 0;
        let invalid = |error: ReadError| {
            let text = format!("{name}:{}:{}: error: {}", error.line, error.column, error.message);
            (Some(Message { warning: Warning::RuntimeError, text }), Failure::runtime("parsing failed"))
        };
        let mut reader = Reader::new(text).map_err(invalid)?;
        is_incremental |= reader.is_incremental();
        loop {
            let mut tape = Tape::default();
            if !reader.read_step(control.symbols_mut(), &mut tape).map_err(invalid)? {
                break;
            }
            steps += 1;
            if steps > 1 {
                let message = "a ground program that is added has a single step: add its steps one by one";
                return Err((None, Failure::runtime(message)));
            }
            add(control, listeners, tape).map_err(|failure| (None, failure))?;
        }
    }
    Ok(is_incremental)
}

/// The numbers of a step.
#[derive(Default)]
struct Numbers {
    atoms: FxHashMap<Atom, Atom>,
    terms: FxHashMap<u32, u32>,
    elements: FxHashMap<u32, u32>,
}

impl Numbers {
    fn atom(&mut self, backend: &mut hamadryad::Backend<'_>, atom: Atom) -> Atom {
        *self.atoms.entry(atom).or_insert_with(|| backend.new_atom())
    }

    fn atoms(&mut self, backend: &mut hamadryad::Backend<'_>, atoms: &[Atom]) -> Vec<Atom> {
        atoms.iter().map(|&atom| self.atom(backend, atom)).collect()
    }

    fn literal(&mut self, backend: &mut hamadryad::Backend<'_>, literal: Literal) -> Literal {
        let atom = self.atom(backend, literal.atom());
        if literal.is_positive() { atom.positive() } else { atom.negative() }
    }

    fn literals(&mut self, backend: &mut hamadryad::Backend<'_>, literals: &[Literal]) -> Vec<Literal> {
        literals.iter().map(|&literal| self.literal(backend, literal)).collect()
    }

    fn weighted(
        &mut self,
        backend: &mut hamadryad::Backend<'_>,
        literals: &[WeightedLiteral],
    ) -> Vec<WeightedLiteral> {
        let replace = |summand: &WeightedLiteral| WeightedLiteral {
            literal: self.literal(backend, summand.literal),
            weight: summand.weight,
        };
        literals.iter().map(replace).collect()
    }

    fn known(table: &FxHashMap<u32, u32>, numbers: &[u32]) -> Result<Vec<u32>, Failure> {
        let known = numbers.iter().map(|number| table.get(number).copied()).collect::<Option<Vec<u32>>>();
        known.ok_or_else(|| Failure::runtime("a theory atom uses a term or an element that is not defined"))
    }
}

fn add(control: &mut Control, listeners: &mut Listeners, tape: Tape) -> Result<(), Failure> {
    let runtime = |error: hamadryad::Error| Failure::runtime(error.to_string());
    let mut backend = control.backend_observed(listeners);
    let mut numbers = Numbers::default();
    for statement in &tape.0 {
        if let Statement::Output(symbol, condition) = statement
            && let [literal] = condition[..]
            && literal.is_positive()
            && !numbers.atoms.contains_key(&literal.atom())
            && let Ok(atom) = backend.atom(*symbol)
        {
            numbers.atoms.insert(literal.atom(), atom);
        }
    }
    for statement in &tape.0 {
        add_statement(&mut backend, &mut numbers, statement)?;
    }
    backend.finish().map_err(runtime)
}

fn add_statement(
    backend: &mut hamadryad::Backend<'_>,
    numbers: &mut Numbers,
    statement: &Statement,
) -> Result<(), Failure> {
    match statement {
        Statement::Rule { is_choice, head, body } => {
            let (head, body) = (numbers.atoms(backend, head), numbers.literals(backend, body));
            backend.rule(head_of(*is_choice, &head), BodyRef::Normal(&body));
        }
        Statement::Weight { is_choice, head, lower, body } => {
            let (head, literals) = (numbers.atoms(backend, head), numbers.weighted(backend, body));
            backend.rule(head_of(*is_choice, &head), BodyRef::Sum { lower: *lower, literals: &literals });
        }
        Statement::Minimize(priority, literals) => {
            let literals = numbers.weighted(backend, literals);
            backend.minimize(*priority, &literals);
        }
        Statement::Project(atoms) => {
            let atoms = numbers.atoms(backend, atoms);
            backend.project(&atoms);
        }
        Statement::Output(symbol, condition) => {
            let is_atom = matches!(condition[..], [literal] if literal.is_positive()
                && backend.atom(*symbol).ok() == numbers.atoms.get(&literal.atom()).copied());
            if !is_atom {
                add_output(backend, numbers, *symbol, condition);
            }
        }
        Statement::External(atom, value) => {
            let atom = numbers.atom(backend, *atom);
            match value {
                ExternalValue::Free => backend.external(atom, Truth::Free),
                ExternalValue::True => backend.external(atom, Truth::True),
                ExternalValue::False => backend.external(atom, Truth::False),
                ExternalValue::Release => backend.release(atom),
            }
        }
        Statement::Assume(literals) => {
            let literals = numbers.literals(backend, literals);
            backend.assume(&literals);
        }
        Statement::Heuristic(atom, modifier, bias, priority, condition) => {
            let (atom, condition) = (numbers.atom(backend, *atom), numbers.literals(backend, condition));
            backend.heuristic(atom, *modifier, *bias, *priority, &condition);
        }
        Statement::Edge(from, to, condition) => {
            let condition = numbers.literals(backend, condition);
            let from = backend.symbols_mut().number(*from);
            let to = backend.symbols_mut().number(*to);
            backend.edge(from, to, &condition);
        }
        Statement::Number(term, value) => {
            let made = backend.theory_number(*value);
            numbers.terms.insert(*term, made);
        }
        Statement::Name(term, name) => {
            let made = backend.theory_name(name);
            numbers.terms.insert(*term, made);
        }
        Statement::Compound(term, functor, arguments) => {
            let functor = match u32::try_from(*functor) {
                Ok(functor) => Numbers::known(&numbers.terms, &[functor])?[0] as i32,
                Err(_) => *functor,
            };
            let arguments = Numbers::known(&numbers.terms, arguments)?;
            numbers.terms.insert(*term, backend.theory_compound(functor, &arguments));
        }
        Statement::Element(element, terms, condition) => {
            let terms = Numbers::known(&numbers.terms, terms)?;
            let condition = numbers.literals(backend, condition);
            numbers.elements.insert(*element, backend.theory_element(&terms, &condition));
        }
        Statement::Theory(atom, name, elements, guard) => {
            let name = Numbers::known(&numbers.terms, &[*name])?[0];
            let elements = Numbers::known(&numbers.elements, elements)?;
            let guard = match guard {
                Some((operator, right)) => {
                    let known = Numbers::known(&numbers.terms, &[*operator, *right])?;
                    Some((known[0], known[1]))
                }
                None => None,
            };
            let atom = atom.map(|atom| numbers.atom(backend, atom));
            backend.theory_atom(atom, name, &elements, guard);
        }
    }
    Ok(())
}

/// An output that does not name its atom. A fact becomes an atom of the program, and everything else is a term that
/// models show.
fn add_output(
    backend: &mut hamadryad::Backend<'_>,
    numbers: &mut Numbers,
    symbol: Symbol,
    condition: &[Literal],
) {
    let condition = numbers.literals(backend, condition);
    match backend.atom(symbol) {
        Ok(atom) if condition.is_empty() => {
            backend.rule(Head::Disjunction(&[atom]), BodyRef::Normal(&[]));
        }
        _ => backend.show(symbol, &condition),
    }
}

fn head_of(is_choice: bool, head: &[Atom]) -> Head<'_> {
    if is_choice { Head::Choice(head) } else { Head::Disjunction(head) }
}
