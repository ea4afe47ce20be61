//! States of puzzles for the page.

use hamadryad_grid::{Cell, Grid};
use hamadryad_puzzles::minotaur::{Field, Waiting};
use hamadryad_puzzles::pipes::{Gate, Layout, Piece, Pipes, StreamEnd};
use hamadryad_puzzles::play::{AnyPlay, MinotaurGame, Play, PuzzleKind, PuzzleOrder, RogoGame};
use hamadryad_puzzles::rush::{Rush, letter};
use serde::Serialize;

/// A puzzle between two moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct State {
    /// The number of rows.
    pub rows: u16,
    /// The number of columns.
    pub cols: u16,
    /// The seed.
    pub seed: u64,
    /// Whether the shortest or best solution is unique.
    pub unique: bool,
    /// The state in words: the first line of the caption of its frame.
    pub caption: String,
    /// The moves that are not undone.
    pub made: Vec<String>,
    /// The number of moves that can be made again.
    pub undone: usize,
    /// Whether the puzzle is solved.
    pub is_solved: bool,
    /// The board, by kind.
    #[serde(flatten)]
    pub board: BoardView,
}

/// The board of a kind, named by the field `game`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum BoardView {
    /// A labyrinth.
    Minotaur {
        /// Pairs of neighbouring cells with a wall between them.
        walls: Vec<(usize, usize)>,
        /// The cells of the player, the present cell last.
        you: Vec<usize>,
        /// The cells of the Minotaur, two for each step after the first.
        minotaur: Vec<usize>,
        /// The exit.
        goal: usize,
        /// The number of steps that are allowed.
        most_steps: u32,
        /// Whether the player may wait.
        may_wait: bool,
        /// Whether the Minotaur has eaten the player.
        is_eaten: bool,
    },
    /// A loop with points.
    Rogo {
        /// The content of each cell.
        squares: Vec<SquareView>,
        /// The cells of the loop in order.
        cells: Vec<usize>,
        /// Whether the loop is closed.
        is_closed: bool,
        /// The points of the cells of the loop.
        points: u64,
        /// The points of a best loop.
        best: u64,
        /// The number of steps of a loop.
        steps: usize,
    },
    /// Pieces of pipes.
    Pipes {
        /// The cells on which no piece can lie.
        blocked: Vec<usize>,
        /// The entrance of the water.
        source: GateView,
        /// The exit of the water.
        drain: GateView,
        /// The pieces on the board.
        pieces: Vec<PieceView>,
        /// The kinds of the bag, each with the number of pieces that are not laid.
        bag: Vec<(&'static str, u32)>,
        /// The cells through which the water flows.
        water: Vec<usize>,
        /// Whether the water reaches the drain.
        is_drained: bool,
    },
    /// Cars.
    Rush {
        /// All cars, the red car first.
        cars: Vec<CarView>,
    },
}

/// The content of a cell of Rogo: points, or null for a forbidden cell.
pub type SquareView = Option<u64>;

/// A place on the edge of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GateView {
    /// The cell.
    pub cell: usize,
    /// The side of the cell: `U`, `R`, `D` or `L`.
    pub side: char,
}

/// A piece on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PieceView {
    /// The cell.
    pub cell: usize,
    /// The kind: `ew`, `ns`, `ne`, `se`, `sw`, `nw` or `cross`.
    pub kind: &'static str,
}

/// A car.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct CarView {
    /// The letter; `X` for the red car.
    pub letter: char,
    /// The left or upper cell.
    pub cell: usize,
    /// Whether it lies along a row.
    pub along_row: bool,
    /// The number of cells.
    pub length: u16,
}

impl State {
    pub(super) fn new(order: &PuzzleOrder, play: &mut AnyPlay) -> Self {
        let grid = Grid::new(order.rows, order.cols);
        let board = match play {
            AnyPlay::Minotaur(play) => labyrinth(order, grid, play),
            AnyPlay::Rogo(play) => rogo(grid, play),
            AnyPlay::Pipes(play) => pipes(grid, play.game(), play.state()),
            AnyPlay::Rush(play) => rush(grid, play.state()),
        };
        let play = play.as_play();
        Self {
            rows: order.rows,
            cols: order.cols,
            seed: order.seed,
            unique: order.unique,
            caption: play.frame().caption.into_iter().next().unwrap_or_default(),
            made: play.made(),
            undone: play.undone(),
            is_solved: play.is_solved(),
            board,
        }
    }
}

fn labyrinth(order: &PuzzleOrder, grid: Grid, play: &Play<MinotaurGame>) -> BoardView {
    let (game, state) = (play.game(), play.state());
    let labyrinth = game.labyrinth();
    // Fields count columns from 1, and rows upwards from 1.
    let field = |cell: Cell| Field { x: i32::from(cell.col) + 1, y: i32::from(order.rows - cell.row) };
    let number = |field: &Field| (i32::from(order.rows) - field.y) * i32::from(order.cols) + field.x - 1;
    let number = |field: &Field| usize::try_from(number(field)).expect("fields lie on the board");
    let pairs = grid.cells().flat_map(|cell| {
        let (right, below) = (Cell::new(cell.row, cell.col + 1), Cell::new(cell.row + 1, cell.col));
        [(cell, right), (cell, below)]
    });
    let is_wall =
        |&(from, to): &(Cell, Cell)| grid.contains(to) && !labyrinth.is_open(field(from), field(to));
    BoardView::Minotaur {
        walls: pairs.filter(is_wall).map(|(from, to)| (grid.index(from), grid.index(to))).collect(),
        you: state.you.iter().map(number).collect(),
        minotaur: state.minotaur.iter().map(number).collect(),
        goal: number(&labyrinth.goal),
        most_steps: labyrinth.most_steps,
        may_wait: matches!(order.kind, PuzzleKind::Minotaur { waiting: Waiting::Allowed, .. }),
        is_eaten: game.is_eaten(state),
    }
}

fn rogo(grid: Grid, play: &Play<RogoGame>) -> BoardView {
    let (rogo, state) = (play.game().rogo(), play.state());
    BoardView::Rogo {
        squares: grid.cells().map(|cell| rogo.is_allowed(cell).then(|| rogo.points(cell))).collect(),
        cells: state.cells.iter().map(|&cell| grid.index(cell)).collect(),
        is_closed: state.closed,
        points: rogo.worth(&state.cells),
        best: play.game().best(),
        steps: rogo.steps,
    }
}

fn pipes(grid: Grid, pipes: &Pipes, layout: &Layout) -> BoardView {
    let gate = |gate: Gate| GateView { cell: grid.index(gate.cell), side: gate.side.letter() };
    let (water, end) = pipes.stream(layout);
    let bag = Piece::ALL.into_iter().zip(pipes.left(layout));
    BoardView::Pipes {
        blocked: grid.cells().filter(|&cell| !pipes.is_free(cell)).map(|cell| grid.index(cell)).collect(),
        source: gate(pipes.source),
        drain: gate(pipes.drain),
        pieces: layout
            .iter()
            .map(|(&cell, piece)| PieceView { cell: grid.index(cell), kind: piece.name() })
            .collect(),
        bag: bag
            .filter(|(piece, _)| pipes.bag[*piece as usize] > 0)
            .map(|(piece, left)| (piece.name(), left))
            .collect(),
        water: water.iter().map(|&cell| grid.index(cell)).collect(),
        is_drained: end == StreamEnd::Drain,
    }
}

fn rush(grid: Grid, board: &Rush) -> BoardView {
    let cars = board.cars.iter().enumerate().map(|(number, car)| CarView {
        letter: letter(number),
        cell: grid.index(car.cell),
        along_row: car.along_row,
        length: car.length,
    });
    BoardView::Rush { cars: cars.collect() }
}
