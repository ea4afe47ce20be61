//! Writes drawings as SVG.

use crate::drawing::{Drawing, Point, Primitive};
use crate::ink::Rgb;
use crate::letters::is_turning;
use std::fmt::Write;

/// The fonts in order of preference: the font with known widths, then narrower ones.
pub(crate) const FONTS: &str = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";

/// A drawing as a file. Hidden layers are omitted.
pub(crate) fn write(drawing: &Drawing) -> String {
    write_sized(drawing, (&number(drawing.width), &number(drawing.height)))
}

/// A drawing as a file that is shown in this size.
pub(crate) fn write_sized(drawing: &Drawing, (shown_width, shown_height): (&str, &str)) -> String {
    let (width, height) = (number(drawing.width), number(drawing.height));
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_width}\" height=\"{shown_height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" text-anchor=\"middle\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\" fill=\"none\">\n"
    );
    for group in drawing.groups.iter().filter(|group| group.shown) {
        match group.layer {
            Some(name) => text += &format!("<g id=\"{}\">\n", escape(name)),
            None => text += "<g>\n",
        }
        for primitive in &group.primitives {
            element(&mut text, primitive);
        }
        text += "</g>\n";
    }
    text + "</svg>\n"
}

fn element(text: &mut String, primitive: &Primitive) {
    // Writing to a string cannot fail.
    let _ = match primitive {
        Primitive::Rect { corner: (x, y), width, height, fill } => {
            let (x, y, width, height) = (number(*x), number(*y), number(*width), number(*height));
            let fill = hex(*fill);
            writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
            )
        }
        Primitive::Circle { centre: (x, y), radius, fill } => {
            let (x, y, radius, fill) = (number(*x), number(*y), number(*radius), hex(*fill));
            writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>")
        }
        Primitive::Ring { centre: (x, y), radius, width, colour } => {
            let (x, y, radius) = (number(*x), number(*y), number(*radius));
            let (width, colour) = (number(*width), hex(*colour));
            writeln!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
            )
        }
        Primitive::Line { points, closed, width, colour } => {
            let end = if *closed { "Z" } else { "" };
            let (path, width, colour) = (path(points), number(*width), hex(*colour));
            writeln!(text, "<path d=\"{path}{end}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>")
        }
        Primitive::Ribbon(ribbon) => {
            ribbon.strokes().iter().for_each(|stroke| element(text, stroke));
            Ok(())
        }
        Primitive::Text { middle: (x, y), size, colour, bold, text: words } => {
            // The middle of letters is about 0.36 of the font size above the baseline.
            let (x, y, size, colour) = (number(*x), number(y + size * 0.36), number(*size), hex(*colour));
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            let words = escape(words);
            writeln!(
                text,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight} fill=\"{colour}\">{words}</text>"
            )
        }
    };
}

/// The path through points in few characters: `M12 8H36V60`.
pub(crate) fn path(points: &[Point]) -> String {
    let mut path = String::new();
    let mut before: Option<Point> = None;
    for &(x, y) in points {
        match before {
            None => path += &format!("M{} {}", number(x), number(y)),
            Some((_, last)) if last == y => path += &format!("H{}", number(x)),
            Some((last, _)) if last == x => path += &format!("V{}", number(y)),
            Some(_) => path += &format!("L{} {}", number(x), number(y)),
        }
        before = Some((x, y));
    }
    path
}

/// A number with at most two decimals.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(crate) fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Escapes text for elements and for attributes in quotes of either kind. Control characters, characters that
/// change the direction of other text, and the two code points that XML forbids become blanks.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for sign in text.chars() {
        match sign {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => escaped.push(' '),
            sign if sign.is_control() || is_turning(sign) || matches!(sign, '\u{fffe}' | '\u{ffff}') => {
                escaped.push(' ');
            }
            sign => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_paths_are_short() {
        assert_eq!([number(12.0), number(0.5), number(-0.126), number(100.0)], ["12", "0.5", "-0.13", "100"]);
        assert_eq!(path(&[(1.0, 2.0), (3.0, 2.0), (3.0, 5.5), (4.0, 6.0)]), "M1 2H3V5.5L4 6");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("<b>&\"\u{1}\n"), "&lt;b&gt;&amp;&quot;  ");
        assert_eq!(escape("' onload='x"), "&#39; onload=&#39;x");
        assert_eq!(escape("a\u{1b}\u{7f}\u{9b}\u{202e}\u{ffff}b"), "a     b");
    }
}
