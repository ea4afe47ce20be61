//! Layout by distances: the distance between two nodes is close to the length of a shortest path between
//! them.
//!
//! Stress majorisation (Gansner, Koren, North 2004) of one node at a time, from an initial layout by
//! classical scaling, which unfolds paths, cycles and grids. Afterwards nodes are separated from one another
//! and from edges of other nodes; edges that still meet a node are routed around it later. The layout is
//! deterministic.

use super::geometry::{Point, distance};
use super::model::Task;
use std::collections::HashSet;

/// Margin of a node that no other node enters, and margin that no neighbour enters, so that edges remain
/// visible.
const ROOM: f64 = 12.0;
const NEIGHBOURS: f64 = 30.0;
/// Distance between the borders of neighbours.
const GAP: f64 = 46.0;
/// Distance between a node and an edge of other nodes.
const PASSING: f64 = 8.0;

/// The centres of the boxes of a task whose boxes are all connected.
pub(super) fn places(task: &Task) -> Vec<Point> {
    let count = task.boxes.len();
    if count < 2 {
        return vec![(0.0, 0.0); count];
    }
    let far = distances(task);
    let mut places = unfolded(&far);
    relax(&mut places, &far);
    align(&mut places, task);
    widen(&mut places, task);
    part(&mut places, task);
    clear(places, task)
}

/// The lengths of shortest paths.
fn distances(task: &Task) -> Vec<Vec<f64>> {
    let count = task.boxes.len();
    let radius = |node: usize| (task.boxes[node].0 + task.boxes[node].1) / 4.0;
    let mut neighbours: Vec<Vec<(usize, f64)>> = vec![Vec::new(); count];
    for link in &task.links {
        let length = radius(link.from) + radius(link.to) + GAP + link.label.0.max(link.label.1);
        neighbours[link.from].push((link.to, length));
        neighbours[link.to].push((link.from, length));
    }
    (0..count).map(|from| shortest(from, &neighbours)).collect()
}

/// Dijkstra's algorithm.
fn shortest(from: usize, neighbours: &[Vec<(usize, f64)>]) -> Vec<f64> {
    let mut lengths = vec![f64::INFINITY; neighbours.len()];
    let mut queue = std::collections::BinaryHeap::new();
    // Lengths are positive, and the bits of positive floats have the order of the floats.
    let key = |length: f64| std::cmp::Reverse(length.to_bits());
    lengths[from] = 0.0;
    queue.push((key(0.0), from));
    while let Some((found, node)) = queue.pop() {
        if found != key(lengths[node]) {
            continue;
        }
        for &(next, length) in &neighbours[node] {
            let length = lengths[node] + length;
            if length < lengths[next] {
                lengths[next] = length;
                queue.push((key(length), next));
            }
        }
    }
    lengths
}

/// Classical scaling: the two principal axes of the centred squared distances.
fn unfolded(far: &[Vec<f64>]) -> Vec<Point> {
    let count = far.len();
    let squares: Vec<Vec<f64>> =
        far.iter().map(|row| row.iter().map(|length| length * length).collect()).collect();
    let means: Vec<f64> = squares.iter().map(|row| row.iter().sum::<f64>() / count as f64).collect();
    let mean = means.iter().sum::<f64>() / count as f64;
    let times = |vector: &[f64]| -> Vec<f64> {
        let sum: f64 = vector.iter().sum();
        let weighted = dot(vector, &means);
        let row =
            |node: usize| (dot(&squares[node], vector) - means[node] * sum - weighted + mean * sum) / -2.0;
        (0..count).map(row).collect()
    };
    let first = main_axis(count, &times, None);
    let second = main_axis(count, &times, Some(&first.0));
    let place = |node: usize| {
        // A small perturbation separates nodes that a symmetry of the graph exchanges.
        let shake = |turn: f64| ((node as f64 + turn) * 12.9898).sin();
        (first.0[node] * first.1 + shake(0.3), second.0[node] * second.1 + shake(0.7))
    };
    (0..count).map(place).collect()
}

/// The dominant eigenvector of a symmetric matrix, orthogonal to another vector, with the square root of its
/// eigenvalue.
fn main_axis(count: usize, times: &impl Fn(&[f64]) -> Vec<f64>, known: Option<&[f64]>) -> (Vec<f64>, f64) {
    // A start vector without the symmetries of common graphs.
    let turn = if known.is_some() { 0.61 } else { 0.37 };
    let mut vector: Vec<f64> = (1..=count).map(|node| (node as f64 * 7.0 * turn).sin()).collect();
    let mut spread = 0.0;
    for _ in 0..60 {
        if let Some(known) = known {
            let shadow = dot(known, &vector);
            vector.iter_mut().zip(known).for_each(|(value, known)| *value -= shadow * known);
        }
        let norm = dot(&vector, &vector).sqrt();
        if norm < 1e-9 {
            break;
        }
        vector.iter_mut().for_each(|value| *value /= norm);
        let next = times(&vector);
        spread = dot(&next, &vector).max(1.0).sqrt();
        vector = next;
    }
    let norm = dot(&vector, &vector).sqrt().max(1e-9);
    vector.iter_mut().for_each(|value| *value /= norm);
    (vector, spread)
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// Reduces the stress: each node moves to the weighted mean of the positions that the other nodes give for
/// it.
fn relax(places: &mut [Point], far: &[Vec<f64>]) {
    for _ in 0..(400_000_000 / (places.len() * places.len()).max(1)).clamp(10, 300) {
        let mut moved = 0.0_f64;
        for node in 0..places.len() {
            let (mut x, mut y, mut total) = (0.0, 0.0, 0.0);
            for other in (0..places.len()).filter(|&other| other != node) {
                let wanted = far[node][other];
                let weight = 1.0 / (wanted * wanted);
                let pull = wanted / distance(places[node], places[other]).max(1e-3);
                x += weight * (places[other].0 + (places[node].0 - places[other].0) * pull);
                y += weight * (places[other].1 + (places[node].1 - places[other].1) * pull);
                total += weight;
            }
            let next = (x / total, y / total);
            moved = moved.max(distance(places[node], next));
            places[node] = next;
        }
        if moved < 0.05 {
            break;
        }
    }
}

/// Rotates the layout so that edges are parallel to the axes or at angles of 60 degrees, with the first node
/// at the top left.
fn align(places: &mut [Point], task: &Task) {
    let sum = |times: f64| {
        let angles = task.links.iter().map(|link| {
            let ((x, y), (xx, yy)) = (places[link.from], places[link.to]);
            (yy - y).atan2(xx - x) * times
        });
        angles.fold((0.0, 0.0), |(x, y), angle: f64| (x + angle.cos(), y + angle.sin()))
    };
    let best = [4.0, 6.0, 2.0].map(|times| (times, sum(times)));
    let strength = |&(times, (x, y)): &(f64, Point)| f64::hypot(x, y) * if times == 4.0 { 1.05 } else { 1.0 };
    let [first, rest @ ..] = best;
    let (times, (x, y)) = rest
        .into_iter()
        .fold(first, |best, next| if strength(&next) > strength(&best) { next } else { best });
    let angle = -y.atan2(x) / times;
    let (sin, cos) = angle.sin_cos();
    for (x, y) in places.iter_mut() {
        (*x, *y) = (*x * cos - *y * sin, *x * sin + *y * cos);
    }
    let (mut low, mut high) = (places[0], places[0]);
    for &(x, y) in places.iter() {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    // Landscape format.
    if high.1 - low.1 > 1.2 * (high.0 - low.0) {
        places.iter_mut().for_each(|(x, y)| (*x, *y) = (*y, *x));
        (low, high) = ((low.1, low.0), (high.1, high.0));
    }
    let first = places[0];
    let (left, up) = (first.0 <= (low.0 + high.0) / 2.0 + 1.0, first.1 <= (low.1 + high.1) / 2.0 + 1.0);
    for (x, y) in places.iter_mut() {
        (*x, *y) = (if left { *x } else { -*x }, if up { *y } else { -*y });
    }
}

/// Scales the layout if many nodes with many edges would have little space.
fn widen(places: &mut [Point], task: &Task) {
    let count = places.len() as f64;
    let crowd = (2.0 * task.links.len() as f64 / count).max(2.0) / 2.0;
    let needed: f64 = task.boxes.iter().map(|(width, height)| (width + ROOM) * (height + ROOM)).sum();
    let middle = places.iter().fold((0.0, 0.0), |(x, y), place| (x + place.0 / count, y + place.1 / count));
    let radius = places.iter().map(|&place| distance(place, middle).powi(2)).sum::<f64>() / count;
    // The area of a disc with this mean square radius.
    let area = 2.0 * std::f64::consts::PI * radius;
    let factor = (needed * (2.0 + crowd) / area.max(1.0)).sqrt();
    if crowd > 1.6 && factor > 1.0 {
        places.iter_mut().for_each(|place| *place = (place.0 * factor, place.1 * factor));
    }
}

/// Separates boxes; at the end no two boxes overlap.
fn part(places: &mut [Point], task: &Task) {
    let joined: HashSet<(usize, usize)> =
        task.links.iter().map(|link| (link.from.min(link.to), link.from.max(link.to))).collect();
    for round in 0.. {
        let mut is_done = true;
        for one in 0..places.len() {
            for other in one + 1..places.len() {
                let (dx, dy) = (places[other].0 - places[one].0, places[other].1 - places[one].1);
                let wide = (task.boxes[one].0 + task.boxes[other].0) / 2.0 + NEIGHBOURS - dx.abs();
                let high = (task.boxes[one].1 + task.boxes[other].1) / 2.0 + NEIGHBOURS - dy.abs();
                if wide <= 0.01 || high <= 0.01 {
                    continue;
                }
                let less = if joined.contains(&(one, other)) { 0.0 } else { NEIGHBOURS - ROOM };
                let (wide, high) = (wide - less, high - less);
                if wide <= 0.01 || high <= 0.01 {
                    continue;
                }
                is_done = false;
                let push = |by: f64, delta: f64| (by / 2.0 + 0.01) * if delta < 0.0 { -1.0 } else { 1.0 };
                let (x, y) = if wide < high { (push(wide, dx), 0.0) } else { (0.0, push(high, dy)) };
                places[one] = (places[one].0 - x, places[one].1 - y);
                places[other] = (places[other].0 + x, places[other].1 + y);
            }
        }
        if is_done {
            return;
        }
        // If separation does not terminate, the layout is widened.
        if round % 20 == 19 {
            places.iter_mut().for_each(|place| *place = (place.0 * 1.1, place.1 * 1.1));
        }
    }
}

/// Moves nodes away from edges of other nodes, and keeps the layout with the fewest intersections.
fn clear(places: Vec<Point>, task: &Task) -> Vec<Point> {
    let rounds = (20_000_000 / (places.len() * task.links.len()).max(1)).min(80);
    let (mut best, mut fewest) = (places.clone(), usize::MAX);
    let mut places = places;
    for _ in 0..=rounds {
        let mut shifts = vec![(0.0, 0.0); places.len()];
        let mut count = 0;
        for link in &task.links {
            let (from, to) = (places[link.from], places[link.to]);
            let length = distance(from, to).max(1e-6);
            let (along, across) = (
                ((to.0 - from.0) / length, (to.1 - from.1) / length),
                ((from.1 - to.1) / length, (to.0 - from.0) / length),
            );
            for (node, &(x, y)) in places.iter().enumerate() {
                let (dx, dy) = (x - from.0, y - from.1);
                let (way, side) = (dx * along.0 + dy * along.1, dx * across.0 + dy * across.1);
                let (width, height) = task.boxes[node];
                // The extent of an ellipse in this direction; a rectangle extends further, at its corners.
                let reach = (width / 2.0 * across.0).hypot(height / 2.0 * across.1) + PASSING + link.spread;
                if node == link.from || node == link.to || way < 0.0 || way > length || side.abs() >= reach {
                    continue;
                }
                count += 1;
                let push = (reach - side.abs()) * if side < 0.0 { -0.5 } else { 0.5 };
                let mut shift = |node: usize, by: f64| {
                    shifts[node].0 += across.0 * by;
                    shifts[node].1 += across.1 * by;
                };
                shift(node, push);
                shift(link.from, -push / 3.0);
                shift(link.to, -push / 3.0);
            }
        }
        if count < fewest {
            (best, fewest) = (places.clone(), count);
        }
        if count == 0 {
            break;
        }
        for (place, shift) in places.iter_mut().zip(&shifts) {
            let size = f64::hypot(shift.0, shift.1);
            let scale = (30.0 / size.max(1e-9)).min(1.0);
            *place = (place.0 + shift.0 * scale, place.1 + shift.1 * scale);
        }
        part(&mut places, task);
    }
    best
}
