//! Justification trees.
//!
//! ```text
//! happy(tweety)
//! ├─ trip(tweety)   chosen
//! └─ fly(tweety)
//!    ├─ bird(tweety)   fact
//!    └─ not abnormal(tweety)
//! ```
//!
//! Invariant: each atom has one node, and the atoms that support a node come before it in a derivation: a tree has
//! no circle, although several nodes may share a child.

use hamadryad_ground::{LiteralKind, Status};
use hamadryad_symbol::{Name, Symbol};
use hamadryad_syntax::Span;

/// The number of a node in its [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct NodeId(pub usize);

/// Why an atom is true in an answer set.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// The nodes, the atom of the question first. Nodes that are nearer to it come earlier.
    pub nodes: Vec<Node>,
    /// The size of the tree, with shared parts counted each time.
    pub cost: u64,
    /// Whether a limit ended the search for derivations early, so that a cheaper tree may exist.
    pub is_cut: bool,
}

/// The reason why an atom is true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Because {
    /// A rule derives it.
    Rule,
    /// A choice may derive it, and the answer set has it.
    Choice,
    /// A disjunctive rule, of which no other atom is true.
    Disjunction,
    /// A fact of the text.
    Fact,
    /// An external atom, which is set to true or chosen.
    External,
    /// No derivation without a circle was found, because the atom depends on others mutually through disjunctions
    /// or aggregates, or because the text does not derive it.
    Unknown,
}

impl Because {
    /// Its name in texts for programs.
    pub fn name(self) -> &'static str {
        match self {
            Because::Rule => "rule",
            Because::Choice => "choice",
            Because::Disjunction => "disjunction",
            Because::Fact => "fact",
            Because::External => "external",
            Because::Unknown => "unknown",
        }
    }
}

/// A true atom with its reason.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The atom.
    pub atom: Symbol,
    /// Its reason.
    pub because: Because,
    /// The statement: for a fact, the span of the run of facts that contains it.
    pub span: Option<Span>,
    /// The position of a fact in its run, from 0.
    pub position: usize,
    /// The values of the variables of the rule.
    pub bindings: Vec<(Name, Symbol)>,
    /// The literals of the rule's instance.
    pub literals: Vec<TreeLiteral>,
}

/// A true literal in the body of a node's rule.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeLiteral {
    /// Its text.
    pub text: String,
    /// Its kind.
    pub kind: LiteralKind,
    /// Its value: true, or open for theory atoms.
    pub status: Option<Status>,
    /// The true atoms under `not not`, on whose truth the literal depends without resting on them.
    pub assumed: Vec<Symbol>,
    /// The value of an aggregate.
    pub value: Option<Symbol>,
    /// The nodes of the atoms that support it.
    pub children: Vec<NodeId>,
}

impl Tree {
    /// The atom of the question.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The node with a number.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// Whether each node has a reason.
    pub fn is_complete(&self) -> bool {
        self.nodes.iter().all(|node| node.because != Because::Unknown)
    }

    /// The number of nodes together with the literals that no node stands for, such as negated atoms.
    pub fn size(&self) -> usize {
        let leaves = self.nodes.iter().flat_map(|node| &node.literals).filter(|l| l.children.is_empty());
        self.nodes.len() + leaves.count()
    }
}
