"""Families of random inputs and options of the command line, for `hunt_options.py`.

A family makes a list of parts, which a shrinker may drop one by one, and options. Programs are small, so that all
answer sets can be compared.
"""

from dataclasses import dataclass
from typing import Callable, Optional

ATOMS = ["a", "b", "c", "d", "e", "p(1)", "p(2)", "p(3)"]
JSON = ["--outf=2", "-W", "none"]


@dataclass
class Family:
    name: str
    make: Callable
    # "models", "optimum", "optima", "last", "number" or "text".
    compares: str = "models"
    # Makes the input of the compared run from the program, with clingo.
    prepare: Optional[Callable] = None
    # Options with which clingo reads the output of the compared run.
    after: Optional[list] = None
    # The difference of two views, where they may legitimately differ.
    same: Optional[Callable] = None
    join: Callable = "\n".join
    # The number of first parts that a shrinker keeps.
    fixed: int = 0

    def keeps(self, option):
        """Options of the format stay while a case is shrunk."""
        return option.startswith(("--outf", "-W", "none", "0", "--mode", "--pre", "-e", "brave", "cautious"))


def literal(rng, signs=("", "", "not ", "not not ")):
    return rng.choice(signs) + rng.choice(ATOMS)


def body(rng, least=1, most=3):
    literals = [literal(rng) for _ in range(rng.randint(least, most))]
    if rng.random() < 0.15:
        elements = "; ".join(f"{rng.randint(-1, 3)},{i}: {literal(rng)}" for i in range(rng.randint(1, 3)))
        literals.append(f"#sum {{ {elements} }} {rng.choice(['<', '>=', '=', '!='])} {rng.randint(-1, 4)}")
    return ", ".join(literals)


def rules(rng):
    lines = [f"{{ {'; '.join(rng.sample(ATOMS, rng.randint(2, 4)))} }}."]
    for _ in range(rng.randint(2, 8)):
        kind = rng.random()
        head = rng.choice(ATOMS)
        if kind < 0.5:
            lines.append(f"{head} :- {body(rng)}.")
        elif kind < 0.65:
            lines.append(f"{{ {'; '.join(rng.sample(ATOMS, 2))} }} {rng.choice(['', '1', '= 1'])} :- {body(rng)}.")
        elif kind < 0.8:
            lines.append(f"{'; '.join(rng.sample(ATOMS, 2))} :- {body(rng)}.")
        else:
            lines.append(f":- {body(rng, 2)}.")
    return lines


def objective(rng, levels=2):
    lines = []
    for level in range(rng.randint(1, levels)):
        elements = [f"{rng.randint(-2, 4)}@{level},{i} : {literal(rng)}" for i in range(rng.randint(1, 5))]
        lines.append(f"#minimize {{ {'; '.join(elements)} }}.")
    return lines


def shows(rng):
    return rng.sample(["#show p/1.", "#show a/0.", "#show b/0.", "#show x : a, not b.", "#show y(X) : p(X)."], rng.randint(0, 2))


def supported(rng):
    return rules(rng), ["0", *JSON, rng.choice(["--supp-models", "--no-ufs-check"])]


def projected(rng):
    lines = rules(rng) + rng.choice([shows, lambda _: ["#project a/0. #project p/1."]])(rng)
    mode = rng.choice(["auto", "show", "project"]) if any("#project" in line for line in lines) else rng.choice(["auto", "show"])
    # The answer set that stands for its projection depends on the search, so only the projected atoms are shown.
    if mode != "show" and any("#project" in line for line in lines):
        lines.append("#show a/0. #show p/1.")
    return lines, ["0", *JSON, f"--project={mode},{rng.randint(0, 7)}"]


def consequential(rng):
    lines = rules(rng) + shows(rng)
    if rng.random() < 0.6:
        lines.append(" ".join(f"#project {signature}." for signature in rng.sample(["a/0", "b/0", "p/1", "zz/0"], 2)))
    project = rng.choice([[], ["--project"], [f"--project={rng.choice(['no', 'auto', 'show', 'project'])}"]])
    return lines, ["0", *JSON, "-e", rng.choice(["brave", "cautious"]), *project]


def shown(rng):
    wanted = ",".join(rng.sample(["a/0", "p/1", "b/0", "-q/1", "q/1"], rng.randint(1, 3)))
    extra = rng.choice([[], ["{ -q(1); q(2) }."]])
    return rules(rng) + shows(rng) + extra, ["0", *JSON, f"--show-preds={wanted}"]


def single(rng):
    lines = rules(rng) + rng.choice([[], objective(rng)])
    optimizing = any("#minimize" in line for line in lines)
    return lines, ["0", *JSON, "--single-shot", *(["--opt-mode=optN"] if optimizing else [])]


def shrinking(rng):
    algorithm = rng.choice(["lin", "inv", "bin", "rgs", "exp", "min", "no"])
    limit = rng.choice(["", f",{rng.randint(0, 12)}"]) if algorithm != "no" else ""
    strategy = rng.choice(["usc", "usc,oll", "usc,one,8", "usc,k,4", "usc,pmres,stratify", "usc,oll,disjoint,succinct"])
    return rules(rng) + objective(rng), ["0", *JSON, f"--opt-usc-shrink={algorithm}{limit}", f"--opt-strategy={strategy}"]


def bounded(rng):
    costs = ",".join(str(rng.randint(-3, 6)) for _ in range(rng.randint(1, 3)))
    return rules(rng) + objective(rng), ["0", *JSON, f"--opt-mode={rng.choice(['enum', 'ignore'])},{costs}"]


def bounded_optima(rng):
    costs = ",".join(str(rng.randint(-3, 6)) for _ in range(rng.randint(1, 3)))
    return rules(rng) + objective(rng), ["0", *JSON, f"--opt-mode=optN,{costs}"]


def bounded_optimum(rng):
    costs = ",".join(str(rng.randint(-3, 6)) for _ in range(rng.randint(1, 3)))
    return rules(rng) + objective(rng), ["0", *JSON, f"--opt-mode=opt,{costs}"]


def stopping(rng):
    return rules(rng) + objective(rng), ["0", *JSON, f"--opt-stop={','.join(str(rng.randint(-3, 6)) for _ in range(rng.randint(1, 2)))}"]


def stops_alike(ours, theirs, options):
    """Costs between the optimum and the given ones depend on the search."""
    stop = [int(cost) for option in options if option.startswith("--opt-stop=") for cost in option.split("=")[1].split(",")]
    if not stop or ours == theirs:
        return None if ours == theirs else (ours, theirs)
    if "code" in (ours[0], theirs[0]):
        return ours, theirs
    reached = [list(answer[2][:len(stop)]) <= stop[:len(answer[2])] and bool(answer[2]) for answer in (ours, theirs)]
    return None if all(reached) else (ours, theirs)


def domain(rng):
    free = ["u", "v", "w", "x"]
    lines = [f"{{ {atom} }}." for atom in free]
    for _ in range(rng.randint(1, 4)):
        lines.append(f":- {', '.join(rng.choice(['', 'not ']) + atom for atom in rng.sample(free, rng.randint(2, 3)))}.")
    for _ in range(rng.randint(0, 2)):
        lines.append(f"{rng.choice(['f', 'g'])} :- {', '.join(rng.choice(['', 'not ']) + atom for atom in rng.sample(free, 2))}.")
    modifier = rng.choice(["true", "false"])
    lines += [f"#heuristic {atom}. [1,{modifier}]" for atom in free]
    return lines, ["0", *JSON, "--heuristic=Domain", "--enum-mode=domRec"]


def definite(rng, number):
    """A program with a single answer set."""
    lines = [f"{atom}." for atom in rng.sample(ATOMS + ['s("x y")', 't("a\\"b\\\\n",-1)', "-n", "_h(1)"], rng.randint(0, number))]
    lines += [f"{rng.choice(['f', 'g(X)'])} :- p(X)." for _ in range(rng.randint(0, 1))]
    return lines + shows(rng)


def forms(rng):
    # With JSON, clingo reads no form, and reports no error.
    wrong = ["%d", "x", "%0%0", "%", "%x"]
    form = rng.choice(["%0", "%s", "%0.", "<%0>", "%%%0", "a%sb%%", "-%d", "not-%0", *wrong])
    separator = rng.choice([";", ",", "  ", "ab", "\\n", "\\t", "|", "\\v", "\\\\"])
    options = rng.choice([[f"--out-atomf={form}"], [f"--out-ifs={separator}"]])
    options += rng.choice([[], [f"--outf={rng.choice([0, 1] if form in wrong else [0, 1, 2])}"], [f"-V{rng.choice([0, 1])}"], ["--out-hide-aux"]])
    if rng.random() < 0.3:
        options.append(f"--out-atomf={form}") if "ifs" in options[0] else options.append("--out-ifs=\\n")
    return definite(rng, 5), [*options, "-W", "none"]


def steps(rng):
    """A program in steps, each with at most one answer set."""
    lines = ["#include <incmode>."]
    lines += [f"#const imax={rng.randint(1, 4)}."] if rng.random() < 0.7 else ["#const imax=5."]
    lines += [f'#const istop="{rng.choice(["SAT", "UNSAT", "UNKNOWN"])}".'] if rng.random() < 0.5 else []
    lines += [f"#const imin={rng.randint(0, 3)}."] if rng.random() < 0.3 else []
    lines += [f"#program step(t). s(t)."]
    lines += [f"#program check(t). :- query(t), t {rng.choice(['<', '!=', '>', '>='])} {rng.randint(0, 3)}."]
    if rng.random() < 0.4:
        lines += [f"#program step(t). #minimize {{ {rng.choice(['t', '1', '-t'])}@{rng.choice(['1', '2'])},t : s(t) }}."]
    if rng.random() < 0.3:
        lines += ["#show s/1."]
    return lines


def quiet(rng):
    lines = rng.choice([steps(rng), definite(rng, 4) + [f"#minimize {{ {rng.randint(-2, 3)} : p(X) ; {rng.randint(0, 2)}@2 }}."]])
    levels = ",".join(str(rng.randint(0, 2)) for _ in range(rng.randint(1, 3)))
    options = ["-W", "none", f"--quiet={levels}"]
    options += rng.choice([[], [f"--outf={rng.choice([0, 1, 2, 3])}"], [f"-V{rng.choice([0, 1])}"]])
    options += rng.choice([[], ["0"], ["--opt-mode=optN", "0"], ["--opt-mode=ignore"], ["-e", "cautious"], ["-e", "brave"]])
    if "-e" in options and any("#minimize" in line for line in lines):
        # Without it, clingo's consequences concern the models on the way to the optimum.
        options.append("--opt-mode=optN")
    return lines, options


def unless_refused(ours, theirs, options):
    """Clingo cannot write shown facts and terms in smodels' format."""
    return None if ours == theirs or theirs == ("code", 128) else (ours, theirs)


def soft_alike(ours, theirs, options):
    """Clingo drops an objective whose soft clauses follow from the others."""
    return None if ours == theirs or (ours[2], theirs[2]) == ((0,), ()) else (ours, theirs)


def preprocessed(rng):
    lines = [line for line in rules(rng) if ";" not in line.split(":-")[0] or "{" in line] + rng.choice([[], objective(rng)])
    return lines, [f"--pre={rng.choice(['aspif', 'smodels'])}", "-W", "none"]


def ground(clingo, text, run):
    """The program in aspif."""
    return run(clingo, text, ["--mode=gringo", "-W", "none"])[1]


def smodels(clingo, text, run):
    return run(clingo, text, ["--mode=gringo", "--output=smodels", "-W", "none"])[1]


def required(rng):
    return rules(rng), ["0", *JSON, "--mode=clasp", f"--compute={rng.choice(['', '-'])}{rng.randint(1, 9)}"]


def of_smodels(rng):
    lines = [line for line in rules(rng) if "#sum" not in line]
    return lines + rng.choice([[], objective(rng)]), ["0", *JSON, "--mode=clasp", "--opt-mode=optN"]


def extended(rng):
    nodes = ["1", "2", "3"]
    lines = [f"{{ _edge({x},{y}) }}." for x in nodes for y in nodes if x != y and rng.random() < 0.7] + rules(rng)
    lines += [f"_heuristic({atom},{rng.choice(['true', 'level', 'sign'])},1)." for atom in rng.sample(["a", "b", "p(1)"], 2)]
    lines += [f":- not {rng.randint(1, 2)} {{ _edge(X,Y) : X=1..3, Y=1..3, X!=Y }}."]
    lines = [line for line in lines if "#sum" not in line]
    return lines, ["0", *JSON, "--mode=clasp", *rng.choice([[], ["--parse-ext"]])]


def clauses(rng, variables, number):
    one = lambda: " ".join(str(rng.choice([1, -1]) * v) for v in rng.sample(range(1, variables + 1), rng.randint(1, 3))) + " 0"
    return [one() for _ in range(number)]


def dimacs(rng):
    variables, number = rng.randint(3, 7), rng.randint(1, 14)
    return [f"p cnf {variables} {number}", *clauses(rng, variables, number)], ["0", *JSON, "--mode=clasp"]


def weighted(rng):
    variables, number = rng.randint(3, 6), rng.randint(1, 12)
    lines = [f"{rng.choice([rng.randint(1, 5), 99])} {clause}" for clause in clauses(rng, variables, number)]
    return [f"p wcnf {variables} {number} 99", *lines], ["0", *JSON, "--mode=clasp", *rng.choice([[], ["--opt-mode=optN"]])]


def maxsat(rng):
    parts, _ = dimacs(rng)
    return parts, ["0", *JSON, "--mode=clasp", "--parse-maxsat"]


def numbered(parts):
    """A DIMACS text whose heading has the number of its clauses."""
    return "\n".join([" ".join([*parts[0].split()[:3], str(len(parts) - 1), *parts[0].split()[4:]]), *parts[1:]]) + "\n"


def pseudo(rng):
    variables = rng.randint(3, 6)
    values = [rng.randint(0, 1) for _ in range(variables + 1)]
    term = lambda: (rng.choice([1, -1]) * rng.randint(1, 4), rng.choice(["", "~"]), rng.randint(1, variables))
    text = lambda terms: " ".join(f"{weight:+} {sign}x{variable}" for weight, sign, variable in terms)
    lines = [f"min: {text([term() for _ in range(rng.randint(1, 4))])} ;"] if rng.random() < 0.5 else []
    for _ in range(rng.randint(1, 4)):
        terms = [term() for _ in range(rng.randint(1, 4))]
        # Clasp 3.4.2 divides equations by the divisor of their weights and rounds: `+3 x2 = 1` has a solution.
        value = sum(weight * (values[variable] ^ (sign == "~")) for weight, sign, variable in terms)
        lines.append(f"{text(terms)} {rng.choice([f'>= {rng.randint(-3, 4)}', f'= {value}'])} ;")
    return [f"* #variable= {variables} #constraint= 0", *lines], ["0", *JSON, "--mode=clasp", "--opt-mode=optN"]


def counted(parts):
    """An OPB text whose heading has the number of its constraints."""
    number = sum(1 for part in parts[1:] if not part.startswith("min:"))
    return "\n".join([parts[0].rsplit(" ", 1)[0] + f" {number}", *parts[1:]]) + "\n"


FAMILIES = [
    Family("supp-models", supported),
    Family("project", projected),
    Family("consequences", consequential, "last"),
    Family("show-preds", shown),
    Family("single-shot", single, "optima"),
    Family("usc-shrink", shrinking, "optimum"),
    Family("bounds", bounded),
    Family("bounds-optN", bounded_optima, "optima"),
    Family("bounds-opt", bounded_optimum, "optimum"),
    Family("opt-stop", stopping, "optimum", same=stops_alike),
    Family("domRec", domain),
    Family("forms", forms, "text"),
    Family("quiet", quiet, "text"),
    Family("pre", preprocessed, "optima", after=["0", *JSON, "--mode=clasp", "--opt-mode=optN"], same=unless_refused),
    Family("compute", required, prepare=ground),
    Family("smodels", of_smodels, "optima", prepare=smodels),
    Family("parse-ext", extended, prepare=smodels),
    Family("dimacs", dimacs, join=numbered, fixed=1),
    Family("weighted", weighted, "optimum", join=numbered, fixed=1, same=soft_alike),
    Family("maxsat", maxsat, "optimum", join=numbered, fixed=1),
    Family("opb", pseudo, "optima", join=counted, fixed=1),
]
