//! Random sequences of calls, determined by a seed.
//!
//! Each part has its own heads and bodies, so that most steps are valid in sequence: `base`; `step(t)`, which
//! depends on `step(t-1)`; `more`, which depends on all of these; `late`, which defines earlier externals.
//! Some rules have a head of another part, so that some steps are rejected.

use crate::program::{Argument, Atom, Head, Literal, Statement, Sum, Value};
use crate::reference::Part;
use hamadryad::{Consequences, Descent, Projection, Strategy};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The reasoning mode of a solve.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// All models, ignoring the objective.
    All,
    /// The first models, at most this number.
    First(u64),
    Optimal,
    AllOptimal,
    /// The models whose costs at each priority are at most this bound.
    Bounded(i64),
    Projected(Projection),
    Consequences(Consequences),
}

/// Settings of the solver for later solves.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    pub restarts: u32,
    /// The number of conflicts before the first deletion of learnt clauses.
    pub reduce_first: u32,
    /// Whether the domain heuristic is active.
    pub domain_heuristic: bool,
    pub strategy: Strategy,
    pub equivalences: u32,
    pub subsumption: bool,
    /// The number of conflicts before variables are eliminated; `None` without elimination.
    pub elimination: Option<u64>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    pub kind: Kind,
    pub assumptions: Vec<(String, bool)>,
    /// Whether assumptions are given as literals, if their atoms exist.
    pub by_literal: bool,
    /// Clauses, each with the number of models after which it is added.
    pub clauses: Vec<(usize, Vec<(String, bool)>)>,
    /// The number of calls of `stop` before it ends the search.
    pub stop: Option<usize>,
    pub in_background: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Call {
    Add(Vec<(&'static str, Statement<Atom>)>),
    /// Adds a text with an error.
    AddBroken,
    /// Grounds parts; with a number, `stop` ends the grounding after this number of calls.
    Ground(Vec<Part>, Option<usize>),
    /// Adds ground statements by the backend; if `true`, it is dropped unfinished.
    Write(Vec<Statement<String>>, bool),
    Assign(String, Value),
    Release(String),
    Cleanup,
    Configure(Settings),
    Solve(Query),
    /// Stores a clone of the control.
    Clone,
    /// Continues with another clone.
    Switch(usize),
}

pub const PARTS: [&str; 4] = ["base", "step", "more", "late"];

struct Writer {
    random: ChaCha8Rng,
}

/// The sequence of a seed.
pub fn sequence(seed: u64) -> Vec<Call> {
    let mut writer = Writer { random: ChaCha8Rng::seed_from_u64(seed) };
    let mut calls = vec![Call::Add(writer.text()), Call::Ground(vec![("base", None)], None)];
    let length = writer.random.random_range(4..14);
    let mut step = 1;
    calls.extend((0..length).map(|_| writer.call(&mut step)));
    calls.push(Call::Solve(writer.query()));
    calls
}

impl Writer {
    fn one_in(&mut self, number: u32) -> bool {
        self.random.random_ratio(1, number)
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from.choose(&mut self.random).expect("something to pick from").clone()
    }

    fn call(&mut self, step: &mut i32) -> Call {
        match self.random.random_range(0..100) {
            0..4 => Call::Add(self.more_text()),
            4..6 => Call::AddBroken,
            6..28 => {
                let mut parts = vec![self.part(step)];
                while self.one_in(4) {
                    parts.push(self.part(step));
                }
                parts.dedup();
                let stop = self.one_in(6).then(|| self.random.random_range(0..12));
                Call::Ground(parts, stop)
            }
            28..35 => {
                let statements =
                    (0..self.random.random_range(1..4)).map(|_| self.ground_statement()).collect();
                Call::Write(statements, self.one_in(5))
            }
            35..47 => Call::Assign(self.external(), self.value()),
            47..53 => Call::Release(self.external()),
            53..60 => Call::Cleanup,
            60..63 => Call::Configure(self.settings()),
            63..66 => Call::Clone,
            66..70 => Call::Switch(self.random.random_range(0..3)),
            _ => Call::Solve(self.query()),
        }
    }

    fn settings(&mut self) -> Settings {
        let strategies = [
            Strategy::default(),
            Strategy::Both { turn: 1 },
            Strategy::Bounds(Descent::Linear),
            Strategy::Bounds(Descent::Levels),
            Strategy::Bounds(Descent::Increasing),
            Strategy::Bounds(Descent::Decreasing),
            Strategy::Cores { stratify: true, shrink: false },
            Strategy::Cores { stratify: false, shrink: true },
        ];
        Settings {
            restarts: self.random.random_range(1..4),
            reduce_first: self.random.random_range(1..20),
            domain_heuristic: self.one_in(2),
            strategy: self.pick(&strategies),
            equivalences: self.pick(&[0, 1, 3]),
            subsumption: self.one_in(2),
            elimination: self.pick(&[None, Some(0), Some(2)]),
        }
    }

    fn part(&mut self, step: &mut i32) -> Part {
        match self.random.random_range(0..10) {
            0 => ("base", None),
            1..6 => {
                let now = *step;
                // Sometimes a step is omitted or repeated.
                *step += if self.one_in(8) { 0 } else { 1 };
                ("step", Some(now))
            }
            6..8 => ("more", None),
            _ => ("late", None),
        }
    }

    fn value(&mut self) -> Value {
        self.pick(&[Value::True, Value::False, Value::Free])
    }

    fn external(&mut self) -> String {
        let common = ["x", "x", "y(1)", "y(2)", "z(1)", "z(2)", "v", "a", "p(1)", "p(2)", "nothing"];
        self.pick(&common).to_owned()
    }

    /// An atom, whether declared or not.
    fn known(&mut self) -> String {
        let known = [
            "a", "b", "c", "p(1)", "p(2)", "p(3)", "q(1)", "q(2)", "r(1)", "r(2)", "s(1)", "e", "f", "g",
            "x", "y(1)", "y(2)", "z(1)", "v", "-a", "-p(2)", "k(1)", "d(1)", "nothing",
        ];
        self.pick(&known).to_owned()
    }

    fn query(&mut self) -> Query {
        let kind = match self.random.random_range(0..14) {
            0..4 => Kind::All,
            4 => Kind::First(self.random.random_range(1..4)),
            5..7 => Kind::Optimal,
            7 => Kind::AllOptimal,
            8 => Kind::Bounded(self.random.random_range(-2..5)),
            9 => Kind::Projected(Projection::Shown),
            10 => Kind::Projected(Projection::Auto),
            11 => Kind::Consequences(Consequences::Brave),
            12 => Kind::Consequences(Consequences::Cautious),
            _ => Kind::Projected(Projection::Atoms),
        };
        let mut assumptions = Vec::new();
        while self.one_in(2) && assumptions.len() < 4 {
            assumptions.push((self.known(), self.one_in(2)));
        }
        let mut clauses = Vec::new();
        while matches!(kind, Kind::All | Kind::Optimal) && self.one_in(3) {
            let clause =
                (0..self.random.random_range(0..4)).map(|_| (self.known(), self.one_in(2))).collect();
            clauses.push((self.random.random_range(0..4), clause));
        }
        let by_literal = self.one_in(3);
        let in_background = self.one_in(40);
        let stop = (!in_background && self.one_in(8)).then(|| self.random.random_range(0..40));
        Query { kind, assumptions, by_literal, clauses, stop, in_background }
    }

    /// The text at the beginning of a sequence.
    fn text(&mut self) -> Vec<(&'static str, Statement<Atom>)> {
        let mut text = Vec::new();
        for value in 1..=2 {
            text.push(("base", rule(Head::Or(vec![atom("d", Argument::Number(value))]), Vec::new())));
        }
        // Some programs have enough rules for positive loops of all kinds.
        let times = if self.one_in(4) { 2 } else { 1 };
        for (part, least, most) in [("base", 3, 8), ("step", 2, 5), ("more", 1, 4), ("late", 1, 3)] {
            for _ in 0..times * self.random.random_range(least..=most) {
                text.push((part, self.statement(part)));
            }
        }
        text
    }

    fn more_text(&mut self) -> Vec<(&'static str, Statement<Atom>)> {
        let number = self.random.random_range(1..3);
        let mut statement = || {
            let part = self.pick(&PARTS);
            (part, self.statement(part))
        };
        (0..number).map(|_| statement()).collect()
    }

    fn statement(&mut self, part: &'static str) -> Statement<Atom> {
        if part == "base" && self.one_in(5) || self.one_in(12) {
            return self.declaration(part);
        }
        let with_variable = self.one_in(8);
        let mut body: Vec<Literal<Atom>> = Vec::new();
        let length = self.random.random_range(0..3);
        for _ in 0..length {
            let atom = self.body_atom(part);
            if body.iter().all(|literal| literal.atom != atom) {
                body.push(Literal { atom, positive: self.one_in(2) });
            }
        }
        if with_variable {
            body.push(Literal { atom: atom("d", Argument::X), positive: true });
            let name = self.pick(&["q", "y", "s", "k"]);
            body.push(Literal { atom: atom(name, Argument::X), positive: self.one_in(2) });
        }
        let sum = self.one_in(8).then(|| self.sum(part));
        let mut heads = Vec::new();
        for _ in 0..self.random.random_range(1..3) {
            let head = if with_variable && self.one_in(2) {
                atom(if part == "base" { "s" } else { "k" }, Argument::X)
            } else {
                self.head_atom(part)
            };
            // A rule with its own head in the body needs other heads.
            let is_own = body.iter().chain(sum.iter().flat_map(|sum| sum.elements.iter().map(|(_, l)| l)));
            if !heads.contains(&head) && is_own.clone().all(|literal| literal.atom != head) {
                heads.push(head);
            }
        }
        let head = match self.random.random_range(0..20) {
            0..2 if !body.is_empty() => Head::Or(Vec::new()),
            2..4 => Head::Weak(
                self.random.random_range(-2..4),
                self.random.random_range(1..3),
                self.random.random_range(0..3),
            ),
            4 => Head::Show(self.random.random_range(1..4)),
            5 if self.one_in(2) => Head::Advice(self.body_atom(part), self.random.random_range(-1..2)),
            5 => Head::Edge(self.random.random_range(1..4), self.random.random_range(1..4)),
            6 if self.one_in(2) => {
                return rule(Head::Project(self.body_atom(part)), Vec::new());
            }
            _ if heads.is_empty() => Head::Show(7),
            7..14 => Head::Choice(usize::from(self.one_in(8)), heads),
            14..16 => Head::Or(heads),
            _ => Head::Or(heads[..1].to_vec()),
        };
        Statement { head, body, sum }
    }

    fn declaration(&mut self, part: &'static str) -> Statement<Atom> {
        let given = |argument| vec![Literal { atom: atom("d", argument), positive: true }];
        let (external, body) = match self.random.random_range(0..8) {
            0..3 => (atom("x", Argument::None), Vec::new()),
            3 => (atom("y", Argument::X), given(Argument::X)),
            4 => (atom("y", Argument::Number(1)), Vec::new()),
            5 if part == "step" => (atom("z", Argument::Step(0)), Vec::new()),
            6 => (self.head_atom(part), Vec::new()),
            _ => (atom("v", Argument::None), given(Argument::Number(1))),
        };
        Statement { head: Head::External(external, self.value()), body, sum: None }
    }

    fn sum(&mut self, part: &'static str) -> Sum<Atom> {
        let mut elements: Vec<(i32, Literal<Atom>)> = Vec::new();
        for _ in 0..self.random.random_range(2..4) {
            let literal = Literal { atom: self.body_atom(part), positive: !self.one_in(3) };
            elements.push((self.random.random_range(1..3), literal));
        }
        let lower = self.random.random_range(1..4);
        let upper = self.one_in(4).then(|| self.random.random_range(1..5));
        Sum { lower, upper, elements }
    }

    fn head_atom(&mut self, part: &'static str) -> Atom {
        use Argument::{None, Number, Step};
        let from = if self.one_in(15) { self.pick(&PARTS) } else { part };
        let (name, argument) = match from {
            "base" => self.pick(&[
                ("a", None),
                ("b", None),
                ("c", None),
                ("p", Number(0)),
                ("q", Number(0)),
                ("q", Number(1)),
                ("-a", None),
            ]),
            "step" => {
                self.pick(&[("p", Step(0)), ("p", Step(0)), ("q", Step(1)), ("r", Step(0)), ("-p", Step(0))])
            }
            "more" => self.pick(&[("e", None), ("f", None), ("g", None)]),
            _ => self.pick(&[("x", None), ("y", Number(1)), ("y", Number(2)), ("z", Number(1)), ("h", None)]),
        };
        match argument {
            Step(more) if part != "step" => atom(name, Number(1 + more)),
            argument => atom(name, argument),
        }
    }

    fn body_atom(&mut self, part: &'static str) -> Atom {
        use Argument::{None, Number, Step};
        let mut atoms = vec![
            ("a", None),
            ("b", None),
            ("c", None),
            ("p", Number(0)),
            ("q", Number(0)),
            ("q", Number(1)),
            ("x", None),
            ("y", Number(1)),
            ("v", None),
            ("-a", None),
        ];
        match part {
            "base" => atoms.push(("y", Number(2))),
            "step" => {
                let chain = [("p", Step(-1)), ("q", Step(0)), ("r", Step(-1))];
                atoms.extend(chain.iter().chain(&chain).chain(&chain));
                atoms.extend([("p", Step(0)), ("r", Step(0)), ("q", Step(1)), ("z", Step(0))]);
            }
            _ => atoms.extend([
                ("e", None),
                ("f", None),
                ("g", None),
                ("h", None),
                ("p", Number(1)),
                ("q", Number(2)),
                ("r", Number(1)),
                ("p", Number(2)),
                ("z", Number(1)),
                ("-p", Number(1)),
            ]),
        }
        let (name, argument) = self.pick(&atoms);
        atom(name, argument)
    }

    /// A statement for the backend, which does not simplify undefined atoms away.
    fn ground_statement(&mut self) -> Statement<String> {
        let mut body: Vec<Literal<String>> = Vec::new();
        for _ in 0..self.random.random_range(0..3) {
            let atom = self.known();
            if body.iter().all(|literal| literal.atom != atom) {
                body.push(Literal { atom, positive: self.one_in(2) });
            }
        }
        let own = ["h", "k(1)", "k(2)", "k(3)", "e", "m", "x", "p(4)"];
        let mut heads: Vec<String> = Vec::new();
        for _ in 0..self.random.random_range(1..3) {
            let head = if self.one_in(10) { self.known() } else { self.pick(&own).to_owned() };
            if !heads.contains(&head) && body.iter().all(|literal| literal.atom != head) {
                heads.push(head);
            }
        }
        let head = match self.random.random_range(0..12) {
            0 => Head::Or(Vec::new()),
            1 => Head::External(self.pick(&["v", "m", "x", "z(3)"]).to_owned(), self.value()),
            2 if !body.is_empty() => {
                body.truncate(1);
                Head::Weak(self.random.random_range(-2..4), self.random.random_range(1..3), 0)
            }
            3 => Head::Edge(self.random.random_range(1..4), self.random.random_range(1..4)),
            _ if heads.is_empty() => Head::Or(Vec::new()),
            4..8 => Head::Choice(0, heads),
            8..10 => Head::Or(heads),
            _ => Head::Or(heads[..1].to_vec()),
        };
        let body = if matches!(head, Head::External(..)) { Vec::new() } else { body };
        let with_sum = matches!(head, Head::Or(_) | Head::Choice(..)) && self.one_in(6);
        let body = if with_sum { Vec::new() } else { body };
        let sum = with_sum.then(|| self.ground_sum(&head));
        Statement { head, body, sum }
    }

    /// A satisfiable sum, over atoms that are not in the head.
    fn ground_sum(&mut self, head: &Head<String>) -> Sum<String> {
        let mut elements: Vec<(i32, Literal<String>)> = Vec::new();
        while elements.len() < 2 {
            let atom = self.known();
            let is_head = matches!(head, Head::Or(heads) | Head::Choice(_, heads) if heads.contains(&atom));
            if !is_head && elements.iter().all(|(_, literal)| literal.atom != atom) {
                let literal = Literal { atom, positive: !self.one_in(3) };
                elements.push((self.random.random_range(1..3), literal));
            }
        }
        let total: i32 = elements.iter().map(|(weight, _)| weight).sum();
        Sum { lower: self.random.random_range(1..=total), upper: None, elements }
    }
}

fn atom(name: &'static str, argument: Argument) -> Atom {
    Atom { name, argument }
}

fn rule(head: Head<Atom>, body: Vec<Literal<Atom>>) -> Statement<Atom> {
    Statement { head, body, sum: None }
}
