//! Equivalent atoms and bodies of a step: they have the same definitions, and so the same value in every
//! answer set.
//!
//! ```text
//! a :- c, d.   b :- c, d.        a and b have the same body
//! e :- a, f.   g :- b, f.        so these bodies are equal, and so are e and g
//! {h} :- c.    {i} :- c.         two choices, which are independent: not equal
//! ```
//!
//! Equivalent atoms and bodies share a literal. Each round uses the equivalences of the round before.
//! Optimistic partition refinement would also find equivalent positive loops, at a higher price. The
//! unfounded-set check distinguishes equivalent atoms, so positive loops are unaffected (as clasp's `--eq`:
//! Gebser, Kaufmann, Neumann, Schaub, "Advanced Preprocessing for Answer Set Solving", ECAI 2008).
//!
//! Invariant: a later step cannot change an equivalence, because all rules for an atom are in the step that
//! defines it.

use crate::program::body::BodyId;
use crate::program::step::{Step, Support};
use hamadryad_aspif::{Atom, Body, BodyRef, Literal, WeightedLiteral};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The atoms of a step are far apart if their range is longer than the number of supports by this factor.
const FAR: usize = 8;

/// The equivalences found so far.
#[derive(Clone, Default)]
pub(crate) struct Equivalences {
    /// By atom: an equivalent atom or its negation. Chains of equivalences are never circular.
    atoms: Names,
    /// By body: the first equal body, or the body itself.
    bodies: Vec<BodyId>,
    /// The number of atoms with the same rules as another atom.
    pub(crate) equal_atoms: usize,
    /// The last round has found no new equivalence.
    pub(crate) is_complete: bool,
}

impl Equivalences {
    /// No equivalences.
    pub(crate) fn none(step: &Step) -> Equivalences {
        let bodies = (0..step.bodies.len() as u32).map(BodyId).collect();
        Equivalences { atoms: Names::of(step), bodies, ..Equivalences::default() }
    }

    /// Searches for equivalences in at most some rounds. Atoms that do not satisfy `is_open` have a literal
    /// already.
    pub(crate) fn search(&mut self, step: &Step, rounds: u32, is_open: impl Fn(Atom) -> bool) {
        for _ in 0..rounds {
            let bodies_changed = self.compare_bodies(step);
            self.is_complete = !self.compare_atoms(step, &is_open) && !bodies_changed;
            if self.is_complete {
                break;
            }
        }
    }

    /// The representative of an atom, if it is another atom or a negated atom.
    pub(crate) fn of_atom(&self, atom: Atom) -> Option<Literal> {
        self.atoms.get(atom).map(|_| self.find(atom.positive()))
    }

    /// The representative of a body.
    pub(crate) fn of_body(&self, body: BodyId) -> BodyId {
        self.bodies.get(body.index()).copied().unwrap_or(body)
    }

    /// The number of bodies that are equal to another body.
    pub(crate) fn equal_bodies(&self) -> usize {
        self.bodies.iter().enumerate().filter(|(number, body)| *number != body.index()).count()
    }

    /// The representative of a literal.
    fn find(&self, literal: Literal) -> Literal {
        let mut found = literal;
        while let Some(next) = self.atoms.get(found.atom()) {
            found = if found.is_positive() { next } else { !next };
        }
        found
    }

    /// Compares all bodies; whether new equal bodies were found.
    fn compare_bodies(&mut self, step: &Step) -> bool {
        // With the hash of its renamed literals, the first of equal conjunctions. Bodies are renamed again for a
        // comparison: to store a million renamed bodies takes longer.
        let mut conjunctions: HashTable<(u64, BodyId)> = HashTable::new();
        let mut sums: FxHashMap<Body, BodyId> = FxHashMap::default();
        let (mut renamed, mut other) = (Vec::new(), Vec::new());
        let mut has_changed = false;
        for (number, body) in step.bodies.iter().enumerate() {
            let id = BodyId(number as u32);
            let first = match body {
                BodyRef::Normal(literals) => {
                    self.rename(literals, &mut renamed);
                    // A conjunction that is equivalent to one literal keeps its definition: that literal may be
                    // chosen later.
                    if renamed.len() == 1 && literals.len() != 1 {
                        continue;
                    }
                    let mut is_equal = |body: BodyId| {
                        let BodyRef::Normal(literals) = step.bodies.get(body) else { return false };
                        self.rename(literals, &mut other);
                        other == renamed
                    };
                    first_equal(&mut conjunctions, hash(&renamed), id, &mut is_equal)
                }
                BodyRef::Sum { lower, literals } => {
                    *sums.entry(self.renamed_sum(lower, literals)).or_insert(id)
                }
            };
            has_changed |= std::mem::replace(&mut self.bodies[number], first) != first;
        }
        has_changed
    }

    /// Writes the representatives of the literals of a conjunction, sorted.
    fn rename(&self, literals: &[Literal], renamed: &mut Vec<Literal>) {
        renamed.clear();
        renamed.extend(literals.iter().map(|&literal| self.find(literal)));
        renamed.sort_unstable_by_key(|literal| (literal.atom(), literal.is_positive()));
        renamed.dedup();
    }

    /// A weight constraint with the representatives of its literals.
    fn renamed_sum(&self, lower: i32, literals: &[WeightedLiteral]) -> Body {
        let renamed = |summand: &WeightedLiteral| WeightedLiteral {
            literal: self.find(summand.literal),
            weight: summand.weight,
        };
        let mut literals: Vec<WeightedLiteral> = literals.iter().map(renamed).collect();
        literals.sort_unstable_by_key(|summand| {
            (summand.literal.atom(), summand.literal.is_positive(), summand.weight)
        });
        Body::Sum { lower, literals }
    }

    /// Compares all atoms; whether new equivalent atoms were found.
    fn compare_atoms(&mut self, step: &Step, is_open: &impl Fn(Atom) -> bool) -> bool {
        // With the hash of its bodies, the first of equivalent atoms.
        let mut definitions: HashTable<(u64, Atom)> = HashTable::new();
        let (mut bodies, mut other) = (Vec::new(), Vec::new());
        let mut has_changed = false;
        for group in step.supports.chunk_by(|a, b| a.atom == b.atom) {
            let atom = group[0].atom;
            let is_definition = |support: &Support| !support.is_choice() && support.disjunction().is_none();
            if self.atoms.get(atom).is_some() || !is_open(atom) || !group.iter().all(is_definition) {
                continue;
            }
            self.representatives(group, &mut bodies);
            let equal = match bodies[..] {
                [body] => match step.bodies.get(body) {
                    // An atom with a single rule with a single literal is equivalent to that literal.
                    BodyRef::Normal(literals) if literals.len() == 1 => Some(self.find(literals[0])),
                    _ => None,
                },
                _ => None,
            };
            let by_definition = equal.is_some();
            let equal = equal.or_else(|| {
                let mut is_equal = |atom: Atom| {
                    self.representatives(step.supports_of(atom), &mut other);
                    other == bodies
                };
                let first = first_equal(&mut definitions, hash(&bodies), atom, &mut is_equal);
                (first != atom).then(|| first.positive())
            });
            if let Some(equal) = equal.filter(|equal| equal.atom() != atom) {
                self.atoms.insert(atom, equal);
                self.equal_atoms += usize::from(!by_definition);
                has_changed = true;
            }
        }
        has_changed
    }

    /// Writes the representatives of the bodies of some supports, sorted.
    fn representatives<'s>(&self, supports: impl IntoIterator<Item = &'s Support>, bodies: &mut Vec<BodyId>) {
        bodies.clear();
        bodies.extend(supports.into_iter().map(|support| self.of_body(support.body)));
        bodies.sort_unstable_by_key(|body| body.0);
        bodies.dedup();
    }
}

/// By atom that the step defines: an equivalent literal, if one was found.
#[derive(Clone)]
enum Names {
    /// For the atoms from the first one on. The lookups in a map took a tenth of the translation.
    Dense(usize, Vec<Option<Literal>>),
    /// If the atoms of the step are far apart.
    Sparse(FxHashMap<Atom, Literal>),
}

impl Default for Names {
    fn default() -> Names {
        Names::Sparse(FxHashMap::default())
    }
}

impl Names {
    /// No names, for a step whose supports are sorted by atom.
    fn of(step: &Step) -> Names {
        let (Some(first), Some(last)) = (step.supports.first(), step.supports.last()) else {
            return Names::default();
        };
        let (first, last) = (first.atom.index(), last.atom.index());
        if last - first > FAR * step.supports.len() {
            return Names::default();
        }
        Names::Dense(first, vec![None; last - first + 1])
    }

    fn get(&self, atom: Atom) -> Option<Literal> {
        match self {
            Names::Dense(first, names) => *names.get(atom.index().wrapping_sub(*first))?,
            Names::Sparse(names) => names.get(&atom).copied(),
        }
    }

    fn insert(&mut self, atom: Atom, literal: Literal) {
        match self {
            Names::Dense(first, names) => names[atom.index() - *first] = Some(literal),
            Names::Sparse(names) => {
                names.insert(atom, literal);
            }
        }
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The first element of a table with this hash that is equal; if none is, `new`, which is added.
fn first_equal<T: Copy>(
    table: &mut HashTable<(u64, T)>,
    hash: u64,
    new: T,
    is_equal: &mut impl FnMut(T) -> bool,
) -> T {
    match table.find(hash, |&(other, element)| other == hash && is_equal(element)) {
        Some(&(_, element)) => element,
        None => {
            table.insert_unique(hash, (hash, new), |&(hash, _)| hash);
            new
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Literal {
        Literal::new(number).unwrap()
    }

    /// A step with rules of a head and a body, sorted by head.
    fn step(rules: &[(i32, &[i32])]) -> Step {
        let mut step = Step::default();
        for (head, body) in rules {
            let literals: Vec<Literal> = body.iter().map(|&number| lit(number)).collect();
            let body = step.bodies.add(BodyRef::Normal(&literals)).unwrap();
            let atom = lit(head.abs()).atom();
            let support = if *head < 0 { Support::choice } else { Support::rule };
            step.supports.push(support(atom, body));
        }
        step.supports.sort_by_key(|support| support.atom);
        step
    }

    fn names(step: &Step, rounds: u32) -> Vec<(usize, Literal)> {
        let mut equal = Equivalences::none(step);
        equal.search(step, rounds, |_| true);
        let heads = step.supports.iter().map(|support| support.atom);
        heads.filter_map(|atom| Some((atom.index(), equal.of_atom(atom)?))).collect()
    }

    #[test]
    fn equal_definitions_are_found_round_by_round() {
        // a(1) b(2) :- c(3), d(4).   e(5) :- a, f(6).   g(7) :- b, f.   h(8) i(9) :- e; h i :- g.
        let step = step(&[(1, &[3, 4]), (2, &[3, 4]), (5, &[1, 6]), (7, &[2, 6]), (-10, &[5]), (-11, &[5])]);
        assert_eq!(names(&step, 0), []);
        assert_eq!(names(&step, 1), [(2, lit(1))]);
        assert_eq!(names(&step, 2), [(2, lit(1)), (7, lit(5))]);
    }

    #[test]
    fn a_conjunction_equivalent_to_one_literal_keeps_its_definition() {
        // a(1) :- not b(2). c(3) :- a, not b. {d(4)} :- not b.
        let step = step(&[(1, &[-2]), (3, &[1, -2]), (-4, &[-2])]);
        let mut equal = Equivalences::none(&step);
        equal.search(&step, 3, |_| true);
        assert_eq!(equal.of_atom(lit(1).atom()), Some(lit(-2)));
        assert_eq!(equal.equal_bodies(), 0);
    }

    #[test]
    fn chains_and_loops_end() {
        let step = step(&[(1, &[-2]), (2, &[-1]), (3, &[4]), (4, &[3]), (5, &[-1])]);
        assert_eq!(names(&step, 3), [(1, lit(-2)), (3, lit(4)), (5, lit(2))]);
    }
}
