#include "engine/any_search.hpp"

#include <limits>
#include <string>

#include "core/error.hpp"
#include "core/range.hpp"

namespace moonflower {

void check_limits(const SearchLimits& limits, int seats) {
    const std::string more = "numbers above 0 are accepted";
    if (limits.nodes) expect_number(*limits.nodes > 0, "limit nodes", 0, more);
    if (limits.worlds) expect_number(*limits.worlds > 0, "limit worlds", 0, more);
    if (limits.depth) expect_number(*limits.depth > 0, "limit depth", *limits.depth, more);
    if (limits.time_ms)
        expect_number(*limits.time_ms >= 0 && *limits.time_ms <= 1e15, "limit time",
                      *limits.time_ms / 1e3, "seconds from 0 up are accepted");
    expect_number(limits.moves_to_go >= 0, "limit moves_to_go", limits.moves_to_go,
                  "whole numbers from 0 up are accepted");
    for (std::size_t seat = 0; seat < kMaxSeats; ++seat) {
        if (!limits.clock_ms[seat]) continue;
        const std::string what = "limit clocks of " + seat_name(static_cast<int>(seat));
        if (static_cast<int>(seat) >= seats)
            throw OptionError(what + ": nobody sits there; clocks of p1 to " +
                              seat_name(seats - 1) + " are accepted");
        expect_number(*limits.clock_ms[seat] >= 0 && *limits.clock_ms[seat] <= 1e15, what,
                      *limits.clock_ms[seat] / 1e3, "seconds from 0 up are accepted");
        expect_number(limits.increment_ms[seat] >= 0 && limits.increment_ms[seat] <= 1e15,
                      "limit increments of " + seat_name(static_cast<int>(seat)),
                      limits.increment_ms[seat] / 1e3, "seconds from 0 up are accepted");
    }
}

void check_request(const SearchRequest& request, int seats) {
    check_range("multipv", request.multipv, 1, std::numeric_limits<int>::max());
    check_limits(request.limits, seats);
}

void refuse_turn(const GameFacts& facts, Turn turn) {
    throw IllegalMoveError(facts.name + ": no move to search for; " +
                           (turn.is_over()     ? "the game is over"
                            : turn.is_chance() ? "chance is on turn"
                                               : seat_name(turn.seat()) + " is on turn"));
}

}  // namespace moonflower
