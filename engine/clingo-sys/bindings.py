"""Writes `src/bindings.rs` from the header of libclingo, with the names that bindgen gives.

    python bindings.py              writes the file; needs pycparser and rustfmt
    python bindings.py --check      fails if the file is not the one that would be written
"""

import re
import subprocess
import sys
from pathlib import Path

from pycparser import c_ast, c_parser

FOLDER = Path(__file__).resolve().parent
HEADER = FOLDER.parent / "clingo-abi/include/clingo.h"
BINDINGS = FOLDER / "src/bindings.rs"

# The types of C, for the parser, and their names in Rust.
TYPES = {
    "bool": "bool",
    "size_t": "usize",
    "int32_t": "i32",
    "uint32_t": "u32",
    "int64_t": "i64",
    "uint64_t": "u64",
    "int": "c_int",
    "unsigned": "c_uint",
    "double": "f64",
    "char": "c_char",
    "void": "c_void",
}
DEFINED_FOR_THE_PARSER = ["bool", "size_t", "int32_t", "uint32_t", "int64_t", "uint64_t"]
# `src/lib.rs` has these functions with the parameters of clingo-sys 0.7.
IN_LIB = {"clingo_backend_theory_atom", "clingo_backend_theory_atom_with_guard"}
KEYWORDS = {"type", "match", "ref", "fn", "in", "move", "use", "where"}


def name_of(name):
    return f"{name}_" if name in KEYWORDS else name


def is_const(node):
    return "const" in (node.quals or [])


def type_of(node):
    """The type of a declaration in Rust."""
    if isinstance(node, c_ast.PtrDecl):
        if isinstance(node.type, c_ast.FuncDecl):
            return f"Option<unsafe extern \"C\" fn{signature_of(node.type)}>"
        return f"*{'const' if is_const(node.type) else 'mut'} {type_of(node.type)}"
    if isinstance(node, c_ast.TypeDecl):
        return type_of(node.type)
    if isinstance(node, c_ast.Struct):
        return node.name
    if isinstance(node, c_ast.IdentifierType):
        name = " ".join(node.names)
        return TYPES.get(name, name)
    raise TypeError(f"no type in Rust for {node}")


def signature_of(function):
    """The parameters and the result of a function."""
    parameters = []
    for place, parameter in enumerate(function.args.params):
        if isinstance(parameter, c_ast.EllipsisParam):
            parameters.append("...")
        elif type_of(parameter.type) != "c_void":
            name = name_of(parameter.name or f"arg{place + 1}")
            parameters.append(f"{name}: {type_of(parameter.type)}")
    result = type_of(function.type)
    return f"({', '.join(parameters)})" + ("" if result == "c_void" else f" -> {result}")


def struct(node):
    """A struct; one without fields in the header is opaque."""
    if node.decls is None:
        fields, traits = "    _unused: [u8; 0],\n", "Debug"
    else:
        fields = "".join(f"    pub {name_of(field.name)}: {type_of(field.type)},\n" for field in node.decls)
        traits = "Debug, Copy, Clone"
    return f"#[repr(C)]\n#[derive({traits})]\npub struct {node.name} {{\n{fields}}}\n"


def enum(node):
    """The constants of an enumeration, and the type that a compiler of C gives to it."""
    values = [(item.name, eval_constant(item.value)) for item in node.values.enumerators]
    kind = "c_int" if any(value < 0 for _, value in values) else "c_uint"
    lines = [f"pub type {node.name} = {kind};\n"]
    lines += [f"pub const {node.name}_{name}: {node.name} = {value};\n" for name, value in values]
    return "".join(lines)


def eval_constant(node):
    if isinstance(node, c_ast.UnaryOp) and node.op == "-":
        return -int(node.expr.value)
    return int(node.value)


def bindings():
    text = HEADER.read_text()
    defines = re.findall(r'^#define (CLINGO_VERSION\w*) (\d+|"[^"]*")$', text, flags=re.M)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^#.*$", "", text, flags=re.M).replace("CLINGO_API ", "")
    prelude = "".join(f"typedef int {name};\n" for name in DEFINED_FOR_THE_PARSER)
    types, functions, seen = [], [], set()
    for name, value in defines:
        is_text = value.startswith('"')
        kind, value = (f"&[u8; {len(value) - 1}]", f'b{value[:-1]}\\0"') if is_text else ("u32", value)
        types.append(f"pub const {name}: {kind} = {value};\n")
    for node in c_parser.CParser().parse(prelude + text).ext:
        inner = node.type
        if isinstance(node, c_ast.Typedef):
            if node.name in DEFINED_FOR_THE_PARSER:
                continue
            declared = inner.type if isinstance(inner, c_ast.TypeDecl) else None
            if isinstance(declared, c_ast.Struct) and declared.name not in seen:
                seen.add(declared.name)
                types.append(struct(declared))
            types.append(f"pub type {node.name} = {type_of(inner)};\n")
        elif isinstance(inner, c_ast.Enum):
            types.append(enum(inner))
        elif isinstance(inner, c_ast.Struct):
            seen.add(inner.name)
            types.append(struct(inner))
        elif node.name in IN_LIB:
            continue
        elif isinstance(inner, c_ast.FuncDecl):
            functions.append(f"    pub fn {node.name}{signature_of(inner)};\n")
        else:
            functions.append(f"    pub static mut {node.name}: {type_of(inner)};\n")
    head = "// Written by `bindings.py` from the header `clingo.h`: change the header instead.\n\n"
    head += "use std::ffi::{c_char, c_int, c_uint, c_void};\n\n"
    return head + "".join(types) + '\nunsafe extern "C" {\n' + "".join(functions) + "}\n"


def main():
    config = str(FOLDER.parents[1] / "rustfmt.toml")
    command = ["rustfmt", "--edition", "2024", "--config-path", config]
    text = subprocess.run(command, input=bindings(), capture_output=True, check=True, text=True).stdout
    if sys.argv[1:] != ["--check"]:
        BINDINGS.write_text(text)
    elif BINDINGS.read_text() != text:
        raise SystemExit(f"{BINDINGS} is older than {HEADER}: run `python {Path(__file__).name}`")


if __name__ == "__main__":
    main()
