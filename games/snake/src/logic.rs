//! The planner that asks the logic program `encodings/snake/hamiltonian.lp`.
//!
//! The program is grounded once, for the board. What changes from apple to apple is not rules: the head, the apple and
//! the cycle known so far are externals, and the snake is assumed, `next(B,A)` for each cell A of it and the cell B
//! behind. What the search has learnt stays. This is the approach `assume` of Böhl, Ellmauthaler, Gaggl: Winning Snake:
//! Design Choices in Multi-Shot ASP, TPLP 2024.
//!
//! The known cycle comes back as the first model, as the program's part `heuristics` has it, and the search improves on
//! that: a plan that is cut short is never worse than going on as before.

use crate::{Plan, PlanError, Planner, Position};
use hamadryad::{Config, Control, Error, Part, SolveOptions, Symbol, Symbols, Truth};
use hamadryad_grid::{Board, Cell, Cycle, Direction};
use std::collections::HashMap;
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

/// Finds cycles with the answer set engine.
pub struct LogicPlanner<'a> {
    board: Board,
    control: Control,
    atoms: Atoms,
    limits: Limits<'a>,
    /// The head and the apple whose externals are true.
    asked: Option<(Cell, Cell)>,
    /// The cycle whose externals are true.
    known: Option<Cycle>,
}

impl<'a> LogicPlanner<'a> {
    /// Grounds the program for a board.
    ///
    /// # Errors
    /// Where the limits' `stop` ended it, or the program is too large for the engine.
    pub fn new(board: Board, limits: Limits<'a>) -> Result<Self, PlanError> {
        let mut control = Control::with_config(Config { domain_heuristic: true, ..Config::default() });
        let parts = [Part::base(), Part::new("heuristics", &[])];
        let grounded = control
            .add("hamiltonian.lp", PROGRAM)
            .and_then(|()| control.define("n", &board.rows().to_string()))
            .and_then(|()| control.define("m", &board.cols().to_string()))
            .and_then(|()| control.ground_observed(&parts, &mut Nobody, limits.stop));
        grounded.map_err(failure)?;
        let atoms = Atoms::new(board, control.symbols_mut());
        Ok(Self { board, control, atoms, limits, asked: None, known: None })
    }

    /// The control that holds the program, for its statistics.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Makes the externals say what the position is, touching only those that change.
    fn ask(&mut self, position: &Position<'_>) {
        let asked = (position.head(), position.apple);
        if let Some((head, apple)) = self.asked.replace(asked) {
            self.control.assign_external(self.atoms.cell(head).head, Truth::False);
            self.control.assign_external(self.atoms.cell(apple).apple, Truth::False);
        }
        self.control.assign_external(self.atoms.cell(asked.0).head, Truth::True);
        self.control.assign_external(self.atoms.cell(asked.1).apple, Truth::True);
        let old = self.known.replace(position.known.clone());
        for (from, to) in position.known.arcs() {
            let was = old.as_ref().map(|cycle| cycle.successor(from));
            if was == Some(to) {
                continue;
            }
            if let Some(was) = was {
                self.control.assign_external(self.atoms.arc(from, was).heur, Truth::False);
            }
            self.control.assign_external(self.atoms.arc(from, to).heur, Truth::True);
        }
    }
}

impl Planner for LogicPlanner<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let begun = (self.limits.clock)();
        self.ask(position);
        let assumptions: Vec<(Symbol, bool)> =
            position.arcs().map(|(from, to)| (self.atoms.arc(from, to).next, true)).collect();
        let Limits { time, clock, stop } = self.limits;
        let is_over = || stop() || time.is_some_and(|limit| clock().saturating_sub(begun) >= limit);
        let options = SolveOptions { assumptions: &assumptions, stop: &is_over, ..SolveOptions::default() };
        let mut search = self.control.solve(options).map_err(failure)?;
        let mut arcs = Vec::with_capacity(self.board.len());
        while let Some(model) = search.next_model() {
            arcs.clear();
            arcs.extend(model.shown().filter_map(|symbol| self.atoms.arc_of.get(&symbol)));
        }
        let summary = search.summary();
        let Some(costs) = summary.costs else {
            return Err(if summary.interrupted { PlanError::Interrupted } else { PlanError::NoCycle });
        };
        let cycle = Cycle::from_arcs(self.board, arcs)
            .map_err(|error| PlanError::Failed(format!("the model is no cycle: {error}")))?;
        // The fields from the head to the apple are counted, both included.
        let steps = costs.first().and_then(|&cost| usize::try_from(cost - 1).ok());
        let steps = steps.ok_or_else(|| PlanError::Failed("the model has no costs".to_string()))?;
        Ok(Plan { cycle, steps, proven: summary.optimum_proven })
    }
}

fn failure(error: Error) -> PlanError {
    match error {
        Error::Interrupted => PlanError::Interrupted,
        error => PlanError::Failed(error.to_string()),
    }
}

/// An observer of the ground program that pays no attention.
struct Nobody;

impl hamadryad::Sink for Nobody {}

/// The atoms of the program that change from apple to apple, made once.
struct Atoms {
    board: Board,
    /// By number of the cell: `head` and `apple` of it.
    cells: Vec<CellAtoms>,
    /// By number of the cell times four, plus the direction: `next` and `heur` of the arc, where it stays on the board.
    arcs: Vec<Option<ArcAtoms>>,
    /// The arc of each `next`.
    arc_of: HashMap<Symbol, (Cell, Cell)>,
}

#[derive(Clone, Copy)]
struct CellAtoms {
    head: Symbol,
    apple: Symbol,
}

#[derive(Clone, Copy)]
struct ArcAtoms {
    next: Symbol,
    heur: Symbol,
}

impl Atoms {
    fn new(board: Board, symbols: &mut Symbols) -> Self {
        let mut field = |cell: Cell| {
            let (row, col) = cell.pair();
            let pair = [row, col].map(|number| symbols.number(number as i32));
            symbols.tuple(&pair)
        };
        let fields: Vec<Symbol> = board.cells().map(&mut field).collect();
        let mut atom = |name, cells: &[Cell]| {
            let arguments: Vec<Symbol> = cells.iter().map(|&cell| fields[board.index(cell)]).collect();
            symbols.function(name, &arguments)
        };
        let cell_atoms = |cell| CellAtoms { head: atom("head", &[cell]), apple: atom("apple", &[cell]) };
        let cells = board.cells().map(cell_atoms).collect();
        let mut arc_of = HashMap::new();
        let mut arcs = Vec::with_capacity(4 * board.len());
        for from in board.cells() {
            for direction in Direction::ALL {
                let to = board.step(from, direction);
                arcs.push(to.map(|to| {
                    let next = atom("next", &[from, to]);
                    arc_of.insert(next, (from, to));
                    ArcAtoms { next, heur: atom("heur", &[from, to]) }
                }));
            }
        }
        Self { board, cells, arcs, arc_of }
    }

    fn cell(&self, cell: Cell) -> CellAtoms {
        self.cells[self.board.index(cell)]
    }

    fn arc(&self, from: Cell, to: Cell) -> ArcAtoms {
        let direction = from.direction_to(to).expect("an arc joins neighbours");
        self.arcs[4 * self.board.index(from) + direction as usize].expect("the arc lies on the board")
    }
}
