"""clingo-dl and clingcon, whose propagators in C++ call the library that was loaded globally."""

import unittest

from clingo import Control, Function, Number
from clingo.ast import ProgramBuilder, parse_string

try:
    from clingcon import ClingconTheory
    from clingodl import ClingoDLTheory
except ImportError:
    ClingconTheory = ClingoDLTheory = None


class Solver:
    """A control with a theory, over several steps."""

    def __init__(self, theory, *options):
        self.theory, self.control = theory(), Control(["0"])
        for key, value in options:
            self.theory.configure(key, value)
        self.theory.register(self.control)

    def ground(self, program, *parts):
        with ProgramBuilder(self.control) as builder:
            parse_string(program, lambda statement: self.theory.rewrite_ast(statement, builder.add))
        self.control.ground(parts or [("base", [])])

    def answers(self, *assumptions):
        """The shown atoms and the values of all variables, sorted."""
        self.theory.prepare(self.control)
        found = []
        with self.control.solve(assumptions, yield_=True, on_model=self.theory.on_model) as handle:
            for model in handle:
                atoms = sorted(str(symbol) for symbol in model.symbols(shown=True))
                values = sorted((str(name), value) for name, value in self.theory.assignment(model.thread_id))
                found.append((atoms, values))
        return sorted(found)


@unittest.skipIf(ClingconTheory is None, "clingo-dl and clingcon are not installed")
class Theories(unittest.TestCase):
    def test_difference_constraints_hold_in_all_answers(self):
        solver = Solver(ClingoDLTheory)
        solver.ground("{a; b}. &diff { x-0 } >= 1. &diff { x-y } <= -2 :- a. &diff { y-x } <= 1 :- b.")
        answers = solver.answers()
        self.assertEqual([atoms for atoms, _ in answers], [[], ["a"], ["b"]])
        for atoms, values in map(lambda answer: (answer[0], dict(answer[1])), answers):
            self.assertGreaterEqual(values["x"], 1)
            if "a" in atoms:
                self.assertLessEqual(values["x"] - values["y"], -2)
            if "b" in atoms:
                self.assertLessEqual(values["y"] - values["x"], 1)

    def test_all_modes_of_propagation_have_the_same_answers(self):
        program = """
            {before(X,Y)} :- X = 1..4, Y = X+1..4.
            &diff { at(X)-at(Y) } <= -X :- before(X,Y).
            &diff { at(Y)-at(X) } <= -Y :- X = 1..4, Y = X+1..4, not before(X,Y).
            &diff { 0-at(X) } <= 0 :- X = 1..4.
            &diff { at(X)-0 } <= 7 :- X = 1..4.
        """
        counts = []
        for mode in ("no", "inverse", "partial", "partial+", "zero", "full"):
            solver = Solver(ClingoDLTheory, ("propagate", mode))
            solver.ground(program)
            counts.append(len(solver.answers()))
        # The last of four begins when the others have ended, at 10 less its own length: 3 or 4 are last, in six orders each.
        self.assertEqual(counts, [12] * 6)

    def test_values_of_integers_are_enumerated(self):
        solver = Solver(ClingconTheory)
        solver.ground("&dom { 1..5 } = x. &dom { 1..5 } = y. &sum { x; y } = 6. {a}. &sum { x } < y :- a. &sum { x } >= y :- not a.")
        expected = [([], [("x", x), ("y", 6 - x)]) for x in (3, 4, 5)]
        expected += [(["a"], [("x", x), ("y", 6 - x)]) for x in (1, 2)]
        self.assertEqual(solver.answers(), expected)

    def test_an_objective_over_integers(self):
        for translate in ("0", "max"):
            solver = Solver(ClingconTheory, ("translate-opt", translate), ("min-int", "-20"), ("max-int", "20"))
            solver.ground("""
                1 { pick(X) : X = 1..4 } 2. &sum { cost } = S :- S = #sum { X : pick(X) }. &sum { cost } >= 3. &distinct { p; q; r }.
                &dom { 1..3 } = p. &dom { 1..3 } = q. &dom { 1..3 } = r. &minimize { cost; 2*p; q }.
            """)
            # The last answer is the best one: 3 for the cost, and p = 1, q = 2.
            solver.theory.prepare(solver.control)
            best = []
            with solver.control.solve(yield_=True, on_model=solver.theory.on_model) as handle:
                for model in handle:
                    values = {str(name): value for name, value in solver.theory.assignment(model.thread_id)}
                    best.append(values["cost"] + 2 * values["p"] + values["q"])
            self.assertEqual(best[-1], 7)
            self.assertEqual(best, sorted(best, reverse=True))

    def test_steps_externals_and_assumptions(self):
        solver = Solver(ClingconTheory)
        solver.ground("&dom { 0..9 } = at(0). &sum { at(0) } = 1.")
        self.assertEqual(len(solver.answers()), 1)
        for step in (1, 2, 3):
            solver.ground(
                f"""
                #program step(t). #external free(t). {{ double(t) }}. &dom {{ 0..9 }} = at(t).
                &sum {{ 2*at(t-1) }} = at(t) :- double(t), not free(t).
                &sum {{ at(t-1); 1 }} = at(t) :- not double(t), not free(t).
                """
                if step == 1
                else "",
                ("step", [Number(step)]),
            )
            reached = {dict(values)[f"at({step})"] for _, values in solver.answers()}
            self.assertEqual(reached, {1: {2}, 2: {3, 4}, 3: {4, 5, 6, 8}}[step])
        doubled = (Function("double", [Number(3)]), True)
        self.assertEqual({dict(values)["at(3)"] for _, values in solver.answers(doubled)}, {6, 8})
        solver.control.assign_external(Function("free", [Number(3)]), True)
        self.assertEqual({dict(values)["at(3)"] for _, values in solver.answers(doubled)}, set(range(10)))
        solver.control.release_external(Function("free", [Number(3)]))
        self.assertEqual({dict(values)["at(3)"] for _, values in solver.answers(doubled)}, {6, 8})


if __name__ == "__main__":
    unittest.main()
