//! A game or a position as a frame of the scene.
//!
//! The layers from bottom to top: `unreachable`, the free cells that the head cannot reach now; `cycle`, the
//! cycle of the player; `tree`, the tree inside that cycle, hidden by default; `search`, the distances of the
//! player's search, hidden by default; `plan`, the way to the apple; `snake` with the apple.

use crate::{Game, Instance, Plan, tree};
use hamadryad_grid::{Cell, Cycle, Direction, Grid};
use hamadryad_scene::{Area, Course, Figure, Fill, Frame, Glyph, Ink, Layer, Mark, Stroke, Web};

const HEAD: Glyph = Glyph { unicode: '◆', ascii: '@' };
const APPLE: Glyph = Glyph { unicode: '●', ascii: '*' };
const UNREACHABLE: Glyph = Glyph { unicode: '×', ascii: 'x' };

/// Plan of a player, as drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Intent {
    /// The way to the apple, from the head on; empty if unknown.
    pub path: Vec<Cell>,
    /// A cycle; it need not run through the snake at present.
    pub cycle: Option<Cycle>,
    /// The cells that the last search has reached, each with its number of steps.
    pub search: Vec<(Cell, u32)>,
}

/// The board with the snake, bright at the head and dark at the tail, the apple, and the way to it if a plan
/// is given. The caption contains length and steps.
pub fn frame(game: &Game, plan: Option<&Plan>) -> Frame {
    let path = plan.filter(|_| game.apple().is_some()).map_or(Vec::new(), |plan| rest(plan, game.head()));
    draw(&Scene::of_game(game), &Intent { path, ..Intent::default() })
}

/// The board with all layers, for large pictures.
pub fn frame_with(game: &Game, intent: &Intent) -> Frame {
    let mut frame = draw(&Scene::of_game(game), intent);
    let cells = unreachable_cells(game);
    if !cells.is_empty() {
        let area = Area { cells, glyph: UNREACHABLE, ink: Ink::GREY, fill: Fill::Striped };
        frame.add("unreachable", area);
        frame.layers.rotate_right(1);
    }
    frame
}

/// A position, and the way to the apple if a plan is given.
pub fn frame_of_instance(instance: &Instance, plan: Option<&Plan>) -> Frame {
    let (grid, snake) = (instance.board().grid(), instance.snake().to_vec());
    let caption = format!("length {} of {}", snake.len(), grid.len());
    let path = plan.map_or(Vec::new(), |plan| rest(plan, instance.snake().first_cell()));
    let scene = Scene { grid, snake, apple: Some(instance.apple()), caption };
    draw(&scene, &Intent { path, ..Intent::default() })
}

/// The remaining part of the way, from the head on.
fn rest(plan: &Plan, head: Cell) -> Vec<Cell> {
    let done = plan.way.iter().rposition(|&cell| cell == head).map_or(0, |place| place + 1);
    std::iter::once(head).chain(plan.way[done..].iter().copied()).collect()
}

/// Free cells that the head cannot reach over free cells.
pub fn unreachable_cells(game: &Game) -> Vec<Cell> {
    let board = game.board();
    let mut reached = vec![false; board.len()];
    let mut ahead = vec![game.head()];
    while let Some(cell) = ahead.pop() {
        for next in board.neighbours(cell).filter(|&next| !game.is_taken(next)) {
            if !std::mem::replace(&mut reached[board.index(next)], true) {
                ahead.push(next);
            }
        }
    }
    board.cells().filter(|&cell| !game.is_taken(cell) && !reached[board.index(cell)]).collect()
}

/// Contents of the board.
struct Scene {
    grid: Grid,
    /// From the head to the tail.
    snake: Vec<Cell>,
    apple: Option<Cell>,
    caption: String,
}

impl Scene {
    fn of_game(game: &Game) -> Self {
        let (length, cells) = (game.length(), game.board().len());
        let caption = format!("length {length} of {cells}, {} steps", game.statistics().steps);
        Self { grid: game.board().grid(), snake: game.snake().collect(), apple: game.apple(), caption }
    }
}

fn draw(scene: &Scene, intent: &Intent) -> Frame {
    let mut frame = Frame::new(scene.grid);
    if let Some(cycle) = &intent.cycle {
        let round = Course::new(cycle.cells().iter().copied(), Stroke::Hair).closed();
        frame.add("cycle", round.inked(&[Ink::GREY]));
        frame.add("tree", Web { lines: tree::inner_tree(cycle), ink: Ink::YELLOW });
    }
    for &(cell, steps) in &intent.search {
        let glyph = Glyph::ascii(char::from(b'0' + (steps % 10) as u8));
        frame.add("search", Mark { cell, glyph, ink: Ink::PURPLE, figure: Figure::Text(steps.to_string()) });
    }
    let is_hidden = |layer: &&mut Layer| matches!(layer.name, "tree" | "search");
    frame.layers.iter_mut().filter(is_hidden).for_each(|layer| layer.shown = false);
    let mut caption = scene.caption.clone();
    if let Some(steps) = intent.path.len().checked_sub(1) {
        let way = Course::new(intent.path.iter().copied(), Stroke::Thin);
        frame.add("plan", way.inked(&[Ink::BLUE]));
        caption += &format!(", {steps} to the apple");
    }
    frame.add("snake", Course::new(scene.snake.iter().copied(), Stroke::Tapered).inked(&Ink::GREENS));
    if let Some(cell) = scene.apple {
        frame.add("snake", Mark { cell, glyph: APPLE, ink: Ink::RED.bold(), figure: Figure::Fruit });
    }
    if let Some(&head) = scene.snake.first() {
        let looks = scene.snake.get(1).and_then(|neck| neck.direction_to(head));
        let looks = looks.or_else(|| intent.path.get(1).and_then(|next| head.direction_to(*next)));
        let figure = Figure::Head(looks.unwrap_or(Direction::Right));
        frame.add("snake", Mark { cell: head, glyph: HEAD, ink: HEAD_INK, figure });
    }
    frame.caption.push(caption);
    let places = [
        ("head", scene.snake.first().copied()),
        ("tail", scene.snake.last().copied()),
        ("apple", scene.apple),
    ];
    let places = places.iter().filter_map(|(name, cell)| cell.map(|cell| format!("{name} {cell}")));
    frame.description = places.collect::<Vec<_>>().join(", ");
    frame
}

/// On terminals as yellow as no other glyph, in pictures as dark as the neck.
const HEAD_INK: Ink = Ink { picture: Ink::GREENS[0].picture, ..Ink::YELLOW.bold() };
