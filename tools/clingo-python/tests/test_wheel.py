"""clingo's Python package on Hamadryad's library.

The tests need the installed wheel: `python -m unittest discover tools/clingo-python/tests`.
"""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import clingo
from clingo import Control, Function, Number, String, SymbolType, TruthValue, parse_term

# Nobody finds a place for 13 pigeons in 12 holes soon.
PIGEONS = "1 { at(P,H) : H = 1..12 } 1 :- P = 1..13. :- at(P,H), at(Q,H), P < Q."


def models(control, **options):
    """The sorted models of a control, as sorted texts."""
    found = []
    control.configuration.solve.models = 0
    control.solve(on_model=lambda model: found.append(sorted(map(str, model.symbols(shown=True)))), **options)
    return sorted(found)


def grounded(program, arguments=()):
    control = Control(list(arguments))
    control.add("base", [], program)
    control.ground([("base", [])])
    return control


class Module(unittest.TestCase):
    def test_the_module_is_ours(self):
        self.assertTrue(clingo.__version__.startswith("5."))
        self.assertIn("_clingo", sys.modules)
        import _clingo

        version = _clingo.ffi.string(_clingo.lib.hamadryad_version()).decode()
        self.assertRegex(version, r"^\d+\.\d+\.\d+")
        self.assertEqual(clingo.version()[:2], (5, 8))

    def test_the_environment_switches_back(self):
        script = "import clingo; from clingo._internal import _lib; print(hasattr(_lib, 'hamadryad_version'))"
        for switch, expected in [("0", "False"), ("1", "True")]:
            environment = dict(os.environ, HAMADRYAD=switch)
            output = subprocess.run(
                [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
            )
            self.assertEqual(output.stdout.strip(), expected)


class Symbols(unittest.TestCase):
    def test_terms_are_made_and_read(self):
        term = Function("f", [Number(1), String('a"b'), Function("", [Number(2)]), Function("c", [], False)])
        self.assertEqual(str(term), 'f(1,"a\\"b",(2,),-c)')
        self.assertEqual(parse_term(str(term)), term)
        self.assertEqual(term.arguments[2].type, SymbolType.Function)
        self.assertEqual(hash(parse_term("f(1+1)")), hash(Function("f", [Number(2)])))
        with self.assertRaises(RuntimeError):
            parse_term("f(", lambda code, message: None)

    def test_threads_make_the_same_terms(self):
        found = [None] * 4

        def make(place):
            found[place] = [Function("g", [Number(i), Number(i % 7)]) for i in range(2000)]

        threads = [threading.Thread(target=make, args=(place,)) for place in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [found[0]] * 4)


class Solving(unittest.TestCase):
    def test_all_styles_find_the_same_models(self):
        expected = [["a", "c"], ["b", "c"]]
        program = "1 { a; b } 1. c."
        self.assertEqual(models(grounded(program)), expected)
        control = grounded(program, ["0"])
        self.assertEqual(models_of_handle(control.solve(yield_=True)), expected)
        self.assertEqual(models_of_handle(control.solve(yield_=True, async_=True)), expected)
        found = []
        with control.solve(
            async_=True, on_model=lambda model: found.append(sorted(map(str, model.symbols(shown=True))))
        ) as handle:
            while not handle.wait(0.1):
                pass
            self.assertTrue(handle.get().exhausted)
        self.assertEqual(sorted(found), expected)

    def test_a_context_is_called_and_its_exceptions_return(self):
        class Context:
            def near(self, number):
                return [Number(number.number - 1), Number(number.number + 1)]

            def fail(self):
                raise KeyError("no value")

        control = Control()
        control.add("p", ["n"], "at(@near(n)).")
        control.ground([("p", [Number(5)])], context=Context())
        self.assertEqual(models(control), [["at(4)", "at(6)"]])
        control.add("q", [], "at(@fail()).")
        with self.assertRaises(KeyError):
            control.ground([("q", [])], context=Context())

    def test_externals_and_assumptions(self):
        control = grounded("#external on(1..2). lit(X) :- on(X). {free}.")
        control.assign_external(Function("on", [Number(1)]), True)
        self.assertEqual(models(control, assumptions=[(Function("free"), False)]), [["lit(1)", "on(1)"]])
        control.assign_external(Function("on", [Number(1)]), None)
        self.assertEqual(len(models(control, assumptions=[(Function("free"), False)])), 2)
        control.release_external(Function("on", [Number(1)]))
        self.assertEqual(models(control, assumptions=[(Function("free"), False)]), [[]])
        self.assertEqual(models(control, assumptions=[(Function("unknown"), True)]), [])

    def test_symbolic_atoms_and_signatures(self):
        control = grounded("p(1..3). {q(1)}. #external r.")
        atoms = control.symbolic_atoms
        self.assertEqual(len(atoms), 5)
        self.assertEqual(sorted(atoms.signatures), [("p", 1, True), ("q", 1, True), ("r", 0, True)])
        self.assertEqual([str(atom.symbol) for atom in atoms.by_signature("p", 1)], ["p(1)", "p(2)", "p(3)"])
        self.assertTrue(atoms[Function("p", [Number(1)])].is_fact)
        self.assertTrue(atoms[Function("r")].is_external)
        self.assertIsNone(atoms[Function("s")])

    def test_optima_and_statistics(self):
        control = grounded("1 { a; b }. #minimize { 2 : a; 3 : b }.")
        costs = []
        result = control.solve(on_model=lambda model: costs.append(list(model.cost)))
        self.assertTrue(result.satisfiable and result.exhausted)
        self.assertEqual(costs[-1], [2])
        self.assertEqual(control.statistics["summary"]["costs"], [2.0])
        self.assertEqual(control.configuration.solve.opt_mode, "opt")

    def test_backend_and_observer(self):
        class Observer:
            def __init__(self):
                self.rules, self.steps = [], []

            def rule(self, choice, head, body):
                self.rules.append((choice, list(head), list(body)))

            def assume(self, literals):
                self.steps.append(list(literals))

            def end_step(self):
                self.steps.append("end")

        observer = Observer()
        control = Control(["0"])
        control.register_observer(observer)
        with control.backend() as backend:
            a, b = backend.add_atom(Function("a")), backend.add_atom(Function("b"))
            backend.add_rule([a], choice=True)
            backend.add_rule([b], [-a])
        self.assertEqual(models(control), [["a"], ["b"]])
        self.assertEqual(observer.rules, [(True, [a], []), (False, [b], [-a])])
        control.solve(assumptions=[-b])
        self.assertEqual(observer.steps, ["end", [-b], "end"])

    def test_theory_atoms(self):
        control = grounded("#theory t { e { - : 0, binary, left }; &d/1 : e, {<=}, e, any }. q(1..2). &d(1) { X-1 : q(X) } <= 3.")
        (atom,) = control.theory_atoms
        self.assertEqual(str(atom.term), "d(1)")
        self.assertEqual(atom.guard[0], "<=")
        self.assertEqual(len(atom.elements), 2)


class Misuse(unittest.TestCase):
    def test_a_control_is_not_changed_while_it_is_solved(self):
        control = grounded("{a}.")
        with control.solve(yield_=True) as handle:
            with self.assertRaisesRegex(RuntimeError, "Program updates not supported!"):
                control.ground([("base", [])])
            model = handle.model()
            handle.resume()
            with self.assertRaisesRegex(RuntimeError, "search has gone on"):
                model.symbols(atoms=True)
        control.add("more", [], "b.")
        control.ground([("more", [])])

    def test_exceptions_of_callbacks_return(self):
        with self.assertRaises(ZeroDivisionError):
            grounded("{a}.").solve(on_model=lambda model: 1 / 0)


@unittest.skipIf(sys.platform == "win32", "the test sends a signal")
class Interrupts(unittest.TestCase):
    def setUp(self):
        # A shell starts processes in the background with the signal ignored, and Python leaves it so.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))

    def interrupted(self, call):
        timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            call()
        self.assertLess(time.monotonic() - begin, 5)

    def test_solving_is_interrupted(self):
        control = grounded(PIGEONS)
        self.interrupted(control.solve)
        with control.solve(async_=True) as handle:
            self.interrupted(handle.get)

    def test_grounding_is_interrupted(self):
        control = Control()
        control.add("base", [], "n(1..3000). p(X,Y,Z) :- n(X), n(Y), n(Z).")
        self.interrupted(lambda: control.ground([("base", [])]))


def models_of_handle(handle):
    with handle:
        return sorted(sorted(map(str, model.symbols(shown=True))) for model in handle)


if __name__ == "__main__":
    unittest.main()
