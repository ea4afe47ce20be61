//! The files of the page.

/// A file of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageFile {
    /// The path, for example `/style.css`.
    pub path: &'static str,
    /// The media type.
    pub kind: &'static str,
    /// The content.
    pub content: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

macro_rules! file {
    ($name:literal, $kind:expr) => {
        PageFile {
            path: concat!("/", $name),
            kind: $kind,
            content: include_bytes!(concat!("../page/", $name)),
        }
    };
}

/// All files; the first is the document.
pub const FILES: &[PageFile] = &[
    file!("index.html", HTML),
    file!("style.css", STYLE),
    file!("icon.svg", PICTURE),
    file!("arcade.js", SCRIPT),
    file!("engine.js", SCRIPT),
    file!("bands.js", SCRIPT),
    file!("wasm.js", SCRIPT),
    file!("runner.js", SCRIPT),
    file!("worker.js", SCRIPT),
    file!("board.js", SCRIPT),
    // The player of films draws with the same script.
    PageFile { path: "/drawing.js", kind: SCRIPT, content: hamadryad_scene::DRAWING_SCRIPT.as_bytes() },
    file!("snake.js", SCRIPT),
    file!("game.js", SCRIPT),
    file!("input.js", SCRIPT),
    file!("store.js", SCRIPT),
    file!("puzzles.js", SCRIPT),
    file!("puzzle-board.js", SCRIPT),
    file!("playground.js", SCRIPT),
    file!("self.js", SCRIPT),
    file!("self-wasm.js", SCRIPT),
];

/// The file at a path; `/` is the document.
pub fn file(path: &str) -> Option<&'static PageFile> {
    let path = if path == "/" { "/index.html" } else { path };
    FILES.iter().find(|file| file.path == path)
}
