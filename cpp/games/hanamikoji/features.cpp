// What hints say about a move: majorities, cards given, what an offer shows and leaves to choose.
#include <algorithm>

#include "core/features.hpp"
#include "games/hanamikoji/state.hpp"

namespace moonflower::hanamikoji {
namespace {

using Unit = FeatureFact::Unit;

enum Feature : std::size_t { kSecured, kLost, kLead, kGiven, kShown, kChoices, kFeatures };

constexpr std::array<FeatureFact, kFeatures> kFacts{{
    {"majorities_secured", Unit::kCount, +1},  // can no longer be turned
    {"majorities_lost", Unit::kCount, -1},
    {"points_led", Unit::kPoints, +1},  // own minus the other's, if the round ended now
    {"points_given", Unit::kPoints, -1},
    {"cards_shown", Unit::kCount, -1},
    {"choices_left", Unit::kCount, -1},  // ways the other seat can answer
}};

constexpr std::array<std::string_view, 6> kKindNames{"secret",      "discard",   "gift",
                                                     "competition", "take_card", "take_pair"};

// Where the cards of a round lie, seen from one seat; the rest may still come to either side.
struct Standing {
    Cards mine;
    Cards theirs;
    Cards gone;
    std::uint8_t owned;
    std::uint8_t lost;

    // HK-10: +1 if the geisha is the seat's should nothing more be placed, -1 the other's, else 0.
    [[nodiscard]] int holder(int g) const {
        const int lead = mine.count(g) - theirs.count(g);
        if (lead != 0) return lead > 0 ? 1 : -1;
        return (owned >> g & 1) - (lost >> g & 1);
    }
    // HK-10: the same, but 0 unless the cards left cannot change it.
    [[nodiscard]] int decided(int g) const {
        const int left = kDeck.count(g) - mine.count(g) - theirs.count(g) - gone.count(g);
        const int lead = mine.count(g) - theirs.count(g);
        if (lead > left || (lead >= left && (owned >> g & 1) != 0)) return 1;
        if (-lead > left || (-lead >= left && (lost >> g & 1) != 0)) return -1;
        return 0;
    }
    [[nodiscard]] int majorities(int side) const {
        int count = 0;
        for (int g = 0; g < kGeishas; ++g) count += decided(g) == side ? 1 : 0;
        return count;
    }
    [[nodiscard]] int points_led() const {
        int sum = 0;
        for (int g = 0; g < kGeishas; ++g) sum += kValues[static_cast<std::size_t>(g)] * holder(g);
        return sum;
    }
    [[nodiscard]] Standing with(Cards to_mine, Cards to_theirs) const {
        Standing after = *this;
        after.mine += to_mine;
        after.theirs += to_theirs;
        return after;
    }
};

int points_on(Cards cards) {
    int sum = 0;
    for (int g = 0; g < kGeishas; ++g) sum += kValues[static_cast<std::size_t>(g)] * cards.count(g);
    return sum;
}

// The answer that leaves the seat the fewest points in the lead.
Cards worst_answer(const Standing& before, Move offer, const Moves& answers) {
    const Cards all = cards_in_action(offer);
    Cards worst;
    int least = INT32_MAX;
    for (const Move answer : answers) {
        const Cards taken = cards_in_answer(answer);
        const int led = before.with(all - taken, taken).points_led();
        if (led >= least) continue;
        least = led;
        worst = taken;
    }
    return worst;
}

}  // namespace

std::span<const FeatureFact> State::features() { return kFacts; }
std::span<const std::string_view> State::move_kinds() { return kKindNames; }
std::size_t State::move_kind(Move move) const { return static_cast<std::size_t>(kind_of(move)); }

void State::measure(Move move, Rng& /*rng*/, std::span<double> values) const {
    const Seat seat = turn().seat();
    const Side& own = sides_[at(seat)];
    const Side& other = sides_[at(1 - seat)];
    const Standing before{table_.placed[at(seat)] + known_card(own.secret),
                          table_.placed[at(1 - seat)] + known_card(other.secret),
                          own.discarded() + other.discarded(), table_.owned[at(seat)],
                          table_.owned[at(1 - seat)]};
    Standing after = before;
    Cards given;
    int shown = 0;
    int choices = 0;
    switch (kind_of(move)) {
        case Kind::kSecret:
            after.mine += cards_in_action(move);
            break;
        case Kind::kDiscard:
            after.gone += cards_in_action(move);
            break;
        case Kind::kGift:
        case Kind::kCompetition: {
            Moves answers;
            list_answers(move, answers);
            given = worst_answer(before, move, answers);
            after = before.with(cards_in_action(move) - given, given);
            shown = cards_in_action(move).size();
            choices = static_cast<int>(answers.size());
            break;
        }
        default:
            given = table_.offered() - cards_in_answer(move);
            after = before.with(cards_in_answer(move), given);
    }
    values[kSecured] = after.majorities(1) - before.majorities(1);
    values[kLost] = after.majorities(-1) - before.majorities(-1);
    values[kLead] = after.points_led() - before.points_led();
    values[kGiven] = points_on(given);
    values[kShown] = shown;
    values[kChoices] = choices > 0 ? choices : kNoFeature;
}

}  // namespace moonflower::hanamikoji
