#include "games/terraflip/policy.hpp"

#include <algorithm>
#include <numeric>

namespace moonflower::terraflip {

Chances underside_odds(const Position& position, Cell cell) {
    Chances odds{};
    const Cells seen = position.knows[position.mover];
    const Seat owner = position.owner(cell);
    const Colour colour = position.rules.colour(owner);
    if (!position.shows[colour].has(cell)) {
        odds[colour] = 1;
    } else if (seen.has(cell)) {
        odds[position.underside(cell)] = 1;
    } else {
        const Cells set = position.placed[static_cast<std::size_t>(owner)] & position.terrain;
        for (Colour back = 0; back < kColours; ++back) {
            const Cells down = position.under[back] & seen;
            const Cells shown =
                back == colour ? position.shows[back] & down : position.shows[back] | down;
            odds[back] = std::max(0, position.rules.backs[colour][back] - (set & shown).count());
        }
    }
    return odds;
}

namespace {

// exp(-k/4) in parts of a million: four points of lead are worth a factor e in the odds.
constexpr std::array<std::int64_t, 65> kOdds = [] {
    std::array<std::int64_t, 65> odds{};
    odds[0] = 1'000'000;
    for (std::size_t k = 1; k < odds.size(); ++k) odds[k] = odds[k - 1] * 778'801 / 1'000'000;
    return odds;
}();

// Each rival's points count against the mover's, shared between the rivals.
int standing(const Position& position) {
    const int rivals = position.rules.players - 1;
    int value = 0;
    for (Seat seat = 0; seat < position.rules.players; ++seat)
        value += position.points(seat) * (seat == position.mover ? rivals : -1);
    return value;
}

constexpr int kScale =
    2520;  // expected values stay whole: every pool of up to ten tiles divides it

// The expected change of standing when the tile on `cell` shows its underside, lying at `at`.
int turning_gain(const Position& position, Cell cell, Cell at, int before) {
    const Chances odds = underside_odds(position, cell);
    const int total = std::accumulate(odds.begin(), odds.end(), 0);
    Position after = position;
    for (Cells& shown : after.shows) shown.remove(cell);
    after.terrain.remove(cell);
    after.terrain.add(at);
    int gain = 0;
    for (Colour back = 0; back < kColours; ++back) {
        if (odds[back] == 0) continue;
        after.shows[back].add(at);
        gain += (standing(after) - before) * odds[back] * (kScale / total);
        after.shows[back].remove(at);
    }
    return gain;
}

int best_flip(const Position& position) {
    const int before = standing(position);
    int best = 0;
    for (const Cell cell : position.flips())
        best = std::max(best, turning_gain(position, cell, cell, before));
    return best;
}

int expected_gain(const Position& position, Move move, int before) {
    const Step step = Step::of(move);
    switch (step.kind) {
        case Kind::kEndTurn:
            return 0;
        case Kind::kSpy:
            return -1'000 * kScale;
        case Kind::kFlip:
            return turning_gain(position, step.cell, step.cell, before);
        case Kind::kThrow:
            return turning_gain(position, step.cell, step.to, before);
        default: {
            Position after = position;
            after.apply(move);
            return (standing(after) - before) * kScale + best_flip(after);
        }
    }
}

std::uint32_t turning_weight(const Position& position, Cell cell) {
    const Chances odds = underside_odds(position, cell);
    const int total = std::accumulate(odds.begin(), odds.end(), 0);
    const int own = odds[position.rules.colour(position.mover)];
    const bool hurts = position.rules.seat_of(position.face(cell)).has_value();
    return static_cast<std::uint32_t>((hurts ? 4 : 1) + 24 * own / total);
}

// A cell is worth more beside the mover's own tiles and where it surrounds something.
std::uint32_t placing_weight(const Position& position, const Sight& sight, const Step& step) {
    const Cells near = touching(step.cell);
    const bool joins = near.meets(position.shows[position.rules.colour(position.mover)]);
    const bool lines =
        position.rules.special_line || step.kind == Kind::kTerrain || step.kind == Kind::kRider;
    Cells targets = lines ? surrounded(step.cell, sight, position.rules) : Cells{};
    if (step.kind == Kind::kCamp || step.kind == Kind::kCatapult)
        targets |= near & position.adverse();
    return 2U + (joins ? 3U : 0U) + 3U * static_cast<std::uint32_t>(std::min(targets.count(), 3));
}

}  // namespace

Returns guess_returns(const Position& position) {
    if (position.turn().is_over()) return Returns::shared_by(position.winners());
    int left = 0;
    int best = 0;
    for (Seat seat = 0; seat < position.rules.players; ++seat) {
        const Hand& hand = position.hand(seat);
        left += hand.terrain + std::popcount(hand.specials);
        best = std::max(best, position.total(seat));
    }
    // A lead means less while many tiles are to come.
    std::array<std::int64_t, kMostPlayers> odds{};
    std::int64_t sum = 0;
    for (Seat seat = 0; seat < position.rules.players; ++seat) {
        const int behind = (best - position.total(seat)) * 12 / (12 + left);
        sum += odds[static_cast<std::size_t>(seat)] =
            kOdds[static_cast<std::size_t>(std::min(behind, 64))];
    }
    Returns returns;
    std::int32_t rest = kPayoffUnit;
    for (std::size_t seat = 1; seat < position.rules.players; ++seat) {
        returns.units[seat] = static_cast<std::int32_t>(kPayoffUnit * odds[seat] / sum);
        rest -= returns.units[seat];
    }
    returns.units[0] = rest;
    return returns;
}

void weigh_moves(const Position& position, const MoveList& moves,
                 std::span<std::uint32_t> weights) {
    const Sight sight = position.sight();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Step step = Step::of(moves[i]);
        switch (step.kind) {
            case Kind::kEndTurn:
                weights[i] = 2;
                break;
            case Kind::kSpy:
                weights[i] = 1;
                break;
            case Kind::kFlip:
            case Kind::kThrow:
                weights[i] = turning_weight(position, step.cell);
                break;
            default:
                weights[i] = placing_weight(position, sight, step);
        }
    }
}

Move greedy_move(const Position& position, Rng& rng) {
    if (position.turn().is_chance()) return random_move(position, rng);
    MoveList moves;
    list_moves(position, moves);
    const int before = standing(position);
    Move best;
    int most = 0;
    std::uint32_t ties = 0;
    for (const Move move : moves) {
        const int gain = expected_gain(position, move, before);
        if (ties == 0 || gain > most) {
            most = gain;
            ties = 0;
        }
        if (gain == most && rng.below(++ties) == 0) best = move;
    }
    return best;
}

}  // namespace moonflower::terraflip
