//! A cluster on the loopback interface.

use super::{Folder, err, kill, lab, out, processes, records};
use hamadryad_random::Random;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The longest time for an experiment of a test.
const PATIENCE: Duration = Duration::from_secs(600);

/// A running cluster of four nodes.
struct Cluster {
    folder: Folder,
    /// The first port of its daemons.
    port: u32,
}

impl Cluster {
    /// Starts a cluster; `None` without Slurm.
    fn start(name: &str, number: u32) -> Option<Cluster> {
        // Clusters of one process have different numbers, and processes mostly have other ports.
        let port = 20_000 + std::process::id() % 60 * 200 + number * 100;
        let cluster = Cluster { folder: Folder::new(name), port };
        let output = cluster.script("start", &["4"]);
        if output.status.code() == Some(69) {
            eprintln!("left out: {}", err(&output).trim());
            return None;
        }
        assert!(output.status.success(), "{}{}", out(&output), err(&output));
        Some(cluster)
    }

    fn script(&self, command: &str, more: &[&str]) -> Output {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/slurm/loopback.sh");
        let mut run = Command::new(script);
        run.arg(command).arg(self.folder.path("slurm")).args(more);
        run.env("HAMADRYAD_PORT", self.port.to_string());
        // The daemons outlive the script; a pipe that they hold would never end.
        let log = std::fs::File::create(self.folder.path("script.txt")).expect("a file");
        run.stdout(log.try_clone().expect("a second handle")).stderr(log);
        let status = run.status().expect("the script runs");
        let text = std::fs::read(self.folder.path("script.txt")).expect("its output");
        Output { status, stdout: Vec::new(), stderr: text }
    }

    fn lab(&self, arguments: &[&str]) -> Command {
        let mut command = lab(arguments);
        command.env("SLURM_CONF", self.folder.path("slurm/slurm.conf"));
        command
    }

    fn results(&self) -> PathBuf {
        self.folder.path("results")
    }

    fn status(&self) -> (Option<i32>, Value) {
        let mut command = self.lab(&["status", "--format=json"]);
        let output = command.arg(self.results()).output().expect("the command runs");
        let status = serde_json::from_slice(&output.stdout);
        (output.status.code(), status.unwrap_or_else(|_| panic!("no JSON: {}", err(&output))))
    }

    fn run(&self, experiment: &[&str]) -> Command {
        let mut command = self.lab(&["run"]);
        command.args(experiment).arg("--on=slurm").arg("--out").arg(self.results());
        command
    }

    /// Waits until no task is running or waiting. Slurm asks its nodes for their jobs every few minutes; the request
    /// to read its configuration again makes it ask at once for jobs that died with the daemon of their node.
    fn wait(&self, start: Instant) -> Value {
        let mut asked = Instant::now();
        loop {
            if asked.elapsed() > Duration::from_secs(12) {
                let conf = self.folder.path("slurm/slurm.conf");
                let _ = Command::new("scontrol").arg("reconfigure").env("SLURM_CONF", conf).status();
                asked = Instant::now();
            }
            let (_, status) = self.status();
            if status["running"] == Value::Array(Vec::new()) && status["waiting"] == 0 {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "{status}");
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// The processes whose command line contains a text.
    fn processes(&self, text: &str) -> Vec<i32> {
        let folder = self.folder.0.to_str().expect("text");
        processes(text)
            .into_iter()
            .filter(|number| {
                let [line, environment] = ["cmdline", "environ"].map(|name| {
                    let text = std::fs::read(format!("/proc/{number}/{name}")).unwrap_or_default();
                    String::from_utf8_lossy(&text).into_owned()
                });
                line.contains(folder) || environment.contains(folder)
            })
            .collect()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.script("stop", &[]);
    }
}

fn local(experiment: &[&str], directory: &Path) {
    let output =
        lab(&["run"]).args(experiment).arg("--out").arg(directory).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

fn merge(directory: &Path) {
    let output = lab(&["merge"]).arg(directory).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

/// The report of records whose times were made equal.
fn report_without_times(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let path = directory.join("records.jsonl");
    let text = std::fs::read_to_string(&path).expect("records");
    let mut lines = String::new();
    for line in text.lines() {
        let mut record: Value = serde_json::from_str(line).expect("a record");
        (record["ended"], record["wall"], record["cpu"]) = (1.into(), 1.0.into(), 1.0.into());
        record["machine"]["jobs"] = 1.into();
        lines.push_str(&record.to_string());
        lines.push('\n');
    }
    std::fs::write(path, lines).expect("the records are written");
    let output = lab(&["report", "--format=markdown,csv"]).arg(directory).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(directory.join("report"))
        .expect("the report")
        .map(|file| {
            let file = file.expect("a file");
            let content = std::fs::read(file.path()).expect("its content");
            (file.file_name().to_string_lossy().into_owned(), content)
        })
        .collect();
    files.sort();
    files
}

#[test]
fn after_kills_of_tasks_nodes_and_submitting_processes_every_game_is_recorded_once() {
    let Some(cluster) = Cluster::start("kills", 0) else { return };
    let kills: usize = std::env::var("HAMADRYAD_KILLS").map_or(8, |kills| kills.parse().expect("a number"));
    let games = format!("--games={}", 8 + kills);
    let experiment = ["planners", "--sizes=8,10", &games, "--planners=splice,cells"];
    let undisturbed = cluster.folder.path("undisturbed");
    local(&experiment, &undisturbed);

    let mut random = Random::new(28);
    let start = Instant::now();
    let mut submitter =
        cluster.run(&experiment).args(["--tasks-per-job=4"]).spawn().expect("the command starts");
    let mut left = kills;
    let mut rounds = 0;
    while left > 0 {
        assert!(start.elapsed() < PATIENCE, "{left} kills are left");
        std::thread::sleep(Duration::from_millis(random.below(300)));
        match random.below(4) {
            0 | 1 => {
                // The process of a task, or the shell of its job.
                let text = if random.below(3) == 0 { "slurm_script" } else { "lab shard" };
                let processes = cluster.processes(text);
                if processes.is_empty() {
                    continue_submitting(&cluster, &experiment, &mut submitter, &mut rounds);
                    continue;
                }
                kill(processes[random.below(processes.len() as u64) as usize]);
            }
            2 => {
                let node = format!("n{}", 1 + random.below(4));
                for process in cluster.processes(&format!("slurmd -D -N {node}")) {
                    kill(process);
                }
                cluster.script("node", &[&node]);
            }
            _ => {
                let _ = submitter.kill();
                continue_submitting(&cluster, &experiment, &mut submitter, &mut rounds);
            }
        }
        left -= 1;
    }
    let _ = submitter.wait();
    // Killed tasks are submitted again until nothing is missing.
    loop {
        let status = cluster.wait(start);
        if status["recorded"] == status["tasks"] && status["missing"] == 0 {
            break;
        }
        let output = cluster.run(&experiment).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    }
    assert!(rounds > 0 || kills < 4, "the submitting process was killed at least once");
    merge(&cluster.results());
    assert_eq!(records(&cluster.results()), records(&undisturbed));
    assert_eq!(report_without_times(&cluster.results()), report_without_times(&undisturbed));
    assert_eq!(cluster.status().0, Some(0));
}

/// Submits what is missing, by a process that may be killed.
fn continue_submitting(
    cluster: &Cluster,
    experiment: &[&str],
    submitter: &mut std::process::Child,
    rounds: &mut usize,
) {
    let _ = submitter.wait();
    *rounds += 1;
    *submitter = cluster
        .run(experiment)
        .args(["--tasks-per-job=4"])
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
}

#[test]
fn the_state_of_jobs_and_the_reasons_of_failures_are_shown() {
    let Some(cluster) = Cluster::start("state", 1) else { return };
    // Games that take longer than the test.
    let experiment = ["planners", "--sizes=60", "--games=6", "--planners=relaxed"];
    let output = cluster.run(&experiment).args(["--tasks-per-job=2"]).output().expect("the command runs");
    assert!(err(&output).starts_with("submission 1: 6 tasks in 3 jobs, array "), "{}", err(&output));
    let start = Instant::now();
    let busy = loop {
        let (code, status) = cluster.status();
        assert_eq!(code, Some(1));
        if status["running"].as_array().is_some_and(|running| running.len() == 3) {
            break status;
        }
        assert!(start.elapsed() < PATIENCE, "{status}");
    };
    assert_eq!((&busy["tasks"], &busy["waiting"], &busy["recorded"]), (&6.into(), &3.into(), &0.into()));
    assert_eq!(busy["submissions"][0]["running"], 3);
    // All tasks have jobs: nothing is submitted, and a run on this machine would play them twice.
    let again = cluster.run(&experiment).output().expect("the command runs");
    assert!(
        err(&again).starts_with("nothing to submit: 0 tasks are recorded, 6 have jobs"),
        "{}",
        err(&again)
    );
    let here = cluster.lab(&["run"]).args(experiment).arg("--out").arg(cluster.results()).output();
    let here = here.expect("the command runs");
    assert_eq!(here.status.code(), Some(65));
    assert!(err(&here).contains("jobs of the cluster have 6 tasks"), "{}", err(&here));
    // A job starts its process again, twice.
    let shard = "--shard 0";
    for _ in 0..3 {
        let process = loop {
            if let [process] = cluster.processes(shard)[..] {
                break process;
            }
            assert!(start.elapsed() < PATIENCE);
            std::thread::sleep(Duration::from_millis(20));
        };
        // The task has begun.
        std::thread::sleep(Duration::from_millis(300));
        kill(process);
        while cluster.processes(shard) == [process] {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    let mut cancel = Command::new("scancel");
    cancel.env("SLURM_CONF", cluster.folder.path("slurm/slurm.conf")).arg("--state=RUNNING");
    cancel.status().expect("scancel runs");
    let status = cluster.wait(start);
    let failed = status["failed"].as_array().expect("a list");
    assert!(failed.iter().any(|task| task["why"] == "killed (signal 9), as by a memory limit"), "{status}");
    assert!(
        failed.iter().all(|task| task["node"].as_str().is_some_and(|node| node.starts_with('n'))),
        "{status}"
    );
    assert_eq!(cluster.status().0, Some(70));
}

/// Queens on a board of 11×11: 2,680 solutions.
const QUEENS: &str = "{ q(I,1..11) } = 1 :- I = 1..11. :- q(I,J), q(K,J), I < K.
    :- q(I,J), q(K,L), I < K, |I-K| = |J-L|.";

#[test]
fn a_problem_is_searched_in_jobs_and_kills_cost_the_work_on_their_cubes_alone() {
    let Some(cluster) = Cluster::start("conquer", 2) else { return };
    let program = cluster.folder.path("queens.lp");
    std::fs::write(&program, QUEENS).expect("a file");
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hamadryad"));
        command.args(["conquer", "--count", "--cubes=24", "--probe=2", "--format=json"]);
        command.arg(&program).arg("--out").arg(cluster.results());
        command.env("SLURM_CONF", cluster.folder.path("slurm/slurm.conf"));
        command.env("NO_COLOR", "1").env("XDG_CONFIG_HOME", "/nowhere");
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts")
    };
    let began = Instant::now();
    let wait_for = |text: &str| loop {
        assert!(began.elapsed() < PATIENCE, "no process `{text}`");
        match cluster.processes(text).first() {
            Some(&process) => break process,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let mut driver = start();
    // A process of a cube, and the command itself. Slurm needs minutes to learn of jobs that died with their node, which
    // the test above does.
    kill(wait_for("lab shard"));
    driver.kill().expect("it is killed");
    driver.wait().expect("it has ended");
    let output = start().wait_with_output().expect("its output");
    assert_eq!(output.status.code(), Some(30), "{}{}", out(&output), err(&output));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&answer["Result"], &answer["Models"]), (&"SATISFIABLE".into(), &2680.into()));
}
