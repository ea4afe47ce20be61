#!/usr/bin/env python3
"""Compares the grounding of hamadryad with clingo's, as whole processes, and prints a table in Markdown.

    cargo build --release
    benches/ground.py                                   # clingo from the path
    benches/ground.py --clingo "python3 my_clingo.py" --repeat 9 --only closure

Both commands ground the same program to text, which is discarded. They run alternately, so that other load affects both, and
each number is the median over the repetitions: processor time (user and system) and peak resident memory. For a clingo in
Python, --start "python3 -c pass" subtracts the start of Python. The script generates the same instances in every run and
needs Python's standard library only. With --instructions, valgrind counts the instructions of both once, which takes long.
"""

import argparse
import math
import os
import random
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
LEAST_SECONDS = 0.001
LEAST_MEGABYTES = 0.5


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clingo", default=os.environ.get("CLINGO", "clingo"), metavar="COMMAND",
                        help="how to run clingo [$CLINGO, or clingo from the path]")
    parser.add_argument("--hamadryad", metavar="COMMAND", help="how to run hamadryad [target/release/hamadryad]")
    parser.add_argument("--start", metavar="COMMAND", help="a command whose cost is taken off clingo's")
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="runs of each command per program [5]")
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose name matches")
    parser.add_argument("--format", choices=["text", "aspif"], default="text", help="what is written [text]")
    parser.add_argument("--instructions", action="store_true", help="count instructions with valgrind too")
    return parser.parse_args()


def graph(nodes, edges, seed):
    """A random graph without loops, as facts."""
    rng = random.Random(seed)
    found = set()
    while len(found) < edges:
        pair = (rng.randrange(nodes), rng.randrange(nodes))
        if pair[0] != pair[1]:
            found.add(pair)
    return "".join(f"edge({a},{b}).\n" for a, b in sorted(found))


def schedule(tasks, machines, seed):
    rng = random.Random(seed)
    facts = [f"machine({m},{rng.randrange(200, 400)})." for m in range(machines)]
    for task in range(tasks):
        facts.append(f"task({task},{rng.randrange(1, 20)}).")
        facts += [f"able({task},{m})." for m in rng.sample(range(machines), 8)]
        if task:
            facts += [f"before({rng.randrange(task)},{task})." for _ in range(2)]
    return "\n".join(facts) + "\n"


def network(sites, links, seed):
    rng = random.Random(seed)
    facts = [f"site({site})." for site in range(sites)]
    pairs = set()
    while len(pairs) < links:
        a, b = sorted(rng.sample(range(sites), 2))
        pairs.add((a, b))
    facts += [f"link({a},{b},{rng.randrange(1, 5)})." for a, b in sorted(pairs)]
    return "\n".join(facts) + "\n"


def programs():
    """Name, encoding, facts, constants."""
    return [
        ("snake 30×30", "snake", "", ["n=30"]),
        ("snake 60×60", "snake", "", ["n=60"]),
        ("closure 400/1600", "closure", graph(400, 1600, 1), []),
        ("three-way join", "join", graph(700, 14000, 2), []),
        ("Hanoi, horizon 120", "hanoi", "", []),
        ("60 queens, pairwise", "queens", "", []),
        ("Sudoku 25×25", "sudoku", "", []),
        ("schedule, 3000 tasks", "schedule", schedule(3000, 120, 3), []),
        ("blocks world", "blocks", "", []),
        ("lists as terms", "types", "".join(f"item({i}).\n" for i in range(22)), ["depth=5"]),
        ("frequencies", "labelling", network(400, 1600, 4), ["frequencies=14"]),
    ]


def high_water(process):
    """The peak resident memory of a running process in megabytes, 0 after its end."""
    try:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as lines:
            found = re.search(r"^VmHWM:\s+(\d+) kB", lines.read(), re.MULTILINE)
            return int(found.group(1)) / 1024 if found else 0
    except OSError:
        return 0


def measure(command):
    """Processor seconds and peak megabytes. At the end of a process, the system reports the memory of its parent as well; so
    the memory is polled while the process runs."""
    peak = 0
    with tempfile.TemporaryFile() as message:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=message)
        while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            peak = max(peak, high_water(process))
            time.sleep(0.002)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 10, 30):
            message.seek(0)
            text = message.read().decode(errors="replace")
            sys.exit(f"{shlex.join(command)}: exit code {process.returncode}\n{text}")
    return usage.ru_utime + usage.ru_stime, peak


def instructions(command):
    """The instructions of a process and of those it starts."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.%p")
        counted = ["valgrind", "--tool=callgrind", "--trace-children=yes", f"--callgrind-out-file={out}"]
        subprocess.run(counted + command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        total = 0
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as lines:
                found = re.search(r"^(?:summary|totals): (\d+)", lines.read(), re.MULTILINE)
                total += int(found.group(1)) if found else 0
        return total


def medians(commands, repeat):
    runs = {name: [] for name in commands}
    for _ in range(repeat):
        for name, command in commands.items():
            runs[name].append(measure(command))
    return {name: tuple(statistics.median(column) for column in zip(*found)) for name, found in runs.items()}


def geometric_mean(values):
    return math.exp(sum(math.log(value) for value in values) / len(values))


def main():
    chosen = arguments()
    ours = shlex.split(chosen.hamadryad or os.path.join(ROOT, "target", "release", "hamadryad"))
    theirs = shlex.split(chosen.clingo)
    if not shutil.which(ours[0]) or not shutil.which(theirs[0]):
        sys.exit("hamadryad or clingo is not there; see --hamadryad and --clingo")
    formats = {"text": ("text", "text"), "aspif": ("aspif", "intermediate")}[chosen.format]
    with tempfile.TemporaryDirectory() as folder:
        def commands(files, constants):
            options = [word for constant in constants for word in ("-c", constant)]
            return {"ours": ours + ["ground", "--format", formats[0]] + options + files,
                    "theirs": theirs + [f"--output={formats[1]}", "-Wnone"] + options + files}

        start, start_instructions = (0.0, 0.0), 0
        if chosen.start:
            start_instructions = instructions(shlex.split(chosen.start)) if chosen.instructions else 0
            start = medians({"start": shlex.split(chosen.start)}, chosen.repeat)["start"]
        print("| program | ours s | clingo s | ratio | ours MB | clingo MB | ratio |"
              + (" instructions |" if chosen.instructions else ""))
        print("|---|---:|---:|---:|---:|---:|---:|" + ("---:|" if chosen.instructions else ""))
        times, memories, counts = [], [], []
        for name, encoding, facts, constants in programs():
            if not re.search(chosen.only, name):
                continue
            instance = os.path.join(folder, encoding + ".facts.lp")
            with open(instance, "w", encoding="utf-8") as file:
                file.write(facts)
            pair = commands([os.path.join(HERE, "ground", encoding + ".lp"), instance], constants)
            found = medians(pair, chosen.repeat)
            found["theirs"] = tuple(value - less for value, less in zip(found["theirs"], start))
            seconds = {who: max(found[who][0], LEAST_SECONDS) for who in found}
            megabytes = {who: max(found[who][1], LEAST_MEGABYTES) for who in found}
            times.append(seconds["ours"] / seconds["theirs"])
            memories.append(megabytes["ours"] / megabytes["theirs"])
            line = (f"| {name} | {seconds['ours']:.3f} | {seconds['theirs']:.3f} | {times[-1]:.2f} "
                    f"| {megabytes['ours']:.1f} | {megabytes['theirs']:.1f} | {memories[-1]:.2f} |")
            if chosen.instructions:
                count = {who: instructions(command) for who, command in pair.items()}
                count["theirs"] -= start_instructions
                counts.append(count["ours"] / count["theirs"])
                line += f" {counts[-1]:.2f} |"
            print(line, flush=True)
        line = f"| geometric mean | | | {geometric_mean(times):.2f} | | | {geometric_mean(memories):.2f} |"
        print(line + (f" {geometric_mean(counts):.2f} |" if counts else ""))
        if chosen.start:
            print(f"\nTaken off clingo's: {start[0]:.3f} s and {start[1]:.1f} MB.")


if __name__ == "__main__":
    main()
