//! Graphs in the language of Graphviz.

use super::facts::{Attributes, Graph};
use std::fmt::Write;

/// The graph as text; nodes and edges in their order, so that a layout is the same every time.
pub(super) fn write(graph: &Graph, is_directed: bool) -> String {
    let mut text = String::new();
    let kind = if is_directed { "digraph" } else { "graph" };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{kind} {} {{", quoted(&graph.name));
    body(&mut text, graph, is_directed, 1);
    text + "}\n"
}

fn body(text: &mut String, graph: &Graph, is_directed: bool, depth: usize) {
    let indent = "  ".repeat(depth);
    let arrow = if is_directed { "->" } else { "--" };
    let defaults =
        [("graph", &graph.attributes), ("node", &graph.node_attributes), ("edge", &graph.edge_attributes)];
    for (kind, attributes) in defaults.into_iter().filter(|(_, attributes)| !attributes.is_empty()) {
        let _ = writeln!(text, "{indent}{kind}{}", list(attributes));
    }
    for part in &graph.parts {
        // Graphviz draws a box around what is called so.
        let _ = writeln!(text, "{indent}subgraph {} {{", quoted(&format!("cluster_{}", part.name)));
        body(text, part, is_directed, depth + 1);
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

/// A word of the language: HTML-like labels as they are, everything else in quotes. Backslashes are the language's own
/// (`\n` begins a line), but one at the end would take the closing quote.
fn quoted(text: &str) -> String {
    if is_html(text) {
        return text.to_owned();
    }
    let trailing = text.len() - text.trim_end_matches('\\').len();
    let end = if trailing % 2 == 1 { "\\" } else { "" };
    format!("\"{}{end}\"", text.replace('"', "\\\""))
}

/// Whether the text is one HTML-like label, which ends with the bracket that closes its first: `<a> b=<c>`
/// would be a label and another attribute.
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
