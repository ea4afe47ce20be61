//! The version of clingo whose language is spoken, where they differ.
//!
//! ```text
//! p(-2**2).            -- p(4) in version 5, where signs bind tighter; p(-4) in version 6
//! p(-7/2). p(-7\2).    -- p(-3), p(-1) in version 5; p(-4), p(1) in version 6, which rounds down
//! a :- not p(_).       -- "there is no p at all" in version 5; an unsafe variable in version 6
//! ```

/// The version of clingo whose language is spoken, where they differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Compat {
    /// Signs bind tighter than `**`. Integers wrap, `/` cuts towards zero and `\` has the sign of the dividend; `_` under
    /// `not` stands for any term.
    #[default]
    Five,
    /// `**` binds tighter than signs. `/` and `\` round down, `_` is a variable like others also under `not`. Integers
    /// have 32 bits here too, but where one would need more that is an error.
    Six,
}
