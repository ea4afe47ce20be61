//! Cars as they are seen from above: wheels, body, windows, and a letter on the roof.

use crate::drawing::{Point, Primitive};
use crate::frame::Car;
use crate::ink::Rgb;
use crate::look::{DARK, PAPER};

const GLASS: Rgb = [214, 228, 238];
/// Half of the width of a body, in cells; bodies end in half circles.
const HALF: f64 = 0.34;

/// The primitives of a car from the middle of its first cell to that of its last, with cells of side `cell`.
pub(crate) fn draw(first: Point, last: Point, cell: f64, car: &Car) -> Vec<Primitive> {
    let is_level = (last.0 - first.0).abs() >= (last.1 - first.1).abs();
    let middle = (f64::midpoint(first.0, last.0), f64::midpoint(first.1, last.1));
    // Half of the distance of the outer cells. Cars look to the right or up.
    let half = (last.0 - first.0).abs().max((last.1 - first.1).abs()) / cell / 2.0;
    let at = |ahead: f64, aside: f64| {
        let (x, y) = if is_level { (ahead, aside) } else { (aside, -ahead) };
        (middle.0 + x * cell, middle.1 + y * cell)
    };
    let line = |points: [Point; 2], width: f64, colour| Primitive::Line {
        points: points.to_vec(),
        closed: false,
        width: width * cell,
        colour,
    };
    let mut parts = Vec::new();
    for axle in [half + 0.02, -half - 0.02] {
        for side in [HALF, -HALF] {
            parts.push(line([at(axle - 0.09, side), at(axle + 0.09, side)], 0.14, DARK));
        }
    }
    let ends = [at(-half, 0.0), at(half, 0.0)];
    parts.push(line(ends, 2.0 * HALF + 0.04, DARK));
    parts.push(line(ends, 2.0 * HALF, car.ink.picture));
    let window = |ahead: f64, reach: f64| line([at(ahead, -reach), at(ahead, reach)], 0.11, GLASS);
    parts.push(window(half + 0.06, 0.17));
    parts.push(window(-half - 0.14, 0.13));
    let letter = car.letter.to_string();
    let size = cell * 0.42;
    parts.push(Primitive::Text { middle: at(-0.06, 0.0), size, colour: PAPER, bold: true, text: letter });
    parts
}
