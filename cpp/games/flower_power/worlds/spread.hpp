// The ways to spread a seat's hidden cards over its hand and its face-down flowers. Cards come in
// kinds (one source, or one group); how many of each kind lie where is drawn by the number of
// courses behind it (see ledger.hpp), which cards these are does not matter here.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "core/static_vector.hpp"
#include "games/flower_power/rules/cards.hpp"
#include "games/flower_power/rules/rules.hpp"

namespace moonflower::flower_power {

class Spread {
public:
    static constexpr int kHandId = kMaxFlowerId + 1;  // the hand is younger than every flower
    static constexpr std::size_t kMostKinds = 24;

    // A place with `size` hidden cards, from the youngest on.
    struct Bin {
        std::uint8_t flower;  // its index, or kNoFlower for the hand
        std::uint8_t size;
        std::uint16_t id;
    };
    struct Kind {
        CardSet cards;        // of a group
        std::int16_t cell;    // of a source, -1 for a group
        std::uint16_t first;  // may lie in bins with ids from here
        std::uint16_t end;    // up to here
        std::uint8_t count;
    };
    // A draw after some flower: its number of cards to choose from is `base` more than the cards
    // of the kind in bins from `since` on.
    struct Draw {
        std::uint8_t kind;
        std::int8_t base;
        std::uint16_t since;
        std::uint8_t times;  // so many draws are alike
    };
    using Counts = std::array<std::uint8_t, kMostKinds>;   // by kind
    using Shares = StaticVector<Counts, kMaxFlowers + 1>;  // by bin

    StaticVector<Bin, kMaxFlowers + 1> bins;
    StaticVector<Kind, kMostKinds> kinds;
    StaticVector<Draw, kMostKinds> draws;

    [[nodiscard]] bool allows(std::size_t bin, std::size_t kind) const {
        return kinds[kind].first <= bins[bin].id && bins[bin].id < kinds[kind].end;
    }
    [[nodiscard]] Counts counts() const;
    // Counts the courses of all ways to fill the bins, once bins, kinds and draws are known. All
    // that follows rests on it.
    void prepare();
    // The number of courses, up to a factor, when `left` cards are to go into the bins from `bin`
    // on, as the kinds and the bins before it leave them; 0 when they cannot.
    [[nodiscard]] double total(std::size_t bin, const Counts& left) const;
    [[nodiscard]] double total() const { return rests_[0].total; }
    // The number of ways to put the cards, each told from the others, into bins.
    [[nodiscard]] double lays() const;
    // The part of the number that is settled when the bin is filled and `left` cards remain.
    [[nodiscard]] double factor(std::size_t bin, const Counts& left) const;
    // How many of each kind go into each bin. False when there is no way.
    [[nodiscard]] bool draw(Shares& shares, Rng& rng) const;

private:
    // The cards that are left for the bins from one on, the courses with them, and the ways to fill
    // that bin: fillings from `first` up to `end`.
    struct Rest {
        Counts left;
        double total = 0.0;
        std::uint32_t first = 0;
        std::uint32_t end = 0;
    };
    struct Filling {
        double share;        // of the total
        std::uint32_t rest;  // what it leaves
    };

    template <class F>
    void each_share(std::size_t bin, std::size_t kind, int room, Counts left, double weight,
                    F& f) const;
    [[nodiscard]] bool is_plain() const;
    void fill_bin(std::size_t bin);
    void merge_rests(std::size_t begin, std::size_t filled);
    [[nodiscard]] static bool less(const Rest& a, const Rest& b) { return a.left < b.left; }

    bool weighs_ = true;  // by courses; else every possible way counts once
    bool plain_ = false;
    std::vector<Rest> rests_;  // bin by bin, in order for each; the last ones come after all bins
    StaticVector<std::uint32_t, kMaxFlowers + 3> begins_;  // of the rests, by bin
    std::vector<Filling> fillings_;
};

// The number of ways to choose, exact up to the sizes of hands and gardens.
[[nodiscard]] double choose(int n, int k);

}  // namespace moonflower::flower_power
