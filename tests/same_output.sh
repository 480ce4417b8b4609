#!/usr/bin/env bash
# Compares the output and the files of two builds on the data beside the repository: for changes that must change nothing.
# Usage: tests/same_output.sh [--quick] OLD NEW [DATA]; status 1 if anything differs, with the first lines that do.
# --quick takes a minute: the fixtures, and two targets.
set -uo pipefail
quick=
if [ "$1" = --quick ]; then quick=1; shift; fi
old=$(realpath "$1") new=$(realpath "$2")
fixtures=$(realpath "$(dirname "$0")/../fixtures")
cd "${3:-$(dirname "$0")/../../shared/data}" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
targets=$("$new" convert --list 2>/dev/null | awk 'NR > 1 { print $1 }')
[ -n "$targets" ] || { echo "no targets in convert --list"; exit 2; }
inputs=("$fixtures" chess/annotated chess/messy chess/faults chess/descriptive chess/real.pgn.zst hex shogi books found found3 found4
  natural variants hostile)
if [ -n "$quick" ]; then inputs=("$fixtures"); targets="json kif"; fi
failed=0 compared=0

# Runs the same arguments with both builds, and compares their output, messages and status.
both() {
  local which
  for which in old new; do
    "${!which}" "$@" >"$work/$which.out" 2>"$work/$which.err"
    echo "status $?" >>"$work/$which.out"
    # The elapsed time is no output.
    sed -E 's/( in|;) [0-9.,]+ s\b/\1 some s/' "$work/$which.err" >>"$work/$which.out"
  done
  compared=$((compared + 1))
  if ! cmp -s "$work/old.out" "$work/new.out"; then
    failed=$((failed + 1))
    echo "differs: partie $*"
    diff "$work/old.out" "$work/new.out" | cut -c1-300 | head -6
  fi
}

for input in "${inputs[@]}"; do
  [ -e "$input" ] || continue
  both validate --format jsonl --games --moves "$input"
  both validate --format concise "$input"
  both fix --format jsonl --moves "$input"
  for target in $targets; do
    both convert --to "$target" "$input"
  done
  rm -rf "$work/tables"
  mkdir "$work/tables"
  for which in old new; do
    "${!which}" analyze "$input" -q --format csv -o "$work/tables/$which" >/dev/null 2>&1
  done
  compared=$((compared + 1))
  # Journals hold times, and folders of tables the name of their run.
  if ! diff -rq -x '*.jsonl' -x lock "$work/tables/old" "$work/tables/new" >"$work/tables/said" 2>&1; then
    failed=$((failed + 1))
    echo "differs: partie analyze $input"
    head -6 "$work/tables/said"
  fi
done
echo "$compared compared, $failed differ"
[ "$failed" -eq 0 ]
