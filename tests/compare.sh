#!/usr/bin/env bash
# The table of docs/performance.md: builds the peers and the inputs that lie beside the repository, runs each against partie in
# alternation, and prints a row each. Usage: tests/compare.sh PARTIE [ROUNDS [WORK]]; needs pgn-extract and zstd.
set -euo pipefail
partie=$(realpath "$1") rounds=${2:-7} work=${3:-/tmp/partie-bench}
bench=$(realpath "$(dirname "$0")/../../shared/bench")
PATH=$work/peers/release:$PATH:/usr/games
mkdir -p "$work"
cargo build -q --release --manifest-path "$bench/peers/Cargo.toml" --target-dir "$work/peers"
[ -e "$work/corpora/MANIFEST.tsv" ] || python3 "$bench/corpora.py" "$work/corpora" >/dev/null
cd "$work/corpora"
tuned='MALLOC_TRIM_THRESHOLD_=1000000000'

# A row: what is read, our arguments, and pairs of a name and a command of a peer.
row() {
  local input=$1 ours=$2 peers=() name
  shift 2
  while [ $# -gt 0 ]; do peers+=(--peer "$1=$2") && shift 2; done
  python3 "$bench/ratio.py" -n "$rounds" ${wall:+--wall} --ours "$partie $ours" "${peers[@]}" | awk -v input="$input" '
    $1 == "ours" { memory = $7 }
    /^[a-z-]+ / && $1 != "ours" && NF >= 12 { printf "| %s | %s | %s (%s - %s) | %s |\n", input, $1, $9, $10, $12, memory }'
}

echo '| input | against | ratio (min - max) | peak MB of partie |'
echo '|---|---|---|---|'
row plain.pgn 'validate -q -j 1 plain.pgn' pgn-extract 'pgn-extract -s -r plain.pgn' legality 'chess-peer validate plain.pgn' \
  draws 'chess-peer draws plain.pgn' draws-inc 'chess-peer draws-inc plain.pgn'
row distinct.pgn 'validate -q -j 1 distinct.pgn' legality 'chess-peer validate distinct.pgn' draws 'chess-peer draws distinct.pgn'
row lichess.pgn 'validate -q -j 1 lichess.pgn' pgn-extract 'pgn-extract -s -r lichess.pgn' \
  legality 'chess-peer validate lichess.pgn' draws 'chess-peer draws lichess.pgn'
row annotated.pgn 'validate -q -j 1 annotated.pgn' pgn-extract 'pgn-extract -s -r annotated.pgn' \
  legality 'chess-peer validate annotated.pgn'
row wordy.pgn 'validate -q -j 1 wordy.pgn' pgn-extract 'pgn-extract -s -r wordy.pgn' legality 'chess-peer validate wordy.pgn'
for file in lichess.single.pgn.zst lichess.multi.pgn.zst; do
  row $file "validate -q -j 1 $file" zstd "zstd -dcq $file"
  wall=1 row "$file, -j 2, wall clock" "validate -q -j 2 $file" zstd "zstd -dcq $file"
done
row all.kifu 'validate -q -j 1 all.kifu' rsshogi "$tuned shogi-peer validate all.kifu"
row kif/utf8 'validate -q -j 1 kif/utf8' rsshogi "$tuned shogi-peer validate kif/utf8"
for form in csa ki2; do
  row "all.kifu, to ${form^^}" "convert -q -j 1 --to $form all.kifu" rsshogi "$tuned shogi-peer $form all.kifu"
done
row games.usi 'validate -q -j 1 games.usi' haitaka 'shogi-peer usi games.usi'
row hex.pgn 'validate -q -j 1 hex.pgn' hexchess 'hex-peer hex.pgn'
row 'plain.pgn, to UCI' 'convert -q -j 1 --to uci plain.pgn' pgn-extract 'pgn-extract -s -Wuci plain.pgn'
row 'plain.pgn, to SAN' 'convert -q -j 1 --to pgn --strip comments,nags,variations plain.pgn' \
  pgn-extract 'pgn-extract -s -C -N -V plain.pgn'
# Selection: the same question on both sides; tags alone against counting lines.
printf 'WhiteElo >= "2600"\nBlackElo >= "2600"\nResult "1-0"\n' > asked.tags
printf 'KRP KR\n' > asked.material
printf 'FENPattern "*/*/*/*/???PP???/*/*/*"\n' > asked.pattern
row 'plain.pgn, a player' "select -q -j 1 \"player ~ '^Kasparov'\" plain.pgn" pgn-extract 'pgn-extract -s -TpKasparov plain.pgn' \
  grep "sh -c \"grep -c '^.White ' plain.pgn | cat\""
row 'plain.pgn, ratings and result' 'select -q -j 1 "elo_min >= 2600 and outcome = 1" plain.pgn' \
  pgn-extract 'pgn-extract -s -tasked.tags plain.pgn'
row 'plain.pgn, material' "select -q -j 1 \"material('KRP KR')\" plain.pgn" \
  pgn-extract 'pgn-extract -s -zasked.material plain.pgn'
row 'plain.pgn, a position' "select -q -j 1 \"position('*/*/*/*/???PP???/*/*/*')\" plain.pgn" \
  pgn-extract 'pgn-extract -s -V -tasked.pattern plain.pgn'
row 'lichess.pgn, a player' "select -q -j 1 \"player ~ '^Kasparov'\" lichess.pgn" grep "sh -c \"grep -c '^.White ' lichess.pgn | cat\""
# What costs more than judging sound games in English letters, which is ours here: above 1 by so much.
for file in broken1.pgn broken5.pgn german.pgn; do
  row "$file against distinct.pgn" 'validate -q -j 1 distinct.pgn' itself "$partie validate -q -j 1 $file"
done
row 'broken5.pgn, fix against validate' 'validate -q -j 1 broken5.pgn' fix "$partie fix -q -j 1 broken5.pgn"
# What tables cost against judging alone, likewise. Each goes to a folder of its own, as taking away an old one costs, too.
tables=$(mktemp -d "$work/tables.XXXX")
trap 'rm -rf "$tables"' EXIT
for input in plain lichess; do
  for form in 'csv' 'parquet' 'csv --moves' 'parquet --moves'; do
    row "$input.pgn, tables, $form" "validate -q -j 1 $input.pgn" tables \
      "sh -c 'exec $partie analyze -q -j 1 --format $form -o \$(mktemp -d $tables/XXXXXX) $input.pgn'"
    rm -rf "${tables:?}"/*
  done
done
# Threads: CPU of two over one, and how often two wait for each other or wake.
for input in plain.pgn lichess.pgn lichess.multi.pgn.zst kif/utf8; do
  row "$input, -j 2 over -j 1" "validate -q -j 1 $input" two "$partie validate -q -j 2 $input"
  wall=1 row "$input, -j 2 over -j 1, wall clock" "validate -q -j 1 $input" two "$partie validate -q -j 2 $input"
  if command -v strace >/dev/null; then
    strace -f -c -e trace=futex "$partie" validate -q -j 2 "$input" 2>&1 >/dev/null |
      awk -v input="$input" '$NF == "futex" { printf "| %s, -j 2 | calls of futex | %s | |\n", input, $4 }'
  fi
done
