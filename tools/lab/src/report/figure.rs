//! Figure 3 of (WinningSnake24): mean steps at each length of the snake, a panel for each board, a line for
//! each approach.
//!
//! Lines are means of steps on the left axis; dashes are shares of time-outs in percent on the right axis;
//! dots are the expectation of the naive strategy. Players that only differ in their approaches share a
//! figure. The colours are those of (OkabeIto08), without pairs of red and green; the background is always
//! white, so a figure is readable on a dark page.

use super::study::{Point, Study, curve, size_name};
use crate::LabError;
use hamadryad::approach::ApproachKind;
use plotters::chart::DualCoordChartContext;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::collections::BTreeMap;
use std::fmt::Display;

/// A drawing with its caption.
pub(super) struct Figure {
    /// The name of its file, without extension.
    pub name: String,
    pub caption: String,
    pub svg: String,
}

/// The size of a panel, and of the legend above the panels.
const PANEL: (u32, u32) = (520, 330);
const LEGEND: u32 = 58;
pub(super) const FONT: &str = "DejaVu Sans, Helvetica, Arial, sans-serif";
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// All figures, in the order of the players.
pub(super) fn all(study: &Study<'_>) -> Result<Vec<Figure>, LabError> {
    let mut families: Vec<(String, Vec<usize>)> = Vec::new();
    for player in 0..study.players.len() {
        let family = study.family(player);
        match families.iter_mut().find(|(name, _)| *name == family) {
            Some((_, players)) => players.push(player),
            None => families.push((family, vec![player])),
        }
    }
    families.into_iter().map(|(name, players)| figure(study, &name, &players)).collect()
}

fn figure(study: &Study<'_>, family: &str, players: &[usize]) -> Result<Figure, LabError> {
    let has_games = |size: &usize| players.iter().any(|&player| !study.games(player, *size).is_empty());
    let sizes: Vec<usize> = (0..study.sizes.len()).filter(has_games).collect();
    let mut svg = String::new();
    draw(study, players, &sizes, &mut svg).map_err(|reason| LabError::Figure { reason })?;
    let slug: String = family.chars().map(|sign| if sign.is_alphanumeric() { sign } else { '-' }).collect();
    let slug = slug.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    Ok(Figure {
        name: format!("figure3-{slug}"),
        caption: format!(
            "Figure 3, {family}: mean steps to the apple against the length of the snake (lines), share of time-outs \
             (dashes, right axis), and what the naive strategy has to expect, (nm−|snake|+1)/2 (dots)."
        ),
        svg,
    })
}

fn draw(study: &Study<'_>, players: &[usize], sizes: &[usize], svg: &mut String) -> Result<(), String> {
    let columns = if sizes.len() > 1 { 2 } else { 1 };
    let rows = sizes.len().div_ceil(columns).max(1);
    let (width, height) = (PANEL.0 * columns as u32, PANEL.1 * rows as u32 + LEGEND);
    let root = SVGBackend::with_string(svg, (width, height)).into_drawing_area();
    root.fill(&WHITE).map_err(reason)?;
    let (top, rest) = root.split_vertically(LEGEND);
    legend(&top, study, players)?;
    for (area, &size) in rest.split_evenly((rows, columns)).iter().zip(sizes) {
        panel(area, study, players, size)?;
    }
    root.present().map_err(reason)
}

pub(super) fn reason(error: impl Display) -> String {
    error.to_string()
}

fn colour(approach: ApproachKind) -> RGBColor {
    match approach {
        ApproachKind::OneShot => RGBColor(0, 0, 0),
        ApproachKind::AdHoc => RGBColor(230, 159, 0),
        ApproachKind::Preground => RGBColor(86, 180, 233),
        ApproachKind::Assume => RGBColor(0, 114, 178),
        ApproachKind::Nogood => RGBColor(204, 121, 167),
    }
}

/// A symbol for each approach, and one for each kind of line.
fn legend(area: &Area<'_>, study: &Study<'_>, players: &[usize]) -> Result<(), String> {
    let font = (FONT, 13).into_font().color(&INK);
    let font = font.pos(Pos::new(HPos::Left, VPos::Center));
    let mut left = 20;
    for &player in players {
        let approach = study.players[player].approach;
        let style = colour(approach).stroke_width(3);
        area.draw(&PathElement::new(vec![(left, 18), (left + 26, 18)], style)).map_err(reason)?;
        area.draw(&Text::new(approach.name(), (left + 32, 18), font.clone())).map_err(reason)?;
        left += step(approach.name());
    }
    let style = INK.stroke_width(2);
    let line = |from: i32, to: i32| PathElement::new(vec![(from, 42), (to, 42)], style);
    let mut left = 20;
    for words in ["steps", "time-outs (right)", "naive: expected steps"] {
        match words {
            "steps" => area.draw(&line(left, left + 26)).map_err(reason)?,
            "time-outs (right)" => {
                for from in [left, left + 10, left + 20] {
                    area.draw(&line(from, from + 6)).map_err(reason)?;
                }
            }
            _ => {
                for from in 0..5 {
                    let dot = Circle::new((left + 6 * from, 42), 1, INK.filled());
                    area.draw(&dot).map_err(reason)?;
                }
            }
        }
        area.draw(&Text::new(words, (left + 32, 42), font.clone())).map_err(reason)?;
        left += step(words);
    }
    Ok(())
}

/// The distance of two entries of the legend.
fn step(words: &str) -> i32 {
    44 + 15 * words.len() as i32 / 2
}

/// The number of distinguishable points in a panel; on large boards, neighbouring lengths share a point.
const POINTS: usize = 64;

/// The curve reduced to groups of points, each with its mean length.
fn thin(curve: &BTreeMap<usize, Point>, together: usize) -> Vec<(f64, Point)> {
    let mut points: BTreeMap<usize, (usize, Point)> = BTreeMap::new();
    for (&length, one) in curve {
        let (lengths, sum) = points.entry(length.saturating_sub(1) / together).or_default();
        *lengths += length * one.count;
        sum.count += one.count;
        sum.steps += one.steps;
        sum.timed_out += one.timed_out;
    }
    points.into_values().map(|(lengths, sum)| (lengths as f64 / sum.count as f64, sum)).collect()
}

/// The index of a player, and its points.
type Curve = (usize, Vec<(f64, Point)>);

fn panel(area: &Area<'_>, study: &Study<'_>, players: &[usize], size: usize) -> Result<(), String> {
    let board = study.sizes[size];
    let cells = board.0.saturating_mul(board.1);
    let together = cells.div_ceil(POINTS).max(1);
    let curves: Vec<Curve> =
        players.iter().map(|&player| (player, thin(&curve(study, player, size), together))).collect();
    let points = || curves.iter().flat_map(|(_, curve)| curve);
    let most = points().map(|(_, one)| steps(one)).fold(cells as f64 / 2.0, f64::max);
    let games = curves.iter().map(|&(player, _)| study.games(player, size).len()).max().unwrap_or(0);
    let noun = if games == 1 { "game" } else { "games" };
    let means = if together == 1 { String::new() } else { format!(" · means of {together} lengths") };
    let title = format!("{} · {games} {noun} each{means}", size_name(board));
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .caption(title, (FONT, 16).into_font().color(&INK))
        .x_label_area_size(38)
        .y_label_area_size(50)
        .right_y_label_area_size(50)
        .build_cartesian_2d(0.0..cells as f64, 0.0..most * 1.05)
        .map_err(reason)?
        .set_secondary_coord(0.0..cells as f64, 0.0..105.0);
    axes(&mut chart, most)?;
    lines(&mut chart, study, &curves)?;
    chart.draw_series(dots(cells)).map_err(reason).map(|_| ())
}

fn steps(point: &Point) -> f64 {
    point.steps as f64 / point.count as f64
}

fn timeouts(point: &Point) -> f64 {
    100.0 * point.timed_out as f64 / point.count as f64
}

type Plane = Cartesian2d<RangedCoordf64, RangedCoordf64>;
type Chart<'a, 'b> = DualCoordChartContext<'a, SVGBackend<'b>, Plane, Plane>;

fn axes(chart: &mut Chart<'_, '_>, most: f64) -> Result<(), String> {
    let small = || (FONT, 12).into_font().color(&INK);
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(225, 225, 225))
        .axis_style(INK)
        .x_desc("length of the snake")
        .y_desc("steps")
        .x_labels(9)
        .y_labels(8)
        .x_label_formatter(&|length| format!("{length:.0}"))
        .y_label_formatter(&|steps| if most < 8.0 { format!("{steps:.1}") } else { format!("{steps:.0}") })
        .label_style(small())
        .axis_desc_style(small())
        .draw()
        .map_err(reason)?;
    chart
        .configure_secondary_axes()
        .axis_style(INK)
        .y_desc("time-outs in %")
        .y_labels(6)
        .y_label_formatter(&|share| format!("{share:.0}"))
        .label_style(small())
        .axis_desc_style(small())
        .draw()
        .map_err(reason)
}

/// Draws the dashes first, so that the lines of steps cover them.
fn lines(chart: &mut Chart<'_, '_>, study: &Study<'_>, curves: &[Curve]) -> Result<(), String> {
    let colour_of = |player: usize| colour(study.players[player].approach);
    for (player, curve) in curves.iter().filter(|(_, curve)| curve.iter().any(|(_, one)| one.timed_out > 0)) {
        let points = curve.iter().map(|(length, one)| (*length, timeouts(one)));
        let dashes = DashedLineSeries::new(points, 5, 4, colour_of(*player).stroke_width(1));
        chart.draw_secondary_series(dashes).map_err(reason)?;
    }
    for (player, curve) in curves {
        let points = curve.iter().map(|(length, one)| (*length, steps(one)));
        let line = LineSeries::new(points, colour_of(*player).stroke_width(2));
        chart.draw_series(line).map_err(reason)?;
    }
    Ok(())
}

/// The expected steps of the naive strategy, (nm−|snake|+1)/2: a line, so values between two lengths are
/// included.
fn dots(cells: usize) -> impl Iterator<Item = Circle<(f64, f64), i32>> {
    const DOTS: usize = 70;
    (0..DOTS).map(move |number| {
        let length = 1.0 + cells.saturating_sub(2) as f64 * number as f64 / (DOTS - 1) as f64;
        Circle::new((length, (cells as f64 - length + 1.0) / 2.0), 1, RGBColor(110, 110, 110).filled())
    })
}
