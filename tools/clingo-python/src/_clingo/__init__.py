"""The module that clingo's Python package looks for before its own: `ffi` and `lib` over Hamadryad's libclingo.

The package `clingo` stays unmodified. With HAMADRYAD=0 in the environment, this module cannot be imported, and `clingo`
takes its own library.

cffi opens the library at run time (its ABI mode), so no C compiler is needed. In this mode, functions of Python become
callbacks when `def_extern` decorates them; their types are those that the header declares.
"""

import os

if os.environ.get("HAMADRYAD") == "0":
    raise ImportError("HAMADRYAD=0: clingo's own library is wanted")

import sys
import threading
import types

from ._abi import ffi as _ffi

__all__ = ["ffi", "lib"]

_NAME = {"darwin": "libclingo.4.dylib", "win32": "clingo.dll"}.get(sys.platform, "libclingo.so.4")
_PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), _NAME)
# Theory packages such as clingo-dl take clingo's functions from the libraries that were loaded globally.
_library = _ffi.dlopen(_PATH, _ffi.RTLD_LAZY | _ffi.RTLD_GLOBAL)

# The types of callbacks that are fields of a struct, by the beginning of their names.
_FIELDS = {
    "pyclingo_observer_": "clingo_ground_program_observer_t",
    "pyclingo_propagator_": "clingo_propagator_t",
    "pyclingo_script_": "clingo_script_t",
    "pyclingo_application_": "clingo_application_t",
}
# The other callbacks.
_TYPES = {
    "pyclingo_solve_event_callback": "clingo_solve_event_callback_t",
    "pyclingo_logger_callback": "clingo_logger_t",
    "pyclingo_ground_callback": "clingo_ground_callback_t",
    "pyclingo_ast_callback": "clingo_ast_callback_t",
    "pyclingo_application_print_model": "clingo_model_printer_t",
    "pyclingo_application_options_parse": "bool(*)(char const *, void *)",
    # Of an embedded interpreter, which this library does not have.
    "pyclingo_execute": "bool(*)(void *, char const *, void *)",
    "pyclingo_call": "bool(*)(void *, char const *, void *, size_t, void *, void *, void *)",
    "pyclingo_callable": "bool(*)(char const *, bool *, void *)",
    "pyclingo_main": "bool(*)(void *, void *)",
}


def _type_of(name):
    if name in _TYPES:
        return _ffi.typeof(_TYPES[name])
    for prefix, struct in _FIELDS.items():
        if name.startswith(prefix):
            return dict(_ffi.typeof(struct).fields)[name[len(prefix) :]].type
    raise NameError(f"clingo's package defines the unknown callback {name}")


# Signals. The library asks `_check` every 50 ms while it grounds or solves; Python runs the handlers of signals in it,
# and an exception of a handler, such as KeyboardInterrupt, is raised when the call returns.
_pending = []


@_ffi.callback("bool(void)", error=True, onerror=lambda kind, value, trace: _pending.append(value))
def _check():
    if threading.current_thread() is not threading.main_thread():
        return False
    try:
        return bool(_pending)
    except BaseException as exception:  # pylint: disable=broad-exception-caught
        _pending.append(exception)
        return True


_library.hamadryad_set_check(_check)

# The functions that ask `_check`, except for `clingo_control_solve`: its handle must not be lost, and a call for the
# result follows.
_LONG = {
    "clingo_control_ground",
    "clingo_solve_handle_get",
    "clingo_solve_handle_wait",
    "clingo_solve_handle_model",
    "clingo_solve_handle_core",
}


def _raising(function):
    def call(*arguments):
        result = function(*arguments)
        if _pending:
            exception = _pending[0]
            _pending.clear()
            raise exception
        return result

    return call


def _namespace(name, doc, find):
    """A module whose missing names are found once. Python reads attributes of modules faster than those of objects, and
    clingo's package reads several for each call."""
    namespace = types.ModuleType(f"{__name__}.{name}", doc)

    def __getattr__(attribute):
        value = find(attribute)
        setattr(namespace, attribute, value)
        return value

    namespace.__getattr__ = __getattr__
    return namespace


def _function(name):
    value = getattr(_library, name)
    return _raising(value) if name in _LONG else value


def _def_extern(name=None, error=None, onerror=None):
    """Makes a function of Python a callback of the library."""

    def decorate(function):
        arguments = () if error is None else (error,)
        setattr(lib, name, _ffi.callback(_type_of(name), function, *arguments, onerror=onerror))
        return function

    return decorate


lib = _namespace("lib", "The functions and values of the library, and the callbacks under their names.", _function)
ffi = _namespace("ffi", "cffi's object, with `def_extern`.", lambda name: getattr(_ffi, name))
ffi.def_extern = _def_extern
