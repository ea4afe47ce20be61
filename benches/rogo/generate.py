#!/usr/bin/env python3
"""Rogo: writes the boards of encodings/rogo/instances, and a suite for `hamadryad lab run solve` that proves their best loops.

    python3 benches/rogo/generate.py /tmp/rogo --clingo clingo --minizinc gecode
    hamadryad lab run solve /tmp/rogo/suite.toml --out /tmp/rogo/results
    hamadryad lab report /tmp/rogo/results

Hamadryad and clingo solve encodings/rogo/rogo.lp, and in the benchmark `symmetries` rogo.lp with places.lp, which has an
answer for each start and direction of a loop. With `--minizinc`, solvers of MiniZinc solve benches/rogo/rogo.mzn with
the same boards and symmetries; the time of their translation counts, as the time of grounding does. The seeds of the
suite are those of the searches.
"""

import argparse
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import suite  # noqa: E402

ROGO = os.path.join(suite.ROOT, "encodings", "rogo")
BOARDS = ["trick", "20110106", "20110107"]


def data(board, is_once):
    """The data of rogo.mzn for the facts of a board."""
    board = re.sub(r"%.*", "", board)
    number = lambda name: int(re.search(rf"\b{name}\((\d+)\)", board)[1])
    rows, columns = number("rows"), number("columns")
    points = [0] * (rows * columns)
    for row, column, worth in re.findall(r"\bpoints\((\d+),(\d+),(\d+)\)", board):
        points[(int(row) - 1) * columns + int(column) - 1] = int(worth)
    for row, column in re.findall(r"\bforbidden\((\d+),(\d+)\)", board):
        points[(int(row) - 1) * columns + int(column) - 1] = -1
    return (f"rows = {rows};\ncolumns = {columns};\nsteps = {number('steps')};\npoints = {points};\n"
            f"once = {str(is_once).lower()};\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--clingo", default="clingo", metavar="COMMAND", help="clingo [clingo]; empty: without it")
    parser.add_argument("--hamadryad", default="hamadryad solve", metavar="COMMAND", help="[hamadryad solve]")
    parser.add_argument("--minizinc", action="append", default=[], metavar="SOLVER", help="a solver of MiniZinc's: gecode")
    parser.add_argument("--seeds", type=int, default=5, metavar="N", help="runs of each solver on a board [5]")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS")
    chosen = parser.parse_args()
    solvers = [{"name": "hamadryad", "command": chosen.hamadryad}]
    if chosen.clingo:
        solvers.append({"name": "clingo", "command": chosen.clingo})
    for solver in chosen.minizinc:
        # The board is the last file; its data for MiniZinc is beside it.
        model = os.path.join(HERE, "rogo.mzn")
        command = f'for board in "$@"; do :; done; minizinc --solver {solver} {{options}} "{model}" "${{board%.lp}}.dzn"'
        solvers.append({"name": solver, "command": command, "reads": "minizinc"})
    benchmarks = []
    for name, programs in (("loops", ["rogo.lp"]), ("symmetries", ["rogo.lp", "places.lp"])):
        for board in BOARDS:
            with open(os.path.join(ROGO, "instances", board + ".lp"), encoding="utf-8") as file:
                facts = file.read()
            suite.write_file(os.path.join(chosen.folder, name, board + ".lp"), facts)
            suite.write_file(os.path.join(chosen.folder, name, board + ".dzn"), data(facts, name == "loops"))
        benchmarks.append({"name": name, "encoding": [os.path.join(ROGO, program) for program in programs],
                           "instances": [f"{name}/{board}.lp" for board in BOARDS]})
    suite.write(chosen.folder, {"limit": chosen.limit, "memory": 4096, "seeds": chosen.seeds}, solvers, [], benchmarks)


if __name__ == "__main__":
    main()
