//! Consistency of records, checked when a line is read, so that reports can rely on it.
//!
//! A journal may come from another machine, an editor or a damaged disk. JSON alone permits lists with
//! inconsistent lengths and numbers whose sums overflow. *Invariant:* sums over all numbers of a record, and
//! over as many records as fit into memory, stay far below 2^64.

use crate::{AgentRecord, Iteration, Record, RicochetRecord};
use hamadryad_grid::Board;

/// The largest count in a record: a hundred years with a step each microsecond have fewer steps.
const MOST: u64 = 1 << 52;

/// Checks the record of an agent's game.
///
/// # Errors
/// The first inconsistency.
pub(crate) fn agent(record: &AgentRecord) -> Result<(), String> {
    let configuration = &record.configuration;
    let cells = board(configuration.rows, configuration.cols)?;
    word("planner", &configuration.planner)?;
    word("rules", &configuration.rules)?;
    seconds("wall", record.wall)?;
    seconds("cpu", record.cpu)?;
    count("steps", record.steps)?;
    count("plans", record.plans)?;
    if record.lengths.len() != record.ways.len() + 1 {
        return Err(format!(
            "`lengths` has {} numbers and `ways` has {}: there is a length at the beginning and after each way",
            record.lengths.len(),
            record.ways.len()
        ));
    }
    // The length includes pending growth, which may exceed the last free cells.
    if record.lengths.iter().any(|&length| length > cells + usize::from(u16::MAX)) {
        return Err(format!("`lengths` has a length that is impossible on {cells} cells"));
    }
    let steps = record.ways.iter().try_fold(0_u64, |sum, &way| sum.checked_add(way));
    if steps.is_none_or(|steps| steps > record.steps) {
        return Err(format!("`ways` has more steps than the {} of the game", record.steps));
    }
    if record.luck.is_some_and(|luck| luck.iter().any(|sum| !sum.is_finite() || sum.abs() > MOST as f64)) {
        return Err("`luck` has a number that is too large".to_string());
    }
    Ok(())
}

/// Checks the record of a game by an approach.
///
/// # Errors
/// The first inconsistency.
pub(crate) fn approach(record: &Record) -> Result<(), String> {
    let (configuration, outcome) = (&record.configuration, &record.outcome);
    let cells = board(configuration.rows, configuration.cols)?;
    if let Some(limit) = configuration.time_limit {
        seconds("time_limit", limit)?;
    }
    count("steps", outcome.steps)?;
    count("apples", outcome.apples)?;
    seconds("set_up", outcome.set_up)?;
    seconds("wall", outcome.wall)?;
    seconds("cpu", outcome.cpu)?;
    for (number, one) in (1..).zip(&record.iterations) {
        iteration(one, cells, configuration.rows, configuration.cols)
            .map_err(|error| format!("iteration {number}: {error}"))?;
    }
    Ok(())
}

/// Checks the record of a game of Ricochet Robots.
///
/// # Errors
/// The first inconsistency.
pub(crate) fn ricochet(record: &RicochetRecord) -> Result<(), String> {
    let configuration = &record.configuration;
    count("rows", configuration.rows as u64)?;
    count("cols", configuration.cols as u64)?;
    seconds("set_up", record.set_up)?;
    seconds("wall", record.wall)?;
    seconds("cpu", record.cpu)?;
    let (found, wanted) = (record.rounds.len(), configuration.rounds);
    if found > wanted || (found < wanted && record.failure.is_none()) {
        return Err(format!("there are {found} rounds of {wanted}"));
    }
    for (number, round) in (1..).zip(&record.rounds) {
        let moments = [
            ("ground", round.ground),
            ("first", round.first),
            ("optimum", round.optimum),
            ("proof", round.proof),
        ];
        let counts = [("conflicts", round.conflicts), ("decisions", round.decisions), ("kept", round.kept)];
        let is_sound = (moments.into_iter().try_for_each(|(name, moment)| seconds(name, moment)))
            .and_then(|()| counts.into_iter().try_for_each(|(name, number)| count(name, number)))
            .and_then(|()| count("moves", round.moves as u64));
        is_sound.map_err(|error| format!("round {number}: {error}"))?;
    }
    Ok(())
}

fn iteration(one: &Iteration, cells: usize, rows: usize, cols: usize) -> Result<(), String> {
    if !(1..=cells).contains(&one.length) {
        return Err(format!("no snake of length {} fits on {cells} cells", one.length));
    }
    let (row, col) = one.apple;
    if !(1..=rows).contains(&(row as usize)) || !(1..=cols).contains(&(col as usize)) {
        return Err(format!("the apple lies at ({row},{col}), outside of {rows}×{cols}"));
    }
    let longest = one.bounds.iter().fold(one.steps, |most, &steps| most.max(steps));
    count("steps", longest as u64)?;
    count("conflicts", one.conflicts)?;
    seconds("time", one.time)?;
    seconds("cpu", one.cpu)?;
    seconds("ground", one.ground)?;
    let moments = [("first", one.first), ("optimum", one.optimum), ("proof", one.proof)];
    moments
        .into_iter()
        .filter_map(|(name, moment)| Some((name, moment?)))
        .try_for_each(|(name, moment)| seconds(name, moment))
}

/// The number of cells of a board.
fn board(rows: usize, cols: usize) -> Result<usize, String> {
    Board::new(rows, cols).map(|board| board.len()).map_err(|error| error.to_string())
}

fn word(name: &str, text: &str) -> Result<(), String> {
    match text {
        "" => Err(format!("`{name}` is empty")),
        _ if text.chars().any(char::is_control) => Err(format!("`{name}` has control characters")),
        _ => Ok(()),
    }
}

fn count(name: &str, number: u64) -> Result<(), String> {
    if number <= MOST { Ok(()) } else { Err(format!("`{name}` is {number}, more than possible in a game")) }
}

fn seconds(name: &str, number: f64) -> Result<(), String> {
    let is_time = number.is_finite() && (0.0..=MOST as f64).contains(&number);
    if is_time { Ok(()) } else { Err(format!("`{name}` is {number}, which is not a time in seconds")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planners::tests as planners;
    use crate::play::tests::record;
    use crate::ricochet::tests::games;
    use crate::{Entry, RicochetPlayer, Ruleset};
    use hamadryad_snake::AgentKind;

    #[test]
    fn records_of_games_are_consistent() {
        for seed in 1..4 {
            assert_eq!(record(seed).check(), Ok(()));
            for rules in [Ruleset::Standard, Ruleset::SolvingSnake] {
                assert_eq!(planners::record(AgentKind::Splice, seed, rules).check(), Ok(()));
            }
        }
    }

    #[test]
    fn an_inconsistent_record_of_an_agent_is_reported() {
        type Change = fn(&mut AgentRecord);
        let changes: [(Change, &str); 8] = [
            (|record| record.ways.truncate(34), "`lengths` has 36 numbers and `ways` has 34"),
            (|record| record.lengths.clear(), "`lengths` has 0 numbers and `ways` has 35"),
            (|record| record.ways[0] = u64::MAX, "`ways` has more steps than"),
            (|record| record.lengths[3] = usize::MAX, "a length that is impossible on 36 cells"),
            (|record| record.configuration.cols = 7, ""),
            (|record| record.configuration.rows = usize::MAX, "is too large"),
            (
                |record| record.configuration.planner = "\x1b[2J".to_owned(),
                "`planner` has control characters",
            ),
            (|record| record.cpu = -1.0, "`cpu` is -1, which is not a time"),
        ];
        for (change, error) in changes {
            let mut record = planners::record(AgentKind::Splice, 5, Ruleset::Standard);
            change(&mut record);
            match record.check() {
                Ok(()) => assert_eq!(error, "", "42 cells are a board as well"),
                Err(message) => assert!(message.contains(error), "{message}"),
            }
        }
    }

    #[test]
    fn an_inconsistent_record_of_ricochet_robots_is_reported() {
        type Change = fn(&mut RicochetRecord);
        let changes: [(Change, &str); 5] = [
            (|record| record.rounds.truncate(3), "there are 3 rounds of 12"),
            (|record| record.configuration.rounds = 2, "there are 12 rounds of 2"),
            (|record| record.configuration.rows = usize::MAX, "`rows` is 18446744073709551615"),
            (|record| record.rounds[1].proof = -1.0, "round 2: `proof` is -1, which is not a time"),
            (|record| record.rounds[0].kept = u64::MAX, "round 1: `kept` is"),
        ];
        let task = &games().tasks()[1];
        let player = RicochetPlayer::new(crate::Machine::this(1));
        let sound = crate::Player::play(&player, task, &|| false).expect("it is not stopped");
        assert_eq!(sound.check(), Ok(()));
        for (change, error) in changes {
            let mut record = sound.clone();
            change(&mut record);
            let message = record.check().expect_err("nonsense");
            assert!(message.contains(error), "{message}");
        }
    }

    #[test]
    fn an_inconsistent_record_of_an_approach_is_reported() {
        type Change = fn(&mut Record);
        let changes: [(Change, &str); 7] = [
            (|record| record.configuration.rows = 1, "both sides need at least 2 cells"),
            (|record| record.configuration.time_limit = Some(f64::NAN), "`time_limit` is NaN"),
            (
                |record| record.outcome.steps = u64::MAX,
                "`steps` is 18446744073709551615, more than possible in a game",
            ),
            (|record| record.iterations[1].length = 0, "iteration 2: no snake of length 0 fits"),
            (|record| record.iterations[0].apple = (1, 99), "iteration 1: the apple lies at (1,99)"),
            (|record| record.iterations[0].conflicts = u64::MAX, "iteration 1: `conflicts` is"),
            (|record| record.iterations[0].proof = Some(-0.5), "iteration 1: `proof` is -0.5"),
        ];
        for (change, error) in changes {
            let mut record = record(1);
            change(&mut record);
            let message = record.check().expect_err("nonsense");
            assert!(message.contains(error), "{message}");
        }
    }
}
