#include "audit/belief_audit.hpp"

#include <map>
#include <set>
#include <utility>

#include "core/text.hpp"

namespace moonflower {
namespace {

constexpr std::size_t kMostMisfits = 5;

using Texts = std::set<std::string>;

std::vector<Move> continuations(const AnyState& state) {
    if (!state.turn().is_chance()) return state.legal_moves();
    std::vector<Move> moves;
    for (const Outcome& outcome : state.outcomes()) moves.push_back(outcome.move);
    return moves;
}

// All states of the game by their text, or none when there are more than the limit.
std::map<std::string, StatePtr> all_states(const AnyGame& game, std::size_t limit,
                                           ProgressTimer& progress) {
    std::map<std::string, StatePtr> found;
    std::vector<const AnyState*> open;
    const auto visit = [&](StatePtr state) {
        const auto [place, is_new] = found.try_emplace(state->text(), nullptr);
        if (!is_new) return;
        place->second = std::move(state);
        open.push_back(place->second.get());
    };
    visit(game.start());
    while (!open.empty()) {
        progress.tick();
        if (found.size() > limit) return {};
        const AnyState& state = *open.back();
        open.pop_back();
        for (const Move move : continuations(state)) {
            StatePtr next = state.clone();
            next->apply(move);
            visit(std::move(next));
        }
    }
    return found;
}

std::string example(const Texts& texts, const Texts& without) {
    for (const std::string& text : texts)
        if (!without.contains(text)) return text;
    return "";
}

}  // namespace

BeliefAudit audit_beliefs(const AnyGame& game, std::size_t limit, ProgressTimer& progress) {
    BeliefAudit audit;
    const auto states = all_states(game, limit, progress);
    audit.complete = !states.empty();
    audit.states = states.size();
    for (Seat seat = 0; seat < game.seats(); ++seat) {
        std::map<std::string, Texts> possible;  // by the text of the view
        for (const auto& [text, state] : states) possible[state->view(seat)->text()].insert(text);
        for (const auto& [view, texts] : possible) {
            progress.tick();
            ++audit.views;
            const auto worlds =
                game.parse_view(view, seat)->worlds(4 * texts.size() + 16, progress);
            Texts listed;
            if (worlds)
                for (const WeightedState& world : *worlds) listed.insert(world.state->text());
            if (listed == texts || audit.findings.size() >= kMostMisfits) continue;
            const std::string extra = example(listed, texts);
            audit.findings.push_back(
                game.spec() + ", " + seat_name(seat) + ", view " + view + ": " +
                std::to_string(listed.size()) + " worlds listed, " + std::to_string(texts.size()) +
                " could have happened; " +
                (extra.empty() ? "missing " + example(texts, listed) : "impossible " + extra));
        }
    }
    return audit;
}

}  // namespace moonflower
