//! The history of a shard, as its events show it.

use super::events::Event;
use std::collections::HashMap;

/// A task that killed its process this often is not tried again by the same submission.
pub(super) const MOST_ATTEMPTS: u32 = 3;

/// The end of the last attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// It has not ended, or its end was not written: the machine failed, or all processes of the job were killed.
    Unknown,
    /// All tasks were ended.
    Complete,
    /// A signal or an error stopped it in order.
    Stopped,
    /// The process ended with this exit code, and not in order.
    Exit(i32),
}

/// The attempts of a shard.
#[derive(Clone, Debug)]
pub(super) struct Attempts {
    /// The machine of the last attempt.
    pub node: Option<String>,
    pub last: Ended,
    /// By key: the number of attempts in which the task began and the process then ended without order.
    pub deaths: HashMap<String, u32>,
    /// The tasks that have begun in the last attempt.
    pub begun: Vec<String>,
}

impl Attempts {
    pub(super) fn of(events: Vec<Event>) -> Attempts {
        let mut attempts =
            Attempts { node: None, last: Ended::Unknown, deaths: HashMap::new(), begun: Vec::new() };
        let mut has_begun = false;
        for event in events {
            match event {
                Event::Start { node, .. } => {
                    attempts.close(has_begun);
                    attempts.node = Some(node);
                    attempts.last = Ended::Unknown;
                    has_begun = true;
                }
                Event::Task { key } => attempts.begun.push(key),
                Event::End { is_complete: true, .. } => attempts.last = Ended::Complete,
                Event::End { .. } => attempts.last = Ended::Stopped,
                Event::Exit { code } if attempts.last == Ended::Unknown => attempts.last = Ended::Exit(code),
                Event::Exit { .. } => {}
            }
        }
        attempts
    }

    /// Counts the tasks of an attempt that ended without order. Those among them that were recorded do not
    /// matter to the callers.
    fn close(&mut self, has_begun: bool) {
        let begun = std::mem::take(&mut self.begun);
        if has_begun && matches!(self.last, Ended::Unknown | Ended::Exit(_)) {
            for key in begun {
                *self.deaths.entry(key).or_insert(0) += 1;
            }
        }
    }

    /// The number of attempts that a task has ended without order, the last one included.
    pub(super) fn deaths_of(&self, key: &str) -> u32 {
        let last =
            matches!(self.last, Ended::Unknown | Ended::Exit(_)) && self.begun.iter().any(|k| k == key);
        self.deaths.get(key).copied().unwrap_or(0) + u32::from(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Event {
        Event::Start { at: 1, node: "n".into(), job: "1_0".into() }
    }

    fn task(key: &str) -> Event {
        Event::Task { key: key.into() }
    }

    #[test]
    fn tasks_count_as_deadly_if_their_attempt_ended_without_order() {
        let events = vec![
            start(),
            task("a"),
            task("b"),
            Event::Exit { code: 137 },
            start(),
            task("b"),
            Event::End { at: 2, is_complete: false },
            Event::Exit { code: 1 },
            start(),
            task("b"),
        ];
        let attempts = Attempts::of(events);
        assert_eq!((attempts.deaths_of("a"), attempts.deaths_of("b")), (1, 2));
        assert_eq!((attempts.last, attempts.begun), (Ended::Unknown, vec!["b".to_string()]));
    }
}
