//! From a drawing to pixels.
//!
//! The letters come with this crate, so that a figure is the same on every machine, also on one without any fonts.

use crate::LabError;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// DejaVu Sans, cut down to what a figure may say.
const FONT: &[u8] = include_bytes!("../../fonts/DejaVuSans-subset.ttf");

/// Pixels for each unit of a drawing: enough for print.
const SCALE: f32 = 2.0;

/// A drawing as a PNG file.
pub(super) fn png(svg: &str) -> Result<Vec<u8>, LabError> {
    let failed = |reason: String| LabError::Figure { reason };
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    let options = usvg::Options { fontdb: Arc::new(fonts), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| failed(error.to_string()))?;
    let size = tree.size().to_int_size().scale_by(SCALE);
    let pixels = size.and_then(|size| tiny_skia::Pixmap::new(size.width(), size.height()));
    let mut pixels = pixels.ok_or_else(|| failed("it is too large".to_string()))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(error.to_string()))
}
