//! The report as one page: parameters, tables, figures.

use super::figure::Figure;
use super::study::Study;
use super::table::{Table, escape, plain};
use std::collections::BTreeSet;

/// The style of the page, for light and dark screens.
const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem; text-align: right; border-bottom: 1px solid #8886; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 2rem 0; }
figure svg { width: 100%; height: auto; background: #fff; border-radius: 4px; }
";

const TITLE: &str = "Report of the lab";

/// The parameters of the games, the machines, the versions.
fn facts(study: &Study<'_>) -> Vec<String> {
    let games = study.records.len();
    let versions: BTreeSet<&str> = study.records.iter().map(|record| record.version.as_str()).collect();
    let mut facts = vec![
        format!("Games: {games}. The same for all: {}.", study.common().join(", ")),
        format!("Played by: {}.", versions.into_iter().collect::<Vec<_>>().join("; ")),
    ];
    let machines: BTreeSet<_> = study.records.iter().map(|record| &record.machine).collect();
    for machine in machines {
        let crate::Machine { system, processor, threads, jobs } = machine;
        let noun = if *jobs == 1 { "game" } else { "games" };
        facts.push(format!("Machine: {processor}, {threads} threads, {system}; {jobs} {noun} at once."));
    }
    let total = |part: fn(&crate::Outcome) -> f64| {
        study.records.iter().map(|record| part(&record.outcome)).sum::<f64>()
    };
    let (cpu, wall) = (total(|outcome| outcome.cpu), total(|outcome| outcome.wall));
    if wall > 0.0 {
        facts.push(format!(
            "Of the time that games took by the clock, a processor worked on them {:.0} %. Much less than 100 % means that \
             the machine was busy with other work, and that time limits ended searches too early.",
            100.0 * cpu / wall
        ));
    }
    let failures = study.records.iter().filter_map(|record| record.outcome.failure.as_ref());
    let failures: BTreeSet<&String> = failures.collect();
    facts.extend(failures.into_iter().map(|failure| format!("A game was not won: {failure}.")));
    facts
}

/// The page as Markdown, with links to the files of the figures.
pub(super) fn markdown(study: &Study<'_>, tables: &[Table], figures: &[Figure]) -> String {
    let facts: String = facts(study).iter().map(|fact| format!("- {}\n", plain(fact))).collect();
    let tables: String = tables.iter().map(|table| table.markdown() + "\n").collect();
    format!("# {TITLE}\n\n{facts}\n{}{}", tables.trim_end(), self::figures(figures))
}

/// Links to the files of figures, as Markdown behind other text.
pub(super) fn figures(figures: &[Figure]) -> String {
    if figures.is_empty() {
        return "\n".to_string();
    }
    let figure =
        |Figure { name, caption, .. }: &Figure| format!("![{name}]({name}.svg)\n\n{}\n\n", plain(caption));
    let figures: String = figures.iter().map(figure).collect();
    format!("\n\n## Figures\n\n{}\n", figures.trim_end())
}

/// The page as one HTML file.
pub(super) fn html(study: &Study<'_>, tables: &[Table], figures: &[Figure]) -> String {
    let facts: String = facts(study).iter().map(|fact| format!("<li>{}</li>\n", escape(fact))).collect();
    let tables: String = tables.iter().map(Table::html).collect();
    let figure = |Figure { caption, svg, .. }: &Figure| {
        format!("<figure>\n{svg}\n<figcaption>{}</figcaption>\n</figure>\n", escape(caption))
    };
    let figures: String = figures.iter().map(figure).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{TITLE}</title>\n<style>{STYLE}</style>\n</head>\n\
         <body>\n<h1>{TITLE}</h1>\n<ul>\n{facts}</ul>\n{tables}<h2>Figures</h2>\n{figures}</body>\n</html>\n"
    )
}
