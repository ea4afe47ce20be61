#!/usr/bin/env python3
"""Random programs with random propagators, on Hamadryad's library and on clingo's: the same answer sets and costs?

    python tests/hunt_propagators.py --runs 500 --seed 1

Each run is made by two processes, one of them with HAMADRYAD=0. The propagators state their constraints by clauses of
all kinds, weight constraints and costs, decide at random, and verify the calls that they receive: each change is true
and watched, each undone change was the last one of its level, and at a check all true watched literals were reported.
The Python that runs it needs the wheel of tools/clingo-python, or its module on the path. A tool for development:
nothing else needs it.
"""

import argparse
import json
import os
import random
import subprocess
import sys

PIECES = [
    "{{ a(t,1..{n}) }}.",
    "1 {{ b(t,X) : X = 1..{n} }} 2.",
    "c(t,X) :- a(t,X), not b(t,X).",
    "d(t) :- c(t,1). d(t) :- b(t,2).",
    "f(t) ; g(t) :- a(t,1).",
    "r(t,X) :- s(t,X). s(t,X) :- r(t,X), a(t,X). r(t,X) :- b(t,X).",
    ":- a(t,1), b(t,1).",
    "#minimize {{ {w}@1,t,X : a(t,X) }}.",
    "k(t) :- not d(t). {{ l(t) }} :- k(t).",
    "z(t,1..2).",
    "&e(t) {{ X : a(t,X), not b(t,X) }}.",
]
THEORY = "#theory t { term { }; &e/1 : term, any }."


def part(rng):
    """A program part with the parameter `t`."""
    chosen = ["{{ a(t,1..{n}) }}.", *rng.sample(PIECES, rng.randint(2, 6))]
    return " ".join(chosen).format(n=rng.randint(1, 3), w=rng.randint(1, 3))


def run_of(seed):
    """The description of a run: a program and its solves; the propagators draw from the seed as well."""
    rng = random.Random(seed)
    parts = [part(rng) for _ in range(rng.randint(1, 2))]
    steps = []
    for number in range(rng.randint(1, 3)):
        name = rng.randrange(len(parts))
        steps.append({"ground": [name, number] if number == 0 or rng.random() < 0.6 else None,
                      "assume": rng.random() < 0.2})
    return {"seed": seed, "parts": parts, "steps": steps, "propagators": rng.randint(1, 2)}


class Constraint:
    """At most `most` of the literals are true, or an even number of them is."""

    def __init__(self, literals, most, is_volatile, tag):
        self.literals, self.most = literals, most
        self.is_volatile, self.tag = is_volatile, tag

    def violated(self, assignment):
        """A clause that the assignment violates."""
        is_true = [literal for literal in self.literals if assignment.is_true(literal)]
        if self.most is None:
            if any(assignment.value(literal) is None for literal in self.literals) or len(is_true) % 2 == 0:
                return None
            return [-literal if assignment.is_true(literal) else literal for literal in self.literals]
        return None if len(is_true) <= self.most else [-literal for literal in is_true[: self.most + 1]]


class Hunter:
    """A propagator with random constraints."""

    def __init__(self, seed, clingo, notes):
        self.rng, self.clingo, self.notes = random.Random(seed), clingo, notes
        self.solve, self.constraints, self.watched, self.mirror = 0, [], set(), []
        self.loose, self.known, self.made = set(), set(), None
        self.search = random.Random(seed + 1)
        self.mode = self.rng.choice(["Total", "Fixpoint", "Both"])
        self.undo_always = self.rng.random() < 0.3
        self.makes = self.rng.random() < 0.3

    def fault(self, text):
        if text not in self.notes:
            self.notes.append(text)

    def init(self, init):
        rng, clingo = self.rng, self.clingo
        self.solve += 1
        init.check_mode = getattr(clingo.PropagatorCheckMode, self.mode)
        if self.undo_always:
            init.undo_mode = clingo.PropagatorUndoMode.Always
        atoms = sorted((str(atom.symbol), atom.literal) for atom in init.symbolic_atoms)
        new = [init.solver_literal(literal) for name, literal in atoms if name not in self.known]
        self.known.update(name for name, _ in atoms)
        for atom in sorted(init.theory_atoms, key=str):
            for element in atom.elements:
                literal = init.solver_literal(element.condition_id)
                if rng.random() < 0.5:
                    init.add_clause([-literal, new[0] if new else literal])
        if not new:
            return

        def some(most):
            chosen = rng.sample(new, min(len(new), rng.randint(1, most)))
            # Equivalent atoms may have the same literal, depending on the library.
            return [literal if rng.random() < 0.7 else -literal for literal in chosen]

        for _ in range(rng.randint(0, 2)):
            kind = rng.choice([None, None, 1, 2])
            is_volatile = rng.random() < 0.3
            literals = some(4)
            constraint = Constraint(literals, kind, is_volatile, rng.choice(["learnt", "static"]))
            self.constraints.append((self.solve, constraint))
            for literal in literals:
                for watch in (literal, -literal):
                    if rng.random() < 0.8:
                        init.add_watch(watch)
                        self.watched.add(watch)
                        if rng.random() < 0.1:
                            init.remove_watch(watch)
                            self.watched.discard(watch)
                            self.loose.add(watch)
        for _ in range(rng.randint(0, 1)):
            init.add_clause(some(3))
        if rng.random() < 0.4:
            # clasp deviates from the definition in equalities, and where fixed or equal literals make the constraint
            # trivial; so it has new literals, which are defined afterwards.
            defined = [(init.add_literal(), literal) for literal in [*some(1), *some(4)]]
            weights = [(literal, rng.randint(1, 3)) for literal, _ in defined[1:]]
            bound = rng.randint(1, sum(weight for _, weight in weights))
            init.add_weight_constraint(defined[0][0], weights, bound, rng.choice([-1, 0, 1]))
            for literal, meaning in defined:
                init.add_clause([-literal, meaning])
                init.add_clause([literal, -meaning])
        if rng.random() < 0.2:
            for literal in some(2):
                # clasp forgets costs of 0 and their priorities in later steps.
                init.add_minimize(literal, rng.choice([-2, -1, 1, 2]), rng.randint(0, 1))
        if rng.random() < 0.4:
            one, two = some(1)[0], some(1)[0]
            both = init.add_literal()
            for clause in ([-both, one], [-both, two], [both, -one, -two]):
                init.add_clause(clause)
        if rng.random() < 0.3:
            init.propagate()

    def state(self, control, name):
        """Compares the reported changes with the assignment."""
        assignment = control.assignment
        reported = {literal for _, literal in self.mirror}
        for literal in self.watched - self.loose:
            if assignment.is_true(literal) != (literal in reported):
                self.fault(f"{name}: a watched literal was not reported")
        trail = list(assignment.trail)
        for level in range(assignment.decision_level + 1):
            begin, end = assignment.trail.begin(level), assignment.trail.end(level)
            if any(assignment.level(literal) != level for literal in trail[begin:end]):
                self.fault(f"{name}: a literal has another level")
            if level and (begin == end or assignment.decision(level) != trail[begin]):
                self.fault(f"{name}: the decision is not first")
        if any(not assignment.is_true(literal) or assignment.is_false(literal) for literal in trail):
            self.fault(f"{name}: a literal of the trail is not true")

    def propagate(self, control, changes):
        assignment = control.assignment
        for literal in changes:
            if not assignment.is_true(literal):
                self.fault("propagate: a change is not true")
            if literal not in self.watched and literal not in self.loose:
                self.fault("propagate: a change is not watched")
            self.mirror.append((assignment.decision_level, literal))
        if self.search.random() < 0.1 and self.loose:
            literal = self.search.choice(sorted(self.loose))
            (control.remove_watch if control.has_watch(literal) else control.add_watch)(literal)
        if self.search.random() < 0.7:
            self.state_constraints(control)

    def state_constraints(self, control):
        """Adds violated clauses; `False` if the propagator must return."""
        for solve, constraint in self.constraints:
            if constraint.is_volatile and solve != self.solve:
                continue
            clause = constraint.violated(control.assignment)
            if clause is not None:
                lock = constraint.tag == "static"
                if control.add_clause(clause, tag=constraint.is_volatile, lock=lock) and control.propagate():
                    self.fault("add_clause: a violated clause is no conflict")
                return False
        return True

    def undo(self, thread_id, assignment, changes):
        if not changes and not self.undo_always:
            self.fault("undo: no changes")
        count = len(changes)
        last = self.mirror[len(self.mirror) - count :] if count else []
        if [literal for _, literal in last] != list(changes):
            self.fault("undo: other changes than the last ones")
        if any(level != assignment.decision_level for level, _ in last):
            self.fault("undo: another level")
        if any(assignment.value(literal) is not None for literal in changes):
            self.fault("undo: a literal has a value")
        if count:
            del self.mirror[-count:]

    def check(self, control):
        if self.mode == "Total" and not control.assignment.is_total:
            self.fault("check: the assignment is not total")
        self.state(control, "check")
        if not self.state_constraints(control) or not self.constraints:
            return
        if self.made is None or self.made[0] != self.solve:
            if self.makes:
                literal = self.constraints[0][1].literals[0]
                made = control.add_literal()
                self.made = (self.solve, made)
                if control.add_clause([made, -literal], lock=True):
                    control.add_clause([-made, literal], lock=True)


class Decider(Hunter):
    """A propagator that decides as well."""

    def decide(self, thread_id, assignment, fallback):
        if assignment.value(fallback) is not None:
            self.fault("decide: the fallback is not free")
        if self.search.random() < 0.5:
            return 0 if self.search.random() < 0.5 else fallback
        free = [literal for literal in assignment if assignment.is_free(literal)]
        free = [literal for literal in free if abs(literal) in {abs(watched) for watched in self.watched}]
        return self.search.choice([literal, -literal]) if free and (literal := self.search.choice(free)) else fallback


def child(description):
    """Makes a run; returns its transcript."""
    import clingo

    notes, transcript = [], []
    control = clingo.Control(["0", "--opt-mode=optN"], message_limit=0)
    control.add("base", [], THEORY)
    control.ground([("base", [])])
    for number, text in enumerate(description["parts"]):
        control.add(f"p{number}", ["t"], text)
    rng, literals = random.Random(description["seed"] + 7), {}
    kinds = [rng.choice([Hunter, Decider]) for _ in range(description["propagators"])]
    hunters = [kind(description["seed"] * 10 + place, clingo, notes) for place, kind in enumerate(kinds)]
    for hunter in hunters:
        control.register_propagator(hunter)
    for step in description["steps"]:
        if step["ground"]:
            name, number = step["ground"]
            control.ground([(f"p{name}", [clingo.Number(number)])])
        for atom in control.symbolic_atoms:
            literals.setdefault(str(atom.symbol), atom.literal)
        assumptions = []
        if step["assume"] and literals:
            names = rng.sample(sorted(literals), min(2, len(literals)))
            assumptions = [literals[name] * rng.choice([1, -1]) for name in names]
        found = []
        with control.solve(assumptions=assumptions, yield_=True) as handle:
            for model in handle:
                found.append((list(model.cost), model.optimality_proven, sorted(map(str, model.symbols(atoms=True)))))
            result = handle.get()
        best = min((cost for cost, _, _ in found), default=[])
        kept = [atoms for cost, proven, atoms in found if not cost or proven]
        if any(hunter.makes for hunter in hunters):
            # Models that differ in the literals of the search only are counted differently.
            kept = [json.loads(atoms) for atoms in {json.dumps(atoms) for atoms in kept}]
        transcript.append([str(result), best, sorted(kept)])
    return {"transcript": transcript, "notes": notes}


def difference(ours, other):
    """A short description of what differs."""
    if "error" in ours or "error" in other or ours["notes"] != other["notes"]:
        return str([{key: answer[key] for key in answer if key != "transcript"} for answer in (ours, other)])
    for number, (one, two) in enumerate(zip(ours["transcript"], other["transcript"])):
        if one != two:
            only = [[atoms for atoms in mine[2] if atoms not in yours[2]][:2] for mine, yours in ((one, two), (two, one))]
            return f"step {number}: ours {one[:2]}, {len(one[2])} models, clingo {two[:2]}, {len(two[2])}; only {only}"
    return "?"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        for line in sys.stdin:
            try:
                answer = child(json.loads(line))
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)
        return 0
    command = [sys.executable, __file__, "--child", "yes"]
    environments = [dict(os.environ), {**os.environ, "HAMADRYAD": "0"}]
    children = []

    def start(place):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, env=environments[place], **pipes)

    children = [start(0), start(1)]
    differences = models = 0
    for seed in range(options.seed, options.seed + options.runs):
        description = run_of(seed)
        answers = []
        for place, process in enumerate(children):
            process.stdin.write(json.dumps(description) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
            if not line:
                children[place] = start(place)
                line = json.dumps({"error": f"the process ended with {process.wait()}"})
            answers.append(json.loads(line))
        models += sum(len(step[2]) for step in answers[0].get("transcript", []))
        # clasp checks assignments that are not total, and accepts violated clauses, while it jumps back.
        answers[1]["notes"] = []
        if answers[0] != answers[1]:
            differences += 1
            print(f"seed {seed}: {difference(*answers)}\n  {json.dumps(description)}")
    print(f"{options.runs} runs, {models} models, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
