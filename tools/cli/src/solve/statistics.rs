//! The numbers of `--stats`, under clingo's names where it has them.

use crate::output::Statistic;
use hamadryad::Control;

/// What is known of the program and of the searches so far.
pub fn of(control: &mut Control) -> Vec<Statistic> {
    let program = control.program_statistics();
    let (variables, clauses) = control.size();
    let search = control.search_statistics();
    let costs = control.ground_costs();
    let (instances, tried) = costs
        .iter()
        .fold((0, 0), |(instances, tried), (_, cost)| (instances + cost.instances, tried + cost.tried));
    let groups: [(&str, &[(&str, u64)]); 4] = [
        (
            "Core",
            &[
                ("Choices", search.decisions),
                ("Conflicts", search.conflicts),
                ("Restarts", search.restarts),
                ("Propagations", search.propagations),
                ("Lemmas", search.learnt),
                ("Literals", search.learnt_literals),
                ("Deleted", search.removed),
                ("Reasoned", search.lemmas),
            ],
        ),
        (
            "LP",
            &[
                ("Rules", program.rules as u64),
                ("Choice", program.choices as u64),
                ("Integrity", program.constraints as u64),
                ("Atoms", program.atoms as u64),
                ("Bodies", program.bodies as u64),
                ("Sum", program.sums as u64),
                ("SCCs", program.components as u64),
                ("UfsAtoms", program.circle_atoms as u64),
                ("Circuits", program.circuits as u64),
            ],
        ),
        ("Grounding", &[("Instances", instances), ("Tried", tried)]),
        ("Problem", &[("Variables", variables as u64), ("Constraints", clauses as u64)]),
    ];
    let statistics = groups.into_iter().flat_map(|(group, entries)| {
        entries.iter().map(move |&(name, value)| Statistic { group, name, value })
    });
    statistics.collect()
}
