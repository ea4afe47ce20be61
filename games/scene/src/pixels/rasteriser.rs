//! SVG as pixels, with the font of the crate.

use super::error::PixelError;
use super::image::Image;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// DejaVu Sans, reduced to the letters of Europe and mathematical signs.
const FONT: &[u8] = include_bytes!("../../fonts/DejaVuSans-subset.ttf");
const FAMILY: &str = "DejaVu Sans";

/// The largest number of pixels of a picture: four large screens.
const MOST_PIXELS: u64 = 1 << 25;

/// Renders drawings as images.
pub(super) struct Rasteriser {
    options: usvg::Options<'static>,
    scale: f32,
}

impl Rasteriser {
    pub(super) fn new(scale: f32) -> Self {
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

    pub(super) fn read(&self, svg: &str) -> Result<usvg::Tree, PixelError> {
        usvg::Tree::from_str(svg, &self.options).map_err(|error| PixelError::NotSvg(error.to_string()))
    }

    /// The size of a drawing in pixels.
    pub(super) fn size(&self, tree: &usvg::Tree) -> Result<(u32, u32), PixelError> {
        let side = |side: f32| (f64::from(side) * f64::from(self.scale)).ceil() as u64;
        let (width, height) = (side(tree.size().width()), side(tree.size().height()));
        let fits = width.saturating_mul(height) <= MOST_PIXELS && width > 0 && height > 0;
        match (u32::try_from(width), u32::try_from(height)) {
            (Ok(width), Ok(height)) if fits => Ok((width, height)),
            _ => Err(PixelError::Size { width, height }),
        }
    }

    /// The drawing in the middle of a white sheet of this size.
    pub(super) fn draw(&self, tree: &usvg::Tree, (width, height): (u32, u32)) -> Result<Image, PixelError> {
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
