#include "engine/any_search.hpp"

#include <string>

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower {
namespace {

void expect(bool holds, const std::string& what, double got, const std::string& accepted) {
    if (!holds) throw OptionError(what + ": " + shortest(got) + " is out of range; " + accepted);
}

}  // namespace

void check_limits(const SearchLimits& limits, int seats) {
    const std::string more = "numbers above 0 are accepted";
    if (limits.nodes) expect(*limits.nodes > 0, "limit nodes", 0, more);
    if (limits.worlds) expect(*limits.worlds > 0, "limit worlds", 0, more);
    if (limits.depth) expect(*limits.depth > 0, "limit depth", *limits.depth, more);
    if (limits.time_ms)
        expect(*limits.time_ms >= 0 && *limits.time_ms <= 1e15, "limit time", *limits.time_ms / 1e3,
               "seconds from 0 up are accepted");
    expect(limits.moves_to_go >= 0, "limit moves_to_go", limits.moves_to_go,
           "whole numbers from 0 up are accepted");
    for (std::size_t seat = 0; seat < kMaxSeats; ++seat) {
        if (!limits.clock_ms[seat]) continue;
        const std::string what = "limit clocks of " + seat_name(static_cast<int>(seat));
        if (static_cast<int>(seat) >= seats)
            throw OptionError(what + ": nobody sits there; clocks of p1 to " +
                              seat_name(seats - 1) + " are accepted");
        expect(*limits.clock_ms[seat] >= 0 && *limits.clock_ms[seat] <= 1e15, what,
               *limits.clock_ms[seat] / 1e3, "seconds from 0 up are accepted");
        expect(limits.increment_ms[seat] >= 0 && limits.increment_ms[seat] <= 1e15,
               "limit increments of " + seat_name(static_cast<int>(seat)),
               limits.increment_ms[seat] / 1e3, "seconds from 0 up are accepted");
    }
}

}  // namespace moonflower
