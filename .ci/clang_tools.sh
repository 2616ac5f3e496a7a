# Sourced by scripts that need clang: sets CLANG to the suffix of the newest one from 15 on that is
# here with its clang-tidy ("-19", or nothing for a plain `clang++`), after installing clang 15
# where Debian or Ubuntu offers it and none is here.
. .ci/cpp_tools.sh
find_clang() {
    local suffix
    for suffix in -22 -21 -20 -19 -18 -17 -16 -15 ""; do
        command -v "clang++$suffix" >/dev/null && command -v "clang-tidy$suffix" >/dev/null || continue
        [ "$("clang++$suffix" -dumpversion | cut -d. -f1)" -ge 15 ] || continue
        CLANG=$suffix
        return 0
    done
    return 1
}
if ! find_clang && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq clang-15 clang-tidy-15 >/dev/null
    find_clang || true
fi
