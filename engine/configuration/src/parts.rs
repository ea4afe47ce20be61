//! The parts of a value: a list with commas, such as `x,100,1.5`, and the readers of one part.
//!
//! Invariant: a reader takes a part only if it has the expected form, so that optional parts can be tried in
//! their order.

/// The words that switch an option off.
const OFF: [&str; 4] = ["no", "off", "false", "0"];
/// The words that switch an option on.
const ON: [&str; 4] = ["yes", "on", "true", "1"];

/// Whether a value switches its option off.
pub(crate) fn is_off(text: &str) -> bool {
    OFF.contains(&text)
}

/// A value of yes or no.
pub(crate) fn flag(text: &str) -> Option<bool> {
    if ON.contains(&text) { Some(true) } else { is_off(text).then_some(false) }
}

/// A number of 32 bits without sign; `umax` and -1 are the greatest.
pub(crate) fn unsigned(text: &str) -> Option<u32> {
    if text == "umax" || text == "-1" { Some(u32::MAX) } else { text.parse().ok() }
}

/// The word of a list that equals a text, in any case.
pub(crate) fn word(text: &str, words: &[&'static str]) -> Option<&'static str> {
    words.iter().copied().find(|word| word.eq_ignore_ascii_case(text))
}

/// The parts that are not read yet.
pub(crate) struct Parts<'a> {
    rest: std::iter::Peekable<std::str::Split<'a, char>>,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(text: &'a str) -> Parts<'a> {
        Parts { rest: text.split(',').peekable() }
    }

    /// The next part, if `read` accepts it; otherwise the part stays.
    pub(crate) fn take<T>(&mut self, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let value = read(self.rest.peek()?)?;
        self.rest.next();
        Some(value)
    }

    pub(crate) fn word(&mut self, words: &[&'static str]) -> Option<&'static str> {
        self.take(|part| word(part, words))
    }

    pub(crate) fn number(&mut self, least: u32, most: u32) -> Option<u32> {
        self.take(|part| unsigned(part).filter(|number| (least..=most).contains(number)))
    }

    pub(crate) fn real(&mut self, least: f64, most: f64) -> Option<f64> {
        self.take(|part| part.parse().ok().filter(|number| (least..=most).contains(number)))
    }

    /// A list of names or, as a number, the sum of their bits: bit i is the name at place i.
    pub(crate) fn set(&mut self, names: &[&'static str]) -> Option<u32> {
        if let Some(mask) = self.number(0, (1 << names.len()) - 1) {
            return Some(mask);
        }
        let bit = |name: &'static str| names.iter().position(|&other| other == name).map(|place| 1 << place);
        let mut mask: u32 = self.word(names).and_then(bit)?;
        while let Some(more) = self.word(names).and_then(bit) {
            mask |= more;
        }
        Some(mask)
    }

    /// Whether all parts are read.
    pub(crate) fn is_empty(&mut self) -> bool {
        self.rest.peek().is_none()
    }

    /// A value, if all parts are read.
    pub(crate) fn end<T>(&mut self, value: T) -> Option<T> {
        self.is_empty().then_some(value)
    }
}

/// The names of the bits of a set, each after a comma.
pub(crate) fn names_of(mask: u32, names: &[&str]) -> String {
    let chosen = names.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1);
    chosen.map(|(_, name)| format!(",{name}")).collect()
}
