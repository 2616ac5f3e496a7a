// Tic-tac-toe: the smallest game of perfect information, for perft and solver tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/open_view.hpp"
#include "core/static_vector.hpp"

namespace moonflower::tic_tac_toe {

struct Rules : NoOptions<Rules> {
    [[nodiscard]] static const GameFacts& facts();
};

// Whether a set of cells has a line.
inline constexpr auto kHasLine = [] {
    std::array<bool, 0777 + 1> table{};
    for (std::size_t cells = 0; cells < table.size(); ++cells)
        for (const std::size_t line : {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124})
            table[cells] = table[cells] || (cells & line) == line;
    return table;
}();

// A move is a cell, 0 to 8 in reading order, written a1 to c3 (column letter, row from the top).
class State {
public:
    using Rules = tic_tac_toe::Rules;
    using View = OpenView<State>;
    using Moves = StaticVector<Move, 9>;
    using Outcomes = StaticVector<Outcome, 1>;

    explicit State(const Rules& rules) : rules_(rules) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] int seats() const { return 2; }
    [[nodiscard]] Turn turn() const { return over_ ? Turn::over() : Turn::of(mover_); }
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const { outcomes.clear(); }
    [[nodiscard]] Move random_move(Rng& rng) const;
    void apply(Move move);
    [[nodiscard]] Returns returns() const { return Returns::shared_by(winners_); }
    [[nodiscard]] std::uint64_t key() const;

    [[nodiscard]] View view(Seat seat) const { return View(*this, seat); }
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

    friend bool operator==(const State&, const State&) = default;

private:
    [[nodiscard]] std::uint32_t empty() const { return 0x1ffU & ~(marks_[0] | marks_[1]); }
    void settle();

    std::array<std::uint16_t, 2> marks_{};  // cells of each seat
    std::int8_t mover_ = 0;
    bool over_ = false;
    std::uint8_t winners_ = 0;
    [[no_unique_address]] Rules rules_;
};

inline Move State::random_move(Rng& rng) const { return {SmallMasks<9>::pick(empty(), rng)}; }

inline void State::apply(Move move) {
    assert((empty() >> move.code & 1U) != 0 && !over_);
    marks_[static_cast<std::size_t>(mover_)] |= static_cast<std::uint16_t>(1U << move.code);
    mover_ = static_cast<std::int8_t>(1 - mover_);
    settle();
}

// Without a branch but the one that is asked for: how a random game ends cannot be predicted.
inline void State::settle() {
    const unsigned lines = (kHasLine[marks_[0]] ? 1U : 0U) | (kHasLine[marks_[1]] ? 2U : 0U);
    over_ = lines != 0 || empty() == 0;
    winners_ = static_cast<std::uint8_t>(lines != 0 ? lines : over_ ? 3U : 0U);
}

static_assert(GameState<State>);

}  // namespace moonflower::tic_tac_toe
