"""clingo's module `ast` on Hamadryad's library: the expectations are clingo's answers."""

import copy
import tempfile
import unittest
from pathlib import Path

from clingo import Control, Function, Number, ast

# At least one node of each kind that a program can have.
PROGRAM = """\
% comment
a :- not b; 1 <= { c: d; e } <= X; p((X+1),-Y,(1;2),|X|,f(a),@g(1),(1..2)); X = #sum { Y,Z: q(Y,Z) }; a: b, c.
1 = #sum { 1: a: b }.
a; b: X < Y = Z.
&t(1) { (x + - y): a; [1,{2},(3,)],f(x) } <= g :- &t { }; #true.
#const x = 10. [override]
#show.
#show p/1.
#show f(X) : p(X).
:~ a. [1@2,X]
#script (lua)
code
#end.
#program p(t, u).
#external a : b. [true]
#edge (1,2) : a.
#heuristic a : b. [1@2,sign]
#project a : b.
#project -p/2.
#defined p/1.
#theory t {
  term {
    - : 1, unary;
    + : 2, binary, left
  };
  &t/1: term, { <=, = }, term, any;
  &s/0: term, directive
}.
"""


def parse(program):
    nodes = []
    ast.parse_string(program, nodes.append, logger=lambda code, message: None)
    return nodes


def rebuilt(node):
    """A copy of a node by the constructors."""
    arguments = dict(node.items())
    for key, value in arguments.items():
        if isinstance(value, ast.AST):
            arguments[key] = rebuilt(value)
        elif isinstance(value, ast.ASTSequence):
            arguments[key] = [rebuilt(part) for part in value]
    return getattr(ast, node.ast_type.name)(**arguments)


def models(nodes):
    """The models of a program that is given as nodes."""
    control = Control(["0"], logger=lambda code, message: None)
    with ast.ProgramBuilder(control) as builder:
        for node in nodes:
            builder.add(node)
    control.ground([("base", [])])
    found = []
    control.solve(on_model=lambda model: found.append(sorted(map(str, model.symbols(shown=True)))))
    return sorted(found)


class Parsing(unittest.TestCase):
    def test_texts_are_stable(self):
        texts = [str(node) for node in parse(PROGRAM)]
        self.assertEqual("\n".join(texts[1:]) + "\n", PROGRAM)

    def test_nodes_are_built_by_the_constructors(self):
        kinds = set()

        def visit(node):
            kinds.add(node.ast_type)
            for value in node.values():
                for part in value if isinstance(value, ast.ASTSequence) else [value]:
                    if isinstance(part, ast.AST):
                        visit(part)

        for node in parse(PROGRAM):
            visit(node)
            other = rebuilt(node)
            self.assertEqual((str(other), hash(other)), (str(node), hash(node)))
            self.assertEqual(other, node)
            self.assertEqual(copy.deepcopy(node), node)
            self.assertFalse(other < node or other > node)
        self.assertEqual(kinds, set(ast.ASTType))

    def test_places_are_those_of_the_text(self):
        rule = parse("\n a(X) :- b.")[-1]
        place = rule.location
        self.assertEqual((place.begin.filename, place.begin.line, place.begin.column), ("<string>", 2, 2))
        self.assertEqual((place.end.line, place.end.column), (2, 12))

    def test_errors_come_after_the_nodes(self):
        nodes, messages = [], []
        with self.assertRaisesRegex(RuntimeError, "syntax error"):
            ast.parse_string("a. b c. d.", nodes.append, logger=lambda code, message: messages.append(message))
        self.assertEqual([str(node) for node in nodes], ["#program base.", "a.", "d."])
        self.assertEqual(len(messages), 1)

    def test_files_include_files(self):
        with tempfile.TemporaryDirectory() as folder:
            outer, inner = Path(folder, "outer.lp"), Path(folder, "inner.lp")
            inner.write_text("b.\n#program other.\nc.\n")
            outer.write_text(f'a.\n#include "{inner}". % back\nd.\n')
            nodes = []
            ast.parse_files([str(outer)], nodes.append)
        self.assertEqual(
            [str(node) for node in nodes],
            ["#program base.", "a.", "b.", "#program other.", "c.", "#program base.", "% back", "d."],
        )
        self.assertEqual([Path(node.location.begin.filename).name for node in nodes[1:4]], ["outer.lp"] + ["inner.lp"] * 2)


class Changes(unittest.TestCase):
    def test_a_transformer_renames_variables(self):
        class Renamer(ast.Transformer):
            def visit_Variable(self, node):
                return node.update(name="_" + node.name)

        rule = Renamer().visit(parse("p(X) :- q(X,Y); 1 < { r(Y) }.")[-1])
        self.assertEqual(str(rule), "p(_X) :- q(_X,_Y); 1 < { r(_Y) }.")

    def test_sequences_are_changed_in_place(self):
        rule = parse("a :- b; c.")[-1]
        body = rule.body
        body.insert(0, body[1])
        del body[1]
        self.assertEqual(str(rule), "a :- c; c.")
        with self.assertRaises(IndexError):
            body[5]
        with self.assertRaises(RuntimeError):
            body.insert(0, rule)

    def test_pools_are_replaced(self):
        rule = parse("a(1;2) :- b: c(3;4).")[-1]
        self.assertEqual([str(node) for node in rule.unpool()], ["a(1) :- b: c(3); b: c(4).", "a(2) :- b: c(3); b: c(4)."])
        literal = rule.body[0]
        self.assertEqual([str(node) for node in literal.unpool(condition=False)], ["b: c(3;4)"])


class Building(unittest.TestCase):
    def test_nodes_have_the_meaning_of_their_text(self):
        program = "{ a(1..2) }. b(X+1) :- a(X). :- a(1), not b(3). #show b/1. #const n = 2. c(n). #show c/1."
        self.assertEqual(models(parse(program)), models(parse("\n".join(map(str, parse(program)[1:])))))
        self.assertEqual(models(parse(program)), [["b(2)", "b(3)", "c(2)"], ["b(3)", "c(2)"], ["c(2)"]])

    def test_symbols_of_any_form_are_terms(self):
        place = parse("a.")[-1].location
        symbol = Function("f", [Number(-1), Function("", [Number(2)]), Function("g", [], False)])
        head = ast.SymbolicAtom(ast.Function(place, "p", [ast.SymbolicTerm(place, symbol)], 0))
        rule = ast.Rule(place, ast.Literal(place, ast.Sign.NoSign, head), [])
        self.assertEqual(models([rule]), [["p(f(-1,(2,),-g))"]])

    def test_parts_and_externals_are_added(self):
        control = Control(["0"])
        with ast.ProgramBuilder(control) as builder:
            for node in parse("#external x. a :- x. #program step(t). b(t)."):
                builder.add(node)
        control.ground([("base", []), ("step", [Number(3)])])
        control.assign_external(Function("x"), True)
        found = []
        control.solve(on_model=lambda model: found.append(sorted(map(str, model.symbols(atoms=True)))))
        self.assertEqual(found, [["a", "b(3)", "x"]])

    def test_unsafe_statements_are_errors_of_grounding(self):
        messages = []
        control = Control(logger=lambda code, message: messages.append(message))
        with ast.ProgramBuilder(control) as builder:
            builder.add(parse("\n\n  a(X).")[-1])
        with self.assertRaises(RuntimeError):
            control.ground([("base", [])])
        self.assertTrue(messages[0].startswith("<string>:3:"), messages)

    def test_nodes_at_wrong_places_are_errors(self):
        rule = parse("a :- b.")[-1]
        rule.head = parse("c.")[-1]
        with self.assertRaisesRegex(RuntimeError, "invalid ast"):
            models([rule])


if __name__ == "__main__":
    unittest.main()
