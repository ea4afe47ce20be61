//! The calls of propagators and their arguments.

use super::{all, grounded, models};
use hamadryad::propagator::{Assignment, Conflict, Init, Lasting, Lit, Propagation, Propagator};
use hamadryad::{Control, Error, Part, SolveOptions};

/// At most `limit` atoms `p(X)` are true. Explains lazily, and checks the arguments of its calls.
#[derive(Clone)]
struct AtMost {
    limit: usize,
    watched: Vec<Lit>,
    /// The reported true literals, in the order of the reports.
    told: Vec<Lit>,
    explained: usize,
}

impl AtMost {
    fn new(limit: usize) -> AtMost {
        AtMost { limit, watched: Vec::new(), told: Vec::new(), explained: 0 }
    }
}

impl Propagator for AtMost {
    fn init(&mut self, init: &mut Init<'_>) -> Result<(), String> {
        for atom in init.new_atoms("p", 1) {
            let lit = init.literal(atom.literal);
            self.watched.push(lit);
            init.watch(lit);
        }
        Ok(())
    }

    fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>) -> Result<(), Conflict> {
        assert!(changes.iter().all(|&lit| search.assignment().is_true(lit) && !self.told.contains(&lit)));
        self.told.extend_from_slice(changes);
        if self.told.len() >= self.limit {
            for &lit in self.watched.iter().filter(|&lit| !self.told[..self.limit].contains(lit)) {
                search.imply_lazily(!lit, self.limit as u64)?;
            }
        }
        Ok(())
    }

    fn undo(&mut self, undone: &[Lit]) {
        assert!(!undone.is_empty() && self.told.ends_with(undone));
        self.told.truncate(self.told.len() - undone.len());
    }

    fn check(&mut self, search: &mut Propagation<'_>) -> Result<(), Conflict> {
        let is_true = |lit: &&Lit| search.assignment().is_true(**lit);
        assert_eq!(self.watched.iter().filter(is_true).count(), self.told.len());
        Ok(())
    }

    fn explain(&mut self, _: Assignment<'_>, _: Lit, note: u64, reason: &mut Vec<Lit>) {
        self.explained += 1;
        reason.extend_from_slice(&self.told[..note as usize]);
    }
}

#[test]
fn lazy_reasons_are_requested_and_learnt_from() {
    // q requires an even p, r an odd p; at least two p are below 5 and two above.
    let text = "{ p(1..9) }. q :- p(X), X \\ 2 = 0. r :- p(X), X \\ 2 = 1. 
        :- { p(X) : X < 5 } < 2. :- { p(X) : X > 5 } < 2. :- not q. :- not r. #show p/1.";
    let count = |limit: usize| {
        let mut control = grounded(text);
        let id = control.register_propagator(AtMost::new(limit));
        let found = models(&mut control, all());
        let explained = control.propagator(id).expect("it is registered").explained;
        (found.len(), explained, found)
    };
    assert_eq!(count(3).0, 0);
    assert!(count(3).1 > 0, "a conflict has needed reasons");
    for limit in 4..8 {
        let mut with_rule = grounded(&format!("{text} :- {limit} < {{ p(X) }}."));
        assert_eq!(count(limit).2, models(&mut with_rule, all()));
    }
}

#[test]
fn cores_depend_on_propagators() {
    let mut control = grounded("{ p(1..4); other }.");
    control.register_propagator(AtMost::new(2));
    let symbols: Vec<_> = ["other", "p(1)", "p(3)", "p(4)"]
        .iter()
        .map(|text| (control.parse_symbol("test", text).expect("it is a term"), true))
        .collect();
    let mut search = control.solve(SolveOptions { assumptions: &symbols, ..all() }).unwrap();
    assert!(search.next_model().is_none());
    assert_eq!(search.summary().core, symbols[1..]);
    drop(search);
    assert_eq!(models(&mut control, all()).len(), 2 * (1 + 4 + 6));
}

#[test]
fn optima_equal_the_optima_of_rules() {
    let text = "{ p(1..6) }. #maximize { X*X\\7,X : p(X) }. #minimize { 1@-1,X : p(X) }.";
    let best = |mut control: Control| {
        let mut search = control.solve(SolveOptions::default()).unwrap();
        while search.next_model().is_some() {}
        search.summary().costs
    };
    let mut control = grounded(text);
    control.register_propagator(AtMost::new(2));
    assert_eq!(best(control), best(grounded(&format!("{text} :- 2 < {{ p(X) }}."))));
}

#[test]
fn steps_are_passed_once_and_rejected_steps_never() {
    let mut control = Control::new();
    let text = "{ p(1..2) }. #program more(n). { p(n) }. #program wrong. p(1). { p(99) }.";
    control.add("test.lp", text).unwrap();
    let id = control.register_propagator(AtMost::new(2));
    control.ground(&[Part::base()]).unwrap();
    assert_eq!(models(&mut control, all()).len(), 4);
    for (number, expected) in [(3, 7), (4, 11)] {
        assert!(matches!(control.ground(&[Part::new("wrong", &[])]), Err(Error::Redefined(_))));
        let number = [control.symbols_mut().number(number)];
        control.ground(&[Part::new("more", &number)]).unwrap();
        assert_eq!(models(&mut control, all()).len(), expected);
        assert_eq!(models(&mut control, all()).len(), expected);
    }
    assert_eq!(control.propagator(id).unwrap().watched.len(), 4);
}

#[test]
fn clones_are_independent() {
    let mut control = grounded("{ p(1..4) }.");
    let id = control.register_propagator(AtMost::new(1));
    assert_eq!(models(&mut control, all()).len(), 5);
    let mut clone = control.clone();
    // Constraints may only become stronger: clauses that were added before stay.
    clone.propagator_mut(id).unwrap().limit = 0;
    assert_eq!(models(&mut clone, all()), [""]);
    assert_eq!(models(&mut control, all()).len(), 5);
    assert!(Control::new().propagator(id).is_none());
}

/// A propagator that makes decisions, and whose `init` fails unless `may_begin`.
#[derive(Clone, Default)]
struct Greedy {
    may_begin: bool,
    atoms: Vec<Lit>,
    begun: usize,
}

impl Propagator for Greedy {
    fn init(&mut self, init: &mut Init<'_>) -> Result<(), String> {
        self.begun += 1;
        self.atoms = init
            .symbolic_atoms()
            .map(|atom| atom.literal)
            .collect::<Vec<_>>()
            .into_iter()
            .map(|l| init.literal(l))
            .collect();
        let made = init.new_literal();
        init.add_clause(&[made]);
        init.add_clause(&[!self.atoms[0]]);
        if self.may_begin { Ok(()) } else { Err("not yet".to_owned()) }
    }

    fn decide(&mut self, assignment: Assignment<'_>) -> Option<Lit> {
        self.atoms.iter().copied().find(|&lit| assignment.is_free(lit))
    }
}

#[test]
fn a_propagator_makes_the_first_decision() {
    let mut control = grounded("{ a; b; c; d }. :- b, c.");
    control.register_propagator(Greedy { may_begin: true, ..Greedy::default() });
    let mut search = control.solve(all()).unwrap();
    assert_eq!(search.next_model().unwrap().to_string(), "b d");
    assert_eq!(search.next_model().unwrap().to_string(), "b");
}

#[test]
fn a_failed_init_has_no_effect() {
    let mut control = grounded("{ a; b; c }.");
    let id = control.register_propagator(Greedy::default());
    for _ in 0..2 {
        assert!(matches!(control.solve(all()), Err(Error::Propagator(reason)) if reason == "not yet"));
    }
    let greedy = control.propagator_mut(id).unwrap();
    assert!(greedy.begun == 0 && greedy.atoms.is_empty());
    greedy.may_begin = true;
    assert_eq!(models(&mut control, all()), ["", "b", "b c", "c"]);
}

/// An even number of atoms is true; checked on total assignments.
#[derive(Clone, Default)]
struct Even(Vec<Lit>);

impl Propagator for Even {
    fn init(&mut self, init: &mut Init<'_>) -> Result<(), String> {
        for atom in init.new_atoms("p", 1) {
            self.0.push(init.literal(atom.literal));
        }
        Ok(())
    }

    fn check(&mut self, search: &mut Propagation<'_>) -> Result<(), Conflict> {
        let assignment = search.assignment();
        let opposite: Vec<Lit> =
            self.0.iter().map(|&lit| if assignment.is_true(lit) { !lit } else { lit }).collect();
        let odd = self.0.iter().filter(|&&lit| assignment.is_true(lit)).count() % 2 == 1;
        if odd { search.add_clause(&opposite, Lasting::UntilForgotten) } else { Ok(()) }
    }
}

#[test]
fn total_assignments_are_checked() {
    let mut control = grounded("{ p(1..6) }. #project p(1). #project p(2). #project p(3).");
    control.register_propagator(Even::default());
    assert_eq!(models(&mut control, all()).len(), 32);
    let projection = Some(hamadryad::Projection::Atoms);
    assert_eq!(models(&mut control, SolveOptions { projection, ..all() }).len(), 8);
    // Together with a second propagator: 0, 2 or 4 of 6.
    control.register_propagator(AtMost::new(4));
    assert_eq!(models(&mut control, all()).len(), 1 + 15 + 15);
    // Each head has exactly one true atom, by minimality.
    let mut control = grounded("p(1) | p(2). p(3) | p(4). p(1) :- p(2), p(9). p(5) | p(6).");
    control.register_propagator(Even::default());
    assert_eq!(models(&mut control, all()).len(), 0);
}

/// A propagator with invalid reasons.
#[derive(Clone)]
struct InvalidReasons;

impl Propagator for InvalidReasons {
    fn init(&mut self, init: &mut Init<'_>) -> Result<(), String> {
        for atom in init.atoms("p", 1) {
            let lit = init.literal(atom.literal);
            init.watch(lit);
        }
        Ok(())
    }

    fn propagate(&mut self, changes: &[Lit], search: &mut Propagation<'_>) -> Result<(), Conflict> {
        match changes {
            [lit, ..] => Err(search.conflict(&[!*lit])),
            [] => Ok(()),
        }
    }
}

#[test]
#[should_panic(expected = "a propagator gave a reason with a literal that is not true")]
fn an_invalid_reason_is_detected() {
    let mut control = grounded("1 { p(1..2) }.");
    control.register_propagator(InvalidReasons);
    models(&mut control, all());
}
