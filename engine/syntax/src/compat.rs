//! The versions of clingo. Their languages differ in a few points.
//!
//! ```text
//! p(-2**2).            -- p(4) in version 5, where signs bind tighter; p(-4) in version 6
//! p(-7/2). p(-7\2).    -- p(-3), p(-1) in version 5; p(-4), p(1) in version 6, which rounds down
//! a :- not p(_).       -- true in version 5 if no p is true; an unsafe variable in version 6
//! ```
//!
//! *Invariant:* a program has the same meaning in both versions except for the differences listed at
//! [`Compat`].

/// The version of clingo that defines the language where versions differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Compat {
    /// Signs bind tighter than `**`. Integers wrap around, `/` rounds towards zero, and `\` has the sign of
    /// the dividend. `_` under `not` stands for any term.
    #[default]
    Five,
    /// `**` binds tighter than signs. `/` and `\` round down. `_` under `not` is a variable like any other.
    /// Integers have 32 bits as well; a result outside this range is an error.
    Six,
}
