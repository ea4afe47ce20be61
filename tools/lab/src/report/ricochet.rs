//! The report on Ricochet Robots: the cost of a round under each approach, and pairs of approaches on the
//! same rounds.

use super::table::Table;
use crate::statistics::Sample;
use crate::{RicochetConfiguration, RicochetRecord, Round};
use hamadryad::approach::ApproachKind;
use std::collections::BTreeMap;

/// The number of rounds at the beginning and at the end of a game whose times are compared.
const SPAN: usize = 10;

/// The games of a board, by approach and seed.
struct Field<'a> {
    title: String,
    players: Vec<(ApproachKind, BTreeMap<u64, &'a RicochetRecord>)>,
}

fn fields(records: &[RicochetRecord]) -> Vec<Field<'_>> {
    let mut fields: BTreeMap<_, Field<'_>> = BTreeMap::new();
    for record in records {
        let configuration = &record.configuration;
        let cells = configuration.rows.saturating_mul(configuration.cols);
        let RicochetConfiguration { rows, cols, robots, rounds, horizon, .. } = configuration;
        let title =
            format!("{rows}×{cols}, {robots} robots, {rounds} rounds, plans of at most {horizon} moves");
        let key = (cells, title.clone());
        let players = || ApproachKind::ALL.iter().map(|&kind| (kind, BTreeMap::new())).collect();
        let field = fields.entry(key).or_insert_with(|| Field { title, players: players() });
        for (kind, games) in &mut field.players {
            if *kind == configuration.approach {
                games.insert(record.seed, record);
            }
        }
    }
    let mut fields: Vec<Field<'_>> = fields.into_values().collect();
    fields.iter_mut().for_each(|field| field.players.retain(|(_, games)| !rounds(games).is_empty()));
    fields
}

/// All tables: for each board, the cost of a round, its change over a game, and the pairs.
pub(super) fn tables(records: &[RicochetRecord]) -> Vec<Table> {
    let fields = fields(records);
    let of_field = |field: &Field<'_>| {
        let some = |table: Table| Some(table).filter(|table| !table.rows.is_empty());
        [some(costs(field)), some(pairs(field))]
    };
    fields.iter().flat_map(of_field).flatten().collect()
}

fn rounds<'a>(games: &BTreeMap<u64, &'a RicochetRecord>) -> Vec<&'a Round> {
    games.values().flat_map(|game| &game.rounds).collect()
}

fn mean<'a>(rounds: impl IntoIterator<Item = &'a Round>, value: impl Fn(&Round) -> f64) -> f64 {
    Sample::of(&rounds.into_iter().map(value).collect::<Vec<f64>>()).mean
}

fn costs(field: &Field<'_>) -> Table {
    let head = [
        "approach",
        "rounds",
        "moves",
        "set-up",
        "ground",
        "first",
        "optimum",
        "proof",
        "early",
        "late",
        "conflicts",
        "decisions",
        "kept",
    ];
    Table {
        title: field.title.clone(),
        note: format!(
            "Means of a round. Processor time in milliseconds since the beginning of the round: the search begins (ground), \
             the first model, the best model (optimum), the proof; early and late: the proof in the first and in the last \
             {SPAN} rounds of a game. Set-up: before the first round. Kept: learnt clauses at the beginning of a round."
        ),
        head: head.map(String::from).to_vec(),
        rows: field.players.iter().map(|(kind, games)| row(*kind, games)).collect(),
    }
}

fn row(kind: ApproachKind, games: &BTreeMap<u64, &RicochetRecord>) -> Vec<String> {
    let all = rounds(games);
    let of_all = |value: &dyn Fn(&Round) -> f64| mean(all.iter().copied(), value);
    let ms = |value: f64| format!("{:.1}", 1e3 * value);
    let set_up: Vec<f64> = games.values().map(|game| game.set_up).collect();
    let early = games.values().flat_map(|game| game.rounds.iter().take(SPAN));
    let late = games.values().flat_map(|game| game.rounds.iter().rev().take(SPAN));
    vec![
        kind.name().to_string(),
        all.len().to_string(),
        format!("{:.2}", of_all(&|round| round.moves as f64)),
        ms(Sample::of(&set_up).mean),
        ms(of_all(&|round| round.ground)),
        ms(of_all(&|round| round.first)),
        ms(of_all(&|round| round.optimum)),
        ms(of_all(&|round| round.proof)),
        ms(mean(early, |round| round.proof)),
        ms(mean(late, |round| round.proof)),
        format!("{:.0}", of_all(&|round| round.conflicts as f64)),
        format!("{:.0}", of_all(&|round| round.decisions as f64)),
        format!("{:.0}", of_all(&|round| round.kept as f64)),
    ]
}

fn pairs(field: &Field<'_>) -> Table {
    let count = field.players.len();
    let rivals = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
    let pair = |(one, other): (usize, usize)| {
        let ((kind, games), (rival, others)) = (&field.players[one], &field.players[other]);
        let both = games.iter().filter_map(|(seed, game)| Some((*game, *others.get(seed)?)));
        let both: Vec<(&Round, &Round)> =
            both.flat_map(|(game, other)| game.rounds.iter().zip(&other.rounds)).collect();
        let ratio = |(one, other): &(&Round, &Round)| (one.proof.max(1e-6) / other.proof.max(1e-6)).ln();
        let less = |(one, other): &(&Round, &Round)| one.conflicts as f64 - other.conflicts as f64;
        let time = Sample::of(&both.iter().map(ratio).collect::<Vec<f64>>());
        let conflicts = Sample::of(&both.iter().map(less).collect::<Vec<f64>>());
        let ((low, high), (least, most)) = (time.interval()?, conflicts.interval()?);
        Some(vec![
            format!("{} / {}", kind.name(), rival.name()),
            time.count.to_string(),
            format!("{:.3}", time.mean.exp()),
            format!("{:.3} to {:.3}", low.exp(), high.exp()),
            format!("{:+.1}", conflicts.mean),
            format!("{least:+.1} to {most:+.1}"),
        ])
    };
    Table {
        title: format!("Pairs at {}", field.title),
        note: "The same rounds under two approaches, with 95 % confidence intervals: the geometric mean of the ratio of \
               the times until the proof, without the set-up, and the mean difference of the conflicts."
            .to_string(),
        head: ["pair", "rounds", "time", "interval", "conflicts", "interval"].map(String::from).to_vec(),
        rows: rivals.filter_map(pair).collect(),
    }
}

/// One line for each round.
pub(super) fn csv(records: &[RicochetRecord]) -> String {
    let mut text = String::from(
        "rows,cols,robots,horizon,approach,seed,round,moves,ground,first,optimum,proof,conflicts,decisions,kept\n",
    );
    for record in records {
        let configuration = &record.configuration;
        for (number, round) in (1..).zip(&record.rounds) {
            text += &format!(
                "{},{},{},{},{},{},{number},{},{},{},{},{},{},{},{}\n",
                configuration.rows,
                configuration.cols,
                configuration.robots,
                configuration.horizon,
                configuration.approach.name(),
                record.seed,
                round.moves,
                round.ground,
                round.first,
                round.optimum,
                round.proof,
                round.conflicts,
                round.decisions,
                round.kept
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ricochet::tests::games;
    use crate::{Machine, Player, RicochetPlayer};

    #[test]
    fn a_report_compares_all_approaches_on_each_board() {
        let player = RicochetPlayer::new(Machine::this(1));
        let tasks = games().tasks();
        let mut records: Vec<RicochetRecord> =
            tasks.iter().map(|task| player.play(task, &|| false).expect("it is not stopped")).collect();
        let tables = tables(&records);
        let titles: Vec<&str> = tables.iter().map(|table| table.title.as_str()).collect();
        let boards =
            ["5×4", "6×6"].map(|board| format!("{board}, 3 robots, 12 rounds, plans of at most 6 moves"));
        assert_eq!(
            titles,
            [&*boards[0], &format!("Pairs at {}", boards[0]), &boards[1], &format!("Pairs at {}", boards[1])]
        );
        assert_eq!((tables[0].rows.len(), tables[1].rows.len()), (5, 10));
        assert!(tables[0].rows.iter().all(|row| row[1] == "24" && row[2] == tables[0].rows[0][2]));
        assert_eq!(csv(&records).lines().count(), 1 + 20 * 12);
        // A game that failed in its first round has no costs.
        records.truncate(1);
        records[0].rounds.clear();
        assert!(super::tables(&records).is_empty());
    }
}
