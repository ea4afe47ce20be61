"""Compares outcomes of Hamadryad with those of clingo, and classifies known differences.

`difference(ours, theirs, ...)` returns nothing if a solve has the same answers in both. The comparison depends on the
mode: the set of models with costs; the last model for consequences; the optimal models only where an optimum is sought.
"""

from collections import Counter


def costs_of(answer):
    """Costs by priority without zeros: clingo prints or omits a priority that grounding decides, Hamadryad may differ."""
    costs = answer["costs"]
    return tuple(cost for cost in (costs.values() if isinstance(costs, dict) else costs) if cost)


def summary(outcome, task):
    """The part of a solve's outcome that does not depend on the order of the search."""
    answers = outcome["answers"]
    if not answers:
        return "no model"
    optimizes = task["optimize"] in ("opt", "optN") and any(answer["costs"] for answer in answers)
    if task["consequences"]:
        last = answers[-1]
        return "consequences", tuple(sorted(last["shown"])), costs_of(last) if optimizes else ()
    if optimizes and task["optimize"] == "opt":
        return "optimum", costs_of(answers[-1])
    if optimizes:
        answers = [answer for answer in answers if answer["optimal"]]
    if task["projection"] == "project":
        return "number", len(answers)
    keep = costs_of if optimizes or task["optimize"] == "enum" and not task["projection"] else lambda answer: ()
    return "models", tuple(sorted(Counter((tuple(sorted(a["shown"])), keep(a)) for a in answers).items()))


def difference(ours, theirs, task):
    """What differs between two outcomes of the same call, in a sentence; nothing if they agree."""
    if ("error" in ours) != ("error" in theirs):
        return f"only {'ours' if 'error' in ours else 'clingo'} rejects it: {ours.get('error') or theirs.get('error')}"
    if "error" in ours or "answers" not in theirs:
        return None
    one, other = (summary(outcome, task) for outcome in (ours, theirs))
    return None if one == other else f"ours {shortened(one)}, clingo {shortened(other)}"


def shortened(value):
    text = str(value)
    return text if len(text) < 400 else text[:400] + "…"


def derived(answers, task):
    """The outcome of a task, computed from all models of clingo without assumptions, projection or consequences.

    Each answer has all its true atoms as `atoms`. A judge where clingo's own techniques contradict its enumeration.
    """
    chosen = [a for a in answers if all((atom in a["atoms"]) == value for atom, value in task.get("assumptions", []))]
    vector = lambda answer: [cost for _, cost in sorted(answer["costs"].items(), key=lambda item: -int(item[0]))]
    bound = task.get("bound")
    if bound and task["optimize"] != "ignore":
        chosen = [answer for answer in chosen if vector(answer) <= bound or not answer["costs"]]
    if task["optimize"] in ("opt", "optN") and chosen and any(a["costs"] for a in chosen):
        best = min(map(vector, chosen))
        chosen = [dict(answer, optimal=True) for answer in chosen if vector(answer) == best]
    if task["consequences"] and chosen:
        sets = [set(answer["shown"]) for answer in chosen]
        shown = set.union(*sets) if task["consequences"] == "brave" else set.intersection(*sets)
        chosen = [dict(chosen[0], shown=sorted(shown))]
    if task["projection"] == "show" and task["optimize"] != "opt":
        chosen = list({tuple(answer["shown"]): answer for answer in chosen}.values())
    return {"answers": chosen}
