//! The parts that all questions share: the grounded program, the limit of time, and the options.

use crate::exit;
use crate::explain::arguments::ExplainArguments;
use crate::input::{Accepted, Loaded};
use crate::session::{Failure, Session};
use hamadryad::explain::{CostGroups, ExplainOptions};
use hamadryad::{Config, Control, Part, Reader, Signature, Symbol, View};

/// The time for an explanation, if the command line has no limit.
const PATIENCE: f64 = 10.0;

/// A program about which questions are asked.
pub struct Asking<'a> {
    pub arguments: &'a ExplainArguments,
    pub session: &'a Session<'a>,
    pub control: Control,
    /// Atoms that a question assumes to be true or false, and its bounds on the costs by priority.
    pub assumptions: Vec<(Symbol, bool)>,
    pub bounds: Vec<(i32, i64)>,
    /// Groups of costs that cannot all be avoided.
    pub groups: Option<CostGroups>,
    /// The time at which the questions end, in seconds of the clock.
    deadline: f64,
}

impl<'a> Asking<'a> {
    /// Loads and grounds the program.
    ///
    /// # Errors
    /// The exit code, after a message.
    pub fn begin(arguments: &'a ExplainArguments, session: &'a Session<'a>) -> Result<Asking<'a>, u8> {
        let mut control = Control::with_compat(Config::default(), session.program.compat);
        control.keep_origins();
        let failed = |failure: Failure| {
            session.report(&failure);
            failure.exit_code()
        };
        let stop = || session.stop.reason().is_some();
        match session.load(&mut control, Accepted::TextOrGround).map_err(failed)? {
            Loaded::Program => {
                let parts = parts(arguments, session, &mut control)?;
                let parts: Vec<Part<'_>> =
                    parts.iter().map(|(name, values)| Part::new(name, values)).collect();
                let mut grounding = session.watch.grounding();
                let result = control.ground_observed(&parts, &mut grounding, &stop);
                drop(grounding);
                session.accept(&mut control, result).map_err(failed)?;
            }
            Loaded::Ground(program) => {
                let mut reader =
                    session.accept_ground(&program, Reader::new(&program.text)).map_err(failed)?;
                session.accept_ground(&program, control.read_step(&mut reader)).map_err(failed)?;
            }
            Loaded::Incremental => {
                session.messages.error(
                    "a program with `#include <incmode>` has no last step: leave the line out, and give the parts, such as `--part base --part 'step(1)' --part 'check(1)'`",
                );
                return Err(exit::BAD_INPUT);
            }
        }
        let limit = session.program.time_limit().map_or(PATIENCE, |limit| 0.9 * limit.as_secs_f64());
        let deadline = match session.program.time_limit() {
            Some(_) => limit,
            None => session.clock.seconds() + limit,
        };
        Ok(Asking {
            arguments,
            session,
            control,
            assumptions: Vec::new(),
            bounds: Vec::new(),
            groups: None,
            deadline,
        })
    }

    /// Whether the question must end.
    pub fn is_over(&self) -> bool {
        self.stopper()()
    }

    /// The test whether the question must end, for calls that change the control.
    pub fn stopper(&self) -> impl Fn() -> bool + use<'a> {
        let (session, deadline) = (self.session, self.deadline);
        move || session.stop.reason().is_some() || session.clock.seconds() >= deadline
    }

    /// As [`Asking::stopper`], for a question that gets a share of the time that is left.
    pub fn part_of_the_time(&self, share: f64) -> impl Fn() -> bool + use<'a> {
        let (session, now) = (self.session, self.session.clock.seconds());
        let end = now + share * (self.deadline - now);
        move || session.stop.reason().is_some() || session.clock.seconds() >= end
    }

    /// The options of an explainer.
    ///
    /// # Errors
    /// The exit code, after a message.
    pub fn options(&self) -> Result<ExplainOptions, u8> {
        let conflict = &self.arguments.conflict;
        let mut options = ExplainOptions {
            granularity: conflict.granularity,
            seed: self.arguments.seed,
            assumptions: self.assumptions.clone(),
            bounds: self.bounds.clone(),
            ..ExplainOptions::new()
        };
        for trusted in &conflict.trust {
            let sources = self.control.sources();
            let file = sources.files().find(|&file| sources.name(file) == trusted);
            match (file, self.signature(trusted)) {
                (Some(file), _) => options.trusted_files.push(file),
                (None, Some(signature)) => options.trusted.push(signature),
                (None, None) => {
                    self.session.messages.error(&format!(
                        "--trust: `{trusted}` is neither a file of the program nor a signature of its atoms such as `edge/2`"
                    ));
                    return Err(exit::BAD_OPTIONS);
                }
            }
        }
        Ok(options)
    }

    /// The signature that a text such as `edge/2` or `-p/1` names, if the program has atoms of it.
    pub fn signature(&self, text: &str) -> Option<Signature> {
        let (name, arity) = text.rsplit_once('/')?;
        let arity: u32 = arity.parse().ok()?;
        let (positive, name) = name.strip_prefix('-').map_or((true, name), |name| (false, name));
        let name = self.control.symbols().find_name(name)?;
        let wanted = Signature { name, arity, positive };
        self.control.signatures().find(|&signature| signature == wanted)
    }
}

/// The parts to ground: names and arguments.
fn parts(
    arguments: &ExplainArguments,
    session: &Session<'_>,
    control: &mut Control,
) -> Result<Vec<(String, Vec<Symbol>)>, u8> {
    if arguments.part.is_empty() {
        return Ok(vec![("base".to_owned(), Vec::new())]);
    }
    let mut parts = Vec::new();
    for text in &arguments.part {
        let symbol = control.parse_symbol("--part", text).ok();
        let part = symbol.and_then(|symbol| match control.symbols().view(symbol) {
            View::Function { name, arguments, positive: true } if !name.is_tuple() => {
                Some((control.symbols().text(name).to_owned(), arguments.to_vec()))
            }
            _ => None,
        });
        let Some(part) = part else {
            session.messages.error(&format!("--part: `{text}` is no part, such as `base` or `step(3)`"));
            return Err(exit::BAD_OPTIONS);
        };
        parts.push(part);
    }
    Ok(parts)
}
