//! Makes the calls of a sequence to a control and to the reference, and compares the results of each call.

use crate::answers::{Found, at_once, by_the_oracle};
use crate::call::{Call, PARTS, Query};
use crate::program::{Atom, Head, Statement, Value};
use crate::reference::{Offence, Part as PartName, Reference, Verdict};
use crate::search::solve;
use hamadryad::{
    BodyRef, Control, Elimination, Error, HeuristicModifier, Literal, Part, Restarts, Symbol, Truth,
    WeightedLiteral,
};
use std::cell::Cell;

/// The numbers of comparisons.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub calls: usize,
    pub solves: usize,
    pub models: usize,
    /// Single-step programs that the oracle has solved.
    pub judged: usize,
    pub refused: usize,
    pub interrupted: usize,
    /// Calls that were omitted because their result is not specified.
    pub unclear: usize,
}

#[derive(Clone)]
struct World {
    control: Control,
    reference: Reference,
    /// A tuple for the next weak constraint of the backend, which gives none.
    tuples: i32,
}

/// A function that returns `true` from this call on.
pub fn stop_after(most: Option<usize>) -> impl Fn() -> bool {
    let calls = Cell::new(0);
    move || {
        calls.set(calls.get() + 1);
        most.is_some_and(|most| calls.get() > most)
    }
}

/// Makes the calls.
///
/// # Errors
/// The first difference from the reference.
pub fn replay(calls: &[Call], tally: &mut Tally) -> Result<(), String> {
    let first = World { control: Control::new(), reference: Reference::default(), tuples: 100 };
    let (mut worlds, mut at) = (vec![first], 0);
    for call in calls {
        tally.calls += 1;
        match call {
            Call::Clone if worlds.len() < 3 => worlds.push(worlds[at].clone()),
            Call::Clone => {}
            Call::Switch(to) => at = to % worlds.len(),
            call => {
                if !worlds[at].perform(call, tally).map_err(|error| format!("{call:?}\n{error}"))? {
                    return Ok(());
                }
                worlds[at].compare_externals()?;
            }
        }
    }
    let all = Query {
        kind: crate::call::Kind::All,
        assumptions: Vec::new(),
        by_literal: false,
        clauses: Vec::new(),
        stop: None,
        in_background: false,
    };
    // All stored clones are unchanged.
    for world in &mut worlds {
        world.perform(&Call::Solve(all.clone()), tally).map_err(|error| format!("at the end\n{error}"))?;
    }
    Ok(())
}

impl World {
    /// `false` if no further comparison is possible.
    fn perform(&mut self, call: &Call, tally: &mut Tally) -> Result<bool, String> {
        let unexpected = |error: Error| format!("{error}");
        match call {
            Call::Add(statements) => {
                self.control.add("sequence.lp", &text(statements)).map_err(unexpected)?;
                self.reference.add(statements);
            }
            Call::AddBroken => {
                let result = self.control.add("broken.lp", "a. b(1). #external x. [true] p(X) :- not q(X).");
                if !matches!(result, Err(Error::Program(_))) {
                    return Err("an unsafe rule was accepted".to_owned());
                }
            }
            Call::Ground(parts, stop) => {
                let verdict = self.reference.ground(parts).map_err(unexpected)?;
                if matches!(verdict, Verdict::Unclear) {
                    tally.unclear += 1;
                    return Ok(true);
                }
                let before = self.observed();
                let result = self.ground(parts, *stop);
                return self.compare_result(verdict, result, stop.is_some(), &before, tally);
            }
            Call::Write(statements, is_dropped) => {
                let mut statements = statements.clone();
                for statement in &mut statements {
                    if let Head::Weak(_, _, tuple) = &mut statement.head {
                        self.tuples += 1;
                        *tuple = self.tuples;
                    }
                }
                let verdict = self.reference.write(&statements).map_err(unexpected)?;
                if matches!(verdict, Verdict::Unclear) && !is_dropped {
                    tally.unclear += 1;
                    return Ok(true);
                }
                let before = self.observed();
                let result = self.write(&statements, *is_dropped);
                if *is_dropped {
                    return self.compare_observed(&before).map(|()| true);
                }
                return self.compare_result(verdict, result, false, &before, tally);
            }
            Call::Assign(atom, value) => {
                let symbol = self.control.parse_symbol("atom", atom).map_err(unexpected)?;
                let truth = truth(*value);
                self.control.assign_external(symbol, truth);
                self.reference.assign(atom, *value);
            }
            Call::Release(atom) => {
                let symbol = self.control.parse_symbol("atom", atom).map_err(unexpected)?;
                self.control.release_external(symbol);
                return self.reference.release(atom).map_err(unexpected);
            }
            Call::Cleanup => self.control.cleanup(),
            Call::Configure(settings) => {
                let mut config = self.control.config().clone();
                config.search.restarts = Restarts::Luby(settings.restarts);
                config.search.reduce_first = settings.reduce_first;
                config.domain_heuristic = settings.domain_heuristic;
                config.strategy = settings.strategy;
                config.equivalences = settings.equivalences;
                config.subsumption = settings.subsumption;
                let elimination = |after| Elimination { after, ..Elimination::default() };
                config.elimination = settings.elimination.map(elimination);
                self.control.set_config(config);
            }
            Call::Solve(query) => {
                let program = self.reference.at_once();
                let expected = at_once(&program).map_err(|error| format!("{error} in\n{program}"))?;
                if !self.reference.end_step().map_err(unexpected)? {
                    return Ok(false);
                }
                let Some(expected) = expected else { return Ok(false) };
                tally.solves += 1;
                if let Some(judged) = self.ask_oracle(&program, &expected, tally)
                    && judged != expected
                {
                    let (ours, oracles) = (show(&expected), show(&judged));
                    return Err(format!("{program}has at once: {ours}\nby the oracle: {oracles}"));
                }
                tally.models += expected.len();
                solve(&mut self.control, &self.reference, query, &expected, tally)
                    .map_err(|error| format!("{error}\nat once:\n{program}expected: {}", show(&expected)))?;
            }
            Call::Clone | Call::Switch(_) => unreachable!("these are about several controls"),
        }
        Ok(true)
    }

    /// Solves some of the small programs with the oracle, which is slow.
    fn ask_oracle(&self, program: &str, expected: &[Found], tally: &mut Tally) -> Option<Vec<Found>> {
        let is_due =
            tally.solves.is_multiple_of(8) && expected.len() <= 16 && self.reference.atoms().count() <= 14;
        let judged = is_due.then(|| by_the_oracle(program)).flatten()?;
        tally.judged += 1;
        Some(judged)
    }

    fn compare_result(
        &mut self,
        verdict: Verdict,
        result: Result<(), Error>,
        may_stop: bool,
        before: &[String],
        tally: &mut Tally,
    ) -> Result<bool, String> {
        match (verdict, result) {
            (Verdict::Accepted(next), Ok(())) => {
                self.reference = *next;
                return Ok(true);
            }
            (_, Err(Error::Interrupted)) if may_stop => tally.interrupted += 1,
            (Verdict::Refused(offences), Err(error)) => {
                let offence = match &error {
                    Error::Redefined(atom) => Offence::Redefined(atom.clone()),
                    _ => return Err(format!("refused for another reason: {error:?}")),
                };
                if !offences.contains(&offence) {
                    return Err(format!("refused for {offence:?}, expected {offences:?}"));
                }
                tally.refused += 1;
            }
            (verdict, result) => return Err(format!("expected {verdict:?}, got {result:?}")),
        }
        self.compare_observed(before).map(|()| true)
    }

    /// The observable state of the atoms that are not released.
    fn observed(&self) -> Vec<String> {
        let symbols = self.control.symbols();
        let atoms = self.control.symbolic_atoms();
        let is_known = |atom: &hamadryad::SymbolicAtom| {
            self.reference.atoms().any(|known| *known == symbols.display(atom.symbol).to_string())
        };
        atoms
            .filter(is_known)
            .map(|atom| {
                format!(
                    "{} {:?} {} {:?}",
                    symbols.display(atom.symbol),
                    atom.literal,
                    atom.is_fact,
                    atom.external
                )
            })
            .collect()
    }

    fn compare_observed(&self, before: &[String]) -> Result<(), String> {
        let now = self.observed();
        let is_same = now == before;
        is_same.then_some(()).ok_or_else(|| format!("something is left: {before:?} has become {now:?}"))
    }

    /// Compares the externals and their values with the reference.
    fn compare_externals(&mut self) -> Result<(), String> {
        let atoms: Vec<String> = self.reference.atoms().cloned().collect();
        for atom in atoms {
            let symbol = self.control.parse_symbol("atom", &atom).map_err(|error| error.to_string())?;
            let external = self.control.symbolic_atom(symbol).and_then(|atom| atom.external);
            let expected = self.reference.externals().get(&atom).copied().map(truth);
            if external != expected {
                return Err(format!("`{atom}` is external with {external:?}, expected {expected:?}"));
            }
        }
        Ok(())
    }

    fn ground(&mut self, parts: &[PartName], stop: Option<usize>) -> Result<(), Error> {
        let arguments: Vec<Vec<Symbol>> = parts
            .iter()
            .map(|(_, parameter)| parameter.iter().map(|&t| self.control.symbols_mut().number(t)).collect())
            .collect();
        let parts: Vec<Part> =
            parts.iter().zip(&arguments).map(|((name, _), arguments)| Part::new(name, arguments)).collect();
        self.control.ground_until(&parts, &stop_after(stop))
    }

    fn write(&mut self, statements: &[Statement<String>], is_dropped: bool) -> Result<(), Error> {
        let mut symbols = std::collections::BTreeMap::new();
        for statement in statements {
            let mut atoms: Vec<&String> = statement.literals().map(|literal| &literal.atom).collect();
            atoms.extend(statement.heads());
            if let Head::External(atom, _) | Head::Project(atom) | Head::Advice(atom, _) = &statement.head {
                atoms.push(atom);
            }
            for atom in atoms {
                symbols.insert(atom.clone(), self.control.parse_symbol("atom", atom)?);
            }
        }
        let mut backend = self.control.backend();
        for statement in statements {
            let mut body: Vec<Literal> = Vec::new();
            for literal in &statement.body {
                let atom = backend.atom(symbols[&literal.atom])?;
                body.push(if literal.positive { atom.positive() } else { atom.negative() });
            }
            let mut heads = Vec::new();
            for head in statement.heads() {
                heads.push(backend.atom(symbols[head])?);
            }
            let mut summands: Vec<WeightedLiteral> = Vec::new();
            for (weight, literal) in statement.sum.iter().flat_map(|sum| &sum.elements) {
                let atom = backend.atom(symbols[&literal.atom])?;
                let literal = if literal.positive { atom.positive() } else { atom.negative() };
                summands.push(WeightedLiteral { literal, weight: *weight });
            }
            let whole = match &statement.sum {
                Some(sum) => BodyRef::Sum { lower: sum.lower, literals: &summands },
                None => BodyRef::Normal(&body),
            };
            match &statement.head {
                Head::Or(_) => backend.rule(hamadryad::Head::Disjunction(&heads), whole),
                Head::Choice(..) => backend.rule(hamadryad::Head::Choice(&heads), whole),
                Head::Weak(weight, priority, _) => {
                    backend.minimize(*priority, &[WeightedLiteral { literal: body[0], weight: *weight }]);
                }
                Head::Edge(from, to) => {
                    let [from, to] = [from, to].map(|&node| backend.symbols_mut().number(node));
                    backend.edge(from, to, &body);
                }
                Head::External(atom, value) => {
                    let atom = backend.atom(symbols[atom])?;
                    backend.external(atom, truth(*value));
                }
                Head::Project(atom) => {
                    let atom = backend.atom(symbols[atom])?;
                    backend.project(&[atom]);
                }
                Head::Advice(atom, value) => {
                    let atom = backend.atom(symbols[atom])?;
                    backend.heuristic(atom, HeuristicModifier::Sign, *value, 1, &body);
                }
                Head::Show(term) => {
                    let term = backend.symbols_mut().number(*term);
                    backend.show(term, &body);
                }
            }
        }
        if is_dropped { Ok(()) } else { backend.finish() }
    }
}

pub fn truth(value: Value) -> Truth {
    match value {
        Value::True => Truth::True,
        Value::False => Truth::False,
        Value::Free => Truth::Free,
    }
}

/// The models, each in a line.
pub fn show(models: &[Found]) -> String {
    models.iter().map(|model| format!("\n  {model:?}")).collect()
}

/// The statements as text, by parts.
pub fn text(statements: &[(&'static str, Statement<Atom>)]) -> String {
    let mut text = String::new();
    for part in PARTS {
        text += if part == "step" { "#program step(t).\n" } else { "#program " };
        if part != "step" {
            text += &format!("{part}.\n");
        }
        for (_, statement) in statements.iter().filter(|(of, _)| *of == part) {
            text += &format!("{statement}\n");
        }
    }
    text
}
