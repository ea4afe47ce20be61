//! What is drawn, as text.

use hamadryad_grid::{Cell, Grid};
use hamadryad_scene::{
    Animation, Charset, Course, Frame, Glyph, Ink, Layer, Mark, Stroke, Terminal, colour_wanted,
};

fn cells(text: &str) -> Vec<Cell> {
    text.split_whitespace().map(|cell| cell.parse().expect("a cell")).collect()
}

/// A snake before an apple, the plan to it, and two stones.
fn sample() -> Frame {
    let mut frame = Frame::new(Grid::new(4, 6));
    let stone = Glyph { unicode: '▒', ascii: '%' };
    frame.layers.push(Layer { cells: cells("(4,5) (4,6)"), glyph: stone, ink: Ink::GREY });
    let plan = cells("(2,4) (1,4) (1,5) (1,6) (2,6)");
    frame.courses.push(Course::new(plan, Stroke::Thin).inked(&[Ink::GREY]));
    let body = cells("(2,4) (3,4) (3,3) (3,2) (2,2) (2,1) (1,1) (1,2)");
    frame.courses.push(Course::new(body, Stroke::Heavy).inked(&Ink::GREENS));
    let [head, apple] = [Glyph { unicode: '◆', ascii: '@' }, Glyph { unicode: '●', ascii: '*' }];
    frame.marks.push(Mark { cell: Cell::new(1, 3), glyph: head, ink: Ink::YELLOW.bold() });
    frame.marks.push(Mark { cell: Cell::new(1, 5), glyph: apple, ink: Ink::RED });
    frame.caption.push("length 8, apple in 4 steps".to_string());
    frame
}

fn check(terminal: Terminal, expected: &str) {
    let picture = terminal.draw(&sample()).to_string();
    assert_eq!(picture.trim_end_matches('\n'), expected.trim_matches('\n'), "\n{picture}");
}

#[test]
fn a_wide_window_shows_two_columns_a_cell() {
    check(
        Terminal::plain(80),
        "
╭─────────────╮
│ ┏━╸ · ╭───╮ │
│ ┗━┓ · ◆ · ● │
│ · ┗━━━┛ · · │
│ · · · · ▒ ▒ │
╰─────────────╯
length 8, apple in 4 steps",
    );
}

#[test]
fn ascii_says_the_same() {
    check(
        Terminal { charset: Charset::Ascii, ..Terminal::plain(80) },
        "
+-------------+
| #== . +---+ |
| #=# . @ . * |
| . #===# . . |
| . . . . % % |
+-------------+
length 8, apple in 4 steps",
    );
}

#[test]
fn a_narrow_window_shows_one_column_a_cell() {
    check(
        Terminal::plain(14),
        "
╭──────╮
│┏╸·╭─╮│
│┗┓·◆·●│
│·┗━┛··│
│····▒▒│
╰──────╯
length 8, app…",
    );
}

#[test]
fn without_room_the_caption_remains() {
    check(Terminal::plain(7), "length…");
    check(Terminal { height: Some(6), ..Terminal::plain(80) }, "length 8, apple in 4 steps");
    check(Terminal { height: Some(0), ..Terminal::plain(80) }, "");
    assert_eq!(Terminal { height: Some(7), ..Terminal::plain(80) }.draw(&sample()).lines().len(), 7);
    check(Terminal::plain(0), "");
}

#[test]
fn every_line_has_the_same_width() {
    for (width, expected) in [(80, 15), (15, 15), (14, 8), (8, 8)] {
        for line in Terminal::plain(width).draw(&sample()).lines().iter().take(6) {
            assert_eq!(line.chars().count(), expected, "{line}");
        }
    }
}

/// Takes the escape sequences out.
fn strip(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn colours_change_nothing_but_the_colour() {
    let coloured = Terminal { colour: true, ..Terminal::plain(80) }.draw(&sample()).to_string();
    assert_eq!(strip(&coloured), Terminal::plain(80).draw(&sample()).to_string());
    assert!(coloured.contains("\x1b[0;1;38;5;221m◆"), "{coloured:?}");
    for line in coloured.lines().take(6) {
        assert!(
            line.ends_with("\x1b[0m"),
            "every line of the board ends in the terminal's own colour: {line:?}"
        );
    }
}

#[test]
fn a_closed_course_comes_back() {
    let mut frame = Frame::new(Grid::new(2, 3));
    let ring = cells("(1,1) (1,2) (1,3) (2,3) (2,2) (2,1)");
    frame.courses.push(Course { closed: true, ..Course::new(ring, Stroke::Heavy) });
    let picture = Terminal::plain(80).draw(&frame).to_string();
    assert_eq!(picture, "╭───────╮\n│ ┏━━━┓ │\n│ ┗━━━┛ │\n╰───────╯\n");
}

#[test]
fn what_lies_outside_is_not_drawn() {
    let mut frame = Frame::new(Grid::new(1, 2));
    frame.courses.push(Course::new(cells("(1,2) (1,3) (2,3)"), Stroke::Heavy));
    frame.courses.push(Course::new([], Stroke::Heavy));
    frame.marks.push(Mark {
        cell: Cell::new(9, 9),
        glyph: Glyph { unicode: 'x', ascii: 'x' },
        ink: Ink::PLAIN,
    });
    assert_eq!(Terminal::plain(80).draw(&frame).lines()[1], "│ · • │");
}

#[test]
fn an_animation_covers_what_was_there() {
    let mut frame = Frame::new(Grid::new(1, 1));
    let mut animation = Animation::new();
    let terminal = Terminal::plain(80);
    frame.caption = vec!["one".to_string(), "two".to_string()];
    assert_eq!(
        animation.next(&terminal.draw(&frame)),
        "╭───╮\x1b[K\n│ · │\x1b[K\n╰───╯\x1b[K\none\x1b[K\ntwo\x1b[K\n"
    );
    frame.caption.pop();
    assert_eq!(
        animation.next(&terminal.draw(&frame)),
        "\x1b[5A╭───╮\x1b[K\n│ · │\x1b[K\n╰───╯\x1b[K\none\x1b[K\n\x1b[J"
    );
    assert!(animation.next(&terminal.draw(&frame)).starts_with("\x1b[4A"));
}

#[test]
fn no_color_is_respected() {
    assert!(colour_wanted(true, None));
    assert!(colour_wanted(true, Some("")));
    assert!(!colour_wanted(true, Some("1")));
    assert!(!colour_wanted(false, None));
}
