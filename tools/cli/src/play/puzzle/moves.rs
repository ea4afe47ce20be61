//! The keys of each puzzle.

use crate::play::Key;
use hamadryad_grid::{Cell, Direction};
use hamadryad_puzzles::minotaur::{Labyrinth, Waiting, Walk};
use hamadryad_puzzles::pipes::{self, Piece, Pipes, StreamEnd};
use hamadryad_puzzles::play::{
    AnyPlay, MinotaurGame, MinotaurMove, MoveError, PipesMove, Play, PuzzlePlay, RogoGame, RogoMove,
};
use hamadryad_puzzles::rogo::{self, Length, Rogo};
use hamadryad_puzzles::rush::{self, Car, Move, Rush, letter};
use hamadryad_scene::{Figure, Frame, Glyph, Ink, Mark};

pub(super) fn minotaur(text: &str, waiting: Waiting) -> Result<AnyPlay, String> {
    let labyrinth = Labyrinth::read(text).map_err(|error| error.to_string())?;
    let game = MinotaurGame::new(labyrinth, waiting).map_err(|error| error.to_string())?;
    Ok(AnyPlay::Minotaur(Play::new(game)))
}

pub(super) fn rogo(text: &str, length: Length) -> Result<AnyPlay, String> {
    let board = Rogo::read(text).map_err(|error| error.to_string())?;
    let game = RogoGame::new(board, length).ok_or("the board has no loop of this length")?;
    Ok(AnyPlay::Rogo(Play::new(game)))
}

pub(super) fn pipes(text: &str) -> Result<AnyPlay, String> {
    Pipes::read(text).map(|board| AnyPlay::Pipes(Play::new(board))).map_err(|error| error.to_string())
}

pub(super) fn rush(text: &str) -> Result<AnyPlay, String> {
    Rush::read(text).map(|board| AnyPlay::Rush(Play::new(board))).map_err(|error| error.to_string())
}

/// Makes the move of a key, or changes the selection.
pub(super) fn press(
    play: &mut AnyPlay,
    key: Key,
    car: &mut usize,
    cursor: &mut Cell,
) -> Result<(), MoveError> {
    match (play, key) {
        (play, Key::Click(cell)) => click(play, cell, car),
        (AnyPlay::Rush(play), Key::Drag(from, to)) => drag(play, from, to, car),
        (AnyPlay::Minotaur(play), Key::Arrow(direction)) => play.make_move(MinotaurMove::Step(direction)),
        (AnyPlay::Minotaur(play), Key::Sign('.' | ' ')) => play.make_move(MinotaurMove::Wait),
        (AnyPlay::Rush(play), Key::Arrow(direction)) => drive(play, *car, direction),
        (AnyPlay::Rush(play), Key::Sign(sign)) => {
            let cars = play.state().cars.len();
            match (0..cars).find(|&number| letter(number) == sign) {
                Some(number) => *car = number,
                None if sign == '\t' => *car = (*car + 1) % cars,
                None => {}
            }
            Ok(())
        }
        (AnyPlay::Rogo(play), key) if play.state().cells.is_empty() => start_loop(play, key, cursor),
        (AnyPlay::Rogo(play), Key::Arrow(direction)) => lead(play, direction),
        (AnyPlay::Pipes(play), Key::Arrow(direction)) => lay(play, Some(direction)),
        (AnyPlay::Pipes(play), Key::Sign('x')) => lay(play, None),
        _ => Ok(()),
    }
}

/// Moves a car by one field. A car that moved last continues its move.
fn drive(play: &mut Play<Rush>, car: usize, direction: Direction) -> Result<(), MoveError> {
    let moved: Car = play.state().cars[car];
    let is_forwards = matches!(direction, Direction::Right | Direction::Down);
    if matches!(direction, Direction::Left | Direction::Right) != moved.along_row {
        return Err(MoveError::Illegal("this car moves along its line only"));
    }
    let position = moved.position();
    let to = if is_forwards { Some(position + 1) } else { position.checked_sub(1) };
    let made = Move { car, to: to.ok_or(MoveError::Illegal("it would cross the edge of the board"))? };
    play.make_move(made)?;
    let same_car = |made: &String| made.starts_with(letter(car));
    if play.made().iter().rev().take(2).filter(|made| same_car(made)).count() == 2 {
        play.undo();
        play.undo();
        if play.state().cars[car].position() != made.to {
            play.make_move(made)?;
        }
    }
    Ok(())
}

/// The move of a click: a step towards the field, the next field of the loop, the next piece of the water or
/// the selection of a car.
fn click(play: &mut AnyPlay, cell: Cell, car: &mut usize) -> Result<(), MoveError> {
    match play {
        AnyPlay::Minotaur(play) => {
            let (you, rows) = (play.state().place(), i32::from(play.frame().grid.rows()));
            // Fields count columns from 1, and rows upwards from 1.
            let from = Cell::new((rows - you.y) as u16, (you.x - 1) as u16);
            play.make_move(towards(from, cell).map_or(MinotaurMove::Wait, MinotaurMove::Step))
        }
        AnyPlay::Rogo(play) => {
            let cells = &play.state().cells;
            match (cells.first(), cells.last()) {
                (_, Some(&last)) if last == cell => {
                    play.undo();
                    Ok(())
                }
                (Some(&first), _) if first == cell => play.make_move(RogoMove::Close),
                _ => play.make_move(RogoMove::Enter(cell)),
            }
        }
        AnyPlay::Pipes(play) if play.state().contains_key(&cell) => play.make_move(PipesMove::Take(cell)),
        AnyPlay::Pipes(play) => match play.game().stream(play.state()) {
            (_, StreamEnd::Field(end, _)) => match end.direction_to(cell) {
                Some(direction) => lay(play, Some(direction)),
                None => Err(MoveError::Illegal("the water cannot flow there with one piece")),
            },
            _ => lay(play, None),
        },
        AnyPlay::Rush(play) => {
            *car = car_at(play, cell).unwrap_or(*car);
            Ok(())
        }
    }
}

/// The main direction from a cell to another; `None` if they are equal.
pub(in crate::play) fn towards(from: Cell, to: Cell) -> Option<Direction> {
    let (down, right) = (i32::from(to.row) - i32::from(from.row), i32::from(to.col) - i32::from(from.col));
    match () {
        () if down == 0 && right == 0 => None,
        () if right.abs() > down.abs() => Some(if right > 0 { Direction::Right } else { Direction::Left }),
        () => Some(if down > 0 { Direction::Down } else { Direction::Up }),
    }
}

fn car_at(play: &Play<Rush>, cell: Cell) -> Option<usize> {
    play.state().cars.iter().position(|car| car.cells().any(|taken| taken == cell))
}

/// Drags the car at a field along its line, as far as the mouse moved.
fn drag(play: &mut Play<Rush>, from: Cell, to: Cell, car: &mut usize) -> Result<(), MoveError> {
    *car = car_at(play, from).ok_or(MoveError::Illegal("there is no car"))?;
    let moved = play.state().cars[*car];
    let by = if moved.along_row {
        i32::from(to.col) - i32::from(from.col)
    } else {
        i32::from(to.row) - i32::from(from.row)
    };
    let to = u16::try_from(i32::from(moved.position()) + by);
    let to = to.map_err(|_| MoveError::Illegal("it would cross the edge of the board"))?;
    if by == 0 { Ok(()) } else { play.make_move(Move { car: *car, to }) }
}

fn start_loop(play: &mut Play<RogoGame>, key: Key, cursor: &mut Cell) -> Result<(), MoveError> {
    match key {
        Key::Arrow(direction) => {
            *cursor = play.game().rogo().grid().step(*cursor, direction).unwrap_or(*cursor);
            Ok(())
        }
        Key::Sign(' ') => play.make_move(RogoMove::Enter(*cursor)),
        _ => Ok(()),
    }
}

/// Leads the loop to a neighbour: back to the last field but one undoes, and the first field closes.
fn lead(play: &mut Play<RogoGame>, direction: Direction) -> Result<(), MoveError> {
    let cells = &play.state().cells;
    let to = cells.last().and_then(|&cell| play.game().rogo().grid().step(cell, direction));
    let to = to.ok_or(MoveError::Illegal("this is no field of the board"))?;
    if cells.len() > 1 && cells[cells.len() - 2] == to {
        play.undo();
        return Ok(());
    }
    play.make_move(if cells[0] == to { RogoMove::Close } else { RogoMove::Enter(to) })
}

/// Lays the piece that leads the water in a direction, or a cross. The direction from which the water comes
/// undoes the last move.
fn lay(play: &mut Play<Pipes>, direction: Option<Direction>) -> Result<(), MoveError> {
    let (_, StreamEnd::Field(cell, way)) = play.game().stream(play.state()) else {
        return Err(MoveError::Illegal("the water flows over the edge: undo a move with u"));
    };
    if direction == Some(way.opposite()) {
        play.undo();
        return Ok(());
    }
    let left = play.game().left(play.state());
    let is_wanted = |piece: &Piece| match direction {
        None => *piece == Piece::Cross,
        Some(_) => piece.turn(way) == direction,
    };
    let fitting: Vec<Piece> = Piece::ALL.into_iter().filter(is_wanted).collect();
    let at_hand = fitting.iter().find(|&&piece| left[piece as usize] > 0).or(fitting.first());
    let piece = at_hand.ok_or(MoveError::Illegal("no piece leads there"))?;
    play.make_move(PipesMove::Lay(cell, *piece))
}

/// Marks the selected car or field.
pub(super) fn mark_selection(play: &AnyPlay, frame: &mut Frame, car: usize, cursor: Cell) {
    match play {
        AnyPlay::Rush(_) => frame.caption.push(format!("car {}", letter(car))),
        AnyPlay::Rogo(play) if play.state().cells.is_empty() => {
            let glyph = Glyph { unicode: '◇', ascii: '?' };
            frame.add("cursor", Mark { cell: cursor, glyph, ink: Ink::YELLOW.bold(), figure: Figure::Ring });
            frame.caption.push(format!("start at {cursor} with space"));
        }
        _ => {}
    }
}

/// The keys that make moves.
pub(super) fn keys(play: &AnyPlay) -> &'static str {
    match play {
        AnyPlay::Minotaur(_) => "arrows step, . waits",
        AnyPlay::Rush(_) => "Tab or a capital letter selects a car, arrows move it",
        AnyPlay::Rogo(_) => "arrows lead the loop, space starts it",
        AnyPlay::Pipes(_) => "arrows lead the water, x lays a cross",
    }
}

/// The moves in the format of an answer.
pub(super) fn answer(play: &AnyPlay) -> String {
    match play {
        AnyPlay::Minotaur(play) => Walk { fields: play.state().you.clone() }.to_string(),
        AnyPlay::Rogo(play) => rogo::atoms(&play.state().cells),
        AnyPlay::Pipes(play) => pipes::atoms(play.state()),
        AnyPlay::Rush(play) => rush::atoms(&play.made_moves()),
    }
}
