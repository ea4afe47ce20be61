//! The numbers of `--stats`, under clingo's names where it has them.

use crate::output::Statistic;
use hamadryad::Control;

/// What is known of the program and of the searches so far.
pub fn of(control: &mut Control) -> Vec<Statistic> {
    let mut statistics = search(control);
    statistics.extend(program(control));
    statistics
}

fn statistic(group: &'static str, name: &'static str, value: u64, note: String) -> Statistic {
    Statistic { group, name, value, note }
}

/// A part of a whole, in percent.
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

fn average(sum: u64, number: u64) -> f64 {
    if number == 0 { 0.0 } else { sum as f64 / number as f64 }
}

/// What the searches did.
fn search(control: &Control) -> Vec<Statistic> {
    let search = control.search_statistics();
    let per_restart = average(search.conflicts, search.restarts);
    let levels = average(search.model_levels, search.models);
    let (length, share) =
        (average(search.learnt_literals, search.learnt), |part: u64| ratio(part, search.learnt));
    let jumps = format!(
        "Average: {:5.2} Max: {:3} Sum: {:6}",
        average(search.jumped_levels, search.jumps),
        search.longest_jump,
        search.jumped_levels
    );
    let of = |name, value, note| statistic("Core", name, value, note);
    vec![
        of("Choices", search.decisions, String::new()),
        of("Conflicts", search.conflicts, format!("Analyzed: {}", search.learnt)),
        of("Restarts", search.restarts, format!("Average: {per_restart:.2}")),
        of("Model-Level", levels.round() as u64, format!("Models: {}", search.models)),
        of("Propagations", search.propagations, String::new()),
        of("Lemmas", search.learnt, format!("Deleted: {} Average Length: {length:.1}", search.removed)),
        of("  Binary", search.binary, format!("Ratio: {:6.2}%", share(search.binary))),
        of("  Ternary", search.ternary, format!("Ratio: {:6.2}%", share(search.ternary))),
        of("  Other", search.lemmas, "from reasoning beyond clauses".to_owned()),
        of("Backjumps", search.jumps, jumps),
    ]
}

/// What the program is, and what it has become.
fn program(control: &mut Control) -> Vec<Statistic> {
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
    let tight = if program.components == 0 { "Tight: Yes" } else { "Tight: No" };
    let equal = format!("Atoms: {} Bodies: {}", program.equal_atoms, program.equal_bodies);
    let of = |name, value: usize| statistic("LP", name, value as u64, String::new());
    vec![
        of("Rules", program.rules),
        of("Choice", program.choices),
        of("Integrity", program.constraints),
        of("Atoms", program.atoms),
        of("Bodies", program.bodies),
        of("Sum", program.sums),
        statistic("LP", "Equal", (program.equal_atoms + program.equal_bodies) as u64, equal),
        statistic("LP", "SCCs", program.components as u64, tight.to_owned()),
        of("UfsAtoms", program.circle_atoms),
        of("Circuits", program.circuits),
        statistic("Grounding", "Instances", instances, String::new()),
        statistic("Grounding", "Tried", tried, String::new()),
        statistic("Problem", "Variables", variables as u64, String::new()),
        statistic("Problem", "Constraints", all, kinds),
    ]
}
