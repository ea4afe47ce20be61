//! `hamadryad minotaur grade`: tests a given encoding on many labyrinths, against the rules and breadth-first
//! search.

use super::logic::{Answers, Program, Wanted};
use super::{counted, print, read, refuse, seconds};
use crate::clock::Clock;
use crate::exit;
use clap::Args;
use hamadryad_puzzles::Reason;
use hamadryad_puzzles::minotaur::{Labyrinth, Shortest, Waiting, Walk, check, shortest};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The encoding and the labyrinths.
#[derive(Args, Debug)]
pub struct GradeArguments {
    /// Encoding to test; its answers must show at/3 only, as the exercise demands.
    encoding: String,

    /// Labyrinths, or folders of them.
    #[arg(required = true)]
    instances: Vec<PathBuf>,

    #[command(flatten)]
    rules: super::minotaur::Rules,

    /// Demand all optimal walks, each once, instead of one.
    #[arg(long)]
    all: bool,

    /// Time limit for each labyrinth.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "300")]
    time_limit: Duration,
}

/// Runs the encoding on all labyrinths.
pub(super) fn run(arguments: &GradeArguments) -> Result<io::Result<u8>, u8> {
    let encoding = read(&arguments.encoding, |text| Ok(text.to_owned()))?;
    let files = files(&arguments.instances)?;
    let waiting = arguments.rules.waiting();
    let width = files.iter().map(|file| name(file).chars().count()).max().unwrap_or_default().max(9);
    let mut failed = 0;
    if let Err(error) = print(&format!("{:width$}  {:>7}  verdict\n", "labyrinth", "seconds"), 0) {
        return Ok(Err(error));
    }
    for file in &files {
        let labyrinth = read(&file.to_string_lossy(), Labyrinth::read)?;
        let (clock, facts) = (Clock::start(), labyrinth.to_string());
        let stop = crate::clock::Stop::after(clock, Some(arguments.time_limit));
        let texts = [(arguments.encoding.as_str(), encoding.as_str()), ("labyrinth", facts.as_str())];
        let program = Program { texts: &texts, constants: &[] };
        let wanted = if arguments.all { Wanted::All } else { Wanted::Best };
        let answers = if encoding.contains("#include <incmode>") {
            program.grow(wanted, &stop).map(|(answers, _)| answers)
        } else {
            program.solve(wanted, &stop)
        };
        let seconds = clock.seconds();
        let verdict = answers.and_then(|answers| verdict(&labyrinth, waiting, &answers, arguments.all));
        failed += usize::from(verdict.is_err());
        let verdict =
            verdict.map_or_else(|why| format!("failed: {why}"), |rating| format!("passed: {rating}"));
        if let Err(error) = print(&format!("{:width$}  {seconds:>7.2}  {verdict}\n", name(file)), 0) {
            return Ok(Err(error));
        }
    }
    let passed = files.len() - failed;
    let code = if failed > 0 { exit::UNSATISFIABLE } else { 0 };
    Ok(print(&format!("{passed} of {} passed\n", counted(files.len(), "labyrinth")), code))
}

/// All files in the given paths, in order.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, u8> {
    let failed = |path: &Path, error: &dyn std::fmt::Display| {
        refuse(&format!("{}: {error}", path.display()), exit::BAD_INPUT)
    };
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).map_err(|error| failed(path, &error))?;
        let mut inside = Vec::new();
        for entry in entries {
            inside.push(entry.map_err(|error| failed(path, &error))?.path());
        }
        inside.retain(|file| file.extension().is_some_and(|ending| ending == "lp" || ending == "txt"));
        if inside.is_empty() {
            return Err(failed(path, &"there are no files that end in .lp or .txt"));
        }
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}

fn name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The rating of correct answers, or a description of the first mistake.
fn verdict(labyrinth: &Labyrinth, waiting: Waiting, answers: &Answers, all: bool) -> Result<String, String> {
    let best = shortest(labyrinth, waiting);
    match (&best, answers.texts.as_slice(), answers.interrupted) {
        (_, _, true) => return Err("the time limit ended the search".to_owned()),
        (None, [], _) => return Ok("there is no way out".to_owned()),
        (None, [answer, ..], _) => {
            let why = check_answer(labyrinth, waiting, answer, None).err();
            return Err(why.unwrap_or_else(|| "there is no way out".to_owned()));
        }
        (Some(best), [], _) => return Err(format!("no answer, but there is a walk of {}", steps(best))),
        _ => {}
    }
    let mut walks = BTreeSet::new();
    for answer in &answers.texts {
        let walk = check_answer(labyrinth, waiting, answer, best.as_ref())?;
        if !walks.insert(walk.to_string()) {
            return Err(format!("the walk is found twice: {walk}"));
        }
    }
    let Some(best) = best else { return Ok(String::new()) };
    let expected = best.walks;
    if all && walks.len() as u128 != expected {
        return Err(format!(
            "{}, but there are {expected} of {}",
            counted(walks.len(), "walk"),
            steps(&best)
        ));
    }
    let walks = if all { format!(", {}", counted(expected, "walk")) } else { String::new() };
    Ok(format!("{}{walks}", steps(&best)))
}

/// The walk of an answer, if it obeys the rules and is no longer than the best walk.
fn check_answer(
    labyrinth: &Labyrinth,
    waiting: Waiting,
    answer: &str,
    best: Option<&Shortest>,
) -> Result<Walk, String> {
    let walk = Walk::read(answer).map_err(|refusal| match refusal.reason {
        Reason::UnknownPredicate { predicate, .. } => {
            format!("only at/3 may be shown, and the answer shows {predicate}")
        }
        _ => refusal.to_string(),
    })?;
    check(labyrinth, waiting, &walk).map_err(|refusal| refusal.to_string())?;
    match best {
        Some(best) if walk.steps() > best.steps as usize => {
            Err(format!("the walk has {}, the shortest has {}", counted(walk.steps(), "step"), best.steps))
        }
        _ => Ok(walk),
    }
}

fn steps(best: &Shortest) -> String {
    counted(best.steps, "step")
}
