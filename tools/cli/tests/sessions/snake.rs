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
