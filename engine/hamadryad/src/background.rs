//! Solving on a thread of its own.
//!
//! ```text
//! caller    solve_in_background ── wait ── next_model ─────── next_model ── finish ── control
//! thread            └─ search … model ──────────┘  search … model ──┘
//! ```
//!
//! The control goes to the thread and comes back: nobody can change it while it is searched. The thread stops at each model
//! until the caller asks for more, so that clauses can be added between two models, as in [`Search`](crate::Search).
//!
//! This file starts threads; it is not there where there are none.

use crate::{Answer, Control, Error, SolveOptions, StopToken, Summary, Threads};
use hamadryad_aspif::Literal;
use hamadryad_solve::{Consequences, OptimizeMode, Projection};
use hamadryad_symbol::Symbol;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// What is asked for, as in [`SolveOptions`].
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
    /// See [`SolveOptions::minimal_core`].
    pub minimal_core: bool,
    /// See [`SolveOptions::assumptions`].
    pub assumptions: Vec<(Symbol, bool)>,
    /// See [`SolveOptions::literals`].
    pub literals: Vec<Literal>,
    /// See [`SolveOptions::threads`].
    pub threads: Threads,
    /// Ends the search as [`Background::cancel`] does; a limit of time goes here.
    pub stop: StopToken,
}

/// A search that runs on a thread of its own. Dropped, it is cancelled, and the control is gone with it.
pub struct Background {
    /// `None` once the search has been told to end.
    requests: Option<Sender<Request>>,
    events: Receiver<Event>,
    thread: Option<JoinHandle<Control>>,
    cancelled: StopToken,
    state: State,
    /// Clauses for the time when the search goes on.
    clauses: Vec<Vec<(Symbol, bool)>>,
}

/// Go on, after these clauses have been added.
struct Request {
    clauses: Vec<Vec<(Symbol, bool)>>,
}

enum Event {
    Found(Answer),
    Ended(Result<Summary, Error>),
}

enum State {
    Searching,
    /// A model has come that the caller has not taken.
    Found(Answer),
    /// The caller has taken a model.
    Pausing,
    Ended(Result<Summary, Error>),
}

impl Control {
    /// Starts a search on a thread of its own, which the control goes to; [`Background::finish`] gives it back.
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
    ///     // Draw a frame, look after the user.
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
    /// Where the system has no room for a thread.
    pub fn solve_in_background(self, options: BackgroundOptions) -> Background {
        let (requests, requested) = channel();
        let (events, seen) = channel();
        let cancelled = StopToken::new();
        let heard = cancelled.clone();
        let thread = std::thread::spawn(move || {
            let mut control = self;
            let result = run(&mut control, &options, &heard, &requested, &events);
            // Nobody may be there to hear it.
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

/// Searches, and hands out model after model as they are asked for.
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
    /// Lets the search go on where it pauses, and waits for a model or for the end of the search, for so long at most. Whether there is one: then
    /// [`Background::next_model`] answers at once.
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

    /// The next model, which is waited for; `None` where the search has ended: [`Background::get`] tells how.
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

    /// Lets the search go on to the next model while the caller does something else.
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

    /// From the next model on that has not been found yet, models come only where one of the atoms has the value that stands
    /// beside it, see [`Search::add_clause`](crate::Search::add_clause). Takes effect when the search goes on after a model.
    pub fn add_clause(&mut self, clause: &[(Symbol, bool)]) {
        self.clauses.push(clause.to_vec());
    }

    /// Tells the search to stop, and does not wait for that. Its summary will say that it was interrupted, unless it has
    /// come to its end already.
    pub fn cancel(&self) {
        self.cancelled.stop();
    }

    /// Lets the search run to its end, past the models that have not been taken, and says how it ended: whether there are
    /// models, whether all were found, and a core where there are none.
    ///
    /// # Errors
    /// Those of [`Control::solve`].
    pub fn get(&mut self) -> Result<Summary, Error> {
        while self.next_model().is_some() {}
        match &self.state {
            State::Ended(result) => result.clone(),
            _ => unreachable!("a search without a next model has ended"),
        }
    }

    /// Gives the control back. A search that has not ended is cancelled.
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

    /// The thread is gone without a last word: it has panicked, and so does who waits for it.
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
    fn clauses_count_from_the_next_model_on() {
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
        assert!(search.get().expect("nothing to refuse").exhausted);
        // The clauses were those of one search.
        control = search.finish();
        assert_eq!(control.solve_in_background(all()).get().map(|summary| summary.models), Ok(10));
    }

    #[test]
    fn a_core_comes_from_the_background() {
        let mut control = control("{ a; b; c }. :- a, b.");
        let [a, b, c] = ["a", "b", "c"].map(|name| control.symbols_mut().constant(name));
        let assumptions = vec![(a, true), (b, true), (c, true)];
        let mut search = control.solve_in_background(BackgroundOptions { assumptions, ..all() });
        assert!(search.next_model().is_none());
        assert_eq!(search.get().expect("nothing to refuse").core, [(a, true), (b, true)]);
    }

    /// More pigeons than holes: nobody waits for the end of this.
    const PIGEONS: &str = "1 { in(P,1..13) } 1 :- P = 1..14. :- in(P,H), in(Q,H), P < Q.";

    #[test]
    fn a_search_is_cancelled_and_the_control_goes_on() {
        let mut search = control(PIGEONS).solve_in_background(all());
        assert!(!search.wait(Duration::from_millis(1)));
        search.cancel();
        assert!(search.next_model().is_none());
        let summary = search.get().expect("nothing to refuse");
        assert!(summary.interrupted && !summary.exhausted);
        let mut control = search.finish();
        let pigeon = control.parse_symbol("test", "in(1,1)").expect("a term");
        let stop = StopToken::after(Duration::from_millis(20));
        let assumptions = vec![(pigeon, true)];
        let mut search = control.solve_in_background(BackgroundOptions { assumptions, stop, ..all() });
        assert!(search.get().expect("nothing to refuse").interrupted);
    }

    #[test]
    fn what_is_dropped_or_finished_early_ends() {
        drop(control(PIGEONS).solve_in_background(all()));
        let mut search = control("{ a; b }.").solve_in_background(all());
        assert!(search.next_model().is_some());
        let control = search.finish();
        assert_eq!(control.atoms().count(), 2);
    }
}
