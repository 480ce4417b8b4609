#!/usr/bin/env bash
# Each place where partie runs beside the command, proved by its test: tests/places.sh [PLACE]... Needs a Python with what .ci/linter
# installs, Node, and Neovim. What cannot run here is said.
set -uo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export PARTIE=${PARTIE:-$target/debug/partie}
python=${PARTIE_LINTER_PYTHON:-$target/linter-venv/bin/python}
places=(sarif github gitlab junit rdjson config schema baseline suppression lsp vscode neovim pre-commit action "ci workflow" release)

pytest() { "$python" -m pytest -q -W ignore "$@"; }

prove() {
  case $1 in
    sarif) pytest tests/linter/test_forms.py -k sarif ;;
    github) pytest tests/linter/test_forms.py -k github ;;
    gitlab) pytest tests/linter/test_forms.py -k gitlab ;;
    junit) pytest tests/linter/test_forms.py -k junit ;;
    rdjson) pytest tests/linter/test_forms.py -k rdjson ;;
    config) pytest tests/linter/test_config.py -k 'not schema' ;;
    schema) pytest tests/linter/test_config.py -k schema ;;
    baseline) pytest tests/linter/test_baseline.py ;;
    suppression) pytest tests/linter/test_allow.py ;;
    lsp) pytest tests/linter/test_lsp.py ;;
    vscode) (cd src/vscode && npm ci --silent --no-audit --no-fund && npm run --silent package &&
      PARTIE_VSIX=$PWD/partie.vsix node --test test/) ;;
    neovim) pytest tests/linter/test_neovim.py ;;
    pre-commit) PARTIE_HOOKS=1 pytest tests/linter/test_hooks.py -k 'pre_commit or hooks_name' ;;
    action) pytest tests/linter/test_hooks.py -k 'action or nothing_of_a_change' ;;
    'ci workflow') pytest tests/linter/test_hooks.py -k 'test_lint or nothing_of_a_change' ;;
    release) pytest tests/linter/test_release.py ;;
    *) echo "there is no place $1; the places are ${places[*]}"; return 1 ;;
  esac
}

failed=0 proved=0
[ $# -eq 0 ] && set -- "${places[@]}"
for place in "$@"; do
  if out=$(prove "$place" 2>&1) && ! grep -qE ' skipped|no tests ran' <<<"$(tail -1 <<<"$out")"; then
    echo "$place: proved"
    proved=$((proved + 1))
  else
    printf '%s\n%s: NOT PROVED\n' "$out" "$place"
    failed=1
  fi
done
echo "$proved of $# places proved; not here: the run of the action by GitHub, and the test host of VS Code (its grammars and its client are run by vscode-textmate and vscode-languageserver-protocol)"
exit $failed
