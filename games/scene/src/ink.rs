//! Colours on terminals and in pictures.
//!
//! Terminals are mostly dark and pictures are light, so an ink consists of two colours for one purpose. The
//! colours of pictures belong to the palette of (OkabeIto08), which people with colour blindness can
//! distinguish.

/// Red, green and blue.
pub type Rgb = [u8; 3];

/// A colour on terminals and in pictures, and whether text is bold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink {
    /// The number among the 256 colours of a terminal; `None` is the default colour of the terminal.
    pub terminal: Option<u8>,
    /// The colour in a picture.
    pub picture: Rgb,
    /// Whether the character is bold on a terminal.
    pub bold: bool,
}

impl Ink {
    /// The default colour of the terminal, black in a picture.
    pub const PLAIN: Self = Self { terminal: None, picture: [34, 34, 34], bold: false };
    /// For background such as empty cells.
    pub const FAINT: Self = Self::new(240, [222, 220, 214]);
    /// For borders and secondary objects.
    pub const GREY: Self = Self::new(245, [150, 153, 158]);
    /// For targets such as an apple.
    pub const RED: Self = Self::new(203, [213, 94, 0]);
    /// For the most important object.
    pub const YELLOW: Self = Self::new(221, [230, 159, 0]);
    /// For plans.
    pub const BLUE: Self = Self::new(75, [0, 114, 178]);
    /// For a second kind of object.
    pub const PURPLE: Self = Self::new(176, [168, 84, 132]);
    /// Greens for a line with a direction: from bright to dark on a terminal, from dark to bright in a
    /// picture.
    pub const GREENS: [Self; 5] = [
        Self::new(120, [0, 104, 78]),
        Self::new(84, [0, 128, 96]),
        Self::new(78, [38, 155, 124]),
        Self::new(71, [96, 184, 158]),
        Self::new(65, [156, 210, 192]),
    ];

    /// An ink with this number on terminals and this colour in pictures.
    pub const fn new(terminal: u8, picture: Rgb) -> Self {
        Self { terminal: Some(terminal), picture, bold: false }
    }

    /// The same ink, bold.
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

/// The colour at `share` from 0 to 1 of the way through these colours, interpolated; at least one is needed.
pub(crate) fn blend(inks: &[Rgb], share: f64) -> Rgb {
    let place = share.clamp(0.0, 1.0) * (inks.len() - 1) as f64;
    let index = (place as usize).min(inks.len().saturating_sub(2));
    let (from, to) = (inks[index], inks[(index + 1).min(inks.len() - 1)]);
    let part = place - index as f64;
    std::array::from_fn(|channel| {
        let (from, to) = (f64::from(from[channel]), f64::from(to[channel]));
        (from + (to - from) * part).round() as u8
    })
}

/// The colour for a dark background: equal hue, no more chroma (HSL), and the lightness inverted, so that
/// white paper becomes almost black and black text almost white.
pub(crate) fn on_dark(colour: Rgb) -> Rgb {
    let channels = colour.map(|channel| f64::from(channel) / 255.0);
    let (least, most) =
        channels.iter().fold((1.0_f64, 0.0_f64), |(least, most), &c| (least.min(c), most.max(c)));
    let (lightness, chroma) = (f64::midpoint(most, least), most - least);
    let inverted = 0.95 - 0.85 * lightness;
    // The range of channels is proportional to the distance of the lightness from black and white.
    let room = |lightness: f64| 1.0 - (2.0 * lightness - 1.0).abs();
    let scale = if chroma > 0.0 { (room(inverted) / room(lightness)).min(1.0) } else { 0.0 };
    channels.map(|channel| ((inverted + (channel - lightness) * scale) * 255.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dark_background_inverts_lightness_and_keeps_hue() {
        assert_eq!(on_dark([255, 255, 255]), [25, 25, 25]);
        assert_eq!(on_dark([0, 0, 0]), [242, 242, 242]);
        let [red, green, blue] = on_dark(Ink::GREENS[0].picture);
        assert!(green > 200 && red < green && blue < green && blue > red, "{red} {green} {blue}");
        let light = |colour: Rgb| colour.iter().map(|&channel| u32::from(channel)).sum::<u32>();
        let greens = Ink::GREENS.map(|ink| light(on_dark(ink.picture)));
        assert!(greens.is_sorted_by(|head, tail| head > tail), "the head is bright: {greens:?}");
    }

    #[test]
    fn colours_are_interpolated_evenly() {
        let inks = [[0, 0, 0], [100, 0, 0], [100, 200, 0]];
        assert_eq!(blend(&inks, 0.0), [0, 0, 0]);
        assert_eq!(blend(&inks, 0.25), [50, 0, 0]);
        assert_eq!(blend(&inks, 0.75), [100, 100, 0]);
        assert_eq!(blend(&inks, 1.0), [100, 200, 0]);
        assert_eq!(blend(&inks[1..2], 0.7), [100, 0, 0]);
    }
}
