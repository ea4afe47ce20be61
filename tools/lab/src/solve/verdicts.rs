//! Verdicts that contradict each other: which answer of an instance is wrong.
//!
//! An answer set that a second run has found is certain. An optimum is refuted by a better answer set, a claim that no
//! answer set exists by any. Where no answer set of the contradicting answers is verified, all of them are marked.

use super::answer::Verdict;
use super::record::{SolveRecord, State};
use std::collections::BTreeMap;

/// Marks wrong answers by the comparison of all runs of each instance.
pub(crate) fn judge(records: &mut [SolveRecord]) {
    let mut instances: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (place, record) in records.iter().enumerate() {
        instances.entry((record.benchmark.clone(), record.instance.clone())).or_default().push(place);
    }
    for places in instances.into_values() {
        judge_instance(records, &places);
    }
}

fn judge_instance(records: &mut [SolveRecord], places: &[usize]) {
    let counts = |record: &SolveRecord| record.run.state != State::Wrong;
    let has_set = |record: &&SolveRecord| {
        counts(record) && matches!(record.run.answer.verdict, Verdict::Satisfiable | Verdict::Optimum)
    };
    let all: Vec<&SolveRecord> = places.iter().map(|&place| &records[place]).collect();
    let (verified, claimed): (Vec<&SolveRecord>, Vec<&SolveRecord>) =
        all.iter().copied().filter(has_set).partition(|record| record.run.verified == Some(true));
    let best =
        |records: &[&SolveRecord]| records.iter().filter_map(|record| record.run.answer.costs.clone()).min();
    let (best_verified, best_claimed) = (best(&verified), best(&claimed));
    let denied: Vec<usize> = places
        .iter()
        .copied()
        .filter(|&place| {
            records[place].run.answer.verdict == Verdict::Unsatisfiable && counts(&records[place])
        })
        .collect();
    let mut wrong: Vec<(usize, &str)> = Vec::new();
    if !verified.is_empty() {
        wrong.extend(denied.iter().map(|&place| (place, "a verified answer set exists")));
    } else if !claimed.is_empty() && !denied.is_empty() {
        let disputed =
            places.iter().copied().filter(|&place| has_set(&&records[place]) || denied.contains(&place));
        wrong.extend(disputed.map(|place| (place, "other runs contradict, and no answer set is verified")));
    }
    for &place in places {
        let record = &records[place];
        let Some(costs) =
            record.run.answer.costs.as_ref().filter(|_| record.run.answer.verdict == Verdict::Optimum)
        else {
            continue;
        };
        if best_verified.as_ref().is_some_and(|best| best < costs) {
            wrong.push((place, "a verified answer set costs less"));
        } else if record.run.verified != Some(true) && best_claimed.as_ref().is_some_and(|best| best < costs)
        {
            wrong.push((place, "an answer set of another run costs less, and neither is verified"));
        }
    }
    wrong.extend(miscounts(records, places).into_iter().map(|place| (place, "other runs count otherwise")));
    for (place, reason) in wrong {
        let run = &mut records[place].run;
        if run.state != State::Wrong {
            run.state = State::Wrong;
            run.reason = Some(reason.to_string());
        }
    }
}

/// The runs whose counts of all answer sets, or of consequences, differ from those of others.
fn miscounts(records: &[SolveRecord], places: &[usize]) -> Vec<usize> {
    let counts = |&place: &usize| {
        let run = &records[place].run;
        let answer = &run.answer;
        let is_count = run.state != State::Wrong && answer.is_final && answer.costs.is_none();
        match answer.consequences {
            Some(consequences) if is_count => Some((place, consequences)),
            None if is_count && answer.is_complete => Some((place, answer.models?)),
            _ => None,
        }
    };
    let counts: Vec<(usize, u64)> = places.iter().filter_map(counts).collect();
    let first = counts.first().map(|&(_, count)| count);
    let differ = counts.iter().any(|&(_, count)| Some(count) != first);
    if differ { counts.into_iter().map(|(place, _)| place).collect() } else { Vec::new() }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::answer::Answer;
    use super::super::record::Run;
    use super::*;
    use crate::Machine;

    /// A run of a solver that has ended after some seconds.
    pub(crate) fn record(
        solver: &str,
        instance: &str,
        verdict: Verdict,
        costs: &[i64],
        cpu: f64,
    ) -> SolveRecord {
        let costs = (!costs.is_empty()).then(|| costs.to_vec());
        let is_final = verdict != Verdict::Unknown;
        let answer = Answer { verdict, is_final, costs, ..Answer::default() };
        let state = if is_final { State::Solved } else { State::Timeout };
        let run = Run { state, reason: None, answer, verified: None, cpu, wall: cpu, memory: 10.0 };
        SolveRecord {
            experiment: super::super::task::SOLVE.into(),
            benchmark: "b".into(),
            instance: instance.into(),
            solver: solver.into(),
            configuration: "default".into(),
            seed: 0,
            order: 0,
            limit: 60.0,
            memory_limit: 100,
            machine: Machine { system: "linux".into(), processor: "p".into(), threads: 1, jobs: 1 },
            ended: 1,
            run,
        }
    }

    fn states(mut records: Vec<SolveRecord>) -> Vec<State> {
        judge(&mut records);
        records.iter().map(|record| record.run.state).collect()
    }

    #[test]
    fn a_verified_answer_set_refutes_unsatisfiable_and_dearer_optima() {
        let mut sat = record("a", "i", Verdict::Optimum, &[3], 1.0);
        sat.run.verified = Some(true);
        let records = vec![
            sat,
            record("b", "i", Verdict::Unsatisfiable, &[], 1.0),
            record("c", "i", Verdict::Optimum, &[4], 1.0),
            record("d", "i", Verdict::Optimum, &[3], 1.0),
            record("b", "other", Verdict::Unsatisfiable, &[], 1.0),
        ];
        assert_eq!(
            states(records),
            [State::Solved, State::Wrong, State::Wrong, State::Solved, State::Solved]
        );
    }

    #[test]
    fn counts_of_all_answer_sets_agree() {
        let counted = |solver, models| {
            let mut record = record(solver, "i", Verdict::Satisfiable, &[], 1.0);
            (record.run.answer.models, record.run.answer.is_complete) = (Some(models), true);
            record
        };
        assert_eq!(states(vec![counted("a", 4), counted("b", 4)]), [State::Solved; 2]);
        let mut one = counted("c", 1);
        one.run.answer.is_complete = false;
        assert_eq!(
            states(vec![counted("a", 4), counted("b", 5), one]),
            [State::Wrong, State::Wrong, State::Solved]
        );
    }

    #[test]
    fn a_contradiction_without_a_verified_answer_set_marks_both() {
        let records = vec![
            record("a", "i", Verdict::Satisfiable, &[], 1.0),
            record("b", "i", Verdict::Unsatisfiable, &[], 1.0),
            record("c", "i", Verdict::Unknown, &[], 1.0),
        ];
        assert_eq!(states(records), [State::Wrong, State::Wrong, State::Timeout]);
    }
}
