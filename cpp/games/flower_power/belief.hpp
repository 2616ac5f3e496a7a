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
    friend class WorldLister;

    // Cards that may lie in the same places: never buried (number 0), or of one reshuffle.
    struct Cell {
        CardSet cards;  // that the viewer cannot place, groups left out
        int number = 0;
        std::array<int, kMaxSeats> held{};  // in each seat's hidden places, groups left out
    };
    using Cells = StaticVector<Cell, Knowledge::kMostEpochs + 1>;
    // A place with a card the viewer cannot name: a petal, or the hand (kNoFlower).
    struct Place {
        int flower = kNoFlower;
        int petal = 0;
    };
    using Places = StaticVector<Place, kMaxCards>;
    // A card on its way into a seat's hidden places, and how many front places it may take.
    struct Load {
        Card card = 0;
        int front = 0;
    };
    using Loads = StaticVector<Load, kMaxCards>;
    using Row = StaticVector<Card, kMaxCards>;
    // Two decks after a reshuffle: copies by the places they may lie in besides hands.
    struct Copies {
        CardSet pile_only;
        CardSet petal_only;
        CardSet both;
        CardSet neither;
    };

    void find_cells();
    void find_places();
    [[nodiscard]] Copies sort_copies() const;
    [[nodiscard]] bool mixes_copies() const;
    [[nodiscard]] int front(Seat seat, int origin, int number) const;
    [[nodiscard]] Loads grouped(Seat seat) const;
    [[nodiscard]] State blank() const;
    void put(State& world, Seat seat, const Place& place, Card card) const;
    void fill(State& world, Seat seat, Loads& loads, Rng& rng) const;
    [[nodiscard]] bool deal(State& world, Rng& rng) const;
    void deal_cells(State& world, Rng& rng) const;
    [[nodiscard]] bool deal_copies(State& world, Rng& rng) const;
    [[nodiscard]] bool fits_draws(const State& world) const;
    void draw_builds(State& world, Rng& rng) const;
    [[nodiscard]] bool hides_creation() const;
    [[nodiscard]] bool draw_creation(State& world, Rng& rng) const;
    void draw_glimpses(State& world, Rng& rng) const;
    void draw_groups(State& world, Rng& rng) const;
    [[nodiscard]] static Row third_group_cards(const State& world, const Group& group);

    const State& table_;
    Seat viewer_;
    Cells cells_;
    // The hidden places of each seat: its hand, then its face-down creations from the latest to
    // the oldest, so that "since then" is always a front part of the row.
    std::array<Places, kMaxSeats> places_;
    Places petals_;          // initial petals some other seat knows
    int unseen_petals_ = 0;  // initial petals nobody knows
};

// The number of ways to choose, exact up to the sizes of hands and gardens.
[[nodiscard]] double choose(int n, int k);

}  // namespace moonflower::flower_power
