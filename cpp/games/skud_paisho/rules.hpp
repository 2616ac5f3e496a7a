// The rule book as data: tiles, what harmonises, clashes and captures, and the options.
// Clause ids (SP-n) are those of seeds/skud_paisho.md.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/options.hpp"
#include "core/types.hpp"

namespace moonflower::skud_paisho {

inline constexpr Seat kGuest = 0;  // SP-60
inline constexpr Seat kHost = 1;
inline constexpr int kPlayers = 2;

// SP-7, SP-26: the basic flowers stand in the order of the harmony circle.
enum class Kind : std::uint8_t {
    kRose,
    kChrysanthemum,
    kRhododendron,
    kJasmine,
    kLily,
    kWhiteJade,
    kLotus,
    kOrchid,
    kRock,
    kWheel,
    kKnotweed,
    kBoat,
};
inline constexpr int kKinds = 12;
inline constexpr int kBasicKinds = 6;
inline constexpr int kFlowerKinds = 8;
inline constexpr int kAccentKinds = 4;

[[nodiscard]] constexpr int index(Kind kind) { return static_cast<int>(kind); }
[[nodiscard]] constexpr Kind kind_of(int index) { return static_cast<Kind>(index); }
[[nodiscard]] constexpr bool is_basic(Kind kind) { return index(kind) < kBasicKinds; }
[[nodiscard]] constexpr bool is_flower(Kind kind) { return index(kind) < kFlowerKinds; }
[[nodiscard]] constexpr bool is_accent(Kind kind) { return !is_flower(kind); }
[[nodiscard]] constexpr bool is_red(Kind kind) { return index(kind) < 3; }
// SP-26: the opposite of the circle, same number and other colour.
[[nodiscard]] constexpr Kind opposite(Kind basic) { return kind_of((index(basic) + 3) % 6); }

inline constexpr std::array<std::string_view, kKinds> kCodes{"R3", "R4", "R5", "W3", "W4", "W5",
                                                             "L",  "O",  "R",  "W",  "K",  "B"};
inline constexpr std::array<std::uint8_t, kKinds> kCopies{3, 3, 3, 3, 3, 3, 1, 1, 2, 2, 2, 2};
inline constexpr std::array<std::uint8_t, kFlowerKinds> kDistance{3, 4, 5, 3, 4, 5, 2, 6};
inline constexpr int kAccentsChosen = 4;
inline constexpr int kAccentChoices = 19;  // SP-8
inline constexpr std::string_view kSeatLetters = "GH";

[[nodiscard]] constexpr std::string_view code(Kind kind) { return kCodes[index(kind)]; }

// A tile on the board: 0 is none, else its kind and owner.
using Tile = std::uint8_t;
inline constexpr Tile kNoTile = 0;
inline constexpr int kTiles = 32;  // tile values are below

[[nodiscard]] constexpr Tile make_tile(Seat owner, Kind kind) {
    return static_cast<Tile>(owner * 16 + index(kind) + 1);
}
[[nodiscard]] constexpr Kind tile_kind(Tile tile) { return kind_of((tile & 15) - 1); }
[[nodiscard]] constexpr Seat tile_owner(Tile tile) { return tile >> 4; }

// For two tiles that see each other.
struct Relations {
    // SP-27, SP-28: owner of their Harmony, or -1.
    std::array<std::array<std::int8_t, kTiles>, kTiles> harmony{};
    // SP-30: whether they clash.
    std::array<std::array<bool, kTiles>, kTiles> clash{};
};

[[nodiscard]] constexpr Seat harmony_of_kinds(Seat a_owner, Kind a, Seat b_owner, Kind b) {
    if (is_basic(a) && is_basic(b)) {
        const int apart = (index(a) - index(b) + kBasicKinds) % kBasicKinds;
        return a_owner == b_owner && (apart == 1 || apart == kBasicKinds - 1) ? a_owner : -1;
    }
    if (a == Kind::kLotus && is_basic(b)) return b_owner;
    if (b == Kind::kLotus && is_basic(a)) return a_owner;
    return -1;
}

[[nodiscard]] constexpr Relations make_relations() {
    Relations relations;
    for (auto& row : relations.harmony) row.fill(-1);
    for (int a = 0; a < kPlayers * kKinds; ++a)
        for (int b = 0; b < kPlayers * kKinds; ++b) {
            const Kind ka = kind_of(a % kKinds);
            const Kind kb = kind_of(b % kKinds);
            const Tile ta = make_tile(a / kKinds, ka);
            const Tile tb = make_tile(b / kKinds, kb);
            relations.harmony[ta][tb] =
                static_cast<std::int8_t>(harmony_of_kinds(a / kKinds, ka, b / kKinds, kb));
            relations.clash[ta][tb] = is_basic(ka) && is_basic(kb) && opposite(ka) == kb;
        }
    return relations;
}
inline constexpr Relations kRelations = make_relations();

// What a seat has not played yet, by kind.
struct Reserve {
    std::array<std::uint8_t, kKinds> count{kCopies};

    [[nodiscard]] constexpr int of(Kind kind) const { return count[index(kind)]; }
    constexpr void take(Kind kind) { --count[index(kind)]; }
    [[nodiscard]] constexpr int basics() const {
        int total = 0;
        for (int kind = 0; kind < kBasicKinds; ++kind) total += count[kind];
        return total;
    }
    [[nodiscard]] constexpr int basic_kinds() const {
        int total = 0;
        for (int kind = 0; kind < kBasicKinds; ++kind) total += count[kind] > 0 ? 1 : 0;
        return total;
    }
    [[nodiscard]] constexpr int accents() const {
        int total = 0;
        for (int kind = kFlowerKinds; kind < kKinds; ++kind) total += count[kind];
        return total;
    }
    friend constexpr bool operator==(const Reserve&, const Reserve&) = default;
};

// SP-8: the choices of four accents as counts of R W K B, in a fixed order.
using AccentCounts = std::array<std::uint8_t, kAccentKinds>;
[[nodiscard]] constexpr std::array<AccentCounts, kAccentChoices> make_accent_choices() {
    std::array<AccentCounts, kAccentChoices> choices{};
    int found = 0;
    for (int code = 3 * 3 * 3 * 3 - 1; code >= 0; --code) {
        const AccentCounts counts{
            static_cast<std::uint8_t>(code / 27), static_cast<std::uint8_t>(code / 9 % 3),
            static_cast<std::uint8_t>(code / 3 % 3), static_cast<std::uint8_t>(code % 3)};
        if (counts[0] + counts[1] + counts[2] + counts[3] == kAccentsChosen)
            choices[found++] = counts;
    }
    return choices;
}
inline constexpr std::array<AccentCounts, kAccentChoices> kChoices = make_accent_choices();

// SP-68: the options.
struct Rules {
    std::uint16_t max_plies = 1000;
    bool stuck_loses = false;
    bool gate_walk = true;

    [[nodiscard]] static const GameFacts& facts();
    [[nodiscard]] static Rules from(const Options& resolved);
    [[nodiscard]] Options options() const;
    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace moonflower::skud_paisho
