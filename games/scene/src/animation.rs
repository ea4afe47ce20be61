//! Animations on a terminal: each picture replaces the previous one.

use crate::Picture;

/// Stores the number of lines of the last picture, so that the next picture replaces it.
///
/// Nothing is printed here: each call returns the text to write, in one piece so that the picture does not
/// flicker.
#[derive(Default, Debug)]
pub struct Animation {
    lines: usize,
}

impl Animation {
    /// The text before the first picture: hides the cursor.
    pub const BEGIN: &'static str = "\x1b[?25l";
    /// The text at the end, also after an error: shows the cursor again.
    pub const END: &'static str = "\x1b[?25h";

    /// An animation that starts at the present line of the cursor.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of lines of the last picture.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// The text that replaces the last picture by this picture.
    pub fn next(&mut self, picture: &Picture) -> String {
        let mut text = String::new();
        if self.lines > 0 {
            text.push_str(&format!("\x1b[{}A", self.lines));
        }
        for line in picture.lines() {
            text.push_str(line);
            text.push_str("\x1b[K\n");
        }
        // Lines of a longer last picture are cleared.
        if picture.lines().len() < self.lines {
            text.push_str("\x1b[J");
        }
        self.lines = picture.lines().len();
        text
    }
}
