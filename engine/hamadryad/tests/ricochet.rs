//! Ricochet Robots under the five approaches: plans are as short as breadth-first search finds them, and
//! reach the target by the rules.

#[path = "../examples/ricochet/board.rs"]
mod board;
#[path = "../examples/ricochet/player.rs"]
mod player;

use board::Board;
use hamadryad::approach::ApproachKind;
use player::{Field, Move, Player, Positions};
use std::collections::BTreeSet;

/// The largest number of moves of the program.
const HORIZON: usize = 6;

/// The least number of moves, by breadth-first search in the positions.
fn fewest_moves(board: &Board, positions: &Positions, robot: &str, target: Field) -> Option<usize> {
    let mut seen: BTreeSet<Positions> = [positions.clone()].into();
    let mut border = vec![positions.clone()];
    for moves in 0..=HORIZON {
        if border.iter().any(|positions| positions[robot] == target) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for positions in &border {
            for (&robot, direction) in positions
                .keys()
                .flat_map(|robot| [(0, 1), (0, -1), (1, 0), (-1, 0)].map(|direction| (robot, direction)))
            {
                let mut after = positions.clone();
                board.slide(&mut after, &Move { robot: robot.to_owned(), direction });
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        border = next;
    }
    None
}

#[test]
fn plans_are_shortest_and_reach_the_target() {
    let board = Board::new();
    let rounds = 8;
    let (mut planned, mut hopeless) = (0, 0);
    for kind in ApproachKind::ALL {
        let mut player = Player::new(kind).expect("the program is one");
        let mut positions = board::start();
        for round in 0..rounds {
            let (robot, field) = board::target(round);
            let plan = player.plan(&positions, robot, field).expect("it can be solved");
            let fewest = fewest_moves(&board, &positions, robot, field);
            assert_eq!(plan.as_ref().map(Vec::len), fewest, "{kind}, round {round}");
            match plan {
                Some(plan) => {
                    plan.iter().for_each(|step| board.slide(&mut positions, step));
                    assert_eq!(positions[robot], field, "{kind}, round {round}");
                    planned += 1;
                }
                None => hopeless += 1,
            }
        }
    }
    assert!(planned >= 20, "{planned} {hopeless}");
}
