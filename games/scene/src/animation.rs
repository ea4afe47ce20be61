//! Pictures one after the other in the same place of a terminal.

use crate::Picture;

/// Remembers how many lines stand on the terminal, so that the next picture covers them.
///
/// Nothing is printed here: each call gives the text to write, in one piece so that the picture does not flicker.
#[derive(Default, Debug)]
pub struct Animation {
    lines: usize,
}

impl Animation {
    /// The text to write before the first picture: hides the cursor.
    pub const BEGIN: &'static str = "\x1b[?25l";
    /// The text to write at the end, whatever happened in between: shows the cursor again.
    pub const END: &'static str = "\x1b[?25h";

    /// An animation that starts where the cursor is, at the start of a line.
    pub fn new() -> Self {
        Self::default()
    }

    /// The text that puts this picture in the place of the last one.
    pub fn next(&mut self, picture: &Picture) -> String {
        let mut text = String::new();
        if self.lines > 0 {
            text.push_str(&format!("\x1b[{}A", self.lines));
        }
        for line in picture.lines() {
            text.push_str(line);
            text.push_str("\x1b[K\n");
        }
        // A shorter picture leaves lines of the longer one behind.
        if picture.lines().len() < self.lines {
            text.push_str("\x1b[J");
        }
        self.lines = picture.lines().len();
        text
    }
}
