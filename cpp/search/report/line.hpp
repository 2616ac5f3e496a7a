// The line a search expects after a move, told as its seat will see it: own moves as they are,
// others' only as they will show (`s?`). A number of worlds are played on side by side, each by its
// own best moves; the line goes on as long as two in three look alike, so that nothing in it rests
// on a guessed card.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "search/belief/worlds.hpp"
#include "search/plan.hpp"
#include "search/tree/table.hpp"

namespace moonflower {

class LinePredictor {
public:
    LinePredictor(const SimulationPlan& plan, const GameFacts& facts, DrawWorld draw,
                  const Table& table, std::uint64_t seed)
        : plan_(plan), facts_(facts), draw_(std::move(draw)), table_(table), seed_(seed) {}

    // What is seen after `first`, without it.
    [[nodiscard]] std::vector<std::string> after(Move first) const;

private:
    static constexpr std::size_t kWitnesses = 24;
    static constexpr std::size_t kLongest = 24;

    using Witnesses = std::vector<OpaqueState>;
    struct Next {
        bool known = false;
        bool is_chance = false;
        Move move;
        std::string seen;
    };

    // Every world is the same.
    [[nodiscard]] bool needs_one() const {
        return !facts_.hides && !facts_.has_chance && !facts_.moves_together;
    }
    // Each witness right after the searching seat's move.
    [[nodiscard]] Witnesses begin(Move first, Rng& rng) const;
    [[nodiscard]] Next next(const OpaqueState& state, Rng& rng) const;
    // What two in three witnesses expect to see next. Luck must be the same for all.
    [[nodiscard]] static const Next* most_common(const std::vector<Next>& nexts);
    // How many leading words do not depend on the world: a move that shows different things in
    // different worlds reveals a card nobody can know yet.
    [[nodiscard]] static std::size_t shared_words(const Next& common,
                                                  const std::vector<Next>& nexts);
    [[nodiscard]] static Witnesses those_who_saw(const std::string& seen,
                                                 const Witnesses& witnesses,
                                                 const std::vector<Next>& nexts);

    const SimulationPlan& plan_;
    const GameFacts& facts_;
    DrawWorld draw_;
    const Table& table_;
    std::uint64_t seed_;
};

}  // namespace moonflower
