//! The data of a layout: tasks, their solutions, and graphs with positions.

use super::geometry::Point;
use crate::graph::Attributes;
use crate::node::{Look, Words};

/// The method for nodes without a fixed position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Edges lead from layer to layer, downwards or in the direction of `rankdir`.
    Layers,
    /// Distances between nodes are close to the lengths of shortest paths.
    Distances,
}

/// A graph with positions for all elements, in points from the top left corner.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) nodes: Vec<PlacedNode>,
    /// Outer boxes precede the boxes inside of them.
    pub(crate) boxes: Vec<PlacedBox>,
    pub(crate) edges: Vec<PlacedEdge>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlacedNode {
    pub(crate) name: String,
    pub(crate) middle: Point,
    pub(crate) look: Look,
    /// The position that the attribute `pos` fixes.
    pub(super) place: Option<Point>,
}

/// The frame around a subgraph.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlacedBox {
    pub(crate) corner: Point,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) words: Words,
    pub(crate) attributes: Attributes,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlacedEdge {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) words: Words,
    /// The centre of the label.
    pub(crate) label: Point,
    /// The route from border to border: a point, and three further points for each Bézier curve.
    pub(crate) way: Vec<Point>,
    pub(crate) attributes: Attributes,
    /// The points that the layered layout assigns to the route, and the position that it reserves for the
    /// label.
    pub(super) corners: Vec<Corner>,
    pub(super) room: Option<Point>,
}

/// A point on the route of an edge; a point that is not fixed may be left out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Corner {
    pub(super) at: Point,
    pub(super) is_fixed: bool,
}

/// Boxes to be placed, with their connections.
#[derive(Clone, Debug, Default)]
pub(super) struct Task {
    /// The widths and heights.
    pub(super) boxes: Vec<Point>,
    pub(super) links: Vec<Link>,
}

#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The size of its label, or zero.
    pub(super) label: Point,
    /// The distance from the outermost of its parallel edges to the middle of the bundle.
    pub(super) spread: f64,
}

/// A solved task: the centres of the boxes; for each link the points of its route, if the method assigns
/// them, and the centre of its label.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    pub(super) middles: Vec<Point>,
    pub(super) ways: Vec<Vec<Corner>>,
    pub(super) labels: Vec<Option<Point>>,
}
