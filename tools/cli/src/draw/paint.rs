//! Colours and dashes, from Graphviz's names to those of SVG.

/// A colour as SVG has it; none where the name can be none. The first of a list counts.
pub(super) fn colour(name: &str) -> Option<String> {
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
        // X11 counts shades of most colours; the first is the colour of the name.
        _ => Some(letters.to_owned()),
    }
}

/// The dashes of a style, as SVG has them.
pub(super) fn dashes(style: &str) -> Option<&'static str> {
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
        for name in ["", "#12", "\"/><script>", "a b"] {
            assert_eq!(colour(name), None, "{name}");
        }
    }
}
