//! A film: pictures one after the other, and where its chapters begin.

use crate::frame::Frame;
use crate::look::Sheet;
use crate::svg;

/// Pictures one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Film {
    /// What it shows.
    pub title: String,
    /// The pictures.
    pub pictures: Pictures,
    /// Where one may want to go directly, in order.
    pub chapters: Vec<Chapter>,
    /// How long a picture is seen, in milliseconds.
    pub delay: u32,
}

/// The pictures of a film.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pictures {
    /// Frames, all drawn in one size.
    Frames {
        /// In order.
        frames: Vec<Frame>,
        /// The side of a cell in pixels; chosen for the screen unless given.
        cell: Option<u32>,
    },
    /// SVG files that somebody else has drawn.
    Drawn(Vec<String>),
}

/// A place in a film.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// The number of the picture, from 0.
    pub picture: usize,
    /// What begins there.
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

    /// Whether there is nothing to see.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Picture number `index`, from 0, as an SVG file; it must be there.
    pub fn svg(&self, index: usize) -> String {
        self.svgs()(index)
    }

    /// All pictures as SVG files, each made when it is asked for.
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
