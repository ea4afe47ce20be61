//! The report on solvers: results, penalised times, pairs of players, the virtual best, unfinished optimisation.
//!
//! A *player* is a solver under a configuration; *best of* a solver with several configurations takes, for each run, the
//! fastest of them. PAR-2 is the mean of processor times, in which an unsolved run counts
//! twice its limit. A ratio of two players is the geometric mean over instances; an instance is one observation, the
//! geometric mean over its seeds and orders. Times below a hundredth of a second count as a hundredth, unsolved runs as
//! their limit. Ratios of memory are of runs that both solve.

use super::csv::quote;
use super::table::Table;
use crate::solve::{SolveRecord, State, judge};
use crate::statistics::Sample;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Shorter times are not distinguished.
const LEAST: f64 = 0.01;
/// Less megabytes are not distinguished.
const LEAST_MEMORY: f64 = 0.5;
/// The beginning of the name of the best configuration of a solver.
const BEST: &str = "best of ";
/// The number of errors and wrong answers that are listed.
const LISTED: usize = 50;

/// One run without its player: benchmark, instance, seed, order.
type Case<'r> = (&'r str, &'r str, u64, u64);

/// Judged records, by player and case.
pub(super) struct Runs<'r> {
    pub players: Vec<String>,
    /// By player, as in `players`.
    by_case: Vec<BTreeMap<Case<'r>, &'r SolveRecord>>,
}

/// The records with wrong answers marked.
pub(super) fn judged(records: &[SolveRecord]) -> Vec<SolveRecord> {
    let mut records = records.to_vec();
    judge(&mut records);
    records
}

impl<'r> Runs<'r> {
    pub(super) fn of(records: &'r [SolveRecord]) -> Self {
        let players: BTreeSet<String> = records.iter().map(SolveRecord::player).collect();
        let players: Vec<String> = players.into_iter().collect();
        let mut by_case: Vec<BTreeMap<Case<'_>, &SolveRecord>> = vec![BTreeMap::new(); players.len()];
        for record in records {
            let place = players.binary_search(&record.player()).expect("the player was collected");
            let case = (record.benchmark.as_str(), record.instance.as_str(), record.seed, record.order);
            by_case[place].insert(case, record);
        }
        let mut runs = Self { players, by_case };
        runs.sort();
        runs.add_best(records);
        runs
    }

    /// Sorts the players by their penalised time, the fastest first; of equal ones the first by name.
    fn sort(&mut self) {
        let penalty = |cases: &BTreeMap<Case<'_>, &SolveRecord>| {
            mean(cases.values().map(|record| penalised(record))).unwrap_or(0.0)
        };
        let mut order: Vec<(f64, usize)> = self.by_case.iter().map(penalty).zip(0..).collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0));
        self.players = order.iter().map(|&(_, player)| self.players[player].clone()).collect();
        self.by_case = order.iter().map(|&(_, player)| std::mem::take(&mut self.by_case[player])).collect();
    }

    /// The number of players that are a solver under one configuration; the best of solvers come after them.
    pub(super) fn plain(&self) -> usize {
        self.players.iter().filter(|name| !name.starts_with(BEST)).count()
    }

    /// Adds the best of each solver with several configurations.
    fn add_best(&mut self, records: &'r [SolveRecord]) {
        let mut solvers: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for record in records {
            solvers.entry(&record.solver).or_default().insert(&record.configuration);
        }
        for (solver, _) in solvers.into_iter().filter(|(_, configurations)| configurations.len() > 1) {
            let mut best: BTreeMap<Case<'_>, &SolveRecord> = BTreeMap::new();
            let own = self.by_case.iter().flatten().filter(|(_, record)| record.solver == solver);
            for (&case, &record) in own {
                let known = best.entry(case).or_insert(record);
                if penalised(record) < penalised(known) {
                    *known = record;
                }
            }
            self.players.push(format!("{BEST}{solver}"));
            self.by_case.push(best);
        }
    }

    /// The processor times of the solved runs of a player, in ascending order.
    pub(super) fn solved_times(&self, player: usize) -> Vec<f64> {
        let solved = self.by_case[player].values().filter(|record| is_solved(record));
        let mut times: Vec<f64> = solved.map(|record| record.run.cpu.max(LEAST)).collect();
        times.sort_by(f64::total_cmp);
        times
    }

    /// The times of two players on the same runs; unsolved runs count as their limit.
    pub(super) fn pairs(&self, one: usize, other: usize) -> Vec<(f64, f64)> {
        self.common(one, other).map(|(_, one, other)| (time(one), time(other))).collect()
    }

    fn common(
        &self,
        one: usize,
        other: usize,
    ) -> impl Iterator<Item = (Case<'r>, &'r SolveRecord, &'r SolveRecord)> {
        let others = &self.by_case[other];
        self.by_case[one].iter().filter_map(move |(case, &record)| Some((*case, record, *others.get(case)?)))
    }
}

fn is_solved(record: &SolveRecord) -> bool {
    record.run.state == State::Solved
}

fn time(record: &SolveRecord) -> f64 {
    if is_solved(record) {
        record.run.cpu.clamp(LEAST, record.limit.max(LEAST))
    } else {
        record.limit.max(LEAST)
    }
}

fn penalised(record: &SolveRecord) -> f64 {
    if is_solved(record) { record.run.cpu } else { 2.0 * record.limit }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_string(), |value| format!("{value:.2}"))
}

/// All tables of the report.
pub(super) fn tables(runs: &Runs<'_>) -> Vec<Table> {
    let mut tables = vec![results(runs), by_benchmark(runs)];
    if runs.players.len() > 1 {
        tables.extend([distances(runs), compared(runs)]);
    }
    tables.extend([unfinished(runs), problems(runs)].into_iter().filter(|table| !table.rows.is_empty()));
    tables
}

fn results(runs: &Runs<'_>) -> Table {
    let mut head = vec!["player".to_string(), "runs".to_string()];
    head.extend(State::ALL.map(|state| state.name().to_string()));
    head.extend(["PAR-2", "mean time", "mean memory"].map(str::to_string));
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (name, cases) in runs.players.iter().zip(&runs.by_case) {
        let count = |state| cases.values().filter(|record| record.run.state == state).count().to_string();
        let mut row = vec![name.clone(), cases.len().to_string()];
        row.extend(State::ALL.map(count));
        row.push(number(mean(cases.values().map(|record| penalised(record)))));
        row.push(number(mean(runs_of(cases).map(|record| record.run.cpu))));
        row.push(number(mean(cases.values().map(|record| record.run.memory))));
        rows.push(row);
    }
    if runs.players.len() > 1 {
        rows.push(virtual_best(runs));
    }
    Table {
        title: "Results".into(),
        note: "Runs by their result; the fastest players come first. PAR-2 is the mean of seconds of the processor, in which an unsolved run counts twice its \
               limit; the mean time is that of solved runs; memory is the largest of all processes of a run together, in \
               megabytes. The virtual best player is the fastest on each run."
            .into(),
        head,
        rows,
    }
}

fn runs_of<'a>(cases: &'a BTreeMap<Case<'_>, &SolveRecord>) -> impl Iterator<Item = &'a SolveRecord> {
    cases.values().copied().filter(|record| is_solved(record))
}

fn virtual_best(runs: &Runs<'_>) -> Vec<String> {
    let cases: BTreeSet<Case<'_>> = runs.by_case.iter().flat_map(|cases| cases.keys().copied()).collect();
    let best = |case: &Case<'_>| {
        let records = runs.by_case.iter().filter_map(|cases| cases.get(case).copied());
        records.min_by(|one, other| penalised(one).total_cmp(&penalised(other)))
    };
    let best: Vec<&SolveRecord> = cases.iter().filter_map(best).collect();
    let solved = best.iter().filter(|record| is_solved(record));
    let mut row =
        vec!["virtual best".to_string(), best.len().to_string(), solved.clone().count().to_string()];
    row.extend(vec![String::new(); State::ALL.len() - 1]);
    row.push(number(mean(best.iter().map(|record| penalised(record)))));
    row.push(number(mean(solved.map(|record| record.run.cpu))));
    row.push(String::new());
    row
}

fn by_benchmark(runs: &Runs<'_>) -> Table {
    let benchmarks: BTreeSet<&str> =
        runs.by_case.iter().flat_map(|cases| cases.keys().map(|case| case.0)).collect();
    let row = |benchmark: &&str| {
        let mut row = vec![(*benchmark).to_string()];
        for cases in &runs.by_case {
            let own: Vec<&SolveRecord> =
                cases.iter().filter(|(case, _)| case.0 == *benchmark).map(|(_, &record)| record).collect();
            let solved = own.iter().filter(|record| is_solved(record)).count();
            let par = number(mean(own.iter().map(|record| penalised(record))));
            row.push(if own.is_empty() { String::new() } else { format!("{solved}/{} {par}", own.len()) });
        }
        row
    };
    Table {
        title: "Benchmarks".into(),
        note: "Solved runs of all runs, and PAR-2 in seconds.".into(),
        head: std::iter::once("benchmark".to_string()).chain(runs.players.iter().cloned()).collect(),
        rows: benchmarks.iter().map(row).collect(),
    }
}

/// For each benchmark, the geometric means of the times of all players, divided by those of the virtual best.
fn distances(runs: &Runs<'_>) -> Table {
    let mut fastest: BTreeMap<Case<'_>, (f64, bool)> = BTreeMap::new();
    for (&case, &record) in runs.by_case.iter().flatten() {
        let (least, solved) = fastest.entry(case).or_insert((f64::INFINITY, false));
        (*least, *solved) = (least.min(time(record)), *solved || is_solved(record));
    }
    let distance = |player: usize, benchmark: Option<&str>| {
        let own = runs.by_case[player].iter().filter(|(case, _)| benchmark.is_none_or(|name| case.0 == name));
        let by_instance = by_instance(own.filter_map(|(case, &record)| {
            let (least, solved) = fastest[case];
            solved.then(|| (*case, (time(record) / least).ln()))
        }));
        number(mean(by_instance.into_iter()).map(f64::exp))
    };
    let benchmarks: BTreeSet<&str> = fastest.keys().map(|case| case.0).collect();
    let row = |benchmark: Option<&str>| {
        let name = benchmark.unwrap_or("all benchmarks").to_string();
        std::iter::once(name)
            .chain((0..runs.players.len()).map(|player| distance(player, benchmark)))
            .collect()
    };
    Table {
        title: "Times by benchmark".into(),
        note: "Times of each player divided by those of the virtual best player: geometric means over the instances that at \
               least one player solves. The quotient of two cells of a row is the ratio of these players on this benchmark."
            .into(),
        head: std::iter::once("benchmark".to_string()).chain(runs.players.iter().cloned()).collect(),
        rows: benchmarks.into_iter().map(Some).chain([None]).map(row).collect(),
    }
}

/// One value for each instance: the mean over its seeds and orders.
fn by_instance<'r>(values: impl Iterator<Item = (Case<'r>, f64)>) -> Vec<f64> {
    let mut instances: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    for (case, value) in values {
        instances.entry((case.0, case.1)).or_default().push(value);
    }
    instances.into_values().map(|values| values.iter().sum::<f64>() / values.len() as f64).collect()
}

fn compared(runs: &Runs<'_>) -> Table {
    let mut rows = Vec::new();
    for one in 0..runs.players.len() {
        for other in one + 1..runs.players.len() {
            // A player is not compared with the best of its own solver.
            let solver = |name: &str| name.split(' ').next().map(str::to_string);
            if runs.players[other]
                .strip_prefix(BEST)
                .is_some_and(|best| solver(best) == solver(&runs.players[one]))
            {
                continue;
            }
            rows.extend(comparison(runs, one, other));
        }
    }
    Table {
        title: "Pairs".into(),
        note: "Times of the first player divided by those of the second: the geometric mean over the instances that at least one \
               of them solves, with the 95 % confidence interval of Student's t for logarithms; below 1 the first player is \
               faster. Unsolved runs count as their limit. The ratio of memory is that of the runs that both solve. Then the runs that one of them solves alone, and the unfinished \
               optimisation runs of both in which one has lower costs."
            .into(),
        head: ["players", "instances", "ratio", "95 %", "memory", "solved alone", "lower costs"]
            .map(str::to_string)
            .into(),
        rows,
    }
}

fn comparison(runs: &Runs<'_>, one: usize, other: usize) -> Option<Vec<String>> {
    let (mut times, mut memories) = (Vec::new(), Vec::new());
    let (mut alone, mut lower) = ([0, 0], [0, 0]);
    for (case, first, second) in runs.common(one, other) {
        match (is_solved(first), is_solved(second)) {
            (true, false) => alone[0] += 1,
            (false, true) => alone[1] += 1,
            (true, true) => {
                let memory = |record: &SolveRecord| record.run.memory.max(LEAST_MEMORY);
                memories.push((case, (memory(first) / memory(second)).ln()));
            }
            (false, false) => {
                if let (Some(one), Some(other)) = (&first.run.answer.costs, &second.run.answer.costs) {
                    lower[0] += usize::from(one < other);
                    lower[1] += usize::from(other < one);
                }
                continue;
            }
        }
        times.push((case, (time(first) / time(second)).ln()));
    }
    let values = by_instance(times.into_iter());
    if values.is_empty() && lower == [0, 0] {
        return None;
    }
    let sample = Sample::of(&values);
    let interval = sample.interval().map(|(low, high)| format!("{:.2} to {:.2}", low.exp(), high.exp()));
    let ratio = (!values.is_empty()).then(|| sample.mean.exp());
    Some(vec![
        format!("{} / {}", runs.players[one], runs.players[other]),
        values.len().to_string(),
        number(ratio),
        interval.unwrap_or_else(|| "–".to_string()),
        number(mean(by_instance(memories.into_iter()).into_iter()).map(f64::exp)),
        format!("{} : {}", alone[0], alone[1]),
        format!("{} : {}", lower[0], lower[1]),
    ])
}

/// The best costs of instances that no player has finished.
fn unfinished(runs: &Runs<'_>) -> Table {
    let mut instances: BTreeMap<(&str, &str), Vec<Option<Vec<i64>>>> = BTreeMap::new();
    let mut finished: BTreeSet<(&str, &str)> = BTreeSet::new();
    for (player, cases) in runs.by_case.iter().enumerate() {
        for (case, record) in cases {
            let instance = (case.0, case.1);
            if is_solved(record) {
                finished.insert(instance);
            }
            if let Some(costs) = &record.run.answer.costs {
                let best =
                    &mut instances.entry(instance).or_insert_with(|| vec![None; runs.players.len()])[player];
                if best.as_ref().is_none_or(|best| costs < best) {
                    *best = Some(costs.clone());
                }
            }
        }
    }
    let words = |costs: &Option<Vec<i64>>| {
        let costs =
            costs.as_ref().map(|costs| costs.iter().map(i64::to_string).collect::<Vec<_>>().join(" "));
        costs.unwrap_or_else(|| "–".to_string())
    };
    let open = instances.iter().filter(|(instance, _)| !finished.contains(*instance));
    let rows = open.map(|((benchmark, instance), costs)| {
        std::iter::once(format!("{benchmark} {instance}")).chain(costs.iter().map(words)).collect()
    });
    Table {
        title: "Unfinished optimisation".into(),
        note:
            "The lowest costs that each player has reached on instances whose optimum no player has proven."
                .into(),
        head: std::iter::once("instance".to_string()).chain(runs.players.iter().cloned()).collect(),
        rows: rows.collect(),
    }
}

fn problems(runs: &Runs<'_>) -> Table {
    let bad = |record: &&&SolveRecord| matches!(record.run.state, State::Wrong | State::Error);
    let records = runs.by_case.iter().flat_map(BTreeMap::values);
    let row = |record: &&SolveRecord| {
        let SolveRecord { benchmark, instance, seed, order, .. } = record;
        vec![
            record.player(),
            format!("{benchmark} {instance}, seed {seed}, order {order}"),
            record.run.state.name().to_string(),
            record.run.reason.clone().unwrap_or_default(),
        ]
    };
    Table {
        title: "Wrong answers and errors".into(),
        note: format!("The first {LISTED} of them."),
        head: ["player", "run", "result", "reason"].map(str::to_string).into(),
        rows: records.filter(bad).take(LISTED).map(row).collect(),
    }
}

/// One line for each run.
pub(super) fn csv(records: &[SolveRecord]) -> String {
    let mut text = String::from(
        "benchmark,instance,solver,configuration,seed,order,limit,memory_limit,state,verdict,verified,costs,models,conflicts,cpu,wall,memory\n",
    );
    for record in records {
        let SolveRecord {
            benchmark, instance, solver, configuration, seed, order, limit, memory_limit, ..
        } = record;
        let [benchmark, instance, solver, configuration] =
            [benchmark, instance, solver, configuration].map(|word| quote(word));
        let run = &record.run;
        let answer = &run.answer;
        let costs = answer.costs.iter().flatten().map(i64::to_string).collect::<Vec<_>>().join(" ");
        let count = |count: Option<u64>| count.map(|count| count.to_string()).unwrap_or_default();
        let verified = run.verified.map(|verified| verified.to_string()).unwrap_or_default();
        let verdict = format!("{:?}", answer.verdict).to_lowercase();
        let _ = writeln!(
            text,
            "{benchmark},{instance},{solver},{configuration},{seed},{order},{limit},{memory_limit},{},{verdict},{verified},{costs},{},{},{},{},{}",
            run.state.name(),
            count(answer.models),
            count(answer.conflicts),
            run.cpu,
            run.wall,
            run.memory
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Verdict, test_record as record};

    fn records() -> Vec<SolveRecord> {
        vec![
            record("a", "one", Verdict::Satisfiable, &[], 1.0),
            record("b", "one", Verdict::Satisfiable, &[], 4.0),
            record("a", "two", Verdict::Unsatisfiable, &[], 2.0),
            record("b", "two", Verdict::Unknown, &[], 60.0),
            record("a", "open", Verdict::Unknown, &[7], 60.0),
            record("b", "open", Verdict::Unknown, &[9], 60.0),
        ]
    }

    fn row<'t>(tables: &'t [Table], title: &str, first: &str) -> &'t [String] {
        let table = tables.iter().find(|table| table.title == title).expect("the table exists");
        table.rows.iter().find(|row| row[0] == first).expect("the row exists")
    }

    #[test]
    fn tables_have_penalised_times_ratios_and_the_virtual_best() {
        let records = judged(&records());
        let runs = Runs::of(&records);
        let tables = tables(&runs);
        // PAR-2 of a: (1 + 2 + 120) / 3.
        assert_eq!(row(&tables, "Results", "a default")[1..8], ["3", "2", "1", "0", "0", "0", "41.00"]);
        assert_eq!(row(&tables, "Results", "b default")[2..4], ["1", "2"]);
        assert_eq!(row(&tables, "Results", "virtual best")[1..3], ["3", "2"]);
        // The geometric mean of 1/4 and 2/60; the instance that nobody solves does not count.
        let pair = row(&tables, "Pairs", "a default / b default");
        assert_eq!((pair[1].as_str(), pair[2].as_str()), ("2", "0.09"));
        assert_eq!((pair[4].as_str(), pair[5].as_str(), pair[6].as_str()), ("1.00", "1 : 0", "1 : 0"));
        // Player a is the fastest on both solved instances; the geometric mean of 4 and 30 is that of b.
        for benchmark in ["b", "all benchmarks"] {
            assert_eq!(row(&tables, "Times by benchmark", benchmark)[1..], ["1.00", "10.95"]);
        }
        assert_eq!(row(&tables, "Unfinished optimisation", "b open")[1..], ["7", "9"]);
        assert!(tables.iter().all(|table| table.title != "Wrong answers and errors"));
    }

    #[test]
    fn the_report_does_not_depend_on_the_order_of_records() {
        let text = |records: &[SolveRecord]| -> String {
            let records = judged(records);
            tables(&Runs::of(&records)).iter().map(Table::markdown).collect()
        };
        let (forwards, mut backwards) = (records(), records());
        backwards.reverse();
        assert_eq!(text(&forwards), text(&backwards));
    }
}
