//! `--why-optimal` and `--why-not-cost`: why no answer costs less. The bound on the costs is an element of a conflict;
//! `--why-optimal` shows groups of costs as well that cannot all be avoided.

use super::answer::find;
use super::asking::Asking;
use super::conflict;
use crate::exit;
use crate::explain::arguments::Format;
use crate::messages;
use clap::Args;
use hamadryad::explain::ExplainOptions;
use hamadryad_present::explanation::Explanations;
use std::io::{self, Write};

/// Questions about costs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Questions about costs")]
pub struct CostArguments {
    /// Why does no answer cost less than an optimal one?
    #[arg(long, conflicts_with_all = ["why", "why_not", "why_not_cost"])]
    why_optimal: bool,

    /// Why does no answer cost at most this, by priority, highest first?
    #[arg(long, value_name = "C[,C…]", value_delimiter = ',', allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["why", "why_not"])]
    why_not_cost: Vec<i64>,
}

impl CostArguments {
    /// Whether one of the questions is asked.
    pub fn is_asked(&self) -> bool {
        self.why_optimal || !self.why_not_cost.is_empty()
    }
}

/// Answers the question and returns the exit code.
///
/// # Errors
/// Errors of writing to standard output.
pub fn run(mut asking: Asking<'_>) -> io::Result<u8> {
    let mut priorities = asking.control.priorities().to_vec();
    priorities.sort_unstable_by(|a, b| b.cmp(a));
    if priorities.is_empty() {
        return Ok(refuse("the program has no objective: no #minimize, #maximize or weak constraint"));
    }
    let given = &asking.arguments.cost.why_not_cost;
    if given.len() > priorities.len() {
        let (given, levels) = (given.len(), priorities.len());
        return Ok(refuse(&format!("--why-not-cost has {given} costs, the objective {levels} priorities")));
    }
    if !given.is_empty() {
        let bounds = priorities.iter().copied().zip(given.iter().copied()).collect();
        let costs: Vec<String> = given.iter().map(i64::to_string).collect();
        return explain(asking, bounds, &format!("costs of at most {}", costs.join(", ")));
    }
    let best = match find(&mut asking, &[]) {
        Ok(Some(best)) => best,
        Ok(None) => {
            writeln!(
                io::stdout(),
                "the program has no answer; `hamadryad explain` without --why-optimal tells why"
            )?;
            return Ok(exit::UNSATISFIABLE);
        }
        Err(code) => return Ok(code),
    };
    if !best.is_optimal {
        return Ok(refuse("the optimum was not proven in time: use --time-limit, or --why-not-cost"));
    }
    let costs: Vec<String> = best.costs.iter().map(i64::to_string).collect();
    if asking.arguments.format == Format::Text {
        writeln!(io::stdout(), "the optimal costs are {}, proven", costs.join(", "))?;
    }
    // The first priority that could be better explains the optimum: those above are kept at their optimum. A level
    // of cost 0 has nothing to explain, unless weights are negative.
    let worth = best.costs.iter().rposition(|&cost| cost != 0).unwrap_or(0);
    let level = if best.costs.len() == 1 { 0 } else { worth };
    let mut bounds: Vec<(i32, i64)> =
        priorities.iter().copied().zip(best.costs.iter().copied()).take(level + 1).collect();
    bounds[level].1 -= 1;
    let what = match best.costs.len() {
        1 => format!("costs of at most {}", bounds[level].1),
        _ => format!("costs of at most {} at priority {}", bounds[level].1, bounds[level].0),
    };
    // The groups of this priority, with the costs above it at their optimum.
    let above = bounds[..level].to_vec();
    let options = ExplainOptions { bounds: above, ..ExplainOptions::new() };
    let half = asking.part_of_the_time(0.4);
    let groups = match asking.control.explainer(options, &half) {
        Ok(mut explainer) => explainer.cost_groups(priorities[level]),
        Err(error) => return Ok(refuse(&error.to_string())),
    };
    if let (Some(groups), Format::Text) = (&groups, asking.arguments.format) {
        let texts = Explanations { control: &asking.control, lists_all: false };
        write!(io::stdout(), "{}", texts.cost_groups(groups, best.costs[level]))?;
    }
    asking.groups = groups;
    explain(asking, bounds, &what)
}

fn explain(mut asking: Asking<'_>, bounds: Vec<(i32, i64)>, what: &str) -> io::Result<u8> {
    asking.bounds = bounds;
    if asking.arguments.format == Format::Text {
        writeln!(io::stdout(), "with {what}:")?;
    }
    conflict::run(asking)
}

fn refuse(message: &str) -> u8 {
    messages::print(&format!("error: {message}\n"));
    exit::BAD_INPUT
}
