#!/usr/bin/env python3
"""Compares the header of libclingo with clingo's own, in one unit of C. Development only.

    python3 tests/compare_headers.py CLINGO/libclingo/clingo.h

The unit includes clingo's header, declares each function a second time as our header does, and asserts our values of
all constants, sizes and offsets. The compiler rejects it if a type or a value differs.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

OURS = Path(__file__).resolve().parent.parent / "engine" / "clingo-abi" / "include" / "clingo.h"


def declarations(header):
    """The declarations of a header on one line each, without those of the system."""
    text = subprocess.run(["gcc", "-E", "-P", "-xc", header], capture_output=True, text=True, check=True).stdout
    found, depth, begin = [], 0, 0
    for place, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if character == ";" and depth == 0:
            found.append(" ".join(text[begin:place + 1].split()))
            begin = place + 1
    return [line for line in found if "clingo_" in line or "hamadryad_" in line]


def functions(lines):
    named = [(re.search(r"\b((?:clingo|hamadryad)_\w+) ?\(", line), line) for line in lines]
    return {name[1]: line for name, line in named if name and "{" not in line and not line.startswith("typedef")}


def constants(lines):
    bodies = [line[line.index("{"):] for line in lines if "enum" in line and "{" in line]
    return [name for body in bodies for name in re.findall(r"\b(clingo_\w+) ?(?:=[^,}]*)?[,}]", body)]


def structures(lines):
    """The fields of each structure; a pointer to a function has its name in brackets."""
    found = {}
    for line in lines:
        whole = re.match(r"typedef struct \w* ?\{(.*)\} ?(\w+) ?;", line)
        fields = whole[1].split(";") if whole else []
        names = [re.search(r"\(\*\s*(\w+)\)|(\w+)(?:\[\d+\])?$", field.strip()) for field in fields if field.strip()]
        if whole:
            found[whole[2]] = [name[1] or name[2] for name in names]
    return found


def values(header, names, fields):
    """Assertions of the values that a header has."""
    lines = [f'#include "{header}"', "#include <stddef.h>", "#include <stdio.h>", "int main(void) {"]
    expressions = [f"(long long){name}" for name in names]
    for structure, parts in fields.items():
        expressions.append(f"(long long)sizeof({structure})")
        expressions += [f"(long long)offsetof({structure}, {part})" for part in parts]
        expressions += [f"(long long)sizeof((({structure}*)0)->{part})" for part in parts]
    for expression in expressions:
        lines.append(f'printf("_Static_assert({expression} == %lldLL, \\"{expression}\\");\\n", {expression});')
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "values.c", Path(folder) / "values"
        source.write_text("\n".join([*lines, "}"]))
        subprocess.run(["gcc", "-o", program, source], check=True)
        return subprocess.run([program], capture_output=True, text=True, check=True).stdout


def main():
    theirs, lines, other = sys.argv[1], declarations(OURS), declarations(sys.argv[1])
    ours, needed = functions(lines), functions(other)
    missing = sorted(set(needed) - set(ours)) + sorted(set(constants(other)) - set(constants(lines)))
    missing += [name for name, fields in structures(other).items() if structures(lines).get(name) != fields]
    assertions = values(OURS, constants(other), structures(lines))
    unit = [f'#include "{theirs}"', "#include <stddef.h>", *(ours[name] for name in needed if name in ours), assertions]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "both.c"
        source.write_text("\n".join(unit))
        options = ["-Wall", "-Wextra", "-Werror", "-c", "-o", Path(folder) / "both.o"]
        compiled = subprocess.run(["gcc", *options, source], capture_output=True, text=True)
    print(f"{len(needed)} functions, {len(constants(other))} constants, {len(structures(other))} structures, "
          f"{assertions.count('_Static_assert')} assertions; missing or different: {', '.join(missing) or 'none'}")
    print(compiled.stderr, end="")
    return 1 if missing or compiled.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
