//! The diagnostics of a program: those of `hamadryad solve` on the same text.
//!
//! The program is loaded and grounded as `solve` does it, with the texts of open documents in the place of
//! their files. Grounding is limited in time and size; the warnings until the limit are reported.
//!
//! A program that includes `<incmode>` is grounded for the first two steps. `solve` grounds further steps only if
//! these have no answer; warnings of later steps are missing here.

use hamadryad::{
    BodyRef, Control, Diagnostic, Disk, Error, Files, Head, InputFormat, Part, Reader, Sink, Sources,
};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The limits of grounding.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time.
    pub time: Duration,
    /// The number of ground rules.
    pub rules: u64,
}

impl Limits {
    /// The limits while an author types.
    pub const TYPING: Limits = Limits { time: Duration::from_secs(2), rules: 300_000 };
}

/// The result of a check.
pub struct Checked {
    /// The errors and warnings, in the order of `solve`.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts to which they refer.
    pub sources: Sources,
    /// An error without a place.
    pub failure: Option<String>,
    /// Whether the program was grounded within the limits.
    pub is_complete: bool,
}

impl Checked {
    /// A check that ended with an error without a place.
    pub fn failed(message: &str) -> Checked {
        let (diagnostics, sources) = (Vec::new(), Sources::new());
        Checked { diagnostics, sources, failure: Some(message.to_owned()), is_complete: false }
    }
}

/// Loads and grounds a program.
pub fn check(
    name: &str,
    text: &Arc<str>,
    overlay: &HashMap<String, Arc<str>>,
    limits: Limits,
    stop: &dyn Fn() -> bool,
) -> Checked {
    let mut control = Control::new();
    if InputFormat::of(text).is_some() {
        return ground_program(name, text);
    }
    let mut diagnostics = Vec::new();
    let mut failure = None;
    let mut is_complete = false;
    match load(&mut control, name, text, overlay) {
        Err(error) => take(error, &mut diagnostics, &mut failure),
        Ok(is_incremental) => {
            diagnostics.append(&mut control.take_warnings());
            let begin = Instant::now();
            let bounds = Bounds { rules: Cell::new(0), most: limits.rules };
            let stop = || stop() || begin.elapsed() >= limits.time || bounds.are_exceeded();
            let result = ground(&mut control, is_incremental, &bounds, &stop);
            diagnostics.append(&mut control.take_warnings());
            is_complete = result.is_ok();
            if let Err(error) = result {
                take(error, &mut diagnostics, &mut failure);
            }
        }
    }
    diagnostics.splice(0..0, control.take_warnings());
    Checked { diagnostics, sources: control.sources().clone(), failure, is_complete }
}

/// Loads a program; returns whether it includes `<incmode>`.
///
/// # Errors
/// As [`Control::load_from`].
pub fn load(
    control: &mut Control,
    name: &str,
    text: &Arc<str>,
    overlay: &HashMap<String, Arc<str>>,
) -> Result<bool, Error> {
    let mut files = Overlay { name, text, overlay, is_incremental: false };
    control.load_from(&mut files, name)?;
    Ok(files.is_incremental)
}

/// Grounds `base`, or the first two steps of an incremental program.
///
/// # Errors
/// As [`Control::ground`], and [`Error::Interrupted`] at a limit.
pub fn ground(
    control: &mut Control,
    is_incremental: bool,
    bounds: &Bounds,
    stop: &dyn Fn() -> bool,
) -> Result<(), Error> {
    if !is_incremental {
        return control.ground_observed(&[Part::base()], &mut Counter(bounds), stop);
    }
    control.add("<incmode>", "#program check(t). #external query(t).")?;
    for step in 0..2 {
        let now = [control.symbols_mut().number(step)];
        let first = if step == 0 { Part::base() } else { Part::new("step", &now) };
        control.ground_observed(&[Part::new("check", &now), first], &mut Counter(bounds), stop)?;
        // The statements of a step end with its solve.
        let _ = control.size();
    }
    Ok(())
}

fn take(error: Error, diagnostics: &mut Vec<Diagnostic>, failure: &mut Option<String>) {
    match error {
        Error::Program(found) => diagnostics.extend(found),
        Error::Interrupted => {}
        other => *failure = Some(other.to_string()),
    }
}

/// The diagnostics of a ground program.
fn ground_program(name: &str, text: &Arc<str>) -> Checked {
    let mut sources = Sources::new();
    let file = sources.add(name, &**text);
    let mut control = Control::new();
    let read = Reader::new(text).and_then(|mut reader| {
        while control.read_step(&mut reader)? {}
        Ok(())
    });
    let diagnostics = read.err().map(|error| {
        let span = hamadryad::Span { file, start: error.place.start as u32, end: error.place.end as u32 };
        Diagnostic::error(hamadryad::Code::Syntax, span, error.message.as_str())
    });
    Checked { diagnostics: diagnostics.into_iter().collect(), sources, failure: None, is_complete: true }
}

/// Counts the rules of a ground program.
#[derive(Debug)]
pub struct Bounds {
    /// The number so far.
    pub rules: Cell<u64>,
    /// The limit.
    pub most: u64,
}

impl Bounds {
    /// Whether there are more rules than the limit allows.
    pub fn are_exceeded(&self) -> bool {
        self.rules.get() > self.most
    }
}

struct Counter<'a>(&'a Bounds);

impl Sink for Counter<'_> {
    fn rule(&mut self, _: Head<'_>, _: BodyRef<'_>) {
        self.0.rules.set(self.0.rules.get() + 1);
    }
}

/// The files of the disk, with open texts in their places.
struct Overlay<'a> {
    name: &'a str,
    text: &'a Arc<str>,
    overlay: &'a HashMap<String, Arc<str>>,
    is_incremental: bool,
}

impl Files for Overlay<'_> {
    fn find(&mut self, name: &str, from: Option<&str>) -> Option<String> {
        if from.is_none() { Some(name.to_owned()) } else { Disk.find(name, from) }
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        if file == self.name {
            return Ok(self.text.to_string());
        }
        match self.overlay.get(&Disk.identity(file)) {
            Some(text) => Ok(text.to_string()),
            None => Disk.decode(file).map(|decoded| decoded.text),
        }
    }

    fn identity(&mut self, file: &str) -> String {
        Disk.identity(file)
    }

    fn is_built_in(&mut self, name: &str) -> bool {
        self.is_incremental |= name == "incmode";
        name == "incmode"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str, limits: Limits) -> (Vec<String>, bool) {
        let checked = check("/x/a.lp", &text.into(), &HashMap::new(), limits, &|| false);
        (checked.diagnostics.into_iter().map(|found| found.message).collect(), checked.is_complete)
    }

    #[test]
    fn syntax_errors_hide_others_and_warnings_come_from_grounding() {
        let expected = vec!["expected a literal, found `,`".to_owned()];
        assert_eq!(messages("a :- , . b(X) :- c.", Limits::TYPING).0, expected);
        let warnings = messages("a :- b. p(1/0).", Limits::TYPING).0;
        assert_eq!(warnings.len(), 2, "{warnings:?}");
    }

    #[test]
    fn large_programs_end_at_the_limit_with_their_warnings() {
        let text = "p(1..1000000). q(X,Y) :- p(X), p(Y). a :- b.";
        let limits = Limits { rules: 1000, ..Limits::TYPING };
        let (messages, is_complete) = messages(text, limits);
        assert_eq!(
            (&messages[..], is_complete),
            (&["`b/0` does not occur in any rule head".to_owned()][..], false)
        );
    }

    #[test]
    fn incremental_programs_are_grounded_for_two_steps() {
        let text = "#include <incmode>. #program step(t). a(t) :- b(t). #program check(t). :- query(t), c.";
        assert_eq!(messages(text, Limits::TYPING).0.len(), 2);
    }
}
