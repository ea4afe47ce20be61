#!/usr/bin/env python3
"""The benchmark set: writes its instances, generated from seeds, and a suite for `hamadryad lab run solve`.

    python3 benches/solve/generate.py /tmp/bench --clingo clingo --best
    hamadryad lab run solve /tmp/bench/suite.toml --out /tmp/bench/results
    hamadryad lab report /tmp/bench/results

`all()` yields (family, name, files, facts, options); files are relative to benches/solve or to encodings. A permutation
of the facts changes the luck of both programs, so each instance is run under several orders.
"""

import argparse
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import suite  # noqa: E402


def facts(name, rows):
    return "".join(f"{name}({','.join(map(str, row))}).\n" for row in rows)


def planted(nodes, more, seed):
    """A directed graph with a Hamiltonian cycle and `more` further edges."""
    rng = random.Random(seed)
    order = rng.sample(range(1, nodes + 1), nodes)
    edges = set(zip(order, order[1:] + order[:1]))
    while len(edges) < nodes + more:
        u, v = rng.randint(1, nodes), rng.randint(1, nodes)
        if u != v:
            edges.add((u, v))
    return [(v,) for v in range(1, nodes + 1)], sorted(edges)


def graph(nodes, edges, seed):
    rng = random.Random(seed)
    pairs = set()
    while len(pairs) < edges:
        u, v = sorted(rng.sample(range(1, nodes + 1), 2))
        pairs.add((u, v))
    return [(v,) for v in range(1, nodes + 1)], sorted(pairs)


def connected(nodes, edges, seed):
    rng = random.Random(seed)
    pairs = {(rng.randint(1, v - 1), v) for v in range(2, nodes + 1)}
    while len(pairs) < edges:
        u, v = sorted(rng.sample(range(1, nodes + 1), 2))
        pairs.add((u, v))
    return [(v,) for v in range(1, nodes + 1)], sorted(pairs)


def of_graph(parts):
    nodes, edges = parts
    return facts("node", nodes) + facts("edge", edges)


def tour(nodes, more, seed):
    nodes, edges = planted(nodes, more, seed)
    rng = random.Random(seed)
    return facts("node", nodes) + facts("edge", edges) + facts("cost", [(u, v, rng.randint(1, 20)) for u, v in edges])


def blocks(number, seed):
    rng = random.Random(seed)

    def world():
        order = rng.sample(range(1, number + 1), number)
        stacks, on = [], []
        for block in order:
            if stacks and rng.random() < 0.75:
                stack = rng.choice(stacks)
                on.append((block, stack[-1]))
                stack.append(block)
            else:
                stacks.append([block])
                on.append((block, "table"))
        return on

    return facts("block", [(b,) for b in range(1, number + 1)]) + facts("on", world()) + facts("goal", world())


def sokoban(width, height, crates, pushes, seed):
    """Solvable: the crates are pulled back from their targets."""
    rng = random.Random(seed)
    squares = {(x, y) for x in range(width) for y in range(height) if rng.random() > 0.15}
    free = sorted(squares)
    targets = rng.sample(free, crates)
    where, worker = set(targets), rng.choice([s for s in free if s not in targets])
    for _ in range(pushes):
        reach, queue = {worker}, [worker]
        while queue:
            x, y = queue.pop()
            for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                step = (x + dx, y + dy)
                if step in squares and step not in where and step not in reach:
                    reach.add(step)
                    queue.append(step)
        pulls = []
        for x, y in sorted(where):
            for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                near, far = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                if near in reach and far in squares and far not in where:
                    pulls.append(((x, y), near, far))
        if not pulls:
            break
        crate, near, far = rng.choice(pulls)
        where.remove(crate)
        where.add(near)
        worker = far
    return (facts("square", sorted(squares)) + facts("crate", sorted(where)) + facts("target", targets)
            + facts("worker", [worker]))


def scheduling(jobs, machines, horizon, seed):
    rng = random.Random(seed)
    rows = [(j, rng.randint(1, 4), rng.randint(2, horizon), rng.randint(1, 9)) for j in range(1, jobs + 1)]
    before = {tuple(sorted(rng.sample(range(1, jobs + 1), 2))) for _ in range(jobs // 2)}
    return facts("job", rows) + facts("machine", [(m,) for m in range(1, machines + 1)]) + facts("before", sorted(before))


def knapsack(items, limits, seed):
    rng = random.Random(seed)
    weights = [(k, i, rng.randint(5, 40)) for k in range(limits) for i in range(1, items + 1)]
    caps = [(k, sum(w for kk, _, w in weights if kk == k) // 3) for k in range(limits)]
    values = [(i, rng.randint(10, 50)) for i in range(1, items + 1)]
    return facts("item", values) + facts("weight", weights) + facts("limit", caps)


def cover(elements, sets, seed, dearest):
    rng = random.Random(seed)
    has = set()
    for e in range(1, elements + 1):
        has |= {(s, e) for s in rng.sample(range(1, sets + 1), rng.randint(3, 5))}
    costs = [(s, rng.randint(1, dearest)) for s in range(1, sets + 1)]
    return facts("element", [(e,) for e in range(1, elements + 1)]) + facts("set", costs) + facts("has", sorted(has))


def companies(number, products, controls, seed):
    rng = random.Random(seed)
    pick = lambda k: [f"c{i}" for i in rng.sample(range(1, number + 1), k)]
    produced = []
    for p in range(products):
        two = pick(2)
        produced.append((f"p{p}", *two, *two))
    controlled = []
    for _ in range(controls):
        first, *rest = pick(4)
        controlled.append((first, *rest, rest[0]))
    text = facts("produced", produced) + facts("controlled", controlled)
    wanted, unwanted, *_ = pick(4)
    return text + facts("wanted", [(wanted,)]) + facts("unwanted", [(unwanted,)])


def latin(size, holes, seed):
    rng = random.Random(seed)
    rows, columns, values = (rng.sample(range(size), size) for _ in range(3))
    cells = [(r + 1, c + 1, values[(rows[r] + columns[c]) % size] + 1) for r in range(size) for c in range(size)]
    return facts("given", rng.sample(cells, len(cells) - holes))


def snake(size, length, seed):
    """A snake along a Hamiltonian cycle of a square board, and an apple beside its front half, behind its own body."""
    rng = random.Random(seed)
    sides = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    near = set()
    while not near:
        body = trip(rng, size // 2, length)[::-1]
        beside = {(r + row, c + col) for r, c in body[length // 4 : length // 2 + 1] for row, col in sides}
        near = {cell for cell in beside - set(body) if 0 <= min(cell) and max(cell) < size}
    row, col = rng.choice(sorted(near))
    cells = [((r + 1, c + 1), place) for place, (r, c) in enumerate(body, 1)]
    return facts("snake", cells) + facts("apple", [((row + 1, col + 1),)])


def trip(rng, half, length):
    """Some cells of the cycle round a random spanning tree of blocks of four cells, clockwise in each block."""
    tree, joined = set(), {(rng.randrange(half), rng.randrange(half))}
    while len(joined) < half * half:
        block = rng.choice(sorted(joined))
        row, col = rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        other = (block[0] + row, block[1] + col)
        if other not in joined and 0 <= min(other) and max(other) < half:
            joined.add(other)
            tree |= {(block, other), (other, block)}
    turns = {(0, 0): ((-1, 0), (0, 1)), (0, 1): ((0, 1), (1, 0)), (1, 1): ((1, 0), (0, -1)), (1, 0): ((0, -1), (-1, 0))}
    cells = [(rng.randrange(2 * half), rng.randrange(2 * half))]
    while len(cells) < length:
        row, col = cells[-1]
        out, on = turns[row % 2, col % 2]
        block = (row // 2, col // 2)
        step = out if (block, (block[0] + out[0], block[1] + out[1])) in tree else on
        cells.append((row + step[0], col + step[1]))
    return cells


def rogo(rows, columns, steps, seed):
    rng = random.Random(seed)
    cells = [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    forbidden = len(cells) // 10
    chosen = rng.sample(cells, len(cells) // 4 + forbidden)
    points = [(r, c, rng.randint(1, 9)) for r, c in chosen[forbidden:]]
    size = f"rows({rows}). columns({columns}). steps({steps}).\n"
    return size + facts("forbidden", chosen[:forbidden]) + facts("points", points)


def all():
    for nodes, more, seed in [(1500, 3000, 3), (2000, 4000, 4), (2500, 4000, 5), (3000, 6000, 6)]:
        yield "hamilton", f"{nodes}-{more}-{seed}", ["hamilton.lp"], of_graph(planted(nodes, more, seed)), []
    for nodes, more, seed in [(28, 84, 3), (32, 96, 4), (33, 99, 5), (34, 102, 6)]:
        yield "tour", f"{nodes}-{more}-{seed}", ["tour.lp"], tour(nodes, more, seed), []
    for nodes, edges, seed in [(300, 700, 4), (400, 925, 6), (400, 935, 7), (420, 985, 8)]:
        yield "colouring", f"{nodes}-{edges}-{seed}", ["colouring.lp"], of_graph(graph(nodes, edges, seed)), []
    for holes in (8, 9, 10):
        yield "pigeons", str(holes), ["pigeons.lp"], "", ["-c", f"holes={holes}"]
    for n, k in [(43, 4), (44, 4), (45, 4), (46, 4)]:
        yield "schur", f"{n}-{k}", ["schur.lp"], "", ["-c", f"n={n}", "-c", f"k={k}"]
    for number, h, seed in [(15, 13, 2), (16, 14, 5), (17, 14, 6), (18, 15, 3)]:
        yield "blocks", f"{number}-{h}-{seed}", ["blocks.lp"], blocks(number, seed), ["-c", f"h={h}"]
    for width, height, crates, h, seed in [(9, 9, 4, 20, 7), (10, 10, 6, 28, 9), (10, 10, 5, 24, 8), (12, 12, 5, 30, 10)]:
        name = f"{width}x{height}-{crates}-{h}-{seed}"
        yield "sokoban", name, ["sokoban.lp"], sokoban(width, height, crates, h, seed), ["-c", f"h={h}"]
    for jobs, machines, horizon, seed in [(20, 2, 40, 1), (30, 3, 40, 3), (30, 2, 60, 4), (36, 3, 50, 5)]:
        text = scheduling(jobs, machines, horizon, seed)
        yield "scheduling", f"{jobs}-{machines}-{seed}", ["scheduling.lp"], text, ["-c", f"horizon={horizon}"]
    for items, limits, seed in [(24, 2, 1), (27, 2, 2), (27, 3, 3), (30, 3, 4)]:
        yield "knapsack", f"{items}-{limits}-{seed}", ["knapsack.lp"], knapsack(items, limits, seed), []
    for elements, sets, dearest, seed in [(50, 40, 1, 1), (60, 40, 1, 2), (80, 60, 5, 2), (60, 50, 1, 4)]:
        yield "cover", f"{elements}-{sets}-{seed}", ["cover.lp"], cover(elements, sets, seed, dearest), []
    for nodes, edges, depth, seed in [(300, 600, 8, 1), (500, 1000, 9, 2), (800, 1600, 10, 3), (1000, 2500, 9, 4)]:
        text = of_graph(connected(nodes, edges, seed))
        yield "tree", f"{nodes}-{depth}-{seed}", ["tree.lp"], text, ["-c", f"k={depth}"]
    for nodes, edges, seed in [(45, 90, 1), (55, 110, 2), (60, 120, 4), (65, 130, 3)]:
        yield "dominating", f"{nodes}-{edges}-{seed}", ["dominating.lp"], of_graph(connected(nodes, edges, seed)), []
    for number, products, controls, seed in [(150, 220, 90, 1), (200, 300, 120, 2), (250, 380, 160, 3)]:
        text = companies(number, products, controls, seed)
        yield "companies", f"{number}-{seed}", ["companies.lp"], text, []
    for n in (9, 10, 11):
        yield "enumeration", f"queens-{n}", ["queens.lp"], "", ["-c", f"n={n}", "-q", "0"]
    yield "enumeration", "independent-30", ["independent.lp"], of_graph(graph(30, 45, 1)), ["-q", "0"]
    for size, holes, seed in [(20, 220, 4), (25, 330, 5), (30, 480, 6)]:
        text = latin(size, holes, seed)
        for mode in ("cautious", "brave"):
            yield "consequences", f"{mode}-{size}-{seed}", ["latin.lp"], text, ["-c", f"n={size}", "-e", mode]
    for size, length, seed in [(8, 14, 2), (8, 14, 5), (10, 12, 1), (10, 15, 2), (10, 15, 4), (10, 18, 5), (12, 12, 1), (12, 18, 4)]:
        files = ["snake/hamiltonian.lp", "snake/position.lp"]
        board = ["-c", f"n={size}", "-c", f"m={size}"]
        yield "snake", f"{size}-{length}-{seed}", files, snake(size, length, seed), board
    for rows, columns, steps, seed in [(9, 12, 20, 2), (10, 14, 20, 3), (10, 14, 22, 7), (10, 14, 24, 4)]:
        yield "rogo", f"{rows}x{columns}-{steps}-{seed}", ["rogo/rogo.lp"], rogo(rows, columns, steps, seed), []
    for rows, columns, steps, seed in [(9, 12, 16, 2), (10, 14, 18, 3)]:
        for once in (0, 1):
            name = f"places-{rows}x{columns}-{steps}-{seed}" + ("-sym" if once else "")
            yield "rogo", name, ["rogo/by-places.lp"], rogo(rows, columns, steps, seed), ["-c", f"once={once}"]
    for name in ("5x5", "6x5", "6x6"):
        yield "minotaur", name, ["minotaur/guess.lp", f"minotaur/instances/{name}.lp"], "", ["--opt-mode=optN", "0"]


def write_suite(folder, chosen):
    """Writes the instances and a suite for `hamadryad lab run solve` to a folder."""
    bases = [HERE, os.path.join(suite.ROOT, "encodings")]
    benchmarks, optimizing = [], []
    for family, name, files, content, options in all():
        suite.write_file(os.path.join(folder, family, f"{name}.lp"), content)
        places = [next(os.path.join(base, file) for base in bases if os.path.exists(os.path.join(base, file))) for file in files]
        benchmarks.append({"name": family, "encoding": places, "instances": [f"{family}/{name}.lp"],
                           "options": " ".join(option for option in options if option != "-q")})
        if suite.optimizes(places) and family not in optimizing:
            optimizing.append(family)
    solvers = [{"name": "hamadryad", "command": chosen.hamadryad}]
    configurations = [{"name": "default"}]
    if chosen.clingo:
        solvers.append({"name": "clingo", "command": chosen.clingo})
        for name in ("frumpy", "jumpy", "trendy", "crafty", "handy"):
            configurations.append({"name": name, "options": f"--configuration={name}", "solvers": ["clingo"]})
        for name in ("usc", "usc,stratify"):
            configurations.append({"name": name, "options": f"--opt-strategy={name}", "solvers": ["clingo"],
                                   "benchmarks": optimizing})
    limits = {"limit": chosen.limit, "memory": 8192, "seeds": chosen.seeds, "orders": chosen.orders}
    suite.write(folder, limits, solvers, configurations if chosen.best else configurations[:1], benchmarks)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--clingo", default="clingo", metavar="COMMAND", help="clingo [clingo]; empty: without it")
    parser.add_argument("--hamadryad", default="hamadryad solve", metavar="COMMAND", help="with options, if wished [hamadryad solve]")
    parser.add_argument("--best", action="store_true", help="clingo's other configurations, too")
    parser.add_argument("--limit", type=float, default=20, metavar="SECONDS")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="seeds of the searches [1]")
    parser.add_argument("--orders", type=int, default=3, metavar="N", help="orders of the facts [3]")
    chosen = parser.parse_args()
    write_suite(chosen.folder, chosen)


if __name__ == "__main__":
    main()
