//! Properties of layouts: trees, cycles, dense graphs, grids, and graphs with labels, loops and parallel
//! edges.

use super::geometry::{Hull, Point, distance, rim, samples};
use super::*;
use crate::graph::{Edge, Node};
use hamadryad_random::Random;

fn attributes(pairs: &[(&str, &str)]) -> Attributes {
    pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn graph(count: usize, edges: &[(usize, usize)], has_labels: bool) -> Graph {
    let node = |number: usize| {
        let shape = ["ellipse", "box", "diamond", "circle"][number % 4];
        Node { name: format!("n{number}"), attributes: attributes(&[("shape", shape)]) }
    };
    let edge = |&(from, to): &(usize, usize)| {
        let label = format!("{from} to {to}");
        let attributes = if has_labels { attributes(&[("label", &label)]) } else { Attributes::default() };
        Edge { from: format!("n{from}"), to: format!("n{to}"), attributes }
    };
    Graph {
        nodes: (0..count).map(node).collect(),
        edges: edges.iter().map(edge).collect(),
        ..Graph::default()
    }
}

/// Trees, cycles, dense graphs, grids and random graphs with this number of nodes.
fn families(count: usize, seed: u64) -> Vec<(&'static str, Graph)> {
    let mut random = Random::new(seed);
    let tree: Vec<(usize, usize)> = (1..count).map(|node| (random.index(node), node)).collect();
    let cycle: Vec<(usize, usize)> = (0..count).map(|node| (node, (node + 1) % count)).collect();
    let pairs = (0..count).flat_map(|one| (0..one).map(move |other| (other, one)));
    let chance = if count > 20 { 12 } else { 60 };
    let dense: Vec<(usize, usize)> = pairs.filter(|_| random.percent(chance)).collect();
    let wide = (1..).find(|wide| wide * wide >= count).unwrap_or(1);
    let grid = (0..count).flat_map(|node| {
        let right = (node % wide + 1 < wide && node + 1 < count).then_some((node, node + 1));
        let below = (node + wide < count).then_some((node, node + wide));
        right.into_iter().chain(below)
    });
    let mut several: Vec<(usize, usize)> =
        (0..count + count / 2).map(|_| (random.index(count), random.index(count))).collect();
    several.extend(several.clone().iter().take(count / 3).map(|&(from, to)| (to, from)));
    vec![
        ("tree", graph(count, &tree, false)),
        ("cycle", graph(count, &cycle, true)),
        ("dense", graph(count, &dense, false)),
        ("grid", graph(count, &grid.collect::<Vec<_>>(), false)),
        ("several", graph(count, &several, true)),
        ("alone", graph(count, &[], false)),
    ]
}

/// Checks the properties of every layout; returns the number of routes behind a node.
fn check(name: &str, graph: &Graph, layout: &Layout) -> usize {
    let names = |names: &mut dyn Iterator<Item = String>| {
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    };
    let drawn = names(&mut layout.nodes.iter().map(|node| node.name.clone()));
    assert_eq!(drawn, names(&mut graph.nodes.iter().map(|node| node.name.clone())), "{name}");
    let label = |attributes: &Attributes| attributes.get("label").cloned().unwrap_or_default();
    let drawn = names(
        &mut layout
            .edges
            .iter()
            .map(|edge| format!("{} {} {}", edge.from, edge.to, edge.words.lines.join(" "))),
    );
    let given = names(
        &mut graph.edges.iter().map(|edge| format!("{} {} {}", edge.from, edge.to, label(&edge.attributes))),
    );
    assert_eq!(drawn, given, "{name}");

    for (place, one) in layout.nodes.iter().enumerate() {
        for other in &layout.nodes[place + 1..] {
            let apart = ((one.middle.0 - other.middle.0).abs(), (one.middle.1 - other.middle.1).abs());
            let reach =
                ((one.look.width + other.look.width) / 2.0, (one.look.height + other.look.height) / 2.0);
            assert!(apart.0 >= reach.0 || apart.1 >= reach.1, "{name}: {} overlaps {}", one.name, other.name);
        }
    }
    let find = |name: &str| layout.nodes.iter().find(|node| node.name == name).expect("a node");
    let mut behind = 0;
    for edge in &layout.edges {
        let (from, to) = (find(&edge.from), find(&edge.to));
        let way = &edge.way;
        assert!(way.len() >= 4 && way.len() % 3 == 1, "{name}: {way:?}");
        let ends = [(from, way[0], way[1]), (to, way[way.len() - 1], way[way.len() - 2])];
        for (node, at, next) in ends {
            assert!(is_on_border(node, at), "{name}: {}--{} ends at {at:?}, {node:?}", edge.from, edge.to);
            assert!(!Hull::of_node(node.middle, &node.look, -2.0).has(next), "{name}: a way begins inwards");
        }
        let others = layout.nodes.iter().filter(|node| node.name != edge.from && node.name != edge.to);
        let hulls: Vec<Hull> = others.map(|node| Hull::of_node(node.middle, &node.look, -0.5)).collect();
        behind += usize::from(samples(way).any(|point| hulls.iter().any(|hull| hull.has(point))));
    }
    behind
}

fn is_on_border(node: &PlacedNode, at: Point) -> bool {
    let (x, y) = node.middle;
    let far = (x + (at.0 - x) * 1000.0, y + (at.1 - y) * 1000.0);
    distance(rim(node.middle, &node.look, far), at) < 0.6
}

/// The pairs of overlapping labels.
fn clashes(layout: &Layout) -> usize {
    let labels: Vec<(Point, Point)> = layout
        .edges
        .iter()
        .filter(|edge| !edge.words.lines.is_empty())
        .map(|edge| (edge.label, edge.words.size()))
        .collect();
    let clash = |one: &(Point, Point), other: &(Point, Point)| {
        (one.0.0 - other.0.0).abs() < (one.1.0 + other.1.0) / 2.0 - 0.1
            && (one.0.1 - other.0.1).abs() < (one.1.1 + other.1.1) / 2.0 - 0.1
    };
    let pairs = labels.iter().enumerate();
    pairs.map(|(place, one)| labels[place + 1..].iter().filter(|other| clash(one, other)).count()).sum()
}

/// The graphs of all families with these numbers of nodes, for several seeds, each in both styles.
fn for_each_layout(counts: &[usize], mut test: impl FnMut(&str, &Graph, Style)) {
    for &count in counts {
        for seed in 0..if count > 30 { 1 } else { 8 } {
            for (name, graph) in families(count, seed) {
                for style in [Style::Layers, Style::Distances] {
                    test(&format!("{name} {count} {style:?}, seed {seed}"), &graph, style);
                }
            }
        }
    }
}

#[test]
fn nodes_keep_apart_and_ways_end_at_borders_and_run_behind_no_node() {
    for_each_layout(&[1, 2, 3, 6, 12, 30, 80], |name, graph, style| {
        let layout = lay_out(graph, style == Style::Layers, Some(style));
        assert_eq!(check(name, graph, &layout), 0, "{name}: ways behind nodes");
    });
}

#[test]
fn labels_do_not_overlap() {
    for_each_layout(&[3, 6, 12, 30], |name, graph, style| {
        let layout = lay_out(graph, true, Some(style));
        // Where many edges meet, only the layered layout has space for every label.
        let allowed = if style == Style::Distances { 1 + layout.edges.len() / 15 } else { 0 };
        let clashes = clashes(&layout);
        assert!(clashes <= allowed, "{name}: {clashes}");
    });
}

#[test]
fn labels_of_loops_at_one_node_do_not_overlap() {
    let loops = graph(1, &[(0, 0); 4], true);
    for style in [Style::Layers, Style::Distances] {
        assert_eq!(clashes(&lay_out(&loops, true, Some(style))), 0, "{style:?}");
    }
}

#[test]
fn a_layout_is_the_same_every_time() {
    for (name, graph) in families(12, 0) {
        assert_eq!(lay_out(&graph, false, None), lay_out(&graph, false, None), "{name}");
    }
}

#[test]
fn edges_lead_down_or_as_the_direction_says() {
    for (direction, sign, is_wide) in
        [("TB", 1.0, false), ("BT", -1.0, false), ("LR", 1.0, true), ("RL", -1.0, true)]
    {
        let mut graph = graph(6, &[(0, 1), (0, 2), (1, 3), (2, 3), (0, 4), (4, 5), (0, 5)], true);
        graph.attributes = attributes(&[("rankdir", direction)]);
        let layout = lay_out(&graph, true, None);
        assert_eq!(check(direction, &graph, &layout), 0);
        for edge in &layout.edges {
            let (start, end) = (edge.way[0], edge.way[edge.way.len() - 1]);
            let along = if is_wide { end.0 - start.0 } else { end.1 - start.1 };
            assert!(along * sign > 0.0, "{direction}: {edge:?}");
        }
    }
}

#[test]
fn trees_have_layers_and_cycles_have_distances() {
    let tree = lay_out(&graph(4, &[(0, 1), (0, 2), (0, 3)], false), false, None);
    let heights: Vec<f64> = tree.nodes.iter().map(|node| node.middle.1.round()).collect();
    assert!(heights[0] < heights[1] && heights[1] == heights[2] && heights[2] == heights[3], "{heights:?}");
    let circle = lay_out(
        &graph(12, &(0..12).map(|node| (node, (node + 1) % 12)).collect::<Vec<_>>(), false),
        false,
        None,
    );
    let middle = circle
        .nodes
        .iter()
        .fold((0.0, 0.0), |(x, y), node| (x + node.middle.0 / 12.0, y + node.middle.1 / 12.0));
    let far: Vec<f64> = circle.nodes.iter().map(|node| distance(node.middle, middle)).collect();
    let (least, most) =
        far.iter().fold((f64::MAX, 0.0_f64), |(least, most), far| (least.min(*far), most.max(*far)));
    assert!(most < 1.25 * least, "{far:?}");
}

#[test]
fn places_are_kept_and_ways_lead_around_what_stands_there() {
    let mut graph = graph(3, &[(0, 2), (2, 0), (0, 1)], false);
    for (node, place) in graph.nodes.iter_mut().zip(["0,0!", "2,0!", "4,0!"]) {
        node.attributes.insert("pos".to_owned(), place.to_owned());
    }
    let layout = lay_out(&graph, false, None);
    let middles: Vec<Point> = layout.nodes.iter().map(|node| node.middle).collect();
    assert_eq!(middles, [(0.0, 0.0), (144.0, 0.0), (288.0, 0.0)]);
    assert_eq!(check("in a row", &graph, &layout), 0);
    assert_ne!(layout.edges[0].way, layout.edges[1].way);
}

#[test]
fn parts_lie_in_their_frames_and_no_other_node_does() {
    let mut graph = graph(8, &[(0, 7), (7, 3), (2, 5)], false);
    let part = |name: &str, nodes: Vec<Node>| Graph {
        name: name.to_owned(),
        nodes,
        edges: vec![],
        attributes: attributes(&[("label", name)]),
        ..Graph::default()
    };
    let (one, other) = (graph.nodes.drain(..3).collect(), graph.nodes.drain(..2).collect());
    graph.parts = vec![part("one", one), part("a label that is wide", other)];
    for style in [Style::Layers, Style::Distances] {
        let layout = lay_out(&graph, true, Some(style));
        assert_eq!((layout.nodes.len(), layout.boxes.len(), layout.edges.len()), (8, 2, 3));
        for (placed, part) in layout.boxes.iter().zip(&graph.parts) {
            let frame = Hull::of_box(
                (placed.corner.0 + placed.width / 2.0, placed.corner.1 + placed.height / 2.0),
                placed.width,
                placed.height,
                0.0,
            );
            assert!(placed.words.size().0 < placed.width);
            for node in &layout.nodes {
                let is_own = part.nodes.iter().any(|own| own.name == node.name);
                assert_eq!(node.corners().iter().all(|&corner| frame.has(corner)), is_own, "{}", node.name);
                assert_eq!(frame.has(node.middle), is_own, "{}", node.name);
            }
        }
    }
}
