// What a seat does not know, slot by slot, and what lies there in a world: what beliefs are counted
// from.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <vector>

namespace moonflower {

// Slots of a view's scene that its seat cannot tell apart: whatever it may think of one, it has to
// think of each.
struct HiddenSlots {
    std::vector<std::string> slots;  // ids
    std::vector<std::string> faces;  // what may lie there, as scenes write it
};

// Offered by the views of games that hide something; those of open games hide no slot.
template <class V, class S>
concept TellsHidden = requires(const V cv, const S& world, std::span<int> counts) {
    { cv.hidden_slots() } -> std::same_as<std::vector<HiddenSlots>>;
    // How often each face lies in each group of slots in a world of this view: adds to the counts,
    // which follow each other face by face and group by group.
    { cv.count_faces(world, counts) } -> std::same_as<void>;
};

}  // namespace moonflower
