use super::*;
use crate::{
    AgentKind, CircuitPlanner, Exhaustive, Limits, PlanError, Planner, Position, RulesRecord, StartRecord,
    Strategy,
};
use hamadryad_grid::Cell;
use hamadryad_random::Random;
use std::cell::Cell as Counter;
use std::time::Duration;

fn session(rows: usize, cols: usize, seed: u64) -> Session {
    let beginning = Beginning { rows, cols, seed, rules: RulesRecord::default() };
    Session::begin(beginning, SessionMode::Practice).expect("the board is possible")
}

/// A step that does not kill the snake, towards the apple in half of the cases; none if all steps are deadly.
fn some_step(game: &Game, random: &mut Random) -> Option<Direction> {
    let board = game.board();
    let free = |direction: &Direction| {
        board.step(game.head(), *direction).is_some_and(|cell: Cell| !game.is_taken(cell))
    };
    let steps: Vec<Direction> = Direction::ALL.into_iter().filter(free).collect();
    let apple = game.apple()?;
    let distance = |direction: &&Direction| {
        board.step(game.head(), **direction).map_or(u32::MAX, |cell| cell.manhattan(apple))
    };
    if random.chance(0.5) { steps.iter().min_by_key(distance).copied() } else { random.pick(&steps).copied() }
}

/// A budget of some conflicts.
fn budget(calls: &Counter<u64>) -> impl Fn() -> bool {
    move || {
        calls.set(calls.get().saturating_sub(1));
        calls.get() == 0
    }
}

/// The light is compared with the list of all Hamiltonian cycles of the board, at every step of random games,
/// with and without a budget.
///
/// `HAMADRYAD_GAMES` sets the number of games.
#[test]
fn the_light_agrees_with_the_list_of_all_cycles() {
    let games = std::env::var("HAMADRYAD_GAMES").ok().and_then(|number| number.parse().ok()).unwrap_or(25);
    let mut oracle = Exhaustive::new(session(6, 6, 0).board());
    let mut random = Random::new(23);
    let (mut safe, mut not_proven, mut unknown) = (0, 0, 0);
    for seed in 0..games {
        let mut session = session(6, 6, seed);
        while session.game().status() == Status::Running {
            let (snake, known) = (session.game().body(), Cycle::comb(session.board()));
            let apple = session.game().apple().expect("a running game has an apple");
            let best = oracle.plan(&Position { snake: &snake, apple, known: &known });
            // The search of a copy ends after few conflicts, so that it decides nothing in some cases.
            let calls = Counter::new(random.below(4));
            let limited = session.clone().light(&budget(&calls)).expect("the game is not over");
            match (&limited, &best) {
                (Light::Unknown, _) => unknown += 1,
                (Light::NotProven, best) => assert_eq!(*best, Err(PlanError::NoCycle), "{snake:?}"),
                (&Light::Safe { steps, is_least }, Ok(best)) => {
                    assert!(steps >= best.steps() && (!is_least || steps == best.steps()), "{snake:?}");
                }
                (Light::Safe { .. }, Err(_)) => panic!("{snake:?} is not safe"),
            }
            match (session.light(&|| false).expect("the game is not over"), best) {
                (Light::Safe { steps, is_least: true }, Ok(best)) => {
                    assert_eq!(steps, best.steps(), "{snake:?}");
                    safe += 1;
                }
                (Light::NotProven, Err(PlanError::NoCycle)) => not_proven += 1,
                (light, best) => panic!("{snake:?}: {light:?}, {best:?}"),
            }
            let Some(direction) = some_step(session.game(), &mut random) else { break };
            session.step(direction).expect("the step is possible");
            assert!(session.certificate().is_none_or(|cycle| session.lies_on(cycle)));
        }
        assert!(session.game().status() == Status::Running || session.light(&|| false).is_none());
    }
    eprintln!("{games} games: {safe} safe, {not_proven} not proven, {unknown} unknown within the budget");
    assert!(safe > 100 && not_proven > 100 && unknown > 10, "{safe}, {not_proven}, {unknown}");
}

/// The numbers are collected step by step; they equal those of the whole game, also after undone steps.
#[test]
fn numbers_are_those_of_the_moves() {
    let mut random = Random::new(29);
    let (mut apples, mut undone) = (0, 0);
    for seed in 0..40 {
        let mut session = session(6, 6, seed);
        while let Some(direction) = some_step(session.game(), &mut random) {
            session.step(direction).expect("the step is possible");
            if random.chance(0.2) {
                undone += u64::from(session.undo());
            }
            let numbers = session.statistics();
            assert_eq!(numbers.apples, steps_per_apple(&session.start, session.moves()));
            assert_eq!(numbers.steps, session.moves().len() as u64);
        }
        apples += session.statistics().apples.len();
    }
    assert!(apples > 200 && undone > 200, "{apples} apples, {undone} undone steps");
}

#[test]
fn hints_alone_win() {
    for strategy in Strategy::ALL {
        for seed in 0..4 {
            let mut session = session(6, 6, seed);
            while session.game().status() == Status::Running {
                let calls = Counter::new(200);
                let hint = session.hint(strategy, &budget(&calls)).expect("the game is not over");
                assert!(hint.certainty != Certainty::Guess);
                assert_eq!(session.board().step(session.game().head(), hint.direction), Some(hint.path[1]));
                assert_eq!(hint.path.last().copied(), session.game().apple());
                session.step(hint.direction).expect("a hint is possible");
            }
            assert_eq!(session.game().status(), Status::Won, "{strategy:?}, seed {seed}");
        }
    }
}

/// After a step off every cycle, a hint leads the snake back onto one, where the planner finds such a way.
#[test]
fn hints_lead_back_onto_a_cycle() {
    let (mut led_back, mut guesses) = (0, 0);
    let mut random = Random::new(5);
    for seed in 0..30 {
        let mut session = session(6, 6, seed);
        while let Some(direction) = some_step(session.game(), &mut random) {
            session.step(direction).expect("the step is possible");
            let is_off = session.light(&|| false) == Some(Light::NotProven);
            if session.game().length() < 6 || !is_off {
                continue;
            }
            let calls = Counter::new(200_000);
            let hint = session.hint(Strategy::Conservative, &budget(&calls)).expect("the game is not over");
            match hint.certainty {
                Certainty::Cycle => panic!("no cycle runs through the snake"),
                Certainty::Guess => guesses += 1,
                Certainty::CycleAtApple => {
                    for pair in hint.path.windows(2) {
                        session.step(pair[0].direction_to(pair[1]).expect("a neighbour")).expect("a step");
                    }
                    let is_won = session.game().status() == Status::Won;
                    assert!(is_won || matches!(session.light(&|| false), Some(Light::Safe { .. })));
                    led_back += 1;
                }
            }
            break;
        }
    }
    assert!(led_back > 5 && led_back + guesses > 15, "{led_back} led back, {guesses} guesses");
}

#[test]
fn a_planner_takes_over_and_wins() {
    for kind in [AgentKind::Splice, AgentKind::Foresight(None), AgentKind::Conservative, AgentKind::Relaxed] {
        let mut session = session(6, 6, 3);
        for _ in 0..40 {
            let hint = session.hint(Strategy::Naive, &|| false).expect("the game is not over");
            session.step(hint.direction).expect("a hint is possible");
        }
        let mut autopilot = session.take_over(kind, &|| Duration::ZERO).expect("it lies on a cycle");
        while session.game().status() == Status::Running {
            let intent = autopilot.plan(&session).expect("no planner fails");
            assert_eq!(intent.path.first().copied(), Some(session.game().head()));
            autopilot.step(&mut session).expect("no planner fails");
        }
        let statistics = session.statistics();
        assert_eq!(session.game().status(), Status::Won);
        assert_eq!(statistics.by_planner + 40, statistics.steps);
        assert_eq!(statistics.apples.len(), 35);
        assert!(session.undo());
        let error = autopilot.plan(&session).expect_err("the game has changed");
        assert_eq!(error, AutopilotError::Interrupted);
    }
}

/// The hints of the conservative strategy at each apple are the plans of the planner with that name.
#[test]
fn a_rival_plays_the_game_of_its_planner() {
    let own = session(6, 6, 1);
    let rival =
        own.rival(AgentKind::Conservative, &|| Duration::ZERO, &|| false).expect("it starts with a cell");
    assert_eq!(rival.status, Status::Won);
    let mut game = own.game().clone();
    let mut planner = CircuitPlanner::new(game.board(), Limits::default());
    let report = crate::play(&mut game, Strategy::Conservative, &mut planner, &mut crate::NoObserver);
    let report = report.expect("no planner fails");
    let steps: Vec<u64> = report.solves.iter().map(|solve| solve.steps as u64).collect();
    assert_eq!(rival.apples.iter().map(|apple| apple.steps).collect::<Vec<_>>(), steps);
    assert_eq!(rival.apples.last().map(|apple| apple.total), Some(report.moves.len() as u64));
    assert!(rival.apples.iter().all(|apple| apple.distance as u64 <= apple.steps));
    assert_eq!(rival.behind(&rival.apples[..5]), Some(0));
    assert_eq!(rival.behind(&[]), None);
    let stopped = own.rival(AgentKind::Conservative, &|| Duration::ZERO, &|| true).expect("it starts");
    assert_eq!((stopped.status, stopped.moves.len()), (Status::Running, 1));
}

#[test]
fn reversing_is_refused_and_death_can_be_undone_in_practice() {
    let mut session = session(4, 4, 1);
    session.step(Direction::Right).expect("the board has a cell there");
    // A snake of one cell has no neck.
    session.step(Direction::Left).expect("the board has a cell there");
    while session.game().length() < 2 {
        let hint = session.hint(Strategy::Naive, &|| false).expect("the game is not over");
        session.step(hint.direction).expect("a hint is possible");
    }
    let neck = session.game().snake().nth(1).expect("it has two cells");
    let back = session.game().head().direction_to(neck).expect("a neighbour");
    assert_eq!(session.step(back), Err(StepError::Reverse));
    let before = session.game().clone();
    let steps = session.moves().len();
    while let Ok(outcome) = session.step(back.opposite()) {
        if matches!(outcome, Outcome::Died(_)) {
            break;
        }
    }
    assert!(matches!(session.game().status(), Status::Lost(_)));
    assert_eq!(session.step(back.opposite()), Err(StepError::Over));
    assert_eq!(session.light(&|| false), None);
    assert!(session.hint(Strategy::Conservative, &|| false).is_none());
    assert!(GameRecord::read(&session.record().to_json()).is_ok());
    while session.moves().len() > steps {
        assert!(session.undo());
    }
    assert_eq!(*session.game(), before);
    session.mode = SessionMode::Game;
    assert!(!session.undo());
}

/// Beginnings with all kinds of rules and starts.
fn beginnings() -> Vec<Beginning> {
    let usual = RulesRecord::default();
    let named = |name: &str| RulesRecord { start: StartRecord::Named(name.to_owned()), ..usual.clone() };
    let snake = |snake: Vec<(i64, i64)>, apple| {
        let position = crate::PositionRecord { rows: 6, cols: 6, snake, apple };
        RulesRecord { start: StartRecord::Position(position), ..usual.clone() }
    };
    let rules = [
        usual.clone(),
        named("centre"),
        named("random"),
        named("(3,4)"),
        RulesRecord { start_growth: 3, growth: 4, delayed: true, lenient_tail: true, ..usual.clone() },
        snake(vec![(2, 2), (2, 3), (3, 3)], Some((6, 6))),
        snake(vec![(2, 2)], Some((1, 1))),
        snake(vec![(5, 5)], None),
    ];
    rules.into_iter().map(|rules| Beginning { rows: 6, cols: 6, seed: 77, rules }).collect()
}

#[test]
fn a_link_reproduces_the_game() {
    let mut random = Random::new(9);
    for beginning in beginnings() {
        let mut session = Session::begin(beginning, SessionMode::Game).expect("a beginning");
        for _ in 0..120 {
            let link = session.link();
            let read = Session::from_link(&format!("#{link}"), SessionMode::Game).expect(&link);
            assert_eq!(read.game(), session.game(), "{link}");
            let Some(direction) = some_step(session.game(), &mut random) else { break };
            session.step(direction).expect("the step is possible");
        }
    }
}

#[test]
fn links_with_errors_are_rejected_with_the_step() {
    let message = |link: &str| Session::from_link(link, SessionMode::Game).expect_err(link).to_string();
    let link = |moves: &str| {
        let moves: Vec<Direction> = moves.chars().filter_map(Direction::from_letter).collect();
        format!("g=snake&b=4x4&s=1&m={}", encode_moves(&moves))
    };
    assert_eq!(message(&link("RDUUU")), "at step 4: the snake dies, since it left the board at (1,2) (up)");
    assert_eq!(message(&link("RRRL")), "at step 4: a snake cannot reverse");
    assert_eq!(message("g=snake&b=4x4&m=!"), "at step 1: `!` is not a letter of a link");
    assert_eq!(message("g=rush&b=4x4"), "the part `g` of the link: expected snake");
    assert_eq!(message("g=snake&b=4&m="), "the part `b` of the link: expected a size such as 6x6");
    assert!(message("g=snake&b=3x3&m=").contains("odd"), "{}", message("g=snake&b=3x3&m="));
    assert!(message("g=snake&b=60000x60000&m=").contains("at most 10000"));
    assert!(message("g=snake&b=4x4&r=fast&m=").contains("lenient, delayed"));
    assert!(message("g=snake&b=4x4&i=9,9&m=").contains("(9,9)"));
}

#[test]
fn moves_survive_their_code() {
    let mut random = Random::new(4);
    for length in (0..200usize).chain([1000, 5000]) {
        let straight = random.chance(0.5);
        let mut last = Direction::Up;
        let moves: Vec<Direction> = (0..length)
            .map(|_| {
                if !straight || random.one_in(6) {
                    last = Direction::ALL[random.index(4)];
                }
                last
            })
            .collect();
        let letters = encode_moves(&moves);
        assert_eq!(decode_moves(&letters), Ok(moves), "{letters}");
        assert!(letters.len() <= (length * 2 + 24).div_ceil(6) * 17 / 16 + 2, "{length}: {}", letters.len());
    }
}

/// Every change of one letter is found, no later than at its step.
#[test]
fn one_wrong_letter_is_found() {
    let mut random = Random::new(8);
    let moves: Vec<Direction> = (0..300).map(|_| Direction::ALL[random.index(4)]).collect();
    let letters = encode_moves(&moves);
    for place in 0..letters.len() {
        for wrong in "AZaz09-_!é".chars().filter(|&wrong| !letters[place..].starts_with(wrong)) {
            let changed: String = letters
                .chars()
                .enumerate()
                .map(|(at, letter)| if at == place { wrong } else { letter })
                .collect();
            let error = decode_moves(&changed).expect_err(&changed);
            // A block has 48 moves; the first block has fewer, because of the number of moves.
            let block = 48 * (place / 17) + 1;
            assert!((block.saturating_sub(10)..=block).contains(&error.step), "{place}: {error}");
        }
        assert!(decode_moves(&letters[..place]).is_err(), "{place}");
    }
    assert!(decode_moves(&(letters + "A")).is_err());
}
