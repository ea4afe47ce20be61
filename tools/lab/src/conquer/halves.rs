//! Decisions about half of a group of atoms, for programs in which one of many atoms is true.
//!
//! None of the 50 atoms of `{ start(1..50) } = 1` splits the search space well: if it is false, 49 are left. The decision
//! whether one of `start(1..25)` is true halves the group.
//!
//! A *group* is the atoms of a cardinality bound of which the ground program allows one to be true, in their order.

use hamadryad::{Atom, BodyRef, Head, Sink};
use std::collections::{HashMap, HashSet};

/// Halves of smaller groups are worth no more than their atoms.
const SMALLEST: usize = 4;

/// The groups of a ground program.
#[derive(Default)]
pub(super) struct Groups {
    groups: Vec<Vec<Atom>>,
    /// The atoms of all groups, each once.
    atoms: Vec<Atom>,
    /// The numbers of the groups of each atom.
    of_atom: HashMap<Atom, Vec<usize>>,
}

impl Groups {
    /// All atoms of groups.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// The groups of some atoms, those of the first atom first; each once, and at most so many.
    pub fn of(&self, atoms: impl Iterator<Item = Atom>, most: usize) -> Vec<&[Atom]> {
        let mut numbers: Vec<usize> = Vec::new();
        for number in atoms.filter_map(|atom| self.of_atom.get(&atom)).flatten() {
            if numbers.len() < most && !numbers.contains(number) {
                numbers.push(*number);
            }
        }
        numbers.into_iter().map(|number| &self.groups[number][..]).collect()
    }

    /// The atoms that are false if one of some atoms is true: the others of a group that contains all of them.
    pub fn excluded_by(&self, atoms: &[Atom]) -> Vec<Atom> {
        let some: HashSet<Atom> = atoms.iter().copied().collect();
        let groups = self.of(atoms.iter().copied().take(1), usize::MAX);
        let around = groups.into_iter().filter(|group| {
            group.len() > some.len() && group.iter().filter(|atom| some.contains(atom)).count() == some.len()
        });
        around.flatten().copied().filter(|atom| !some.contains(atom)).collect()
    }

    fn add(&mut self, group: Vec<Atom>) {
        for &atom in &group {
            let numbers = self.of_atom.entry(atom).or_default();
            if numbers.is_empty() {
                self.atoms.push(atom);
            }
            numbers.push(self.groups.len());
        }
        self.groups.push(group);
    }
}

/// Half of the atoms of a group that are open; `None` for a few.
pub(super) fn half_of(group: &[Atom], is_open: impl Fn(Atom) -> bool) -> Option<Vec<Atom>> {
    let mut open: Vec<Atom> = group.iter().copied().filter(|&atom| is_open(atom)).collect();
    if open.len() < SMALLEST {
        return None;
    }
    open.truncate(open.len() / 2);
    Some(open)
}

/// Collects the groups of a ground program from its rules: `a :- 2 <= { b; c; d; e }.` and `:- a.`
#[derive(Default)]
pub(super) struct GroupFinder {
    /// The atoms of cardinality bounds, by the atom that is true if two of them are.
    bounds: Vec<(Atom, Vec<Atom>)>,
    /// Atoms that are false in every answer set.
    excluded: HashSet<Atom>,
}

impl GroupFinder {
    /// The groups, after all rules.
    pub fn finish(self) -> Groups {
        let mut groups = Groups::default();
        for (two, atoms) in self.bounds {
            if self.excluded.contains(&two) {
                groups.add(atoms);
            }
        }
        groups
    }
}

impl Sink for GroupFinder {
    fn rule(&mut self, head: Head<'_>, body: BodyRef<'_>) {
        match (head, body) {
            (Head::Disjunction([]), BodyRef::Normal([literal])) if literal.is_positive() => {
                self.excluded.insert(literal.atom());
            }
            (Head::Disjunction([two]), BodyRef::Sum { lower: 2, literals })
                if literals.len() >= SMALLEST
                    && literals.iter().all(|one| one.weight == 1 && one.literal.is_positive()) =>
            {
                self.bounds.push((*two, literals.iter().map(|one| one.literal.atom()).collect()));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad::{Reader, Symbols};

    fn groups(rules: &str) -> Groups {
        let (mut finder, mut symbols) = (GroupFinder::default(), Symbols::new());
        let text = format!("asp 1 0 0\n{rules}0\n");
        Reader::new(&text).and_then(|mut reader| reader.read_step(&mut symbols, &mut finder)).expect("rules");
        finder.finish()
    }

    fn atoms(numbers: &[u32]) -> Vec<Atom> {
        numbers.iter().map(|&number| Atom::new(number).expect("a number of an atom")).collect()
    }

    #[test]
    fn a_group_has_at_most_one_true_atom() {
        let choice = "1 1 5 1 2 3 4 5 0 0\n";
        let bound = "1 0 1 6 1 2 5 1 1 2 1 3 1 4 1 5 1\n";
        let found = groups(&[choice, bound, "1 0 0 0 1 6\n"].concat());
        assert_eq!(found.of(atoms(&[9, 2, 3]).into_iter(), 5), [&atoms(&[1, 2, 3, 4, 5])[..]]);
        assert_eq!(found.excluded_by(&atoms(&[2, 4])), atoms(&[1, 3, 5]));
        assert_eq!(found.excluded_by(&atoms(&[2, 7])), []);
        // Two may be true, three of four, or the sum has weights.
        for rules in [
            [choice, bound, "1 0 0 0 1 -6\n"],
            [choice, "1 0 1 6 1 3 4 1 1 2 1 3 1 4 1\n", "1 0 0 0 1 6\n"],
            [choice, "1 0 1 6 1 2 4 1 1 2 1 3 1 4 2\n", "1 0 0 0 1 6\n"],
        ] {
            assert_eq!(groups(&rules.concat()).atoms(), []);
        }
    }

    #[test]
    fn halves_are_of_the_open_atoms() {
        let group = atoms(&[1, 2, 3, 4, 5]);
        assert_eq!(half_of(&group, |atom| atom.number() != 2), Some(atoms(&[1, 3])));
        assert_eq!(half_of(&group, |atom| atom.number() > 2), None);
    }
}
