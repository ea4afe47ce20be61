"""Builds the wheel: the library with cargo, and the declarations of its functions with cffi. No C compiler is used.

HAMADRYAD_LIBRARY=FILE      take this library and do not run cargo
HAMADRYAD_PROFILE=NAME      the profile of cargo; `release` by default
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel

REPOSITORY = Path(__file__).resolve().parents[2]
HEADER = REPOSITORY / "engine/clingo-abi/include/clingo.h"
# The name that cargo gives to the library, and the name under which it is installed.
BUILT, INSTALLED = {
    "darwin": ("libclingo.dylib", "libclingo.4.dylib"),
    "win32": ("clingo.dll", "clingo.dll"),
}.get(sys.platform, ("libclingo.so", "libclingo.so.4"))


def library():
    """The library, which cargo builds unless one is given."""
    if "HAMADRYAD_LIBRARY" in os.environ:
        return Path(os.environ["HAMADRYAD_LIBRARY"])
    profile = os.environ.get("HAMADRYAD_PROFILE", "release")
    if shutil.which("cargo") is None:
        raise SystemExit("cargo is needed to build Hamadryad's library: see https://rustup.rs")
    command = ["cargo", "build", "--locked", "--profile", profile, "-p", "hamadryad-clingo-abi", "--lib"]
    subprocess.run(command, cwd=REPOSITORY, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
    return target / ("debug" if profile == "dev" else profile) / BUILT


def declarations():
    """The header as cffi reads it: without the preprocessor and the parts for C++."""
    text = HEADER.read_text()
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    return text.replace("CLINGO_API ", "")


class Build(build_py):
    """Adds the library and the declarations to the package."""

    def run(self):
        super().run()
        import cffi

        package = Path(self.build_lib) / "_clingo"
        package.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(library(), package / INSTALLED)
        ffi = cffi.FFI()
        ffi.cdef(declarations())
        ffi.set_source("_clingo._abi", None)
        ffi.emit_python_code(str(package / "_abi.py"))


class Wheel(bdist_wheel):
    """A wheel for this platform and every Python."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class Binary(Distribution):
    """A distribution with a library."""

    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": Build, "bdist_wheel": Wheel}, distclass=Binary)
