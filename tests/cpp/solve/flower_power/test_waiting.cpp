// Proofs that go in circles, against a plain walk, at every position they speak of.
#include "solve/flower_power/waiting.hpp"

#include <doctest/doctest.h>

#include <array>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/moves_or_outcomes.hpp"
#include "games/flower_power/rules/open_key.hpp"
#include "solve/flower_power/ending.hpp"
#include "walk.hpp"

namespace moonflower::flower_power {
namespace {

// Gardens that block each other, last turns that decide, cards that come back by reshuffles.
constexpr std::array kPositions{
    "FP1 1r:KS/5r:AD;6r:2D -/- - - t9.1.1.0.00.11.20 main",
    "FP1 1w:AH/5w:AD -/3H - - t9.1.1.0.00.11.20 main",
    "FP1 1w:AH/5w:AD 2H/3H - - t9.2.1.0.00.11.20 main",
    "FP1 1w:AH,2D/5r:KD;6r:QS -/- 4C - t9.1.1.0.00.11.20 main",
    "FP1 1w:AH/5w:AD -/- - 2H,7C t9.1.1.0.00.11.20 main",
    "FP1 1r:9D/5w:9S -/- #2 - t9.2.1.0.00.11.20 main %4H,3S",
    "FP1 1w:KD/5w:AS;6r:2D -/4D - 8H t9.1.1.0.10.11.20 main",
};

std::array<Rules, 5> variants() {
    std::array<Rules, 5> found;
    for (Rules& rules : found) rules.stall = 6;
    found[1].stall = 7;
    found[2].stall_share = true;
    found[3].end_in_battle = false;
    found[4].elim_out = true;
    return found;
}

// The first so many positions from the roots, each with its number.
std::vector<std::pair<State, std::uint32_t>> grow(EndingGraph& graph, std::deque<State> open,
                                                  std::size_t most) {
    std::vector<std::pair<State, std::uint32_t>> found;
    std::set<std::uint32_t> known;
    for (const State& root : open) known.insert(graph.node_of(root));
    while (!open.empty() && found.size() < most) {
        const State state = open.front();
        open.pop_front();
        const std::uint32_t number = graph.node_of(state);
        graph.join(number, state);
        graph.expand(number, state, true);
        found.emplace_back(state, number);
        for (const Move move : moves_or_outcomes(state)) {
            State child = state;
            child.apply(move);
            graph.skip_forced(child);
            if (!child.turn().is_over() && known.insert(graph.node_of(child)).second)
                open.push_back(child);
        }
    }
    return found;
}

// How many promises were kept.
int check(const std::deque<State>& roots, std::size_t most, Walk& walk) {
    EndingGraph graph(roots.front());
    const auto positions = grow(graph, roots, most);
    const ProgressCallback progress = [] {};
    for (int round = 0; round < 3; ++round) {  // each looks further over successful attacks
        Waiting(graph, roots.front().rules().stall, progress).settle();
        graph.refresh_all(progress);
    }
    int safe = 0;
    for (const auto& [state, number] : positions) {
        const double value = walk.value(state);
        const EndingGraph::Node& node = graph.node(number);
        CHECK(node.sure.payoffs[0] <= value + 1e-9);
        CHECK(node.sure.payoffs[1] <= 1 - value + 1e-9);
        for (const double payoff : graph.kins()[node.kin].safe) safe += payoff > 0 ? 1 : 0;
    }
    return safe;
}

State opened(std::string_view text, const Rules& rules) {
    State state = State::parse(text, rules);
    OpenKey::forget(state);
    return state;
}

TEST_CASE("who is safe however long both wait is so by a plain walk") {
    int safe = 0;
    for (const Rules& rules : variants())
        for (const char* const text : kPositions) {
            CAPTURE(text);
            // One turn further on in the count: the other seat has the last turn.
            std::string later = text;
            later.replace(later.find(".1.0."), 5, ".1.1.");
            const std::deque roots{opened(text, rules), opened(later, rules)};
            Walk walk;
            for (const std::size_t most : {200, 4000}) safe += check(roots, most, walk);
        }
    CHECK(safe > 10'000);
}

TEST_CASE("without a count the last turn of all decides who is safe") {
    for (const int max_turns : {620, 621}) {
        Rules rules;
        rules.stall = 0;
        rules.max_turns = static_cast<std::uint16_t>(max_turns);
        for (const char* const text : {kPositions[0], kPositions[1]}) {
            CAPTURE(text);
            Walk walk;
            CHECK(check({opened(text, rules)}, 50, walk) > 0);
        }
    }
}

TEST_CASE("waiting for long costs no more than waiting") {
    for (const char* const text : kPositions) {
        CAPTURE(text);
        Rules rules;
        std::array<std::uint64_t, 2> nodes{};
        for (const std::size_t i : {0, 1}) {
            rules.stall = i == 0 ? 40 : 240;
            Ending ending(opened(text, rules), 1ULL << 28U, [] {});
            ending.solve(200'000);
            CHECK(ending.sure().is_closed());
            nodes[i] = ending.nodes();
        }
        CHECK(nodes[1] < 2 * nodes[0]);
    }
}

}  // namespace
}  // namespace moonflower::flower_power
