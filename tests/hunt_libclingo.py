#!/usr/bin/env python3
"""Random sequences of calls through clingo's interface, on Hamadryad's library and on clingo's: the same answers?

    python tests/hunt_libclingo.py --sequences 2000 --seed 1

The Python that runs it needs the wheel of tools/clingo-python, or its module on the path. Each sequence is run by two
processes, one of them with HAMADRYAD=0; the transcripts are compared. A tool for development: nothing else needs it.
"""

import argparse
import json
import os
import random
import subprocess
import sys

# The greatest number of models that are compared.
MOST_MODELS = 3000


def part(rng, projects):
    """A program part with the parameter `t`, whose atoms all contain `t`; with `#project` if `projects`."""
    pieces = [
        "{{ a(t,1..{n}) }}.",
        "1 {{ b(t,X) : X = 1..{n} }} 2.",
        "c(t,X) :- a(t,X), not b(t,X).",
        "d(t) :- c(t,1). d(t) :- b(t,2).",
        "e(t,N) :- N = #count {{ X : a(t,X) }}.",
        "f(t) ; g(t) :- a(t,1).",
        "#external x(t). #external y(t,1..2).",
        "h(t) :- x(t), not y(t,1).",
        "r(t,X) :- s(t,X). s(t,X) :- r(t,X), a(t,X). r(t,X) :- b(t,X).",
        ":- a(t,1), b(t,1).",
        ":- not d(t), x(t).",
        "#minimize {{ {w}@1,t,X : a(t,X) }}.",
        "#minimize {{ 1@2,t : b(t,2) }}.",
        "#show a/2.",
        "#show out(X,t) : a(t,X), b(t,X).",
        "-k(t) :- not x(t). k(t) :- a(t,2).",
        "#project a(t,1).",
        "z(t,1..2).",
        'v(t,"text",f(t,(1,))) :- a(t,1).',
    ]
    chosen = rng.sample(pieces, rng.randint(2, 7))
    # Consequences are limited to the atoms of `#project`; clingo adds atoms that its preprocessing finds equivalent.
    chosen = [piece for piece in chosen if projects or "#project" not in piece]
    # Statements of a part may refer to atoms that no statement derives: both libraries take them as false.
    return " ".join(chosen).format(n=rng.randint(1, 3), w=rng.randint(1, 3))


def sequence(seed):
    """The calls of a sequence."""
    rng = random.Random(seed)
    calls, steps = [], 0
    parts = {}
    arguments = rng.choice([[], [], ["--opt-mode=optN"], ["-e", "brave"], ["-e", "cautious"], ["--project"]])
    calls.append(["new", ["0", *arguments]])
    for name in ["p", "q"][: rng.randint(1, 2)]:
        parts[name] = part(rng, "-e" not in arguments)
        calls.append(["add", name, parts[name]])
    for _ in range(rng.randint(3, 14)):
        kind = rng.choice(
            ["ground", "ground", "solve", "solve", "solve", "assign", "assign", "release", "atoms", "backend"]
            + ["cleanup", "unminimize", "assume", "const", "core", "config"]
        )
        if kind == "ground":
            steps += 1
            calls.append(["ground", rng.choice(sorted(parts)), steps])
        elif kind == "solve":
            calls.append(["solve", rng.choice(["sync", "yield", "async", "async yield"]), []])
        elif kind in ("assume", "core"):
            known = [
                [rng.choice(["a(%d,1)", "b(%d,2)", "d(%d)", "x(%d)", "nowhere(%d)"]) % rng.randint(1, max(steps, 1)),
                 rng.random() < 0.5]
                for _ in range(rng.randint(1, 3))
            ]
            calls.append(["solve", "sync", known])
        elif kind in ("assign", "release"):
            atom = rng.choice(["x(%d)", "y(%d,1)", "y(%d,2)", "a(%d,1)"]) % rng.randint(1, max(steps, 1))
            calls.append([kind, atom, rng.choice([True, False, None])])
        elif kind == "backend":
            number = len(calls)
            calls.append(["backend", number, rng.choice(["choice", "rule", "external", "weight"]),
                          rng.randint(1, max(steps, 1))])
        elif kind == "config":
            calls.append(["config", "solve.models", rng.choice(["0", "0", "1"])])
        else:
            calls.append([kind])
    calls.append(["solve", "sync", []])
    return calls


def worker():
    """Runs the sequences whose numbers arrive, and answers with transcripts."""
    import clingo

    for line in sys.stdin:
        transcript = []
        control, cleaned = None, False
        for call in sequence(int(line)):
            try:
                cleaned |= call[0] in ("solve", "cleanup")
                control, answer = run(clingo, control, call, cleaned)
            except RuntimeError as error:
                answer = f"RuntimeError {str(error)[:30] if '-v' in sys.argv else ''}"
            transcript.append([call, answer])
        print(json.dumps(transcript), flush=True)


def run(clingo, control, call, cleaned):
    """The control and the answer of a call; `cleaned` tells whether a solve or a clean-up came before."""
    kind, *rest = call
    if kind == "new":
        return clingo.Control(rest[0], logger=lambda code, message: None), "made"
    if kind == "add":
        control.add(rest[0], ["t"], rest[1])
        return control, "added"
    if kind == "ground":
        control.ground([(rest[0], [clingo.Number(rest[1])])])
        return control, "grounded"
    if kind == "solve":
        return control, solve(clingo, control, *rest)
    if kind == "assign":
        control.assign_external(clingo.parse_term(rest[0]), rest[1])
        return control, "assigned"
    if kind == "release":
        control.release_external(clingo.parse_term(rest[0]))
        return control, "released"
    if kind == "atoms":
        # Clean-ups may remove atoms that are settled.
        atoms = [] if cleaned else control.symbolic_atoms
        return control, sorted(f"{atom.symbol} {atom.is_external}" for atom in atoms)
    if kind == "cleanup":
        control.cleanup()
        return control, "cleaned"
    if kind == "unminimize":
        control.remove_minimize()
        return control, "removed"
    if kind == "const":
        return control, str(control.get_const("n"))
    if kind == "config":
        control.configuration.solve.models = rest[1]
        return control, str(control.configuration.solve.models)
    if kind == "backend":
        return control, backend(clingo, control, *rest)
    raise ValueError(kind)


def backend(clingo, control, number, what, step):
    with control.backend() as writer:
        new = writer.add_atom(clingo.Function("new", [clingo.Number(number)]))
        # An atom of its own: atoms that a later part defines are fixed when they are solved before.
        old = writer.add_atom(clingo.Function("old", [clingo.Number(number), clingo.Number(step)]))
        writer.add_rule([old], choice=True)
        if what == "choice":
            writer.add_rule([new], choice=True)
        elif what == "rule":
            writer.add_rule([new], [-old])
        elif what == "weight":
            other = writer.add_atom()
            writer.add_rule([other], choice=True)
            writer.add_weight_rule([new], 2, [(old, 1), (other, 1), (-old, 1)])
        else:
            writer.add_external(new, clingo.TruthValue.True_)
    return "written"


def solve(clingo, control, style, assumptions):
    assumptions = [(clingo.parse_term(atom), value) for atom, value in assumptions]
    found, costs, consequences = [], [], []

    # Programs with millions of models are not enumerated to their end.
    def on_model(model):
        if len(found) == MOST_MODELS:
            return False
        found.append(" ".join(sorted(map(str, model.symbols(shown=True)))))
        costs.append((list(model.cost), model.optimality_proven))
        consequences.append(model.type != clingo.ModelType.StableModel)
        return True

    options = {"assumptions": assumptions, "async_": "async" in style}
    if "yield" in style:
        with control.solve(yield_=True, **options) as handle:
            for model in handle:
                if not on_model(model):
                    break
            if len(found) == MOST_MODELS:
                handle.cancel()
            result = handle.get()
    elif style == "async":
        with control.solve(on_model=on_model, **options) as handle:
            handle.wait()
            result = handle.get()
    else:
        result = control.solve(on_model=on_model, assumptions=assumptions)
    # Which model stands for its projection depends on the search.
    projected = str(control.configuration.solve.project) != "no"
    limited = str(control.configuration.solve.models) == "1"
    mode = str(control.configuration.solve.opt_mode)
    answer = {"result": str(result)}
    if len(found) == MOST_MODELS:
        return {"models": "many"}
    if not found:
        return answer
    if any(consequences):
        # The steps of the estimate depend on the search; with a limit, the estimate is not finished. With an objective,
        # Hamadryad computes the consequences of optimal models, and clingo those of the models on its way.
        answer["models"] = [] if limited or costs[-1][0] else [found[-1]]
    elif costs[-1][0] and mode != "optN":
        answer["cost"] = [] if limited else costs[-1][0]
    elif costs[-1][0]:
        optimal = {model for model, (_, proven) in zip(found, costs) if proven}
        answer["cost"], answer["models"] = costs[-1][0], [] if limited else sorted(optimal)
    else:
        answer["models"] = len(found) if limited or projected else sorted(found)
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sequences", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worker", action="store_true")
    arguments = parser.parse_args()
    if arguments.worker:
        return worker()
    workers = [
        subprocess.Popen(
            [sys.executable, __file__, "--worker"],
            env=dict(os.environ, HAMADRYAD=switch),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for switch in "10"
    ]
    differences = 0
    for seed in range(arguments.seed, arguments.seed + arguments.sequences):
        for process in workers:
            process.stdin.write(f"{seed}\n")
            process.stdin.flush()
        answers = []
        for process, name in zip(workers, ["Hamadryad", "clingo"]):
            line = process.stdout.readline()
            if not line:
                raise SystemExit(f"seed {seed}: {name} ended")
            answers.append(json.loads(line))
        for ours, theirs in zip(*answers):
            if ours != theirs:
                differences += 1
                print(f"seed {seed}, {ours[0]}:\n  Hamadryad {ours[1]}\n  clingo    {theirs[1]}")
                break
    print(f"{arguments.sequences} sequences, {differences} differences")
    return differences > 0


if __name__ == "__main__":
    sys.exit(main())
