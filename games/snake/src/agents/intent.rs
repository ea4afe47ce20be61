//! The plan of an agent, as a picture shows it.

use crate::{Game, Intent};
use hamadryad_grid::{Cell, Cycle, Direction};

/// The way from the head to the apple: the next step and the rest of the agent's way, or else a part of its
/// cycle.
pub(super) fn of(
    game: &Game,
    next: Option<Direction>,
    way: Vec<Cell>,
    cycle: Option<Cycle>,
    search: Vec<(Cell, u32)>,
) -> Intent {
    let Some(apple) = game.apple() else {
        return Intent { cycle, search, ..Intent::default() };
    };
    let head = game.head();
    let next = next.and_then(|direction| game.board().step(head, direction));
    let mut path: Vec<Cell> = [head].into_iter().chain(next).chain(way).collect();
    if path.last() != Some(&apple) {
        path = cycle.as_ref().map_or(Vec::new(), |cycle| cycle.between(head, apple).collect());
    }
    Intent { path, cycle, search, escapes: Vec::new() }
}

#[cfg(test)]
mod tests {
    use crate::{AgentKind, Apples, Game, Status};
    use hamadryad_grid::Board;
    use std::time::Duration;

    /// Before each step, the path of a plan leads from the head to the apple cell by cell, and begins with
    /// that step.
    #[test]
    fn the_path_of_an_agent_leads_from_the_head_to_the_apple() {
        let board = Board::new(6, 6).expect("an even board");
        for kind in AgentKind::ALL {
            let mut game = Game::new(board, Apples::from_seed(5));
            let mut agent = kind.start(&game, &|| Duration::ZERO).expect("it can start with one cell");
            let (mut steps, mut without) = (0, 0);
            while game.status() == Status::Running && steps < 2000 {
                let direction = agent.next(&game).expect("no agent fails");
                let path = agent.intent(&game, Some(direction)).path;
                steps += 1;
                match &path[..] {
                    [] => without += 1,
                    path => {
                        assert_eq!(path[0], game.head(), "{kind}");
                        assert_eq!(Some(path[1]), board.step(game.head(), direction), "{kind}");
                        assert_eq!(path.last().copied(), game.apple(), "{kind}");
                        assert!(
                            path.windows(2).all(|pair| pair[0].direction_to(pair[1]).is_some()),
                            "{kind}"
                        );
                    }
                }
                game.step(direction);
            }
            assert!(without == 0 || kind == AgentKind::General, "{kind}: {without} steps without a path");
        }
    }
}
