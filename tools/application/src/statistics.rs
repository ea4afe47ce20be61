//! The numbers of `--stats`: clingo's lines and paths in JSON, and then those that only this engine has.
//!
//! ```text
//! Conflicts    : 19       (Analyzed: 16)          Core/Conflicts, Core/Backjumps
//! ```
//!
//! *Invariant:* every line and every path of clingo 5.8 that does not depend on an option is there; a number
//! without a counterpart in the engine is 0.

use hamadryad::{Control, LevelStatistics, ProgramStatistics, SearchStatistics};
use hamadryad_present::answers::{Entry, Statistic};

/// Statistics of the program and of the searches so far, which took `cpu` seconds.
pub fn of(control: &mut Control, cpu: f64) -> Vec<Statistic> {
    let search = control.search_statistics();
    let program = control.program_statistics();
    let objectives = control.priorities().len();
    let mut statistics = core(&search);
    statistics.extend(more(&search, program.steps.max(1), cpu));
    statistics.extend(jumps(&search));
    statistics.extend(rules(&program, objectives));
    statistics.extend(components(&program));
    statistics.extend(problem(control));
    statistics.extend(own(control, &search, &program));
    statistics.extend(control.level_statistics().into_iter().enumerate().map(level));
    statistics
}

/// Statistics of each of `number` threads. The first has the time of the processor, which the engine does not
/// measure by thread.
pub fn of_threads(control: &Control, number: usize, cpu: f64) -> Vec<Vec<Statistic>> {
    let mut threads = control.thread_statistics();
    let has_run = threads.len();
    threads.resize(number, SearchStatistics::default());
    let of_thread = |(place, search): (usize, &SearchStatistics)| {
        let cpu = if place == 0 { cpu } else { 0.0 };
        let of = |name, text| line("Search", name, text, &[]);
        let mut lines = vec![of("CPU Time", format!("{cpu:.3}s")), of("Models", search.models.to_string())];
        lines.extend(core(search));
        lines.extend(more(search, usize::from(place < has_run), cpu));
        lines.extend(jumps(search));
        lines
    };
    threads.iter().enumerate().map(of_thread).collect()
}

/// A line of text, and the entries of JSON by their paths.
fn line(group: &'static str, name: &str, text: String, entries: &[(&str, Entry)]) -> Statistic {
    let entries = entries.iter().map(|&(path, entry)| (path.to_owned(), entry)).collect();
    Statistic { group, name: name.to_owned(), text, entries }
}

/// A number, and a remark in brackets.
fn noted(value: u64, note: String) -> String {
    format!("{value:<8} ({note})")
}

fn plain(value: u64) -> String {
    format!("{value:<8}")
}

/// A part of a whole, in percent.
fn ratio(part: u64, whole: u64) -> f64 {
    100.0 * average(part, whole)
}

fn average(sum: u64, number: u64) -> f64 {
    if number == 0 { 0.0 } else { sum as f64 / number as f64 }
}

use Entry::{Number, Real, Word};

/// Decisions, conflicts and restarts.
fn core(search: &SearchStatistics) -> Vec<Statistic> {
    let per_restart = average(search.learnt, search.restarts);
    let restarts = match search.restarts {
        0 => plain(0),
        // The engine does not postpone restarts.
        number => noted(number, format!("Average: {per_restart:.2} Last: 0 Blocked: 0")),
    };
    let of = |name, text, entries: &[(&str, Entry)]| line("Search", name, text, entries);
    vec![
        of("Choices", plain(search.decisions), &[("Core/Choices", Number(search.decisions))]),
        of(
            "Conflicts",
            noted(search.conflicts, format!("Analyzed: {}", search.learnt)),
            &[
                ("Core/Conflicts", Number(search.conflicts)),
                ("Core/Backtracks", Number(search.conflicts.saturating_sub(search.learnt))),
                ("Core/Backjumps", Number(search.learnt)),
            ],
        ),
        of(
            "Restarts",
            restarts,
            &[
                ("Core/Restarts", Number(search.restarts)),
                ("Core/RestartAvg", Real(per_restart)),
                ("Core/RestartLast", Number(0)),
            ],
        ),
    ]
}

/// Models and learnt clauses.
fn more(search: &SearchStatistics, searches: usize, cpu: f64) -> Vec<Statistic> {
    let of = |name, text, entries: &[(&str, Entry)]| line("Search", name, text, entries);
    let mut lines = Vec::new();
    let level = average(search.model_levels, search.models);
    let times = [("More/CPU", Real(cpu)), ("More/Models", Number(search.models))];
    if search.models > 0 {
        let entries = [&times[..], &[("More/AvgModel", Real(level))]].concat();
        lines.push(of("Model-Level", format!("{level:<8.1}"), &entries));
    }
    let searches = searches as u64;
    let problems =
        [("More/Splits", Number(0)), ("More/Problems", Number(searches)), ("More/AvgGPLength", Real(0.0))];
    let entries = if search.models > 0 { problems.to_vec() } else { [&times[..], &problems].concat() };
    lines.push(of("Problems", noted(searches, "Average Length: 0.00 Splits: 0".to_owned()), &entries));
    lines.extend(lemmas(search));
    lines
}

fn lemmas(search: &SearchStatistics) -> Vec<Statistic> {
    let of = |name, text, entries: &[(&str, Entry)]| line("Search", name, text, entries);
    let all = search.learnt + search.loop_nogoods + search.lemmas;
    let short = search.binary + search.ternary;
    let share = |part| format!("Ratio: {:6.2}%", ratio(part, all));
    let kind = |number, length: f64| {
        let note = format!("Average Length: {length:6.1} {}", share(number));
        noted(number, note) + " "
    };
    let length = average(search.learnt_literals, search.learnt);
    let loop_length = average(search.loop_literals, search.loop_nogoods);
    let mut lines = vec![
        of(
            "Lemmas",
            noted(all, format!("Deleted: {}", search.removed)),
            &[("More/Lemma/Sum", Number(all)), ("More/Lemma/Deleted", Number(search.removed))],
        ),
        of(
            "  Binary",
            noted(search.binary, share(search.binary)),
            &[
                ("More/Lemma/Type/0/Type", Word("Short")),
                ("More/Lemma/Type/0/Sum", Number(short)),
                ("More/Lemma/Type/0/Ratio", Real(ratio(short, all))),
                ("More/Lemma/Type/0/Binary", Number(search.binary)),
            ],
        ),
        of(
            "  Ternary",
            noted(search.ternary, share(search.ternary)),
            &[("More/Lemma/Type/0/Ternary", Number(search.ternary))],
        ),
        of(
            "  Conflict",
            kind(search.learnt, length),
            &[
                ("More/Lemma/Type/1/Type", Word("Conflict")),
                ("More/Lemma/Type/1/Sum", Number(search.learnt)),
                ("More/Lemma/Type/1/AvgLen", Real(length)),
            ],
        ),
        of(
            "  Loop",
            kind(search.loop_nogoods, loop_length),
            &[
                ("More/Lemma/Type/2/Type", Word("Loop")),
                ("More/Lemma/Type/2/Sum", Number(search.loop_nogoods)),
                ("More/Lemma/Type/2/AvgLen", Real(loop_length)),
            ],
        ),
        of(
            "  Other",
            kind(search.lemmas, 0.0),
            &[
                ("More/Lemma/Type/3/Type", Word("Other")),
                ("More/Lemma/Type/3/Sum", Number(search.lemmas)),
                ("More/Lemma/Type/3/AvgLen", Real(0.0)),
            ],
        ),
    ];
    if search.offered + search.taken > 0 {
        lines.extend(exchange(search, all));
    }
    lines
}

/// The exchange of learnt clauses between threads.
fn exchange(search: &SearchStatistics, lemmas: u64) -> [Statistic; 2] {
    let (sent, taken) = (average(search.offered, lemmas), average(search.taken, search.offered));
    let note = format!("Ratio: {:6.2}% Average LBD: 0.00", 100.0 * sent);
    let sent = line(
        "Search",
        "  Distributed",
        noted(search.offered, note) + " ",
        &[
            ("More/Distribution/Distributed", Number(search.offered)),
            ("More/Distribution/Ratio", Real(sent)),
            ("More/Distribution/AvgLbd", Real(0.0)),
        ],
    );
    let note = format!("Ratio: {:6.2}% Unit: 0 Average Jumps: 0.00", 100.0 * taken);
    let taken = line(
        "Search",
        "  Integrated",
        noted(search.taken, note),
        &[
            ("More/Integration/Integrated", Number(search.taken)),
            ("More/Integration/Units", Number(0)),
            ("More/Integration/AvgJump", Real(0.0)),
            ("More/Integration/Ratio", Real(taken)),
        ],
    );
    [sent, taken]
}

/// Jumps back from conflicts: all are executed.
fn jumps(search: &SearchStatistics) -> Vec<Statistic> {
    let mean = average(search.jumped_levels, search.jumps);
    let levels =
        format!("Average: {mean:5.2} Max: {:3} Sum: {:6}", search.longest_jump, search.jumped_levels);
    let share = ratio(search.jumped_levels, search.jumped_levels);
    let bounded = format!("Average: {:5.2} Max: {:3} Sum: {:6} Ratio: {:6.2}%", 0.0, 0, 0, 100.0 - share);
    let of = |name, text, entries: &[(&str, Entry)]| line("Search", name, text, entries);
    vec![
        of(
            "Backjumps",
            noted(search.jumps, levels.clone()),
            &[
                ("Jumps/Sum", Number(search.jumps)),
                ("Jumps/Max", Number(search.longest_jump)),
                ("Jumps/MaxExec", Number(search.longest_jump)),
                ("Jumps/Avg", Real(mean)),
                ("Jumps/AvgExec", Real(mean)),
                ("Jumps/Levels", Number(search.jumped_levels)),
                ("Jumps/LevelsExec", Number(search.jumped_levels)),
            ],
        ),
        of("  Executed", noted(search.jumps, format!("{levels} Ratio: {share:6.2}%")), &[]),
        of(
            "  Bounded",
            noted(0, bounded),
            &[
                ("Jumps/Bounded/Sum", Number(0)),
                ("Jumps/Bounded/Max", Number(0)),
                ("Jumps/Bounded/Avg", Real(0.0)),
                ("Jumps/Bounded/Levels", Number(0)),
            ],
        ),
    ]
}

/// Rules, atoms and bodies. The engine solves the rules as they are: the original numbers are the final ones.
fn rules(program: &ProgramStatistics, objectives: usize) -> Vec<Statistic> {
    let count = |name: &str, value: usize, path: &str| {
        let value = value as u64;
        let entries = ["Original", "Final"].map(|kind| (format!("LP/{path}/{kind}"), Number(value))).to_vec();
        Statistic { group: "Program", name: name.to_owned(), text: plain(value), entries }
    };
    let atoms = program.atoms as u64;
    let counts = program.cardinality_constraints;
    let sums = program.weight_constraints - counts;
    let lines = [
        Some(count("Rules", program.rules + objectives, "Rules")),
        (program.choices > 0).then(|| count("  Choice", program.choices, "Rules/Choice")),
        (objectives > 0).then(|| count("  Minimize", objectives, "Rules/Minimize")),
        Some(line("Program", "Atoms", plain(atoms), &[("LP/Atoms", Number(atoms))])),
        Some(count("Bodies", program.bodies, "Bodies")),
        (sums > 0).then(|| count("  Sum", sums, "Bodies/Sum")),
        (counts > 0).then(|| count("  Count", counts, "Bodies/Count")),
    ];
    lines.into_iter().flatten().collect()
}

/// Equivalences and positive loops. In JSON, equivalences come last.
fn components(program: &ProgramStatistics) -> Vec<Statistic> {
    let [atoms, bodies] = [program.equal_atoms, program.equal_bodies].map(|number| number as u64);
    let [loops, nodes] = [program.components, program.loop_atoms].map(|number| number as u64);
    let equivalences = [
        ("LP/Equivalences/Sum", Number(atoms + bodies)),
        ("LP/Equivalences/Atom", Number(atoms)),
        ("LP/Equivalences/Body", Number(bodies)),
        ("LP/Equivalences/Other", Number(0)),
    ];
    let tight = if loops == 0 {
        let entries = [&[("LP/Tight", Word("yes"))][..], &equivalences].concat();
        line("Program", "Tight", "Yes".to_owned(), &entries)
    } else {
        let text = format!("{:<8} (SCCs: {loops} Non-Hcfs: 0 Nodes: {nodes} Gammas: 0)", "No");
        let entries = [
            ("LP/Tight", Word("no")),
            ("LP/SCCs", Number(loops)),
            ("LP/NonHcfs", Number(0)),
            ("LP/UfsNodes", Number(nodes)),
            ("LP/NonHcfGammas", Number(0)),
        ];
        line("Program", "Tight", text, &[&entries[..], &equivalences].concat())
    };
    let note = format!("Atom=Atom: {atoms} Body=Body: {bodies} Other: 0");
    let equal = line("Program", "Equivalences", noted(atoms + bodies, note), &[]);
    if atoms + bodies == 0 { vec![tight] } else { vec![equal, tight] }
}

/// Variables and constraints of the translated program.
fn problem(control: &mut Control) -> Vec<Statistic> {
    let (variables, clauses) = control.size();
    let [binary, ternary, longer] = clauses.map(|number| number as u64);
    let all = binary + ternary + longer;
    let [two, three, more] = [binary, ternary, longer].map(|part| ratio(part, all));
    let kinds = format!("Binary: {two:5.1}% Ternary: {three:5.1}% Other: {more:5.1}%");
    let gone = control.search_statistics().eliminated;
    let eliminated = format!("Eliminated: {gone:4} Frozen: {:4}", 0);
    vec![
        line(
            "Program",
            "Variables",
            noted(variables as u64, eliminated),
            &[
                ("Problem/Variables", Number(variables as u64)),
                ("Problem/Eliminated", Number(gone)),
                ("Problem/Frozen", Number(0)),
            ],
        ),
        line(
            "Program",
            "Constraints",
            noted(all, kinds),
            &[
                ("Problem/Constraints/Sum", Number(all)),
                ("Problem/Constraints/Binary", Number(binary)),
                ("Problem/Constraints/Ternary", Number(ternary)),
                ("Problem/AcycEdges", Number(0)),
            ],
        ),
    ]
}

/// Numbers that clingo does not have.
fn own(control: &mut Control, search: &SearchStatistics, program: &ProgramStatistics) -> Vec<Statistic> {
    let costs = control.ground_costs();
    let (instances, tried) = costs
        .iter()
        .fold((0, 0), |(instances, tried), (_, cost)| (instances + cost.instances, tried + cost.tried));
    let of = |name, value, note: String, path| {
        let text = if note.is_empty() { plain(value) } else { noted(value, note) };
        line("Hamadryad", name, text, &[(path, Number(value))])
    };
    let literals = format!("Literals: {}", program.refuted_literals);
    vec![
        of("Instances", instances, format!("Tried: {tried}"), "Hamadryad/Instances"),
        of("Integrity", program.constraints as u64, String::new(), "Hamadryad/Integrity"),
        of("Circuits", program.circuits as u64, String::new(), "Hamadryad/Circuits"),
        of("Subsumed", program.subsumed_clauses as u64, literals, "Hamadryad/Subsumed"),
        of("Propagations", search.propagations, String::new(), "Hamadryad/Propagations"),
    ]
}

/// Statistics of optimisation on one level of the objective.
fn level((place, level): (usize, LevelStatistics)) -> Statistic {
    let length = average(level.core_literals, level.cores);
    let entry = |name: &str, entry| (format!("Hamadryad/Optimization/{place}/{name}"), entry);
    let note = format!(
        "better models; Cores: {} Average Length: {length:.1} Bounds refuted: {}",
        level.cores, level.refuted
    );
    Statistic {
        group: "Hamadryad",
        name: format!("Level {}", level.priority),
        text: noted(level.models, note),
        entries: vec![
            entry("Priority", Entry::Signed(level.priority.into())),
            entry("Models", Number(level.models)),
            entry("Cores", Number(level.cores)),
            entry("AvgCore", Real(length)),
            entry("Refuted", Number(level.refuted)),
        ],
    }
}
