// What hints say about a move: harmonies, rings, captures, gates.
#include <algorithm>

#include "games/skud_paisho/harmony.hpp"
#include "games/skud_paisho/ring_in_one.hpp"
#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {
namespace {

using Unit = FeatureFact::Unit;

enum Feature : std::size_t {
    kRing,
    kDanger,
    kThreats,
    kMade,
    kLost,
    kBroken,
    kMidline,
    kCaptures,
    kBonus,
    kGrowing,
    kFeatures
};

constexpr std::array<FeatureFact, kFeatures> kFacts{{
    {"ring_made", Unit::kCount, +1},
    {"ring_dangers", Unit::kCount, -1},  // turns of the other seat that would close a ring next
    {"ring_threats", Unit::kCount, +1},  // the same of the seat itself
    {"harmonies_made", Unit::kCount, +1},
    {"harmonies_lost", Unit::kCount, -1},
    {"harmonies_broken", Unit::kCount, +1},  // of the other seat
    {"midline_lead", Unit::kCount, +1},      // SP-42: own minus the other's, how it changes
    {"captures", Unit::kCount, +1},
    {"bonus_earned", Unit::kCount, +1},
    {"flowers_growing", Unit::kCount, +1},  // in gates, SP-32
}};

enum KindName : std::size_t {
    kAccentChoice,
    kPlant,
    kArrange,
    kCapture,
    kBonusTile,
    kDecline,
    kKindNames
};
constexpr std::array<std::string_view, kKindNames> kNames{"accents", "plant", "arrange",
                                                          "capture", "bonus", "decline"};

constexpr std::size_t kMostThreats = 9;  // more are all the same

int missing(const Harmonies& from, const Harmonies& in) {
    return static_cast<int>(std::count_if(from.begin(), from.end(), [&](const Harmony& one) {
        return std::none_of(in.begin(), in.end(), [&](const Harmony& other) {
            return one.first == other.first && one.second == other.second;
        });
    }));
}

int flowers_on(const Board& board, Seat seat) {
    int count = 0;
    for (int kind = 0; kind < kFlowerKinds; ++kind)
        count += board.flowers(seat, kind_of(kind)).size();
    return count;
}

int growing(const Board& board, Seat seat) {
    int count = 0;
    for (const Point gate : kGatePoints)
        count += !board.is_free(gate) && tile_owner(board.at(gate)) == seat ? 1 : 0;
    return count;
}

int threats(const State& state, Seat seat) {
    if (state.is_over()) return 0;
    return static_cast<int>(std::min(kMostThreats, ring_in_one(state, seat).size()));
}

}  // namespace

std::span<const FeatureFact> State::features() { return kFacts; }
std::span<const std::string_view> State::move_kinds() { return kNames; }

std::size_t State::move_kind(Move move) const {
    const Play play = Play::of(move);
    if (play.is_accents()) return kAccentChoice;
    if (!play.has_base()) return play.declines() ? kDecline : kBonusTile;
    if (play.is_plant()) return kPlant;
    return board_.is_free(play.to) ? kArrange : kCapture;
}

void State::measure(Move move, Rng& /*rng*/, std::span<double> values) const {
    const Seat seat = mover();
    const Seat other = 1 - seat;
    State after = *this;
    after.apply(move);
    const Harmonies own = harmonies_of(board_, seat);
    const Harmonies own_after = harmonies_of(after.board_, seat);
    const auto midline_lead = [&](const Board& board) {
        return midline_count(board, seat) - midline_count(board, other);
    };
    values[kMade] = missing(own_after, own);
    values[kLost] = missing(own, own_after);
    values[kBroken] = missing(harmonies_of(board_, other), harmonies_of(after.board_, other));
    values[kMidline] = midline_lead(after.board_) - midline_lead(board_);
    const bool is_ring = after.end_ == End::kRing && after.winner_ == seat;
    values[kRing] = is_ring || (after.mid_turn() && ring_by_bonus(after)) ? 1 : 0;
    values[kThreats] = threats(after, seat);
    values[kDanger] = threats(after, other);
    values[kCaptures] = flowers_on(board_, other) - flowers_on(after.board_, other);
    values[kBonus] = after.mid_turn() ? 1 : 0;
    values[kGrowing] = growing(after.board_, seat);
}

}  // namespace moonflower::skud_paisho
