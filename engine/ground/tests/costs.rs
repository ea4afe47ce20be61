//! The counters of grounding: a step costs the same after any number of earlier steps.

use hamadryad_aspif::{AspifWriter, Sink};
use hamadryad_ground::{Grounder, Part};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::{Sources, parse};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

struct Session {
    symbols: Symbols,
    sources: Sources,
    grounder: Grounder,
    writer: AspifWriter<std::io::Sink>,
}

impl Session {
    fn new(text: &str) -> Session {
        let (mut symbols, mut sources, mut grounder) = (Symbols::new(), Sources::new(), Grounder::new());
        let file = sources.add("test", text);
        let (program, diagnostics) = parse(&mut symbols, &sources, file);
        assert!(diagnostics.is_empty());
        assert!(grounder.add(&mut symbols, &program).is_empty());
        Session { symbols, sources, grounder, writer: AspifWriter::new(std::io::sink()) }
    }

    fn ground(&mut self, name: &str, arguments: &[i32]) {
        let arguments = arguments.iter().map(|&number| self.symbols.number(number)).collect();
        let part = Part { name: self.symbols.name(name), arguments };
        self.writer.begin_step();
        self.grounder
            .ground(&mut self.symbols, &[part], &mut self.writer, &|| false)
            .expect("it is a program");
        self.writer.end_step();
    }

    fn tried(&self) -> u64 {
        self.grounder.costs().iter().map(|(_, cost)| cost.tried + cost.instances).sum()
    }
}

#[test]
fn a_step_costs_the_same_after_any_number_of_steps() {
    let mut session = Session::new(
        "peg(a;b;c). disk(1..4). on(0,D,a) :- disk(D).
         #program step(t).
         1 { move(t,D,P) : disk(D), peg(P) } 1.
         moved(t,D) :- disk(D), move(t,D,_).
         on(t,D,P) :- move(t,D,P).
         on(t,D,P) :- on(t-1,D,P), not moved(t,D).
         blocked(t,D-1,P) :- on(t-1,D,P).
         blocked(t,D-1,P) :- blocked(t,D,P), disk(D).
         :- move(t,D,P), blocked(t,D-1,P).
         busy(t) :- disk(D), move(_,D,_), not on(t,D,_).",
    );
    session.ground("base", &[]);
    let mut costs = Vec::new();
    for step in 1..=60 {
        let before = session.tried();
        session.ground("step", &[step]);
        costs.push(session.tried() - before);
    }
    assert!(costs[9] > 0);
    assert_eq!(costs[9], costs[59], "{costs:?}");
}

#[test]
fn the_most_expensive_statement_comes_first_with_its_join() {
    let mut session =
        Session::new("p(1..50). q(X) :- p(X). r(X,Y) :- p(X), p(Y), X < Y. s(X) :- q(X), r(X,_).");
    let ticks = AtomicU64::new(0);
    let clock = move || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed));
    session.grounder.set_clock(Arc::new(clock));
    session.ground("base", &[]);
    let mut costs = session.grounder.costs();
    costs.sort_by_key(|(_, cost)| std::cmp::Reverse(cost.tried));
    let (span, dearest) = costs[0];
    assert_eq!(session.sources.slice(span), "r(X,Y) :- p(X), p(Y), X < Y.");
    assert_eq!((dearest.instances, dearest.tried), (50 * 49 / 2, 50 + 50 * 50));
    assert!(dearest.time > Duration::ZERO);
    let order: Vec<&str> = dearest.order.iter().map(|&span| session.sources.slice(span)).collect();
    assert_eq!(order, ["p(X)", "p(Y)"]);
}

#[test]
fn a_join_is_planned_again_when_old_atoms_exist() {
    // In the first round no `keep` is old, so that any order is as good; in the second, nearly all are.
    let mut session = Session::new(
        "company(1..100). keep(X) :- company(X), X != 7.
         keep(7) :- keep(6), keep(5).
         holds(X,X+1,X+2,X+3,X+4) :- company(X), X < 90.
         keep(W) :- holds(W,A,B,C,D), keep(A), keep(B), keep(C), keep(D).",
    );
    session.ground("base", &[]);
    assert!(session.tried() < 10_000, "{}", session.tried());
}

#[test]
fn a_join_is_planned_again_when_few_atoms_are_new() {
    // The first round has 3,001 new atoms, more than `gate`; each later round has one.
    let mut session = Session::new(
        "gate(0..999). reach(0). reach(X) :- X = 3000..5999.
         reach(X+1) :- gate(X), reach(X).",
    );
    session.ground("base", &[]);
    assert!(session.tried() < 20_000, "{}", session.tried());
}
