//! Figures of the report on solvers: the cactus plot, and scatter plots of the fastest player and each other.

use super::figure::{FONT, Figure, INK, reason};
use super::planner_figures::COLOURS;
use super::solve::Runs;
use crate::LabError;
use plotters::coord::types::RangedCoordusize;
use plotters::prelude::*;

/// Pixels of a figure.
const SIZE: (u32, u32) = (720, 480);
const SQUARE: (u32, u32) = (480, 480);
const LEAST: f64 = 0.01;
/// Scatter plots compare the fastest player with at most this number of others.
const PLAYERS: usize = 7;
/// All figures of a report.
pub(super) fn all(runs: &Runs<'_>) -> Result<Vec<Figure>, LabError> {
    let mut figures = vec![cactus(runs).map_err(|reason| LabError::Figure { reason })?];
    for other in 1..runs.plain().min(PLAYERS + 1) {
        figures.push(scatter(runs, 0, other).map_err(|reason| LabError::Figure { reason })?);
    }
    Ok(figures)
}

/// The number of solved runs against the time for each of them.
fn cactus(runs: &Runs<'_>) -> Result<Figure, String> {
    let times: Vec<Vec<f64>> = (0..runs.players.len()).map(|player| runs.solved_times(player)).collect();
    let most = times.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let longest = times.iter().flatten().copied().fold(1.0, f64::max);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(reason)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(64)
            .build_cartesian_2d(0..most + 1, (LEAST..longest * 1.2).log_scale())
            .map_err(reason)?;
        mesh(&mut chart, "solved runs", "seconds of the processor")?;
        for (player, times) in times.iter().enumerate() {
            // The best of a solver repeats parts of other lines.
            let is_plain = player < runs.plain();
            let colour = if is_plain { COLOURS[player % COLOURS.len()] } else { RGBColor(150, 150, 150) };
            let points = times.iter().enumerate().map(|(place, &time)| (place + 1, time));
            let line = LineSeries::new(points, colour.stroke_width(2)).point_size(2);
            let series = chart.draw_series(line).map_err(reason)?;
            series
                .label(&runs.players[player])
                .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 20, y)], colour.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .label_font((FONT, 13).into_font().color(&INK))
            .background_style(WHITE.mix(0.8))
            .draw()
            .map_err(reason)?;
        root.present().map_err(reason)?;
    }
    let caption = "Cactus plot: the number of runs that a player solves within a time.".to_string();
    Ok(Figure { name: "cactus".to_string(), caption, svg })
}

type Log = LogCoord<f64>;

fn mesh(
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<RangedCoordusize, Log>>,
    x: &str,
    y: &str,
) -> Result<(), String> {
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(225, 225, 225))
        .axis_style(INK)
        .x_desc(x)
        .y_desc(y)
        .y_label_formatter(&|seconds| format!("{seconds}"))
        .label_style((FONT, 12).into_font().color(&INK))
        .axis_desc_style((FONT, 13).into_font().color(&INK))
        .draw()
        .map_err(reason)
}

/// The times of two players on each run; points above the diagonal are runs on which the first is faster.
fn scatter(runs: &Runs<'_>, one: usize, other: usize) -> Result<Figure, String> {
    let points = runs.pairs(one, other);
    let (first, second) = (&runs.players[one], &runs.players[other]);
    let longest = points.iter().flat_map(|&(one, other)| [one, other]).fold(1.0, f64::max) * 1.3;
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SQUARE).into_drawing_area();
        root.fill(&WHITE).map_err(reason)?;
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(64)
            .build_cartesian_2d((LEAST..longest).log_scale(), (LEAST..longest).log_scale())
            .map_err(reason)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(RGBColor(225, 225, 225))
            .axis_style(INK)
            .x_desc(format!("{first}, seconds"))
            .y_desc(format!("{second}, seconds"))
            .x_label_formatter(&|seconds| format!("{seconds}"))
            .y_label_formatter(&|seconds| format!("{seconds}"))
            .label_style((FONT, 12).into_font().color(&INK))
            .axis_desc_style((FONT, 13).into_font().color(&INK))
            .draw()
            .map_err(reason)?;
        let diagonal = LineSeries::new([(LEAST, LEAST), (longest, longest)], INK.mix(0.4).stroke_width(1));
        chart.draw_series(diagonal).map_err(reason)?;
        let dots = points.iter().map(|&point| Circle::new(point, 3, COLOURS[0].mix(0.7).filled()));
        chart.draw_series(dots).map_err(reason)?;
        root.present().map_err(reason)?;
    }
    let slug = |name: &str| -> String {
        name.chars().map(|sign| if sign.is_alphanumeric() { sign } else { '-' }).collect()
    };
    Ok(Figure {
        name: format!("scatter-{}-{}", slug(first), slug(second)),
        caption: format!(
            "Scatter plot: each point is a run; above the diagonal {first} is faster than {second}. Unsolved runs have the time of \
             their limit."
        ),
        svg,
    })
}
