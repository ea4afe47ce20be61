//! Program text in, answer text out: short tests of a propagator in whole programs.

use crate::{AspSolver, Config, Consequences, OptimizeMode, Projection, SearchOptions};
use hamadryad_aspif::{OutputKind, Sink};
use hamadryad_ground::{Grounder, Part};
use hamadryad_symbol::Symbols;
use hamadryad_syntax::{Sources, parse};

/// The answer sets of a program in the order in which the search finds them, as `{a b} {c}`; with an
/// objective, the optimal answer sets with their costs, as `{a}:1`.
///
/// # Panics
/// Panics if the text is no program.
pub(crate) fn models_in_order(config: Config, text: &str) -> Vec<String> {
    models(config, text, SearchOptions::default())
}

/// Samples of the optimal answer sets of a program, projected to the shown atoms.
///
/// # Panics
/// Panics if the text is no program.
pub(crate) fn samples(text: &str, seed: u64, number: u64) -> Vec<String> {
    let options = SearchOptions {
        models: number,
        projection: Some(Projection::Shown),
        sample: Some(seed),
        ..SearchOptions::default()
    };
    models(Config::default(), text, options)
}

/// The estimates of the brave or cautious consequences of a program; the last one is the answer.
///
/// # Panics
/// Panics if the text is no program.
pub(crate) fn estimates(text: &str, kind: Consequences) -> Vec<String> {
    let options = SearchOptions { consequences: Some(kind), ..SearchOptions::default() };
    models(Config::default(), text, options)
}

fn models(config: Config, text: &str, options: SearchOptions) -> Vec<String> {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let file = sources.add("test.lp", text);
    let (program, diagnostics) = parse(&mut symbols, &sources, file);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut grounder = Grounder::new();
    assert!(grounder.add(&mut symbols, &program).is_empty(), "{text}");
    let base = Part { name: symbols.name("base"), arguments: vec![] };
    let mut solver = AspSolver::new(config);
    solver.begin_step();
    grounder.ground(&mut symbols, &[base], &mut solver, &|| false).expect("the program can be grounded");
    solver.end_step();
    let is_optimised = !solver.priorities().is_empty();
    let options = SearchOptions { optimize: OptimizeMode::EnumerateOptimal, ..options };
    let mut search = solver.solve(options).expect("the program is accepted");
    let mut models = Vec::new();
    while let Some(model) = search.next_model(&|| false) {
        let mut atoms: Vec<String> =
            model.symbols(OutputKind::Atom).map(|symbol| symbols.display(symbol).to_string()).collect();
        atoms.sort();
        let costs: String = model.costs.iter().map(|cost| format!(":{cost}")).collect();
        if model.optimality_proven || !is_optimised {
            models.push(format!("{{{}}}{costs}", atoms.join(" ")));
        }
    }
    models
}

/// The sorted answer sets of a program.
pub(crate) fn answers(text: &str) -> String {
    let mut models = models_in_order(Config::default(), text);
    models.sort();
    models.join(" ")
}
