//! Messages about unknown names.

pub use hamadryad_syntax::nearest;

/// `known: a, b`, with the nearest name as a suggestion: the list of names after an unknown word.
pub fn known(word: &str, names: &[&str]) -> String {
    let tip = nearest(word, names.iter().copied()).map(|name| format!("; did you mean `{name}`?"));
    format!("known: {}{}", names.join(", "), tip.unwrap_or_default())
}
