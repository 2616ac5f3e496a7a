// The line a search expects after a move, told as its seat will see it: own moves as they are,
// others' only as they will show (`s?`). A number of worlds are played on side by side, each by its
// own best moves; the line goes on as long as two in three look alike, so that nothing in it rests
// on a guessed card.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "search/belief/worlds.hpp"
#include "search/simulation.hpp"

namespace moonflower {

// The most visited move of a node, where a proof does not know better; nothing without visits.
[[nodiscard]] inline std::optional<Move> favourite(const Node* node) {
    std::optional<Move> best;
    if (node == nullptr) return best;
    std::pair<bool, std::uint32_t> highest;
    for (std::uint32_t i = 0; i < node->room; ++i) {
        const Edge& edge = node->edges()[i];
        // A proven node's value is that of its best moves: any other loses something.
        const bool holds = !node->is_proven() || edge.low == node->low;
        const std::pair rank(holds, edge.visits);
        if (rank.second == 0 || (best && rank <= highest)) continue;
        best = Move{node->move(i)};
        highest = rank;
    }
    return best;
}

template <GameState S>
class LinePredictor {
public:
    LinePredictor(const SimulationPlan& plan, const Worlds<S>& worlds, const Table& table,
                  std::uint64_t seed)
        : plan_(plan), worlds_(worlds), table_(table), seed_(seed) {}

    // What is seen after `first`, without it.
    [[nodiscard]] std::vector<std::string> after(Move first) const {
        Rng rng(seed_);
        std::vector<S> witnesses = begin(first, rng);
        std::vector<std::string> line;
        while (line.size() < kLongest && !witnesses.empty()) {
            std::vector<Next> nexts;
            for (const S& witness : witnesses) nexts.push_back(next(witness, rng));
            const Next* const common = most_common(nexts);
            if (common == nullptr) break;
            const std::vector<std::string_view> tokens = words(common->seen);
            const std::size_t sure = shared_words(*common, nexts);
            for (std::size_t i = 0; i < sure; ++i) line.emplace_back(tokens[i]);
            if (sure < tokens.size()) break;  // the rest would show a guessed card
            witnesses = those_who_saw(common->seen, witnesses, nexts);
        }
        return line;
    }

private:
    static constexpr std::size_t kWitnesses = 24;
    static constexpr std::size_t kLongest = 24;

    struct Next {
        bool known = false;
        bool is_chance = false;
        Move move;
        std::string seen;
    };

    // Each witness right after the searching seat's move.
    [[nodiscard]] std::vector<S> begin(Move first, Rng& rng) const {
        const GameFacts& facts = S::Rules::facts();
        const bool one = !facts.hides && !facts.has_chance && !facts.moves_together;
        std::vector<S> witnesses;
        for (std::size_t i = 0; i < (one ? 1 : kWitnesses); ++i) {
            S state = worlds_.draw(i, rng);
            // Choices made together with the first move come before it in seat order.
            while (!state.turn().is_over() && state.turn() != Turn::of(plan_.seat)) {
                const Next expected = next(state, rng);
                state.apply(expected.known ? expected.move : state.random_move(rng));
            }
            if (state.turn().is_over()) continue;
            state.apply(first);
            witnesses.push_back(state);
        }
        return witnesses;
    }

    [[nodiscard]] Next next(const S& state, Rng& rng) const {
        const Turn turn = state.turn();
        if (turn.is_over()) return {};
        Next result;
        if (turn.is_chance()) {
            result.is_chance = true;
            result.move = state.random_move(rng);
        } else {
            const auto move = favourite(table_.find(plan_.key_of(state, turn.seat())));
            if (!move) return {};
            result.move = *move;
        }
        result.known = true;
        result.seen = state.seen_by(plan_.seat, result.move);
        return result;
    }

    // What two in three witnesses expect to see next. Luck must be the same for all.
    [[nodiscard]] static const Next* most_common(const std::vector<Next>& nexts) {
        const Next* best = nullptr;
        std::ptrdiff_t most = 0;
        for (const Next& candidate : nexts) {
            if (!candidate.known) continue;
            const auto votes = std::count_if(nexts.begin(), nexts.end(), [&](const Next& other) {
                return other.known && other.seen == candidate.seen;
            });
            if (votes > most) {
                most = votes;
                best = &candidate;
            }
        }
        if (best == nullptr) return nullptr;
        const auto all = static_cast<std::ptrdiff_t>(nexts.size());
        return (best->is_chance ? most == all : most * 3 >= all * 2) ? best : nullptr;
    }

    // How many leading words do not depend on the world: a move that shows different things in
    // different worlds reveals a card nobody can know yet.
    [[nodiscard]] static std::size_t shared_words(const Next& common,
                                                  const std::vector<Next>& nexts) {
        const std::vector<std::string_view> tokens = words(common.seen);
        std::size_t shared = tokens.size();
        for (const Next& other : nexts) {
            if (!other.known || other.move != common.move) continue;
            const std::vector<std::string_view> seen = words(other.seen);
            const auto end = std::mismatch(tokens.begin(), tokens.end(), seen.begin(), seen.end());
            shared = std::min(shared, static_cast<std::size_t>(end.first - tokens.begin()));
        }
        return shared;
    }

    [[nodiscard]] static std::vector<S> those_who_saw(const std::string& seen,
                                                      const std::vector<S>& witnesses,
                                                      const std::vector<Next>& nexts) {
        std::vector<S> agreeing;
        for (std::size_t i = 0; i < witnesses.size(); ++i) {
            if (!nexts[i].known || nexts[i].seen != seen) continue;
            agreeing.push_back(witnesses[i]);
            agreeing.back().apply(nexts[i].move);
        }
        return agreeing;
    }

    const SimulationPlan& plan_;
    const Worlds<S>& worlds_;
    const Table& table_;
    std::uint64_t seed_;
};

}  // namespace moonflower
