//! The C functions, called as C calls them.

mod applications;
mod calls;
mod ecosystem;
mod header;
mod misuse;
mod propagators;
mod support;
mod trees;
