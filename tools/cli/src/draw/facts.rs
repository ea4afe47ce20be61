//! Graphs as facts: what `node/1,2`, `edge/1,2`, `graph/1,2` and `attr/4` say.
//!
//! The vocabulary is clingraph's (Hahn, Sabuncu, Schaub, Stolzmann: Clingraph: A System for ASP-based Visualization, TPLP
//! 2024). What has one argument belongs to the graph `default`; `graph(inner,outer)` is a part of another graph;
//! `attr(Kind,Element,Name,Value)` sets an attribute of Graphviz, for a kind among graph, graph_nodes, graph_edges, node and
//! edge; a name `(Name,Variable)` or `(Name,Variable,Key)` fills in a template.

use super::template::Template;
use hamadryad::{Symbol, Symbols, View};
use std::collections::{BTreeMap, HashMap};

/// The graph of what names none.
const DEFAULT: &str = "default";

/// Attributes of Graphviz, by their names.
pub(super) type Attributes = BTreeMap<String, String>;

/// A graph with its parts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Graph {
    pub(super) name: String,
    /// In the order of their terms.
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    pub(super) attributes: Attributes,
    /// For all nodes, and for all edges.
    pub(super) node_attributes: Attributes,
    pub(super) edge_attributes: Attributes,
    pub(super) parts: Vec<Graph>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) attributes: Attributes,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) attributes: Attributes,
}

impl Graph {
    /// The graphs of these atoms, in the order of their terms; atoms of other predicates mean nothing here.
    ///
    /// # Errors
    /// Where a template is none, or a graph is a part of one that is not there.
    pub(super) fn read(symbols: &Symbols, atoms: &[Symbol], prefix: &str) -> Result<Vec<Graph>, String> {
        let mut facts =
            Facts { symbols, graphs: Vec::new(), elements: Vec::new(), attributes: HashMap::new() };
        let mut sorted = atoms.to_vec();
        sorted.sort_by(|&left, &right| symbols.cmp(left, right));
        sorted.dedup();
        sorted.into_iter().for_each(|atom| facts.read(atom, prefix));
        facts.add_default();
        let graphs = facts.parts_of(None, 0)?;
        let built: usize = graphs.iter().map(Graph::count).sum();
        if built < facts.graphs.len() {
            return Err("a graph is a part of itself, or of one that is not there".to_owned());
        }
        Ok(graphs)
    }

    /// The number of graphs in this one, itself included.
    fn count(&self) -> usize {
        1 + self.parts.iter().map(Graph::count).sum::<usize>()
    }
}

/// What belongs to a graph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Node,
    Edge,
}

struct Element {
    kind: Kind,
    term: Symbol,
    /// None is the graph `default`.
    graph: Option<Symbol>,
}

struct Attribute {
    name: Symbol,
    value: Symbol,
}

/// The facts by what they are about, each list in the order of their terms.
struct Facts<'a> {
    symbols: &'a Symbols,
    /// Each graph, and the one that it is a part of; where nobody declares `default`, it has no term.
    graphs: Vec<(Option<Symbol>, Option<Symbol>)>,
    elements: Vec<Element>,
    /// By graph, graph_nodes, graph_edges, node or edge, and by the element's name.
    attributes: HashMap<(String, String), Vec<Attribute>>,
}

impl Facts<'_> {
    fn read(&mut self, atom: Symbol, prefix: &str) {
        let View::Function { name, arguments, positive: true } = self.symbols.view(atom) else { return };
        let Some(name) = self.symbols.text(name).strip_prefix(prefix) else { return };
        let mut element = |kind, term, graph| self.elements.push(Element { kind, term, graph });
        match (name, arguments) {
            ("graph", &[graph]) => self.graphs.push((Some(graph), None)),
            ("graph", &[graph, outer]) => self.graphs.push((Some(graph), Some(outer))),
            ("node", &[term]) => element(Kind::Node, term, None),
            ("node", &[term, graph]) => element(Kind::Node, term, Some(graph)),
            ("edge", &[term]) => element(Kind::Edge, term, None),
            ("edge", &[term, graph]) => element(Kind::Edge, term, Some(graph)),
            ("attr", &[of, element, name, value]) => {
                if let View::Function { name: of, arguments: [], positive: true } = self.symbols.view(of) {
                    let key = (self.symbols.text(of).to_owned(), self.text(element));
                    self.attributes.entry(key).or_default().push(Attribute { name, value });
                }
            }
            _ => {}
        }
    }

    /// Who names no graph belongs to `default`, which need not be declared then.
    fn add_default(&mut self) {
        let is_default = |graph: Option<Symbol>| graph.is_none_or(|graph| self.text(graph) == DEFAULT);
        let is_declared = self.graphs.iter().any(|&(graph, _)| is_default(graph));
        if !is_declared && self.elements.iter().any(|element| element.graph.is_none()) {
            self.graphs.insert(0, (None, None));
        }
    }

    /// The graphs that are parts of this one; of none, those that are parts of no other.
    fn parts_of(&self, outer: Option<&str>, depth: usize) -> Result<Vec<Graph>, String> {
        if depth > self.graphs.len() {
            return Err("a graph is a part of itself".to_owned());
        }
        let name = |graph: Option<Symbol>| graph.map(|graph| self.text(graph));
        let parts = self.graphs.iter().filter(|&&(_, of)| name(of).as_deref() == outer);
        parts.map(|&(graph, _)| self.graph(name(graph).unwrap_or(DEFAULT.to_owned()), depth)).collect()
    }

    fn graph(&self, name: String, depth: usize) -> Result<Graph, String> {
        let mut graph = Graph { name: name.clone(), ..Graph::default() };
        for &Element { kind, term: element, graph: of } in &self.elements {
            if of.map_or(DEFAULT.to_owned(), |of| self.text(of)) != name {
                continue;
            }
            match (kind, self.symbols.arguments(element)) {
                (Kind::Node, _) => {
                    let attributes = self.attributes("node", &self.text(element))?;
                    graph.nodes.push(Node { name: self.text(element), attributes });
                }
                (Kind::Edge, &[from, to, ..]) => {
                    let attributes = self.attributes("edge", &self.text(element))?;
                    graph.edges.push(Edge { from: self.text(from), to: self.text(to), attributes });
                }
                // Clingraph leaves out what is no pair as well.
                (Kind::Edge, _) => {}
            }
        }
        graph.attributes = self.attributes("graph", &name)?;
        graph.node_attributes = self.attributes("graph_nodes", &name)?;
        graph.edge_attributes = self.attributes("graph_edges", &name)?;
        graph.parts = self.parts_of(Some(&name), depth + 1)?;
        Ok(graph)
    }

    /// The attributes of an element, their templates filled in.
    fn attributes(&self, of: &str, element: &str) -> Result<Attributes, String> {
        let mut templates: BTreeMap<String, Template> = BTreeMap::new();
        let key = (of.to_owned(), element.to_owned());
        for attribute in self.attributes.get(&key).into_iter().flatten() {
            let is_tuple = self.symbols.signature(attribute.name).is_none();
            let parts = if is_tuple { self.symbols.arguments(attribute.name) } else { &[] };
            let value = self.text(attribute.value);
            match *parts {
                [] => templates.entry(self.text(attribute.name)).or_default().write(&value),
                [name, variable] => {
                    templates.entry(self.text(name)).or_default().set(self.text(variable), value);
                }
                [name, variable, key] => {
                    let template = templates.entry(self.text(name)).or_default();
                    template.set_key(self.text(variable), self.text(key), value);
                }
                _ => {}
            }
        }
        let filled = templates.into_iter().map(|(name, template)| match template.fill() {
            Ok(text) => Ok((name, text)),
            Err(error) => Err(format!("attribute `{name}` of {element}: {error}")),
        });
        filled.collect()
    }

    /// A term as it is printed, strings without their quotes.
    fn text(&self, term: Symbol) -> String {
        match self.symbols.view(term) {
            View::String(text) => text.to_owned(),
            _ => self.symbols.display(term).to_string(),
        }
    }
}
