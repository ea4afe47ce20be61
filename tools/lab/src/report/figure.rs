//! The paper's Figure 3: mean steps at each length of the snake, a panel for each board, a line for each approach.
//!
//! Lines are the means of steps, on the left axis; dashes are the shares of time-outs, in percent on the right axis; dots are
//! what the naive strategy has to expect. There is a figure for each group of players that differ in their approaches
//! alone. Colours are those of Okabe and Ito (Color Universal Design, 2008) that do not rest on red against green; the ground
//! is always white, so that a figure can be read on a dark page as well.

use super::study::{Study, curve, size_name};
use crate::LabError;
use hamadryad::approach::ApproachKind;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::fmt::Display;

/// A drawing and what it shows.
pub(super) struct Figure {
    /// Its file's name, without an ending.
    pub name: String,
    pub caption: String,
    pub svg: String,
}

/// The size of a panel, and of the legend above the panels.
const PANEL: (u32, u32) = (520, 330);
const LEGEND: u32 = 58;
const FONT: &str = "DejaVu Sans, Helvetica, Arial, sans-serif";
const INK: RGBColor = RGBColor(34, 34, 34);

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

fn reason(error: impl Display) -> String {
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

/// One sign for each approach, and one for each kind of line.
fn legend(area: &Area<'_>, study: &Study<'_>, players: &[usize]) -> Result<(), String> {
    let font = (FONT, 14).into_font().color(&INK);
    let font = font.pos(Pos::new(HPos::Left, VPos::Center));
    let mut left = 20;
    for &player in players {
        let approach = study.players[player].approach;
        let style = colour(approach).stroke_width(3);
        area.draw(&PathElement::new(vec![(left, 18), (left + 26, 18)], style)).map_err(reason)?;
        area.draw(&Text::new(approach.name(), (left + 32, 18), font.clone())).map_err(reason)?;
        left += 56 + 8 * approach.name().len() as i32;
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
        left += 56 + 8 * words.len() as i32;
    }
    Ok(())
}

fn panel(area: &Area<'_>, study: &Study<'_>, players: &[usize], size: usize) -> Result<(), String> {
    let board = study.sizes[size];
    let cells = board.0 * board.1;
    let curves: Vec<_> = players.iter().map(|&player| (player, curve(study, player, size))).collect();
    let points = || curves.iter().flat_map(|(_, curve)| curve.values());
    let most =
        points().map(|point| point.steps as f64 / point.count as f64).fold(cells as f64 / 2.0, f64::max);
    let games = curves.iter().map(|&(player, _)| study.games(player, size).len()).max().unwrap_or(0);
    let noun = if games == 1 { "game" } else { "games" };
    let title = format!("{} · {games} {noun} each", size_name(board));
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .caption(title, (FONT, 16).into_font().color(&INK))
        .x_label_area_size(38)
        .y_label_area_size(50)
        .right_y_label_area_size(50)
        .build_cartesian_2d(0.0..cells as f64, 0.0..most * 1.05)
        .map_err(reason)?
        .set_secondary_coord(0.0..cells as f64, 0.0..105.0);
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
        .map_err(reason)?;
    const DOTS: usize = 70;
    let dots = (0..DOTS).map(|number| {
        let length = 1.0 + (cells - 2) as f64 * number as f64 / (DOTS - 1) as f64;
        // The expectation is linear, so there is a value between two lengths as well.
        let steps = (cells as f64 - length + 1.0) / 2.0;
        Circle::new((length, steps), 1, RGBColor(110, 110, 110).filled())
    });
    chart.draw_series(dots).map_err(reason)?;
    for (player, curve) in &curves {
        let colour = colour(study.players[*player].approach);
        let steps = curve.iter().map(|(&length, one)| (length as f64, one.steps as f64 / one.count as f64));
        chart.draw_series(LineSeries::new(steps, colour.stroke_width(2))).map_err(reason)?;
        let share = |count: usize, of: usize| 100.0 * count as f64 / of as f64;
        let timeouts = curve.iter().map(|(&length, one)| (length as f64, share(one.timed_out, one.count)));
        if curve.values().any(|point| point.timed_out > 0) {
            let dashes = DashedLineSeries::new(timeouts, 5, 4, colour.stroke_width(1));
            chart.draw_secondary_series(dashes).map_err(reason)?;
        }
    }
    Ok(())
}
