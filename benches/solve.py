#!/usr/bin/env python3
"""Runs hamadryad and clingo side by side on the benchmark set of benches/solve, and reports ratios of times.

    cargo build --release
    benches/solve.py --clingo "python3 my_clingo.py"                  # all families, a table in Markdown
    benches/solve.py --only tour --limit 60 --hamadryad target/quick/hamadryad --flags "--opt-strategy=usc"
    benches/solve.py --ours-only --only rogo --seeds 5                # our own times over several seeds
    benches/solve.py --best                                           # clingo's best of several configurations, too

Each program runs as a process of its own, one at a time. What counts is the time of the processor that the run itself
prints, grounding included (a clingo that comes with Python needs a moment to start Python, which is left out); below a
hundredth of a second it counts as that. A run that is out of time counts with its limit. Answers are compared: verdict,
optimum, number of models. With several seeds the median counts.
"""

import argparse
import json
import math
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(HERE, "solve"))
import generate  # noqa: E402

LEAST = 0.01
CONFIGURATIONS = ["--configuration=frumpy", "--configuration=jumpy", "--configuration=trendy", "--configuration=crafty",
                  "--configuration=handy", "--opt-strategy=usc", "--opt-strategy=usc,stratify"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clingo", default=os.environ.get("CLINGO", "clingo"), metavar="COMMAND")
    parser.add_argument("--hamadryad", default=os.path.join(ROOT, "target/release/hamadryad"), metavar="BINARY")
    parser.add_argument("--only", default="", metavar="TEXT", help="families or names that contain one of these, by commas")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="seeds 0 to N-1, for hamadryad")
    parser.add_argument("--flags", default="", help="more options for hamadryad")
    parser.add_argument("--ours-only", action="store_true", help="do not run clingo")
    parser.add_argument("--best", action="store_true", help="run clingo's other configurations, too")
    parser.add_argument("--known", metavar="FILE", help="clingo's results: taken from here, and added")
    return parser.parse_args()


def run(command, limit):
    """(seconds, verdict, conflicts); the verdict is None where time is over."""
    try:
        # On a busy machine, seconds of the clock say little: the limit is on the processor's.
        within = lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit * 20, check=False, preexec_fn=within)
        answer = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return limit, None, 0
    models = answer.get("Models", {})
    proven = answer["Result"] in ("UNSATISFIABLE", "OPTIMUM FOUND") or models.get("More") == "no"
    verdict = [answer["Result"], models.get("Costs"), models.get("Consequences", {}).get("True")]
    if proven and not models.get("Costs") and "Consequences" not in models:
        verdict.append(models.get("Number"))
    finished = "TIME LIMIT" not in answer and "INTERRUPTED" not in answer and answer["Result"] != "UNKNOWN"
    solver = answer.get("Stats", {})
    core = solver.get("Core", solver.get("Solver", {}).get("Core", {}))
    conflicts = core.get("Conflicts", 0)
    return min(answer["Time"]["CPU"], limit), verdict if finished else None, conflicts


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def main():
    chosen = arguments()
    wanted = chosen.only.split(",")
    known = {}
    if chosen.known and os.path.exists(chosen.known):
        known = json.load(open(chosen.known, encoding="utf-8"))
    common = ["--outf=2", "--stats", "-q"]
    families = {}
    print("| family | instance | clingo | hamadryad | ratio | conflicts | |\n|---|---|---:|---:|---:|---:|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for family, name, files, facts, options in generate.all():
            if not any(word in f"{family}/{name}" for word in wanted):
                continue
            path = os.path.join(folder, "facts.lp")
            with open(path, "w", encoding="utf-8") as out:
                out.write(facts)
            bases = [os.path.join(HERE, "solve"), os.path.join(ROOT, "encodings")]
            places = [next(os.path.join(b, f) for b in bases if os.path.exists(os.path.join(b, f))) for f in files]
            models = [] if any(o in ("0",) for o in options) or "-e" in options else []
            program = places + [path] + [o for o in options if o not in ("-q",)] + models
            ours = [run([chosen.hamadryad, "solve", *common, f"--seed={seed}", *shlex.split(chosen.flags), *program],
                        chosen.limit) for seed in range(chosen.seeds)]
            times = statistics.median(seconds for seconds, _, _ in ours)
            verdicts = [verdict for _, verdict, _ in ours if verdict]
            theirs = None
            if not chosen.ours_only:
                key = f"{family}/{name}/{chosen.limit}"
                if key not in known:
                    known[key] = run([*shlex.split(chosen.clingo), *common, *program], chosen.limit)
                    if chosen.known:
                        json.dump(known, open(chosen.known, "w", encoding="utf-8"))
                theirs = known[key]
                if chosen.best:
                    for configuration in CONFIGURATIONS:
                        if f"{key}/{configuration}" not in known:
                            known[f"{key}/{configuration}"] = run(
                                [*shlex.split(chosen.clingo), *common, configuration, *program], chosen.limit)
                            if chosen.known:
                                json.dump(known, open(chosen.known, "w", encoding="utf-8"))
                        theirs = min(theirs, known[f"{key}/{configuration}"], key=lambda r: (r[1] is None, r[0]))
            note = "" if len(verdicts) == len(ours) else "out of time"
            if theirs and theirs[1] is None:
                note += " clingo out of time"
            elif theirs and any(list(verdict) != list(theirs[1]) for verdict in verdicts):
                note += f" DIFFERENT: {verdicts} and {theirs[1]}"
            conflicts = statistics.median(c for _, _, c in ours)
            seconds = theirs[0] if theirs else float("nan")
            ratio = max(times, LEAST) / max(seconds, LEAST) if theirs else float("nan")
            if theirs:
                families.setdefault(family, []).append(ratio)
            print(f"| {family} | {name} | {seconds:.2f} | {times:.2f} | {ratio:.2f} | {conflicts:.0f}"
                  f" ({theirs[2] if theirs else 0}) | {note} |", flush=True)
    print("\n| family | instances | geometric mean |\n|---|---:|---:|")
    for family, ratios in families.items():
        print(f"| {family} | {len(ratios)} | {mean(ratios):.2f} |")
    print(f"| all | {sum(map(len, families.values()))} | {mean([r for rs in families.values() for r in rs]):.2f} |")


if __name__ == "__main__":
    main()
