// What a seat may think lies in the slots it cannot see: odds of each face, counted over all worlds
// of its view or over a sample, under a supposition if one is made.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/any_game.hpp"

namespace moonflower {

// "This slot is that face", or of a zone whose hidden slots are all alike: "that face lies there".
struct Supposition {
    std::string place;
    std::string face;
};

struct Probability {
    double value = 0.0;
    double error = 0.0;  // standard error of a sample; 0 when exact
};

struct Beliefs {
    std::vector<HiddenSlots> groups;  // those with slots
    std::vector<std::vector<Probability>>
        odds;  // of each group by face; of its slots not supposed about
    std::size_t worlds = 0;
    bool exact = false;
    Probability supposition;  // how likely what was supposed is
};

// Counts over all worlds when there are at most `most_worlds`, else over as many drawn ones. Worlds
// for which `holds` (if given) says no are left out. OptionError for a supposition about a place
// that hides nothing, or a face that cannot lie there.
[[nodiscard]] Beliefs beliefs_of(const AnyView& view, std::size_t most_worlds, std::uint64_t seed,
                                 std::span<const Supposition> supposed,
                                 const std::function<bool(const AnyState& world)>& holds,
                                 ProgressTimer& progress);

}  // namespace moonflower
