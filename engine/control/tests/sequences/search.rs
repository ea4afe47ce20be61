//! A solve in a sequence: the calls of the library, and their results.

use crate::answers::Found;
use crate::call::{Kind, Query};
use crate::judge::judge;
use crate::reference::Reference;
use crate::replay::{Tally, show, stop_after};
use hamadryad::{
    Answer, BackgroundOptions, Control, Error, Literal, OptimizeMode, Projection, SolveOptions, Summary,
    Symbol, Symbols, Threads,
};

/// A model, whether it was proven optimal, and the number of clauses that had been added before it was found.
pub struct FoundModel {
    pub model: Found,
    pub is_proven: bool,
    pub clauses: usize,
}

/// The results of a search.
#[derive(Default)]
pub struct Outcome {
    pub models: Vec<FoundModel>,
    pub summary: Summary,
    /// The added clauses, in this order.
    pub added: Vec<Vec<(String, bool)>>,
    /// Inconsistent assumptions.
    pub core: Vec<(String, bool)>,
}

impl Outcome {
    fn add_model(&mut self, model: Found, is_proven: bool) {
        self.models.push(FoundModel { model, is_proven, clauses: self.added.len() });
    }
}

/// Solves, and compares the results with the models without assumptions.
pub fn solve(
    control: &mut Control,
    reference: &Reference,
    query: &Query,
    expected: &[Found],
    tally: &mut Tally,
) -> Result<(), String> {
    let priorities = control.priorities().to_vec();
    let kind = kind(query, reference, &priorities);
    let query = &Query { kind, ..query.clone() };
    let prepared = Prepared::new(control, query).map_err(|error| error.to_string())?;
    let outcome = if query.in_background {
        search_in_background(control, query, &prepared, &priorities)
    } else {
        search(control, query, &prepared, &priorities)
    };
    let mut outcome = outcome.map_err(|error| error.to_string())?;
    outcome.core = prepared.core(&outcome.summary);
    tally.interrupted += usize::from(outcome.summary.interrupted);
    let verdict = judge(&outcome, reference, query, expected, &priorities);
    verdict.map_err(|error| {
        let found: Vec<Found> = outcome.models.iter().map(|found| found.model.clone()).collect();
        format!("{error}\n{:?}\nfound: {}\nadded: {:?}", outcome.summary, show(&found), outcome.added)
    })
}

/// The reasoning mode, without an objective or a projection that the program does not have.
fn kind(query: &Query, reference: &Reference, priorities: &[i32]) -> Kind {
    match query.kind {
        Kind::Optimal | Kind::AllOptimal | Kind::Bounded(_) if priorities.is_empty() => Kind::All,
        Kind::Projected(Projection::Atoms | Projection::Auto) if !reference.has_projection() => Kind::All,
        _ => query.kind.clone(),
    }
}

/// A clause with the number of models after which it is added, as text and with symbols.
type DueClause = (usize, Vec<(String, bool)>, Vec<(Symbol, bool)>);

/// The assumptions and clauses of a query, in the terms of a control.
#[derive(Default)]
struct Prepared {
    assumptions: Vec<(Symbol, bool)>,
    /// The assumptions that are given as literals.
    literals: Vec<Literal>,
    /// The text of both.
    named: Vec<(String, bool)>,
    numbered: Vec<(String, bool)>,
    clauses: Vec<DueClause>,
}

impl Prepared {
    fn new(control: &mut Control, query: &Query) -> Result<Prepared, Error> {
        let mut prepared = Prepared::default();
        for (atom, value) in &query.assumptions {
            let symbol = control.parse_symbol("atom", atom)?;
            match control.symbolic_atom(symbol) {
                Some(known) if query.by_literal => {
                    prepared.literals.push(if *value { known.literal } else { !known.literal });
                    prepared.numbered.push((atom.clone(), *value));
                }
                _ => {
                    prepared.assumptions.push((symbol, *value));
                    prepared.named.push((atom.clone(), *value));
                }
            }
        }
        for (after, clause) in &query.clauses {
            let mut symbols = Vec::new();
            for (atom, value) in clause {
                symbols.push((control.parse_symbol("atom", atom)?, *value));
            }
            prepared.clauses.push((*after, clause.clone(), symbols));
        }
        Ok(prepared)
    }

    /// The clauses that are added after this number of models.
    fn due(&self, models: usize) -> impl Iterator<Item = &DueClause> {
        self.clauses.iter().filter(move |(after, ..)| *after == models)
    }

    /// The assumptions in the core of a summary.
    fn core(&self, summary: &Summary) -> Vec<(String, bool)> {
        let named = self.assumptions.iter().zip(&self.named);
        let named = named.filter(|(assumption, _)| summary.core.contains(assumption)).map(|(_, text)| text);
        let numbered = self.literals.iter().zip(&self.numbered);
        let numbered =
            numbered.filter(|(literal, _)| summary.core_literals.contains(literal)).map(|(_, text)| text);
        named.chain(numbered).cloned().collect()
    }
}

/// The options of a query, apart from assumptions and the stop function.
fn options(query: &Query, priorities: &[i32]) -> SolveOptions<'static> {
    SolveOptions {
        models: Some(if let Kind::First(number) = query.kind { number } else { 0 }),
        optimize: match query.kind {
            Kind::Optimal => OptimizeMode::Optimize,
            Kind::AllOptimal => OptimizeMode::EnumerateOptimal,
            Kind::Bounded(_) => OptimizeMode::Enumerate,
            _ => OptimizeMode::Ignore,
        },
        bound: if let Kind::Bounded(bound) = query.kind { Some(vec![bound; priorities.len()]) } else { None },
        projection: if let Kind::Projected(projection) = query.kind { Some(projection) } else { None },
        consequences: if let Kind::Consequences(kind) = query.kind { Some(kind) } else { None },
        minimal_core: query.by_literal,
        ..SolveOptions::default()
    }
}

fn search(
    control: &mut Control,
    query: &Query,
    prepared: &Prepared,
    priorities: &[i32],
) -> Result<Outcome, Error> {
    let mut outcome = Outcome::default();
    let stop = stop_after(query.stop);
    let (assumptions, literals) = (&prepared.assumptions[..], &prepared.literals[..]);
    let options = SolveOptions { assumptions, literals, stop: &stop, ..options(query, priorities) };
    let mut search = control.solve(options)?;
    for (_, clause, symbols) in prepared.due(0) {
        search.add_clause(symbols);
        outcome.added.push(clause.clone());
    }
    while let Some(model) = search.next_model() {
        let is_proven = model.optimality_proven();
        let found = Found::new(model.symbols(), model.atoms(), model.shown(), priorities, model.costs());
        outcome.add_model(found, is_proven);
        for (_, clause, symbols) in prepared.due(outcome.models.len()) {
            search.add_clause(symbols);
            outcome.added.push(clause.clone());
        }
    }
    outcome.summary = search.summary();
    Ok(outcome)
}

fn search_in_background(
    control: &mut Control,
    query: &Query,
    prepared: &Prepared,
    priorities: &[i32],
) -> Result<Outcome, Error> {
    let mut outcome = Outcome::default();
    let SolveOptions { models, optimize, bound, projection, consequences, minimal_core, .. } =
        options(query, priorities);
    let options = BackgroundOptions {
        models,
        optimize,
        bound,
        projection,
        consequences,
        minimal_core,
        assumptions: prepared.assumptions.clone(),
        literals: prepared.literals.clone(),
        // From the first decision on, so that small programs test several threads.
        threads: Threads { number: 2, patience: 0 },
        ..BackgroundOptions::default()
    };
    let symbols = control.symbols().clone();
    let mut background = std::mem::take(control).solve_in_background(options);
    while let Some(answer) = background.next_model() {
        outcome.add_model(found_answer(&symbols, &answer, priorities), answer.optimality_proven);
        for (_, clause, symbols) in prepared.due(outcome.models.len()) {
            background.add_clause(symbols);
            outcome.added.push(clause.clone());
        }
    }
    outcome.summary = background.get()?;
    *control = background.finish();
    Ok(outcome)
}

fn found_answer(symbols: &Symbols, answer: &Answer, priorities: &[i32]) -> Found {
    Found::new(symbols, answer.atoms(), answer.shown.iter().copied(), priorities, &answer.costs)
}
