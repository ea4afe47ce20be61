#!/usr/bin/env python3
"""Compares the raw search with a SAT solver on pure Boolean problems: conflicts per second, and time.

    benches/boolean.py --solver ours="target/release/hamadryad solve --mode=clasp --stats" --solver cadical=cadical

The problems: random 3-SAT of 250 variables with 4.26 clauses a variable, pigeons one more than their holes, and pairs of
multipliers whose products never differ (one adds its partial products in the reverse order). Each problem is a file in
DIMACS format. Both solvers run one after the other; times are processor seconds of the whole process. A solver must print its
number of conflicts, as clasp or CaDiCaL do.
"""

import argparse
import math
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile


def random_3_sat(variables, seed):
    draw = random.Random(seed)

    def clause():
        return [draw.choice((var, -var)) for var in draw.sample(range(1, variables + 1), 3)]

    return [clause() for _ in range(round(4.26 * variables))]


def pigeons(holes):
    def sits(pigeon, hole):
        return pigeon * holes + hole + 1

    everyone = [[sits(pigeon, hole) for hole in range(holes)] for pigeon in range(holes + 1)]
    pairs = [(one, other) for one in range(holes + 1) for other in range(one)]
    return everyone + [[-sits(one, hole), -sits(other, hole)] for hole in range(holes) for one, other in pairs]


class Circuit:
    """Clauses of gates (Tseitin)."""

    def __init__(self):
        self.clauses, self.variables = [], 0

    def new(self):
        self.variables += 1
        return self.variables

    def conjunction(self, a, b):
        out = self.new()
        self.clauses += [[-out, a], [-out, b], [out, -a, -b]]
        return out

    def disjunction(self, a, b):
        return -self.conjunction(-a, -b)

    def difference(self, a, b):
        out = self.new()
        self.clauses += [[-out, a, b], [-out, -a, -b], [out, -a, b], [out, a, -b]]
        return out

    def product(self, a, b, backwards):
        """The bits of a product, lowest first, by full and half adders."""
        columns = [[] for _ in range(len(a) + len(b) + 1)]
        for i, one in enumerate(a):
            for j, other in enumerate(b):
                columns[i + j].append(self.conjunction(one, other))
        bits = []
        for place, column in enumerate(columns[:-1]):
            if backwards:
                column.reverse()
            while len(column) > 1:
                a, b = column.pop(0), column.pop(0)
                total, carry = self.difference(a, b), self.conjunction(a, b)
                if column:
                    c = column.pop(0)
                    total, carry = self.difference(total, c), self.disjunction(carry, self.conjunction(total, c))
                column.append(total)
                columns[place + 1].append(carry)
            bits += column
        return bits


def multipliers(bits):
    circuit = Circuit()
    a, b = [[circuit.new() for _ in range(bits)] for _ in range(2)]
    pairs = zip(circuit.product(a, b, False), circuit.product(a, b, True))
    circuit.clauses.append([circuit.difference(one, other) for one, other in pairs])
    return circuit.clauses


def problems(chosen):
    for seed in range(chosen.seeds):
        yield "random 3-SAT", f"250, seed {seed}", random_3_sat(250, seed)
    for holes in chosen.holes:
        yield "pigeons", f"{holes + 1} in {holes}", pigeons(holes)
    for bits in chosen.bits:
        yield "multipliers", f"{bits} bits", multipliers(bits)


def run(command, file, limit):
    """Seconds, conflicts and verdict of a run."""

    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))

    with subprocess.Popen([*shlex.split(command), file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limits) as child:
        text = child.stdout.read().decode(errors="replace")
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
    found = re.search(r'conflicts"?\s*:\s+(\d+)', text, re.IGNORECASE)
    verdict = re.search(r"\b(UN)?SATISFIABLE\b", text)
    return usage.ru_utime + usage.ru_stime, int(found[1]) if found else 0, verdict[0] if verdict else None


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solver", action="append", metavar="NAME=COMMAND", help="two of them; the first is compared with the second")
    parser.add_argument("--limit", type=int, default=100, metavar="SECONDS", help="processor time of a run")
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="problems of random 3-SAT")
    parser.add_argument("--holes", type=int, nargs="*", default=[8, 9, 10])
    parser.add_argument("--bits", type=int, nargs="*", default=[5, 6, 7])
    chosen = parser.parse_args()
    solvers = chosen.solver or ["ours=target/release/hamadryad solve --mode=clasp --stats", "cadical=cadical"]
    (ours, command), (theirs, other) = [solver.split("=", 1) for solver in solvers]
    print(f"| problem | | {ours}: s | conflicts | {theirs}: s | conflicts | time | conflicts/s |\n|---|---|---:|---:|---:|---:|---:|---:|")
    kinds = {}
    with tempfile.TemporaryDirectory() as folder:
        for kind, name, clauses in problems(chosen):
            file = os.path.join(folder, "problem.cnf")
            with open(file, "w", encoding="utf-8") as out:
                print("p cnf", max(abs(lit) for clause in clauses for lit in clause), len(clauses), file=out)
                out.writelines(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)
            runs = [run(one, file, chosen.limit) for one in (command, other)]
            if any(not conflicts for _, conflicts, _ in runs):
                sys.exit(f"{kind}, {name}: a solver printed no conflicts")
            seconds = [max(one[0], 0.01) for one in runs]
            time, rate = seconds[0] / seconds[1], runs[0][1] / seconds[0] / (runs[1][1] / seconds[1])
            kinds.setdefault(kind, []).append((time, rate))
            verdicts = {one[2] for one in runs if one[2]}
            note = " DIFFERENT" if len(verdicts) > 1 else ""
            cells = " | ".join(f"{one[0]:.2f} | {one[1]}" for one in runs)
            print(f"| {kind} | {name} | {cells} | {time:.2f} | {rate:.2f}{note} |", flush=True)
    for kind, ratios in kinds.items():
        print(f"| {kind} | mean | | | | | {mean([one[0] for one in ratios]):.2f} | {mean([one[1] for one in ratios]):.2f} |")


if __name__ == "__main__":
    main()
