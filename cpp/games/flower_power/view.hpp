// What one seat knows, with perfect memory (part 11). A view is the machine of state.hpp with the
// cards the seat does not know taken out: it follows what the seat sees and waits where a card has
// to be told. It has no way to the truth; worlds come from `sample`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/hidden_slots.hpp"
#include "core/merging.hpp"
#include "core/progress.hpp"
#include "games/flower_power/state.hpp"
#include "games/flower_power/worlds/belief.hpp"

namespace moonflower::flower_power {

class View {
public:
    View(const Rules& rules, Seat seat) : View(State(rules), seat) {}
    View(const State& state, Seat seat);

    [[nodiscard]] Seat seat() const { return table_.viewer_; }
    [[nodiscard]] const Rules& rules() const { return table_.rules_; }
    // The machine with what the seat does not know taken out.
    [[nodiscard]] const State& table() const { return table_; }
    [[nodiscard]] Turn turn() const { return table_.turn(); }
    void legal_moves(State::Moves& moves) const;
    void merge_moves(State::Moves& moves) const { table_.merge_moves(moves); }
    [[nodiscard]] Move representative(Move move) const { return table_.representative(move); }
    [[nodiscard]] std::uint64_t info_key() const { return table_.info_key(seat()); }
    [[nodiscard]] Sampler sampler() const { return Sampler(table_); }
    [[nodiscard]] State sample(Rng& rng) const { return sampler().draw(rng); }
    [[nodiscard]] std::optional<std::vector<World<State>>> worlds(
        std::size_t limit, const ProgressCallback& progress = {}) const;
    void observe(std::string_view text);
    [[nodiscard]] std::string format(Move move) const { return table_.format(move); }
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static View parse(std::string_view text, Seat seat, const Rules& rules);
    [[nodiscard]] std::string drawing() const { return table_.drawing(); }
    // The table as data, and what of it is hidden; see text/scene.cpp.
    void fill(Scene& scene) const { table_.fill(scene); }
    [[nodiscard]] std::vector<HiddenSlots> hidden_slots() const;
    void count_faces(const State& world, std::span<int> counts) const;

    friend bool operator==(const View&, const View&) = default;

private:
    explicit View(const State& masked) : table_(masked) {}
    friend class PositionReader;

    State table_;
};

static_assert(HasScene<State> && HasScene<View> && TellsHidden<View, State>);
static_assert(GameState<State> && HasRecap<State> && PreparesSampler<State>);
static_assert(MergesMoves<State, State::Moves> && MergesMoves<View, State::Moves>);

}  // namespace moonflower::flower_power
