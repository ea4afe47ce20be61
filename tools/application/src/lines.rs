//! Standard output in whole lines, for a process that may be ended at any moment.
//!
//! Invariant: when the process is ended early, the text on standard output ends with a complete line.

use crate::shared_report::wait_for_the_end;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of bytes written at once.
const PORTION: usize = 1 << 16;

/// A writer to standard output; clones write to the same text.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    waiting: Vec<u8>,
    /// The length of the complete lines in `waiting`.
    complete: usize,
    is_over: bool,
}

impl Lines {
    /// Writes all complete lines. Later writes wait for the end of the process.
    pub fn end(&self) -> io::Result<()> {
        let mut state = self.state();
        state.is_over = true;
        state.pass_on()?;
        io::stdout().flush()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> MutexGuard<'_, State> {
        let state = self.state();
        if state.is_over {
            drop(state);
            wait_for_the_end();
        }
        state
    }
}

impl State {
    /// Passes on all complete lines.
    fn pass_on(&mut self) -> io::Result<()> {
        let end = std::mem::take(&mut self.complete);
        io::stdout().lock().write_all(&self.waiting[..end])?;
        self.waiting.drain(..end);
        Ok(())
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.open();
        let before = state.waiting.len();
        state.waiting.extend_from_slice(bytes);
        if bytes.last() == Some(&b'\n') {
            state.complete = state.waiting.len();
        } else if let Some(last) = bytes.iter().rposition(|&byte| byte == b'\n') {
            state.complete = before + last + 1;
        }
        if state.complete >= PORTION {
            state.pass_on()?;
        }
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes).map(drop)
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut state = self.open();
        let waiting = std::mem::take(&mut state.waiting);
        state.complete = 0;
        let mut out = io::stdout().lock();
        out.write_all(&waiting)?;
        out.flush()
    }
}
