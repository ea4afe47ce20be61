//! Why an atom is true: the tree as an outline, and as facts for a drawing.

use super::outline::{Mark, Outline};
use super::place::Places;
use hamadryad::explain::{Because, LiteralKind, Node, NodeId, Tree, TreeLiteral};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The places in a tree where nodes are shown with their reasons: each node once, as near to the root as possible.
struct Homes {
    home: HashMap<NodeId, (NodeId, usize)>,
    shown: HashSet<NodeId>,
}

/// The tree as an outline.
pub fn tree_outline(places: Places<'_>, tree: &Tree) -> Outline {
    let mut home = HashMap::new();
    for (number, node) in tree.nodes.iter().enumerate() {
        for (place, literal) in node.literals.iter().enumerate() {
            for &child in &literal.children {
                home.entry(child).or_insert((NodeId(number), place));
            }
        }
    }
    let mut homes = Homes { home, shown: HashSet::new() };
    node_outline(places, tree, NodeId(0), &mut homes)
}

fn node_outline(places: Places<'_>, tree: &Tree, id: NodeId, homes: &mut Homes) -> Outline {
    homes.shown.insert(id);
    let node = tree.node(id);
    let note = note(node.because);
    let mut outline = Outline::leaf(Mark::None, name(places, node), note);
    outline.place = match (node.because, places.of_node(node)) {
        (_, None) => String::new(),
        (Because::Fact, Some(span)) if node.bindings.is_empty() => places.line(span),
        (_, Some(span)) => places.statement(span),
    };
    for (place, literal) in node.literals.iter().enumerate() {
        let home = (id, place);
        if literal.kind == LiteralKind::Atom && literal.children.len() == 1 {
            outline.children.push(child_outline(places, tree, literal.children[0], home, homes));
            continue;
        }
        let mut line = Outline::leaf(Mark::None, &literal.text, literal_note(places, literal));
        line.children =
            literal.children.iter().map(|&child| child_outline(places, tree, child, home, homes)).collect();
        outline.children.push(line);
    }
    outline
}

/// A node, or the remark that it is shown elsewhere.
fn child_outline(
    places: Places<'_>,
    tree: &Tree,
    child: NodeId,
    at: (NodeId, usize),
    homes: &mut Homes,
) -> Outline {
    let node = tree.node(child);
    let has_reason = !node.literals.is_empty();
    if homes.shown.contains(&child) && has_reason {
        return Outline::leaf(Mark::None, name(places, node), "see above");
    }
    if homes.home.get(&child) != Some(&at) && has_reason {
        return Outline::leaf(Mark::None, name(places, node), "see below");
    }
    node_outline(places, tree, child, homes)
}

pub(super) fn name(places: Places<'_>, node: &Node) -> String {
    places.0.symbols().display(node.atom).to_string()
}

pub(super) fn note(because: Because) -> &'static str {
    match because {
        Because::Rule => "",
        Because::Choice => "chosen",
        Because::Disjunction => "one of a disjunction",
        Because::Fact => "fact",
        Because::External => "external",
        Because::Unknown => "true together with others, without a derivation of its own",
    }
}

fn literal_note(places: Places<'_>, literal: &TreeLiteral) -> String {
    match (literal.kind, literal.value) {
        (LiteralKind::Theory, _) => "theory atom, taken for granted".to_owned(),
        (_, Some(value)) => format!("the value is {}", places.0.symbols().display(value)),
        _ => String::new(),
    }
}

/// The tree as facts `node/1`, `edge/1` and `attr/4` for a drawing: an arrow leads from an atom to each atom that
/// supports it.
pub fn drawing(places: Places<'_>, tree: &Tree) -> String {
    let mut facts = String::from(
        "attr(graph_nodes,default,shape,box).\nattr(graph_nodes,default,style,\"filled,rounded\").\n",
    );
    for (number, node) in tree.nodes.iter().enumerate() {
        let colour = match node.because {
            Because::Fact => "#dfe7ef",
            Because::Choice | Because::External => "#fdeebf",
            Because::Unknown => "#f6d5d5",
            Because::Rule | Because::Disjunction => "#ffffff",
        };
        let mut label = name(places, node);
        if !note(node.because).is_empty() {
            let _ = write!(label, "\n{}", note(node.because));
        }
        for literal in node.literals.iter().filter(|literal| literal.children.is_empty()) {
            let _ = write!(label, "\n{}", literal.text);
        }
        if let Some(span) = places.of_node(node) {
            let _ = write!(label, "\n{}", places.short_line(span));
        }
        let _ = writeln!(
            facts,
            "node({number}). attr(node,{number},label,{}). attr(node,{number},fillcolor,\"{colour}\").",
            quoted(&label)
        );
        let children = node.literals.iter().flat_map(|literal| &literal.children);
        let mut seen = HashSet::new();
        for child in children.filter(|child| seen.insert(**child)) {
            let _ = writeln!(facts, "edge(({number},{})).", child.0);
        }
    }
    facts
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
