//! The instances of the encodings: they can be read, and the independent solvers find the known results.

use hamadryad_puzzles::minotaur::{Labyrinth, Waiting, check, shortest};
use hamadryad_puzzles::ricochet::{MOST_MOVES, Ricochet};
use hamadryad_puzzles::rogo::{Length, Rogo};
use std::path::PathBuf;

/// The instances of a puzzle by name, in order.
fn instances(puzzle: &str) -> Vec<(String, String)> {
    let folder =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../encodings").join(puzzle).join("instances");
    let files = std::fs::read_dir(folder).expect("the folder of the instances");
    let mut instances: Vec<(String, String)> = files
        .map(|file| {
            let path = file.expect("a file").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).expect("a text"))
        })
        .collect();
    instances.sort();
    instances
}

#[test]
fn labyrinths_have_the_known_shortest_walks() {
    // Steps and number of shortest walks, with waiting and without; clingo finds the same.
    let known = [
        ("4x4", Some((9, 1)), Some((10, 4))),
        ("4x4-lost", None, None),
        ("5x4", Some((11, 1)), Some((11, 1))),
        ("5x5", Some((13, 1)), Some((13, 1))),
        ("6x5", Some((14, 1)), Some((15, 2))),
        ("6x6", Some((15, 1)), Some((16, 8))),
        ("6x6-many", Some((10, 10)), Some((10, 10))),
        ("8x8-50", Some((50, 1)), Some((50, 1))),
        ("8x8-60", Some((60, 1)), Some((60, 1))),
        ("8x8-70", Some((70, 1)), Some((70, 1))),
        ("exercise", Some((4, 1)), Some((4, 1))),
    ];
    let instances = instances("minotaur");
    assert_eq!(instances.len(), known.len());
    for ((name, text), (known, with_waiting, without)) in instances.iter().zip(known) {
        assert_eq!(name, known);
        let labyrinth = Labyrinth::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (waiting, expected) in [(Waiting::Allowed, with_waiting), (Waiting::Forbidden, without)] {
            let answer = shortest(&labyrinth, waiting);
            assert_eq!(
                answer.as_ref().map(|answer| (answer.steps, answer.walks)),
                expected,
                "{name} {waiting:?}"
            );
            if let Some(answer) = answer {
                assert_eq!(check(&labyrinth, waiting, &answer.walk), Ok(()));
                assert_eq!(answer.walk.steps(), answer.steps as usize);
            }
        }
    }
}

#[test]
fn rogo_boards_have_the_known_best_loops() {
    // Points and number of best loops; clingo finds the same.
    let known = [("20110106", 31, 15), ("20110107", 36, 2), ("trick", 8, 2)];
    let instances = instances("rogo");
    assert_eq!(instances.len(), known.len());
    for ((name, text), (known, points, loops)) in instances.iter().zip(known) {
        assert_eq!(name, known);
        let rogo = Rogo::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let best = rogo.best(Length::Exactly).expect("a loop");
        assert_eq!((best.points, best.loops), (points, loops), "{name}");
        assert_eq!(rogo.check(Length::Exactly, &best.to_string()), Ok(points));
    }
}

#[test]
fn boards_of_ricochet_robots_have_the_known_shortest_plans() {
    // Moves and number of shortest plans; clingo finds the same.
    let known = [("16x16", 6, 1), ("6x6", 7, 1), ("8x8", 6, 1)];
    let instances = instances("ricochet");
    assert_eq!(instances.len(), known.len());
    for ((name, text), (known, moves, plans)) in instances.iter().zip(known) {
        assert_eq!(name, known);
        let ricochet = Ricochet::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let best = ricochet.solve(MOST_MOVES).expect("a plan");
        assert_eq!((best.moves.len(), best.count), (moves, plans), "{name}");
        assert_eq!(ricochet.check(&ricochet.atoms(&best.moves)), Ok(best.moves));
    }
}
