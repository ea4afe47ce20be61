#!/bin/sh
# Copies the programs of the repository to where the fuzzers look for texts to begin with.
cd "$(dirname "$0")" || exit 1
for target in parse ground; do
    mkdir -p "corpus/$target"
    find ../docs ../encodings ../tests ../tools -name '*.lp' -not -path '*/target/*' | while read -r file; do
        cp "$file" "corpus/$target/$(echo "$file" | tr -c 'A-Za-z0-9.\n' '_')"
    done
    # Each case of the golden tests is a text of its own.
    for file in ../engine/syntax/tests/*.txt; do
        awk -v to="corpus/$target/$(basename "$file" .txt)" '
            /^=== / { number++; reading = 1; next }
            /^---$/ { reading = 0 }
            reading { print > (to "_" number ".lp") }' "$file"
    done
done
