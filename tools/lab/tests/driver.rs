//! What becomes of a clingo that misbehaves: a script stands for its Python.

#![cfg(unix)]

use hamadryad::approach::ApproachKind;
use hamadryad_lab::{Clingo, Configuration, Engine, LabError, Machine, Player, Players, Record, Task};
use hamadryad_snake::Strategy;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A script that is asked for its version first, and then plays as it likes; gone when the test is over.
struct Script {
    path: PathBuf,
    /// While one test writes a script, no other may start a process: it would have the file open, and nobody could run it.
    _alone: MutexGuard<'static, ()>,
}

static ALONE: Mutex<()> = Mutex::new(());

impl Script {
    fn new(name: &str, plays: &str) -> Script {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let path = std::env::temp_dir().join(format!("hamadryad-lab-{}-{name}", std::process::id()));
        let text =
            format!("#!/bin/sh\ncase \"$2\" in \"import clingo;\"*) echo 5.8.0; exit;; esac\n{plays}\n");
        std::fs::write(&path, text).expect("a script can be written");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        Script { path, _alone: alone }
    }

    /// One game that it plays.
    fn game(&self) -> Record {
        let clingo = Clingo::find(&self.path).expect("it tells a version");
        assert_eq!(clingo.version(), "5.8.0");
        let configuration = Configuration {
            engine: Engine::Clingo,
            strategy: Strategy::Conservative,
            approach: ApproachKind::Assume,
            rows: 4,
            cols: 4,
            time_limit: Some(1.0),
            heuristic: true,
            mirror: true,
        };
        let task = Task { experiment: "test".to_string(), configuration, seed: 1 };
        let players = Players::new(Machine::this(1), Some(clingo));
        players.play(&task, &|| false).expect("nobody stops it")
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

const READY: &str = r#"read setup; echo '{"version":"5.8.0","ground":0.5,"cpu":0.25}'"#;

#[test]
fn a_driver_that_dies_is_quoted() {
    let script = Script::new("dies", &format!("{READY}; read position; echo 'no more memory' >&2; exit 1"));
    let record = script.game();
    assert!(!record.outcome.won);
    assert_eq!(record.outcome.set_up, 0.5);
    let failure = record.outcome.failure.expect("there is a reason");
    assert!(failure.ends_with("clingo's driver ended: no more memory"), "{failure}");
}

#[test]
fn nonsense_is_quoted() {
    let failure = Script::new("nonsense", &format!("{READY}; read position; echo hello; cat >/dev/null"))
        .game()
        .outcome
        .failure
        .expect("there is a reason");
    assert!(failure.contains("`hello`"), "{failure}");
}

#[test]
fn a_cycle_that_is_none_is_refused() {
    let answer = r#"{"cycle":[[1,1],[1,2],[2,2],[2,1]],"steps":[1],"ground":0,"first":0,"optimum":0,"proof":0,"time":0,"cpu":0,"timed_out":false,"conflicts":0}"#;
    let script = Script::new("cycle", &format!("{READY}; read position; echo '{answer}'; cat >/dev/null"));
    let failure = script.game().outcome.failure.expect("there is a reason");
    assert!(failure.contains("clingo's model is no cycle"), "{failure}");
}

#[test]
fn a_solver_without_an_answer_in_time_keeps_the_snake_on_its_cycle() {
    let answer = r#"{"cycle":null,"steps":[],"ground":0,"time":1,"cpu":1,"timed_out":true,"conflicts":7}"#;
    let script = Script::new("late", &format!("{READY}; while read position; do echo '{answer}'; done"));
    let record = script.game();
    assert!(record.outcome.won, "{:?}", record.outcome.failure);
    assert!(record.iterations.iter().all(|one| one.timed_out && one.conflicts == 7 && !one.is_proven()));
    assert_eq!((record.outcome.wall, record.outcome.cpu), (15.5, 15.25));
}

#[test]
fn a_python_without_clingo_is_no_clingo() {
    let script = Script::new("without", "");
    std::fs::write(&script.path, "#!/bin/sh\necho \"No module named 'clingo'\" >&2; exit 1\n")
        .expect("it is ours");
    let error = Clingo::find(&script.path).expect_err("there is no clingo");
    assert!(
        matches!(&error, LabError::NoClingo { reason, .. } if reason.contains("No module named")),
        "{error}"
    );
}
