// Max^n (Luckhardt and Irani 1986): any number of seats, all known, each seat takes what pays it
// most; chance counts as its expectation. Among moves that pay the mover the same, the first one
// of the rules' order is taken: with more than two seats, or payoffs that do not add up to a
// constant, another choice may give the others other values.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/opaque_state.hpp"
#include "core/progress.hpp"
#include "solve/solution.hpp"

namespace moonflower {

struct MaxNLimits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t table_bytes = 256ULL << 20U;
};

class MaxN {
public:
    // `progress` is called at every node; it may throw, SolveStopped to end without an answer.
    MaxN(const OpaqueState& root, const MaxNLimits& limits, ProgressCallback progress)
        : root_(root),
          limits_(limits),
          progress_(std::move(progress)),
          most_entries_(limits.table_bytes / kEntryBytes) {}

    // Exact, with the moves of the mover best first, ties in the order of the rules; or nothing is
    // known.
    [[nodiscard]] Solution solve();

private:
    using SeatValues = std::array<double, kMaxSeats>;  // expected payoffs
    static constexpr int kDeepest = 1'000;             // the stack, not the game, sets this
    struct Entry {
        SeatValues values;
        Move best;
    };
    static constexpr std::uint64_t kEntryBytes = sizeof(std::pair<std::uint64_t, Entry>) + 32;

    SeatValues value_of(const OpaqueState& state, int depth);
    SeatValues decide(const OpaqueState& state, int depth);
    SeatValues expect(const OpaqueState& state, int depth);
    void tell_moves(Solution& found);
    [[nodiscard]] std::vector<Move> line_from(Move first) const;

    OpaqueState root_;
    MaxNLimits limits_;
    ProgressCallback progress_;
    std::uint64_t most_entries_;
    std::uint64_t nodes_ = 0;
    std::unordered_map<std::uint64_t, Entry> known_;  // by state key, whole values only
};

}  // namespace moonflower
