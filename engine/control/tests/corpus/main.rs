//! A corpus under many treatments: the programs in `tests/programs` of the repository have their answer sets
//! in a comment at the end, and must have the same answer sets under each treatment.
//!
//! ```text
//! % A choice rule with bounds.            the subject of the program
//! { a; b } = 1.
//!
//! % Optimum: 3@2 0@1                      with an objective: the costs with their priorities
//! % Answers: 2                            all answer sets; with an objective, all optimal answer sets,
//! %   a                                   their symbols in the order of terms
//! %   b
//! ```
//!
//! A program that the engine does not support has a line `% FIXME: …` with the message; its answer sets are
//! from clingo.
//!
//! `UPDATE_EXPECTATIONS=1 cargo test -p hamadryad-control --test corpus` writes the present answer sets into the
//! files; `tests/compare_with_clingo.py` compares them with clingo 5.8.

mod outcome;
mod program;
mod rewritten;

use hamadryad::{
    Config, Control, Descent, Elimination, FirstWatches, Minimization, Order, Part, Restarts, SearchConfig,
    Sequence, Signs, Strategy, Symbol, Threads,
};
use hamadryad_aspif::{AspifWriter, Tee, TextWriter};
use hamadryad_check::recorded::{GroundProgram, Verdict};
use hamadryad_check::source::{Limits, Oracle, OracleError, Setting};
use hamadryad_solve::{AspSolver, OptimizeMode, SearchOptions};
use hamadryad_symbol::Symbols;
use outcome::{Outcome, answers, answers_of, described};
use program::for_each_program;
use std::cell::Cell;

/// A control that has grounded the text.
fn grounded(text: &str, config: Config) -> Result<Control, String> {
    let mut control = Control::with_config(config);
    let result = control.add("program.lp", text).and_then(|()| control.ground(&[Part::base()]));
    result.map_err(|error| described(&control, &error))?;
    Ok(control)
}

fn plain(text: &str) -> Result<Outcome, String> {
    answers(&mut grounded(text, Config::default())?, &[])
}

#[test]
fn plain_and_repeated() {
    program::update(|program| plain(&program.text));
    for_each_program(|program| {
        let mut control = grounded(&program.text, Config::default())?;
        program.expect("at first", answers(&mut control, &[])?);
        program.expect("asked again", answers(&mut control, &[])?);
        if program.refusal.is_some() { Err("the FIXME can go".to_owned()) } else { Ok(()) }
    });
}

#[test]
fn printed_and_parsed_again() {
    for_each_program(|program| {
        program.expect("printed", plain(&rewritten::printed(&program.text))?);
        Ok(())
    });
}

#[test]
fn statements_in_another_order() {
    for_each_program(|program| {
        if let Some(text) = rewritten::reversed(&program.text) {
            program.expect("reversed", plain(&text)?);
        }
        Ok(())
    });
}

#[test]
fn grounded_in_two_steps() {
    let split = for_each_program(|program| {
        let Some(text) = rewritten::facts_first(&program.text) else { return Ok(()) };
        let mut control = Control::new();
        let result = control.add("program.lp", &text).and_then(|()| {
            control.ground(&[Part::base()])?;
            control.ground(&[Part::new(rewritten::SECOND, &[])])
        });
        result.map_err(|error| described(&control, &error))?;
        program.expect("in two steps", answers(&mut control, &[])?);
        Ok(())
    });
    assert!(split >= 35, "only {split} programs can be split");
}

/// Writes the program as aspif, reads it, solves it, and checks every model by the definition of answer sets.
#[test]
fn through_aspif() {
    for_each_program(|program| {
        program.expect("aspif", from_aspif(&in_aspif(&program.text)?, Config::default())?);
        Ok(())
    });
}

fn in_aspif(text: &str) -> Result<String, String> {
    let mut control = Control::new();
    let mut writer = AspifWriter::new(Vec::new());
    let result = control
        .add("program.lp", text)
        .and_then(|()| control.ground_into(&[Part::base()], &mut writer, &|| false));
    result.map_err(|error| described(&control, &error))?;
    let text = writer.finish().expect("a vector takes everything");
    Ok(String::from_utf8(text).expect("aspif is text"))
}

fn from_aspif(text: &str, config: Config) -> Result<Outcome, String> {
    let (mut symbols, mut solver, mut judge) =
        (Symbols::new(), AspSolver::new(config), GroundProgram::default());
    let mut both = Tee(&mut solver, &mut judge);
    hamadryad_aspif::read(text, &mut symbols, &mut both).map_err(|error| error.to_string())?;
    judged(&symbols, &mut solver, &judge)
}

fn judged(symbols: &Symbols, solver: &mut AspSolver, judge: &GroundProgram) -> Result<Outcome, String> {
    let mut outcome = Outcome::new(solver.priorities());
    let options = SearchOptions { optimize: OptimizeMode::EnumerateOptimal, ..SearchOptions::default() };
    let mut search = solver.solve(options).map_err(|refusal| refusal.to_string())?;
    while let Some(model) = search.next_model(&|| false) {
        let verdict = judge.verdict(&|atom| model.is_true(atom.positive()));
        if verdict != Verdict::Stable {
            return Err(format!("not an answer set: {verdict:?}"));
        }
        let kinds = [hamadryad::OutputKind::Atom, hamadryad::OutputKind::Term];
        let shown: Vec<Symbol> = kinds.iter().flat_map(|&kind| model.symbols(kind)).collect();
        outcome.add(symbols, shown, model.costs, model.optimality_proven);
    }
    Ok(outcome.sorted())
}

#[test]
fn through_ground_text() {
    for_each_program(|program| {
        let mut control = Control::new();
        let mut writer = TextWriter::new(Vec::new());
        let result = control
            .add("program.lp", &program.text)
            .and_then(|()| control.ground_into(&[Part::base()], &mut writer, &|| false));
        result.map_err(|error| described(&control, &error))?;
        let text = writer.finish().expect("a vector takes everything");
        let text = String::from_utf8(text).expect("a program is text");
        let outcome = plain(&text).map_err(|error| format!("{error}\n{text}"))?;
        program.expect("ground text", outcome);
        Ok(())
    });
}

#[test]
fn with_frequent_restarts_and_deletion() {
    let hectic = SearchConfig {
        restarts: Restarts::Luby(1),
        activity_decay: 0.5,
        save_phases_over: 0,
        longest_jump: 0,
        reduce_first: 3,
        reduce_step: 1,
        keep_glue: 0,
        ..SearchConfig::default()
    };
    let glue = Restarts::Glue { margin: 1.0, interval: 1 };
    let searches = [
        SearchConfig { seed: 1, ..hectic.clone() },
        SearchConfig { seed: 2, ..hectic.clone() },
        SearchConfig { seed: 3, restarts: glue, ..hectic.clone() },
        SearchConfig { seed: 4, restarts: Restarts::Never, save_phases_over: u32::MAX, ..hectic },
        SearchConfig { seed: 5, ..SearchConfig::default() },
        SearchConfig { seed: 6, random_decisions: 1.0, signs: Signs::Random, ..SearchConfig::default() },
        SearchConfig { seed: 7, random_decisions: 0.1, signs: Signs::Positive, ..SearchConfig::default() },
        SearchConfig { seed: 8, signs: Signs::Negative, ..SearchConfig::default() },
        SearchConfig {
            order: Order::MoveToFront { moved: 3 },
            minimization: Minimization::Local,
            restarts: Restarts::Sequence(Sequence { base: 1, factor: 1.5, step: 1, limit: 3 }),
            ..SearchConfig::default()
        },
        SearchConfig {
            order: Order::RecentClauses { considered: 2 },
            first_watches: FirstWatches::Random,
            fixed_signs: true,
            reduce_percent: 0,
            ..SearchConfig::default()
        },
        SearchConfig {
            order: Order::First,
            lookahead: 2,
            minimization: Minimization::None,
            first_watches: FirstWatches::Least,
            initial_activity: false,
            bump_loop_nogoods: false,
            ..SearchConfig::default()
        },
        SearchConfig { order: Order::Lookahead, random_conflicts: 2, ..SearchConfig::default() },
    ];
    for_each_program(|program| {
        for (number, search) in searches.iter().enumerate() {
            let config = Config {
                search: search.clone(),
                domain_heuristic: number % 2 == 0,
                circuits: number % 3 != 2,
                ..Config::default()
            };
            let mut control = grounded(&program.text, config)?;
            program.expect(&format!("search {number}"), answers(&mut control, &[])?);
        }
        Ok(())
    });
}

/// Equivalence and subsumption are switched on and off.
#[test]
fn with_and_without_preprocessing() {
    for_each_program(|program| {
        for (equivalences, subsumption) in [(0, false), (1, false), (u32::MAX, false), (0, true), (3, true)] {
            let config = Config { equivalences, subsumption, elimination: None, ..Config::default() };
            let mut control = grounded(&program.text, config)?;
            let label = format!("{equivalences} rounds, subsumption: {subsumption}");
            program.expect(&label, answers(&mut control, &[])?);
        }
        Ok(())
    });
}

/// Variables are eliminated before the first decision, or after a few conflicts, and restored for the next
/// search.
#[test]
fn with_and_without_elimination() {
    let eliminated = Cell::new(0);
    for_each_program(|program| {
        for (equivalences, after) in [(0, 0), (3, 0), (3, 3)] {
            let elimination = Some(Elimination { after, ..Elimination::default() });
            let restarts = Restarts::InTurn { luby: 1, margin: 1.0, interval: 1, turn: 1 };
            let search = SearchConfig { restarts, ..SearchConfig::default() };
            let config = Config { search, equivalences, elimination, ..Config::default() };
            let mut control = grounded(&program.text, config)?;
            let label = format!("{equivalences} rounds, elimination after {after} conflicts");
            program.expect(&label, answers(&mut control, &[])?);
            program.expect(&format!("{label}, asked again"), answers(&mut control, &[])?);
            eliminated.set(eliminated.get() + control.search_statistics().eliminated);
        }
        Ok(())
    });
    let eliminated = eliminated.get();
    assert!(eliminated > 1000, "only {eliminated} variables were eliminated");
}

/// All optimisation strategies, with and without domain heuristic, and from aspif as well.
#[test]
fn under_every_strategy() {
    let bounds = [Descent::Linear, Descent::Levels, Descent::Increasing, Descent::Decreasing];
    let cores = [(false, false), (false, true), (true, false), (true, true)];
    let strategies = [Strategy::default(), Strategy::Both { turn: 1 }]
        .into_iter()
        .chain(bounds.map(Strategy::Bounds))
        .chain(cores.map(|(stratify, shrink)| Strategy::Cores { stratify, shrink }));
    let strategies: Vec<Strategy> = strategies.collect();
    for_each_program(|program| {
        let aspif = in_aspif(&program.text)?;
        for (number, &strategy) in strategies.iter().enumerate() {
            let preprocessing = number % 2 == 0;
            let config = Config {
                strategy,
                domain_heuristic: number % 3 == 0,
                equivalences: if preprocessing { 3 } else { 0 },
                subsumption: preprocessing,
                elimination: Some(Elimination { after: number as u64 % 4, ..Elimination::default() }),
                ..Config::default()
            };
            let mut control = grounded(&program.text, config.clone())?;
            let has_objective = !control.priorities().is_empty();
            program.expect(&format!("{strategy:?}"), answers(&mut control, &[])?);
            program.expect(&format!("aspif, {strategy:?}"), from_aspif(&aspif, config)?);
            // Without an objective, all strategies are the same.
            if !has_objective && number == 3 {
                break;
            }
        }
        Ok(())
    });
}

/// Several threads from the first decision, with several optimisation strategies.
#[test]
fn by_several_threads() {
    let strategies = [
        Strategy::default(),
        Strategy::Bounds(Descent::Increasing),
        Strategy::Cores { stratify: false, shrink: true },
    ];
    for_each_program(|program| {
        for (number, strategy) in (2..).zip(strategies) {
            let elimination = Some(Elimination { after: number as u64 % 3, ..Elimination::default() });
            let mut control = grounded(&program.text, Config { strategy, elimination, ..Config::default() })?;
            let threads = Threads { number, patience: 0 };
            program.expect(&format!("{number} threads"), answers_of(&mut control, &[], threads)?);
            program.expect("one thread after that", answers(&mut control, &[])?);
        }
        Ok(())
    });
}

/// The answer sets with an atom and the answer sets without it are all answer sets.
#[test]
fn split_by_an_atom() {
    for_each_program(|program| {
        let mut control = grounded(&program.text, Config::default())?;
        let atoms: Vec<Symbol> = control.atoms().collect();
        let places = [0, atoms.len() / 3, atoms.len() / 2, atoms.len().saturating_sub(1)];
        for &atom in places.iter().filter_map(|&place| atoms.get(place)) {
            let with = answers(&mut control, &[(atom, true)])?;
            let without = answers(&mut control, &[(atom, false)])?;
            let label = format!("split by {}", control.symbols().display(atom));
            program.expect(&label, with.merge(without));
        }
        program.expect("after assumptions", answers(&mut control, &[])?);
        Ok(())
    });
}

/// The optimum is the minimum of the costs of all answer sets.
#[test]
fn optima_are_least() {
    const MANY: usize = 3000;
    let compared = for_each_program(|program| {
        let mut control = grounded(&program.text, Config::default())?;
        let priorities = control.priorities().to_vec();
        if priorities.is_empty() {
            return Ok(());
        }
        let mut outcome = Outcome::new(&priorities);
        let options = hamadryad::SolveOptions {
            models: Some(MANY as u64),
            optimize: OptimizeMode::Enumerate,
            ..hamadryad::SolveOptions::default()
        };
        let mut search = control.solve(options).map_err(|error| error.to_string())?;
        while let Some(model) = search.next_model() {
            let mut alone = Outcome::new(&priorities);
            alone.add(model.symbols(), model.shown().collect(), model.costs(), true);
            outcome = outcome.merge(alone);
        }
        if search.summary().exhausted {
            program.expect("least of all", outcome);
        }
        Ok(())
    });
    assert!(compared >= 15, "only {compared} programs were compared");
}

/// Compared with the naive grounder and the definition, if the program is small enough.
#[test]
fn by_the_oracle() {
    let limits = Limits { atoms: 200, instances: 60_000, branches: 4_000 };
    let judged = for_each_program(|program| {
        let mut symbols = Symbols::new();
        let setting = Setting { limits, ..Setting::default() };
        let optimal = Oracle::from_text(&mut symbols, &program.text, &setting)
            .and_then(|oracle| oracle.optimal_answers(&symbols));
        let answers = match optimal {
            Ok(answers) => answers,
            // The oracle supports no theory atoms except circuits, because the language does not define their
            // meaning.
            Err(OracleError::TooLarge(_)) => return Ok(()),
            Err(OracleError::Unsupported { what, .. }) if what.starts_with("a theory") => return Ok(()),
            Err(refusal) => return Err(format!("{refusal:?}")),
        };
        let mut outcome = Outcome::default();
        for answer in answers {
            let (priorities, costs): (Vec<i32>, Vec<i64>) = answer.cost.into_iter().unzip();
            let mut alone = Outcome::new(&priorities);
            alone.add(&symbols, answer.shown, &costs, true);
            outcome = outcome.merge(alone);
        }
        program.expect_each_once("oracle", outcome);
        Ok(())
    });
    assert!(judged >= 100, "the oracle judged only {judged} programs");
}
