// Hex: connect your two sides. A game without draws and with many moves, for search and speed.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/open_view.hpp"
#include "core/static_vector.hpp"

namespace moonflower::hex {

inline constexpr int kMaxSize = 19;
inline constexpr std::size_t kMaxCells = kMaxSize * kMaxSize;

struct Rules {
    std::uint8_t size = 11;

    [[nodiscard]] static const GameFacts& facts();
    [[nodiscard]] static Rules from(const Options& resolved);
    [[nodiscard]] Options options() const;
    friend bool operator==(const Rules&, const Rules&) = default;
};

// Seat 0 (x) connects top and bottom, seat 1 (o) left and right. A move is a cell in reading order,
// written column letter and row from the top: a1, b1, ... Each row is shifted half a cell to the
// right of the one above.
class State {
public:
    using Rules = hex::Rules;
    using View = OpenView<State>;
    using Moves = StaticVector<Move, kMaxCells>;
    using Outcomes = StaticVector<Outcome, 1>;

    explicit State(const Rules& rules);

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] int seats() const { return 2; }
    [[nodiscard]] Turn turn() const { return is_over_ ? Turn::over() : Turn::of(mover_); }
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const { outcomes.clear(); }
    [[nodiscard]] Move random_move(Rng& rng) const;
    void apply(Move move);
    std::uint64_t play_out(Rng& rng);
    [[nodiscard]] Returns returns() const;
    [[nodiscard]] std::uint64_t key() const;

    [[nodiscard]] View view(Seat seat) const { return {*this, seat}; }
    [[nodiscard]] std::uint64_t info_key(Seat /*seat*/) const { return key(); }
    [[nodiscard]] std::string seen_by(Seat /*seat*/, Move move) const { return format(move); }

    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static State parse(std::string_view text, const Rules& rules);
    [[nodiscard]] std::string public_text() const { return text(); }
    [[nodiscard]] std::string check() const;
    [[nodiscard]] std::string drawing() const;
    void fill(Scene& scene) const;

    // By the stones: after the last one, the links of its chain tell which stone that was.
    friend bool operator==(const State& a, const State& b);

private:
    // Beside the cells, the four sides are nodes of the board: each belongs to the seat it serves.
    static constexpr std::size_t kNodes = kMaxCells + 4;

    [[nodiscard]] std::uint32_t cell_count() const {
        return static_cast<std::uint32_t>(rules_.size) * rules_.size;
    }
    [[nodiscard]] bool is_free(std::size_t cell) const { return nodes_[cell] == 0; }
    void spread(std::size_t cell, std::uint8_t marks);

    std::array<std::uint8_t, kNodes> nodes_{};  // owner and links to the owner's sides, as bits
    Rules rules_;
    std::int8_t mover_ = 0;
    bool is_over_ = false;
    std::uint16_t free_count_;
    std::uint64_t key_;
};

static_assert(GameState<State> && PlaysOut<State>);

}  // namespace moonflower::hex
