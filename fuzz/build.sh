#!/usr/bin/env bash
# Builds the fuzzer with the coverage that libFuzzer needs, as `cargo fuzz build -s none` does, but with a stable
# compiler. Prints the path of the binary.
set -euo pipefail
cd "$(dirname "$0")"
target=$(rustc -vV | sed -n 's/^host: //p')
export RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares"
cargo build --release --target "$target" "$@" >&2
echo "$PWD/target/$target/release/reader"
