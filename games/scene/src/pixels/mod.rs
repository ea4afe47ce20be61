//! Renders SVG as pixels, and writes image files and PDF.
//!
//! The crate includes a font, so a picture is the same on every machine, even without installed fonts.

mod apng;
mod error;
mod gif;
mod image;
mod palette;
mod pdf;
mod rasteriser;
mod reel;

pub use error::PixelError;

use crate::Film;
use rasteriser::Rasteriser;
use reel::Reel;

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

    /// All pictures as one GIF file that repeats. `progress` is called with the number of pictures after each.
    ///
    /// # Errors
    /// If a picture is too large, or the film has none.
    pub fn gif(&self, scale: f32, progress: &mut dyn FnMut(usize)) -> Result<Vec<u8>, PixelError> {
        gif::write(&Reel::new(self, scale)?, progress)
    }

    /// All pictures as one animated PNG file that repeats: it has all colours, and is larger than a GIF.
    /// `progress` is called with the number of pictures after each.
    ///
    /// # Errors
    /// If a picture is too large, or the film has none.
    pub fn apng(&self, scale: f32, progress: &mut dyn FnMut(usize)) -> Result<Vec<u8>, PixelError> {
        apng::write(&Reel::new(self, scale)?, progress)
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
