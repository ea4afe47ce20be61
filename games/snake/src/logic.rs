//! The planner that asks the logic program `encodings/snake/hamiltonian.lp`.
//!
//! What changes from apple to apple is not rules: the head, the apple and the cycle known so far are externals, and the
//! snake is held by an [approach](hamadryad::approach), `next(B,A)` for each cell A of it and the cell B behind.
//!
//! With the heuristic the known cycle comes back as the first model, as the program's part `heuristics` has it, and the
//! search improves on that: a plan that is cut short is never worse than going on as before.
//!
//! With mirroring the program only ever sees heads in the first quarter of the board, on squares in an eighth: every
//! position is turned over before it is asked about, and every cycle back. Nobody outside this file sees mirrored cells.

use crate::atoms::Atoms;
use crate::{Plan, PlanError, Planner, Position, Work};
use hamadryad::approach::{Approach, ApproachKind, Effort, Request, Setting};
use hamadryad::{
    Config, Control, Error, OptimizeMode, Part, Signature, SolveOptions, Summary, Symbol, Truth,
};
use hamadryad_grid::{Board, Cell, Cycle, Symmetry};
use std::ops::ControlFlow;
use std::time::Duration;

const PROGRAM: &str = include_str!("../../../encodings/snake/hamiltonian.lp");

/// What ends a plan before it is known to be the best. The default is nothing.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The longest time for one plan. With a limit, the same seed may give another game on another day.
    pub time: Option<Duration>,
    /// The time since some fixed moment.
    pub clock: &'a dyn Fn() -> Duration,
    /// Asked often; a plan ends when it answers `true`.
    pub stop: &'a dyn Fn() -> bool,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { time: None, clock: &|| Duration::ZERO, stop: &|| false }
    }
}

/// How the logic program is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogicOptions {
    /// How the snake is held.
    pub approach: ApproachKind,
    /// Whether the search begins with the cycle known so far.
    pub heuristic: bool,
    /// Whether positions are turned over, so that fewer heads are possible.
    pub mirror: bool,
}

impl Default for LogicOptions {
    fn default() -> Self {
        Self { approach: ApproachKind::Assume, heuristic: true, mirror: true }
    }
}

/// Finds cycles with the answer set engine.
pub struct LogicPlanner<'a> {
    board: Board,
    approach: Box<dyn Approach>,
    atoms: Atoms,
    options: LogicOptions,
    limits: Limits<'a>,
    /// The head and the apple whose externals are true.
    asked: Option<(Cell, Cell)>,
    /// The cycle whose externals are true.
    known: Option<Cycle>,
    work: Work,
}

/// What a search came to: the arcs of its last model, and how it ended.
struct Found {
    arcs: Vec<(Cell, Cell)>,
    summary: Summary,
}

impl<'a> LogicPlanner<'a> {
    /// Grounds the program for a board, with the default options.
    ///
    /// # Errors
    /// As [`LogicPlanner::with_options`].
    pub fn new(board: Board, limits: Limits<'a>) -> Result<Self, PlanError> {
        Self::with_options(board, LogicOptions::default(), limits)
    }

    /// Grounds the program for a board; or at each plan, where the approach is one-shot.
    ///
    /// # Errors
    /// Where the limits' `stop` ended it, or the program is too large for the engine.
    pub fn with_options(board: Board, options: LogicOptions, limits: Limits<'a>) -> Result<Self, PlanError> {
        let mut approach = start(board, options, limits.stop).map_err(failure)?;
        let atoms = Atoms::new(board, approach.symbols_mut());
        let work = Work::default();
        Ok(Self { board, approach, atoms, options, limits, asked: None, known: None, work })
    }

    /// The control that holds the program, for its statistics.
    pub fn control(&self) -> &Control {
        self.approach.control()
    }

    /// Makes the externals say what the position is, touching only those that change.
    fn ask(&mut self, position: &Position<'_>) {
        let asked = (position.head(), position.apple);
        if let Some((head, apple)) = self.asked.replace(asked) {
            self.approach.assign_external(self.atoms.cell(head).head, Truth::False);
            self.approach.assign_external(self.atoms.cell(apple).apple, Truth::False);
        }
        self.approach.assign_external(self.atoms.cell(asked.0).head, Truth::True);
        self.approach.assign_external(self.atoms.cell(asked.1).apple, Truth::True);
        if !self.options.heuristic {
            return;
        }
        let old = self.known.replace(position.known.clone());
        for (from, to) in position.known.arcs() {
            let was = old.as_ref().map(|cycle| cycle.successor(from));
            if was == Some(to) {
                continue;
            }
            if let Some(was) = was {
                self.approach.assign_external(self.atoms.arc(from, was).heur, Truth::False);
            }
            self.approach.assign_external(self.atoms.arc(from, to).heur, Truth::True);
        }
    }

    /// Solves for a position as the program sees it; the clock says when that began.
    fn solve(
        &mut self,
        position: &Position<'_>,
        optimize: OptimizeMode,
        begun: Duration,
    ) -> Result<Found, PlanError> {
        self.ask(position);
        let held: Vec<Symbol> = position.arcs().map(|(from, to)| self.atoms.arc(from, to).next).collect();
        let Limits { time, clock, stop } = self.limits;
        let is_over = || stop() || time.is_some_and(|limit| clock().saturating_sub(begun) >= limit);
        let options = SolveOptions { optimize, stop: &is_over, ..SolveOptions::default() };
        let request = Request { held: &held, options, clock };
        let (arc_of, work) = (&self.atoms.arc_of, &mut self.work);
        let mut arcs = Vec::with_capacity(self.board.len());
        let solved = self.approach.solve(request, &mut |model| {
            arcs.clear();
            arcs.extend(model.shown().filter_map(|symbol| arc_of.get(&symbol).copied()));
            work.bounds.extend(model.costs().first().and_then(|&cost| steps(cost)));
            ControlFlow::Continue(())
        });
        let interrupted = match &solved {
            Ok(solved) => solved.summary.interrupted,
            Err(error) => *error == Error::Interrupted,
        };
        let effort = solved.as_ref().map(|solved| solved.effort).unwrap_or_default();
        let Effort { ground, first_model: first, last_model: best, search, .. } = effort;
        let total = clock().saturating_sub(begun);
        let bounds = std::mem::take(&mut work.bounds);
        self.work = Work { ground, first, best, total, bounds, conflicts: search.conflicts, interrupted };
        let summary = solved.map_err(failure)?.summary;
        if summary.models == 0 {
            return Err(if summary.interrupted { PlanError::Interrupted } else { PlanError::NoCycle });
        }
        Ok(Found { arcs, summary })
    }

    /// Turns the position over, solves, and turns what is found back.
    fn look(
        &mut self,
        position: &Position<'_>,
        optimize: OptimizeMode,
    ) -> Result<(Cycle, Summary), PlanError> {
        let begun = (self.limits.clock)();
        self.work = Work::default();
        let grid = self.board.grid();
        let symmetry = match self.options.mirror {
            true => Symmetry::to_first_quarter(grid, position.head()),
            false => Symmetry::default(),
        };
        let snake = symmetry.apply_to_path(grid, position.snake);
        let known = symmetry.apply_to_cycle(position.known);
        let mirrored = Position { snake: &snake, apple: symmetry.apply(grid, position.apple), known: &known };
        let Found { arcs, summary } = self.solve(&mirrored, optimize, begun)?;
        let back = symmetry.inverse();
        let arcs = arcs.into_iter().map(|(from, to)| (back.apply(grid, from), back.apply(grid, to)));
        let cycle = Cycle::from_arcs(self.board, arcs)
            .map_err(|error| PlanError::Failed(format!("the model is no cycle: {error}")))?;
        Ok((cycle, summary))
    }
}

impl Planner for LogicPlanner<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let (cycle, summary) = self.look(position, OptimizeMode::Optimize)?;
        let costs = summary.costs.as_ref().and_then(|costs| costs.first());
        let steps = costs.and_then(|&cost| steps(cost));
        let steps = steps.ok_or_else(|| PlanError::Failed("the model has no costs".to_string()))?;
        let plan = Plan::along(cycle, position, summary.optimum_proven);
        match plan.steps() == steps {
            true => Ok(plan),
            false => Err(PlanError::Failed(format!("{} steps cost {steps}", plan.steps()))),
        }
    }

    fn any_cycle(&mut self, position: &Position<'_>) -> Result<Cycle, PlanError> {
        self.look(position, OptimizeMode::Ignore).map(|(cycle, _)| cycle)
    }

    fn work(&self) -> Work {
        self.work.clone()
    }
}

/// The program counts the fields from the head to the apple, both included.
fn steps(cost: i64) -> Option<usize> {
    usize::try_from(cost - 1).ok()
}

fn start(board: Board, options: LogicOptions, stop: &dyn Fn() -> bool) -> Result<Box<dyn Approach>, Error> {
    let config = Config { domain_heuristic: options.heuristic, ..Config::default() };
    let mut control = Control::with_config(config);
    control.add("hamiltonian.lp", PROGRAM)?;
    control.define("n", &board.rows().to_string())?;
    control.define("m", &board.cols().to_string())?;
    let heads = if options.mirror { "mirrored_heads" } else { "heads" };
    let mut parts = vec![Part::base(), Part::new(heads, &[])];
    if options.heuristic {
        parts.push(Part::new("heuristics", &[]));
    }
    let next = Signature { name: control.symbols_mut().name("next"), arity: 2, positive: true };
    // Of the arcs that leave a field, any may be chosen; the constraints are all the rest.
    options.approach.start(Setting { control, parts: &parts, candidates: &[next], are_open: true }, stop)
}

fn failure(error: Error) -> PlanError {
    match error {
        Error::Interrupted => PlanError::Interrupted,
        error => PlanError::Failed(error.to_string()),
    }
}
