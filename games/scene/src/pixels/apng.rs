//! Writes films as animated PNG.
//!
//! Each picture after the first is the window that changes. Programs without support for animations show the
//! first picture.

use super::error::PixelError;
use super::reel::Reel;
use png::{ColorType, Encoder, EncodingError};

pub(super) fn write(reel: &Reel<'_>, progress: &mut dyn FnMut(usize)) -> Result<Vec<u8>, PixelError> {
    let failed = |error: EncodingError| PixelError::Encoding(error.to_string());
    let (width, height) = reel.size;
    let count = u32::try_from(reel.film.len()).map_err(|error| PixelError::Encoding(error.to_string()))?;
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgb);
    // Zero repetitions mean an endless animation.
    encoder.set_animated(count, 0).map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut before = None;
    for index in 0..reel.film.len() {
        let image = reel.image(index)?;
        let window = before.as_ref().map_or(image.window(), |before| image.change_since(before));
        let pixels: Vec<_> = image.places(window).map(|place| image.pixels[place]).collect();
        // In thousandths of a second.
        let delay = u16::try_from(reel.delay(index)).unwrap_or(u16::MAX);
        writer.set_frame_delay(delay, 1000).map_err(failed)?;
        if before.is_some() {
            writer.reset_frame_position().map_err(failed)?;
            writer.set_frame_dimension(window.width, window.height).map_err(failed)?;
            writer.set_frame_position(window.left, window.top).map_err(failed)?;
        }
        writer.write_image_data(pixels.as_flattened()).map_err(failed)?;
        before = Some(image);
        progress(index + 1);
    }
    writer.finish().map_err(failed)?;
    Ok(file)
}
