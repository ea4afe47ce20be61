//! Colours, on a terminal and in a picture.
//!
//! A terminal is mostly dark and a picture is always light, so an ink is two colours for one purpose. Those of pictures
//! are of the palette of Okabe and Ito (Color Universal Design, 2008), which does not rest on red against green.

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// A colour, and whether what is written in it is bold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink {
    /// The number among the 256 of a terminal; none is the terminal's own colour.
    pub terminal: Option<u8>,
    /// The colour in a picture.
    pub picture: Rgb,
    /// Whether the sign is bold, on a terminal.
    pub bold: bool,
}

impl Ink {
    /// The terminal's own colour, black in a picture.
    pub const PLAIN: Self = Self { terminal: None, picture: [34, 34, 34], bold: false };
    /// For what should be seen last, such as empty cells.
    pub const FAINT: Self = Self::new(240, [222, 220, 214]);
    /// For borders, and for what is there but does not matter now.
    pub const GREY: Self = Self::new(245, [150, 153, 158]);
    /// For what is wanted, such as an apple.
    pub const RED: Self = Self::new(203, [213, 94, 0]);
    /// For what matters most.
    pub const YELLOW: Self = Self::new(221, [230, 159, 0]);
    /// For what is planned.
    pub const BLUE: Self = Self::new(75, [0, 114, 178]);
    /// For a second thing that is there.
    pub const PURPLE: Self = Self::new(176, [168, 84, 132]);
    /// Greens, for a line that shows its direction: from bright to dark on a terminal, from dark to bright in a picture.
    pub const GREENS: [Self; 5] = [
        Self::new(120, [0, 104, 78]),
        Self::new(84, [0, 128, 96]),
        Self::new(78, [38, 155, 124]),
        Self::new(71, [96, 184, 158]),
        Self::new(65, [156, 210, 192]),
    ];

    /// An ink of the terminal's number and the colour of pictures given.
    pub const fn new(terminal: u8, picture: Rgb) -> Self {
        Self { terminal: Some(terminal), picture, bold: false }
    }

    /// The same, bold.
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

/// The colour so far from the first to the last of these, 0 to 1, spread evenly; at least one is needed.
pub(crate) fn blend(inks: &[Ink], share: f64) -> Rgb {
    let place = share.clamp(0.0, 1.0) * (inks.len() - 1) as f64;
    let index = (place as usize).min(inks.len().saturating_sub(2));
    let (from, to) = (inks[index].picture, inks[(index + 1).min(inks.len() - 1)].picture);
    let part = place - index as f64;
    std::array::from_fn(|channel| {
        let (from, to) = (f64::from(from[channel]), f64::from(to[channel]));
        (from + (to - from) * part).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_spread_evenly() {
        let inks = [Ink::new(0, [0, 0, 0]), Ink::new(0, [100, 0, 0]), Ink::new(0, [100, 200, 0])];
        assert_eq!(blend(&inks, 0.0), [0, 0, 0]);
        assert_eq!(blend(&inks, 0.25), [50, 0, 0]);
        assert_eq!(blend(&inks, 0.75), [100, 100, 0]);
        assert_eq!(blend(&inks, 1.0), [100, 200, 0]);
        assert_eq!(blend(&inks[1..2], 0.7), [100, 0, 0]);
    }
}
