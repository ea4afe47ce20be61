//! The output of a film: a file whose extension selects the format, or pictures on the terminal.
//!
//! Films with many pictures show how far they are ([`Progress`]).

mod progress;
pub mod sheet;

use crate::clock::{Clock, Stop};
use crate::exit;
use crate::messages;
use crate::stage::{Stage, can_redraw, terminal};
use crate::watch::Watch;
use clap::Args;
use hamadryad_scene::{Film, Pictures, PixelError};
use progress::Progress;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Options of pictures.
#[derive(Args, Debug)]
pub struct PictureArguments {
    /// File to write: .svg and .png contain one picture, .gif and .apng all of them, .html is a page that
    /// plays them [default: show the pictures on the terminal]
    #[arg(short, long, value_name = "FILE", value_parser = target)]
    out: Option<Target>,

    /// Number of the picture for a file with one picture, from 1 [default: the first, which is the puzzle; of a
    /// game of Snake and of bags the last]
    #[arg(long, value_name = "N")]
    at: Option<usize>,

    /// Side of a cell in pixels [default: as fits a screen]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(4..=400))]
    pub cell: Option<u32>,

    /// Time from picture to picture in milliseconds.
    #[arg(long, value_name = "MS")]
    pub delay: Option<u32>,

    /// Names of layers to hide; on a page they can be switched on again.
    #[arg(long, value_name = "LAYER,...", value_delimiter = ',')]
    hide: Vec<String>,

    /// Names of hidden layers to show.
    #[arg(long, value_name = "LAYER,...", value_delimiter = ',')]
    show: Vec<String>,
}

/// A file and its format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    file: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Svg,
    Png,
    Gif,
    Apng,
    Html,
}

/// The file of this name; its extension gives the format.
///
/// # Errors
/// If the extension is missing or unknown.
pub fn target(name: &str) -> Result<Target, String> {
    let file = PathBuf::from(name);
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let kind = match ending.to_ascii_lowercase().as_str() {
        "svg" => Kind::Svg,
        "png" => Kind::Png,
        "gif" => Kind::Gif,
        "apng" => Kind::Apng,
        "html" | "htm" => Kind::Html,
        _ => return Err("expected a name with the ending .svg, .png, .gif, .apng or .html".to_owned()),
    };
    Ok(Target { file, kind })
}

/// Shows the film of a game as the arguments demand, and returns the exit code. The last picture is the one that
/// is shown alone.
///
/// # Errors
/// Errors of writing to standard output.
pub fn show(film: Film, arguments: &PictureArguments) -> io::Result<u8> {
    let last = film.len();
    show_at(film, arguments, last)
}

/// Shows the film of a solution, whose first picture is the puzzle: this one is shown alone, and where pictures
/// cannot be drawn over each other, the last picture follows.
///
/// # Errors
/// Errors of writing to standard output.
pub fn show_solution(film: Film, arguments: &PictureArguments) -> io::Result<u8> {
    show_at(film, arguments, 1)
}

fn show_at(mut film: Film, arguments: &PictureArguments, usual: usize) -> io::Result<u8> {
    if let Err(message) = switch(&mut film, &arguments.hide, &arguments.show) {
        return Ok(refuse(&message, exit::BAD_INPUT));
    }
    let last = film.len();
    let index = match arguments.at.unwrap_or(usual).checked_sub(1).filter(|&index| index < last) {
        Some(index) => index,
        None => {
            return Ok(refuse(
                &format!("--at: expected the number of a picture from 1 to {last}"),
                exit::BAD_INPUT,
            ));
        }
    };
    match &arguments.out {
        Some(Target { file, kind }) => match bytes(&film, *kind, index) {
            Ok(bytes) => Ok(write(file, &bytes)),
            Err(error) => Ok(refuse(&error.to_string(), exit::BAD_INPUT)),
        },
        None if arguments.at.is_none() && can_redraw() => play(&film),
        None => {
            let mut out = io::stdout().lock();
            if let Pictures::Frames { frames, .. } = &film.pictures {
                write!(out, "{}", terminal().draw(&frames[index]))?;
                if arguments.at.is_none() && index + 1 < last {
                    write!(out, "\n{}", terminal().draw(&frames[last - 1]))?;
                }
            }
            out.flush()?;
            Ok(0)
        }
    }
}

/// Writes a whole film: if the format has one picture per file, several pictures get numbers, `a-1.svg`,
/// `a-2.svg`, …. Returns the exit code.
pub fn write_all(film: &Film, Target { file, kind }: &Target) -> u8 {
    let is_single = film.len() == 1 || !matches!(kind, Kind::Svg | Kind::Png);
    for index in 0..if is_single { 1 } else { film.len() } {
        let name = if is_single { file.clone() } else { numbered(file, index + 1) };
        let code = match bytes(film, *kind, index) {
            Ok(bytes) => write(&name, &bytes),
            Err(error) => refuse(&error.to_string(), exit::BAD_INPUT),
        };
        if code != 0 {
            return code;
        }
    }
    0
}

fn numbered(file: &Path, number: usize) -> PathBuf {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    file.with_file_name(format!("{}-{number}.{}", part(file.file_stem()), part(file.extension())))
}

fn bytes(film: &Film, kind: Kind, index: usize) -> Result<Vec<u8>, PixelError> {
    // Frames choose their size in pixels; pictures of other programs are sized for print.
    let scale = if matches!(film.pictures, Pictures::Drawn(_)) { 1.5 } else { 1.0 };
    let mut progress = Progress::start(film.len());
    Ok(match kind {
        Kind::Svg => film.svg(index).into_bytes(),
        Kind::Png => film.png(index, scale)?,
        Kind::Gif => film.gif(scale, &mut |done| progress.show(done))?,
        Kind::Apng => film.apng(scale, &mut |done| progress.show(done))?,
        Kind::Html => film.page().into_bytes(),
    })
}

/// Writes a file, prints its name and size, and returns the exit code.
pub fn write(file: &Path, bytes: &[u8]) -> u8 {
    match crate::file::write(file, bytes) {
        Ok(()) => {
            messages::print(&format!("{} written, {} kB\n", file.display(), bytes.len().div_ceil(1000)));
            0
        }
        Err(error) => refuse(&crate::file::cannot_write(file, &error), exit::BAD_OUTPUT),
    }
}

/// Draws the frames one over the other on the terminal.
fn play(film: &Film) -> io::Result<u8> {
    let Pictures::Frames { frames, .. } = &film.pictures else { return Ok(0) };
    let stop = Stop::after(Clock::start(), None);
    stop.listen();
    let _watch = Watch::without_summary(&stop);
    let is_stopped = || stop.reason().is_some();
    let mut stage = Stage::open(film.delay.into());
    for frame in frames {
        stage.show(frame)?;
        stage.wait(&is_stopped);
        // Another size of the window: the same picture again, in its place in the new window.
        while stage.is_resized() && !is_stopped() {
            stage.show(frame)?;
            stage.wait(&is_stopped);
        }
        if is_stopped() {
            return Ok(exit::INTERRUPTED);
        }
    }
    Ok(0)
}

/// Hides and shows layers; a name without a layer is an error.
fn switch(film: &mut Film, hidden: &[String], shown: &[String]) -> Result<(), String> {
    let Pictures::Frames { frames, .. } = &mut film.pictures else { return Ok(()) };
    let mut known: Vec<&str> =
        frames.iter().flat_map(|frame| &frame.layers).map(|layer| layer.name).collect();
    known.sort_unstable();
    known.dedup();
    if let Some(name) = hidden.iter().chain(shown).find(|name| !known.contains(&name.as_str())) {
        return Err(format!("there is no layer `{name}`; known: {}", known.join(", ")));
    }
    for layer in frames.iter_mut().flat_map(|frame| &mut frame.layers) {
        let is_in = |names: &[String]| names.iter().any(|name| name == layer.name);
        layer.shown = (layer.shown || is_in(shown)) && !is_in(hidden);
    }
    Ok(())
}

fn refuse(message: &str, code: u8) -> u8 {
    messages::print(&format!("error: {message}\n"));
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_files_are_numbered() {
        assert_eq!(numbered(Path::new("a/b.c.svg"), 7), Path::new("a/b.c-7.svg"));
    }

    #[test]
    fn the_extension_selects_the_format() {
        assert_eq!(target("a/b.GIF").map(|target| target.kind), Ok(Kind::Gif));
        assert_eq!(target("b.html").map(|target| target.kind), Ok(Kind::Html));
        for name in ["", "b", "b.jpg", ".svg"] {
            assert!(target(name).is_err(), "{name}");
        }
    }
}
