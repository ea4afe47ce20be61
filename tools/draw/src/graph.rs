//! Graphs: nodes, edges and subgraphs, with the attributes of Graphviz.

use std::collections::BTreeMap;
use std::fmt;

/// Attributes of Graphviz by name: `color`, `label`, `shape`, ….
pub type Attributes = BTreeMap<String, String>;

/// The kind of a graph: whether its edges have a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Edges are lines.
    Graph,
    /// Edges are arrows.
    Digraph,
}

/// A graph with its subgraphs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// The term that names the graph, `default` if no term does.
    pub name: String,
    /// The nodes of this graph and of none of its subgraphs, in the order of their terms.
    pub nodes: Vec<Node>,
    /// The edges in the order of their terms.
    pub edges: Vec<Edge>,
    /// Attributes of the graph itself.
    pub attributes: Attributes,
    /// Default attributes of its nodes, and of the nodes of its subgraphs.
    pub node_attributes: Attributes,
    /// Default attributes of its edges, and of the edges of its subgraphs.
    pub edge_attributes: Attributes,
    /// The subgraphs.
    pub parts: Vec<Graph>,
}

/// A node of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The term, as it is printed; equal names are the same node.
    pub name: String,
    /// Attributes of this node alone.
    pub attributes: Attributes,
}

/// An edge between two nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The name of the first node; an edge adds the node if no other atom does.
    pub from: String,
    /// The name of the second node.
    pub to: String,
    /// Attributes of this edge alone.
    pub attributes: Attributes,
}

impl Graph {
    /// The number of graphs in this one, itself included.
    pub(crate) fn count(&self) -> usize {
        1 + self.parts.iter().map(Graph::count).sum::<usize>()
    }

    /// Whether an attribute `pos` fixes the position of a node.
    pub fn has_positions(&self) -> bool {
        self.nodes.iter().any(|node| node.attributes.contains_key("pos"))
            || self.parts.iter().any(Graph::has_positions)
    }
}

/// Atoms that describe no graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GraphError {
    /// A graph is a subgraph of itself, or of a graph that no atom declares.
    Nesting,
    /// The template of an attribute cannot be filled in.
    Template {
        /// The attribute.
        attribute: String,
        /// The node, edge or graph that has it.
        element: String,
        /// The error of the template.
        message: String,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::Nesting => {
                f.write_str("a graph is a subgraph of itself, or of a graph that is not declared")
            }
            GraphError::Template { attribute, element, message } => {
                write!(f, "attribute `{attribute}` of {element}: {message}")
            }
        }
    }
}

impl std::error::Error for GraphError {}
