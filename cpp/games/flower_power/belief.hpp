// Worlds of a view. All ways to lay the cards the viewer cannot place into the places it cannot
// see are equally likely, as far as known cards, groups (FP-103) and reshuffles (FP-104) allow.
// Petals and pile cards that nobody knows stay undetermined (FP-111).
#pragma once

#include <optional>
#include <vector>

#include "core/game.hpp"
#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {

class Sampler {
public:
    explicit Sampler(const State& table);
    [[nodiscard]] State draw(Rng& rng) const;
    [[nodiscard]] std::optional<std::vector<World<State>>> all(std::size_t limit) const;

private:
    // A class of cards that may lie in the same places: never buried, or of one reshuffle.
    struct Cell {
        CardSet cards;                      // that the viewer cannot place, groups left out
        int number = 0;                     // of the reshuffle; 0 = never buried
        std::array<int, kMaxSeats> held{};  // of each seat's hidden places, groups left out
    };
    // A place of a seat that holds a card the viewer cannot name.
    struct Place {
        int flower = kNoFlower;  // kNoFlower: the hand
        int petal = 0;
    };
    // The hidden places of a seat: its hand, then its face-down creations from the latest to the
    // oldest, so that "since then" is always a front part of the row.
    struct Holding {
        StaticVector<Place, kMaxCards> places;
    };
    using Row = StaticVector<Card, kMaxCards>;

    void find_cells();
    void find_holdings();
    void find_petals();
    [[nodiscard]] bool is_sound() const;
    [[nodiscard]] int front(Seat seat, int origin, int number) const;
    void deal_two_decks(State& world, Rng& rng) const;
    void put(State& world, Seat seat, const Place& place, Card card) const;
    void fill_holding(State& world, Seat seat, const Row& cards,
                      const StaticVector<int, kMaxCards>& fronts, Rng& rng) const;
    void draw_builds(State& world, Rng& rng) const;
    void draw_glimpses(State& world, Rng& rng) const;

    State table_;
    Seat viewer_;
    StaticVector<Cell, Knowledge::kMostEpochs + 1> cells_;
    std::array<Holding, kMaxSeats> holdings_;
    StaticVector<Place, kMaxCards> petals_;  // initial petals some other seat knows
};

}  // namespace moonflower::flower_power
