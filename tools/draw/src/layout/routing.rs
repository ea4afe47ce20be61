//! Routes of edges from border to border: straight if nothing is in between, or else around obstacles with
//! rounded corners.
//!
//! No route passes behind a node, behind the frame of a subgraph that contains neither end, or behind a label
//! with a fixed position, unless there is no other route. Parallel edges are kept apart; a loop is drawn at
//! the right of its node.

use super::geometry::{Hull, Point, between, distance, on_curve, rim};
use super::model::{Corner, Layout, PlacedEdge, PlacedNode};
use super::visibility::around;
use std::collections::HashMap;

/// The margin of a straight route, and the margin of a route around a corner.
const ROOM: f64 = 4.0;
const WIDE: f64 = 9.0;
/// The least distance between parallel edges.
const APART: f64 = 22.0;
/// The additional distance from an obstacle for each further parallel edge.
const NESTED: f64 = 8.0;
/// The last segment of a route is straight, for the arrow head.
const ARROW: f64 = 14.0;
/// The smallest corner radius: no obstacle makes a corner sharper.
const SHARPEST: f64 = 10.0;

/// The extent of a loop to the right of the border of its node.
pub(super) fn loop_width(number: usize) -> f64 {
    0.75 * APART * (1.0 + number as f64 * 0.5) + 8.0
}

/// Finds the route of each edge.
pub(super) fn find(layout: &mut Layout) {
    let obstacles = Obstacles::new(layout);
    let places: HashMap<&str, usize> =
        layout.nodes.iter().enumerate().map(|(place, node)| (node.name.as_str(), place)).collect();
    let ends: Vec<(usize, usize)> =
        layout.edges.iter().map(|edge| (places[edge.from.as_str()], places[edge.to.as_str()])).collect();
    let pair = |(from, to): (usize, usize)| (from.min(to), from.max(to));
    let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
    ends.iter().for_each(|&ends| *counts.entry(pair(ends)).or_insert(0) += 1);
    let mut drawn: HashMap<(usize, usize), usize> = HashMap::new();
    for (number, &(from, to)) in ends.iter().enumerate() {
        let place = drawn.entry(pair((from, to))).or_insert(0);
        let (from_node, to_node) = (&layout.nodes[from], &layout.nodes[to]);
        let edge = &layout.edges[number];
        let count = counts[&pair((from, to))];
        let way = if from == to {
            looped(from_node, *place)
        } else {
            let aside = (*place as f64 - (count - 1) as f64 / 2.0) * apart(edge);
            let aside = if from > to { -aside } else { aside };
            let lane = Lane { count, number: *place, aside };
            let clear = obstacles.of(number, (from, from_node), (to, to_node));
            let points = clear.points(edge, from_node.middle, to_node.middle, &lane);
            clear.curved(fitted(from_node, to_node, points))
        };
        *place += 1;
        layout.edges[number].way = way;
    }
}

/// The distance between parallel edges; labels increase it by their width.
pub(super) fn apart(edge: &PlacedEdge) -> f64 {
    APART + edge.words.size().1
}

/// All obstacles of edges.
struct Obstacles {
    /// For each visible node, a narrow and a wide region.
    nodes: Vec<Option<[Hull; 2]>>,
    /// Frames with their labels, and loops with theirs.
    frames: Vec<[Hull; 2]>,
    /// For each edge, the region of its label if the label has a fixed position.
    labels: Vec<(usize, Hull)>,
}

impl Obstacles {
    fn new(layout: &Layout) -> Self {
        let node = |node: &PlacedNode| {
            let hulls = || [ROOM, WIDE].map(|room| Hull::of_node(node.middle, &node.look, room));
            node.look.is_visible().then(hulls)
        };
        let frames = layout.boxes.iter().flat_map(|placed| {
            let [corner, end] = placed.corners();
            let middle = between(corner, end, 0.5);
            let frame = [ROOM, WIDE].map(|room| Hull::of_box(middle, placed.width, placed.height, room));
            let (width, height) = placed.words.size();
            let label = [0.0, 3.0].map(|room| Hull::of_box(placed.label(), width, height, room));
            std::iter::once(frame).chain((width > 0.0).then_some(label))
        });
        let labels = layout.edges.iter().enumerate().filter_map(|(number, edge)| {
            let (width, height) = edge.words.size();
            let room = edge.room?;
            Some((number, Hull::of_box(room, width, height, 1.0)))
        });
        // Loops and their labels are obstacles for the other edges of their node, too.
        let loops = layout.nodes.iter().filter_map(|node| {
            let wide = layout.loops(&node.name);
            let own = |edge: &&PlacedEdge| edge.from == node.name && edge.to == node.name;
            let labels = layout.edges.iter().filter(own).map(|edge| edge.words.size().1);
            let high = labels.fold(node.look.height / 2.0 + 4.0, f64::max);
            let x = node.middle.0 + node.look.width / 2.0 + wide / 2.0;
            let hulls = || [0.0, WIDE / 2.0].map(|room| Hull::of_box((x, node.middle.1), wide, high, room));
            (wide > 0.0).then(hulls)
        });
        Self {
            nodes: layout.nodes.iter().map(node).collect(),
            frames: frames.chain(loops).collect(),
            labels: labels.collect(),
        }
    }

    /// The obstacles of one edge: all regions that contain neither of its ends.
    fn of(&self, edge: usize, from: (usize, &PlacedNode), to: (usize, &PlacedNode)) -> Clear {
        let ends = [from.1.middle, to.1.middle];
        let holds = |hull: &Hull| ends.iter().any(|&end| hull.has(end));
        let nodes = self.nodes.iter().enumerate().filter(|(place, _)| *place != from.0 && *place != to.0);
        let hulls = nodes.filter_map(|(_, hulls)| hulls.as_ref()).chain(&self.frames);
        let mut clear = Clear::default();
        for [tight, wide] in hulls {
            if !holds(tight) {
                clear.tight.push(tight.clone());
                clear.wide.push(if holds(wide) { tight.clone() } else { wide.clone() });
            }
        }
        for (owner, hull) in &self.labels {
            if *owner == edge {
                clear.own_label = Some(hull.clone());
            } else if !holds(hull) {
                clear.tight.push(hull.clone());
                clear.wide.push(hull.clone());
            }
        }
        clear
    }
}

/// The position of an edge among its parallel edges.
struct Lane {
    count: usize,
    number: usize,
    /// The distance by which the route is bent to the side.
    aside: f64,
}

/// The obstacles of one edge.
#[derive(Default)]
struct Clear {
    tight: Vec<Hull>,
    wide: Vec<Hull>,
    own_label: Option<Hull>,
}

impl Clear {
    fn sees(&self, from: Point, to: Point) -> bool {
        !self.tight.iter().any(|hull| hull.meets(from, to))
    }

    /// The points on the route, from one centre to the other.
    fn points(&self, edge: &PlacedEdge, from: Point, to: Point, lane: &Lane) -> Vec<Point> {
        let Lane { count, number, aside } = *lane;
        let end = |at| Corner { at, is_fixed: true };
        let mut corners = vec![end(from)];
        if edge.corners.is_empty() && aside != 0.0 {
            let length = distance(from, to).max(1.0);
            let (dx, dy) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
            let aside = if count > 1 { aside } else { 0.0 };
            let bend = |part: f64| {
                let (x, y) = between(from, to, part);
                (x - dy * aside, y + dx * aside)
            };
            let bends = [bend(0.35), bend(0.65)];
            // Outer edges of a bundle keep a greater distance from the obstacle.
            if self.sees(bends[0], bends[1]) && self.sees(from, bends[0]) && self.sees(bends[1], to) {
                corners.extend(bends.map(end));
            }
        }
        // Each of several parallel edges passes the middle of its own lane.
        let middle = edge.corners.len() / 2;
        let keeps = |place: usize| count > 1 && (place == middle || place + 1 == middle);
        let lane = edge.corners.iter().enumerate();
        corners.extend(
            lane.map(|(place, corner)| Corner { is_fixed: corner.is_fixed || keeps(place), ..*corner }),
        );
        corners.push(end(to));
        let mut points = vec![from];
        let mut at = 0;
        while at + 1 < corners.len() {
            let last_fixed = (at + 1..corners.len()).find(|&place| corners[place].is_fixed);
            let last_fixed = last_fixed.unwrap_or(corners.len() - 1);
            let here = corners[at].at;
            let next = (at + 1..=last_fixed).rev().find(|&place| self.sees(here, corners[place].at));
            match next {
                Some(place) => {
                    points.push(corners[place].at);
                    at = place;
                }
                None => {
                    // If no corner is visible, the route leads around the obstacles to the start of the next
                    // segment.
                    let place = if edge.corners.is_empty() { last_fixed } else { at + 1 };
                    let goal = corners[place].at;
                    let widen = |hull: &Hull| hull.wider(number as f64 * NESTED, &[here, goal]);
                    let wide: Vec<Hull> = self.wide.iter().map(widen).collect();
                    let way = around(here, goal, &wide).or_else(|| around(here, goal, &self.tight));
                    points.extend(way.unwrap_or(vec![here, goal]).into_iter().skip(1));
                    at = place;
                }
            }
        }
        points.dedup_by(|one, other| distance(*one, *other) < 0.5);
        // Two nodes may have the same position.
        if points.len() == 1 {
            points.push(to);
        }
        points
    }

    /// A route with rounded corners; the radii are limited by the obstacles nearby.
    fn curved(&self, points: Vec<Point>) -> Vec<Point> {
        let last = points.len() - 1;
        let mut way = vec![points[0]];
        for place in 1..last {
            let (before, corner, after) = (points[place - 1], points[place], points[place + 1]);
            // Two adjacent corners share the segment between them; the first and the last segment keep space
            // for an arrow head.
            let reach = |other: Point, is_end: bool| {
                let length = distance(corner, other);
                if is_end { (length - ARROW).max(length / 2.0) } else { length / 2.0 }
            };
            let most = [reach(before, place == 1), reach(after, place + 1 == last)];
            let mut radius = f64::max(most[0], most[1]);
            let curve = loop {
                let [back, on] = most.map(|most| radius.min(most));
                let start = between(corner, before, back / distance(corner, before).max(1e-6));
                let end = between(corner, after, on / distance(corner, after).max(1e-6));
                let curve = [start, between(start, corner, 2.0 / 3.0), between(end, corner, 2.0 / 3.0), end];
                let is_clear = || {
                    (1..16)
                        .map(|step| on_curve(curve, f64::from(step) / 16.0))
                        .all(|point| self.is_free(point))
                };
                if radius <= SHARPEST || is_clear() {
                    break curve;
                }
                radius *= 0.7;
            };
            straight_to(&mut way, curve[0]);
            way.extend(&curve[1..]);
        }
        straight_to(&mut way, points[last]);
        way
    }

    fn is_free(&self, point: Point) -> bool {
        !self.tight.iter().chain(&self.own_label).any(|hull| hull.has(point))
    }
}

fn straight_to(way: &mut Vec<Point>, to: Point) {
    if let Some(&from) = way.last() {
        way.extend([between(from, to, 1.0 / 3.0), between(from, to, 2.0 / 3.0), to]);
    }
}

/// Clips a route to the outlines of its two nodes.
fn fitted(from: &PlacedNode, to: &PlacedNode, mut points: Vec<Point>) -> Vec<Point> {
    // Points inside of the nodes are dropped.
    let is_in = |node: &PlacedNode, point: Point| Hull::of_node(node.middle, &node.look, 0.0).has(point);
    while points.len() > 2 && is_in(from, points[1]) {
        points.remove(1);
    }
    while points.len() > 2 && is_in(to, points[points.len() - 2]) {
        points.remove(points.len() - 2);
    }
    let last = points.len() - 1;
    let (start, end) = (points[1], points[last - 1]);
    points[0] = rim(from.middle, &from.look, if last == 1 { to.middle } else { start });
    points[last] = rim(to.middle, &to.look, if last == 1 { from.middle } else { end });
    points
}

/// A loop at the right of a node; each further loop is larger.
fn looped(node: &PlacedNode, number: usize) -> Vec<Point> {
    let far = APART * (1.0 + number as f64 * 0.5);
    let ((x, y), high) = (node.middle, node.look.height / 4.0 + number as f64 * 2.0);
    let right = x + node.look.width / 2.0;
    let (start, end) =
        (rim(node.middle, &node.look, (right, y - high)), rim(node.middle, &node.look, (right, y + high)));
    vec![start, (right + far, y - 2.0 * high), (right + far, y + 2.0 * high), end]
}
