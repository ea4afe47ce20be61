#!/usr/bin/env python3
"""Grounding: writes the instances of ten programs, and a suite for `hamadryad lab run solve` that grounds them.

    python3 benches/ground/generate.py /tmp/ground --clingo clingo
    hamadryad lab run solve /tmp/ground/suite.toml --out /tmp/ground/results
    hamadryad lab report /tmp/ground/results

Both programs write the ground program as a text, which is discarded, or with `--format aspif` in the format of solvers.
The seeds of the suite repeat each run; the report has the ratios of processor times and of memory.
"""

import argparse
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import suite  # noqa: E402


def graph(nodes, edges, seed):
    """A random graph without loops, as facts."""
    rng = random.Random(seed)
    found = set()
    while len(found) < edges:
        pair = (rng.randrange(nodes), rng.randrange(nodes))
        if pair[0] != pair[1]:
            found.add(pair)
    return "".join(f"edge({a},{b}).\n" for a, b in sorted(found))


def schedule(tasks, machines, seed):
    rng = random.Random(seed)
    facts = [f"machine({m},{rng.randrange(200, 400)})." for m in range(machines)]
    for task in range(tasks):
        facts.append(f"task({task},{rng.randrange(1, 20)}).")
        facts += [f"able({task},{m})." for m in rng.sample(range(machines), 8)]
        if task:
            facts += [f"before({rng.randrange(task)},{task})." for _ in range(2)]
    return "\n".join(facts) + "\n"


def network(sites, links, seed):
    rng = random.Random(seed)
    facts = [f"site({site})." for site in range(sites)]
    pairs = set()
    while len(pairs) < links:
        a, b = sorted(rng.sample(range(sites), 2))
        pairs.add((a, b))
    facts += [f"link({a},{b},{rng.randrange(1, 5)})." for a, b in sorted(pairs)]
    return "\n".join(facts) + "\n"


def programs():
    """Name, encoding, facts, constants."""
    return [
        ("snake 30×30", "snake", "", ["n=30"]),
        ("snake 60×60", "snake", "", ["n=60"]),
        ("closure 400/1600", "closure", graph(400, 1600, 1), []),
        ("three-way join", "join", graph(700, 14000, 2), []),
        ("Hanoi, horizon 120", "hanoi", "", []),
        ("60 queens, pairwise", "queens", "", []),
        ("Sudoku 25×25", "sudoku", "", []),
        ("schedule, 3000 tasks", "schedule", schedule(3000, 120, 3), []),
        ("blocks world", "blocks", "", []),
        ("lists as terms", "types", "".join(f"item({i}).\n" for i in range(22)), ["depth=5"]),
        ("frequencies", "labelling", network(400, 1600, 4), ["frequencies=14"]),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--clingo", default="clingo", metavar="COMMAND", help="clingo [clingo]; empty: without it")
    parser.add_argument("--hamadryad", default="hamadryad", metavar="COMMAND", help="the program [hamadryad]")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="runs of each program [5]")
    parser.add_argument("--format", choices=["text", "aspif"], default="text", help="the ground program [text]")
    chosen = parser.parse_args()
    theirs = {"text": "text", "aspif": "intermediate"}[chosen.format]
    commands = {"hamadryad": f"{chosen.hamadryad} ground --format {chosen.format}",
                "clingo": f"{chosen.clingo} --output={theirs} -Wnone"}
    if not chosen.clingo:
        del commands["clingo"]
    solvers = [{"name": name, "command": 'exec ' + command + ' {options} "$@" >/dev/null', "reads": "nothing"}
               for name, command in commands.items()]
    benchmarks = []
    for name, encoding, facts, constants in programs():
        instance = f"instances/{name.replace(',', '').replace('×', 'x').replace(' ', '-').replace('/', '-')}.lp"
        suite.write_file(os.path.join(chosen.folder, instance), facts)
        benchmarks.append({"name": encoding, "encoding": [os.path.join(HERE, encoding + ".lp")], "instances": [instance],
                           "options": " ".join(f"-c {constant}" for constant in constants)})
    suite.write(chosen.folder, {"limit": 60, "memory": 8192, "seeds": chosen.repeat}, solvers, [], benchmarks)


if __name__ == "__main__":
    main()
