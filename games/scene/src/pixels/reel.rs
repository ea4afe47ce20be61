//! The pictures of a film as images, each rendered on demand: all images of a long film would not fit into
//! memory.

use super::error::PixelError;
use super::image::Image;
use super::rasteriser::Rasteriser;
use crate::{Film, Pictures};

/// The pictures of a film, rendered one by one on sheets of one size.
pub(super) struct Reel<'a> {
    pub(super) film: &'a Film,
    svgs: Box<dyn Fn(usize) -> String + 'a>,
    rasteriser: Rasteriser,
    pub(super) size: (u32, u32),
}

impl<'a> Reel<'a> {
    pub(super) fn new(film: &'a Film, scale: f32) -> Result<Self, PixelError> {
        let rasteriser = Rasteriser::new(scale);
        let svgs = film.svgs();
        // Frames have the size of the first one; drawings may differ.
        let count = match &film.pictures {
            Pictures::Frames { frames, .. } => frames.len().min(1),
            Pictures::Drawn(files) => files.len(),
        };
        let mut size = None;
        for index in 0..count {
            let (width, height) = rasteriser.size(&rasteriser.read(&svgs(index))?)?;
            let (most_width, most_height) = size.unwrap_or((0, 0));
            size = Some((width.max(most_width), height.max(most_height)));
        }
        let size = size.ok_or(PixelError::Empty)?;
        Ok(Self { film, svgs, rasteriser, size })
    }

    pub(super) fn image(&self, index: usize) -> Result<Image, PixelError> {
        self.rasteriser.draw(&self.rasteriser.read(&(self.svgs)(index))?, self.size)
    }

    /// The duration of picture number `index` in milliseconds; the last picture lasts longer.
    pub(super) fn delay(&self, index: usize) -> u32 {
        let delay = self.film.delay;
        if index + 1 == self.film.len() { delay.max(2000) } else { delay }
    }

    /// A sample of the images, including the first and the last.
    pub(super) fn samples(&self) -> Result<Vec<Image>, PixelError> {
        const SAMPLES: usize = 16;
        let last = self.film.len() - 1;
        let count = SAMPLES.min(last + 1);
        let places = (0..count).map(|sample| if count > 1 { sample * last / (count - 1) } else { 0 });
        places.map(|index| self.image(index)).collect()
    }
}
