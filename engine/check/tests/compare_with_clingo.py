#!/usr/bin/env python3
"""Compares the oracle with clingo on many programs.

    cargo run --release --features random --example random -- 1 3000 > programs.lp
    cargo run --release --example answers < programs.lp > answers.jsonl
    python tests/compare_with_clingo.py programs.lp answers.jsonl

Programs are separated by lines that begin with `%%%`. Compared are the answer sets as a multiset of (atoms, shown symbols),
and where there is an objective the cost of each optimal answer set by priority (zeros apart, for clingo leaves out priorities
without a tuple). Needs the Python module of clingo (5.8), which is no part of this repository.
"""
import collections
import json
import sys

import clingo


def programs(path):
    current = []
    for line in open(path, encoding="utf-8"):
        if line.startswith("%%%"):
            yield "".join(current)
            current = []
        else:
            current.append(line)
    yield "".join(current)


def costs(priorities, sums):
    return tuple(sorted((p, s) for p, s in zip(priorities, sums) if s))


def solve(program, mode, models_limit):
    messages = []
    control = clingo.Control([f"--opt-mode={mode}", str(models_limit)], logger=lambda code, text: messages.append(text))
    control.add("base", [], program)
    control.ground([("base", [])])
    models = []

    def on_model(model):
        if mode == "optN" and not model.optimality_proven and model.cost:
            return
        atoms = tuple(sorted(map(str, model.symbols(atoms=True))))
        shown = tuple(sorted(set(map(str, model.symbols(shown=True)))))
        models.append((atoms, shown, costs(model.priority, model.cost)))

    control.solve(on_model=on_model)
    return models, messages


def compare(program, answer, limit=5000):
    """What is different, or None; and the number of answer sets."""
    if "refused" in answer:
        return "refused: " + answer["refused"], 0
    try:
        models, _ = solve(program, "ignore", limit + 1)
    except RuntimeError as error:
        return f"clingo: {error}", 0
    if len(models) > limit:
        return None, len(models)
    theirs = collections.Counter((atoms, shown) for atoms, shown, _ in models)
    ours = [(tuple(sorted(a["atoms"])), tuple(sorted(a["shown"])), costs(*zip(*a["cost"])) if a["cost"] else ()) for a in answer["answers"]]
    mine = collections.Counter((atoms, shown) for atoms, shown, _ in ours)
    if theirs != mine:
        return f"answer sets differ: only clingo {list((theirs - mine).items())[:3]}, only oracle {list((mine - theirs).items())[:3]}", len(models)
    if any(a["cost"] for a in answer["answers"]):
        optimal, _ = solve(program, "optN", 0)
        best = ours and min(a["cost"] for a in map(lambda a: {"cost": [s for _, s in a["cost"]]}, answer["answers"]))
        mine = collections.Counter(o for o, a in zip(ours, answer["answers"]) if [s for _, s in a["cost"]] == best)
        if collections.Counter(optimal) != mine:
            return f"optima differ: clingo {optimal[:3]}, oracle {list(mine.items())[:3]}", len(models)
    return None, len(models)


def main():
    answers = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
    bad = collections.Counter()
    histogram = collections.Counter()
    total = 0
    for number, (program, answer) in enumerate(zip(programs(sys.argv[1]), answers)):
        total += 1
        difference, models = compare(program, answer)
        histogram[min(models, 31)] += 1
        if difference:
            kind = difference.split(":")[0]
            bad[kind] += 1
            if bad[kind] <= int(sys.argv[3]) if len(sys.argv) > 3 else 5:
                print(f"--- program {number}: {difference}\n{program}")
    print(f"{total} programs, {sum(bad.values())} differences {dict(bad)}")
    print("answer sets per program:", ", ".join(f"{n}{'+' if n == 31 else ''}: {count}" for n, count in sorted(histogram.items())))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
