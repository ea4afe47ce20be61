//! From atoms `node/1,2`, `edge/1,2`, `graph/1,2` and `attr/4` to graphs, in the vocabulary of clingraph
//! (Hahn, Sabuncu, Schaub, Stolzmann 2024).
//!
//! ```text
//! node(a). node(b,g).          nodes of the graphs default and g
//! edge((a,b),g).               an edge of g
//! graph(g,outer).              g is a subgraph of outer
//! attr(node,a,color,red).      an attribute of a node; likewise of edge, graph, graph_nodes and graph_edges
//! attr(node,a,(label,x),1).    a variable of a template; (label,x,key) sets one key of it
//! ```

use crate::graph::{Attributes, Edge, Graph, GraphError, Node};
use crate::template::Template;
use hamadryad::{Symbol, Symbols, View};
use std::collections::{BTreeMap, HashMap};

/// The graph of nodes and edges whose atoms name no graph.
const DEFAULT: &str = "default";

impl Graph {
    /// The graphs that the atoms describe, in the order of their terms. Predicates have the given prefix:
    /// with `viz_`, an atom `viz_node(a)` is a node. Atoms of other predicates have no effect.
    ///
    /// # Errors
    /// Returns an error if a template cannot be filled in, or if a graph is a subgraph of itself or of a
    /// graph that no atom declares.
    pub fn read(symbols: &Symbols, atoms: &[Symbol], prefix: &str) -> Result<Vec<Graph>, GraphError> {
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
            return Err(GraphError::Nesting);
        }
        Ok(graphs)
    }
}

/// The two kinds of elements of a graph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementKind {
    Node,
    Edge,
}

struct Element {
    kind: ElementKind,
    term: Symbol,
    /// `None` stands for the graph `default`.
    graph: Option<Symbol>,
}

struct Attribute {
    name: Symbol,
    value: Symbol,
}

/// The atoms by their predicate, each list in the order of the terms.
struct Facts<'a> {
    symbols: &'a Symbols,
    /// Each graph with the graph around it. The graph `default` has no term if no atom declares it.
    graphs: Vec<(Option<Symbol>, Option<Symbol>)>,
    elements: Vec<Element>,
    /// The key is the first argument of `attr` (node, edge, graph, …) and the name of the element.
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
            ("node", &[term]) => element(ElementKind::Node, term, None),
            ("node", &[term, graph]) => element(ElementKind::Node, term, Some(graph)),
            ("edge", &[term]) => element(ElementKind::Edge, term, None),
            ("edge", &[term, graph]) => element(ElementKind::Edge, term, Some(graph)),
            ("attr", &[of, element, name, value]) => {
                if let View::Function { name: of, arguments: [], positive: true } = self.symbols.view(of) {
                    let key = (self.symbols.text(of).to_owned(), self.text(element));
                    self.attributes.entry(key).or_default().push(Attribute { name, value });
                }
            }
            _ => {}
        }
    }

    /// Declares the graph `default` if an element belongs to it and no atom declares it.
    fn add_default(&mut self) {
        let is_default = |graph: Option<Symbol>| graph.is_none_or(|graph| self.text(graph) == DEFAULT);
        let is_declared = self.graphs.iter().any(|&(graph, _)| is_default(graph));
        if !is_declared && self.elements.iter().any(|element| element.graph.is_none()) {
            self.graphs.insert(0, (None, None));
        }
    }

    /// The subgraphs of a graph; for `None`, the graphs that are subgraphs of no other.
    fn parts_of(&self, outer: Option<&str>, depth: usize) -> Result<Vec<Graph>, GraphError> {
        if depth > self.graphs.len() {
            return Err(GraphError::Nesting);
        }
        let name = |graph: Option<Symbol>| graph.map(|graph| self.text(graph));
        let parts = self.graphs.iter().filter(|&&(_, of)| name(of).as_deref() == outer);
        parts.map(|&(graph, _)| self.graph(name(graph).unwrap_or(DEFAULT.to_owned()), depth)).collect()
    }

    fn graph(&self, name: String, depth: usize) -> Result<Graph, GraphError> {
        let mut graph = Graph { name: name.clone(), ..Graph::default() };
        for &Element { kind, term: element, graph: of } in &self.elements {
            if of.map_or(DEFAULT.to_owned(), |of| self.text(of)) != name {
                continue;
            }
            match (kind, self.symbols.arguments(element)) {
                (ElementKind::Node, _) => {
                    let attributes = self.attributes("node", &self.text(element))?;
                    graph.nodes.push(Node { name: self.text(element), attributes });
                }
                (ElementKind::Edge, &[from, to, ..]) => {
                    let attributes = self.attributes("edge", &self.text(element))?;
                    graph.edges.push(Edge { from: self.text(from), to: self.text(to), attributes });
                }
                // Clingraph omits edges whose term is no pair, too.
                (ElementKind::Edge, _) => {}
            }
        }
        graph.attributes = self.attributes("graph", &name)?;
        graph.node_attributes = self.attributes("graph_nodes", &name)?;
        graph.edge_attributes = self.attributes("graph_edges", &name)?;
        graph.parts = self.parts_of(Some(&name), depth + 1)?;
        Ok(graph)
    }

    /// The attributes of an element, with its templates filled in.
    fn attributes(&self, of: &str, element: &str) -> Result<Attributes, GraphError> {
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
            Err(message) => {
                Err(GraphError::Template { attribute: name, element: element.to_owned(), message })
            }
        });
        filled.collect()
    }

    /// The text of a term; a string loses its quotes.
    fn text(&self, term: Symbol) -> String {
        match self.symbols.view(term) {
            View::String(text) => text.to_owned(),
            _ => self.symbols.display(term).to_string(),
        }
    }
}
