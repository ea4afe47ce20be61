//! A call on a thread of its own, and its reply as a stream of lines.

use crate::limits::Watch;
use crate::routes::Shared;
use axum::body::Bytes;
use futures_core::Stream;
use hamadryad_arcade::{Host, Stop};
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The number of lines that wait for a slow reader; then the call waits.
const WAITING: usize = 64;
/// The last line if a call panics.
const PANIC: &str = r#"{"error":{"code":"bug","message":"the call failed by an error in Hamadryad; the session begins anew"}}"#;

/// Runs a call; its lines are the stream. If the stream is dropped, the call ends.
pub(crate) fn run(shared: Arc<Shared>, session: String, request: String) -> Lines {
    let (sender, receiver) = channel(WAITING);
    tokio::task::spawn_blocking(move || {
        let table = shared.sessions.get(&session);
        let answer = AssertUnwindSafe(|| {
            // A poisoned session is replaced below.
            let mut state = table.lock().unwrap_or_else(PoisonError::into_inner);
            let host = Calling::new(&shared, &sender);
            state.call(&request, &host)
        });
        let last = std::panic::catch_unwind(answer).unwrap_or_else(|_| {
            shared.sessions.remove(&session);
            PANIC.to_owned()
        });
        // A reader that is gone needs no reply.
        let _ = sender.blocking_send(last);
    });
    Lines(receiver)
}

/// The surroundings of a call.
struct Calling<'a> {
    watch: &'a Watch,
    sender: &'a Sender<String>,
    end: Duration,
    memory_at_begin: u64,
}

impl<'a> Calling<'a> {
    fn new(shared: &'a Shared, sender: &'a Sender<String>) -> Self {
        let watch = &*shared.watch;
        let memory_at_begin = if shared.limits.memory.is_some() { watch.memory_in_use() } else { 0 };
        Self { watch, sender, end: watch.now() + shared.limits.time, memory_at_begin }
    }
}

impl Host for Calling<'_> {
    fn now(&self) -> Duration {
        self.watch.now()
    }

    fn stop(&self) -> Option<Stop> {
        if self.sender.is_closed() {
            return Some(Stop::Cancelled);
        }
        let is_over = self.now() >= self.end;
        self.watch.stop(self.memory_at_begin).or_else(|| is_over.then_some(Stop::Time))
    }

    fn part(&self, part: &str) {
        // If the reader is gone, `stop` ends the call.
        let _ = self.sender.blocking_send(part.to_owned());
    }
}

/// The lines of a reply.
pub(crate) struct Lines(Receiver<String>);

impl Stream for Lines {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|line| line.map(|line| Ok(Bytes::from(line + "\n"))))
    }
}
