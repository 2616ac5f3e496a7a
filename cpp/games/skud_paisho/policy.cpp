#include "games/skud_paisho/policy.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "games/skud_paisho/ring_in_one.hpp"

namespace moonflower::skud_paisho {
namespace {

// Half axes met by the best connected group of harmonies (SP-44 asks for all four).
int best_group(const Harmonies& harmonies) {
    std::array<std::uint8_t, kPoints> group;
    std::array<HalfAxes, kPoints> axes;
    for (const Harmony& harmony : harmonies)
        for (const Point p : {harmony.first, harmony.second}) {
            group[p] = static_cast<std::uint8_t>(p);
            axes[p] = 0;
        }
    const auto root = [&](Point p) {
        while (group[p] != p) p = group[p] = group[group[p]];
        return p;
    };
    int best = 0;
    for (const Harmony& harmony : harmonies) {
        const Point a = root(harmony.first);
        const Point b = root(harmony.second);
        group[b] = static_cast<std::uint8_t>(a);
        axes[a] |= axes[b] | axes_of(harmony);
        best = std::max(best, std::popcount(axes[a]));
    }
    return best;
}

constexpr std::array<int, 5> kRingPoints{0, 6, 16, 36, 70};
// R W K B. The engine with itself, 200 nodes a move: a Knotweed for a Rock is worth .054 (+-.020)
// of a game from the choice on, a Boat .011, a Wheel .004 (bench/skud_paisho_accents.py).
constexpr std::array<int, kAccentKinds> kAccentPoints{6, 6, 12, 6};
constexpr int kBonusPoints = 12;  // a bonus still to be played

int points_of(const Features& own) {
    return 9 * own.harmonies + kRingPoints[own.ring_axes] + 7 * own.blooming + 4 * own.growing -
           6 * own.trapped + own.reserve + 9 * own.specials + own.accents;
}

// The midline count decides when a reserve runs out, so it weighs more the nearer that is.
int midline_points(const Features& own, const Features& enemy) {
    constexpr int kAll = 17;
    const int left = std::min(own.reserve, enemy.reserve);
    const int played = std::max(0, kAll - left);
    return (own.midline - enemy.midline) * (4 + played * played / 8);
}

}  // namespace

Features features_of(const State& state, Seat seat) {
    Features features;
    const Board& board = state.board();
    const Harmonies harmonies = harmonies_of(board, seat);
    features.harmonies = static_cast<int>(harmonies.size());
    for (const Harmony& harmony : harmonies) features.midline += harmony.crosses_midline() ? 1 : 0;
    features.ring_axes = best_group(harmonies);
    for (int kind = 0; kind < kFlowerKinds; ++kind)
        for (const Point p : board.flowers(seat, kind_of(kind))) {
            ++(is_gate(p) ? features.growing : features.blooming);
            features.trapped += board.is_trapped(p, seat) ? 1 : 0;
        }
    const Reserve& reserve = state.reserve(seat);
    features.reserve = reserve.basics();
    features.specials = reserve.of(Kind::kLotus) + reserve.of(Kind::kOrchid);
    for (int i = 0; i < kAccentKinds; ++i)
        features.accents += kAccentPoints[i] * reserve.count[kFlowerKinds + i];
    return features;
}

int evaluate(const State& state, Seat seat) {
    const Features own = features_of(state, seat);
    const Features enemy = features_of(state, 1 - seat);
    return points_of(own) - points_of(enemy) + midline_points(own, enemy);
}

Returns State::heuristic() const {
    if (is_over()) return returns();
    constexpr int kHalf = kPayoffUnit / 2;
    constexpr int kScale = 150;  // this lead is worth half of what is left to win
    // Between the steps of a turn the mover has a bonus in hand.
    const int in_hand = !mid_turn() ? 0 : mover() == kGuest ? kBonusPoints : -kBonusPoints;
    const int lead = evaluate(*this, kGuest) + in_hand;
    const int gain = kHalf * lead / (std::abs(lead) + kScale);
    Returns guess;
    guess.units[kGuest] = kHalf + gain;
    guess.units[kHost] = kHalf - gain;
    return guess;
}

namespace {

// What the bonus steps are worth at a glance: accents where they hurt the enemy's harmonies.
class BonusPriors {
public:
    explicit BonusPriors(const State& state) : state_(state) {
        for (Seat seat = 0; seat < kPlayers; ++seat)
            for_each_harmony(state.board(), seat, [&](const Harmony& harmony) {
                const int worth = seat == state.mover() ? -1 : 1;
                (harmony.is_vertical() ? columns_[column_of(harmony.first)]
                                       : rows_[row_of(harmony.first)]) += worth;
                ends_[harmony.first] += worth;
                ends_[harmony.second] += worth;
            });
    }

    [[nodiscard]] std::uint32_t weight(const Play& play) const {
        if (play.declines()) return 16;
        const Bonus bonus = play.bonus();
        switch (bonus.kind) {
            case Kind::kRock:
                return scaled(rows_[row_of(bonus.at)] + columns_[column_of(bonus.at)], 1);
            case Kind::kKnotweed:
                return scaled(around(bonus.at), 1);
            case Kind::kWheel:
                return has_neighbour(bonus.at) ? 4 : 1;
            case Kind::kBoat:
                return scaled(ends_[bonus.at], 4);
            default:
                return 64;
        }
    }

private:
    [[nodiscard]] static std::uint32_t scaled(int gain, int least) {
        return static_cast<std::uint32_t>(gain > 0 ? least + 12 * gain : least);
    }
    [[nodiscard]] int around(Point p) const {
        int sum = 0;
        for (const Point q : kGrid.around[p])
            if (q != kNowhere) sum += ends_[q];
        return sum;
    }
    [[nodiscard]] bool has_neighbour(Point p) const {
        return std::any_of(kGrid.around[p].begin(), kGrid.around[p].end(),
                           [&](Point q) { return q != kNowhere && !state_.board().is_free(q); });
    }

    const State& state_;
    std::array<int, kSide> rows_{};
    std::array<int, kSide> columns_{};
    std::array<int, kPoints> ends_{};
};

// The base steps: captures, new harmonies, and above all rings.
void base_priors(const State& state, const State::Moves& moves, std::span<std::uint32_t> weights) {
    constexpr std::uint32_t kRing = 100'000;
    const std::vector<Play> rings = ring_arranges(state.board(), state.rules(), state.mover());
    const Arranger arranger = state.arranger();
    Point from = kNowhere;
    PointSet earning;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Play play = Play::of(moves[i]);
        if (play.is_plant()) {
            weights[i] = 12;
            continue;
        }
        if (play.from != from) {  // the moves of one flower stand together
            from = play.from;
            earning = arranger.landings(from).earning;
        }
        weights[i] = 4;
        if (is_gate(from)) weights[i] += 2;
        if (earning.has(play.to)) weights[i] += 28;
        if (!state.board().is_free(play.to)) weights[i] += 40;
        for (const Play& ring : rings)
            if (ring.move() == moves[i]) weights[i] = kRing;
    }
}

}  // namespace

void State::priors(const Moves& moves, std::span<std::uint32_t> weights) const {
    if (phase_ == Phase::kBase) return base_priors(*this, moves, weights);
    std::fill_n(weights.begin(), moves.size(), 1U);
    if (phase_ != Phase::kBonus) return;
    const BonusPriors priors(*this);
    for (std::size_t i = 0; i < moves.size(); ++i) weights[i] = priors.weight(Play::of(moves[i]));
}

// One ply by the static evaluation, a win before all; ties are drawn.
Move State::greedy_move(Rng& rng) const {
    if (phase_ < Phase::kBase) return random_move(rng);
    constexpr int kWin = 1'000'000;
    Moves moves;
    legal_moves(moves);
    const Seat seat = mover();
    int best = std::numeric_limits<int>::min();
    std::uint32_t equals = 0;
    Move chosen;
    for (const Move move : moves) {
        State after = *this;
        after.apply(move);
        int value = 0;
        if (!after.is_over())
            value = evaluate(after, seat) + (after.mid_turn() ? kBonusPoints : 0);
        else if (after.winner_ != kNobody)
            value = after.winner_ == seat ? kWin : -kWin;
        if (value > best) equals = 0;
        if (value >= best && rng.below(++equals) == 0) chosen = move;
        best = std::max(best, value);
    }
    return chosen;
}

// Random games last hundreds of turns and hardly ever end by a ring: the static evaluation looks
// instead, and a node begins with the few moves its priors like best.
SearchHints State::search_hints(const Rules& /*rules*/) {
    SearchHints hints;
    hints.selection = Selection::kPuct;
    hints.leaf = LeafValue::kHeuristic;
    hints.widen_base = 8;
    hints.widen_milli = 1000;
    hints.decisions_percent = 40;
    return hints;
}

}  // namespace moonflower::skud_paisho
