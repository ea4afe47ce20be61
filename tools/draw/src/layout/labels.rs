//! Positions of edge labels: beside the middle of the edge, clear of nodes and other labels, and crossing few
//! other edges.

use super::geometry::{Hull, Point, between, on_curve, samples};
use super::model::{Layout, PlacedEdge};

/// Distance between an edge and its label.
const BESIDE: f64 = 3.0;

/// Finds a position for each label.
pub(super) fn place(layout: &mut Layout) {
    let mut taken: Vec<(Point, Point)> = layout
        .edges
        .iter()
        .filter_map(|edge| edge.room.map(|room| (room, edge.words.size())))
        .chain(layout.boxes.iter().map(|placed| (placed.label(), placed.words.size())))
        .collect();
    let nodes: Vec<Hull> = layout
        .nodes
        .iter()
        .filter(|node| node.look.is_visible())
        .map(|node| Hull::of_node(node.middle, &node.look, 1.0))
        .collect();
    let ways: Vec<Vec<Point>> = layout.edges.iter().map(|edge| samples(&edge.way).collect()).collect();
    for number in 0..layout.edges.len() {
        let edge = &layout.edges[number];
        let size = edge.words.size();
        let label = match edge.room {
            Some(room) => room,
            None if size.0 == 0.0 => continue,
            None => {
                let cost = |place: &Point| -> f64 {
                    let hull = Hull::of_box(*place, size.0, size.1, 0.0);
                    let onto = nodes.iter().filter(|node| overlap(node, &hull)).count();
                    let others = taken.iter().filter(|other| meet(**other, (*place, size))).count();
                    let crossed = ways.iter().filter(|way| way.iter().any(|&point| hull.has(point))).count();
                    100.0 * onto as f64 + 30.0 * others as f64 + crossed as f64
                };
                let mut best = (f64::INFINITY, (0.0, 0.0));
                for (order, place) in candidates(edge, size).into_iter().enumerate() {
                    let cost = cost(&place) + order as f64 * 0.05;
                    if cost < best.0 {
                        best = (cost, place);
                    }
                    if cost < 0.6 {
                        break;
                    }
                }
                taken.push((best.1, size));
                best.1
            }
        };
        layout.edges[number].label = label;
    }
}

/// Candidate positions along the edge, best first.
fn candidates(edge: &PlacedEdge, (width, height): Point) -> Vec<Point> {
    let curves: Vec<[Point; 4]> =
        edge.way.windows(4).step_by(3).map(|curve| [curve[0], curve[1], curve[2], curve[3]]).collect();
    let points: Vec<Point> = samples(&edge.way).collect();
    if edge.from == edge.to {
        let (x, y) = curves.first().map_or((0.0, 0.0), |&curve| on_curve(curve, 0.5));
        // The labels of several loops at a node stand above each other.
        return [0, 1, -1, 2, -2, 3, -3, 4, -4]
            .map(|row| (x + width / 2.0 + BESIDE, y + f64::from(row) * (height + 1.0)))
            .to_vec();
    }
    let lengths: Vec<f64> = points
        .windows(2)
        .scan(0.0, |sum, leg| {
            *sum += f64::hypot(leg[1].0 - leg[0].0, leg[1].1 - leg[0].1);
            Some(*sum)
        })
        .collect();
    let ends = (points.first().copied().unwrap_or_default(), points.last().copied().unwrap_or_default());
    let total = lengths.last().copied().unwrap_or(0.0);
    let mut places = Vec::new();
    for part in [0.5, 0.43, 0.57, 0.36, 0.64, 0.29, 0.71, 0.22, 0.78] {
        let leg =
            lengths.partition_point(|&length| length < part * total).min(lengths.len().saturating_sub(1));
        let Some(&[from, to]) = points.get(leg..leg + 2) else { continue };
        let length = f64::hypot(to.0 - from.0, to.1 - from.1).max(1e-6);
        let before = if leg == 0 { 0.0 } else { lengths[leg - 1] };
        let (x, y) = between(from, to, ((part * total - before) / length).clamp(0.0, 1.0));
        let chord = between(ends.0, ends.1, part);
        let (nx, ny) = ((from.1 - to.1) / length, (to.0 - from.0) / length);
        // The distance at which the rectangle of the label touches the line.
        let off = (nx * width / 2.0).abs() + (ny * height / 2.0).abs() + BESIDE;
        // Outside of a bend first; beside a straight line, right before left.
        let bulge = (x - chord.0) * nx + (y - chord.1) * ny;
        let is_left =
            if bulge.abs() > 4.0 { bulge < 0.0 } else { nx < -0.2 || (nx.abs() <= 0.2 && ny > 0.0) };
        let side = if is_left { -1.0 } else { 1.0 };
        places.extend([side, -side].map(|side| (x + nx * off * side, y + ny * off * side)));
    }
    places
}

/// Whether two rectangles with these centres and sizes overlap.
fn meet((one, size): (Point, Point), (other, its): (Point, Point)) -> bool {
    (one.0 - other.0).abs() < (size.0 + its.0) / 2.0 && (one.1 - other.1).abs() < (size.1 + its.1) / 2.0
}

/// Whether a node and a rectangle overlap: their borders intersect, or one contains the other.
fn overlap(node: &Hull, label: &Hull) -> bool {
    let sides = |hull: &Hull| -> Vec<(Point, Point)> {
        (0..hull.0.len()).map(|place| (hull.0[place], hull.0[(place + 1) % hull.0.len()])).collect()
    };
    sides(node).into_iter().any(|(from, to)| label.meets(from, to))
        || sides(label).into_iter().any(|(from, to)| node.meets(from, to))
}
