#!/usr/bin/env bash
# Fuzzes one reader for some seconds, from its seeds, its regressions and the corpus of earlier runs.
#
#   fuzz/run.sh READER SECONDS [OPTIONS OF LIBFUZZER]
#
# The corpus grows in fuzz/corpus/READER. An input that breaks the reader is written to fuzz/artifacts/READER, and the
# run ends with an exit code other than 0. FUZZER names a binary that `fuzz/build.sh` has built; without it, the script
# builds one.
set -euo pipefail
folder=$(cd "$(dirname "$0")" && pwd)
reader=$1 seconds=$2
shift 2
fuzzer=${FUZZER:-$("$folder/build.sh")}
corpus=$folder/corpus/$reader artifacts=$folder/artifacts/$reader
mkdir -p "$corpus" "$artifacts" "$folder/regressions/$reader"

case $reader in
    program | grounding) longest=2000 dictionary=asp ;;
    aspif | reify | smodels | dimacs | opb) longest=4000 dictionary=ground ;;
    journal | game) longest=30000 dictionary=json ;;
    position) longest=4000 dictionary=json ;;
    *) longest=2000 dictionary=$reader ;;
esac
case $reader in
    # Programs of the repository; the grounder has the small ones.
    program) find -L "$folder/../docs" "$folder/../encodings" "$folder/../tests" -name '*.lp' -exec cp -n {} "$corpus" \; ;;
    grounding) find -L "$folder/../tests/programs" -name '*.lp' -size -1 -o -name '*.lp' -size 1 | xargs cp -n -t "$corpus" ;;
esac

exec env READER="$reader" "$fuzzer" "$corpus" "$folder/seeds/$reader" "$folder/regressions/$reader" \
    -dict="$folder/dictionaries/$dictionary.dict" -max_len="$longest" -max_total_time="$seconds" \
    -timeout=25 -rss_limit_mb=3000 -malloc_limit_mb=1500 -artifact_prefix="$artifacts/" -print_final_stats=1 "$@"
