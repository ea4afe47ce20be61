//! A graph with places for all it has, as SVG.

use super::facts::{Attributes, Graph};
use super::layout::{Layout, PlacedBox, PlacedEdge, PlacedNode, Point, lay_out};
use super::node::{LINE, Outline, label};
use super::paint;
use hamadryad_scene::{escape_xml, text_width};
use std::collections::HashMap;
use std::fmt::Write;

const MARGIN: f64 = 8.0;
/// The size of letters where nothing else is said.
const LETTERS: f64 = 14.0;
/// How far several edges between two nodes are from one another.
const APART: f64 = 22.0;
const ARROW: (f64, f64) = (10.0, 3.5);

/// Lays a graph out and draws it.
pub(super) fn draw(graph: &Graph, is_directed: bool) -> String {
    let layout = lay_out(graph);
    let ways = ways(&layout);
    let title = graph.attributes.get("label").map_or(Vec::new(), |text| label(text, &graph.name));
    let title_width = widest(&title);
    let (corner, end) = extent(&layout, &ways);
    let width = (end.0 - corner.0).max(title_width) + 2.0 * MARGIN;
    let height = end.1 - corner.1 + 2.0 * MARGIN + title.len() as f64 * LETTERS * LINE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.2} {height:.2}\" font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\" \
         text-anchor=\"middle\" fill=\"none\">\n"
    );
    let ground = graph.attributes.get("bgcolor").and_then(|name| paint::colour(name));
    let ground = ground.unwrap_or_else(|| "white".to_owned());
    // Writing to a string cannot fail.
    let _ = writeln!(svg, "<rect width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{ground}\"/>");
    let left = (width - (end.0 - corner.0)) / 2.0 - corner.0;
    let _ = writeln!(svg, "<g transform=\"translate({left:.2} {:.2})\">", MARGIN - corner.1);
    layout.boxes.iter().for_each(|placed| draw_box(&mut svg, placed));
    for (edge, way) in layout.edges.iter().zip(&ways) {
        draw_edge(&mut svg, edge, way, is_directed);
    }
    layout.nodes.iter().for_each(|node| draw_node(&mut svg, node));
    svg += "</g>\n";
    let bottom = height - MARGIN - title.len() as f64 * LETTERS * LINE / 2.0;
    draw_text(&mut svg, &title, (width / 2.0, bottom), LETTERS, &ink(&graph.attributes));
    svg + "</svg>\n"
}

/// The way of each edge: the one that was found for it, or a straight one; several between two nodes keep apart.
fn ways(layout: &Layout) -> Vec<Vec<Point>> {
    let nodes: HashMap<&str, &PlacedNode> =
        layout.nodes.iter().map(|node| (node.name.as_str(), node)).collect();
    let pair = |edge: &'_ PlacedEdge| {
        let mut names = [edge.from.clone(), edge.to.clone()];
        names.sort();
        names
    };
    let mut counts: HashMap<[String; 2], usize> = HashMap::new();
    layout.edges.iter().for_each(|edge| *counts.entry(pair(edge)).or_insert(0) += 1);
    let mut drawn: HashMap<[String; 2], usize> = HashMap::new();
    let way = |edge: &PlacedEdge| {
        let ends = (nodes.get(edge.from.as_str()), nodes.get(edge.to.as_str()));
        let (Some(from), Some(to)) = ends else { return Vec::new() };
        let pair = pair(edge);
        let count = counts[&pair];
        let is_turned = edge.from != pair[0];
        let number = drawn.entry(pair).or_insert(0);
        *number += 1;
        if edge.from == edge.to {
            return circle(from, *number);
        }
        if count == 1 && edge.way.len() > 3 {
            return fitted(from, to, edge.way.clone());
        }
        let aside = ((*number - 1) as f64 - (count - 1) as f64 / 2.0) * APART;
        straight(from, to, if is_turned { -aside } else { aside })
    };
    layout.edges.iter().map(way).collect()
}

/// A way that was found between boxes, drawn out to the outlines that the nodes have in truth.
fn fitted(from: &PlacedNode, to: &PlacedNode, mut way: Vec<Point>) -> Vec<Point> {
    let last = way.len() - 1;
    way[0] = rim(from, way[1]);
    way[last] = rim(to, way[last - 1]);
    way
}

/// The corners of all that is drawn.
fn extent(layout: &Layout, ways: &[Vec<Point>]) -> (Point, Point) {
    let labels = layout.edges.iter().zip(ways).filter(|(_, way)| !way.is_empty()).flat_map(|(edge, way)| {
        let lines = edge.attributes.get("label").map_or(Vec::new(), |text| label(text, ""));
        let half = widest(&lines) / 2.0 + 2.0;
        let (x, y) = label_middle(edge, way, half);
        let high = lines.len() as f64 * LETTERS * LINE / 2.0;
        [(x - half, y - high), (x + half, y + high)]
    });
    let points = ways.iter().flatten().copied().chain(labels).chain([(layout.width, layout.height)]);
    points.fold(((0.0, 0.0), (0.0, 0.0)), |((left, top), (right, bottom)), (x, y)| {
        ((left.min(x), top.min(y)), (right.max(x), bottom.max(y)))
    })
}

fn widest(lines: &[String]) -> f64 {
    lines.iter().map(|line| text_width(line, LETTERS)).fold(0.0, f64::max)
}

fn ink(attributes: &Attributes) -> String {
    attributes.get("fontcolor").and_then(|name| paint::colour(name)).unwrap_or_else(|| "black".to_owned())
}

fn draw_box(svg: &mut String, placed: &PlacedBox) {
    let value = |name: &str| placed.attributes.get(name).map(String::as_str);
    let styles = value("style").unwrap_or_default();
    let has = |style: &str| styles.split(',').any(|known| known.trim() == style);
    let ((x, y), width, height) = (placed.corner, placed.width, placed.height);
    let colour = value("color").and_then(paint::colour).unwrap_or_else(|| "black".to_owned());
    let stroke = if has("invis") { "none".to_owned() } else { colour.clone() };
    let fill = value("fillcolor").or(value("bgcolor")).and_then(paint::colour);
    let fill = if has("filled") { fill.or(Some(colour)) } else { value("bgcolor").and(fill) };
    let fill = fill.unwrap_or_else(|| "none".to_owned());
    let dashes =
        paint::dashes(styles).map_or(String::new(), |dashes| format!(" stroke-dasharray=\"{dashes}\""));
    let rounding = if has("rounded") { " rx=\"10\"" } else { "" };
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"{rounding} fill=\"{fill}\" \
         stroke=\"{stroke}\"{dashes}/>"
    );
    let lines = value("label").map_or(Vec::new(), |text| label(text, ""));
    draw_text(svg, &lines, (x + width / 2.0, y + 14.0), LETTERS, &ink(&placed.attributes));
}

fn draw_node(svg: &mut String, node: &PlacedNode) {
    let ((x, y), look) = (node.middle, &node.look);
    let (width, height) = (look.width, look.height);
    let fill = look.fill.as_deref().unwrap_or("none");
    let dashes = look.dashes.map_or(String::new(), |dashes| format!(" stroke-dasharray=\"{dashes}\""));
    let stroke = look.stroke.as_deref().unwrap_or("none");
    let paint = format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{}\"{dashes}", look.stroke_width);
    let ellipse = |svg: &mut String, less: f64| {
        let (rx, ry) = ((width / 2.0 - less).max(0.5), (height / 2.0 - less).max(0.5));
        let _ = writeln!(svg, "<ellipse cx=\"{x:.2}\" cy=\"{y:.2}\" rx=\"{rx:.2}\" ry=\"{ry:.2}\" {paint}/>");
    };
    let rect = |svg: &mut String, rounding: &str| {
        let (left, top) = (x - width / 2.0, y - height / 2.0);
        let _ = writeln!(
            svg,
            "<rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"{rounding} {paint}/>"
        );
    };
    // A title names what is drawn, as Graphviz does; browsers show it under the pointer.
    let _ = writeln!(svg, "<g class=\"node\"><title>{}</title>", escape_xml(&node.name));
    match look.outline {
        Outline::Ellipse => ellipse(svg, 0.0),
        Outline::DoubleEllipse => {
            ellipse(svg, 0.0);
            ellipse(svg, 4.0);
        }
        Outline::Box => rect(svg, ""),
        Outline::RoundedBox => rect(svg, " rx=\"8\""),
        Outline::Diamond => {
            let corners = [(0.0, -height), (width, 0.0), (0.0, height), (-width, 0.0)];
            let corners = corners.map(|(dx, dy)| format!("{:.2},{:.2}", x + dx / 2.0, y + dy / 2.0));
            let _ = writeln!(svg, "<polygon points=\"{}\" {paint}/>", corners.join(" "));
        }
        Outline::Nothing => {
            if look.fill.is_some() {
                rect(svg, "");
            }
        }
    }
    draw_text(svg, &look.lines, node.middle, look.size, &look.ink);
    *svg += "</g>\n";
}

/// Lines of text around this middle.
fn draw_text(svg: &mut String, lines: &[String], (x, y): Point, size: f64, ink: &str) {
    let top = y - (lines.len() as f64 - 1.0) / 2.0 * size * LINE;
    for (number, line) in lines.iter().enumerate() {
        let base = top + number as f64 * size * LINE + size * 0.36;
        let line = escape_xml(line);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.2}\" y=\"{base:.2}\" font-size=\"{size}\" fill=\"{ink}\">{line}</text>"
        );
    }
}

/// A way from outline to outline, bent so far to the side.
fn straight(from: &PlacedNode, to: &PlacedNode, aside: f64) -> Vec<Point> {
    let ((x, y), (xx, yy)) = (from.middle, to.middle);
    let (dx, dy) = (xx - x, yy - y);
    let length = dx.hypot(dy).max(1.0);
    let bend = ((x + xx) / 2.0 - dy / length * aside * 1.5, (y + yy) / 2.0 + dx / length * aside * 1.5);
    let (start, end) = (rim(from, bend), rim(to, bend));
    let towards =
        |point: Point| (point.0 + (bend.0 - point.0) * 2.0 / 3.0, point.1 + (bend.1 - point.1) * 2.0 / 3.0);
    vec![start, towards(start), towards(end), end]
}

/// Where the line from a node's middle to a point leaves its outline.
fn rim(node: &PlacedNode, to: Point) -> Point {
    let ((x, y), width, height) = (node.middle, node.look.width / 2.0, node.look.height / 2.0);
    let (dx, dy) = (to.0 - x, to.1 - y);
    let scale = match node.look.outline {
        Outline::Ellipse | Outline::DoubleEllipse => 1.0 / (dx / width).hypot(dy / height),
        Outline::Diamond => 1.0 / ((dx / width).abs() + (dy / height).abs()),
        _ => (width / dx.abs()).min(height / dy.abs()),
    };
    if scale.is_finite() { (x + dx * scale.min(1.0), y + dy * scale.min(1.0)) } else { node.middle }
}

/// From a node back to itself, at its right; each further circle is larger.
fn circle(node: &PlacedNode, number: usize) -> Vec<Point> {
    let far = APART * (1.0 + number as f64 * 0.5);
    let ((x, y), high) = (node.middle, node.look.height / 4.0);
    let right = x + node.look.width / 2.0;
    let (start, end) = (rim(node, (right, y - high)), rim(node, (right, y + high)));
    vec![start, (right + far, y - 2.0 * high), (right + far, y + 2.0 * high), end]
}

fn draw_edge(svg: &mut String, edge: &PlacedEdge, way: &[Point], is_directed: bool) {
    let value = |name: &str| edge.attributes.get(name).map(String::as_str);
    let styles = value("style").unwrap_or_default();
    if styles.split(',').any(|style| style.trim() == "invis") {
        return;
    }
    let [.., before, end] = *way else { return };
    let colour = value("color").and_then(paint::colour).unwrap_or_else(|| "black".to_owned());
    let bold = if styles.contains("bold") { 2.0 } else { 1.0 };
    let width =
        value("penwidth").and_then(|width| width.parse::<f64>().ok()).unwrap_or(bold).clamp(0.0, 50.0);
    let dashes =
        paint::dashes(styles).map_or(String::new(), |dashes| format!(" stroke-dasharray=\"{dashes}\""));
    let arrow = if is_directed { "->" } else { "--" };
    let title = escape_xml(&format!("{}{arrow}{}", edge.from, edge.to));
    let _ = writeln!(svg, "<g class=\"edge\"><title>{title}</title>");
    let mut path = format!("M{:.2} {:.2}", way[0].0, way[0].1);
    for curve in way[1..].chunks_exact(3) {
        let points: Vec<String> = curve.iter().map(|(x, y)| format!("{x:.2} {y:.2}")).collect();
        path += &format!("C{}", points.join(" "));
    }
    let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>");
    let points = |direction| {
        value("dir").map_or(is_directed && direction == "forward", |dir| dir == direction || dir == "both")
    };
    let mut heads = Vec::new();
    if points("forward") {
        heads.push((before, end));
    }
    if points("back") {
        heads.push((way[1], way[0]));
    }
    for (from, tip) in heads {
        let length = (tip.0 - from.0).hypot(tip.1 - from.1).max(0.01);
        let (dx, dy) = ((tip.0 - from.0) / length, (tip.1 - from.1) / length);
        let foot = (tip.0 - dx * ARROW.0, tip.1 - dy * ARROW.0);
        let sides = [-ARROW.1, ARROW.1].map(|side| (foot.0 - dy * side, foot.1 + dx * side));
        let corners = [sides[0], tip, sides[1]].map(|(x, y)| format!("{x:.2},{y:.2}"));
        let _ = writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"{colour}\" stroke=\"{colour}\"/>",
            corners.join(" ")
        );
    }
    let lines = value("label").map_or(Vec::new(), |text| label(text, ""));
    if !lines.is_empty() {
        let half = widest(&lines) / 2.0;
        let middle = label_middle(edge, way, half + 2.0);
        // White behind the letters keeps them apart from lines.
        let (width, height) = (2.0 * half + 4.0, lines.len() as f64 * LETTERS * LINE);
        let (x, y) = (middle.0 - half - 2.0, middle.1 - height / 2.0);
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"white\" fill-opacity=\"0.85\"/>"
        );
        draw_text(svg, &lines, middle, LETTERS, &ink(&edge.attributes));
    }
    *svg += "</g>\n";
}

/// Where an edge's label of this half width has its middle: on the edge, but beside a circle.
fn label_middle(edge: &PlacedEdge, way: &[Point], half: f64) -> Point {
    let (x, y) = middle_of(way);
    if edge.from == edge.to { (x + half, y) } else { (x, y) }
}

/// The middle of the curve in the middle.
fn middle_of(way: &[Point]) -> Point {
    let curves = (way.len() - 1) / 3;
    let start = 3 * (curves / 2);
    if curves.is_multiple_of(2) {
        return way[start];
    }
    let [a, b, c, d] = [0, 1, 2, 3].map(|place| way[start + place]);
    let mean = |a: f64, b: f64, c: f64, d: f64| (a + 3.0 * b + 3.0 * c + d) / 8.0;
    (mean(a.0, b.0, c.0, d.0), mean(a.1, b.1, c.1, d.1))
}
