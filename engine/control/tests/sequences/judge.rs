//! The comparison of the results of a solve with the set of all models.

use crate::answers::Found;
use crate::call::{Kind, Query};
use crate::reference::Reference;
use crate::search::{FoundModel, Outcome};
use hamadryad::{Consequences, Projection, Symbols};
use std::collections::BTreeSet;

/// The atoms of a model.
type Atoms = Vec<String>;

/// Compares the results of a query with all models of its program.
///
/// # Errors
/// The first difference.
pub fn judge(
    outcome: &Outcome,
    reference: &Reference,
    query: &Query,
    expected: &[Found],
    priorities: &[i32],
) -> Result<(), String> {
    let is_assumed =
        |model: &&Found| query.assumptions.iter().all(|(atom, value)| model.contains(atom) == *value);
    let bound = if let Kind::Bounded(bound) = query.kind { Some(bound) } else { None };
    let bound = bound.map(|bound| {
        let costs = vec![bound; priorities.len()];
        Found::new(&Symbols::new(), [].into_iter(), [].into_iter(), priorities, &costs)
    });
    let is_in_bound = |model: &&Found| bound.as_ref().is_none_or(|bound| !bound.is_better(model));
    let possible: Vec<&Found> = expected.iter().filter(is_assumed).filter(is_in_bound).collect();
    if let Kind::Consequences(kind) = query.kind {
        return judge_consequences(outcome, &possible, reference, kind);
    }
    judge_models(outcome, query, &possible)?;
    judge_summary(outcome, query)?;
    match query.kind {
        Kind::All | Kind::Bounded(_) => judge_all(outcome, &possible)?,
        Kind::First(number) => {
            judge_all(outcome, &possible)?;
            if outcome.models.len() as u64 == number {
                return Ok(());
            }
        }
        Kind::Optimal => judge_optimal(outcome, &possible)?,
        Kind::AllOptimal => judge_all_optimal(outcome, &possible)?,
        Kind::Projected(projection) => judge_projected(outcome, &possible, reference, projection)?,
        Kind::Consequences(_) => unreachable!("judged above"),
    }
    if !outcome.summary.exhausted && !outcome.summary.interrupted {
        return Err("the search ended before its end".to_owned());
    }
    let has_core =
        outcome.summary.exhausted && outcome.models.is_empty() && outcome.added.is_empty() && bound.is_none();
    if has_core { judge_core(&outcome.core, query, expected) } else { Ok(()) }
}

fn holds(clause: &[(String, bool)], model: &Found) -> bool {
    clause.iter().any(|(atom, value)| model.contains(atom) == *value)
}

/// Each found model is a possible model with these costs, and satisfies the clauses that were added before.
fn judge_models(outcome: &Outcome, query: &Query, possible: &[&Found]) -> Result<(), String> {
    let has_costs = matches!(query.kind, Kind::Optimal | Kind::AllOptimal | Kind::Bounded(_));
    for FoundModel { model: found, clauses, .. } in &outcome.models {
        let is_same = |model: &&&Found| model.atoms == found.atoms && model.shown == found.shown;
        let Some(model) = possible.iter().find(is_same) else {
            return Err(format!("{found:?} is no answer"));
        };
        if has_costs && model.costs != found.costs {
            return Err(format!("{found:?} costs {:?}", model.costs));
        }
        if let Some(clause) = outcome.added[..*clauses].iter().find(|clause| !holds(clause, found)) {
            return Err(format!("{found:?} violates {clause:?}, which was added before"));
        }
    }
    Ok(())
}

fn judge_summary(outcome: &Outcome, query: &Query) -> Result<(), String> {
    let summary = &outcome.summary;
    if summary.models != outcome.models.len() as u64 || summary.exhausted && summary.interrupted {
        return Err("the summary is not that of the search".to_owned());
    }
    if summary.interrupted && query.stop.is_none() {
        return Err("the search was interrupted without a request".to_owned());
    }
    Ok(())
}

/// The possible models that satisfy all added clauses: a complete search must find them.
fn remaining<'a>(outcome: &Outcome, possible: &[&'a Found]) -> Vec<&'a Found> {
    let satisfies = |model: &&&Found| outcome.added.iter().all(|clause| holds(clause, model));
    possible.iter().filter(satisfies).copied().collect()
}

/// All models are distinct, and none is missing.
fn judge_all(outcome: &Outcome, possible: &[&Found]) -> Result<(), String> {
    let distinct: BTreeSet<&Atoms> = outcome.models.iter().map(|found| &found.model.atoms).collect();
    if distinct.len() < outcome.models.len() {
        return Err("a model was found twice".to_owned());
    }
    let remaining = remaining(outcome, possible);
    let missing =
        remaining.iter().find(|model| outcome.summary.exhausted && !distinct.contains(&model.atoms));
    missing.map_or(Ok(()), |missing| Err(format!("{missing:?} is missing")))
}

/// Each model is better than the one before, and the last is optimal.
fn judge_optimal(outcome: &Outcome, possible: &[&Found]) -> Result<(), String> {
    let (models, summary) = (&outcome.models, &outcome.summary);
    if models.windows(2).any(|pair| !pair[1].model.is_better(&pair[0].model)) {
        return Err("a model is not better than the one before".to_owned());
    }
    let best = models.last();
    let is_better = |model: &&&Found| best.is_none_or(|best| model.is_better(&best.model));
    let remaining = remaining(outcome, possible);
    if let Some(better) = remaining.iter().find(is_better).filter(|_| summary.exhausted) {
        return Err(format!("{better:?} is better"));
    }
    if summary.optimum_proven != (summary.exhausted && best.is_some()) {
        return Err("the summary is wrong about the proof of the optimum".to_owned());
    }
    Ok(())
}

/// The models that are proven optimal are the optimal ones.
fn judge_all_optimal(outcome: &Outcome, possible: &[&Found]) -> Result<(), String> {
    let proven = outcome.models.iter().filter(|found| found.is_proven);
    let proven: Vec<&Atoms> = proven.map(|found| &found.model.atoms).collect();
    let is_best = |model: &&&Found| possible.iter().all(|other| !other.is_better(model));
    let best: BTreeSet<&Atoms> = possible.iter().filter(is_best).map(|model| &model.atoms).collect();
    let found: BTreeSet<&Atoms> = proven.iter().copied().collect();
    if found.len() < proven.len() || !found.is_subset(&best) || outcome.summary.exhausted && found != best {
        return Err(format!("the optimal ones are {best:?}"));
    }
    Ok(())
}

/// The projections of models are distinct, and none is missing.
fn judge_projected(
    outcome: &Outcome,
    possible: &[&Found],
    reference: &Reference,
    projection: Projection,
) -> Result<(), String> {
    let projected = reference.projected();
    let to_atoms = projection != Projection::Shown && reference.has_projection();
    let project = |model: &Found| -> Atoms {
        if to_atoms {
            model.atoms.iter().filter(|atom| projected.contains(atom)).cloned().collect()
        } else {
            model.shown.clone()
        }
    };
    let found: BTreeSet<_> = outcome.models.iter().map(|found| project(&found.model)).collect();
    let all: BTreeSet<_> = possible.iter().map(|model| project(model)).collect();
    if found.len() < outcome.models.len() || outcome.summary.exhausted && found != all {
        return Err(format!("the projections are {all:?}"));
    }
    Ok(())
}

/// No model satisfies the core, and, if a minimal core was requested, a model satisfies each proper subset.
fn judge_core(core: &[(String, bool)], query: &Query, expected: &[Found]) -> Result<(), String> {
    let holds = |model: &Found, (atom, value): &(String, bool)| model.contains(atom) == *value;
    if expected.iter().any(|model| core.iter().all(|literal| holds(model, literal))) {
        return Err(format!("a model satisfies the core {core:?}"));
    }
    let core: BTreeSet<&(String, bool)> = core.iter().collect();
    let has_model_without = |left: &&&(String, bool)| {
        expected.iter().any(|model| core.iter().all(|other| other == *left || holds(model, other)))
    };
    match core.iter().find(|left| !has_model_without(left)).filter(|_| query.by_literal) {
        Some(left) => Err(format!("the core {core:?} does not need {left:?}")),
        None => Ok(()),
    }
}

/// The last estimate contains the terms that all models show (cautious), or that any model shows (brave). With
/// `#project` statements it contains those of projected atoms, and of the others only some: facts, and those that have the
/// literal of a projected atom.
fn judge_consequences(
    outcome: &Outcome,
    possible: &[&Found],
    reference: &Reference,
    kind: Consequences,
) -> Result<(), String> {
    if outcome.summary.interrupted && !outcome.summary.exhausted {
        return Ok(());
    }
    if !outcome.summary.exhausted {
        return Err("the search ended before its end".to_owned());
    }
    let shown = |model: &Found| -> BTreeSet<String> { model.shown.iter().cloned().collect() };
    let mut all = possible.iter().map(|model| shown(model));
    let Some(first) = all.next() else {
        return if outcome.models.is_empty() { Ok(()) } else { Err("there is no model".to_owned()) };
    };
    let expected = all.fold(first, |known, model| match kind {
        Consequences::Brave => known.union(&model).cloned().collect(),
        Consequences::Cautious => known.intersection(&model).cloned().collect(),
    });
    let projected = reference.projected();
    let needed: BTreeSet<String> = match projected.is_empty() {
        true => expected.clone(),
        false => expected.iter().filter(|term| projected.contains(term)).cloned().collect(),
    };
    match outcome.models.last().map(|found| shown(&found.model)) {
        Some(found) if needed.is_subset(&found) && found.is_subset(&expected) => Ok(()),
        _ => Err(format!(
            "the consequences are {expected:?}, and {needed:?} must be among those that are shown"
        )),
    }
}
