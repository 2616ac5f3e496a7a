// What the other seats have seen of each other in a world (three seats and more). A spy sees a
// whole hand, so of two readers of one hand the later one knows all that the earlier one still
// knows. Which cards left the hand since, the older or the later ones, is not remembered (FP-119).
#pragma once

#include <utility>

#include "core/rng.hpp"
#include "core/static_vector.hpp"
#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {

class ThirdSeats {
public:
    explicit ThirdSeats(const State& table);

    struct Pair {
        Seat reader;
        Seat seat;
    };
    // Cards the reader knows for certain, and those it may know: at most `seen` of these, and at
    // most `fresh` of them not.
    struct Sight {
        CardSet sure;
        CardSet maybe;
        int seen;
        int fresh;
        // The number of ways to know n of them, and the sum over all n.
        [[nodiscard]] double ways(int n) const;
        [[nodiscard]] double all_ways() const;
    };
    using Pairs = StaticVector<Pair, kMaxSeats * kMaxSeats>;

    // In the order in which they are settled: what one reader knows bounds the next.
    [[nodiscard]] const Pairs& pairs() const { return pairs_; }
    [[nodiscard]] Sight sight(const State& world, std::size_t number) const;
    // The same for the cards of a group: in the creator's hand or its flowers since, not known to
    // the reader, not in an older group of his.
    [[nodiscard]] Sight sight(const State& world, const Knowledge::Groups& groups,
                              std::size_t number) const;
    [[nodiscard]] bool is_third(const Group& group) const {
        return group.reader != viewer_ && group.creator != viewer_;
    }
    void draw(State& world, Rng& rng) const;
    // Two decks: what the others know by the log of the world.
    void recall(State& world) const;

private:
    // Cards drawn before a spy, and cards drawn after it, wherever they are.
    struct Ages {
        CardSet old;
        CardSet fresh;
    };
    // What one reader knows of one seat: in its hand, and the cards of groups by their origin.
    struct Memory {
        CardSet hand;
        StaticVector<std::pair<int, CardSet>, CourseLog::kMost> groups;
        void leaves(Card card, int last_origin);
        void follow(const CourseLog::Event& event, Seat reader);
    };
    void recall(State& world, const CourseLog::Events& events, Seat reader, Seat seat) const;
    [[nodiscard]] static CardSet draw(const Sight& sight, Rng& rng);
    [[nodiscard]] static Ages ages(const State& world, Seat seat, int fresh);

    Seat viewer_;
    Pairs pairs_;
};

}  // namespace moonflower::flower_power
