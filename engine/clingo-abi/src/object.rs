//! A control, as a caller sees it: idle, busy, or being solved.
//!
//! *Invariant:* whoever works on the program has taken it out, or holds the lock for a moment without calling the caller.
//! A call on a control that is not idle is an error with a sentence.

use crate::application::RunOfControl;
use crate::backend::OpenBackend;
use crate::callbacks::Logger;
use crate::guard::Outcome;
use crate::propagator::Failed;
use crate::script;
use crate::solve::{Solve, Solved};
use crate::statistics::Numbers;
use hamadryad::propagator::Init;
use hamadryad::{AtomTables, Literal, Texts};
use hamadryad_clingo::ast::Builder;
use hamadryad_clingo::message::Failure;
use hamadryad_clingo::program::Program;
use hamadryad_clingo::theory::Theory;
use hamadryad_clingo::translation::Translation;
use hamadryad_configuration::Configuration;
use std::cell::Cell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A control.
pub struct ControlObject {
    /// Its number in the registry.
    pub number: usize,
    state: Mutex<State>,
    /// A request to end the present solve, or the next one.
    pub interrupt: Arc<AtomicBool>,
    /// The receiver of messages.
    pub logger: Logger,
    /// The configuration; it can be changed at any time and has an effect from the next solve on.
    pub configuration: Mutex<Configuration>,
    /// The statistics of the last request.
    pub statistics: Mutex<Numbers>,
    /// The numbers of the caller, about the last step and about all steps.
    pub user_statistics: [Mutex<Numbers>; 2],
    /// The last call of solve, and the sums over all calls.
    pub solved: Mutex<Solved>,
    /// The atoms that backends have declared external, which clingo does not call external.
    pub externals_of_backends: Mutex<HashSet<u32>>,
    /// Whether the program can be solved once only (`--single-shot`).
    is_single_shot: bool,
    /// Whether the caller has begun a backend and not ended it. Its statements so far take effect when another call
    /// works on the program.
    pub backend_is_open: AtomicBool,
    /// The statements of the program builder, while it is open.
    pub builder: Mutex<Option<Builder>>,
    /// The translation of the symbols.
    pub translation: Arc<Mutex<Translation>>,
    /// The failure of a propagator.
    pub failed_propagator: Arc<Failed>,
    /// The run of an application to which the control belongs.
    pub run: Option<Arc<RunOfControl>>,
}

/// The state of a control.
pub enum State {
    /// No call works on it.
    Idle(Box<Program>),
    /// A call works on it.
    Busy,
    /// A search has it.
    Solving(Arc<Solve>),
    /// A backend has it.
    Writing(Box<OpenBackend>),
    /// Propagators are prepared.
    Preparing(Preparing),
}

/// The parts of a program that can be read while its propagators are prepared.
pub struct Preparing {
    /// The theory atoms of the step.
    pub theory: Theory,
    /// The tables of atoms, while the function `init` of a propagator runs.
    tables: Option<Tables>,
}

/// Tables of atoms behind the lock of a control.
#[derive(Clone, Copy)]
struct Tables(AtomTables<'static>);

// SAFETY: the tables are read under the lock of the state of their control only, by one thread at a time; the thread
// that prepares the propagators is in a function of the caller meanwhile, or under the same lock.
unsafe impl Send for Tables {}

impl Preparing {
    /// The theory atoms and the tables of atoms, while the function `init` of a propagator runs.
    pub fn readable(&self) -> Option<(&Theory, AtomTables<'_>)> {
        Some((&self.theory, self.tables?.0))
    }
}

/// Locks a mutex. Values behind our locks are valid after each statement, so a panic does not spoil them.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The error of a call that needs an idle program.
pub fn refusal(state: &State) -> Failure {
    Failure::runtime(match state {
        State::Solving(_) => {
            "Program updates not supported! The control is being solved: close the solve handle first"
        }
        State::Writing(_) => "the backend of the control is open: close it first",
        _ => "the control is in use by another call, on another thread or in a callback",
    })
}

impl ControlObject {
    /// A control for a program.
    pub fn new(number: usize, program: Program, logger: Logger) -> ControlObject {
        ControlObject {
            number,
            interrupt: Arc::default(),
            logger,
            configuration: Mutex::new(program.settings.configuration.clone()),
            statistics: Mutex::default(),
            user_statistics: Default::default(),
            solved: Mutex::default(),
            externals_of_backends: Mutex::default(),
            is_single_shot: program.settings.single_shot,
            backend_is_open: AtomicBool::new(false),
            builder: Mutex::default(),
            failed_propagator: Arc::default(),
            run: None,
            translation: Arc::clone(&program.translation),
            state: Mutex::new(State::Idle(Box::new(program))),
        }
    }

    /// The state, locked.
    pub fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// The state, locked. A search that has ended gives the program back, even if its handle is not closed yet, as in
    /// clingo.
    pub fn settled(&self) -> MutexGuard<'_, State> {
        let mut state = self.state();
        if let State::Solving(solve) = &*state
            && let Some(program) = solve.release()
        {
            *state = State::Idle(program);
        }
        state
    }

    /// Refuses a call that may not follow the only search of a single-shot control.
    pub fn check_single_shot(&self) -> Outcome {
        if self.is_single_shot && lock(&self.solved).calls > 0 {
            return Err(Failure::logic(
                "Program updates not supported! A `--single-shot` control is solved once",
            ));
        }
        Ok(())
    }

    /// Ends the engine's backend, if it is open: the program becomes idle, and the statements take effect.
    pub fn finish_backend(&self) -> Outcome {
        let mut open = {
            let mut state = self.state();
            match std::mem::replace(&mut *state, State::Busy) {
                State::Writing(open) => open,
                other => {
                    *state = other;
                    return Ok(());
                }
            }
        };
        // Observers may be called, so the lock is not held.
        let (program, outcome) =
            open.take_apart(true).ok_or_else(|| Failure::logic("the backend is closed"))?;
        self.give_back(program);
        outcome
    }

    /// Works on the idle program for a moment; `work` must not call the caller.
    pub fn with<T>(&self, work: impl FnOnce(&mut Program) -> Outcome<T>) -> Outcome<T> {
        self.finish_backend()?;
        let mut state = self.settled();
        match &mut *state {
            State::Idle(program) => work(program),
            other => Err(refusal(other)),
        }
    }

    /// Whether the present call should end: at a request, or because the run of an application must stop.
    pub fn is_stopped(&self) -> bool {
        let run_stops = self.run.as_ref().is_some_and(|run| run.stop.reason().is_some());
        run_stops || self.interrupt.load(Ordering::Relaxed)
    }

    /// Closes the search, if there is one.
    pub fn close_search(&self) {
        let solve = match &*self.state() {
            State::Solving(solve) => Some(Arc::clone(solve)),
            _ => None,
        };
        if let Some(solve) = solve {
            solve.close();
        }
    }

    /// Takes the idle program out.
    pub fn take(&self) -> Outcome<Box<Program>> {
        self.finish_backend()?;
        let mut state = self.settled();
        match std::mem::replace(&mut *state, State::Busy) {
            State::Idle(program) => Ok(program),
            other => {
                let refusal = refusal(&other);
                *state = other;
                Err(refusal)
            }
        }
    }

    /// Gives the program back.
    pub fn give_back(&self, program: Box<Program>) {
        *self.state() = State::Idle(program);
    }

    /// Takes the program out for a call that may call the caller, and delivers its messages. If the call panics, the
    /// control cannot be used further.
    pub fn work<T>(&self, work: impl FnOnce(&mut Program) -> Outcome<T>) -> Outcome<T> {
        let mut program = self.take()?;
        let result = work(&mut program);
        let messages = program.take_messages();
        self.give_back(program);
        self.logger.deliver(&messages);
        result
    }

    /// Adds texts to the program, also while its backend is open, and runs their scripts.
    pub fn add_texts(
        &self,
        idle: impl FnOnce(&mut Program) -> Outcome,
        writing: impl FnOnce(&mut Program, Texts<'_>) -> Outcome,
    ) -> Outcome {
        let scripts = Cell::default();
        self.work_on_texts(
            |program| {
                program.accept_scripts(script::languages());
                let result = idle(program);
                scripts.set(program.take_scripts());
                result
            },
            |program, texts| {
                program.accept_scripts(script::languages());
                let result = writing(program, texts);
                scripts.set(program.take_scripts());
                result
            },
        )?;
        script::run(&scripts.take())
    }

    /// Works on the texts of the program, also while its backend is open, and delivers the messages.
    pub fn work_on_texts(
        &self,
        idle: impl FnOnce(&mut Program) -> Outcome,
        writing: impl FnOnce(&mut Program, Texts<'_>) -> Outcome,
    ) -> Outcome {
        let (result, messages) = {
            let mut state = self.state();
            match &mut *state {
                State::Writing(backend) => backend.with_texts(writing),
                _ => {
                    drop(state);
                    return self.work(idle);
                }
            }
        };
        self.logger.deliver(&messages);
        result
    }

    /// Makes the theory atoms of the program, which was taken out, readable while propagators are prepared.
    pub fn begin_preparation(&self, theory: Theory) {
        *self.state() = State::Preparing(Preparing { theory, tables: None });
    }

    /// Ends the preparation of propagators, and gives the theory atoms back.
    pub fn end_preparation(&self) -> Theory {
        let mut state = self.state();
        match std::mem::replace(&mut *state, State::Busy) {
            State::Preparing(preparing) => preparing.theory,
            other => {
                *state = other;
                Theory::default()
            }
        }
    }

    /// Makes the tables of atoms readable while the function `init` of a propagator runs.
    pub fn during_init<T>(&self, init: &mut Init<'_>, call: impl FnOnce(&mut Init<'_>) -> T) -> T {
        // SAFETY: only the lifetime changes. The tables are removed below, while `init` still borrows them; a panic
        // cannot pass `call`, which runs a C function. No function of a preparation changes symbols or atoms.
        let tables = unsafe { std::mem::transmute::<AtomTables<'_>, AtomTables<'static>>(init.tables()) };
        let set = |tables| {
            if let State::Preparing(preparing) = &mut *self.state() {
                preparing.tables = tables;
            }
        };
        set(Some(Tables(tables)));
        let result = call(init);
        set(None);
        result
    }

    /// The literals of a condition of theory elements, if a number is that of a condition.
    pub fn condition(&self, number: i32) -> Outcome<Option<Vec<Literal>>> {
        let state = self.state();
        let theory = match &*state {
            State::Preparing(preparing) => &preparing.theory,
            State::Idle(program) => &program.listeners.theory,
            other => return Err(refusal(other)),
        };
        let Some(condition) = theory.condition(number) else { return Ok(None) };
        crate::model::literals(condition).map(Some)
    }

    /// Reads the tables of atoms, also during a search that has paused at a model.
    pub fn tables<T>(&self, read: impl FnOnce(AtomTables<'_>) -> Outcome<T>) -> Outcome<T> {
        let solve = {
            let state = self.settled();
            match &*state {
                State::Idle(program) => return read(program.control.tables()),
                State::Writing(backend) => return read(backend.tables()),
                State::Solving(solve) => Arc::clone(solve),
                State::Preparing(Preparing { tables: Some(tables), .. }) => return read(tables.0),
                State::Busy | State::Preparing(_) => return Err(refusal(&State::Busy)),
            }
        };
        solve.with_search(|running| read(running.tables()))
    }
}
