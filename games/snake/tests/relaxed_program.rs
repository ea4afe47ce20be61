//! The logic program of the relaxed problem (`encodings/snake/relaxed.lp`) against the search of the library,
//! on random snakes on and off every cycle.

mod snakes;

use hamadryad::{Control, Part, SolveOptions};
use hamadryad_grid::{Board, Cell, Cycle, Path};
use hamadryad_random::Random;
use hamadryad_snake::{Instance, Plan, solve_relaxed};
use snakes::{any_snake, one_of};

const RELAXED: &str = include_str!("../../../encodings/snake/relaxed.lp");

/// The largest number of steps of the program; the optima of the test are smaller.
const HORIZON: usize = 24;

fn field(cell: Cell) -> String {
    let (row, col) = cell.pair();
    format!("({row},{col})")
}

/// An optimal answer: the way from the head on, and the cycle.
fn solve_program(instance: &Instance) -> Option<(Vec<Cell>, Cycle)> {
    let board = instance.board();
    let mut control = Control::new();
    control.define("n", &board.rows().to_string()).expect("a number");
    control.define("m", &board.cols().to_string()).expect("a number");
    control.define("horizon", &HORIZON.to_string()).expect("a number");
    control.add("relaxed.lp", RELAXED).expect("a program");
    let snake = (1..).zip(instance.snake().iter());
    let mut facts: String = snake.map(|(place, &cell)| format!("snake({},{place}). ", field(cell))).collect();
    facts += &format!("apple({}).", field(instance.apple()));
    control.add("position.lp", &facts).expect("facts");
    control.ground(&[Part::base()]).expect("it can be grounded");
    let mut search = control.solve(SolveOptions::default()).expect("it can be solved");
    let mut best = None;
    while let Some(model) = search.next_model() {
        best = Some((model.to_string(), model.costs()[0]));
    }
    assert!(search.summary().exhausted);
    let (atoms, cost) = best?;
    let (mut way, mut arcs) = (Vec::new(), Vec::new());
    for atom in atoms.split(' ') {
        let numbers: Vec<i64> = atom
            .split(|sign: char| !sign.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect();
        let cell = |place: usize| Cell::from_pair(numbers[place], numbers[place + 1]).expect("a field");
        if atom.starts_with("way") {
            way.push((numbers[2], cell(0)));
        } else {
            arcs.push((cell(0), cell(2)));
        }
    }
    way.sort_unstable();
    assert_eq!(way.len() as i64, cost);
    let cycle = Cycle::from_arcs(board, arcs).expect("a cycle");
    Some((way.into_iter().map(|(_, cell)| cell).collect(), cycle))
}

/// The body after a way that eats at its end; the rules of the game are checked.
fn moved(instance: &Instance, way: &[Cell]) -> Vec<Cell> {
    let mut body = instance.snake().to_vec();
    for (step, &cell) in way.iter().enumerate() {
        assert!(body[0].direction_to(cell).is_some() && !body.contains(&cell), "{instance:?} {way:?}");
        assert_eq!(cell == instance.apple(), step + 1 == way.len(), "{instance:?} {way:?}");
        body.insert(0, cell);
        if cell != instance.apple() {
            body.pop();
        }
    }
    body
}

/// `HAMADRYAD_SNAKES` sets the number of snakes on each board.
#[test]
fn the_program_finds_the_ways_of_the_library() {
    let snakes = std::env::var("HAMADRYAD_SNAKES").ok().and_then(|number| number.parse().ok()).unwrap_or(25);
    let (mut on, mut off, mut lost) = (0, 0, 0);
    for (rows, cols) in [(2, 3), (3, 4), (4, 4), (4, 5), (5, 4)] {
        let board = Board::new(rows, cols).expect("it has a cycle");
        let mut random = Random::new(7000 + rows as u64 * 10 + cols as u64);
        for _ in 0..snakes {
            let snake: Path = any_snake(board, &mut random);
            let free: Vec<Cell> = board.grid().cells().filter(|cell| !snake.contains(cell)).collect();
            let instance =
                Instance::new(board, snake, one_of(&mut random, &free)).expect("the apple is free");
            let answer = solve_relaxed(&instance, None, &|| false);
            assert!(!answer.stopped);
            let steps = answer.plan.as_ref().map(Plan::steps);
            assert!(steps.is_none_or(|steps| steps <= HORIZON), "{instance:?}: {steps:?}");
            let program = solve_program(&instance);
            assert_eq!(program.as_ref().map(|(way, _)| way.len()), steps, "{instance:?}");
            let Some((way, cycle)) = program else {
                lost += 1;
                continue;
            };
            assert!(cycle.contains_path(moved(&instance, &way).iter().rev()), "{instance:?} {way:?}");
            let is_on = hamadryad_snake::solve(&instance, None, &|| false).plan.is_some();
            (on, off) = if is_on { (on + 1, off) } else { (on, off + 1) };
        }
    }
    assert!(on > 20 && off > 5 && lost > 5, "{on} on a cycle, {off} reach one, {lost} do not");
    println!("{on} snakes on a cycle, {off} reach one, {lost} do not");
}
