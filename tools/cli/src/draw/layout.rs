//! Where nodes, parts and edges lie, without Graphviz.
//!
//! Nodes that have a place (`pos`, in inches, upwards) keep it. Others lie in layers, by the library `layout-rs`; a part
//! of a graph is laid out on its own and takes its place in the whole as one box, so that no other node lies in it.

use super::facts::{Attributes, Graph};
use super::node::{INCH, Look};
use layout::core::base::Orientation;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point as Place;
use layout::core::style::StyleAttr;
use layout::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout::topo::layout::VisualGraph;
use std::collections::HashMap;

pub(super) type Point = (f64, f64);

/// A graph with places for all it has, in points from the top left corner.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) nodes: Vec<PlacedNode>,
    /// From the outer to the inner ones.
    pub(super) boxes: Vec<PlacedBox>,
    pub(super) edges: Vec<PlacedEdge>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlacedNode {
    pub(super) name: String,
    pub(super) middle: Point,
    pub(super) look: Look,
    /// Where it asks to be.
    place: Option<Point>,
}

/// The frame around a part of the graph.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlacedBox {
    pub(super) corner: Point,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) attributes: Attributes,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlacedEdge {
    pub(super) from: String,
    pub(super) to: String,
    /// A way that was found past other nodes: a point, and then three for each curve of Bézier. Else the edge is straight.
    pub(super) way: Vec<Point>,
    pub(super) attributes: Attributes,
}

/// Room around everything in a frame, and above that for its label.
const MARGIN: f64 = 12.0;
const LABEL: f64 = 22.0;

/// Finds a place for everything.
pub(super) fn lay_out(graph: &Graph) -> Layout {
    let mut whole = Layout::default();
    whole.collect(graph, &Defaults::default());
    if whole.nodes.iter().any(|node| node.place.is_some()) {
        whole.place_by_attributes(graph);
        return whole.normalised();
    }
    layered(graph, &Defaults::default())
}

/// What holds for all nodes and edges of a graph and of its parts.
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

/// The general attributes, and over them the special ones.
fn over(general: &Attributes, special: &Attributes) -> Attributes {
    general.iter().chain(special).map(|(name, value)| (name.clone(), value.clone())).collect()
}

impl Layout {
    /// Takes over all nodes and edges of a graph and its parts, without a place; each node once.
    fn collect(&mut self, graph: &Graph, defaults: &Defaults) {
        let defaults = defaults.within(graph);
        graph.parts.iter().for_each(|part| self.collect(part, &defaults));
        for node in &graph.nodes {
            self.add_node(&node.name, &over(&defaults.nodes, &node.attributes));
        }
        for edge in &graph.edges {
            // As Graphviz has it, an edge brings its nodes along.
            self.add_node(&edge.from, &defaults.nodes);
            self.add_node(&edge.to, &defaults.nodes);
            let attributes = over(&defaults.edges, &edge.attributes);
            let (from, to) = (edge.from.clone(), edge.to.clone());
            self.edges.push(PlacedEdge { from, to, way: Vec::new(), attributes });
        }
    }

    fn add_node(&mut self, name: &str, attributes: &Attributes) {
        if !self.nodes.iter().any(|known| known.name == name) {
            let (look, place) =
                (Look::new(name, attributes), attributes.get("pos").and_then(|pos| place(pos)));
            self.nodes.push(PlacedNode { name: name.to_owned(), middle: (0.0, 0.0), look, place });
        }
    }

    /// Nodes go to the places that they ask for, those that ask for none stand in a row below.
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

    /// Draws a frame around the nodes of a part, and one around each part of it.
    fn frame(&mut self, part: &Graph) {
        let place = self.boxes.len();
        part.parts.iter().for_each(|inner| self.frame(inner));
        let is_inside = |node: &&PlacedNode| part.nodes.iter().any(|own| own.name == node.name);
        let corners = self.nodes.iter().filter(is_inside).flat_map(PlacedNode::corners);
        let inner = self.boxes[place..].iter().flat_map(PlacedBox::corners);
        if let Some((corner, end)) = extent(corners.chain(inner)) {
            let above = MARGIN + if part.attributes.contains_key("label") { LABEL } else { 0.0 };
            let placed = PlacedBox {
                corner: (corner.0 - MARGIN, corner.1 - above),
                width: end.0 - corner.0 + 2.0 * MARGIN,
                height: end.1 - corner.1 + MARGIN + above,
                attributes: part.attributes.clone(),
            };
            self.boxes.insert(place, placed);
        }
    }

    fn shift(&mut self, (right, down): Point) {
        let shift = |point: &mut Point| *point = (point.0 + right, point.1 + down);
        self.nodes.iter_mut().for_each(|node| shift(&mut node.middle));
        self.boxes.iter_mut().for_each(|placed| shift(&mut placed.corner));
        self.edges.iter_mut().flat_map(|edge| &mut edge.way).for_each(shift);
    }

    /// The same, shifted so that it begins in the corner.
    fn normalised(mut self) -> Self {
        let nodes = self.nodes.iter().flat_map(PlacedNode::corners);
        let boxes = self.boxes.iter().flat_map(PlacedBox::corners);
        let ways = self.edges.iter().flat_map(|edge| edge.way.iter().copied());
        if let Some((corner, end)) = extent(nodes.chain(boxes).chain(ways)) {
            (self.width, self.height) = (end.0 - corner.0, end.1 - corner.1);
            self.shift((-corner.0, -corner.1));
        }
        self
    }
}

impl PlacedNode {
    fn corners(&self) -> [Point; 2] {
        let ((x, y), width, height) = (self.middle, self.look.width / 2.0, self.look.height / 2.0);
        [(x - width, y - height), (x + width, y + height)]
    }
}

impl PlacedBox {
    fn corners(&self) -> [Point; 2] {
        [self.corner, (self.corner.0 + self.width, self.corner.1 + self.height)]
    }
}

/// The least and the greatest coordinates; none without points.
fn extent(points: impl Iterator<Item = Point>) -> Option<(Point, Point)> {
    let least = |one: Point, other: Point| (one.0.min(other.0), one.1.min(other.1));
    let most = |one: Point, other: Point| (one.0.max(other.0), one.1.max(other.1));
    points.fold(None, |extent, point| match extent {
        None => Some((point, point)),
        Some((from, to)) => Some((least(from, point), most(to, point))),
    })
}

/// A place as `pos` has it, `1.5,-2!` in inches upwards, in points downwards.
fn place(pos: &str) -> Option<Point> {
    let (x, y) = pos.trim().trim_end_matches('!').split_once(',')?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.abs() < 1000.0);
    Some((number(x)? * INCH, -number(y)? * INCH))
}

/// Lays a graph out in layers, its parts first.
fn layered(graph: &Graph, defaults: &Defaults) -> Layout {
    let inner = defaults.within(graph);
    let parts: Vec<Layout> = graph.parts.iter().map(|part| framed(part, layered(part, &inner))).collect();
    let mut own = Layout::default();
    own.collect(&Graph { parts: Vec::new(), ..graph.clone() }, defaults);
    let part_of: HashMap<&str, usize> = (0..)
        .zip(&parts)
        .flat_map(|(number, part)| part.nodes.iter().map(move |node| (node.name.as_str(), number)))
        .collect();
    own.nodes.retain(|node| !part_of.contains_key(node.name.as_str()));

    let leads_right = graph.attributes.get("rankdir").is_some_and(|direction| direction == "LR");
    let orientation = if leads_right { Orientation::LeftToRight } else { Orientation::TopToBottom };
    let mut visual = VisualGraph::new(orientation);
    let sizes = own.nodes.iter().map(|node| (node.look.width, node.look.height));
    let sizes = sizes.chain(parts.iter().map(|part| (part.width, part.height)));
    let handles: Vec<_> = sizes
        .map(|(width, height)| {
            let shape = ShapeKind::new_box("");
            visual.add_node(Element::create(
                shape,
                StyleAttr::simple(),
                orientation,
                Place::new(width, height),
            ))
        })
        .collect();
    let own_places = own.nodes.iter().enumerate().map(|(place, node)| (node.name.as_str(), place));
    let mut places: HashMap<&str, usize> = own_places.collect();
    places.extend(part_of.iter().map(|(&name, &part)| (name, own.nodes.len() + part)));
    for (number, edge) in own.edges.iter().enumerate() {
        let (Some(&from), Some(&to)) = (places.get(edge.from.as_str()), places.get(edge.to.as_str())) else {
            continue;
        };
        if from != to {
            let arrow = Arrow { properties: Some(number.to_string()), ..Arrow::simple("") };
            visual.add_edge(arrow, handles[from], handles[to]);
        }
    }
    let mut ways = Ways::default();
    if !handles.is_empty() {
        visual.do_it(false, false, false, &mut ways);
    }
    let corner = |place: usize| {
        let (corner, _) = visual.pos(handles[place]).bbox(false);
        (corner.x, corner.y)
    };
    let is_whole =
        |edge: &PlacedEdge| [&edge.from, &edge.to].iter().all(|name| !part_of.contains_key(name.as_str()));
    for (number, edge) in own.edges.iter_mut().enumerate() {
        // A way to a part ends at its frame, and not at the node in it.
        if is_whole(edge) {
            edge.way = ways.0.remove(&number).unwrap_or_default();
        }
    }
    let corners: Vec<Point> = (0..handles.len()).map(corner).collect();
    let count = own.nodes.len();
    for (node, (x, y)) in own.nodes.iter_mut().zip(&corners) {
        node.middle = (x + node.look.width / 2.0, y + node.look.height / 2.0);
    }
    for (mut part, &corner) in parts.into_iter().zip(&corners[count..]) {
        part.shift(corner);
        own.nodes.extend(part.nodes);
        own.boxes.extend(part.boxes);
        own.edges.extend(part.edges);
    }
    own.normalised()
}

/// A part in its frame.
fn framed(part: &Graph, mut layout: Layout) -> Layout {
    let above = MARGIN + if part.attributes.contains_key("label") { LABEL } else { 0.0 };
    layout.shift((MARGIN, above));
    layout.width += 2.0 * MARGIN;
    layout.height += MARGIN + above;
    let (width, height, attributes) = (layout.width, layout.height, part.attributes.clone());
    layout.boxes.insert(0, PlacedBox { corner: (0.0, 0.0), width, height, attributes });
    layout
}

/// Takes the ways of edges from the library that would rather draw them; nodes we draw ourselves.
#[derive(Default)]
struct Ways(HashMap<usize, Vec<Point>>);

impl RenderBackend for Ways {
    fn draw_rect(&mut self, _: Place, _: Place, _: &StyleAttr, _: Option<String>, _: Option<ClipHandle>) {}

    fn draw_line(&mut self, _: Place, _: Place, _: &StyleAttr, _: Option<String>) {}

    fn draw_circle(&mut self, _: Place, _: Place, _: &StyleAttr, _: Option<String>) {}

    fn draw_text(&mut self, _: Place, _: &str, _: &StyleAttr) {}

    /// The path is a point and the handle behind it, and then for each curve the handle before its end, and its end.
    fn draw_arrow(
        &mut self,
        path: &[(Place, Place)],
        _: bool,
        _: (bool, bool),
        _: &StyleAttr,
        number: Option<String>,
        _: &str,
    ) {
        let number = number.and_then(|number| number.parse().ok());
        let (Some(number), Some((&(start, mut handle), curves))) = (number, path.split_first()) else {
            return;
        };
        let mut way = vec![(start.x, start.y)];
        for &(before, end) in curves {
            way.extend([handle, before, end].map(|point| (point.x, point.y)));
            // The next curve goes on in the same direction.
            handle = Place::new(2.0 * end.x - before.x, 2.0 * end.y - before.y);
        }
        self.0.insert(number, way);
    }

    fn create_clip(&mut self, _: Place, _: Place, _: usize) -> ClipHandle {
        0
    }
}
