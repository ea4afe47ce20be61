"""`python3 -m _clingo FILE …`: `hamadryad solve` with scripts in Python.

The names of this module are those of scripts, which find a function `main` here: it has none of its own.
"""

import sys

sys.exit(__import__("_clingo._command", fromlist=["run"]).run(sys.argv[1:]))
