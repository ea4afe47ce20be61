//! Propositional formulas with aggregates, their truth, and their reduct.
//!
//! The reduct `F^M` (FerrarisReduct05) replaces every maximal subformula of `F` that is false in `M` by
//! falsity; inside a true aggregate, formulas are replaced in the same way (FerrarisAggregates11, §2). `M` is
//! an answer set of `F` if it is the only subset of `M` that is a model of `F^M`.
//!
//! ```text
//! a ∨ ¬a      in {a}:  a ∨ ⊥      in {}:  ⊥ ∨ ⊤
//! ```
//!
//! *Invariant:* aggregates contain no terms: their guards were compared with all possible values when the
//! formula was constructed.

use std::cmp::Ordering;

/// An atom of a formula: an index into the atoms of the owner of the formula.
pub type AtomIndex = usize;

/// A propositional formula.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Formula {
    /// ⊤ or ⊥.
    Constant(bool),
    /// An atom.
    Atom(AtomIndex),
    /// ¬F, which is F → ⊥.
    Not(Box<Formula>),
    /// A conjunction; ⊤ if it is empty.
    And(Vec<Formula>),
    /// A disjunction; ⊥ if it is empty.
    Or(Vec<Formula>),
    /// The first formula implies the second.
    Implies(Box<Formula>, Box<Formula>),
    /// The weights of the true formulas have a sum that satisfies all guards: `#count`, `#sum`, `#sum+`.
    Sum(Vec<(i64, Formula)>, Vec<(Comparison, i64)>),
    /// The first true formula determines the value, or the default if none is true: `#min` with its formulas
    /// in ascending order of their weights, `#max` in descending order, each with the truth of the guards for
    /// its weight.
    First(Vec<(Formula, bool)>, bool),
}

/// A relation between two values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Comparison {
    /// Whether the relation holds for two values with this order.
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::NotEqual => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::LessEqual => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::GreaterEqual => order.is_ge(),
        }
    }

    /// The complementary relation.
    pub fn complement(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::Less => Comparison::GreaterEqual,
            Comparison::LessEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessEqual,
            Comparison::GreaterEqual => Comparison::Less,
        }
    }

    /// The relation with its sides exchanged.
    pub fn mirrored(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessEqual => Comparison::GreaterEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterEqual => Comparison::LessEqual,
            same => same,
        }
    }
}

impl Formula {
    /// ⊤
    pub const TRUE: Formula = Formula::Constant(true);
    /// ⊥
    pub const FALSE: Formula = Formula::Constant(false);

    /// ¬F, with constants folded.
    pub fn negation(formula: Formula) -> Formula {
        match formula {
            Formula::Constant(value) => Formula::Constant(!value),
            other => Formula::Not(Box::new(other)),
        }
    }

    /// A conjunction, with constants folded and without repetitions.
    pub fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
        match gather(parts, true) {
            None => Formula::FALSE,
            Some(parts) if parts.is_empty() => Formula::TRUE,
            Some(mut parts) if parts.len() == 1 => parts.remove(0),
            Some(parts) => Formula::And(parts),
        }
    }

    /// A disjunction, with constants folded and without repetitions.
    pub fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
        match gather(parts, false) {
            None => Formula::TRUE,
            Some(parts) if parts.is_empty() => Formula::FALSE,
            Some(mut parts) if parts.len() == 1 => parts.remove(0),
            Some(parts) => Formula::Or(parts),
        }
    }

    /// An implication, with constants folded.
    pub fn implies(body: Formula, head: Formula) -> Formula {
        match (body, head) {
            (Formula::Constant(false), _) | (_, Formula::Constant(true)) => Formula::TRUE,
            (Formula::Constant(true), head) => head,
            (body, Formula::Constant(false)) => Formula::negation(body),
            (body, head) => Formula::Implies(Box::new(body), Box::new(head)),
        }
    }

    /// F ∨ ¬F: the formula of a choice.
    pub fn choice(formula: Formula) -> Formula {
        Formula::or([formula.clone(), Formula::negation(formula)])
    }

    /// Whether the formula is true in `model`, which returns the truth of each atom.
    pub fn holds(&self, model: &dyn Fn(AtomIndex) -> bool) -> bool {
        match self {
            Formula::Constant(value) => *value,
            Formula::Atom(atom) => model(*atom),
            Formula::Not(part) => !part.holds(model),
            Formula::And(parts) => parts.iter().all(|part| part.holds(model)),
            Formula::Or(parts) => parts.iter().any(|part| part.holds(model)),
            Formula::Implies(body, head) => !body.holds(model) || head.holds(model),
            Formula::Sum(terms, guards) => {
                let sum: i64 =
                    terms.iter().filter(|(_, part)| part.holds(model)).map(|(weight, _)| weight).sum();
                guards.iter().all(|(relation, bound)| relation.holds(sum.cmp(bound)))
            }
            Formula::First(cases, default) => {
                cases.iter().find(|(part, _)| part.holds(model)).map_or(*default, |&(_, value)| value)
            }
        }
    }

    /// The reduct relative to a model.
    pub fn reduct(&self, model: &dyn Fn(AtomIndex) -> bool) -> Formula {
        if !self.holds(model) {
            return Formula::FALSE;
        }
        match self {
            Formula::Constant(_) | Formula::Atom(_) => self.clone(),
            // The negated part is false: ⊥ → ⊥.
            Formula::Not(_) => Formula::TRUE,
            Formula::And(parts) => Formula::and(parts.iter().map(|part| part.reduct(model))),
            Formula::Or(parts) => Formula::or(parts.iter().map(|part| part.reduct(model))),
            Formula::Implies(body, head) => Formula::implies(body.reduct(model), head.reduct(model)),
            Formula::Sum(terms, guards) => {
                let terms = terms.iter().map(|(weight, part)| (*weight, part.reduct(model)));
                Formula::Sum(terms.collect(), guards.clone())
            }
            Formula::First(cases, default) => {
                let cases = cases.iter().map(|(part, value)| (part.reduct(model), *value));
                Formula::First(cases.collect(), *default)
            }
        }
    }

    /// The formula that is true in a model with the atom if and only if the reduct of this formula relative
    /// to the model is true without the atom: the atom becomes false, but negations keep their value in the
    /// model.
    pub fn without(&self, atom: AtomIndex) -> Formula {
        match self {
            Formula::Atom(other) if *other == atom => Formula::FALSE,
            Formula::Constant(_) | Formula::Atom(_) | Formula::Not(_) => self.clone(),
            Formula::And(parts) => Formula::and(parts.iter().map(|part| part.without(atom))),
            Formula::Or(parts) => Formula::or(parts.iter().map(|part| part.without(atom))),
            Formula::Implies(body, head) => {
                Formula::and([self.clone(), Formula::implies(body.without(atom), head.without(atom))])
            }
            Formula::Sum(terms, guards) => {
                let terms = terms.iter().map(|(weight, part)| (*weight, part.without(atom))).collect();
                Formula::and([self.clone(), Formula::Sum(terms, guards.clone())])
            }
            Formula::First(cases, default) => {
                let cases = cases.iter().map(|(part, value)| (part.without(atom), *value)).collect();
                Formula::and([self.clone(), Formula::First(cases, *default)])
            }
        }
    }

    /// Adds all atoms of the formula to a collection.
    pub fn collect_atoms(&self, atoms: &mut Vec<AtomIndex>) {
        match self {
            Formula::Constant(_) => {}
            Formula::Atom(atom) => atoms.push(*atom),
            Formula::Not(part) => part.collect_atoms(atoms),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.collect_atoms(atoms));
            }
            Formula::Implies(body, head) => {
                body.collect_atoms(atoms);
                head.collect_atoms(atoms);
            }
            Formula::Sum(terms, _) => terms.iter().for_each(|(_, part)| part.collect_atoms(atoms)),
            Formula::First(cases, _) => cases.iter().for_each(|(part, _)| part.collect_atoms(atoms)),
        }
    }
}

/// The parts of a conjunction (`neutral` is true) or disjunction without neutral constants, or `None` if a
/// constant determines the value.
fn gather(parts: impl IntoIterator<Item = Formula>, neutral: bool) -> Option<Vec<Formula>> {
    let mut gathered = Vec::new();
    for part in parts {
        match part {
            Formula::Constant(value) if value == neutral => {}
            Formula::Constant(_) => return None,
            part if gathered.contains(&part) => {}
            part => gathered.push(part),
        }
    }
    Some(gathered)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(index: usize) -> Formula {
        Formula::Atom(index)
    }

    #[test]
    fn negation_is_decided_by_the_model() {
        let formula = Formula::implies(Formula::negation(atom(1)), atom(0));
        let only_0 = |atom| atom == 0;
        assert_eq!(formula.reduct(&only_0), atom(0));
        assert_eq!(formula.reduct(&|atom| atom == 1), Formula::TRUE);
        assert_eq!(formula.reduct(&|_| false), Formula::FALSE);
    }

    #[test]
    fn a_choice_supports_its_atom() {
        let choice = Formula::choice(atom(0));
        assert_eq!(choice.reduct(&|_| true), atom(0));
        assert_eq!(choice.reduct(&|_| false), Formula::TRUE);
    }

    #[test]
    fn the_reduct_replaces_formulas_inside_true_aggregates() {
        let sum = Formula::Sum(vec![(1, atom(0)), (-1, atom(1))], vec![(Comparison::GreaterEqual, 0)]);
        let reduct = sum.reduct(&|atom| atom == 0);
        assert_eq!(
            reduct,
            Formula::Sum(vec![(1, atom(0)), (-1, Formula::FALSE)], vec![(Comparison::GreaterEqual, 0)])
        );
        assert_eq!(sum.reduct(&|atom| atom == 1), Formula::FALSE);
    }

    #[test]
    fn the_first_true_case_determines_the_value() {
        let minimum = Formula::First(vec![(atom(0), false), (atom(1), true)], false);
        assert!(!minimum.holds(&|_| true));
        assert!(minimum.holds(&|atom| atom == 1));
        assert!(!minimum.holds(&|_| false));
    }
}
