//! The numbers of `--stats`, with clingo's names and with clingo's paths in JSON, where clingo has them.

use hamadryad::Control;
use hamadryad_present::answers::{Entry, Statistic};

/// Statistics of the program and of the searches so far.
pub fn of(control: &mut Control) -> Vec<Statistic> {
    let mut statistics = search(control);
    statistics.extend(levels(control));
    statistics.extend(program(control));
    statistics.extend(problem(control));
    statistics
}

/// A line of text, and the same number in JSON under each of these paths.
fn line(group: &'static str, name: &str, value: u64, note: String, paths: &[&str]) -> Statistic {
    let entries = paths.iter().map(|&path| (path.to_owned(), Entry::Number(value))).collect();
    Statistic { group, name: name.to_owned(), value, note, entries }
}

/// A part of a whole, in percent.
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

fn average(sum: u64, number: u64) -> f64 {
    if number == 0 { 0.0 } else { sum as f64 / number as f64 }
}

/// Statistics of the searches.
fn search(control: &Control) -> Vec<Statistic> {
    let search = control.search_statistics();
    let per_restart = average(search.conflicts, search.restarts);
    let levels = average(search.model_levels, search.models);
    let (length, share) =
        (average(search.learnt_literals, search.learnt), |part: u64| ratio(part, search.learnt));
    let jump = average(search.jumped_levels, search.jumps);
    let jumps = format!("Average: {jump:5.2} Max: {:3} Sum: {:6}", search.longest_jump, search.jumped_levels);
    let of = |name, value, note, paths: &[&str]| line("Core", name, value, note, paths);
    let (short, lemmas) = (search.binary + search.ternary, search.learnt + search.lemmas);
    vec![
        of("Choices", search.decisions, String::new(), &["Core/Choices"]),
        of("Conflicts", search.conflicts, format!("Analyzed: {}", search.learnt), &["Core/Conflicts"])
            .and(&[("Core/Backtracks", Entry::Number(search.conflicts.saturating_sub(search.learnt)))]),
        of("Restarts", search.restarts, format!("Average: {per_restart:.2}"), &["Core/Restarts"])
            .and(&[("Core/RestartAvg", Entry::Real(per_restart))]),
        of("Model-Level", levels.round() as u64, format!("Models: {}", search.models), &[])
            .and(&[("More/Models", Entry::Number(search.models)), ("More/AvgModel", Entry::Real(levels))]),
        of("Propagations", search.propagations, String::new(), &["More/Propagations"]),
        of(
            "Lemmas",
            search.learnt,
            format!("Deleted: {} Average Length: {length:.1}", search.removed),
            &["More/Lemma/Type/1/Sum"],
        )
        .and(&[
            ("More/Lemma/Sum", Entry::Number(lemmas)),
            ("More/Lemma/Deleted", Entry::Number(search.removed)),
            ("More/Lemma/Type/1/Type", Entry::Word("Conflict")),
            ("More/Lemma/Type/1/AvgLen", Entry::Real(length)),
        ]),
        of(
            "  Binary",
            search.binary,
            format!("Ratio: {:6.2}%", share(search.binary)),
            &["More/Lemma/Type/0/Binary"],
        )
        .and(&[
            ("More/Lemma/Type/0/Type", Entry::Word("Short")),
            ("More/Lemma/Type/0/Sum", Entry::Number(short)),
            ("More/Lemma/Type/0/Ratio", Entry::Real(ratio(short, lemmas))),
        ]),
        of(
            "  Ternary",
            search.ternary,
            format!("Ratio: {:6.2}%", share(search.ternary)),
            &["More/Lemma/Type/0/Ternary"],
        ),
        of("  Other", search.lemmas, "from propagators".to_owned(), &["More/Lemma/Type/2/Sum"])
            .and(&[("More/Lemma/Type/2/Type", Entry::Word("Other"))]),
        of("Backjumps", search.jumps, jumps, &["Core/Backjumps", "Jumps/Sum"]).and(&[
            ("Jumps/Max", Entry::Number(search.longest_jump)),
            ("Jumps/Avg", Entry::Real(jump)),
            ("Jumps/Levels", Entry::Number(search.jumped_levels)),
        ]),
    ]
}

/// Statistics of optimisation, by levels of the objective.
fn levels(control: &mut Control) -> Vec<Statistic> {
    let levels = control.level_statistics().into_iter().enumerate();
    let line = |(place, level): (usize, hamadryad::LevelStatistics)| {
        let length = average(level.core_literals, level.cores);
        let entry = |name: &str, entry| (format!("Optimization/{place}/{name}"), entry);
        Statistic {
            group: "Optimization",
            name: format!("Level {}", level.priority),
            value: level.models,
            note: format!(
                "better models; Cores: {} Average Length: {length:.1} Bounds refuted: {}",
                level.cores, level.refuted
            ),
            entries: vec![
                entry("Priority", Entry::Signed(level.priority.into())),
                entry("Models", Entry::Number(level.models)),
                entry("Cores", Entry::Number(level.cores)),
                entry("AvgCore", Entry::Real(length)),
                entry("Refuted", Entry::Number(level.refuted)),
            ],
        }
    };
    levels.map(line).collect()
}

/// Statistics of the ground program.
fn program(control: &mut Control) -> Vec<Statistic> {
    let program = control.program_statistics();
    let is_tight = program.components == 0;
    let tight = if is_tight { "Tight: Yes" } else { "Tight: No" };
    let equal = format!("Atoms: {} Bodies: {}", program.equal_atoms, program.equal_bodies);
    let of = |name: &str, value: usize, path: &str| line("LP", name, value as u64, String::new(), &[path]);
    vec![
        of("Rules", program.rules, "LP/Rules/Original"),
        of("Choice", program.choices, "LP/Rules/Choice/Original"),
        of("Integrity", program.constraints, "LP/Rules/Integrity/Original"),
        of("Atoms", program.atoms, "LP/Atoms"),
        of("Bodies", program.bodies, "LP/Bodies/Final"),
        of("Sum", program.weight_constraints, "LP/Bodies/Sum/Final"),
        line(
            "LP",
            "Equal",
            (program.equal_atoms + program.equal_bodies) as u64,
            equal,
            &["LP/Equivalences/Sum"],
        )
        .and(&[
            ("LP/Equivalences/Atom", Entry::Number(program.equal_atoms as u64)),
            ("LP/Equivalences/Body", Entry::Number(program.equal_bodies as u64)),
        ]),
        line("LP", "SCCs", program.components as u64, tight.to_owned(), &["LP/SCCs"])
            .and(&[("LP/Tight", Entry::Word(if is_tight { "yes" } else { "no" }))]),
        of("UfsAtoms", program.loop_atoms, "LP/UfsAtoms"),
        of("Circuits", program.circuits, "LP/Circuits"),
    ]
}

/// Statistics of grounding and translation.
fn problem(control: &mut Control) -> Vec<Statistic> {
    let program = control.program_statistics();
    let (variables, clauses) = control.size();
    let [binary, ternary, longer] = clauses.map(|number| number as u64);
    let all = binary + ternary + longer;
    let kinds = format!(
        "Binary: {:5.1}% Ternary: {:5.1}% Other: {:5.1}%",
        ratio(binary, all),
        ratio(ternary, all),
        ratio(longer, all)
    );
    let costs = control.ground_costs();
    let (instances, tried) = costs
        .iter()
        .fold((0, 0), |(instances, tried), (_, cost)| (instances + cost.instances, tried + cost.tried));
    let refuted = format!("Literals: {}", program.refuted_literals);
    let gone = control.search_statistics().eliminated;
    let eliminated = format!("Eliminated: {gone:4}");
    let none = String::new;
    vec![
        line("Grounding", "Instances", instances, none(), &["Grounding/Instances"]),
        line("Grounding", "Tried", tried, none(), &["Grounding/Tried"]),
        line("Problem", "Variables", variables as u64, eliminated, &["Problem/Variables"])
            .and(&[("Problem/Eliminated", Entry::Number(gone))]),
        line("Problem", "Constraints", all, kinds, &["Problem/Constraints/Sum"]).and(&[
            ("Problem/Constraints/Binary", Entry::Number(binary)),
            ("Problem/Constraints/Ternary", Entry::Number(ternary)),
        ]),
        line("Problem", "Subsumed", program.subsumed_clauses as u64, refuted, &["Problem/Subsumed/Clauses"])
            .and(&[("Problem/Subsumed/Literals", Entry::Number(program.refuted_literals as u64))]),
    ]
}
