#!/usr/bin/env python3
"""Whole games of Snake, solved again by clingo: the same positions, the same program, side by side.

Hamadryad plays games (`hamadryad snake play --format json`), one process for each, by reasoning on circuits or, with
`--solver logic`, by the logic program. Then clingo solves every position of each game, in order, in a multi-shot control:
the program grounded once with the parts base, heads and heuristics, head, apple and the known cycle as externals, the snake
by assumptions, the domain heuristic on. Both must find plans of the same length. Times are processor times of solving only;
ratios are Hamadryad's time divided by clingo's, so below 1 Hamadryad is faster. With `--one-shot`, clingo solves each
position as a separate instance, grounding included, as Hamadryad's times include all work for a plan. With
`--clingo-limit`, clingo stops at a position after this many seconds, which then count as its time.

    cargo build --release
    python3 benches/snake_games.py [--games 10] [--sizes 6x6 8x8] [--seed 1] [--solver logic] [--time-limit 1] [--alone]
                                   [--one-shot] [--clingo-limit 10] [--plans] [--binary target/release/hamadryad]

Needs Python's standard library, and the module clingo 5.8 (`pip install clingo`) for the comparison; without it the script
prints Hamadryad's times only.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import time

try:
    import clingo
except ImportError:
    clingo = None

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "encodings" / "snake" / "hamiltonian.lp"
POSITION = ROOT / "encodings" / "snake" / "position.lp"
STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def play(arguments, rows, cols, seed):
    """A game's record."""
    command = [arguments.binary, "snake", "play", "--format", "json", "--solver", arguments.solver]
    command += ["--rows", str(rows), "--cols", str(cols), "--seed", str(seed)]
    if arguments.time_limit is not None:
        command += ["--time-limit", str(arguments.time_limit)]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def walk(cell, moves):
    """The cells that the moves visit, starting from a cell."""
    for move in moves:
        cell = (cell[0] + STEPS[move][0], cell[1] + STEPS[move][1])
        yield cell


def arcs(cycle):
    """The arcs of a cycle, given as moves from the corner."""
    cells = list(walk((1, 1), cycle))
    return set(zip([cells[-1]] + cells, cells))


def comb(rows, cols):
    """The initial cycle of every game, as moves: see `Cycle::comb`."""
    if rows % 2 == 0:
        across, back, down, up, teeth, places = "R", "L", "D", "U", rows, cols
    else:
        across, back, down, up, teeth, places = "D", "U", "R", "L", cols, rows
    moves = across
    for tooth in range(teeth):
        moves += (across if tooth % 2 == 0 else back) * (places - 2)
        moves += down if tooth < teeth - 1 else back
    return moves + up * (teeth - 1)


def positions(record):
    """Every position of a game: the snake from head to tail, the apple, the known cycle, the steps of the plan."""
    setup = record["configuration"]
    known = arcs(comb(setup["rows"], setup["cols"]))
    snake, moves = [(1, 1)], iter(record["result"]["moves"])
    for apple in record["apples"]:
        yield snake, tuple(apple["apple"]), known, apple["steps"]
        for _ in range(apple["steps"]):
            snake = [*walk(snake[0], next(moves)), *snake]
            if snake[0] != tuple(apple["apple"]):
                snake.pop()
        known = arcs(apple["cycle"])


class Clingo:
    """clingo, with the program grounded for a board."""

    def __init__(self, rows, cols, limit):
        self.control = clingo.Control(["-c", f"n={rows}", "-c", f"m={cols}"])
        self.control.configuration.solver.heuristic = "Domain"
        self.control.load(str(PROGRAM))
        self.limit = limit
        self.true = set()

    def solve(self, snake, apple, known):
        """The cost of the best model, the processor seconds, and whether it is proven optimal."""
        if not self.true:
            self.control.ground([("base", []), ("heads", []), ("heuristics", [])])
        field = {}
        for cell in [*snake, apple, *(cell for arc in known for cell in arc)]:
            field[cell] = clingo.Tuple_([clingo.Number(number) for number in cell])
        wanted = {clingo.Function("head", [field[snake[0]]]), clingo.Function("apple", [field[apple]])}
        wanted |= {clingo.Function("heur", [field[start], field[end]]) for start, end in known}
        for atom in self.true - wanted:
            self.control.assign_external(atom, False)
        for atom in wanted - self.true:
            self.control.assign_external(atom, True)
        self.true = wanted
        body = zip(snake[1:], snake)
        assumptions = [(clingo.Function("next", [field[start], field[end]]), True) for start, end in body]
        return self.search(assumptions)

    def search(self, assumptions=()):
        """See solve."""
        begin = time.process_time()
        with self.control.solve(assumptions=assumptions, async_=True) as handle:
            if not handle.wait(self.limit):
                handle.cancel()
            result = handle.get()
        seconds = time.process_time() - begin
        costs = self.control.statistics["summary"]["costs"]
        return int(costs[0]) if len(costs) else None, seconds, result.exhausted


class OneShot:
    """clingo with a new control for each position."""

    def __init__(self, rows, cols, limit):
        self.size, self.limit = (rows, cols), limit

    def solve(self, snake, apple, known):
        """See Clingo.solve."""
        begin = time.process_time()
        single = Clingo(*self.size, self.limit)
        single.control.load(str(POSITION))
        facts = [f"snake({cell},{place})." for place, cell in enumerate(snake, 1)] + [f"apple({apple})."]
        facts += [f"heur({start},{end})." for start, end in known]
        single.control.add("base", [], " ".join(facts).replace(" ", ""))
        single.control.ground([("base", []), ("heuristics", [])])
        seconds = time.process_time() - begin
        cost, solving, is_proven = single.search()
        return cost, seconds + solving, is_proven


def compare(record, arguments):
    """Solves a game's positions again and returns the seconds of both, and the number of clingo's timeouts."""
    setup = record["configuration"]
    kind = OneShot if arguments.one_shot else Clingo
    control = kind(setup["rows"], setup["cols"], arguments.clingo_limit)
    total, given_up = 0.0, 0
    proven = [apple["proven"] for apple in record["apples"]]
    plans = zip(positions(record), record["timing"]["cpus"], proven, strict=True)
    for (snake, apple, known, steps), own, is_proven in plans:
        cost, seconds, is_best = control.solve(snake, apple, known)
        if cost != steps + 1 and is_proven and is_best:
            sys.exit(f"seed {setup['seed']}, length {len(snake)}: {steps} steps, clingo says {cost - 1}")
        total += seconds
        given_up += not is_best
        if arguments.plans:
            print(f"  length {len(snake):3}  hamadryad {1000 * own:9.3f} ms  clingo {1000 * seconds:9.3f} ms")
    return record["timing"]["cpu"], total, given_up


def tell_plans(size, records):
    """The distribution of plan times over all games."""
    times = sorted(1000 * seconds for record in records for seconds in record["timing"]["cpus"])
    proven = sum(record["result"]["proven"] for record in records)
    steps = sum(record["result"]["steps"] for record in records) / len(records)
    each = [pair for record in records for pair in zip(record["timing"]["cpus"], record["apples"], strict=True)]
    soon = sum(seconds <= 1 and apple["proven"] for seconds, apple in each)
    at = lambda share: times[min(len(times) - 1, int(share * len(times)))]
    print(f"{size} {len(records)} games, {steps:.1f} steps a game, {len(times)} plans, {100 * proven / len(times):.2f} % proven")
    print(f"  ms a plan: median {at(0.5):.3f}  mean {sum(times) / len(times):.3f}  p90 {at(0.9):.3f}", end="  ")
    print(f"p99 {at(0.99):.3f}  longest {times[-1]:.1f}  proven in 1 s {100 * soon / len(times):.2f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10, help="games for each size")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--sizes", nargs="+", default=["6x6"], metavar="RxC")
    parser.add_argument("--plans", action="store_true", help="print every plan")
    parser.add_argument("--solver", choices=["circuit", "logic"], default="circuit", help="who plans for Hamadryad")
    parser.add_argument("--time-limit", type=float, help="seconds for a plan of Hamadryad's")
    parser.add_argument("--one-shot", action="store_true", help="clingo grounds the program for each position")
    parser.add_argument("--clingo-limit", type=float, metavar="SECONDS", help="clingo's time for a position")
    parser.add_argument("--alone", action="store_true", help="without clingo")
    target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
    parser.add_argument("--binary", default=f"{target}/release/hamadryad")
    arguments = parser.parse_args()
    is_alone = arguments.alone or clingo is None
    if arguments.alone:
        pass
    elif clingo is None:
        print("no module `clingo` in this Python: no comparison (pip install clingo)", file=sys.stderr)
    else:
        print(f"clingo {clingo.__version__}")
    for size in arguments.sizes:
        rows, cols = map(int, size.split("x"))
        logarithms, own_sum, other_sum, given_up = [], 0.0, 0.0, 0
        records = []
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            record = play(arguments, rows, cols, seed)
            records.append(record)
            line = f"{size} seed {seed:3}  {record['result']['steps']:4} steps"
            if is_alone:
                print(f"{line}  hamadryad {record['timing']['cpu']:8.3f} s", flush=True)
                continue
            own, other, unproven = compare(record, arguments)
            given_up += unproven
            logarithms.append(math.log(own / other))
            own_sum, other_sum = own_sum + own, other_sum + other
            print(f"{line}  hamadryad {own:8.3f} s  clingo {other:8.3f} s  ratio {own / other:.4f}", flush=True)
        tell_plans(size, records)
        if logarithms:
            mean = math.exp(sum(logarithms) / len(logarithms))
            print(f"{size} {arguments.games} games  hamadryad {own_sum:.3f} s  clingo {other_sum:.3f} s", end="  ")
            print(f"ratio of sums {own_sum / other_sum:.5f} (1 by {other_sum / own_sum:.0f}), geometric mean {mean:.5f}", end="")
            print(f", given up by clingo: {given_up}" if given_up else "")


if __name__ == "__main__":
    main()
