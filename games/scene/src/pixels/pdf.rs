//! Writes SVG drawings as the pages of a PDF file. Letters become outlines, so that the file needs no font.
//!
//! The drawings are those of this crate: filled shapes and lines of one colour, and text. Gradients, images and
//! clipping of other drawings are left out.

use super::error::PixelError;
use super::rasteriser::Rasteriser;
use crate::Pages;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{FillRule, Group, LineCap, LineJoin, Node, Paint, Path};

impl Pages {
    /// The pages as a PDF file.
    ///
    /// # Errors
    /// If there is no page.
    pub fn pdf(&self, title: &str) -> Result<Vec<u8>, PixelError> {
        let drawings: Vec<String> = (0..self.len()).map(|index| self.svg(index)).collect();
        write(title, &drawings)
    }
}

fn write(title: &str, drawings: &[String]) -> Result<Vec<u8>, PixelError> {
    if drawings.is_empty() {
        return Err(PixelError::Empty);
    }
    // CSS pixels are 1/96 inch, points 1/72.
    const POINTS: f32 = 0.75;
    let rasteriser = Rasteriser::new(1.0);
    let mut last = 0;
    let mut fresh = || {
        last += 1;
        Ref::new(last)
    };
    let (catalog, tree, about) = (fresh(), fresh(), fresh());
    let pages: Vec<(Ref, Ref)> = drawings.iter().map(|_| (fresh(), fresh())).collect();
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(about).title(TextStr(title)).finish();
    let count = i32::try_from(pages.len()).map_err(|error| PixelError::Encoding(error.to_string()))?;
    pdf.pages(tree).kids(pages.iter().map(|&(page, _)| page)).count(count);
    for (svg, (page, content)) in drawings.iter().zip(pages) {
        let drawing = rasteriser.read(svg)?;
        let (width, height) = (drawing.size().width() * POINTS, drawing.size().height() * POINTS);
        let mut writer = pdf.page(page);
        writer.parent(tree).media_box(Rect::new(0.0, 0.0, width, height)).contents(content);
        writer.resources();
        writer.finish();
        let mut out = Content::new();
        // PDF counts from the bottom.
        out.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height]);
        group(&mut out, drawing.root());
        pdf.stream(content, &out.finish());
    }
    Ok(pdf.finish())
}

fn group(out: &mut Content, nodes: &Group) {
    for node in nodes.children() {
        match node {
            Node::Group(nodes) => group(out, nodes),
            Node::Path(shape) if shape.is_visible() => path(out, shape),
            Node::Text(text) => group(out, text.flattened()),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

fn colour(paint: &Paint) -> Option<[f32; 3]> {
    match paint {
        Paint::Color(colour) => {
            Some([colour.red, colour.green, colour.blue].map(|channel| f32::from(channel) / 255.0))
        }
        _ => None,
    }
}

fn path(out: &mut Content, path: &Path) {
    let place = path.abs_transform();
    out.save_state();
    out.transform([place.sx, place.ky, place.kx, place.sy, place.tx, place.ty]);
    let fill = path.fill().and_then(|fill| Some((colour(fill.paint())?, fill.rule())));
    if let Some(([red, green, blue], rule)) = fill {
        out.set_fill_rgb(red, green, blue);
        outline(out, path);
        match rule {
            FillRule::NonZero => out.fill_nonzero(),
            FillRule::EvenOdd => out.fill_even_odd(),
        };
    }
    let stroke = path.stroke().and_then(|stroke| Some((colour(stroke.paint())?, stroke)));
    if let Some(([red, green, blue], stroke)) = stroke {
        out.set_stroke_rgb(red, green, blue).set_line_width(stroke.width().get());
        out.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        out.set_line_join(match stroke.linejoin() {
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
        });
        outline(out, path);
        out.stroke();
    }
    out.restore_state();
}

fn outline(out: &mut Content, path: &Path) {
    let mut from = (0.0, 0.0);
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => out.move_to(to.x, to.y),
            PathSegment::LineTo(to) => out.line_to(to.x, to.y),
            PathSegment::QuadTo(by, to) => {
                // The cubic curve that is equal to the quadratic one.
                let near = |(x, y): (f32, f32)| (x + (by.x - x) * 2.0 / 3.0, y + (by.y - y) * 2.0 / 3.0);
                let (first, second) = (near(from), near((to.x, to.y)));
                out.cubic_to(first.0, first.1, second.0, second.1, to.x, to.y)
            }
            PathSegment::CubicTo(first, second, to) => {
                out.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y)
            }
            PathSegment::Close => out.close_path(),
        };
        from = match segment {
            PathSegment::MoveTo(to) | PathSegment::LineTo(to) => (to.x, to.y),
            PathSegment::QuadTo(_, to) | PathSegment::CubicTo(_, _, to) => (to.x, to.y),
            PathSegment::Close => from,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Car, Frame, Ink};
    use hamadryad_grid::{Cell, Grid};

    #[test]
    fn pages_are_pdf() {
        let mut frame = Frame::new(Grid::new(2, 3));
        let cells = vec![Cell::new(0, 0), Cell::new(0, 1)];
        frame.add("cars", Car { cells, letter: 'X', ink: Ink::RED });
        let pictures: Vec<_> = (1..=5).map(|number| (format!("{number}."), frame.clone())).collect();
        let pdf = Pages::new("Cars", &pictures, 2, 2).pdf("Cars").expect("pages");
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
        assert_eq!(text.matches("/MediaBox [0 0 595").count(), 2);
        assert!(text.matches("\nS\n").count() > 20, "lines are drawn");
        assert_eq!(Pages::new("", &[], 2, 2).pdf(""), Err(PixelError::Empty));
    }
}
