//! Single tasks, and errors without a cluster.

use super::{Folder, err, lab, out, records};
use serde_json::Value;

const GAMES: [&str; 6] =
    ["planners", "--sizes=4", "--games=3", "--planners=splice,cells", "--seed=5", "--out"];

fn tasks(directory: &str) -> Vec<Value> {
    let output = lab(&["tasks"]).args(GAMES).arg(directory).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    out(&output).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn tasks_that_another_engine_plays_give_the_records_of_a_run() {
    let folder = Folder::new("single");
    let (alone, together) = (folder.path("alone"), folder.path("together"));
    let (alone, together) = (alone.to_str().expect("text"), together.to_str().expect("text"));
    let listed = tasks(alone);
    assert_eq!(listed.len(), 6);
    assert_eq!((&listed[5]["number"], &listed[5]["task"]["seed"]), (&6.into(), &7.into()));
    let play = |number: &str| lab(&["task", number, alone]).output().expect("the command runs");
    for number in ["4", "1", "6", "2", "3"] {
        let output = play(number);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    }
    // The list has the missing task only, under its old number, and a recorded task is not played again.
    assert_eq!(tasks(alone).iter().map(|task| &task["number"]).collect::<Vec<_>>(), [&Value::from(5)]);
    let before = std::fs::read(folder.path("alone/shards/task-4.jsonl")).expect("the record");
    assert_eq!(play("4").status.code(), Some(0));
    assert_eq!(std::fs::read(folder.path("alone/shards/task-4.jsonl")).expect("the record"), before);
    play("5");
    let merged = lab(&["merge", alone]).output().expect("the command runs");
    assert!(err(&merged).starts_with("6 records moved"), "{}", err(&merged));
    play("5");
    let run = lab(&["run"]).args(GAMES).arg(together).output().expect("the command runs");
    assert_eq!(run.status.code(), Some(0), "{}", err(&run));
    assert_eq!(records(&folder.path("alone")), records(&folder.path("together")));
    let again = lab(&["merge", alone]).output().expect("the command runs");
    assert!(err(&again).starts_with("0 records moved"), "{}", err(&again));
}

#[test]
fn a_wrong_number_and_a_list_of_other_options_are_errors() {
    let folder = Folder::new("wrong");
    let directory = folder.path("list");
    let directory = directory.to_str().expect("text");
    let missing = lab(&["task", "1", directory]).output().expect("the command runs");
    assert_eq!(missing.status.code(), Some(65));
    assert!(err(&missing).contains("has no list of tasks"), "{}", err(&missing));
    tasks(directory);
    let high = lab(&["task", "7", directory]).output().expect("the command runs");
    assert_eq!(high.status.code(), Some(65));
    assert!(err(&high).contains("the list has the tasks 1 to 6"), "{}", err(&high));
    let other = lab(&["tasks"]).args(GAMES).args([directory, "--check"]).output().expect("the command runs");
    assert_eq!(other.status.code(), Some(65));
    assert!(err(&other).contains("other options of the player"), "{}", err(&other));
    // A list of a future version.
    let list = folder.path("list/tasks.jsonl");
    let text = std::fs::read_to_string(&list).expect("the list").replacen("\"format\":", "\"format\":9", 1);
    std::fs::write(&list, text).expect("the list is written");
    let future = lab(&["task", "1", directory]).output().expect("the command runs");
    assert_eq!(future.status.code(), Some(65));
    assert!(err(&future).contains("in a format that this version does not read"), "{}", err(&future));
}

#[test]
fn without_slurm_one_sentence_says_what_to_install() {
    let folder = Folder::new("nothing");
    let directory = folder.path("results");
    let mut command = lab(&["run"]);
    command.args(GAMES).arg(&directory).arg("--on=slurm").env("PATH", folder.path("empty"));
    let output = command.output().expect("the command runs");
    assert_eq!(output.status.code(), Some(65));
    assert!(
        err(&output).contains("error: `sbatch` is not installed, so there is no Slurm"),
        "{}",
        err(&output)
    );
    assert!(err(&output).contains("apt install slurm-client"), "{}", err(&output));
    // Nothing remains that a later run could take for a submission.
    let left = std::fs::read_dir(directory.join("submissions")).expect("the folder").count();
    assert_eq!(left, 0);
}

#[test]
fn a_wrong_file_of_a_site_is_an_error_with_its_line() {
    let folder = Folder::new("site");
    let site = folder.path("slurm.toml");
    std::fs::write(&site, "cores = 2\nqueue = \"short\"\n").expect("a file");
    let mut command = lab(&["run"]);
    command.args(GAMES).arg(folder.path("results")).arg("--on=slurm").arg("--site").arg(&site);
    let output = command.output().expect("the command runs");
    assert_eq!(output.status.code(), Some(65));
    assert!(err(&output).contains("line 2: unknown field `queue`"), "{}", err(&output));
}
