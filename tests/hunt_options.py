#!/usr/bin/env python3
"""Compares options of the command line with clingo 5.8 on random inputs. Development only.

    cargo build --profile quick -p hamadryad
    python3 tests/hunt_options.py --clingo CLINGO --programs 300 --seed 1 --folder /tmp/hunt
    python3 tests/hunt_options.py --clingo CLINGO --only quiet --programs 50 --folder /tmp/hunt

`CLINGO` is the real program. Each family makes inputs and options, and names the part of the output that must be equal:
all answer sets, the optimum, or each byte but versions and times where the only answer set of a call is known. A
difference is shrunk and written to the folder. Neither the product nor its tests need clingo.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hunt.options import FAMILIES
from hunt.shrink import shrink

SECONDS = 10
ROOT = Path(__file__).resolve().parent.parent


def run(command, text, options):
    """Exit code, output and errors of a program for an input, which has a name of its own."""
    with tempfile.NamedTemporaryFile("w", prefix="input", suffix=".lp", delete=False) as file:
        file.write(text)
    try:
        done = subprocess.run([*command, file.name, *options], capture_output=True, text=True, timeout=SECONDS)
        return done.returncode, done.stdout.replace(file.name, "INPUT"), done.stderr
    except subprocess.TimeoutExpired:
        return "time", "", ""
    finally:
        Path(file.name).unlink()


def plain(text):
    """An output without versions and times."""
    text = re.sub(r"(clingo|clasp|hamadryad) version \S+", "VERSION", text)
    return re.sub(r"\d+\.\d+s|(?<=: )\d+\.\d{3}(?=,?\n)", "TIME", text)


def witnesses(output):
    calls = output.get("Call", [])
    return [witness for call in calls for witness in call.get("Witnesses", []) if "Value" in witness or "Costs" in witness]


def view(family, code, output, errors):
    """The part of the output that does not depend on the order of the search."""
    if code not in (0, 10, 20, 30):
        return "code", code
    if family.compares == "text":
        return code, plain(output)
    try:
        result = json.loads(output)
    except ValueError:
        return "no JSON", output[:300]
    found = witnesses(result)
    if family.compares == "last":
        last = tuple(sorted(found[-1]["Value"])) if found else None
        return result["Result"], last, result["Models"].get("Consequences", {}).get("True")
    if family.compares == "optimum":
        costs = result["Models"].get("Costs")
        return result["Result"], result["Models"].get("Optimum"), tuple(costs or ())
    if family.compares == "optima":
        number = result["Models"].get("Optimal")
        if number:
            found = found[-number:]
        return result["Result"], number, tuple(sorted(models(found).items()))
    if family.compares == "number":
        return result["Result"], result["Models"]["Number"]
    return result["Result"], tuple(sorted(models(found).items()))


def models(found):
    return Counter((tuple(sorted(witness.get("Value", []))), tuple(witness.get("Costs", []))) for witness in found)


class Hunt:
    def __init__(self, arguments):
        self.clingo, self.folder = [str(arguments.clingo)], arguments.folder
        self.ours = [str(arguments.build / "hamadryad"), "solve"]

    def answer(self, family, command, text, options):
        text = family.prepare(self.clingo, text, run) if family.prepare else text
        if not family.after:
            return view(family, *run(command, text, options))
        code, output, errors = run(command, text, options)
        if code not in (0, 10, 20, 30):
            return "code", code
        return view(family, *run(self.clingo, output, family.after))

    def compare(self, family, parts, options):
        text = family.join(parts)
        theirs = self.answer(family, self.clingo, text, options)
        if theirs == ("code", "time"):
            return None, "clingo takes too long"
        ours = self.answer(family, self.ours, text, options)
        if family.same:
            return family.same(ours, theirs, options), "compared"
        return (None if ours == theirs else (ours, theirs)), "compared"

    def case(self, family, seed):
        parts, options = family.make(random.Random(f"{family.name} {seed}"))
        found, status = self.compare(family, parts, options)
        if not found:
            return status
        first, rest = parts[:family.fixed], parts[family.fixed:]
        parts = first + shrink(rest, lambda fewer: self.compare(family, first + fewer, options)[0])
        for option in [option for option in options if not family.keeps(option)]:
            fewer = [other for other in options if other != option]
            if self.compare(family, parts, fewer)[0]:
                options = fewer
        ours, theirs = self.compare(family, parts, options)[0]
        record = {"seed": seed, "options": options, "ours": ours, "clingo": theirs, "input": family.join(parts)}
        (self.folder / f"{family.name}-{seed}.json").write_text(json.dumps(record, indent=1))
        print(f"{family.name} {seed}: {' '.join(options)}\n  ours {str(ours)[:600]}\n  clingo {str(theirs)[:600]}\n"
              f"{family.join(parts)}\n", flush=True)
        return "DIFFERENT"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clingo", type=Path, required=True)
    parser.add_argument("--programs", type=int, default=100, help="for each family")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--only", help="families, with commas")
    parser.add_argument("--folder", type=Path, required=True, help="for the differences")
    parser.add_argument("--build", type=Path, default=ROOT / "target" / "quick", help="the folder of the binary")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    hunt, different = Hunt(arguments), 0
    for family in FAMILIES:
        if arguments.only and family.name not in arguments.only.split(","):
            continue
        seeds = range(arguments.seed, arguments.seed + arguments.programs)
        with ThreadPoolExecutor(2) as pool:
            counts = Counter(pool.map(lambda seed: hunt.case(family, seed), seeds))
        print(f"{family.name}: {dict(counts)}", flush=True)
        different += counts["DIFFERENT"]
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
