# Sourced by scripts that build the presets: installs what these need beside a compiler and CMake,
# where Debian or Ubuntu offers it and it is missing.
missing=""
command -v ninja >/dev/null || missing="ninja-build"
[ -d /usr/include/doctest ] || missing="$missing doctest-dev"
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # shellcheck disable=SC2086
    apt-get update -qq && apt-get install -y -qq $missing >/dev/null
fi
