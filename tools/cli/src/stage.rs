//! The display of frames: redrawn in place on a terminal, otherwise one picture below the other.

use crate::play::{MOUSE_OFF, MOUSE_ON, leave_raw_mode};
use hamadryad_grid::Cell;
use hamadryad_scene::{Animation, Charset, Frame, Terminal, colour_wanted};
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whether a picture can be drawn over the last one.
pub(crate) fn can_redraw() -> bool {
    io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

/// The properties of standard output at this moment; the window may change between two pictures.
pub(crate) fn terminal() -> Terminal {
    let out = io::stdout();
    if !out.is_terminal() {
        return Terminal::plain(usize::MAX);
    }
    let variable = |name| std::env::var(name).ok();
    let size = terminal_size::terminal_size_of(&out);
    let (width, height) = size.map_or((80, 24), |(width, height)| (width.0.into(), height.0.into()));
    Terminal {
        colour: colour_wanted(true, variable("NO_COLOR").as_deref()) && can_redraw(),
        charset: charset(["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).as_deref()),
        width,
        // The cursor is below the picture.
        height: Some(usize::saturating_sub(height, 1)),
    }
}

/// The columns and lines of the window, if standard output is one.
fn window() -> Option<(u16, u16)> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, height)| (width.0, height.0))
}

/// ASCII if the locale has another encoding than UTF-8; most terminals without a locale can show Unicode.
fn charset(locale: Option<&str>) -> Charset {
    let encoding = locale.and_then(|locale| locale.split_once('.')).map(|(_, encoding)| encoding);
    let plain = matches!(locale, Some("C" | "POSIX"));
    let other = encoding.is_some_and(|name| !name.to_ascii_lowercase().replace('-', "").starts_with("utf8"));
    if plain || other { Charset::Ascii } else { Charset::Unicode }
}

/// A display that shows frames one after another.
pub(crate) struct Stage {
    /// `None` if pictures cannot be drawn over each other.
    animation: Option<Animation>,
    delay: Duration,
    /// Whether the terminal does not add carriage returns to line breaks.
    is_raw: bool,
    /// The size of the window at the last picture.
    size: Option<(u16, u16)>,
}

impl Stage {
    pub(crate) fn open(delay: u64) -> Stage {
        let animation = can_redraw().then(Animation::new);
        if animation.is_some() {
            IS_OPEN.store(true, Ordering::Relaxed);
            let _ = io::stdout().write_all(Animation::BEGIN.as_bytes());
        }
        Stage { animation, delay: Duration::from_millis(delay), is_raw: false, size: None }
    }

    /// A display beside a terminal in raw mode, if `is_raw`; see `play/keys.rs`.
    pub(crate) fn beside_keys(is_raw: bool) -> Stage {
        if !is_raw {
            return Stage { animation: None, delay: Duration::ZERO, is_raw, size: None };
        }
        let mut stage = Stage::open(400);
        stage.is_raw = is_raw;
        let _ = io::stdout().write_all(MOUSE_ON.as_bytes());
        stage
    }

    /// Shows a frame in the place of the last one; in a window of another size, at its top.
    pub(crate) fn show(&mut self, frame: &Frame) -> io::Result<()> {
        let size = window();
        if self.size.is_some_and(|last| Some(last) != size) {
            self.clear()?;
        }
        self.size = size;
        let picture = terminal().draw(frame);
        let text = match &mut self.animation {
            Some(animation) => animation.next(&picture),
            None => format!("{picture}\n"),
        };
        let text = if self.is_raw { text.replace('\n', "\r\n") } else { text };
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Clears the window, whose lines a change of its size may have broken; the next picture stands at its top.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        if let Some(animation) = &mut self.animation {
            *animation = Animation::new();
            let mut out = io::stdout().lock();
            out.write_all(b"\x1b[2J\x1b[H")?;
            out.flush()?;
        }
        Ok(())
    }

    /// The cell of the frame that is shown at a column and a line of the window.
    pub(crate) fn cell_at(&self, frame: &Frame, column: u16, line: u16) -> Option<Cell> {
        let lines = self.animation.as_ref()?.lines();
        // The cursor is below the picture.
        let (_, below) = crossterm::cursor::position().ok()?;
        let top = usize::from(below).checked_sub(lines)?;
        terminal().cell_at(frame, column.into(), usize::from(line).checked_sub(top)?)
    }

    /// Whether the window has another size than at the last picture.
    pub(crate) fn is_resized(&self) -> bool {
        self.animation.is_some() && self.size != window()
    }

    /// Waits for the next step if the frames are animated; sleeps in short intervals, so that a stop or another
    /// size of the window takes effect at once.
    pub(crate) fn wait(&self, is_stopped: &dyn Fn() -> bool) {
        const NAP: Duration = Duration::from_millis(50);
        let end = Instant::now().checked_add(self.delay);
        let left = || end.map_or(NAP, |end| end.saturating_duration_since(Instant::now()));
        while self.animation.is_some() && !is_stopped() && !left().is_zero() && !self.is_resized() {
            std::thread::sleep(left().min(NAP));
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if self.animation.is_some() {
            IS_OPEN.store(false, Ordering::Relaxed);
            let mouse = if self.is_raw { MOUSE_OFF } else { "" };
            let _ = io::stdout().write_all(format!("{mouse}{}", Animation::END).as_bytes());
        }
    }
}

/// Whether an animation has changed the terminal.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// Restores the terminal before the process ends early. The run may hold the lock of standard output, which
/// this function therefore does not take.
pub(crate) fn restore() {
    let mouse = if leave_raw_mode() { MOUSE_OFF } else { "" };
    #[cfg(unix)]
    if IS_OPEN.load(Ordering::Relaxed)
        && let Ok(out) = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()
    {
        let _ = std::fs::File::from(out).write_all(format!("{mouse}{}", Animation::END).as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_chooses_the_signs() {
        for locale in [None, Some("en_US.UTF-8"), Some("C.UTF-8"), Some("de_DE.utf8"), Some("en_US")] {
            assert_eq!(charset(locale), Charset::Unicode, "{locale:?}");
        }
        for locale in ["C", "POSIX", "de_DE.ISO-8859-1"] {
            assert_eq!(charset(Some(locale)), Charset::Ascii, "{locale}");
        }
    }
}
