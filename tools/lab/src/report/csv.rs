//! Reports as CSV: plain numbers, one value in each column, empty if missing.

use super::study::{Study, curve, expectation, size_name};
use super::tables::{sample, step_difference, time_ratio};
use crate::statistics::Sample;
use std::fmt::Write;

/// The columns that identify player and board.
const WHO: &str = "experiment,engine,strategy,approach,heuristic,mirror,time_limit,rows,cols";

fn who(study: &Study<'_>, player: usize, size: usize) -> String {
    let one = &study.players[player];
    let (rows, cols) = study.sizes[size];
    let limit = one.time_limit.map(|limit| limit.to_string()).unwrap_or_default();
    let (engine, strategy, approach) = (one.engine.name(), one.strategy.name(), one.approach.name());
    let (experiment, heuristic, mirror) = (quote(&one.experiment), one.heuristic, one.mirror);
    format!("{experiment},{engine},{strategy},{approach},{heuristic},{mirror},{limit},{rows},{cols}")
}

/// Every player on every board, in the order of the tables.
fn cells(study: &Study<'_>) -> impl Iterator<Item = (usize, usize)> {
    let sizes = study.sizes.len();
    (0..study.players.len()).flat_map(move |player| (0..sizes).map(move |size| (player, size)))
}

/// One line for each game.
pub(super) fn games(study: &Study<'_>) -> String {
    let mut text = format!(
        "{WHO},seed,version,won,steps,apples,set_up,wall,cpu,iterations,proven,timed_out,conflicts\n"
    );
    for (player, size) in cells(study) {
        for (seed, game) in study.games(player, size) {
            let outcome = &game.outcome;
            let iterations = &game.iterations;
            let proven = iterations.iter().filter(|iteration| iteration.is_proven()).count();
            let timed_out = iterations.iter().filter(|iteration| iteration.timed_out).count();
            let conflicts = iterations.iter().fold(0_u64, |sum, one| sum.saturating_add(one.conflicts));
            let (won, steps, apples) = (outcome.won, outcome.steps, outcome.apples);
            let (set_up, wall, cpu) = (time(outcome.set_up), time(outcome.wall), time(outcome.cpu));
            let (who, version, count) = (who(study, player, size), quote(&game.version), iterations.len());
            let _ = writeln!(
                text,
                "{who},{seed},{version},{won},{steps},{apples},{set_up},{wall},{cpu},{count},{proven},{timed_out},{conflicts}"
            );
        }
    }
    text
}

/// One line for each player and board.
pub(super) fn summary(study: &Study<'_>) -> String {
    let mut text = format!("{WHO},games,won,steps,steps_error,wall,wall_error,cpu,cpu_error\n");
    for (player, size) in cells(study) {
        let games = study.games(player, size);
        if games.is_empty() {
            continue;
        }
        let steps = sample(study, player, size, |game| game.outcome.steps as f64);
        let wall = sample(study, player, size, |game| game.outcome.wall);
        let cpu = sample(study, player, size, |game| game.outcome.cpu);
        let numbers =
            [steps, wall, cpu].map(|sample| format!("{},{}", mean(&sample), error(&sample))).join(",");
        let _ = writeln!(text, "{},{},{},{numbers}", who(study, player, size), games.len(), steps.count);
    }
    text
}

/// One line for each compared pair of players, and each board.
pub(super) fn pairs(study: &Study<'_>) -> String {
    let mut text =
        "first,second,board,pairs,steps_difference,steps_low,steps_high,cpu_ratio,cpu_low,cpu_high\n"
            .to_string();
    for (one, other) in study.rivals() {
        for size in 0..study.sizes.len() {
            let steps = step_difference(study, one, other, size);
            if steps.count == 0 {
                continue;
            }
            let time = time_ratio(study, one, other, size);
            let ends = |sample: &Sample, scale: &dyn Fn(f64) -> f64| {
                let ends =
                    sample.interval().map(|(low, high)| format!("{:.6},{:.6}", scale(low), scale(high)));
                format!("{:.6},{}", scale(sample.mean), ends.unwrap_or_else(|| ",".to_string()))
            };
            let (first, second) = (quote(&study.label(one)), quote(&study.label(other)));
            let (board, count) = (size_name(study.sizes[size]), steps.count);
            let (steps, time) = (ends(&steps, &|steps| steps), ends(&time, &f64::exp));
            let _ = writeln!(text, "{first},{second},{board},{count},{steps},{time}");
        }
    }
    text
}

/// One line for each player, board and length of the snake.
pub(super) fn iterations(study: &Study<'_>) -> String {
    let mut text = format!("{WHO},length,games,steps,naive_steps,time,proven,timed_out\n");
    for (player, size) in cells(study) {
        let (rows, cols) = study.sizes[size];
        for (length, point) in curve(study, player, size) {
            let share = |count: usize| format!("{:.6}", count as f64 / point.count as f64);
            let (who, naive) = (who(study, player, size), expectation(rows.saturating_mul(cols), length));
            let (proven, timed_out) = (share(point.proven), share(point.timed_out));
            let (steps, mean_time) =
                (point.steps as f64 / point.count as f64, point.time / point.count as f64);
            let (count, mean_time) = (point.count, time(mean_time));
            let _ =
                writeln!(text, "{who},{length},{count},{steps:.6},{naive},{mean_time},{proven},{timed_out}");
        }
    }
    text
}

fn time(seconds: f64) -> String {
    format!("{seconds:.6}")
}

fn mean(sample: &Sample) -> String {
    if sample.count == 0 { String::new() } else { format!("{:.6}", sample.mean) }
}

fn error(sample: &Sample) -> String {
    sample.standard_error.map(|error| format!("{error:.6}")).unwrap_or_default()
}

/// A text as one column; separators of columns and lines are quoted.
pub(super) fn quote(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}
