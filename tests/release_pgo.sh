#!/usr/bin/env bash
# What is shipped (the profile `dist`), optimised by what the program itself does: on games that a test makes by chance, or on
# the first 4 MB of each file of games in PGN and USI of a folder, the corpora that tests/compare.sh makes (`corpora`).
# Usage: tests/release_pgo.sh [FOLDER]; the program is target/pgo/HOST/dist/partie. Needs `rustup component add llvm-tools`.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:+$(realpath "$1")}
host=$(rustc -vV | sed -n 's/^host: //p')
profdata=$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata
[ -x "$profdata" ] || { echo "missing: rustup component add llvm-tools" >&2; exit 2; }
profile=$PWD/target/pgo/profile
rm -rf "$profile"
build() { CARGO_TARGET_DIR=target/pgo RUSTFLAGS="$1" cargo build --profile dist --target "$host"; }

games=target/pgo/games
if [ -n "$folder" ]; then
  rm -rf "$games" && mkdir -p "$games"
  for file in "$folder"/*.{pgn,usi}; do head -c 4000000 "$file" >"$games/$(basename "$file")"; done
  mv "$games/lichess.pgn" "$games/clocked.pgn"
else
  games=$(cargo test --test convert games_for_training -- --nocapture | grep training$)
fi
build "-Cprofile-generate=$profile"
partie=$PWD/target/pgo/$host/dist/partie
cd "$games"
# Findings and lost tags are no failures here.
run() { "$partie" "$@" >/dev/null 2>&1 || [ $? -eq 1 ]; }
for target in kif ki2 csa; do "$partie" convert -q --to $target games.usi >games.$target 2>/dev/null || [ $? -eq 1 ]; done
for round in 1 2 3; do run validate -j 1 plain.pgn clocked.pgn; done
if [ -n "$folder" ]; then
  run validate -q -j 1 annotated.pgn wordy.pgn german.pgn broken1.pgn
  run fix -q -j 1 broken5.pgn
fi
run validate -j 1 hex.pgn games.usi games.kif games.ki2 games.csa
run validate -j 1 --format jsonl --games --moves plain.pgn
for target in uci pgn; do run convert -j 1 --to $target plain.pgn; done
for target in csa ki2; do run convert -j 1 --to $target games.kif; done
for form in csv parquet; do
  rm -rf tables
  run analyze -j 1 --format $form --moves -o tables plain.pgn clocked.pgn games.kif
done
rm -rf tables
cd - >/dev/null
"$profdata" merge -o "$profile/all.profdata" "$profile"
build "-Cprofile-use=$profile/all.profdata"
echo "$partie"
