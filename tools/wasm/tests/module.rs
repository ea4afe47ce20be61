//! The modules under node beside the same code natively: equal replies to equal requests.
//!
//! The folder with the modules is named by `HAMADRYAD_WASM`, as `.ci/run wasm` does; a module that is found by chance
//! may be older than the sources. Without it, or without node, the tests do nothing and say so.

use hamadryad_arcade::{Host, Session, Stop};
use hamadryad_present::answers::Interruption;
use hamadryad_wasm::solver::{Caller, answer};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The replies of a module to requests, an empty line after each; `None` if the test is skipped.
fn in_module(module: &str, function: &str, requests: &str) -> Option<String> {
    let folder = std::env::var_os("HAMADRYAD_WASM").map(PathBuf::from);
    let Some(folder) = folder else {
        eprintln!("skipped: HAMADRYAD_WASM names no folder with modules (tools/wasm/build.sh makes them)");
        return None;
    };
    let file = folder.join(module);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/module.mjs");
    let mut node = Command::new("node");
    node.arg(script).arg(&file).arg(function).stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut child) = node.spawn() else {
        eprintln!("skipped: node is not installed");
        return None;
    };
    let mut input = child.stdin.take().expect("the pipe is there");
    let requests = requests.to_owned();
    let writing = std::thread::spawn(move || input.write_all(requests.as_bytes()));
    let output = child.wait_with_output().expect("node ends");
    writing.join().expect("the requests are written").expect("node reads all requests");
    assert!(output.status.success(), "{} fails under node", file.display());
    Some(String::from_utf8(output.stdout).expect("replies are texts"))
}

/// A clock that advances by a millisecond at each look.
#[derive(Default)]
struct Scripted {
    looks: Cell<u32>,
    parts: RefCell<Vec<String>>,
}

impl Scripted {
    fn look(&self) -> Duration {
        self.looks.set(self.looks.get() + 1);
        Duration::from_millis(self.looks.get().into())
    }
}

impl Host for Scripted {
    fn now(&self) -> Duration {
        self.look()
    }

    fn stop(&self) -> Option<Stop> {
        None
    }

    fn part(&self, part: &str) {
        self.parts.borrow_mut().push(part.to_owned());
    }
}

impl Caller for Scripted {
    fn now(&self) -> Duration {
        self.look()
    }

    fn stop(&self) -> Option<Interruption> {
        None
    }

    fn part(&self, part: &str) {
        self.parts.borrow_mut().push(part.to_owned());
    }
}

/// The lines of a reply, with an empty line at the end.
fn lines(host: Scripted, reply: &str) -> String {
    let mut text = String::new();
    for line in host.parts.into_inner().iter().map(String::as_str).chain([reply, ""]) {
        writeln!(text, "{line}").unwrap();
    }
    text
}

fn natively(session: &mut Session, request: &str) -> String {
    let host = Scripted::default();
    let reply = session.call(request, &host);
    lines(host, &reply)
}

#[test]
fn scripts_of_the_arcade_have_equal_replies() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arcade/tests/scripts");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut requests, mut expected) = (String::new(), String::new());
    for file in files {
        let script = std::fs::read_to_string(&file).unwrap();
        let mut session = Session::default();
        writeln!(requests, "restart").unwrap();
        for request in script.lines().filter_map(|line| line.strip_prefix("> ")) {
            writeln!(requests, "{request}").unwrap();
            expected.push_str(&natively(&mut session, request));
        }
    }
    assert!(expected.lines().count() > 100, "the scripts are there");
    let Some(replies) = in_module("hamadryad-arcade.wasm", "call", &requests) else { return };
    for (reply, expected) in replies.lines().zip(expected.lines()) {
        assert_eq!(reply, expected);
    }
    assert_eq!(replies.lines().count(), expected.lines().count());
}

#[test]
fn planners_make_equal_moves() {
    let planners = [("splice", 999), ("foresight", 855), ("relaxed", 982), ("conservative", 1229)];
    let request = |planner: &str| {
        let game = json!({ "rows": 10, "cols": 10, "seed": 1 });
        json!({ "call": "snake.rival", "planner": planner, "game": game }).to_string()
    };
    let requests: String = planners.iter().map(|(planner, _)| request(planner) + "\n").collect();
    let Some(replies) = in_module("hamadryad-arcade.wasm", "call", &requests) else { return };
    let replies: Vec<&str> = replies.lines().filter(|line| !line.is_empty()).collect();
    for ((planner, steps), reply) in planners.into_iter().zip(replies) {
        let reply: Value = serde_json::from_str(reply).unwrap();
        let own = Session::default().call(&request(planner), &Scripted::default());
        let own: Value = serde_json::from_str(&own).unwrap();
        assert_eq!(reply["value"], own["value"], "{planner}");
        assert_eq!(reply["value"]["moves"].as_str().map(str::len), Some(steps), "{planner}");
        assert_eq!(reply["value"]["status"], "won", "{planner}");
    }
}

#[test]
fn programs_have_equal_results() {
    let programs = [
        (
            "1 {queen(I,1..n)} 1 :- I = 1..n. 1 {queen(1..n,J)} 1 :- J = 1..n. \
          :- queen(I,J), queen(K,L), I < K, |I-K| == |J-L|. #const n=6.",
            "0",
        ),
        ("1 {a; b; c} 2. :~ a. [2] :~ b. [1,b] :~ c. [1,c]", "0 --opt-mode=optN"),
        ("{a; b}. c :- a. c :- not a.", "0 -e cautious"),
        ("a | b. a :- b. b :- a. -c. p(@f(1)).", "0"),
        ("q(X) :- not p(X).", ""),
        ("a.", "--nonsense"),
    ];
    let request = |(text, options): (&str, &str)| {
        json!({ "files": [{ "name": "a.lp", "text": text }], "options": [options] }).to_string()
    };
    let requests: String = programs.iter().map(|&program| request(program) + "\n").collect();
    let mut expected = String::new();
    for program in programs {
        let host = Scripted::default();
        let reply = answer(&request(program), &host);
        expected.push_str(&lines(host, &reply));
    }
    let folder = std::env::var_os("HAMADRYAD_WASM").map(PathBuf::from).unwrap_or_default();
    for module in ["hamadryad-arcade.wasm", "hamadryad-solve.wasm"] {
        // The module of the npm package need not be there: that of the arcade has the same function.
        if module == "hamadryad-solve.wasm" && !folder.join(module).exists() {
            continue;
        }
        let Some(replies) = in_module(module, "solve", &requests) else { return };
        assert_eq!(replies, expected, "{module}");
    }
}
