//! Pictures of answer sets, in the vocabulary of clingraph (Hahn, Sabuncu, Schaub, Stolzmann 2024).
//!
//! ```text
//! atoms node/1,2 edge/1,2 graph/1,2 attr/4 ─facts→ Graph ─layout→ positions ─svg→ SVG
//!                                                        ─dot→ the language of Graphviz
//! ```
//!
//! ```
//! use hamadryad::{Control, Part, SolveOptions, Symbol};
//! use hamadryad_draw::{Graph, Kind, svg};
//!
//! let mut control = Control::new();
//! hamadryad_draw::register(&mut control);
//! control.add("pair.lp", "edge((a,b)). attr(node,a,color,red). node(a;b).")?;
//! control.ground(&[Part::base()])?;
//! let mut search = control.solve(SolveOptions::default())?;
//! let model = search.next_model().expect("an answer set");
//! let atoms: Vec<Symbol> = model.shown().collect();
//! let graphs = Graph::read(model.symbols(), &atoms, "")?;
//! assert_eq!((graphs.len(), graphs[0].edges.len()), (1, 1));
//! assert!(svg(&graphs[0], Kind::Graph, None).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *Invariant:* the crate reads and writes no file and starts no program; equal graphs give equal pictures.
//! All text of an answer set is escaped in SVG and quoted in DOT.

mod arrow;
mod dot;
mod facts;
mod functions;
mod graph;
mod layout;
mod node;
mod paint;
mod svg;
mod template;

pub use dot::dot;
pub use functions::register;
pub use graph::{Attributes, Edge, Graph, GraphError, Kind, Node};
pub use layout::Style;
pub use svg::svg;
