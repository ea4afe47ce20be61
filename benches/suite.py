"""Suites for `hamadryad lab run solve`, as files."""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def text(value):
    """A value of TOML."""
    if isinstance(value, str):
        assert "'" not in value and "\n" not in value, f"not in a suite: {value!r}"
        return f"'{value}'"
    if isinstance(value, list):
        return "[" + ", ".join(map(text, value)) + "]"
    return str(value)


def write(folder, limits, solvers, configurations, benchmarks):
    """Writes suite.toml to a folder. `limits` has the keys of the suite, each of the others is a list of tables."""
    lines = [f"{key} = {text(value)}" for key, value in limits.items()]
    for name, tables in (("solver", solvers), ("configuration", configurations), ("benchmark", benchmarks)):
        for table in tables:
            lines += ["", f"[[{name}]]", *(f"{key} = {text(value)}" for key, value in table.items())]
    write_file(os.path.join(folder, "suite.toml"), "\n".join(lines) + "\n")


def write_file(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as out:
        out.write(content)


def optimizes(paths):
    """Whether a program of these files has an objective."""
    return any(re.search(r"#(minimi[sz]e|maximi[sz]e)|:~", open(path, encoding="utf-8").read()) for path in paths)
