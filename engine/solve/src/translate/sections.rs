//! The section of a circuit: its first part, up to a stop, if a program follows the circuit a second time.
//!
//! ```text
//! mark(V) :- start(V).
//! mark(V) :- mark(U), next(U,V), not stop(U).
//! ```
//!
//! The rules are read backwards from their arcs: the atom in the head of a rule belongs to the node that the
//! arc enters, the atom in the body to the node that the arc leaves. Atoms connected by such rules are a
//! section, if each node has one atom.
//!
//! Invariant: a section follows from the program; a rule that cannot be read exactly rejects the section.

use crate::program::step::Step;
use crate::translate::reachability::{Reachability, ReadBody};
use crate::translate::translator::Translator;
use hamadryad_aspif::{Atom, Literal};
use hamadryad_circuit::{Dart, Description, Node, Section};
use hamadryad_sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// A rule that follows an arc.
#[derive(Clone)]
struct RuleAlong {
    from: Node,
    to: Node,
    /// The atom at the node that the arc leaves; `None` for a fact.
    body: Option<Atom>,
    /// The other literals of the body.
    conditions: Vec<Lit>,
}

/// An atom to be read.
struct Met {
    atom: Atom,
    /// Its node, if the rule that contains it determines the node.
    expected: Option<Node>,
    /// Whether the section needs the atom.
    is_needed: bool,
}

/// The rules of a step that may describe a section.
struct Rules<'a> {
    step: &'a Step,
    circuit: &'a Description,
    arc_of: FxHashMap<Literal, (Node, Node)>,
    /// By atom: the heads of rules that contain it in their bodies.
    heads_of: FxHashMap<Atom, Vec<Atom>>,
    /// The heads of rules along arcs, in the order of the step.
    heads_along: Vec<Atom>,
    is_head_along: FxHashSet<Atom>,
    /// By node: the literal of "the circuit starts here"; `None` if the section determines the starts.
    starts: Option<&'a [Option<Lit>]>,
}

/// A section as far as it is read.
#[derive(Clone)]
struct Reading {
    /// By node: the starts, if the section determines them.
    found: Vec<Option<Lit>>,
    /// By node.
    atom_at: Vec<Option<Atom>>,
    place_of: FxHashMap<Atom, Node>,
    rules: Vec<RuleAlong>,
}

impl Reading {
    fn new(nodes: usize) -> Reading {
        let (found, atom_at) = (vec![None; nodes], vec![None; nodes]);
        Reading { found, atom_at, place_of: FxHashMap::default(), rules: Vec::new() }
    }

    /// Merges another reading into this one, unless both have atoms at some node.
    fn merge(&mut self, other: &Reading) {
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

impl Translator<'_> {
    /// The section that a program describes, and its starts. The start is one of `starts` if these are known.
    /// The section with most atoms is preferred.
    pub(super) fn find_section(
        &mut self,
        step: &Step,
        reach: &Reachability,
        circuit: &Description,
        starts: Option<&[Option<Lit>]>,
    ) -> Option<(Section, Vec<Option<Lit>>)> {
        let rules = self.rules_along(step, reach, circuit, starts);
        let mut seen: FxHashSet<Atom> = FxHashSet::default();
        let mut readings = Vec::new();
        for &first in &rules.heads_along {
            if !seen.contains(&first) {
                let reading = self.read_around(&rules, first);
                seen.extend(reading.iter().flat_map(|reading| reading.place_of.keys()));
                readings.extend(reading);
            }
        }
        readings.sort_by_key(|reading| Reverse(reading.place_of.len()));
        // If a start or a stop is known, a chain consists of several pieces: the others are merged into the
        // largest.
        let mut pieces = readings.iter();
        let mut whole = pieces.next()?.clone();
        for piece in pieces {
            whole.merge(piece);
        }
        let mut candidates = std::iter::once(whole).chain(readings);
        candidates.find_map(|reading| {
            let starts = match starts {
                Some(starts) => starts.to_vec(),
                None => self.starts_of(&reading)?,
            };
            let section = self.make_section(circuit, &reading, &starts)?;
            Some((section, starts))
        })
    }

    /// Collects the rules along arcs, and the rules that contain their heads.
    fn rules_along<'a>(
        &self,
        step: &'a Step,
        reach: &Reachability,
        circuit: &'a Description,
        starts: Option<&'a [Option<Lit>]>,
    ) -> Rules<'a> {
        let own: FxHashSet<Atom> = reach.atoms.iter().copied().collect();
        // A start outside of the loop is the last node of the graph.
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
        let mut heads_along = Vec::new();
        for group in step.supports.chunk_by(|a, b| a.atom == b.atom) {
            let head = group[0].atom;
            if own.contains(&head) {
                continue;
            }
            let mut is_along = false;
            for support in group {
                let ReadBody::Open(literals) = self.read_body(step, support) else { continue };
                is_along |= literals.iter().any(|(literal, _)| arc_of.contains_key(literal));
                for (literal, _) in literals.iter().filter(|(literal, _)| literal.is_positive()) {
                    heads_of.entry(literal.atom()).or_default().push(head);
                }
            }
            if is_along {
                heads_along.push(head);
            }
        }
        let is_head_along = heads_along.iter().copied().collect();
        Rules { step, circuit, arc_of, heads_of, heads_along, is_head_along, starts }
    }

    /// Follows rules from one atom to others: to atoms of bodies, which the section needs, and to heads,
    /// which it may omit.
    fn read_around(&self, rules: &Rules<'_>, first: Atom) -> Option<Reading> {
        let mut reading = Reading::new(rules.circuit.graph.num_nodes());
        let mut queue = vec![Met { atom: first, expected: None, is_needed: true }];
        while let Some(met) = queue.pop() {
            if let Some(&place) = reading.place_of.get(&met.atom) {
                if met.is_needed && met.expected != Some(place) {
                    return None;
                }
                continue;
            }
            let before = reading.rules.len();
            let place = self.read_rules(rules, &mut reading, met.atom, met.expected);
            let place = place.filter(|&place| reading.atom_at[place.index()].is_none());
            let new = &reading.rules[before..];
            let is_elsewhere = |rule: &RuleAlong| {
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
            let after = rules.heads_of.get(&met.atom).into_iter().flatten();
            queue.extend(after.map(|&atom| Met { atom, expected: None, is_needed: false }));
            let behind = reading.rules[before..].iter().filter_map(|rule| Some((rule.body?, rule.from)));
            queue.extend(behind.map(|(atom, from)| Met { atom, expected: Some(from), is_needed: true }));
        }
        Some(reading)
    }

    /// Reads the rules for an atom, and finds its node; `None` if a rule neither follows an arc to the node
    /// nor starts at it.
    fn read_rules(
        &self,
        rules: &Rules<'_>,
        reading: &mut Reading,
        atom: Atom,
        expected: Option<Node>,
    ) -> Option<Node> {
        let Rules { step, circuit, starts, .. } = *rules;
        let has_rules = step.supports_of(atom).next().is_some();
        if !has_rules && !self.sat.is_fixed_true(!self.lit(atom.positive())) {
            // An external, or an atom of an earlier step: it may be true without any arc.
            return None;
        }
        // If the starts are unknown, any other literal is the literal of a start.
        let is_start = |literal: Literal, lit: Lit| match starts {
            Some(starts) => starts.contains(&Some(lit)),
            None => !literal.is_positive() || !rules.is_head_along.contains(&literal.atom()),
        };
        // The first atom of a chain is a fact, which bodies omit. Another fixed atom must not be mistaken for
        // it.
        let is_of_chain = |atom: Atom| starts.is_none() && rules.is_head_along.contains(&atom);
        let mut place = expected;
        let mut begins = Vec::new();
        let mut without_arc = Vec::new();
        for support in step.supports_of(atom) {
            let literals = match self.read_body(step, support) {
                ReadBody::Open(literals) => literals,
                ReadBody::False => continue,
                ReadBody::Other => return None,
            };
            let along = literals.iter().position(|(literal, _)| rules.arc_of.contains_key(literal));
            let Some(along) = along else {
                match literals[..] {
                    [(literal, lit)] if is_start(literal, lit) => begins.push(lit),
                    _ => without_arc.push(literals),
                }
                continue;
            };
            let (from, to) = rules.arc_of[&literals[along].0];
            if *place.get_or_insert(to) != to {
                return None;
            }
            let rest = literals.iter().enumerate().filter(|&(i, _)| i != along).map(|(_, &entry)| entry);
            reading.rules.push(self.rule_along((from, to), rest.collect(), is_of_chain));
        }
        for literals in without_arc {
            let mut rule = self.rule_along((Node::new(0), Node::new(0)), literals, is_of_chain);
            let dart = self.fixed_arc(circuit, reading, &rule, place)?;
            (rule.from, rule.to) = (circuit.graph.tail(dart), circuit.graph.head(dart));
            if *place.get_or_insert(rule.to) != rule.to {
                return None;
            }
            reading.rules.push(rule);
        }
        let place = place?;
        let own = match starts {
            Some(starts) => starts[place.index()],
            None => {
                reading.found[place.index()] = begins.first().copied();
                reading.found[place.index()]
            }
        };
        // If the circuit may start at the node, a rule must start the section at this node.
        let is_fixed =
            |lit: Lit| self.sat.is_fixed_true(!lit) || self.sat.is_fixed_true(self.lit(atom.positive()));
        let begins_there = own.is_none_or(|lit| begins.contains(&lit) || is_fixed(lit));
        (begins_there && begins.iter().all(|&lit| own == Some(lit))).then_some(place)
    }

    /// The arc of a rule without the literal of an arc: the only arc from its node, which is always present.
    fn fixed_arc(
        &self,
        circuit: &Description,
        reading: &Reading,
        rule: &RuleAlong,
        place: Option<Node>,
    ) -> Option<Dart> {
        let is_fixed = |&dart: &Dart| circuit.arc(dart) == Some(self.truth);
        let leaving = |node: Node| circuit.graph.leaving(node).iter().copied();
        match (reading.place_of.get(&rule.body?), place) {
            (Some(&from), _) => leaving(from).find(is_fixed),
            (None, Some(to)) => leaving(to).map(Dart::reverse).find(is_fixed),
            (None, None) => None,
        }
    }

    /// A rule along an arc. A literal that is fixed to true is omitted, unless it is an atom of the chain.
    fn rule_along(
        &self,
        (from, to): (Node, Node),
        rest: Vec<(Literal, Lit)>,
        is_of_chain: impl Fn(Atom) -> bool,
    ) -> RuleAlong {
        let mut rule = RuleAlong { from, to, body: None, conditions: Vec::new() };
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

    /// The starts of a section: the starts that were found, and the nodes with rules whose atom is a fact.
    fn starts_of(&self, reading: &Reading) -> Option<Vec<Option<Lit>>> {
        let mut starts = reading.found.clone();
        for rule in reading.rules.iter().filter(|rule| rule.body.is_none()) {
            starts[rule.from.index()] = Some(self.truth);
        }
        let fixed = starts.iter().flatten().filter(|&&lit| self.sat.is_fixed_true(lit)).count();
        (fixed <= 1 && starts.iter().any(Option::is_some)).then_some(starts)
    }

    /// The section of a reading; `None` if its rules do not define a section.
    fn make_section(
        &mut self,
        circuit: &Description,
        reading: &Reading,
        starts: &[Option<Lit>],
    ) -> Option<Section> {
        let nodes = circuit.graph.num_nodes();
        let inside = reading.atom_at.iter().zip(starts).map(|(atom, start)| match atom {
            Some(atom) => self.lit(atom.positive()),
            // No rule along an arc leads here: the node is inside only as the start.
            None => start.unwrap_or(!self.truth),
        });
        let inside: Vec<Lit> = inside.collect();
        let mut stops: Vec<Option<Lit>> = Vec::with_capacity(nodes);
        let mut rules_from: Vec<Vec<&RuleAlong>> = vec![Vec::new(); nodes];
        for rule in &reading.rules {
            rules_from[rule.from.index()].push(rule);
        }
        for (node, own) in circuit.graph.nodes().zip(&rules_from) {
            stops.push(self.stop_at(circuit, reading.atom_at[node.index()], &inside, (node, own))?);
        }
        if stops.iter().flatten().all(|&lit| self.sat.is_fixed_true(!lit)) {
            return None;
        }
        let one_stop = self.at_most_one_of(&stops);
        self.extend_along_edges(circuit, &inside, &stops, starts);
        Some(Section { inside, stops, one_stop, costs: vec![0; nodes] })
    }

    /// The literal of "the section stops at this node", if it can; the outer `None` if the rules of the node
    /// have different conditions or miss an arc.
    #[allow(clippy::option_option, reason = "the outer option is an early return")]
    fn stop_at(
        &self,
        circuit: &Description,
        atom: Option<Atom>,
        inside: &[Lit],
        (node, own): (Node, &[&RuleAlong]),
    ) -> Option<Option<Lit>> {
        // An arc to a node that is always inside needs no rule.
        let goes_on = |&dart: &Dart| {
            let to = circuit.graph.head(dart);
            circuit.arc(dart).is_none_or(|lit| self.sat.is_fixed_true(!lit))
                || self.sat.is_fixed_true(inside[to.index()])
                || own.iter().any(|rule| rule.to == to)
        };
        let always_goes_on = circuit.graph.leaving(node).iter().all(goes_on);
        let inside = inside[node.index()];
        let Some(first) = own.first() else {
            // A node outside of the section is no stop.
            let is_end = atom.is_some() && !self.sat.is_fixed_true(!inside);
            let ends = if is_end { self.truth } else { inside };
            return Some(Some(ends).filter(|_| !always_goes_on));
        };
        let has_right_body = |rule: &&RuleAlong| match rule.body {
            Some(body) => atom == Some(body),
            None => self.sat.is_fixed_true(inside),
        };
        let is_readable = always_goes_on
            && own.iter().all(|rule| rule.conditions == first.conditions && has_right_body(rule));
        match first.conditions[..] {
            _ if !is_readable => None,
            [] => Some(None),
            [condition] => Some(Some(!condition)),
            _ => None,
        }
    }

    /// Adds clauses: along an edge of the circuit, in either direction, the section continues, except from a
    /// stop and to the start.
    fn extend_along_edges(
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
