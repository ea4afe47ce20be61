//! Equivalent atoms and bodies of a step, and those that are true or false in every answer set.
//!
//! ```text
//! a :- c, d.   b :- c, d.        a and b have the same body
//! e :- a, f.   g :- b, f.        so these bodies are equal, and so are e and g
//! h :- e, not g.                 a contradictory body: h is false
//! i :- f, not h.                 i is equivalent to f
//! :- k.        l :- m, not k.    k is false by a constraint, and l is equivalent to m
//! {n} :- c.    {o} :- c.         two choices, which are independent: not equal
//! ```
//!
//! Equivalent atoms and bodies share a literal. A round visits the atoms in their order, which is mostly that of the
//! dependencies, so that most conclusions take one round. Optimistic partition refinement would also find equivalent
//! positive loops, at a higher price. The unfounded-set check distinguishes equivalent atoms, so positive loops are
//! unaffected (as clasp's `--eq`: Gebser, Kaufmann, Neumann, Schaub, "Advanced Preprocessing for Answer Set Solving",
//! ECAI 2008).
//!
//! Invariant: every conclusion follows from the completion of the program and its constraints. The definition of a
//! constant atom has this value under the other constants, so it needs no clauses. A later step cannot change a
//! conclusion, because all rules for an atom are in the step that defines it.

use crate::program::body::BodyId;
use crate::program::step::{Step, Support};
use crate::program::term_lists::{TermLists, TermsId};
use crate::translate::atom_map::AtomMap;
use hamadryad_aspif::{Atom, BodyRef, Literal, WeightedLiteral};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::ops::Not;

/// The value of a literal: a literal that it is equivalent to, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Literal(Literal),
    Constant(bool),
}

impl Not for Value {
    type Output = Value;

    fn not(self) -> Value {
        match self {
            Value::Literal(literal) => Value::Literal(!literal),
            Value::Constant(value) => Value::Constant(!value),
        }
    }
}

/// The value of a body: an equal body, an equivalent literal, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum BodyValue {
    /// The first of equal bodies, or the body itself.
    Body(BodyId),
    Literal(Literal),
    Constant(bool),
}

/// The equivalences found so far.
#[derive(Clone, Default)]
pub(crate) struct Equivalences {
    /// Chains of equivalences are never circular.
    atoms: AtomMap<AtomValue>,
    bodies: Vec<BodyValue>,
    /// The literals that constraints make true. Each has to be stated: the rules from which it follows may be dropped,
    /// because it makes their bodies false.
    pub(crate) fixed: Vec<Literal>,
    /// The number of atoms with the same rules as another atom.
    pub(crate) equal_atoms: usize,
    /// The last round has found no new equivalence.
    pub(crate) is_complete: bool,
}

/// The bodies and atoms that a round has seen, by the hash of their renamed literals or bodies.
struct Round {
    /// By body.
    is_compared: Vec<bool>,
    /// Bodies are renamed again for a comparison: to store a million renamed bodies takes longer.
    conjunctions: HashTable<(u32, BodyId)>,
    /// By bound and renamed terms.
    sums: FxHashMap<(i32, TermsId), BodyId>,
    terms: TermLists,
    /// The first of atoms with the same bodies.
    definitions: HashTable<(u32, Atom)>,
    literals: Vec<Literal>,
    other_literals: Vec<Literal>,
    bodies: Vec<BodyValue>,
    other_bodies: Vec<BodyValue>,
}

impl Equivalences {
    /// No equivalences.
    pub(crate) fn none(step: &Step) -> Equivalences {
        let bodies = step.bodies.ids().map(BodyValue::Body).collect();
        let mut atoms = match (step.supports.first(), step.supports.last()) {
            (Some(first), Some(last)) => AtomMap::between(first.atom, last.atom, step.supports.len()),
            _ => AtomMap::default(),
        };
        for support in &step.supports {
            atoms.insert(support.atom, AtomValue::Open);
        }
        Equivalences { atoms, bodies, ..Equivalences::default() }
    }

    /// Searches for equivalences in at most some rounds. `known` is the value of an atom that has a solver's literal
    /// already: the atom itself unless it is fixed.
    pub(crate) fn search(&mut self, step: &Step, rounds: u32, known: &impl Fn(Atom) -> Option<Value>) {
        for _ in 0..rounds {
            self.is_complete = !self.compare_all(step, known);
            if self.is_complete {
                break;
            }
        }
    }

    /// The value of an atom, if it is another literal or a constant.
    pub(crate) fn of_atom(&self, atom: Atom) -> Option<Value> {
        match self.atoms.get(atom) {
            AtomValue::Equal(value) => Some(value),
            AtomValue::Undefined | AtomValue::Open | AtomValue::Fixed(_) => None,
        }
    }

    /// The value of a body.
    pub(crate) fn of_body(&self, body: BodyId) -> BodyValue {
        self.bodies.get(body.index()).copied().unwrap_or(BodyValue::Body(body))
    }

    /// The number of bodies that are equal to another body, or to a literal that is not written there.
    pub(crate) fn equal_bodies(&self, step: &Step) -> usize {
        let is_equal = |&(id, body): &(BodyId, BodyRef<'_>)| match (self.of_body(id), body) {
            (BodyValue::Body(equal), _) => equal != id,
            (BodyValue::Literal(literal), body) => body != BodyRef::Normal(&[literal]),
            (BodyValue::Constant(_), _) => false,
        };
        step.bodies.ids().zip(step.bodies.iter()).filter(is_equal).count()
    }

    /// One round; whether it has found anything new.
    fn compare_all(&mut self, step: &Step, known: &impl Fn(Atom) -> Option<Value>) -> bool {
        let mut round = Round {
            is_compared: vec![false; step.bodies.len()],
            conjunctions: HashTable::new(),
            sums: FxHashMap::default(),
            terms: TermLists::default(),
            definitions: HashTable::new(),
            literals: Vec::new(),
            other_literals: Vec::new(),
            bodies: Vec::new(),
            other_bodies: Vec::new(),
        };
        let mut has_changed = false;
        for &constraint in &step.constraints {
            if let BodyRef::Normal(&[literal]) = step.bodies.get(constraint) {
                has_changed |= self.fix(!literal, known);
            }
        }
        for group in step.supports.chunk_by(|a, b| a.atom == b.atom) {
            for support in group {
                has_changed |= self.compare_body(step, support.body, &mut round, known);
            }
            has_changed |= self.compare_atom(step, group, &mut round, known);
        }
        for body in step.bodies.ids() {
            has_changed |= self.compare_body(step, body, &mut round, known);
        }
        for &constraint in &step.constraints {
            if let BodyValue::Literal(literal) = self.of_body(constraint) {
                has_changed |= self.fix(!literal, known);
            }
        }
        has_changed
    }

    /// The value of a literal.
    fn find(&self, literal: Literal, known: &impl Fn(Atom) -> Option<Value>) -> Value {
        let mut found = literal;
        loop {
            let value = match self.atoms.get(found.atom()) {
                AtomValue::Open => return Value::Literal(found),
                // An atom without a rule is false.
                AtomValue::Undefined => known(found.atom()).unwrap_or(Value::Constant(false)),
                AtomValue::Fixed(value) => Value::Constant(value),
                AtomValue::Equal(value) => value,
            };
            match if found.is_positive() { value } else { !value } {
                Value::Literal(next) if next != found => found = next,
                value => return value,
            }
        }
    }

    /// Notes that a literal is true by a constraint. Its atom keeps its definition. Whether this is new.
    fn fix(&mut self, literal: Literal, known: &impl Fn(Atom) -> Option<Value>) -> bool {
        let Value::Literal(literal) = self.find(literal, known) else { return false };
        let is_new = self.atoms.get(literal.atom()) == AtomValue::Open;
        if is_new {
            self.atoms.insert(literal.atom(), AtomValue::Fixed(literal.is_positive()));
            self.fixed.push(literal);
        }
        is_new
    }

    /// Compares a body with those that the round has seen; whether its value is new.
    fn compare_body(
        &mut self,
        step: &Step,
        id: BodyId,
        round: &mut Round,
        known: &impl Fn(Atom) -> Option<Value>,
    ) -> bool {
        if std::mem::replace(&mut round.is_compared[id.index()], true) {
            return false;
        }
        let value = match step.bodies.get(id) {
            BodyRef::Normal(literals) => {
                let Round { literals: renamed, other_literals: other, conjunctions, .. } = round;
                let may_hold = self.rename(literals, renamed, known);
                match renamed[..] {
                    _ if !may_hold => BodyValue::Constant(false),
                    [] => BodyValue::Constant(true),
                    [literal] => BodyValue::Literal(literal),
                    _ => {
                        let mut is_equal = |body: BodyId| {
                            let BodyRef::Normal(literals) = step.bodies.get(body) else { return false };
                            self.rename(literals, other, known) && other == renamed
                        };
                        BodyValue::Body(first_equal(conjunctions, hash(&renamed), id, &mut is_equal))
                    }
                }
            }
            BodyRef::Sum { lower, literals } => match self.renamed_sum(lower, literals, known) {
                Ok((lower, renamed)) => {
                    let sum = (lower, round.terms.intern(&renamed));
                    BodyValue::Body(*round.sums.entry(sum).or_insert(id))
                }
                Err(value) => BodyValue::Constant(value),
            },
        };
        std::mem::replace(&mut self.bodies[id.index()], value) != value
    }

    /// Writes the values of the literals of a conjunction, sorted and without those that are true. `false` if the
    /// conjunction is false.
    fn rename(
        &self,
        literals: &[Literal],
        renamed: &mut Vec<Literal>,
        known: &impl Fn(Atom) -> Option<Value>,
    ) -> bool {
        renamed.clear();
        for &literal in literals {
            match self.find(literal, known) {
                Value::Literal(literal) => renamed.push(literal),
                Value::Constant(true) => {}
                Value::Constant(false) => return false,
            }
        }
        renamed.sort_unstable_by_key(|literal| (literal.atom(), literal.is_positive()));
        renamed.dedup();
        renamed.windows(2).all(|pair| pair[0] != !pair[1])
    }

    /// The bound and the terms of a weight constraint with the values of its literals, or its own value if that is a constant.
    fn renamed_sum(
        &self,
        lower: i32,
        literals: &[WeightedLiteral],
        known: &impl Fn(Atom) -> Option<Value>,
    ) -> Result<(i32, Vec<WeightedLiteral>), bool> {
        let (mut missing, mut possible) = (i64::from(lower), 0);
        let mut renamed = Vec::with_capacity(literals.len());
        for summand in literals {
            let weight = i64::from(summand.weight);
            match self.find(summand.literal, known) {
                Value::Literal(literal) => {
                    renamed.push(WeightedLiteral { literal, weight: summand.weight });
                    possible += weight;
                }
                Value::Constant(true) => missing -= weight,
                Value::Constant(false) => {}
            }
        }
        if missing <= 0 || possible < missing {
            return Err(missing <= 0);
        }
        renamed.sort_unstable_by_key(|summand| {
            (summand.literal.atom(), summand.literal.is_positive(), summand.weight)
        });
        Ok((missing as i32, renamed))
    }

    /// Compares an atom, whose bodies are compared already, with those that the round has seen; whether something new
    /// was found.
    fn compare_atom(
        &mut self,
        step: &Step,
        group: &[Support],
        round: &mut Round,
        known: &impl Fn(Atom) -> Option<Value>,
    ) -> bool {
        let atom = group[0].atom;
        let before = self.atoms.get(atom);
        if matches!(before, AtomValue::Equal(_)) || known(atom).is_some() {
            return false;
        }
        self.values(group, &mut round.bodies);
        let is_rule = |support: &&Support| !support.is_choice() && support.disjunction().is_none();
        let is_true = |support: &Support| self.of_body(support.body) == BodyValue::Constant(true);
        let value = if group.iter().filter(is_rule).any(is_true) {
            Some(Value::Constant(true))
        } else if round.bodies.is_empty() {
            Some(Value::Constant(false))
        } else if group.iter().all(|support| is_rule(&support)) {
            match round.bodies[..] {
                // Since the body was compared, its literal may have got another value.
                [BodyValue::Literal(literal)] => Some(self.find(literal, known)),
                _ => {
                    let Round { bodies, other_bodies: other, definitions, .. } = round;
                    let mut is_equal = |atom: Atom| {
                        self.values(step.supports_of(atom), other);
                        other == bodies
                    };
                    let first = first_equal(definitions, hash(&bodies), atom, &mut is_equal);
                    self.equal_atoms += usize::from(first != atom);
                    Some(Value::Literal(first.positive()))
                }
            }
        } else {
            None
        };
        let value = value.filter(|value| !matches!(value, Value::Literal(literal) if literal.atom() == atom));
        if let Some(value) = value {
            self.atoms.insert(atom, AtomValue::Equal(value));
            if let (AtomValue::Fixed(is_true), Value::Literal(literal)) = (before, value) {
                self.fix(if is_true { literal } else { !literal }, known);
            }
            return true;
        }
        match before {
            AtomValue::Fixed(true) => self.fix_only_body(step, round, known),
            AtomValue::Fixed(false) => {
                let mut has_changed = false;
                for support in group.iter().filter(is_rule) {
                    if let BodyValue::Literal(literal) = self.of_body(support.body) {
                        has_changed |= self.fix(!literal, known);
                    }
                }
                has_changed
            }
            _ => false,
        }
    }

    /// Fixes the literals of the only body of an atom that is true. Whether something new was found.
    fn fix_only_body(
        &mut self,
        step: &Step,
        round: &mut Round,
        known: &impl Fn(Atom) -> Option<Value>,
    ) -> bool {
        let mut has_changed = false;
        match round.bodies[..] {
            [BodyValue::Literal(literal)] => has_changed |= self.fix(literal, known),
            [BodyValue::Body(body)] => {
                if let BodyRef::Normal(literals) = step.bodies.get(body) {
                    for &literal in literals {
                        has_changed |= self.fix(literal, known);
                    }
                }
            }
            _ => {}
        }
        has_changed
    }

    /// Writes the values of the bodies of some supports, sorted and without those that are false.
    fn values<'s>(&self, supports: impl IntoIterator<Item = &'s Support>, bodies: &mut Vec<BodyValue>) {
        bodies.clear();
        bodies.extend(supports.into_iter().map(|support| self.of_body(support.body)));
        bodies.retain(|&body| body != BodyValue::Constant(false));
        bodies.sort_unstable();
        bodies.dedup();
    }
}

/// The value of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum AtomValue {
    /// The step does not define the atom.
    #[default]
    Undefined,
    /// No value is known.
    Open,
    /// A constraint makes the atom true or false.
    Fixed(bool),
    /// Another literal, or a constant.
    Equal(Value),
}

/// Both halves of a hash: a table of a million bodies is smaller by a third than with 64 bits. With words of 32 bits, the
/// upper half is 0.
fn hash(value: &impl Hash) -> u32 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    let hash = hasher.finish();
    (hash >> 32) as u32 ^ hash as u32
}

/// The hash for a table, which uses the upper bits and the lower ones.
fn spread(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// The first element of a table with this hash that is equal; if none is, `new`, which is added.
fn first_equal<T: Copy>(
    table: &mut HashTable<(u32, T)>,
    hash: u32,
    new: T,
    is_equal: &mut impl FnMut(T) -> bool,
) -> T {
    match table.find(spread(hash), |&(other, element)| other == hash && is_equal(element)) {
        Some(&(_, element)) => element,
        None => {
            table.insert_unique(spread(hash), (hash, new), |&(hash, _)| spread(hash));
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

    /// The equivalences of a step, in which atoms without rules are open.
    fn search(step: &Step, rounds: u32) -> Equivalences {
        let mut equal = Equivalences::none(step);
        let is_defined = |atom: Atom| step.supports.iter().any(|support| support.atom == atom);
        equal.search(step, rounds, &|atom| (!is_defined(atom)).then_some(Value::Literal(atom.positive())));
        equal
    }

    fn values(step: &Step, rounds: u32) -> Vec<(usize, Value)> {
        let equal = search(step, rounds);
        let mut heads: Vec<Atom> = step.supports.iter().map(|support| support.atom).collect();
        heads.dedup();
        heads.into_iter().filter_map(|atom| Some((atom.index(), equal.of_atom(atom)?))).collect()
    }

    fn names(step: &Step, rounds: u32) -> Vec<(usize, Literal)> {
        let literal = |(atom, value)| match value {
            Value::Literal(literal) => Some((atom, literal)),
            Value::Constant(_) => None,
        };
        values(step, rounds).into_iter().filter_map(literal).collect()
    }

    #[test]
    fn equal_definitions_are_found_in_the_order_of_the_atoms() {
        // a(1) b(2) :- c(3), d(4).   e(5) :- a, f(6).   g(7) :- b, f.   {h(10)} :- e. {i(11)} :- g.
        let step = step(&[(1, &[3, 4]), (2, &[3, 4]), (5, &[1, 6]), (7, &[2, 6]), (-10, &[5]), (-11, &[5])]);
        assert_eq!(names(&step, 0), []);
        assert_eq!(names(&step, 1), [(2, lit(1)), (7, lit(5))]);
    }

    #[test]
    fn atoms_with_later_atoms_in_their_bodies_take_another_round() {
        // e(1) :- a(5), f(6).   g(2) :- b(7), f.   a b :- c(3), d(4).
        let step = step(&[(1, &[5, 6]), (2, &[7, 6]), (5, &[3, 4]), (7, &[3, 4])]);
        assert_eq!(names(&step, 1), [(7, lit(5))]);
        assert_eq!(names(&step, 2), [(2, lit(1)), (7, lit(5))]);
    }

    #[test]
    fn a_conjunction_of_equivalent_literals_is_that_literal() {
        // a(1) :- not b(2). c(3) :- a, not b. {d(4)} :- not b.
        let step = step(&[(1, &[-2]), (3, &[1, -2]), (-4, &[-2])]);
        assert_eq!(names(&step, 1), [(1, lit(-2)), (3, lit(-2))]);
        assert_eq!(search(&step, 1).equal_bodies(&step), 1);
    }

    #[test]
    fn constants_are_found_in_one_round() {
        // {x(1)}. a(2) :- x. b(3) :- a, not x. c(4) :- x, not b. d(5) :- not b. e(6) :- c, d. {f(7)} :- b.
        let rules: &[(i32, &[i32])] =
            &[(-1, &[]), (2, &[1]), (3, &[2, -1]), (4, &[1, -3]), (5, &[-3]), (6, &[4, 5]), (-7, &[3])];
        let [x, no, yes] = [Value::Literal(lit(1)), Value::Constant(false), Value::Constant(true)];
        assert_eq!(values(&step(rules), 1), [(2, x), (3, no), (4, x), (5, yes), (6, x), (7, no)]);
    }

    #[test]
    fn literals_fixed_by_constraints_keep_their_definitions() {
        // {x(1); y(2)}. a(3) :- x. b(4) :- x, y. c(5) :- not a, y.   :- a.
        let mut step = step(&[(-1, &[]), (-2, &[]), (3, &[1]), (4, &[1, 2]), (5, &[-3, 2])]);
        let a = step.bodies.add(BodyRef::Normal(&[lit(3)])).unwrap();
        step.constraints.push(a);
        let expected =
            [(3, Value::Literal(lit(1))), (4, Value::Constant(false)), (5, Value::Literal(lit(2)))];
        assert_eq!(values(&step, 2), expected);
    }

    #[test]
    fn weight_constraints_lose_constants() {
        // {x(1); y(2)}. a(3). b(4) :- 2 {a; x; y}. c(5) :- 1 {x; y}. d(6) :- 1 {a; x}. e(7) :- 3 {x; y; not a}.
        let mut step = step(&[(-1, &[]), (-2, &[]), (3, &[])]);
        for (head, lower, literals) in
            [(4, 2, [3, 1, 2]), (5, 2, [1, 2, -1]), (6, 1, [3, 1, 2]), (7, 3, [1, 2, -3])]
        {
            let weights = literals.map(|number| WeightedLiteral { literal: lit(number), weight: 1 });
            let weights = if head == 5 { &weights[..2] } else { &weights };
            let lower = if head == 5 { 1 } else { lower };
            let sum = step.bodies.add(BodyRef::Sum { lower, literals: weights }).unwrap();
            step.supports.push(Support::rule(lit(head).atom(), sum));
        }
        let four = Value::Literal(lit(4));
        let [no, yes] = [false, true].map(Value::Constant);
        assert_eq!(values(&step, 1), [(3, yes), (5, four), (6, yes), (7, no)]);
    }

    #[test]
    fn chains_and_loops_end() {
        let step = step(&[(1, &[-2]), (2, &[-1]), (3, &[4]), (4, &[3]), (5, &[-1])]);
        assert_eq!(names(&step, 3), [(1, lit(-2)), (3, lit(4)), (5, lit(2))]);
    }
}
