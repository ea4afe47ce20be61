//! The rules of Ricochet Robots on the board of `encodings/ricochet/instances/6x6.lp`, independent of the
//! encoding.

use crate::player::{Field, Move, Positions};
use std::collections::BTreeSet;

const BOARD: &str = include_str!("../../../../encodings/ricochet/instances/6x6.lp");

/// The number of rows and of columns of the board.
pub const SIDE: i32 = 6;

/// The walls: a field, and the direction in which it cannot be left.
#[derive(Debug)]
pub struct Board {
    walls: BTreeSet<(Field, Field)>,
}

impl Board {
    /// Reads the walls from the instance.
    pub fn new() -> Board {
        let facts = BOARD.lines().filter_map(|line| line.strip_prefix("wall((")?.strip_suffix("))."));
        let mut walls = BTreeSet::new();
        for fact in facts {
            let numbers: Vec<i32> =
                fact.replace("),(", ",").split(',').map(|n| n.parse().expect("a number")).collect();
            let &[x, y, dx, dy] = &numbers[..] else { panic!("a wall has four numbers: {fact}") };
            walls.insert(((x, y), (dx, dy)));
            walls.insert(((x + dx, y + dy), (-dx, -dy)));
        }
        Board { walls }
    }

    /// Slides a robot until a wall, a robot or the border stops it.
    pub fn slide(&self, positions: &mut Positions, step: &Move) {
        let robot = *positions.keys().find(|&&name| name == step.robot).expect("the robot is on the board");
        let (dx, dy) = step.direction;
        loop {
            let (x, y) = positions[robot];
            let next = (x + dx, y + dy);
            let is_inside = (1..=SIDE).contains(&next.0) && (1..=SIDE).contains(&next.1);
            let is_taken = positions.values().any(|&field| field == next);
            if !is_inside || is_taken || self.walls.contains(&((x, y), (dx, dy))) {
                return;
            }
            positions.insert(robot, next);
        }
    }
}

/// The positions of the robots before the first round.
pub fn start() -> Positions {
    [("red", (1, 1)), ("green", (6, 6)), ("blue", (3, 3))].into()
}

/// The target of a round: a pseudo-random function of its number.
pub fn target(round: u64) -> (&'static str, Field) {
    let mixed = (round + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let coordinate = |value: u64| i32::try_from(value % SIDE as u64).expect("less than the side") + 1;
    (["red", "green", "blue"][(mixed % 3) as usize], (coordinate(mixed / 3), coordinate(mixed / 18)))
}
