//! Frames of a game, as text.

use hamadryad_grid::{Board, Cycle};
use hamadryad_scene::Terminal;
use hamadryad_snake::{Apples, Exhaustive, Game, NoObserver, Plan, Position, Strategy, frame, play};

fn check(game: &Game, cycle: Option<&Cycle>, expected: &str) {
    let (snake, apple) = (game.body(), game.apple());
    let along = |(cycle, apple): (&Cycle, _)| {
        Plan::along(cycle.clone(), &Position { snake: &snake, apple, known: cycle }, false)
    };
    let plan = cycle.zip(apple).map(along);
    let picture = Terminal::plain(80).draw(&frame(game, plan.as_ref())).to_string();
    assert_eq!(picture.trim_end_matches('\n'), expected.trim_matches('\n'), "\n{picture}");
}

#[test]
fn the_first_steps_of_a_game() {
    let board = Board::new(4, 4).expect("an even board");
    let comb = Cycle::comb(board);
    let mut game = Game::new(board, Apples::from_seed(1));
    check(
        &game,
        None,
        "
╭─────────╮
│ ◆ · · ● │
│ · · · · │
│ · · · · │
│ · · · · │
╰─────────╯
length 1 of 16, 0 steps",
    );
    check(
        &game,
        Some(&comb),
        "
╭─────────╮
│ ◆─────● │
│ · · · · │
│ · · · · │
│ · · · · │
╰─────────╯
length 1 of 16, 0 steps, 3 to the apple",
    );
    for _ in 0..40 {
        let next = comb.successor(game.head());
        game.step(game.head().direction_to(next).expect("a neighbour"));
    }
    check(
        &game,
        Some(&comb),
        "
╭─────────╮
│ ╺━━━━━┓ │
│ · ┏━━━┛ │
│ · ┗━◆─╮ │
│ · · · ● │
╰─────────╯
length 9 of 16, 40 steps, 2 to the apple",
    );
}

#[test]
fn a_won_game() {
    let board = Board::new(6, 6).expect("an even board");
    let mut game = Game::new(board, Apples::from_seed(1));
    play(&mut game, Strategy::Conservative, &mut Exhaustive::new(board), &mut NoObserver)
        .expect("a planner that is right");
    check(
        &game,
        None,
        "
╭─────────────╮
│ ┏━━━━━━━━━┓ │
│ ┗━━━━━┓ ┏━┛ │
│ ┏━┓ ┏━┛ ┗━┓ │
│ ┃ ┃ ┗━━━┓ ┃ │
│ ╹ ┗━━━━━┛ ┃ │
│ ◆━━━━━━━━━┛ │
╰─────────────╯
length 36 of 36, 215 steps",
    );
}
