"""Scripts in programs, in Python."""

import os
import tempfile
import unittest

import clingo
from clingo.script import enable_python
from test_wheel import grounded, models

enable_python()


class Scripts(unittest.TestCase):
    def test_a_program_calls_the_functions_of_its_script(self):
        control = grounded(
            "#script (python)\n"
            "from clingo import Number\n"
            "def twice(x):\n    return Number(2 * x.number)\n"
            "def both(x, y):\n    return [x, y]\n"
            "#end.\n"
            "p(@twice(3)). q(@both(1,a))."
        )
        self.assertEqual(models(control), [["p(6)", "q(1)", "q(a)"]])

    def test_a_callback_comes_before_a_script(self):
        class Context:
            def here(self):
                return clingo.String("context")

        control = clingo.Control()
        control.add("base", [], "#script (python)\ndef here(): return clingo.Number(1)\n#end.\np(@here()).")
        control.ground([("base", [])], context=Context())
        self.assertEqual(models(control), [['p("context")']])

    def test_an_included_script_is_run(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "functions.lp"), "w") as file:
                file.write("#script (python)\nimport clingo\ndef seven(): return clingo.Number(7)\n#end.\n")
            with open(os.path.join(folder, "main.lp"), "w") as file:
                file.write('#include "functions.lp". p(@seven()).')
            control = clingo.Control()
            control.load(os.path.join(folder, "main.lp"))
            control.ground([("base", [])])
            self.assertEqual(models(control), [["p(7)"]])

    def test_errors_of_scripts_end_the_call(self):
        with self.assertRaisesRegex(RuntimeError, "SyntaxError"):
            grounded("#script (python)\ndef f(:\n#end.")
        with self.assertRaisesRegex(RuntimeError, "parsing"):
            clingo.Control(logger=lambda *_: None).add("base", [], "#script (lua) x = 1 #end.")


if __name__ == "__main__":
    unittest.main()
