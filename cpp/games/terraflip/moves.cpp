#include "games/terraflip/moves.hpp"

#include "games/terraflip/position.hpp"

namespace moonflower::terraflip {
namespace {

constexpr std::uint32_t kSpySeldom = 24;  // one move in so many, when a spy has a target
constexpr std::uint32_t kStopSeldom = 8;  // one flip in so many is left undone

void add_all(MoveList& moves, Kind kind, Cells cells, Colour colour = kNoColour) {
    for (const Cell cell : cells) moves.push_back(Step{kind, cell, kNoCell, colour}.move());
}

// TF-21, TF-27: placing is a duty, a spy may come first.
void list_placements(const Position& position, MoveList& moves) {
    const Hand& hand = position.hand(position.mover);
    const Cells cells = position.open_cells(position.rules.limit);
    if (hand.has(Special::kCamp)) add_all(moves, Kind::kCamp, cells);
    if (hand.has(Special::kRider))  // TF-33
        add_all(moves, Kind::kRider, position.open_cells(position.rules.limit + 1));
    add_all(moves, Kind::kSpy, position.spy_targets());
    if (position.rules.hand == HandMode::kBlind) {
        if (hand.terrain > 0) add_all(moves, Kind::kTerrain, cells);
    } else {
        for (Colour back = 0; back < kColours; ++back)
            if (hand.backs[back] > 0) add_all(moves, Kind::kTerrain, cells, back);
    }
    if (hand.has(Special::kCatapult)) add_all(moves, Kind::kCatapult, cells);
}

Move random_placement(const Position& position, Rng& rng) {
    const Hand& hand = position.hand(position.mover);
    const auto specials = static_cast<std::uint32_t>(std::popcount(hand.specials));
    std::uint32_t tile = rng.below(hand.terrain + specials);
    if (tile >= hand.terrain) {
        const auto kind = static_cast<Special>(nth_bit(hand.specials, tile - hand.terrain));
        const int reach = position.rules.limit + (kind == Special::kRider ? 1 : 0);
        return Step{placing(kind), position.open_cells(reach).pick(rng)}.move();
    }
    Colour back = kNoColour;
    if (position.rules.hand != HandMode::kBlind)
        for (back = 0; tile >= hand.backs[back]; ++back) tile -= hand.backs[back];
    const Cell cell = position.open_cells(position.rules.limit).pick(rng);
    return Step{Kind::kTerrain, cell, kNoCell, back}.move();
}

Move random_flip(const Position& position, Rng& rng) {
    const Move end = Step{}.move();
    const Cells flips = position.flips();
    const Cells near = position.phase == Phase::kCatapult
                           ? touching(position.origin) & position.adverse()
                           : Cells{};
    const auto count = static_cast<std::uint32_t>(flips.count());
    const auto throws = static_cast<std::uint32_t>(near.count());
    if (count + throws == 0 || rng.below(kStopSeldom) == 0) return end;
    const std::uint32_t chosen = rng.below(count + throws);
    if (chosen < count) return Step{Kind::kFlip, flips.nth(chosen)}.move();
    const Cell thrown = near.nth(chosen - count);
    const Cells landings = position.landings(thrown);
    if (landings.empty()) return end;
    return Step{Kind::kThrow, thrown, landings.pick(rng)}.move();
}

Move random_draw(const Position& position, Rng& rng) {
    OutcomeList outcomes;
    list_draws(position, outcomes);
    std::uint32_t total = 0;
    for (const Outcome& outcome : outcomes) total += static_cast<std::uint32_t>(outcome.weight);
    std::uint64_t ticket = rng.below(total);
    const Outcome* drawn = outcomes.begin();
    for (; ticket >= drawn->weight; ++drawn) ticket -= drawn->weight;
    return drawn->move;
}

}  // namespace

void list_moves(const Position& position, MoveList& moves) {
    moves.clear();
    if (!position.turn().is_seat()) return;
    if (position.phase == Phase::kPlace) return list_placements(position, moves);
    moves.push_back(Step{}.move());
    add_all(moves, Kind::kFlip, position.flips());
    add_all(moves, Kind::kSpy, position.spy_targets());
    if (position.phase != Phase::kCatapult) return;
    for (const Cell thrown : touching(position.origin) & position.adverse())
        for (const Cell to : position.landings(thrown))
            moves.push_back(Step{Kind::kThrow, thrown, to}.move());
}

void list_draws(const Position& position, OutcomeList& outcomes) {
    outcomes.clear();
    if (!position.turn().is_chance()) return;
    const Cell cell = position.spied != kNoCell ? position.spied : position.origin;
    const auto left = position.unseen_backs(position.owner(cell));
    for (Colour back = 0; back < kColours; ++back)
        if (left[back] > 0)
            outcomes.push_back({Step{Kind::kDraw, kNoCell, kNoCell, back}.move(),
                                static_cast<std::uint64_t>(left[back])});
}

Move random_move(const Position& position, Rng& rng) {
    if (position.turn().is_chance()) return random_draw(position, rng);
    if (position.hand(position.mover).spies > 0 && rng.below(kSpySeldom) == 0)
        if (const Cells targets = position.spy_targets(); !targets.empty())
            return Step{Kind::kSpy, targets.pick(rng)}.move();
    return position.phase == Phase::kPlace ? random_placement(position, rng)
                                           : random_flip(position, rng);
}

}  // namespace moonflower::terraflip
