//! The drawings of a film as data of the page.
//!
//! Consecutive pictures differ little, so equal primitives are written once, and so are equal groups of them:
//! a picture is a list of groups, a group is a list of primitives, and both are numbers.

use super::json::{list, quoted};
use crate::drawing::{Drawing, Group, Primitive};
use crate::ink::{Rgb, on_dark};
use crate::svg::{hex, number, path};
use std::collections::HashMap;
use std::hash::Hash;

/// Distinct values in the order of their first use.
struct Numbered<T> {
    values: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    /// The number of this value; equal values share a number.
    fn number(&mut self, value: T) -> usize {
        let next = self.values.len();
        *self.numbers.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            next
        })
    }
}

/// The data of the page during construction.
#[derive(Default)]
pub(super) struct Script {
    pub(super) width: f64,
    pub(super) height: f64,
    layers: Vec<(&'static str, bool)>,
    colours: Numbered<Rgb>,
    /// As JSON.
    primitives: Numbered<String>,
    /// As JSON.
    groups: Numbered<String>,
    /// The groups of each frame, from bottom to top.
    frames: Vec<Vec<usize>>,
}

impl Script {
    pub(super) fn add(&mut self, drawing: &Drawing) {
        (self.width, self.height) = (self.width.max(drawing.width), self.height.max(drawing.height));
        let groups = drawing.groups.iter().map(|group| self.group(group)).collect();
        self.frames.push(groups);
    }

    /// A drawing from another source is one group with its own tags.
    pub(super) fn add_file(&mut self, svg: &str) {
        let start = svg.find("<svg").unwrap_or(0);
        let primitive = self.primitives.number(format!("[\"s\",{}]", quoted(&svg[start..])));
        let group = self.groups.number(format!("[-1,{primitive}]"));
        self.frames.push(vec![group]);
    }

    /// The fields `layers`, `primitives`, `groups` and `frames` of the data.
    pub(super) fn data(&self) -> String {
        let layers = self.layers.iter().map(|(name, shown)| format!("[{},{shown}]", quoted(name)));
        let frames = self.frames.iter().map(|groups| list(groups.iter().map(ToString::to_string)));
        format!(
            "\"layers\":{},\n\"primitives\":{},\n\"groups\":{},\n\"frames\":{}",
            list(layers),
            list(self.primitives.values.iter().cloned()),
            list(self.groups.values.iter().cloned()),
            list(frames),
        )
    }

    /// The variables of the style sheet for all colours, `--c0` and so on, in light and dark.
    pub(super) fn colours(&self) -> String {
        let variables = |shade: fn(Rgb) -> Rgb| {
            let colours = self.colours.values.iter().enumerate();
            colours
                .map(|(place, &colour)| format!(" --c{place}: {};", hex(shade(colour))))
                .collect::<String>()
        };
        let (light, dark) = (variables(|colour| colour), variables(on_dark));
        format!(":root {{{light} }}\n:root[data-theme=\"dark\"] {{{dark} }}")
    }

    fn group(&mut self, group: &Group) -> usize {
        let layer = group.layer.map_or(-1, |name| {
            let known = self.layers.iter().position(|&(known, _)| known == name);
            let place = known.unwrap_or_else(|| {
                self.layers.push((name, group.shown));
                self.layers.len() - 1
            });
            place as i64
        });
        let mut entry = format!("[{layer}");
        for primitive in &group.primitives {
            let primitive = self.primitive(primitive);
            entry += &format!(",{}", self.primitives.number(primitive));
        }
        self.groups.number(entry + "]")
    }

    /// A primitive in the format of `drawing.js`; a colour is the number of its variable.
    fn primitive(&mut self, primitive: &Primitive) -> String {
        let mut colour = |colour: &Rgb| self.colours.number(*colour);
        match primitive {
            Primitive::Rect { corner: (x, y), width, height, fill } => {
                let numbers = [x, y, width, height].map(|value| number(*value)).join(",");
                format!("[\"r\",{numbers},{}]", colour(fill))
            }
            Primitive::Circle { centre: (x, y), radius, fill } => {
                let numbers = [x, y, radius].map(|value| number(*value)).join(",");
                format!("[\"c\",{numbers},{}]", colour(fill))
            }
            Primitive::Ring { centre: (x, y), radius, width, colour: ink } => {
                let numbers = [x, y, radius, width].map(|value| number(*value)).join(",");
                format!("[\"o\",{numbers},{}]", colour(ink))
            }
            Primitive::Line { points, closed, width, colour: ink } => {
                let end = if *closed { "Z" } else { "" };
                let path = quoted(&format!("{}{end}", path(points)));
                format!("[\"l\",{path},{},{}]", number(*width), colour(ink))
            }
            Primitive::Ribbon(ribbon) => {
                let (x, y) = ribbon.middle(ribbon.cells[0]);
                let numbers = [x, y, ribbon.side].map(number).join(",");
                let widths = [ribbon.widths.0, ribbon.widths.1].map(number).join(",");
                let inks = list(ribbon.inks.iter().map(|ink| colour(ink).to_string()));
                format!("[\"w\",{numbers},\"{}\",{widths},{inks}]", ribbon.letters())
            }
            Primitive::Text { middle: (x, y), size, colour: ink, bold, text } => {
                let numbers = [*x, y + size * 0.36, *size].map(number).join(",");
                format!("[\"t\",{numbers},{},{},{}]", colour(ink), u8::from(*bold), quoted(text))
            }
        }
    }
}
