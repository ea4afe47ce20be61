#!/usr/bin/env python3
"""Compares the oracle with clingo on many programs.

    cargo run --release --features random --example random -- 1 3000 > programs.lp
    cargo run --release --example answers < programs.lp > answers.jsonl
    python tests/compare_with_clingo.py programs.lp answers.jsonl [EXAMPLES]

The same with ground programs, to try the judge of models: write each program as aspif with
`clingo --mode=gringo --output=intermediate`, and take `--example judge`; then only what is shown is compared.

Each program begins with a line that begins with `%%%`. Compared are the answer sets as a multiset of (atoms, shown symbols),
and where there is an objective the cost of each optimal answer set by priority (zeros apart, for clingo leaves out priorities
without a tuple). A program on which clingo agrees only without its equivalence preprocessing (`--eq=0`) is counted apart: that
is an error of clasp 3.4.2. Of each kind of difference the first EXAMPLES are printed (5).

Needs the Python module of clingo (5.8), which is no part of this repository.
"""
import collections
import json
import sys

import clingo

LIMIT = 5000


def programs(path):
    current = None
    for line in open(path, encoding="utf-8"):
        if line.startswith("%%%"):
            if current is not None:
                yield "".join(current)
            current = []
        else:
            current.append(line)
    yield "".join(current)


def costs(pairs):
    return tuple(sorted((priority, total) for priority, total in pairs if total))


def solve(program, mode, limit, options=(), with_atoms=True):
    control = clingo.Control([f"--opt-mode={mode}", str(limit), *options], logger=lambda code, text: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    models = []

    def on_model(model):
        if mode == "optN" and not model.optimality_proven and model.cost:
            return
        atoms = tuple(sorted(map(str, model.symbols(atoms=True)))) if with_atoms else ()
        shown = tuple(sorted(set(map(str, model.symbols(shown=True)))))
        models.append((atoms, shown, costs(zip(model.priority, model.cost))))

    control.solve(on_model=on_model)
    return models


def first(counter):
    return [" ".join(shown) for (_, shown, *_), _ in list(counter.items())[:3]]


def compare(program, answer, options=()):
    """What is different, or None; and the number of answer sets."""
    if "refused" in answer:
        return ("too large" if "TooLarge" in answer["refused"] else "refused") + ": " + answer["refused"], 0
    with_atoms = all("atoms" in a for a in answer["answers"])
    try:
        models = solve(program, "ignore", LIMIT + 1, options, with_atoms)
    except RuntimeError as error:
        return f"clingo: {error}", 0
    if len(models) > LIMIT:
        return f"too large: more than {LIMIT} answer sets", len(models)
    ours = [(tuple(sorted(a.get("atoms", []))), tuple(sorted(set(a["shown"]))), costs(a["cost"])) for a in answer["answers"]]
    theirs = collections.Counter((atoms, shown) for atoms, shown, _ in models)
    mine = collections.Counter((atoms, shown) for atoms, shown, _ in ours)
    if theirs != mine:
        return f"answer sets: only clingo {first(theirs - mine)}, only oracle {first(mine - theirs)}", len(models)
    if any(a["cost"] for a in answer["answers"]):
        vectors = [[total for _, total in a["cost"]] for a in answer["answers"]]
        mine = collections.Counter(model for model, vector in zip(ours, vectors) if vector == min(vectors))
        theirs = collections.Counter(solve(program, "optN", 0, options, with_atoms))
        if theirs != mine:
            return f"optima: only clingo {first(theirs - mine)}, only oracle {first(mine - theirs)}", len(models)
    return None, len(models)


def main():
    answers = [json.loads(line) for line in open(sys.argv[2], encoding="utf-8")]
    examples = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    outcomes = collections.Counter()
    histogram = collections.Counter()
    optimised = 0
    for number, (program, answer) in enumerate(zip(programs(sys.argv[1]), answers)):
        difference, models = compare(program, answer)
        optimised += any(a["cost"] for a in answer.get("answers", []))
        if difference and not difference.startswith("too large") and compare(program, answer, ["--eq=0"])[0] is None:
            difference = "only with --eq=0:" + difference
        histogram[min(models, 31)] += 1
        outcome = difference.split(":")[0] if difference else "agree"
        outcomes[outcome] += 1
        if difference and outcomes[outcome] <= examples:
            print(f"--- program {number}: {difference}\n{program}")
    print(f"{sum(outcomes.values())} programs: {dict(outcomes)}; {optimised} with an objective and an answer set")
    counts = [f"{n}{'+' if n == 31 else ''}: {count}" for n, count in sorted(histogram.items())]
    print("programs by their number of answer sets:", ", ".join(counts))
    sys.exit(1 if set(outcomes) - {"agree", "too large", "only with --eq=0"} else 0)


if __name__ == "__main__":
    main()
