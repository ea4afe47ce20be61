#!/usr/bin/env python3
"""Holds the answers that stand in tests/programs against those of clingo 5.8.

    pip install clingo==5.8.*
    python3 tests/compare_with_clingo.py

Prints the programs whose answers differ, with what clingo says, and fails if there are any. What clingo itself says of
a program (its `info` messages) is not looked at. Programs with the theory atom `&circuit` are left out.
"""

import sys
from pathlib import Path

import clingo


def answers(path: Path) -> str:
    """The comment that a program with the answers of clingo ends with."""
    control = clingo.Control(["--opt-mode=optN", "0"], logger=lambda code, message: None)
    control.load(str(path))
    control.ground([("base", [])])
    costs, lines = [], []
    with control.solve(yield_=True) as handle:
        for model in handle:
            if model.priority and not model.optimality_proven:
                continue
            costs = [f"{cost}@{priority}" for cost, priority in zip(model.cost, model.priority)]
            lines.append(" ".join(str(symbol) for symbol in sorted(model.symbols(shown=True))))
    optimum = [f"% Optimum: {' '.join(costs)}"] if costs else []
    block = optimum + [f"% Answers: {len(lines)}"] + [f"%   {line}".rstrip() for line in sorted(lines)]
    return "".join(line + "\n" for line in block)


def main() -> int:
    programs = sorted((Path(__file__).parent / "programs").glob("*.lp"))
    wrong = 0
    for path in programs:
        if "&circuit" in path.read_text():
            # Built in here; for clingo, it would be free.
            continue
        expected = answers(path)
        if not path.read_text().endswith("\n\n" + expected):
            wrong += 1
            print(f"{path.name}: clingo {clingo.__version__} says\n{expected}")
    print(f"{len(programs)} programs, {wrong} with other answers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
