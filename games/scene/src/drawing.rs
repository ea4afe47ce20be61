//! Drawings: a frame lowered to six primitives.
//!
//! Units are pixels, from the top left corner. `look.rs` determines the appearance; the writers of SVG and of
//! the page only support these primitives.

use crate::ink::Rgb;
use crate::ribbon::Ribbon;

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
    /// The layer, if it can be hidden.
    pub(crate) layer: Option<&'static str>,
    pub(crate) shown: bool,
    /// From bottom to top.
    pub(crate) primitives: Vec<Primitive>,
}

pub(crate) type Point = (f64, f64);

/// The primitives.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Primitive {
    Rect { corner: Point, width: f64, height: f64, fill: Rgb },
    Circle { centre: Point, radius: f64, fill: Rgb },
    Ring { centre: Point, radius: f64, width: f64, colour: Rgb },
    Line { points: Vec<Point>, closed: bool, width: f64, colour: Rgb },
    Ribbon(Ribbon),
    Text { middle: Point, size: f64, colour: Rgb, bold: bool, text: String },
}
