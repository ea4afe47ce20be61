"""Runs the examples of clingo-dl, clingcon and clingo-lpx on both libraries and compares their answers.

    python tools/clingo-python/ecosystem/theories.py --folder ecosystem      # in the environment of run.py

For all answers, the sets of pairs of atoms and assignment are compared; for one answer, the verdict; for an objective,
the optimum as well. A run of each example prints its processor seconds. The constraints of an answer of clingo-lpx have
many solutions; where another one is printed, this program verifies that the values satisfy the constraints.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

DL = ["clingo-dl/examples/taskassignment/encoding-dl.lp", "clingo-dl/examples/taskassignment/tai4_4_1.lp"]
# The makespan of the runs of clingo-lpx that have answers; there is none for a smaller one.
BOUND = 132
LPX = ["clingo-lpx/examples/encoding-lp.lp", "clingo-lpx/examples/tai4_4_1.lp"]


def flow_shop(encoding):
    return [f"clingcon/examples/{encoding}.lp", "clingcon/examples/fsI.lp"]


def runs():
    """The module, and its arguments: files of the repositories, and options. `0` asks for all answers."""
    yield "clingodl", [*DL, "-c", "n=132", "0"]
    yield "clingodl", [*DL, "-c", "n=131"]
    for mode in ("no", "inverse", "partial", "partial+", "zero", "full"):
        yield "clingodl", [*DL, "-c", "n=132", "0", f"--propagate={mode}"]
    yield "clingodl", [*DL, "-c", "n=132", "0", "--add-mutexes=3", "--sort-edges=potential", "--dl-heuristic=min"]
    yield "clingodl", [*DL, "-c", "n=132", "0", "--propagate-root=1", "--propagate-budget=100", "--shift-constraints"]
    yield "clingodl", [*DL, "-c", "n=132", "0", "--rdl", "--compute-components"]
    for example in ("fsD", "fsE", "fsG", "fsT"):
        yield "clingcon", [*flow_shop(example), "-c", "bound=16", "0"]
        yield "clingcon", [*flow_shop(example), "-c", "bound=15", "0"]
    yield "clingodl", [*flow_shop("fsD"), "-c", "bound=16", "0"]
    yield "clingcon", [*flow_shop("fsO")]
    yield "clingcon", [*flow_shop("fsO"), "0"]
    # With these options, clingcon on clingo does not end without bounds.
    bounds = ["--min-int=-50", "--max-int=50"]
    for options in (
        ["--order-heuristic=max-chain"], ["--sign-value=-"], ["--refine-reasons=no"], ["--refine-introduce=no"],
        [*bounds, "--split-all=yes"], ["--translate-clauses=0,0"], ["--translate-pb=100"], ["--translate-opt=0"],
        [*bounds, "--translate-opt=max"], ["--add-order-clauses"], ["--shift-constraints"], ["--literals-only"],
        ["--check-solution", "--check-state"], ["--heuristic=Domain"], ["--translate-distinct=0"],
        ["--configuration=many"], ["-t2"],
    ):
        yield "clingcon", [*flow_shop("fsE"), "-c", "bound=16", "0", *options]
        yield "clingcon", [*flow_shop("fsO"), *options]
    yield "clingcon", ["clingcon/examples/money.lp", "0"]
    yield "clingcon", ["clingcon/examples/queens.lp", "-c", "n=6", "0"]
    yield "clingcon", ["clingcon/examples/queens.lp", "-c", "n=8", "0"]
    yield "clingcon", ["clingcon/examples/queens.lp"]
    yield "clingcon", ["clingcon/examples/golomb.lp", "-c", "l=18", "-c", "o=6", "0"]
    yield "clingcon", ["clingcon/examples/golomb.lp", "-c", "l=17", "-c", "o=6", "0"]
    yield "clingcon", ["clingcon/examples/golomb.lp"]
    yield "clingcon", ["clingcon/examples/move.lp"]
    yield "clingcon", ["clingcon/examples/move.lp", "-c", "end=16", "0"]
    for options in ([], ["--propagate-bounds=none"], ["--propagate-bounds=full"], ["--select=match"],
                    ["--select=conflict"], ["--store=partial"], ["--store=total"], ["--propagate-conflicts"]):
        yield "clingolpx", [*LPX, "-c", f"n={BOUND}", "0", *options]
        yield "clingolpx", [*LPX, "-c", f"n={BOUND - 1}", *options]


def run(module, arguments, folder, library, timeout):
    """The verdict, the answers with their costs, and the processor seconds."""
    environment = {name: value for name, value in os.environ.items() if name != "HAMADRYAD"}
    environment.update({"HAMADRYAD": "0"} if library == "clingo" else {})
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=timeout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    answers, costs = [], []
    for block in re.split(r"^Answer: .*\n", done.stdout, flags=re.M)[1:]:
        lines = block.split("\n")
        assignment = lines[lines.index("Assignment:") + 1] if "Assignment:" in lines else ""
        answers.append((" ".join(sorted(lines[0].split())), " ".join(sorted(assignment.split()))))
        costs += re.findall(r"^(?:Cost|Optimization): (.*)$", block, flags=re.M)
    verdict = re.findall(r"^(SATISFIABLE|UNSATISFIABLE|OPTIMUM FOUND|UNKNOWN)$", done.stdout, flags=re.M)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    error = [line for line in done.stderr.splitlines() if "ERROR" in line]
    return {"verdict": verdict + error, "answers": answers, "costs": costs, "code": done.returncode, "seconds": seconds}


def difference(arguments, one, other):
    """The difference between two runs; empty if there is none."""
    if (one["verdict"], one["code"]) != (other["verdict"], other["code"]):
        return f"{one['verdict']} {one['code']} and {other['verdict']} {other['code']}"
    if one["costs"][-1:] != other["costs"][-1:]:
        return f"the costs {one['costs'][-1:]} and {other['costs'][-1:]}"
    if "0" not in arguments or one["costs"]:
        return ""
    if len(one["answers"]) != len(other["answers"]):
        return f"{len(one['answers'])} and {len(other['answers'])} answers"
    if sorted(answer[0] for answer in one["answers"]) != sorted(answer[0] for answer in other["answers"]):
        return "the atoms"
    if sorted(one["answers"]) == sorted(other["answers"]):
        return ""
    if LPX[0] in arguments:
        wrong = sum(not satisfies(*answer) for answer in one["answers"])
        return f"other values, {wrong} of {len(one['answers'])} violate a constraint"
    return "the assignments"


def satisfies(atoms, assignment):
    """Whether values satisfy the constraints of the example of clingo-lpx: `seq(X,Y,T)` demands X + T <= Y, and all values
    are between 0 and the bound."""
    values = {name: Fraction(value) for name, value in (pair.split("=") for pair in assignment.split())}
    orders = re.findall(r"seq\((\([0-9,]+\)),(\([0-9,]+\)),([0-9]+)\)", atoms)
    in_order = all(values[first] + int(time) <= values[second] for first, second, time in orders)
    return bool(orders) and in_order and all(0 <= value <= BOUND for value in values.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path("ecosystem"), help="where the repositories are")
    parser.add_argument("--source", default="https://github.com/potassco/{}", help="the address of a repository")
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("--only", default="", help="runs whose command contains this text")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in ("clingo-dl", "clingcon", "clingo-lpx"):
        if not (options.folder / name).exists():
            command = ["git", "clone", "--quiet", options.source.format(name), str(options.folder / name)]
            subprocess.run(command, check=True)
    same, total, times = 0, 0, [0.0, 0.0]
    for module, arguments in runs():
        if options.only not in " ".join([module, *arguments]):
            continue
        both = [run(module, arguments, options.folder, library, options.timeout) for library in ("hamadryad", "clingo")]
        differs = difference(arguments, *both)
        total, same = total + 1, same + (not differs)
        times = [time + one["seconds"] for time, one in zip(times, both)]
        name = " ".join(Path(argument).name for argument in arguments)
        answers = len(both[1]["answers"])
        print(f"{both[0]['seconds']:6.2f} {both[1]['seconds']:6.2f}  {answers:5}  {module} {name}  {differs or 'same'}", flush=True)
    print(f"{same} of {total} the same; processor seconds {times[0]:.2f} and {times[1]:.2f}")


if __name__ == "__main__":
    main()
