//! Errors of rendering.

use std::fmt;

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
