"""Random sequences of calls for the comparison with clingo, in the form that `calls.rs` reads.

Parts define atoms of their own, because clingo and Hamadryad reject a later definition of an earlier atom in different
ways: `base` defines `a`, `b`, `c`, `p/1`, `q/1`; `step(t)` defines atoms with `t` as the last argument; `late` defines
`h/0` and `i/1`. Externals are `x`, `y(1..3)`, `z(t)`; a released external is never mentioned again.
"""

import random

from hunt.programs import Writer

BASE = ["a", "b", "c", "p(1)", "p(2)", "p(3)", "q(1)", "q(2)", "q(3)"]


class Sequence(Writer):
    def __init__(self, seed, threads):
        super().__init__(seed)
        self.threads, self.steps, self.late, self.released = threads, 0, False, set()

    def ground_literal(self, step=None):
        atoms = BASE + ["x", "y(1)", "y(2)", "x"]
        if step:
            atoms += [f"v({step})", f"w(1,{step})", f"w(2,{step})", f"v({step}-1)", f"w(1,{step}-1)", f"z({step})"] * 2
        return self.pick("", "", "not ", "not not ") + self.random.choice(atoms)

    def ground_body(self, least, most, step=None):
        literals = self.many(least, most, lambda: self.ground_literal(step))
        if self.one_in(6):
            elements = "; ".join(f"{self.random.randint(-1, 2)},{i} : {self.ground_literal(step)}" for i in range(3))
            literals.append(f"#sum {{ {elements} }} {self.pick('>=', '<=', '=', '!=')} {self.random.randint(0, 3)}")
        return ", ".join(literals)

    def rule(self, heads, step=None):
        body = self.ground_body(0, 3, step)
        tail = f" :- {body}." if body else "."
        first, second = self.random.choice(heads), self.random.choice(heads)
        return self.pick(
            f"{first}{tail}", f"{first}{tail}", f"{{ {first} }}{tail}", f"{{ {first}; {second} }}{tail}", f"{first}; {second}{tail}",
            f"1 {{ {first}; {second} }} 1{tail}", f":- {self.ground_body(1, 3, step)}.",
            f":~ {self.ground_body(1, 2, step)}. [{self.pick(1, 2, -1)}@{self.pick(1, 2)},{self.pick(1, 2, 't' if step else 3)}]",
            f"#show f({self.pick(1, 2, 't' if step else 3)}) : {self.ground_body(1, 2, step).split(', #')[0]}.")

    def text(self):
        lines = ["#external x.", "#external y(1..3)."] if self.one_in(2) else ["#external x. [free]", "#external y(1..3). [true]"]
        lines += self.many(3, 8, lambda: self.rule(BASE))
        lines += ["{ a; b }.", "{ p(1..3) }."][: self.random.randint(0, 2)]
        self.projects = self.one_in(5)
        if self.projects:
            lines.append(self.pick("#project a/0.", "#project p/1."))
        if self.one_in(4):
            lines.append(self.pick("#show b/0.", "#show a/0. #show v/1.", "#show p/1. #show x/0."))
        lines += ["#program step(t).", "#external z(t)."]
        lines += self.many(2, 5, lambda: self.rule(["v(t)", "w(1,t)", "w(2,t)"], "t"))
        lines += ["#program late."] + self.many(1, 3, lambda: self.rule(["h", "i(1)", "i(2)"]))
        return "\n".join(lines)

    def external(self):
        known = ["x", "y(1)", "y(2)", "y(3)"] + [f"z({step + 1})" for step in range(self.steps)]
        known = [atom for atom in known if atom not in self.released] or ["nothing"]
        return self.random.choice(known)

    def solve(self):
        call = {"call": "solve", "models": 0}
        mode = self.random.randrange(10)
        call["optimize"] = self.pick("opt", "optN", "optN", "ignore", "enum")
        if call["optimize"] == "enum" and self.one_in(2):
            call["bound"] = [self.random.randint(-1, 4)]
        if mode < 2:
            call["projection"] = self.pick("show", "project")
        elif mode < 5 and not self.projects:
            # Under `#project`, clingo reports consequences among the projected atoms only.
            call["consequences"] = self.pick("brave", "cautious")
            # Consequences under `opt` end with the first optimal model in clingo, so they depend on the
            # search.
            call["optimize"] = call["optimize"].replace("optN", "opt").replace("opt", "optN")
        atoms = BASE + ["x", "y(1)", "v(1)", "w(1,1)", "v(2)", "h", "z(1)", "nothing"]
        call["assumptions"] = [[self.random.choice(atoms), self.one_in(2)] for _ in range(self.random.randint(0, 3))]
        if self.threads > 1:
            call["threads"] = self.threads
        return call

    def call(self):
        kind = self.random.randrange(100)
        if kind < 25:
            self.steps += 1
            return {"call": "ground", "parts": [["step", [str(self.steps)]]]}
        if kind < 30 and not self.late:
            self.late = True
            return {"call": "ground", "parts": [["late", []]]}
        if kind < 50:
            return {"call": "assign", "atom": self.external(), "value": self.pick("true", "false", "free")}
        if kind < 55:
            atom = self.external()
            self.released.add(atom)
            return {"call": "release", "atom": atom}
        if kind < 60:
            return {"call": "cleanup"}
        if kind < 65:
            return {"call": "configure", "strategy": self.pick("both", "lin", "hier", "inc", "dec", "cores", "shrink")}
        return self.solve()

    def calls(self):
        calls = [{"call": "add", "text": self.text()}, {"call": "ground", "parts": [["base", []]]}]
        calls += self.many(3, 12, self.call)
        return calls + [self.solve()]


def sequence(seed, threads):
    """The calls of a seed."""
    return Sequence(seed, threads).calls()
