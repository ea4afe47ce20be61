//! The atoms of `encodings/snake/hamiltonian.lp` that change between apples, created once for a board.

use hamadryad::{Symbol, Symbols};
use hamadryad_grid::{Board, Cell, Direction};
use std::collections::HashMap;

/// The changing atoms of the program, by cell and by arc.
pub(crate) struct Atoms {
    board: Board,
    /// By number of the cell: its atoms `head` and `apple`.
    cells: Vec<CellAtoms>,
    /// By number of the cell times four, plus the direction: `next` and `heur` of the arc, if the arc stays
    /// on the board.
    arcs: Vec<Option<ArcAtoms>>,
    /// The arc of each `next`.
    pub(crate) arc_of: HashMap<Symbol, (Cell, Cell)>,
}

#[derive(Clone, Copy)]
pub(crate) struct CellAtoms {
    pub(crate) head: Symbol,
    pub(crate) apple: Symbol,
}

#[derive(Clone, Copy)]
pub(crate) struct ArcAtoms {
    pub(crate) next: Symbol,
    pub(crate) heur: Symbol,
}

impl Atoms {
    pub(crate) fn new(board: Board, symbols: &mut Symbols) -> Self {
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

    pub(crate) fn cell(&self, cell: Cell) -> CellAtoms {
        self.cells[self.board.index(cell)]
    }

    pub(crate) fn arc(&self, from: Cell, to: Cell) -> ArcAtoms {
        let direction = from.direction_to(to).expect("an arc joins neighbours");
        self.arcs[4 * self.board.index(from) + direction as usize].expect("the arc lies on the board")
    }
}
