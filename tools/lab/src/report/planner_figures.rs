//! Figures 4, 5 and 6 of (SolvingSnake), drawn from games under the rules of that article: the steps of each
//! agent on the largest board until all of it and until a tenth of it is full, with the published numbers
//! beside ours, and the time for a plan and cell on all boards.
//!
//! *Invariant:* the figures depend on the records only.

use super::article::{self, Spread};
use super::figure::{FONT, Figure, INK};
use super::planners::{Field, Games, time_of_a_plan_and_cell};
use crate::statistics::Sample;
use crate::{AgentRecord, LabError, Named, Ruleset};
use plotters::chart::ChartContext;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::fmt::Display;

const OURS: RGBColor = RGBColor(0, 114, 178);
const ARTICLE: RGBColor = RGBColor(230, 159, 0);
const WIDTH: u32 = 760;
/// The height of a row of a figure of steps, of its title and axis, and of the figure of times.
const ROW: u32 = 44;
const FRAME: u32 = 110;
const HEIGHT: u32 = 420;
/// The part of the width that names the agents.
const NAMES: u32 = 110;

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The figures, if games were played under the rules of the article.
pub(super) fn all(fields: &[Field<'_>]) -> Result<Vec<Figure>, LabError> {
    let fields: Vec<&Field<'_>> =
        fields.iter().filter(|field| field.rules == Ruleset::SolvingSnake.word()).collect();
    let Some(largest) = fields.last() else { return Ok(Vec::new()) };
    let is_published = (largest.rows, largest.cols) == (article::SIDE, article::SIDE);
    let published =
        |of: fn(&str) -> Option<Spread>| move |planner: &str| if is_published { of(planner) } else { None };
    Ok(vec![
        steps(
            4,
            "all of the board is full",
            largest,
            &|game| game.won.then_some(game.steps),
            &published(article::steps),
        )?,
        steps(
            5,
            "a tenth of the board is full",
            largest,
            &AgentRecord::steps_to_a_tenth,
            &published(article::steps_to_a_tenth),
        )?,
        times(&fields)?,
    ])
}

fn reason(error: impl Display) -> LabError {
    LabError::Figure { reason: error.to_string() }
}

/// The least, mean and largest value.
fn spread(values: &[f64]) -> Option<Spread> {
    let least = values.iter().copied().reduce(f64::min)?;
    Some([least, Sample::of(values).mean, values.iter().copied().reduce(f64::max)?])
}

/// A row for each agent: our range and mean, below them those of the article.
fn steps(
    number: u32,
    goal: &str,
    field: &Field<'_>,
    value: &dyn Fn(&AgentRecord) -> Option<u64>,
    published: &dyn Fn(&str) -> Option<Spread>,
) -> Result<Figure, LabError> {
    let ours = |games: &Games<'_>| {
        let values: Vec<f64> =
            games.values().filter_map(|game| value(game)).map(|steps| steps as f64).collect();
        spread(&values)
    };
    let rows: Vec<(&str, Option<Spread>, Option<Spread>)> =
        field.players.iter().map(|(name, games)| (*name, ours(games), published(name))).collect();
    let most = rows.iter().flat_map(|(_, ours, article)| [ours, article]).flatten();
    let most = most.map(|spread| spread[2]).fold(1.0, f64::max);
    let mut svg = String::new();
    {
        let height = FRAME + ROW * rows.len() as u32;
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE).map_err(reason)?;
        let title = format!("{}×{}: steps until {goal}", field.rows, field.cols);
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .margin_right(40)
            .caption(title, (FONT, 16).into_font().color(&INK))
            .x_label_area_size(42)
            .y_label_area_size(NAMES)
            .build_cartesian_2d(0.0..most * 1.05, 0.0..rows.len() as f64)
            .map_err(reason)?;
        axes(&mut chart, "steps: least, mean, largest; blue: ours, yellow: the article")?;
        for (place, (name, ours, article)) in rows.iter().rev().enumerate() {
            let middle = place as f64 + 0.5;
            let font = (FONT, 13).into_font().color(&INK).pos(Pos::new(HPos::Right, VPos::Center));
            let (left, row) = chart.backend_coord(&(0.0, middle));
            root.draw(&Text::new((*name).to_string(), (left - 8, row), font)).map_err(reason)?;
            for (spread, offset, colour) in [(ours, 0.16, OURS), (article, -0.16, ARTICLE)] {
                if let Some(spread) = spread {
                    bar(&mut chart, *spread, middle + offset, colour)?;
                }
            }
        }
        root.present().map_err(reason)?;
    }
    Ok(Figure {
        name: format!("figure{number}"),
        caption: format!(
            "Figure {number}: steps until {goal}, {}×{}, {} rules.",
            field.rows, field.cols, field.rules
        ),
        svg,
    })
}

fn axes(chart: &mut Chart<'_, '_>, what: &str) -> Result<(), LabError> {
    let small = || (FONT, 12).into_font().color(&INK);
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(225, 225, 225))
        .axis_style(INK)
        .x_desc(what)
        .x_labels(7)
        .y_labels(0)
        .x_label_formatter(&|steps| format!("{steps:.0}"))
        .label_style(small())
        .axis_desc_style(small())
        .draw()
        .map_err(reason)
}

/// A line from the least to the largest value, with a dot at the mean.
fn bar(
    chart: &mut Chart<'_, '_>,
    [least, mean, most]: Spread,
    row: f64,
    colour: RGBColor,
) -> Result<(), LabError> {
    let line = PathElement::new(vec![(least, row), (most, row)], colour.stroke_width(3));
    chart.draw_series([line]).map_err(reason)?;
    chart.draw_series([Circle::new((mean, row), 5, colour.filled())]).map_err(reason)?;
    Ok(())
}

/// The colours of agents, in turn.
pub(super) const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 0, 0),
    RGBColor(230, 159, 0),
    RGBColor(0, 114, 178),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(213, 94, 0),
];

/// A line for each agent over the square boards.
fn times(fields: &[&Field<'_>]) -> Result<Figure, LabError> {
    let mut names: Vec<&str> = Vec::new();
    fields.iter().flat_map(|field| &field.players).for_each(|(name, _)| {
        if !names.contains(name) {
            names.push(name);
        }
    });
    let squares = || fields.iter().filter(|field| field.rows == field.cols);
    let curve = |name: &str| -> Vec<(f64, f64)> {
        let games = |field: &Field<'_>| {
            let (_, games) = field.players.iter().find(|(player, _)| *player == name)?;
            let times: Vec<f64> = games.values().filter_map(|game| time_of_a_plan_and_cell(game)).collect();
            (!times.is_empty()).then(|| (field.rows as f64, 1e9 * Sample::of(&times).mean))
        };
        squares().filter_map(|field| games(field)).collect()
    };
    let curves: Vec<(&str, Vec<(f64, f64)>)> = names.into_iter().map(|name| (name, curve(name))).collect();
    let points = || curves.iter().flat_map(|(_, curve)| curve);
    let widest = points().map(|point| point.0).fold(1.0, f64::max);
    let most = points().map(|point| point.1).fold(1.0, f64::max);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
        root.fill(&WHITE).map_err(reason)?;
        let small = || (FONT, 12).into_font().color(&INK);
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .caption("Processor time for a plan and cell", (FONT, 16).into_font().color(&INK))
            .x_label_area_size(42)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..widest * 1.25, 0.0..most * 1.1)
            .map_err(reason)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(RGBColor(225, 225, 225))
            .axis_style(INK)
            .x_desc("side of the board")
            .y_desc("nanoseconds")
            .x_label_formatter(&|side| format!("{side:.0}"))
            .y_label_formatter(&|time| if most < 8.0 { format!("{time:.1}") } else { format!("{time:.0}") })
            .label_style(small())
            .axis_desc_style(small())
            .draw()
            .map_err(reason)?;
        for (place, (name, curve)) in curves.iter().enumerate() {
            let colour = COLOURS[place % COLOURS.len()];
            let line = LineSeries::new(curve.iter().copied(), colour.stroke_width(2)).point_size(3);
            let legend = move |(x, y)| PathElement::new(vec![(x, y), (x + 20, y)], colour.stroke_width(3));
            chart.draw_series(line).map_err(reason)?.label(*name).legend(legend);
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::MiddleRight)
            .label_font(small())
            .background_style(WHITE)
            .draw()
            .map_err(reason)?;
        root.present().map_err(reason)?;
    }
    Ok(Figure {
        name: "figure6".to_string(),
        caption:
            "Figure 6: the processor time of a game, divided by its plans (at least one for each apple) and by the cells of the board."
                .to_string(),
        svg,
    })
}

#[cfg(test)]
mod tests {
    use super::super::planners::fields;
    use super::*;
    use crate::{AgentTask, Agents, Machine, Player};
    use hamadryad_grid::Board;
    use hamadryad_snake::AgentKind;

    fn play(kind: AgentKind, side: usize, rules: Ruleset) -> AgentRecord {
        let board = Board::new(side, side).expect("an even board");
        let task = AgentTask { kind, board, rules, seed: 1 };
        Agents::new(Machine::this(1)).play(&task, &|| false).expect("it is not stopped")
    }

    /// The part of a figure that draws the article's numbers.
    fn has_published(figure: &Figure) -> bool {
        figure.svg.contains("#E69F00")
    }

    #[test]
    fn the_published_numbers_stand_beside_ours_on_their_board() {
        let small = [AgentKind::ZigZag, AgentKind::Cells].map(|kind| play(kind, 6, Ruleset::SolvingSnake));
        let figures = all(&fields(&small)).expect("figures");
        let names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
        assert_eq!(names, ["figure4", "figure5", "figure6"]);
        assert!(!figures[..2].iter().any(has_published));
        let large = [&small[..], &[play(AgentKind::ZigZag, 60, Ruleset::SolvingSnake)]].concat();
        let figures = all(&fields(&large)).expect("figures");
        assert!(figures[..2].iter().all(has_published));
        assert!(figures[0].caption.contains("60×60"), "{}", figures[0].caption);
        assert!(figures[2].svg.contains("cells") && figures[2].svg.contains("zig-zag"));
    }

    #[test]
    fn other_rules_have_no_figures() {
        let records = [play(AgentKind::ZigZag, 6, Ruleset::Standard)];
        assert!(all(&fields(&records)).expect("no figures").is_empty());
    }
}
