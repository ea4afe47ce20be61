//! The check of a tree before it is shown: a judge that knows only the ground program.

use hamadryad::explain::Tree;
use hamadryad::{Atom, Control, OptimizeMode, SolveOptions, Symbol};
use hamadryad_aspif::Sink;
use hamadryad_check::explained::{Claim, Judge};
use hamadryad_check::recorded::GroundProgram;
use std::collections::HashSet;

/// Whether the judge accepts a tree for an answer set, which is given by its true atoms. The control keeps origins.
pub fn is_justified(control: &Control, answer: &HashSet<Symbol>, tree: &Tree) -> bool {
    let claims: Vec<Claim> = tree
        .nodes
        .iter()
        .map(|node| {
            let children = node.literals.iter().flat_map(|literal| &literal.children);
            let assumed = node.literals.iter().flat_map(|literal| literal.assumed.clone()).collect();
            Claim {
                atom: node.atom,
                supports: children.map(|&child| tree.node(child).atom).collect(),
                assumed,
            }
        })
        .collect();
    let Some(ground) = ground_program(control) else { return false };
    let Some(model) = complete(control, answer, &ground) else { return false };
    Judge::new(&ground).judge(&claims, &|atom| model.contains(&atom)).is_ok()
}

/// The recorded statements, as the judge reads them.
fn ground_program(control: &Control) -> Option<GroundProgram> {
    let recorded = control.recorded()?;
    let mut ground = GroundProgram::default();
    ground.names.extend(recorded.named_atoms());
    recorded.rules().for_each(|rule| ground.rule(rule.head, rule.body));
    recorded.externals().for_each(|(atom, value)| ground.external(atom, value));
    Some(ground)
}

/// The true atoms of the ground program, those without a name included: the answer set is searched for again.
fn complete(control: &Control, answer: &HashSet<Symbol>, ground: &GroundProgram) -> Option<HashSet<Atom>> {
    let mut control = control.clone();
    let assumptions: Vec<(Symbol, bool)> =
        control.atoms().map(|atom| (atom, answer.contains(&atom))).collect();
    let options =
        SolveOptions { assumptions: &assumptions, optimize: OptimizeMode::Ignore, ..SolveOptions::default() };
    let mut search = control.solve(options).ok()?;
    let model = search.next_model()?;
    let atoms = (1..=ground.last_atom() as u32).filter_map(Atom::new);
    Some(atoms.filter(|atom| model.is_true(atom.positive())).collect())
}
