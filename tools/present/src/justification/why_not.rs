//! Why an atom is false, as an outline and as text.

use super::outline::{Mark, Outline};
use super::place::Places;
use super::tree::tree_outline;
use hamadryad::Symbol;
use hamadryad::explain::{Attempt, Deeper, Failure, InstanceLiteral, LiteralKind, Regime, Status, WhyNot};

/// The greatest number of instances that are shown for an atom.
const ATTEMPTS: usize = 8;
/// The greatest number of changed atoms that are listed.
const CHANGES: usize = 20;

/// The reasons of a false atom as an outline: the atom, the statements for it, and the literals of their instances.
pub fn failure_outline(places: Places<'_>, failure: &Failure) -> Outline {
    let goal = failure.goal.display(places.0.symbols()).to_string();
    let mut outline = Outline::leaf(Mark::None, goal, "");
    outline.children = attempts(places, failure);
    outline
}

fn attempts(places: Places<'_>, failure: &Failure) -> Vec<Outline> {
    let mut lines: Vec<Outline> =
        failure.attempts.iter().take(ATTEMPTS).map(|attempt| attempt_outline(places, attempt)).collect();
    if lines.is_empty() {
        lines.push(Outline::leaf(Mark::None, "no rule and no fact has this atom", ""));
    }
    if failure.attempts.len() > ATTEMPTS {
        let more = failure.attempts.len() - ATTEMPTS;
        lines.push(Outline::leaf(Mark::None, format!("… {more} more ways to derive it fail"), ""));
    }
    lines
}

fn attempt_outline(places: Places<'_>, attempt: &Attempt) -> Outline {
    let instance = &attempt.instance;
    let symbols = places.0.symbols();
    let bindings: Vec<String> = instance
        .bindings
        .iter()
        .map(|&(name, value)| format!("{} = {}", symbols.text(name), symbols.display(value)))
        .collect();
    let mut label = places.text(instance.span);
    if !bindings.is_empty() {
        label = format!("{label}  with {}", bindings.join(", "));
    }
    let note = match instance.alike {
        0 | 1 => String::new(),
        2 => "(and 1 more instance fails there)".to_owned(),
        alike => format!("(and {} more instances fail there)", alike - 1),
    };
    let mut outline = Outline::leaf(Mark::None, label, note);
    outline.place = places.line(instance.span);
    // The literals that hold come first; those behind the failing one, whose variables have no value, are left out.
    let failing = instance.failing;
    let shown = instance.literals.iter().enumerate().filter(|&(place, literal)| {
        Some(place) == failing || literal.status.is_some_and(|status| status != Status::False)
    });
    let (mut holding, mut last) = (Vec::new(), Vec::new());
    for (place, literal) in shown {
        if Some(place) == failing {
            last.push(failing_outline(places, literal, &attempt.deeper));
        } else {
            let mark = if literal.status == Some(Status::True) { Mark::Holds } else { Mark::Unknown };
            let note = if mark == Mark::Unknown { "possible" } else { "" };
            holding.push(Outline::leaf(mark, &literal.text, note));
        }
    }
    if failing.is_none() {
        last.push(match attempt.deeper {
            Deeper::NotChosen if instance.literals.iter().all(|l| l.status == Some(Status::True)) => {
                Outline::leaf(Mark::None, "the choice is open, and the answer is without it", "")
            }
            _ => Outline::leaf(Mark::Fails, "these literals cannot hold together", ""),
        });
    }
    outline.children = holding.into_iter().chain(last).collect();
    outline
}

fn failing_outline(places: Places<'_>, literal: &InstanceLiteral, deeper: &Deeper) -> Outline {
    let mut note = match (literal.kind, literal.value) {
        (LiteralKind::Aggregate, Some(value)) => {
            format!("the value is {}", places.0.symbols().display(value))
        }
        _ => String::new(),
    };
    let mut children = Vec::new();
    match deeper {
        Deeper::Evident | Deeper::NotChosen => {}
        Deeper::Undefined => note = "no rule and no fact has such an atom".to_owned(),
        Deeper::Circular => note = "needs the atom above: they support each other only".to_owned(),
        Deeper::SeenBefore => note = "see above".to_owned(),
        Deeper::Omitted => note = "…".to_owned(),
        Deeper::Failure(failure) => children = attempts(places, failure),
        Deeper::Derived(tree) => children.push(tree_outline(places, tree)),
    }
    Outline { children, ..Outline::leaf(Mark::Fails, &literal.text, note) }
}

/// The answer to the question in sentences, followed by the outline, each line ended. `costs` are those of the answer set.
pub fn why_not_text(
    places: Places<'_>,
    why_not: &WhyNot,
    costs: &[i64],
    depth: &dyn Fn(&Outline) -> usize,
) -> String {
    let goal = why_not.goal.display(places.0.symbols()).to_string();
    let mut text = match &why_not.regime {
        Regime::NeverPossible => format!("{goal} is in no answer: no rule can derive it\n\n"),
        Regime::InNoAnswer => format!("{goal} is in no answer, although rules can derive it\n\n"),
        Regime::InOthers(_) => format!("{goal} is not in this answer; others have it\n\n"),
        Regime::Interrupted => format!("{goal} is not in this answer; the search for others was stopped\n\n"),
    };
    let outline = failure_outline(places, &why_not.failure);
    text.push_str(&outline.text(depth(&outline)));
    if why_not.failure.is_cut {
        text.push_str("… the search for instances ended early; nearer ones may exist\n");
    }
    if let Regime::InOthers(nearest) = &why_not.regime {
        let symbols = places.0.symbols();
        let word = if nearest.is_proven { "the nearest answer" } else { "a near answer" };
        text.push_str(&format!("\n{word} with {}:\n", symbols.display(nearest.atom)));
        for (word, atoms) in [("with   ", &nearest.added), ("without", &nearest.removed)] {
            if !atoms.is_empty() {
                text.push_str(&format!("   {word} {}\n", list(places, atoms)));
            }
        }
        if !nearest.costs.is_empty() {
            let numbers = |costs: &[i64]| costs.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            text.push_str(&format!("   costs {} instead of {}\n", numbers(&nearest.costs), numbers(costs)));
        }
    }
    text
}

fn list(places: Places<'_>, atoms: &[Symbol]) -> String {
    let symbols = places.0.symbols();
    let shown = atoms.iter().take(CHANGES).map(|&atom| symbols.display(atom).to_string());
    let shown = shown.collect::<Vec<String>>().join(", ");
    match atoms.len().saturating_sub(CHANGES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
