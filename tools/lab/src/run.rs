//! Plays the games that are missing in the journal, several at once, and records each game.
//!
//! Workers take games from one list, so the games of all players are spread over the whole run. The calling
//! thread writes records and reports progress. *Invariant:* a record is in the file before it is reported.

use crate::{Entry, Journal, LabError};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// A game to play.
pub trait Job: Sync {
    /// The record of the game.
    type Record: Entry + Send;

    /// The word for several of them in messages.
    const NOUN: &'static str = "games";

    /// The key that identifies the game, as in its record.
    fn key(&self) -> String;

    /// The class of games with a similar duration, as in its record.
    fn class(&self) -> String;

    /// The number of cells of the board.
    fn cells(&self) -> usize;
}

/// Plays games.
pub trait Player<T: Job>: Sync {
    /// Plays a game to its end; `None` if it was stopped before.
    fn play(&self, task: &T, stop: &dyn Fn() -> bool) -> Option<T::Record>;
}

/// An event for the listener.
#[derive(Debug)]
pub enum Event<'a, R> {
    /// A game has ended and is recorded.
    Finished(&'a R),
    /// Time has passed.
    Tick,
}

/// Progress of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The number of games of the run.
    pub games: usize,
    /// The number of recorded games, including earlier runs.
    pub done: usize,
    /// The time since the run began.
    pub elapsed: Duration,
    /// An estimate of the remaining time, once a game has ended.
    pub remaining: Option<Duration>,
}

/// Result of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The number of games of the run.
    pub games: usize,
    /// The number of games recorded before.
    pub known: usize,
    /// The number of games played now.
    pub played: usize,
    /// The number of games played now whose player broke its guarantee.
    pub failed: usize,
}

impl Summary {
    /// Whether all games are recorded.
    pub fn is_complete(&self) -> bool {
        self.known + self.played == self.games
    }
}

/// Plays the missing games, `jobs` at once, until all are recorded or `stop` returns `true`.
///
/// # Errors
/// If the journal cannot be written; earlier records stay.
pub fn run<T: Job>(
    tasks: &[T],
    journal: &mut Journal<T::Record>,
    jobs: usize,
    player: &dyn Player<T>,
    stop: &(dyn Fn() -> bool + Sync),
    listener: &mut dyn FnMut(Event<'_, T::Record>, &Progress),
) -> Result<Summary, LabError> {
    const TICK: Duration = Duration::from_millis(500);
    let done: HashSet<String> = journal.records().iter().map(Entry::key).collect();
    let open: Vec<&T> = tasks.iter().filter(|task| !done.contains(&task.key())).collect();
    let mut forecast = Forecast::new(journal.records(), &open, jobs);
    let mut summary = Summary { games: tasks.len(), known: tasks.len() - open.len(), played: 0, failed: 0 };
    let (next, is_broken) = (AtomicUsize::new(0), AtomicBool::new(false));
    let is_over = || stop() || is_broken.load(Ordering::Relaxed);
    let start = Instant::now();
    std::thread::scope(|scope| {
        let (send, finished) = mpsc::channel();
        for _ in 0..jobs.clamp(1, open.len().max(1)) {
            let send = send.clone();
            let (open, next, is_over) = (&open, &next, &is_over);
            scope.spawn(move || {
                while !is_over() {
                    let Some(task) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                    let Some(record) = player.play(task, is_over) else { break };
                    if send.send(record).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        loop {
            let record = match finished.recv_timeout(TICK) {
                Ok(record) => Some(record),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(summary),
            };
            if let Some(record) = &record {
                journal.append(record).inspect_err(|_| is_broken.store(true, Ordering::Relaxed))?;
                summary.played += 1;
                summary.failed += usize::from(!record.keeps_guarantee());
                forecast.learn(record);
            }
            let progress = Progress {
                games: summary.games,
                done: summary.known + summary.played,
                elapsed: start.elapsed(),
                remaining: forecast.remaining(),
            };
            listener(record.as_ref().map_or(Event::Tick, Event::Finished), &progress);
        }
    })
}

/// Estimates the remaining time.
///
/// The estimate for a game is the mean of its class. For a class without games it is the mean of other
/// classes, times the fourth power of the ratio of cells, which is the growth of the times in Table 1 of
/// (WinningSnake24).
#[derive(Default)]
pub(crate) struct Forecast {
    classes: Vec<Class>,
    jobs: usize,
}

/// A class of games with a similar duration.
struct Class {
    name: String,
    cells: usize,
    open: usize,
    done: usize,
    /// The total time of its finished games.
    time: f64,
}

impl Forecast {
    fn new<T: Job>(records: &[T::Record], open: &[&T], jobs: usize) -> Self {
        let mut forecast = Self { classes: Vec::new(), jobs };
        for task in open {
            forecast.open(task.class(), task.cells());
        }
        for record in records {
            forecast.note(record);
        }
        forecast
    }

    fn class(&mut self, name: String, cells: usize) -> &mut Class {
        let found = self.classes.iter().position(|class| class.name == name);
        let index = found.unwrap_or_else(|| {
            self.classes.push(Class { name, cells, open: 0, done: 0, time: 0.0 });
            self.classes.len() - 1
        });
        &mut self.classes[index]
    }

    /// Counts a game that has not ended.
    pub(crate) fn open(&mut self, class: String, cells: usize) {
        self.class(class, cells).open += 1;
    }

    fn note_class(&mut self, record: &impl Entry) -> &mut Class {
        let class = self.class(record.class(), record.cells());
        class.done += 1;
        class.time += record.wall();
        class
    }

    /// Counts a game that was finished before.
    pub(crate) fn note(&mut self, record: &impl Entry) {
        self.note_class(record);
    }

    /// Counts an open game as finished.
    fn learn(&mut self, record: &impl Entry) {
        let class = self.note_class(record);
        class.open = class.open.saturating_sub(1);
    }

    fn remaining(&self) -> Option<Duration> {
        self.remaining_with(self.jobs)
    }

    /// The estimate if this number of games is played at once; `None` without finished games or without processes.
    pub(crate) fn remaining_with(&self, jobs: usize) -> Option<Duration> {
        if jobs == 0 {
            return None;
        }
        let weight = |class: &Class| (class.cells as f64).powi(4);
        let (mut done, mut time) = (0.0, 0.0);
        for class in &self.classes {
            done += class.done as f64 * weight(class);
            time += class.time;
        }
        if done == 0.0 {
            return None;
        }
        let left = self.classes.iter().map(|class| {
            let guess = time / done * weight(class);
            let each = if class.done > 0 { class.time / class.done as f64 } else { guess };
            each * class.open as f64
        });
        Duration::try_from_secs_f64(left.sum::<f64>() / jobs as f64).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::{record, task};
    use crate::{Record, Task};
    use std::sync::Mutex;

    /// A player that returns a recorded game for every seed, and stores the requested seeds.
    struct Pretender {
        model: Record,
        asked: Mutex<Vec<u64>>,
    }

    impl Player<Task> for Pretender {
        fn play(&self, task: &Task, stop: &dyn Fn() -> bool) -> Option<Record> {
            if stop() {
                return None;
            }
            self.asked.lock().expect("nobody panics").push(task.seed);
            let mut record = Record { seed: task.seed, ..self.model.clone() };
            record.outcome.won = task.seed != 4;
            Some(record)
        }
    }

    #[test]
    fn missing_games_are_played_and_no_game_twice() {
        let directory = std::env::temp_dir().join(format!("hamadryad-lab-{}-run", std::process::id()));
        let _ = std::fs::remove_dir_all(&directory);
        let player = Pretender { model: record(1), asked: Mutex::default() };
        // Stops when this number of games were played in total.
        let play = |tasks: &[Task], most: usize| {
            let mut journal = Journal::open(&directory).expect("a journal");
            let stop = || player.asked.lock().expect("nobody panics").len() >= most;
            let mut last = None;
            let summary =
                run(tasks, &mut journal, 1, &player, &stop, &mut |_, progress| last = Some(*progress));
            (summary.expect("the journal can be written"), last)
        };
        let tasks: Vec<Task> = (1..9).map(task).collect();
        let (first, _) = play(&tasks[..3], 100);
        assert_eq!(first, Summary { games: 3, known: 0, played: 3, failed: 0 });
        assert!(first.is_complete());
        let (stopped, _) = play(&tasks, 5);
        assert_eq!(stopped, Summary { games: 8, known: 3, played: 2, failed: 1 });
        assert!(!stopped.is_complete());
        let (last, progress) = play(&tasks, 100);
        assert_eq!(last, Summary { games: 8, known: 5, played: 3, failed: 0 });
        let progress = progress.expect("something was played");
        assert_eq!((progress.done, progress.games, progress.remaining), (8, 8, Some(Duration::ZERO)));
        assert_eq!(*player.asked.lock().expect("nobody panics"), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(crate::read::<Record>(&directory).expect("records").len(), 8);
        let _ = std::fs::remove_dir_all(&directory);
    }

    #[test]
    fn the_remaining_time_is_estimated_from_finished_games() {
        let mut model = record(1);
        model.outcome.wall = 2.0;
        let mut large = task(1);
        (large.configuration.rows, large.configuration.cols) = (8, 4);
        let (small, large) = (task(2), large);
        // A known class takes the mean of its games, a class with twice the cells sixteen times as long.
        let forecast = Forecast::new::<Task>(std::slice::from_ref(&model), &[&small, &small, &large], 2);
        assert_eq!(forecast.remaining(), Some(Duration::from_secs((2 + 2 + 32) / 2)));
        assert_eq!(Forecast::new::<Task>(&[], &[&small], 1).remaining(), None);
    }
}
