#!/usr/bin/env bash
# Builds the WebAssembly modules:
#
#   target/wasm/hamadryad-arcade.wasm   the sessions of the arcade, and the solver
#   target/wasm/hamadryad-solve.wasm    the solver alone, for the npm package
#
#   tools/wasm/build.sh               both
#   tools/wasm/build.sh arcade        one of: arcade, solve
#   tools/wasm/build.sh --plain …     without wasm-opt: in half of the time, a tenth larger
#   tools/wasm/build.sh --check       builds nothing; says what is missing, and fails if something is
#
# It needs one of these:
#   - rustup's target:    rustup target add wasm32-unknown-unknown
#   - Debian's compiler:  apt-get install rustc-web rust-web-src     (and cargo; the standard library is built, too)
# With wasm-opt (Debian: binaryen), the modules become a tenth smaller.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=wasm32-unknown-unknown
out=target/wasm
# The sources of Debian's standard library.
debian_std=/usr/lib/rustlib/src/rust/library/std

fail() {
    echo "error: $*" >&2
    exit 1
}

# Selects a compiler; the rest of the script runs "${cargo[@]}" with "${flags[@]}".
select_compiler() {
    flags=()
    if command -v rustup >/dev/null && rustup target list --installed 2>/dev/null | grep -qx "$target"; then
        compiler="rustup's"
    elif [ -x /usr/bin/rustc ] && [ -e "$debian_std" ] && command -v cargo >/dev/null && is_new_enough; then
        compiler="Debian's"
        find_linker
        export RUSTC=/usr/bin/rustc
        # Building the standard library is not stable yet; the distribution's compiler does it on request.
        export RUSTC_BOOTSTRAP=1
        flags=(-Zbuild-std=std,panic_abort)
    else
        fail "no compiler for $target of the version in Cargo.toml: run \`rustup target add $target\`, or on Debian \`apt-get install rustc-web rust-web-src\`"
    fi
}

# Whether Debian's compiler is at least the version that Cargo.toml demands.
is_new_enough() {
    local needed found
    needed=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    found=$(/usr/bin/rustc -vV | sed -n 's/^release: //p')
    [ "$(printf '%s\n%s\n' "$needed" "$found" | sort -V | head -1)" = "$needed" ]
}

# The linker that rustup brings along, or that of the package lld.
find_linker() {
    local host sysroot
    host=$(/usr/bin/rustc -vV | sed -n 's/^host: //p')
    sysroot=$(command -v rustup >/dev/null && rustup run stable rustc --print sysroot 2>/dev/null || rustc --print sysroot)
    linker=$sysroot/lib/rustlib/$host/bin/rust-lld
    [ -x "$linker" ] || linker=$(command -v wasm-ld || ls /usr/bin/wasm-ld-* 2>/dev/null | tail -1)
    [ -n "$linker" ] || fail "no linker: install rustup's toolchain, or on Debian \`apt-get install lld\`"
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
}

# The features are named: with --all-features, older versions write modules that browsers refuse.
optimise() {
    wasm-opt -O3 --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
        --enable-reference-types --enable-multivalue --strip-debug --strip-producers "$1" -o "$2"
}

build() {
    local name=$1 features=()
    [ "$name" = solve ] && features=(--no-default-features)
    cargo rustc --package hamadryad-wasm --lib --crate-type cdylib --profile wasm --locked --target "$target" \
        --target-dir target/wasm-build "${flags[@]}" "${features[@]}"
    local made=target/wasm-build/$target/wasm/hamadryad_wasm.wasm
    mkdir -p "$out"
    if [ -z "$is_plain" ] && command -v wasm-opt >/dev/null; then
        optimise "$made" "$out/hamadryad-$name.wasm.new"
    else
        [ -n "$is_plain" ] || echo "note: without wasm-opt (Debian: binaryen), the module stays larger" >&2
        cp "$made" "$out/hamadryad-$name.wasm.new"
    fi
    mv "$out/hamadryad-$name.wasm.new" "$out/hamadryad-$name.wasm"
    echo "$out/hamadryad-$name.wasm: $(wc -c <"$out/hamadryad-$name.wasm") bytes ($(wc -c <"$made") before wasm-opt," \
        "$(gzip -9c "$out/hamadryad-$name.wasm" | wc -c) compressed), built with $compiler compiler"
}

select_compiler
[ "${1:-}" = --check ] && exit 0
is_plain=
if [ "${1:-}" = --plain ]; then
    is_plain=yes
    shift
fi
# Messages of panics contain paths; those of this machine stay out of the module.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="--remap-path-prefix=$PWD=hamadryad --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
for name in ${1:-arcade solve}; do
    case $name in
        arcade | solve) build "$name" ;;
        *) fail "\`$name\` is no module: expected arcade or solve" ;;
    esac
done
