# Sourced by scripts that need clang 15 and its clang-tidy: installs them where Debian or Ubuntu
# offers them, and has_clang tells whether they are here. It is this version and no other, because
# each finds other things.
. .ci/cpp_tools.sh
has_clang() { command -v clang++-15 >/dev/null && command -v clang-tidy-15 >/dev/null; }
if ! has_clang && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq clang-15 clang-tidy-15 >/dev/null || true
fi
