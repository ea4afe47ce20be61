//! From a graph to SVG, by the built-in layout.

use crate::arrow::Head;
use crate::graph::{Graph, Kind};
use crate::layout::{Layout, PlacedBox, PlacedEdge, PlacedNode, Point, Style, lay_out, samples};
use crate::node::{LINE, Outline, Words};
use crate::paint;
use hamadryad_scene::{escape_xml, text_width};
use std::fmt::Write;

const MARGIN: f64 = 8.0;

/// Draws a graph as SVG. Without a style, layers are used for directed graphs and forests, forces for others;
/// nodes with an attribute `pos` keep that position in any style.
pub fn svg(graph: &Graph, kind: Kind, style: Option<Style>) -> String {
    let is_directed = kind == Kind::Digraph;
    let layout = lay_out(graph, is_directed, style);
    let title = Words::new(&graph.attributes, "", &graph.name);
    let (title_width, title_height) = title.size();
    let (corner, end) = extent(&layout);
    let width = (end.0 - corner.0).max(title_width) + 2.0 * MARGIN;
    let title_room = if title_height > 0.0 { title_height + MARGIN } else { 0.0 };
    let height = end.1 - corner.1 + 2.0 * MARGIN + title_room;
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
    layout.edges.iter().for_each(|edge| draw_edge(&mut svg, edge, is_directed));
    layout.nodes.iter().for_each(|node| draw_node(&mut svg, node));
    let behind = if ground == "none" { "white" } else { &ground };
    layout.edges.iter().for_each(|edge| draw_label(&mut svg, edge, behind));
    svg += "</g>\n";
    draw_text(&mut svg, &title, (width / 2.0, height - MARGIN - title_height / 2.0));
    svg + "</svg>\n"
}

/// The corners of the bounding box of the picture.
fn extent(layout: &Layout) -> (Point, Point) {
    let around = |(x, y): Point, (width, height): Point| {
        [(x - width / 2.0, y - height / 2.0), (x + width / 2.0, y + height / 2.0)]
    };
    let nodes = layout.nodes.iter().flat_map(|node| {
        // A node of fixed size may have a longer text.
        let text = node.look.lines.iter().map(|line| text_width(line, node.look.size)).fold(0.0, f64::max);
        let line = if node.look.stroke.is_some() { node.look.stroke_width } else { 0.0 };
        around(node.middle, ((node.look.width + line).max(text), node.look.height + line))
    });
    let boxes = layout.boxes.iter().flat_map(|placed| {
        let (x, y) = placed.corner;
        [(x, y), (x + placed.width, y + placed.height)]
    });
    let ways = layout.edges.iter().flat_map(|edge| samples(&edge.way));
    let labels = layout.edges.iter().filter(|edge| !edge.words.lines.is_empty());
    let labels = labels.flat_map(|edge| around(edge.label, edge.words.size()));
    let mut points = nodes.chain(boxes).chain(ways).chain(labels);
    let first = points.next().unwrap_or((0.0, 0.0));
    points.fold((first, first), |((left, top), (right, bottom)), (x, y)| {
        ((left.min(x), top.min(y)), (right.max(x), bottom.max(y)))
    })
}

fn draw_box(svg: &mut String, placed: &PlacedBox) {
    let value = |name: &str| placed.attributes.get(name).map(String::as_str);
    let styles = value("style").unwrap_or_default();
    let has = |style: &str| styles.split(',').any(|known| known.trim() == style);
    let ((x, y), width, height) = (placed.corner, placed.width, placed.height);
    let colour = value("color")
        .and_then(|name| paint::of(&placed.attributes, name))
        .unwrap_or_else(|| "black".to_owned());
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
    draw_text(svg, &placed.words, placed.label());
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
    // A `title` element names the node, as Graphviz does; browsers show it as a tooltip.
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
    let words = Words { lines: look.lines.clone(), size: look.size, ink: look.ink.clone() };
    draw_text(svg, &words, node.middle);
    *svg += "</g>\n";
}

/// Draws lines of text, centred at a point.
fn draw_text(svg: &mut String, words: &Words, (x, y): Point) {
    let Words { lines, size, ink } = words;
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

fn draw_edge(svg: &mut String, edge: &PlacedEdge, is_directed: bool) {
    let value = |name: &str| edge.attributes.get(name).map(String::as_str);
    let styles = value("style").unwrap_or_default();
    if styles.split(',').any(|style| style.trim() == "invis") {
        return;
    }
    let mut way = edge.way.clone();
    let [start, second, .., before, end] = *way else { return };
    let colour = value("color").and_then(|name| paint::of(&edge.attributes, name));
    let colour = colour.unwrap_or_else(|| "black".to_owned());
    let number =
        |name: &str| value(name).and_then(|value| value.parse::<f64>().ok()).filter(|n| n.is_finite());
    let bold = if styles.contains("bold") { 2.0 } else { 1.0 };
    let width = number("penwidth").unwrap_or(bold).clamp(0.0, 50.0);
    let dashes =
        paint::dashes(styles).map_or(String::new(), |dashes| format!(" stroke-dasharray=\"{dashes}\""));
    let arrow = if is_directed { "->" } else { "--" };
    let title = escape_xml(&format!("{}{arrow}{}", edge.from, edge.to));
    let points = |direction| {
        value("dir").map_or(is_directed && direction == "forward", |dir| dir == direction || dir == "both")
    };
    let scale = number("arrowsize").unwrap_or(1.0).clamp(0.0, 20.0) * (1.0 + (width - 1.0).max(0.0) * 0.25);
    let head = |name| Head { shape: value(name).unwrap_or("normal"), scale, colour: &colour };
    let mut heads = String::new();
    let last = way.len() - 1;
    if points("forward") {
        way[last] = towards(end, before, head("arrowhead").draw(&mut heads, before, end));
    }
    if points("back") {
        way[0] = towards(start, second, head("arrowtail").draw(&mut heads, second, start));
    }
    let _ = writeln!(svg, "<g class=\"edge\"><title>{title}</title>");
    let mut path = format!("M{:.2} {:.2}", way[0].0, way[0].1);
    for curve in way[1..].chunks_exact(3) {
        let points: Vec<String> = curve.iter().map(|(x, y)| format!("{x:.2} {y:.2}")).collect();
        path += &format!("C{}", points.join(" "));
    }
    let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>");
    *svg += &heads;
    *svg += "</g>\n";
}

/// The point at a distance from one point towards another, short of the latter.
fn towards(from: Point, to: Point, by: f64) -> Point {
    let part = (by / (to.0 - from.0).hypot(to.1 - from.1).max(0.01)).min(0.95);
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

/// Draws the label of an edge on a background that separates its letters from other lines.
fn draw_label(svg: &mut String, edge: &PlacedEdge, ground: &str) {
    if edge.words.lines.is_empty() {
        return;
    }
    let ((x, y), (width, height)) = (edge.label, edge.words.size());
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    let _ = writeln!(
        svg,
        "<rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{ground}\" \
         fill-opacity=\"0.85\"/>"
    );
    draw_text(svg, &edge.words, edge.label);
}
