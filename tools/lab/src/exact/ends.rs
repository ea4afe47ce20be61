//! Ends of shortest ways, classified: on a cycle, surely winning, and with a certificate that the search
//! finds.
//!
//! `foresight` plays games. For each apple, the snake of another game takes the shortest way to it, without
//! regard for safety; the snake that has eaten there is an *end*. Value iteration decides whether the end
//! wins against every sequence of apples, so that the share of such ends for which
//! [`hamadryad_snake::find_certificate`] finds a certificate is exact.

use super::bodies::Bodies;
use super::{Policy, paths};
use hamadryad_grid::{Board, every_cycle};
use hamadryad_snake::{
    Agent, AgentKind, Apples, Game, General, Outcome, Rules, Start, Status, find_certificate,
};
use std::time::Duration;

/// Numbers of ends.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ends {
    /// All ends.
    pub all: usize,
    /// Ends through which a Hamiltonian cycle runs.
    pub on_cycle: usize,
    /// Ends that win against every sequence of apples.
    pub safe: usize,
    /// Ends with a certificate, a cycle or escapes, that the search finds.
    pub certified: usize,
}

/// Classifies this number of ends, by tenth of the board that the snake covers; `None` if the board is larger
/// than the policy `unrestricted` permits.
pub fn ends(board: Board, count: usize) -> Option<[Ends; 10]> {
    if board.len() > Policy::Unrestricted.most_cells() {
        return None;
    }
    let snakes = collect(board, count);
    let cycles = every_cycle(board);
    let mut found = [Ends::default(); 10];
    let mut longer = Bodies::all(board, board.len());
    let mut values = vec![0.0; longer.len()];
    for length in (1..board.len()).rev() {
        let bodies = Bodies::all(board, length);
        values = paths::values(board, &bodies, &longer, &values);
        let on_cycles = Bodies::on_cycles(board, &cycles, length);
        for game in snakes.iter().filter(|game| game.length() == length) {
            let body = bodies.of(game.snake());
            let place = bodies.find(body).expect("it is a snake");
            let is_on_cycle = on_cycles.find(body).is_some();
            let ends = &mut found[(10 * length / board.len()).min(9)];
            ends.all += 1;
            ends.on_cycle += usize::from(is_on_cycle);
            ends.safe += usize::from(values[place].is_finite());
            ends.certified += usize::from(find_certificate(game).is_some());
        }
        longer = bodies;
    }
    Some(found)
}

/// Snakes that have just eaten at the end of a shortest way.
fn collect(board: Board, count: usize) -> Vec<Game> {
    let mut ends = Vec::new();
    // Each game has at least one end, unless the board has two cells.
    for seed in 1..=count as u64 {
        let apples = Apples::from_seed(seed);
        let mut game = Game::with_rules(board, &Start::random(board, apples), apples, Rules::default());
        let mut agent = AgentKind::Foresight(None)
            .start(&game, &|| Duration::ZERO)
            .expect("every board has a cycle through one cell");
        let mut is_new = true;
        while game.status() == Status::Running {
            if std::mem::take(&mut is_new) {
                ends.extend(end(game.clone()));
                if ends.len() == count {
                    return ends;
                }
            }
            let direction = agent.next(&game).expect("it never fails");
            is_new = game.step(direction) == Outcome::Ate;
        }
    }
    ends
}

/// The game after the shortest way to its apple; `None` if the snake cannot reach it, or then covers the
/// board.
fn end(mut game: Game) -> Option<Game> {
    let mut general = General::new(&game);
    let cells = game.board().len();
    for _ in 0..cells * cells {
        let direction = general.next(&game).ok()?;
        match game.step(direction) {
            Outcome::Moved => {}
            Outcome::Ate => return Some(game),
            Outcome::Won | Outcome::Died(_) => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A certificate is found for safe ends only, and for all ends on a cycle.
    #[test]
    fn certified_ends_are_safe() {
        let board = Board::new(4, 4).expect("an even board");
        let found = ends(board, 300).expect("a small board");
        let sum = |number: fn(&Ends) -> usize| found.iter().map(number).sum::<usize>();
        assert_eq!(sum(|ends| ends.all), 300);
        for Ends { all, on_cycle, safe, certified } in found {
            assert!(on_cycle <= certified && certified <= safe && safe <= all, "{found:?}");
        }
        // Escapes certify more than cycles.
        assert!(sum(|ends| ends.on_cycle) + 20 < sum(|ends| ends.certified), "{found:?}");
        assert!(ends(Board::new(6, 8).expect("an even board"), 1).is_none());
    }
}
