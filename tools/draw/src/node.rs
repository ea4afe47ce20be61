//! The appearance of nodes and labels for the built-in layout: shape, size, colours and lines of text, from
//! the attributes of Graphviz.

use crate::graph::Attributes;
use crate::paint;
use hamadryad_scene::text_width;

/// A node with its size, in points.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Look {
    pub(crate) outline: Outline,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) lines: Vec<String>,
    pub(crate) size: f64,
    pub(crate) ink: String,
    pub(crate) fill: Option<String>,
    /// `None`: no outline is drawn.
    pub(crate) stroke: Option<String>,
    pub(crate) stroke_width: f64,
    pub(crate) dashes: Option<&'static str>,
}

/// The label of an edge, a subgraph or the picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Words {
    pub(crate) lines: Vec<String>,
    pub(crate) size: f64,
    pub(crate) ink: String,
}

impl Words {
    /// The text of the attribute `label`, or `xlabel` for the kind `x`; an invisible element has no text.
    pub(crate) fn new(attributes: &Attributes, kind: &str, name: &str) -> Self {
        let is_visible = !styles(attributes).any(|style| style == "invis");
        let text = attributes.get(&format!("{kind}label")).filter(|_| is_visible);
        Self {
            lines: text.map_or(Vec::new(), |text| label(text, name)),
            size: letters(attributes),
            ink: ink(attributes, None),
        }
    }

    /// Width and height with a small margin; zero for an empty text.
    pub(crate) fn size(&self) -> (f64, f64) {
        if self.lines.is_empty() {
            return (0.0, 0.0);
        }
        let width = self.lines.iter().map(|line| text_width(line, self.size)).fold(0.0, f64::max);
        (width + 4.0, self.lines.len() as f64 * self.size * LINE)
    }
}

fn styles(attributes: &Attributes) -> impl Iterator<Item = &str> {
    attributes.get("style").into_iter().flat_map(|style| style.split(',')).map(str::trim)
}

/// The font size.
fn letters(attributes: &Attributes) -> f64 {
    let size = attributes.get("fontsize").and_then(|value| value.parse::<f64>().ok());
    size.filter(|size| size.is_finite()).unwrap_or(14.0).clamp(1.0, 500.0)
}

/// The colour of the text: `fontcolor`, or else black or white, whichever has more contrast with the
/// background.
fn ink(attributes: &Attributes, ground: Option<&str>) -> String {
    let readable = || if ground.is_some_and(paint::is_dark) { "white" } else { "black" }.to_owned();
    attributes.get("fontcolor").and_then(|name| paint::of(attributes, name)).unwrap_or_else(readable)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outline {
    Ellipse,
    DoubleEllipse,
    Box,
    RoundedBox,
    Diamond,
    Nothing,
}

/// Points per inch: Graphviz measures nodes in inches.
pub(crate) const INCH: f64 = 72.0;
/// Space between a label and the outline.
const PADDING: (f64, f64) = (8.0, 6.0);

impl Look {
    pub(crate) fn new(name: &str, attributes: &Attributes) -> Self {
        let value = |name: &str| attributes.get(name).map(String::as_str);
        let number =
            |name: &str| value(name).and_then(|value| value.parse::<f64>().ok()).filter(|n| n.is_finite());
        let shape = value("shape").unwrap_or("ellipse").to_lowercase();
        let has = |style: &str| styles(attributes).any(|known| known == style);
        let size = letters(attributes);
        let lines = label(value("label").unwrap_or("\\N"), name);
        let text_width = lines.iter().map(|line| text_width(line, size)).fold(0.0, f64::max);
        let text_height = lines.len() as f64 * size * LINE;
        let outline = match shape.as_str() {
            "plaintext" | "plain" | "none" => Outline::Nothing,
            "doublecircle" => Outline::DoubleEllipse,
            "box" | "rect" | "rectangle" | "square" if has("rounded") => Outline::RoundedBox,
            "box" | "rect" | "rectangle" | "square" | "record" | "note" | "tab" | "folder" => Outline::Box,
            "mrecord" => Outline::RoundedBox,
            "diamond" => Outline::Diamond,
            _ => Outline::Ellipse,
        };
        let is_even = matches!(shape.as_str(), "circle" | "square" | "doublecircle" | "point");
        // The rectangle of the text lies within the outline.
        let stretch = match outline {
            Outline::Ellipse | Outline::DoubleEllipse => std::f64::consts::SQRT_2,
            Outline::Diamond => 2.0,
            _ => 1.0,
        };
        let least = if shape == "point" { (0.05, 0.05) } else { (0.75, 0.5) };
        let fits = |text: f64, padding: f64| (text + 2.0 * padding) * stretch;
        let mut width = number("width").unwrap_or(least.0).max(0.01) * INCH;
        let mut height = number("height").unwrap_or(least.1).max(0.01) * INCH;
        let is_fixed = value("fixedsize") == Some("true");
        if !is_fixed && shape != "point" {
            width = width.max(fits(text_width, PADDING.0));
            height = height.max(fits(text_height, PADDING.1));
        }
        if is_even {
            (width, height) = (width.max(height), width.max(height));
        }
        let is_invisible = has("invis");
        let colour = value("color").and_then(|name| paint::of(attributes, name));
        let own_fill =
            value("fillcolor").and_then(|name| paint::of(attributes, name)).or_else(|| colour.clone());
        let default_fill = || if shape == "point" { "black" } else { "lightgray" }.to_owned();
        let is_filled = has("filled") || shape == "point";
        let fill = (is_filled && !is_invisible).then(|| own_fill.unwrap_or_else(default_fill));
        Self {
            outline,
            width: width.min(100.0 * INCH),
            height: height.min(100.0 * INCH),
            lines: if is_invisible || shape == "point" { Vec::new() } else { lines },
            size,
            ink: ink(attributes, fill.as_deref()),
            fill,
            stroke: (!is_invisible && outline != Outline::Nothing)
                .then(|| colour.unwrap_or_else(|| "black".to_owned())),
            stroke_width: number("penwidth").unwrap_or(if has("bold") { 2.0 } else { 1.0 }).clamp(0.0, 50.0),
            dashes: paint::dashes(value("style").unwrap_or_default()),
        }
    }

    /// Whether any part of the node is drawn.
    pub(crate) fn is_visible(&self) -> bool {
        self.fill.is_some() || self.stroke.is_some() || !self.lines.is_empty()
    }
}

/// Distance between two lines of text, in font sizes.
pub(crate) const LINE: f64 = 1.2;

/// The lines of a label: escapes of Graphviz are replaced, and of an HTML-like label only the text remains.
pub(crate) fn label(text: &str, name: &str) -> Vec<String> {
    let is_html = text.len() > 1 && text.starts_with('<') && text.ends_with('>');
    let plain = if is_html { without_tags(&text[1..text.len() - 1]) } else { escapes(text, name) };
    let mut lines: Vec<String> = plain.lines().map(|line| line.trim().to_owned()).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

fn escapes(text: &str, name: &str) -> String {
    let mut plain = String::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match (sign, if sign == '\\' { signs.next() } else { None }) {
            ('\\', Some('n' | 'l' | 'r')) => plain.push('\n'),
            ('\\', Some('N')) => plain += name,
            ('\\', Some(other)) => plain.push(other),
            (sign, _) => plain.push(sign),
        }
    }
    plain
}

fn without_tags(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find('<') {
        plain += &rest[..begin];
        let Some(end) = rest[begin..].find('>') else { break };
        let tag = rest[begin + 1..begin + end].trim_start_matches('/').to_lowercase();
        if tag.starts_with("br") || tag.starts_with("tr") {
            plain.push('\n');
        } else if tag.starts_with("td") {
            plain.push(' ');
        }
        rest = &rest[begin + end + 1..];
    }
    plain += rest;
    let names =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#58;", ":"), ("&nbsp;", " "), ("&amp;", "&")];
    names.into_iter().fold(plain, |text, (name, sign)| text.replace(name, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(attributes: &[(&str, &str)]) -> Look {
        let attributes =
            attributes.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        Look::new("node", &attributes)
    }

    #[test]
    fn labels_have_lines() {
        assert_eq!(label("a\\nb \\N", "x"), ["a", "b x"]);
        assert_eq!(label("<<b>Ada</b> L.<br/>1 &lt; 2>", "x"), ["Ada L.", "1 < 2"]);
        assert_eq!(label("", "x"), [""; 0]);
    }

    #[test]
    fn a_label_fits_into_its_outline() {
        for shape in ["ellipse", "circle", "box", "square", "diamond", "plaintext"] {
            let look = look(&[("shape", shape), ("label", "a label of several words")]);
            let width = text_width(&look.lines[0], look.size);
            assert!(width < look.width && look.size < look.height, "{shape}: {look:?}");
        }
        let small = look(&[("width", "0.2"), ("height", "0.2"), ("fixedsize", "true")]);
        assert_eq!((small.width, small.height), (0.2 * INCH, 0.2 * INCH));
    }

    #[test]
    fn styles_are_those_of_graphviz() {
        assert_eq!(look(&[]).fill, None);
        assert_eq!(look(&[("style", "filled")]).fill.as_deref(), Some("lightgray"));
        assert_eq!(look(&[("style", "filled"), ("color", "red")]).fill.as_deref(), Some("red"));
        assert_eq!(look(&[("style", "filled"), ("fillcolor", "blue")]).stroke.as_deref(), Some("black"));
        assert_eq!(look(&[("style", "invis")]).stroke, None);
    }
}
