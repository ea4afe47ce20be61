//! Games that a person plays in the terminal: `snake play --human`, and `play` of the puzzles.
//!
//! *Invariant:* the terminal is restored on every exit, and a script that writes keys to standard input gets
//! the same frames as text.

mod keys;
pub(crate) mod puzzle;
pub(crate) mod snake;

pub(crate) use keys::{Key, MOUSE_OFF, MOUSE_ON, leave_raw_mode};

use keys::{Input, Keys};

use crate::clock::Stop;
use crate::stage::Stage;
use crate::watch::Watch;
use hamadryad_grid::Cell;
use hamadryad_scene::Frame;
use std::cell::Cell as Kept;
use std::io;
use std::time::{Duration, Instant};

/// The keys and the display of a player.
pub(crate) struct Console<'a> {
    keys: Keys,
    stage: Stage,
    stop: &'a Stop,
    /// The last frame, for places of the mouse.
    frame: Option<Frame>,
    /// The cell on which the mouse was pressed.
    pressed: Option<Cell>,
    /// The last time at which a computation looked for input.
    asked: Kept<Instant>,
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
        Ok(Self {
            keys,
            stage,
            stop,
            frame: None,
            pressed: None,
            asked: Kept::new(Instant::now()),
            _watch: Watch::without_summary(stop),
        })
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
        self.frame = self.is_terminal().then(|| frame.clone());
        self.stage.show(frame)
    }

    /// Waits between two pictures of a solution, if the pictures replace each other.
    pub(crate) fn pause(&self) {
        self.stage.wait(&|| self.stop.reason().is_some());
    }

    /// Whether a computation should end: an input waits, or the process must stop. The terminal is asked at most twenty
    /// times a second.
    pub(crate) fn is_waiting(&self) -> bool {
        const NAP: Duration = Duration::from_millis(50);
        let now = Instant::now();
        if now.saturating_duration_since(self.asked.get()) < NAP {
            return false;
        }
        self.asked.set(now);
        self.stop.reason().is_some() || self.keys.is_waiting()
    }

    /// Waits for a key, until the deadline if there is one; a stop of the process is [`Key::Quit`].
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(crate) fn key(&mut self, deadline: Option<Instant>) -> io::Result<Option<Key>> {
        let is_stopped = || self.stop.reason().is_some();
        loop {
            let input = self.keys.next(deadline, &is_stopped)?;
            if self.stop.reason().is_some() {
                return Ok(Some(Key::Quit));
            }
            match input {
                None => return Ok(None),
                Some(Input::Key(key)) => {
                    if key == Key::Resized {
                        self.stage.clear()?;
                    }
                    return Ok(Some(key));
                }
                Some(Input::Pressed(column, line)) => self.pressed = self.cell_at(column, line),
                Some(Input::Released(column, line)) => {
                    let ends = self.pressed.take().zip(self.cell_at(column, line));
                    if let Some((from, to)) = ends {
                        return Ok(Some(if from == to { Key::Click(to) } else { Key::Drag(from, to) }));
                    }
                }
            }
        }
    }

    /// The cell at a column and a line of the window.
    fn cell_at(&self, column: u16, line: u16) -> Option<Cell> {
        self.stage.cell_at(self.frame.as_ref()?, column, line)
    }
}
