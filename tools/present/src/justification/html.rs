//! Outlines as a page of HTML, whose nodes can be folded.

use super::outline::{Mark, Outline};
use std::fmt::Write;

const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width\">\n";

const STYLE: &str = "<style>\n\
:root { color-scheme: light dark; }\n\
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }\n\
details, .leaf { margin-left: 1.3rem; }\n\
body > details { margin-left: 0; }\n\
summary { cursor: pointer; }\n\
code { font: 14px ui-monospace, monospace; }\n\
.note { opacity: .75; font-style: italic; }\n\
.place { opacity: .6; font: 12px ui-monospace, monospace; margin-left: 1rem; }\n\
.holds { color: #2b7a3d; } .fails { color: #b3261e; }\n\
@media (prefers-color-scheme: dark) { .holds { color: #7fd08f; } .fails { color: #ff8a80; } }\n\
</style>\n";

/// A page with a title and outlines.
pub fn html(title: &str, outlines: &[Outline]) -> String {
    let mut page = format!("{HEAD}<title>{}</title>\n{STYLE}<h1>{}</h1>\n", escaped(title), escaped(title));
    for outline in outlines {
        write_outline(&mut page, outline);
    }
    page.push_str("</html>\n");
    page
}

fn write_outline(page: &mut String, outline: &Outline) {
    let class = match outline.mark {
        Mark::Holds => " class=\"holds\"",
        Mark::Fails => " class=\"fails\"",
        Mark::None | Mark::Unknown => "",
    };
    let mut line = format!("<code{class}>{}{}</code>", outline.mark.sign(), escaped(&outline.label));
    for (class, text) in [("note", &outline.note), ("place", &outline.place)] {
        if !text.is_empty() {
            let _ = write!(line, " <span class=\"{class}\">{}</span>", escaped(text));
        }
    }
    if outline.children.is_empty() {
        let _ = writeln!(page, "<div class=\"leaf\">{line}</div>");
        return;
    }
    let _ = writeln!(page, "<details open><summary>{line}</summary>");
    outline.children.iter().for_each(|child| write_outline(page, child));
    page.push_str("</details>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
