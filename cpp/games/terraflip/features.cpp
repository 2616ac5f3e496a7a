// What hints say about a move: points, chances of a flip, what a tile hides, what a spy is worth.
#include <algorithm>
#include <numeric>

#include "core/features.hpp"
#include "games/terraflip/policy.hpp"
#include "games/terraflip/state.hpp"

namespace moonflower::terraflip {
namespace {

using Unit = FeatureFact::Unit;

enum Feature : std::size_t { kGained, kTaken, kFlip, kRisk, kSpy, kExposed, kFeatures };

constexpr std::array<FeatureFact, kFeatures> kFacts{{
    {"points_gained", Unit::kPoints, +1},
    {"points_taken", Unit::kPoints, +1},    // from the other seats together
    {"flip_chance", Unit::kChance, +1},     // that a flip, now or opened now, shows the own colour
    {"underside_risk", Unit::kChance, -1},  // that the tile is, or may become, a rival's
    {"spy_worth", Unit::kChance, +1},       // what the best flip gains by knowing
    {"tiles_exposed", Unit::kCount, -1},    // own terrain a rival can turn over next
}};

// By terraflip::Kind; chance is no move.
constexpr std::array<std::string_view, 8> kKindNames{"end", "camp",    "flip",  "rider",
                                                     "spy", "terrain", "throw", "catapult"};

double own_chance(const Position& position, Cell cell) {
    const Chances odds = underside_odds(position, cell);
    const int total = std::accumulate(odds.begin(), odds.end(), 0);
    return static_cast<double>(odds[position.rules.colour(position.mover)]) / total;
}

double best_chance(const Position& position, Cells targets) {
    double best = 0;
    for (const Cell cell : targets) best = std::max(best, own_chance(position, cell));
    return best;
}

// Everything the mover could turn over by a line from its next tile.
Cells reachable(const Position& position) {
    const Sight sight = position.sight();
    Cells targets;
    for (const Cell cell : position.open_cells(position.rules.limit))
        targets |= surrounded(cell, sight, position.rules);
    return targets;
}

// By how much the best flip improves once the underside is known (its expected chance, since with
// knowledge the mover picks after looking): 0 for a tile it could not turn over anyway.
double spy_worth(const Position& position, Cell cell) {
    const Cells targets = position.phase == Phase::kPlace ? reachable(position) : position.flips();
    if (!targets.has(cell)) return 0;
    const double here = own_chance(position, cell);
    const double others = best_chance(position, targets - Cells::of(cell));
    return here + (1 - here) * others - std::max(here, others);
}

int exposed(const Position& position, Seat seat) {
    Cells targets;
    Position rivals = position;
    for (Seat other = 0; other < position.rules.players; ++other) {
        if (other == seat || position.hand(other).empty()) continue;
        rivals.mover = static_cast<std::uint8_t>(other);
        targets |= reachable(rivals);
    }
    return (targets & position.shows[position.rules.colour(seat)]).count();
}

bool is_rival(const Position& position, Colour colour, Seat seat) {
    const auto owner = position.rules.seat_of(colour);
    return owner && *owner != seat;
}

int rivals_points(const Position& position, Seat seat) {
    int sum = 0;
    for (Seat other = 0; other < position.rules.players; ++other)
        if (other != seat) sum += position.points(other);
    return sum;
}

}  // namespace

std::span<const FeatureFact> State::features() { return kFacts; }
std::span<const std::string_view> State::move_kinds() { return kKindNames; }
std::size_t State::move_kind(Move move) const {
    return static_cast<std::size_t>(Step::of(move).kind);
}

void State::measure(Move move, Rng& rng, std::span<double> values) const {
    const Seat seat = position_.mover;
    const Step step = Step::of(move);
    State next = *this;
    next.apply(move);
    while (next.turn().is_chance()) next.apply(next.random_move(rng));
    const Position& after = next.position_;
    const bool turns = step.kind == Kind::kFlip || step.kind == Kind::kThrow;
    const Cell lies = step.kind == Kind::kThrow ? step.to : step.cell;

    values[kFlip] = values[kRisk] = values[kSpy] = kNoFeature;
    values[kGained] = after.points(seat) - position_.points(seat);
    values[kTaken] = rivals_points(position_, seat) - rivals_points(after, seat);
    if (turns)
        values[kFlip] = own_chance(position_, step.cell);
    else if (after.mover == seat && after.turn().is_seat() && !after.flips().empty())
        values[kFlip] = best_chance(after, after.flips());
    if (turns)
        values[kRisk] = is_rival(after, after.face(lies), seat) ? 1 : 0;
    else if (step.kind == Kind::kTerrain)
        values[kRisk] = is_rival(after, after.underside(step.cell), seat) ? 1 : 0;
    if (step.kind == Kind::kSpy) values[kSpy] = spy_worth(position_, step.cell);
    values[kExposed] = exposed(after, seat);
}

}  // namespace moonflower::terraflip
