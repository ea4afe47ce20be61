#!/usr/bin/env python3
"""Syntax trees of programs, by Hamadryad's library and by clingo's: the same nodes, places and texts?

    python tools/clingo-python/tests/hunt_ast.py encodings tests/programs --random 2000 --seed 1

Compares for each program: all nodes with their kinds, attributes and places; the text; the nodes of the text; the nodes
without pools; and, with `--solve`, the answer sets of the nodes that were added by the program builder. Programs are
`*.lp` files below the given paths, the code blocks of `*.md` files, and random statements. Needs the installed wheel;
each program is run by two processes, one of them with HAMADRYAD=0. A tool for development: nothing else needs it.
"""

import argparse
import json
import os
import random
import re
import select
import subprocess
import sys
from pathlib import Path


def flat(node):
    """A node as nested lists."""
    from clingo import ast

    if isinstance(node, ast.AST):
        return [node.ast_type.name, [[key, flat(value)] for key, value in node.items()]]
    if isinstance(node, (ast.ASTSequence, ast.StrSequence)):
        return [flat(value) for value in node]
    if isinstance(node, ast.Location):
        begin, end = node.begin, node.end
        return f"{begin.line}:{begin.column}-{end.line}:{end.column}"
    return str(node)


def without_places(value):
    if isinstance(value, list):
        return [without_places(part) for part in value if not (isinstance(part, list) and part[:1] == ["location"])]
    return value


def record(text, solves):
    """What a library says about a program."""
    from clingo import Control, ast

    nodes, errors = [], []
    result = {}
    try:
        ast.parse_string(text, nodes.append, logger=lambda code, message: errors.append(message))
    except RuntimeError:
        return {"error": True}
    result["nodes"] = [flat(node) for node in nodes]
    texts = [str(node) for node in nodes]
    result["texts"] = texts
    again = []
    try:
        ast.parse_string("\n".join(texts), again.append, logger=lambda code, message: None)
        # The text begins with `#program base.`, before which the parser reports another one.
        result["again"] = [without_places(flat(node)) for node in again[1:]]
    except RuntimeError:
        result["again"] = "error"
    result["equal"] = [
        a == b and not a < b and hash(a) == hash(b) for a, b in zip(nodes, again[1:])
    ] if len(again) == len(nodes) + 1 else None
    order = sorted(range(len(nodes)), key=lambda place: nodes[place])
    result["order"] = [texts[place] for place in order]
    # Pools multiply each other.
    few = [node for node in nodes if str(node).count(";") < 10]
    result["unpooled"] = [[str(part) for part in node.unpool()] for node in few]
    result["conditions"] = [[str(part) for part in node.unpool(other=False)] for node in few]
    result["copy"] = [str(node.update()) for node in nodes]
    if solves:
        result["models"] = models(nodes)
    return result


def models(nodes):
    from clingo import Control, ast

    if any("&" in str(node) for node in nodes):
        return "theory"
    # The models on the way to an optimum depend on the search.
    control = Control(["0", "--opt-mode=ignore"], logger=lambda code, message: None)
    try:
        with ast.ProgramBuilder(control) as builder:
            for node in nodes:
                builder.add(node)
        control.ground([("base", [])])
        found = []
        control.configuration.solve.models = 50
        control.solve(on_model=lambda model: found.append(sorted(map(str, model.symbols(shown=True)))))
        return sorted(found) if len(found) < 50 else "many"
    except RuntimeError:
        return "error"


def child(solves):
    """Answers each line of the input, a program, with a line."""
    for line in sys.stdin:
        try:
            answer = record(json.loads(line), solves)
        except Exception as error:  # noqa: BLE001 - any exception is a difference worth a report
            answer = {"exception": repr(error)}
        print(json.dumps(answer), flush=True)


class Library:
    """A process that answers with one of the libraries; it is started again after a crash."""

    def __init__(self, ours, solves):
        self.command = [sys.executable, __file__, "--child"] + (["--solve"] if solves else [])
        self.environment = dict(os.environ, HAMADRYAD="1" if ours else "0")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.command,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ask(self, text):
        self.process.stdin.write(json.dumps(text) + "\n")
        self.process.stdin.flush()
        is_answered = select.select([self.process.stdout], [], [], 20)[0]
        line = self.process.stdout.readline() if is_answered else ""
        if line:
            return json.loads(line)
        self.process.kill()
        self.start()
        return {"crash": True}


class Random:
    """Random statements."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def pick(self, *choices):
        return self.rng.choice(choices)

    def some(self, make, least, most, separator):
        return separator.join(make() for _ in range(self.rng.randint(least, most)))

    def blank(self):
        return self.pick("", "", "", " ", " ", "\n", "  % note\n", " %* block *% ")

    def term(self, depth=3):
        if depth == 0 or self.rng.random() < 0.4:
            return self.pick("X", "Y", "_", "a", "b", "1", "-1", "0", "42", '"s"', '"q\\"\\n"', "#inf", "#sup", "f()", "@g", "'v", "_W", "0x1F", "-a", "-X")
        deeper = lambda: self.term(depth - 1)
        kind = self.rng.randint(0, 11)
        if kind <= 2:
            operator = self.pick("+", "-", "*", "/", "\\", "**", "^", "?", "&", "..")
            return f"{deeper()}{self.blank()}{operator}{self.blank()}{deeper()}"
        if kind <= 4:
            return f"({self.blank()}{deeper()}{self.blank()})"
        if kind == 5:
            return f"{self.pick('f', 'g', '@h')}({self.arguments(depth - 1)})"
        if kind == 6:
            return f"({self.some(deeper, 0, 3, ',')}{self.pick('', ',')})".replace("(,)", "(a,)")
        if kind == 7:
            return f"({self.some(deeper, 1, 3, ';')})"
        if kind == 8:
            return f"|{self.some(deeper, 1, 2, ';')}|"
        if kind == 9:
            return f"{self.pick('-', '~')}{self.blank()}{deeper()}"
        if kind == 10:
            return f"({deeper()},;{deeper()})"
        return f"f({deeper()},({deeper()}))"

    def arguments(self, depth):
        part = lambda: self.some(lambda: self.term(depth), 0, 2, ",")
        return self.some(part, 1, 3, f"{self.blank()};")

    def atom(self):
        name = self.pick("p", "q", "r", "-p", "- q")
        return name if self.rng.random() < 0.3 else f"{name}({self.arguments(2)})"

    def literal(self):
        sign = self.pick("", "", "", "not ", "not not ")
        kind = self.rng.randint(0, 5)
        if kind == 0:
            chain = self.some(lambda: f"{self.pick('<', '<=', '=', '!=', '>', '>=', '==', '<>')}{self.term(2)}", 1, 3, "")
            return f"{sign}{self.term(2)}{chain}"
        if kind == 1:
            return sign + self.pick("#true", "#false")
        return sign + self.atom()

    def condition(self):
        return self.pick("", f"{self.blank()}:{self.blank()}{self.some(self.literal, 0, 2, ',')}")

    def guarded(self, inner):
        left = self.pick("", f"{self.term(1)} ", f"{self.term(1)}{self.pick('<', '=', '!=', '>=')}")
        right = self.pick("", f" {self.term(1)}", f"{self.pick('<', '=', '!=', '>=')}{self.term(1)}")
        return f"{left}{inner}{right}"

    def set(self):
        return self.guarded(f"{{{self.blank()}{self.some(lambda: self.literal() + self.condition(), 0, 3, ';')}}}")

    def function(self):
        return self.pick("#count", "#sum", "#sum+", "#min", "#max")

    def theory_term(self, depth=2):
        if depth == 0 or self.rng.random() < 0.4:
            return self.pick("x", "Y", "1", '"s"', "#inf", "f()", "f(1,x)", "[]", "{}", "()")
        deeper = lambda: self.theory_term(depth - 1)
        kind = self.rng.randint(0, 6)
        if kind <= 1:
            return f"{self.pick('', '- ', '+ not ')}{deeper()} {self.pick('+', '-', '<=', '..', 'not', '+ -')} {deeper()}"
        if kind == 2:
            return f"({self.blank()}{deeper()})"
        if kind == 3:
            return f"({deeper()},)"
        left, right = self.pick("()", "[]", "{}")
        if kind == 4:
            return f"f({deeper()},{deeper()})"
        return f"{left}{deeper()},{deeper()}{right}"

    def theory_atom(self):
        name = self.pick("&t", "&t(1)", "&t(X;a)", "&d(f(a),b)")
        if self.rng.random() < 0.2:
            return name
        element = lambda: self.some(self.theory_term, 1, 2, ",") + self.condition()
        guard = self.pick("", f" {self.pick('<=', '=', '!=', '..')} {self.theory_term()}")
        return f"{name}{self.blank()}{{{self.some(element, 0, 2, ' ; ')}}}{guard}"

    def body(self):
        def item():
            kind = self.rng.randint(0, 7)
            sign = self.pick("", "", "not ", "not not ", "not\n")
            if kind <= 3:
                return self.literal()
            if kind == 4:
                return f"{self.literal()}{self.blank()}:{self.some(self.literal, 0, 2, ',')}"
            if kind == 5:
                return sign + self.set()
            if kind == 6:
                return sign + self.theory_atom() + " "
            elements = self.some(lambda: self.some(lambda: self.term(1), 1, 2, ",") + self.condition(), 0, 3, ";")
            return sign + self.guarded(f"{self.function()}{{{elements}}}")

        return self.some(item, 1, 3, f"{self.blank()};{self.blank()}")

    def head(self):
        kind = self.rng.randint(0, 6)
        if kind <= 1:
            return self.literal()
        if kind == 2:
            return self.some(lambda: self.literal() + self.pick("", f" : {self.literal()}"), 1, 3, ";")
        if kind == 3:
            return self.set()
        if kind == 4:
            elements = self.some(lambda: f"{self.term(1)}:{self.literal()}{self.condition()}", 0, 2, ";")
            return self.guarded(f"{self.function()}{{{elements}}}")
        if kind == 5:
            return self.theory_atom() + " "
        return self.atom()

    def statement(self):
        tail = f"{self.blank()}{self.pick('', f':{self.body()}')}."
        weight = self.pick(self.term(1), f"{self.term(1)}@{self.term(1)}", f"{self.term(1)},{self.term(1)}", f"({self.term(1)})")
        kind = self.rng.randint(0, 21)
        if kind <= 5:
            return f"{self.head()}{self.blank()}:-{self.blank()}{self.body()}{self.blank()}."
        if kind <= 7:
            return f"{self.head()}."
        if kind == 8:
            return f":-{self.blank()}{self.body()}."
        if kind == 9:
            return f":~ {self.body()}.{self.blank()}[{weight}]"
        if kind == 10:
            elements = self.some(lambda: weight + self.condition(), 0, 3, f"{self.blank()};{self.blank()}")
            return f"#{self.pick('minimize', 'maximize')}{{{elements}{self.blank()}}}."
        if kind == 11:
            return f"#show {self.pick('p/1', '-q/0', self.term() + self.blank(), self.term() + ' : ' + self.body())}."
        if kind == 12:
            return self.pick("#show.", "#defined p/2.", "#defined -p/0.", "#project p/1.", "#program base.", "#program p(a, b).", "#program q().")
        if kind == 13:
            return f"#const c = {self.pick('1', '-1', 'f(a,(1))', '(1+2)*3', '()', '(a,)', '|1|', '@f(1)')}.{self.blank()}{self.pick('', '[default]', '[override]')}"
        if kind == 14:
            return f"#external {self.atom()}{tail}{self.blank()}{self.pick('', f'[{self.term(1)}]')}"
        if kind == 15:
            return f"#project {self.atom()}{tail}"
        if kind == 16:
            return f"#heuristic {self.atom()}{tail} [{self.term(1)}{self.pick('', '@' + self.term(1))},{self.pick('sign', 'level', 'true')}]"
        if kind == 17:
            return f"#edge ({self.some(lambda: f'{self.term(1)},{self.term(1)}', 1, 3, ';')}){tail}"
        if kind == 18:
            return self.pick("% a comment  \n", "%* a %* nested *% block *%", "#! line\n", "% percent % again\n", "%\n")
        if kind == 19:
            return "#theory t { term { + : 1, unary; - : 2, binary, left; <= : 0, binary, right; .. : 3,binary,left };\n &t/1 : term, any; &d/2: term, {<=, =},  term, body }."
        if kind == 20:
            return self.pick("#theory u {}.", "#theory u { t { } }.", "#theory u { &a/0 : t, {}, t, directive }.")
        return f"{self.pick('p', 'q', '-r')}({self.some(lambda: self.pick('1', 'a', '-2', 'f(b)', '(1,2)'), 1, 3, ',')})."

    def program(self):
        return self.some(self.statement, 1, 4, self.pick(" ", "\n", "\n\n")) + self.pick("", "\n")


def programs(paths):
    """The programs below some paths, with their names."""
    for path in map(Path, paths):
        files = [path] if path.is_file() else sorted([*path.rglob("*.lp"), *path.rglob("*.md")])
        for file in files:
            text = file.read_text(errors="replace")
            if file.suffix == ".md":
                blocks = re.findall(r"```[a-z]*\n(.*?)```", text, re.DOTALL)
                yield from ((f"{file}:{number}", block) for number, block in enumerate(blocks))
            elif len(text) < 300_000 and "#include" not in text:
                yield str(file), text


def difference(ours, clingos):
    """The first key in which two answers differ, with both values."""
    if ours == clingos:
        return None
    for key in {**clingos, **ours}:
        if ours.get(key) != clingos.get(key):
            return key, ours.get(key), clingos.get(key)
    return None


def first_difference(a, b, path=""):
    """The first place where two nested lists differ."""
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for number, (x, y) in enumerate(zip(a, b)):
            if x != y:
                return first_difference(x, y, f"{path}/{number}")
    return f"{path}\n  ours   {json.dumps(a)[:300]}\n  clingo {json.dumps(b)[:300]}"


def shrink(text, differs):
    """A shorter text that still differs: statements and parts are removed."""
    pieces = re.split(r"(?<=[.\n;,\s])", text)
    size = max(1, len(pieces) // 2)
    while size >= 1:
        place = 0
        while place < len(pieces):
            shorter = pieces[:place] + pieces[place + size :]
            if shorter and differs("".join(shorter)):
                pieces = shorter
            else:
                place += size
        size //= 2
    return "".join(pieces)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--random", type=int, default=0, help="the number of random programs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--solve", action="store_true", help="also compare answer sets")
    parser.add_argument("--most", type=int, default=10, help="the number of differences after which the search ends")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        return child(options.solve)
    libraries = [Library(True, options.solve), Library(False, options.solve)]

    def compare(text):
        ours, clingos = (library.ask(text) for library in libraries)
        if "crash" in clingos:
            # clingo itself crashes at some programs; then there is nothing to compare.
            return (("crash", ours, clingos) if "crash" in ours else None), False
        return difference(ours, clingos), "error" in clingos

    checked, rejected, found = 0, 0, 0
    generated = ((f"random {seed}", Random(seed).program()) for seed in range(options.seed, options.seed + options.random))
    for name, text in [*programs(options.paths), *generated]:
        if "#script" in text and options.solve:
            continue
        unlike, is_rejected = compare(text)
        checked += 1
        rejected += is_rejected
        if unlike is None:
            continue
        found += 1
        key = unlike[0]
        shorter = shrink(text, lambda text: (again := compare(text)[0]) is not None and again[0] == key)
        again = compare(shorter)[0] or unlike
        print(f"== {name}: {again[0]}\n{shorter}\n{first_difference(again[1], again[2])}\n", flush=True)
        if found >= options.most:
            break
    print(f"{checked} programs, {rejected} of them rejected by both, {found} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
