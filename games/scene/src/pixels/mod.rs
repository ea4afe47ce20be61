//! Renders SVG as pixels, and writes image files.
//!
//! The crate includes a font, so a picture is the same on every machine, even without installed fonts.

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

/// DejaVu Sans, reduced to the letters of Europe and mathematical signs.
const FONT: &[u8] = include_bytes!("../../fonts/DejaVuSans-subset.ttf");
const FAMILY: &str = "DejaVu Sans";

/// The largest number of pixels of a picture: four large screens.
const MOST_PIXELS: u64 = 1 << 25;

/// Errors of rendering.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PixelError {
    /// The drawing is not valid SVG, for the given reason.
    NotSvg(String),
    /// The picture has too many pixels, or none.
    Size {
        /// Its width.
        width: u64,
        /// Its height.
        height: u64,
    },
    /// The file could not be encoded, for the given reason.
    Encoding(String),
    /// The film has no picture.
    Empty,
}

impl fmt::Display for PixelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSvg(reason) => write!(f, "the drawing is not SVG: {reason}"),
            Self::Size { width, height } => {
                write!(f, "{width}×{height} pixels are not a possible size of a picture")
            }
            Self::Encoding(reason) => write!(f, "the file cannot be made: {reason}"),
            Self::Empty => write!(f, "there is no picture"),
        }
    }
}

impl std::error::Error for PixelError {}

/// A drawing as a PNG file, with `scale` pixels for each unit.
///
/// # Errors
/// If the drawing is not valid SVG, or too large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PixelError> {
    let rasteriser = Rasteriser::new(scale);
    let tree = rasteriser.read(svg)?;
    let image = rasteriser.draw(&tree, rasteriser.size(&tree)?)?;
    image.png()
}

impl Film {
    /// Picture number `index`, from 0, as a PNG file, with `scale` pixels for each unit; the index must be
    /// valid.
    ///
    /// # Errors
    /// If the picture is too large.
    pub fn png(&self, index: usize, scale: f32) -> Result<Vec<u8>, PixelError> {
        png(&self.svg(index), scale)
    }

    /// All pictures as one GIF file that repeats.
    ///
    /// # Errors
    /// If a picture is too large, or the film has none.
    pub fn gif(&self, scale: f32) -> Result<Vec<u8>, PixelError> {
        gif::write(&Reel::new(self, scale)?)
    }

    /// All pictures as one animated PNG file that repeats: it has all colours, and is larger than a GIF.
    ///
    /// # Errors
    /// If a picture is too large, or the film has none.
    pub fn apng(&self, scale: f32) -> Result<Vec<u8>, PixelError> {
        apng::write(&Reel::new(self, scale)?)
    }
}

/// Renders drawings as images.
struct Rasteriser {
    options: usvg::Options<'static>,
    scale: f32,
}

impl Rasteriser {
    fn new(scale: f32) -> Self {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        // All font families of drawings are mapped to the included font.
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

    /// The size of a drawing in pixels.
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
    fn an_invalid_size_is_rejected() {
        let svg = |side: &str| {
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"10\"/>")
        };
        assert_eq!(png(&svg("100000000"), 1.0), Err(PixelError::Size { width: 100_000_000, height: 10 }));
        assert!(matches!(png("<svg", 1.0), Err(PixelError::NotSvg(_))));
        assert!(png(&svg("10"), 1.0).is_ok());
    }
}
