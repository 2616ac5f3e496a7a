#include "games/skud_paisho/queries.hpp"

#include "games/skud_paisho/notation.hpp"
#include "games/skud_paisho/policy.hpp"
#include "games/skud_paisho/ring_in_one.hpp"

namespace moonflower::skud_paisho {
namespace {

Coordinates coordinates(Point p) { return {x_of(p), y_of(p)}; }

template <class Holds>
std::vector<Coordinates> flowers_where(const State& state, Holds holds) {
    std::vector<Coordinates> found;
    for (Point p = 0; p < kPoints; ++p) {
        const Tile tile = state.board().at(p);
        if (tile == kNoTile || is_gate(p) || is_accent(tile_kind(tile))) continue;
        if (holds(p, tile)) found.push_back(coordinates(p));
    }
    return found;
}

}  // namespace

std::vector<std::string> turn_texts(const State& state) {
    std::vector<std::string> texts;
    State::Moves moves;
    if (!state.is_over()) state.legal_moves(moves);
    for (const Move move : moves) {
        const std::string base = state.format(move);
        texts.push_back(base);
        if (state.mid_turn()) continue;
        State after = state;
        after.apply(move);
        if (!after.mid_turn()) continue;
        for_each_bonus(after.board(), after.reserve(state.mover()), state.mover(),
                       [&](const Bonus& bonus) { texts.push_back(base + bonus_text(bonus)); });
    }
    return texts;
}

std::vector<HarmonyFact> harmony_facts(const State& state) {
    std::vector<HarmonyFact> facts;
    for (Seat seat = 0; seat < kPlayers; ++seat)
        for_each_harmony(state.board(), seat, [&](const Harmony& harmony) {
            facts.push_back({seat, coordinates(harmony.first), coordinates(harmony.second)});
        });
    return facts;
}

std::vector<Coordinates> trapped_points(const State& state) {
    return flowers_where(
        state, [&](Point p, Tile tile) { return state.board().is_trapped(p, tile_owner(tile)); });
}

std::vector<Coordinates> drained_points(const State& state) {
    return flowers_where(state, [&](Point p, Tile tile) {
        return tile_kind(tile) != Kind::kOrchid && state.board().is_drained(p);
    });
}

std::vector<std::string> ring_in_one_texts(const State& state, Seat seat) {
    std::vector<std::string> texts;
    for (const Play& play : ring_in_one(state, seat)) texts.push_back(play_text(play));
    return texts;
}

std::vector<State> images(const State& state) {
    std::vector<State> all;
    for (int number = 0; number < Symmetry::count(state); ++number)
        all.push_back(Symmetry::image(state, number));
    return all;
}

std::vector<std::uint32_t> prior_weights(const State& state) {
    State::Moves moves;
    if (!state.is_over()) state.legal_moves(moves);
    std::vector<std::uint32_t> weights(moves.size());
    if (!moves.empty()) state.priors(moves, weights);
    return weights;
}

std::uint64_t repeat_ring_test(const State& state, std::uint64_t count,
                               const ProgressCallback& progress) {
    std::uint64_t rings = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (i % 64 == 0) progress();
        for (Seat seat = 0; seat < kPlayers; ++seat) rings += has_ring(state.board(), seat) ? 1 : 0;
    }
    return rings;
}

std::uint64_t play_by_steps(const State& state, std::uint64_t games, std::uint64_t seed,
                            const ProgressCallback& progress) {
    Rng rng(seed);
    std::uint64_t turns = 0;
    for (std::uint64_t i = 0; i < games; ++i) {
        progress();
        State game = state;
        while (!game.is_over()) game.apply(random_by_steps(game, rng));
        turns += static_cast<std::uint64_t>(game.ply() - state.ply());
    }
    return turns;
}

}  // namespace moonflower::skud_paisho
