//! Ground programs with their translations and models, in `golden.txt` beside this file: `=== title`, aspif
//! text without its first line, `---`, then for each step sizes and models. Text after a `%` in the aspif
//! text is a comment.
//!
//! ```text
//! 2 bodies, 0 weight constraints, 0 loops; 3 variables, 4 clauses      the fixed variable counts
//! | a c
//! ```
//!
//! `UPDATE_EXPECTATIONS=1 cargo test -p hamadryad-solve --test golden` writes the present results into the
//! file; read the difference before it is committed.

use hamadryad_aspif::{OutputKind, Reader};
use hamadryad_solve::{AspSolver, OptimizeMode, SearchOptions};
use hamadryad_symbol::Symbols;
use std::path::Path;

/// The sizes and models of the program after its first step, its second, and so on.
fn solved(input: &str) -> String {
    let uncommented =
        |line: &str| line.split('%').next().expect("a split has a first part").trim_end().to_owned();
    let lines: Vec<String> = input.lines().map(uncommented).collect();
    let text = format!("asp 1 0 0 incremental\n{}\n", lines.join("\n"));
    let (mut symbols, mut solver) = (Symbols::new(), AspSolver::default());
    let mut reader = Reader::new(&text).expect("an aspif program");
    let mut out = String::new();
    while reader.read_step(&mut symbols, &mut solver).expect("an aspif program") {
        out += &solved_step(&symbols, &mut solver);
    }
    out
}

fn solved_step(symbols: &Symbols, solver: &mut AspSolver) -> String {
    let (sizes, (variables, clauses)) = (*solver.statistics(), solver.size());
    let (bodies, weight_constraints, loops, atoms) =
        (sizes.bodies, sizes.weight_constraints, sizes.components, sizes.loop_atoms);
    let of_atoms = if loops > 0 { format!(" of {atoms} atoms") } else { String::new() };
    let clauses: usize = clauses.iter().sum();
    let sizes = format!(
        "{bodies} bodies, {weight_constraints} weight constraints, {loops} loops{of_atoms}; {variables} variables, {clauses} clauses\n"
    );
    let priorities = solver.priorities().to_vec();
    let options = SearchOptions { optimize: OptimizeMode::EnumerateOptimal, ..SearchOptions::default() };
    let mut search = match solver.solve(options) {
        Ok(search) => search,
        Err(error) => return format!("{sizes}error: {error}\n"),
    };
    let mut lines = Vec::new();
    while let Some(model) = search.next_model(&|| false) {
        if model.optimality_proven || priorities.is_empty() {
            let shown = model.symbols(OutputKind::Atom).chain(model.symbols(OutputKind::Term));
            let shown: String = shown.map(|symbol| format!(" {}", symbols.display(symbol))).collect();
            let costs = priorities.iter().zip(model.costs);
            let costs: String = costs.map(|(priority, cost)| format!(" {cost}@{priority}")).collect();
            lines.push(format!("|{shown}{costs}\n"));
        }
    }
    lines.sort();
    if lines.is_empty() {
        lines.push("none\n".to_owned());
    }
    sizes + &lines.concat()
}

#[test]
fn programs_become_clauses_weight_constraints_and_loops() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.txt");
    let text = std::fs::read_to_string(&path).expect("the file exists");
    let mut today = String::new();
    for block in text.split("=== ").skip(1) {
        let (title, rest) = block.split_once('\n').expect("a title has a line of its own");
        let (input, _) = rest.split_once("---\n").expect("a case has input and output");
        today += &format!("=== {title}\n{input}---\n{}\n", solved(input));
    }
    if std::env::var_os("UPDATE_EXPECTATIONS").is_some() {
        return std::fs::write(&path, &today).expect("the file can be written");
    }
    for (line, (was, is)) in text.lines().zip(today.lines()).enumerate() {
        assert_eq!(is, was, "golden.txt, line {}", line + 1);
    }
    assert_eq!(text.lines().count(), today.lines().count(), "golden.txt has another length");
}
