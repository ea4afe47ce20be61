"""Propagators of clingo's Python package on Hamadryad's library."""

import unittest

from clingo import Control, Function, Propagator, PropagatorCheckMode
from test_wheel import grounded, models


def literals(init, *names):
    return [init.solver_literal(init.symbolic_atoms[Function(name)].literal) for name in names]


class Pigeons(Propagator):
    """At most one pigeon in each hole, as in clingo's examples."""

    def init(self, init):
        self.hole, self.inside = {}, {}
        for atom in init.symbolic_atoms.by_signature("place", 2):
            literal = init.solver_literal(atom.literal)
            self.hole[literal] = atom.symbol.arguments[1].number
            init.add_watch(literal)

    def propagate(self, control, changes):
        for literal in changes:
            other = self.inside.setdefault(self.hole[literal], literal)
            if other != literal and not (control.add_nogood([other, literal]) and control.propagate()):
                return

    def undo(self, thread_id, assignment, changes):
        for literal in changes:
            if self.inside.get(self.hole[literal]) == literal:
                del self.inside[self.hole[literal]]


class Propagators(unittest.TestCase):
    def test_pigeons_find_holes(self):
        control = grounded("1 { place(P,H) : H = 1..3 } 1 :- P = 1..3.")
        control.register_propagator(Pigeons())
        self.assertEqual(len(models(control)), 6)
        self.assertEqual(len(models(control)), 6)
        control = grounded("1 { place(P,H) : H = 1..4 } 1 :- P = 1..5.")
        control.register_propagator(Pigeons())
        self.assertEqual(models(control), [])

    def test_the_condition_of_a_theory_element_has_a_literal(self):
        class Any(Propagator):
            def init(self, init):
                atom = next(iter(init.theory_atoms))
                conditions = [init.solver_literal(element.condition_id) for element in atom.elements]
                self.text = str(atom)
                init.add_clause(conditions)

        any_of = Any()
        control = grounded("#theory t { u { }; &any/0 : u, directive }. {a; b; c}. &any { 1 : a, b; 2 : c }.")
        control.register_propagator(any_of)
        self.assertEqual(len(models(control)), 5)
        self.assertIn("&any", any_of.text)

    def test_an_exception_is_that_of_the_propagator(self):
        class Fails(Propagator):
            def check(self, control):
                raise ValueError("not this one")

        control = grounded("{a}.")
        control.register_propagator(Fails())
        with self.assertRaisesRegex(ValueError, "not this one"):
            control.solve()

    def test_partial_assignments_are_checked(self):
        class FixFree(Propagator):
            def init(self, init):
                init.check_mode = PropagatorCheckMode.Fixpoint
                self.literals = literals(init, "a", "b", "c")

            def check(self, control):
                free = [literal for literal in self.literals if control.assignment.is_free(literal)]
                if free:
                    control.add_clause(free[:1])

        control = grounded("{a; b; c}.")
        control.register_propagator(FixFree())
        self.assertEqual(models(control), [["a", "b", "c"]])

    def test_asynchronous_searches_call_propagators(self):
        control = grounded("{a; b}.")

        class Exclude(Propagator):
            def init(self, init):
                self.literals = literals(init, "a", "b")

            def check(self, control):
                if all(map(control.assignment.is_true, self.literals)):
                    control.add_nogood(self.literals)

        control.register_propagator(Exclude())
        control.configuration.solve.models = 0
        with control.solve(async_=True, yield_=True) as handle:
            self.assertEqual(sum(1 for _ in handle), 3)


if __name__ == "__main__":
    unittest.main()
