//! Laws for every agent: it never loses, it never starves, and it upholds its guarantee.

use hamadryad_grid::{Board, Path};
use hamadryad_snake::{
    Agent, AgentKind, Apples, DriveError, Game, Growth, Jitter, Moment, Outcome, Rules, Start, Status, Tail,
    drive, upholds_guarantee,
};
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::time::Duration;

fn no_time() -> Duration {
    Duration::ZERO
}

/// The agents that win every game.
fn kinds() -> Vec<AgentKind> {
    let jitters = [Jitter::Indirect(1), Jitter::Indirect(10), Jitter::Always];
    let kinds = AgentKind::ALL.into_iter().filter(|kind| kind.has_guarantee());
    kinds.chain(jitters.map(AgentKind::Dynamic)).collect()
}

/// Plays a game, checks the guarantee at every step, and returns the number of steps.
fn watched(kind: AgentKind, game: &mut Game) -> Result<u64, DriveError> {
    let mut agent = kind.start(game, &no_time).expect("one cell is a start for all");
    let mut fed = 0;
    let cells = game.board().len() as u64;
    drive(game, &mut *agent, &mut |game: &Game, agent: &dyn Agent, outcome: Outcome| {
        let has_eaten = outcome != Outcome::Moved;
        assert!(upholds_guarantee(agent, game, has_eaten), "{kind}: no certificate for {:?}", game.body());
        let steps = game.statistics().steps;
        if outcome != Outcome::Moved {
            assert!(steps - fed < cells, "{kind}: {} steps to an apple", steps - fed);
            fed = steps;
        }
        ControlFlow::Continue(())
    })?;
    Ok(game.statistics().steps)
}

fn boards() -> impl Strategy<Value = Board> {
    (2usize..9, 2usize..9).prop_filter_map("even", |(rows, cols)| Board::new(rows, cols).ok())
}

fn rules() -> impl Strategy<Value = Rules> {
    let growth = (1u16..4, prop_oneof![Just(Moment::AtOnce), Just(Moment::Delayed)])
        .prop_map(|(cells, moment)| Growth { cells, moment });
    (growth, prop_oneof![Just(Tail::Strict), Just(Tail::Lenient)])
        .prop_map(|(growth, tail)| Rules { growth, tail })
}

proptest! {
    #[test]
    fn no_agent_loses_a_game(board in boards(), seed: u64, rules in rules(), grows in 0u32..6) {
        for kind in kinds() {
            let apples = Apples::from_seed(seed);
            let start = Start { grows, ..Start::random(board, apples) };
            let mut game = Game::with_rules(board, &start, apples, rules);
            let result = watched(kind, &mut game);
            prop_assert!(result.is_ok(), "{}: {:?}", kind, result);
            prop_assert_eq!(game.status(), Status::Won);
        }
    }

    #[test]
    fn an_agent_is_deterministic(board in boards(), seed: u64) {
        for kind in kinds() {
            let play = || watched(kind, &mut Game::new(board, Apples::from_seed(seed)));
            prop_assert_eq!(play(), play());
        }
    }
}

/// `foresight` searches in other ways on boards of more than 144, 400 and 900 cells.
#[test]
fn foresight_upholds_its_guarantee_on_larger_boards() {
    for (side, apples) in [(14, 4), (22, 4), (32, 12)] {
        let board = Board::new(side, side).expect("an even board");
        let comb = hamadryad_grid::Cycle::comb(board);
        let cells = comb.cells()[..board.len() / 3].iter().rev().copied().collect();
        let snake = Path::new(board.grid(), cells).expect("a path");
        let mut game = Game::with_snake(board, &snake, Apples::from_seed(1));
        let mut agent =
            AgentKind::Foresight(None).start(&game, &no_time).expect("a cycle runs through the snake");
        while game.statistics().apples < apples {
            let direction = agent.next(&game).expect("a way");
            let outcome = game.step(direction);
            assert!(!matches!(outcome, Outcome::Died(_)), "{outcome:?}");
            assert!(upholds_guarantee(&*agent, &game, outcome == Outcome::Ate), "{:?}", game.body());
        }
    }
}

/// The published `dynamic` runs into dead ends with short snakes: 2 to 3 games in a hundred at 4×4.
#[test]
fn games_from_a_short_snake_are_won() {
    let board = Board::new(4, 4).expect("an even board");
    for seed in 0..400 {
        for kind in kinds() {
            let mut game = Game::new(board, Apples::from_seed(seed));
            assert!(watched(kind, &mut game).is_ok(), "{kind} {seed}");
        }
    }
}

/// Steps that follow from the rules of the game, and steps of published agents at 8×8 (means of at least 500
/// games): ours may not need more, within four standard errors of a mean of 100 games, and `splice` must need
/// clearly fewer (481.9).
#[test]
fn mean_steps_match_published_figures() {
    let board = Board::new(8, 8).expect("an even board");
    let mean = |kind: AgentKind| {
        let steps = (0..100).map(|seed| {
            let apples = Apples::from_seed(seed);
            let mut game = Game::with_rules(board, &Start::random(board, apples), apples, Rules::default());
            let mut agent = kind.start(&game, &no_time).expect("one cell is a start for all");
            let nobody = &mut |_: &Game, _: &dyn Agent, _: Outcome| ControlFlow::Continue(());
            drive(&mut game, &mut *agent, nobody).expect("a game that is won");
            game.statistics().steps as f64
        });
        steps.sum::<f64>() / 100.0
    };
    // One cycle: the sum of (64 - L + 1)/2 over the lengths L from 1 to 63.
    for fixed in [AgentKind::ZigZag, AgentKind::Static] {
        assert!((mean(fixed) - 1039.5).abs() < 34.0, "{fixed}: {}", mean(fixed));
    }
    let published = [
        (AgentKind::Dynamic(Jitter::Never), 636.4, 29.0),
        (AgentKind::Dynamic(Jitter::Indirect(10)), 560.8, 20.0),
        (AgentKind::Dynamic(Jitter::Indirect(1)), 527.2, 19.0),
        (AgentKind::Dynamic(Jitter::Always), 521.7, 17.0),
        (AgentKind::Conservative, 554.0, 24.0),
        (AgentKind::Relaxed, 447.0, 16.0),
        (AgentKind::Cells, 489.0, 16.0),
        (AgentKind::Splice, 470.0, 0.0),
        (AgentKind::Foresight(None), 445.0, 0.0),
    ];
    for (kind, steps, errors) in published {
        assert!(mean(kind) < steps + errors, "{kind}: {}", mean(kind));
    }
}

#[test]
fn a_start_without_a_spanning_tree_is_rejected() {
    let board = Board::new(4, 4).expect("an even board");
    let start = |text: &str| {
        let cells = text.split_whitespace().map(|cell| cell.parse().expect("a cell")).collect();
        let snake = Path::new(board.grid(), cells).expect("a path");
        Game::with_snake(board, &snake, Apples::from_seed(0))
    };
    // Tree moves lead down the first column counter-clockwise; no tree move cuts the corner off.
    let dynamic = AgentKind::Dynamic(Jitter::Never);
    assert!(dynamic.start(&start("(2,1) (1,1)"), &no_time).is_ok());
    assert!(watched(dynamic, &mut start("(2,1) (1,1)")).is_ok());
    let refused = dynamic.start(&start("(2,3) (2,2) (1,2) (1,1)"), &no_time).map(|_| ()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the snake does not lie on the walk around a spanning tree of 2×2 blocks: start with one cell"
    );
}
