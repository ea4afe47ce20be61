#!/usr/bin/env python3
"""Sends signals to runs at random moments and sets limits; prints how soon each run ends, and its peak memory.

    cargo build --release
    benches/stop.py                                 # 200 moments in each of 30 programs, a table in Markdown
    benches/stop.py --moments 20 --only pool        # some programs
    benches/stop.py --memory 300                    # the peaks under --memory-limit=300 instead

The latency is the time on the clock from the signal to the end of the process; the load of the machine is part of it, so
that the script prints the load average as well. Each output is checked: it ends with a line, the summary counts the
answers that were printed, and the exit code is 1 or 11, or the run ended before the signal.
"""

import argparse
import os
import random
import re
import signal
import statistics
import subprocess
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PIGEONS = "{ p(X,Y) : Y = 1..11 } = 1 :- X = 1..12. :- p(X,Y), p(Z,Y), X < Z."
TOUR = ("n(1..60). e(X,Y) :- n(X), n(Y), X != Y, (X*7+Y*13) \\ 5 < 2. { t(X,Y) : e(X,Y) } = 1 :- n(X). "
        "{ t(X,Y) : e(X,Y) } = 1 :- n(Y). r(1). r(Y) :- r(X), t(X,Y). :- n(X), not r(X). "
        "#minimize { (X*Y) \\ 17,X,Y : t(X,Y) }.")


def many(make, separator, number):
    return separator.join(make(i) for i in range(number))


def programs():
    """Name, command, program: each phase of a run has several."""
    solve, ground = ["solve", "-n", "0"], ["ground"]
    yield "read facts", solve, many(lambda i: f"p({i},{i + 1}).", " ", 400_000)
    yield "parse rules", solve, many(lambda i: f"q{i}(X) :- p(X), X > {i}.", "\n", 60_000) + " p(1)."
    yield "parse nesting", solve, many(lambda i: "p(" + "f(" * 60 + str(i) + ")" * 60 + ").", "\n", 8_000)
    yield "rewrite pool", solve, "p(" + ",".join(["(1;2)"] * 25) + ")."
    yield "rewrite body", solve, "b(1). a :- " + many(lambda i: f"b(X{i})", ", ", 20_000) + "."
    yield "ground interval", solve, "p(1..90000000)."
    yield "ground join", solve, "p(1..3000). q(X,Y,Z) :- p(X), p(Y), p(Z)."
    yield "ground dead join", solve, "p(1..20000). q :- p(X), p(Y), X*Y = -1."
    yield "ground recursion", solve, "n(0). n(X+1) :- n(X), X < 100000000."
    yield "ground aggregate", solve, "p(1..20000). q(X) :- p(X), 3 < #count { Y : p(Y), Y < X }."
    yield "ground assignment", solve, "{ p(1..300000) }. q(S) :- S = #sum { X*X,X : p(X) }."
    yield "ground sums", solve, "p(1..2000000). q(S) :- S = #sum { X \\ 7,X : p(X) }."
    yield "ground condition", solve, "p(1..5000). q(X) :- p(X), p(Y) : p(Y), Y < X."
    yield "ground choice", solve, "p(1..4000). 1 { a(X,Y) : p(Y) } 2 :- p(X)."
    yield "ground disjunction", solve, "p(1..2000000). a(X) : p(X)."
    yield "ground strings", solve, "p(1..400). q(f(X,Y,Z)) :- p(X), p(Y), p(Z)."
    yield "translate counts", solve, "{ p(1..5000) }. q(S) :- S = #count { X : p(X) }."
    yield "translate rules", solve, "{ p(1..600,1..600) }. q(X+Y,Z) :- p(X,Y), p(Y,Z), Z < 20."
    yield "translate loops", solve, "{ e(1..400,1..400) }. r(1). r(Y) :- r(X), e(X,Y). :- not r(400)."
    yield "translate choice", solve, "{ p(1..3000000) }."
    yield "preprocess", solve, "{ p(1..300,1..300) }. :- p(X,Y), p(Y,X), p(X+1,Y). :- { p(X,Y) } < 2, X = 1..300."
    yield "search pigeons", solve, PIGEONS
    yield "search tour", ["solve"], TOUR
    yield "search optimum", ["solve", "--opt-strategy=usc"], TOUR
    yield "search disjunction", solve, "x(1..60). a(X) ; b(X) :- x(X). a(X) :- b(Y), a(Y), x(X), X < Y. :- a(X), a(X+1)."
    yield "search threads", ["solve", "-t", "2"], PIGEONS
    yield "print answers", solve, "{ p(1..2000) }."
    yield "print json", ["solve", "-n", "0", "--outf=2"], "{ p(1..40) }."
    yield "print text", ground, "p(1..90000000)."
    yield "print aspif", ground + ["-faspif"], "p(1..3000). { q(X,Y) } :- p(X), p(Y)."


def check(name, command, output, code):
    """Whether what was printed is well-formed."""
    if output and not output.endswith("\n"):
        return "a cut line"
    if command[0] == "ground" or "--outf=2" in command or code < 0 or code in (10, 20, 30):
        return None
    found = len(re.findall("^Answer: ", output, re.M))
    told = re.search(r"^Models +: (\d+)\+?$", output, re.M)
    if not told:
        return "no summary"
    return None if int(told.group(1)) == found else f"{found} answers, {told.group(1)} told"


def run(arguments, command, file, after):
    """Runs until some time after the start, or until a limit; returns latency, output, code and peak memory."""
    limit = [f"--memory-limit={arguments.memory}"] if arguments.memory else []
    process = subprocess.Popen([arguments.hamadryad, *command, *limit, file], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    parts = []
    reader = threading.Thread(target=lambda: parts.append(process.stdout.read()))
    reader.start()
    sent = []

    def send():
        sent.append(time.monotonic())
        process.send_signal(random.choice([signal.SIGINT, signal.SIGTERM]))

    timer = threading.Timer(after, send)
    timer.start()
    _, status, usage = os.wait4(process.pid, 0)
    end = time.monotonic()
    timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    reader.join()
    output = parts[0].decode(errors="replace")
    return end - sent[0] if sent else None, output, process.returncode, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hamadryad", default=os.path.join(ROOT, "target/release/hamadryad"))
    parser.add_argument("--moments", type=int, default=200, help="signals for each program")
    parser.add_argument("--longest", type=float, default=2.0, help="the latest moment, in seconds")
    parser.add_argument("--memory", type=int, help="MB; the moments are then a guard of 60 s")
    parser.add_argument("--only", default="", help="programs whose name contains this")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| program | ended by the signal | latency: median | 95 % | largest | peak memory |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, command, program in programs():
        if arguments.only not in name:
            continue
        latencies, peak = [], 0
        with tempfile.NamedTemporaryFile("w", suffix=".lp") as file:
            file.write(program)
            file.flush()
            for _ in range(1 if arguments.memory else arguments.moments):
                after = 60.0 if arguments.memory else random.uniform(0, arguments.longest)
                latency, output, code, used = run(arguments, command, file.name, after)
                fault = check(name, command, output, code)
                if fault and not arguments.memory:
                    print(f"{name}: after {after:.3f} s, exit code {code}: {fault}", flush=True)
                latencies += [] if latency is None else [latency]
                peak = max(peak, used)
        times = sorted(latencies) or [0.0]
        share = "" if not arguments.memory else f" ({100 * peak / arguments.memory:.0f} %, exit code {code})"
        print(f"| {name} | {len(latencies)} | {1000 * statistics.median(times):.0f} ms "
              f"| {1000 * times[len(times) * 95 // 100]:.0f} ms | {1000 * times[-1]:.0f} ms | {peak:.0f} MB{share} |",
              flush=True)


if __name__ == "__main__":
    main()
