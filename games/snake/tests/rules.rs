//! The rules of the game, step by step.

use hamadryad_grid::{Board, Cell, Direction, Path};
use hamadryad_snake::{Apples, Death, Game, Growth, Moment, Outcome, Rules, Start, Statistics, Status, Tail};
use proptest::prelude::*;

fn board(rows: usize, cols: usize) -> Board {
    Board::new(rows, cols).expect("an even board")
}

fn cells(text: &str) -> Vec<Cell> {
    text.split_whitespace().map(|cell| cell.parse().expect("a cell")).collect()
}

/// A game on a 4×4 board with this snake, whose first apple lies on the wanted cell.
fn game(snake: &str, apple: &str) -> Game {
    let board = board(4, 4);
    let snake = Path::new(board.grid(), cells(snake)).expect("a path");
    let games = (0..).map(|seed| Game::with_snake(board, &snake, Apples::from_seed(seed)));
    let mut fitting = games.filter(|game| game.apple() == apple.parse().ok());
    fitting.next().expect("some seed puts the apple on any free cell")
}

#[test]
fn a_new_game_has_a_snake_of_one_cell_in_the_corner() {
    let game = Game::new(board(4, 4), Apples::from_seed(1));
    assert_eq!(game.snake().collect::<Vec<_>>(), cells("(1,1)"));
    assert_eq!(game.status(), Status::Running);
    assert_eq!(game.statistics(), Statistics::default());
    assert_ne!(game.apple(), Some(game.head()));
}

#[test]
fn all_cells_of_the_snake_follow_the_head() {
    let mut game = game("(2,2) (2,1) (1,1)", "(4,4)");
    assert_eq!(game.step(Direction::Right), Outcome::Moved);
    assert_eq!(game.snake().collect::<Vec<_>>(), cells("(2,3) (2,2) (2,1)"));
    assert_eq!(game.statistics(), Statistics { steps: 1, apples: 0 });
    assert!(!game.is_taken(Cell::new(0, 0)));
}

#[test]
fn the_snake_grows_at_the_apple() {
    let mut game = game("(2,2) (2,1)", "(2,3)");
    assert_eq!(game.step(Direction::Right), Outcome::Ate);
    assert_eq!(game.snake().collect::<Vec<_>>(), cells("(2,3) (2,2) (2,1)"));
    assert_eq!(game.statistics(), Statistics { steps: 1, apples: 1 });
    let apple = game.apple().expect("a new apple");
    assert!(!game.is_taken(apple));
}

#[test]
fn the_snake_dies_when_it_leaves_the_board() {
    let mut game = game("(1,2) (1,1)", "(4,4)");
    let death = Death::LeftBoard { from: Cell::new(0, 1), direction: Direction::Up };
    assert_eq!(game.step(Direction::Up), Outcome::Died(death));
    assert_eq!(death.to_string(), "it left the board at (1,2) (up)");
    assert_eq!(game.status(), Status::Lost(death));
    assert_eq!(game.statistics().steps, 0);
    assert_eq!(game.step(Direction::Right), Outcome::Died(death), "a finished game does not change");
    assert_eq!(game.snake().collect::<Vec<_>>(), cells("(1,2) (1,1)"));
}

#[test]
fn the_cell_of_the_tail_is_occupied() {
    // The snake is a ring of four cells: the tail would leave its cell in the same step.
    let mut ring = game("(2,1) (2,2) (1,2) (1,1)", "(4,4)");
    let death = Death::BitItself { cell: Cell::new(0, 0) };
    assert_eq!(ring.step(Direction::Up), Outcome::Died(death));
    assert_eq!(death.to_string(), "it bit itself at (1,1)");
    // A snake of two cells cannot reverse.
    assert!(matches!(game("(2,1) (2,2)", "(4,4)").step(Direction::Right), Outcome::Died(_)));
}

#[test]
fn a_full_board_is_won() {
    let board = board(2, 2);
    let snake = Path::new(board.grid(), cells("(2,1) (2,2) (1,2)")).expect("a path");
    let mut game = Game::with_snake(board, &snake, Apples::from_seed(0));
    assert_eq!(game.apple(), Some(Cell::new(0, 0)), "one cell is free");
    assert_eq!(game.step(Direction::Up), Outcome::Won);
    assert_eq!((game.status(), game.apple(), game.length()), (Status::Won, None, 4));
    assert_eq!(game.step(Direction::Up), Outcome::Won, "a finished game does not change");
    assert_eq!(game.statistics(), Statistics { steps: 1, apples: 1 });
}

#[test]
fn a_snake_that_covers_the_board_has_won() {
    let board = board(2, 2);
    let snake = Path::new(board.grid(), cells("(1,1) (2,1) (2,2) (1,2)")).expect("a path");
    assert_eq!(Game::with_snake(board, &snake, Apples::from_seed(0)).status(), Status::Won);
}

/// A game on a 4×4 board with other rules, whose first apple lies on the wanted cell, after these moves; and
/// the length after each of them. No other apple lies in the way.
fn other(rules: Rules, snake: &str, grows: u32, apple: &str, moves: &str) -> (Game, Vec<usize>) {
    let board = board(4, 4);
    let start = Start { snake: Path::new(board.grid(), cells(snake)).expect("a path"), grows };
    for seed in 0.. {
        let mut game = Game::with_rules(board, &start, Apples::from_seed(seed), rules);
        if game.apple() != apple.parse().ok() {
            continue;
        }
        let directions = moves.chars().map(|letter| Direction::from_letter(letter).expect("a letter"));
        let lengths = directions
            .map(|direction| {
                assert!(!matches!(game.step(direction), Outcome::Died(_)), "{:?}", game.status());
                game.length()
            })
            .collect();
        if game.statistics().apples <= 1 {
            return (game, lengths);
        }
    }
    unreachable!("some seed puts the apple on any free cell")
}

fn growth(cells: u16, moment: Moment) -> Rules {
    Rules { growth: Growth { cells, moment }, ..Rules::default() }
}

#[test]
fn growth_happens_at_once_or_when_the_tail_reaches_the_apple() {
    // Growth by two cells; the first step eats the apple.
    let play = |moment, moves| other(growth(3, moment), "(1,2) (1,1)", 0, "(1,3)", moves);
    assert_eq!(play(Moment::AtOnce, "RRDD").1, [3, 4, 5, 5]);
    // The tail reaches the cell of the apple after two steps.
    let (game, lengths) = play(Moment::Delayed, "R");
    assert_eq!((lengths, game.nominal_length(), game.stays(Cell::new(0, 2))), (vec![2], 5, 3));
    let (game, lengths) = play(Moment::Delayed, "RRDDLU");
    assert_eq!((lengths, game.nominal_length()), (vec![2, 2, 3, 4, 5, 5], 5));
}

#[test]
fn a_start_may_grow_in_its_first_steps() {
    let (game, _) = other(Rules::default(), "(1,1)", 3, "(4,4)", "");
    assert_eq!((game.length(), game.nominal_length()), (1, 4));
    assert_eq!(other(Rules::default(), "(1,1)", 3, "(4,4)", "RRRDD").1, [2, 3, 4, 4, 4]);
}

#[test]
fn a_lenient_tail_may_be_followed_closely_unless_it_stays() {
    let lenient = Rules { tail: Tail::Lenient, ..Rules::default() };
    let step = |snake, grows, direction| other(lenient, snake, grows, "(4,4)", "").0.step(direction);
    let ring = "(2,1) (2,2) (1,2) (1,1)";
    assert_eq!(step(ring, 0, Direction::Up), Outcome::Moved);
    assert_eq!(step(ring, 1, Direction::Up), Outcome::Died(Death::BitItself { cell: Cell::new(0, 0) }));
    // A snake of two cells cannot reverse under lenient rules either.
    assert!(matches!(step("(2,1) (2,2)", 0, Direction::Right), Outcome::Died(_)));
}

#[test]
fn starts_have_their_cells() {
    let board = board(6, 4);
    assert_eq!(Start::corner(board).snake.first_cell().to_string(), "(1,1)");
    assert_eq!(Start::centre(board).snake.first_cell().to_string(), "(4,3)");
    assert!(Start::at(board, Cell::new(6, 0)).is_err());
    let random = |seed| Start::random(board, Apples::from_seed(seed)).snake.first_cell();
    let cells: std::collections::BTreeSet<Cell> = (0..200).map(random).collect();
    assert_eq!((random(7), cells.len()), (random(7), 24));
    // The apples are those of every other game of the seed.
    let apple = |start: &Start| {
        let game = Game::with_rules(board, start, Apples::from_seed(7), Rules::default());
        let mut free = board.cells().filter(|&cell| !game.is_taken(cell));
        free.position(|cell| Some(cell) == game.apple())
    };
    assert_eq!(apple(&Start::corner(board)), apple(&Start::centre(board)));
}

proptest! {
    /// The invariant of the rules holds after any steps, and a death changes nothing.
    #[test]
    fn the_snake_stays_a_path_and_the_apple_free(
        seed: u64,
        (rows, cols) in (2usize..7, 2usize..7).prop_filter("even", |(rows, cols)| rows * cols % 2 == 0),
        turns in prop::collection::vec(0usize..4, 0..200),
    ) {
        let mut game = Game::new(board(rows, cols), Apples::from_seed(seed));
        for turn in turns {
            let before = game.clone();
            let outcome = game.step(Direction::ALL[turn]);
            let snake = game.body();
            prop_assert_eq!(snake.len(), game.length());
            prop_assert_eq!(game.length() as u64, 1 + game.statistics().apples);
            for cell in game.board().cells() {
                prop_assert_eq!(game.is_taken(cell), snake.contains(&cell));
            }
            if let Some(apple) = game.apple() {
                prop_assert!(!game.is_taken(apple));
            }
            match outcome {
                Outcome::Moved => prop_assert_eq!(game.apple(), before.apple()),
                Outcome::Ate => prop_assert_eq!(Some(game.head()), before.apple()),
                Outcome::Won => prop_assert_eq!(game.length(), game.board().len()),
                Outcome::Died(_) => {
                    prop_assert_eq!(game.statistics(), before.statistics());
                    break;
                }
            }
        }
    }
}
