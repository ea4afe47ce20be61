//! The bands of planners: the steps of their games at each apple, as a table for the page of the arcade.
//!
//! The table is a module of JavaScript, because the page has no build step:
//!
//! ```text
//! export const BANDS = {
//!   "6x6": { "apples": [1, 2, …], "planners": {
//!     "splice": { "games": 100, "totals": [151, …], "low": […], "middle": […], "high": […] },
//!   } },
//! };
//! ```
//!
//! `totals` has the quantiles of the steps of whole games, from the least to the greatest in twentieths; `low`,
//! `middle` and `high` are the steps at each of the `apples` below which a tenth, a half and nine tenths of the
//! games lie. Only won games under the standard rules count.
//!
//! *Invariant:* the same records give the same table, byte by byte.

use crate::{AgentRecord, Named, Ruleset};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The number of apples of a board in the table; more are indistinguishable in a chart.
const APPLES: usize = 24;
/// The number of steps between the least and the greatest quantile of whole games.
const PARTS: usize = 20;

/// The games of one board, by planner: for each game the steps at each apple.
type Games<'a> = BTreeMap<&'a str, Vec<Vec<u64>>>;

/// The table of these records. `command` is the command that makes it, for its first line.
pub fn bands(records: &[AgentRecord], command: &str) -> String {
    let mut boards: BTreeMap<(usize, usize, usize), Games<'_>> = BTreeMap::new();
    for record in records {
        let configuration = &record.configuration;
        if record.won && configuration.rules == Ruleset::Standard.word() {
            let board = (configuration.cells(), configuration.rows, configuration.cols);
            boards.entry(board).or_default().entry(&configuration.planner).or_default().push(totals(record));
        }
    }
    let mut text = format!("// Games of planners at random starts: `{command}`, see `docs/playing.md`.\n\n");
    text += "export const BANDS = {\n";
    for ((_, rows, cols), games) in &boards {
        let most = games.values().flatten().map(Vec::len).max().unwrap_or(0);
        let apples = apples(most);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  \"{rows}x{cols}\": {{ \"apples\": {}, \"planners\": {{", list(&apples));
        for (planner, games) in games {
            let _ = writeln!(text, "    \"{planner}\": {},", band(games, &apples));
        }
        text += "  } },\n";
    }
    text + "};\n"
}

/// The steps from the beginning to each apple.
fn totals(record: &AgentRecord) -> Vec<u64> {
    let sum = |sum: &mut u64, &way: &u64| {
        *sum += way;
        Some(*sum)
    };
    record.ways.iter().scan(0, sum).collect()
}

/// The numbers of apples, from 1, that the table has: the first, the last, and some in equal distances.
fn apples(most: usize) -> Vec<u64> {
    let count = APPLES.min(most);
    let mut apples: Vec<u64> = match count {
        0 | 1 => (1..=count as u64).collect(),
        _ => (0..count).map(|place| (1 + place * (most - 1) / (count - 1)) as u64).collect(),
    };
    apples.dedup();
    apples
}

fn band(games: &[Vec<u64>], apples: &[u64]) -> String {
    let mut ends: Vec<u64> = games.iter().filter_map(|totals| totals.last().copied()).collect();
    ends.sort_unstable();
    let ends: Vec<u64> = (0..=PARTS).filter_map(|part| quantile(&ends, part, PARTS)).collect();
    let at_apples = |part: usize| -> Vec<u64> {
        let steps = |apple: &u64| {
            let mut steps: Vec<u64> =
                games.iter().filter_map(|totals| totals.get(*apple as usize - 1).copied()).collect();
            steps.sort_unstable();
            quantile(&steps, part, 10)
        };
        apples.iter().filter_map(steps).collect()
    };
    format!(
        "{{ \"games\": {}, \"totals\": {}, \"low\": {}, \"middle\": {}, \"high\": {} }}",
        games.len(),
        list(&ends),
        list(&at_apples(1)),
        list(&at_apples(5)),
        list(&at_apples(9)),
    )
}

/// The value below which `part` of `parts` of the sorted values lie.
fn quantile(sorted: &[u64], part: usize, parts: usize) -> Option<u64> {
    sorted.get(part * sorted.len().checked_sub(1)? / parts).copied()
}

fn list(values: &[u64]) -> String {
    let values: Vec<String> = values.iter().map(u64::to_string).collect();
    format!("[{}]", values.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planners::tests::record;
    use hamadryad_snake::AgentKind;

    #[test]
    fn a_table_has_the_quantiles_of_the_games() {
        let kinds = [AgentKind::Splice, AgentKind::Cells];
        let mut records: Vec<AgentRecord> = kinds
            .into_iter()
            .flat_map(|kind| (1..=3).map(move |seed| record(kind, seed, Ruleset::Standard)))
            .collect();
        // Games of other rules, and lost games, do not count.
        records.push(record(AgentKind::Splice, 1, Ruleset::SolvingSnake));
        records.extend(
            (1..9).map(|seed| record(AgentKind::General, seed, Ruleset::Standard)).filter(|r| !r.won),
        );
        let text = bands(&records, "command");
        let json = text.split_once("BANDS = ").expect("a table").1.trim_end().trim_end_matches(';');
        let json = json.replace("},\n  }", "}\n  }").replace("} },\n}", "} }\n}");
        let table: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let planners = table["6x6"]["planners"].as_object().expect("planners");
        assert_eq!(planners.keys().collect::<Vec<_>>(), ["cells", "splice"]);
        let splice = &planners["splice"];
        let mut steps: Vec<u64> = records[..3].iter().map(|record| record.steps).collect();
        steps.sort_unstable();
        assert_eq!((&splice["games"], &splice["totals"][0]), (&3.into(), &steps[0].into()));
        assert_eq!((&splice["totals"][10], &splice["totals"][20]), (&steps[1].into(), &steps[2].into()));
        let apples = table["6x6"]["apples"].as_array().expect("apples");
        assert_eq!((apples.len(), &apples[0], &apples[23]), (24, &1.into(), &35.into()));
        assert_eq!(splice["middle"][23], splice["totals"][10], "the last apple ends the game");
        assert_eq!(splice["low"].as_array().map(Vec::len), Some(24));
    }
}
