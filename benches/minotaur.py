#!/usr/bin/env python3
"""Solves the levels of the course's exercise "Minotaur" and compares all optimal walks with the course's solutions.

    python3 benches/minotaur.py --binary target/release/hamadryad
    python3 benches/minotaur.py --clingo clingo --encoding encodings/minotaur/guess.lp --limit 300

The repository potassco-asp-course/project-minotaur is fetched with git into a temporary folder, or read from --course.
The columns are the steps of a shortest walk, the number of shortest walks, and the processor seconds of each solver. A
level passes if its set of walks is the set of the course's solutions.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COURSE = "https://github.com/potassco-asp-course/project-minotaur"


def run(command, limit):
    """The optimal answers of a command with JSON output, and its processor seconds; no answers after the limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, limit
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    result = json.loads(done.stdout)
    witnesses = result["Call"][-1].get("Witnesses", [])
    best = witnesses[len(witnesses) - result["Models"].get("Optimal", len(witnesses)):]
    return {frozenset(witness["Value"]) for witness in best}, seconds


def solutions(level):
    """The course's optimal walks of a level: comments behind its facts."""
    lines = level.read_text().split("% optimal solutions:")[-1].splitlines()
    return {frozenset(re.findall(r"at\(\d+,\d+,\d+\)", line)) for line in lines if "at(" in line}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=ROOT / "target" / "release" / "hamadryad", type=Path)
    parser.add_argument("--clingo", help="clingo's command, to compare")
    parser.add_argument("--course", type=Path, help="a checkout of the course's repository")
    parser.add_argument("--encoding", type=Path, default=ROOT / "encodings" / "minotaur" / "minotaur.lp")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each level")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        course = arguments.course or Path(temporary) / "course"
        if not arguments.course:
            subprocess.run(["git", "clone", "--quiet", "--depth=1", COURSE, course], check=True)
        options = [arguments.encoding, "--opt-mode=optN", "0", "--outf=2"]
        solvers = {"hamadryad": [arguments.binary, "solve", "-W", "none"]}
        if arguments.clingo:
            solvers["clingo"] = [arguments.clingo, "--warn=none"]
        print("| level | steps | walks |", " | ".join(solvers), "|")
        print("|---|---|---|" + "---|" * len(solvers))
        failed = 0
        for level in sorted((course / "asp" / "instances").glob("level*.lp")):
            expected, cells = solutions(level), []
            for name, command in solvers.items():
                walks, seconds = run([*command, *options, level], arguments.limit)
                passes = walks == expected
                failed += not passes
                cells.append(f"{seconds:.3f}" + ("" if passes else " limit" if walks is None else " WRONG"))
            steps = {len(walk) - 1 for walk in expected}
            print(f"| {level.stem} | {', '.join(map(str, sorted(steps)))} | {len(expected)} |", " | ".join(cells), "|", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
