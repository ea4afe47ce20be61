//! The rules, one in each file: algorithm, naive version, and a test that both derive the same.

mod at_most_one;
mod biconnected;
mod degree;
mod edge_cut;
mod face_order;
mod section_ends;
mod separation;
mod shortest_path;
mod simple_path;
mod subtour;
mod two_factor;

pub(crate) use at_most_one::AtMostOne;
pub(crate) use biconnected::Biconnected;
pub(crate) use degree::Degree;
pub(crate) use edge_cut::EdgeCut;
pub(crate) use face_order::FaceOrder;
pub(crate) use section_ends::SectionEnds;
pub(crate) use separation::Separation;
pub(crate) use shortest_path::ShortestPath;
pub(crate) use simple_path::SimplePath;
pub(crate) use subtour::Subtour;
pub(crate) use two_factor::TwoFactor;
