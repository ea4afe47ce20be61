#!/usr/bin/env python3
"""Compares hamadryad with clingo on the programs of suite.txt, and prints a table of ratios in Markdown.

    cargo build --release
    benches/compare.py                                   # clingo from the path
    benches/compare.py --clingo "python3 my_clingo.py" --repeat 9 --only snake

Both commands receive the same program and the same options. They run alternately, so that other load affects both, and each
number is the median over the repetitions. The script compares verdict, optimum, and, for enumerations, the number of
models. It needs Python's standard library only.

Two times are compared, both from the output of --outf=2: `solving`, from the end of grounding to the end of the search; and
`cpu`, the processor time from reading the program to the end, grounding included, without the start of Python for a clingo
in Python. Times below a millisecond count as a millisecond.
"""

import argparse
import json
import math
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
LEAST = 0.001


class Failure(Exception):
    """A run without an answer to compare."""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clingo", default=os.environ.get("CLINGO", "clingo"), metavar="COMMAND",
                        help="how to run clingo [$CLINGO, or clingo from the path]")
    parser.add_argument("--hamadryad", metavar="COMMAND",
                        help="how to run hamadryad [target/release/hamadryad]")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="runs of each command per program [5]")
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose `group/name` matches")
    parser.add_argument("--time-limit", type=float, default=120, metavar="SECONDS", help="per run [120]")
    parser.add_argument("--flags", default="", metavar="FLAGS", help="more options, for both")
    parser.add_argument("--suite", default=os.path.join(HERE, "suite.txt"), metavar="FILE", help="the programs")
    chosen = parser.parse_args()
    if chosen.repeat < 1:
        parser.error("--repeat must be at least 1")
    return chosen


def suite(path, pattern):
    """The programs as (group, name, arguments)."""
    programs = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if len(words) < 3:
                sys.exit(f"{path}:{number}: expected a group, a name and arguments")
            if re.search(pattern, f"{words[0]}/{words[1]}"):
                programs.append((words[0], words[1], words[2:]))
    if not programs:
        sys.exit(f"no program of {path} matches `{pattern}`")
    return programs


def own_command(given):
    if given:
        return shlex.split(given)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    path = os.path.join(target, "release", "hamadryad")
    if not os.path.exists(path):
        sys.exit(f"{path} is missing: run `cargo build --release` first, or give --hamadryad COMMAND")
    return [path, "solve"]


def clingo_command(given):
    """The command and its version, or None if it does not exist."""
    command = shlex.split(given)
    if not command or shutil.which(command[0]) is None:
        return None, None
    try:
        shown = subprocess.run(command + ["--version"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None, None
    match = re.match(r"clingo version (\S+)", shown)
    return (command, match.group(1)) if match else (None, None)


class Run:
    """The result of a run."""

    def __init__(self, command, words, limit):
        full = command + words + ["--outf=2", "--quiet=2"]
        process = subprocess.Popen(full, cwd=os.path.join(ROOT, "encodings"), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        try:
            out, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Failure(f"no answer within {limit:g} s") from None
        try:
            answer = json.loads(out)
        except ValueError:
            raise Failure(first_line(err) or f"exit code {process.returncode}") from None
        self.verdict = answer["Result"]
        if self.verdict == "UNKNOWN":
            raise Failure(first_line(err) or "UNKNOWN")
        models = answer["Models"]
        self.costs = models.get("Costs")
        # The number of models on the way to an optimum is unspecified.
        self.models = models.get("Optimal") if self.costs is not None else models["Number"]
        self.exhausted = models["More"] == "no"
        self.solving = float(answer["Time"]["Solve"])
        self.cpu = float(answer["Time"]["CPU"])

    def answer(self):
        return self.verdict, self.costs, self.models if self.exhausted else None

    def __str__(self):
        costs = "" if self.costs is None else ", costs " + " ".join(map(str, self.costs))
        number = f", {self.models} models" if self.exhausted and self.models != 1 else ""
        return f"{self.verdict}{costs}{number}"


def first_line(err):
    return next((line for line in err.decode(errors="replace").splitlines() if line.strip()), "")


def measure(commands, words, repeat, limit):
    """The runs of each command, alternately."""
    runs = [[] for _ in commands]
    for turn in range(repeat):
        order = range(len(commands))
        for i in order if turn % 2 == 0 else reversed(order):
            runs[i].append(Run(commands[i], words, limit))
    return runs


def median(runs, field):
    return statistics.median(getattr(run, field) for run in runs)


def ratio(ours, theirs):
    return max(ours, LEAST) / max(theirs, LEAST)


def mean(ratios):
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def row(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def compare(chosen, programs, own, clingo):
    row("program", "answer", "solving: ours", "clingo", "ratio", "cpu: ours", "clingo", "ratio")
    row("---", "---", *["---:"] * 6)
    ratios = {}
    failed = False
    for group, name, words in programs:
        title = f"{group}/{name}"
        try:
            ours, theirs = measure([own, clingo], words, chosen.repeat, chosen.time_limit)
        except Failure as failure:
            row(title, f"**failed: {failure}**", *[""] * 6)
            failed = True
            continue
        answers = {str(run.answer()) for run in ours + theirs}
        if len(answers) > 1:
            row(title, f"**differs: {ours[0]}, clingo {theirs[0]}**", *[""] * 6)
            failed = True
            continue
        cells = []
        pair = []
        for field in ("solving", "cpu"):
            a, b = median(ours, field), median(theirs, field)
            cells += [f"{a:.3f}", f"{b:.3f}", f"{ratio(a, b):.2f}"]
            pair.append(ratio(a, b))
        ratios.setdefault(group, []).append(pair)
        row(title, str(ours[0]), *cells)
    if not ratios:
        return failed
    print("\nGeometric means of the ratios (ours / clingo; below 1 we are faster):\n")
    row("group", "programs", "solving", "cpu")
    row("---", "---:", "---:", "---:")
    everything = [pair for pairs in ratios.values() for pair in pairs]
    for group, pairs in [*ratios.items(), ("**all**", everything)]:
        solving, cpu = (mean([pair[i] for pair in pairs]) for i in (0, 1))
        row(group, str(len(pairs)), f"{solving:.2f}", f"{cpu:.2f}")
    return failed


def alone(chosen, programs, own):
    row("program", "answer", "solving", "cpu")
    row("---", "---", "---:", "---:")
    failed = False
    for group, name, words in programs:
        try:
            (runs,) = measure([own], words, chosen.repeat, chosen.time_limit)
        except Failure as failure:
            row(f"{group}/{name}", f"**failed: {failure}**", "", "")
            failed = True
            continue
        row(f"{group}/{name}", str(runs[0]), f"{median(runs, 'solving'):.3f}", f"{median(runs, 'cpu'):.3f}")
    return failed


def main():
    chosen = arguments()
    flags = shlex.split(chosen.flags)
    programs = [(group, name, words + flags) for group, name, words in suite(chosen.suite, chosen.only)]
    own = own_command(chosen.hamadryad)
    clingo, version = clingo_command(chosen.clingo)
    plural = "" if chosen.repeat == 1 else "s"
    if clingo is None:
        print(f"clingo is not installed: `{chosen.clingo}` does not run. Give --clingo COMMAND to compare; these are "
              f"our times alone, in seconds, medians of {chosen.repeat} run{plural}.\n")
        failed = alone(chosen, programs, own)
    else:
        print(f"hamadryad and clingo {version}, seconds, medians of {chosen.repeat} run{plural} that took turns.\n")
        failed = compare(chosen, programs, own, clingo)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
