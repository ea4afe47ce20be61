//! A drawing: what a frame comes to on paper, in a handful of primitives.
//!
//! Units are pixels, from the top left corner. How everything looks is decided before, in `look.rs`; whoever puts a
//! drawing out, as SVG or in the page of the player, only has to know these few.

use crate::ink::Rgb;

/// A drawing.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Drawing {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// From bottom to top.
    pub(crate) groups: Vec<Group>,
}

/// Primitives that are shown together.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Group {
    /// The layer, for what can be switched.
    pub(crate) layer: Option<&'static str>,
    pub(crate) shown: bool,
    /// From bottom to top.
    pub(crate) primitives: Vec<Primitive>,
}

pub(crate) type Point = (f64, f64);

/// What can be drawn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Primitive {
    Rect { corner: Point, width: f64, height: f64, fill: Rgb },
    Circle { centre: Point, radius: f64, fill: Rgb },
    Ring { centre: Point, radius: f64, width: f64, colour: Rgb },
    Line { points: Vec<Point>, closed: bool, width: f64, colour: Rgb },
    Text { middle: Point, size: f64, colour: Rgb, bold: bool, text: String },
}
