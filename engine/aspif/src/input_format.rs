//! The formats of ground programs that a [`Reader`](crate::Reader) reads, and how each is recognised.

use crate::reader::{is_dimacs, is_opb, is_smodels};

/// A format of ground programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputFormat {
    /// The format of clingo's grounder; the only one with several steps and with theory atoms.
    Aspif,
    /// The format of smodels and lparse.
    Smodels,
    /// Clauses, with weights or without.
    Dimacs,
    /// Pseudo-Boolean constraints.
    Opb,
}

impl InputFormat {
    /// The format of a text; none if the text can only be a logic program.
    ///
    /// No logic program begins like a ground program: with the word `asp`, a line of two numbers, comments `c
    /// …` before a line `p cnf`, or `* #variable=`.
    pub fn of(text: &str) -> Option<InputFormat> {
        if text.starts_with("asp ") {
            Some(InputFormat::Aspif)
        } else if is_smodels(text) {
            Some(InputFormat::Smodels)
        } else if is_dimacs(text) {
            Some(InputFormat::Dimacs)
        } else {
            is_opb(text).then_some(InputFormat::Opb)
        }
    }

    /// Whether models assign true or false to numbered variables, rather than being sets of atoms.
    pub fn has_variables(self) -> bool {
        matches!(self, InputFormat::Dimacs | InputFormat::Opb)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_logic_program_is_taken_for_a_ground_program() {
        for (text, format) in [
            ("asp 1 0 0\n0\n", InputFormat::Aspif),
            ("1 2 0 0\n0\n", InputFormat::Smodels),
            ("0\n0\nB+\n0\nB-\n1\n0\n1\n", InputFormat::Smodels),
            ("p cnf 1 1\n1 0\n", InputFormat::Dimacs),
            ("c\nc a :- b.\n\np wcnf 1 0 1\n", InputFormat::Dimacs),
            ("* #variable= 1 #constraint= 0\n", InputFormat::Opb),
        ] {
            assert_eq!(InputFormat::of(text), Some(format), "{text}");
        }
        for text in [
            "",
            "\n",
            "0",
            "1 { a; b }.",
            "1\n{a}.",
            "0\n< #sum { 1 }.",
            "2 = X :- a(X).",
            "c :- a.\n",
            "c\n",
            "p(1).",
            "c.\np cnf 1 1\n",
            "c :- a.\np.",
            "asp(1).",
            "* #",
        ] {
            assert_eq!(InputFormat::of(text), None, "{text}");
        }
    }
}
