#!/usr/bin/env bash
# A second compiler: clang builds everything with its own warnings as errors, the C++ tests and the
# fast Python tests pass, and the signatures are those of g++.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-$PWD/.venv/bin/python}
[ -x "$python" ] || python=$(command -v python3)
. .ci/clang_tools.sh
has_clang || { echo "clang.sh: no clang 15; install it with clang-tidy 15" >&2; exit 1; }

# An environment without the editable install, and a copy of the package for the extension, so that
# what is installed stays as it is.
rm -rf build/clang-venv build/clang-python
"$python" -m venv build/clang-venv
"$python" .ci/extras.py dev | build/clang-venv/bin/pip install -q -r /dev/stdin numpy "pybind11>=3,<4"
mkdir -p build/clang-python
cp -r python/moonflower build/clang-python/
mkdir -p build/clang-python/moonflower/rules
cp seeds/*.md build/clang-python/moonflower/rules/
rm -f build/clang-python/moonflower/_core*.so
cmake --preset release -B build/clang -DCMAKE_CXX_COMPILER=clang++-15 \
    -DPython_EXECUTABLE="$PWD/build/clang-venv/bin/python" \
    -DMOONFLOWER_EXTENSION_DIR="$PWD/build/clang-python/moonflower" >/dev/null
cmake --build build/clang

[ ! -x build/clang/moonflower_tests ] || build/clang/moonflower_tests
export PYTHONPATH=$PWD/build/clang-python
build/clang-venv/bin/python .ci/check_signature.py
build/clang-venv/bin/python -m pytest -q -p no:cacheprovider tests
