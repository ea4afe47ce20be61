//! Values of the strategy that follows a uniformly random shortest cycle to each apple.

use super::bodies::{Bodies, along};
use hamadryad_grid::{Board, Cycle};

/// The shortest cycles to an apple: steps, number, and sum of values.
#[derive(Clone, Copy)]
struct Best {
    steps: usize,
    count: usize,
    sum: f64,
}

/// The values of these snakes, from the values of the snakes with a cell more.
pub(super) fn values(
    board: Board,
    cycles: &[Cycle],
    bodies: &Bodies,
    longer: &Bodies,
    of_longer: &[f64],
) -> Vec<f64> {
    let (cells, length) = (board.len(), bodies.length());
    let nothing = Best { steps: usize::MAX, count: 0, sum: 0.0 };
    // By snake and apple.
    let mut best = vec![nothing; bodies.len() * cells];
    for cycle in cycles {
        let find = |list: Vec<_>, among: &Bodies| -> Vec<usize> {
            list.into_iter().map(|body| among.find(body).expect("it lies on a cycle")).collect()
        };
        let here = find(along(cycle, length), bodies);
        let there = find(along(cycle, length + 1), longer);
        for (tail, &body) in here.iter().enumerate() {
            for steps in 1..=cells - length {
                let head = tail + length - 1 + steps;
                let apple = board.index(cycle.cells()[head % cells]);
                // The tail has moved at all steps but the last.
                let value = steps as f64 + of_longer[there[(tail + steps - 1) % cells]];
                let best = &mut best[body * cells + apple];
                if steps < best.steps {
                    *best = Best { steps, ..nothing };
                }
                if steps == best.steps {
                    best.count += 1;
                    best.sum += value;
                }
            }
        }
    }
    let mean = |apples: &[Best]| {
        let means = apples.iter().filter(|best| best.count > 0).map(|best| best.sum / best.count as f64);
        means.sum::<f64>() / (cells - length) as f64
    };
    best.chunks_exact(cells).map(mean).collect()
}
