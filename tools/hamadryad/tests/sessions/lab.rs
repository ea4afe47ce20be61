//! Experiments: killed and gone on with, refused, reported on.

use super::{Folder, Run, command, run_with};
use std::process::Stdio;
use std::time::Duration;

const GAMES: usize = 40;

/// Small games, enough of them that a run takes some time.
fn arguments(out: &str) -> Vec<&str> {
    let fixed =
        ["lab", "run", "snake-approaches", "--sizes", "4,4x5", "--games", "4", "--time-limit", "none"];
    [&fixed[..], &["--out", out]].concat()
}

fn run(arguments: &[&str]) -> Run {
    run_with(arguments, b"")
}

/// The records without what is another each time: the seconds and the moment.
fn games(directory: &str) -> Vec<String> {
    let text = std::fs::read_to_string(format!("{directory}/records.jsonl")).expect("there are records");
    assert!(text.ends_with('\n'));
    let mut games: Vec<String> = text.lines().map(without_times).collect();
    games.sort();
    games
}

fn without_times(line: &str) -> String {
    let mut game: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
    fn strip(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Object(fields) => {
                let times = ["ended", "set_up", "wall", "cpu", "ground", "first", "optimum", "proof", "time"];
                fields.retain(|name, _| !times.contains(&name.as_str()));
                fields.values_mut().for_each(strip);
            }
            serde_json::Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut game);
    game.to_string()
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_again_and_again_plays_the_games_of_an_unbroken_one() {
    let folder = Folder::new("lab-kill");
    let path = |name: &str| folder.0.join(name).to_str().expect("a path that is text").to_owned();
    let (whole, broken) = (path("whole"), path("broken"));
    assert_eq!(run(&arguments(&whole)).code, Some(0));
    let mut kills = 0;
    // Each time a little longer, so that it gets somewhere whatever the machine.
    for milliseconds in (5..).step_by(7) {
        let mut child = command(&arguments(&broken)).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        if child.try_wait().expect("it can be asked").is_some() {
            break;
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
    }
    let last = run(&arguments(&broken));
    assert_eq!(last.code, Some(0), "{}", last.err);
    assert!(kills > 0);
    assert_eq!(games(&whole).len(), GAMES);
    assert_eq!(games(&whole), games(&broken));
}

#[test]
fn games_on_several_threads_are_the_same() {
    let folder = Folder::new("lab-jobs");
    let path = |name: &str| folder.0.join(name).to_str().expect("a path that is text").to_owned();
    let (one, two) = (path("one"), path("two"));
    assert_eq!(run(&arguments(&one)).code, Some(0));
    assert_eq!(run(&[&arguments(&two)[..], &["--jobs", "2"]].concat()).code, Some(0));
    let without_jobs = |line: String| line.replace("\"jobs\":2", "\"jobs\":1");
    assert_eq!(games(&one), games(&two).into_iter().map(without_jobs).collect::<Vec<_>>());
}

#[test]
fn played_games_are_reported() {
    let folder = Folder::new("lab-report");
    let out = folder.0.to_str().expect("a path that is text");
    let played = run(&[
        "lab",
        "run",
        "snake-approaches",
        "--sizes=4",
        "--games=2",
        "--strategies=naive,conservative",
        "--approaches=assume,nogood",
        "--out",
        out,
    ]);
    assert_eq!(played.code, Some(0), "{}", played.err);
    assert!(played.out.is_empty());
    assert!(played.err.contains("8 of 8 games are in"), "{}", played.err);
    let again = run(&[
        "lab",
        "run",
        "snake-approaches",
        "--sizes=4",
        "--games=1",
        "--approaches=assume",
        "--out",
        out,
    ]);
    assert!(
        again.err.contains("1 of 1 games are in") && again.err.contains("0 of them new"),
        "{}",
        again.err
    );
    let report = run(&["lab", "report", out, "--format", "markdown,csv"]);
    assert_eq!(report.code, Some(0), "{}", report.err);
    assert_eq!(report.out.lines().count(), 5);
    let page = std::fs::read_to_string(folder.0.join("report/report.md")).expect("there is a page");
    assert!(page.contains("| assume, naive ") && page.contains("2 of 2"), "{page}");
}

#[test]
fn agents_are_played_reported_and_gone_on_with() {
    let folder = Folder::new("lab-planners");
    let out = folder.0.to_str().expect("a path that is text");
    let play = |games: &str| {
        run(&[
            "lab",
            "run",
            "planners",
            "--sizes=4,6",
            "--games",
            games,
            "--planners=dynamic-1,splice",
            "--check",
            "--out",
            out,
        ])
    };
    let first = play("2");
    assert_eq!(first.code, Some(0), "{}", first.err);
    assert!(first.err.contains("8 of 8 games are in"), "{}", first.err);
    let more = play("13");
    assert!(
        more.err.contains("52 of 52 games are in") && more.err.contains("44 of them new"),
        "{}",
        more.err
    );
    let report = run(&["lab", "report", out]);
    assert_eq!(report.code, Some(0), "{}", report.err);
    assert_eq!(report.out.lines().count(), 3, "{}", report.out);
    let page = std::fs::read_to_string(folder.0.join("report/report.md")).expect("there is a page");
    for words in ["## 6×6, standard rules", "| splice ", "13 of 13", "| dynamic-1 − splice ", "adjusted"] {
        assert!(page.contains(words), "`{words}` is not in {page}");
    }
    let table = folder.0.join("bands.js");
    let file = table.to_str().expect("a path that is text");
    let bands = run(&["lab", "bands", out, "--out", file]);
    assert_eq!((bands.code, bands.err.as_str()), (Some(0), ""));
    let table = std::fs::read_to_string(&table).expect("there is a table");
    for words in ["export const BANDS = {\n  \"4x4\": ", "\"splice\": { \"games\": 13, \"totals\": ["] {
        assert!(table.contains(words), "`{words}` is not in {table}");
    }
    assert_eq!(run(&["lab", "bands", "nowhere", "--out", file]).code, Some(65));
    let other = run(&["lab", "run", "snake-approaches", "--sizes=4", "--games=1", "--out", out]);
    assert_eq!(other.code, Some(65), "records of another experiment are left alone: {}", other.err);
}

#[test]
fn exact_values_are_printed() {
    let told = run(&["lab", "exact", "--size", "4"]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    for line in
        ["unrestricted ", "42.9495", "cycle-at-apples ", "45.7662", "cycle ", "47.1648", "frozen ", "53.0535"]
    {
        assert!(told.out.contains(line), "`{line}` is not in {}", told.out);
    }
    let compared = run(&[
        "lab",
        "exact",
        "--size=2x4",
        "--policies=unrestricted",
        "--planners=foresight,zig-zag",
        "--games=20",
        "--ends=5",
    ]);
    let line = |name: &str| compared.out.lines().find(|line| line.starts_with(name)).map(str::to_owned);
    let told = line("zig-zag").expect("a line for each agent");
    assert!(told.contains("20 games; +") && told.contains("% to unrestricted"), "{told}");
    assert!(line("foresight").is_some(), "{}", compared.out);
    assert!(line("filled").is_some_and(|head| head.ends_with("certified")), "{}", compared.out);
    let lost = run(&["lab", "exact", "--size=4", "--policies=unrestricted", "--losses=40"]);
    let game = lost.out.lines().find(|line| line.starts_with("a game")).expect("a line for whole games");
    let numbers: Vec<f64> = game.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [apples, steps, all, unproven, choice] = numbers[..] else { panic!("{}", lost.out) };
    assert!(apples == 15.0 && steps > 40.0 && (all - unproven - choice).abs() < 0.002, "{}", lost.out);
    let refused = run(&["lab", "exact", "--size=6", "--policies=cycle", "--ends=5"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(65), ""));
    let large = run(&["lab", "exact", "--size", "8", "--policies", "cycle"]);
    assert_eq!((large.code, large.out.as_str()), (Some(65), ""));
    assert!(large.err.contains("a board of 64 cells is too large"), "{}", large.err);
}

#[test]
fn weights_are_learnt_written_and_compared() {
    let folder = Folder::new("lab-weights");
    let path = |name: &str| folder.0.join(name).to_str().expect("a path that is text").to_owned();
    let learn = |out: &str, compare: &str| {
        run(&["lab", "weights", "--sizes", "4", "--games", "3", "--out", out, "--compare", compare])
    };
    let (first, second) = (path("first.rs"), path("second.rs"));
    let compared = learn(&first, "2");
    assert_eq!(compared.code, Some(0), "{}", compared.err);
    assert!(compared.err.contains("42 samples"), "{}", compared.err);
    assert!(compared.out.contains("board") && compared.out.contains("4×4"), "{}", compared.out);
    let table = std::fs::read_to_string(&first).expect("a table");
    assert!(table.contains("pub(super) const WEIGHTS: Weights = ["), "{table}");
    // The same options give the same table.
    assert_eq!(learn(&second, "0").code, Some(0));
    assert_eq!(std::fs::read_to_string(&second).expect("a table"), table);
    let unwritable = learn(&path("no/such/folder.rs"), "0");
    assert_eq!(unwritable.code, Some(65));
    assert!(unwritable.err.contains("choose another file with `--out`"), "{}", unwritable.err);
}

#[test]
fn errors_have_hints() {
    let folder = Folder::new("lab-errors");
    let out = folder.0.to_str().expect("a path that is text");
    let lab = |words: &[&str]| run(&[&["lab"], words].concat());
    let check = |run: &Run, code: i32, words: &[&str]| {
        assert_eq!(run.code, Some(code), "{}", run.err);
        for word in words {
            assert!(run.err.contains(word), "`{word}` is not in: {}", run.err);
        }
    };
    check(&lab(&["report", out]), 65, &["there are no records", "tip: `hamadryad lab run"]);
    check(&lab(&["report", "nowhere"]), 65, &["there are no records in `nowhere`"]);
    let play = ["run", "snake-approaches", "--out", out];
    check(&lab(&[&play[..], &["--sizes", "5"]].concat()), 1, &["5", "--sizes"]);
    check(&lab(&[&play[..], &["--approaches", "guess"]].concat()), 1, &["guess", "one-shot"]);
    let no_clingo = ["--engine", "clingo", "--clingo-python", "/no/such/python"];
    check(&lab(&[&play[..], &no_clingo].concat()), 65, &["/no/such/python", "tip: `pip install clingo`"]);
    folder.file("records.jsonl", "{}\n");
    check(&lab(&["report", out]), 65, &["line 1, is not a record", "delete line 1"]);
    check(&lab(&[&play[..], &["--sizes", "2"]].concat()), 65, &["line 1, is not a record"]);
}

#[cfg(unix)]
#[test]
fn one_process_alone_writes_and_ctrl_c_ends_it_cleanly() {
    let folder = Folder::new("lab-lock");
    let out = folder.0.to_str().expect("a path that is text").to_owned();
    let long = ["lab", "run", "snake-approaches", "--sizes", "12", "--games", "50", "--out", &out];
    let first = command(&long).stderr(Stdio::piped()).spawn().expect("it starts");
    // The file of records is made once signals are heard and the lock is held.
    while !folder.0.join("records.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = run(&long);
    assert_eq!(second.code, Some(65));
    assert!(second.err.contains("another process writes to"), "{}", second.err);
    super::limits::interrupt(first.id());
    let output = first.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the same command continues with the missing games"), "{said}");
}
