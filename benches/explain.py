#!/usr/bin/env python3
"""Explanations of programs that others wrote, each without an answer because of a single change.

The first form proposes changes: in each program that has an answer, a number, a comparison, a negation or an argument of
a fact is replaced in one line, at random but the same in each run, until a program without an answer is found. The
second form makes the changes of such a list one by one and tests whether the explanation contains the changed line, or
the atom of a changed fact: as a part (`line`, `atom`), a rule for a closed atom (`rule`), an absent fact (`none`), in the
reason of an atom that no rule can derive (`miss`), or among the elements of a choice or aggregate (`elem`).

    cargo build --release
    python3 benches/explain.py --propose FOLDER [--seed 1] >changes.txt
    python3 benches/explain.py FOLDER changes.txt [--hamadryad target/release/hamadryad] [--show NAME]

A program is a file, or a file `encoding…` with each file of its folder, or a file with data: `x.lp4` with `x_data1.lp4`. A
line of the list has, separated by tabs: the files of the program by their paths in the folder, separated by commas; the
number of the line in the last of these that has the old text; the old text, and the new text. With --show, the explanation
of a program is printed as text.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENDINGS = {".lp", ".lp4", ".asp"}
COMPARISONS = {"!=": "=", "<": ">", ">": "<", "<=": ">", ">=": "<"}


def programs(folder):
    """The programs of a folder: lists of files."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in ENDINGS and path.is_file())
    for path in files:
        stem = path.stem
        if stem.startswith("encoding"):
            instances = [other for other in files if other.parent == path.parent and "encoding" not in other.stem]
            if instances:
                yield [path, min(instances, key=lambda other: (other.stat().st_size, other))]
                continue
        data = [other for other in files if other.suffix == path.suffix and other.stem.startswith(stem + "_data")]
        yield [path, data[0]] if data else [path]


def result(hamadryad, files, limit):
    """SATISFIABLE, UNSATISFIABLE, or None for errors and long searches."""
    command = [hamadryad, "solve", *map(str, files), "--outf=3", "--warn=none", f"--time-limit={limit}"]
    try:
        code = subprocess.run(command, capture_output=True, timeout=limit + 5).returncode
    except subprocess.TimeoutExpired:
        return None
    return {10: "SATISFIABLE", 30: "SATISFIABLE", 20: "UNSATISFIABLE"}.get(code)


def facts_of(text):
    """The arguments of the facts of a file, by predicate."""
    facts = {}
    for name, arguments in re.findall(r"^\s*([a-z]\w*)\(([^()]*)\)\.", text, re.M):
        facts.setdefault(name, []).append(arguments.split(","))
    return facts


def variants(line, facts, generator):
    """New texts of a line, each with a rank: numbers come last, since many of them exclude answers by themselves."""
    code = line.split("%")[0]
    stripped = code.strip()
    if not stripped or stripped.startswith("#") or '"' in stripped:
        return
    fact = re.fullmatch(r"([a-z]\w*)\((.*)\)\.", stripped)
    if fact and ":-" not in stripped:
        # An argument of another fact of the same predicate.
        arguments = fact[2].split(",")
        others = facts.get(fact[1], [])
        for _ in range(4):
            other = generator.choice(others) if others else []
            if len(other) == len(arguments):
                at = generator.randrange(len(arguments))
                new = list(arguments)
                new[at] = other[at]
                yield 0, line.replace(stripped, f"{fact[1]}({','.join(new)}).", 1)
    for match in re.finditer(r"(?<![\w.])\d+(?![\w.])", code):
        for delta in (-1, 1, 3):
            number = int(match[0]) + delta
            if number >= 0:
                yield 1, line[: match.start()] + str(number) + line[match.end() :]
    if ":-" in code:
        for match in re.finditer(r"!=|<=|>=|<|>", code):
            if code[match.start() - 1 : match.start()] != ":":
                yield 0, line[: match.start()] + COMPARISONS[match[0]] + line[match.end() :]
        for match in re.finditer(r"\bnot ", code):
            yield 0, line[: match.start()] + line[match.end() :]


def changed(files, number, old, new, into):
    """The files of a program in a folder, one line of the last file that has it changed; and the changed file."""
    copies, target = [], None
    for path in files:
        copy = into / path.name
        copy.write_bytes(path.read_bytes())
        copies.append(copy)
        lines = path.read_text(errors="replace").split("\n")
        if number <= len(lines) and lines[number - 1].strip() == old.strip():
            target = copy
    if target is None:
        return copies, None
    lines = target.read_text(errors="replace").split("\n")
    lines[number - 1] = new
    target.write_text("\n".join(lines))
    return copies, target


def propose(folder, hamadryad, seed, limit, most):
    """Prints a list of changes."""
    for files in programs(folder):
        name = ",".join(str(path.relative_to(folder)) for path in files)
        if any("#script" in path.read_text(errors="replace") for path in files):
            continue
        if result(hamadryad, files, limit) != "SATISFIABLE":
            continue
        generator = random.Random(f"{seed} {name}")
        candidates = []
        for path in files:
            text = path.read_text(errors="replace")
            facts = facts_of(text)
            for number, line in enumerate(text.split("\n"), 1):
                new = variants(line, facts, generator)
                candidates += [(rank, number, line, new) for rank, new in new if new != line]
        generator.shuffle(candidates)
        candidates.sort(key=lambda candidate: candidate[0])
        with tempfile.TemporaryDirectory() as temporary:
            for _, number, old, new in candidates[:most]:
                copies, target = changed(files, number, old, new, Path(temporary))
                if target is not None and result(hamadryad, copies, limit) == "UNSATISFIABLE":
                    print(name, number, old.strip(), new.strip(), sep="\t", flush=True)
                    break


def elements(value):
    """All elements of a conflict in JSON."""
    for conflict in value.get("conflicts", []):
        for part in conflict["parts"]:
            yield from part
        yield from conflict.get("facts") or []


def atoms(text):
    """The ground atoms of a fact's text, without spaces."""
    return {atom.replace(" ", "") for atom in re.findall(r"[a-z]\w*\([^()]*\)|[a-z]\w*", text.split("%")[0])}


def matches(goal, atom):
    """Whether an atom is an instance of an atom with variables, both without spaces."""
    pattern = "".join(f"(?:{re.escape(word)})" if not re.fullmatch(r"_|[A-Z]\w*", word) else r"[^,()]+"
                      for word in re.findall(r"\w+|.", goal))
    return re.fullmatch(pattern, atom) is not None


def failures(failure):
    """A failure with those that explain it."""
    yield failure
    for attempt in failure["attempts"]:
        if attempt["reason"] == "false":
            yield from failures(attempt["because"])


def contains(value, target, number, old, new):
    """How the explanation has the changed line, or the atom of a changed fact; empty if it has neither."""
    texts, changed_atoms = set(), set()
    if ":-" not in old and "{" not in old:
        changed_atoms = atoms(old) | atoms(new)
    is_line = lambda place, end: Path(place.get("file", "")).name == target.name and place["line"] <= number <= end
    for element in elements(value):
        if is_line(element, element.get("endLine", element.get("line"))):
            return "line"
        if any(is_line(rule, rule["endLine"]) for rule in element.get("rules", [])):
            return "rule"
        texts.add(element.get("atom", "").replace(" ", ""))
    if texts & changed_atoms:
        return "atom"
    for conflict in value.get("conflicts", []):
        if changed_atoms & {atom.replace(" ", "") for atom in conflict.get("absent") or []}:
            return "none"
        for failure in (inner for outer in conflict.get("lacks", []) for inner in failures(outer)):
            if any(is_line(attempt["place"], attempt["place"]["end"]["line"]) for attempt in failure["attempts"]):
                return "miss"
            literals = [literal["text"] for attempt in failure["attempts"] for literal in attempt["literals"]]
            goals = [goal.replace(" ", "") for goal in [failure["atom"], *literals]]
            if any(matches(goal, atom) for goal in goals for atom in changed_atoms):
                return "miss"
        for place in conflict.get("elements", []):
            if changed_atoms & {atom.replace(" ", "") for atom in place["atoms"]}:
                return "elem"
    return ""


def measure(folder, changes, hamadryad, limit, show):
    """Explains the changed programs."""
    found, total = 0, 0
    for line in changes.read_text().splitlines():
        name, number, old, new = line.split("\t")
        files = [folder / file for file in name.split(",")]
        with tempfile.TemporaryDirectory() as temporary:
            copies, target = changed(files, int(number), old, new, Path(temporary))
            if target is None:
                print(f"{name}: line {number} is not `{old}`", file=sys.stderr)
                continue
            names = [copy.name for copy in copies]
            command = [hamadryad, "explain", *names, "--warn=none", f"--time-limit={limit}"]
            if show is not None and show in name:
                print(f"{name}, line {number}: {old}\n  is now: {new}")
                print(subprocess.run(command, capture_output=True, text=True, cwd=temporary).stdout)
                continue
            if show is not None:
                continue
            begin = time.monotonic()
            run = subprocess.run([*command, "--format=json"], capture_output=True, text=True, cwd=temporary)
            seconds = time.monotonic() - begin
        total += 1
        value = json.loads(run.stdout) if run.stdout else {}
        hit = contains(value, target, int(number), old, new)
        found += bool(hit)
        conflicts = value.get("conflicts") or [{"parts": [], "minimal": False}]
        parts, minimal = len(conflicts[0]["parts"]), conflicts[0]["minimal"]
        outcome = value.get("outcome", run.stderr.strip()[:100])
        print(f"{hit or '-':5} {seconds:6.2f} s {parts:5} parts {'minimal' if minimal else '       '} {outcome:13} {name}:{number}")
    if show is None:
        print(f"{found} of {total} explanations contain the change")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("changes", type=Path, nargs="?")
    parser.add_argument("--propose", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=10, help="seconds for a program")
    parser.add_argument("--most", type=int, default=40, help="the changes that are tried for a program")
    parser.add_argument("--show")
    parser.add_argument("--hamadryad", default=str(ROOT / "target/release/hamadryad"))
    arguments = parser.parse_args()
    if arguments.propose:
        propose(arguments.folder, arguments.hamadryad, arguments.seed, arguments.limit, arguments.most)
    elif arguments.changes:
        measure(arguments.folder, arguments.changes, arguments.hamadryad, arguments.limit, arguments.show)
    else:
        parser.error("give a list of changes, or --propose")


if __name__ == "__main__":
    main()
