//! `lab run solve`: solvers on instances, their limits, and answers that are wrong.

use super::{Folder, err, lab, out};
use serde_json::Value;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

/// Three instances of a program with an optimum, one of them without an answer set.
const SUITE: &str = r#"
limit = 20
memory = 2000
seeds = 2
check = true

[[solver]]
name = "hamadryad"
command = "HAMADRYAD solve"

[[solver]]
name = "liar"
command = "sh ./liar.sh"

[[configuration]]
name = "default"

[[configuration]]
name = "bounds"
options = "--opt-strategy=bb"
solvers = ["hamadryad"]

[[benchmark]]
name = "cover"
encoding = ["cover.lp"]
instances = ["instances"]
"#;

/// Writes a suite with its files; returns its path.
fn suite(folder: &Folder, text: &str, liar: &str) -> std::path::PathBuf {
    let write = |name: &str, text: &str| {
        let path = folder.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write(
        "cover.lp",
        "{ in(X) : node(X) }. :- edge(X, Y), not in(X), not in(Y). #minimize { 1, X : in(X) }. #show in/1.\n",
    );
    write("instances/path.lp", "node(1..4). edge(1, 2).\nedge(2, 3).\nedge(3, 4).\n");
    write("instances/star.lp", "node(0..5).\nedge(0, 1..5).\n");
    write("instances/none.lp", "node(1). edge(1, 1). edge(2, 2).\n");
    write("liar.sh", liar);
    let text = text.replace("HAMADRYAD", env!("CARGO_BIN_EXE_hamadryad"));
    let text = text.replace("./liar.sh", folder.path("liar.sh").to_str().expect("text"));
    write("suite.toml", &text);
    folder.path("suite.toml")
}

fn run(suite: &Path, results: &Path, more: &[&str]) -> Output {
    lab(&["run", "solve"]).arg(suite).arg("--out").arg(results).args(more).output().expect("the command runs")
}

fn records(results: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(results.join("records.jsonl")).expect("records");
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

#[test]
fn solvers_are_compared_and_a_lie_is_found() {
    let folder = Folder::new("compare");
    // An answer set that does not exist, in the form of clingo, whatever the program says.
    let liar = r#"echo '{"Call": [{"Witnesses": [{"Value": ["in(2)"], "Costs": [1]}]}], "Result": "OPTIMUM FOUND",
        "Models": {"Number": 1, "More": "no", "Costs": [1]}}'; exit 30"#;
    let suite = suite(&folder, SUITE, liar);
    let results = folder.path("results");
    let output = run(&suite, &results, &["--jobs=2"]);
    assert_eq!(output.status.code(), Some(70), "{}", err(&output));
    let records = records(&results);
    // Three instances, two seeds, two configurations of one solver and one of the other.
    assert_eq!(records.len(), 18);
    let of = |solver: &str, instance: &str| -> Vec<&Value> {
        records.iter().filter(|record| record["solver"] == solver && record["instance"] == instance).collect()
    };
    for (instance, verdict, costs) in
        [("path", "optimum", Some(2)), ("star", "optimum", Some(1)), ("none", "unsatisfiable", None)]
    {
        let found = of("hamadryad", instance);
        assert_eq!(found.len(), 4);
        for record in found {
            let run = &record["run"];
            assert_eq!(
                (&run["state"], &run["answer"]["verdict"]),
                (&"solved".into(), &verdict.into()),
                "{record}"
            );
            assert_eq!(run["answer"]["costs"].get(0).and_then(Value::as_i64), costs);
            assert_eq!(run["verified"], costs.map_or(Value::Null, |_| true.into()), "{record}");
        }
        assert!(of("liar", instance).iter().all(|record| record["run"]["state"] == "wrong"), "{instance}");
    }
    // Nothing is run again, and the report has all tables.
    let again = run(&suite, &results, &[]);
    assert!(err(&again).starts_with("18 of 18 runs are in"), "{}", err(&again));
    let report = lab(&["report"]).arg(&results).output().expect("the command runs");
    assert_eq!(report.status.code(), Some(0), "{}", err(&report));
    for name in ["report.md", "runs.csv", "tables.tex", "cactus.svg", "cactus.png"] {
        assert!(out(&report).contains(name), "{name}: {}", out(&report));
        assert!(results.join("report").join(name).exists(), "{name}");
    }
    let text = std::fs::read_to_string(results.join("report/report.md")).expect("the report");
    assert!(text.contains("no answer set has these atoms and costs"), "{text}");
}

#[test]
fn limits_hold_for_all_descendants() {
    let folder = Folder::new("limits");
    // All descendants inherit it.
    let mark = format!("HAMADRYAD_MARK={}", folder.0.display());
    let (variable, value) = mark.split_once('=').expect("a variable");
    // A child in a session of its own, which its parent does not wait for, eats memory or time.
    let memory = "setsid sh -c 'tail /dev/zero' & sleep 60";
    let time = "setsid sh -c 'while :; do :; done' & sleep 60";
    for (name, liar, limits, state) in [
        ("memory", memory, "limit = 50\nmemory = 100", "memout"),
        ("time", time, "limit = 1\nmemory = 1000", "timeout"),
    ] {
        let text = SUITE.replace("limit = 20\nmemory = 2000\nseeds = 2", limits);
        let suite = suite(&folder, &text, liar);
        let start = Instant::now();
        let results = folder.path(name);
        let mut command = lab(&["run", "solve"]);
        command.arg(&suite).arg("--out").arg(&results).arg("--only=star").env(variable, value);
        let output = command.output().expect("the command runs");
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(start.elapsed() < Duration::from_secs(50), "the limit has ended the run");
        let records = records(&results);
        let found = records.iter().find(|record| record["solver"] == "liar").expect("its record");
        assert_eq!(found["run"]["state"], state, "{found}");
        assert!(found["run"]["memory"].as_f64().is_some_and(|memory| memory < 1000.0), "{found}");
    }
    let left = std::fs::read_dir("/proc").expect("the processes").flatten().filter(|process| {
        let text = std::fs::read(process.path().join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&text).contains(&mark)
    });
    assert_eq!(left.count(), 0, "no descendant is left");
}

#[test]
fn bad_suites_are_errors_with_a_reason() {
    let folder = Folder::new("bad");
    for (from, to, reason) in [
        ("command = \"HAMADRYAD solve\"", "", "missing field `command`"),
        ("solvers = [\"hamadryad\"]", "solvers = [\"wasp\"]", "no solver is called `wasp`"),
        ("limit = 20", "limit = -1", "limit, memory, seeds and orders are positive"),
        ("seeds = 2", "seed = 2", "unknown field `seed`"),
        ("encoding = [\"cover.lp\"]", "encoding = [\"cower.lp\"]", "cower.lp"),
        ("instances = [\"instances\"]", "instances = []", "benchmark `cover` has no instance"),
    ] {
        let suite = suite(&folder, &SUITE.replacen(from, to, 1), "");
        let output = run(&suite, &folder.path("results"), &[]);
        assert_eq!(output.status.code(), Some(65), "{reason}: {}", err(&output));
        assert!(err(&output).contains(reason), "{reason}: {}", err(&output));
    }
}

#[test]
fn a_run_whose_supervisor_is_killed_begins_anew() {
    let folder = Folder::new("supervisor");
    let liar = "echo '{\"Call\": [{}], \"Result\": \"UNSATISFIABLE\", \"Models\": {\"Number\": 0, \"More\": \"no\"}}'; exit 20";
    // The parent of the command is its supervisor; the first run kills it.
    let mark = folder.path("mark");
    let command = format!("[ -e {0} ] || {{ touch {0}; kill -9 $PPID; }}; sh ./liar.sh", mark.display());
    let text = SUITE.replace("sh ./liar.sh", &command).replace("seeds = 2", "seeds = 1");
    let suite = suite(&folder, &text, liar);
    let results = folder.path("results");
    run(&suite, &results, &["--jobs=1"]);
    assert!(mark.exists(), "no supervisor was killed");
    let records = records(&results);
    let lies = || records.iter().filter(|record| record["solver"] == "liar");
    assert_eq!(lies().count(), 3);
    assert!(lies().all(|record| record["run"]["answer"]["verdict"] == "unsatisfiable"), "{records:?}");
}
