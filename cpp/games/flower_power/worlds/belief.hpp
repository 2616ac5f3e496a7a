// Worlds of a view. A world has as many shares as there are courses of the game behind it that
// look to the viewer like the one it saw: known cards, groups (FP-103), reshuffles (FP-104), and
// what was drawn before or after a flower was laid (FP-119). Petals and pile cards that nobody
// knows stay undetermined (FP-111).
#pragma once

#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/progress.hpp"
#include "games/flower_power/state.hpp"
#include "games/flower_power/worlds/retrace.hpp"
#include "games/flower_power/worlds/spread.hpp"
#include "games/flower_power/worlds/third_seats.hpp"

namespace moonflower::flower_power {

// Made from the state behind a view; keeps all that does not depend on random numbers.
class Sampler {
public:
    explicit Sampler(const State& table);
    [[nodiscard]] State draw(Rng& rng) const;
    [[nodiscard]] std::optional<std::vector<World<State>>> all(
        std::size_t limit, const ProgressCallback& progress) const;
    // A view grown from a game always has a world; one read from text may have none.
    [[nodiscard]] bool has_worlds() const;
    [[nodiscard]] std::optional<State> try_draw(Rng& rng) const;

private:
    friend class WorldLister;

    using Cells = StaticVector<CardSet, Knowledge::kMostEpochs + 1>;
    struct Place {
        std::uint8_t flower;
        std::uint8_t petal;
    };
    using Row = StaticVector<Card, kMaxCards>;
    // Two decks after a reshuffle: copies by the places they may lie in besides hands.
    struct Copies {
        CardSet pile_only;
        CardSet petal_only;
        CardSet both;
        CardSet neither;
    };

    void find_cells();
    void find_petals();
    void find_bins(Seat seat, int hidden_in_hand);
    void find_kinds(Seat seat);
    void add_account(Seat seat, const Ledger::Account& account);
    [[nodiscard]] int source_count(Seat seat, const Ledger::Account& account,
                                   const Epoch& epoch) const;
    void sort_copies();
    [[nodiscard]] bool mixes_copies() const;
    // One source for each card: the number of ways to lay what the viewer cannot place.
    [[nodiscard]] double lays() const;
    [[nodiscard]] bool complete(State& world, Rng& rng) const;
    [[nodiscard]] bool complete_once(State& world, Rng& rng) const;
    [[nodiscard]] bool fill(State& world, Seat seat, Cells& cells, Rng& rng) const;
    [[nodiscard]] bool deal(State& world, Rng& rng) const;
    [[nodiscard]] bool deal_cells(State& world, Rng& rng) const;
    [[nodiscard]] bool deal_copies(State& world, Rng& rng) const;
    [[nodiscard]] bool fits_draws(const State& world) const;
    [[nodiscard]] bool holds_draws(const State& world, Seat seat, const Epoch& epoch) const;
    [[nodiscard]] bool hides_build(Seat seat) const;
    void draw_builds(State& world, Rng& rng) const;
    [[nodiscard]] bool hides_creation() const;
    [[nodiscard]] bool draw_creation(State& world, Rng& rng) const;

    State blank_;  // a world but for the cards the viewer cannot place
    Seat viewer_;
    // Cards the viewer cannot place, groups left out, by their source: the deal first, then each
    // reshuffle that is remembered.
    Cells cells_;
    std::array<Spread, kMaxSeats> spreads_;
    StaticVector<Place, kMaxCards> petals_;  // initial petals some other seat knows
    int unseen_petals_ = 0;                  // initial petals nobody knows
    Copies copies_;
    ThirdSeats thirds_;
    std::optional<Retrace> retrace_;  // two decks, where the log tells lays apart
};

}  // namespace moonflower::flower_power
