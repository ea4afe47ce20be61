//! Conflicts and repairs of unsatisfiable random programs, judged by brute force.

use crate::{BRANCHES, control, seeds, unsatisfiable};
use hamadryad::explain::{Conflict, Element, ExplainOptions, Explainer, Granularity, Outcome, Repairs};
use hamadryad_check::recorded::{GroundProgram, Verdict};
use std::collections::BTreeSet;

/// Whether the program that a function writes has an answer set; `None` if it is too large.
fn has_answer(write: impl FnOnce(&mut GroundProgram)) -> Option<bool> {
    let mut program = GroundProgram::default();
    write(&mut program);
    let models = program.stable_models(BRANCHES)?;
    for model in &models {
        assert_eq!(program.verdict(&|atom| model.contains(&atom)), Verdict::Stable);
    }
    Some(!models.is_empty())
}

/// Judges a conflict: alone it has no answer, without any one of its parts it has one.
fn judge(explainer: &Explainer<'_>, conflict: &Conflict, what: &str) -> Option<()> {
    assert!(conflict.is_minimal && conflict.is_verified, "{what}: neither interrupted nor limited");
    let alone = has_answer(|sink| explainer.write_conflict(sink, conflict, None))?;
    assert!(!alone, "{what}: the conflict has an answer");
    for part in 0..conflict.parts.len() {
        let without = has_answer(|sink| explainer.write_conflict(sink, conflict, Some(part)))?;
        assert!(without, "{what}: part {part} is not needed: {:?}", conflict.parts[part]);
    }
    Some(())
}

/// Judges repairs: each gives an answer, and none contains another.
fn judge_repairs(explainer: &Explainer<'_>, repairs: &Repairs, what: &str) -> Option<()> {
    assert!(repairs.is_smallest, "{what}");
    for (number, repair) in repairs.repairs.iter().enumerate() {
        assert!(repair.is_verified, "{what}: repair {number}");
        let repaired = has_answer(|sink| explainer.write_repaired(sink, repair))?;
        assert!(repaired, "{what}: repair {number} gives no answer");
        assert_eq!(repair.weight, repairs.repairs[0].weight, "{what}");
        for other in &repairs.repairs[..number] {
            assert_ne!(repair.changes, other.changes, "{what}: a repair is there twice");
        }
    }
    Some(())
}

/// A conflict and a repair have an element in common, or the repair would leave the conflict.
fn hits(conflict: &Conflict, repairs: &Repairs) -> bool {
    let is_in = |changed: &Element| conflict.elements().any(|element| element == changed);
    repairs.repairs.iter().all(|repair| repair.changes.iter().flatten().any(is_in))
}

#[test]
fn conflicts_and_repairs_of_random_programs_are_judged() {
    let (mut judged, mut outside, mut closed) = (0, 0, 0);
    for seed in seeds(5) {
        let Some(text) = unsatisfiable(seed) else { continue };
        let Some(control) = control(&text) else { continue };
        let granularity =
            [Granularity::Statement, Granularity::Data, Granularity::Instance][seed as usize % 3];
        let options = ExplainOptions { granularity, seed, ..ExplainOptions::new() };
        let never = || false;
        let mut explainer = control.explainer(options, &never).unwrap();
        let what = format!("seed {seed}, {granularity:?}\n{text}");
        let conflict = match explainer.conflict() {
            Outcome::Found(conflict) => conflict,
            Outcome::OutsideBlame => {
                let hard = has_answer(|sink| explainer.write_relaxed(sink, &|_| true));
                assert_ne!(hard, Some(true), "{what}: the rest has an answer");
                outside += 1;
                continue;
            }
            other => panic!("{other:?}: {what}"),
        };
        if judge(&explainer, &conflict, &what).is_none() {
            continue;
        }
        judged += 1;
        let is_closed = |element: &Element| element.kind.name() == "closed";
        closed += usize::from(conflict.elements().any(is_closed));
        let Outcome::Found(repairs) = explainer.repairs(5, &|_| Some(1)) else { panic!("no repair: {what}") };
        judge_repairs(&explainer, &repairs, &what);
        assert!(hits(&conflict, &repairs), "a repair does not touch the conflict: {what}");
        if seed % 4 == 0 {
            let Outcome::Found(smallest) = explainer.smallest() else { panic!("{what}") };
            judge(&explainer, &smallest, &what);
            let without_closed = |conflict: &Conflict| {
                conflict.parts.iter().filter(|part| !part.iter().any(is_closed)).count()
            };
            assert!(without_closed(&smallest) <= without_closed(&conflict), "{what}");
        }
        if seed % 4 == 1 {
            let Outcome::Found((all, _)) = explainer.conflicts(3) else { panic!("{what}") };
            let different: BTreeSet<String> = all.iter().map(|one| format!("{:?}", one.parts)).collect();
            assert_eq!(different.len(), all.len(), "{what}");
            for one in &all {
                judge(&explainer, one, &what);
            }
        }
    }
    assert!(judged > 0);
    println!("{judged} conflicts judged, {closed} with closed atoms, {outside} outside of blame");
}
