//! Uniform samples of answer sets: chi-square tests on three programs, and laws.
//!
//! The seeds are fixed, so the tests are deterministic. A test compares Pearson's statistic with the quantile
//! of the chi-square distribution at 0.9999: when a seed was chosen, a correct sampler failed with
//! probability 0.0001.

use hamadryad::{Control, Part, Population, Projection, SolveOptions, Threads};
use std::collections::BTreeMap;

fn grounded(text: &str) -> Control {
    let mut control = Control::new();
    control.add("program.lp", text).expect("it is a program");
    control.ground(&[Part::base()]).expect("it can be grounded");
    control
}

/// The samples as sorted lists of shown symbols, and the number of answer sets.
fn samples(control: &mut Control, options: SolveOptions<'_>) -> (Vec<String>, Option<Population>) {
    let mut search = control.solve(options).expect("it can be solved");
    let mut samples = Vec::new();
    while let Some(model) = search.next_model() {
        let text = model.to_string();
        let mut symbols: Vec<&str> = text.split(' ').collect();
        symbols.sort_unstable();
        samples.push(symbols.join(" "));
    }
    (samples, search.summary().population)
}

fn drawn(number: u64, seed: u64) -> SolveOptions<'static> {
    SolveOptions { models: Some(number), sample: Some(seed), ..SolveOptions::default() }
}

/// Pearson's statistic for the numbers of samples and the probabilities of classes.
fn chi_square(classes: &[(u64, f64)]) -> f64 {
    let total: u64 = classes.iter().map(|&(number, _)| number).sum();
    let term = |&(number, probability): &(u64, f64)| {
        let expected = total as f64 * probability;
        assert!(expected >= 5.0, "the class is too small for the test: {expected}");
        (number as f64 - expected).powi(2) / expected
    };
    classes.iter().map(term).sum()
}

/// Program 1, counted: all multisets of at most four pieces of four types.
#[test]
fn bags_are_uniform() {
    let text = include_str!("../../../encodings/bag/bag.lp");
    let mut control = grounded(text);
    let (samples, population) = samples(&mut control, drawn(7_000, 1));
    assert_eq!(population, Some(Population { number: 70, doublings: 0, is_exact: true }));
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for sample in samples {
        *counts.entry(sample).or_default() += 1;
    }
    assert_eq!(counts.len(), 70);
    let classes: Vec<(u64, f64)> = counts.into_values().map(|count| (count, 1.0 / 70.0)).collect();
    let statistic = chi_square(&classes);
    assert!(statistic < 121.3, "{statistic} with 69 degrees of freedom");
}

fn binomial(n: u32, k: u32) -> f64 {
    (1..=k).map(|i| f64::from(n - k + i) / f64::from(i)).product()
}

/// Program 2, by cells: the sets of 12 of 24 elements, by the number of elements among the first eight.
#[test]
fn subsets_are_uniform() {
    let mut control = grounded("{ a(1..24) } = 12. in(X) :- a(X), X <= 8. #show in/1. #project a/1.");
    let projection = Some(Projection::Atoms);
    let (samples, population) = samples(&mut control, SolveOptions { projection, ..drawn(500, 2) });
    let population = population.expect("samples were drawn");
    assert!(!population.is_exact);
    let ratio = population.approximate() / binomial(24, 12);
    assert!((0.7..1.4).contains(&ratio), "{population}");
    let probability = |k: u32| binomial(8, k) * binomial(16, 12 - k) / binomial(24, 12);
    let classes: Vec<(u64, f64)> = [0..3, 3..4, 4..5, 5..6, 6..9]
        .into_iter()
        .map(|class| {
            let number = |sample: &&String| class.contains(&(sample.matches("in(").count() as u32));
            (samples.iter().filter(number).count() as u64, class.clone().map(probability).sum())
        })
        .collect();
    assert_eq!(classes.iter().map(|class| class.0).sum::<u64>(), 500);
    let statistic = chi_square(&classes);
    assert!(statistic < 23.5, "{statistic} with 4 degrees of freedom");
}

/// The number of ways to continue an independent set of a grid by `rows` further rows of five cells.
fn continuations(row: u32, rows: u32) -> u64 {
    let next = rows_of_five().filter(|next| next & row == 0);
    if rows == 0 { 1 } else { next.map(|next| continuations(next, rows - 1)).sum() }
}

/// The sets of cells of a row without two adjacent ones.
fn rows_of_five() -> impl Iterator<Item = u32> {
    (0u32..32).filter(|row| row & (row >> 1) == 0)
}

/// Program 3, by cells: independent sets of a grid of 6×5 cells, by their first row.
#[test]
fn independent_sets_are_uniform() {
    let mut control = grounded(
        "{ in(1..6,1..5) }.
        :- in(R,C), in(R+1,C).
        :- in(R,C), in(R,C+1).",
    );
    let (samples, population) = samples(&mut control, drawn(500, 3));
    assert_eq!(continuations(0, 5), 55_447, "independent sets of 5×5 cells, sequence A006506");
    let total = continuations(0, 6) as f64;
    let population = population.expect("samples were drawn");
    assert!((0.7..1.4).contains(&(population.approximate() / total)), "{population} instead of {total}");
    let first_row = |sample: &String| -> u32 {
        (1..=5u32)
            .filter(|column| sample.contains(&format!("in(1,{column})")))
            .map(|column| 1 << (column - 1))
            .sum()
    };
    let classes: Vec<(u64, f64)> = rows_of_five()
        .map(|row| {
            let number = samples.iter().filter(|sample| first_row(sample) == row).count() as u64;
            (number, continuations(row, 5) as f64 / total)
        })
        .collect();
    assert_eq!(classes.iter().map(|class| class.0).sum::<u64>(), 500);
    let statistic = chi_square(&classes);
    assert!(statistic < 39.1, "{statistic} with {} degrees of freedom", classes.len() - 1);
}

#[test]
fn samples_do_not_depend_on_threads() {
    // The projected atoms determine the shown ones: which model represents a projected one depends on threads.
    let text = "{ a(1..20) }. #show b/1. b(X) :- a(X), not a(X+1). #minimize { 1,X : a(X), X > 17 }.
        #project a/1.";
    for projection in [Projection::Shown, Projection::Atoms] {
        let of_threads = |number| {
            let threads = Threads { number, patience: 0 };
            let projection = Some(projection);
            samples(&mut grounded(text), SolveOptions { projection, threads, ..drawn(5, 4) }).0
        };
        let last = |samples: Vec<String>| samples[samples.len() - 5..].to_vec();
        assert_eq!(last(of_threads(1)), last(of_threads(3)));
    }
}

#[test]
fn clauses_and_steps_change_the_samples() {
    let mut control = grounded("{ a; b; c }. #program more. d :- a. :- b.");
    let a = control.parse_symbol("test", "a").expect("a symbol");
    let mut search = control.solve(drawn(40, 1)).expect("it can be solved");
    assert!(search.next_model().is_some());
    assert_eq!(search.summary().population.map(|population| population.number), Some(8));
    search.add_clause(&[(a, true)]);
    while let Some(model) = search.next_model() {
        assert!(model.contains(a));
    }
    assert_eq!(search.summary().population.map(|population| population.number), Some(4));
    assert!(!search.summary().exhausted);
    drop(search);
    control.ground(&[Part::new("more", &[])]).expect("it can be grounded");
    let (samples, population) = samples(&mut control, drawn(200, 5));
    assert_eq!(population.map(|population| population.number), Some(4));
    for answer in ["", "c", "a d", "a c d"] {
        let count = samples.iter().filter(|sample| *sample == answer).count();
        assert!((25..80).contains(&count), "{answer}: {count}");
    }
    // No answer set: the search ends, and the assumption is its core.
    let assumptions = [(a, true), (a, false)];
    let mut search =
        control.solve(SolveOptions { assumptions: &assumptions, ..drawn(3, 1) }).expect("it can be solved");
    assert!(search.next_model().is_none());
    assert_eq!(search.summary().satisfiable(), Some(false));
    assert!(!search.summary().core.is_empty());
}
