//! `hamadryad lab exact`: a line for each policy, and a line for each agent that is compared with them.

use super::arguments::ExactArguments;
use crate::exit;
use crate::messages;
use hamadryad_grid::Board;
use hamadryad_lab::exact::{Ends, Losses, Policy, ends, exact, losses};
use hamadryad_lab::statistics::Sample;
use hamadryad_lab::{AgentTask, Agents, Machine, Named, Player, Ruleset};
use hamadryad_snake::AgentKind;
use std::io::{self, Write};

/// Computes and prints policy by policy, because each of them may take minutes.
///
/// # Errors
/// Errors of writing to standard output.
pub(super) fn run(arguments: &ExactArguments) -> io::Result<u8> {
    let board = arguments.size;
    let is_possible = |policy: &Policy| board.len() <= policy.most_cells();
    let policies = match &arguments.policies[..] {
        [] => Policy::ALL.into_iter().filter(is_possible).collect(),
        some => some.to_vec(),
    };
    let needs_all_snakes = arguments.ends > 0 || arguments.losses > 0;
    let is_refused = needs_all_snakes && !is_possible(&Policy::Unrestricted);
    if policies.is_empty() || !policies.iter().all(is_possible) || is_refused {
        let most = Policy::ALL.map(|policy| format!("{} {}", policy.word(), policy.most_cells())).join(", ");
        messages::write(&format!(
            "error: a board of {} cells is too large; the limits of the policies are: {most}\n\n  tip: hamadryad lab exact --help\n",
            board.len()
        ));
        return Ok(exit::BAD_INPUT);
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<16} {:>12} {:>12} {:>10}",
        board.to_string(),
        "random start",
        "corner start",
        "snakes"
    )?;
    let mut values = Vec::new();
    for policy in policies {
        let Some(found) = exact(board, policy) else { continue };
        let steps = |steps: f64| if steps.is_finite() { format!("{steps:.4}") } else { "-".to_string() };
        let (random, corner) = (steps(found.random_start), steps(found.corner_start));
        writeln!(out, "{:<16} {random:>12} {corner:>12} {:>10}", policy.word(), found.snakes)?;
        out.flush()?;
        values.push((policy, found.random_start));
    }
    for &kind in &arguments.planners {
        match play(board, kind, arguments.games) {
            Ok(steps) => writeln!(out, "{}", comparison(kind, &steps, &values))?,
            Err(failure) => {
                messages::print(&format!("error: {kind}: {failure}\n"));
                return Ok(exit::BROKEN_GUARANTEE);
            }
        }
        out.flush()?;
    }
    if arguments.ends > 0 {
        write_ends(&mut out, board, arguments.ends)?;
    }
    if arguments.losses > 0 {
        write_losses(&mut out, board, arguments.losses)?;
    }
    Ok(0)
}

/// A line for each tenth of the board with ends.
fn write_ends(out: &mut impl Write, board: Board, count: u32) -> io::Result<()> {
    let Some(found) = ends(board, count as usize) else { return Ok(()) };
    writeln!(out, "{:<16} {:>12} {:>12} {:>12} {:>12}", "filled", "ends", "on a cycle", "safe", "certified")?;
    for (tenth, Ends { all, on_cycle, safe, certified }) in found.into_iter().enumerate() {
        if all > 0 {
            let part = format!("{} to {} %", 10 * tenth, 10 * (tenth + 1));
            writeln!(out, "{part:<16} {all:>12} {on_cycle:>12} {safe:>12} {certified:>12}")?;
        }
    }
    out.flush()
}

/// A line for each tenth of the board with apples, and one for whole games; means for a game, in steps.
fn write_losses(out: &mut impl Write, board: Board, games: u64) -> io::Result<()> {
    let Some(found) = losses(board, games) else { return Ok(()) };
    writeln!(
        out,
        "{:<16} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "filled", "apples", "steps", "lost", "no proof", "by choice"
    )?;
    let mean = |number: f64| number / games as f64;
    let mut line = |part: &str, losses: &[Losses]| {
        let sum = |number: fn(&Losses) -> f64| mean(losses.iter().map(number).sum());
        let (apples, steps) = (sum(|losses| losses.apples as f64), sum(|losses| losses.steps as f64));
        let (unproven, choice) = (sum(|losses| losses.without_certificate), sum(|losses| losses.by_choice));
        let lost = unproven + choice;
        writeln!(out, "{part:<16} {apples:>9.1} {steps:>9.2} {lost:>9.3} {unproven:>9.3} {choice:>9.3}")
    };
    for (tenth, losses) in found.iter().enumerate().filter(|(_, losses)| losses.apples > 0) {
        line(&format!("{} to {} %", 10 * tenth, 10 * (tenth + 1)), &[*losses])?;
    }
    line("a game", &found)?;
    out.flush()
}

/// The steps of games from a random start under the standard rules.
fn play(board: Board, kind: AgentKind, games: u64) -> Result<Sample, String> {
    let player = Agents::new(Machine::this(1));
    let mut steps = Vec::new();
    for task in AgentTask::all(&[kind], &[board], Ruleset::Standard, 1..=games) {
        let record = player.play(&task, &|| false).expect("it is not stopped");
        if !record.won {
            return Err(format!("seed {}: {}", record.seed, record.failure.unwrap_or_default()));
        }
        steps.push(record.steps as f64);
    }
    Ok(Sample::of(&steps))
}

/// The mean steps of an agent, and by how much they exceed each value.
fn comparison(kind: AgentKind, steps: &Sample, values: &[(Policy, f64)]) -> String {
    let error = steps.standard_error.unwrap_or_default();
    let mut line =
        format!("{:<16} {:>12.2} ± {error:.2}, {} games", kind.to_string(), steps.mean, steps.count);
    for (policy, value) in values.iter().filter(|(_, value)| value.is_finite()) {
        let percent = |steps: f64| 100.0 * steps / value;
        line +=
            &format!("; {:+.1} ± {:.1} % to {}", percent(steps.mean) - 100.0, percent(error), policy.word());
    }
    line
}
