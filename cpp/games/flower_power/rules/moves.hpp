// Moves as codes. Flowers go by id, cards by canonical place, so a code means the same in every
// world of a view.
#pragma once

#include <cstdint>

#include "core/types.hpp"
#include "games/flower_power/rules/cards.hpp"

namespace moonflower::flower_power {

enum class Kind : std::uint8_t {
    kBuild,        // B5+4+3: index = rank of the partition
    kDraw,         // D
    kEnd,          // E
    kPass,         // P
    kKeep,         // K
    kAttack,       // a3>7
    kPoison,       // pKS>7.0
    kFertilise,    // h2H>7.3, hAH>5
    kTransform,    // t3D>4
    kSpyFlower,    // s5C>4
    kSpyHand,      // s5C>@2: index = seat
    kMakeRegular,  // fKS, f. (kNoCard)
    kMakePower,    // wKS, w. (kNoCard)
    kChoose,       // c2
    kShow,         // *7.0=KS
    kDeal,         // *@2=KS: index = seat; *R (kNoCard, index = kReshuffle)
};

inline constexpr int kNoPlace = 0xff;
inline constexpr int kReshuffle = 0xfe;

[[nodiscard]] constexpr Move encode(Kind kind, Card card = 0, int flower = 0, int index = 0) {
    return {static_cast<std::uint32_t>(kind) << 28 | static_cast<std::uint32_t>(card) << 20 |
            static_cast<std::uint32_t>(flower) << 8 | static_cast<std::uint32_t>(index)};
}
[[nodiscard]] constexpr Move encode_attack(int x, int y) {
    return {static_cast<std::uint32_t>(Kind::kAttack) << 28 | static_cast<std::uint32_t>(x) << 12 |
            static_cast<std::uint32_t>(y)};
}
[[nodiscard]] constexpr Move encode_build(int rank) {
    return {static_cast<std::uint32_t>(Kind::kBuild) << 28 | static_cast<std::uint32_t>(rank)};
}

[[nodiscard]] constexpr Kind kind_of(Move move) { return static_cast<Kind>(move.code >> 28); }
[[nodiscard]] constexpr Card card_of(Move move) {
    return static_cast<Card>(move.code >> 20 & 0x3fU);
}
[[nodiscard]] constexpr int flower_of(Move move) {
    return static_cast<int>(move.code >> 8 & 0xfffU);
}
[[nodiscard]] constexpr int index_of(Move move) { return static_cast<int>(move.code & 0xffU); }
[[nodiscard]] constexpr int attacker_of(Move move) {
    return static_cast<int>(move.code >> 12 & 0xfffU);
}
[[nodiscard]] constexpr int target_of(Move move) { return static_cast<int>(move.code & 0xfffU); }
[[nodiscard]] constexpr int rank_of(Move move) { return static_cast<int>(move.code & 0xffffU); }

}  // namespace moonflower::flower_power
