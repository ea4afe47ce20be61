//! Games of Snake from the command line.

use super::{Run, run_with};

fn play(arguments: &[&str]) -> Run {
    run_with(&[&["snake", "play", "--format", "json"], arguments].concat(), b"")
}

fn game(arguments: &[&str]) -> serde_json::Value {
    let run = play(arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    serde_json::from_str(&run.out).expect("one object")
}

#[test]
fn circuits_plan_unless_an_option_requires_the_logic_program() {
    let of_circuits = game(&[]);
    assert_eq!(of_circuits["configuration"]["solver"], "circuit");
    assert!(of_circuits["configuration"].get("approach").is_none());
    assert_eq!(of_circuits["result"]["proven"], 35);
    for options in [&["--solver", "logic"][..], &["--approach", "assume"]] {
        let of_logic = game(&[options, &["--rows", "4", "--cols", "5"]].concat());
        assert_eq!(of_logic["configuration"]["solver"], "logic");
        assert_eq!(of_logic["configuration"]["approach"], "assume");
        assert_eq!(of_logic["result"]["status"], "won");
    }
}

#[test]
fn no_time_is_enough_to_win() {
    let rushed = game(&["--rows", "6", "--cols", "7", "--time-limit", "0"]);
    assert_eq!(rushed["result"]["status"], "won");
    assert_eq!(rushed["result"]["kept"], rushed["result"]["timed_out"]);
}

#[test]
fn options_of_another_solver_are_rejected() {
    for option in [&["--approach", "nogood"][..], &["--no-mirror"], &["--no-heuristic"]] {
        let refused = play(&[&["--solver", "circuit"], option].concat());
        assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
        assert!(refused.err.starts_with(&format!("error: {} is an option of --solver logic", option[0])));
    }
}

#[test]
fn agents_win_step_by_step() {
    for (planner, name) in [
        (&["zig-zag"][..], "zig-zag"),
        (&["static"], "static"),
        (&["dynamic"], "dynamic"),
        (&["dynamic", "--jitter", "3"], "dynamic-3"),
        (&["dynamic", "--jitter", "always"], "dynamic-always"),
        (&["cells"], "cells"),
        (&["splice"], "splice"),
        (&["foresight"], "foresight"),
        (&["foresight", "--think", "1"], "foresight-1"),
    ] {
        let won = game(&[&["--planner"], planner, &["--rows", "6", "--cols", "5"]].concat());
        assert_eq!(won["configuration"]["planner"], name);
        assert_eq!(won["result"]["status"], "won");
        let moves = won["result"]["moves"].as_str().map(str::len);
        assert_eq!(moves.map(|moves| moves as u64), won["result"]["steps"].as_u64());
    }
}

#[test]
fn other_rules_are_other_games() {
    let published = ["--start", "centre", "--start-growth", "4", "--growth", "3", "--delayed-growth"];
    for player in [&["--planner", "dynamic"][..], &[]] {
        let won = game(&[player, &published].concat());
        assert_eq!(won["result"]["status"], "won");
        assert_eq!(won["configuration"]["rules"]["growth"], 3);
        // Three cells for each apple: a third of the apples, and some more since growth comes late.
        let apples = won["result"]["apples"].as_u64().expect("a number");
        assert!((11..30).contains(&apples), "{apples}");
    }
    let told = run_with(&["snake", "play", "--planner", "cells", "--start", "(2,3)", "--lenient-tail"], b"");
    assert_eq!(told.code, Some(0));
    assert!(
        told.out.contains("won      36 of 36 cells") && told.out.contains(", by cells\n"),
        "{}",
        told.out
    );
}

#[test]
fn options_of_another_agent_are_rejected() {
    let refused = |arguments: &[&str], code: i32, message: &str| {
        let run = play(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(code), ""), "{arguments:?}");
        assert!(run.err.contains(message), "{}", run.err);
    };
    refused(&["--planner", "cells", "--jitter", "1"], 1, "--jitter is an option of --planner dynamic");
    refused(&["--planner", "cells", "--think", "5"], 1, "--think is an option of --planner foresight");
    refused(&["--planner", "cells", "--solver", "circuit"], 1, "cannot be used with");
    refused(&["--planner", "dynamic", "--jitter", "0"], 1, "at least 1, or `always`");
    refused(&["--start", "(7,1)"], 65, "start: (7,1) does not lie on a 6×6 grid");
    refused(&["--growth", "0"], 1, "--growth");
}

const POSITION: &str = r#"{"rows":6,"cols":6,"snake":[[4,2],[4,3],[4,4],[4,5],[4,6],[3,6]],"apple":[6,6]}"#;

#[test]
fn a_position_is_solved_with_its_reasons() {
    let told = run_with(&["snake", "solve", "-", "--explain"], POSITION.as_bytes());
    assert_eq!(told.code, Some(0));
    assert!(
        told.out.contains("optimal  6 steps: no round trip through the snake is shorter\n"),
        "{}",
        told.out
    );
    assert!(told.out.contains("why      at least 6 steps: the distance of the apple\n"), "{}", told.out);
    let run = run_with(&["snake", "solve", "-", "--format", "json"], POSITION.as_bytes());
    let record: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
    assert_eq!(record["result"]["path"].as_array().map(Vec::len), Some(7));
    assert_eq!(record["result"]["cycle"].as_str().map(str::len), Some(36));
    assert_eq!(record["instance"], serde_json::from_str::<serde_json::Value>(POSITION).expect("an object"));
}

/// Where a round trip needs 45 steps, and the shortest way after which there is one only 17.
const BENT: &str = r#"{"rows":8,"cols":8,"apple":[8,6],
    "snake":[[8,1],[8,2],[7,2],[6,2],[5,2],[5,3],[4,3],[3,3],[3,4],[4,4],[5,4],[6,4]]}"#;

#[test]
fn a_way_need_not_be_part_of_a_round_trip() {
    for (strategy, steps) in [("conservative", 45), ("relaxed", 17)] {
        let options = ["snake", "solve", "-", "--strategy", strategy, "--format", "json"];
        let run = run_with(&options, BENT.as_bytes());
        let record: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
        assert_eq!((run.code, &record["result"]["status"]), (Some(0), &"optimal".into()));
        assert_eq!(record["result"]["steps"], steps);
        assert_eq!(record["result"]["path"].as_array().map(Vec::len), Some(steps + 1));
    }
    let told = run_with(&["snake", "solve", "-", "--strategy", "relaxed"], BENT.as_bytes());
    let optimal = "optimal  17 steps: no shorter way leaves the snake on a round trip\n";
    assert!(told.out.contains(optimal), "{}", told.out);
}

#[test]
fn relaxed_games_are_won() {
    let record = game(&["--strategy", "relaxed"]);
    assert_eq!((&record["result"]["status"], &record["result"]["proven"]), (&"won".into(), &35.into()));
    let refused = play(&["--strategy", "relaxed", "--solver", "logic"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    assert!(refused.err.starts_with("error: --solver logic has no --strategy relaxed"), "{}", refused.err);
}

/// Work, not time, limits a relaxed plan, so that equal options give the same game; without a limit, more
/// plans are proven.
#[test]
fn relaxed_plans_have_a_limit_of_work() {
    let options = ["--strategy", "relaxed", "--rows", "8", "--cols", "8"];
    let limited = |limit: &str| game(&[&options[..], &["--conflict-limit", limit]].concat());
    let (few, again, all) = (limited("3"), limited("3"), limited("0"));
    assert_eq!(few["result"], again["result"]);
    assert_eq!((&few["result"]["status"], &all["result"]["status"]), (&"won".into(), &"won".into()));
    assert!(few["result"]["proven"].as_u64() < all["result"]["proven"].as_u64());
    assert_eq!(few["configuration"]["conflict_limit"], 3);
    assert_eq!(game(&options)["configuration"]["conflict_limit"], 5000);
    assert!(all["configuration"].get("conflict_limit").is_none());
}

#[test]
fn the_guarantee_of_a_planner_is_checked_on_demand() {
    for planner in ["foresight", "splice", "cells"] {
        let record = game(&["--planner", planner, "--check", "--rows", "6", "--cols", "6"]);
        assert_eq!(record["result"]["status"], "won");
    }
    let alone = play(&["--check"]);
    assert_eq!(alone.code, Some(1), "{}", alone.err);
}

#[test]
fn a_game_begins_with_any_snake_that_can_win() {
    let begin = |strategy: &str, position: &str| {
        let options = ["snake", "play", "--start", "-", "--strategy", strategy, "--format", "json"];
        run_with(&options, position.as_bytes())
    };
    for strategy in ["naive", "conservative", "relaxed"] {
        let run = begin(strategy, BENT);
        let record: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
        assert_eq!((run.code, &record["result"]["status"]), (Some(0), &"won".into()));
        assert_eq!(record["apples"][0]["apple"], serde_json::json!([8, 6]));
        assert_eq!(
            (&record["apples"][0]["length"], &record["configuration"]["rows"]),
            (&12.into(), &8.into())
        );
        assert_eq!(record["result"]["apples"], 52);
    }
    // Without an apple, the first is drawn as all others.
    let run = begin("conservative", r#"{"rows":2,"cols":3,"snake":[[1,1],[1,2]]}"#);
    assert_eq!(run.code, Some(0));
    let refusals = [
        (
            r#"{"rows":4,"cols":4,"snake":[[1,1],[1,2],[2,2],[2,1],[3,1]]}"#,
            "no round trip leads through this snake",
        ),
        (r#"{"rows":2,"cols":2,"snake":[[1,1],[1,2],[2,2],[2,1]]}"#, "the snake covers the board already"),
        (
            r#"{"rows":2,"cols":2,"snake":[[1,1],[1,2]],"apple":[1,2]}"#,
            "-: the apple (1,2) lies on the snake",
        ),
    ];
    for (position, reason) in refusals {
        let refused = begin("conservative", position);
        assert_eq!((refused.code, refused.out.as_str()), (Some(65), ""), "{position}");
        assert!(refused.err.starts_with(&format!("error: {reason}")), "{}", refused.err);
    }
}

#[test]
fn lost_snakes_are_reported() {
    let lost = r#"{"rows":4,"cols":4,"snake":[[1,2],[2,2],[2,1]],"apple":[4,4]}"#;
    let told = run_with(&["snake", "solve", "-", "--explain"], lost.as_bytes());
    assert_eq!(told.code, Some(20));
    assert!(told.out.contains("none     no round trip leads through this snake\nwhy "), "{}", told.out);
    let closed = r#"{"rows":4,"cols":4,"snake":[[1,1],[1,2],[2,2],[2,1],[3,1]],"apple":[4,4]}"#;
    let told = run_with(&["snake", "solve", "-", "--strategy", "relaxed"], closed.as_bytes());
    assert_eq!(told.code, Some(20));
    assert!(told.out.contains("lost     the snake cannot reach the apple\n"), "{}", told.out);
}

/// A snake on no round trip, which reaches one in three steps.
#[test]
fn a_snake_on_no_round_trip_returns_to_one_and_wins() {
    let off = r#"{"rows":5,"cols":6,"snake":[[4,4],[4,3],[5,3],[5,4],[5,5],[4,5]],"apple":[2,3]}"#;
    let told = run_with(&["snake", "solve", "-"], off.as_bytes());
    assert_eq!(told.code, Some(20), "{}", told.out);
    let told = run_with(&["snake", "solve", "-", "--strategy", "relaxed"], off.as_bytes());
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.out.contains("optimal  3 steps: "), "{}", told.out);
    let kinds = [
        &["--strategy", "conservative"],
        &["--strategy", "relaxed"],
        &["--planner", "splice"],
        &["--planner", "foresight"],
    ];
    for kind in kinds {
        let options = ["snake", "play", "--start", "-", "--no-watch", "--format", "json", kind[0], kind[1]];
        let won = run_with(&options, off.as_bytes());
        assert_eq!(won.code, Some(0), "{kind:?}: {}", won.err);
    }
}

#[test]
fn bad_positions_are_refused_with_their_places() {
    let refused = [
        ("{\"rows\":4,\n\"rows\":5}", "error: -:2:6: duplicate field `rows`\n"),
        ("{}", "error: -:1:2: missing field `rows`\n"),
        (r#"{"rows":3,"cols":3,"snake":[[1,1]],"apple":[2,2]}"#, "error: -: "),
        (
            r#"{"rows":4,"cols":4,"snake":[],"apple":[2,2]}"#,
            "error: -: the snake is not a path: a path needs at",
        ),
        (
            r#"{"rows":4,"cols":4,"snake":[[1,1]],"apple":[1,1]}"#,
            "error: -: the apple (1,1) lies on the snake\n",
        ),
        (r#"{"rows":4,"cols":4,"snake":[[0,1]],"apple":[1,1]}"#, "error: -: (0,1) is not a cell: "),
        (r#"{"rows":99999999999,"cols":4,"snake":[[1,1]],"apple":[1,1]}"#, "error: -: "),
    ];
    for (text, message) in refused {
        let run = run_with(&["snake", "solve", "-"], text.as_bytes());
        assert_eq!((run.code, run.out.as_str()), (Some(65), ""), "{text}");
        assert!(run.err.starts_with(message), "{}", run.err);
    }
}

#[test]
fn the_general_snake_may_lose_its_game() {
    let endings: Vec<String> = (1..7)
        .map(|seed| {
            let seed = seed.to_string();
            let played = game(&["--rows", "6", "--cols", "6", "--planner", "general", "--seed", &seed]);
            assert_eq!(played["result"]["steps"], played["result"]["moves"].as_str().map_or(0, str::len));
            played["result"]["status"].as_str().expect("a word").to_owned()
        })
        .collect();
    assert!(endings.iter().any(|ending| ending == "lost"), "{endings:?}");
    assert!(endings.iter().all(|ending| ending == "lost" || ending == "won"), "{endings:?}");
}
