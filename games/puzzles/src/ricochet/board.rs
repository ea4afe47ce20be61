//! Boards of Ricochet Robots: their walls, and how a robot slides.

use hamadryad_grid::{Cell, Direction, Grid};
use std::collections::BTreeSet;

/// A robot, named after its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Robot {
    /// `red`, R in drawings.
    Red,
    /// `green`, G in drawings.
    Green,
    /// `blue`, B in drawings.
    Blue,
    /// `yellow`, Y in drawings.
    Yellow,
    /// `silver`, S in drawings.
    Silver,
}

impl Robot {
    /// All robots.
    pub const ALL: [Self; 5] = [Self::Red, Self::Green, Self::Blue, Self::Yellow, Self::Silver];

    /// The constant of logic programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
            Self::Silver => "silver",
        }
    }

    /// The letter in drawings.
    pub fn letter(self) -> char {
        self.name().as_bytes()[0].to_ascii_uppercase().into()
    }

    /// The robot with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|robot| robot.name() == name)
    }
}

/// A grid with walls between fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The rows and columns.
    pub grid: Grid,
    /// The walls: a field, and its lower or right side. The other field of the wall lies on the board.
    walls: BTreeSet<(Cell, bool)>,
}

impl Board {
    /// A board without walls.
    pub fn new(grid: Grid) -> Self {
        Self { grid, walls: BTreeSet::new() }
    }

    /// Adds a wall at one side of a field; a wall at the edge of the board has no effect.
    pub fn add_wall(&mut self, cell: Cell, side: Direction) {
        if let Some(next) = self.grid.step(cell, side) {
            self.walls.insert(wall(cell, side, next));
        }
    }

    /// The walls, each once: a field, and the side down or right of it.
    pub fn walls(&self) -> impl Iterator<Item = (Cell, Direction)> {
        self.walls
            .iter()
            .map(|&(cell, is_below)| (cell, if is_below { Direction::Down } else { Direction::Right }))
    }

    /// The next field in a direction, unless a wall or the edge is in between.
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let next = self.grid.step(cell, direction)?;
        (!self.walls.contains(&wall(cell, direction, next))).then_some(next)
    }

    /// The field at which a robot on `cell` stops; `robots` are the fields of all robots.
    pub fn slide(&self, robots: &[Cell], mut cell: Cell, direction: Direction) -> Cell {
        while let Some(next) = self.step(cell, direction).filter(|next| !robots.contains(next)) {
            cell = next;
        }
        cell
    }
}

/// The upper or left field of a wall, and whether the wall lies below it.
fn wall(cell: Cell, side: Direction, next: Cell) -> (Cell, bool) {
    match side {
        Direction::Down => (cell, true),
        Direction::Right => (cell, false),
        Direction::Up => (next, true),
        Direction::Left => (next, false),
    }
}
