//! Bags of pieces as a film.

use crate::bag::Supply;
use hamadryad_grid::{Cell, Grid};
use hamadryad_scene::{Figure, Film, Frame, Glyph, Ink, Mark};

/// The colours of the types; letters distinguish types without colours.
const INKS: [Ink; 5] = [Ink::BLUE, Ink::RED, Ink::GREENS[1], Ink::PURPLE, Ink::YELLOW];

/// The film of these bags, each a list of types from 1 on; all pictures have room for the largest bag.
pub fn film(supply: &Supply, bags: &[Vec<u32>], cell: Option<u32>, delay: u32) -> Film {
    let most = bags.iter().map(Vec::len).max().unwrap_or_default();
    let places = u16::try_from(most.clamp(1, 1000)).unwrap_or(1000);
    let legend = legend(supply);
    let frame = |(number, bag): (usize, &Vec<u32>)| {
        let mut frame = frame(bag, places, number, bags.len());
        frame.caption.extend(legend.clone());
        frame
    };
    let frames = (1..).zip(bags).map(frame).collect();
    Film::of_frames(format!("{} bags", bags.len()), frames, cell, delay)
}

/// The meaning of the letters, if types have names.
fn legend(supply: &Supply) -> Option<String> {
    let is_named = supply.kinds.iter().any(|kind| kind.name.parse::<u32>().is_err());
    let kinds = (1..).zip(&supply.kinds).map(|(number, kind)| format!("{}: {}", name(number), kind.name));
    is_named.then(|| kinds.collect::<Vec<_>>().join(", "))
}

fn frame(bag: &[u32], places: u16, number: usize, count: usize) -> Frame {
    let mut frame = Frame::new(Grid::new(1, places));
    for (place, &kind) in (0..places).zip(bag) {
        let name = name(kind);
        let glyph = Glyph::ascii(name.chars().next().unwrap_or('?'));
        let ink = INKS[kind.saturating_sub(1) as usize % INKS.len()];
        let figure = Figure::Badge(name);
        frame.add("pieces", Mark { cell: Cell::new(0, place), glyph, ink: ink.bold(), figure });
    }
    let pieces = match bag.len() {
        0 => "empty".to_string(),
        1 => "1 piece".to_string(),
        pieces => format!("{pieces} pieces"),
    };
    frame.caption.push(format!("bag {number} of {count}: {pieces}"));
    frame
}

/// The letters A to Z, then numbers.
fn name(kind: u32) -> String {
    let letter = u8::try_from(kind).ok().filter(|kind| (1..=26).contains(kind));
    letter.map_or(kind.to_string(), |kind| char::from(b'A' + kind - 1).to_string())
}
