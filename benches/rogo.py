#!/usr/bin/env python3
"""The Rogo puzzles of encodings/rogo/instances with Hamadryad, clingo, and the solvers of MiniZinc, side by side.

All solvers prove a best loop. Hamadryad and clingo solve encodings/rogo/rogo.lp, or with `--symmetries` rogo.lp with
places.lp, which has an answer for each start and direction; MiniZinc solves benches/rogo.mzn. Times are the processor
times that the programs print, the least of several runs, without MiniZinc's translation.

    cargo build --release
    python3 benches/rogo.py [--clingo clingo] [--solver gecode] [--runs 5] [--limit 60] [--symmetries]

Needs Python's standard library; clingo 5.8 and MiniZinc are optional.
"""

import argparse
import os
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROGO = ROOT / "encodings" / "rogo"


def least(command, read, arguments):
    """The best score, and the least seconds of several runs; None without a proof in time."""
    answers = []
    for _ in range(arguments.runs):
        try:
            output = subprocess.run(command, capture_output=True, text=True, timeout=arguments.limit).stdout
        except subprocess.TimeoutExpired:
            return None
        answers.append(read(output))
    return min(answers, key=lambda answer: answer[1])


def answer_sets(output):
    """Score and processor seconds of a proven optimum, from the output of clingo or Hamadryad."""
    assert "OPTIMUM FOUND" in output, output
    cost = re.findall(r"^Optimization ?: (-?\d+)", output, re.M)[-1]
    return -int(cost), float(re.search(r"CPU Time *: ([\d.]+)s", output)[1])


def constraints(output):
    """The same from the output of a MiniZinc solver, set-up time included."""
    assert "==========" in output, output
    times = re.findall(r"(?:initTime|solveTime)=([\d.e-]+)", output)
    return int(re.findall(r"score = (\d+);", output)[-1]), sum(map(float, times))


def model_of(instance, is_once):
    """MiniZinc's arguments for an instance."""
    text = re.sub(r"%.*", "", instance.read_text())
    number = lambda name: int(re.search(rf"\b{name}\((\d+)\)", text)[1])
    rows, columns = number("rows"), number("columns")
    points = [0] * (rows * columns)
    for row, column, worth in re.findall(r"\bpoints\((\d+),(\d+),(\d+)\)", text):
        points[(int(row) - 1) * columns + int(column) - 1] = int(worth)
    for row, column in re.findall(r"\bforbidden\((\d+),(\d+)\)", text):
        points[(int(row) - 1) * columns + int(column) - 1] = -1
    data = f"rows={rows}; columns={columns}; steps={number('steps')}; points={points}; once={str(is_once).lower()};"
    return ["-D", data, str(ROOT / "benches" / "rogo.mzn")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
    parser.add_argument("--binary", default=f"{target}/release/hamadryad")
    parser.add_argument("--clingo", help="the command that runs clingo")
    parser.add_argument("--solver", action="append", default=[], help="a solver of MiniZinc's, such as gecode or chuffed")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60, help="seconds for a run")
    parser.add_argument("--symmetries", action="store_true", help="each loop for every beginning and both directions")
    arguments = parser.parse_args()
    programs = [str(ROGO / "rogo.lp")] + ([str(ROGO / "places.lp")] if arguments.symmetries else [])
    for name in ["trick", "20110106", "20110107"]:
        instance = ROGO / "instances" / f"{name}.lp"
        rows = [("hamadryad", [arguments.binary, "solve", *programs, str(instance), "-q"], answer_sets)]
        if arguments.clingo:
            rows.append(("clingo", [*arguments.clingo.split(), *programs, str(instance), "-q"], answer_sets))
        with tempfile.TemporaryDirectory() as directory:
            for solver in arguments.solver:
                flat_file = pathlib.Path(directory) / f"{solver}.fzn"
                model = model_of(instance, not arguments.symmetries)
                compile_ = ["minizinc", "--solver", solver, "-c", *model]
                compile_ += ["--fzn", str(flat_file), "--ozn", str(flat_file.with_suffix(".ozn"))]
                subprocess.run(compile_, check=True, stderr=subprocess.DEVNULL)
                rows.append((solver, ["minizinc", "--solver", solver, "-s", str(flat_file)], constraints))
            for solver, command, read in rows:
                answer = least(command, read, arguments)
                told = f"{answer[1]:8.3f} s  {answer[0]} points" if answer else f"not proven in {arguments.limit} s"
                print(f"{name:9} {solver:10} {told}", flush=True)


if __name__ == "__main__":
    main()
