//! The shortest path around obstacles between two points.
//!
//! The corners of the obstacles that a straight line meets become nodes of a visibility graph; obstacles that
//! the shortest path in this graph meets are added, until the path meets no new obstacle. So only the
//! relevant part of the visibility graph is built.

use super::geometry::{Hull, Point, distance};

/// With more obstacles than this, no path is searched for.
const MOST: usize = 40;

/// The points of a path that meets none of the regions, both ends included; `None` if no such path exists.
pub(super) fn around(from: Point, to: Point, hulls: &[Hull]) -> Option<Vec<Point>> {
    let mut near: Vec<usize> = (0..hulls.len()).filter(|&hull| hulls[hull].meets(from, to)).collect();
    if near.is_empty() {
        return Some(vec![from, to]);
    }
    while near.len() <= MOST {
        let known: Vec<&Hull> = near.iter().map(|&hull| &hulls[hull]).collect();
        let way = shortest(from, to, &known)?;
        let is_met = |hull: &Hull| way.windows(2).any(|leg| hull.meets(leg[0], leg[1]));
        let new: Vec<usize> =
            (0..hulls.len()).filter(|hull| !near.contains(hull) && is_met(&hulls[*hull])).collect();
        if new.is_empty() {
            return Some(way);
        }
        near.extend(new);
    }
    None
}

/// Dijkstra's algorithm over mutually visible corners.
fn shortest(from: Point, to: Point, hulls: &[&Hull]) -> Option<Vec<Point>> {
    let mut points = vec![from, to];
    let corners = hulls.iter().flat_map(|hull| hull.0.iter().copied());
    points.extend(corners.filter(|&corner| !hulls.iter().any(|hull| hull.has(corner))));
    let mut lengths = vec![f64::INFINITY; points.len()];
    let mut before = vec![0; points.len()];
    let mut open: Vec<usize> = (0..points.len()).collect();
    lengths[0] = 0.0;
    loop {
        let (place, &at) =
            open.iter().enumerate().min_by(|one, other| lengths[*one.1].total_cmp(&lengths[*other.1]))?;
        if lengths[at].is_infinite() {
            return None;
        }
        if at == 1 {
            break;
        }
        open.swap_remove(place);
        for &next in &open {
            // A small cost for each turn.
            let length = lengths[at] + distance(points[at], points[next]) + 4.0;
            let is_seen = || !hulls.iter().any(|hull| hull.meets(points[at], points[next]));
            if length < lengths[next] && is_seen() {
                (lengths[next], before[next]) = (length, at);
            }
        }
    }
    let mut way = vec![to];
    let mut at = 1;
    while at != 0 {
        at = before[at];
        way.push(points[at]);
    }
    way.reverse();
    Some(way)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_avoid_obstacles() {
        let wall = |x: f64, y: f64| Hull::of_box((x, y), 10.0, 40.0, 0.0);
        let hulls = [wall(50.0, 10.0), wall(80.0, -12.0)];
        let way = around((0.0, 0.0), (100.0, 0.0), &hulls).expect("a way");
        assert_eq!((way[0], way[way.len() - 1]), ((0.0, 0.0), (100.0, 0.0)));
        assert!(
            way.len() > 2 && !hulls.iter().any(|hull| way.windows(2).any(|leg| hull.meets(leg[0], leg[1])))
        );
        let boxed: Vec<Hull> =
            [(-20.0, 0.0), (20.0, 0.0)].map(|(x, y)| Hull::of_box((x, y), 10.0, 60.0, 0.0)).into();
        let lids = [(0.0, -25.0), (0.0, 25.0)].map(|(x, y)| Hull::of_box((x, y), 60.0, 10.0, 0.0));
        let prison: Vec<Hull> = boxed.into_iter().chain(lids).collect();
        assert_eq!(around((0.0, 0.0), (100.0, 0.0), &prison), None);
    }
}
