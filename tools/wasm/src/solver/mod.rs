//! Runs a program with clingo's options and returns clingo's JSON, as users of clingo in JavaScript know it.
//!
//! ```
//! use hamadryad_wasm::solver::{Caller, answer};
//! # use hamadryad_present::answers::Interruption;
//! # use std::time::Duration;
//! # struct Untimed;
//! # impl Caller for Untimed {
//! #     fn now(&self) -> Duration { Duration::ZERO }
//! #     fn stop(&self) -> Option<Interruption> { None }
//! #     fn part(&self, part: &str) { assert!(part.contains(r#""Value":["a","b"]"#)); }
//! # }
//! let request = r#"{"files": [{"name": "a.lp", "text": "a. b :- a."}], "options": ["0"]}"#;
//! let reply = answer(request, &Untimed);
//! assert!(reply.starts_with(r#"{"result":"#) && reply.contains("SATISFIABLE"));
//! ```
//!
//! A request is `{"files": [{"name", "text"}], "options": [words]}`, where the words are those of clingo's command
//! line ([`Options`]). Each answer is a part, `{"witness": {"Time", "Value", "Costs", …}, "number", "optimal"}`. The
//! reply is `{"result": {"Solver", "Call", "Result", "Models", …, "Warnings"}}` without the witnesses, or `{"error"}`
//! with the text of all errors.
//!
//! *Invariant:* a call depends on its request only; nothing is kept for the next one.

mod options;
mod run;

pub use options::Options;

use hamadryad_present::answers::Interruption;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// The surroundings of a call.
pub trait Caller {
    /// The time since a fixed moment.
    fn now(&self) -> Duration;

    /// The reason to end the call, or `None` to go on.
    fn stop(&self) -> Option<Interruption>;

    /// Sends a part of the result before the call ends.
    fn part(&self, part: &str);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    files: Vec<File>,
    #[serde(default)]
    options: Vec<String>,
}

/// A file of a program: `#include "NAME".` refers to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    text: String,
}

/// Answers a request, a text in JSON.
pub fn answer(request: &str, caller: &dyn Caller) -> String {
    let result = serde_json::from_str::<Request>(request)
        .map_err(|error| format!("the request is no object with files and options: {error}"))
        .and_then(|request| {
            let options = Options::read(&request.options)?;
            run::run(&request.files, &options, caller)
        });
    match result {
        Ok(result) => json!({ "result": result }).to_string(),
        Err(error) => json!({ "error": error }).to_string(),
    }
}
