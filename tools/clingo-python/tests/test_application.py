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
        options.add("Guide Options", "secret,@3", "For experts", self.read, argument="<n>")
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

class Observed(Application):
    # Its main function does not solve, so that its step is open when the function ends.
    program_name = "observed"

    def main(self, control, files):
        control.register_observer(Rules())
        control.load(files[0])
        control.ground([("base", [])])

class Rules:
    def rule(self, choice, head, body):
        print("rule", choice, len(head), len(body))

    def end_step(self):
        print("end of the step")

class Plain(Application):
    program_name = "plain"

enable_python()
kinds = {"app": App, "observed": Observed, "plain": Plain}
sys.exit(clingo_main(kinds[sys.argv[1]](), sys.argv[2:]))
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
            (["--check"], "the option '--check' needs a program without scripts and without a main function"),
            (["--output=a.svg"], "pictures are drawn by `hamadryad solve`"),
            (["--heuristic=nope"], "In context '<guide>': 'nope' invalid value for: 'heuristic'"),
        ]:
            lines, errors, code = run("app", "a.", *arguments)
            self.assertIn(f"*** ERROR: (guide): {message}", errors)
            self.assertEqual(code, 1)
        lines, _, code = run("app", "a.", "--help")
        text = "\n".join(lines)
        self.assertRegex(text, r"Guide Options:\n +--number <n>\n? +A number")
        self.assertRegex(text, r"--loud\[=<yes\|no>\]\n? +A flag")
        self.assertIn("--opt-mode", text)
        self.assertNotIn("--secret", text)
        self.assertEqual(code, 0)
        lines, _, _ = run("app", "a.", "--help=3")
        self.assertIn("--secret", "\n".join(lines))

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

    def test_the_command_line_is_that_of_solve(self):
        lines, errors, code = run("app", "{a}. b.", "0", "--number=3", "--stats")
        self.assertEqual(errors, "")
        for line in [r"Choices +: \d+ *", r"Rules +: 2 *", r"Instances +: \d+ .*"]:
            self.assertTrue(any(re.fullmatch(line, found) for found in lines), line)
        self.assertEqual(code, 30)
        lines, errors, code = run("plain", "{a; b}. c :- a.", "--text")
        self.assertEqual((errors, lines, code), ("", ["{a;b}.", "c:-a."], 0))
        lines, _, code = run("plain", "{a}.", "--output=intermediate")
        self.assertEqual((lines, code), (["asp 1 0 0", "1 1 1 1 0 0", "4 1 a 1 1", "0"], 0))
        steps = "#include <incmode>. #program step(t). p(t). #program check(t). :- query(t), t < 2."
        lines, errors, code = run("plain", steps)
        # The program has external atoms, so that the last model is not known to be the only one.
        self.assertEqual((errors, code), ("", 10))
        self.assertIn("p(1) p(2) query(2)", lines)
        self.assertIn("Calls        : 3", lines)
        lines, errors, code = run("plain", "{p(1..200)}.", "0", "--time-limit=1", "-q")
        self.assertIn("*** Info : (plain): INTERRUPTED by signal!", errors)
        self.assertIn("TIME LIMIT   : 1", lines)
        self.assertEqual(code, 11)

    def test_a_main_function_writes_each_step(self):
        script = """\
        #script (python)
        from clingo import Number
        def main(prg):
            for step in range(2):
                prg.ground([("step", [Number(step)])])
                assert prg.solve().satisfiable is None
        #end.
        #program step(t). p(t).
        """
        lines, errors, code = run("plain", script, "--text")
        self.assertEqual((errors, lines, code), ("", ["p(0).", "p(1)."], 0))
        lines, errors, code = run("plain", script, "--mode=gringo")
        self.assertEqual((errors, lines[0], lines.count("0"), code), ("", "asp 1 0 0 incremental", 2, 0))

    def test_an_observer_is_not_called_after_its_application(self):
        lines, errors, code = run("observed", "{a}. b :- a.")
        self.assertEqual((errors, code), ("", 0))
        self.assertIn("rule True 1 0", lines)
        self.assertIn("rule False 1 1", lines)
        self.assertNotIn("end of the step", lines)

    def test_symbols_that_are_added_to_a_model_are_printed(self):
        script = """\
        #script (python)
        from clingo import Function
        def main(prg):
            prg.ground([("base", [])])
            prg.solve(on_model=lambda model: model.extend([Function("added")]))
        #end.
        a.
        """
        lines, _, _ = run("plain", script)
        self.assertIn("a added", lines)

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
