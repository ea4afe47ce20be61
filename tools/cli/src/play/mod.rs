//! Games that a person plays in the terminal: `snake play --human`, and `play` of the puzzles.
//!
//! *Invariant:* the terminal is restored on every exit, and a script that writes keys to standard input gets
//! the same frames as text.

mod keys;
pub(crate) mod puzzle;
pub(crate) mod snake;

pub(crate) use keys::{Key, Keys, leave_raw_mode};

use crate::clock::Stop;
use crate::stage::Stage;
use crate::watch::Watch;
use hamadryad_scene::Frame;
use std::io;
use std::time::Instant;

/// The keys and the display of a player.
pub(crate) struct Console<'a> {
    keys: Keys,
    stage: Stage,
    stop: &'a Stop,
    /// Ends a process that waits for input when a signal comes.
    _watch: Watch,
}

impl<'a> Console<'a> {
    /// Opens keyboard and display.
    ///
    /// # Errors
    /// If the terminal does not pass single keys.
    pub(crate) fn open(stop: &'a Stop) -> io::Result<Self> {
        let keys = Keys::open()?;
        let stage = Stage::beside_keys(keys.is_terminal());
        Ok(Self { keys, stage, stop, _watch: Watch::without_summary(stop) })
    }

    /// Whether a person sits at a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.keys.is_terminal()
    }

    /// Shows a frame.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub(crate) fn show(&mut self, frame: &Frame) -> io::Result<()> {
        self.stage.show(frame)
    }

    /// Waits between two pictures of a solution, if the pictures replace each other.
    pub(crate) fn pause(&self) {
        self.stage.wait(&|| self.stop.reason().is_some());
    }

    /// Waits for a key, until the deadline if there is one; a stop of the process is [`Key::Quit`].
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(crate) fn key(&mut self, deadline: Option<Instant>) -> io::Result<Option<Key>> {
        let is_stopped = || self.stop.reason().is_some();
        let key = self.keys.next(deadline, &is_stopped)?;
        Ok(if self.stop.reason().is_some() { Some(Key::Quit) } else { key })
    }
}
