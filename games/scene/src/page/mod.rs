//! A film as one HTML page that plays it in any browser, without a network.
//!
//! The page contains the primitives of the drawings as data (`script.rs`) and draws them by itself, so that
//! layers can be switched and long films stay small. Colours are variables of the style sheet with a light
//! and a dark value. Captions are text of the page, so that their size does not depend on the board.

mod json;
mod script;

use crate::look::Sheet;
use crate::ribbon::SHADES;
use crate::svg::{escape, number};
use crate::{Film, Pictures};
use json::{list, quoted};
use script::Script;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const PLAYER: &str = include_str!("player.js");

/// The script that draws primitives as SVG, a module of JavaScript: the page of a film contains it, and other
/// pages can import it.
pub const DRAWING_SCRIPT: &str = include_str!("drawing.js");

impl Film {
    /// All pictures as one self-contained HTML page that plays them.
    pub fn page(&self) -> String {
        let script = self.script();
        // In this order no text of the film is replaced as a placeholder: the data contains no `<`, and the
        // title comes last.
        PAGE.replace("/*style*/", STYLE)
            .replace("/*colours*/", &script.colours())
            .replace("/*drawing*/", DRAWING_SCRIPT)
            .replace("/*player*/", PLAYER)
            .replace("/*film*/", &self.data(&script))
            .replace("<!--title-->", &escape(&self.title))
    }

    fn script(&self) -> Script {
        let mut script = Script::default();
        match &self.pictures {
            Pictures::Frames { frames, cell } => {
                let sheet = Sheet::without_captions(frames, *cell);
                frames.iter().for_each(|frame| script.add(&sheet.draw(frame)));
            }
            Pictures::Drawn(files) => files.iter().for_each(|file| script.add_file(file)),
        }
        script
    }

    /// The film as a JSON object: `{title, delay, shades, width, height, layers: [[name, shown]], chapters:
    /// [[frame, name]], captions: [text], descriptions: [text], primitives, groups: [[layer, primitive…]],
    /// frames: [[group]]}`. Primitives, groups and layers are numbers of entries; captions and descriptions
    /// belong to the frames, and are absent in a film of SVG files.
    fn data(&self, script: &Script) -> String {
        let frames: &[_] = match &self.pictures {
            Pictures::Frames { frames, .. } => frames,
            Pictures::Drawn(_) => &[],
        };
        let captions = list(frames.iter().map(|frame| quoted(&frame.caption.join("\n"))));
        let descriptions = list(frames.iter().map(|frame| quoted(&frame.description)));
        let chapters =
            self.chapters.iter().map(|chapter| format!("[{},{}]", chapter.picture, quoted(&chapter.name)));
        format!(
            "{{\"title\":{},\"delay\":{},\"shades\":{SHADES},\"width\":{},\"height\":{},\n\"chapters\":{},\n\
             \"captions\":{captions},\n\"descriptions\":{descriptions},\n{}}}",
            quoted(&self.title),
            self.delay,
            number(script.width),
            number(script.height),
            list(chapters),
            script.data(),
        )
    }
}
