#!/usr/bin/env python3
"""Measures whether reading and grounding are linear in their input, and prints a table in Markdown.

    cargo build --release
    benches/reading.py                                  # 10^4 to 10^7 bytes, clingo from the path
    benches/reading.py --clingo "" --largest 1000000 --only "body|head"

The script generates each shape of program (long bodies, wide heads, chains, pools, ...) with 10^4, 10^5, 10^6 and 10^7
bytes. Both commands ground it to text, which is discarded. A number is processor time (user and system) in seconds. A
run is killed after --limit seconds of processor time or at --memory megabytes; no larger size of its shape is run.
The exponent is the slope between the two largest sizes that ran for at least 0.05 seconds: 1 is linear. A number in
parentheses belongs to a run that ended with an error, such as "nested too deep".
"""

import argparse
import math
import os
import re
import resource
import shlex
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def joined(separator, part, bytes_, before="", after=""):
    """Parts with a number each, as many as fit into the bytes."""
    parts, size, number = [], len(before) + len(after), 0
    while size < bytes_:
        parts.append(part(number))
        size += len(parts[-1]) + len(separator)
        number += 1
    return before + separator.join(parts) + after


def nested(bytes_):
    return "p(" + "f(" * (bytes_ // 3) + "1" + ")" * (bytes_ // 3) + ").\n"


THEORY = "#theory t { x { + : 1, binary, left }; &a/0 : x, any }.\n"
SHAPES = {
    "facts": lambda b: joined("\n", lambda n: f"p({n}).", b),
    "facts of functions": lambda b: joined("\n", lambda n: f'p(f({n},g("a",-{n})),({n},)).', b),
    "rules": lambda b: joined("\n", lambda n: f"a({n}) :- b({n}), not c({n}).", b, "{ b(1..9) }.\n"),
    "long body": lambda b: joined(", ", lambda n: f"q({n})", b, "{ q(1..9) }. a :- ", ".\n"),
    "body of one literal": lambda b: joined(", ", lambda n: "q", b, "{ q }. a :- ", ".\n"),
    "body of variables": lambda b: joined(", ", lambda n: f"q(X{n})", b, "q(1). a :- ", ".\n"),
    "wide head": lambda b: joined("; ", lambda n: f"q({n})", b, "", ".\n"),
    "wide choice": lambda b: joined("; ", lambda n: f"q({n})", b, "2 { ", " }.\n"),
    "comparisons": lambda b: joined(" <= ", lambda n: str(n), b, "a :- ", ".\n"),
    "constants": lambda b: joined("\n", lambda n: f"#const c{n} = c{n + 1}.", b, "", "\np(c0).\n"),
    "pool": lambda b: joined(";", lambda n: str(n), b, "p(", ").\n"),
    "conditions": lambda b: joined("; ", lambda n: f"q({n}) : r({n})", b, "{ r(1..9) }. a :- ", ".\n"),
    "aggregate": lambda b: joined("; ", lambda n: f"{n} : q({n})", b, "{ q(1..9) }. a :- #sum { ", " } > 3.\n"),
    "theory atom": lambda b: joined("; ", lambda n: f"{n} + x({n})", b, THEORY + "&a { ", " }.\n"),
    "long string": lambda b: 'p("' + "a\\n" * (b // 3) + '").\n',
    "comments": lambda b: joined("\n", lambda n: f"% comment {n} %* a *%\n%* {n} *%", b, "", "\na.\n"),
    "one line": lambda b: joined(" ", lambda n: f"p({n}). a({n}) :- p({n}).", b),
    "nested term": nested,
    "sum of terms": lambda b: "p(1" + "+1" * (b // 2) + ").\n",
}


def limited(seconds, megabytes):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    return limit


def run(command, path, options):
    """Processor time and exit code; None for a run that reached the limit."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run(command + [path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             preexec_fn=limited(options.limit, options.memory), check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds, process.returncode


def measure(command, sizes, shape, folder, options):
    cells, points = [], []
    for size in sizes:
        path = os.path.join(folder, "program.lp")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SHAPES[shape](size))
        seconds, code = run(command, path, options)
        if code < 0:
            cells.append(f"signal {-code}")
            break
        cells.append(f"{seconds:.2f}" if code == 0 else f"({seconds:.2f})")
        points.append((size, seconds))
    cells += ["-"] * (len(sizes) - len(cells))
    large = [(size, seconds) for size, seconds in points if seconds >= 0.05][-2:]
    exponent = "-"
    if len(large) == 2:
        (n, s), (m, t) = large
        exponent = f"{math.log(t / s) / math.log(m / n):.2f}"
    return cells + [exponent]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clingo", default=os.environ.get("CLINGO", "clingo"), metavar="COMMAND",
                        help="how to run clingo; nothing leaves it out [$CLINGO, or clingo from the path]")
    parser.add_argument("--hamadryad", default=os.path.join(ROOT, "target/release/hamadryad"), metavar="COMMAND",
                        help="how to run hamadryad [target/release/hamadryad]")
    parser.add_argument("--largest", type=int, default=10**7, metavar="BYTES", help="the largest size [10000000]")
    parser.add_argument("--limit", type=int, default=20, metavar="SECONDS", help="processor time of a run [20]")
    parser.add_argument("--memory", type=int, default=8000, metavar="MB", help="memory of a run [8000]")
    parser.add_argument("--only", default="", metavar="REGEX", help="shapes whose name matches")
    options = parser.parse_args()
    sizes = [size for size in (10**4, 10**5, 10**6, 10**7) if size <= options.largest]
    commands = [("hamadryad", shlex.split(options.hamadryad) + ["ground"])]
    if options.clingo:
        commands.append(("clingo", shlex.split(options.clingo) + ["--text"]))
    header = ["shape", "command"] + [f"{size:,} bytes" for size in sizes] + ["exponent"]
    print("| " + " | ".join(header) + " |\n|" + "---|" * len(header), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for shape in SHAPES:
            if re.search(options.only, shape):
                for name, command in commands:
                    row = measure(command, sizes, shape, folder, options)
                    print("| " + " | ".join([shape, name] + row) + " |", flush=True)


if __name__ == "__main__":
    main()
