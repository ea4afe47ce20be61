//! The replies of the server, one kind in each file. Each is a function of texts and positions.

pub mod actions;
pub mod chapters;
pub mod complete;
pub mod formatting;
pub mod highlight;
pub mod hover;
pub mod names;
pub mod outline;
