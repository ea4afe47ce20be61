//! Runs with their results, natively.

use hamadryad_present::answers::Interruption;
use hamadryad_wasm::solver::{Caller, Options, answer};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::time::Duration;

/// A clock that advances by a millisecond at each look, and at each question for a reason to stop.
#[derive(Default)]
struct Scripted {
    looks: Cell<u32>,
    parts: RefCell<Vec<Value>>,
    stops_after: Option<u32>,
}

impl Caller for Scripted {
    fn now(&self) -> Duration {
        self.looks.set(self.looks.get() + 1);
        Duration::from_millis(self.looks.get().into())
    }

    fn stop(&self) -> Option<Interruption> {
        self.looks.set(self.looks.get() + 1);
        self.stops_after.is_some_and(|looks| self.looks.get() >= looks).then_some(Interruption::Signal)
    }

    fn part(&self, part: &str) {
        self.parts.borrow_mut().push(serde_json::from_str(part).expect("parts are JSON"));
    }
}

fn run_with(caller: &Scripted, program: &str, options: &str) -> Value {
    let request = json!({ "files": [{ "name": "a.lp", "text": program }], "options": [options] });
    serde_json::from_str(&answer(&request.to_string(), caller)).expect("replies are JSON")
}

/// The values of all answers, and the result.
fn run(program: &str, options: &str) -> (Vec<String>, Value) {
    let caller = Scripted::default();
    let reply = run_with(&caller, program, options);
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let value = |part: &Value| {
        part["witness"]["Value"].as_array().unwrap().iter().map(word).collect::<Vec<_>>().join(" ")
    };
    let mut values: Vec<String> = caller.parts.borrow().iter().map(value).collect();
    values.sort();
    (values, reply)
}

fn error(program: &str, options: &str) -> String {
    run(program, options).1["error"].as_str().expect("an error").to_owned()
}

#[test]
fn answers_are_enumerated() {
    let (values, reply) = run("1 {a; b}.", "0");
    assert_eq!(values, ["a", "a b", "b"]);
    let result = &reply["result"];
    assert_eq!(result["Result"], "SATISFIABLE");
    assert_eq!(result["Models"], json!({ "Number": 3, "More": "no" }));
    assert_eq!(result["Calls"], 1);
    assert_eq!(run("1 {a; b}.", "-n 1").0.len(), 1);
    assert_eq!(run("a. -a.", "").1["result"]["Result"], "UNSATISFIABLE");
}

#[test]
fn options_of_clingo_have_their_meaning() {
    assert_eq!(run("p(n).", "-c n=3 --const m=4").0, ["p(3)"]);
    let program = "1 {a; b; c} 2. :~ a. [2] :~ b. [1,b] :~ c. [1,c]";
    let (values, reply) = run(program, "0 --opt-mode=optN");
    assert!(values.contains(&"b".to_owned()) && values.contains(&"c".to_owned()), "{values:?}");
    let models = &reply["result"]["Models"];
    assert_eq!(
        (&models["Optimum"], &models["Optimal"], &models["Costs"]),
        (&json!("yes"), &json!(2), &json!([1]))
    );
    assert_eq!(reply["result"]["Result"], "OPTIMUM FOUND");
    assert_eq!(run(program, "0 --opt-mode ignore").0.len(), 6);
    let (values, reply) = run("1 {a; b}. c.", "0 --enum-mode=cautious");
    assert!(values.contains(&"c".to_owned()), "{values:?}");
    assert_eq!(reply["result"]["Models"]["Consequences"], json!({ "True": 1, "Open": 0 }));
    assert_eq!(run("{a; b}. #show a/0.", "0 --project=show").0, ["", "a"]);
}

#[test]
fn options_without_effect_are_remarked() {
    let (_, reply) = run("a.", "--configuration=trendy -t 4 --heuristic=Vsids");
    let warnings = reply["result"]["Warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert_eq!(run("a.", "--outf=2 -t1 -V0").1["result"]["Warnings"], json!([]));
}

#[test]
fn bad_options_are_errors() {
    assert_eq!(
        error("a.", "--text"),
        "the option `--text` is unknown, or has no meaning for a run in memory"
    );
    assert_eq!(error("a.", "-n"), "the option `--models` requires a value");
    assert_eq!(error("a.", "-n x"), "`x` is no value of `--models`: expected a number");
    assert_eq!(
        error("a.", "--opt-mode=best"),
        "`best` is no value of `--opt-mode`: expected opt, optN, enum or ignore"
    );
    assert_eq!(error("a.", "-c n"), "`n` is no value of `--const`: expected NAME=VALUE, such as n=8");
    assert!(error("a.", "--del=3").contains("unknown"), "the beginning of several names");
    assert!(Options::read(&["--rest x,3 --sig=pos".to_owned()]).is_err(), "--restarts or --restart-on-model");
    assert!(Options::read(&["--conf x --sig=pos".to_owned()]).is_ok());
}

#[test]
fn errors_and_warnings_have_their_places() {
    let text = error("a.\nq(X) :- not p(X).", "");
    assert!(text.contains("error[unsafe]") && text.contains("a.lp:2:"), "{text}");
    let (_, reply) = run("a :- b.", "");
    assert!(reply["result"]["Warnings"][0].as_str().unwrap().contains("a.lp:1:"), "{reply}");
    assert_eq!(run("a :- b.", "-W none").1["result"]["Warnings"], json!([]));
    assert!(serde_json::from_str::<Value>(&answer("{", &Scripted::default())).unwrap()["error"].is_string());
}

#[test]
fn runs_end_early() {
    let endless = "p(0). p(X+1) :- p(X).";
    let reply = run_with(&Scripted { stops_after: Some(50), ..Scripted::default() }, endless, "");
    assert_eq!((&reply["result"]["Result"], &reply["result"]["INTERRUPTED"]), (&json!("UNKNOWN"), &json!(1)));
    let (_, reply) = run(endless, "--time-limit=1");
    assert_eq!(reply["result"]["TIME LIMIT"], 1);
    let many = Scripted { stops_after: Some(200), ..Scripted::default() };
    let reply = run_with(&many, "{a(1..20)}.", "0");
    assert!(!many.parts.borrow().is_empty() && reply["result"]["Models"]["More"] == "yes", "{reply}");
}

#[test]
fn files_include_each_other() {
    let caller = Scripted::default();
    let request = json!({ "files": [
        { "name": "a.lp", "text": "#include \"b.lp\"." }, { "name": "b.lp", "text": "b." }] });
    answer(&request.to_string(), &caller);
    assert_eq!(caller.parts.borrow()[0]["witness"]["Value"], json!(["b"]));
}
