//! The built-in layout: positions of nodes, subgraphs, edges and labels, without Graphviz.
//!
//! Nodes with an attribute `pos` keep that position. Other nodes are laid out in layers if edges are directed
//! or the graph is a forest, and by distances otherwise. A subgraph is laid out separately and becomes one
//! box of the surrounding graph, so that no other node lies in it. Routes of edges are computed last, when
//! all obstacles have their position.
//!
//! An earlier version used the library `layout-rs`: its edges curled and ran behind nodes, and it had no
//! force-directed layout, no edge labels and no loops.

mod arrange;
mod distances;
mod geometry;
mod labels;
mod layers;
mod model;
mod order;
mod ranks;
mod routing;
#[cfg(test)]
mod tests;
mod visibility;

pub(crate) use geometry::{Point, samples};
pub use model::Style;
pub(crate) use model::{Layout, PlacedBox, PlacedEdge, PlacedNode};

use crate::graph::{Attributes, Graph};
use crate::node::{INCH, Look, Words};
use arrange::{Direction, arrange};
use geometry::extent;
use model::{Link, Task};
use routing::loop_width;
use std::collections::{HashMap, HashSet};

/// The margin within a frame, and the additional space for its label.
const MARGIN: f64 = 14.0;
const LABEL: f64 = 22.0;

/// Computes all positions.
pub(crate) fn lay_out(graph: &Graph, is_directed: bool, style: Option<Style>) -> Layout {
    let mut whole = Layout::default();
    whole.collect(graph, &Defaults::default());
    if whole.nodes.iter().any(|node| node.place.is_some()) {
        whole.place_by_attributes(graph);
    } else {
        let is_layered = is_directed || graph.attributes.contains_key("rankdir") || whole.is_forest();
        let usual = if is_layered { Style::Layers } else { Style::Distances };
        whole = arranged(graph, &Defaults::default(), style.unwrap_or(usual));
    }
    routing::find(&mut whole);
    labels::place(&mut whole);
    whole
}

/// Default attributes of the nodes and edges in a graph and its subgraphs.
#[derive(Clone, Default)]
struct Defaults {
    nodes: Attributes,
    edges: Attributes,
}

impl Defaults {
    fn within(&self, graph: &Graph) -> Self {
        Self {
            nodes: over(&self.nodes, &graph.node_attributes),
            edges: over(&self.edges, &graph.edge_attributes),
        }
    }
}

/// Merges attributes; the special ones take precedence.
fn over(general: &Attributes, special: &Attributes) -> Attributes {
    general.iter().chain(special).map(|(name, value)| (name.clone(), value.clone())).collect()
}

impl Layout {
    /// Collects all nodes and edges of a graph and its subgraphs, each node once.
    fn collect(&mut self, graph: &Graph, defaults: &Defaults) {
        let mut known = HashSet::new();
        self.collect_new(graph, defaults, &mut known);
    }

    fn collect_new(&mut self, graph: &Graph, defaults: &Defaults, known: &mut HashSet<String>) {
        let defaults = defaults.within(graph);
        graph.parts.iter().for_each(|part| self.collect_new(part, &defaults, known));
        for node in &graph.nodes {
            self.add_node(&node.name, &over(&defaults.nodes, &node.attributes), known);
        }
        for edge in &graph.edges {
            // An edge declares its nodes, as in Graphviz.
            self.add_node(&edge.from, &defaults.nodes, known);
            self.add_node(&edge.to, &defaults.nodes, known);
            self.edges.push(PlacedEdge::new(&edge.from, &edge.to, over(&defaults.edges, &edge.attributes)));
        }
    }

    fn add_node(&mut self, name: &str, attributes: &Attributes, known: &mut HashSet<String>) {
        if known.insert(name.to_owned()) {
            let (look, place) =
                (Look::new(name, attributes), attributes.get("pos").and_then(|pos| place(pos)));
            self.nodes.push(PlacedNode { name: name.to_owned(), middle: (0.0, 0.0), look, place });
        }
    }

    /// Whether the edges contain no cycle.
    fn is_forest(&self) -> bool {
        let mut next: HashMap<&str, &str> = HashMap::new();
        self.edges.iter().all(|edge| {
            let (from, to) = (root(&edge.from, &next), root(&edge.to, &next));
            next.insert(from, to);
            from != to
        })
    }

    /// Places nodes at their fixed positions, and all others in a row below.
    fn place_by_attributes(&mut self, graph: &Graph) {
        let bottom = |node: &PlacedNode| node.place.map(|(_, y)| y + node.look.height / 2.0);
        let row = self.nodes.iter().filter_map(bottom).fold(f64::MIN, f64::max) + INCH;
        let mut right = 0.0;
        for node in &mut self.nodes {
            node.middle = node.place.unwrap_or_else(|| {
                let middle = (right + node.look.width / 2.0, row);
                right += node.look.width + MARGIN;
                middle
            });
        }
        graph.parts.iter().for_each(|part| self.frame(part));
    }

    /// Adds a frame around the nodes of a subgraph, and around each subgraph of it.
    fn frame(&mut self, part: &Graph) {
        let place = self.boxes.len();
        part.parts.iter().for_each(|inner| self.frame(inner));
        let is_inside = |node: &&PlacedNode| part.nodes.iter().any(|own| own.name == node.name);
        let corners = self.nodes.iter().filter(is_inside).flat_map(PlacedNode::corners);
        let inner = self.boxes[place..].iter().flat_map(PlacedBox::corners);
        if let Some((corner, end)) = extent(corners.chain(inner)) {
            self.boxes.insert(place, PlacedBox::around(part, corner, end));
        }
    }

    fn shift(&mut self, (right, down): Point) {
        let shift = |point: &mut Point| *point = (point.0 + right, point.1 + down);
        self.nodes.iter_mut().for_each(|node| shift(&mut node.middle));
        self.boxes.iter_mut().for_each(|placed| shift(&mut placed.corner));
        for edge in &mut self.edges {
            edge.corners.iter_mut().for_each(|corner| shift(&mut corner.at));
            edge.room.as_mut().into_iter().for_each(shift);
        }
    }

    /// The bounding box of all elements placed so far.
    fn extent(&self) -> Option<(Point, Point)> {
        let nodes = self.nodes.iter().flat_map(|node| {
            let [(left, top), (right, bottom)] = node.corners();
            let loops = self.loops(&node.name);
            [(left, top), (right + loops, bottom)]
        });
        let boxes = self.boxes.iter().flat_map(PlacedBox::corners);
        let ways = self.edges.iter().flat_map(|edge| edge.corners.iter().map(|corner| corner.at));
        let labels = self.edges.iter().filter_map(|edge| {
            let (x, y) = edge.room?;
            let (width, height) = edge.words.size();
            Some([(x - width / 2.0, y - height / 2.0), (x + width / 2.0, y + height / 2.0)])
        });
        extent(nodes.chain(boxes).chain(ways).chain(labels.flatten()))
    }

    /// The space that the loops of a node need at its right.
    fn loops(&self, name: &str) -> f64 {
        let own = self.edges.iter().filter(|edge| edge.from == name && edge.to == name);
        own.enumerate().map(|(number, edge)| loop_width(number) + edge.words.size().0).fold(0.0, f64::max)
    }
}

impl PlacedNode {
    fn corners(&self) -> [Point; 2] {
        let ((x, y), width, height) = (self.middle, self.look.width / 2.0, self.look.height / 2.0);
        [(x - width, y - height), (x + width, y + height)]
    }
}

impl PlacedBox {
    /// The frame of a subgraph around these corners.
    fn around(part: &Graph, corner: Point, end: Point) -> Self {
        let words = Words::new(&part.attributes, "", &part.name);
        let above = MARGIN + if words.lines.is_empty() { 0.0 } else { LABEL };
        // The frame is at least as wide as its label.
        let more = (words.size().0 + 2.0 - (end.0 - corner.0)).max(0.0) / 2.0;
        Self {
            corner: (corner.0 - MARGIN - more, corner.1 - above),
            width: end.0 - corner.0 + 2.0 * (MARGIN + more),
            height: end.1 - corner.1 + MARGIN + above,
            words,
            attributes: part.attributes.clone(),
        }
    }

    fn corners(&self) -> [Point; 2] {
        [self.corner, (self.corner.0 + self.width, self.corner.1 + self.height)]
    }

    /// The centre of the label.
    pub(crate) fn label(&self) -> Point {
        (self.corner.0 + self.width / 2.0, self.corner.1 + 4.0 + LABEL / 2.0)
    }
}

impl PlacedEdge {
    fn new(from: &str, to: &str, attributes: Attributes) -> Self {
        let name = format!("{from}--{to}");
        let kind = if attributes.contains_key("label") { "" } else { "x" };
        let words = Words::new(&attributes, kind, &name);
        let (from, to, label, way, corners) =
            (from.to_owned(), to.to_owned(), (0.0, 0.0), Vec::new(), Vec::new());
        Self { from, to, words, label, way, attributes, corners, room: None }
    }
}

/// The representative of the component of a node.
fn root<'a>(mut name: &'a str, next: &HashMap<&'a str, &'a str>) -> &'a str {
    while let Some(&further) = next.get(name) {
        name = further;
    }
    name
}

/// Reads a position as in `pos`: `1.5,-2!` in inches upwards becomes points downwards.
fn place(pos: &str) -> Option<Point> {
    let (x, y) = pos.trim().trim_end_matches('!').split_once(',')?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.abs() < 1000.0);
    Some((number(x)? * INCH, -number(y)? * INCH))
}

/// Lays out a graph, its subgraphs first.
fn arranged(graph: &Graph, defaults: &Defaults, style: Style) -> Layout {
    let inner = defaults.within(graph);
    let parts: Vec<Layout> =
        graph.parts.iter().map(|part| framed(part, arranged(part, &inner, style))).collect();
    let mut own = Layout::default();
    own.collect(&Graph { parts: Vec::new(), ..graph.clone() }, defaults);
    let part_of: HashMap<&str, usize> = (0..)
        .zip(&parts)
        .flat_map(|(number, part)| part.nodes.iter().map(move |node| (node.name.as_str(), number)))
        .collect();
    own.nodes.retain(|node| !part_of.contains_key(node.name.as_str()));

    let own_places = own.nodes.iter().enumerate().map(|(place, node)| (node.name.as_str(), place));
    let mut places: HashMap<&str, usize> = own_places.collect();
    places.extend(part_of.iter().map(|(&name, &part)| (name, own.nodes.len() + part)));
    let loops: Vec<f64> = own.nodes.iter().map(|node| own.loops(&node.name)).collect();
    let sizes = own.nodes.iter().zip(&loops).map(|(node, more)| (node.look.width + more, node.look.height));
    let framed_parts: Vec<(Point, Point)> = parts.iter().filter_map(Layout::extent).collect();
    let frames = framed_parts.iter().map(|(corner, end)| (end.0 - corner.0, end.1 - corner.1));
    let mut task = Task { boxes: sizes.chain(frames).collect(), links: Vec::new() };
    // The edge of each link.
    let mut edges = Vec::new();
    let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
    let ends = |edge: &PlacedEdge| (places[edge.from.as_str()], places[edge.to.as_str()]);
    let pair = |(from, to): (usize, usize)| (from.min(to), from.max(to));
    own.edges.iter().for_each(|edge| *counts.entry(pair(ends(edge))).or_insert(0) += 1);
    for (number, edge) in own.edges.iter().enumerate() {
        let (from, to) = ends(edge);
        if from != to {
            let spread = (counts[&pair((from, to))] - 1) as f64 / 2.0 * routing::apart(edge);
            task.links.push(Link { from, to, label: edge.words.size(), spread });
            edges.push(number);
        }
    }
    let placed = arrange(&task, style, Direction::of(&graph.attributes));
    for ((number, way), room) in edges.into_iter().zip(placed.ways).zip(placed.labels) {
        let edge = &mut own.edges[number];
        // A route to a subgraph ends at its frame, not at the node inside.
        if [&edge.from, &edge.to].iter().all(|name| !part_of.contains_key(name.as_str())) {
            (edge.corners, edge.room) = (way, room);
        }
    }
    for ((node, &(x, y)), more) in own.nodes.iter_mut().zip(&placed.middles).zip(loops) {
        node.middle = (x - more / 2.0, y);
    }
    let count = own.nodes.len();
    for ((mut part, (corner, end)), &(x, y)) in
        parts.into_iter().zip(framed_parts).zip(&placed.middles[count..])
    {
        part.shift((x - f64::midpoint(corner.0, end.0), y - f64::midpoint(corner.1, end.1)));
        own.nodes.extend(part.nodes);
        own.boxes.extend(part.boxes);
        own.edges.extend(part.edges);
    }
    own
}

/// A subgraph with its frame.
fn framed(part: &Graph, mut layout: Layout) -> Layout {
    let (corner, end) = layout.extent().unwrap_or(((0.0, 0.0), (0.0, 0.0)));
    layout.boxes.insert(0, PlacedBox::around(part, corner, end));
    layout
}
