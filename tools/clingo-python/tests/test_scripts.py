"""Scripts in programs, in Python."""

import os
import shutil
import subprocess
import sys
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


PROGRAM = """\
#script (python)
from clingo import Number
def twice(x): return Number(2 * x.number)
def main(prg):
    prg.ground([("base", []), ("more", [Number(3)])])
    prg.solve()
#end.
p(@twice(1)).
#program more(n). p(@twice(n)).
"""


def without_times(text):
    """The lines of an output without those that differ between runs."""
    lines = [line for line in text.splitlines() if not line.startswith(("Time", "CPU Time", "Answer: "))]
    return [line for line in lines if line]


class Command(unittest.TestCase):
    """`python3 -m _clingo`, and `hamadryad solve` if HAMADRYAD_BINARY names the program."""

    def run_in_folder(self, command, arguments, text=""):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "program.lp"), "w") as file:
                file.write(PROGRAM)
            # The program must find this Python.
            path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
            environment = {**os.environ, "PATH": path}
            done = subprocess.run(
                [*command, *arguments], cwd=folder, input=text, capture_output=True, text=True, env=environment
            )
        self.assertEqual(done.stderr, "")
        return done

    def test_a_program_is_solved_in_the_shell(self):
        done = self.run_in_folder([sys.executable, "-m", "_clingo"], ["program.lp", "0"])
        lines = without_times(done.stdout)
        self.assertTrue(lines[0].startswith("hamadryad version "))
        self.assertEqual(
            lines[1:],
            ["Reading from program.lp", "Solving...", "p(2) p(6)", "SATISFIABLE", "Models       : 1", "Calls        : 1"],
        )
        self.assertEqual(done.returncode, 30)

    @unittest.skipUnless(shutil.which(os.environ.get("HAMADRYAD_BINARY", "")), "HAMADRYAD_BINARY is not set")
    def test_the_program_hands_scripts_over(self):
        binary = shutil.which(os.environ["HAMADRYAD_BINARY"])
        for arguments, text in [(["program.lp"], ""), (["-"], PROGRAM), ([], PROGRAM), (["program.lp", "--outf=2"], "")]:
            ours = self.run_in_folder([binary, "solve"], [*arguments, "0"], text)
            direct = self.run_in_folder([sys.executable, "-m", "_clingo"], [*arguments, "0"], text)
            times = ("Start", "Stop", "Time", "CPU", "Total", "Solve", "Model", "Unsat")
            strip = lambda done: [
                line for line in without_times(done.stdout) if not line.strip().strip('"').startswith(times)
            ]
            self.assertEqual(strip(ours), strip(direct))
            self.assertEqual((ours.returncode, direct.returncode), (30, 30))


if __name__ == "__main__":
    unittest.main()
