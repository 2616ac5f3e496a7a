// What one seat knows, and the worlds that agree with it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/hidden_slots.hpp"
#include "core/scene.hpp"
#include "games/terraflip/notation.hpp"
#include "games/terraflip/position.hpp"

namespace moonflower::terraflip {

class State;

// TF-45, TF-46: the position with everything left out that the seat has not seen; without a seat,
// everything that not all have seen.
[[nodiscard]] Position veiled(const Position& position, std::optional<Seat> seat);

class View {
public:
    View(const Rules& rules, Seat seat) : View(Position(rules), seat) {}
    View(const Position& truth, Seat seat) : known_(veiled(truth, seat)), seat_(seat) {}

    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] const Rules& rules() const { return known_.rules; }
    [[nodiscard]] const Position& known() const { return known_; }
    [[nodiscard]] Turn turn() const { return known_.turn(); }
    void legal_moves(MoveList& moves) const;
    [[nodiscard]] std::uint64_t info_key() const { return known_.key(); }

    [[nodiscard]] State sample(Rng& rng) const;
    [[nodiscard]] std::optional<std::vector<World<State>>> worlds(std::size_t limit) const;
    void observe(std::string_view text);

    [[nodiscard]] std::string format(Move move) const { return move_text(known_, move); }
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static View parse(std::string_view text, Seat seat, const Rules& rules);
    [[nodiscard]] std::string drawing() const;
    // The board as data, and what of it is hidden; see scene.cpp.
    void fill(Scene& scene) const;
    [[nodiscard]] std::vector<HiddenSlots> hidden_slots() const;
    void count_faces(const State& world, std::span<int> counts) const;

    friend bool operator==(const View&, const View&) = default;

private:
    struct Known {};
    View(Known /*tag*/, const Position& known, Seat seat) : known_(known), seat_(seat) {}

    void follow(std::string_view text);
    void follow_draw(const Token& token, std::string_view text);
    void follow_terrain(const Token& token, std::string_view text);
    void follow_turning(const Token& token, std::string_view text);
    void follow_spy(const Token& token, std::string_view text);
    void see_underside(Cell cell, Colour shown, std::string_view text);

    [[nodiscard]] int hidden_in_hand(Seat seat) const;
    [[nodiscard]] std::array<int, kColours> unplaced_backs(Seat owner) const;
    [[nodiscard]] Cells undealt(Seat owner) const;
    void settle_turned(Position& world) const;

    Position known_;
    Seat seat_;
};

}  // namespace moonflower::terraflip
