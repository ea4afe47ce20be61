//! The C functions, called as C calls them.

mod calls;
mod header;
mod misuse;
mod support;
mod trees;
