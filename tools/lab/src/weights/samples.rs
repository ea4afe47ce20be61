//! Samples for the regression: features of snakes in games of `splice`, with the steps to the next apples.

use super::games::{Games, Meter};
use crate::Progress;
use hamadryad_grid::{Board, CycleRepair};
use hamadryad_snake::{
    Agent, DriveError, Feature, FeatureExtractor, Game, Outcome, Splice, drive, uses_distance,
};
use std::ops::ControlFlow;

/// The number of apples after a sample whose steps are counted.
const APPLES: usize = 3;

/// A snake that has just eaten.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// The index of its board.
    pub(super) board: usize,
    /// Its length as a fraction of the board.
    pub(super) fullness: f64,
    /// Its features, in the order of [`Feature::ALL`].
    pub(super) features: [f32; Feature::COUNT],
    /// The steps to the next [`APPLES`] apples.
    pub(super) steps: f64,
}

impl Sample {
    /// The tenth of the game.
    pub(super) fn tenth(&self) -> usize {
        ((10.0 * self.fullness) as usize).min(9)
    }
}

/// The samples of many games.
#[derive(Clone, Debug)]
pub struct Samples {
    pub(super) list: Vec<Sample>,
    /// The number of boards.
    pub(super) boards: usize,
}

/// Result of sampling.
#[derive(Debug)]
pub enum Sampled {
    /// All games were played.
    Complete(Samples),
    /// The games were stopped.
    Stopped,
}

impl Samples {
    /// The number of samples.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// Plays games of `splice` and collects samples until `stop` returns `true`.
    ///
    /// # Errors
    /// If the agent loses a game.
    pub fn play(
        games: &Games,
        stop: &dyn Fn() -> bool,
        listener: &mut dyn FnMut(&Progress),
    ) -> Result<Sampled, DriveError> {
        let mut meter = Meter::new(games.count(), listener);
        let mut samplers: Vec<Sampler> = games.boards.iter().map(|&board| Sampler::new(board)).collect();
        let mut list = Vec::new();
        for (board, game) in games.starts() {
            if !samplers[board].play(board, game, stop, &mut list)? {
                return Ok(Sampled::Stopped);
            }
            meter.finished();
        }
        Ok(Sampled::Complete(Samples { list, boards: games.boards.len() }))
    }
}

/// Extracts samples on a board.
struct Sampler {
    grid: CycleRepair,
    extractor: FeatureExtractor,
}

impl Sampler {
    fn new(board: Board) -> Self {
        Self { grid: CycleRepair::new(board), extractor: FeatureExtractor::new(board) }
    }

    /// Plays a game; returns whether it was played to its end.
    fn play(
        &mut self,
        board: usize,
        mut game: Game,
        stop: &dyn Fn() -> bool,
        list: &mut Vec<Sample>,
    ) -> Result<bool, DriveError> {
        let mut agent = Splice::new(&game).expect("every board has a cycle through one cell");
        let mut snakes = Vec::new();
        // The number of steps at each apple.
        let mut eaten = Vec::new();
        let note = &mut |game: &Game, _: &dyn Agent, outcome: Outcome| {
            if outcome != Outcome::Moved {
                eaten.push(game.statistics().steps);
            }
            if outcome == Outcome::Ate {
                snakes.push(self.sample(board, game));
            }
            if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        drive(&mut game, &mut agent, note)?;
        if game.apple().is_some() {
            return Ok(false);
        }
        let spans = eaten.iter().zip(eaten.iter().skip(APPLES));
        list.extend(
            snakes
                .into_iter()
                .zip(spans)
                .map(|(snake, (from, to))| Sample { steps: (to - from) as f64, ..snake }),
        );
        Ok(true)
    }

    fn sample(&mut self, board: usize, game: &Game) -> Sample {
        let grid = game.board();
        let body: Vec<u32> = game.snake().rev().map(|cell| grid.index(cell) as u32).collect();
        let fullness = body.len() as f64 / grid.len() as f64;
        let mut sample = Sample { board, fullness, features: [0.0; Feature::COUNT], steps: 0.0 };
        sample.features = self.extractor.of(&self.grid, &body, uses_distance(sample.tenth()));
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_gives_a_sample_for_each_apple_but_the_last_three() {
        let boards = vec![Board::new(4, 4).expect("an even board"), Board::new(4, 6).expect("an even board")];
        let games = Games { boards, games: 2, first_seed: 5 };
        let mut reports = Vec::new();
        let sampled = Samples::play(&games, &|| false, &mut |progress| reports.push(progress.done));
        let Ok(Sampled::Complete(samples)) = sampled else { panic!("the games are won") };
        // 15 and 23 apples.
        assert_eq!(samples.count(), 2 * (12 + 20));
        assert_eq!(reports, [1, 2, 3, 4]);
        assert!(samples.list.iter().all(|sample| sample.steps >= APPLES as f64 && sample.fullness < 1.0));
    }

    #[test]
    fn a_stop_ends_the_games() {
        let games = Games { boards: vec![Board::new(4, 4).expect("an even board")], games: 2, first_seed: 5 };
        assert!(matches!(Samples::play(&games, &|| true, &mut |_| ()), Ok(Sampled::Stopped)));
    }
}
