"""clingo in a process of its own: a crash or a hang of it ends this process only.

A question is a pair `("program", lines, options)` or `("sequence", calls)`; its answer is a list of outcomes in the form
that `engine/control/examples/calls.rs` prints, or a string that says why there is none. A program has one outcome.
"""

import multiprocessing

# Searches with more models are not compared.
MOST_MODELS = 2000
SECONDS = 10


class TooMany(Exception):
    pass


def models(control, **options):
    """The outcome of one solve."""
    answers = []
    with control.solve(yield_=True, **options) as handle:
        for model in handle:
            answers.append({
                "shown": sorted(str(symbol) for symbol in model.symbols(shown=True)),
                "atoms": [str(symbol) for symbol in model.symbols(atoms=True)],
                "costs": dict(zip(map(str, model.priority), model.cost)),
                "optimal": model.optimality_proven,
            })
            if len(answers) > MOST_MODELS:
                raise TooMany
        return {"answers": answers, "exhausted": handle.get().exhausted}


def answer_program(clingo, lines, options):
    control = clingo.Control(options, logger=lambda code, message: None)
    try:
        control.add("base", [], "\n".join(lines))
        control.ground([("base", [])])
    except RuntimeError as error:
        return [{"error": str(error)}]
    return [models(control)]


def answer_sequence(clingo, calls):
    control = clingo.Control(["0"], logger=lambda code, message: None)
    outcomes = []
    for call in calls:
        try:
            outcomes.append(answer_call(clingo, control, call))
        except RuntimeError as error:
            return outcomes + [{"error": str(error)}]
    return outcomes


def answer_call(clingo, control, call):
    kind, term = call["call"], clingo.parse_term
    if kind == "add":
        control.add("base", [], call["text"])
    elif kind == "ground":
        control.ground([(name, [term(text) for text in arguments]) for name, arguments in call["parts"]])
    elif kind == "assign":
        value = {"true": True, "false": False, "free": None}[call["value"]]
        control.assign_external(term(call["atom"]), value)
    elif kind == "release":
        control.release_external(term(call["atom"]))
    elif kind == "cleanup":
        control.cleanup()
    elif kind == "solve":
        settings = control.configuration.solve
        settings.models = call.get("models", 0)
        bound = call.get("bound")
        settings.opt_mode = ",".join([call.get("optimize", "opt"), *map(str, bound or [])])
        settings.enum_mode = call.get("consequences") or "auto"
        settings.project = call.get("projection") or "no"
        assumptions = [(term(atom), value) for atom, value in call.get("assumptions", [])]
        return models(control, assumptions=assumptions)
    return {}


def serve(pipe):
    import clingo
    while True:
        kind, *question = pipe.recv()
        try:
            answer = answer_program(clingo, *question) if kind == "program" else answer_sequence(clingo, *question)
        except TooMany:
            answer = "too many models"
        pipe.send(answer)


class Reference:
    def __init__(self):
        self.process = None

    def ask(self, *question):
        if self.process is None:
            self.pipe, theirs = multiprocessing.Pipe()
            self.process = multiprocessing.Process(target=serve, args=(theirs,), daemon=True)
            self.process.start()
            theirs.close()
        try:
            self.pipe.send(question)
            if self.pipe.poll(SECONDS):
                return self.pipe.recv()
            reason = "clingo takes too long"
        except (EOFError, OSError):
            reason = "clingo crashes"
        self.process.kill()
        self.process.join()
        self.process = None
        return reason
