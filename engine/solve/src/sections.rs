//! The first part of a circuit, up to some stop, where a program follows the circuit a second time.
//!
//! ```text
//! mark(V) :- start(V).
//! mark(V) :- mark(U), next(U,V), not stop(U).
//! ```
//!
//! The rules are read backwards from their arcs: the atom in a rule's head stands at the node that its arc enters, the one
//! in the body at the node that it leaves. Atoms that are linked so are one section, if there is one at each node.

use crate::circuits::supports_of;
use crate::solver::AspSolver;
use crate::step::Step;
use hamadryad_aspif::{Atom, Literal};
use hamadryad_circuit::{Description, Section};
use hamadryad_sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};

/// The rules by which one comes everywhere.
pub(crate) struct Reach {
    /// By node.
    pub(crate) atoms: Vec<Atom>,
    /// From a node to another, where a literal is true.
    pub(crate) arcs: Vec<(u32, u32, Lit)>,
    /// To a node from nowhere, where a literal is true.
    pub(crate) entries: Vec<(u32, Lit)>,
}

/// A rule that goes along an arc.
#[derive(Clone)]
struct Along {
    from: u32,
    to: u32,
    head: Atom,
    /// The atom at the node that the arc leaves; `None` where it is a fact.
    body: Option<Atom>,
    /// What must be true besides.
    conditions: Vec<Lit>,
}

impl AspSolver {
    /// The section that a program describes; the first one found.
    pub(crate) fn find_section(
        &mut self,
        step: &Step,
        reach: &Reach,
        circuit: &Description,
    ) -> Option<Section> {
        let own: FxHashSet<Atom> = reach.atoms.iter().copied().collect();
        let mut arc_of: FxHashMap<Lit, (u32, u32)> = FxHashMap::default();
        for &(from, to, lit) in &reach.arcs {
            if lit != self.truth && lit != !self.truth {
                arc_of.insert(lit, (from, to));
            }
        }
        let mut seen: FxHashSet<Atom> = own;
        for group in step.supports.chunk_by(|a, b| a.atom == b.atom) {
            let atom = group[0].atom;
            if seen.contains(&atom) {
                continue;
            }
            let is_along = group.iter().any(|support| {
                let literals = self.open_literals(step, support).flatten();
                literals.is_some_and(|literals| literals.iter().any(|(_, lit)| arc_of.contains_key(lit)))
            });
            if is_along && let Some(section) = self.section_around(step, circuit, &arc_of, atom, &mut seen) {
                return Some(section);
            }
        }
        None
    }

    /// Follows the rules for an atom backwards, and reads off a section.
    fn section_around(
        &mut self,
        step: &Step,
        circuit: &Description,
        arc_of: &FxHashMap<Lit, (u32, u32)>,
        first: Atom,
        seen: &mut FxHashSet<Atom>,
    ) -> Option<Section> {
        let nodes = circuit.graph.nodes();
        let mut atom_at: Vec<Option<Atom>> = vec![None; nodes];
        let mut rules: Vec<Along> = Vec::new();
        let mut queue = vec![(first, None)];
        let mut place_of: FxHashMap<Atom, u32> = FxHashMap::default();
        while let Some((atom, expected)) = queue.pop() {
            seen.insert(atom);
            let place = match self.read_rules(step, circuit, arc_of, atom, expected, &mut rules)? {
                place if place_of.get(&atom).is_none_or(|&known| known == place) => place,
                _ => return None,
            };
            let is_new = place_of.insert(atom, place).is_none();
            if atom_at[place as usize].replace(atom).is_some_and(|other| other != atom) {
                return None;
            }
            if is_new {
                for rule in rules.iter().filter(|rule| rule.head == atom) {
                    if let Some(body) = rule.body.filter(|body| place_of.get(body) != Some(&rule.from)) {
                        queue.push((body, Some(rule.from)));
                    }
                }
            }
        }
        // What goes on from there: atoms in heads that nothing led back to.
        self.read_forward(step, circuit, arc_of, &mut atom_at, &mut rules, seen);
        self.make_section(circuit, &atom_at, &rules)
    }

    /// Adds the atoms whose rules go along arcs from what is known, until there are no more.
    fn read_forward(
        &self,
        step: &Step,
        circuit: &Description,
        arc_of: &FxHashMap<Lit, (u32, u32)>,
        atom_at: &mut [Option<Atom>],
        rules: &mut Vec<Along>,
        seen: &mut FxHashSet<Atom>,
    ) {
        let mut waiting: Vec<(Atom, u32, Vec<Along>)> = Vec::new();
        for group in step.supports.chunk_by(|a, b| a.atom == b.atom) {
            let (atom, mut found) = (group[0].atom, Vec::new());
            if !seen.contains(&atom)
                && let Some(place) = self.read_rules(step, circuit, arc_of, atom, None, &mut found)
            {
                waiting.push((atom, place, found));
            }
        }
        loop {
            let before = waiting.len();
            waiting.retain_mut(|(atom, place, found)| {
                let follows =
                    |rule: &Along| rule.body.is_none_or(|body| atom_at[rule.from as usize] == Some(body));
                let is_linked = found.iter().any(|rule| rule.body.is_some()) && found.iter().all(follows);
                let joins = is_linked && atom_at[*place as usize].is_none();
                if joins {
                    seen.insert(*atom);
                    atom_at[*place as usize] = Some(*atom);
                    rules.append(found);
                }
                !joins
            });
            if waiting.len() == before {
                return;
            }
        }
    }

    /// The rules for an atom, and its node; `None` where they do not all go along arcs to it, or begin there.
    fn read_rules(
        &self,
        step: &Step,
        circuit: &Description,
        arc_of: &FxHashMap<Lit, (u32, u32)>,
        atom: Atom,
        expected: Option<u32>,
        rules: &mut Vec<Along>,
    ) -> Option<u32> {
        let mut place = expected;
        let mut begins = Vec::new();
        let mut unconditional = Vec::new();
        for support in supports_of(step, atom) {
            let Some(literals) = self.open_literals(step, support)? else { continue };
            let along = literals.iter().position(|(_, lit)| arc_of.contains_key(lit));
            let Some(along) = along else {
                match literals[..] {
                    [(_, lit)] if circuit.starts.contains(&Some(lit)) => begins.push(lit),
                    _ => unconditional.push(literals),
                }
                continue;
            };
            let (from, to) = arc_of[&literals[along].1];
            if *place.get_or_insert(to) != to {
                return None;
            }
            let rest = literals.iter().enumerate().filter(|&(i, _)| i != along).map(|(_, &entry)| entry);
            rules.push(self.rule_along((from, to), atom, rest.collect())?);
        }
        let place = place?;
        // Along an arc that is always there: the rule does not say which.
        for literals in unconditional {
            let into = |&&dart: &&u32| circuit.arcs[(dart ^ 1) as usize] == Some(self.truth);
            let dart = circuit.graph.leaving(place).iter().find(into)?;
            rules.push(self.rule_along((circuit.graph.head(*dart), place), atom, literals)?);
        }
        begins.iter().all(|&lit| circuit.starts[place as usize] == Some(lit)).then_some(place)
    }

    fn rule_along(&self, (from, to): (u32, u32), head: Atom, rest: Vec<(Literal, Lit)>) -> Option<Along> {
        let mut rule = Along { from, to, head, body: None, conditions: Vec::new() };
        for (literal, lit) in rest {
            if self.sat.is_fixed_true(lit) {
                continue;
            }
            if literal.is_positive() && rule.body.is_none() {
                rule.body = Some(literal.atom());
            } else {
                rule.conditions.push(lit);
            }
        }
        Some(rule)
    }

    fn make_section(
        &mut self,
        circuit: &Description,
        atom_at: &[Option<Atom>],
        rules: &[Along],
    ) -> Option<Section> {
        let nodes = circuit.graph.nodes();
        let mut inside = Vec::with_capacity(nodes);
        for (node, atom) in atom_at.iter().enumerate() {
            inside.push(match atom {
                Some(atom) => self.lit(atom.positive()),
                // A start known from the beginning.
                None if circuit.starts[node] == Some(self.truth) => self.truth,
                None => return None,
            });
        }
        let mut stops: Vec<Option<Lit>> = vec![None; nodes];
        for node in 0..nodes as u32 {
            let own: Vec<&Along> = rules.iter().filter(|rule| rule.from == node).collect();
            let Some(first) = own.first() else {
                stops[node as usize] = Some(self.truth);
                continue;
            };
            if own.iter().any(|rule| rule.conditions != first.conditions) {
                return None;
            }
            let body_is_right = |rule: &&&Along| match rule.body {
                Some(body) => atom_at[node as usize] == Some(body),
                None => self.sat.is_fixed_true(inside[node as usize]),
            };
            if !own.iter().all(|rule| body_is_right(&rule)) {
                return None;
            }
            // Every arc goes on, but for those that enter a node which is inside anyhow.
            let goes_on = |&&dart: &&u32| {
                let to = circuit.graph.head(dart);
                circuit.arcs[dart as usize].is_none()
                    || self.sat.is_fixed_true(inside[to as usize])
                    || own.iter().any(|rule| rule.to == to)
            };
            if !circuit.graph.leaving(node).iter().all(|dart| goes_on(&dart)) {
                return None;
            }
            match first.conditions[..] {
                [] => {}
                [condition] => stops[node as usize] = Some(!condition),
                _ => return None,
            }
        }
        if stops.iter().flatten().all(|&lit| self.sat.is_fixed_true(!lit)) {
            return None;
        }
        let one_stop = self.at_most_one_of(&stops);
        self.add_colours(circuit, &inside, &stops);
        Some(Section { inside, stops, one_stop, costs: vec![0; nodes] })
    }

    /// Along an edge of the circuit, whichever way, the section goes on, but from a stop or to the start.
    fn add_colours(&mut self, circuit: &Description, inside: &[Lit], stops: &[Option<Lit>]) {
        for (edge, &lit) in circuit.edges.iter().enumerate() {
            let ends = [circuit.graph.tail(2 * edge as u32), circuit.graph.head(2 * edge as u32)];
            for (from, to) in [(ends[0] as usize, ends[1] as usize), (ends[1] as usize, ends[0] as usize)] {
                let mut clause = vec![!lit, !inside[from], inside[to]];
                clause.extend([stops[from], circuit.starts[from]].into_iter().flatten());
                self.sat.add_clause(&clause);
            }
        }
    }
}
