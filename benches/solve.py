#!/usr/bin/env python3
"""Runs hamadryad and clingo side by side on the benchmark set of benches/solve, and prints ratios of times.

    cargo build --release
    benches/solve.py --clingo "python3 my_clingo.py"                  # all families, a table in Markdown
    benches/solve.py --only tour --limit 60 --hamadryad target/quick/hamadryad --flags "--opt-strategy=usc"
    benches/solve.py --ours-only --only rogo --seeds 5                # times of hamadryad over several seeds
    benches/solve.py --best                                           # the best of several configurations of clingo, too

One process runs at a time. The times are the processor times that the programs print, grounding included; the start of
Python, for a clingo in Python, is excluded. Times below a hundredth of a second count as a hundredth, timeouts as the
limit. The script compares verdict, optimum and number of models.

With several seeds the median of each program counts: each seed except the first permutes the facts for both programs, and
is also the seed of hamadryad. With --best, the fastest of clingo's configurations counts for each seed; a configuration is
stopped when it is slower than the best so far.
"""

import argparse
import json
import math
import os
import random
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
COMMON = ["--outf=2", "--stats", "-q"]
CONFIGURATIONS = ["--configuration=frumpy", "--configuration=jumpy", "--configuration=trendy", "--configuration=crafty",
                  "--configuration=handy"]
STRATEGIES = ["--opt-strategy=usc", "--opt-strategy=usc,stratify"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clingo", default=os.environ.get("CLINGO", "clingo"), metavar="COMMAND")
    parser.add_argument("--hamadryad", default=os.path.join(ROOT, "target/release/hamadryad"), metavar="BINARY")
    parser.add_argument("--only", default="", metavar="TEXT", help="families or names that contain one of these, by commas")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="seeds 0 to N-1: orders of facts")
    parser.add_argument("--flags", default="", help="more options for hamadryad")
    parser.add_argument("--ours-only", action="store_true", help="do not run clingo")
    parser.add_argument("--theirs-only", action="store_true", help="do not run hamadryad")
    parser.add_argument("--ours-limit", type=float, metavar="SECONDS", help="another limit for hamadryad")
    parser.add_argument("--best", action="store_true", help="run clingo's other configurations, too")
    parser.add_argument("--known", metavar="FILE", help="clingo's results: taken from here, and added")
    return parser.parse_args()


def run(command, limit):
    """(seconds, verdict, conflicts); the verdict is None after a timeout."""
    try:
        # The limit is on processor time, because the time by the clock depends on other load.
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


def shuffled(text, seed):
    lines = text.splitlines(keepends=True)
    if seed:
        random.Random(seed).shuffle(lines)
    return "".join(lines)


class Clingo:
    """clingo's results, including results stored in a file."""

    def __init__(self, command, limit, file):
        self.command, self.limit, self.file, self.known = shlex.split(command), limit, file, {}
        if file and os.path.exists(file):
            with open(file, encoding="utf-8") as text:
                self.known = json.load(text)

    def result(self, key, configuration, program, limit):
        key = f"{key}/{configuration}/{self.limit}"
        if key not in self.known:
            self.known[key] = run([*self.command, *COMMON, *configuration.split(), *program], limit)
            if self.file:
                with open(self.file, "w", encoding="utf-8") as out:
                    json.dump(self.known, out, indent=0)
        return self.known[key]

    def default(self, key, program):
        return self.result(key, "", program, self.limit)

    def best(self, key, program, optimizing):
        """The fastest configuration; a configuration is stopped when it is slower than the best so far."""
        best = self.default(key, program)
        for configuration in CONFIGURATIONS + (STRATEGIES if optimizing else []):
            found = self.result(key, configuration, program, max(best[0], LEAST))
            if found[1] is not None and (best[1] is None or found[0] < best[0]):
                best = found
        return best


def median(runs):
    """(seconds, conflicts)"""
    if not runs:
        return float("nan"), float("nan")
    return statistics.median(r[0] for r in runs), statistics.median(r[2] for r in runs)


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def main():
    chosen = arguments()
    wanted = chosen.only.split(",")
    clingo = Clingo(chosen.clingo, chosen.limit, chosen.known)
    families = {}
    print("| family | instance | clingo | hamadryad | ratio | conflicts | |\n|---|---|---:|---:|---:|---:|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for family, name, files, facts, options in generate.all():
            if not any(word in f"{family}/{name}" for word in wanted):
                continue
            ours, theirs = [], []
            bases = [os.path.join(HERE, "solve"), os.path.join(ROOT, "encodings")]
            places = [next(os.path.join(b, f) for b in bases if os.path.exists(os.path.join(b, f))) for f in files]
            for seed in range(chosen.seeds):
                path = os.path.join(folder, "facts.lp")
                with open(path, "w", encoding="utf-8") as out:
                    out.write(shuffled(facts, seed))
                program = places + [path] + [o for o in options if o not in ("-q",)]
                if not chosen.theirs_only:
                    ours.append(run([chosen.hamadryad, "solve", *COMMON, f"--seed={seed}", *shlex.split(chosen.flags), *program],
                                    chosen.ours_limit or chosen.limit))
                if not chosen.ours_only:
                    key = f"{family}/{name}/{seed if facts else 0}"
                    optimizing = ours[-1][1] is None or bool(ours[-1][1][1]) if ours else True
                    theirs.append(clingo.best(key, program, optimizing) if chosen.best else clingo.default(key, program))
            note = ""
            if any(verdict is None for _, verdict, _ in ours):
                note += "out of time "
            if any(verdict is None for _, verdict, _ in theirs):
                note += "clingo out of time "
            for one, other in zip(ours, theirs):
                if one[1] is not None and other[1] is not None and list(one[1]) != list(other[1]):
                    note += f"DIFFERENT: {one[1]} and {other[1]} "
            times, conflicts = median(ours)
            seconds, their_conflicts = median(theirs)
            ratio = max(times, LEAST) / max(seconds, LEAST)
            if ours and theirs:
                families.setdefault(family, []).append(ratio)
            print(f"| {family} | {name} | {seconds:.2f} | {times:.2f} | {ratio:.2f} | {conflicts:.0f}"
                  f" ({their_conflicts:.0f}) | {note.strip()} |", flush=True)
    print("\n| family | instances | geometric mean |\n|---|---:|---:|")
    for family, ratios in families.items():
        print(f"| {family} | {len(ratios)} | {mean(ratios):.2f} |")
    print(f"| all | {sum(map(len, families.values()))} | {mean([r for rs in families.values() for r in rs]):.2f} |")


if __name__ == "__main__":
    main()
