//! From the text or the syntax tree of a program to its answer sets.
//!
//! ```text
//! syntax tree ─rewrite, head, pool, constant→ plain statements ─instance, term, aggregate→ instances ─ground→ formulas
//! ```

mod aggregate;
mod constant;
mod error;
mod ground;
mod head;
mod instance;
mod oracle;
pub mod plain;
mod pool;
mod rewrite;
mod term;

pub use error::OracleError;
pub use ground::{Ground, Limits};
pub use oracle::{Answer, Oracle, Setting};
