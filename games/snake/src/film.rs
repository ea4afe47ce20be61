//! A recorded game as a film: the game is replayed by the rules, and each picture shows the plan of the
//! player at that time.

use crate::view::{Intent, frame_with};
use crate::{Death, Game, Outcome};
use hamadryad_grid::{Cell, Cycle, Direction};
use hamadryad_scene::{Chapter, Film, Frame, Pictures};
use std::fmt;

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// The game before its first step.
    pub start: Game,
    /// All steps.
    pub moves: Vec<Direction>,
    /// The plan of the player at each apple, if recorded.
    pub plans: Vec<RecordedPlan>,
}

/// The plan of a player when an apple appeared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedPlan {
    /// The way from the head to the apple; empty if it follows the cycle or is unknown.
    pub path: Vec<Direction>,
    /// A cycle on which the snake lies when it reaches the apple, or before.
    pub cycle: Option<Cycle>,
}

/// The pictures of a film.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// One picture for each step.
    Step,
    /// One picture for each apple as it appears, and one for the end.
    Apple,
}

/// A recorded move that the rules do not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// The number of the step, counted from 1.
    pub step: usize,
    /// The death that the step would cause; `None` if the game was won before.
    pub death: Option<Death>,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.death {
            Some(death) => write!(f, "the snake would have died at step {}: {death}", self.step),
            None => write!(f, "step {} comes after the game was won", self.step),
        }
    }
}

impl std::error::Error for IllegalMove {}

/// The film of a game, with a chapter for every apple.
///
/// # Errors
/// If a move is not allowed by the rules.
pub fn film(recorded: &Recorded, pace: Pace, cell: Option<u32>, delay: u32) -> Result<Film, IllegalMove> {
    let mut game = recorded.start.clone();
    let mut view = PlanView::at_apple(&game, &recorded.plans);
    let mut frames = vec![view.frame(&game)];
    let mut chapters = vec![chapter(&game, 0)];
    for (number, &direction) in recorded.moves.iter().enumerate() {
        let outcome = game.step(direction);
        view.moved(game.head());
        let step = number + 1;
        match outcome {
            Outcome::Died(death) => return Err(IllegalMove { step, death: Some(death) }),
            Outcome::Won if step as u64 > game.statistics().steps => {
                return Err(IllegalMove { step, death: None });
            }
            Outcome::Won | Outcome::Ate => {
                view = PlanView::at_apple(&game, &recorded.plans);
                chapters.push(chapter(&game, frames.len()));
            }
            Outcome::Moved if pace == Pace::Step || step == recorded.moves.len() => {}
            Outcome::Moved => continue,
        }
        frames.push(view.frame(&game));
    }
    let title = format!("Snake on {}, seed {}", game.board(), game.apples().seed());
    Ok(Film { title, pictures: Pictures::Frames { frames, cell }, chapters, delay })
}

fn chapter(game: &Game, picture: usize) -> Chapter {
    let name = match game.apple() {
        Some(_) => format!("apple {}", game.statistics().apples + 1),
        None => "the end".to_string(),
    };
    Chapter { picture, name }
}

/// The plan that is shown on the way to an apple.
struct PlanView<'a> {
    /// Starts at the position of the head when the apple appeared.
    path: Vec<Cell>,
    /// Place of the head on the path.
    place: usize,
    cycle: Option<&'a Cycle>,
}

impl<'a> PlanView<'a> {
    fn at_apple(game: &Game, plans: &'a [RecordedPlan]) -> Self {
        let plan = usize::try_from(game.statistics().apples).ok().and_then(|apple| plans.get(apple));
        let (Some(RecordedPlan { path, cycle }), Some(apple)) = (plan, game.apple()) else {
            return Self { path: Vec::new(), place: 0, cycle: None };
        };
        let head = game.head();
        let path = match cycle {
            // Without a recorded way, the player follows the cycle.
            Some(cycle) if path.is_empty() => cycle.between(head, apple).collect(),
            None if path.is_empty() => Vec::new(),
            _ => {
                let steps = path.iter().scan(head, |cell, &direction| {
                    *cell = game.board().step(*cell, direction)?;
                    Some(*cell)
                });
                [head].into_iter().chain(steps).collect()
            }
        };
        Self { path, place: 0, cycle: cycle.as_ref() }
    }

    /// Updates the place after a move of the head. The path is dropped when the head leaves it; a path may
    /// visit a cell twice.
    fn moved(&mut self, head: Cell) {
        self.place += 1;
        if self.path.get(self.place) != Some(&head) {
            self.path.clear();
            self.place = 0;
        }
    }

    /// The board and the remaining part of the plan.
    fn frame(&self, game: &Game) -> Frame {
        frame_with(game, &Intent { path: &self.path[self.place..], cycle: self.cycle })
    }
}
