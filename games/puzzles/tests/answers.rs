//! The encodings, run by the engine: their answers are compared with closed forms and with solvers without
//! logic programs, and each answer passes its checker.

use hamadryad::{Control, OptimizeMode, Part, SolveOptions, Truth};
use hamadryad_puzzles::bag::{Bags, Supply};
use hamadryad_puzzles::minotaur::{self, Labyrinth, Waiting, Walk, shortest};
use hamadryad_puzzles::pipes::{self, Pipes};
use hamadryad_puzzles::ricochet::{self, Ricochet};
use hamadryad_puzzles::rogo::{Length, Rogo};
use hamadryad_puzzles::rush::{self, Rush};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The text of a file of `encodings/`.
fn encoding(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../encodings").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of a puzzle's instances, in order.
fn instances(puzzle: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../encodings").join(puzzle).join("instances");
    let files = std::fs::read_dir(folder).expect("the folder of the instances");
    let path = files.map(|file| file.expect("a file").path());
    let mut names: Vec<String> =
        path.map(|path: PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    names.sort();
    assert!(!names.is_empty());
    names
}

/// A control that has grounded the texts.
fn grounded(texts: &[String], constants: &[(&str, String)]) -> Control {
    let mut control = Control::new();
    for (name, value) in constants {
        control.define(name, value).expect("a number");
    }
    for text in texts {
        control.add("encoding.lp", text).expect("a program");
    }
    control.ground(&[Part::base()]).expect("it can be grounded");
    control
}

/// All answers, each with its costs and whether it is proven optimal.
fn answers(control: &mut Control, optimize: OptimizeMode) -> Vec<(String, Vec<i64>, bool)> {
    let options = SolveOptions { models: Some(0), optimize, ..SolveOptions::default() };
    let mut search = control.solve(options).expect("a program that can be solved");
    let mut answers = Vec::new();
    while let Some(model) = search.next_model() {
        answers.push((model.to_string(), model.costs().to_vec(), model.optimality_proven()));
    }
    let summary = search.summary();
    assert!(summary.exhausted);
    assert_eq!(summary.costs.is_some(), summary.optimum_proven);
    answers
}

fn bags(stage: &str, size: Bags) -> Vec<String> {
    let constants = [("types", size.types.to_string()), ("max_n", size.most.to_string())];
    let mut control = grounded(&[encoding(&format!("bag/{stage}.lp"))], &constants);
    answers(&mut control, OptimizeMode::Optimize).into_iter().map(|(answer, ..)| answer).collect()
}

#[test]
fn bags_by_the_constants_of_their_programs() {
    for (stage, expected) in [("slots", 625), ("packed", 341), ("bag", 70)] {
        let mut control = grounded(&[encoding(&format!("bag/{stage}.lp"))], &[]);
        assert_eq!(answers(&mut control, OptimizeMode::Optimize).len(), expected, "{stage}");
    }
}

#[test]
fn the_number_of_bags_is_the_closed_form() {
    for (types, most) in [(1, 1), (1, 6), (2, 5), (3, 3), (5, 2), (6, 1), (4, 3)] {
        let size = Bags { types, most };
        let number = |stage| Some(bags(stage, size).len() as u128);
        assert_eq!(number("slots"), size.count_slots(), "{size:?}");
        assert_eq!(number("packed"), size.count_packed(), "{size:?}");
    }
    for (types, most) in [(1, 1), (1, 9), (2, 7), (3, 5), (4, 5), (5, 4), (7, 3), (12, 2)] {
        let size = Bags { types, most };
        let answers = bags("bag", size);
        let different: BTreeSet<Vec<u32>> = answers
            .iter()
            .map(|answer| size.check(answer).unwrap_or_else(|fault| panic!("{answer}: {fault}")))
            .collect();
        assert_eq!(Some(answers.len() as u128), size.count(), "{size:?}");
        assert_eq!(different.len(), answers.len(), "{size:?}: the same bag twice");
    }
}

#[test]
fn minotaur_walks_are_as_short_as_those_of_breadth_first_search() {
    for name in instances("minotaur") {
        // The search for a walk of 50 steps by `guess.lp` takes too long.
        let programs: &[&str] =
            if name.starts_with("8x8") { &["minotaur.lp"] } else { &["minotaur.lp", "guess.lp"] };
        let instance = encoding(&format!("minotaur/instances/{name}.lp"));
        let labyrinth = Labyrinth::read(&instance).expect("an instance");
        let rules = [(Waiting::Allowed, 1), (Waiting::Forbidden, 0)];
        for (program, (waiting, wait)) in
            programs.iter().flat_map(|program| rules.map(|rules| (program, rules)))
        {
            let texts = [encoding(&format!("minotaur/{program}")), instance.clone()];
            let mut control = grounded(&texts, &[("wait", wait.to_string())]);
            let answers = answers(&mut control, OptimizeMode::EnumerateOptimal);
            let mut best: Vec<(Walk, Vec<i64>)> = Vec::new();
            for (answer, costs, is_best) in answers {
                let walk = Walk::read(&answer).unwrap_or_else(|fault| panic!("{name}: {answer}: {fault}"));
                assert_eq!(minotaur::check(&labyrinth, waiting, &walk), Ok(()), "{name}: {answer}");
                assert_eq!(costs, [walk.steps() as i64], "{name}: {answer}");
                if is_best {
                    assert!(!best.iter().any(|(other, _)| *other == walk), "{name}: twice {answer}");
                    best.push((walk, costs));
                }
            }
            match shortest(&labyrinth, waiting) {
                Some(expected) => {
                    assert_eq!(best.len() as u128, expected.walks, "{name} {waiting:?}");
                    assert!(best.iter().all(|(_, costs)| *costs == [i64::from(expected.steps)]), "{name}");
                    assert!(best.iter().any(|(walk, _)| *walk == expected.walk), "{name}");
                }
                None => assert_eq!(best, [], "{name} {waiting:?}"),
            }
        }
    }
}

/// The instance, and a control with the encoding and further files.
fn rogo(name: &str, more: &[&str]) -> (Rogo, Control) {
    let instance = encoding(&format!("rogo/instances/{name}.lp"));
    let rogo = Rogo::read(&instance).expect("an instance");
    let mut texts = vec![encoding("rogo/rogo.lp"), instance];
    texts.extend(more.iter().map(|file| encoding(&format!("rogo/{file}.lp"))));
    (rogo, grounded(&texts, &[]))
}

const ROGO: [(&str, u64); 3] = [("trick", 8), ("20110106", 31), ("20110107", 36)];

#[test]
fn rogo_is_solved_to_optimality() {
    for (name, points) in ROGO {
        let (rogo, mut control) = rogo(name, &[]);
        let answers = answers(&mut control, OptimizeMode::Optimize);
        for (answer, costs, _) in &answers {
            let points = rogo
                .check(Length::Exactly, answer)
                .unwrap_or_else(|fault| panic!("{name}: {answer}: {fault}"));
            assert_eq!(*costs, [-(points as i64)], "{name}: {answer}");
        }
        let best = answers.last().expect("a loop");
        assert_eq!(best.1, [-(points as i64)], "{name}");
    }
}

/// The distinct best answers of an encoding.
fn best_loops(name: &str, more: &[&str], constants: &[(&str, String)]) -> BTreeSet<String> {
    let instance = encoding(&format!("rogo/instances/{name}.lp"));
    let files = more.iter().map(|file| encoding(&format!("rogo/{file}.lp")));
    let mut control = grounded(&files.chain([instance]).collect::<Vec<_>>(), constants);
    let mut answers = answers(&mut control, OptimizeMode::EnumerateOptimal);
    answers.retain(|&(.., is_best)| is_best);
    let different: BTreeSet<String> = answers.iter().map(|(answer, ..)| answer.clone()).collect();
    assert_eq!(different.len(), answers.len(), "{name} {more:?}: the same loop twice");
    different
}

#[test]
fn rogo_lists_each_best_loop_once_or_with_its_symmetries() {
    for (name, points) in ROGO {
        let (rogo, _) = rogo(name, &[]);
        let expected = rogo.best(Length::Exactly).expect("a loop").loops;
        let all = 2 * rogo.steps as u64;
        let (often, once) = ([("once", "0".to_string())], [("once", "1".to_string())]);
        for (more, constants, times) in [
            (&["rogo"][..], &often, 1),
            (&["rogo", "places", "symmetry"], &often, 1),
            (&["rogo", "places"], &often, all),
            (&["by-places"], &often, all),
            (&["by-places"], &once, 1),
        ] {
            let loops = best_loops(name, more, constants);
            assert_eq!(loops.len() as u64, expected * times, "{name} {more:?}");
            assert!(
                loops.iter().all(|answer| rogo.check(Length::Exactly, answer) == Ok(points)),
                "{loops:?}"
            );
        }
    }
}

#[test]
fn rogo_supports_shorter_loops_and_a_least_number_of_points() {
    for (name, _) in ROGO {
        let (rogo, _) = rogo(name, &[]);
        let expected = rogo.best(Length::AtMost).expect("a loop");
        let loops = best_loops(name, &["rogo"], &[("at_most", "1".to_string())]);
        assert_eq!(loops.len() as u64, expected.loops, "{name}");
        assert!(loops.iter().all(|answer| rogo.check(Length::AtMost, answer) == Ok(expected.points)));

        let good = rogo.good.unwrap_or(6);
        let mut expected = 0;
        rogo.each_loop_while(Length::Exactly, |_, points| {
            expected += usize::from(points >= good);
            true
        });
        let instance = encoding(&format!("rogo/instances/{name}.lp"));
        let mut control = grounded(&[encoding("rogo/rogo.lp"), instance], &[("least", good.to_string())]);
        let answers = answers(&mut control, OptimizeMode::Ignore);
        assert_eq!(answers.len(), expected, "{name}");
        assert!(
            answers
                .iter()
                .all(|(answer, ..)| rogo.check(Length::Exactly, answer).is_ok_and(|points| points >= good))
        );
    }
}

/// The answers of an incremental program at the first step with answers.
fn grown(program: &str, instance: &str, constants: &[(&str, String)]) -> Vec<String> {
    let mut control = Control::new();
    for (name, value) in constants {
        control.define(name, value).expect("a number");
    }
    for text in [&encoding(program), instance, "#program check(t). #external query(t)."] {
        control.add_apart_from_includes(program, text).expect("a program");
    }
    let mut query = None;
    for step in 0.. {
        if let Some(query) = query {
            control.release_external(query);
        }
        let now = [control.symbols_mut().number(step)];
        let next = if step == 0 { Part::base() } else { Part::new("step", &now) };
        control.ground(&[next, Part::new("check", &now)]).expect("it can be grounded");
        let atom = control.symbols_mut().function("query", &now);
        control.assign_external(atom, Truth::True);
        query = Some(atom);
        let found = answers(&mut control, OptimizeMode::Optimize);
        if !found.is_empty() {
            return found.into_iter().map(|(answer, ..)| answer).collect();
        }
    }
    Vec::new()
}

#[test]
fn incremental_minotaur_walks_are_as_short_as_those_of_breadth_first_search() {
    for name in instances("minotaur") {
        let instance = encoding(&format!("minotaur/instances/{name}.lp"));
        let labyrinth = Labyrinth::read(&instance).expect("an instance");
        for (waiting, wait) in [(Waiting::Allowed, 1u8), (Waiting::Forbidden, 0)] {
            let answers = grown("minotaur/steps.lp", &instance, &[("wait", wait.to_string())]);
            let Some(expected) = shortest(&labyrinth, waiting) else {
                assert!(
                    answers.len() == 1 && answers[0].starts_with("lost("),
                    "{name} {waiting:?}: {answers:?}"
                );
                continue;
            };
            let walks: BTreeSet<String> = answers
                .iter()
                .map(|answer| {
                    let walk = Walk::read(answer).unwrap_or_else(|fault| panic!("{name}: {answer}: {fault}"));
                    assert_eq!(minotaur::check(&labyrinth, waiting, &walk), Ok(()), "{name}: {answer}");
                    assert_eq!(walk.steps(), expected.steps as usize, "{name}: {answer}");
                    walk.to_string()
                })
                .collect();
            assert_eq!(
                (walks.len() as u128, answers.len()),
                (expected.walks, walks.len()),
                "{name} {waiting:?}"
            );
        }
    }
}

/// The instances of a puzzle as text.
fn boards(puzzle: &str) -> Vec<String> {
    instances(puzzle).iter().map(|name| encoding(&format!("{puzzle}/instances/{name}.lp"))).collect()
}

#[test]
fn pipes_have_the_layouts_of_the_flow_search() {
    let many = (1..=8).map(|seed| {
        let order = pipes::Order {
            rows: 4,
            cols: 4,
            supply: pipes::Order::any_pieces(4 + seed as u32 % 4),
            unique: false,
            uniform: false,
            seed,
        };
        pipes::generate(&order, |_| true).expect("a board").0.to_string()
    });
    for text in boards("pipes").into_iter().chain(many) {
        let board = Pipes::read(&text).expect("an instance");
        let expected: BTreeSet<String> =
            board.layouts(usize::MAX, u64::MAX).found.iter().map(pipes::atoms).collect();
        let mut control = grounded(&[encoding("pipes/pipes.lp"), text], &[]);
        let answers = answers(&mut control, OptimizeMode::Optimize);
        let found: BTreeSet<String> = answers
            .iter()
            .map(|(answer, ..)| board.check(answer).map(|layout| pipes::atoms(&layout)))
            .collect::<Result<_, _>>()
            .unwrap_or_else(|fault| panic!("{board}: {fault}"));
        assert_eq!((&found, answers.len()), (&expected, expected.len()), "{board}");
    }
}

#[test]
fn rush_solutions_are_as_short_as_those_of_breadth_first_search() {
    let many = (1..=6).map(|seed| {
        let (moves, supply) = (2 + seed as u32, rush::any_cars(6));
        let order = rush::Order { rows: 5, cols: 5, moves, supply, unique: false, uniform: false, seed };
        rush::generate(&order, |_| true).expect("a board").to_string()
    });
    for text in boards("rush").into_iter().chain(many) {
        let board = Rush::read(&text).expect("an instance");
        let expected = board.solve().expect("a solution");
        if expected.count > 5000 {
            continue;
        }
        let answers = grown("rush/rush.lp", &text, &[]);
        let found: BTreeSet<String> = answers
            .iter()
            .map(|answer| board.check(answer).map(|moves| rush::atoms(&moves)))
            .collect::<Result<_, _>>()
            .unwrap_or_else(|fault| panic!("{board}: {fault}"));
        assert_eq!((found.len() as u128, answers.len()), (expected.count, found.len()), "{board}");
        assert!(found.contains(&rush::atoms(&expected.moves)), "{board}");
    }
}

#[test]
fn bags_respect_their_limits() {
    for text in ["bag(2,4). type(1..3). limit(1,1,3). limit(3,0,1).", "bag(0,5). type(1..2). limit(2,2,2)."] {
        let supply = Supply::read(text).expect("a supply");
        let constants = [
            ("types", supply.kinds.len().to_string()),
            ("max_n", supply.most.to_string()),
            ("min_n", supply.least.to_string()),
        ];
        // The program has its own predicates for types and sizes.
        let limits = text.split_inclusive(". ").filter(|fact| fact.starts_with("limit")).collect();
        let mut control = grounded(&[encoding("bag/bag.lp"), encoding("bag/limits.lp"), limits], &constants);
        let answers = answers(&mut control, OptimizeMode::Optimize);
        let bags: BTreeSet<Vec<u32>> = answers
            .iter()
            .map(|(answer, ..)| supply.check(answer))
            .collect::<Result<_, _>>()
            .unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!((Some(bags.len() as u128), bags.len()), (supply.count(), answers.len()), "{text}");
    }
}

#[test]
fn robots_need_the_moves_that_breadth_first_search_finds() {
    let orders = (1..=12).map(|seed| ricochet::Order {
        rows: 4 + (seed % 3) as u16,
        cols: 4 + (seed % 4) as u16,
        robots: 1 + (seed % 4) as usize,
        moves: (seed % 6) as u32,
        unique: false,
        seed,
    });
    let mut puzzles: Vec<Ricochet> =
        orders.filter_map(|order| ricochet::generate(&order, |boards| boards < 100)).collect();
    assert!(puzzles.len() >= 10, "{}", puzzles.len());
    for name in ["6x6", "8x8"] {
        let text = encoding(&format!("ricochet/instances/{name}.lp"));
        puzzles.push(Ricochet::read(&text).expect("an instance"));
    }
    for puzzle in puzzles {
        for horizon in [7, 3] {
            let texts = [encoding("ricochet/ricochet.lp"), puzzle.to_string()];
            let mut control = grounded(&texts, &[("horizon", horizon.to_string())]);
            let answers = answers(&mut control, OptimizeMode::EnumerateOptimal);
            let mut best = BTreeSet::new();
            for (answer, costs, is_best) in answers {
                // On the way to the optimum, a plan may have a move that is blocked.
                if is_best {
                    let moves = puzzle.check(&answer).unwrap_or_else(|fault| panic!("{answer}: {fault}"));
                    assert_eq!(costs, [moves.len() as i64], "{answer}");
                    assert!(best.insert(puzzle.atoms(&moves)), "twice {answer}");
                }
            }
            let expected = puzzle.solve(horizon);
            let count = expected.as_ref().map_or(0, |solution| solution.count);
            assert_eq!(best.len() as u64, count, "{}", puzzle.drawing());
            if let Some(solution) = expected {
                assert!(best.contains(&puzzle.atoms(&solution.moves)), "{}", puzzle.drawing());
            }
        }
    }
}
