//! Sessions as text: each file of `tests/scripts` has requests, lines with `>`, and the expected replies,
//! lines with `<`; parts stand before the reply. `UPDATE_EXPECTATIONS=1 cargo test -p hamadryad-arcade`
//! writes the replies anew.
//!
//! The clock of the host advances by a millisecond at each look, so that times are the same in every run.

use hamadryad_arcade::{Host, Session, Stop};
use std::cell::{Cell, RefCell};
use std::fmt::Write;
use std::time::Duration;

#[derive(Default)]
struct Scripted {
    looks: Cell<u32>,
    parts: RefCell<Vec<String>>,
}

impl Host for Scripted {
    fn now(&self) -> Duration {
        self.looks.set(self.looks.get() + 1);
        Duration::from_millis(self.looks.get().into())
    }

    fn stop(&self) -> Option<Stop> {
        None
    }

    fn part(&self, part: &str) {
        self.parts.borrow_mut().push(part.to_owned());
    }
}

/// The times of a reply as zeros: they depend on the number of looks at the clock.
fn untimed(reply: &str) -> String {
    let mut reply: serde_json::Value = serde_json::from_str(reply).expect("replies are JSON");
    clear(&mut reply);
    reply.to_string()
}

fn clear(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(fields) => {
            for (name, field) in fields {
                match name.as_str() {
                    "ms" | "seconds" => *field = 0.into(),
                    // The lines with times of a summary.
                    "summary" => {
                        let text = field.as_str().unwrap_or_default();
                        let kept = text.lines().filter(|line| !line.starts_with("Time"));
                        *field = kept.collect::<Vec<_>>().join("\n").into();
                    }
                    _ => clear(field),
                }
            }
        }
        serde_json::Value::Array(values) => values.iter_mut().for_each(clear),
        _ => {}
    }
}

fn run(script: &str) -> String {
    let mut session = Session::default();
    let mut played = String::new();
    for line in script.lines().filter(|line| !line.starts_with('<')) {
        writeln!(played, "{line}").unwrap();
        let Some(request) = line.strip_prefix("> ") else { continue };
        let host = Scripted::default();
        let reply = session.call(request, &host);
        for reply in host.parts.into_inner().iter().chain([&reply]) {
            assert!(!reply.contains('\n'), "a reply is one line: {reply}");
            writeln!(played, "< {}", untimed(reply)).unwrap();
        }
    }
    played
}

#[test]
fn scripts_give_the_expected_replies() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripts");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 3, "the scripts are there");
    for file in files {
        let script = std::fs::read_to_string(&file).unwrap();
        let played = run(&script);
        if std::env::var_os("UPDATE_EXPECTATIONS").is_some() {
            std::fs::write(&file, &played).unwrap();
            continue;
        }
        assert!(script.contains("\n< "), "{file:?} expects replies");
        assert_eq!(played, script, "{file:?}");
    }
}
