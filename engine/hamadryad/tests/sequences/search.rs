//! A solve, and the comparison of its results with the set of all models.

use crate::answers::Found;
use crate::call::{Ask, Kind};
use crate::reference::Reference;
use crate::replay::{Tally, show, stop_after};
use hamadryad::{
    BackgroundOptions, Consequences, Control, Literal, OptimizeMode, Projection, SolveOptions, Summary,
    Symbol, Symbols, Threads,
};
use std::collections::BTreeSet;

/// A model, whether it was proven optimal, and the number of clauses that had been added before it was found.
struct Come {
    model: Found,
    is_proven: bool,
    clauses: usize,
}

/// The results of a search.
struct Outcome {
    come: Vec<Come>,
    summary: Summary,
    /// The added clauses, in this order.
    added: Vec<Vec<(String, bool)>>,
    /// Inconsistent assumptions.
    core: Vec<(String, bool)>,
}

/// Solves, and compares the results with the models without assumptions.
pub fn ask(
    control: &mut Control,
    reference: &Reference,
    asked: &Ask,
    expected: &[Found],
    tally: &mut Tally,
) -> Result<(), String> {
    let priorities = control.priorities().to_vec();
    let kind = kind(asked, reference, &priorities);
    let asked = &Ask { kind, ..asked.clone() };
    let outcome = search(control, asked, &priorities)?;
    tally.interrupted += usize::from(outcome.summary.interrupted);
    let verdict = judge(&outcome, reference, asked, expected, &priorities);
    verdict.map_err(|error| {
        let found: Vec<Found> = outcome.come.iter().map(|come| come.model.clone()).collect();
        format!("{error}\n{:?}\nfound: {}\nadded: {:?}", outcome.summary, show(&found), outcome.added)
    })
}

/// The reasoning mode, without an objective or a projection that the program does not have.
fn kind(asked: &Ask, reference: &Reference, priorities: &[i32]) -> Kind {
    match asked.kind {
        Kind::Optimal | Kind::AllOptimal | Kind::Bounded(_) if priorities.is_empty() => Kind::All,
        Kind::Projected(Projection::Atoms | Projection::Auto) if !reference.has_projection() => Kind::All,
        _ => asked.kind.clone(),
    }
}

fn search(control: &mut Control, asked: &Ask, priorities: &[i32]) -> Result<Outcome, String> {
    let failed = |error: hamadryad::Error| error.to_string();
    let mut assumptions: Vec<(Symbol, bool)> = Vec::new();
    let mut literals: Vec<Literal> = Vec::new();
    // The assumptions as given, for the core.
    let (mut named, mut numbered) = (Vec::new(), Vec::new());
    for (atom, value) in &asked.assumptions {
        let symbol = control.parse_symbol("atom", atom).map_err(failed)?;
        match control.symbolic_atom(symbol) {
            Some(known) if asked.by_literal => {
                literals.push(if *value { known.literal } else { !known.literal });
                numbered.push((atom.clone(), *value));
            }
            _ => {
                assumptions.push((symbol, *value));
                named.push((atom.clone(), *value));
            }
        }
    }
    let mut clauses = Vec::new();
    for (after, clause) in &asked.clauses {
        let mut symbols = Vec::new();
        for (atom, value) in clause {
            symbols.push((control.parse_symbol("atom", atom).map_err(failed)?, *value));
        }
        clauses.push((*after, clause.clone(), symbols));
    }
    let optimize = match asked.kind {
        Kind::Optimal => OptimizeMode::Optimize,
        Kind::AllOptimal => OptimizeMode::EnumerateOptimal,
        Kind::Bounded(_) => OptimizeMode::Enumerate,
        _ => OptimizeMode::Ignore,
    };
    let bound =
        if let Kind::Bounded(bound) = asked.kind { Some(vec![bound; priorities.len()]) } else { None };
    let models = Some(if let Kind::First(number) = asked.kind { number } else { 0 });
    let projection = if let Kind::Projected(projection) = asked.kind { Some(projection) } else { None };
    let consequences = if let Kind::Consequences(kind) = asked.kind { Some(kind) } else { None };
    let mut outcome =
        Outcome { come: Vec::new(), summary: Summary::default(), added: Vec::new(), core: Vec::new() };
    // The clauses that are added after this number of models.
    let due = |come: usize| clauses.iter().filter(move |(after, ..)| *after == come);
    if asked.in_background {
        let options = BackgroundOptions {
            models,
            optimize,
            bound,
            projection,
            consequences,
            minimal_core: asked.by_literal,
            assumptions: assumptions.clone(),
            literals: literals.clone(),
            // From the first decision on, so that small programs test several threads.
            threads: Threads { number: 2, patience: 0 },
            ..BackgroundOptions::default()
        };
        let symbols = control.symbols().clone();
        let mut background = std::mem::take(control).solve_in_background(options);
        while let Some(answer) = background.next_model() {
            let model =
                Found::new(&symbols, answer.atoms(), answer.shown.iter().copied(), priorities, &answer.costs);
            outcome.come.push(Come {
                model,
                is_proven: answer.optimality_proven,
                clauses: outcome.added.len(),
            });
            for (_, clause, symbols) in due(outcome.come.len()) {
                background.add_clause(symbols);
                outcome.added.push(clause.clone());
            }
        }
        outcome.summary = background.get().map_err(failed)?;
        *control = background.finish();
    } else {
        let stop = stop_after(asked.stop);
        let mut search = control
            .solve(SolveOptions {
                models,
                optimize,
                bound,
                projection,
                consequences,
                minimal_core: asked.by_literal,
                assumptions: &assumptions,
                literals: &literals,
                stop: &stop,
                ..SolveOptions::default()
            })
            .map_err(failed)?;
        for (_, clause, symbols) in due(0) {
            search.add_clause(symbols);
            outcome.added.push(clause.clone());
        }
        while let Some(model) = search.next_model() {
            let is_proven = model.optimality_proven();
            let model = Found::new(model.symbols(), model.atoms(), model.shown(), priorities, model.costs());
            outcome.come.push(Come { model, is_proven, clauses: outcome.added.len() });
            for (_, clause, symbols) in due(outcome.come.len()) {
                search.add_clause(symbols);
                outcome.added.push(clause.clone());
            }
        }
        outcome.summary = search.summary();
    }
    let summary = &outcome.summary;
    let blamed = assumptions.iter().zip(named).filter(|(assumption, _)| summary.core.contains(assumption));
    outcome.core.extend(blamed.map(|(_, named)| named));
    let blamed = literals.iter().zip(numbered).filter(|(literal, _)| summary.core_literals.contains(literal));
    outcome.core.extend(blamed.map(|(_, named)| named));
    Ok(outcome)
}

fn holds(clause: &[(String, bool)], model: &Found) -> bool {
    clause.iter().any(|(atom, value)| model.contains(atom) == *value)
}

fn judge(
    outcome: &Outcome,
    reference: &Reference,
    asked: &Ask,
    expected: &[Found],
    priorities: &[i32],
) -> Result<(), String> {
    let Outcome { come, summary, added, core } = outcome;
    let is_assumed =
        |model: &&Found| asked.assumptions.iter().all(|(atom, value)| model.contains(atom) == *value);
    let bound = if let Kind::Bounded(bound) = asked.kind { Some(bound) } else { None };
    let bound = bound.map(|bound| {
        Found::new(
            &Symbols::new(),
            [].into_iter(),
            [].into_iter(),
            priorities,
            &vec![bound; priorities.len()],
        )
    });
    let is_in_bound = |model: &&Found| bound.as_ref().is_none_or(|bound| !bound.is_better(model));
    let possible: Vec<&Found> = expected.iter().filter(is_assumed).filter(is_in_bound).collect();
    if let Kind::Consequences(kind) = asked.kind {
        return judge_consequences(outcome, &possible, kind);
    }
    let costs_count = matches!(asked.kind, Kind::Optimal | Kind::AllOptimal | Kind::Bounded(_));
    for come in come {
        let is_same = |model: &&&Found| model.atoms == come.model.atoms && model.shown == come.model.shown;
        let Some(model) = possible.iter().find(is_same) else {
            return Err(format!("{:?} is no answer", come.model));
        };
        if costs_count && model.costs != come.model.costs {
            return Err(format!("{:?} costs {:?}", come.model, model.costs));
        }
        if let Some(clause) = added[..come.clauses].iter().find(|clause| !holds(clause, &come.model)) {
            return Err(format!("{:?} violates {clause:?}, which was added before", come.model));
        }
    }
    if summary.models != come.len() as u64 || summary.exhausted && summary.interrupted {
        return Err("the summary is not that of the search".to_owned());
    }
    if summary.interrupted && asked.stop.is_none() {
        return Err("nobody has interrupted it".to_owned());
    }
    // The required results of a complete search.
    let remaining: Vec<&Found> =
        possible.iter().filter(|model| added.iter().all(|clause| holds(clause, model))).copied().collect();
    let atoms = |model: &Found| model.atoms.clone();
    let distinct: BTreeSet<Vec<String>> = come.iter().map(|come| atoms(&come.model)).collect();
    match asked.kind {
        Kind::All | Kind::Bounded(_) | Kind::First(_) => {
            if distinct.len() < come.len() {
                return Err("a model came twice".to_owned());
            }
            if let Kind::First(number) = asked.kind
                && come.len() as u64 == number
            {
                return Ok(());
            }
            if let Some(missing) =
                remaining.iter().find(|model| summary.exhausted && !distinct.contains(&model.atoms))
            {
                return Err(format!("{missing:?} is missing"));
            }
        }
        Kind::Optimal => {
            if come.windows(2).any(|pair| !pair[1].model.is_better(&pair[0].model)) {
                return Err("a model is not better than the one before".to_owned());
            }
            let best = come.last();
            let is_better = |model: &&&Found| best.is_none_or(|best| model.is_better(&best.model));
            if let Some(better) = remaining.iter().find(is_better).filter(|_| summary.exhausted) {
                return Err(format!("{better:?} is better"));
            }
            if summary.optimum_proven != (summary.exhausted && best.is_some()) {
                return Err("a wrong word about the proof".to_owned());
            }
        }
        Kind::AllOptimal => {
            let proven: Vec<_> =
                come.iter().filter(|come| come.is_proven).map(|come| atoms(&come.model)).collect();
            let best = |model: &&&Found| possible.iter().all(|other| !other.is_better(model));
            let best: BTreeSet<Vec<String>> =
                possible.iter().filter(best).map(|model| atoms(model)).collect();
            let found: BTreeSet<_> = proven.iter().cloned().collect();
            if found.len() < proven.len() || !found.is_subset(&best) || summary.exhausted && found != best {
                return Err(format!("the optimal ones are {best:?}"));
            }
        }
        Kind::Consequences(_) => unreachable!("judged above"),
        Kind::Projected(projection) => {
            let projected = reference.projected();
            let to_atoms = projection != Projection::Shown && reference.has_projection();
            let project = |model: &Found| -> Vec<String> {
                if to_atoms {
                    model.atoms.iter().filter(|atom| projected.contains(atom)).cloned().collect()
                } else {
                    model.shown.clone()
                }
            };
            let found: BTreeSet<_> = come.iter().map(|come| project(&come.model)).collect();
            let all: BTreeSet<_> = possible.iter().map(|model| project(model)).collect();
            if found.len() < come.len() || summary.exhausted && found != all {
                return Err(format!("the projections are {all:?}"));
            }
        }
    }
    if !summary.exhausted && !summary.interrupted {
        return Err("the search ended before its end".to_owned());
    }
    let is_about_core = summary.exhausted && come.is_empty() && added.is_empty() && bound.is_none();
    if is_about_core
        && expected.iter().any(|model| core.iter().all(|(atom, value)| model.contains(atom) == *value))
    {
        return Err(format!("the core {core:?} is none"));
    }
    if is_about_core && asked.by_literal {
        let core: BTreeSet<&(String, bool)> = core.iter().collect();
        let is_model_without = |left: &&&(String, bool)| {
            let holds = |model: &Found, (atom, value): &(String, bool)| model.contains(atom) == *value;
            expected.iter().any(|model| core.iter().all(|other| other == *left || holds(model, other)))
        };
        if let Some(left) = core.iter().find(|left| !is_model_without(left)) {
            return Err(format!("the core {core:?} does not need {left:?}"));
        }
    }
    Ok(())
}

/// The last estimate contains the terms that all models show (cautious), or that any model shows (brave).
fn judge_consequences(outcome: &Outcome, possible: &[&Found], kind: Consequences) -> Result<(), String> {
    if !outcome.summary.exhausted {
        return if outcome.summary.interrupted {
            Ok(())
        } else {
            Err("the search ended before its end".to_owned())
        };
    }
    let shown = |model: &Found| -> BTreeSet<String> { model.shown.iter().cloned().collect() };
    let mut all = possible.iter().map(|model| shown(model));
    let Some(first) = all.next() else {
        return if outcome.come.is_empty() { Ok(()) } else { Err("there is no model".to_owned()) };
    };
    let expected = all.fold(first, |known, model| match kind {
        Consequences::Brave => known.union(&model).cloned().collect(),
        Consequences::Cautious => known.intersection(&model).cloned().collect(),
    });
    match outcome.come.last() {
        Some(come) if shown(&come.model) == expected => Ok(()),
        _ => Err(format!("the consequences are {expected:?}")),
    }
}
