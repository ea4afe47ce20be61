//! Actions: each instance of a body calls the function of its kind of statement.

use crate::instantiate::join::Join;
use crate::ir::{Action, Part, Rule};
use crate::output::pending::Pending;
use crate::plan::{ActionPlan, Plan};
use crate::recursive::accumulate::accumulate;
use crate::recursive::literal::RecursiveLiterals;
use crate::statement::choice::{bound, choose};
use crate::statement::disjunction::disjoin;
use crate::statement::edge::connect;
use crate::statement::external::declare_external;
use crate::statement::heuristic::modify;
use crate::statement::minimize::minimize;
use crate::statement::project::project;
use crate::statement::rule::{constrain, derive};
use crate::statement::show::show;
use crate::statement::theory::derive_theory_atom;
use hamadryad_aspif::Origin;

/// Instantiates a rule along its plan.
pub(crate) fn instantiate(
    join: &mut Join<'_>,
    pending: &mut Pending,
    recursive: &mut RecursiveLiterals,
    rule: &Rule,
    plan: &Plan,
) {
    join.run(&plan.body, &mut |join| {
        join.effort.instances += 1;
        if join.instance.keeps_origins {
            write_origin(join, rule);
        }
        act(join, pending, recursive, rule, &plan.action);
    });
}

/// Writes the origin of the rules that the instance adds.
fn write_origin(join: &mut Join<'_>, rule: &Rule) {
    let is_of_program = rule.number != u32::MAX && !matches!(rule.action, Action::Accumulate(_));
    let origin = match is_of_program {
        true => Origin::Instance { rule: rule.number, values: &join.evaluator.substitution },
        false => Origin::Auxiliary,
    };
    join.atoms.emitter.sink.origin(origin);
}

fn act(
    join: &mut Join<'_>,
    pending: &mut Pending,
    recursive: &mut RecursiveLiterals,
    rule: &Rule,
    plan: &ActionPlan,
) {
    if writes(&rule.action) {
        join.theory.use_atoms(&mut join.atoms.emitter, &join.instance.literals);
    }
    match (&rule.action, plan) {
        (Action::Derive(atom), _) => derive(join, atom),
        (Action::Constrain, _) => constrain(join, &[]),
        (Action::Choose(elements), ActionPlan::Choose(conditions)) => choose(join, elements, conditions),
        (Action::Bound(_), ActionPlan::Bound(aggregate)) => bound(join, aggregate),
        (Action::Disjoin(disjuncts), ActionPlan::Disjoin(plans)) => disjoin(join, disjuncts, plans),
        (Action::Theory(_), ActionPlan::Theory(theory)) => derive_theory_atom(join, theory),
        (Action::Connect(from, to), _) => connect(join, pending, rule, from, to),
        (Action::Project(atom), _) => project(join, pending, atom),
        (Action::External(atom, value), _) => declare_external(join, pending, atom, value),
        (Action::Show(term), _) => show(join, pending, term),
        (Action::Minimize { weight, priority, tuple, negate }, _) => {
            minimize(join, pending, rule, (weight, priority, tuple), *negate);
        }
        (Action::Heuristic { atom, bias, priority, modifier }, _) => {
            modify(join, rule, atom, bias, priority.as_ref(), modifier);
        }
        (Action::Accumulate(part), _) => accumulate(recursive, join, part, plan),
        (Action::Choose(_) | Action::Bound(_) | Action::Theory(_) | Action::Disjoin(_), _) => {
            unreachable!("a plan is made for its action")
        }
    }
}

/// Whether each instance writes a statement. A derivation may turn out to be redundant, and parts of
/// recursive literals are written later.
fn writes(action: &Action) -> bool {
    match action {
        Action::Derive(_) => false,
        Action::Accumulate(accumulate) => matches!(accumulate.part, Part::Instance | Part::Disjunct(..)),
        _ => true,
    }
}
