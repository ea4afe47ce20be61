//! Tables and figures from records.
//!
//! The tables are Table 1 and Figure 3 of (WinningSnake24), with the numbers of the paper. In addition,
//! players are compared game by game, because games of one seed have the same apples. *Invariant:* the same
//! records give the same report, byte by byte.

mod article;
mod csv;
mod figure;
mod luck;
mod page;
mod paper;
mod planner_figures;
mod planners;
mod ricochet;
mod solve;
mod solve_figures;
mod study;
mod table;
mod tables;

use crate::solve::SolveRecord;
use crate::{AgentRecord, LabError, Named, Record, RicochetRecord};
use figure::Figure;
use study::Study;

/// Pixels for each unit of a figure, sufficient for print.
const PIXELS: f32 = 2.0;

/// A format of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One page of text with the tables, and links to the figures.
    Markdown,
    /// Numbers as CSV: games, tables, iterations.
    Csv,
    /// One self-contained page with figures.
    Html,
    /// The figures as SVG.
    Svg,
    /// The figures as PNG.
    Png,
    /// The tables as LaTeX.
    Latex,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [Self::Markdown, Self::Csv, Self::Html, Self::Svg, Self::Png, Self::Latex];
}

impl Named for Format {
    const VALUES: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Csv => "csv",
            Self::Html => "html",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Latex => "latex",
        }
    }
}

/// A file of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its name.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
}

/// Makes a report in these formats.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn make(records: &[Record], formats: &[Format]) -> Result<Vec<Page>, LabError> {
    let study = Study::of(records);
    let tables = tables::all(&study);
    let figures = figure::all(&study)?;
    let mut pages = Vec::new();
    for format in Format::ALL.into_iter().filter(|format| formats.contains(format)) {
        let mut add = |name: String, content: Vec<u8>| pages.push(Page { name, content });
        match format {
            Format::Markdown => add("report.md".into(), page::markdown(&study, &tables, &figures).into()),
            Format::Html => add("report.html".into(), page::html(&study, &tables, &figures).into()),
            Format::Csv => {
                add("games.csv".into(), csv::games(&study).into());
                add("summary.csv".into(), csv::summary(&study).into());
                add("pairs.csv".into(), csv::pairs(&study).into());
                add("iterations.csv".into(), csv::iterations(&study).into());
            }
            Format::Svg | Format::Png => pages.extend(drawn(&figures, format)?),
            Format::Latex => pages.push(latex(&tables)),
        }
    }
    Ok(pages)
}

/// The tables as a file of LaTeX.
fn latex(tables: &[table::Table]) -> Page {
    let text = tables.iter().map(table::Table::latex).collect::<Vec<_>>().join("\n");
    Page { name: "tables.tex".into(), content: text.into() }
}

/// Makes a report on solvers in these formats: all except HTML.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn make_for_solvers(records: &[SolveRecord], formats: &[Format]) -> Result<Vec<Page>, LabError> {
    let records = solve::judged(records);
    let runs = solve::Runs::of(&records);
    let tables = solve::tables(&runs);
    let figures = solve_figures::all(&runs)?;
    let mut pages = Vec::new();
    for format in Format::ALL.into_iter().filter(|format| formats.contains(format)) {
        match format {
            Format::Markdown => {
                let tables: Vec<String> = tables.iter().map(table::Table::markdown).collect();
                let text = format!("# Solvers\n\n{}{}", tables.join("\n"), page::figures(&figures));
                pages.push(Page { name: "report.md".into(), content: text.into() });
            }
            Format::Csv => pages.push(Page { name: "runs.csv".into(), content: solve::csv(&records).into() }),
            Format::Svg | Format::Png => pages.extend(drawn(&figures, format)?),
            Format::Latex => pages.push(latex(&tables)),
            Format::Html => {}
        }
    }
    Ok(pages)
}

/// Makes a report on agents in these formats: all except HTML. Games under the rules of *Solving Snake Using
/// Hamiltonian Cycles* have the figures of that article.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn make_for_agents(records: &[AgentRecord], formats: &[Format]) -> Result<Vec<Page>, LabError> {
    let fields = planners::fields(records);
    let figures = planner_figures::all(&fields)?;
    let mut pages = Vec::new();
    for format in Format::ALL.into_iter().filter(|format| formats.contains(format)) {
        match format {
            Format::Markdown => {
                let tables = planners::tables(&fields);
                let tables: Vec<String> = tables.iter().map(table::Table::markdown).collect();
                let text = format!("# Agents\n\n{}{}", tables.join("\n"), page::figures(&figures));
                pages.push(Page { name: "report.md".into(), content: text.into() });
            }
            Format::Csv => {
                pages.push(Page { name: "games.csv".into(), content: planners::csv(records).into() });
            }
            Format::Svg | Format::Png => pages.extend(drawn(&figures, format)?),
            Format::Latex => pages.push(latex(&planners::tables(&fields))),
            Format::Html => {}
        }
    }
    Ok(pages)
}

/// The figures as files.
fn drawn(figures: &[Figure], format: Format) -> Result<Vec<Page>, LabError> {
    let page = |figure: &Figure| {
        let (content, extension) = if format == Format::Png {
            let pixels = hamadryad_scene::png(&figure.svg, PIXELS);
            (pixels.map_err(|error| LabError::Figure { reason: error.to_string() })?, "png")
        } else {
            (figure.svg.clone().into(), "svg")
        };
        Ok(Page { name: format!("{}.{extension}", figure.name), content })
    };
    figures.iter().map(page).collect()
}

/// Makes a report on Ricochet Robots in these formats; Markdown, CSV and LaTeX are supported.
pub fn make_for_ricochet(records: &[RicochetRecord], formats: &[Format]) -> Vec<Page> {
    let mut pages = Vec::new();
    if formats.contains(&Format::Markdown) {
        let tables: Vec<String> = ricochet::tables(records).iter().map(table::Table::markdown).collect();
        let text = format!("# Ricochet Robots\n\n{}", tables.join("\n"));
        pages.push(Page { name: "report.md".into(), content: text.into() });
    }
    if formats.contains(&Format::Csv) {
        pages.push(Page { name: "rounds.csv".into(), content: ricochet::csv(records).into() });
    }
    if formats.contains(&Format::Latex) {
        pages.push(latex(&ricochet::tables(records)));
    }
    pages
}
