//! Images as pixels, and the difference of two images.

use super::error::PixelError;
use crate::Rgb;

/// Pixels, line by line.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Image {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) pixels: Vec<Rgb>,
}

impl Image {
    pub(super) fn png(&self) -> Result<Vec<u8>, PixelError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        let write = |encoder: png::Encoder<'_, &mut Vec<u8>>| -> Result<(), png::EncodingError> {
            encoder.write_header()?.write_image_data(self.pixels.as_flattened())
        };
        write(encoder).map_err(|error| PixelError::Encoding(error.to_string()))?;
        Ok(file)
    }

    /// The smallest window that contains all changes since the image before; one pixel without a change.
    pub(super) fn change_since(&self, before: &Image) -> Window {
        let width = self.width as usize;
        let changed = |place: &usize| self.pixels[*place] != before.pixels[*place];
        let mut places = (0..self.pixels.len()).filter(changed);
        let Some(first) = places.next() else { return Window { left: 0, top: 0, width: 1, height: 1 } };
        let (top, mut bottom) = (first / width, first / width);
        let (mut left, mut right) = (first % width, first % width);
        for place in places {
            bottom = place / width;
            left = left.min(place % width);
            right = right.max(place % width);
        }
        let number = |number: usize| u32::try_from(number).expect("sides have 32 bits");
        Window {
            left: number(left),
            top: number(top),
            width: number(right - left + 1),
            height: number(bottom - top + 1),
        }
    }

    /// The indexes of the pixels in a window, line by line.
    pub(super) fn places(&self, window: Window) -> impl Iterator<Item = usize> {
        let Window { left, top, width, height } = window;
        let line = self.width as usize;
        let (left, width) = (left as usize, width as usize);
        (top as usize..(top + height) as usize)
            .flat_map(move |row| row * line + left..row * line + left + width)
    }

    pub(super) fn window(&self) -> Window {
        Window { left: 0, top: 0, width: self.width, height: self.height }
    }
}

/// A part of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(signs: &str) -> Image {
        let lines: Vec<&str> = signs.split_whitespace().collect();
        let pixels = lines.concat().bytes().map(|byte| [byte; 3]).collect();
        Image { width: lines[0].len() as u32, height: lines.len() as u32, pixels }
    }

    #[test]
    fn the_changes_have_a_smallest_window() {
        let before = image("aaaa aaaa aaaa");
        assert_eq!(
            image("aaaa aaba abaa").change_since(&before),
            Window { left: 1, top: 1, width: 2, height: 2 }
        );
        assert_eq!(before.change_since(&before), Window { left: 0, top: 0, width: 1, height: 1 });
        let window = Window { left: 1, top: 1, width: 2, height: 2 };
        assert_eq!(before.places(window).collect::<Vec<_>>(), [5, 6, 9, 10]);
        assert_eq!(before.places(before.window()).count(), 12);
    }
}
