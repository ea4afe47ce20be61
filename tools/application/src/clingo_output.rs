//! The output of `hamadryad solve` is clingo's.
//!
//! Each file of `tools/hamadryad/tests/clingo` is clingo 5.8.3's output for a program of `tests/programs` and some options,
//! with its version replaced and all times set to 0. The models are listed below in clingo's order; all other
//! output must be equal in every byte.

use crate::application::Application;
use crate::command_line;
use crate::exit;
use crate::run::open_format;
use crate::values::OptKind;
use hamadryad_present::answers::{Ending, Interruption, ModelView, Problem, Report, Times};

/// The models of a program in clingo's order, as symbols and costs, and for costs.lp the optimal ones.
type Models = &'static [(&'static str, &'static [i64])];

const CHOICE: Models = &[("", &[]), ("b", &[]), ("a", &[]), ("a b", &[])];
const HIDDEN: Models = &[("", &[]), ("", &[]), ("", &[]), ("", &[])];
const STRINGS: Models = &[(r#"p("a b","q\"\\\n",f(1))|-f(1,2)|"x y/ä""#, &[])];
const BETTER: Models = &[("b", &[1, 0]), ("b c", &[1, -1])];
const OPTIMAL: Models = &[("b c", &[1, -1]), ("a c", &[1, -1]), ("a b c", &[1, -1])];
const COSTS: Models = &[
    ("b", &[1, 0]),
    ("b c", &[1, -1]),
    ("a", &[1, 0]),
    ("a c", &[1, -1]),
    ("a b", &[1, 0]),
    ("a b c", &[1, -1]),
];
const PIGEONS: Models = &[
    ("", &[0]),
    ("", &[-1]),
    ("", &[-2]),
    ("", &[-3]),
    ("", &[-4]),
    ("", &[-5]),
    ("", &[-6]),
    ("", &[-7]),
    ("", &[-8]),
];

/// An application without hooks.
struct Plain;

impl Application for Plain {}

fn views(models: Models, optimal: bool) -> impl Iterator<Item = ModelView> {
    models.iter().map(move |&(shown, costs)| {
        let separator = if shown.contains('|') { '|' } else { ' ' };
        let shown = shown.split(separator).filter(|symbol| !symbol.is_empty()).map(str::to_owned).collect();
        ModelView { shown, costs: costs.to_vec(), optimal, consequences: None }
    })
}

/// The models that a search would find, and whether it would finish.
fn search(file: &str, kind: OptKind, limit: Option<u64>) -> (Vec<ModelView>, bool) {
    let all = match (file, kind) {
        ("choice.lp", _) => CHOICE,
        ("hidden.lp", _) => HIDDEN,
        ("strings.lp", _) => STRINGS,
        ("late_pigeons.lp", _) => PIGEONS,
        ("costs.lp", OptKind::Opt | OptKind::OptN) => BETTER,
        ("costs.lp", _) => COSTS,
        _ => &[],
    };
    let mut models: Vec<ModelView> = views(all, false).collect();
    let optimises = file == "costs.lp" && matches!(kind, OptKind::Opt | OptKind::OptN);
    let limit = limit.unwrap_or(u64::from(!optimises));
    if kind == OptKind::OptN {
        models.extend(views(OPTIMAL, true).take(if limit == 0 { usize::MAX } else { limit as usize }));
    } else if limit > 0 {
        models.truncate(limit as usize);
    }
    if kind == OptKind::Ignore {
        models.iter_mut().for_each(|model| model.costs.clear());
    }
    let exhausted = match kind {
        OptKind::OptN => limit == 0,
        _ => models.len() == all.len(),
    };
    (models, exhausted && !file.contains("pigeons") && file != "broken.lp")
}

fn check(name: &str, golden: &str) {
    let (command_line, expected) = golden.split_once('\n').expect("a golden file has lines");
    let words = command_line.trim_start_matches("$ ").split(' ');
    let solve = command_line::read(&Plain, words.map(Into::into).collect())
        .unwrap_or_else(|refusal| panic!("{name}: {}", refusal.text));
    let files = solve.files();
    let file = files.last().expect("a file").as_str();
    let kind = solve.opt_mode.kind;
    let times_out = solve.program.time_limit().is_some();
    let limit = if file == "late_pigeons.lp" { Some(0) } else { solve.models() };
    let (models, exhausted) = search(file, kind, limit);
    let mut out = Vec::new();
    let mut report = Report::new(open_format(&Plain, &solve, &mut out), solve.quiet(Problem::Program));
    report.begin(&files, 0.0).unwrap();
    if file != "broken.lp" {
        report.solving(0.0).unwrap();
    }
    for model in models {
        report.model(model, 0.0).unwrap();
    }
    let ending = Ending {
        exhausted,
        interrupted: times_out.then_some(Interruption::TimeLimit),
        optimizing: matches!(kind, OptKind::Opt | OptKind::OptN),
        times: Times { cpu: Some(0.0), ..Times::default() },
        ..Ending::default()
    };
    let summary = report.finish(ending).unwrap();
    let exit = if file == "broken.lp" { 65 } else { exit::of(&summary) };
    let printed = format!("{}[exit {exit}]\n", String::from_utf8(out).unwrap());
    assert_eq!(printed, expected, "{name}: {printed}");
}

#[test]
fn output_is_that_of_clingo() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../hamadryad/tests/clingo");
    let mut names: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 50, "the golden files are there");
    for path in names {
        check(&path.display().to_string(), &std::fs::read_to_string(&path).unwrap());
    }
}
