#!/usr/bin/env python3
"""Runs solvers side by side on programs of public collections, and prints a table by domain.

    benches/others.py --fetch                                            # clones the collections of benches/others.txt
    benches/others.py --solver ours="target/release/hamadryad solve" --solver clingo=clingo --limit 60 --seeds 3
    benches/others.py --half report --only spack,Labyrinth               # one half of the instances, some domains
    benches/others.py --suite benches/others/more.txt                    # disjunctive programs, colourings, racks
    benches/others.py --suite benches/others/searches.txt                # searches for one answer set, whole collections
    benches/others.py --suite my.txt --folder my_programs                # instances of one's own

The first solver is compared with each of the others, and with the best of the others on each instance. Times are processor
seconds of the whole process; an unfinished run counts as the limit. Times below a tenth of a second count as a tenth, and an
instance for which both are shorter does not count. Memory is the largest resident set. A run that reaches the limit gets an
interrupt, so that it prints its best cost; five seconds later it is killed. The median of the seeds counts. Half of the
instances, drawn by a fixed seed, is for tuning, the other for reporting. The script compares verdicts and optima, and marks
each difference.

A line of the suite: the domain, the name of the instance, then files and options, as the solver takes them. A line
`repository OWNER/NAME` says where the files of the next lines are; other files are relative to this script.
"""

import argparse
import json
import math
import os
import random
import resource
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
LEAST = 0.1
VIRTUAL_BEST = "the best of the others"
HALVES = 2026
TICK = os.sysconf("SC_CLK_TCK")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default=os.path.join(HERE, "others.txt"), metavar="FILE")
    parser.add_argument("--folder", default="others", help="where the collections are, or are cloned to")
    parser.add_argument("--fetch", action="store_true", help="clone the collections that are missing, and stop")
    parser.add_argument("--solver", action="append", metavar="NAME=COMMAND", help="may be repeated; the first is compared")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="processor time of a run")
    parser.add_argument("--memory", type=float, default=8, metavar="GB", help="address space of a run")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="runs with --seed=0 to N-1")
    parser.add_argument("--half", choices=["all", "tune", "report"], default="all")
    parser.add_argument("--ground", action="store_true", help="only ground (--mode=gringo), without writing to a file")
    parser.add_argument("--other-seeds", type=int, metavar="N", help="for the other solvers (clingo's default search has no random choices)")
    parser.add_argument("--race", action="store_true", help="the third solver and further ones: at most the time of the fastest so far")
    parser.add_argument("--only", default="", metavar="TEXT", help="domains or names that contain one of these, by commas")
    parser.add_argument("--out", metavar="FILE", help="write all runs as JSON lines; runs that are there already are not repeated")
    return parser.parse_args()


class Instance:
    def __init__(self, domain, name, repository, words):
        self.domain, self.name, self.repository, self.words = domain, name, repository, words

    def command(self, folder):
        """The files and options; words that name files of the collection, or of the suite, are made absolute."""
        base = os.path.join(folder, self.repository.replace("/", "+")) if self.repository else folder
        places = [[os.path.join(place, word) for place in (base, HERE)] for word in self.words]
        return [next(filter(os.path.exists, paths), word) for paths, word in zip(places, self.words)]


def read_suite(file):
    instances, repository = [], ""
    with open(file, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            words = shlex.split(line, comments=True)
            if not words:
                continue
            if words[0] == "repository" and len(words) == 2:
                repository = words[1]
            elif len(words) < 3:
                sys.exit(f"{file}:{number}: expected: DOMAIN NAME FILES AND OPTIONS")
            else:
                instances.append(Instance(words[0], words[1], repository, words[2:]))
    return instances


def half_of(instances, half):
    """Within each domain, the instances are dealt to the halves in turn, in an order drawn by a fixed seed."""
    dealer, number, chosen = random.Random(HALVES), 0, set()
    domains = sorted({instance.domain for instance in instances})
    for domain in domains:
        members = [instance for instance in instances if instance.domain == domain]
        dealer.shuffle(members)
        for instance in members:
            number += 1
            if half == "all" or (half == "tune") == (number % 2 == 0):
                chosen.add(instance)
    return [instance for instance in instances if instance in chosen]


def fetch(instances, folder):
    for repository in sorted({instance.repository for instance in instances if instance.repository}):
        place = os.path.join(folder, repository.replace("/", "+"))
        if not os.path.exists(place):
            subprocess.run(["git", "clone", "--depth=1", f"https://github.com/{repository}", place], check=True)


def processor_seconds(pid):
    """The processor time of a process that runs."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            words = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(words[11]) + int(words[12])) / TICK


def peak_megabytes(pid):
    """The largest resident set so far of a process that runs."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            return next((int(line.split()[1]) / 1024 for line in file if line.startswith("VmHWM:")), None)
    except OSError:
        return None


def run(command, limit, gigabytes, only_grounds):
    """A run as a dictionary: seconds, megabytes, verdict, costs, conflicts, first (seconds until the first model)."""

    def limits():
        size = int(gigabytes * 2**30)
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 5, int(limit) + 6))

    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL if only_grounds else out, stderr=subprocess.DEVNULL, preexec_fn=limits)
        interrupted = False
        observed = None
        while True:
            pid, child_status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            observed = peak_megabytes(child.pid) or observed
            if not interrupted and processor_seconds(child.pid) > limit:
                child.send_signal(signal.SIGINT)
                interrupted = True
            time.sleep(0.02)
        child.returncode = 0
        out.seek(0)
        text = out.read().decode(errors="replace")
    seconds = usage.ru_utime + usage.ru_stime
    # The system's peak contains the copy of this script from which the process began, so a smaller one must be observed,
    # which takes a few polls.
    megabytes = usage.ru_maxrss / 1024
    if observed and seconds >= LEAST and usage.ru_maxrss <= resource.getrusage(resource.RUSAGE_SELF).ru_maxrss:
        megabytes = observed
    result = {"seconds": min(seconds, limit), "megabytes": megabytes, "verdict": None, "costs": None, "conflicts": 0, "first": None}
    if only_grounds:
        result["verdict"] = "GROUND" if child_status == 0 and not interrupted else None
        return result
    try:
        answer = json.loads(text)
    except json.JSONDecodeError:
        return result
    models = answer.get("Models", {})
    result["costs"] = models.get("Costs")
    result["conflicts"] = answer.get("Stats", {}).get("Core", answer.get("Stats", {}).get("Solver", {})).get("Conflicts", 0)
    if models.get("Number"):
        result["first"] = answer.get("Time", {}).get("Model")
    is_optimizing = result["costs"] is not None
    if not interrupted and answer["Result"] != "UNKNOWN" and (not is_optimizing or answer["Result"] == "OPTIMUM FOUND"):
        result["verdict"] = answer["Result"]
    return result


class Runs:
    """All runs, including those of the file."""

    def __init__(self, file):
        self.file, self.known = file, {}
        if file and os.path.exists(file):
            with open(file, encoding="utf-8") as lines:
                for line in lines:
                    record = json.loads(line)
                    self.known[record["key"]] = record["run"]

    def take(self, key, command, limit, memory, only_grounds):
        if key not in self.known:
            self.known[key] = run(command, limit, memory, only_grounds)
            if self.file:
                with open(self.file, "a", encoding="utf-8") as out:
                    out.write(json.dumps({"key": key, "run": self.known[key]}) + "\n")
        return self.known[key]


def rank(one):
    """An order of runs: the faster one with a verdict, then the one with the better cost, then those without a model."""
    return one["verdict"] is None, one["seconds"] if one["verdict"] else 0, one["costs"] or [math.inf]


def summary(runs, limit):
    """The median of the seeds, by the order of `rank`."""
    order = sorted(runs, key=rank)
    middle = dict(order[len(order) // 2])
    middle["megabytes"] = statistics.median(one["megabytes"] for one in runs)
    if middle["verdict"] is None:
        middle["seconds"] = limit
    return middle


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")


def difference(ours, theirs):
    for one in ours:
        for other in theirs:
            if one["verdict"] and other["verdict"] and (one["verdict"], one["costs"]) != (other["verdict"], other["costs"]):
                return f" DIFFERENT: {one['verdict']} {one['costs']} and {other['verdict']} {other['costs']}"
    return ""


def state(one):
    cost = " ".join(map(str, one["costs"])) if one["costs"] else ""
    if len(cost) > 24:
        cost = cost[:21] + "..."
    return f"{one['seconds']:.1f}{'' if one['verdict'] else ' open'}{' ' + cost if cost and not one['verdict'] else ''}"


def quality(one, best):
    """Best known cost by the cost of this run, at the first priority where they differ; 0 without a model."""
    if one["costs"] is None:
        return 0
    for cost, least in zip(one["costs"], best):
        if cost != least:
            return least / cost if least > 0 else cost / least if cost < 0 else 1 / (1 + cost - least)
    return 1


class Comparison:
    """The comparison of the first solver with another one."""

    def __init__(self):
        self.domains, self.better, self.solved, self.qualities = {}, [0, 0], [0, 0], []

    def add(self, domain, ours, theirs, best):
        both = (ours, theirs)
        for place, one in enumerate(both):
            self.solved[place] += one["verdict"] is not None
        if not ours["verdict"] and not theirs["verdict"]:
            # No model is worse than any cost.
            costs = [one["costs"] or [math.inf] for one in both]
            self.better[0] += costs[0] < costs[1]
            self.better[1] += costs[0] > costs[1]
            if best:
                self.qualities.append([quality(one, best) for one in both])
            return
        ratio = {}
        if max(one["seconds"] for one in both) >= LEAST:
            ratio["time"] = clamped(ours["seconds"]) / clamped(theirs["seconds"])
            ratio["memory"] = ours["megabytes"] / theirs["megabytes"]
        if ours["first"] and theirs["first"]:
            ratio["first"] = clamped(ours["first"]) / clamped(theirs["first"])
        self.domains.setdefault(domain, []).append(ratio)

    def show(self, name, other, instances):
        print(f"\n{name} by {other}; instances that at least one finishes\n")
        print("| domain | instances | time | memory | first model |\n|---|---:|---:|---:|---:|")
        every = [ratio for ratios in self.domains.values() for ratio in ratios]
        for domain, ratios in [*self.domains.items(), ("all", every)]:
            columns = [mean([ratio[column] for ratio in ratios if column in ratio]) for column in ("time", "memory", "first")]
            print(f"| {domain} | {len(ratios)} | {' | '.join(map(shown, columns))} |")
        print(f"\nSolved: {self.solved[0]} and {self.solved[1]} of {instances}. "
              f"Better cost where neither finishes: {self.better[0]} and {self.better[1]}.")
        if self.qualities:
            means = [statistics.mean(one[place] for one in self.qualities) for place in (0, 1)]
            print(f"Mean of best known cost by cost where neither finishes: {means[0]:.3f} and {means[1]:.3f}, {len(self.qualities)} instances.")


def clamped(seconds):
    return max(seconds, LEAST)


def shown(ratio):
    return "" if math.isnan(ratio) else f"{ratio:.2f}"


def main():
    chosen = arguments()
    wanted = chosen.only.split(",")
    instances = half_of(read_suite(chosen.suite), chosen.half)
    instances = [one for one in instances if any(word in f"{one.domain}/{one.name}" for word in wanted)]
    if chosen.fetch:
        return fetch(instances, chosen.folder)
    solvers = dict(solver.split("=", 1) for solver in chosen.solver or ["ours=target/release/hamadryad solve", "clingo=clingo"])
    names, runs = list(solvers), Runs(chosen.out)
    others = names[1:] + ([VIRTUAL_BEST] if len(names) > 2 else [])
    comparisons = {name: Comparison() for name in others}
    print(f"| domain | instance | {' | '.join(names)} | ratio | memory | |\n|---|---|{'---:|' * (len(names) + 2)}---|", flush=True)
    for instance in instances:
        results, medians, note = {}, {}, ""
        for place, name in enumerate(names):
            rivals = [medians[other] for other in names[1:place]] if chosen.race else []
            limit = min([chosen.limit, *(rival["seconds"] for rival in rivals if rival["verdict"])])
            seeds = chosen.other_seeds if place and chosen.other_seeds else chosen.seeds
            words = shlex.split(solvers[name]) + (["--mode=gringo"] if chosen.ground else ["--outf=2", "--stats", "-q"])
            results[name] = []
            for seed in range(seeds):
                if 2 * sum(not (one["verdict"] or one["costs"]) for one in results[name]) > seeds:
                    break
                command = [*words, f"--seed={seed}", *instance.command(chosen.folder)]
                key = f"{instance.domain}/{instance.name}/{name}{'/ground' if chosen.ground else ''}/{seed}/{limit}"
                results[name].append(runs.take(key, command, limit, chosen.memory, chosen.ground))
            medians[name] = summary(results[name], limit)
            note += difference(results[names[0]], results[name])
        ours = medians[names[0]]
        best = min((median["costs"] for median in medians.values() if median["costs"]), default=None)
        for name in others:
            theirs = min([medians[name] for name in names[1:]], key=rank) if name == VIRTUAL_BEST else medians[name]
            comparisons[name].add(instance.domain, ours, theirs, best)
        first = medians[others[0]] if others else ours
        ratio = clamped(ours["seconds"]) / clamped(first["seconds"])
        cells = " | ".join(state(medians[name]) for name in names)
        print(f"| {instance.domain} | {instance.name} | {cells} | {ratio:.2f} | {ours['megabytes'] / first['megabytes']:.2f} |{note} |",
              flush=True)
    for name, comparison in comparisons.items():
        comparison.show(names[0], name, len(instances))
    return None


if __name__ == "__main__":
    main()
