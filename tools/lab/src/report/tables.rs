//! The tables of the report.

use super::paper;
use super::study::{Size, Study, size_name};
use super::table::Table;
use crate::Record;
use crate::statistics::Sample;

/// The content of an empty cell.
const NOTHING: &str = "";

/// All tables in order.
pub(super) fn all(study: &Study<'_>) -> Vec<Table> {
    let mut tables =
        vec![steps(study), times(study), processor(study), wins(study), proofs(study), phases(study)];
    if !study.rivals().is_empty() {
        tables.push(step_pairs(study));
        tables.push(time_pairs(study));
    }
    tables
}

/// A row for each player, a column for each size.
fn by_player(study: &Study<'_>, cell: impl Fn(usize, usize) -> String) -> Vec<Vec<String>> {
    let row = |player: usize| {
        let cells = (0..study.sizes.len()).map(|size| cell(player, size));
        std::iter::once(study.label(player)).chain(cells).collect()
    };
    (0..study.players.len()).map(row).collect()
}

fn head(study: &Study<'_>, first: &str) -> Vec<String> {
    let sizes = study.sizes.iter().map(|&size| size_name(size));
    std::iter::once(first.to_string()).chain(sizes).collect()
}

/// A row with the numbers of the paper, if it has any for these sizes.
fn paper_row(
    study: &Study<'_>,
    label: &str,
    known: impl Fn(Size) -> Option<&'static str>,
) -> Option<Vec<String>> {
    let cells: Vec<_> = study.sizes.iter().map(|&size| known(size)).collect();
    cells.iter().any(Option::is_some).then(|| {
        let cells = cells.into_iter().map(|cell| cell.unwrap_or(NOTHING).to_string());
        std::iter::once(label.to_string()).chain(cells).collect()
    })
}

/// A sample of the games that were won.
pub(super) fn sample(
    study: &Study<'_>,
    player: usize,
    size: usize,
    value: impl Fn(&Record) -> f64,
) -> Sample {
    let games = study.games(player, size);
    let values: Vec<f64> = games.values().filter(|game| game.outcome.won).map(|game| value(game)).collect();
    Sample::of(&values)
}

fn with_error(sample: &Sample, number: impl Fn(f64) -> String) -> String {
    match (sample.count, sample.standard_error) {
        (0, _) => NOTHING.to_string(),
        (_, None) => number(sample.mean),
        (_, Some(error)) => format!("{} ± {}", number(sample.mean), number(error)),
    }
}

fn steps(study: &Study<'_>) -> Table {
    let mut rows = by_player(study, |player, size| {
        let sample = sample(study, player, size, |game| game.outcome.steps as f64);
        with_error(&sample, |steps| format!("{steps:.1}"))
    });
    rows.extend(paper_row(study, "paper: multi-shot, least to most", paper::multi_shot_steps));
    rows.extend(paper_row(study, "paper: one-shot", paper::one_shot_steps));
    Table {
        title: "Table 1 (a): steps".to_string(),
        note: format!("Mean total steps of a game, ± its standard error. Paper: {}.", paper::SOURCE),
        head: head(study, "steps"),
        rows,
    }
}

fn times(study: &Study<'_>) -> Table {
    let mut rows = by_player(study, |player, size| {
        with_error(&sample(study, player, size, |game| game.outcome.wall), seconds)
    });
    rows.extend(paper_row(study, "paper: multi-shot, least to most", paper::multi_shot_seconds));
    rows.extend(paper_row(study, "paper: one-shot", paper::one_shot_seconds));
    Table {
        title: "Table 1 (b): time".to_string(),
        note: "Mean seconds of the clock for a game, grounding included, ± its standard error. The paper's are from \
               a laptop."
            .to_string(),
        head: head(study, "seconds"),
        rows,
    }
}

fn processor(study: &Study<'_>) -> Table {
    Table {
        title: "Time of the processor".to_string(),
        note: "Mean seconds of the processor for a game, grounding included, ± its standard error: other work of the \
               machine hardly affects it."
            .to_string(),
        head: head(study, "seconds"),
        rows: by_player(study, |player, size| {
            with_error(&sample(study, player, size, |game| game.outcome.cpu), seconds)
        }),
    }
}

fn wins(study: &Study<'_>) -> Table {
    Table {
        title: "Games".to_string(),
        note: "Games won, of games played. All means are of games won.".to_string(),
        head: head(study, "won"),
        rows: by_player(study, |player, size| {
            let games = study.games(player, size);
            let won = games.values().filter(|game| game.outcome.won).count();
            if games.is_empty() { NOTHING.to_string() } else { format!("{won} of {}", games.len()) }
        }),
    }
}

fn proofs(study: &Study<'_>) -> Table {
    Table {
        title: "Proofs and time-outs".to_string(),
        note: "Share of the iterations, one for each apple, for which the plan was proven optimal, and share of the \
               iterations that the time limit ended."
            .to_string(),
        head: head(study, "proven, timed out"),
        rows: by_player(study, |player, size| {
            let games = study.games(player, size);
            let iterations: Vec<_> = games.values().flat_map(|game| &game.iterations).collect();
            let share = |count: usize| 100.0 * count as f64 / iterations.len() as f64;
            let proven = iterations.iter().filter(|iteration| iteration.is_proven()).count();
            let timed_out = iterations.iter().filter(|iteration| iteration.timed_out).count();
            if iterations.is_empty() {
                return NOTHING.to_string();
            }
            format!("{:.1} %, {:.1} %", share(proven), share(timed_out))
        }),
    }
}

fn phases(study: &Study<'_>) -> Table {
    let part =
        |game: &Record, of: &dyn Fn(&crate::Iteration) -> f64| game.iterations.iter().map(of).sum::<f64>();
    Table {
        title: "Where the time goes".to_string(),
        note: "Mean seconds of the clock for a game: grounding, set-up included; then up to the model that was followed; \
               then until the proof of its optimality, or until the time limit."
            .to_string(),
        head: head(study, "ground, improve, prove"),
        rows: by_player(study, |player, size| {
            let ground = |game: &Record| game.outcome.set_up + part(game, &|one| one.ground);
            let improve = |game: &Record| part(game, &|one| one.optimum.map_or(0.0, |at| (at - one.ground).max(0.0)));
            let prove = |game: &Record| part(game, &|one| (one.time - one.optimum.unwrap_or(one.ground)).max(0.0));
            let mean = |value: &dyn Fn(&Record) -> f64| sample(study, player, size, value);
            let samples = [mean(&ground), mean(&improve), mean(&prove)];
            if samples[0].count == 0 {
                return NOTHING.to_string();
            }
            samples.map(|sample| seconds(sample.mean)).join(", ")
        }),
    }
}

/// Steps of the first player minus steps of the second, in games with the same apples.
pub(super) fn step_difference(study: &Study<'_>, one: usize, other: usize, size: usize) -> Sample {
    let pairs = study.pairs(one, other, size).into_iter();
    let differences: Vec<f64> =
        pairs.map(|(game, other)| game.outcome.steps as f64 - other.outcome.steps as f64).collect();
    Sample::of(&differences)
}

/// The logarithm of the ratio of the processor times of two players, in games with the same apples.
pub(super) fn time_ratio(study: &Study<'_>, one: usize, other: usize, size: usize) -> Sample {
    // The resolution of the clock is limited: times below a tenth of a microsecond would give meaningless
    // ratios.
    const LEAST: f64 = 1e-7;
    let pairs = study.pairs(one, other, size).into_iter();
    let logarithms: Vec<f64> = pairs
        .map(|(game, other)| (game.outcome.cpu.max(LEAST) / other.outcome.cpu.max(LEAST)).ln())
        .collect();
    Sample::of(&logarithms)
}

/// A row for each pair of players that differ in a single part.
fn by_pair(study: &Study<'_>, cell: impl Fn(usize, usize, usize) -> String) -> Vec<Vec<String>> {
    let row = |(one, other): (usize, usize)| {
        let label = format!("{} / {}", study.label(one), study.label(other));
        let cells = (0..study.sizes.len()).map(|size| cell(one, other, size));
        std::iter::once(label).chain(cells).collect()
    };
    study.rivals().into_iter().map(row).collect()
}

/// A mean with its interval; a star marks intervals that exclude the value of equal players.
fn interval(sample: &Sample, number: impl Fn(f64) -> String) -> String {
    match (sample.count, sample.interval()) {
        (0, _) => NOTHING.to_string(),
        (_, None) => number(sample.mean),
        (_, Some((low, high))) => {
            let star = if low > 0.0 || high < 0.0 { " *" } else { "" };
            format!("{} [{}, {}]{star}", number(sample.mean), number(low), number(high))
        }
    }
}

fn step_pairs(study: &Study<'_>) -> Table {
    Table {
        title: "Steps, pair by pair".to_string(),
        note: "Steps of the first player less those of the second, in games with the same apples: the mean, and its \
               confidence interval at 95 % (Student's t for paired differences, not adjusted for the number of \
               comparisons). A star marks intervals without 0; negative numbers favour the first player."
            .to_string(),
        head: head(study, "first / second"),
        rows: by_pair(study, |one, other, size| {
            interval(&step_difference(study, one, other, size), |steps| format!("{steps:+.1}"))
        }),
    }
}

fn time_pairs(study: &Study<'_>) -> Table {
    Table {
        title: "Time, pair by pair".to_string(),
        note: "Processor time of the first player divided by that of the second, in games with the same apples: the \
               geometric mean, and its confidence interval at 95 % (Student's t for paired differences of logarithms). A \
               star marks intervals without 1; numbers below 1 favour the first player."
            .to_string(),
        head: head(study, "first / second"),
        rows: by_pair(study, |one, other, size| {
            interval(&time_ratio(study, one, other, size), |ratio| format!("{:.2}", ratio.exp()))
        }),
    }
}

/// A time with three significant digits.
fn seconds(time: f64) -> String {
    let digits = match time {
        time if time >= 99.95 => 0,
        time if time >= 9.995 => 1,
        time if time >= 0.9995 => 2,
        _ => 3,
    };
    format!("{time:.digits$}")
}
