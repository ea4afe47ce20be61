//! Arrow heads in the shapes of Graphviz; the tip lies on the border of a node.

use crate::layout::Point;
use std::fmt::Write;

/// Length and half width, for `arrowsize` 1.
const SIZE: Point = (10.0, 3.5);

/// An arrow head of a shape.
pub(crate) struct Head<'a> {
    pub(crate) shape: &'a str,
    pub(crate) scale: f64,
    pub(crate) colour: &'a str,
}

impl Head<'_> {
    /// Draws a head whose tip points from the start of an edge to its end. Returns the length by which the
    /// line of the edge is shortened, so that the line ends where the head begins.
    pub(crate) fn draw(&self, svg: &mut String, from: Point, tip: Point) -> f64 {
        let length = (tip.0 - from.0).hypot(tip.1 - from.1).max(0.01);
        let (dx, dy) = ((tip.0 - from.0) / length, (tip.1 - from.1) / length);
        let (long, half) = (SIZE.0 * self.scale, SIZE.1 * self.scale);
        // Coordinates of the head: the distance from the tip, and the distance from the line.
        let at = |back: f64, side: f64| (tip.0 - dx * back - dy * side, tip.1 - dy * back + dx * side);
        let open = self.shape.starts_with('o');
        let fill = if open || self.shape == "empty" { "white" } else { self.colour };
        let (corners, shorter): (&[Point], f64) = match self.shape {
            "none" => return 0.0,
            "vee" | "open" | "halfopen" => (
                &[(1.2 * long, half * 1.3), (0.0, 0.0), (1.2 * long, -half * 1.3), (0.8 * long, 0.0)],
                0.8 * long,
            ),
            "diamond" | "odiamond" | "ediamond" => {
                (&[(long * 0.8, half), (0.0, 0.0), (long * 0.8, -half), (long * 1.6, 0.0)], 1.6 * long)
            }
            "box" | "obox" => {
                (&[(long * 0.8, half), (0.0, half), (0.0, -half), (long * 0.8, -half)], 0.8 * long)
            }
            "tee" => (
                &[(long * 0.2, half * 1.4), (0.0, half * 1.4), (0.0, -half * 1.4), (long * 0.2, -half * 1.4)],
                0.2 * long,
            ),
            "inv" | "oinv" => (&[(0.0, half), (0.0, -half), (long, 0.0)], long),
            "dot" | "odot" => {
                let ((x, y), colour) = (at(half, 0.0), self.colour);
                // Writing to a string cannot fail.
                let _ = writeln!(
                    svg,
                    "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{half:.2}\" fill=\"{fill}\" stroke=\"{colour}\"/>"
                );
                return 2.0 * half;
            }
            _ => (&[(long, half), (0.0, 0.0), (long, -half)], long),
        };
        let corners: Vec<String> = corners
            .iter()
            .map(|&(back, side)| at(back, side))
            .map(|(x, y)| format!("{x:.2},{y:.2}"))
            .collect();
        let (corners, colour) = (corners.join(" "), self.colour);
        let _ = writeln!(svg, "<polygon points=\"{corners}\" fill=\"{fill}\" stroke=\"{colour}\"/>");
        shorter
    }
}
