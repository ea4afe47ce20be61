//! Samples for learning: features of snakes in games of `foresight` that explore, with the steps to the next
//! apple.

use super::games::{Games, Meter};
use crate::Progress;
use hamadryad_grid::Board;
use hamadryad_snake::{
    Agent, DriveError, Exploration, Feature, FeatureExtractor, Foresight, Game, Outcome, TimeLimit, drive,
    luck,
};
use std::ops::ControlFlow;
use std::time::Duration;

/// The noise on the values, in steps. Without noise, the samples are the ends that the present weights prefer,
/// and say nothing about others.
const EXPLORATION: f32 = 2.0;

/// A snake that has just eaten.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Its length in cells.
    pub(super) length: usize,
    /// Its features, in the order of [`Feature::ALL`].
    pub(super) features: [f32; Feature::COUNT],
    /// The steps of its first escape; 0 on a cycle.
    pub(super) escape: usize,
    /// The luck of the next apple, in steps.
    pub(super) luck: f64,
    /// The steps to the next apple.
    pub(super) steps: u64,
}

/// The samples of a game, in order.
#[derive(Clone, Debug)]
pub(super) struct Episode {
    /// The index of its board, and the number of cells.
    pub(super) board: usize,
    pub(super) cells: usize,
    pub(super) samples: Vec<Sample>,
}

impl Episode {
    /// The tenth of the game.
    pub(super) fn tenth(&self, sample: &Sample) -> usize {
        10 * sample.length / self.cells
    }
}

/// The samples of many games.
#[derive(Clone, Debug)]
pub struct Samples {
    pub(super) episodes: Vec<Episode>,
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
        self.episodes.iter().map(|episode| episode.samples.len()).sum()
    }

    /// Plays games of `foresight` with the present weights and noise, and collects samples until `stop` returns
    /// `true`.
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
        let mut episodes = Vec::new();
        for (number, (board, game)) in games.starts().enumerate() {
            let exploration =
                Exploration { steps: EXPLORATION, seed: games.first_seed.wrapping_add(number as u64) };
            let cells = game.board().len();
            let Some(samples) = samplers[board].play(game, exploration, stop)? else {
                return Ok(Sampled::Stopped);
            };
            episodes.push(Episode { board, cells, samples });
            meter.finished();
        }
        Ok(Sampled::Complete(Samples { episodes, boards: games.boards.len() }))
    }
}

/// Extracts samples on a board.
struct Sampler {
    extractor: FeatureExtractor,
}

impl Sampler {
    fn new(board: Board) -> Self {
        Self { extractor: FeatureExtractor::new(board) }
    }

    /// Plays a game; `None` if it was stopped.
    fn play(
        &mut self,
        mut game: Game,
        exploration: Exploration,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Sample>>, DriveError> {
        let limit = TimeLimit { time: None, clock: &|| Duration::ZERO };
        let agent = Foresight::new(&game, limit).expect("every board has a cycle through one cell");
        let mut agent = agent.exploring(exploration);
        let mut samples: Vec<Sample> = Vec::new();
        let mut fed = 0;
        let note = &mut |game: &Game, agent: &dyn Agent, outcome: Outcome| {
            let steps = game.statistics().steps;
            if outcome != Outcome::Moved {
                if let Some(last) = samples.last_mut() {
                    last.steps = steps - fed;
                }
                fed = steps;
            }
            if outcome == Outcome::Ate {
                samples.push(self.sample(game, agent));
            }
            if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        drive(&mut game, &mut agent, note)?;
        Ok(game.apple().is_none().then_some(samples))
    }

    fn sample(&mut self, game: &Game, agent: &dyn Agent) -> Sample {
        let board = game.board();
        let body: Vec<u32> = game.snake().rev().map(|cell| board.index(cell) as u32).collect();
        Sample {
            length: body.len(),
            features: self.extractor.of(&body, true),
            escape: agent.escapes(game).first().map_or(0, |escape| escape.way.len()),
            luck: luck(game).unwrap_or(0.0),
            steps: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_gives_a_sample_for_each_apple_but_the_last() {
        let boards = vec![Board::new(4, 4).expect("an even board"), Board::new(4, 6).expect("an even board")];
        let games = Games { boards, games: 2, first_seed: 5 };
        let mut reports = Vec::new();
        let sampled = Samples::play(&games, &|| false, &mut |progress| reports.push(progress.done));
        let Ok(Sampled::Complete(samples)) = sampled else { panic!("the games are won") };
        // 15 and 23 apples.
        assert_eq!(samples.count(), 2 * (14 + 22));
        assert_eq!(reports, [1, 2, 3, 4]);
        for episode in &samples.episodes {
            assert!(episode.samples.iter().all(|sample| sample.steps >= 1 && sample.length < episode.cells));
            assert!(episode.samples.is_sorted_by_key(|sample| sample.length));
        }
    }

    #[test]
    fn a_stop_ends_the_games() {
        let games = Games { boards: vec![Board::new(4, 4).expect("an even board")], games: 2, first_seed: 5 };
        assert!(matches!(Samples::play(&games, &|| true, &mut |_| ()), Ok(Sampled::Stopped)));
    }
}
