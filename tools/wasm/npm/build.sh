#!/usr/bin/env bash
# Builds the npm package `hamadryad` in target/npm/hamadryad, and its archive if npm is installed.
#
#   tools/wasm/npm/build.sh           with the module that `tools/wasm/build.sh solve` makes
#   tools/wasm/npm/build.sh FILE      with another module, for tests
set -euo pipefail
cd "$(dirname "$0")/../../.."

module=${1:-target/wasm/hamadryad-solve.wasm}
out=target/npm/hamadryad
[ -e "$module" ] || {
    echo "error: there is no $module: run \`tools/wasm/build.sh solve\` first" >&2
    exit 1
}
command -v node >/dev/null || {
    echo "error: node is not installed" >&2
    exit 1
}
rm -rf "$out"
mkdir -p "$out"
cp tools/wasm/npm/{README.md,index.d.ts,solver.js,node.js,browser.js} LICENSE-MIT LICENSE-APACHE "$out"
cp tools/arcade/page/runner.js "$out"
cp "$module" "$out/hamadryad.wasm"
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
sed "s/\"version\": \"0.0.0\"/\"version\": \"$version\"/" tools/wasm/npm/package.json >"$out/package.json"
# The function of the worker as a text, which no bundler changes.
node --input-type=module -e '
    import { readFileSync } from "node:fs";
    const source = readFileSync("tools/arcade/page/worker.js", "utf8");
    const { serve } = await import(`data:text/javascript;base64,${Buffer.from(source).toString("base64")}`);
    console.log("// Made from tools/arcade/page/worker.js.\n\nexport default " + JSON.stringify(String(serve)) + ";");
' >"$out/worker-source.js"
if command -v npm >/dev/null; then
    (cd target/npm && npm pack --silent ./hamadryad)
fi
