//! Games as films: the pictures, and the rejection of illegal games.

use hamadryad_grid::{Board, Cell, Cycle, Direction};
use hamadryad_scene::{Film, Frame, Pictures, Shape, Terminal};
use hamadryad_snake::{
    AgentKind, AppleRecord, Apples, Game, GameRecord, Intent, Jitter, Moves, Pace, Status, film, frame_with,
};

fn board() -> Board {
    Board::new(4, 4).expect("an even board")
}

/// The cycle of [`Cycle::comb`] as moves.
const COMB: &str = "RRRDLLDRRDLLLUUU";

fn record(moves: Moves, plan: &AppleRecord) -> GameRecord {
    let text = r#"{"configuration":{"rows":4,"cols":4,"seed":3},"result":{"moves":""}}"#;
    let mut record = GameRecord::read(text).expect("a game without moves");
    record.result.moves = moves;
    record.apples = Some(vec![plan.clone(); 15]);
    record
}

fn moves(letters: &str) -> Moves {
    Moves::try_from(letters.to_owned()).expect("letters of moves")
}

/// A whole game along the comb, with the same plan for each apple.
fn recorded(plan: &AppleRecord) -> GameRecord {
    let mut game = Game::new(board(), Apples::from_seed(3));
    let cycle = Cycle::comb(board());
    let mut moves = Vec::new();
    while game.status() == Status::Running {
        let next = cycle.successor(game.head());
        moves.push(game.head().direction_to(next).expect("a neighbour"));
        game.step(moves[moves.len() - 1]);
    }
    record(Moves(moves), plan)
}

fn frames(film: &Film) -> &[Frame] {
    match &film.pictures {
        Pictures::Frames { frames, .. } => frames,
        Pictures::Drawn(_) => panic!("a game is drawn here"),
    }
}

/// The cells of the line on a layer.
fn line<'a>(frame: &'a Frame, name: &str) -> &'a [Cell] {
    let layer = frame.layers.iter().find(|layer| layer.name == name);
    let shapes = layer.map_or(&[][..], |layer| &layer.shapes);
    shapes
        .iter()
        .find_map(|shape| if let Shape::Course(course) = shape { Some(&course.cells[..]) } else { None })
        .unwrap_or(&[])
}

#[test]
fn a_film_of_steps_has_a_picture_for_each() {
    let cycle = Cycle::comb(board());
    let recorded = recorded(&AppleRecord { cycle: Some(moves(COMB)), ..AppleRecord::default() });
    let film = film(&recorded, Pace::Step, None, 50).expect("a game by the rules");
    assert_eq!(film.len(), recorded.result.moves.0.len() + 1);
    assert_eq!(film.chapters.len(), 16);
    assert_eq!((film.chapters[0].picture, film.chapters[0].name.as_str()), (0, "apple 1"));
    let end = film.chapters.last().expect("an end");
    assert_eq!((end.picture, end.name.as_str()), (film.len() - 1, "the end"));
    for pair in frames(&film).windows(2) {
        let (head, next) = (line(&pair[0], "snake")[0], line(&pair[1], "snake")[0]);
        assert_eq!(cycle.successor(head), next);
        let (plan, ahead) = (line(&pair[0], "plan"), line(&pair[1], "plan"));
        assert_eq!(plan[0], head);
        assert_eq!(plan[1], next);
        assert!(plan.len() == 2 || ahead == &plan[1..], "a step shortens the plan");
        assert_eq!(line(&pair[0], "cycle"), cycle.cells());
    }
}

#[test]
fn a_film_of_apples_has_a_picture_for_each_chapter() {
    let film = film(&recorded(&AppleRecord::default()), Pace::Apple, None, 50).expect("a game by the rules");
    assert_eq!(film.len(), 16);
    assert!(film.chapters.iter().enumerate().all(|(place, chapter)| chapter.picture == place));
    for (eaten, frame) in frames(&film).iter().enumerate() {
        assert_eq!(line(frame, "snake").len(), eaten + 1);
        assert!(line(frame, "plan").is_empty() && line(frame, "cycle").is_empty());
    }
}

#[test]
fn a_path_may_leave_the_cycle() {
    let plan = AppleRecord { path: Some(moves("RUD")), cycle: Some(moves(COMB)), ..AppleRecord::default() };
    let film = film(&recorded(&plan), Pace::Apple, None, 50).expect("a game by the rules");
    let expected = [Cell::new(0, 0), Cell::new(0, 1)];
    assert_eq!(line(&frames(&film)[0], "plan"), expected, "the way ends where it leaves the board");
}

#[test]
fn an_illegal_game_is_rejected_at_its_step() {
    let error = |moves: Vec<Direction>| {
        let record = record(Moves(moves), &AppleRecord::default());
        film(&record, Pace::Step, None, 50).expect_err("no such game").to_string()
    };
    let (up, right) = (Direction::Up, Direction::Right);
    assert_eq!(
        error(vec![right, up]),
        "the snake would have died at step 2: it left the board at (1,2) (up)"
    );
    let mut moves = recorded(&AppleRecord::default()).result.moves.0;
    moves.push(right);
    assert_eq!(error(moves.clone()), format!("step {} follows the end of a won game", moves.len()));
}

#[test]
fn unreachable_cells_are_striped() {
    let cell = |row, col| Cell::new(row, col);
    let snake =
        [(1, 1), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 3)].map(|(row, col)| cell(row, col));
    let snake = hamadryad_grid::Path::new(board().grid(), snake.to_vec()).expect("a path");
    let game = Game::with_snake(board(), &snake, Apples::from_seed(1));
    let picture = Terminal::plain(80).draw(&frame_with(&game, &Intent::default())).to_string();
    assert_eq!(
        picture.matches('×').count() + usize::from(game.apple().is_some_and(|apple| apple.row > 0)),
        6,
        "{picture}"
    );
}

#[test]
fn a_way_is_shown_until_the_snake_leaves_it() {
    // The way leads along the first row, back through its first cell, and then away from the recorded plan.
    let plan = AppleRecord { path: Some(moves("RLDDD")), ..AppleRecord::default() };
    let film = film(&record(moves("RLDU"), &plan), Pace::Step, None, 50).expect("a game by the rules");
    let left: Vec<usize> = frames(&film).iter().map(|frame| line(frame, "plan").len()).collect();
    assert_eq!(left, [6, 5, 4, 3, 0]);
}

/// A whole game of an agent on a square board.
fn agent_game(kind: AgentKind, side: usize) -> GameRecord {
    let mut game = Game::new(Board::new(side, side).expect("an even board"), Apples::from_seed(3));
    let mut agent = kind.start(&game, &|| std::time::Duration::ZERO).expect("one cell is a start");
    let mut steps = Vec::new();
    while game.status() == Status::Running {
        steps.push(agent.next(&game).expect("a direction"));
        game.step(steps[steps.len() - 1]);
    }
    let text = format!(
        r#"{{"configuration":{{"rows":{side},"cols":{side},"seed":3,"planner":"{kind}"}},"result":{{"moves":""}}}}"#
    );
    let mut record = GameRecord::read(&text).expect("a game without moves");
    record.result.moves = Moves(steps);
    record
}

#[test]
fn agents_with_a_cycle_show_their_plans() {
    for kind in [AgentKind::ZigZag, AgentKind::Static, AgentKind::Dynamic(Jitter::Indirect(1))] {
        let mut record = agent_game(kind, 4);
        let shown = film(&record, Pace::Step, None, 50).expect("a game by the rules");
        let shown = frames(&shown);
        for pair in shown.windows(2) {
            let (plan, next) = (line(&pair[0], "plan"), line(&pair[1], "snake")[0]);
            assert_eq!((plan[0], plan[1]), (line(&pair[0], "snake")[0], next), "{kind}");
            assert_eq!(line(&pair[0], "cycle").len(), 16, "{kind}");
        }
        let has = |name: &str| shown[0].layers.iter().any(|layer| layer.name == name && !layer.shown);
        let searches = matches!(kind, AgentKind::Dynamic(_));
        assert_eq!((has("tree"), has("search")), (true, searches), "{kind}");
        // Without a further move the record does not say whether the agent would go on.
        let index = record.result.moves.0.len() / 2;
        record.result.moves.0.truncate(index);
        let whole = film(&record, Pace::Step, None, 50).expect("a game by the rules");
        assert!(line(frames(&whole).last().expect("a frame"), "plan").is_empty());
    }
}

#[test]
fn every_agent_shows_its_way_in_each_picture() {
    for kind in AgentKind::ALL.into_iter().filter(|kind| kind.has_guarantee()) {
        let shown = film(&agent_game(kind, 4), Pace::Step, None, 50).expect("a game by the rules");
        for pair in frames(&shown).windows(2) {
            let (plan, next) = (line(&pair[0], "plan"), line(&pair[1], "snake")[0]);
            assert_eq!((plan[0], plan[1]), (line(&pair[0], "snake")[0], next), "{kind}");
        }
        let with_cycle = frames(&shown).iter().filter(|frame| line(frame, "cycle").len() == 16).count();
        assert!(with_cycle > 0, "{kind}");
    }
}

#[test]
fn plans_are_not_shown_for_moves_of_another_player() {
    let mut record = agent_game(AgentKind::Splice, 4);
    record.configuration.planner = agent_game(AgentKind::ZigZag, 4).configuration.planner;
    let shown = film(&record, Pace::Step, None, 50).expect("a game by the rules");
    assert!(line(&frames(&shown)[frames(&shown).len() - 2], "plan").is_empty());
}

#[test]
fn a_description_has_the_places() {
    let shown = film(&record(moves("RD"), &AppleRecord::default()), Pace::Step, None, 50)
        .expect("a game by the rules");
    let [first, _, last] = frames(&shown) else { panic!("two steps are three pictures") };
    assert!(first.description.starts_with("head (1,1), tail (1,1), apple ("), "{}", first.description);
    assert!(last.description.starts_with("head (2,2), tail ("), "{}", last.description);
}

#[test]
fn the_page_of_a_game_on_64_cells_is_small() {
    for kind in
        [AgentKind::ZigZag, AgentKind::Dynamic(Jitter::Never), AgentKind::Conservative, AgentKind::Splice]
    {
        let page = film(&agent_game(kind, 8), Pace::Step, None, 80).expect("a game by the rules").page();
        assert!(page.len() < 300_000, "{kind}: {} bytes", page.len());
        for layer in ["cycle", "tree", "plan", "snake"] {
            assert!(page.contains(&format!("[\"{layer}\",")), "{kind}: no layer {layer}");
        }
    }
}
