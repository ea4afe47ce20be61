//! All conflicts, and a smallest one.
//!
//! A second solver, the map, has an atom for each part. It proposes sets of parts that no known conflict or
//! repair decides. Each proposal of the greatest size either contains a new conflict, or is a repair's
//! complement (Liffiton, Previti, Malik, Marques-Silva: "Fast, Flexible MUS Enumeration", Constraints 21, 2016).
//! For a smallest conflict, the map proposes smallest sets that hit all known repairs; the first proposal without
//! an answer set is a smallest conflict (Ignatiev, Previti, Liffiton, Marques-Silva: "Smallest MUS Extraction with
//! Minimal Hitting Set Dualization", CP 2015).

use crate::conflict::Conflict;
use crate::explainer::{Explainer, Outcome};
use crate::minimize::{Minimized, minimize};
use crate::parts::Part;
use crate::probe::{Prober, Verdict};
use crate::relax::Guard;
use crate::repairs::by_cores;
use hamadryad_aspif::{Atom, BodyRef, Head, Literal, Sink, WeightedLiteral};
use hamadryad_solve::{AspSolver, Config, OptimizeMode, SearchOptions};

impl<'p> Explainer<'p> {
    /// Up to `most` conflicts, 0 for all, and whether there are no others.
    pub fn conflicts(&mut self, most: u64) -> Outcome<(Vec<Conflict>, bool)> {
        let (parts, mut prober, literals) = match self.conflicting() {
            Outcome::Found(found) => found,
            other => return other.map(|_| unreachable!("only a found conflict has a value")),
        };
        let mut map = Map::new(parts.len(), false);
        let mut found: Vec<(Vec<Part>, bool)> = Vec::new();
        let mut complete = false;
        while most == 0 || (found.len() as u64) < most {
            let seed = match map.propose(self.stop) {
                Proposal::Set(seed) => seed,
                Proposal::None => {
                    complete = true;
                    break;
                }
                Proposal::Interrupted => break,
            };
            match minimize(&mut prober, &[], &literals, seed.clone()) {
                Minimized::Answer => {
                    let left_out: Vec<usize> = (0..parts.len()).filter(|at| !seed.contains(at)).collect();
                    map.require_any_in(&left_out);
                }
                Minimized::Core(core, is_minimal) => {
                    map.require_any_out(&core);
                    found.push((core.into_iter().map(|at| parts[at].clone()).collect(), is_minimal));
                    if !is_minimal {
                        break;
                    }
                }
                Minimized::Unknown => break,
            }
        }
        self.tests += prober.tests;
        if found.is_empty() {
            return Outcome::Interrupted;
        }
        let conflicts = found.into_iter().map(|found| self.complete(found)).collect();
        Outcome::Found((conflicts, complete))
    }

    /// A conflict with the least number of parts.
    pub fn smallest(&mut self) -> Outcome<Conflict> {
        let first = match self.conflict() {
            Outcome::Found(first) => first,
            other => return other,
        };
        let (parts, mut prober, literals) = match self.conflicting() {
            Outcome::Found(found) => found,
            _ => return Outcome::Found(first),
        };
        let mut map = Map::new(parts.len(), true);
        let mut best = None;
        while let Proposal::Set(set) = map.propose(self.stop) {
            let chosen = |set: &[usize]| set.iter().map(|&at| literals[at]).collect::<Vec<Literal>>();
            match prober.test_fully(chosen(&set)) {
                Verdict::Conflict(_) => {
                    best = Some(set);
                    break;
                }
                Verdict::Unknown => break,
                Verdict::Answer => {}
            }
            // Parts are added while an answer set remains; the rest is a repair.
            let (mut kept, mut left_out) = (set, Vec::new());
            for at in 0..parts.len() {
                if kept.contains(&at) {
                    continue;
                }
                kept.push(at);
                if prober.test(chosen(&kept)) != Verdict::Answer {
                    kept.pop();
                    left_out.push(at);
                }
            }
            if (self.stop)() {
                break;
            }
            map.require_any_in(&left_out);
        }
        self.tests += prober.tests;
        let Some(set) = best else { return Outcome::Found(first) };
        let content = set.into_iter().map(|at| parts[at].clone()).collect();
        let conflict = self.complete((content, true));
        Outcome::Found(Conflict { is_smallest: conflict.is_minimal, ..conflict })
    }

    /// All parts with a solver, if they exclude answer sets.
    #[allow(clippy::type_complexity)]
    fn conflicting(&mut self) -> Outcome<(Vec<Part>, Prober<'p>, Vec<Literal>)> {
        let parts = self.parts(self.options.granularity);
        let (mut prober, literals) = self.prober(Config::default(), &parts, Guard::Hard);
        match prober.test_fully(literals.clone()) {
            Verdict::Answer => Outcome::Satisfiable,
            Verdict::Unknown => Outcome::Interrupted,
            Verdict::Conflict(core) if core.is_empty() => Outcome::OutsideBlame,
            Verdict::Conflict(_) => Outcome::Found((parts, prober, literals)),
        }
    }
}

/// A set that the map proposes.
enum Proposal {
    Set(Vec<usize>),
    None,
    Interrupted,
}

/// Proposes sets of parts: largest sets, or smallest ones.
struct Map {
    solver: AspSolver,
    atoms: Vec<Atom>,
}

impl Map {
    fn new(parts: usize, smallest: bool) -> Map {
        let atoms: Vec<Atom> = (1..=parts as u32).filter_map(Atom::new).collect();
        let mut solver = AspSolver::new(by_cores());
        solver.begin_step();
        solver.rule(Head::Choice(&atoms), BodyRef::Normal(&[]));
        let cost = |atom: &Atom| {
            let literal = if smallest { atom.positive() } else { atom.negative() };
            WeightedLiteral { literal, weight: 1 }
        };
        solver.minimize(0, &atoms.iter().map(cost).collect::<Vec<_>>());
        solver.end_step();
        Map { solver, atoms }
    }

    fn propose(&mut self, stop: &dyn Fn() -> bool) -> Proposal {
        let options = SearchOptions { optimize: OptimizeMode::Optimize, ..SearchOptions::default() };
        if !self.solver.prepare(stop) {
            return Proposal::Interrupted;
        }
        let Ok(mut search) = self.solver.solve(options) else { return Proposal::Interrupted };
        let mut best = None;
        while let Some(model) = search.next_model(stop) {
            let chosen = (0..self.atoms.len()).filter(|&at| model.is_true(self.atoms[at].positive()));
            best = Some(chosen.collect());
        }
        match best {
            _ if search.summary().interrupted => Proposal::Interrupted,
            Some(set) => Proposal::Set(set),
            None => Proposal::None,
        }
    }

    fn require_any_in(&mut self, parts: &[usize]) {
        self.exclude(parts.iter().map(|&at| self.atoms[at].negative()).collect());
    }

    fn require_any_out(&mut self, parts: &[usize]) {
        self.exclude(parts.iter().map(|&at| self.atoms[at].positive()).collect());
    }

    fn exclude(&mut self, body: Vec<Literal>) {
        self.solver.begin_step();
        self.solver.rule(Head::Disjunction(&[]), BodyRef::Normal(&body));
        self.solver.end_step();
    }
}
