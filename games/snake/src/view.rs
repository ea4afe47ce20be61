//! A game, or a position of one, as a frame for the scene.

use crate::{Game, Instance, Plan};
use hamadryad_grid::{Cell, Grid};
use hamadryad_scene::{Course, Frame, Glyph, Ink, Mark, Stroke};

const HEAD: Glyph = Glyph { unicode: '◆', ascii: '@' };
const APPLE: Glyph = Glyph { unicode: '●', ascii: '*' };

/// The board as it lies there: the snake, bright at the head and dark at the tail, the apple, and the way to it if
/// there is a plan. The caption tells length and steps.
pub fn frame(game: &Game, plan: Option<&Plan>) -> Frame {
    let (length, cells) = (game.length(), game.board().len());
    let caption = format!("length {length} of {cells}, {} steps", game.statistics().steps);
    let way = plan.map(|plan| {
        let place = plan.way.iter().rposition(|&cell| cell == game.head());
        std::iter::once(game.head()).chain(plan.way[place.map_or(0, |place| place + 1)..].iter().copied())
    });
    draw(game.board().grid(), game.snake(), game.apple(), way.map(Iterator::collect), caption)
}

/// A position, and the way to the apple if one is known.
pub fn frame_of_instance(instance: &Instance, plan: Option<&Plan>) -> Frame {
    let (grid, snake) = (instance.board().grid(), instance.snake());
    let caption = format!("length {} of {}", snake.len(), grid.len());
    let way = plan.map(|plan| std::iter::once(snake.first_cell()).chain(plan.way.iter().copied()).collect());
    draw(grid, snake.iter().copied(), Some(instance.apple()), way, caption)
}

fn draw(
    grid: Grid,
    snake: impl Iterator<Item = Cell> + Clone,
    apple: Option<Cell>,
    way: Option<Vec<Cell>>,
    mut caption: String,
) -> Frame {
    let mut frame = Frame::new(grid);
    if let Some(way) = way.filter(|_| apple.is_some()) {
        caption += &format!(", {} to the apple", way.len() - 1);
        frame.courses.push(Course::new(way, Stroke::Thin).inked(&[Ink::GREY]));
    }
    let head = snake.clone().next();
    frame.courses.push(Course::new(snake, Stroke::Heavy).inked(&Ink::GREENS));
    frame.marks.extend(apple.map(|cell| Mark { cell, glyph: APPLE, ink: Ink::RED.bold() }));
    frame.marks.extend(head.map(|cell| Mark { cell, glyph: HEAD, ink: Ink::YELLOW.bold() }));
    frame.caption.push(caption);
    frame
}
