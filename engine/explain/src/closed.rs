//! The closed world: atoms whose truth a conflict excludes because no rule derives them.
//!
//! ```text
//! { key }.  open :- key.  :- not open.  :- key.        ':- not open', ':- key', and nothing else derives open
//! ```
//!
//! The parts of the conflict stay in force, all other parts are relaxed, and each relevant atom may be true
//! without a rule, unless it is closed. A minimal set of closed atoms completes the conflict.

use crate::explainer::Explainer;
use crate::minimize::{Minimized, minimize};
use crate::parts::{Content, Part};
use crate::program::Program;
use crate::relax::Guard;
use hamadryad_aspif::{Atom, BodyRef, Head, Literal};
use hamadryad_solve::Config;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

/// The greatest number of atoms that are tested.
const MOST: usize = 20_000;

type Atoms = HashSet<Atom, FxBuildHasher>;

/// The closed atoms of a conflict, as parts, and whether each is known to be needed.
pub(crate) fn closed_parts(explainer: &mut Explainer<'_>, conflict: &[Part]) -> (Vec<Part>, bool) {
    let candidates = candidates(explainer, conflict);
    if candidates.is_empty() {
        return (Vec::new(), true);
    }
    let closed = candidates.into_iter().map(|atom| Part {
        content: Content::Closed(atom),
        statement: None,
        weight: 1,
    });
    let parts: Vec<Part> = conflict.iter().cloned().chain(closed).collect();
    let (mut prober, literals) = explainer.prober(Config::default(), &parts, Guard::Off);
    let (always, soft) = literals.split_at(conflict.len());
    let found = minimize(&mut prober, always, soft, (0..soft.len()).collect());
    explainer.tests += prober.tests;
    match found {
        Minimized::Core(core, is_minimal) => {
            let parts = core.into_iter().map(|at| parts[conflict.len() + at].clone()).collect();
            (parts, is_minimal)
        }
        // Without a test, all candidates stay closed.
        Minimized::Unknown => (parts[conflict.len()..].to_vec(), false),
        Minimized::Answer => (Vec::new(), false),
    }
}

/// The named atoms on which the conflict may depend, and which no choice makes free.
pub(crate) fn candidates(explainer: &Explainer<'_>, conflict: &[Part]) -> Vec<Atom> {
    let relevant = relevant(explainer, conflict);
    let free = free_atoms(explainer.program);
    let is_external = |atom: &Atom| explainer.externals.iter().any(|(external, _)| external == atom);
    let mut candidates: Vec<Atom> = relevant
        .into_iter()
        .filter(|atom| explainer.program.name_of(*atom).is_some())
        .filter(|atom| !free.contains(atom) && !is_external(atom))
        .collect();
    candidates.sort_unstable();
    candidates.truncate(MOST);
    candidates
}

/// The atoms that the rules of the conflict contain, and those on which these depend.
fn relevant(explainer: &Explainer<'_>, conflict: &[Part]) -> Atoms {
    let program = explainer.program;
    let chosen: HashSet<u32, FxBuildHasher> = conflict
        .iter()
        .filter_map(|part| match &part.content {
            Content::Units(units) => Some(units.iter().copied()),
            _ => None,
        })
        .flatten()
        .collect();
    let mut heads: Vec<Vec<u32>> = vec![Vec::new(); program.last_atom() as usize + 1];
    let mut waiting: Vec<Atom> = Vec::new();
    for (number, rule) in program.rules().enumerate() {
        let (Head::Disjunction(atoms) | Head::Choice(atoms)) = rule.head;
        atoms.iter().for_each(|atom| heads[atom.index()].push(number as u32));
        if chosen.contains(&explainer.units.of_rule[number]) {
            waiting.extend(atoms);
            waiting.extend(literals(rule.body).map(Literal::atom));
        }
    }
    for part in conflict {
        if let Content::Value { literal, .. } = part.content {
            waiting.push(literal.atom());
        }
        if let Content::Bound(priority, _) = part.content {
            let of_priority = program.objective().filter(|&(other, _)| other == priority);
            waiting
                .extend(of_priority.flat_map(|(_, literals)| literals).map(|summand| summand.literal.atom()));
        }
    }
    let mut relevant = Atoms::default();
    while let Some(atom) = waiting.pop() {
        if relevant.insert(atom) {
            for &number in heads.get(atom.index()).into_iter().flatten() {
                waiting.extend(literals(program.rule_at(number as usize).body).map(Literal::atom));
            }
        }
    }
    relevant
}

/// The atoms that a rule without a body chooses or derives: nothing is gained by granting them.
fn free_atoms(program: &Program) -> Atoms {
    let without_body = program.rules().filter(|rule| matches!(rule.body, BodyRef::Normal([])));
    let heads = without_body.flat_map(|rule| match rule.head {
        Head::Choice(atoms) => atoms,
        Head::Disjunction(atoms) => &atoms[..atoms.len().min(1)],
    });
    heads.copied().collect()
}

fn literals(body: BodyRef<'_>) -> Box<dyn Iterator<Item = Literal> + '_> {
    match body {
        BodyRef::Normal(literals) => Box::new(literals.iter().copied()),
        BodyRef::Sum { literals, .. } => Box::new(literals.iter().map(|summand| summand.literal)),
    }
}
