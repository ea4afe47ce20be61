//! Widths of text, for layout before drawing.
//!
//! The widths are those of DejaVu Sans, which is wider than most fonts of browsers, so text that fits
//! here also fits in a browser.

/// The widths of the printable ASCII characters from the blank on, in thousandths of the font size.
const ASCII: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
    636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
    295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838,
    500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
    392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// The width of other characters.
const OTHER: u16 = 780;
/// The width of square characters, for example of Chinese.
const SQUARE: u16 = 1000;

/// The width of a line of text at this font size in the included font; other fonts are mostly narrower.
pub fn width(text: &str, size: f64) -> f64 {
    let thousandths: f64 = text.chars().map(|sign| f64::from(sign_width(sign))).sum();
    thousandths * size / 1000.0
}

fn sign_width(sign: char) -> u16 {
    match sign {
        ' '..='~' => ASCII[sign as usize - ' ' as usize],
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{ffdc}' | '\u{1f000}'.. => SQUARE,
        _ => OTHER,
    }
}

/// Whether the character changes the direction of other text (Unicode's bidirectional controls): such text
/// can imitate other text.
pub(crate) fn is_turning(sign: char) -> bool {
    matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Breaks the text into lines of at most this width, at blanks where possible.
pub(crate) fn wrap(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&longer, size) <= most {
            *line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(String::new());
        }
        for sign in word.chars() {
            let line = lines.last_mut().expect("there is a line");
            let mut longer = line.clone();
            longer.push(sign);
            if line.is_empty() || width(&longer, size) <= most {
                *line = longer;
            } else {
                lines.push(sign.to_string());
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks_if_possible() {
        assert_eq!(wrap("one two three", 10.0, 50.0), ["one two", "three"]);
        assert_eq!(wrap("one two three", 10.0, 1000.0), ["one two three"]);
        let narrow = wrap("abcdefgh ij", 10.0, 20.0);
        assert_eq!(narrow.concat(), "abcdefghij");
        assert!(narrow.iter().all(|line| width(line, 10.0) <= 20.0), "{narrow:?}");
        assert_eq!(wrap("ab", 10.0, 0.0), ["a", "b"], "a line has at least a letter");
        assert_eq!(wrap("", 10.0, 10.0), [""]);
    }
}
