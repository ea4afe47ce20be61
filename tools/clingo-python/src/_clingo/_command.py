"""`hamadryad solve` with scripts in Python, also their function `main`."""

import os
import sys

from clingo.script import enable_python

from . import ffi, lib


def run(arguments, continues=False):
    """Runs the command line, and returns its exit code. With `continues`, another process has printed the beginning of
    the output."""
    enable_python()
    texts = [ffi.new("char[]", os.fsencode(argument)) for argument in arguments]
    code = lib.hamadryad_solve(ffi.new("char const *[]", texts), len(texts), continues)
    sys.stdout.flush()
    return code
