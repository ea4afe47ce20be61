//! A game, or a position of one, as a frame for the scene.

use crate::{Game, Instance};
use hamadryad_grid::{Cell, Cycle, Grid};
use hamadryad_scene::{Course, Frame, Glyph, Ink, Mark, Stroke};

const HEAD: Glyph = Glyph { unicode: '◆', ascii: '@' };
const APPLE: Glyph = Glyph { unicode: '●', ascii: '*' };

/// The board as it lies there: the snake, bright at the head and dark at the tail, the apple, and the way to it if
/// there is a plan. The caption tells length and steps.
pub fn frame(game: &Game, plan: Option<&Cycle>) -> Frame {
    let (length, cells) = (game.length(), game.board().len());
    let caption = format!("length {length} of {cells}, {} steps", game.statistics().steps);
    draw(game.board().grid(), game.snake(), game.head(), game.apple(), plan, caption)
}

/// A position, and the way to the apple if one is known.
pub fn frame_of_instance(instance: &Instance, plan: Option<&Cycle>) -> Frame {
    let (grid, snake) = (instance.board().grid(), instance.snake());
    let caption = format!("length {} of {}", snake.len(), grid.len());
    draw(grid, snake.iter().copied(), snake.first_cell(), Some(instance.apple()), plan, caption)
}

fn draw(
    grid: Grid,
    snake: impl Iterator<Item = Cell>,
    head: Cell,
    apple: Option<Cell>,
    plan: Option<&Cycle>,
    mut caption: String,
) -> Frame {
    let mut frame = Frame::new(grid);
    if let (Some(cycle), Some(apple)) = (plan, apple) {
        frame.courses.push(Course::new(cycle.between(head, apple), Stroke::Thin).inked(&[Ink::GREY]));
        caption += &format!(", {} to the apple", cycle.distance(head, apple));
    }
    frame.courses.push(Course::new(snake, Stroke::Heavy).inked(&Ink::GREENS));
    frame.marks.extend(apple.map(|cell| Mark { cell, glyph: APPLE, ink: Ink::RED.bold() }));
    frame.marks.push(Mark { cell: head, glyph: HEAD, ink: Ink::YELLOW.bold() });
    frame.caption.push(caption);
    frame
}
