//! Connected components of a graph: each is laid out separately, and the results are packed in rows.

use super::geometry::{Point, extent};
use super::model::{Corner, Link, Placed, Style, Task};
use super::{distances, layers};
use crate::graph::Attributes;

/// Distance between components.
const BETWEEN: f64 = 30.0;
/// The intended ratio of width to height of the picture.
const ASPECT: f64 = 2.2;
/// Stress majorisation is quadratic in the number of nodes: larger components are laid out in layers.
const MOST_BY_DISTANCE: usize = 1500;

/// The direction of edges in a layered layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Down,
    Up,
    Right,
    Left,
}

impl Direction {
    /// The direction given by the attribute `rankdir`.
    pub(super) fn of(attributes: &Attributes) -> Self {
        match attributes.get("rankdir").map(|value| value.to_uppercase()).as_deref() {
            Some("LR") => Self::Right,
            Some("RL") => Self::Left,
            Some("BT") => Self::Up,
            _ => Self::Down,
        }
    }

    /// Turns a point of a downward layout into this direction.
    fn turn(self, (x, y): Point) -> Point {
        match self {
            Self::Down => (x, y),
            Self::Up => (x, -y),
            Self::Right => (y, x),
            Self::Left => (-y, x),
        }
    }

    /// Turns a width and a height into this direction.
    fn size(self, (width, height): Point) -> Point {
        if matches!(self, Self::Down | Self::Up) { (width, height) } else { (height, width) }
    }
}

/// Finds positions for all boxes of a task.
pub(super) fn arrange(task: &Task, style: Style, direction: Direction) -> Placed {
    let mut whole = Placed {
        middles: vec![(0.0, 0.0); task.boxes.len()],
        ways: vec![Vec::new(); task.links.len()],
        labels: vec![None; task.links.len()],
    };
    let mut pieces: Vec<(Piece, Placed, Point, Point)> = Vec::new();
    for piece in pieces_of(task) {
        let part = piece.task(task, direction, style);
        let mut placed = match style {
            Style::Distances if part.boxes.len() <= MOST_BY_DISTANCE => {
                let none = || vec![Vec::new(); part.links.len()];
                Placed {
                    middles: distances::places(&part),
                    ways: none(),
                    labels: vec![None; part.links.len()],
                }
            }
            _ => layers::places(&part),
        };
        if style == Style::Layers {
            each(&mut placed, |point| direction.turn(point));
        }
        let around = |middle: Point, (width, height): Point| {
            let (width, height) = (width / 2.0, height / 2.0);
            [(middle.0 - width, middle.1 - height), (middle.0 + width, middle.1 + height)]
        };
        let boxes = piece.nodes.iter().zip(&placed.middles);
        let boxes = boxes.flat_map(|(&node, &middle)| around(middle, task.boxes[node]));
        let ways = placed.ways.iter().flatten().map(|corner| corner.at);
        let labels = piece.links.iter().zip(&placed.labels);
        let labels = labels.filter_map(|(&link, &label)| Some(around(label?, task.links[link].label)));
        let (corner, end) =
            extent(boxes.chain(ways).chain(labels.flatten())).unwrap_or(((0.0, 0.0), (0.0, 0.0)));
        pieces.push((piece, placed, corner, (end.0 - corner.0, end.1 - corner.1)));
    }
    let corners = packed(&pieces.iter().map(|&(.., size)| size).collect::<Vec<_>>());
    for ((piece, mut placed, corner, _), place) in pieces.into_iter().zip(corners) {
        each(&mut placed, |(x, y)| (x + place.0 - corner.0, y + place.1 - corner.1));
        for (node, middle) in piece.nodes.into_iter().zip(placed.middles) {
            whole.middles[node] = middle;
        }
        for ((link, way), label) in piece.links.into_iter().zip(placed.ways).zip(placed.labels) {
            (whole.ways[link], whole.labels[link]) = (way, label);
        }
    }
    whole
}

/// The connected components, ordered by their first nodes.
struct Piece {
    nodes: Vec<usize>,
    links: Vec<usize>,
}

impl Piece {
    fn task(&self, whole: &Task, direction: Direction, style: Style) -> Task {
        let size = |size| if style == Style::Layers { direction.size(size) } else { size };
        let mut places = std::collections::HashMap::new();
        places.extend(self.nodes.iter().enumerate().map(|(place, &node)| (node, place)));
        let links = self.links.iter().map(|&link| &whole.links[link]);
        let links = links.map(|link| Link {
            from: places[&link.from],
            to: places[&link.to],
            label: size(link.label),
            spread: link.spread,
        });
        Task {
            boxes: self.nodes.iter().map(|&node| size(whole.boxes[node])).collect(),
            links: links.collect(),
        }
    }
}

fn pieces_of(task: &Task) -> Vec<Piece> {
    let mut neighbours = vec![Vec::new(); task.boxes.len()];
    for link in &task.links {
        neighbours[link.from].push(link.to);
        neighbours[link.to].push(link.from);
    }
    let mut numbers = vec![usize::MAX; task.boxes.len()];
    let mut pieces: Vec<Piece> = Vec::new();
    for start in 0..task.boxes.len() {
        if numbers[start] != usize::MAX {
            continue;
        }
        numbers[start] = pieces.len();
        let mut nodes = vec![start];
        let mut place = 0;
        while let Some(&node) = nodes.get(place) {
            place += 1;
            for &next in &neighbours[node] {
                if numbers[next] == usize::MAX {
                    numbers[next] = pieces.len();
                    nodes.push(next);
                }
            }
        }
        nodes.sort_unstable();
        pieces.push(Piece { nodes, links: Vec::new() });
    }
    for (number, link) in task.links.iter().enumerate() {
        pieces[numbers[link.from]].links.push(number);
    }
    pieces
}

fn each(placed: &mut Placed, change: impl Fn(Point) -> Point) {
    placed.middles.iter_mut().for_each(|point| *point = change(*point));
    placed.labels.iter_mut().flatten().for_each(|point| *point = change(*point));
    placed.ways.iter_mut().flatten().for_each(|corner: &mut Corner| corner.at = change(corner.at));
}

/// Packs boxes of these sizes in rows, highest first; returns their corners.
fn packed(sizes: &[Point]) -> Vec<Point> {
    let area: f64 = sizes.iter().map(|(width, height)| (width + BETWEEN) * (height + BETWEEN)).sum();
    let widest = sizes.iter().map(|size| size.0).fold(0.0, f64::max);
    let width = widest.max((area * ASPECT).sqrt());
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by(|&one, &other| sizes[other].1.total_cmp(&sizes[one].1));
    let mut corners = vec![(0.0, 0.0); sizes.len()];
    let (mut right, mut top, mut bottom) = (0.0, 0.0, 0.0_f64);
    for place in order {
        if right > 0.0 && right + sizes[place].0 > width {
            (right, top) = (0.0, bottom + BETWEEN);
        }
        corners[place] = (right, top);
        right += sizes[place].0 + BETWEEN;
        bottom = bottom.max(top + sizes[place].1);
    }
    corners
}
