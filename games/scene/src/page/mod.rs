//! A film as one HTML page that plays it in any browser, without a network.
//!
//! The page contains the primitives of the drawings as data and draws them by itself, so that layers can be
//! switched and long films stay small: groups that several pictures share are written once.

mod json;

use crate::drawing::{Drawing, Group, Primitive};
use crate::look::Sheet;
use crate::svg::{escape, hex, number, path};
use crate::{Film, Pictures};
use json::{list, quoted};
use std::collections::HashMap;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const PLAYER: &str = include_str!("player.js");

impl Film {
    /// All pictures as one self-contained HTML page that plays them.
    pub fn page(&self) -> String {
        // In this order no text of the film is replaced as a placeholder: the data contains no `<`, and the
        // title comes last.
        PAGE.replace("/*style*/", STYLE)
            .replace("/*player*/", PLAYER)
            .replace("/*film*/", &self.data())
            .replace("<!--title-->", &escape(&self.title))
    }

    /// The film as a JSON object: `{title, delay, width, height, layers: [[name, shown]], groups: [[layer,
    /// [primitive]]], frames: [[group]], chapters: [[frame, name]]}`.
    fn data(&self) -> String {
        let mut script = Script::default();
        match &self.pictures {
            Pictures::Frames { frames, cell } => {
                let sheet = Sheet::new(frames, *cell);
                frames.iter().for_each(|frame| script.add(&sheet.draw(frame)));
            }
            Pictures::Drawn(files) => files.iter().for_each(|file| script.add_file(file)),
        }
        let layers = script.layers.iter().map(|(name, shown)| format!("[{},{shown}]", quoted(name)));
        let frames = script.frames.iter().map(|groups| list(groups.iter().map(ToString::to_string)));
        let chapters =
            self.chapters.iter().map(|chapter| format!("[{},{}]", chapter.picture, quoted(&chapter.name)));
        format!(
            "{{\"title\":{},\"delay\":{},\"width\":{},\"height\":{},\n\"layers\":{},\n\"chapters\":{},\n\
             \"groups\":{},\n\"frames\":{}}}",
            quoted(&self.title),
            self.delay,
            number(script.width),
            number(script.height),
            list(layers),
            list(chapters),
            list(script.groups.iter().cloned()),
            list(frames),
        )
    }
}

/// The data of the page during construction.
#[derive(Default)]
struct Script {
    width: f64,
    height: f64,
    layers: Vec<(&'static str, bool)>,
    /// The distinct groups, as JSON.
    groups: Vec<String>,
    places: HashMap<String, usize>,
    /// The groups of each frame, from bottom to top.
    frames: Vec<Vec<usize>>,
}

impl Script {
    fn add(&mut self, drawing: &Drawing) {
        (self.width, self.height) = (self.width.max(drawing.width), self.height.max(drawing.height));
        let groups = drawing.groups.iter().map(|group| self.group(group)).collect();
        self.frames.push(groups);
    }

    /// A drawing from another source is one group with its own tags.
    fn add_file(&mut self, svg: &str) {
        let start = svg.find("<svg").unwrap_or(0);
        let place = self.place(format!("[-1,[[\"s\",{}]]]", quoted(&svg[start..])));
        self.frames.push(vec![place]);
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
        self.place(format!("[{layer},{}]", list(group.primitives.iter().map(primitive))))
    }

    /// The number of this group; equal groups share a number.
    fn place(&mut self, group: String) -> usize {
        let next = self.groups.len();
        *self.places.entry(group).or_insert_with_key(|group| {
            self.groups.push(group.clone());
            next
        })
    }
}

/// A primitive in the format of `player.js`.
fn primitive(primitive: &Primitive) -> String {
    let colour = |colour| quoted(&hex(colour));
    match primitive {
        Primitive::Rect { corner: (x, y), width, height, fill } => {
            let numbers = [x, y, width, height].map(|value| number(*value)).join(",");
            format!("[\"r\",{numbers},{}]", colour(*fill))
        }
        Primitive::Circle { centre: (x, y), radius, fill } => {
            let numbers = [x, y, radius].map(|value| number(*value)).join(",");
            format!("[\"c\",{numbers},{}]", colour(*fill))
        }
        Primitive::Ring { centre: (x, y), radius, width, colour: ink } => {
            let numbers = [x, y, radius, width].map(|value| number(*value)).join(",");
            format!("[\"o\",{numbers},{}]", colour(*ink))
        }
        Primitive::Line { points, closed, width, colour: ink } => {
            let end = if *closed { "Z" } else { "" };
            let path = quoted(&format!("{}{end}", path(points)));
            format!("[\"l\",{path},{},{}]", number(*width), colour(*ink))
        }
        Primitive::Text { middle: (x, y), size, colour: ink, bold, text } => {
            let numbers = [*x, y + size * 0.36, *size].map(number).join(",");
            format!("[\"t\",{numbers},{},{},{}]", colour(*ink), u8::from(*bold), quoted(text))
        }
    }
}
