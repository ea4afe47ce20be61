//! The program: its statements by parts, and the passes that rewrite them to rules.

pub(crate) mod appearance;
pub(crate) mod parts;
pub(crate) mod rewriting;
pub(crate) mod statements;
