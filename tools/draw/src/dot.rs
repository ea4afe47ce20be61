//! Graphs in DOT, the language of Graphviz.

use crate::graph::{Attributes, Graph, Kind};
use std::fmt::Write;

/// Writes a graph in DOT. Nodes and edges keep their order, so Graphviz draws the same picture every time.
pub fn dot(graph: &Graph, kind: Kind) -> String {
    let mut text = String::new();
    let (keyword, arrow) = match kind {
        Kind::Graph => ("graph", "--"),
        Kind::Digraph => ("digraph", "->"),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{keyword} {} {{", quoted(&graph.name));
    body(&mut text, graph, arrow, 1);
    text + "}\n"
}

fn body(text: &mut String, graph: &Graph, arrow: &str, depth: usize) {
    let indent = "  ".repeat(depth);
    let defaults =
        [("graph", &graph.attributes), ("node", &graph.node_attributes), ("edge", &graph.edge_attributes)];
    for (kind, attributes) in defaults.into_iter().filter(|(_, attributes)| !attributes.is_empty()) {
        let _ = writeln!(text, "{indent}{kind}{}", list(attributes));
    }
    for part in &graph.parts {
        // Graphviz draws a box around a subgraph whose name begins with `cluster`.
        let _ = writeln!(text, "{indent}subgraph {} {{", quoted(&format!("cluster_{}", part.name)));
        body(text, part, arrow, depth + 1);
        let _ = writeln!(text, "{indent}}}");
    }
    for node in &graph.nodes {
        let _ = writeln!(text, "{indent}{}{}", quoted(&node.name), list(&node.attributes));
    }
    for edge in &graph.edges {
        let (from, to) = (quoted(&edge.from), quoted(&edge.to));
        let _ = writeln!(text, "{indent}{from} {arrow} {to}{}", list(&edge.attributes));
    }
}

fn list(attributes: &Attributes) -> String {
    if attributes.is_empty() {
        return String::new();
    }
    let items: Vec<String> =
        attributes.iter().map(|(name, value)| format!("{}={}", quoted(name), quoted(value))).collect();
    format!(" [{}]", items.join(", "))
}

/// A word of DOT: HTML-like labels are unchanged, all other text is quoted. Control characters
/// become blanks. Backslashes are escapes of DOT (`\n`
/// begins a line); an odd one at the end is doubled, because it would escape the closing quote.
fn quoted(text: &str) -> String {
    let text: String =
        text.chars().map(|sign| if sign.is_control() && sign != '\n' { ' ' } else { sign }).collect();
    if is_html(&text) {
        return text;
    }
    let trailing = text.len() - text.trim_end_matches('\\').len();
    let end = if trailing % 2 == 1 { "\\" } else { "" };
    format!("\"{}{end}\"", text.replace('"', "\\\""))
}

/// Whether the text is a single HTML-like label, whose last bracket closes its first. `<a> b=<c>` would be a
/// label and another attribute.
fn is_html(text: &str) -> bool {
    let mut depth = 0_usize;
    let last = text.len().saturating_sub(1);
    text.starts_with('<')
        && text.char_indices().all(|(place, sign)| {
            match sign {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ => {}
            }
            (depth == 0) == (place == last)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted() {
        assert_eq!(quoted("f(1,a)"), "\"f(1,a)\"");
        assert_eq!(quoted("say \"a\\nb\""), "\"say \\\"a\\nb\\\"\"");
        assert_eq!(quoted("c\\"), "\"c\\\\\"");
        assert_eq!(quoted("<<b>x</b>>"), "<<b>x</b>>");
        assert_eq!(quoted("<a> URL=<b>"), "\"<a> URL=<b>\"", "two words are no label");
        assert_eq!(quoted("<a>> ]; x -- y; z [label=<<b>"), "\"<a>> ]; x -- y; z [label=<<b>\"");
        assert_eq!([quoted("<"), quoted(""), quoted("<a")], ["\"<\"", "\"\"", "\"<a\""]);
    }
}
