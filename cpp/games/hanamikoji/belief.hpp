// What one seat knows, and the worlds that agree with it (HK-13 to HK-15).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/hidden_slots.hpp"
#include "core/scene.hpp"
#include "games/hanamikoji/moves.hpp"
#include "games/hanamikoji/table.hpp"

namespace moonflower::hanamikoji {

class State;

// Two discards in one byte, three bits each, in ascending order.
using Pair = std::uint8_t;
inline constexpr Pair kNoPair = 077;
[[nodiscard]] constexpr Pair pair_of(int a, int b) {
    return static_cast<Pair>(std::min(a, b) | std::max(a, b) << 3);
}
[[nodiscard]] constexpr Cards known_pair(Pair pair) {
    return known_card(pair & 7) + known_card(static_cast<Card>(pair >> 3));
}

// What a seat holds that the other does not see.
struct Side {
    Cards hand;
    Card secret = kNoCard;
    Pair discards = kNoPair;

    [[nodiscard]] Cards discarded() const { return known_pair(discards); }
    [[nodiscard]] Cards all() const { return hand + known_card(secret) + discarded(); }
    [[nodiscard]] std::uint64_t hidden_bits() const {
        return static_cast<std::uint64_t>(secret) | static_cast<std::uint64_t>(discards) << 8;
    }
    // HK-4 to HK-8: takes the cards of an action out of the hand, keeps what it hides.
    void play(Move action) {
        const Kind kind = kind_of(action);
        hand -= cards_in_action(action);
        secret = kind == Kind::kSecret ? static_cast<Card>(card_of(action, 0)) : secret;
        discards = kind == Kind::kDiscard ? static_cast<Pair>(action.code >> 3) : discards;
    }
    friend bool operator==(const Side&, const Side&) = default;
};

class View {
public:
    View(const Rules& rules, Seat seat) : table_(rules), seat_(seat) {}
    // `shown`: the other seat's secret once it is public, else kNoCard.
    View(const Table& table, const Side& own, Card shown, Seat seat)
        : table_(table), own_(own), shown_(shown), seat_(seat) {}

    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] const Rules& rules() const { return table_.rules; }
    [[nodiscard]] const Table& table() const { return table_; }
    [[nodiscard]] const Side& own() const { return own_; }
    [[nodiscard]] Turn turn() const { return table_.to_act(); }
    void legal_moves(Moves& moves) const;
    [[nodiscard]] std::uint64_t info_key() const;
    [[nodiscard]] State sample(Rng& rng) const;
    [[nodiscard]] std::optional<std::vector<World<State>>> worlds(std::size_t limit) const;
    // By what the other seat has put away: play_model.cpp.
    [[nodiscard]] bool weigh_by_play(std::span<const State> worlds,
                                     std::span<std::int32_t> logs) const;
    void observe(std::string_view text);
    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static View parse(std::string_view text, Seat seat, const Rules& rules);
    [[nodiscard]] std::string drawing() const;
    // The table as data, and what of it is hidden; see scene.cpp.
    void fill(Scene& scene) const;
    [[nodiscard]] std::vector<HiddenSlots> hidden_slots() const;
    void count_faces(const State& world, std::span<int> counts) const;

    friend bool operator==(const View&, const View&) = default;

private:
    [[nodiscard]] Seat other() const { return 1 - seat_; }
    // The cards whose place this seat does not know.
    [[nodiscard]] Cards unseen() const;
    [[nodiscard]] bool hides_secret() const;
    [[nodiscard]] bool hides_discards() const;
    // HK-10: could the round have ended as the owners say, had the other seat this secret?
    [[nodiscard]] bool agrees(Card other_secret) const;
    [[nodiscard]] State world(const Side& other_side, Cards rest) const;

    // Following events, one token each; see events.cpp.
    void observe_token(std::string_view token);
    void observe_deal(std::string_view token);
    void observe_draw(std::string_view token);
    void observe_action(std::string_view token);
    void observe_end(std::string_view token);

    Table table_;
    Side own_;
    Card shown_ = kNoCard;
    Seat seat_;
};

// Covers what the seat knows and nothing else; shared by states and views.
[[nodiscard]] inline std::uint64_t info_key(const Table& table, const Side& own, Card shown,
                                            Seat seat) {
    return digest(table.summary(), table.log_pair(0), table.log_pair(1), table.log_pair(2),
                  table.log_pair(3), table.placed[0].bits(), table.placed[1].bits(),
                  own.hand.bits(),
                  own.hidden_bits() | static_cast<std::uint64_t>(shown) << 16 |
                      static_cast<std::uint64_t>(seat) << 24);
}

}  // namespace moonflower::hanamikoji
