//! The report on agents: tables of steps, wins and times, and pairs of agents on the same apples.
//!
//! The columns include the figures of (SolvingSnake): steps until a tenth and until all of the board is full,
//! and the time for a plan divided by the number of cells.

use super::csv::quote;
use super::luck;
use super::table::Table;
use crate::AgentRecord;
use crate::Entry;
use crate::statistics::Sample;
use hamadryad_snake::{AgentKind, Jitter};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The games of one agent on one board under one set of rules, by seed.
pub(super) type Games<'a> = BTreeMap<u64, &'a AgentRecord>;

/// Boards and rules, with the agents on each in the order of [`AgentKind::ALL`].
pub(super) struct Field<'a> {
    pub(super) rules: &'a str,
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) players: Vec<(&'a str, Games<'a>)>,
}

impl Field<'_> {
    fn title(&self) -> String {
        format!("{}×{}, {} rules", self.rows, self.cols, self.rules)
    }
}

/// The boards, by rules and size.
pub(super) fn fields(records: &[AgentRecord]) -> Vec<Field<'_>> {
    let mut sorted: BTreeMap<_, Vec<(&str, Games<'_>)>> = BTreeMap::new();
    for record in records {
        let configuration = &record.configuration;
        let key = (&configuration.rules, record.cells(), configuration.rows, configuration.cols);
        let players = sorted.entry(key).or_default();
        let place = players.iter().position(|(name, _)| *name == configuration.planner);
        let place = place.unwrap_or_else(|| {
            players.push((&configuration.planner, Games::new()));
            players.len() - 1
        });
        players[place].1.insert(record.seed, record);
    }
    let fields = sorted.into_iter();
    fields
        .map(|((rules, _, rows, cols), mut players)| {
            players.sort_by_key(|(name, _)| rank(name));
            Field { rules, rows, cols, players }
        })
        .collect()
}

/// The place of an agent in the report: kinds as in [`AgentKind::ALL`], and of one kind first the agents that
/// plan less often. Records of agents that this version does not have come last.
fn rank(name: &str) -> (usize, Reverse<u32>) {
    let Ok(kind) = name.parse::<AgentKind>() else { return (usize::MAX, Reverse(0)) };
    let place = AgentKind::ALL.iter().position(|known| known.name() == kind.name());
    let steps = match kind {
        AgentKind::Dynamic(Jitter::Never) => u32::MAX,
        AgentKind::Dynamic(Jitter::Indirect(steps)) => steps,
        _ => 0,
    };
    (place.unwrap_or(usize::MAX), Reverse(steps))
}

/// All tables: for each board, the agents and the pairs.
pub(super) fn tables(fields: &[Field<'_>]) -> Vec<Table> {
    let two =
        |field: &Field<'_>| [Some(agents(field)), Some(pairs(field)).filter(|table| !table.rows.is_empty())];
    fields.iter().flat_map(two).flatten().collect()
}

fn agents(field: &Field<'_>) -> Table {
    let head = [
        "agent",
        "won",
        "filled",
        "steps",
        "to 10 %",
        "plans",
        "ms a game",
        "µs a step",
        "ns a plan and cell",
    ];
    Table {
        title: field.title(),
        note: "Means over all games, ± standard error. Filled: the part of the board that the snake covers at the end. \
               Steps: of games that were won. To 10 %: the steps until a tenth of the board is eaten for. Times are the \
               processor's, rules included. An agent that plans once also needs a way for each apple, so that the last \
               column counts at least one plan for each apple."
            .to_string(),
        head: head.map(String::from).to_vec(),
        rows: field.players.iter().map(|(name, games)| row(name, games)).collect(),
    }
}

fn row(name: &str, games: &Games<'_>) -> Vec<String> {
    let mean = |value: &dyn Fn(&AgentRecord) -> Option<f64>| {
        Sample::of(&games.values().filter_map(|game| value(game)).collect::<Vec<f64>>())
    };
    let won = games.values().filter(|game| game.won).count();
    let steps = mean(&|game| game.won.then_some(game.steps as f64));
    let tenth = mean(&|game| game.steps_to_a_tenth().map(|steps| steps as f64));
    let cpu = mean(&|game| Some(game.cpu)).mean;
    let plans = mean(&|game| Some(game.plans as f64)).mean;
    let filled = mean(&|game| Some(filled(game))).mean;
    let each_step = mean(&|game| Some(game.cpu / game.steps.max(1) as f64)).mean;
    let each = mean(&|game| time_of_a_plan_and_cell(game)).mean;
    vec![
        name.to_string(),
        format!("{won} of {}", games.len()),
        format!("{:.0} %", 100.0 * filled),
        with_error(&steps),
        with_error(&tenth),
        format!("{plans:.0}"),
        format!("{:.2}", 1e3 * cpu),
        format!("{:.2}", 1e6 * each_step),
        format!("{:.2}", 1e9 * each),
    ]
}

/// The part of the board that the snake covers at the end.
fn filled(game: &AgentRecord) -> f64 {
    let length = game.lengths.last().copied().unwrap_or_default();
    (length as f64 / game.cells() as f64).min(1.0)
}

/// The seconds of a game, divided by its plans, at least one for each apple, and by the cells of the board.
pub(super) fn time_of_a_plan_and_cell(game: &AgentRecord) -> Option<f64> {
    let plans = game.plans.max(game.ways.len() as u64);
    (plans > 0).then(|| game.cpu / plans as f64 / game.cells() as f64)
}

fn with_error(sample: &Sample) -> String {
    match sample.standard_error {
        _ if sample.count == 0 => "–".to_string(),
        Some(error) => format!("{:.1} ± {error:.1}", sample.mean),
        None => format!("{:.1}", sample.mean),
    }
}

fn pairs(field: &Field<'_>) -> Table {
    let count = field.players.len();
    let rivals = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    Table {
        title: format!("Pairs at {}", field.title()),
        note: "Steps of the first agent less those of the second, on the same apples: mean ± standard error, and its 95 % \
               confidence interval. Adjusted: the same difference without the luck of the apples, by regression over the \
               games of the pair: how much farther from the head the apples lay than free cells do in the mean, summed by \
               fifths of the game."
            .to_string(),
        head: ["pair", "games", "difference", "from", "to", "adjusted"].map(String::from).to_vec(),
        rows: rivals.filter_map(|(one, other)| pair(&field.players[one], &field.players[other])).collect(),
    }
}

fn pair((name, games): &(&str, Games<'_>), (rival, others): &(&str, Games<'_>)) -> Option<Vec<String>> {
    let both = games.iter().filter_map(|(seed, game)| Some((*game, *others.get(seed)?)));
    let pairs: Vec<_> = both.filter(|(game, other)| game.won && other.won).collect();
    let differences: Vec<f64> =
        pairs.iter().map(|(game, other)| game.steps as f64 - other.steps as f64).collect();
    let sample = Sample::of(&differences);
    let (low, high) = sample.interval()?;
    let number = |value: f64| format!("{value:+.1}");
    let with = |value: f64, error: f64| format!("{value:+.1} ± {error:.1}");
    let luckless = luck::adjusted(&pairs);
    Some(vec![
        format!("{name} − {rival}"),
        sample.count.to_string(),
        with(sample.mean, sample.standard_error?),
        number(low),
        number(high),
        luckless.map_or("–".to_string(), |found| with(found.difference, found.standard_error)),
    ])
}

/// One line for each game.
pub(super) fn csv(records: &[AgentRecord]) -> String {
    let mut text = String::from("rules,rows,cols,planner,seed,won,steps,steps_to_a_tenth,plans,cpu\n");
    for record in records {
        let configuration = &record.configuration;
        let tenth = record.steps_to_a_tenth().map(|steps| steps.to_string()).unwrap_or_default();
        text += &format!(
            "{},{},{},{},{},{},{},{tenth},{},{}\n",
            quote(&configuration.rules),
            configuration.rows,
            configuration.cols,
            quote(&configuration.planner),
            record.seed,
            record.won,
            record.steps,
            record.plans,
            record.cpu
        );
    }
    text
}
