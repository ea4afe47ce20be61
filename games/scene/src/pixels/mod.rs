//! From SVG to pixels, and to the files that hold them.
//!
//! The letters come with this crate, so that a picture is the same on every machine, also on one without any fonts.

mod apng;
mod gif;
mod image;
mod palette;
mod reel;

use crate::Film;
use image::Image;
use reel::Reel;
use resvg::{tiny_skia, usvg};
use std::fmt;
use std::sync::Arc;

/// DejaVu Sans, cut down to the letters of Europe and the signs of mathematics.
const FONT: &[u8] = include_bytes!("../../fonts/DejaVuSans-subset.ttf");
const FAMILY: &str = "DejaVu Sans";

/// The most pixels that a picture may have: as many as four large screens.
const MOST_PIXELS: u64 = 1 << 25;

/// Why there are no pixels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PixelError {
    /// The drawing is no SVG, for the reason given.
    NotSvg(String),
    /// The picture has too many pixels, or none.
    Size {
        /// How wide it would be.
        width: u64,
        /// How high.
        height: u64,
    },
    /// The file could not be made, for the reason given.
    Encoding(String),
    /// There is no picture.
    Empty,
}

impl fmt::Display for PixelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSvg(reason) => write!(f, "the drawing is no SVG: {reason}"),
            Self::Size { width, height } => write!(f, "{width}×{height} pixels are no size for a picture"),
            Self::Encoding(reason) => write!(f, "the file cannot be made: {reason}"),
            Self::Empty => write!(f, "there is no picture"),
        }
    }
}

impl std::error::Error for PixelError {}

/// A drawing as a PNG file, each of its units so many pixels.
///
/// # Errors
/// Where it is no SVG, or too large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PixelError> {
    let rasteriser = Rasteriser::new(scale);
    let tree = rasteriser.read(svg)?;
    let image = rasteriser.draw(&tree, rasteriser.size(&tree)?)?;
    image.png()
}

impl Film {
    /// Picture number `index`, from 0, as a PNG file, each of its units so many pixels; it must be there.
    ///
    /// # Errors
    /// Where it is too large.
    pub fn png(&self, index: usize, scale: f32) -> Result<Vec<u8>, PixelError> {
        png(&self.svg(index), scale)
    }

    /// All pictures as one GIF file that runs again and again.
    ///
    /// # Errors
    /// Where a picture is too large, or there is none.
    pub fn gif(&self, scale: f32) -> Result<Vec<u8>, PixelError> {
        gif::write(&Reel::new(self, scale)?)
    }

    /// All pictures as one animated PNG file that runs again and again: all its colours, and larger than a GIF.
    ///
    /// # Errors
    /// Where a picture is too large, or there is none.
    pub fn apng(&self, scale: f32) -> Result<Vec<u8>, PixelError> {
        apng::write(&Reel::new(self, scale)?)
    }
}

/// Turns drawings into images.
struct Rasteriser {
    options: usvg::Options<'static>,
    scale: f32,
}

impl Rasteriser {
    fn new(scale: f32) -> Self {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        // Whatever a drawing asks for, these are the letters that there are.
        fonts.set_serif_family(FAMILY);
        fonts.set_sans_serif_family(FAMILY);
        fonts.set_monospace_family(FAMILY);
        let fontdb = Arc::new(fonts);
        let options = usvg::Options { fontdb, font_family: FAMILY.to_owned(), ..usvg::Options::default() };
        Self { options, scale }
    }

    fn read(&self, svg: &str) -> Result<usvg::Tree, PixelError> {
        usvg::Tree::from_str(svg, &self.options).map_err(|error| PixelError::NotSvg(error.to_string()))
    }

    /// The pixels that a drawing needs.
    fn size(&self, tree: &usvg::Tree) -> Result<(u32, u32), PixelError> {
        let side = |side: f32| (f64::from(side) * f64::from(self.scale)).ceil() as u64;
        let (width, height) = (side(tree.size().width()), side(tree.size().height()));
        let fits = width.saturating_mul(height) <= MOST_PIXELS && width > 0 && height > 0;
        match (u32::try_from(width), u32::try_from(height)) {
            (Ok(width), Ok(height)) if fits => Ok((width, height)),
            _ => Err(PixelError::Size { width, height }),
        }
    }

    /// The drawing in the middle of a white sheet of this size.
    fn draw(&self, tree: &usvg::Tree, (width, height): (u32, u32)) -> Result<Image, PixelError> {
        let size = || PixelError::Size { width: width.into(), height: height.into() };
        let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or_else(size)?;
        pixels.fill(tiny_skia::Color::WHITE);
        let (own_width, own_height) = self.size(tree)?;
        let (left, top) = (width.saturating_sub(own_width) / 2, height.saturating_sub(own_height) / 2);
        let scaled = tiny_skia::Transform::from_scale(self.scale, self.scale);
        let placed = scaled.post_translate(left as f32, top as f32);
        resvg::render(tree, placed, &mut pixels.as_mut());
        let pixels = pixels.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
        Ok(Image { width, height, pixels })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_size_is_refused() {
        let svg = |side: &str| {
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"10\"/>")
        };
        assert_eq!(png(&svg("100000000"), 1.0), Err(PixelError::Size { width: 100_000_000, height: 10 }));
        assert!(matches!(png("<svg", 1.0), Err(PixelError::NotSvg(_))));
        assert!(png(&svg("10"), 1.0).is_ok());
    }
}
