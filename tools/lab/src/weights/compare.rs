//! Plays `foresight` with its own weights and with others on the same apples.

use super::games::{Games, Meter};
use crate::Progress;
use crate::statistics::Sample;
use hamadryad_grid::Board;
use hamadryad_snake::{
    Agent, DriveError, Foresight, Game, Outcome, TimeLimit, Weights, drive, learnt_weights,
};
use std::ops::ControlFlow;
use std::time::Duration;

/// The steps of games on a board.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The board.
    pub board: Board,
    /// Steps of a game with the agent's own weights, and with the others.
    pub steps: [Sample; 2],
    /// The steps with the others minus the steps with its own, game by game.
    pub difference: Sample,
}

/// Plays all games with both; `None` if `stop` returned `true` before the end.
///
/// # Errors
/// If the agent loses a game.
pub fn compare(
    games: &Games,
    others: Weights,
    stop: &dyn Fn() -> bool,
    listener: &mut dyn FnMut(&Progress),
) -> Result<Option<Vec<Comparison>>, DriveError> {
    let mut meter = Meter::new(games.count(), listener);
    let mut steps = vec![[Vec::new(), Vec::new()]; games.boards.len()];
    for (board, game) in games.starts() {
        let own = learnt_weights(game.board().len());
        for (table, steps) in [own, others].into_iter().zip(&mut steps[board]) {
            match play(game.clone(), table, stop)? {
                Some(played) => steps.push(played as f64),
                None => return Ok(None),
            }
        }
        meter.finished();
    }
    let comparison = |(&board, [first, second]): (&Board, &[Vec<f64>; 2])| {
        let differences: Vec<f64> = second.iter().zip(first).map(|(second, first)| second - first).collect();
        let steps = [Sample::of(first), Sample::of(second)];
        Comparison { board, steps, difference: Sample::of(&differences) }
    };
    Ok(Some(games.boards.iter().zip(&steps).map(comparison).collect()))
}

/// The steps of a game; `None` if it was stopped.
fn play(mut game: Game, weights: Weights, stop: &dyn Fn() -> bool) -> Result<Option<u64>, DriveError> {
    let limit = TimeLimit { time: None, clock: &|| Duration::ZERO };
    let mut agent =
        Foresight::with_weights(&game, limit, weights).expect("every board has a cycle through one cell");
    let watch = &mut |_: &Game, _: &dyn Agent, _: Outcome| {
        if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    drive(&mut game, &mut agent, watch)?;
    Ok(game.apple().is_none().then(|| game.statistics().steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_tables_play_equal_games() {
        let games = Games { boards: vec![Board::new(4, 4).expect("an even board")], games: 3, first_seed: 1 };
        let compared = compare(&games, learnt_weights(16), &|| false, &mut |_| ());
        let compared = compared.expect("the agent wins").expect("no stop");
        assert_eq!(compared[0].steps[0], compared[0].steps[1]);
        assert_eq!((compared[0].difference.count, compared[0].difference.mean), (3, 0.0));
        assert_eq!(compare(&games, learnt_weights(16), &|| true, &mut |_| ()), Ok(None));
    }
}
