"""Microseconds of a call of a propagator in Python, with Hamadryad's library and with clingo's.

    pip install 'clingo==5.8.*' ./tools/clingo-python
    python benches/propagator_calls.py --rounds 9

A program of free choices is solved for all models, without and with a propagator. The difference of the processor times,
divided by the number of calls, is the time of a call. Both libraries take turns, each in processes of its own. The least
time of all rounds counts: other work on the machine only adds to it.
"""

import argparse
import json
import os
import subprocess
import sys
import time

ATOMS = 13


def kinds():
    from clingo import Propagator

    class Counts(Propagator):
        calls = 0

        def watch(self, init):
            self.literals = [init.solver_literal(atom.literal) for atom in init.symbolic_atoms]
            for literal in self.literals:
                init.add_watch(literal)
                init.add_watch(-literal)

    class Propagates(Counts):
        """Receives the changes."""

        def init(self, init):
            self.watch(init)

        def propagate(self, control, changes):
            self.calls += 1

    class Undoes(Propagates):
        """Receives the changes, also those that are undone."""

        def undo(self, thread_id, assignment, changes):
            self.calls += 1

    class Reads(Propagates):
        """Reads the value and the level of each changed literal."""

        def propagate(self, control, changes):
            self.calls += 1
            assignment = control.assignment
            for literal in changes:
                assignment.value(literal)
                assignment.level(literal)

    class Adds(Propagates):
        """Adds a clause that holds, and propagates."""

        def propagate(self, control, changes):
            self.calls += 1
            if control.add_clause([changes[0], -changes[0]]):
                control.propagate()

    return {kind.__name__: kind for kind in (Propagates, Undoes, Reads, Adds)}


def solve(propagator):
    """Processor seconds of a search for all models."""
    from clingo import Control

    control = Control(["0"])
    control.add("base", [], f"{{ a(1..{ATOMS}) }}.")
    control.ground([("base", [])])
    if propagator is not None:
        control.register_propagator(propagator)
    start = time.process_time()
    control.solve()
    return time.process_time() - start


def measure():
    """One round in this process."""
    plain = min(solve(None) for _ in range(5))
    found = {}
    for name, kind in kinds().items():
        times = []
        for _ in range(5):
            propagator = kind()
            times.append((solve(propagator) - plain) / propagator.calls * 1e6)
        found[name] = min(times)
    print(json.dumps(found))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        return measure()
    rounds = {"hamadryad": [], "clingo": []}
    for _ in range(options.rounds):
        for library, results in rounds.items():
            environment = dict(os.environ, HAMADRYAD="1" if library == "hamadryad" else "0")
            command = [sys.executable, __file__, "--one"]
            output = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
            results.append(json.loads(output))
    print("| propagator | Hamadryad | clingo | ratio |\n|---|---:|---:|---:|")
    for name in rounds["clingo"][0]:
        ours, theirs = (min(one[name] for one in rounds[library]) for library in rounds)
        print(f"| {name} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.2f} |")


if __name__ == "__main__":
    main()
