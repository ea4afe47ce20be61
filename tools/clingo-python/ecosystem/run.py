"""Runs the tests of packages that use clingo, on Hamadryad's library and on clingo's, and prints a table.

    python3 -m venv venv && . venv/bin/activate
    pip install -r tools/clingo-python/ecosystem/requirements.txt
    pip install --no-build-isolation ./tools/clingo-python
    python tools/clingo-python/ecosystem/run.py                          # everything
    python tools/clingo-python/ecosystem/run.py telingo clorm --failed   # two suites, with the failed tests

Each suite is the repository of a package at the commit of a release. It is fetched into a folder (`--folder`) and never
changed. The libraries take turns in the same environment, with the same command: HAMADRYAD=0 selects clingo's. The
seconds are processor seconds of the tests with all their processes; `--rounds` repeats them, and the median counts.
"""

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

LIBRARIES = {"hamadryad": {}, "clingo": {"HAMADRYAD": "0"}}


@dataclass
class Suite:
    """The tests of a package."""

    name: str
    version: str
    # Of github.com/potassco, with the commit or tag.
    repository: str
    commit: str
    # What pytest runs, relative to the repository.
    tests: list = field(default_factory=lambda: ["tests"])
    # The folder with the package, if it is not the root.
    path: str = "."
    # Names that pytest would take for tests.
    ignore: list = field(default_factory=list)
    # The tests of clingo's package are a part of it, and import it from there: they run in a copy of what is installed.
    inside: str = ""


SUITES = [
    Suite("clingo", "5.8.0", "clingo", "v5.8.0", ["clingo/tests"], inside="libpyclingo/clingo/tests"),
    Suite("telingo", "2.1.3", "telingo", "v2.1.3", ["telingo/tests"]),
    Suite("clingox", "1.2.1", "python-clingox", "v1.2.1", ["clingox/tests"], ignore=[
        f"--deselect=clingox/tests/test_ast.py::test_{name}" for name in ("rename", "reify", "ast_dict")
    ]),
    Suite("fclingo", "84b949a", "fclingo", "84b949a"),
    Suite("clintest", "0.4.0", "clintest", "v0.4.0", path="src"),
    # The ignored file is an input of mypy.
    Suite("clorm", "1.6.3", "clorm", "v1.6.3", ignore=["--ignore=tests/test_mypy_query.py"]),
    Suite("eclingo", "1.2.0", "eclingo", "v1.2.0", path="src", ignore=[
        "--deselect=tests/test_tester_reification.py::tester"
    ]),
    Suite("clingo-explaid", "1.3.5", "clingo-explaid", "v1.3.5", path="src"),
    Suite("clingraph", "1.2.2", "clingraph", "v1.2.2", path="src"),
]


def fetch(suite, folder, source):
    """The repository of a suite at its commit."""
    target = folder / suite.name
    if not target.exists():
        subprocess.run(["git", "clone", "--quiet", source.format(suite.repository), str(target)], check=True)
        subprocess.run(["git", "-C", str(target), "checkout", "--quiet", suite.commit], check=True)
    if not suite.inside:
        return target
    import clingo

    copy = folder / f"{suite.name}-copy"
    if not copy.exists():
        shutil.copytree(Path(clingo.__file__).parent, copy / "clingo")
        shutil.copytree(target / suite.inside, copy / "clingo/tests")
    return copy


def seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test(suite, directory, library, timeout):
    """The number of tests by result, the processor seconds, and the failed tests."""
    environment = {name: value for name, value in os.environ.items() if name != "HAMADRYAD"}
    environment.update(LIBRARIES[library], PYTHONPATH=str(directory / suite.path), PYTHONDONTWRITEBYTECODE="1")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rfE", "--tb=no", *suite.ignore, *suite.tests]
    start = seconds()
    try:
        done = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, timeout=timeout)
        lines = done.stdout.splitlines() or [done.stderr]
    except subprocess.TimeoutExpired:
        lines = [f"1 error: no end in {timeout} seconds"]
    results = {word.rstrip("s"): int(count) for count, word in re.findall(r"(\d+) (\w+)", lines[-1])}
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return results, seconds() - start, failed


def describe(results):
    """For example `97 of 98`: the tests that passed, among those that ran."""
    passed = results.get("passed", 0)
    return f"{passed} of {passed + results.get('failed', 0) + results.get('error', 0)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=", ".join(suite.name for suite in SUITES))
    parser.add_argument("--folder", type=Path, default=Path("ecosystem"), help="the repositories; ecosystem by default")
    parser.add_argument("--source", default="https://github.com/potassco/{}", help="the address of a repository")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=900, help="seconds for the tests of a package")
    parser.add_argument("--failed", action="store_true", help="print the failed tests")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    folder = options.folder.resolve()
    print("| package | version | Hamadryad | clingo | Hamadryad s | clingo s |\n|---|---|---:|---:|---:|---:|")
    totals, notes = {library: 0.0 for library in LIBRARIES}, []
    for suite in SUITES:
        if options.suites and suite.name not in options.suites:
            continue
        directory = fetch(suite, folder, options.source)
        times, results = {library: [] for library in LIBRARIES}, {}
        for _ in range(options.rounds):
            for library in LIBRARIES:
                results[library], used, failed = test(suite, directory, library, options.timeout)
                times[library].append(used)
                notes += [f"{library}: {suite.name}: {line}" for line in failed if options.failed]
        medians = {library: statistics.median(used) for library, used in times.items()}
        for library, used in medians.items():
            totals[library] += used
        counts = " | ".join(describe(results[library]) for library in LIBRARIES)
        print(f"| {suite.name} | {suite.version} | {counts} | {medians['hamadryad']:.2f} | {medians['clingo']:.2f} |", flush=True)
    print(f"| total | | | | {totals['hamadryad']:.2f} | {totals['clingo']:.2f} |")
    print("\n".join(sorted(set(notes))))


if __name__ == "__main__":
    main()
