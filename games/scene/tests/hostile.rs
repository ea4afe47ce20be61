//! Text from untrusted sources stays text in all outputs: no tag, no script, no terminal command.

use hamadryad_grid::{Cell, Grid};
use hamadryad_scene::{Chapter, Charset, Figure, Film, Frame, Glyph, Ink, Mark, Terminal};

/// Texts that end their context, or command a terminal.
const HOSTILE: [&str; 9] = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "\" onload=\"alert(1)",
    "' onload='alert(1)",
    "]]><!ENTITY x SYSTEM \"file:///etc/passwd\">&x;",
    "\u{2028}alert(1)\u{2029}",
    "\x1b[2J\x1b]0;title\x07\u{9b}31m\x08\x7f\0",
    "\u{202e}gpj.exe\u{2066}\u{200f}",
    "/*film*/ /*player*/ /*style*/ <!--title-->",
];

fn film(text: &str) -> Film {
    let mut frame = Frame::new(Grid::new(2, 2));
    let sign = text.chars().next().expect("a text");
    let glyph = Glyph { unicode: sign, ascii: sign };
    for (col, figure) in
        [Figure::Text(text.to_owned()), Figure::Badge(text.to_owned())].into_iter().enumerate()
    {
        let cell = Cell::new(0, col as u16);
        frame.add("marks", Mark { cell, glyph, ink: Ink::RED, figure });
    }
    frame.caption.push(text.to_owned());
    let mut film = Film::of_frames(text, vec![frame], None, 100);
    film.chapters.push(Chapter { picture: 0, name: text.to_owned() });
    film
}

/// Compares a page with the page of a harmless text, in which this text is inserted, escaped as text and as
/// data.
fn assert_same_tags(page: &str, plain: &str, text: &str) {
    let tags = |page: &str| page.matches('<').count();
    assert_eq!(tags(page), tags(plain), "{text:?}");
}

#[test]
fn no_text_becomes_a_tag_or_ends_the_script() {
    let plain = film("plain");
    for text in HOSTILE {
        let film = film(text);
        let page = film.page();
        assert_same_tags(&page, &plain.page(), text);
        assert_eq!(page.matches("</script>").count(), 1, "{text:?}");
        assert_eq!(page.matches("// Plays `film`").count(), 1, "the player is there once: {text:?}");
        assert!(!page.contains(['\u{2028}', '\u{2029}', '\x1b', '\0', '\x07']), "{text:?}");
        let svg = film.svg(0);
        assert!(!svg.contains("<script") && !svg.contains("<!"), "{svg}");
        assert!(!svg.contains(['\'', '\x1b', '\0', '\x07', '\u{9b}', '\u{202e}']), "{svg}");
        // Outside of its attributes, each quote of a text is escaped.
        let quotes = svg.matches('"').count();
        assert_eq!(quotes, 2 * svg.matches("=\"").count(), "{svg}");
    }
}

#[test]
fn no_command_is_sent_to_a_terminal() {
    for text in HOSTILE {
        for (colour, charset) in
            [(false, Charset::Unicode), (false, Charset::Ascii), (true, Charset::Unicode)]
        {
            let terminal = Terminal { colour, charset, width: 80, height: None };
            let Film { pictures: hamadryad_scene::Pictures::Frames { frames, .. }, .. } = film(text) else {
                panic!("these are frames")
            };
            let picture = terminal.draw(&frames[0]);
            for line in picture.lines() {
                // Colours are commands as well, but permitted.
                let line = if colour { without_colours(line) } else { line.clone() };
                let commands = line.chars().filter(|sign| {
                    sign.is_control() || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
                });
                assert_eq!(commands.count(), 0, "{line:?}");
            }
        }
    }
}

fn without_colours(line: &str) -> String {
    let mut parts = line.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |line, part| match part.strip_prefix("[0").and_then(|part| part.split_once('m')) {
        Some((colour, rest)) if colour.bytes().all(|byte| byte == b';' || byte.is_ascii_digit()) => {
            line + rest
        }
        _ => line + "\x1b" + part,
    })
}
