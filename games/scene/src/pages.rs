//! Pages to print: several pictures on each, under a title.
//!
//! A page is a sheet of A4 in points (1/72 inch). All pictures have the same scale, as large as the places allow.
//! *Invariant:* no picture leaves its place.

use crate::drawing::{Drawing, Group, Point, Primitive};
use crate::frame::Frame;
use crate::letters;
use crate::look::{DARK, PAPER, Sheet};
use crate::svg;

const WIDTH: f64 = 595.0;
const HEIGHT: f64 = 842.0;
const MARGIN: f64 = 42.0;
/// The height of a line of text, and the distance of two places.
const LINE: f64 = 18.0;
const GAP: f64 = 20.0;
/// The usual scale of a picture, and the sides of its cells, in pixels of the picture.
const SCALE: f64 = 0.7;
const SMALLEST_CELL: u32 = 8;
const LARGEST_CELL: u32 = 48;

/// Pages with pictures.
#[derive(Clone, PartialEq, Debug)]
pub struct Pages(Vec<Drawing>);

impl Pages {
    /// Pages with `columns` × `rows` places for the pictures, each with its heading. Without pictures, there is no
    /// page; there is at least one place.
    pub fn new(title: &str, pictures: &[(String, Frame)], columns: usize, rows: usize) -> Self {
        let (columns, rows) = (columns.max(1), rows.max(1));
        let width = (WIDTH - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64;
        // The title above, the number of the page below.
        let height = (HEIGHT - 2.0 * MARGIN - 2.5 * LINE - GAP * (rows - 1) as f64) / rows as f64;
        let drawn = |cell: u32| -> Vec<Drawing> {
            let draw = |frame: &Frame| Sheet::new(std::slice::from_ref(frame), Some(cell)).draw(frame);
            pictures.iter().map(|(_, frame)| draw(frame)).collect()
        };
        let fitting = |drawings: &[Drawing]| {
            let scales = drawings.iter().map(|it| (width / it.width).min((height - LINE) / it.height));
            scales.fold(SCALE, f64::min)
        };
        // The largest cells at the usual scale, at which captions are readable; larger boards are reduced.
        let cell = (SMALLEST_CELL..=LARGEST_CELL).rev().find(|&cell| fitting(&drawn(cell)) >= SCALE);
        let drawings = drawn(cell.unwrap_or(SMALLEST_CELL));
        let fitting = fitting(&drawings);
        let entries: Vec<(&str, &Drawing)> =
            pictures.iter().map(|(heading, _)| heading.as_str()).zip(&drawings).collect();
        let count = entries.len().div_ceil(columns * rows);
        let pages = entries.chunks(columns * rows).enumerate().map(|(number, entries)| {
            let mut primitives = vec![
                Primitive::Rect { corner: (0.0, 0.0), width: WIDTH, height: HEIGHT, fill: PAPER },
                line(title, (WIDTH / 2.0, MARGIN + LINE / 2.0), 14.0, WIDTH - 2.0 * MARGIN, true),
            ];
            if count > 1 {
                let text = format!("{} / {count}", number + 1);
                primitives.push(line(&text, (WIDTH / 2.0, HEIGHT - MARGIN), 9.0, WIDTH, false));
            }
            for (place, (heading, drawing)) in entries.iter().enumerate() {
                let left = MARGIN + (place % columns) as f64 * (width + GAP);
                let top = MARGIN + 1.5 * LINE + (place / columns) as f64 * (height + GAP);
                primitives.push(line(heading, (left + width / 2.0, top + LINE / 2.0), 10.0, width, true));
                let from = (left + (width - drawing.width * fitting) / 2.0, top + LINE);
                let shown = drawing.groups.iter().filter(|group| group.shown);
                primitives.extend(
                    shown.flat_map(|group| &group.primitives).flat_map(|it| moved(it, from, fitting)),
                );
            }
            Drawing {
                width: WIDTH,
                height: HEIGHT,
                groups: vec![Group { layer: None, shown: true, primitives }],
            }
        });
        Self(pages.collect())
    }

    /// The number of pages.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no page.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Page number `index`, from 0, as an SVG file of the size of A4; the index must be valid.
    pub fn svg(&self, index: usize) -> String {
        svg::write_sized(&self.0[index], ("210mm", "297mm"))
    }
}

/// A line of text around a point, reduced to a width.
fn line(text: &str, middle: Point, size: f64, most: f64, bold: bool) -> Primitive {
    let width = letters::width(text, size);
    let size = if width > most { size * most / width } else { size };
    Primitive::Text { middle, size, colour: DARK, bold, text: text.to_owned() }
}

/// A primitive at another place and in another scale.
fn moved(primitive: &Primitive, (left, top): Point, scale: f64) -> Vec<Primitive> {
    let at = |(x, y): Point| (left + x * scale, top + y * scale);
    vec![match primitive {
        Primitive::Rect { corner, width, height, fill } => {
            Primitive::Rect { corner: at(*corner), width: width * scale, height: height * scale, fill: *fill }
        }
        Primitive::Circle { centre, radius, fill } => {
            Primitive::Circle { centre: at(*centre), radius: radius * scale, fill: *fill }
        }
        Primitive::Ring { centre, radius, width, colour } => Primitive::Ring {
            centre: at(*centre),
            radius: radius * scale,
            width: width * scale,
            colour: *colour,
        },
        Primitive::Line { points, closed, width, colour } => Primitive::Line {
            points: points.iter().copied().map(at).collect(),
            closed: *closed,
            width: width * scale,
            colour: *colour,
        },
        Primitive::Ribbon(ribbon) => {
            return ribbon.strokes().iter().flat_map(|stroke| moved(stroke, (left, top), scale)).collect();
        }
        Primitive::Text { middle, size, colour, bold, text } => Primitive::Text {
            middle: at(*middle),
            size: size * scale,
            colour: *colour,
            bold: *bold,
            text: text.clone(),
        },
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use hamadryad_grid::Grid;

    fn pages(count: usize, side: u16, columns: usize, rows: usize) -> Pages {
        let frame = Frame::new(Grid::new(side, side));
        let pictures: Vec<_> = (0..count).map(|number| (format!("{number}."), frame.clone())).collect();
        Pages::new("Puzzles", &pictures, columns, rows)
    }

    #[test]
    fn pictures_are_distributed_over_pages() {
        for (count, expected) in [(0, 0), (1, 1), (6, 1), (7, 2), (13, 3)] {
            assert_eq!(pages(count, 6, 2, 3).len(), expected, "{count}");
        }
    }

    #[test]
    fn boards_stay_on_their_page_at_any_size() {
        for side in [1, 6, 30, 200] {
            let pages = pages(4, side, 2, 2);
            let boards = pages.0[0].groups[0].primitives.iter().skip(1);
            let rects: Vec<_> = boards
                .filter_map(|it| match it {
                    Primitive::Rect { corner, width, height, .. } => Some((*corner, *width, *height)),
                    _ => None,
                })
                .collect();
            assert_eq!(rects.len(), 8, "a sheet and a board for each picture");
            for ((x, y), width, height) in rects {
                let (right, bottom) = (x + width, y + height);
                assert!(x >= MARGIN - 0.1 && right <= WIDTH - MARGIN + 0.1, "{side}: {x} to {right}");
                assert!(y >= MARGIN && bottom <= HEIGHT - MARGIN, "{side}: {y} to {bottom}");
            }
        }
    }
}
