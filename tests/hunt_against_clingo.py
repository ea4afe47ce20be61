#!/usr/bin/env python3
"""Compares Hamadryad with clingo 5.8 on random programs and random sequences of calls. Development only.

    pip install clingo==5.8.*
    cargo build --profile quick -p hamadryad
    cargo build --profile quick -p hamadryad-control --example calls
    cargo build --profile quick -p hamadryad-check --example answers
    python3 tests/hunt_against_clingo.py --programs 1000 --sequences 100 --seed 1 --threads 1 --folder /tmp/hunt

Each difference is shrunk, judged and written to the folder as `SEED.json`. The verdict names the party that a third
computation confirms: the checker of `engine/check`, or clingo itself when it enumerates all models without preprocessing.
Known classes of differences are counted under their names and written as well. Neither the product nor its tests need
clingo.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from hunt.compare import derived, difference
from hunt.programs import program
from hunt.reference import Reference
from hunt.sequences import sequence
from hunt.shrink import shrink

SECONDS = 20
ROOT = Path(__file__).resolve().parent.parent


class Ours:
    """The binaries of a build; `calls` and `answers` are the examples of that name."""

    def __init__(self, build, threads):
        self.solver, self.threads = build / "hamadryad", threads
        self.calls, self.answers = build / "examples" / "calls", build / "examples" / "answers"

    def program(self, lines, options):
        command = [self.solver, "solve", "-", "--outf=2", "-W", "none", f"--parallel-mode={self.threads}", *options]
        try:
            done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return [{"error": "ours takes too long"}]
        if done.returncode not in (10, 20, 30):
            return [{"error": f"exit code {done.returncode}: {done.stderr.strip()}"}]
        result = json.loads(done.stdout)
        witnesses = result["Call"][0].get("Witnesses", [])
        answers = [{"shown": w.get("Value", []), "costs": w.get("Costs", []), "optimal": True} for w in witnesses]
        optimal = result["Models"].get("Optimal")
        if optimal is not None and "--opt-mode=optN" in options:
            answers = answers[len(answers) - optimal:]
        return [{"answers": answers, "exhausted": True}]

    def sequence(self, calls):
        try:
            done = subprocess.run([self.calls], input=json.dumps(calls), capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return [{"error": "ours takes too long"}]
        return json.loads(done.stdout) if done.stdout else [{"error": f"crash: {done.stderr.strip()}"}]

    def checker(self, lines):
        """The answers by the definition, or nothing where the program is too large for the checker."""
        try:
            done = subprocess.run([self.answers], input="%%%\n" + "\n".join(lines), capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return None
        result = json.loads(done.stdout) if done.stdout else {}
        return [{"shown": a["shown"], "atoms": a["atoms"], "costs": {str(p): c for p, c in a["cost"]}, "optimal": False}
                for a in result["answers"]] if "answers" in result else None


def task_of(options):
    """A program's options as the task of a solve."""
    values = dict(option.lstrip("-").split("=", 1) for option in options if "=" in option)
    mode, *bound = values.get("opt-mode", "opt").split(",")
    return {"optimize": mode, "bound": [int(cost) for cost in bound], "consequences": values.get("enum-mode"), "projection": values.get("project")}


def externals_restated(lines):
    """The program with a choice or a fact instead of each external declaration; nothing where a rule may define an atom.

    Preprocessing in clingo drops some external atoms of sums, so that these are judged by a program without them.
    """
    if not any(line.startswith("#external") for line in lines):
        return None
    restated = []
    for line in lines:
        declaration = re.fullmatch(r"#external (\w+)(\(.*?\))?( : [^.]*)?\.(?: \[(\w+)\])?", line)
        if not declaration:
            restated.append(line)
            continue
        name, arguments, condition, value = declaration.groups()
        atom, body = f"{name}{arguments or ''}", f" :-{condition[2:]}." if condition else "."
        if any(re.search(rf"(?<![\w-]){name}\b", line.split(":-")[0]) and not line.startswith(("#", ":")) for line in lines):
            return None
        restated.append({"true": f"{atom}{body}", "free": f"{{ {atom} }}{body}"}.get(value, f"#defined {name}/0."))
    return restated


def calls_restated(calls):
    """The calls with choices instead of external declarations, and the final values of the atoms as assumptions."""
    first = {"": False, "[true]": True, "[free]": None}
    text, values, step_value = calls[0]["text"], {}, None
    for atom, value in re.findall(r"^#external ([^.]*(?:\.\.3\))?)\. ?(\[\w+\])?$", text, re.MULTILINE):
        if atom == "z(t)":
            step_value = first[value]
        else:
            values |= dict.fromkeys([f"y({i})" for i in range(1, 4)] if atom == "y(1..3)" else [atom], first[value])
    restated = re.sub(r"^#external (.*?)\.( \[\w+\])?$", r"{ \1 }.", text, flags=re.MULTILINE)
    kept = [dict(calls[0], text=restated)]
    released = set()
    for call in calls[1:]:
        if call["call"] == "ground" and "#external z(t)." in text:
            values |= {f"z({arguments[0]})": step_value for name, arguments in call["parts"] if name == "step"}
        if call["call"] == "release":
            released.add(call["atom"])
        if call["call"] == "assign" and call["atom"] in values and call["atom"] not in released:
            values[call["atom"]] = {"true": True, "false": False, "free": None}[call["value"]]
        if call["call"] not in ("assign", "release"):
            kept.append(call)
    values |= dict.fromkeys(released & values.keys(), False)
    return kept, [(atom, value) for atom, value in values.items() if value is not None]


class Programs:
    """Programs for the command line."""

    def __init__(self, ours, reference):
        self.ours, self.reference = ours, reference

    def make(self, seed):
        return program(seed)

    def parts(self, case):
        return case[0]

    def rebuild(self, case, parts):
        return parts, case[1]

    def simplify(self, case, fails):
        """Shrinks a case beyond its parts."""
        return case

    def compare(self, case):
        lines, options = case
        theirs = self.reference.ask("program", lines, options)
        if isinstance(theirs, str):
            return None, theirs
        return difference(self.ours.program(lines, options)[0], theirs[0], task_of(options)), "compared"

    def verdict(self, case):
        """A class of differences, and whom the checker or clingo's own enumeration confirms."""
        lines, options = case
        task = task_of(options)
        ours, theirs = self.ours.program(lines, options)[0], self.reference.ask("program", lines, options)
        if "error" in ours or isinstance(theirs, str) or "error" in theirs[0]:
            return "rejected by one"
        named = {"the checker": self.ours.checker(lines)}
        plain = self.reference.ask("program", lines, ["0", "--opt-mode=ignore", "--eq=0", "--sat-prepro=no"])
        named["clingo's plain enumeration"] = None if isinstance(plain, str) or task["optimize"] != "ignore" and \
            any(word in "\n".join(lines) for word in ("minimize", "maximize", ":~")) else plain[0]["answers"]
        restated = externals_restated(lines)
        if restated:
            plain = self.reference.ask("program", restated, ["0", "--opt-mode=ignore", "--eq=0", "--sat-prepro=no"])
            if not isinstance(plain, str) and "answers" in plain[0] and task["optimize"] == "ignore":
                named = {"clingo with external atoms restated as choices or facts": plain[0]["answers"]} | named
        for name, answers in named.items():
            if answers is None or task["projection"] == "project" and task["optimize"] != "opt":
                continue
            judge = derived(answers, task)
            if difference(ours, judge, task) is None:
                return f"clingo differs from {name}"
            if difference(judge, theirs[0], task) is None:
                return f"OURS differs from {name}"
        return "to be judged"


class Sequences(Programs):
    """Sequences of calls for the library."""

    def make(self, seed):
        return sequence(seed, self.ours.threads)

    def parts(self, case):
        head, tail = case[0]["text"].split("\n"), case[1:]
        return head + tail

    def rebuild(self, case, parts):
        text = "\n".join(part for part in parts if isinstance(part, str))
        return [{"call": "add", "text": text}] + [part for part in parts if not isinstance(part, str)]

    def simplify(self, case, fails):
        """Drops assumptions of the last call."""
        last = case[-1]
        for assumption in list(last.get("assumptions", [])):
            fewer = dict(last, assumptions=[other for other in last["assumptions"] if other != assumption])
            if fails([*case[:-1], fewer]):
                last = fewer
        return [*case[:-1], last]

    def compare(self, case):
        theirs = self.reference.ask("sequence", case)
        if isinstance(theirs, str):
            return None, theirs
        for call, one, other in zip(case, self.ours.sequence(case), theirs):
            task = {"optimize": None, "consequences": None, "projection": None} | call
            found = difference(one, other, task)
            if found:
                return f"{call['call']}: {found}", "compared"
        return None, "compared"

    def verdict(self, case):
        """Repeats the last solve in clingo without assumptions, with all atoms visible, and derives its outcome."""
        if case[-1]["call"] != "solve":
            return "to be judged"
        task = {"consequences": None, "projection": None} | case[-1]
        ours, theirs = self.ours.sequence(case), self.reference.ask("sequence", case)
        plain = self.reference.ask("sequence", [*case[:-1], {"call": "solve", "optimize": "enum"}])
        if isinstance(theirs, str) or isinstance(plain, str) or "answers" not in plain[-1] or "answers" not in ours[-1]:
            return "rejected by one"
        if task["projection"] == "project" and task["optimize"] != "opt":
            return "to be judged"
        judge = derived(plain[-1]["answers"], task)
        restated, values = calls_restated(case)
        free = self.reference.ask("sequence", [*restated[:-1], {"call": "solve", "optimize": "enum"}])
        if not isinstance(free, str) and "answers" in free[-1]:
            with_values = dict(task, assumptions=[*task.get("assumptions", []), *values])
            if difference(ours[-1], derived(free[-1]["answers"], with_values), task) is None and difference(ours[-1], judge, task):
                return "clingo differs from itself with external atoms restated as choices"
        if difference(ours[-1], judge, task) is None:
            what = "assumptions" if task.get("assumptions") else "consequences" if task["consequences"] else "other"
            return f"clingo differs from its plain enumeration: {what}"
        return "OURS differs from clingo's plain enumeration" if difference(judge, theirs[-1], task) is None else "to be judged"


def hunt(kind, seeds, folder):
    """Compares the cases of the seeds; writes and counts what differs."""
    counts, started = Counter(), time.monotonic()
    for number, seed in enumerate(seeds, 1):
        case = kind.make(seed)
        found, status = kind.compare(case)
        counts[status] += 1
        if found:
            fails = lambda case: kind.compare(case)[0] is not None
            parts = shrink(kind.parts(case), lambda parts: fails(kind.rebuild(case, parts)))
            small = kind.simplify(kind.rebuild(case, parts), fails)
            found = kind.compare(small)[0] or found
            verdict = kind.verdict(small)
            counts[verdict] += 1
            record = {"seed": seed, "difference": found, "verdict": verdict, "case": small}
            (folder / f"{type(kind).__name__.lower()}-{seed}.json").write_text(json.dumps(record, indent=1))
            print(f"seed {seed}: {verdict}\n  {found}\n  {json.dumps(small)}", flush=True)
        if number % 500 == 0:
            print(f"{number} {dict(counts)} {time.monotonic() - started:.0f} s", flush=True)
    print(f"{type(kind).__name__}: {dict(counts)}", flush=True)
    return sum(count for name, count in counts.items() if name.startswith(("OURS", "to be", "rejected")))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=0)
    parser.add_argument("--sequences", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--folder", type=Path, required=True, help="for the differences")
    parser.add_argument("--build", type=Path, default=ROOT / "target" / "quick", help="the folder of the binaries")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    ours, reference = Ours(arguments.build, arguments.threads), Reference()
    open_differences = 0
    for kind, number in (Programs, arguments.programs), (Sequences, arguments.sequences):
        if number == 0:
            continue
        seeds = range(arguments.seed, arguments.seed + number)
        open_differences += hunt(kind(ours, reference), seeds, arguments.folder)
    return 1 if open_differences else 0


if __name__ == "__main__":
    sys.exit(main())
