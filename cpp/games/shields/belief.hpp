// What one seat knows, and the worlds that agree with it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/hidden_slots.hpp"
#include "core/scene.hpp"
#include "games/shields/moves.hpp"
#include "games/shields/table.hpp"

namespace moonflower::shields {

class State;

// A table with hidden entries. It holds what a view string holds and no more (SH-82, SH-97), but
// for commits that a list wrote out before they were shown (SH-67): those serve to follow the list,
// its text and its worlds do without them.
class View {
public:
    View(const Rules& rules, Seat seat) : table_(Table(rules, seat)) {}
    explicit View(const Table& seen) : table_(seen) {}

    [[nodiscard]] Seat seat() const { return table_.viewer; }
    [[nodiscard]] const Rules& rules() const { return table_.rules; }
    [[nodiscard]] const Table& table() const { return table_; }
    [[nodiscard]] Turn turn() const;
    void legal_moves(Moves& moves) const;
    [[nodiscard]] std::uint64_t info_key() const;
    [[nodiscard]] State sample(Rng& rng) const;
    [[nodiscard]] std::optional<std::vector<World<State>>> worlds(std::size_t limit) const;
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

    // SH-78: while the own entry is open, what others have entered makes no difference.
    friend bool operator==(const View& a, const View& b);

private:
    [[nodiscard]] bool is_on_move() const;
    [[nodiscard]] Table as_seen() const;

    Table table_;
};

// The key of what a seat knows, from the truth or from its view.
[[nodiscard]] std::uint64_t info_key_of(const Table& table, Seat seat);

}  // namespace moonflower::shields
