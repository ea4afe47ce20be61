//! Ribbons: lines through cells whose width and colour change from the first cell to the last.
//!
//! A file receives the strokes of a ribbon. The page receives its cells, one letter for each, and computes
//! the same strokes (`page/drawing.js`): a long snake has 48 strokes in a picture, and all of them change at
//! every step.

use crate::drawing::{Point, Primitive};
use crate::ink::{Rgb, blend};
use hamadryad_grid::{Cell, Direction, Grid};

/// The number of shades of a ribbon: more are indistinguishable, and each costs a stroke.
pub(crate) const SHADES: usize = 48;

/// A line through cells, with its geometry.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Ribbon {
    /// At least two cells, from the first to the last; the line has gaps between cells that are no
    /// neighbours, and outside the grid.
    pub(crate) cells: Vec<Cell>,
    pub(crate) grid: Grid,
    /// The upper left corner of the grid.
    pub(crate) corner: Point,
    /// The side of a cell.
    pub(crate) side: f64,
    /// The widths at the first cell and at the last.
    pub(crate) widths: (f64, f64),
    /// The colours, interpolated from the first cell to the last; at least one.
    pub(crate) inks: Vec<Rgb>,
}

impl Ribbon {
    /// One stroke for each shade and unbroken piece, the first cell on top of the last.
    pub(crate) fn strokes(&self) -> Vec<Primitive> {
        let steps = self.cells.len().saturating_sub(1);
        let is_even = self.inks.len() == 1 && self.widths.0 == self.widths.1;
        let shades = if is_even { 1.min(steps) } else { SHADES.min(steps) };
        let mut strokes = Vec::new();
        for shade in (0..shades).rev() {
            let (from, to) = (shade * steps / shades, (shade + 1) * steps / shades);
            // The shade of the middle of the piece.
            let share = (shade as f64 + 0.5) / shades as f64;
            let (width, colour) = (self.width(share), blend(&self.inks, share));
            for points in self.unbroken(&self.cells[from..=to]) {
                strokes.push(Primitive::Line { points, closed: false, width, colour });
            }
        }
        strokes
    }

    fn width(&self, share: f64) -> f64 {
        self.widths.0 + (self.widths.1 - self.widths.0) * share
    }

    /// The middle of a cell.
    pub(crate) fn middle(&self, cell: Cell) -> Point {
        let at = |corner: f64, number: u16| corner + (f64::from(number) + 0.5) * self.side;
        (at(self.corner.0, cell.col), at(self.corner.1, cell.row))
    }

    fn is_drawn(&self, from: Cell, to: Cell) -> bool {
        from.manhattan(to) == 1 && self.grid.contains(from) && self.grid.contains(to)
    }

    /// The runs of neighbouring cells on the grid, reduced to their corners.
    fn unbroken(&self, cells: &[Cell]) -> Vec<Vec<Point>> {
        let runs = cells.chunk_by(|&from, &to| self.is_drawn(from, to)).filter(|run| run.len() > 1);
        runs.map(|run| {
            let turns = run
                .windows(3)
                .filter(|three| three[0].direction_to(three[1]) != three[1].direction_to(three[2]));
            let corners = turns.map(|three| three[1]);
            run.first().copied().into_iter().chain(corners).chain(run.last().copied())
        })
        .map(|corners| corners.map(|cell| self.middle(cell)).collect())
        .collect()
    }

    /// The steps from cell to cell: `U`, `R`, `D` or `L` for a drawn step, and `J` with the differences of
    /// columns and rows for a gap, such as `J-2,1`.
    pub(crate) fn letters(&self) -> String {
        let step = |pair: &[Cell]| {
            let (from, to) = (pair[0], pair[1]);
            match from.direction_to(to).filter(|_| self.is_drawn(from, to)) {
                Some(Direction::Up) => "U".to_owned(),
                Some(Direction::Right) => "R".to_owned(),
                Some(Direction::Down) => "D".to_owned(),
                Some(Direction::Left) => "L".to_owned(),
                None => {
                    let by = |from: u16, to: u16| i32::from(to) - i32::from(from);
                    format!("J{},{}", by(from.col, to.col), by(from.row, to.row))
                }
            }
        };
        self.cells.windows(2).map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_gaps_where_the_strokes_have() {
        let cells = [(0, 0), (0, 1), (1, 1), (1, 3), (1, 2), (2, 2), (1, 2)];
        let cells = cells.map(|(row, col)| Cell::new(row, col)).to_vec();
        let (grid, corner) = (Grid::new(2, 4), (10.0, 20.0));
        let ribbon = Ribbon { cells, grid, corner, side: 4.0, widths: (1.0, 1.0), inks: vec![[0, 0, 0]] };
        assert_eq!(ribbon.letters(), "RDJ2,0LJ0,1J0,-1");
        let points = |stroke: &Primitive| match stroke {
            Primitive::Line { points, .. } => points.clone(),
            other => panic!("{other:?} is no line"),
        };
        let strokes: Vec<_> = ribbon.strokes().iter().map(points).collect();
        assert_eq!(
            strokes,
            [vec![(12.0, 22.0), (16.0, 22.0), (16.0, 26.0)], vec![(24.0, 26.0), (20.0, 26.0)]]
        );
    }
}
