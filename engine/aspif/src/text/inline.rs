//! Selects the atoms without a name that are written as their definition.
//!
//! ```text
//! x2 :- 2<=#sum{1,0:b;2,1:c}.    a :- x2, not d.     -->     a:-2<=#sum{1,0:b;2,1:c},not d.
//! ```
//!
//! An atom is a candidate if it has no name, is the whole head of a single rule, and occurs in no external,
//! choice, projection or assumption. Its replacement keeps the answer sets, because the rule is an explicit
//! definition. A candidate stays an atom if the language cannot express the result: an aggregate within an
//! element of an aggregate or of the objective, a negated conjunction of several literals, a cyclic
//! definition; and if a long definition would be repeated.
//!
//! Invariant: an inlined atom is inlined everywhere in its step. A later step may use it again: its
//! definition is kept, and is written later if that step cannot inline it.

use super::Statement;
use crate::{Atom, Body, Literal, WeightedLiteral};
use rustc_hash::{FxHashMap, FxHashSet};

/// The longest definition that may be repeated.
const SHORT: u32 = 8;

/// The greatest depth of definitions within definitions.
const DEPTH: usize = 64;

/// The text of a literal: several of these, separated by commas.
pub(super) enum Item<'a> {
    /// An atom under up to two negations.
    Atom { atom: Atom, negations: usize },
    /// A sum under up to two negations.
    Sum { lower: i32, literals: &'a [WeightedLiteral], negations: usize },
}

/// The position of a literal.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// In a body, where aggregates are allowed.
    Body,
    /// In the condition of an element, where only literals are allowed.
    Element,
}

/// The shape of the definition of an atom, with all other definitions inlined.
#[derive(Clone, Copy)]
struct Shape {
    items: u32,
    has_sum: bool,
    length: u32,
}

impl Shape {
    fn fits(self, literal: Literal, place: Place) -> bool {
        (literal.is_positive() || self.items == 1) && (place == Place::Body || !self.has_sum)
    }
}

/// The definitions of inlined atoms.
#[derive(Default)]
pub(super) struct Inlining {
    definitions: FxHashMap<Atom, Body>,
}

impl Inlining {
    /// Selects the atoms of this step that are inlined, and returns the definitions of earlier atoms that can
    /// no longer be inlined. The bodies of inlined rules are moved out of the step, because a step may
    /// consist of them.
    pub(super) fn plan(
        &mut self,
        step: &mut [Statement],
        has_name: impl Fn(Atom) -> bool,
    ) -> Vec<(Atom, Body)> {
        let earlier: FxHashSet<Atom> = self.definitions.keys().copied().collect();
        self.take_candidates(step, has_name);
        let kept = Choice::new(&self.definitions, &earlier, step).kept_as_atoms();
        for statement in &mut *step {
            if let Statement::Definition(atom, body) = statement
                && kept.contains(atom)
                && !earlier.contains(atom)
            {
                *body = self.definitions.remove(atom).expect("what is kept was a candidate");
            }
        }
        let late = kept.into_iter().filter(|atom| earlier.contains(atom));
        let mut late: Vec<(Atom, Body)> = late
            .map(|atom| (atom, self.definitions.remove(&atom).expect("what is kept was a candidate")))
            .collect();
        late.sort_unstable_by_key(|&(atom, _)| atom);
        late
    }

    /// Moves the bodies of rules that define an atom without a name out of the step.
    fn take_candidates(&mut self, step: &mut [Statement], has_name: impl Fn(Atom) -> bool) {
        let heads = Heads::of(step);
        for statement in step {
            if let Statement::Definition(atom, body) = statement
                && heads.is_only_rule(*atom)
                && !has_name(*atom)
            {
                self.definitions
                    .entry(*atom)
                    .or_insert_with(|| std::mem::replace(body, Body::Normal(Vec::new())));
            }
        }
    }

    /// Whether an atom is inlined.
    pub(super) fn replaces(&self, atom: Atom) -> bool {
        !self.definitions.is_empty() && self.definitions.contains_key(&atom)
    }

    /// Whether the statement is a rule that is inlined.
    pub(super) fn is_definition(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Definition(atom, _) => self.definitions.contains_key(atom),
            _ => false,
        }
    }

    /// The text of the literal; empty if it is always true.
    pub(super) fn expand(&self, literal: Literal) -> Vec<Item<'_>> {
        let mut items = Vec::new();
        self.expand_into(literal.atom(), usize::from(!literal.is_positive()), &mut items);
        items
    }

    fn expand_into<'a>(&'a self, atom: Atom, negations: usize, items: &mut Vec<Item<'a>>) {
        // Three negations are equivalent to one; two negations remain two.
        let negations = if negations > 2 { negations - 2 } else { negations };
        match self.definitions.get(&atom) {
            None => items.push(Item::Atom { atom, negations }),
            Some(Body::Sum { lower, literals }) => {
                items.push(Item::Sum { lower: *lower, literals, negations });
            }
            Some(Body::Normal(literals)) => {
                for literal in literals {
                    let own = usize::from(!literal.is_positive());
                    self.expand_into(literal.atom(), negations + own, items);
                }
            }
        }
    }

    /// The atoms without a name that the text of the step uses, each once.
    pub(super) fn nameless_atoms(&self, step: &[Statement], has_name: impl Fn(Atom) -> bool) -> Vec<Atom> {
        let mut nameless = Vec::new();
        let mut atoms = Vec::new();
        for statement in step.iter().filter(|statement| !self.is_definition(statement)) {
            match statement {
                Statement::Definition(..) | Statement::Rule(_) => {
                    atoms.extend_from_slice(statement.heads());
                }
                Statement::Project(all) => atoms.extend_from_slice(all),
                Statement::External(atom, _) | Statement::Heuristic { atom, .. } => atoms.push(*atom),
                Statement::Assume(literals) => atoms.extend(literals.iter().map(|literal| literal.atom())),
                _ => (),
            }
            for_each_literal(statement, |literal, _| self.leaves(literal, &mut atoms));
            nameless.extend(atoms.drain(..).filter(|&atom| !has_name(atom)));
        }
        let mut seen = FxHashSet::default();
        nameless.retain(|&atom| seen.insert(atom));
        nameless
    }

    fn leaves(&self, literal: Literal, atoms: &mut Vec<Atom>) {
        for item in self.expand(literal) {
            match item {
                Item::Atom { atom, .. } => atoms.push(atom),
                Item::Sum { literals, .. } => {
                    literals.iter().for_each(|summand| self.leaves(summand.literal, atoms));
                }
            }
        }
    }
}

/// Calls `visit` with each literal of bodies and conditions.
fn for_each_literal(statement: &Statement, mut visit: impl FnMut(Literal, Place)) {
    match statement {
        Statement::Definition(_, body) => for_each_of_body(body, visit),
        Statement::Rule(rule) => for_each_of_body(&rule.body, visit),
        Statement::Minimize { literals, .. } => {
            literals.iter().for_each(|summand| visit(summand.literal, Place::Element));
        }
        Statement::Show { condition, .. }
        | Statement::Heuristic { condition, .. }
        | Statement::Edge { condition, .. } => {
            condition.iter().for_each(|&literal| visit(literal, Place::Body));
        }
        Statement::Theory(_, theory) => {
            let conditions = theory.elements.iter().flat_map(|(_, condition)| condition);
            conditions.for_each(|&literal| visit(literal, Place::Element));
        }
        Statement::Fact { .. } | Statement::Project(_) | Statement::External(..) | Statement::Assume(_) => (),
    }
}

/// Like [`for_each_literal`], after bodies have been moved from the step to the definitions.
fn for_each_literal_of(
    statement: &Statement,
    definitions: &FxHashMap<Atom, Body>,
    earlier: &FxHashSet<Atom>,
    visit: impl FnMut(Literal, Place),
) {
    let moved = match statement {
        Statement::Definition(atom, _) if !earlier.contains(atom) => definitions.get(atom),
        _ => None,
    };
    match moved {
        Some(body) => for_each_of_body(body, visit),
        None => for_each_literal(statement, visit),
    }
}

fn for_each_of_body(body: &Body, mut visit: impl FnMut(Literal, Place)) {
    match body {
        Body::Normal(literals) => literals.iter().for_each(|&literal| visit(literal, Place::Body)),
        Body::Sum { literals, .. } => {
            literals.iter().for_each(|summand| visit(summand.literal, Place::Element));
        }
    }
}

/// For each atom, whether it is the head of no rule, of one rule, or of several.
struct Heads(Vec<u8>);

impl Heads {
    /// An atom with another use than the head of normal rules.
    const MORE: u8 = u8::MAX;

    fn of(step: &[Statement]) -> Heads {
        let mut heads = Heads(Vec::new());
        for statement in step {
            match statement {
                Statement::Definition(atom, _) => {
                    let count = heads.of_atom(*atom);
                    *count = count.saturating_add(1);
                }
                Statement::Rule(rule) => {
                    rule.head.iter().for_each(|&atom| *heads.of_atom(atom) = Heads::MORE);
                }
                Statement::Project(atoms) => {
                    atoms.iter().for_each(|&atom| *heads.of_atom(atom) = Heads::MORE);
                }
                Statement::External(atom, _) | Statement::Heuristic { atom, .. } => {
                    *heads.of_atom(*atom) = Heads::MORE;
                }
                Statement::Assume(literals) => {
                    literals.iter().for_each(|literal| *heads.of_atom(literal.atom()) = Heads::MORE);
                }
                _ => (),
            }
        }
        heads
    }

    fn of_atom(&mut self, atom: Atom) -> &mut u8 {
        let number = atom.number() as usize;
        if self.0.len() <= number {
            self.0.resize(number + 1, 0);
        }
        &mut self.0[number]
    }

    fn is_only_rule(&self, atom: Atom) -> bool {
        self.0[atom.number() as usize] == 1
    }
}

/// The selection among the candidates of a step.
struct Choice<'a> {
    definitions: &'a FxHashMap<Atom, Body>,
    earlier: &'a FxHashSet<Atom>,
    step: &'a [Statement],
    /// Whether definitions are repeated.
    uses: FxHashMap<Atom, bool>,
    shapes: FxHashMap<Atom, Shape>,
    /// The definitions on the current path: a definition that leads back to one of them cannot be inlined.
    open: FxHashSet<Atom>,
    kept: FxHashSet<Atom>,
}

impl<'a> Choice<'a> {
    fn new(
        definitions: &'a FxHashMap<Atom, Body>,
        earlier: &'a FxHashSet<Atom>,
        step: &'a [Statement],
    ) -> Choice<'a> {
        let mut uses: FxHashMap<Atom, bool> = FxHashMap::default();
        let mut count = |literal: Literal, _| {
            if definitions.contains_key(&literal.atom()) {
                uses.entry(literal.atom()).and_modify(|often| *often = true).or_insert(false);
            }
        };
        step.iter().for_each(|statement| for_each_literal_of(statement, definitions, earlier, &mut count));
        let (shapes, open, kept) = Default::default();
        Choice { definitions, earlier, step, uses, shapes, open, kept }
    }

    /// The candidates that stay atoms. Each use is judged once, after the definition that it uses. If an atom
    /// is kept later, the definitions that use it only become simpler, so the judgement remains valid.
    fn kept_as_atoms(mut self) -> FxHashSet<Atom> {
        let (step, earlier) = (self.step, self.earlier);
        for statement in step {
            match statement {
                // An atom that an earlier step has inlined has a second rule, or another use.
                Statement::Project(atoms) => self.keep_all(atoms.iter().copied()),
                Statement::External(atom, _) | Statement::Heuristic { atom, .. } => self.keep_all([*atom]),
                Statement::Assume(literals) => self.keep_all(literals.iter().map(|literal| literal.atom())),
                Statement::Definition(..) | Statement::Rule(_) => {
                    self.keep_all(statement.heads().iter().copied().filter(|atom| earlier.contains(atom)));
                }
                _ => (),
            }
        }
        for statement in step {
            let mut places = Vec::new();
            let note = |literal, place| places.push((literal, place));
            for_each_literal_of(statement, self.definitions, earlier, note);
            for (literal, place) in places {
                self.judge(literal, place);
            }
        }
        self.kept
    }

    fn keep_all(&mut self, atoms: impl IntoIterator<Item = Atom>) {
        let definitions = self.definitions;
        self.kept.extend(atoms.into_iter().filter(|atom| definitions.contains_key(atom)));
    }

    /// The shape of the text of a literal; its atom is kept if the definition cannot be inlined.
    fn judge(&mut self, literal: Literal, place: Place) -> Shape {
        let atom = literal.atom();
        let plain = Shape { items: 1, has_sum: false, length: 1 };
        if !self.definitions.contains_key(&atom) || self.kept.contains(&atom) {
            return plain;
        }
        if self.open.contains(&atom) || self.open.len() >= DEPTH {
            self.kept.insert(atom);
            return plain;
        }
        let shape = self.shape(atom);
        let once = !self.uses.get(&atom).copied().unwrap_or(false);
        if self.kept.contains(&atom) || !shape.fits(literal, place) || !(once || shape.length <= SHORT) {
            self.kept.insert(atom);
            return plain;
        }
        shape
    }

    fn shape(&mut self, atom: Atom) -> Shape {
        if let Some(&shape) = self.shapes.get(&atom) {
            return shape;
        }
        self.open.insert(atom);
        let definitions = self.definitions;
        let body = &definitions[&atom];
        let mut shape = Shape { items: 0, has_sum: false, length: 0 };
        let mut places = Vec::new();
        for_each_of_body(body, |literal, place| places.push((literal, place)));
        for (literal, place) in places {
            let part = self.judge(literal, place);
            shape.items = shape.items.saturating_add(part.items);
            shape.has_sum |= part.has_sum;
            shape.length = shape.length.saturating_add(part.length);
        }
        if matches!(body, Body::Sum { .. }) {
            shape = Shape { items: 1, has_sum: true, length: shape.length.saturating_add(1) };
        }
        self.open.remove(&atom);
        self.shapes.insert(atom, shape);
        shape
    }
}
