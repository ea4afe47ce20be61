//! Trees of escapes: `foresight` makes them, the check plays them in the rules, and a broken one is rejected.

use hamadryad_grid::{Board, Cell, Cycle, Direction};
use hamadryad_snake::{
    Agent, AgentKind, Apples, BrokenGuarantee, Certificate, Escape, EscapeEnd, Game, Guarantee, Outcome,
    PlanError, Status, check_guarantee,
};
use std::time::Duration;

/// An agent that states escapes and does nothing else.
struct Stated(Vec<Escape>);

impl Agent for Stated {
    fn next(&mut self, _: &Game) -> Result<Direction, PlanError> {
        Err(PlanError::NoCycle)
    }

    fn certificate(&self, _: &Game) -> Option<Cycle> {
        None
    }

    fn escapes(&self, _: &Game) -> Vec<Escape> {
        self.0.clone()
    }

    fn guarantee(&self) -> Guarantee {
        Guarantee::CycleOrEscapes
    }

    fn plans(&self) -> u64 {
        0
    }
}

/// All snakes of some games at 6×6 that had eaten and lay on no cycle, with their escapes.
fn snakes_with_escapes() -> Vec<(Game, Vec<Escape>)> {
    let board = Board::new(6, 6).expect("an even board");
    let mut found = Vec::new();
    for seed in 0..12 {
        let mut game = Game::new(board, Apples::from_seed(seed));
        let kind = AgentKind::Foresight(None);
        let mut agent = kind.start(&game, &|| Duration::ZERO).expect("it can start with one cell");
        while game.status() == Status::Running {
            let direction = agent.next(&game).expect("it has a way");
            if game.step(direction) == Outcome::Ate && agent.certificate(&game).is_none() {
                found.push((game.clone(), agent.escapes(&game)));
            }
        }
        assert_eq!(game.status(), Status::Won);
    }
    found
}

#[test]
fn escapes_are_trees_and_hold_in_the_rules() {
    let snakes = snakes_with_escapes();
    let mut orders = [0; 20];
    for (game, escapes) in &snakes {
        assert_eq!(check_guarantee(&Stated(escapes.clone()), game, true), Ok(()));
        orders[Certificate::Escapes(escapes.clone()).order()] += 1;
    }
    // Not only short ones: some snakes may eat again before they lie on a cycle.
    assert!(snakes.len() > 50 && orders[1] > 0 && orders[2..].iter().sum::<usize>() > 5, "{orders:?}");
    assert_eq!(orders[0], 0);
}

#[test]
fn broken_certificates_are_rejected() {
    let mut rejected = [0; 3];
    for (game, escapes) in snakes_with_escapes() {
        let check = |escapes: &[Escape]| check_guarantee(&Stated(escapes.to_vec()), &game, true);
        // No escapes: the first free cell has none.
        assert!(matches!(check(&[]), Err(BrokenGuarantee::NoEscape { apples }) if apples.len() == 1));
        // A way that lacks its last step ends off its cycle, or before its apple.
        let mut shorter = escapes.clone();
        let way = &mut shorter[0].way;
        if way.pop().is_some() && !way.is_empty() {
            rejected[0] += usize::from(check(&shorter).is_err());
        }
        // A way through the body.
        let mut blocked = escapes.clone();
        blocked[0].way.insert(0, game.snake().nth(1).expect("a snake that has eaten"));
        assert!(matches!(check(&blocked), Err(BrokenGuarantee::Blocked { steps: 0, .. })));
        rejected[1] += 1;
        // Another cycle deep in the tree.
        let mut deep = escapes.clone();
        if let Some(cycle) = last_cycle(&mut deep) {
            *cycle = Cycle::comb(game.board());
            rejected[2] += usize::from(check(&deep).is_err());
        }
    }
    assert!(rejected.iter().all(|&count| count > 5), "{rejected:?}");
}

/// The cycle at the end of the last way of the tree.
fn last_cycle(escapes: &mut [Escape]) -> Option<&mut Cycle> {
    escapes.iter_mut().rev().find_map(|escape| match &mut escape.end {
        EscapeEnd::Avoids(cycle) | EscapeEnd::Eats(Certificate::Cycle(cycle)) => Some(cycle),
        EscapeEnd::Eats(Certificate::Escapes(escapes)) => last_cycle(escapes),
    })
}

/// The picture shows the escapes as a layer, from the cell where the way ends.
#[test]
fn pictures_have_a_layer_of_escapes() {
    let (game, escapes) = snakes_with_escapes().into_iter().next().expect("there are some");
    let first: Cell = game.head();
    let intent = hamadryad_snake::Intent { escapes: escapes.clone(), ..Default::default() };
    let frame = hamadryad_snake::frame_of_intent(&game, &intent);
    let layer = frame.layers.iter().find(|layer| layer.name == "escapes").expect("a layer of this name");
    assert!(layer.shown);
    let caption = frame.caption.join(" ");
    assert!(caption.contains(&format!("then {} escape", escapes.len())), "{caption}");
    assert!(escapes[0].way.first().is_some_and(|&next| first.direction_to(next).is_some()));
    let without = hamadryad_snake::frame_of_intent(&game, &hamadryad_snake::Intent::default());
    assert!(without.layers.iter().all(|layer| layer.name != "escapes"));
}
