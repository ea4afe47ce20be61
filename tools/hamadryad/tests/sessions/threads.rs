//! `--parallel-mode`: the same answers, and all threads stop.

use super::{run_with, sorted_lines};

#[test]
fn threads_give_the_same_answers() {
    for program in ["choice.lp", "costs.lp", "contradiction.lp"] {
        let solve =
            |threads: &str| run_with(&["solve", program, "0", "--opt-mode=optN", "-q1,2", threads], b"");
        let one = solve("-t1");
        for threads in ["-t2", "--parallel-mode=3,compete", "--parallel-mode=2,split"] {
            let several = solve(threads);
            assert_eq!((several.code, &several.err), (one.code, &one.err), "{program} {threads}");
            let comparable = |text: &str| {
                let mut lines = sorted_lines(text);
                // How many models lead to an optimum is up to the search, and one thread has no line of its own.
                lines.retain(|line| !line.starts_with("Models ") && !line.starts_with("Threads "));
                lines
            };
            assert_eq!(comparable(&several.out), comparable(&one.out), "{program} {threads}");
        }
    }
}

#[test]
fn a_time_limit_ends_all_threads() {
    let run = run_with(&["solve", "pigeons.lp", "-t", "3", "--time-limit=0.5"], b"");
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("TIME LIMIT   : 1\nModels       : 0+\n"), "{}", run.out);
}

#[test]
fn other_numbers_of_threads_are_refused() {
    for value in ["0", "65", "two", "2,both"] {
        let run = run_with(&["solve", "choice.lp", &format!("--parallel-mode={value}")], b"");
        assert_eq!(run.code, Some(1), "{value}: {}", run.err);
    }
}
