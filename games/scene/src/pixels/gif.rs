//! Writes films as GIF.
//!
//! Each picture after the first is the window that changes; unchanged pixels in the window are transparent,
//! which compresses well.

use super::error::PixelError;
use super::palette::Palette;
use super::reel::Reel;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;

pub(super) fn write(reel: &Reel<'_>, progress: &mut dyn FnMut(usize)) -> Result<Vec<u8>, PixelError> {
    let failed = |error: EncodingError| PixelError::Encoding(error.to_string());
    let (width, height) = reel.size;
    let short = |side: u32| {
        u16::try_from(side).map_err(|_| PixelError::Size { width: width.into(), height: height.into() })
    };
    let palette = Palette::of(&reel.samples()?);
    let mut file = Vec::new();
    let mut encoder =
        Encoder::new(&mut file, short(width)?, short(height)?, &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut before = None;
    for index in 0..reel.film.len() {
        let image = reel.image(index)?;
        let window = before.as_ref().map_or(image.window(), |before| image.change_since(before));
        let is_same =
            |place: usize| before.as_ref().is_some_and(|before| before.pixels[place] == image.pixels[place]);
        let number = |place: usize| {
            if is_same(place) { palette.unchanged() } else { palette.number(image.pixels[place]) }
        };
        let frame = Frame {
            // In hundredths of a second. Programs slow down delays below two.
            delay: u16::try_from(reel.delay(index).div_ceil(10).max(2)).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            transparent: Some(palette.unchanged()),
            left: short(window.left)?,
            top: short(window.top)?,
            width: short(window.width)?,
            height: short(window.height)?,
            buffer: Cow::Owned(image.places(window).map(number).collect()),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(failed)?;
        before = Some(image);
        progress(index + 1);
    }
    drop(encoder);
    Ok(file)
}
