"""Applications: programs that call `clingo_main`, in processes of their own."""

import os
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

APPLICATION = """
import sys
from clingo.application import Application, Flag, clingo_main
from clingo.script import enable_python

class App(Application):
    program_name, version = "guide", "1.2"

    def __init__(self):
        self.loud, self.number = Flag(), None

    def register_options(self, options):
        options.add("Guide Options", "number,@1", "A number", self.read, argument="<n>")
        options.add_flag("Guide Options", "loud", "A flag", self.loud)

    def read(self, text):
        self.number = text
        return text.isdigit()

    def validate_options(self):
        print("options", self.number, bool(self.loud))
        return True

    def main(self, control, files):
        for file in files:
            control.load(file)
        control.ground([("base", [])])
        for _ in range(2):
            control.solve()

    def print_model(self, model, printer):
        print("model:", model)
        if self.loud:
            printer()

class Plain(Application):
    program_name = "plain"

enable_python()
sys.exit(clingo_main(App() if sys.argv[1] == "app" else Plain(), sys.argv[2:]))
"""


def run(kind, program, *arguments):
    """The lines of the output without times, the messages, and the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "program.lp")
        with open(file, "w") as out:
            out.write(textwrap.dedent(program))
        command = [sys.executable, "-c", APPLICATION, kind, "program.lp", *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    text = re.sub(r"\d+\.\d+s", "0s", done.stdout)
    lines = [line for line in text.splitlines() if not line.startswith(("Time", "CPU Time"))]
    return lines, done.stderr, done.returncode


class Applications(unittest.TestCase):
    def test_an_application_has_options_a_main_function_and_a_printer(self):
        lines, errors, code = run("app", "{a}. b.", "0", "--number=3", "--loud")
        self.assertEqual(errors, "")
        answers = ["Answer: 1 (Time: 0s)", "model: b", "b", "Answer: 2 (Time: 0s)", "model: a b", "b a"]
        expected = ["options 3 True", "guide version 1.2", "Reading from program.lp", "Solving...", *answers]
        summary = ["SATISFIABLE", "", "Models       : 4", "Calls        : 2"]
        self.assertEqual(lines, [*expected, "Solving...", *answers, *summary])
        self.assertEqual(code, 30)

    def test_wrong_options_end_the_run(self):
        for arguments, message in [
            (["--number=x"], "In context '<guide>': 'x' invalid value for: 'number'"),
            (["--number=1", "--number=2"], "In context '<guide>': multiple occurrences: 'number'"),
            (["--number"], "SyntaxError: 'number' requires a value!"),
            (["--nope"], "In context '<guide>': unknown option: 'nope'"),
            (["--stats"], "In context '<guide>': the option '--stats' is not provided by `clingo_main`"),
        ]:
            lines, errors, code = run("app", "a.", *arguments)
            self.assertIn(f"*** ERROR: (guide): {message}", errors)
            self.assertEqual(code, 1)
        lines, _, code = run("app", "a.", "--help")
        self.assertIn("  --number=<n>            : A number", lines)
        self.assertIn("  --[no-]loud             : A flag", lines)
        self.assertEqual(code, 0)

    def test_the_main_function_of_a_script_is_run(self):
        script = """\
        #script (python)
        from clingo import Number
        def main(prg):
            for step in range(2):
                prg.ground([("step", [Number(step)])])
                prg.solve()
        #end.
        #program step(t). p(t).
        """
        lines, errors, code = run("plain", script)
        self.assertEqual(errors, "")
        self.assertEqual([line for line in lines if line.startswith("p(")], ["p(0)", "p(0) p(1)"])
        self.assertEqual((lines[-1], code), ("Calls        : 2", 30))

    def test_failures_are_reported_with_the_summary(self):
        lines, errors, code = run("plain", "a :- ,.")
        self.assertIn("*** ERROR: (plain): parsing failed", errors)
        self.assertEqual((lines[2], code), ("UNKNOWN", 65))

    def test_json_and_no_output(self):
        lines, _, code = run("plain", "1 {a; b} 1. :- a, b.", "0", "--outf=2")
        text = "".join(lines)
        self.assertIn('"Result": "SATISFIABLE"', text)
        lines, errors, code = run("plain", ":- not a.", "--outf=3")
        self.assertIn("program.lp:1:8-9: info:", errors)
        self.assertEqual((lines, code), ([], 20))


if __name__ == "__main__":
    unittest.main()
