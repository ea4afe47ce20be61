//! Values of policies that permit any step: shortest paths among snakes of one length.
//!
//! For an apple, the last step leads from a snake with its head next to the apple to a longer snake, whose
//! value is known. From these snakes the search goes backwards: one step earlier, the snake lacked its
//! present head and had one more cell at its tail. All steps have equal cost, so snakes are reached in the
//! order of their values, and a queue next to the sorted list of sources replaces the heap of Dijkstra's
//! algorithm.

use super::bodies::Bodies;
use hamadryad_grid::{Board, Direction};
use std::collections::VecDeque;

const NONE: u32 = u32::MAX;

/// The properties of a snake that are independent of the apple.
struct Node {
    /// The cells that it covers, as bits.
    taken: u64,
    head: u8,
    /// By direction of the head: the longer snake after eating.
    eats: [u32; 4],
    /// The snakes that are possible a step earlier.
    earlier: [u32; 4],
}

/// The values of these snakes, from the values of the snakes with a cell more.
pub(super) fn values(board: Board, bodies: &Bodies, longer: &Bodies, of_longer: &[f64]) -> Vec<f64> {
    let nodes = nodes(board, bodies, longer);
    let mut sums = vec![0.0; nodes.len()];
    let mut steps = vec![f64::INFINITY; nodes.len()];
    let mut sources: Vec<(f64, u32)> = Vec::new();
    let mut queue: VecDeque<u32> = VecDeque::new();
    for apple in 0..board.len() {
        let is_taken = |node: &Node| (node.taken >> apple) & 1 == 1;
        steps.fill(f64::INFINITY);
        sources.clear();
        let apple_cell = board.cell(apple);
        for (number, node) in nodes.iter().enumerate().filter(|(_, node)| !is_taken(node)) {
            let Some(direction) = board.cell(node.head.into()).direction_to(apple_cell) else { continue };
            let eats = node.eats[direction as usize];
            if eats != NONE && of_longer[eats as usize].is_finite() {
                sources.push((1.0 + of_longer[eats as usize], number as u32));
            }
        }
        sources.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        let mut sources = sources.iter().peekable();
        queue.clear();
        loop {
            let first = queue.front().map_or(f64::INFINITY, |&number| steps[number as usize]);
            let number = match sources.peek() {
                Some(&&(value, number)) if value <= first => {
                    sources.next();
                    if value >= steps[number as usize] {
                        continue;
                    }
                    steps[number as usize] = value;
                    number
                }
                _ => match queue.pop_front() {
                    Some(number) => number,
                    None => break,
                },
            };
            let value = steps[number as usize] + 1.0;
            for &earlier in &nodes[number as usize].earlier {
                if earlier != NONE && !is_taken(&nodes[earlier as usize]) && value < steps[earlier as usize] {
                    steps[earlier as usize] = value;
                    queue.push_back(earlier);
                }
            }
        }
        for ((sum, &steps), node) in sums.iter_mut().zip(&steps).zip(&nodes) {
            if !is_taken(node) {
                *sum += steps;
            }
        }
    }
    let free = (board.len() - bodies.length()) as f64;
    sums.into_iter().map(|sum| sum / free).collect()
}

fn nodes(board: Board, bodies: &Bodies, longer: &Bodies) -> Vec<Node> {
    let node = |body| {
        let cells: Vec<_> = bodies.cells(body).collect();
        let taken = cells.iter().fold(0, |taken, &cell| taken | (1u64 << board.index(cell)));
        let id = |found: Option<usize>| found.map_or(NONE, |number| number as u32);
        let eats = Direction::ALL.map(|direction| {
            let grown = bodies.with_head(body, direction);
            id(grown.and_then(|grown| longer.find(grown)))
        });
        let mut earlier = [NONE; 4];
        let tail = cells[cells.len() - 1];
        for (slot, direction) in earlier.iter_mut().zip(Direction::ALL) {
            let Some(old_tail) = board.step(tail, direction) else { continue };
            if (taken >> board.index(old_tail)) & 1 == 1 {
                continue;
            }
            // A snake of one cell has no neck: its head was at the cell of its tail.
            *slot = id(match cells.get(1) {
                Some(&neck) => bodies.find(bodies.one_step_back(body, neck, direction)),
                None => bodies.find(Bodies::one(board.index(old_tail))),
            });
        }
        Node { taken, head: board.index(cells[0]) as u8, eats, earlier }
    };
    bodies.iter().map(node).collect()
}
