"""Plans for the snake by clingo: the driver that `hamadryad lab run … --engine clingo` starts.

Each line of JSON is answered by one line. The first line contains the parameters; its answer follows after grounding:

    {"program": TEXT, "parts": ["base", "heads", "heuristics"], "rows": 6, "cols": 6,
     "approach": "assume", "heuristic": true, "time_limit": 60.0}
    {"version": "5.8.0", "ground": 0.02, "cpu": 0.02}

Every further line is a position, the snake from its head to its tail and the known cycle, in order:

    {"snake": [[1, 2], [1, 1]], "apple": [3, 4], "known": [[1, 1], [1, 2], …], "optimize": true}
    {"cycle": [[1, 2], [2, 2], …], "steps": [9, 4], "first": 0.001, …}

Times are seconds since the position was read. The program is the program that Hamadryad solves, with the file of the
approach in encodings/snake/approaches, whose header states the calls. The approaches are those of Böhl, Ellmauthaler, Gaggl: Winning Snake: Design Choices in Multi-Shot ASP, TPLP 2024, with the options that the
authors give to clingo: all models on the way to an optimum, and the domain heuristic. Differences from their program:
the time limit is a timed wait instead of a test once a second, externals are assigned only when they change, and
without a first model by heuristic the approach nogood does not follow a model that lacks the snake.
"""

import collections
import json
import os
import queue
import signal
import sys
import threading
import time

import clingo

MESSAGES = collections.deque(maxlen=5)


def note(_code, message):
    """Stores the messages of clingo for an error; warnings are dropped."""
    MESSAGES.append(" ".join(message.split()))


def number(value):
    return clingo.Number(value)


def field(cell):
    return clingo.Function("", [number(cell[0]), number(cell[1])])


class Atoms:
    """The atoms that change between apples, each created once."""

    def __init__(self):
        self.made = {}

    def __call__(self, name, *cells):
        key = (name, cells)
        atom = self.made.get(key)
        if atom is None:
            atom = self.made[key] = clingo.Function(name, [field(cell) for cell in cells])
        return atom


class Player:
    """Plays one game under one approach."""

    def __init__(self, setup):
        self.setup = setup
        self.approach = setup["approach"]
        self.atoms = Atoms()
        self.assigned = set()
        self.step = 0
        self.control = None if self.approach == "one-shot" else self.new_control()
        if self.control is not None:
            parts = [("switches", [])] if self.approach == "preground" else []
            self.control.ground([(name, []) for name in self.setup["parts"]] + parts)

    def new_control(self):
        size = ["-c", f"n={self.setup['rows']}", "-c", f"m={self.setup['cols']}"]
        heuristic = ["--heuristic=Domain"] if self.setup["heuristic"] else []
        control = clingo.Control([*size, "0", *heuristic], logger=note)
        control.add("base", [], self.setup["program"])
        return control

    def plan(self, snake, apple, known, optimize):
        """The last model, and the times of events."""
        if self.approach == "one-shot":
            # The text of the program is read before the clock starts, as in the authors' program.
            self.control = self.new_control()
        self.start = time.perf_counter()
        cpu = time.process_time()
        held = list(zip(snake[1:], snake))
        self.prepare(snake[0], apple, held, known)
        ground = time.perf_counter() - self.start
        if not optimize:
            self.control.configuration.solve.models = 1
            self.control.configuration.solve.opt_mode = "ignore"
        self.optimize = optimize
        result = self.search(held)
        if self.approach == "ad-hoc":
            self.control.release_external(clingo.Function("guard", [number(self.step)]))
        return {"ground": ground, "time": self.end - self.start, "cpu": self.cpu - cpu, **result}

    def prepare(self, head, apple, held, known):
        """Sets the externals of a position."""
        true = {self.atoms("head", head), self.atoms("apple", apple)}
        if self.setup["heuristic"]:
            true.update(self.atoms("heur", *arc) for arc in zip(known, known[1:] + known[:1]))
        if self.approach == "one-shot":
            self.one_shot(true, head, apple, held)
            return
        if self.approach == "preground":
            true.update(self.atoms("hold", *arc) for arc in held)
        if self.approach == "ad-hoc":
            self.step += 1
            parts = [("guarded", [number(self.step)])]
            parts += [("held", [*map(field, arc), number(self.step)]) for arc in held]
            self.control.ground(parts)
            self.control.assign_external(clingo.Function("guard", [number(self.step)]), True)
        self.assign(true)

    def one_shot(self, true, head, apple, held):
        """Grounds the whole program, with the position as facts."""
        facts = [self.atoms("head", head), self.atoms("apple", apple)]
        facts += [self.atoms("next", *arc) for arc in held]
        self.control.add("position", [], " ".join(f"{fact}." for fact in facts))
        parts = ["position", *self.setup["parts"]]
        self.control.ground([(name, []) for name in parts])
        self.assigned = set()
        self.assign(true.difference(facts))

    def assign(self, true):
        for atom in self.assigned - true:
            self.control.assign_external(atom, False)
        for atom in true - self.assigned:
            self.control.assign_external(atom, True)
        self.assigned = true

    def search(self, held):
        """Solves until the optimum is proven or the time limit is reached."""
        self.model, self.steps, self.moments = None, [], []
        wanted = [self.atoms("next", *arc) for arc in held]
        assumptions = [(atom, True) for atom in wanted] if self.approach == "assume" else []
        self.clauses = wanted if self.approach == "nogood" else []
        self.is_legal = True
        timed_out, proven, conflicts = self.run(assumptions)
        if not self.is_legal:
            # The first model lacks the snake, so its costs are no bound: solve again with the snake assumed.
            self.clauses, self.is_legal = [], True
            timed_out, proven, more = self.run([(atom, True) for atom in wanted])
            conflicts += more
        result = {"cycle": None, "steps": self.steps, "timed_out": timed_out, "conflicts": conflicts}
        if self.model is not None:
            result["cycle"] = in_order(self.model)
            result["first"], result["optimum"] = self.moments[0], self.moments[-1]
        result["proof"] = self.end - self.start if proven else None
        return result

    def run(self, assumptions):
        limit = self.setup["time_limit"]
        with self.control.solve(assumptions=assumptions, on_model=self.on_model, async_=True) as handle:
            timed_out = False
            if limit is None:
                handle.wait()
            else:
                left = max(0.0, limit - (time.perf_counter() - self.start))
                timed_out = not handle.wait(left)
                if timed_out:
                    handle.cancel()
            result = handle.get()
        # The following statistics serve the record, not the game.
        self.end, self.cpu = time.perf_counter(), time.process_time()
        proven = self.optimize and result.exhausted and bool(result.satisfiable) and self.is_legal
        conflicts = int(self.control.statistics["solving"]["solvers"]["conflicts"])
        return timed_out and not proven, proven, conflicts

    def on_model(self, model):
        if model.number == 1 and self.clauses:
            self.is_legal = all(model.contains(atom) for atom in self.clauses)
            if not self.is_legal:
                return False
            for atom in self.clauses:
                model.context.add_clause([(atom, True)])
        self.moments.append(time.perf_counter() - self.start)
        # The cost counts the fields from the head to the apple, including both.
        self.steps.append(model.cost[0] - 1 if model.cost else 0)
        self.model = model.symbols(shown=True)
        return True


def in_order(model):
    """The cells of a cycle, from its atoms."""
    cell = lambda field: tuple(coordinate.number for coordinate in field.arguments)
    after = {cell(atom.arguments[0]): cell(atom.arguments[1]) for atom in model if atom.name == "next"}
    cells = [next(iter(after))]
    while len(cells) < len(after):
        cells.append(after[cells[-1]])
    return cells


def read(lines):
    """Answers each line of the input; ends with the input."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


def say(answer):
    print(json.dumps(answer), flush=True)


def main():
    # The parent process ends the driver; signals to the process group are ignored.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lines = queue.Queue()
    threading.Thread(target=read, args=[lines], daemon=True).start()
    setup = json.loads(lines.get())
    start, cpu = time.perf_counter(), time.process_time()
    player = Player(setup)
    ground = time.perf_counter() - start
    say({"version": clingo.__version__, "ground": ground, "cpu": time.process_time() - cpu})
    while True:
        position = json.loads(lines.get())
        cells = {name: [tuple(cell) for cell in position[name]] for name in ("snake", "known")}
        say(player.plan(cells["snake"], tuple(position["apple"]), cells["known"], position["optimize"]))


try:
    main()
except RuntimeError as error:
    sys.exit(" ".join([str(error), *MESSAGES]))
