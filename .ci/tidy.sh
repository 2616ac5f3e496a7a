#!/usr/bin/env bash
# clang-tidy with the checks of .clang-tidy, whose findings are errors.
#
#     .ci/tidy.sh          the few C++ sources changed last: since origin/main, else in the last commit
#     .ci/tidy.sh --all    all of them, a folder as one file: what they include is read once
set -euo pipefail
cd "$(dirname "$0")/.."
most=6  # sources, so that a landing waits a minute and not ten
python=${PYTHON:-$PWD/.venv/bin/python}
[ -x "$python" ] || python=$(command -v python3)
. .ci/clang_tools.sh
if ! has_clang; then
    [ "${1-}" != --all ] || { echo "tidy.sh: no clang 15; install it with clang-tidy 15" >&2; exit 1; }
    echo "tidy.sh: no clang 15, nothing is checked here; .ci/full does"
    exit 0
fi

rm -rf build/tidy
unity=OFF
[ "${1-}" != --all ] || unity=ON
cmake --preset tidy -DCMAKE_CXX_CLANG_TIDY= -DCMAKE_CXX_COMPILER=clang++-15 \
    -DMOONFLOWER_UNITY=$unity -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DPython_EXECUTABLE="$python" >/dev/null
if [ "$unity" = ON ]; then
    sources=$(sed -n 's/^ *"file": "\(.*\)",*$/\1/p' build/tidy/compile_commands.json |
        grep -v "^$PWD/tests/" | sort)
else
    base=$(git merge-base HEAD origin/main 2>/dev/null || true)
    [ -n "$base" ] && [ "$base" != "$(git rev-parse HEAD)" ] ||
        base=$(git rev-parse -q --verify HEAD~1 || git hash-object -t tree /dev/null)
    # A header is read with the source of its name, if there is one.
    changed=$(git diff --name-only --diff-filter=d "$base" -- 'cpp/*.cpp' 'cpp/*.hpp' |
        sed 's/\.hpp$/.cpp/' | sort -u | while read -r file; do [ ! -f "$file" ] || echo "$file"; done)
    sources=$(head -n "$most" <<<"$changed")
    count=$(grep -c . <<<"$changed" || true)
    [ "$count" -le "$most" ] || echo "tidy.sh: $most of $count changed sources; .ci/full reads all"
fi
[ -n "$sources" ] || { echo "tidy.sh: no source has changed"; exit 0; }
# shellcheck disable=SC2086
printf '%s\0' $sources | xargs -0 -P "$(nproc)" -n 1 \
    clang-tidy-15 -p build/tidy --quiet --checks=-bugprone-suspicious-include  # of folders
