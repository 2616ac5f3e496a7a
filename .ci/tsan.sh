#!/usr/bin/env bash
# Searches with several threads under the thread sanitizer. A report ends the run with exit code 66.
#
#     .ci/tsan.sh          the C++ tests of search, which need four games: half a CPU minute to build
#     .ci/tsan.sh --all    besides, the engine's Python tests over every game: everything is built
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-$PWD/.venv/bin/python}
[ -x "$python" ] || python=$(command -v python3)
. .ci/cpp_tools.sh
export TSAN_OPTIONS="halt_on_error=1 exitcode=66"

cmake --preset tsan -DPython_EXECUTABLE="$python" >/dev/null
cmake --build --preset tsan --target moonflower_thread_tests
build/tsan/moonflower_thread_tests
[ "${1:-}" = --all ] || exit 0

# The extension goes beside a copy of the package, so that an installed one stays as it is.
rm -rf build/tsan-python
mkdir -p build/tsan-python
cp -r python/moonflower build/tsan-python/
rm -f build/tsan-python/moonflower/_core*.so
cmake --preset tsan -DPython_EXECUTABLE="$python" \
    -DMOONFLOWER_EXTENSION_DIR="$PWD/build/tsan-python/moonflower" >/dev/null
cmake --build --preset tsan --target _core
# Python itself is not built with the sanitizer: preload it, and libstdc++ for exceptions.
LD_PRELOAD="$(g++ -print-file-name=libtsan.so) $(g++ -print-file-name=libstdc++.so)" \
    PYTHONPATH=build/tsan-python "$python" -m pytest -q -n 0 -p no:cacheprovider \
    tests/python/engine/test_engine.py -k "threads or [2] or analysis or ponder or async"
