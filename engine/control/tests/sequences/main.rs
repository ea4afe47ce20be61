//! Ten thousand random sequences of calls: text added, parts and ground statements grounded (some
//! interrupted, some rejected), externals assigned and released, clean-ups, clones, changes of the
//! configuration, and solves of all kinds. Each solve returns the answers of a fresh control for an
//! equivalent program in a single step; a step is rejected exactly if the rules of multi-shot solving require
//! it, and then has no effect.
//!
//! `HAMADRYAD_SEQUENCES=100000 cargo test -p hamadryad-control --test sequences` tries this number of sequences, and
//! `HAMADRYAD_SEED` is the first seed. A sequence that fails is printed after minimisation.

mod answers;
mod call;
mod judge;
mod program;
mod reference;
mod replay;
mod search;

use call::{Call, sequence};
use program::Statement;
use replay::{Tally, replay};

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// The failure of a sequence, if any; panics count as failures.
fn failure(calls: &[Call]) -> Option<String> {
    let result = std::panic::catch_unwind(|| replay(calls, &mut Tally::default()));
    match result {
        Ok(result) => result.err(),
        Err(panic) => {
            Some(panic.downcast_ref::<String>().map_or("a panic".to_owned(), |text| format!("panic: {text}")))
        }
    }
}

/// Removes calls, and statements in calls, as long as the sequence fails.
fn shrink(calls: &[Call]) -> Vec<Call> {
    let mut calls = calls.to_vec();
    loop {
        let before = calls.clone();
        let mut at = 0;
        while at < calls.len() {
            let mut candidates = vec![None];
            candidates.extend(smaller(&calls[at]).into_iter().map(Some));
            let tried = candidates.into_iter().find_map(|candidate| {
                let mut tried = calls.clone();
                match candidate {
                    Some(call) => tried[at] = call,
                    None => drop(tried.remove(at)),
                }
                failure(&tried).map(|_| tried)
            });
            match tried {
                Some(tried) => calls = tried,
                None => at += 1,
            }
        }
        if calls == before {
            return calls;
        }
    }
}

/// The call with an item removed, in all ways.
fn smaller(call: &Call) -> Vec<Call> {
    fn less<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
        let without = |at: usize| {
            items.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, item)| item.clone()).collect()
        };
        (0..items.len()).map(without).collect()
    }
    match call {
        Call::Add(statements) => {
            let mut found: Vec<Call> = less(statements).into_iter().map(Call::Add).collect();
            for (at, (_, statement)) in statements.iter().enumerate() {
                let is_safe = |body: &Vec<_>| Statement { body: body.clone(), ..statement.clone() }.is_safe();
                for body in less(&statement.body).into_iter().filter(is_safe) {
                    let mut statements = statements.clone();
                    statements[at].1.body = body;
                    found.push(Call::Add(statements));
                }
                if statement.sum.is_some() {
                    let mut statements = statements.clone();
                    statements[at].1.sum = None;
                    found.push(Call::Add(statements));
                }
            }
            found
        }
        Call::Ground(parts, stop) => {
            less(parts).into_iter().map(|parts| Call::Ground(parts, *stop)).collect()
        }
        Call::Write(statements, dropped) => {
            less(statements).into_iter().map(|statements| Call::Write(statements, *dropped)).collect()
        }
        Call::Solve(query) => {
            let mut found = Vec::new();
            for assumptions in less(&query.assumptions) {
                found.push(Call::Solve(call::Query { assumptions, ..query.clone() }));
            }
            for clauses in less(&query.clauses) {
                found.push(Call::Solve(call::Query { clauses, ..query.clone() }));
            }
            if query.in_background || query.stop.is_some() {
                found.push(Call::Solve(call::Query { in_background: false, stop: None, ..query.clone() }));
            }
            found
        }
        _ => Vec::new(),
    }
}

/// A sequence in readable form.
fn describe(calls: &[Call]) -> String {
    let mut out = String::new();
    for call in calls {
        out += &match call {
            Call::Add(statements) => format!("> add\n{}", replay::text(statements)),
            Call::Write(statements, dropped) => {
                let lines: String = statements.iter().map(|statement| format!("{statement}\n")).collect();
                format!("> write, dropped: {dropped}\n{lines}")
            }
            call => format!("> {call:?}\n"),
        };
    }
    out
}

#[test]
fn sequences_have_the_answers_of_single_step_programs() {
    let (first, number) = (number("HAMADRYAD_SEED", 1), number("HAMADRYAD_SEQUENCES", 10_000));
    let mut tally = Tally::default();
    for seed in first..first + number {
        let calls = sequence(seed);
        let result = std::panic::catch_unwind(|| {
            let mut own = tally;
            replay(&calls, &mut own)?;
            Ok::<Tally, String>(own)
        });
        match result {
            Ok(Ok(told)) => tally = told,
            _ => {
                let small = shrink(&calls);
                panic!("seed {seed}\n{}\n{}", describe(&small), failure(&small).unwrap_or_default());
            }
        }
    }
    println!("{tally:?}");
}
