//! The rules of the game.
//!
//! A snake lies on a board, and an apple on a free cell. Each step moves the head to a neighbouring cell, and
//! every other cell of the snake follows. On an apple the snake grows by one cell at once: the head moves,
//! and the tail pauses for that step. The game is won when the snake covers the board, and lost when the head
//! leaves the board or enters a cell of the snake. The cell of the tail also counts as occupied, although the
//! tail is about to leave it. A player that follows a Hamiltonian cycle never needs that cell. [`Rules`] has
//! options: other kinds of growth, a lenient tail.
//!
//! All growth is a pause of the tail: each cell of the snake stores the number of steps for which the tail
//! pauses there. An apple adds to the number of the tail's cell or, with delayed growth, of its own cell.
//!
//! *Invariant:* the snake is a path of the board; the apple lies on a free cell, and exists unless the board
//! is full.

use crate::{Apples, Instance, InstanceError, Moment, Rules, Start, Tail};
use hamadryad_grid::{Board, Cell, Direction, Path};
use std::collections::VecDeque;
use std::fmt;

/// A game of Snake between two steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    board: Board,
    rules: Rules,
    apples: Apples,
    /// From the head to the tail.
    snake: VecDeque<Cell>,
    /// By number of the cell: whether the snake occupies it.
    taken: Vec<bool>,
    /// By number of the cell: the number of steps for which the tail pauses there.
    stays: Vec<u32>,
    /// The sum of `stays`.
    owed: usize,
    apple: Option<Cell>,
    status: Status,
    statistics: Statistics,
}

/// Result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The snake moved.
    Moved,
    /// The snake ate the apple and grew; a new apple was placed.
    Ate,
    /// The snake ate the last apple and covers the board.
    Won,
    /// The snake died and did not move.
    Died(Death),
}

/// State of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The game continues.
    Running,
    /// The snake covers the board.
    Won,
    /// The snake is dead.
    Lost(Death),
}

/// Cause of death.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Death {
    /// The head left the board.
    LeftBoard {
        /// The cell of the head.
        from: Cell,
        /// The direction of the step.
        direction: Direction,
    },
    /// The head entered a cell of the snake.
    BitItself {
        /// That cell; it may be the cell of the tail.
        cell: Cell,
    },
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LeftBoard { from, direction } => {
                write!(f, "it left the board at {from} ({})", format!("{direction:?}").to_lowercase())
            }
            Self::BitItself { cell } => write!(f, "it bit itself at {cell}"),
        }
    }
}

/// Counters of a game.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Steps of the head, including the steps that eat.
    pub steps: u64,
    /// Apples eaten.
    pub apples: u64,
}

impl Game {
    /// A new game: a snake of one cell in the corner (1,1).
    pub fn new(board: Board, apples: Apples) -> Self {
        let corner = Path::new(board.grid(), vec![board.cell(0)]).expect("one cell is a path");
        Self::with_snake(board, &corner, apples)
    }

    /// A game that starts with this snake, from its head to its tail; it must be a path of this board.
    pub fn with_snake(board: Board, snake: &Path, apples: Apples) -> Self {
        Self::with_rules(board, &Start { snake: snake.clone(), grows: 0 }, apples, Rules::default())
    }

    /// A game with other rules, or another start; the snake must be a path of this board.
    pub fn with_rules(board: Board, start: &Start, apples: Apples, rules: Rules) -> Self {
        let mut taken = vec![false; board.len()];
        for &cell in start.snake.iter() {
            assert!(board.contains(cell), "the snake must lie on the board");
            taken[board.index(cell)] = true;
        }
        let mut stays = vec![0; board.len()];
        stays[board.index(start.snake.last_cell())] = start.grows;
        let mut game = Self {
            board,
            rules,
            apples,
            snake: start.snake.iter().copied().collect(),
            taken,
            stays,
            owed: start.grows as usize,
            apple: None,
            status: Status::Running,
            statistics: Statistics::default(),
        };
        game.place_apple();
        game
    }

    /// The same game with its apple on another free cell.
    ///
    /// # Errors
    /// If the cell is occupied or lies outside the board.
    pub fn with_apple(mut self, apple: Cell) -> Result<Self, InstanceError> {
        let instance = Instance::new(self.board, self.body(), apple)?;
        self.apple = Some(instance.apple());
        Ok(self)
    }

    /// Moves the head to a neighbouring cell. A finished game does not change and returns its result again.
    pub fn step(&mut self, direction: Direction) -> Outcome {
        match self.status {
            Status::Running => {}
            Status::Won => return Outcome::Won,
            Status::Lost(death) => return Outcome::Died(death),
        }
        let from = self.head();
        let Some(to) = self.board.step(from, direction) else {
            return self.die(Death::LeftBoard { from, direction });
        };
        let tail = self.tail();
        let follows_tail = to == tail && self.rules.tail == Tail::Lenient && self.snake.len() > 2;
        if self.is_taken(to) && !(follows_tail && self.stays(tail) == 0) {
            return self.die(Death::BitItself { cell: to });
        }
        self.statistics.steps += 1;
        let eats = self.apple == Some(to);
        if eats {
            let growth = self.rules.growth;
            let where_it_shows = if growth.moment == Moment::AtOnce { tail } else { to };
            self.stays[self.board.index(where_it_shows)] += u32::from(growth.cells);
            self.owed += usize::from(growth.cells);
        }
        self.draw_tail(tail);
        self.snake.push_front(to);
        self.taken[self.board.index(to)] = true;
        if !eats {
            return Outcome::Moved;
        }
        self.statistics.apples += 1;
        self.place_apple();
        if self.status == Status::Won { Outcome::Won } else { Outcome::Ate }
    }

    /// Moves the tail unless it pauses.
    fn draw_tail(&mut self, tail: Cell) {
        let index = self.board.index(tail);
        if self.stays[index] > 0 {
            self.stays[index] -= 1;
            self.owed -= 1;
        } else {
            self.snake.pop_back();
            self.taken[index] = false;
        }
    }

    fn die(&mut self, death: Death) -> Outcome {
        self.status = Status::Lost(death);
        Outcome::Died(death)
    }

    /// Places the next apple; without a free cell the game is won.
    fn place_apple(&mut self) {
        let free = self.board.len() - self.snake.len();
        if free == 0 {
            self.apple = None;
            self.status = Status::Won;
            return;
        }
        let rank = self.apples.rank(self.statistics.apples, free as u64) as usize;
        let free_cells = self.taken.iter().enumerate().filter(|&(_, &is_taken)| !is_taken);
        let apple = free_cells.map(|(index, _)| index).nth(rank);
        self.apple = Some(self.board.cell(apple.expect("a rank is less than the number of free cells")));
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The source of the apples.
    pub fn apples(&self) -> Apples {
        self.apples
    }

    /// The cell of the head.
    pub fn head(&self) -> Cell {
        *self.snake.front().expect("the snake has a head")
    }

    /// The cell of the tail; the cell of the head in a snake of one cell.
    pub fn tail(&self) -> Cell {
        *self.snake.back().expect("the snake has a tail")
    }

    /// The cells of the snake, from the head to the tail.
    pub fn snake(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        self.snake.iter().copied()
    }

    /// The snake as a path, from the head to the tail.
    pub fn body(&self) -> Path {
        Path::new(self.board.grid(), self.snake().collect()).expect("a snake is a path")
    }

    /// The number of cells of the snake.
    pub fn length(&self) -> usize {
        self.snake.len()
    }

    /// The length of the snake after all pending growth.
    pub fn nominal_length(&self) -> usize {
        self.snake.len() + self.owed
    }

    /// The number of steps for which the tail will pause on this cell of the snake, without further apples.
    pub fn stays(&self, cell: Cell) -> u32 {
        self.stays[self.board.index(cell)]
    }

    /// Whether the snake occupies this cell of the board.
    pub fn is_taken(&self, cell: Cell) -> bool {
        self.taken[self.board.index(cell)]
    }

    /// The apple; none if the game is won.
    pub fn apple(&self) -> Option<Cell> {
        self.apple
    }

    /// The state of the game.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The counters.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}
