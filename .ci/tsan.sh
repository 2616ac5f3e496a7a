#!/usr/bin/env bash
# The tests of searches with several threads under the thread sanitizer. Builds everything with it
# first, which takes minutes; the tests themselves are chosen to stay short.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-$PWD/.venv/bin/python}
[ -x "$python" ] || python=$(command -v python3)

cmake --preset tsan -DPython_EXECUTABLE="$python" >/dev/null
cmake --build --preset tsan --target _core

# A copy of the package beside the sanitized extension, so that an installed one stays as it is.
rm -rf build/tsan-python
mkdir -p build/tsan-python
cp -r python/moonflower build/tsan-python/
rm -f python/moonflower/_core*.so
# Python itself is not built with the sanitizer: preload it. A report ends the run.
LD_PRELOAD="$(g++ -print-file-name=libtsan.so) $(g++ -print-file-name=libstdc++.so)" \
    TSAN_OPTIONS="halt_on_error=1 exitcode=66" PYTHONPATH=build/tsan-python \
    "$python" -m pytest -q -n 0 -p no:cacheprovider tests/python/test_search.py \
    -k "threads or [2] or analysis or ponder or async"
