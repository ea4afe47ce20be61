//! Look-ahead over atoms, for callers that split a search: how many literals each value of an atom implies.
//!
//! A good split has two halves that are both much smaller than the whole (CubeConquer11): the product of both numbers is large.

use crate::translated_program::TranslatedProgram;
use hamadryad_aspif::{Atom, Literal};
use hamadryad_sat::{Lit, Var};
use rustc_hash::{FxHashMap, FxHashSet};

/// The atoms that a look-ahead tries, if the assumptions leave them open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Considered<'a> {
    /// The atoms; `None` for all.
    pub among: Option<&'a [Atom]>,
    /// At most so many of them: those that have taken part in the most recent conflicts.
    pub most: usize,
}

/// The result of a look-ahead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LookAhead {
    /// Propagation shows that no answer set satisfies the assumptions.
    Conflict,
    /// Atoms that the assumptions leave open, the best split first.
    Atoms(Vec<Implied>),
}

/// The literals that the values of an atom imply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Implied {
    /// The atom.
    pub atom: Atom,
    /// The number of literals of the solver that are implied if the atom is true; `None` for a conflict.
    pub if_true: Option<usize>,
    /// The same if it is false.
    pub if_false: Option<usize>,
}

impl Implied {
    /// The worth of a split by this atom: the product of both numbers, then their sum. An atom with a conflict splits
    /// nothing.
    pub fn worth(&self) -> (usize, usize) {
        match (self.if_true, self.if_false) {
            (Some(one), Some(other)) => (one.saturating_mul(other), one + other),
            _ => (0, 0),
        }
    }
}

/// Propagates both values of open atoms.
pub(crate) fn look_ahead(
    program: &mut TranslatedProgram,
    assumptions: &[Literal],
    considered: Considered<'_>,
) -> LookAhead {
    let given = assumptions.iter().map(|&literal| program.lit(literal));
    let given: Vec<Lit> = given.chain(program.atoms.external_assumptions()).collect();
    let TranslatedProgram { sat, propagators, atoms, .. } = program;
    // Atoms with the same variable are one atom here.
    let mut by_var: FxHashMap<Var, (usize, Lit)> = FxHashMap::default();
    let among: Option<FxHashSet<usize>> =
        considered.among.map(|atoms| atoms.iter().map(|atom| atom.number() as usize).collect());
    for (number, lit) in atoms.literals() {
        if among.as_ref().is_none_or(|among| among.contains(&number)) {
            by_var.entry(lit.var()).or_insert((number, lit));
        }
    }
    let mut vars: Vec<Var> = by_var.keys().copied().collect();
    vars.sort_unstable_by_key(|var| by_var[var].0);
    let Some(found) = sat.look_ahead(propagators, &given, vars, considered.most) else {
        return LookAhead::Conflict;
    };
    let mut found: Vec<Implied> = found
        .into_iter()
        .filter_map(|(var, [positive, negative])| {
            let (number, lit) = by_var[&var];
            let [if_true, if_false] =
                if lit == var.positive() { [positive, negative] } else { [negative, positive] };
            Some(Implied { atom: Atom::new(u32::try_from(number).ok()?)?, if_true, if_false })
        })
        .collect();
    found.sort_by_key(|implied| std::cmp::Reverse(implied.worth()));
    LookAhead::Atoms(found)
}
