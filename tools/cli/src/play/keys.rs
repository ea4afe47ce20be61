//! Keys of a player: from a terminal, one by one, or from a file or pipe, as a text.
//!
//! On a terminal, raw mode passes each key at once, without echo. It ends on every exit: when [`Keys`] is
//! dropped, also by a panic, or by [`leave_raw_mode`] when a signal ends the process. Otherwise each
//! character of standard input is a key, so that scripts and tests can play.

use crossterm::event::{
    self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use crossterm::terminal;
use hamadryad_grid::{Cell, Direction};
use std::io::{self, IsTerminal, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// An arrow, or a letter of `wasd` and `hjkl`.
    Arrow(Direction),
    /// Another character; Enter is a blank.
    Sign(char),
    /// A click on a cell of the board.
    Click(Cell),
    /// The mouse was pressed on the first cell and released on the second.
    Drag(Cell, Cell),
    /// The window has another size.
    Resized,
    /// The player leaves: `q`, Escape, Ctrl-C, or the end of the input.
    Quit,
}

/// An event of the terminal: a key, or the mouse at a column and a line of the window, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    Key(Key),
    Pressed(u16, u16),
    Released(u16, u16),
}

impl Key {
    fn of_sign(sign: char) -> Key {
        match sign {
            'w' | 'k' => Key::Arrow(Direction::Up),
            'd' | 'l' => Key::Arrow(Direction::Right),
            's' | 'j' => Key::Arrow(Direction::Down),
            'a' | 'h' => Key::Arrow(Direction::Left),
            'q' => Key::Quit,
            sign => Key::Sign(sign),
        }
    }

    fn of_event(event: &Event) -> Option<Key> {
        if matches!(event, Event::Resize(..)) {
            return Some(Key::Resized);
        }
        let Event::Key(key) = event else { return None };
        if key.kind == KeyEventKind::Release {
            return None;
        }
        Some(match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => Key::Quit,
            KeyCode::Up => Key::Arrow(Direction::Up),
            KeyCode::Right => Key::Arrow(Direction::Right),
            KeyCode::Down => Key::Arrow(Direction::Down),
            KeyCode::Left => Key::Arrow(Direction::Left),
            KeyCode::Enter => Key::Sign(' '),
            KeyCode::Backspace => Key::Sign('u'),
            KeyCode::Tab => Key::Sign('\t'),
            KeyCode::Esc => Key::Quit,
            KeyCode::Char(sign) => Key::of_sign(sign),
            _ => return None,
        })
    }
}

impl Input {
    fn of_event(event: &Event) -> Option<Input> {
        match event {
            Event::Mouse(MouseEvent {
                kind: MouseEventKind::Down(MouseButton::Left), column, row, ..
            }) => Some(Input::Pressed(*column, *row)),
            Event::Mouse(MouseEvent { kind: MouseEventKind::Up(MouseButton::Left), column, row, .. }) => {
                Some(Input::Released(*column, *row))
            }
            event => Key::of_event(event).map(Input::Key),
        }
    }
}

/// Whether the terminal is in raw mode because of this process.
static IS_RAW: AtomicBool = AtomicBool::new(false);

/// Begins and ends reports of presses and releases of the mouse, with places of any size. Reports of motion
/// are not needed.
#[cfg(unix)]
pub(crate) const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";
#[cfg(unix)]
pub(crate) const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";
#[cfg(not(unix))]
pub(crate) const MOUSE_ON: &str = "";
#[cfg(not(unix))]
pub(crate) const MOUSE_OFF: &str = "";

/// Ends raw mode, if this process has begun it; returns whether it has.
pub(crate) fn leave_raw_mode() -> bool {
    let was_raw = IS_RAW.swap(false, Ordering::Relaxed);
    if was_raw {
        let _ = terminal::disable_raw_mode();
    }
    was_raw
}

/// The keys of a player.
pub(crate) struct Keys {
    is_terminal: bool,
}

impl Keys {
    /// Keys from the terminal if standard input and output are one, otherwise from the text on standard
    /// input.
    ///
    /// # Errors
    /// If the terminal has no raw mode.
    pub(crate) fn open() -> io::Result<Keys> {
        let is_terminal = io::stdin().is_terminal() && crate::stage::can_redraw();
        if is_terminal {
            terminal::enable_raw_mode()?;
            IS_RAW.store(true, Ordering::Relaxed);
        }
        Ok(Keys { is_terminal })
    }

    /// Whether the keys come from a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Whether an input waits. A text never interrupts.
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_terminal && event::poll(Duration::ZERO).unwrap_or(true)
    }

    /// Waits for the next input. `None` at the deadline, or if the process must stop. A text has no deadline.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub(crate) fn next(
        &mut self,
        deadline: Option<Instant>,
        is_stopped: &dyn Fn() -> bool,
    ) -> io::Result<Option<Input>> {
        if !self.is_terminal {
            return next_of_text().map(|key| Some(Input::Key(key)));
        }
        const NAP: Duration = Duration::from_millis(50);
        loop {
            let left = deadline.map_or(NAP, |end| end.saturating_duration_since(Instant::now()));
            if event::poll(left.min(NAP))? {
                if let Some(input) = Input::of_event(&event::read()?) {
                    return Ok(Some(input));
                }
            } else if is_stopped() || left.is_zero() {
                return Ok(None);
            }
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        leave_raw_mode();
    }
}

/// The next character that is no line break.
fn next_of_text() -> io::Result<Key> {
    let mut byte = [0];
    let mut input = io::stdin().lock();
    while input.read(&mut byte)? > 0 {
        if !matches!(byte[0], b'\n' | b'\r') {
            return Ok(Key::of_sign(byte[0].into()));
        }
    }
    Ok(Key::Quit)
}
