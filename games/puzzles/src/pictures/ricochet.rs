//! A plan of Ricochet Robots as a film, move by move.

use crate::ricochet::{Move, Ricochet, Robot};
use hamadryad_grid::{Cell, Direction};
use hamadryad_scene::{Course, Figure, Film, Frame, Glyph, Ink, Mark, Stroke};

const TARGET: Glyph = Glyph { unicode: '◎', ascii: 'o' };

/// The film of a plan: a picture of the start, and one after each move.
pub fn film(puzzle: &Ricochet, moves: &[Move], cell: Option<u32>, delay: u32) -> Film {
    let mut situation = puzzle.clone();
    let mut ways: Vec<Vec<Cell>> = puzzle.cells.iter().map(|&cell| vec![cell]).collect();
    let goal = format!("{} moves to the target", moves.len());
    let mut frames = vec![frame(&situation, &ways, goal)];
    for (number, &made) in (1..).zip(moves) {
        let after = situation.after(made);
        ways[made.robot].extend(passed(&situation, &after, made));
        let robot = puzzle.robots[made.robot].name();
        let caption = format!("move {number} of {}: {robot} {}", moves.len(), word(made.direction));
        situation = after;
        frames.push(frame(&situation, &ways, caption));
    }
    Film::of_frames(format!("Ricochet Robots, {} moves", moves.len()), frames, cell, delay)
}

/// The picture of a puzzle.
pub fn puzzle(puzzle: &Ricochet) -> Frame {
    let ways: Vec<Vec<Cell>> = puzzle.cells.iter().map(|&cell| vec![cell]).collect();
    frame(puzzle, &ways, "Slide the robots.".to_owned())
}

/// The fields over which a robot slides, without the first.
fn passed(before: &Ricochet, after: &Ricochet, Move { robot, direction }: Move) -> Vec<Cell> {
    let (from, to) = (before.cells[robot], after.cells[robot]);
    let way = std::iter::successors(Some(from), |cell| cell.step(direction));
    way.skip(1).take(from.manhattan(to) as usize).collect()
}

fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Right => "right",
        Direction::Down => "down",
        Direction::Left => "left",
    }
}

fn ink(robot: Robot) -> Ink {
    match robot {
        Robot::Red => Ink::RED,
        Robot::Green => Ink::GREENS[2],
        Robot::Blue => Ink::BLUE,
        Robot::Yellow => Ink::YELLOW,
        Robot::Silver => Ink::GREY,
    }
}

fn frame(situation: &Ricochet, ways: &[Vec<Cell>], caption: String) -> Frame {
    let mut frame = Frame::new(situation.board.grid);
    frame.walls.extend(situation.board.walls());
    for (way, &robot) in ways.iter().zip(&situation.robots).filter(|(way, _)| way.len() > 1) {
        frame.add("ways", Course::new(way.iter().copied(), Stroke::Thin).inked(&[ink(robot)]));
    }
    let runner = situation.robots[situation.runner];
    let mut mark = |cell, glyph, ink: Ink, figure| {
        frame.add("robots", Mark { cell, glyph, ink: ink.bold(), figure });
    };
    mark(situation.target, TARGET, ink(runner), Figure::Ring);
    for (&robot, &cell) in situation.robots.iter().zip(&situation.cells) {
        let letter = robot.letter();
        mark(cell, Glyph::ascii(letter), ink(robot), Figure::Badge(letter.to_string()));
    }
    frame.caption = vec![caption, format!("ring: the target of {}", runner.name())];
    frame
}
