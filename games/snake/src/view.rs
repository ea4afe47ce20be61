//! A game or a position as a frame of the scene.
//!
//! The layers from bottom to top: `unreachable`, the free cells that the head cannot reach now; `cycle`, the
//! cycle of the player; `tree`, the tree inside that cycle, hidden by default; `search`, the distances of the
//! player's search, hidden by default; `escapes`, the tree of escapes at the end of the way; `plan`, the way
//! to the apple; `snake` with the apple.

use crate::{Certificate, Escape, EscapeEnd, Game, Instance, Plan, tree};
use hamadryad_grid::{Cell, Cycle, Direction, Grid};
use hamadryad_scene::{Area, Course, Figure, Fill, Frame, Glyph, Ink, Layer, Mark, Stroke, Web};

const HEAD: Glyph = Glyph { unicode: '◆', ascii: '@' };
const APPLE: Glyph = Glyph { unicode: '●', ascii: '*' };
const EATEN: Glyph = Glyph { unicode: '○', ascii: 'o' };
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
    /// The escapes at the end of the way, in place of a cycle.
    pub escapes: Vec<Escape>,
}

/// The board with the snake, bright at the head and dark at the tail, the apple, and the way to it if a plan
/// is given. The caption contains length and steps.
pub fn frame(game: &Game, plan: Option<&Plan>) -> Frame {
    let path = plan.filter(|_| game.apple().is_some()).map_or(Vec::new(), |plan| rest(plan, game.head()));
    draw(&Scene::of_game(game), &Intent { path, ..Intent::default() })
}

/// The board with the plan of a player, without the cells that the head cannot reach.
pub fn frame_of_intent(game: &Game, intent: &Intent) -> Frame {
    draw(&Scene::of_game(game), intent)
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
    let end = intent.path.last().or(scene.snake.first());
    if let Some(&end) = end.filter(|_| !intent.escapes.is_empty()) {
        let mut apples = Vec::new();
        draw_escapes(&mut frame, end, &intent.escapes, 0, &mut apples);
        apples.into_iter().for_each(|mark| frame.add("escapes", mark));
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
    if !intent.escapes.is_empty() {
        caption += &format!(", {}", summary(&intent.escapes));
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

/// Draws a tree of escapes from the cell of the head: a way that avoids the apple as a thin line, purple for
/// the first apple and yellow for later ones; the next escapes begin where a way eats. `apples` receives the
/// marks of the eaten apples, which lie on top of all lines.
fn draw_escapes(frame: &mut Frame, head: Cell, escapes: &[Escape], eaten: usize, apples: &mut Vec<Mark>) {
    let ink = if eaten == 0 { Ink::PURPLE } else { Ink::YELLOW };
    // The first escape, for most apples, is drawn last and lies on top.
    for escape in escapes.iter().rev() {
        let cells = std::iter::once(head).chain(escape.way.iter().copied());
        frame.add("escapes", Course::new(cells, Stroke::Thin).inked(&[ink]));
        if let (EscapeEnd::Eats(certificate), Some(&apple)) = (&escape.end, escape.way.last()) {
            let figure = Figure::Badge((eaten + 1).to_string());
            apples.push(Mark { cell: apple, glyph: EATEN, ink, figure });
            if let Certificate::Escapes(next) = certificate {
                draw_escapes(frame, apple, next, eaten + 1, apples);
            }
        }
    }
}

/// The numbers of a list of escapes, for a caption.
fn summary(escapes: &[Escape]) -> String {
    let count = escapes.len();
    let steps = escapes[0].way.len();
    let order = escapes.iter().map(Escape::order).max().unwrap_or_default();
    let (s, t) = (plural(count), plural(steps));
    match order {
        0 | 1 => format!("then {count} escape{s}, the first of {steps} step{t}"),
        _ => format!("then {count} escape{s} over up to {order} apples, the first of {steps} step{t}"),
    }
}

fn plural(number: usize) -> &'static str {
    if number == 1 { "" } else { "s" }
}

/// On terminals as yellow as no other glyph, in pictures as dark as the neck.
const HEAD_INK: Ink = Ink { picture: Ink::GREENS[0].picture, ..Ink::YELLOW.bold() };
