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
fn circuits_plan_unless_an_option_speaks_of_the_logic_program() {
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
fn what_a_solver_does_not_have_is_refused() {
    for option in [&["--approach", "nogood"][..], &["--no-mirror"], &["--no-heuristic"]] {
        let refused = play(&[&["--solver", "circuit"], option].concat());
        assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
        assert!(refused.err.starts_with(&format!("error: {} speaks of the logic program", option[0])));
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
        assert!((11..24).contains(&apples), "{apples}");
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
fn what_an_agent_does_not_have_is_refused() {
    let refused = |arguments: &[&str], code: i32, message: &str| {
        let run = play(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(code), ""), "{arguments:?}");
        assert!(run.err.contains(message), "{}", run.err);
    };
    refused(&["--planner", "cells", "--jitter", "1"], 1, "--jitter speaks of --planner dynamic");
    refused(&["--planner", "cells", "--solver", "circuit"], 1, "cannot be used with");
    refused(&["--planner", "dynamic", "--jitter", "0"], 1, "at least 1, or `always`");
    refused(&["--start", "(7,1)"], 65, "--start: (7,1) does not lie on a 6×6 grid");
    refused(&["--growth", "0"], 1, "--growth");
}

const POSITION: &str = r#"{"rows":6,"cols":6,"snake":[[4,2],[4,3],[4,4],[4,5],[4,6],[3,6]],"apple":[6,6]}"#;

#[test]
fn a_position_is_solved_with_its_reasons() {
    let told = run_with(&["snake", "solve", "-", "--explain"], POSITION.as_bytes());
    assert_eq!(told.code, Some(0));
    assert!(
        told.out.contains("optimal  6 steps: no round trip through the snake needs fewer\n"),
        "{}",
        told.out
    );
    assert!(told.out.contains("why      at least 6 steps: the apple is so far away\n"), "{}", told.out);
    let run = run_with(&["snake", "solve", "-", "--format", "json"], POSITION.as_bytes());
    let record: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
    assert_eq!(record["result"]["path"].as_array().map(Vec::len), Some(7));
    assert_eq!(record["result"]["cycle"].as_str().map(str::len), Some(36));
    assert_eq!(record["instance"], serde_json::from_str::<serde_json::Value>(POSITION).expect("an object"));
}

#[test]
fn a_snake_that_cannot_win_is_told_apart() {
    let lost = r#"{"rows":4,"cols":4,"snake":[[1,2],[2,2],[2,1]],"apple":[4,4]}"#;
    let told = run_with(&["snake", "solve", "-", "--explain"], lost.as_bytes());
    assert_eq!(told.code, Some(20));
    assert!(told.out.contains("lost     no round trip leads through this snake\nwhy "), "{}", told.out);
}

#[test]
fn bad_positions_are_refused_with_their_places() {
    let refused = [
        ("{\"rows\":4,\n\"rows\":5}", "error: -:2:6: duplicate field `rows`\n"),
        ("{}", "error: -:1:2: missing field `rows`\n"),
        (r#"{"rows":3,"cols":3,"snake":[[1,1]],"apple":[2,2]}"#, "error: -: "),
        (
            r#"{"rows":4,"cols":4,"snake":[],"apple":[2,2]}"#,
            "error: -: the snake is no path: a path needs at",
        ),
        (
            r#"{"rows":4,"cols":4,"snake":[[1,1]],"apple":[1,1]}"#,
            "error: -: the apple (1,1) lies on the snake\n",
        ),
        (r#"{"rows":4,"cols":4,"snake":[[0,1]],"apple":[1,1]}"#, "error: -: (0,1) is no cell: "),
        (r#"{"rows":99999999999,"cols":4,"snake":[[1,1]],"apple":[1,1]}"#, "error: -: "),
    ];
    for (text, message) in refused {
        let run = run_with(&["snake", "solve", "-"], text.as_bytes());
        assert_eq!((run.code, run.out.as_str()), (Some(65), ""), "{text}");
        assert!(run.err.starts_with(message), "{}", run.err);
    }
}
