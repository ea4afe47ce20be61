use super::*;

const DIFFICULTIES: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

fn orders(difficulty: Difficulty, seed: u64) -> [PuzzleOrder; 4] {
    [PuzzleOrder::minotaur, PuzzleOrder::rogo, PuzzleOrder::pipes, PuzzleOrder::rush]
        .map(|order| order(difficulty, seed))
}

/// `HAMADRYAD_PUZZLES` sets the number of seeds.
#[test]
fn hints_alone_solve_generated_puzzles_in_the_optimal_number_of_moves() {
    let seeds = std::env::var("HAMADRYAD_PUZZLES").ok().and_then(|number| number.parse().ok()).unwrap_or(2);
    for (difficulty, seed) in
        DIFFICULTIES.into_iter().flat_map(|difficulty| (1..=seeds).map(move |seed| (difficulty, seed)))
    {
        for order in orders(difficulty, seed) {
            let mut play = order.generate(|_| true).expect("a possible order");
            let play = play.as_play();
            let optimal = match order.kind {
                PuzzleKind::Minotaur { steps, .. } => steps as usize,
                // Each field of the loop, and its end.
                PuzzleKind::Rogo { steps, .. } => steps + 1,
                PuzzleKind::Pipes { pieces } => pieces as usize,
                PuzzleKind::Rush { moves, .. } => moves as usize,
            };
            assert_eq!(play.verdict(), Verdict::Solvable { moves: optimal }, "{order}");
            assert_eq!(play.solution().map(|moves| moves.len()), Some(optimal), "{order}");
            while let Some(hint) = play.hint() {
                play.make(&hint).unwrap_or_else(|error| panic!("{order}: {hint}: {error}"));
                assert!(play.moves() <= optimal, "{order}");
            }
            assert_eq!((play.verdict(), play.moves()), (Verdict::Solved, optimal), "{order}");
        }
    }
}

#[test]
fn a_link_reproduces_the_puzzle() {
    let mut all: Vec<PuzzleOrder> =
        DIFFICULTIES.into_iter().flat_map(|difficulty| orders(difficulty, 12)).collect();
    let waiting = crate::minotaur::Waiting::Forbidden;
    let length = crate::rogo::Length::AtMost;
    all.push(PuzzleOrder { kind: PuzzleKind::Minotaur { steps: 8, waiting }, unique: false, ..all[0] });
    all.push(PuzzleOrder { kind: PuzzleKind::Rogo { steps: 8, best: 15, length }, unique: false, ..all[1] });
    for order in all {
        assert_eq!(format!("#{order}").parse(), Ok(order));
    }
    let order: PuzzleOrder = "g=rush&o=6x6,10,9&s=7".parse().expect("a link");
    let drawing =
        |play: &mut AnyPlay| hamadryad_scene::Terminal::plain(80).draw(&play.as_play().frame()).to_string();
    let [mut one, mut other] = [order, order].map(|order| order.generate(|_| true).expect("a board"));
    assert_eq!(drawing(&mut one), drawing(&mut other));
    let faults = [
        ("g=chess&o=8x8,1", "the part `g` of the link: expected minotaur, rogo, pipes or rush"),
        (
            "g=rush&o=6x6,x,9&s=1",
            "the part `o` of the link: expected rows and columns and the numbers of the puzzle, such as 6x6,10,9",
        ),
        ("g=rush&o=6x6,10,9&s=x", "the part `s` of the link: expected a number"),
    ];
    for (link, fault) in faults {
        assert_eq!(link.parse::<PuzzleOrder>().expect_err(link).to_string(), fault);
    }
    let large: PuzzleOrder = "g=rush&o=999x6,10,9".parse().expect("an order");
    assert!(large.rejection().is_some() && large.generate(|_| true).is_none());
    assert_eq!(PuzzleOrder::seed_of_date(2026, 11, 24), 20_261_124);
}

#[test]
fn a_link_reproduces_the_moves() {
    let links =
        ["g=minotaur&o=5x5,8&s=3", "g=pipes&o=4x4,7&s=3", "g=rush&o=6x6,5,8&s=3", "g=rogo&o=4x5,8,15&s=3"];
    for link in links {
        let order: PuzzleOrder = link.parse().expect("an order");
        let mut first = play(link);
        for _ in 0..4 {
            let hint = first.as_play().hint().expect("it is not solved");
            first.as_play().make(&hint).expect("a hint is legal");
        }
        let written = PuzzleLink { order, moves: first.as_play().made() };
        let read: PuzzleLink = format!("#{written}").parse().expect("a link");
        assert_eq!(read, written);
        let mut second = play(link);
        read.replay(second.as_play()).expect("legal moves");
        assert_eq!(second.as_play().made(), written.moves);
        // A wrong move is named.
        let mut wrong = written.clone();
        wrong.moves[2] = "9,9,9".to_owned();
        let error = wrong.replay(play(link).as_play()).expect_err("an illegal move");
        assert_eq!(error.number, 3, "{error}");
    }
}

/// Large orders are hard to generate and to solve; both end soon after a stop.
#[test]
fn searches_end_when_they_are_stopped() {
    let is_over = || true;
    for link in [
        "g=minotaur&o=12x12,60&s=1",
        "g=pipes&o=9x9,30&s=1",
        "g=rush&o=6x6,12,11&s=1",
        "g=rogo&o=8x8,20,40&s=1",
    ] {
        let order: PuzzleOrder = link.parse().expect("an order");
        assert_eq!(order.rejection(), None, "{link}");
        assert!(order.generate(|_| false).is_none(), "{link}");
    }
    let board = crate::rogo::Rogo::read("rows(9). columns(9). steps(40).").expect("a board");
    let rogo = Play::new(RogoGame::with_best(board, crate::rogo::Length::Exactly, 0));
    assert_eq!(rogo.hint_within(&is_over), Err(Stopped));
    assert_eq!(rogo.verdict_within(&is_over), Err(Stopped));
    let rush = play("g=rush&o=6x6,10,8&s=3");
    let AnyPlay::Rush(rush) = rush else { panic!("a board of Rush") };
    assert_eq!(rush.solution_within(&is_over), Err(Stopped));
}

fn play(link: &str) -> AnyPlay {
    let order: PuzzleOrder = link.parse().expect("a link");
    order.generate(|_| true).expect("a possible order")
}

/// Random legal moves, undone and made again; hints from each state lead to a solution.
#[test]
fn undo_and_redo_walk_through_the_history() {
    for link in
        ["g=minotaur&o=5x5,8&s=3", "g=pipes&o=4x4,7&s=3", "g=rush&o=6x6,5,8&s=3", "g=rogo&o=4x5,8,15&s=3"]
    {
        let mut any = play(link);
        let play = any.as_play();
        let made = |play: &dyn PuzzlePlay| play.made().join(" ");
        for _ in 0..4 {
            let hint = play.hint().expect("it is not solved");
            play.make(&hint).expect("a hint is legal");
        }
        let four = made(play);
        assert!(!play.redo() && play.undo() && play.undo() && play.moves() == 2);
        assert_eq!(play.undone(), 2);
        assert!(play.redo() && play.redo() && !play.redo() && play.undone() == 0);
        assert_eq!(made(play), four, "{link}");
        play.restart();
        assert!(!play.undo() && play.made().is_empty());
        assert!(play.redo());
        // A new move replaces the undone moves.
        let hint = play.hint().expect("it is not solved");
        play.make(&hint).expect("a hint is legal");
        assert!(!play.redo());
        let error = play.make("nonsense").expect_err("no move").to_string();
        assert!(error.starts_with("`nonsense` is not a move: expected "), "{error}");
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let refused = |link: &str, moves: &[&str]| {
        let mut any = play(link);
        let (last, before) = moves.split_last().expect("a move");
        before.iter().for_each(|made| any.as_play().make(made).expect("a legal move"));
        any.as_play().make(last).expect_err("an illegal move").to_string()
    };
    let (rogo, pipes, rush) = ("g=rogo&o=4x5,8,15&s=3", "g=pipes&o=4x4,7&s=3", "g=rush&o=6x6,5,8&s=3");
    assert_eq!(refused(rogo, &["9,9"]), "this is no field of the board");
    assert_eq!(refused(rogo, &["close"]), "the loop has no field yet");
    assert_eq!(
        refused(rush, &["Z1"]),
        "`Z1` is not a move: expected the letter of a car and its new position on its line, such as A3"
    );
    assert_eq!(refused(rush, &["X0"]).split(':').next(), Some("`X0` is not a move"));
    assert_eq!(refused(rush, &["X9"]), "it would cross the edge of the board");
    assert_eq!(refused(pipes, &["9,9,ew"]), "no piece can lie there");
    assert_eq!(refused(pipes, &["1,1,-"]), "there is no piece");
    assert_eq!(refused("g=minotaur&o=5x5,8&s=3&w=0", &["W"]), "waiting is not allowed");
}

/// A wrong piece is taken back, and a wrong field is a dead end.
#[test]
fn hints_repair_mistakes() {
    let mut pipes = play("g=pipes&o=4x4,7&s=3&u=1");
    let pipes = pipes.as_play();
    let solution = pipes.solution().expect("a solution");
    let (first, last) = (&solution[0], &solution[6]);
    let piece = last.rsplit(',').next().expect("a piece");
    let place = first.rsplit_once(',').expect("a place").0;
    // If the first piece is of the kind of the last, there is no mistake.
    let wrong = format!("{place},{piece}");
    pipes.make(&wrong).expect("a legal move");
    assert!(wrong == *first || pipes.verdict() == Verdict::Solvable { moves: 8 }, "{solution:?}");
    while let Some(hint) = pipes.hint() {
        pipes.make(&hint).expect("a hint is legal");
    }
    assert_eq!(pipes.verdict(), Verdict::Solved);

    let mut rogo = play("g=rogo&o=4x5,8,15&s=3&u=1");
    let AnyPlay::Rogo(rogo) = &mut rogo else { panic!("a board of Rogo") };
    let round = rogo.solution().expect("a solution");
    let cells = rogo.game().rogo().grid.cells().map(|cell| rogo.game().write_move(&RogoMove::Enter(cell)));
    let outside: Vec<String> = cells.filter(|cell| !round.contains(cell)).collect();
    let is_dead = |cell: &String| {
        let mut rogo = rogo.clone();
        rogo.make(cell).is_ok() && rogo.verdict() == Verdict::DeadEnd && rogo.hint().is_none()
    };
    assert!(outside.iter().any(is_dead), "{outside:?}");
    // A player may go round the loop in the other direction.
    let mut backwards = round[..8].to_vec();
    backwards.reverse();
    backwards.push("close".to_owned());
    backwards.iter().for_each(|made| rogo.make(made).expect("a legal move"));
    assert!(rogo.is_solved());
}

#[test]
fn the_minotaur_eats() {
    let labyrinth = crate::minotaur::Labyrinth::read(
        "field(1..3,1..3). start(2,1). goal(3,2). mino(2,3). maxsteps(10).
         wall(2,1,2,2). wall(2,2,3,2). wall(2,2,2,3).",
    );
    let waiting = crate::minotaur::Waiting::Allowed;
    let game = MinotaurGame::new(labyrinth.expect("an instance"), waiting).expect("a small labyrinth");
    let mut play = Play::new(game);
    assert_eq!(play.solution(), Some(["L", "R", "R", "U"].map(str::to_owned).to_vec()));
    assert_eq!(play.make("u").expect_err("a wall").to_string(), "a wall is in the way");
    play.make("r").expect("a step");
    play.make("u").expect("a step");
    assert!(play.game().is_eaten(play.state()));
    assert_eq!((play.verdict(), play.hint()), (Verdict::DeadEnd, None));
    assert_eq!(play.make("W").expect_err("it is over").to_string(), "the game is over");
    assert!(play.undo() && play.undo());
    assert_eq!(play.verdict(), Verdict::Solvable { moves: 4 });
}
