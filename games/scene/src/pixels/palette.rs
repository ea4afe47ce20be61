//! The palette of a GIF: at most 255 colours, and one for unchanged pixels.
//!
//! Pictures consist of flat colours with soft edges. The most frequent colours enter the palette unchanged,
//! and the other entries serve the edges: the means of boxes of similar colours, the fullest boxes first.
//! Median cut and neural networks, which photographs need, change the flat colours a little, and would be
//! another dependency.

use super::image::Image;
use crate::Rgb;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};

/// The number of colours that enter unchanged.
const EXACT: usize = 128;
/// The largest number of colours.
const MOST: usize = 255;

pub(super) struct Palette {
    colours: Vec<Rgb>,
    /// Results of earlier look-ups, and the last result.
    known: RefCell<HashMap<Rgb, u8>>,
    last: Cell<Option<(Rgb, u8)>>,
}

impl Palette {
    /// The palette of these images.
    pub(super) fn of(images: &[Image]) -> Self {
        let mut counts: BTreeMap<Rgb, u64> = BTreeMap::new();
        // Most pixels equal their neighbours.
        for run in images.iter().flat_map(|image| image.pixels.chunk_by(Rgb::eq)) {
            *counts.entry(run[0]).or_insert(0) += run.len() as u64;
        }
        let mut by_count: Vec<(Rgb, u64)> = counts.into_iter().collect();
        by_count.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        if by_count.len() <= MOST {
            return Self::new(by_count.into_iter().map(|(colour, _)| colour).collect());
        }
        let edges = by_count.split_off(EXACT);
        let mut boxes: BTreeMap<[u8; 3], ([u64; 3], u64)> = BTreeMap::new();
        for (colour, count) in edges {
            let (sums, total) = boxes.entry(colour.map(|channel| channel >> 4)).or_default();
            sums.iter_mut().zip(colour).for_each(|(sum, channel)| *sum += u64::from(channel) * count);
            *total += count;
        }
        let mut boxes: Vec<([u64; 3], u64)> = boxes.into_values().collect();
        boxes.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let means = boxes.iter().map(|(sums, count)| sums.map(|sum| (sum / count) as u8));
        let exact = by_count.into_iter().map(|(colour, _)| colour);
        Self::new(exact.chain(means.take(MOST - EXACT)).collect())
    }

    fn new(colours: Vec<Rgb>) -> Self {
        Self { colours, known: RefCell::default(), last: Cell::default() }
    }

    /// The index that stands for unchanged pixels.
    pub(super) fn unchanged(&self) -> u8 {
        self.colours.len() as u8
    }

    /// The colours in the format of GIF; the last one stands for unchanged pixels.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.iter().chain(&[[0; 3]]).flatten().copied().collect()
    }

    /// The index of the nearest colour.
    pub(super) fn number(&self, colour: Rgb) -> u8 {
        if let Some((_, number)) = self.last.get().filter(|&(last, _)| last == colour) {
            return number;
        }
        let distance = |known: &Rgb| -> u32 {
            known.iter().zip(colour).map(|(&known, channel)| u32::from(known.abs_diff(channel)).pow(2)).sum()
        };
        let nearest = || {
            let numbers = 0..self.colours.len();
            numbers.min_by_key(|&number| distance(&self.colours[number])).unwrap_or_default() as u8
        };
        let number = *self.known.borrow_mut().entry(colour).or_insert_with(nearest);
        self.last.set(Some((colour, number)));
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_exact_and_many_are_approximated() {
        let few = Image { width: 2, height: 1, pixels: vec![[1, 2, 3], [200, 0, 9]] };
        let palette = Palette::of(&[few]);
        assert_eq!(palette.bytes().len(), 9);
        assert_ne!(palette.number([1, 2, 3]), palette.number([200, 0, 9]));
        assert_ne!(palette.number([1, 2, 3]), palette.unchanged());

        let flat = [7, 77, 177];
        let edges = (0..=255).flat_map(|red| [[red, 100, 100], [100, red, 50]]);
        let pixels: Vec<Rgb> = std::iter::repeat_n(flat, 1000).chain(edges).collect();
        let many = Image { width: pixels.len() as u32, height: 1, pixels: pixels.clone() };
        let palette = Palette::of(&[many]);
        assert_eq!(palette.bytes().len(), 3 * usize::from(palette.unchanged()) + 3);
        let shown = |colour: Rgb| palette.colours[usize::from(palette.number(colour))];
        assert_eq!(shown(flat), flat);
        for colour in pixels {
            let off = shown(colour).iter().zip(colour).map(|(&shown, wanted)| shown.abs_diff(wanted)).max();
            assert!(off.is_some_and(|off| off < 16), "{colour:?} is shown as {:?}", shown(colour));
        }
    }
}
