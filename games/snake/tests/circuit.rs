//! The circuit planner against the enumeration of cycles on small boards, and against the logic program on
//! larger ones.

mod snakes;

use hamadryad_grid::{Board, Cell, Path, every_cycle};
use hamadryad_random::Random;
use hamadryad_snake::{
    Apples, CircuitPlanner, Exhaustive, Game, Instance, Limits, LogicPlanner, NoObserver, Plan, PlanError,
    Planner, Position, Status, Strategy, play, shorter_way, solve, solve_relaxed,
};
use snakes::{any_snake, one_of};

/// Calls two planners, compares their plans and returns the plan of the first.
struct Compared<'a> {
    circuit: CircuitPlanner<'a>,
    other: &'a mut dyn Planner,
}

impl Planner for Compared<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let plan = self.circuit.plan(position)?;
        let best = self.other.plan(position)?;
        assert!(plan.proven && best.proven && position.is_followed_by(&plan.cycle));
        assert_eq!(plan.cycle.distance(position.head(), position.apple), plan.steps());
        assert_eq!(plan.steps(), best.steps(), "{position:?}");
        Ok(plan)
    }

    fn relaxed_plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let plan = self.circuit.relaxed_plan(position)?;
        let best = self.other.relaxed_plan(position)?;
        assert!(plan.proven && best.proven);
        assert_eq!(plan.steps(), best.steps(), "{position:?}");
        Ok(plan)
    }
}

fn compare(board: Board, strategy: Strategy, seeds: std::ops::Range<u64>, other: &mut dyn Planner) {
    for seed in seeds {
        let circuit = CircuitPlanner::new(board, Limits::default());
        let mut compared = Compared { circuit, other };
        let mut game = Game::new(board, Apples::from_seed(seed));
        play(&mut game, strategy, &mut compared, &mut NoObserver).expect("no planner fails");
        assert_eq!(game.status(), Status::Won);
    }
}

#[test]
fn the_circuit_planner_finds_a_shortest_cycle() {
    for (rows, cols) in [(2, 2), (2, 5), (3, 4), (4, 4), (4, 5), (5, 4), (4, 6), (5, 6)] {
        let board = Board::new(rows, cols).expect("it has a cycle");
        compare(board, Strategy::Conservative, 0..10, &mut Exhaustive::new(board));
    }
}

/// Compares with a search over all bodies of the snake.
#[test]
fn the_circuit_planner_finds_a_shortest_relaxed_way() {
    for (rows, cols) in [(2, 2), (2, 5), (3, 4), (4, 3), (4, 4), (4, 5), (4, 6)] {
        let board = Board::new(rows, cols).expect("it has a cycle");
        compare(board, Strategy::Relaxed, 0..10, &mut Exhaustive::new(board));
    }
}

#[test]
fn the_circuit_planner_agrees_with_the_logic_program() {
    for (rows, cols, games) in [(6, 6, 60), (6, 7, 30), (8, 8, 20)] {
        let board = Board::new(rows, cols).expect("it has a cycle");
        let mut logic = LogicPlanner::new(board, Limits::default()).expect("no limit stops it");
        compare(board, Strategy::Conservative, 0..games, &mut logic);
    }
}

#[test]
fn every_snake_is_decided() {
    let (mut winnable, mut lost) = (0, 0);
    for (rows, cols) in [(2, 3), (3, 4), (4, 4), (4, 5), (5, 4), (4, 6)] {
        let board = Board::new(rows, cols).expect("it has a cycle");
        let cycles = every_cycle(board);
        let mut random = Random::new(rows as u64 * 10 + cols as u64);
        for _ in 0..150 {
            let snake = any_snake(board, &mut random);
            let free: Vec<Cell> = board.grid().cells().filter(|cell| !snake.contains(cell)).collect();
            let apple = one_of(&mut random, &free);
            let through = cycles.iter().filter(|cycle| cycle.contains_path(snake.iter().rev()));
            let best = through.map(|cycle| cycle.distance(snake.first_cell(), apple)).min();
            let instance = Instance::new(board, snake.clone(), apple).expect("the apple is free");
            let answer = solve(&instance, None, &|| false);
            assert!(!answer.stopped);
            let found = answer.plan.inspect(|plan| assert!(plan.cycle.contains_path(snake.iter().rev())));
            assert_eq!(found.map(|plan| plan.steps()), best, "{instance:?}");
            assert_eq!(answer.bounds.last().map(|bound| bound.steps), best, "{instance:?}");
            *if best.is_some() { &mut winnable } else { &mut lost } += 1;
        }
    }
    assert!(winnable > 100 && lost > 100, "{winnable} can win, {lost} cannot");
}

#[test]
fn an_invalid_instance_is_rejected_with_the_reason() {
    let board = Board::new(4, 4).expect("it has a cycle");
    let cell = |text: &str| text.parse::<Cell>().expect("a cell");
    let reason = |snake: &[&str], apple: &str| {
        let larger = Board::new(6, 6).expect("it has a cycle").grid();
        let snake = Path::new(larger, snake.iter().map(|text| cell(text)).collect()).expect("a path");
        Instance::new(board, snake, cell(apple)).expect_err("it is no instance").to_string()
    };
    assert_eq!(reason(&["(4,4)", "(4,5)"], "(1,1)"), "the snake's cell (4,5) does not lie on a 4×4 board");
    assert_eq!(reason(&["(1,1)"], "(5,1)"), "the apple (5,1) does not lie on a 4×4 board");
    assert_eq!(reason(&["(1,1)", "(1,2)"], "(1,2)"), "the apple (1,2) lies on the snake");
}

/// Compares with a search over all bodies that the snake can reach, for snakes on and off every cycle.
///
/// `HAMADRYAD_SNAKES` sets the number of snakes on each board.
#[test]
fn a_snake_off_every_cycle_reaches_one_by_the_shortest_way() {
    let snakes = std::env::var("HAMADRYAD_SNAKES").ok().and_then(|number| number.parse().ok()).unwrap_or(40);
    let (mut on, mut off, mut lost) = (0, 0, 0);
    for (rows, cols) in [(2, 3), (3, 4), (4, 4), (4, 5), (5, 4), (5, 6)] {
        let board = Board::new(rows, cols).expect("it has a cycle");
        let known = hamadryad_grid::Cycle::comb(board);
        let mut oracle = Exhaustive::new(board);
        let mut random = Random::new(rows as u64 * 100 + cols as u64);
        for _ in 0..snakes {
            let snake = any_snake(board, &mut random);
            let free: Vec<Cell> = board.grid().cells().filter(|cell| !snake.contains(cell)).collect();
            let apple = one_of(&mut random, &free);
            let instance = Instance::new(board, snake.clone(), apple).expect("the apple is free");
            let answer = solve_relaxed(&instance, None, &|| false);
            assert!(!answer.stopped);
            let best = oracle.relaxed_plan(&Position { snake: &snake, apple, known: &known }).ok();
            let steps = answer.plan.as_ref().map(Plan::steps);
            assert_eq!(steps, best.as_ref().map(Plan::steps), "{instance:?}");
            match &answer.plan {
                Some(plan) => {
                    assert!(plan.proven && plan.cycle.contains_path(moved(&snake, &plan.way).iter().rev()));
                    let is_on = is_on_a_cycle(&mut oracle, &snake, apple, &known);
                    (on, off) = if is_on { (on + 1, off) } else { (on, off + 1) };
                }
                None => {
                    assert!(answer.refuted.is_some(), "{instance:?}");
                    lost += 1;
                }
            }
        }
    }
    assert!(on > 0 && off > 0 && lost > 0, "{on} on a cycle, {off} reach one, {lost} do not");
    println!("{on} snakes on a cycle, {off} reach one, {lost} do not");
}

/// A bisection finds ways that are shorter than asked for, no shorter than the shortest, and that end on their
/// cycle.
#[test]
fn a_bisection_finds_shorter_ways() {
    let board = Board::new(6, 6).expect("it has a cycle");
    let known = hamadryad_grid::Cycle::comb(board);
    let mut random = Random::new(17);
    let (mut found, mut shortest, mut missed) = (0, 0, 0);
    for _ in 0..200 {
        // A part of the comb is the snake, the apple lies anywhere else.
        let mut cells = known.cells().to_vec();
        cells.rotate_left(random.below(36) as usize);
        let (snake, free) = cells.split_at(1 + random.below(35) as usize);
        let apple = one_of(&mut random, free);
        let snake = Path::new(board.grid(), snake.iter().rev().copied().collect()).expect("a path");
        let along = known.distance(snake.first_cell(), apple);
        let instance = Instance::new(board, snake.clone(), apple).expect("the apple is free");
        let least =
            solve_relaxed(&instance, Some(&known), &|| false).plan.expect("the comb is a plan").steps();
        let Some(plan) = shorter_way(&instance, &known, along, 500, &|| false) else {
            missed += usize::from(least < along);
            continue;
        };
        assert!(least <= plan.steps() && plan.steps() < along && !plan.proven, "{instance:?}");
        assert!(plan.cycle.contains_path(moved(&snake, &plan.way).iter().rev()), "{instance:?}");
        assert_eq!(plan.way.last(), Some(&apple));
        found += 1;
        shortest += usize::from(plan.steps() <= least + 2);
    }
    // A bisection tries neither the distance nor each number of steps.
    assert!(
        missed * 5 < found && shortest * 10 > found * 8,
        "{found}, {shortest} of them shortest, {missed} missed"
    );
    println!("{found}, {shortest} of them shortest, {missed} missed");
    let stopped =
        Instance::new(board, Path::new(board.grid(), vec![board.cell(0)]).expect("a path"), board.cell(35));
    // Without a search, the way is that along the known cycle, if it has fewer steps.
    let stopped = stopped.expect("the apple is free");
    let along = known.distance(board.cell(0), board.cell(35));
    let steps = |most| shorter_way(&stopped, &known, most, 500, &|| true).map(|plan| plan.steps());
    assert_eq!((steps(along + 1), steps(along)), (Some(along), None));
}

/// Whether some cycle runs through the snake.
fn is_on_a_cycle(oracle: &mut Exhaustive, snake: &Path, apple: Cell, known: &hamadryad_grid::Cycle) -> bool {
    oracle.plan(&Position { snake, apple, known }).is_ok()
}

/// The body of the snake after a way to the apple, from its head to its tail; the rules of the game are
/// checked.
fn moved(snake: &Path, way: &[Cell]) -> Vec<Cell> {
    let mut body = snake.to_vec();
    for (step, &cell) in way.iter().enumerate() {
        assert!(body[0].direction_to(cell).is_some() && !body.contains(&cell), "{snake:?} {way:?}");
        body.insert(0, cell);
        if step + 1 < way.len() {
            body.pop();
        }
    }
    body
}
