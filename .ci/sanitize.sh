#!/usr/bin/env bash
# The C++ tests, the conformance suite and the fuzzing under the address and undefined-behaviour
# sanitizers.
#
#     .ci/sanitize.sh          a slice of the protocol's fuzzing
#     .ci/sanitize.sh --all    the whole of it
set -euo pipefail
cd "$(dirname "$0")/.."
lines=4000
[ "${1-}" != --all ] || lines=100000
python=${PYTHON:-$PWD/.venv/bin/python}
[ -x "$python" ] || python=$(command -v python3)
. .ci/cpp_tools.sh

# An environment without the editable install, so that the sanitized extension is the one imported.
rm -rf build/asan-venv
"$python" -m venv build/asan-venv
build/asan-venv/bin/pip install -q numpy pytest pytest-xdist hypothesis "pybind11>=3,<4"
cmake --preset asan -DPython_EXECUTABLE="$PWD/build/asan-venv/bin/python" >/dev/null
cmake --build --preset asan

if [ -x build/asan/moonflower_tests ]; then  # half of the time is in the games' own solvers
    export ASAN_OPTIONS=detect_leaks=0
    build/asan/moonflower_tests --source-file-exclude='*/solve/*/*' &
    build/asan/moonflower_tests --source-file='*/solve/*/*'
    wait $!
    unset ASAN_OPTIONS
fi
# Python itself is not built with the sanitizer: preload it, and libstdc++ for exceptions.
sanitized() {
    LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so)" \
        UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 PYTHONPATH=python \
        build/asan-venv/bin/python "$@"
}
ASAN_OPTIONS=detect_leaks=0 MOONFLOWER_CONFORMANCE_GAMES=4 \
    sanitized -m pytest -q -p no:cacheprovider tests/conformance tests/fuzz
# The protocol's fuzzing with the leak detector.
PYTHONMALLOC=malloc LSAN_OPTIONS=suppressions=.ci/lsan.supp \
    sanitized tests/fuzz/protocol_lines.py --lines "$lines" --seed 21
# Odd calls of everything bound: no crash, no hang, errors of the right kind. Leaks are sought above.
ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=2000 \
    sanitized tests/fuzz/border_calls.py --calls 5000 --seed 31 --limit 0.02 --patience 10
rm -f python/moonflower/_core*.so
