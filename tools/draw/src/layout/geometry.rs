//! Points, outlines and lines: regions that edges avoid, and the points at which edges meet the borders of
//! nodes.

use crate::node::{Look, Outline};

/// Coordinates in points, to the right and downwards.
pub(crate) type Point = (f64, f64);

pub(super) fn between((x, y): Point, (xx, yy): Point, part: f64) -> Point {
    (x + (xx - x) * part, y + (yy - y) * part)
}

pub(super) fn distance((x, y): Point, (xx, yy): Point) -> f64 {
    (xx - x).hypot(yy - y)
}

/// The bounding box of points; `None` without points.
pub(super) fn extent(points: impl IntoIterator<Item = Point>) -> Option<(Point, Point)> {
    let least = |one: Point, other: Point| (one.0.min(other.0), one.1.min(other.1));
    let most = |one: Point, other: Point| (one.0.max(other.0), one.1.max(other.1));
    points.into_iter().fold(None, |extent, point| match extent {
        None => Some((point, point)),
        Some((from, to)) => Some((least(from, point), most(to, point))),
    })
}

/// A convex region that edges avoid.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Hull(pub(super) Vec<Point>);

impl Hull {
    /// A rectangle with this centre and size.
    pub(super) fn of_box((x, y): Point, width: f64, height: f64, room: f64) -> Self {
        let (w, h) = (width / 2.0 + room, height / 2.0 + room);
        Self(vec![(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)])
    }

    /// The outline of a node, widened by a margin.
    pub(super) fn of_node((x, y): Point, look: &Look, room: f64) -> Self {
        match look.outline {
            Outline::Ellipse | Outline::DoubleEllipse => {
                // Eight tangents enclose the ellipse closely.
                let (w, h) = (look.width / 2.0 + room, look.height / 2.0 + room);
                let k = std::f64::consts::SQRT_2 - 1.0;
                let corners =
                    [(-k, -1.0), (k, -1.0), (1.0, -k), (1.0, k), (k, 1.0), (-k, 1.0), (-1.0, k), (-1.0, -k)];
                Self(corners.iter().map(|(dx, dy)| (x + dx * w, y + dy * h)).collect())
            }
            Outline::Diamond => {
                let (w, h) = (look.width / 2.0 + 1.5 * room, look.height / 2.0 + 1.5 * room);
                Self(vec![(x, y - h), (x + w, y), (x, y + h), (x - w, y)])
            }
            _ => Self::of_box((x, y), look.width, look.height, room),
        }
    }

    /// The region widened by a margin, unless one of the points would then lie inside.
    pub(super) fn wider(&self, room: f64, without: &[Point]) -> Self {
        let count = self.0.len() as f64;
        let (x, y) =
            self.0.iter().fold((0.0, 0.0), |(x, y), corner| (x + corner.0 / count, y + corner.1 / count));
        let away = |&corner: &Point| {
            let far = distance((x, y), corner).max(1e-6);
            between((x, y), corner, (far + room) / far)
        };
        let wider = Self(self.0.iter().map(away).collect());
        if without.iter().any(|&point| wider.has(point)) { self.clone() } else { wider }
    }

    pub(super) fn has(&self, point: Point) -> bool {
        self.sides().all(|side| side(point) < -1e-6)
    }

    /// Whether the line segment between two points passes through the region; touching its border does not
    /// count.
    pub(super) fn meets(&self, from: Point, to: Point) -> bool {
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        for side in self.sides() {
            let (here, there) = (side(from), side(to));
            if here > -1e-6 && there > -1e-6 {
                return false;
            }
            if here > 0.0 {
                first = first.max(here / (here - there));
            } else if there > 0.0 {
                last = last.min(here / (here - there));
            }
        }
        (last - first) * distance(from, to) > 1e-3
    }

    /// The distance of a point from each side, positive outside.
    fn sides(&self) -> impl Iterator<Item = impl Fn(Point) -> f64> {
        let count = self.0.len();
        (0..count).map(move |place| {
            let (begin, end) = (self.0[place], self.0[(place + 1) % count]);
            let length = distance(begin, end).max(1e-9);
            // The corners are in clockwise order on the screen.
            let normal = ((end.1 - begin.1) / length, (begin.0 - end.0) / length);
            move |point: Point| (point.0 - begin.0) * normal.0 + (point.1 - begin.1) * normal.1
        })
    }
}

/// The point at which the line from the centre of a node to another point leaves its outline.
pub(super) fn rim((x, y): Point, look: &Look, to: Point) -> Point {
    let (width, height) = (look.width / 2.0, look.height / 2.0);
    let (dx, dy) = (to.0 - x, to.1 - y);
    let scale = match look.outline {
        Outline::Ellipse | Outline::DoubleEllipse => 1.0 / (dx / width).hypot(dy / height),
        Outline::Diamond => 1.0 / ((dx / width).abs() + (dy / height).abs()),
        _ => (width / dx.abs()).min(height / dy.abs()),
    };
    if scale.is_finite() { (x + dx * scale.min(1.0), y + dy * scale.min(1.0)) } else { (x, y) }
}

/// A point of a Bézier curve.
pub(super) fn on_curve(curve: [Point; 4], time: f64) -> Point {
    let rest = 1.0 - time;
    let [a, b, c, d] =
        [rest * rest * rest, 3.0 * rest * rest * time, 3.0 * rest * time * time, time * time * time];
    let mix =
        |of: fn(Point) -> f64| a * of(curve[0]) + b * of(curve[1]) + c * of(curve[2]) + d * of(curve[3]);
    (mix(|point| point.0), mix(|point| point.1))
}

/// Points along Bézier curves, dense enough to detect intersections.
pub(crate) fn samples(way: &[Point]) -> impl Iterator<Item = Point> {
    let curves = way.windows(4).step_by(3);
    curves.flat_map(|curve| {
        let curve = [curve[0], curve[1], curve[2], curve[3]];
        (0..=16).map(move |step| on_curve(curve, f64::from(step) / 16.0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_passes_through_or_by() {
        let hull = Hull::of_box((10.0, 10.0), 8.0, 4.0, 1.0);
        assert!(hull.has((10.0, 10.0)) && !hull.has((16.0, 10.0)));
        for (from, to, meets) in [
            ((0.0, 10.0), (20.0, 10.0), true),
            ((0.0, 10.0), (8.0, 10.0), true),
            ((0.0, 10.0), (4.0, 10.0), false),
            // Points beside a side, and beyond a corner.
            ((0.0, 7.0), (20.0, 7.0), false),
            ((3.0, 9.0), (7.0, 5.0), false),
            ((9.0, 9.0), (11.0, 11.0), true),
        ] {
            assert_eq!(hull.meets(from, to), meets, "{from:?} {to:?}");
        }
    }
}
