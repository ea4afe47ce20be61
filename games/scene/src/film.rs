//! Films: sequences of pictures with chapters.

use crate::frame::Frame;
use crate::look::Sheet;
use crate::svg;

/// A sequence of pictures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Film {
    /// The title.
    pub title: String,
    /// The pictures.
    pub pictures: Pictures,
    /// The chapters, in order.
    pub chapters: Vec<Chapter>,
    /// The duration of a picture in milliseconds.
    pub delay: u32,
}

/// The pictures of a film.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pictures {
    /// Frames, all drawn in the same size.
    Frames {
        /// The frames in order.
        frames: Vec<Frame>,
        /// The side of a cell in pixels; by default chosen for a screen.
        cell: Option<u32>,
    },
    /// SVG files from other sources.
    Drawn(Vec<String>),
}

/// A place in a film.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// The number of the picture, from 0.
    pub picture: usize,
    /// The title of the chapter.
    pub name: String,
}

impl Film {
    /// A film of frames, without chapters.
    pub fn of_frames(title: impl Into<String>, frames: Vec<Frame>, cell: Option<u32>, delay: u32) -> Self {
        let pictures = Pictures::Frames { frames, cell };
        Self { title: title.into(), pictures, chapters: Vec::new(), delay }
    }

    /// The number of pictures.
    pub fn len(&self) -> usize {
        match &self.pictures {
            Pictures::Frames { frames, .. } => frames.len(),
            Pictures::Drawn(files) => files.len(),
        }
    }

    /// Whether the film has no pictures.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Picture number `index`, from 0, as an SVG file; the index must be valid.
    pub fn svg(&self, index: usize) -> String {
        self.svgs()(index)
    }

    /// All pictures as SVG files, each created on demand.
    pub(crate) fn svgs(&self) -> Box<dyn Fn(usize) -> String + '_> {
        match &self.pictures {
            Pictures::Frames { frames, cell } => {
                let sheet = Sheet::new(frames, *cell);
                Box::new(move |index| svg::write(&sheet.draw(&frames[index])))
            }
            Pictures::Drawn(files) => Box::new(move |index| files[index].clone()),
        }
    }
}
