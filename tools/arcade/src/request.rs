//! The calls of the protocol.

use crate::{program, puzzle, snake};
use serde::Deserialize;

/// A request: the call is named by the field `call`, the arguments stand beside it.
///
/// ```text
/// {"id": 7, "call": "snake.step", "to": "U", "light_ms": 10}
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "call")]
pub enum Request {
    /// Begins a game of Snake; the result is a [`snake::State`].
    #[serde(rename = "snake.begin")]
    SnakeBegin(snake::Begin),
    /// Opens the game of a link and replays its moves; the result is a [`snake::State`].
    #[serde(rename = "snake.open")]
    SnakeOpen(snake::Open),
    /// Moves the snake; the result is a [`snake::State`].
    #[serde(rename = "snake.step")]
    SnakeStep(snake::Step),
    /// Undoes the last step of a game for practice; the result is a [`snake::State`].
    #[serde(rename = "snake.undo")]
    SnakeUndo(snake::Undo),
    /// Decides whether a round trip runs through the snake; the result is a [`snake::LightView`], or null if
    /// the game is over.
    #[serde(rename = "snake.light")]
    SnakeLight(snake::Search),
    /// Explains why no round trip runs through the snake; the result is a [`snake::ObstacleView`], or null if the
    /// game is over.
    #[serde(rename = "snake.explain")]
    SnakeExplain(snake::Search),
    /// Computes a step with its plan; the result is a [`snake::HintView`], or null if the game is over.
    #[serde(rename = "snake.hint")]
    SnakeHint(snake::HintCall),
    /// A value for each cell of the present position; the result is a [`snake::MapView`].
    #[serde(rename = "snake.map")]
    SnakeMap(snake::MapCall),
    /// The game as a link; the result is `{"link"}`.
    #[serde(rename = "snake.link")]
    SnakeLink {},
    /// The game after some of its steps; the result is a [`snake::State`]. The game is unchanged.
    #[serde(rename = "snake.at")]
    SnakeAt(snake::At),
    /// Lets a planner finish the present game. Its moves arrive in parts, `{"moves"}`; the result is
    /// `{"moves", "status"}`. The game is unchanged.
    #[serde(rename = "snake.finish")]
    SnakeFinish(snake::Finish),
    /// The game of a planner on the same board with the same seed; the result is a [`snake::RivalView`].
    #[serde(rename = "snake.rival")]
    SnakeRival(snake::RivalCall),
    /// The orders of puzzles by difficulty; the result is a list of [`puzzle::Preset`].
    #[serde(rename = "puzzle.presets")]
    PuzzlePresets {},
    /// Generates a puzzle; the result is a [`puzzle::State`].
    #[serde(rename = "puzzle.new")]
    PuzzleNew(puzzle::New),
    /// Generates the puzzle of a link and makes its moves; the result is a [`puzzle::State`].
    #[serde(rename = "puzzle.open")]
    PuzzleOpen(puzzle::Open),
    /// Makes a move; the result is a [`puzzle::State`].
    #[serde(rename = "puzzle.move")]
    PuzzleMove(puzzle::Made),
    /// Undoes the last move; the result is a [`puzzle::State`].
    #[serde(rename = "puzzle.undo")]
    PuzzleUndo {},
    /// Makes the move again that was undone last; the result is a [`puzzle::State`].
    #[serde(rename = "puzzle.redo")]
    PuzzleRedo {},
    /// Undoes all moves; the result is a [`puzzle::State`].
    #[serde(rename = "puzzle.restart")]
    PuzzleRestart {},
    /// Decides whether the puzzle is solved, or can be solved from here; the result is a
    /// [`puzzle::Checked`].
    #[serde(rename = "puzzle.check")]
    PuzzleCheck {},
    /// The first move of a shortest solution from here; the result is `{"move"}`, null if the puzzle is
    /// solved or no solution exists from here.
    #[serde(rename = "puzzle.hint")]
    PuzzleHint {},
    /// The moves of a shortest solution from here; the result is `{"moves"}`, null if no solution exists.
    #[serde(rename = "puzzle.solve")]
    PuzzleSolve {},
    /// The order of the puzzle and the moves as a link; the result is `{"link"}`.
    #[serde(rename = "puzzle.link")]
    PuzzleLink {},
    /// Solves a program. Each answer arrives as a part, `{"answer"}`; the result is a [`program::Solved`].
    #[serde(rename = "program.solve")]
    ProgramSolve(program::Solve),
    /// Grounds a program; the result is a [`program::Ground`].
    #[serde(rename = "program.ground")]
    ProgramGround(program::GroundCall),
    /// Draws the answers of a program; each picture arrives as a part, `{"picture"}`, and the result is
    /// `{"pictures"}`, their number.
    #[serde(rename = "program.draw")]
    ProgramDraw(program::Draw),
    /// Explains why a program has no answer, or why an atom is in an answer or not; the result is a
    /// [`program::Explained`].
    #[serde(rename = "program.explain")]
    ProgramExplain(program::Explain),
    /// Formats a program; the result is `{"text"}`.
    #[serde(rename = "program.format")]
    ProgramFormat(program::Format),
    /// The programs that come with Hamadryad; the result is a list of [`program::Example`].
    #[serde(rename = "program.examples")]
    ProgramExamples {},
}

/// The effect of a successful call on its session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The session is as before.
    None,
    /// A game or a puzzle begins; earlier calls about games, or about puzzles, have no effect any more.
    Begin,
    /// The game or the puzzle has changed.
    Change,
}

impl Request {
    /// The effect of the call: all calls with an effect, from the last beginning on, make the same session again.
    pub fn effect(&self) -> Effect {
        match self {
            Self::SnakeBegin(_) | Self::SnakeOpen(_) | Self::PuzzleNew(_) | Self::PuzzleOpen(_) => {
                Effect::Begin
            }
            Self::SnakeStep(_)
            | Self::SnakeUndo(_)
            | Self::PuzzleMove(_)
            | Self::PuzzleUndo {}
            | Self::PuzzleRedo {}
            | Self::PuzzleRestart {} => Effect::Change,
            Self::SnakeLight(_)
            | Self::SnakeExplain(_)
            | Self::SnakeHint(_)
            | Self::SnakeMap(_)
            | Self::SnakeLink {}
            | Self::SnakeAt(_)
            | Self::SnakeFinish(_)
            | Self::SnakeRival(_)
            | Self::PuzzlePresets {}
            | Self::PuzzleCheck {}
            | Self::PuzzleHint {}
            | Self::PuzzleSolve {}
            | Self::PuzzleLink {}
            | Self::ProgramSolve(_)
            | Self::ProgramGround(_)
            | Self::ProgramDraw(_)
            | Self::ProgramExplain(_)
            | Self::ProgramFormat(_)
            | Self::ProgramExamples {} => Effect::None,
        }
    }
}
