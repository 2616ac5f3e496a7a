#include "search/report/line.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/text.hpp"

namespace moonflower {
namespace {

// The most visited move of a node, where a proof does not know better; nothing without either.
std::optional<Move> favourite(const Node* node) {
    std::optional<Move> best;
    if (node == nullptr) return best;
    std::pair<bool, std::uint32_t> highest;
    for (std::uint32_t i = 0; i < node->room; ++i) {
        const Edge& edge = node->edges()[i];
        // A proven node's value is that of its best moves: any other loses something.
        const bool holds = !node->is_proven() || edge.low == node->low;
        const std::pair rank(holds, edge.visits);
        const bool is_known = edge.visits > 0 || (holds && edge.low == edge.high);
        if (!is_known || (best && rank <= highest)) continue;
        best = Move{node->move(i)};
        highest = rank;
    }
    return best;
}

}  // namespace

std::vector<std::string> LinePredictor::after(Move first) const {
    Rng rng(seed_);
    Witnesses witnesses = begin(first, rng);
    std::vector<std::string> line;
    while (line.size() < kLongest && !witnesses.empty()) {
        std::vector<Next> nexts;
        for (const OpaqueState& witness : witnesses) nexts.push_back(next(witness, rng));
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

LinePredictor::Witnesses LinePredictor::begin(Move first, Rng& rng) const {
    Witnesses witnesses;
    for (std::size_t i = 0; i < (needs_one() ? 1 : kWitnesses); ++i) {
        OpaqueState state = draw_(i, rng);
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

LinePredictor::Next LinePredictor::next(const OpaqueState& state, Rng& rng) const {
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

const LinePredictor::Next* LinePredictor::most_common(const std::vector<Next>& nexts) {
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

std::size_t LinePredictor::shared_words(const Next& common, const std::vector<Next>& nexts) {
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

LinePredictor::Witnesses LinePredictor::those_who_saw(const std::string& seen,
                                                      const Witnesses& witnesses,
                                                      const std::vector<Next>& nexts) {
    Witnesses agreeing;
    for (std::size_t i = 0; i < witnesses.size(); ++i) {
        if (!nexts[i].known || nexts[i].seen != seen) continue;
        agreeing.push_back(witnesses[i]);
        agreeing.back().apply(nexts[i].move);
    }
    return agreeing;
}

}  // namespace moonflower
