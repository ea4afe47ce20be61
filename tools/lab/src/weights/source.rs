//! Prints weights as the Rust file `games/snake/src/agents/weights.rs`.

use hamadryad_snake::Weights;

const HEADER: &str = "\
//! Learnt weights of the value function, as `hamadryad lab weights` writes them.
//!
//! A row for each tenth of the game, a column for each feature in the order of `Feature::ALL`, in steps.

use super::value_function::Weights;

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
    fn the_committed_table_is_printed_as_its_file() {
        let file = include_str!("../../../../games/snake/src/agents/weights.rs");
        assert_eq!(source(&learnt_weights()), file);
    }
}
