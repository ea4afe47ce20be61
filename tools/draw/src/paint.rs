//! Colours and dashes: from the names of Graphviz to values of SVG.

use crate::graph::Attributes;

/// The SVG value of a colour, `None` if the name cannot be a colour. Of a list of colours, the first is used.
pub(crate) fn colour(name: &str) -> Option<String> {
    let name = name.split([':', ';']).next().unwrap_or_default().trim().to_lowercase();
    let name = name.rsplit('/').next().unwrap_or_default();
    if let Some(digits) = name.strip_prefix('#') {
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        return (is_hex && matches!(digits.len(), 3 | 6 | 8)).then(|| format!("#{digits}"));
    }
    let letters = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    if letters.is_empty() || !letters.bytes().all(|letter| letter.is_ascii_lowercase()) {
        return None;
    }
    let number: Option<u32> = name[letters.len()..].parse().ok();
    match (letters, number) {
        ("gray" | "grey", Some(percent)) => {
            let level = (percent.min(100) * 255 + 50) / 100;
            Some(format!("#{level:02x}{level:02x}{level:02x}"))
        }
        ("transparent", _) => Some("none".to_owned()),
        // X11 numbers the shades of most colours; the first shade is the colour itself.
        _ => Some(letters.to_owned()),
    }
}

/// A colour of an element; a number selects a colour of its `colorscheme`.
pub(crate) fn of(attributes: &Attributes, name: &str) -> Option<String> {
    let own = attributes.get("colorscheme").map(String::as_str);
    let (scheme, number) = match name.trim().trim_start_matches('/').split_once('/') {
        Some((scheme, number)) => (Some(scheme), number),
        None => (own, name.trim()),
    };
    match (scheme, number.parse::<usize>()) {
        (Some(scheme), Ok(number)) => {
            let shades = SHADES.iter().find(|(known, _)| scheme.eq_ignore_ascii_case(known))?.1;
            shades.split(' ').nth(number.checked_sub(1)?).map(|digits| format!("#{digits}"))
        }
        _ => colour(name),
    }
}

/// Whether white text has more contrast with the colour than black text.
pub(crate) fn is_dark(colour: &str) -> bool {
    let Some(digits) = colour.strip_prefix('#') else { return DARK.contains(&colour) };
    let wide = if digits.len() == 3 { 1 } else { 2 };
    let level = |place: usize| {
        let digits = digits.get(place * wide..(place + 1) * wide).unwrap_or("ff");
        let level = u8::from_str_radix(digits, 16).unwrap_or(255);
        let level = f64::from(level) / if wide == 1 { 15.0 } else { 255.0 };
        if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
    };
    // Relative luminance; at 0.179 the contrasts with black and with white are equal (WCAG 2.1).
    0.2126 * level(0) + 0.7152 * level(1) + 0.0722 * level(2) < 0.179
}

/// Named colours that need white text.
const DARK: [&str; 29] = [
    "black",
    "blue",
    "brown",
    "darkblue",
    "darkgreen",
    "darkmagenta",
    "darkolivegreen",
    "darkred",
    "darkslateblue",
    "darkslategray",
    "darkslategrey",
    "darkviolet",
    "dimgray",
    "dimgrey",
    "firebrick",
    "forestgreen",
    "green",
    "indigo",
    "maroon",
    "mediumblue",
    "mediumvioletred",
    "midnightblue",
    "navy",
    "navyblue",
    "purple",
    "rebeccapurple",
    "saddlebrown",
    "sienna",
    "teal",
];

/// Colour schemes of nine classes by Cynthia Brewer (ColorBrewer, Apache-2.0).
const SHADES: [(&str, &str); 8] = [
    ("blues9", "f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b"),
    ("greens9", "f7fcf5 e5f5e0 c7e9c0 a1d99b 74c476 41ab5d 238b45 006d2c 00441b"),
    ("greys9", "ffffff f0f0f0 d9d9d9 bdbdbd 969696 737373 525252 252525 000000"),
    ("orrd9", "fff7ec fee8c8 fdd49e fdbb84 fc8d59 ef6548 d7301f b30000 7f0000"),
    ("reds9", "fff5f0 fee0d2 fcbba1 fc9272 fb6a4a ef3b2c cb181d a50f15 67000d"),
    ("ylgnbu9", "ffffd9 edf8b1 c7e9b4 7fcdbb 41b6c4 1d91c0 225ea8 253494 081d58"),
    ("ylorrd9", "ffffcc ffeda0 fed976 feb24c fd8d3c fc4e2a e31a1c bd0026 800026"),
    ("set19", "e41a1c 377eb8 4daf4a 984ea3 ff7f00 ffff33 a65628 f781bf 999999"),
];

/// The value of `stroke-dasharray` for a style.
pub(crate) fn dashes(style: &str) -> Option<&'static str> {
    style.split(',').find_map(|style| match style.trim() {
        "dashed" => Some("5,2"),
        "dotted" => Some("1,5"),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_can_be_read_on_any_ground() {
        for (ground, dark) in
            [("#000", true), ("#ffffff", false), ("#0000ff", true), ("#00ff00", false), ("blue", true)]
        {
            assert_eq!(is_dark(ground), dark, "{ground}");
        }
    }

    #[test]
    fn colours_have_names_of_svg() {
        for (name, expected) in [
            ("red", "red"),
            ("LightBlue", "lightblue"),
            ("red3", "red"),
            ("gray50", "#808080"),
            ("#0072B2", "#0072b2"),
            ("transparent", "none"),
            ("/svg/teal", "teal"),
            ("blue:white", "blue"),
        ] {
            assert_eq!(colour(name).as_deref(), Some(expected), "{name}");
        }
        let scheme: Attributes = [("colorscheme".to_owned(), "Blues9".to_owned())].into();
        assert_eq!(of(&scheme, "9").as_deref(), Some("#08306b"));
        assert_eq!(of(&scheme, "/orrd9/1").as_deref(), Some("#fff7ec"));
        assert_eq!((of(&scheme, "10"), of(&scheme, "0")), (None, None));
        assert_eq!(of(&scheme, "red").as_deref(), Some("red"));
        for name in ["", "#12", "\"/><script>", "a b"] {
            assert_eq!(colour(name), None, "{name}");
        }
    }
}
