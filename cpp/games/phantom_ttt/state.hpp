// Phantom tic-tac-toe: nobody sees the other's marks. Who tries a taken cell learns that it is
// taken and tries again; the other hears nothing of it, and of a mark only that it was made.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/static_vector.hpp"

namespace moonflower::phantom_ttt {

struct Rules : NoOptions<Rules> {
    [[nodiscard]] static const GameFacts& facts();
};

// What one seat has tried: cells as bit masks, and the order of the tries.
struct Tries {
    std::uint64_t log = 0;    // four bits each, cell + 1, the last try lowest
    std::uint16_t cells = 0;  // all that were tried
    std::uint16_t marks = 0;  // those that were free: the seat's marks

    void add(std::uint32_t cell, bool is_free) {
        log = log << 4 | (cell + 1);
        cells = static_cast<std::uint16_t>(cells | 1U << cell);
        marks = static_cast<std::uint16_t>(marks | std::uint32_t{is_free} << cell);
    }
    friend bool operator==(const Tries&, const Tries&) = default;
};

class View;

// A move is a cell, 0 to 8 in reading order, written a1 to c3 (column letter, row from the top).
class State {
public:
    using Rules = phantom_ttt::Rules;
    using View = phantom_ttt::View;
    using Moves = StaticVector<Move, 9>;
    using Outcomes = StaticVector<Outcome, 1>;

    explicit State(const Rules& rules) : rules_(rules) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] int seats() const { return 2; }
    [[nodiscard]] Turn turn() const { return winners_ != 0 ? Turn::over() : Turn::of(mover_); }
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const { outcomes.clear(); }
    [[nodiscard]] Move random_move(Rng& rng) const;
    void apply(Move move);
    [[nodiscard]] Returns returns() const { return Returns::shared_by(winners_); }
    [[nodiscard]] std::uint64_t key() const;

    [[nodiscard]] View view(Seat seat) const;
    [[nodiscard]] std::uint64_t info_key(Seat seat) const;
    [[nodiscard]] std::string seen_by(Seat seat, Move move) const;

    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static State parse(std::string_view text, const Rules& rules);
    [[nodiscard]] std::string public_text() const;
    [[nodiscard]] std::string check() const;
    [[nodiscard]] std::string drawing() const;

    friend bool operator==(const State&, const State&) = default;

private:
    friend class phantom_ttt::View;
    [[nodiscard]] const Tries& own() const { return tries_[static_cast<std::size_t>(mover_)]; }
    [[nodiscard]] bool is_taken(std::uint32_t cell) const {
        return ((tries_[0].marks | tries_[1].marks) >> cell & 1U) != 0;
    }

    std::array<Tries, 2> tries_{};
    std::int8_t mover_ = 0;
    std::uint8_t winners_ = 0;  // bit mask; both after a draw, nobody while the game goes on
    [[no_unique_address]] Rules rules_;
};

// What a seat knows: its own tries, how often the other has marked, and the result. Its worlds are
// the ways the other may have tried, each as likely as the others.
class View {
public:
    View(const Rules& rules, Seat seat) : rules_(rules), seat_(seat) {}
    View(const State& state, Seat seat);

    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] Turn turn() const { return winners_ != 0 ? Turn::over() : Turn::of(mover_); }
    void legal_moves(State::Moves& moves) const;
    [[nodiscard]] std::uint64_t info_key() const;
    [[nodiscard]] State sample(Rng& rng) const;
    [[nodiscard]] std::optional<std::vector<World<State>>> worlds(std::size_t limit) const;
    void observe(std::string_view text);
    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static View parse(std::string_view text, Seat seat, const Rules& rules);

    friend bool operator==(const View&, const View&) = default;

private:
    friend class State;
    class Enumeration;
    struct Timeline;

    [[nodiscard]] static std::uint64_t key_of(Seat seat, const Tries& tries, Turn turn,
                                              std::uint8_t winners);
    [[nodiscard]] std::uint16_t known() const {  // cells of the other that were found taken
        return static_cast<std::uint16_t>(tries_.cells & ~tries_.marks);
    }
    [[nodiscard]] Seat other() const { return 1 - seat_; }
    [[nodiscard]] Timeline timeline() const;
    // Whether the other's marks, made with this last one, agree with how the game stands.
    [[nodiscard]] bool agrees(std::uint16_t theirs, std::uint32_t last) const;
    [[nodiscard]] State world(const Tries& theirs) const;
    void follow(std::string_view token);

    // The other's marks in order, drawn so that each order this seat cannot rule out is as likely.
    using Order = StaticVector<std::uint8_t, 5>;
    [[nodiscard]] Order draw_order(const Timeline& line, Rng& rng) const;

    Tries tries_;
    [[no_unique_address]] Rules rules_;
    Seat seat_;
    std::int8_t mover_ = 0;
    std::uint8_t winners_ = 0;
    std::uint8_t other_marks_ = 0;
};

static_assert(GameState<State>);

}  // namespace moonflower::phantom_ttt
