// The rule book as data: colours, pieces, options.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/options.hpp"
#include "core/types.hpp"

namespace moonflower::terraflip {

inline constexpr int kMostPlayers = 4;
inline constexpr std::size_t kColours = 4;
inline constexpr int kTerrainTiles = 9;  // TF-1, each colour
inline constexpr int kSpies = 3;

using Colour = std::uint8_t;  // 0 to 3 in the order of kColourLetters
inline constexpr Colour kNoColour = 4;
inline constexpr std::string_view kColourLetters = "DFMR";  // TF-3: desert, forest, mountain, river

[[nodiscard]] constexpr std::optional<Colour> colour_of(char letter) {
    const std::size_t found = kColourLetters.find(letter);
    if (found == std::string_view::npos) return {};
    return static_cast<Colour>(found);
}

// Special tiles, each seat has one of each kind; a hand keeps them as bits.
enum class Special : std::uint8_t { kRider, kCamp, kCatapult };
inline constexpr std::size_t kSpecials = 3;
inline constexpr std::string_view kSpecialLetters = "HCX";

enum class Lines : std::uint8_t { kAny, kAxial };              // TF-17
enum class Stop : std::uint8_t { kOwn, kOwnTarget };           // TF-19
enum class HandMode : std::uint8_t { kKnown, kBlind, kOpen };  // TF-9, TF-10, TF-11
enum class Connect : std::uint8_t { kRemoval, kFinal };        // TF-36
enum class SpyTime : std::uint8_t { kAny, kBefore };           // TF-29
enum class Edge : std::uint8_t { kOne, kBoth };                // TF-18

// How many tiles of one owner have each colour on their back.
using BackCounts = std::array<std::uint8_t, kColours>;

struct Rules {
    std::uint8_t players = 2;
    std::array<Colour, kMostPlayers> colours{};  // by seat; 0 where nobody sits
    Lines lines = Lines::kAny;
    Stop stop = Stop::kOwn;
    HandMode hand = HandMode::kKnown;
    bool special_line = true;  // TF-37
    Connect connect = Connect::kRemoval;
    bool special_score = true;  // TF-31
    SpyTime spy = SpyTime::kAny;
    Edge edge = Edge::kOne;
    std::uint8_t limit = 3;                         // TF-7
    std::array<std::int8_t, kMostPlayers> bonus{};  // TF-42
    std::array<BackCounts, kColours> backs{};       // TF-8, by the owner's colour

    [[nodiscard]] static const GameFacts& facts();
    [[nodiscard]] static Rules from(const Options& resolved);
    [[nodiscard]] Options options() const;

    // The same game with the seats of a position string and what the string says about options;
    // what travels outside it stays, unless the number of seats leaves no meaning to it.
    [[nodiscard]] Rules seated(const std::array<Colour, kMostPlayers>& seats, int count) const;

    [[nodiscard]] Colour colour(Seat seat) const { return colours[static_cast<std::size_t>(seat)]; }
    [[nodiscard]] std::optional<Seat> seat_of(Colour wanted) const;
    [[nodiscard]] unsigned everybody() const { return (1U << players) - 1; }

    friend bool operator==(const Rules&, const Rules&) = default;
};

// The options a position string carries, in its order, with their values.
struct TravellingOption {
    std::string_view name;
    std::array<std::string_view, 3> values;  // the default first; "" where there are fewer
    int (*get)(const Rules& rules);
    void (*set)(Rules& rules, int value);
};
[[nodiscard]] const std::array<TravellingOption, 8>& travelling_options();

}  // namespace moonflower::terraflip
