//! The first part of a circuit, up to some stop, where a program follows the circuit a second time.
//!
//! ```text
//! mark(V) :- start(V).
//! mark(V) :- mark(U), next(U,V), not stop(U).
//! ```
//!
//! The rules are read backwards from their arcs: the atom in a rule's head stands at the node that its arc
//! enters, the one in the body at the node that it leaves. Atoms that are linked so are one section, if there
//! is one at each node.

use crate::program::step::Step;
use crate::solver::AspSolver;
use crate::translate::circuits::{Arc, supports_of};
use hamadryad_aspif::{Atom, Literal};
use hamadryad_circuit::{Dart, Description, Node, Section};
use hamadryad_sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// The rules by which one comes everywhere.
pub(crate) struct Reach {
    /// By node.
    pub(crate) atoms: Vec<Atom>,
    pub(crate) arcs: Vec<Arc>,
    /// To a node from nowhere, where a literal is true.
    pub(crate) entries: Vec<(Node, Lit)>,
    /// The literals of both, as the program has them: two atoms may share a literal of the solver.
    pub(crate) named: Vec<(Option<Node>, Node, Literal)>,
}

/// A rule that goes along an arc.
#[derive(Clone)]
struct Along {
    from: Node,
    to: Node,
    /// The atom at the node that the arc leaves; `None` where it is a fact.
    body: Option<Atom>,
    /// What must be true besides.
    conditions: Vec<Lit>,
}

/// An atom that was met while reading.
struct Met {
    atom: Atom,
    /// Its node, where the rule that it was met in says so.
    expected: Option<Node>,
    /// Without it there is no section.
    is_needed: bool,
}

/// What has been read of a section.
#[derive(Clone)]
struct Reading<'a> {
    step: &'a Step,
    circuit: &'a Description,
    arc_of: &'a FxHashMap<Literal, (Node, Node)>,
    /// By atom: the heads of rules that it stands in.
    heads_of: &'a FxHashMap<Atom, Vec<Atom>>,
    /// The heads of rules along arcs.
    heads_along: &'a FxHashSet<Atom>,
    /// By node: where the circuit begins. `None` where the section itself tells, in `found`.
    starts: Option<&'a [Option<Lit>]>,
    found: Vec<Option<Lit>>,
    /// By node.
    atom_at: Vec<Option<Atom>>,
    place_of: FxHashMap<Atom, Node>,
    rules: Vec<Along>,
}

impl Reading<'_> {
    /// Adds another reading, unless both have atoms at some node.
    fn take_in(&mut self, other: &Reading<'_>) {
        if self.atom_at.iter().zip(&other.atom_at).any(|(one, other)| one.is_some() && other.is_some()) {
            return;
        }
        for (own, &atom) in self.atom_at.iter_mut().zip(&other.atom_at) {
            *own = own.or(atom);
        }
        for (own, &start) in self.found.iter_mut().zip(&other.found) {
            *own = own.or(start);
        }
        self.place_of.extend(&other.place_of);
        self.rules.extend_from_slice(&other.rules);
    }
}

impl AspSolver {
    /// The section that a program describes, and where it begins, which is one of the `starts` where these
    /// are known; of several, the one with the most atoms.
    pub(crate) fn find_section(
        &mut self,
        step: &Step,
        reach: &Reach,
        circuit: &Description,
        starts: Option<&[Option<Lit>]>,
    ) -> Option<(Section, Vec<Option<Lit>>)> {
        let own: FxHashSet<Atom> = reach.atoms.iter().copied().collect();
        // A start that is not on the circle is the last node, where there is one.
        let hidden = Some(reach.atoms.len()).filter(|&node| node < circuit.graph.num_nodes());
        let mut arc_of: FxHashMap<Literal, (Node, Node)> = FxHashMap::default();
        for &(from, to, literal) in &reach.named {
            let is_start =
                from.is_none() && starts.is_some_and(|starts| starts[to.index()] == Some(self.lit(literal)));
            let from = from.or(hidden.map(Node::new));
            if let Some(from) = from.filter(|_| !is_start) {
                arc_of.insert(literal, (from, to));
            }
        }
        let mut heads_of: FxHashMap<Atom, Vec<Atom>> = FxHashMap::default();
        let mut firsts = Vec::new();
        for group in step.supports.chunk_by(|a, b| a.atom == b.atom) {
            let head = group[0].atom;
            if own.contains(&head) {
                continue;
            }
            let mut is_along = false;
            for support in group {
                let Some(literals) = self.open_literals(step, support).flatten() else { continue };
                is_along |= literals.iter().any(|(literal, _)| arc_of.contains_key(literal));
                for (literal, _) in literals.iter().filter(|(literal, _)| literal.is_positive()) {
                    heads_of.entry(literal.atom()).or_default().push(head);
                }
            }
            if is_along {
                firsts.push(head);
            }
        }
        let heads_along: FxHashSet<Atom> = firsts.iter().copied().collect();
        let mut seen: FxHashSet<Atom> = FxHashSet::default();
        let mut readings = Vec::new();
        for first in firsts {
            if seen.contains(&first) {
                continue;
            }
            let nodes = circuit.graph.num_nodes();
            let reading = Reading {
                step,
                circuit,
                arc_of: &arc_of,
                heads_of: &heads_of,
                heads_along: &heads_along,
                starts,
                found: vec![None; nodes],
                atom_at: vec![None; nodes],
                place_of: FxHashMap::default(),
                rules: Vec::new(),
            };
            let reading = self.read_around(reading, first);
            seen.extend(reading.iter().flat_map(|reading| reading.place_of.keys()));
            readings.extend(reading);
        }
        readings.sort_by_key(|reading| Reverse(reading.place_of.len()));
        // Where a start or a stop is known, chains fall into pieces: the largest takes in what lies beside
        // it.
        let mut pieces = readings.iter();
        let mut whole = pieces.next()?.clone();
        for piece in pieces {
            whole.take_in(piece);
        }
        let mut candidates = std::iter::once(whole).chain(readings);
        candidates.find_map(|reading| {
            let starts = match starts {
                Some(starts) => starts.to_vec(),
                None => self.starts_of(&reading)?,
            };
            let section = self.make_section(circuit, &reading.atom_at, &reading.rules, &starts)?;
            Some((section, starts))
        })
    }

    /// Follows rules from one atom to the others, backwards where all bodies must be atoms of the section,
    /// forwards as far as it goes.
    fn read_around<'a>(&self, mut reading: Reading<'a>, first: Atom) -> Option<Reading<'a>> {
        let mut queue = vec![Met { atom: first, expected: None, is_needed: true }];
        while let Some(met) = queue.pop() {
            if let Some(&place) = reading.place_of.get(&met.atom) {
                if met.is_needed && met.expected != Some(place) {
                    return None;
                }
                continue;
            }
            let before = reading.rules.len();
            let place = self.read_rules(&mut reading, met.atom, met.expected);
            let place = place.filter(|&place| reading.atom_at[place.index()].is_none());
            let new = &reading.rules[before..];
            let is_elsewhere = |rule: &Along| {
                let place = rule.body.and_then(|body| reading.place_of.get(&body));
                place.is_some_and(|&place| place != rule.from)
            };
            let Some(place) = place.filter(|_| !new.iter().any(is_elsewhere)) else {
                if met.is_needed {
                    return None;
                }
                reading.rules.truncate(before);
                continue;
            };
            reading.place_of.insert(met.atom, place);
            reading.atom_at[place.index()] = Some(met.atom);
            let after = reading.heads_of.get(&met.atom).into_iter().flatten();
            queue.extend(after.map(|&atom| Met { atom, expected: None, is_needed: false }));
            let behind = reading.rules[before..].iter().filter_map(|rule| Some((rule.body?, rule.from)));
            queue.extend(behind.map(|(atom, from)| Met { atom, expected: Some(from), is_needed: true }));
        }
        Some(reading)
    }

    /// Reads the rules for an atom, and finds its node; `None` where they do not all go along arcs to it, or
    /// begin there.
    fn read_rules(&self, reading: &mut Reading<'_>, atom: Atom, expected: Option<Node>) -> Option<Node> {
        let starts = reading.starts;
        let has_rules = supports_of(reading.step, atom).next().is_some();
        if !has_rules && !self.sat.is_fixed_true(!self.lit(atom.positive())) {
            // An external, or an atom of an earlier step: it is true for other reasons than the way along the
            // circuit.
            return None;
        }
        let Reading { step, circuit, arc_of, heads_along, found, place_of, rules, .. } = reading;
        // Where the starts are not known, whatever leads in from outside is one.
        let is_start = |literal: Literal, lit: Lit| match starts {
            Some(starts) => starts.contains(&Some(lit)),
            None => !literal.is_positive() || !heads_along.contains(&literal.atom()),
        };
        // The first atom of a chain is a fact and in no body: what else is certain by now must not look like
        // it.
        let is_of_chain = |atom: Atom| starts.is_none() && heads_along.contains(&atom);
        let mut place = expected;
        let mut begins = Vec::new();
        let mut unconditional = Vec::new();
        for support in supports_of(step, atom) {
            let Some(literals) = self.open_literals(step, support)? else { continue };
            let along = literals.iter().position(|(literal, _)| arc_of.contains_key(literal));
            let Some(along) = along else {
                match literals[..] {
                    [(literal, lit)] if is_start(literal, lit) => begins.push(lit),
                    _ => unconditional.push(literals),
                }
                continue;
            };
            let (from, to) = arc_of[&literals[along].0];
            if *place.get_or_insert(to) != to {
                return None;
            }
            let rest = literals.iter().enumerate().filter(|&(i, _)| i != along).map(|(_, &entry)| entry);
            rules.push(self.rule_along((from, to), rest.collect(), is_of_chain));
        }
        // Along an arc that is always there: the rule does not say which, but it is the only one from its
        // node.
        for literals in unconditional {
            let mut rule = self.rule_along((Node::new(0), Node::new(0)), literals, is_of_chain);
            let is_certain = |&dart: &Dart| circuit.arc(dart) == Some(self.truth);
            let leaving = |node: Node| circuit.graph.leaving(node).iter().copied();
            let dart = match (place_of.get(&rule.body?), place) {
                (Some(&from), _) => leaving(from).find(is_certain)?,
                (None, Some(to)) => leaving(to).map(Dart::reverse).find(is_certain)?,
                (None, None) => return None,
            };
            (rule.from, rule.to) = (circuit.graph.tail(dart), circuit.graph.head(dart));
            if *place.get_or_insert(rule.to) != rule.to {
                return None;
            }
            rules.push(rule);
        }
        let place = place?;
        let own = match starts {
            Some(starts) => starts[place.index()],
            None => {
                found[place.index()] = begins.first().copied();
                found[place.index()]
            }
        };
        // Where the circuit may begin, the section begins: without a rule that says so, it is none.
        let is_settled =
            |lit: Lit| self.sat.is_fixed_true(!lit) || self.sat.is_fixed_true(self.lit(atom.positive()));
        let begins_there = own.is_none_or(|lit| begins.contains(&lit) || is_settled(lit));
        (begins_there && begins.iter().all(|&lit| own == Some(lit))).then_some(place)
    }

    /// An atom that is true for good counts only where `is_of_chain` says that it matters which one it is.
    fn rule_along(
        &self,
        (from, to): (Node, Node),
        rest: Vec<(Literal, Lit)>,
        is_of_chain: impl Fn(Atom) -> bool,
    ) -> Along {
        let mut rule = Along { from, to, body: None, conditions: Vec::new() };
        for (literal, lit) in rest {
            let is_needed = literal.is_positive() && rule.body.is_none() && is_of_chain(literal.atom());
            if self.sat.is_fixed_true(lit) && !is_needed {
                continue;
            }
            if literal.is_positive() && rule.body.is_none() {
                rule.body = Some(literal.atom());
            } else {
                rule.conditions.push(lit);
            }
        }
        rule
    }

    /// Where a section begins: where something leads in from outside, and where the rules need no atom, for
    /// that is a fact.
    fn starts_of(&self, reading: &Reading<'_>) -> Option<Vec<Option<Lit>>> {
        let mut starts = reading.found.clone();
        for rule in reading.rules.iter().filter(|rule| rule.body.is_none()) {
            starts[rule.from.index()] = Some(self.truth);
        }
        let certain = starts.iter().flatten().filter(|&&lit| self.sat.is_fixed_true(lit)).count();
        (certain <= 1 && starts.iter().any(Option::is_some)).then_some(starts)
    }

    fn make_section(
        &mut self,
        circuit: &Description,
        atom_at: &[Option<Atom>],
        rules: &[Along],
        starts: &[Option<Lit>],
    ) -> Option<Section> {
        let nodes = circuit.graph.num_nodes();
        let mut inside = Vec::with_capacity(nodes);
        for (node, atom) in atom_at.iter().enumerate() {
            inside.push(match atom {
                Some(atom) => self.lit(atom.positive()),
                // No rule along an arc brings it inside, so that it is there as the start alone.
                None => starts[node].unwrap_or(!self.truth),
            });
        }
        let mut stops: Vec<Option<Lit>> = vec![None; nodes];
        for node in circuit.graph.nodes() {
            let own: Vec<&Along> = rules.iter().filter(|rule| rule.from == node).collect();
            // An arc to a node that is inside anyhow needs no rule.
            let goes_on = |&dart: &Dart| {
                let to = circuit.graph.head(dart);
                circuit.arc(dart).is_none_or(|lit| self.sat.is_fixed_true(!lit))
                    || self.sat.is_fixed_true(inside[to.index()])
                    || own.iter().any(|rule| rule.to == to)
            };
            let always_goes_on = circuit.graph.leaving(node).iter().all(goes_on);
            let Some(first) = own.first() else {
                // Outside of the section, nothing ends.
                let (atom, inside) = (atom_at[node.index()], inside[node.index()]);
                let is_certain = atom.is_some() && !self.sat.is_fixed_true(!inside);
                let ends = if is_certain { self.truth } else { inside };
                stops[node.index()] = Some(ends).filter(|_| !always_goes_on);
                continue;
            };
            if own.iter().any(|rule| rule.conditions != first.conditions) {
                return None;
            }
            let body_is_right = |rule: &&&Along| match rule.body {
                Some(body) => atom_at[node.index()] == Some(body),
                None => self.sat.is_fixed_true(inside[node.index()]),
            };
            if !own.iter().all(|rule| body_is_right(&rule)) {
                return None;
            }
            if !always_goes_on {
                return None;
            }
            match first.conditions[..] {
                [] => {}
                [condition] => stops[node.index()] = Some(!condition),
                _ => return None,
            }
        }
        if stops.iter().flatten().all(|&lit| self.sat.is_fixed_true(!lit)) {
            return None;
        }
        let one_stop = self.at_most_one_of(&stops);
        self.add_colours(circuit, &inside, &stops, starts);
        Some(Section { inside, stops, one_stop, costs: vec![0; nodes] })
    }

    /// Along an edge of the circuit, whichever way, the section goes on, but from a stop or to the start.
    fn add_colours(
        &mut self,
        circuit: &Description,
        inside: &[Lit],
        stops: &[Option<Lit>],
        starts: &[Option<Lit>],
    ) {
        for (edge, &lit) in circuit.graph.edges().zip(&circuit.edges) {
            let [a, b] = circuit.graph.ends(edge).map(Node::index);
            for (from, to) in [(a, b), (b, a)] {
                let mut clause = vec![!lit, !inside[from], inside[to]];
                clause.extend([stops[from], starts[from]].into_iter().flatten());
                self.sat.add_clause(&clause);
            }
        }
    }
}
