//! The planner that reasons on circuits, against all cycles of small boards and against the logic program on larger ones.

use hamadryad_grid::Board;
use hamadryad_snake::{
    Apples, CircuitPlanner, Exhaustive, Game, Limits, LogicPlanner, Plan, PlanError, Planner, Position,
    Status, Strategy, Unwatched, play,
};

/// Asks two planners, compares their answers and goes on with the first.
struct Compared<'a> {
    circuit: CircuitPlanner<'a>,
    other: &'a mut dyn Planner,
}

impl Planner for Compared<'_> {
    fn plan(&mut self, position: &Position<'_>) -> Result<Plan, PlanError> {
        let plan = self.circuit.plan(position)?;
        let best = self.other.plan(position)?;
        assert!(plan.proven && best.proven && position.is_followed_by(&plan.cycle));
        assert_eq!(plan.cycle.distance(position.head(), position.apple), plan.steps);
        assert_eq!(plan.steps, best.steps, "{position:?}");
        Ok(plan)
    }
}

fn compare(board: Board, seeds: std::ops::Range<u64>, other: &mut dyn Planner) {
    for seed in seeds {
        let circuit = CircuitPlanner::new(board, Limits::default());
        let mut compared = Compared { circuit, other };
        let mut game = Game::new(board, Apples::from_seed(seed));
        play(&mut game, Strategy::Conservative, &mut compared, &mut Unwatched).expect("no planner fails");
        assert_eq!(game.status(), Status::Won);
    }
}

#[test]
fn finds_the_shortest_of_all_cycles() {
    for (rows, cols) in [(2, 2), (2, 5), (3, 4), (4, 4), (4, 5), (5, 4), (4, 6), (5, 6)] {
        let board = Board::new(rows, cols).expect("it has a cycle");
        compare(board, 0..10, &mut Exhaustive::new(board));
    }
}

#[test]
fn agrees_with_the_logic_program() {
    for (rows, cols, games) in [(6, 6, 6), (6, 7, 4), (8, 8, 2)] {
        let board = Board::new(rows, cols).expect("it has a cycle");
        let mut logic = LogicPlanner::new(board, Limits::default()).expect("nobody stops it");
        compare(board, 0..games, &mut logic);
    }
}
