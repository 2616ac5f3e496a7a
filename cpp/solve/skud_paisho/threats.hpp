// Which turns force something in Skud Pai Sho: the attacker's threats to win with its next turn (a
// ring, or the last flower planted with more harmonies across the midlines), and the answers that
// meet them. The threat rule of df-pn.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "games/skud_paisho/state.hpp"
#include "solve/solution.hpp"

namespace moonflower::skud_paisho {

// The complete turns of the seat that win at once, as if it were on turn; rings first. At its own
// open bonus, the bonus steps. A declined bonus is said.
[[nodiscard]] std::vector<Play> wins_in_one(const State& state, Seat seat);

// Whether the seat on turn may make this turn here and has won by it: by the rules, for turns that
// were found in another position.
[[nodiscard]] bool wins_here(const State& state, Play turn);

// Calls visit(move, next) for each complete turn, or each bonus step at an open bonus, until it
// returns false. Without `with_bonuses` every bonus is declined.
template <class Visit>
bool for_each_turn(const State& state, bool with_bonuses, Visit visit) {
    State::Moves moves;
    state.legal_moves(moves);
    const bool in_bonus = state.mid_turn();
    for (const Move move : moves) {
        State next = state;
        next.apply(move);
        if (in_bonus || !next.mid_turn()) {
            if (!visit(move, next)) return false;
            continue;
        }
        Play play = Play::of(move);
        play.said = static_cast<int>(Play::Said::kDeclined);
        State declined = next;
        declined.apply(Play::decline().move());
        if (!visit(play.move(), declined)) return false;
        if (!with_bonuses) continue;
        bool goes_on = true;
        for_each_bonus(next.board(), next.reserve(state.mover()), state.mover(),
                       [&](const Bonus& bonus) {
                           if (!goes_on) return;
                           State played = next;
                           played.apply(Play::of(bonus).move());
                           play.say(bonus);
                           goes_on = visit(play.move(), played);
                       });
        if (!goes_on) return false;
    }
    return true;
}

class Threats {
public:
    // Without `with_bonuses` the attacker's forcing turns decline theirs; the defender's never.
    Threats(bool with_bonuses, Beat beat) : with_bonuses_(with_bonuses), beat_(std::move(beat)) {}

    // A winning turn if there is one, else the turns that threaten to win with the next; those with
    // the most ways to do so first.
    [[nodiscard]] std::vector<Move> attacks(const State& state, Seat attacker, int turns);
    // Every turn of the defender after which the attacker cannot win with its next one, and some
    // after which it can. With one turn left to the attacker, a single one of the first kind.
    [[nodiscard]] std::vector<Move> answers(const State& state, Seat attacker, int turns);

private:
    using Lists = std::unordered_map<std::uint64_t, std::vector<Move>>;

    [[nodiscard]] std::vector<Move> find_attacks(const State& state, Seat attacker, int turns);
    [[nodiscard]] std::vector<Move> find_answers(const State& state, Seat attacker, int turns);
    // Whether the threats of one position are gone after an answer, and no new ones came.
    [[nodiscard]] bool meets(const State& after, Seat attacker, std::vector<Play>& threats) const;

    std::vector<Move> remember(Lists& lists, std::uint64_t key, std::vector<Move> moves);

    bool with_bonuses_;
    Beat beat_;
    Lists attacks_;  // df-pn comes back to its nodes
    Lists answers_;
    std::size_t remembered_ = 0;
};

}  // namespace moonflower::skud_paisho
