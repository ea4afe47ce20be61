//! Solving on a separate thread.
//!
//! ```text
//! caller    solve_in_background ── wait ── next_model ─────── next_model ── finish ── control
//! thread            └─ search … model ──────────┘  search … model ──┘
//! ```
//!
//! The control moves to the thread and returns at the end, so no caller can change it during the search. The
//! thread pauses at each model until the caller resumes it, so clauses can be added between two models, as in
//! [`Search`](crate::Search).
//!
//! This file starts threads; it is not compiled for targets without threads.

use crate::{Answer, Control, Error, SolveOptions, StopToken, Summary, Threads};
use hamadryad_aspif::Literal;
use hamadryad_solve::{Consequences, OptimizeMode, Projection};
use hamadryad_symbol::Symbol;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Options of a search, as in [`SolveOptions`].
#[derive(Clone, Debug, Default)]
pub struct BackgroundOptions {
    /// See [`SolveOptions::models`].
    pub models: Option<u64>,
    /// See [`SolveOptions::optimize`].
    pub optimize: OptimizeMode,
    /// See [`SolveOptions::bound`].
    pub bound: Option<Vec<i64>>,
    /// See [`SolveOptions::projection`].
    pub projection: Option<Projection>,
    /// See [`SolveOptions::consequences`].
    pub consequences: Option<Consequences>,
    /// See [`SolveOptions::sample`].
    pub sample: Option<u64>,
    /// As [`SolveOptions::stop_at`].
    pub stop_at: Option<Vec<i64>>,
    /// As [`SolveOptions::by_domain`].
    pub by_domain: bool,
    /// See [`SolveOptions::minimal_core`].
    pub minimal_core: bool,
    /// See [`SolveOptions::assumptions`].
    pub assumptions: Vec<(Symbol, bool)>,
    /// See [`SolveOptions::literals`].
    pub literals: Vec<Literal>,
    /// See [`SolveOptions::threads`].
    pub threads: Threads,
    /// Ends the search as [`Background::cancel`] does, for instance after a time limit.
    pub stop: StopToken,
}

/// A search on a separate thread. Dropping it cancels the search and drops the control.
pub struct Background {
    /// `None` after the search was requested to end.
    requests: Option<Sender<Request>>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<Control>>,
    cancelled: StopToken,
    state: State,
    /// Clauses that are added when the search resumes.
    clauses: Vec<Vec<(Symbol, bool)>>,
}

/// A request to resume, after these clauses have been added.
struct Request {
    clauses: Vec<Vec<(Symbol, bool)>>,
}

enum Event {
    Found(Answer),
    Ended(Result<Summary, Error>),
}

enum State {
    Searching,
    /// A model was found and not yet returned.
    Found(Answer),
    /// The last model was returned.
    Pausing,
    Ended(Result<Summary, Error>),
}

impl Control {
    /// Moves the control to a new thread and starts a search; [`Background::finish`] returns the control.
    ///
    /// ```
    /// use hamadryad::{BackgroundOptions, Control, Part, StopToken};
    /// use std::time::Duration;
    ///
    /// let mut control = Control::new();
    /// control.add("example.lp", "1 { go(north;east) } 1.")?;
    /// control.ground(&[Part::base()])?;
    ///
    /// let stop = StopToken::after(Duration::from_secs(10));
    /// let options = BackgroundOptions { models: Some(0), stop, ..BackgroundOptions::default() };
    /// let mut search = control.solve_in_background(options);
    /// while !search.wait(Duration::from_millis(20)) {
    ///     // Draw a frame, process input.
    /// }
    /// let mut found = Vec::new();
    /// while let Some(answer) = search.next_model() {
    ///     found.push(answer.to_string());
    /// }
    /// found.sort();
    /// assert_eq!(found, ["go(east)", "go(north)"]);
    /// assert!(search.get()?.exhausted);
    ///
    /// let control = search.finish();
    /// assert_eq!(control.atoms().count(), 2);
    /// # Ok::<(), hamadryad::Error>(())
    /// ```
    ///
    /// # Panics
    /// If the system cannot start a thread.
    pub fn solve_in_background(self, options: BackgroundOptions) -> Background {
        let (requests, requested) = channel();
        let (events, seen) = channel();
        let cancelled = StopToken::new();
        let heard = cancelled.clone();
        let thread = std::thread::spawn(move || {
            let mut control = self;
            let result = run(&mut control, &options, &heard, &requested, &events);
            // The receiver may be gone.
            let _ = events.send(Event::Ended(result));
            control
        });
        Background {
            requests: Some(requests),
            events: seen,
            thread: Some(thread),
            cancelled,
            state: State::Searching,
            clauses: Vec::new(),
        }
    }
}

/// Searches, and sends model after model on request.
fn run(
    control: &mut Control,
    options: &BackgroundOptions,
    cancelled: &StopToken,
    requests: &Receiver<Request>,
    events: &Sender<Event>,
) -> Result<Summary, Error> {
    let stop = || cancelled.is_stopped() || options.stop.is_stopped();
    let mut search = control.solve(SolveOptions {
        models: options.models,
        optimize: options.optimize,
        bound: options.bound.clone(),
        projection: options.projection,
        consequences: options.consequences,
        sample: options.sample,
        stop_at: options.stop_at.clone(),
        by_domain: options.by_domain,
        minimal_core: options.minimal_core,
        assumptions: &options.assumptions,
        literals: &options.literals,
        threads: options.threads,
        stop: &stop,
    })?;
    while let Some(model) = search.next_model() {
        let answer = model.to_answer();
        if events.send(Event::Found(answer)).is_err() {
            break;
        }
        let Ok(request) = requests.recv() else { break };
        for clause in &request.clauses {
            search.add_clause(clause);
        }
    }
    Ok(search.summary())
}

impl Background {
    /// Resumes a paused search, and waits at most `time` for a model or for the end of the search. Returns
    /// whether [`Background::next_model`] returns at once.
    pub fn wait(&mut self, time: Duration) -> bool {
        self.resume();
        if matches!(self.state, State::Searching) {
            match self.events.recv_timeout(time) {
                Ok(event) => self.see(event),
                Err(RecvTimeoutError::Timeout) => return false,
                Err(RecvTimeoutError::Disconnected) => self.fail(),
            }
        }
        true
    }

    /// Waits for the next model; `None` if the search has ended: [`Background::get`] returns the reason.
    pub fn next_model(&mut self) -> Option<Answer> {
        self.resume();
        self.wait_for_event();
        match std::mem::replace(&mut self.state, State::Pausing) {
            State::Found(answer) => Some(answer),
            ended => {
                self.state = ended;
                None
            }
        }
    }

    /// Resumes the search without waiting for the next model.
    pub fn resume(&mut self) {
        if matches!(self.state, State::Pausing) {
            let clauses = std::mem::take(&mut self.clauses);
            let is_heard =
                self.requests.as_ref().is_some_and(|requests| requests.send(Request { clauses }).is_ok());
            self.state = State::Searching;
            if !is_heard {
                self.wait_for_event();
            }
        }
    }

    /// Requires that in all models not found yet one of the atoms has the given value, see
    /// [`Search::add_clause`](crate::Search::add_clause). Takes effect when the search resumes after a model.
    pub fn add_clause(&mut self, clause: &[(Symbol, bool)]) {
        self.clauses.push(clause.to_vec());
    }

    /// Requests the end of the search and returns at once. The summary will report an interruption, unless
    /// the search has ended before.
    pub fn cancel(&self) {
        self.cancelled.stop();
    }

    /// Runs the search to its end, skips the remaining models, and returns the summary: satisfiability,
    /// completeness, and a core of an unsatisfiable solve.
    ///
    /// # Errors
    /// As [`Control::solve`].
    pub fn get(&mut self) -> Result<Summary, Error> {
        while self.next_model().is_some() {}
        match &self.state {
            State::Ended(result) => result.clone(),
            _ => unreachable!("a search without a next model has ended"),
        }
    }

    /// Returns the control. A running search is cancelled.
    pub fn finish(mut self) -> Control {
        self.end();
        let thread = self.thread.take().expect("only the end takes it");
        match thread.join() {
            Ok(control) => control,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    fn see(&mut self, event: Event) {
        self.state = match event {
            Event::Found(answer) => State::Found(answer),
            Event::Ended(result) => State::Ended(result),
        };
    }

    fn wait_for_event(&mut self) {
        if matches!(self.state, State::Searching) {
            match self.events.recv() {
                Ok(event) => self.see(event),
                Err(_) => self.fail(),
            }
        }
    }

    /// The thread has ended without a result: it has panicked, and the panic is propagated.
    fn fail(&mut self) -> ! {
        let thread = self.thread.take().expect("only the end takes it");
        match thread.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(_) => unreachable!("a search that comes to its end says so"),
        }
    }

    fn end(&mut self) {
        self.requests = None;
        if !matches!(self.state, State::Ended(_)) {
            self.cancelled.stop();
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Part;

    fn control(text: &str) -> Control {
        let mut control = Control::new();
        control.add("test.lp", text).expect("it is a program");
        control.ground(&[Part::base()]).expect("it can be grounded");
        control
    }

    fn all() -> BackgroundOptions {
        BackgroundOptions { models: Some(0), ..BackgroundOptions::default() }
    }

    #[test]
    fn clauses_take_effect_from_the_next_model_on() {
        let mut control = control("1 { pick(1..4) } 2.");
        let mut fresh: Vec<Symbol> = control.atoms().collect();
        let mut search = control.solve_in_background(all());
        let mut found = 0;
        while let Some(answer) = search.next_model() {
            found += 1;
            fresh.retain(|&atom| !answer.contains(atom));
            let clause: Vec<_> = fresh.iter().map(|&atom| (atom, true)).collect();
            search.add_clause(&clause);
        }
        assert!(fresh.is_empty() && (2..=4).contains(&found), "{found} models");
        assert!(search.get().expect("the program is accepted").exhausted);
        // The clauses belonged to a single search.
        control = search.finish();
        assert_eq!(control.solve_in_background(all()).get().map(|summary| summary.models), Ok(10));
    }

    #[test]
    fn a_background_search_returns_a_core() {
        let mut control = control("{ a; b; c }. :- a, b.");
        let [a, b, c] = ["a", "b", "c"].map(|name| control.symbols_mut().constant(name));
        let assumptions = vec![(a, true), (b, true), (c, true)];
        let mut search = control.solve_in_background(BackgroundOptions { assumptions, ..all() });
        assert!(search.next_model().is_none());
        assert_eq!(search.get().expect("the program is accepted").core, [(a, true), (b, true)]);
    }

    /// More pigeons than holes: this search never ends in practice.
    const PIGEONS: &str = "1 { in(P,1..13) } 1 :- P = 1..14. :- in(P,H), in(Q,H), P < Q.";

    #[test]
    fn a_cancelled_search_leaves_the_control_usable() {
        let mut search = control(PIGEONS).solve_in_background(all());
        assert!(!search.wait(Duration::from_millis(1)));
        search.cancel();
        assert!(search.next_model().is_none());
        let summary = search.get().expect("the program is accepted");
        assert!(summary.interrupted && !summary.exhausted);
        let mut control = search.finish();
        let pigeon = control.parse_symbol("test", "in(1,1)").expect("a term");
        let stop = StopToken::after(Duration::from_millis(20));
        let assumptions = vec![(pigeon, true)];
        let mut search = control.solve_in_background(BackgroundOptions { assumptions, stop, ..all() });
        assert!(search.get().expect("the program is accepted").interrupted);
    }

    #[test]
    fn dropped_and_finished_searches_end() {
        drop(control(PIGEONS).solve_in_background(all()));
        let mut search = control("{ a; b }.").solve_in_background(all());
        assert!(search.next_model().is_some());
        let control = search.finish();
        assert_eq!(control.atoms().count(), 2);
    }
}
