"""Random programs for the comparison with clingo: a list of statements each, the same for the same seed.

Every statement has a line of its own, so that a shrinker can drop lines. Predicates fall into three groups: input
(`d/1`, `e/2`, `s/1`), choices and disjunctions (`a`, `b`, `c`, `p/1`, `q/1`, `r/2`, `-p/1`), and derived atoms (`k/1`,
`m/2`, `h`, `g`). Compound terms in heads contain only variables that an input predicate binds, so grounding ends.
"""

import random

INPUT = ["d(1..3).", "e(1,2). e(2,3). e(3,1).", 's("x"). s((1,a)). s(f(2)). s(-1). s(b).']
OPERATORS = ["<", "<=", ">", ">=", "=", "!="]


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.external_names = set()

    def one_in(self, number):
        return self.random.randrange(number) == 0

    def pick(self, *options):
        return self.random.choice(options)

    def many(self, least, most, make):
        return [make() for _ in range(self.random.randint(least, most))]

    # Terms and atoms. `free` lists the variables that may occur.

    def term(self, free, grows=False):
        plain = list(free) * 3 + ["1", "2", "3"]
        if self.one_in(8):
            plain = ['"x"', "a", "n", "f(1)", "(1,a)", "#inf", "#sup", "-1", "0"]
        term = self.random.choice(plain)
        if grows and self.one_in(5):
            operator = self.pick("+1", "-1", "*2", "/2", "\\2", "**2", "&1", "?1", "^1", "+n")
            term = self.pick(f"{term}{operator}", f"|{term}-2|", f"f({term})", f"({term},1)", f"-{term}", f"~{term}",
                             f"({term},)", f"{term}..2", f"1..{term}", f"({term};1)")
        return term

    def atom(self, free, grows=False, names=None):
        name = self.random.choice(names or ["a", "b", "c", "p", "p", "q", "q", "r", "-p", "k", "k", "m", "h", "g", "x", "y"])
        arity = {"p": 1, "q": 1, "r": 2, "-p": 1, "k": 1, "m": 2, "y": 1, "s": 1, "d": 1, "e": 2}.get(name, 0)
        if arity == 0:
            return name
        arguments = [self.term(free, grows) for _ in range(arity)]
        if arity == 1 and self.one_in(20):
            return f"{name}({arguments[0]};{self.term(free, grows)})"
        return f"{name}({','.join(arguments)})"

    def binding(self):
        """Input literals, and the variables they bind."""
        kind = self.random.randrange(10)
        if kind < 3:
            return [], []
        if kind < 6:
            return ["d(X)"], ["X"]
        if kind < 8:
            return ["e(X,Y)"], ["X", "Y"]
        if kind < 9:
            return ["d(X)", "d(Y)", self.pick("X<Y", "X!=Y", "X+Y<5", "Y=X*2-1")], ["X", "Y"]
        return self.pick((["s(X)"], ["X"]), (["X=1..2"], ["X"]), (["e(X,Z)", "e(Z,Y)"], ["X", "Y", "Z"]))

    def literal(self, free, grows=False):
        sign = self.pick("", "", "", "not ", "not ", "not not ")
        if self.one_in(12):
            left, right = self.term(free, True), self.term(free, True)
            third = f" {self.pick(*OPERATORS)} {self.term(free)}" if self.one_in(5) else ""
            return f"{self.pick('', '', 'not ')}{left} {self.pick(*OPERATORS)} {right}{third}"
        if self.one_in(30):
            return self.pick("#true", "#false", "not #true", "not #false")
        return sign + self.atom(free, grows)

    def condition(self, local):
        return [self.pick(f"d({local})", f"e({local},_)", f"p({local})", f"q({local})", f"d({local}), not q({local})")]

    def element(self, free, weighted):
        local = self.pick("V", "W")
        condition = self.condition(local) if self.one_in(2) else []
        inner = [*free, local] if condition else free
        terms = [self.term(inner, True)] + self.many(0, 1, lambda: self.term(inner))
        if weighted and self.one_in(3):
            terms[0] = self.pick("1", "2", "-1", "3")
        literals = [self.literal(inner)] if self.one_in(2) or not condition else []
        return ",".join(terms), ", ".join(literals + condition)

    def aggregate(self, free, name=None):
        name = name or self.pick("#count", "#sum", "#sum", "#sum+", "#min", "#max")
        elements = [": ".join(self.element(free, True)) for _ in range(self.random.randint(1, 3))]
        return f"{name} {{ {'; '.join(elements)} }}"

    def guarded(self, free, aggregate):
        text = f"{aggregate} {self.pick(*OPERATORS)} {self.random.randint(-1, 4)}"
        if self.one_in(4):
            text = f"{self.pick(*free, '1')} {self.pick('<=', '<', '=', '!=')} {text}"
        if self.one_in(6):
            text = f"{self.random.randint(-1, 3)} {self.pick('<=', '<', '!=')} {aggregate}"
        return f"{self.pick('', '', '', 'not ', 'not not ')}{text}"

    def body(self, least=0, most=3):
        literals, free = self.binding()
        literals = literals + self.many(least, most, lambda: self.literal(free, True))
        if self.one_in(6):
            literals.append(self.guarded(free, self.aggregate(free)))
        if self.one_in(14):
            literals.append(self.guarded(free, self.set(free)))
        if self.one_in(14):
            literals.append(f"N = {self.aggregate(free, self.pick('#count', '#sum', '#min', '#max'))}")
            free = [*free, "N"]
        if self.one_in(10):
            local = self.pick("V", "W")
            literals.append(f"{self.literal([*free, local])} : {', '.join(self.condition(local))}")
        if self.one_in(60):
            literals.append(self.atom(["U"]))
        self.random.shuffle(literals)
        return "; ".join(literals), free

    # Statements.

    def set(self, free, head=False):
        elements = []
        for _ in range(self.random.randint(1, 3)):
            if self.one_in(2):
                local = self.pick("V", "W")
                elements.append(f"{self.atom([*free, local], False)} : {', '.join(self.condition(local))}")
            else:
                elements.append(self.atom(free, head) if head else self.literal(free))
        return f"{{ {'; '.join(elements)} }}"

    def end(self, body):
        return f" :- {body}." if body else "."

    def choice(self):
        body, free = self.body(0, 2)
        left = self.pick("", "", "", "1 ", "0 < ", "2 != ")
        right = self.pick("", "", " 1", " 2", " = 1", " < 3", " != 1")
        return f"{left}{self.set(free, True)}{right}{self.end(body)}"

    def disjunction(self):
        body, free = self.body(0, 2)
        heads = self.many(1, 3, lambda: self.atom(free, True))
        if self.one_in(4):
            local = self.pick("V", "W")
            heads.append(f"{self.atom([*free, local])} : {', '.join(self.condition(local))}")
        return f"{'; '.join(heads)}{self.end(body)}"

    def normal(self):
        body, free = self.body(0, 3)
        names = ["k", "m", "h", "g", "a", "b", "p", "q", "-p", "r"]
        head = self.atom(free, True, names)
        if self.one_in(25):
            head = f"not {head}"
        return f"{head}{self.end(body)}"

    def constraint(self):
        return f":- {self.body(1, 3)[0] or 'a'}."

    def head_aggregate(self):
        body, free = self.body(0, 2)
        elements = []
        for _ in range(self.random.randint(1, 2)):
            condition = ""
            inner = free
            if self.one_in(2):
                local = self.pick("V", "W")
                condition, inner = f" : {', '.join(self.condition(local))}", [*free, local]
            elements.append(f"{self.pick('1', '2', self.term(inner))},{self.term(inner)} : {self.atom(inner)}{condition}")
        name = self.pick("#count", "#sum", "#sum+", "#min", "#max")
        return f"{name} {{ {'; '.join(elements)} }} {self.pick(*OPERATORS)} {self.random.randint(0, 3)}{self.end(body)}"

    def objective(self):
        body, free = self.body(1, 2)
        weight = self.pick("1", "2", "-1", "3", self.term(free))
        priority = self.pick("", "", "@1", "@2", "@-1")
        terms = self.pick("", "", f",{self.term(free)}", f",{self.term(free)},a")
        if self.one_in(2):
            return f":~ {body or 'a'}. [{weight}{priority}{terms}]"
        body = body.replace(";", ",")
        word = self.pick("#minimize", "#minimize", "#maximize")
        return f"{word} {{ {weight}{priority}{terms} : {body or 'a'} }}." if ":" not in body else f"{word} {{ 1 : a }}."

    def show(self):
        body, free = self.body(1, 2)
        return self.pick("#show p/1.", "#show a/0.", "#show q/1.", "#show -p/1.", "#show k/1.", "#show.",
                         f"#show {self.term(free, True)} : {body.replace(';', ',') or 'a'}.")

    def external(self):
        # clingo takes the first or the last of several values of an atom, depending on the order of
        # grounding.
        name = self.pick("x", "y")
        if name in self.external_names:
            return "#defined x/0."
        self.external_names.add(name)
        value = self.pick("", "", " [true]", " [false]", " [free]")
        if name == "x":
            return self.pick("#external x.", "#external x : a.") + value
        return self.pick("#external y(X) : d(X).", "#external y(1).") + value

    def project(self):
        return self.pick("#project p/1.", "#project a/0.", "#project p(X) : d(X), not q(X).", "#project q/1.", "#project h.")

    def other(self):
        return self.pick("#const n = 2.", "#const n = (1,a).", "#defined x/0.", "#edge (X,Y) : r(X,Y).", "#edge (1,2) : a. #edge (2,1) : b.",
                         "#heuristic a. [1,true]", "#heuristic p(X) : d(X). [X,sign]", "{ p(1..2) }. { q(1..2) }.", "{ a; b; c }.",
                         "{ r(X,Y) : e(X,Y) }.", "#show.")

    def program(self):
        lines = list(INPUT) if not self.one_in(8) else INPUT[:2]
        lines.append(self.pick("{ p(1..3) }.", "{ a; b }.", "{ q(X) : d(X) } 2.", "a; b.", "{ p(X); q(X) } = 1 :- d(X)."))
        makers = [(6, self.normal), (3, self.choice), (2, self.disjunction), (2, self.constraint), (1, self.head_aggregate),
                  (1, self.objective), (1, self.show), (1, self.external), (1, self.project), (2, self.other)]
        weights = [weight * self.random.choice([0, 1, 1, 2]) if make != self.normal else weight for weight, make in makers]
        for _ in range(self.random.randint(2, 9)):
            lines.append(self.random.choices([make for _, make in makers], weights)[0]())
        return lines

    def options(self, lines):
        """Options that clingo's command line and ours share."""
        options = ["0"]
        mode = self.random.randrange(10)
        if mode >= 6:
            modes = ["--project=show", "--project=project"]
            # Under `#project`, clingo reports consequences among the projected atoms only.
            if not any("#project" in line for line in lines):
                modes += ["--enum-mode=brave", "--enum-mode=cautious"]
            options.append(self.random.choice(modes))
        if any("#minimize" in line or "#maximize" in line or ":~" in line for line in lines):
            modes = ["--opt-mode=optN", "--opt-mode=optN", "--opt-mode=ignore", "--opt-mode=enum,2"]
            # Consequences under `opt` end with the first optimal model in clingo, so they depend on the
            # search.
            if not any("enum-mode" in option for option in options):
                modes += ["--opt-mode=opt", "--opt-mode=opt,3"]
            options.append(self.random.choice(modes))
        return options


def program(seed):
    """The statements and the options of a seed."""
    writer = Writer(seed)
    lines = writer.program()
    return lines, writer.options(lines)
