//! `hamadryad lab exact`: a line for each policy.

use super::arguments::ExactArguments;
use crate::exit;
use crate::messages;
use hamadryad_lab::Named;
use hamadryad_lab::exact::{Policy, exact};
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
    if policies.is_empty() || !policies.iter().all(is_possible) {
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
    for policy in policies {
        let Some(found) = exact(board, policy) else { continue };
        let steps = |steps: f64| if steps.is_finite() { format!("{steps:.4}") } else { "-".to_string() };
        let (random, corner) = (steps(found.random_start), steps(found.corner_start));
        writeln!(out, "{:<16} {random:>12} {corner:>12} {:>10}", policy.word(), found.snakes)?;
        out.flush()?;
    }
    Ok(0)
}
