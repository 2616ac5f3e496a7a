#include "games/kuhn_poker/state.hpp"

namespace moonflower::kuhn_poker {

const GameFacts& Rules::facts() {
    static const GameFacts kFacts{.name = "kuhn_poker",
                                  .title = "Kuhn poker",
                                  .summary = "poker with three cards and one bet",
                                  .is_lab = true,
                                  .hides = true,
                                  .has_chance = true,
                                  .lowest_payoff = -2,
                                  .highest_payoff = 2,
                                  .payoff_sum = 0,
                                  .options = {},
                                  .variants = {}};
    return kFacts;
}

void State::legal_moves(Moves& moves) const {
    moves.clear();
    if (!turn().is_seat()) return;
    for (const std::uint32_t code : {0U, 1U}) moves.push_back({code});
}

// Both put in one chip; a bet adds one, passing to a bet folds.
Returns State::returns() const {
    const bool first_wins = is_showdown() ? holes_[0] > holes_[1] : bets_ == 0b110;
    const std::int32_t chips = is_showdown() && bets_ != 0b100 ? 2 : 1;
    const std::int32_t gain = (first_wins ? chips : -chips) * kPayoffUnit;
    return {{gain, -gain}};
}

std::string State::text() const {
    std::string moves;
    for (unsigned bits = bets_; bits > 1; bits >>= 1) moves.insert(0, 1, kMoves[bits & 1U]);
    return card_text(holes_[0]) + card_text(holes_[1]) + " " + (moves.empty() ? "-" : moves);
}

State State::read(std::string_view text, const Rules& rules) {
    State state(rules);
    state.read_holes(text.substr(0, 2), kCards);
    for (const char c : text.substr(std::min<std::size_t>(3, text.size())))
        if (c != '-' && state.turn().is_seat()) state.apply({c == 'b' ? 1U : 0U});
    return canonical(state, text,
                     "two cards of JQK (- not dealt) and the moves, like \"KJ pb\" or \"KJ -\"");
}

std::string State::check() const {
    if (holes_[0] == holes_[1] && holes_[0] >= 0) return "both seats hold one card";
    if (holes_[0] == kNoCard && holes_[1] != kNoCard) return "p2 is dealt before p1";
    if (!is_dealt() && bets_ != 1) return "moves before the deal";
    return "";
}

}  // namespace moonflower::kuhn_poker
