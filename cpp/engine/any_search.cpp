#include "engine/any_search.hpp"

#include <string>

#include "core/error.hpp"

namespace moonflower {
namespace {

std::string number(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

void expect(bool holds, const std::string& what, double got, const std::string& accepted) {
    if (!holds) throw OptionError(what + ": " + number(got) + " is out of range; " + accepted);
}

void expect_between(int value, int low, int high, const std::string& what) {
    expect(value >= low && value <= high, what, value,
           "whole numbers " + std::to_string(low) + " to " + std::to_string(high));
}

}  // namespace

void check_settings(const SearchSettings& settings) {
    expect_between(settings.threads, 1, 512, "threads");
    expect_between(settings.hash_mb, 1, 32'000, "hash_mb");
    expect_between(settings.redeterminize, 0, 100, "redeterminize");
    expect_between(settings.pimc_worlds, 1, 100'000, "pimc_worlds");
    expect_between(settings.move_overhead_ms, 0, 10'000, "move_overhead");
    expect_between(settings.cut_off.value_or(0), 0, 100'000, "cut_off");
    expect_between(settings.greedy_percent.value_or(0), 0, 100, "greedy_percent");
    expect_between(settings.exploration_milli.value_or(0), 0, 100'000, "exploration (thousandths)");
    expect_between(settings.expand_at.value_or(1), 0, 1'000'000, "expand_at");
    expect_between(settings.widen_base.value_or(0), 0, 100'000, "widen_base");
    expect_between(settings.widen_milli.value_or(0), 0, 1'000'000, "widen_milli");
}

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
        const std::string what = "limit clocks of seat " + std::to_string(seat);
        if (static_cast<int>(seat) >= seats)
            throw OptionError(what + ": nobody sits there; seats are 0 to " +
                              std::to_string(seats - 1));
        expect(*limits.clock_ms[seat] >= 0 && *limits.clock_ms[seat] <= 1e15, what,
               *limits.clock_ms[seat] / 1e3, "seconds from 0 up are accepted");
        expect(limits.increment_ms[seat] >= 0 && limits.increment_ms[seat] <= 1e15,
               "limit increments of seat " + std::to_string(seat), limits.increment_ms[seat] / 1e3,
               "seconds from 0 up are accepted");
    }
}

}  // namespace moonflower
