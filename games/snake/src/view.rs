//! A game as a frame for the scene.

use crate::Game;
use hamadryad_grid::Cycle;
use hamadryad_scene::{Course, Frame, Glyph, Ink, Mark, Stroke};

const HEAD: Glyph = Glyph { unicode: '◆', ascii: '@' };
const APPLE: Glyph = Glyph { unicode: '●', ascii: '*' };

/// The board as it lies there: the snake, bright at the head and dark at the tail, the apple, and the way to it if
/// there is a plan. The caption tells length and steps.
pub fn frame(game: &Game, plan: Option<&Cycle>) -> Frame {
    let mut frame = Frame::new(game.board().grid());
    let mut caption =
        format!("length {} of {}, {} steps", game.length(), game.board().len(), game.statistics().steps);
    if let (Some(cycle), Some(apple)) = (plan, game.apple()) {
        frame.courses.push(Course::new(cycle.between(game.head(), apple), Stroke::Thin).inked(&[Ink::GREY]));
        caption += &format!(", {} to the apple", cycle.distance(game.head(), apple));
    }
    frame.courses.push(Course::new(game.snake(), Stroke::Heavy).inked(&Ink::GREENS));
    let apple = game.apple().map(|cell| Mark { cell, glyph: APPLE, ink: Ink::RED.bold() });
    frame.marks.extend(apple);
    frame.marks.push(Mark { cell: game.head(), glyph: HEAD, ink: Ink::YELLOW.bold() });
    frame.caption.push(caption);
    frame
}
