//! Solves `encodings/ricochet/ricochet.lp` for one round after another by any of the five approaches.
//!
//! Between rounds, the robots and the target change: the target is an external, and an
//! [approach](hamadryad::approach) holds the atoms `start(R,(X,Y))`.

use hamadryad::approach::{Approach, ApproachKind, Effort, Request, Setting};
use hamadryad::{Control, Error, Part, Signature, SolveOptions, Symbol, Symbols, Truth};
use hamadryad_grid::Cell;
use hamadryad_puzzles::ricochet::{Ricochet, Robot};
use std::ops::ControlFlow;
use std::time::Duration;

/// The logic program.
const PROGRAM: &str = include_str!("../../encodings/ricochet/ricochet.lp");

/// Plans rounds on one board.
pub struct RicochetPlanner<'a> {
    kind: ApproachKind,
    approach: Box<dyn Approach>,
    clock: &'a dyn Fn() -> Duration,
    stop: &'a dyn Fn() -> bool,
    /// The external that is true.
    target: Option<Symbol>,
}

/// The result of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RicochetPlan {
    /// The atoms of the best plan; `None` if no plan is short enough for the program.
    pub answer: Option<String>,
    /// Whether no shorter plan exists.
    pub is_proven: bool,
    /// Whether the search was stopped.
    pub is_interrupted: bool,
    /// The learnt clauses from earlier rounds at the beginning of this one.
    pub kept: usize,
    /// The cost.
    pub effort: Effort,
}

impl<'a> RicochetPlanner<'a> {
    /// Starts the approach, which grounds the program for the board now or for each plan. A plan has at most
    /// `horizon` moves; `clock` is the time since a fixed moment, and `stop` is called often.
    ///
    /// # Errors
    /// If grounding fails or is stopped.
    pub fn new(
        kind: ApproachKind,
        puzzle: &Ricochet,
        horizon: u32,
        clock: &'a dyn Fn() -> Duration,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<Self, Error> {
        let mut control = Control::new();
        control.add("ricochet.lp", PROGRAM)?;
        control.add("board.lp", &puzzle.board_facts())?;
        control.define("horizon", &horizon.to_string())?;
        let start = Signature { name: control.symbols_mut().name("start"), arity: 2, positive: true };
        // The program chooses start positions freely, so held positions may be facts.
        let setting = Setting { control, parts: &[Part::base()], candidates: &[start], are_open: true };
        Ok(Self { kind, approach: kind.start(setting, stop)?, clock, stop, target: None })
    }

    /// A shortest plan for a round on the board.
    ///
    /// # Errors
    /// If grounding or solving fails, or grounding is stopped.
    pub fn plan(&mut self, puzzle: &Ricochet) -> Result<RicochetPlan, Error> {
        let symbols = self.approach.symbols_mut();
        let robots = puzzle.robots.iter().zip(&puzzle.cells);
        let held: Vec<Symbol> = robots.map(|(&robot, &cell)| atom(symbols, "start", robot, cell)).collect();
        let target = atom(symbols, "target", puzzle.robots[puzzle.runner], puzzle.target);
        if let Some(last) = self.target.replace(target) {
            self.approach.assign_external(last, Truth::False);
        }
        self.approach.assign_external(target, Truth::True);
        // The control of `one-shot` is that of the last round, and its clauses are never used again.
        let kept = match self.kind {
            ApproachKind::OneShot => 0,
            _ => self.approach.control().learnt_clauses(),
        };
        let mut answer = None;
        let options = SolveOptions { stop: self.stop, ..SolveOptions::default() };
        let request = Request { held: &held, options, clock: self.clock };
        let solved = self.approach.solve(request, &mut |model| {
            let moves = model.shown().map(|symbol| model.symbols().display(symbol).to_string());
            answer = Some(moves.collect::<Vec<String>>().join(" "));
            ControlFlow::Continue(())
        })?;
        Ok(RicochetPlan {
            answer,
            is_proven: solved.summary.optimum_proven,
            is_interrupted: solved.summary.interrupted,
            kept,
            effort: solved.effort,
        })
    }
}

/// An atom such as `start(red,(1,2))`.
fn atom(symbols: &mut Symbols, predicate: &str, robot: Robot, cell: Cell) -> Symbol {
    let (row, column) = cell.pair();
    let pair = [row, column].map(|number| symbols.number(number as i32));
    let arguments = [symbols.constant(robot.name()), symbols.tuple(&pair)];
    symbols.function(predicate, &arguments)
}
