//! The planner that solves the logic program `encodings/snake/hamiltonian.lp`.
//!
//! Between apples, no rules change: the head, the apple and the known cycle are externals, and an
//! [approach](hamadryad::approach) holds the atoms `next(B,A)` for each cell A of the snake and the next cell
//! B towards its tail true.
//!
//! With the heuristic, the program part `heuristics` makes the known cycle the first model, and the search
//! improves on it: an interrupted plan is never longer than the known cycle.
//!
//! With mirroring, every position is reflected so that its head lies in the first quarter of the board, on
//! squares in an eighth, and the resulting cycle is reflected back. *Invariant:* mirrored cells never leave
//! this file.

use crate::atoms::Atoms;
use crate::{Plan, PlanError, Planner, Position, Work};
use hamadryad::approach::{Approach, ApproachKind, Effort, Request, Setting};
use hamadryad::{
    Config, Control, Error, OptimizeMode, Part, Signature, SolveOptions, Summary, Symbol, Truth,
};
use hamadryad_grid::{Board, Cell, Cycle, Symmetry};
use std::ops::ControlFlow;
use std::time::Duration;

pub(crate) const PROGRAM: &str = include_str!("../encodings/snake/hamiltonian.lp");

/// Limits of a plan before its optimality is proven. The default has no limits.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The longest time for one plan. With a time limit, games of one seed may differ between runs.
    pub time: Option<Duration>,
    /// Time since a fixed moment.
    pub clock: &'a dyn Fn() -> Duration,
    /// Called often; the planner stops as soon as it returns `true`.
    pub stop: &'a dyn Fn() -> bool,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { time: None, clock: &|| Duration::ZERO, stop: &|| false }
    }
}

/// Options of the logic planner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LogicOptions {
    /// The approach that holds the snake.
    pub approach: ApproachKind,
    /// Whether the search starts from the known cycle.
    pub heuristic: bool,
    /// Whether positions are reflected, which reduces the number of possible heads.
    pub mirror: bool,
}

impl Default for LogicOptions {
    fn default() -> Self {
        Self { approach: ApproachKind::Assume, heuristic: true, mirror: true }
    }
}

/// Finds cycles with the answer set solver.
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

/// Result of a search: the arcs of the last model, and the summary.
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

    /// Grounds the program for a board; one-shot approaches ground again for each plan.
    ///
    /// # Errors
    /// If the limits' `stop` ended grounding, or the program is too large for the engine.
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

    /// Sets the externals of the position; only changed externals are assigned.
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

    /// Solves for a reflected position; `begun` is the time at which the plan began.
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

    /// Reflects the position, solves, and reflects the cycle back.
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
            .map_err(|error| PlanError::Failed(format!("the model is not a cycle: {error}")))?;
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

/// The number of steps for a cost; the program counts the cells from the head to the apple, including both.
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
    // Any arc that leaves a cell may be chosen; the constraints exclude all other choices.
    options.approach.start(Setting { control, parts: &parts, candidates: &[next], are_open: true }, stop)
}

fn failure(error: Error) -> PlanError {
    match error {
        Error::Interrupted => PlanError::Interrupted,
        error => PlanError::Failed(error.to_string()),
    }
}
