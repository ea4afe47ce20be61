//! From a program's text or syntax tree to its answer sets.
//!
//! ```text
//! syntax tree ─rewrite, head, pool, constant→ plain statements ─instance, term, aggregate→ instances ─ground→ formulas
//! ```

mod aggregate;
mod constant;
mod ground;
mod head;
mod instance;
mod oracle;
pub mod plain;
mod pool;
mod refusal;
mod rewrite;
mod term;

pub use ground::{Ground, Limits};
pub use oracle::{Answer, Oracle, Setting};
pub use refusal::Refusal;
