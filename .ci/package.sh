#!/usr/bin/env bash
# The wheel and the sdist: built, the wheel weighed, installed into an empty environment and smoke
# tested from outside the checkout; the cibuildwheel configuration read by cibuildwheel itself.
set -euo pipefail
cd "$(dirname "$0")/.."
checkout=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/tools"
"$work/tools/bin/pip" install -q build cibuildwheel
# The wheel is built from the checkout, so that objects of an earlier build there are used again.
for kind in sdist wheel; do
    "$work/tools/bin/python" -m build "--$kind" --outdir "$work/dist" . >"$work/build.log" 2>&1 ||
        { tail -n 40 "$work/build.log"; exit 1; }
done
ls -l "$work/dist"
python3 - "$work"/dist/*.whl <<'PY'
import sys
from pathlib import Path

size = Path(sys.argv[1]).stat().st_size
print(f"wheel: {size / 1e6:.2f} MB")
sys.exit(size > 4_000_000)
PY

python3 -m venv "$work/empty"
"$work/empty/bin/pip" install -q "$work"/dist/*.whl pytest
cd "$work"
"$work/empty/bin/python" -m pytest -q -p no:cacheprovider -c /dev/null --rootdir "$work" \
    "$checkout/tests/python/test_smoke.py"

cd "$checkout"
for platform in linux macos windows; do
    "$work/tools/bin/cibuildwheel" --platform "$platform" \
        --print-build-identifiers >"$work/$platform.txt"
    echo "cibuildwheel $platform: $(wc -l <"$work/$platform.txt") builds"
done
