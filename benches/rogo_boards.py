#!/usr/bin/env python3
"""The Rogo boards and programs that Håkan Kjellerstrand has published, with Hamadryad, clingo and MiniZinc.

Without further options, all boards of minizinc/rogo_*.dzn are converted to facts and solved with encodings/rogo/rogo.lp;
the best points are compared with the published ones. With --article, the three boards of the article are solved with the
article's own programs: rogo.lp, and rogo2.lp with symmetry breaking, upgraded by `hamadryad upgrade`; and, for each
--solver, its models rogo.mzn and rogo2.mzn.

    cargo build --release
    python3 benches/rogo_boards.py [--clingo clingo]
    python3 benches/rogo_boards.py --article [--clingo clingo] [--solver gecode] [--limit 300]

The repository hakank/hakank is fetched with git into a temporary folder, or read from --hakank. Seconds are the
processor time of a whole run.
"""

import argparse
import os
import re
import resource
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "https://github.com/hakank/hakank"
FOLDERS = ["minizinc", "answer_set_programming"]


def run(command, limit):
    """The output of a command, and its processor seconds; no output after the limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        output = subprocess.run(command, capture_output=True, text=True, timeout=limit).stdout
    except subprocess.TimeoutExpired:
        output = None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def proven(output):
    """The points of a proven best loop: the first number of the optimum, negated."""
    if output is None or "OPTIMUM FOUND" not in output:
        return None
    return -int(re.findall(r"^Optimization ?: (-?\d+)", output, re.M)[-1])


def proven_by_minizinc(output):
    if output is None or "==========" not in output:
        return None
    return int(re.findall(r"^sum_points: (\d+)", output, re.M)[-1])


def facts(text):
    """The facts of a board, and the published best points."""
    text = re.sub(r"%.*", "", text)
    number = lambda name: int(re.search(rf"\b{name}\s*=\s*(\d+)", text)[1])
    rows, columns = number("rows"), number("cols")
    cells = re.findall(r"[WB]|\d+", re.search(r"\[([^\]]*)\]", text)[1])
    assert len(cells) == rows * columns, f"{len(cells)} fields, expected {rows}x{columns}"
    lines = [f"rows({rows}). columns({columns}). steps({number('max_steps')})."]
    for place, cell in enumerate(cells):
        row, column = place // columns + 1, place % columns + 1
        if cell == "B":
            lines.append(f"forbidden({row},{column}).")
        elif cell not in ("W", "0"):
            lines.append(f"points({row},{column},{cell}).")
    return "\n".join(lines) + "\n", number("best")


def solvers(arguments):
    found = [("hamadryad", [arguments.binary, "solve"])]
    if arguments.clingo:
        found.append(("clingo", arguments.clingo.split()))
    return found


def declared(model, data):
    """The data without the ratings that the model does not declare, which MiniZinc refuses."""
    names = [name for name in ["good", "best"] if not re.search(rf"int: *{name}\b", model.read_text())]
    return re.sub(rf"^\s*({'|'.join(names) or 'none'})\s*=.*$", "", data.read_text(), flags=re.M)


def cell(points, seconds, limit):
    return f"{points} in {seconds:.3f} s" if points is not None else f"none in {limit:.0f} s"


def all_boards(source, folder, arguments):
    encoding = str(ROOT / "encodings" / "rogo" / "rogo.lp")
    print("| board | published | " + " | ".join(name for name, _ in solvers(arguments)) + " |")
    print("|---|---|" + "---|" * len(solvers(arguments)))
    for board in sorted((source / "minizinc").glob("rogo_*.dzn")):
        text, published = facts(board.read_text())
        instance = folder / "board.lp"
        instance.write_text(text)
        results = [run([*command, encoding, str(instance), "-q"], arguments.limit) for _, command in solvers(arguments)]
        cells = [cell(proven(output), seconds, arguments.limit) for output, seconds in results]
        print(f"| {board.stem.removeprefix('rogo_')} | {published} | " + " | ".join(cells) + " |", flush=True)


def article(source, folder, arguments):
    programs = source / "answer_set_programming"
    names = ["mike_trick", "20110106", "20110107"]
    print("| program | solver | " + " | ".join(names) + " |")
    print("|---|---|" + "---|" * len(names))
    for program in ["rogo", "rogo2"]:
        rows = []
        for solver, command in solvers(arguments):
            results = []
            for name in names:
                files = []
                for file in [programs / f"{program}.lp", programs / f"rogo_data_{name}.lp"]:
                    upgraded = subprocess.run([arguments.binary, "upgrade", str(file)], capture_output=True, text=True)
                    (folder / file.name).write_text(upgraded.stdout)
                    files.append(str(folder / file.name))
                output, seconds = run([*command, *files, "-q"], arguments.limit)
                results.append((proven(output), seconds))
            rows.append((f"{program}.lp", solver, results))
        for solver in arguments.solver:
            results = []
            for name in names:
                model, data = source / "minizinc" / f"{program}.mzn", folder / "data.dzn"
                data.write_text(declared(model, source / "minizinc" / f"rogo_{name}.dzn"))
                output, seconds = run(["minizinc", "--solver", solver, str(model), str(data)], arguments.limit)
                results.append((proven_by_minizinc(output), seconds))
            rows.append((f"{program}.mzn", solver, results))
        for file, solver, results in rows:
            cells = [cell(*result, arguments.limit) for result in results]
            print(f"| {file} | {solver} | " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
    parser.add_argument("--binary", default=f"{target}/release/hamadryad")
    parser.add_argument("--clingo", help="the command that runs clingo")
    parser.add_argument("--solver", action="append", default=[], help="a solver of MiniZinc, such as gecode or chuffed")
    parser.add_argument("--hakank", type=Path, help="a checkout of the author's repository")
    parser.add_argument("--article", action="store_true", help="the article's programs on its three boards")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a run")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        source = arguments.hakank or Path(temporary) / "hakank"
        if not arguments.hakank:
            clone = ["git", "clone", "--quiet", "--depth=1", "--filter=blob:none", "--sparse", SOURCE, str(source)]
            subprocess.run(clone, check=True)
            subprocess.run(["git", "-C", str(source), "sparse-checkout", "set", *FOLDERS], check=True)
        table = article if arguments.article else all_boards
        table(source, Path(temporary), arguments)


if __name__ == "__main__":
    main()
