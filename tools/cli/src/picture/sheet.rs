//! Sheets of puzzles to print: several on a page, as SVG files or a PDF file.

use super::{numbered, refuse, write};
use crate::exit;
use clap::Args;
use hamadryad_scene::{Frame, Pages};
use std::path::{Path, PathBuf};

/// Options of a sheet.
#[derive(Args, Debug)]
pub struct SheetArguments {
    /// File to write: .pdf contains all pages, .svg one; several pages get numbers
    #[arg(short, long, value_name = "FILE", default_value = "puzzles.pdf", value_parser = target)]
    out: PathBuf,

    /// Columns of puzzles on a page.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=6))]
    columns: u8,

    /// Rows of puzzles on a page.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=8))]
    rows: u8,

    /// The title of the pages [default: the name of the puzzle]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

fn target(name: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(name);
    if ending(&file) == "pdf" || ending(&file) == "svg" {
        Ok(file)
    } else {
        Err("expected a name with the ending .pdf or .svg".to_owned())
    }
}

fn ending(file: &Path) -> String {
    file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// Writes puzzles, each with the name of its file, and returns the exit code.
pub fn write_sheet(puzzle: &str, pictures: &[(String, Frame)], arguments: &SheetArguments) -> u8 {
    let headings: Vec<(String, Frame)> = pictures
        .iter()
        .enumerate()
        .map(|(number, (file, frame))| (format!("{}. {}", number + 1, name(file)), frame.clone()))
        .collect();
    let title = arguments.title.as_deref().unwrap_or(puzzle);
    let pages = Pages::new(title, &headings, arguments.columns.into(), arguments.rows.into());
    if ending(&arguments.out) == "pdf" {
        return match pages.pdf(title) {
            Ok(bytes) => write(&arguments.out, &bytes),
            Err(error) => refuse(&error.to_string(), exit::BAD_INPUT),
        };
    }
    for index in 0..pages.len() {
        let file = if pages.len() == 1 { arguments.out.clone() } else { numbered(&arguments.out, index + 1) };
        let code = write(&file, pages.svg(index).as_bytes());
        if code != 0 {
            return code;
        }
    }
    0
}

/// The name of a file without its folder and ending.
fn name(file: &str) -> String {
    Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
