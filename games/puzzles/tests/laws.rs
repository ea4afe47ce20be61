//! Laws for all instances: fast algorithms agree with brute force.

use hamadryad_grid::Direction;
use hamadryad_puzzles::bag::Supply;
use hamadryad_puzzles::facts::{read_atoms, read_facts};
use hamadryad_puzzles::minotaur::{Field, Labyrinth, Waiting, Walk, check, shortest};
use hamadryad_puzzles::pipes::Pipes;
use hamadryad_puzzles::ricochet::{Move, Ricochet, Solution, random_board};
use hamadryad_puzzles::rogo::Rogo;
use hamadryad_puzzles::rush::Rush;
use proptest::prelude::*;

/// All walks with this number of steps in a 3×3 labyrinth that the checker accepts.
fn walks(labyrinth: &Labyrinth, waiting: Waiting, steps: usize) -> Vec<Walk> {
    let mut walks = vec![Walk { fields: vec![labyrinth.start] }];
    for _ in 0..steps {
        let longer = |walk: &Walk| {
            let last = walk.fields[walk.steps()];
            let fields = (1..=3).flat_map(|x| (1..=3).map(move |y| Field { x, y }));
            let near = fields.filter(move |field| field.x.abs_diff(last.x) + field.y.abs_diff(last.y) <= 1);
            let walk = walk.clone();
            near.map(move |field| Walk { fields: walk.fields.iter().copied().chain([field]).collect() })
        };
        walks = walks.iter().flat_map(longer).collect();
    }
    walks.retain(|walk| check(labyrinth, waiting, walk).is_ok());
    walks
}

fn labyrinth() -> impl Strategy<Value = String> {
    let field = || (1..=3, 1..=3).prop_map(|(x, y)| format!("({x},{y})"));
    let right = (1..=2, 1..=3).prop_map(|(x, y)| format!("wall({x},{y},{},{y}). ", x + 1));
    let above = (1..=3, 1..=2).prop_map(|(x, y)| format!("wall({x},{y},{x},{}). ", y + 1));
    let walls = prop::collection::vec(prop_oneof![right, above], 0..6);
    (field(), field(), field(), walls, 0..=5).prop_map(|(start, goal, mino, walls, steps)| {
        let walls = walls.concat();
        format!("field(1..3,1..3). start{start}. goal{goal}. mino{mino}. maxsteps({steps}). {walls}")
    })
}

/// The number of plans with this number of moves, each of which changes a position, and a plan, if there is
/// one.
fn plans(puzzle: &Ricochet, moves: u32) -> (u64, Option<Vec<Move>>) {
    if puzzle.is_solved() || moves == 0 {
        let is_plan = puzzle.is_solved() && moves == 0;
        return (is_plan.into(), is_plan.then(Vec::new));
    }
    let (mut count, mut found) = (0, None);
    for robot in 0..puzzle.robots.len() {
        for direction in Direction::ALL {
            let made = Move { robot, direction };
            let after = puzzle.after(made);
            if after != *puzzle {
                let (more, rest) = plans(&after, moves - 1);
                count += more;
                found = found.or(rest.map(|rest| [&[made], &rest[..]].concat()));
            }
        }
    }
    (count, found)
}

proptest! {
    #[test]
    fn no_plan_is_shorter_and_all_are_counted(seed in 0..1000_u64, robots in 1..=3_usize, target in 0..20_usize) {
        let mut puzzle = random_board(4, 5, robots, seed);
        puzzle.target = puzzle.board.grid.cell(target);
        let by_hand = (0..=4).find_map(|moves| {
            let (count, plan) = plans(&puzzle, moves);
            plan.map(|plan| (count, plan))
        });
        let found = puzzle.solve(4);
        let count = by_hand.as_ref().map(|(count, plan)| (*count, plan.len()));
        prop_assert_eq!(found.as_ref().map(|Solution { moves, count }| (*count, moves.len())), count);
        for moves in found.map(|found| found.moves).into_iter().chain(by_hand.map(|(_, plan)| plan)) {
            prop_assert_eq!(puzzle.check(&puzzle.atoms(&moves)), Ok(moves));
        }
    }

    #[test]
    fn no_walk_is_shorter_and_all_are_counted(text in labyrinth(), wait: bool) {
        let labyrinth = Labyrinth::read(&text).expect("an instance");
        let waiting = if wait { Waiting::Allowed } else { Waiting::Forbidden };
        let by_hand = (0..=labyrinth.most_steps)
            .map(|steps| (steps, walks(&labyrinth, waiting, steps as usize)))
            .find(|(_, walks)| !walks.is_empty());
        let answer = shortest(&labyrinth, waiting);
        let counted = by_hand.as_ref().map(|(steps, walks)| (*steps, walks.len() as u128));
        prop_assert_eq!(answer.as_ref().map(|answer| (answer.steps, answer.walks)), counted);
        if let (Some(answer), Some((_, walks))) = (answer, by_hand) {
            prop_assert!(walks.contains(&answer.walk));
            prop_assert_eq!(Walk::read(&answer.walk.to_string()), Ok(answer.walk));
        }
    }

    #[test]
    fn facts_survive_printing(text in "([a-z][a-zA-Z0-9_]{0,3}(\\((-?[0-9]{1,4}|[a-z]{1,3}|\\(1,x\\))(,-?[0-9]{1,3}){0,3}\\))?\\. ?\n?){0,8}") {
        let facts = read_facts(&text).expect("facts");
        let printed: Vec<String> = facts.iter().map(ToString::to_string).collect();
        let atoms = read_atoms(&printed.join(" ")).expect("atoms");
        prop_assert_eq!(atoms.len(), facts.len());
        for (atom, fact) in atoms.iter().zip(&facts) {
            prop_assert_eq!((&atom.name, &atom.arguments), (&fact.name, &fact.arguments));
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[a-z(),;.0-9 %*\n-]{0,40}") {
        let _ = read_facts(&text);
        let _ = read_atoms(&text);
        let _ = Labyrinth::read(&text);
    }

    #[test]
    fn no_drawing_makes_a_reader_panic(text in "((steps|maxsteps|most|ew) [0-9]{1,3}\n)?([-+|.# SGMXAB_0-9<>v^]{0,12}\n){0,7}") {
        let _ = Labyrinth::read(&text);
        let _ = Rogo::read(&text);
        let _ = Pipes::read(&text);
        let _ = Rush::read(&text);
        let _ = Ricochet::read(&text);
        let _ = Supply::read(&text);
    }
}
