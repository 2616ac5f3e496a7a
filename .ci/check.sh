#!/usr/bin/env bash
# Format, lint, types, layers, rules, signature, tests: the one command before a commit.
# Uses .venv if it is there (the README's test command makes it), else what is on the PATH.
# --fast leaves the tests out.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -x .venv/bin/python ] && PATH="$PWD/.venv/bin:$PATH"

sources=$(git ls-files 'cpp/*.hpp' 'cpp/*.cpp' 'tests/cpp/*.cpp' 'tests/cpp/*.hpp' 'bench/*.cpp')
# shellcheck disable=SC2086
clang-format --dry-run -Werror $sources
ruff format --check .
ruff check .
mypy
python .ci/check_layers.py
python .ci/check_map.py
python .ci/check_rules.py
python .ci/check_stub.py
python .ci/check_options.py
python .ci/check_signature.py
[ "${1-}" = --fast ] || pytest
