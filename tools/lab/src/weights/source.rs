//! Prints weights as a Rust file of `games/snake/src/agents/weights/`.

use hamadryad_snake::Weights;

const HEADER: &str = "\
//! Learnt weights of the value function, as `hamadryad lab weights` writes them.
//!
//! A row for each tenth of the game, a column for each feature in the order of `Feature::ALL`, in steps.

use super::Weights;

pub(super) const WEIGHTS: Weights = [
";

/// The table as a Rust file.
pub fn source(weights: &Weights) -> String {
    let row = |row: &[f32]| row.iter().map(|weight| format!("{weight:.2}")).collect::<Vec<_>>().join(", ");
    let rows: String = weights.iter().map(|weights| format!("    [{}],\n", row(weights))).collect();
    format!("{HEADER}{rows}];\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_snake::learnt_weights;

    #[test]
    fn the_committed_tables_are_printed_as_their_files() {
        let small = include_str!("../../../../games/snake/src/agents/weights/small_boards.rs");
        assert_eq!(source(&learnt_weights(36)), small);
        let medium = include_str!("../../../../games/snake/src/agents/weights/medium_boards.rs");
        assert_eq!(source(&learnt_weights(400)), medium);
    }
}
