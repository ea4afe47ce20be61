//! Rendered frames, as text.

use hamadryad_grid::{Cell, Direction, Grid};
use hamadryad_scene::{
    Animation, Area, Charset, Course, Figure, Fill, Film, Frame, Glyph, Ink, Mark, Stroke, Terminal, Web,
    colour_wanted,
};

fn cells(text: &str) -> Vec<Cell> {
    text.split_whitespace().map(|cell| cell.parse().expect("a cell")).collect()
}

/// A snake and an apple, the plan, and two stones.
fn sample() -> Frame {
    let mut frame = Frame::new(Grid::new(4, 6));
    let stone = Glyph { unicode: '▒', ascii: '%' };
    frame
        .add("stones", Area { cells: cells("(4,5) (4,6)"), glyph: stone, ink: Ink::GREY, fill: Fill::Solid });
    let plan = cells("(2,4) (1,4) (1,5) (1,6) (2,6)");
    frame.add("plan", Course::new(plan, Stroke::Thin).inked(&[Ink::GREY]));
    let body = cells("(2,4) (3,4) (3,3) (3,2) (2,2) (2,1) (1,1) (1,2)");
    frame.add("snake", Course::new(body, Stroke::Tapered).inked(&Ink::GREENS));
    let [head, apple] = [Glyph { unicode: '◆', ascii: '@' }, Glyph { unicode: '●', ascii: '*' }];
    let figure = Figure::Head(Direction::Up);
    frame.add("snake", Mark { cell: Cell::new(1, 3), glyph: head, ink: Ink::YELLOW.bold(), figure });
    frame.add("snake", Mark { cell: Cell::new(1, 5), glyph: apple, ink: Ink::RED, figure: Figure::Fruit });
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
fn ascii_shows_the_same_frame() {
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
fn a_small_window_shows_the_needed_size_and_the_caption() {
    check(Terminal::plain(7), "too sm…\nlength…");
    let needed = "too small: the board needs 8x7 characters, the window has 80x6";
    let low = Terminal { height: Some(6), ..Terminal::plain(80) };
    check(low, &format!("{needed}\nlength 8, apple in 4 steps"));
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

/// Removes the escape sequences.
fn strip(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn colours_only_change_the_colour() {
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
fn a_closed_course_returns_to_its_start() {
    let mut frame = Frame::new(Grid::new(2, 3));
    let ring = cells("(1,1) (1,2) (1,3) (2,3) (2,2) (2,1)");
    frame.add("ring", Course::new(ring, Stroke::Heavy).closed());
    let picture = Terminal::plain(80).draw(&frame).to_string();
    assert_eq!(picture, "╭───────╮\n│ ┏━━━┓ │\n│ ┗━━━┛ │\n╰───────╯\n");
}

#[test]
fn shapes_outside_the_grid_are_not_drawn() {
    let mut frame = Frame::new(Grid::new(1, 2));
    frame.add("way", Course::new(cells("(1,2) (1,3) (2,3)"), Stroke::Heavy));
    frame.add("way", Course::new([], Stroke::Heavy));
    let (cell, glyph) = (Cell::new(9, 9), Glyph::ascii('x'));
    frame.add("way", Mark { cell, glyph, ink: Ink::PLAIN, figure: Figure::Disc });
    assert_eq!(Terminal::plain(80).draw(&frame).lines()[1], "│ · • │");
}

#[test]
fn an_animation_replaces_the_previous_picture() {
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

#[test]
fn strokes_differ_without_colours() {
    let mut frame = Frame::new(Grid::new(2, 3));
    let ring = || cells("(1,1) (1,2) (1,3) (2,3) (2,2) (2,1)");
    frame.add("cycle", Course::new(ring(), Stroke::Hair).closed());
    frame.add("plan", Course::new(ring()[..2].to_vec(), Stroke::Thin));
    let unicode = Terminal::plain(80).draw(&frame).to_string();
    assert_eq!(unicode, "╭───────╮\n│ ╶─╴┄╮ │\n│ ╰┄┄┄╯ │\n╰───────╯\n");
    let ascii = Terminal { charset: Charset::Ascii, ..Terminal::plain(80) }.draw(&frame).to_string();
    assert_eq!(ascii, "+-------+\n| ---~, |\n| ,~~~, |\n+-------+\n");
}

#[test]
fn frames_with_walls_need_room() {
    let mut frame = Frame::new(Grid::new(2, 3));
    frame.walls.push((Cell::new(0, 0), Direction::Right));
    frame.walls.push((Cell::new(1, 0), Direction::Right));
    frame.walls.push((Cell::new(0, 2), Direction::Down));
    frame.add("walk", Course::new(cells("(1,2) (2,2) (2,3)"), Stroke::Heavy));
    frame.caption.push("two walls".to_string());
    let picture = Terminal::plain(13).draw(&frame).to_string();
    assert_eq!(
        picture,
        "╭───┬───────╮\n│ · │ ╻   · │\n│   │ ┃ ╶───┤\n│ · │ ┗━━━╸ │\n╰───┴───────╯\ntwo walls\n"
    );
    let narrow = Terminal::plain(12).draw(&frame).to_string();
    assert_eq!(narrow, "too small: …\ntwo walls\n");
    let low = Terminal { height: Some(5), ..Terminal::plain(80) }.draw(&frame).to_string();
    assert_eq!(low, "too small: the board needs 13x6 characters, the window has 80x5\ntwo walls\n");
}

#[test]
fn a_web_has_few_lines_and_is_omitted_on_a_terminal() {
    let mut frame = Frame::new(Grid::new(4, 4));
    // A cross of four lines around the corner (2,2), and one that leaves the grid.
    let around = cells("(1,2) (3,2) (2,1) (2,3)");
    let mut lines: Vec<(Cell, Cell)> = around.into_iter().map(|end| (Cell::new(1, 1), end)).collect();
    lines.push((Cell::new(3, 3), Cell::new(4, 3)));
    frame.add("tree", Web { lines, ink: Ink::YELLOW });
    let lines_of = |frame: &Frame| {
        let svg = Film::of_frames("web".to_string(), vec![frame.clone()], Some(10), 1).svg(0);
        svg.matches("<path").count()
    };
    let mut without = frame.clone();
    without.layers.clear();
    assert_eq!(lines_of(&frame) - lines_of(&without), 2, "two lines through the middle");
    assert_eq!(Terminal::plain(20).draw(&frame), Terminal::plain(20).draw(&without));
}
