//! Failures of a clingo driver: a shell script replaces its Python.

#![cfg(unix)]

use hamadryad::approach::ApproachKind;
use hamadryad_lab::{Clingo, Configuration, Engine, LabError, Machine, Player, Players, Record, Task};
use hamadryad_snake::Strategy;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A script that prints a version, and then misbehaves in a given way; removed at the end of the test.
struct Script {
    path: PathBuf,
    /// Serialises the tests: a process that is started while a script is written would keep the script open,
    /// and the script could not be run.
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

    /// The record of one game with the script.
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
fn the_last_words_of_a_driver_are_reported() {
    let script = Script::new("dies", &format!("{READY}; read position; echo 'no more memory' >&2; exit 1"));
    let record = script.game();
    assert!(!record.outcome.won);
    assert_eq!(record.outcome.set_up, 0.5);
    let failure = record.outcome.failure.expect("there is a reason");
    assert!(failure.ends_with("clingo's driver ended: no more memory"), "{failure}");
}

#[test]
fn invalid_output_of_a_driver_is_reported() {
    let failure = Script::new("nonsense", &format!("{READY}; read position; echo hello; cat >/dev/null"))
        .game()
        .outcome
        .failure
        .expect("there is a reason");
    assert!(failure.contains("`hello`"), "{failure}");
}

#[test]
fn an_invalid_cycle_is_rejected() {
    let answer = r#"{"cycle":[[1,1],[1,2],[2,2],[2,1]],"steps":[1],"ground":0,"first":0,"optimum":0,"proof":0,"time":0,"cpu":0,"timed_out":false,"conflicts":0}"#;
    let script = Script::new("cycle", &format!("{READY}; read position; echo '{answer}'; cat >/dev/null"));
    let failure = script.game().outcome.failure.expect("there is a reason");
    assert!(failure.contains("clingo's model is not a cycle"), "{failure}");
}

#[test]
fn a_time_out_keeps_the_snake_on_its_cycle() {
    let answer = r#"{"cycle":null,"steps":[],"ground":0,"time":1,"cpu":1,"timed_out":true,"conflicts":7}"#;
    let script = Script::new("late", &format!("{READY}; while read position; do echo '{answer}'; done"));
    let record = script.game();
    assert!(record.outcome.won, "{:?}", record.outcome.failure);
    assert!(record.iterations.iter().all(|one| one.timed_out && one.conflicts == 7 && !one.is_proven()));
    assert_eq!((record.outcome.wall, record.outcome.cpu), (15.5, 15.25));
}

#[test]
fn a_python_without_clingo_is_rejected() {
    let script = Script::new("without", "");
    std::fs::write(&script.path, "#!/bin/sh\necho \"No module named 'clingo'\" >&2; exit 1\n")
        .expect("it is ours");
    let error = Clingo::find(&script.path).expect_err("there is no clingo");
    assert!(
        matches!(&error, LabError::NoClingo { reason, .. } if reason.contains("No module named")),
        "{error}"
    );
}
