//! Random cases for races: a program in parts, and calls that ground, assign externals and solve.
//!
//! ```text
//! base      groups that choose one of some values, nogoods among them, loops, disjunctions with head cycles,
//!           externals, costs on several priorities, terms shown under several literals, #project
//! step(t)   one more group, with nogoods, costs and terms of its own
//! ```
//!
//! The programs are small, but hard enough for some conflicts. Every second one of a kind shows terms whose
//! conditions have several literals, or the same term twice, because these need variables of their own.

use super::Threads;
use super::schedule::Order;
use crate::{Consequences, Elimination, OptimizeMode, Projection, Strategy, Truth};
use hamadryad_check::random::{Shape, program};
use hamadryad_solve::Descent;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A statement and the part that it belongs to.
pub type Statement = (&'static str, String);

/// A solve.
#[derive(Clone, Debug)]
pub struct Ask {
    pub optimize: OptimizeMode,
    pub consequences: Option<Consequences>,
    pub projection: Option<Projection>,
    pub assumptions: Vec<(String, bool)>,
    /// Required of all models.
    pub clause: Option<Vec<(String, bool)>>,
    /// The number of polls after which the search is stopped. Its answer is not compared.
    pub stop: Option<u32>,
    pub threads: Threads,
}

#[derive(Clone, Debug)]
pub enum Call {
    /// Grounds `base`, or with a number `step`.
    Ground(Option<i32>),
    /// Assigns an external atom.
    Assign(String, Truth),
    Solve(Ask),
}

/// A control with its calls, and how the searches of races are interleaved.
#[derive(Clone, Debug)]
pub struct Case {
    pub program: Vec<Statement>,
    pub calls: Vec<Call>,
    pub strategy: Strategy,
    pub elimination: Option<Elimination>,
    pub order: Order,
}

impl Case {
    pub fn text(&self) -> String {
        let part = |name: &str, heading: &str| {
            let lines = self.program.iter().filter(|(part, _)| *part == name);
            heading.to_owned() + &lines.map(|(_, line)| format!("{line}\n")).collect::<String>()
        };
        part("base", "") + &part("step", "#program step(t).\n")
    }

    /// The same case for the same seed.
    pub fn random(seed: u64) -> Case {
        let mut maker = Maker { random: ChaCha8Rng::seed_from_u64(seed), groups: 0, values: 0 };
        let steps = if maker.one_in(3) { maker.below(3) } else { 0 };
        let program = if maker.one_in(6) {
            let shape = Shape { shows: true, optimization: true, ..Shape::arbitrary(seed) };
            (maker.groups, maker.values) = (2, 2);
            vec![("base", program(seed, &shape).to_string())]
        } else {
            maker.program(steps > 0)
        };
        let strategies = [
            Strategy::Both { turn: 2 },
            Strategy::Both { turn: 20 },
            Strategy::Bounds(Descent::Linear),
            Strategy::Bounds(Descent::Levels),
            Strategy::Bounds(Descent::Increasing),
            Strategy::Bounds(Descent::Decreasing),
            Strategy::Cores { stratify: false, shrink: true },
            Strategy::Cores { stratify: true, shrink: false },
        ];
        let elimination = match maker.below(3) {
            0 => None,
            1 => Some(Elimination { after: 0, frozen: 100, ..Elimination::default() }),
            _ => Some(Elimination { after: 5, frozen: 100, ..Elimination::default() }),
        };
        let strategy = strategies[maker.below(8) as usize];
        let order = if maker.one_in(4) { Order::Pauses(seed) } else { Order::Turns(seed) };
        Case { program, calls: maker.calls(steps), strategy, elimination, order }
    }
}

struct Maker {
    random: ChaCha8Rng,
    groups: i32,
    values: i32,
}

impl Maker {
    fn below(&mut self, number: i32) -> i32 {
        self.random.random_range(0..number)
    }

    fn one_in(&mut self, number: i32) -> bool {
        self.below(number) == 0
    }

    fn calls(&mut self, steps: i32) -> Vec<Call> {
        let mut calls = vec![Call::Ground(None)];
        for step in 0..=steps {
            if step > 0 {
                calls.push(Call::Ground(Some(step)));
            }
            for _ in 0..1 + self.below(3) {
                if self.one_in(3) {
                    let external = format!("x({})", 1 + self.below(2));
                    let value = [Truth::True, Truth::False, Truth::Free][self.below(3) as usize];
                    calls.push(Call::Assign(external, value));
                }
                calls.push(Call::Solve(self.ask()));
            }
        }
        calls
    }

    fn ask(&mut self) -> Ask {
        let (mut consequences, mut projection) = (None, None);
        match self.below(8) {
            0..2 => consequences = Some(Consequences::Brave),
            2..4 => consequences = Some(Consequences::Cautious),
            4..6 => projection = Some(Projection::Shown),
            6 => projection = Some([Projection::Atoms, Projection::Auto][self.below(2) as usize]),
            _ => {}
        }
        let optimize = match self.below(8) {
            0 => OptimizeMode::Ignore,
            1 => OptimizeMode::Optimize,
            _ => OptimizeMode::EnumerateOptimal,
        };
        let assumptions = if self.one_in(3) { vec![(self.atom(), self.one_in(2))] } else { Vec::new() };
        let clause = self.one_in(4).then(|| (0..3).map(|_| (self.atom(), self.one_in(2))).collect());
        let stop = self.one_in(8).then(|| self.below(60) as u32);
        let threads = Threads { number: 2 + self.below(7) as usize, patience: self.below(4) as u64 };
        Ask { optimize, consequences, projection, assumptions, clause, stop, threads }
    }

    /// An atom of a group.
    fn atom(&mut self) -> String {
        format!("q({},{})", 1 + self.below(self.groups), 1 + self.below(self.values))
    }

    fn literal(&mut self) -> String {
        let atom = self.atom();
        if self.one_in(3) { format!("not {atom}") } else { atom }
    }

    fn literals(&mut self, number: i32) -> String {
        (0..number).map(|_| self.literal()).collect::<Vec<_>>().join(", ")
    }

    fn program(&mut self, has_steps: bool) -> Vec<Statement> {
        (self.groups, self.values) = (4 + self.below(8), 2 + self.below(3));
        let mut lines = Vec::new();
        for group in 1..=self.groups {
            lines.push(format!("{{ q({group},1..{}) }} = 1.", self.values));
        }
        for _ in 0..self.groups * (1 + self.below(5)) {
            let number = 2 + self.below(2);
            lines.push(format!(":- {}.", self.literals(number)));
        }
        // Almost as many groups as places, so that some searches meet pigeons and holes.
        for value in 1..=self.values {
            if self.one_in(3) {
                let most = (self.groups + self.values - 1) / self.values + self.below(2);
                lines.push(format!(":- {} {{ q(1..{},{value}) }}.", most + 1, self.groups));
            }
        }
        for number in 0..self.below(4) {
            let (one, other, body) = (self.literal(), self.literal(), self.literals(2));
            lines.push(match self.below(4) {
                0 => format!("l({number}) :- {one}. l({number}) :- m({number}). m({number}) :- l({number}), {other}."),
                1 => format!(
                    "a({number}) ; b({number}) :- {one}. a({number}) :- b({number}), {other}. b({number}) :- a({number})."
                ),
                2 => format!(":- 2 {{ {} }} 3, {one}.", self.literals(4).replace(", ", "; ")),
                _ => format!("l({number}) :- {body}. :- not l({number}), {other}."),
            });
        }
        lines.push("#external x(1..2).".to_owned());
        if self.one_in(2) {
            let (one, other) = (self.literal(), self.literals(2));
            lines.push(format!(":- x(1), {one}. :- x(2), {other}."));
        }
        self.costs(&mut lines);
        self.outputs(&mut lines);
        let mut program: Vec<Statement> = lines.into_iter().map(|line| ("base", line)).collect();
        if has_steps {
            program.extend(self.step().into_iter().map(|line| ("step", line)));
        }
        program
    }

    fn costs(&mut self, lines: &mut Vec<String>) {
        let levels = self.below(5).min(3);
        for level in 0..levels {
            for tuple in 0..3 + self.below(12) {
                let (weight, number) = (1 + self.below(7) - self.below(3), 1 + self.below(2));
                lines.push(format!(":~ {}. [{weight}@{level},{tuple}]", self.literals(number)));
            }
        }
    }

    fn outputs(&mut self, lines: &mut Vec<String>) {
        if self.one_in(3) {
            lines.push("#show.".to_owned());
        }
        for term in 0..self.below(8) {
            let number = 1 + self.below(3);
            let condition = self.literals(number);
            lines.push(format!("#show {} : {condition}.", term / 2));
        }
        for _ in 0..self.below(3) {
            lines.push(format!("#project {}.", self.atom()));
        }
    }

    /// A group of step `t`, which depends on the base.
    fn step(&mut self) -> Vec<String> {
        let mut lines = vec!["{ r(t,1..3) } = 1.".to_owned()];
        for _ in 0..2 + self.below(4) {
            let (value, number) = (1 + self.below(3), 1 + self.below(2));
            lines.push(format!(":- r(t,{value}), {}.", self.literals(number)));
        }
        let (condition, cost) = (self.literal(), self.literal());
        if self.one_in(2) {
            lines.push(format!("#show s(t) : r(t,1), {condition}."));
            lines.push(format!("#show 1 : r(t,2), {condition}."));
        }
        if self.one_in(2) {
            lines.push(format!(":~ r(t,1), {cost}. [2@1,s,t]"));
        }
        lines
    }
}
