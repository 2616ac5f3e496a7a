// Which turns force something in Skud Pai Sho: the attacker's threats to win with its next turn (a
// ring, or the last flower planted with more harmonies across the midlines), and the answers that
// meet them. The threat rule of df-pn.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "games/skud_paisho/state.hpp"
#include "solve/solution.hpp"

namespace moonflower::skud_paisho {

// The complete turns of the seat that win at once, as if it were on turn; rings first. At its own
// open bonus, the bonus steps. A declined bonus is said.
[[nodiscard]] std::vector<Play> wins_in_one(const State& state, Seat seat);

// Those that need no bonus for a ring: many times cheaper to find while Wheels or Boats are left.
[[nodiscard]] std::vector<Play> wins_by_arrange(const State& state, Seat seat);

// Whether the seat on turn may make this turn here and has won by it: by the rules, for turns that
// were found in another position.
[[nodiscard]] bool wins_here(const State& state, Play turn);

// Calls visit(bonus) for each bonus at an open one until it returns false; the declined is left
// out.
template <class Visit>
bool for_each_bonus_of(const State& open, Visit visit) {
    bool goes_on = true;
    for_each_bonus(open.board(), open.reserve(open.mover()), open.mover(),
                   [&](const Bonus& bonus) { goes_on = goes_on && visit(bonus); });
    return goes_on;
}

[[nodiscard]] inline State after_bonus(const State& open, const Bonus& bonus) {
    State played = open;
    played.apply(Play::of(bonus).move());
    return played;
}

// Calls visit(turn, next, open) for each complete turn with its bonus declined until it returns
// false: `open` is the position at the open bonus, nullptr where none is earned. At an open bonus:
// for each of its steps.
template <class Visit>
bool for_each_base(const State& state, Visit visit) {
    State::Moves moves;
    state.legal_moves(moves);
    for (const Move move : moves) {
        State next = state;
        next.apply(move);
        Play turn = Play::of(move);
        bool goes_on = false;
        if (state.mid_turn() || !next.mid_turn()) {
            goes_on = visit(turn, std::as_const(next), static_cast<const State*>(nullptr));
        } else {
            turn.said = static_cast<int>(Play::Said::kDeclined);
            State declined = next;
            declined.apply(Play::decline().move());
            goes_on = visit(turn, std::as_const(declined), &std::as_const(next));
        }
        if (!goes_on) return false;
    }
    return true;
}

// Calls visit(move, next) for each complete turn, or each bonus step at an open bonus, until it
// returns false. Without `with_bonuses` every bonus is declined.
template <class Visit>
bool for_each_turn(const State& state, bool with_bonuses, Visit visit) {
    return for_each_base(state, [&](Play turn, const State& next, const State* open) {
        if (!visit(turn.move(), next)) return false;
        if (open == nullptr || !with_bonuses) return true;
        return for_each_bonus_of(*open, [&](const Bonus& bonus) {
            turn.say(bonus);
            return visit(turn.move(), after_bonus(*open, bonus));
        });
    });
}

class Threats {
public:
    // Without `with_bonuses` the attacker's forcing turns decline theirs and threaten rings that
    // need none; the defender's never. A win at once is found with its bonus either way.
    Threats(bool with_bonuses, ProgressCallback progress)
        : with_bonuses_(with_bonuses), progress_(std::move(progress)) {}

    // A winning turn if there is one, else the turns that threaten to win with the next; those with
    // the most ways to do so first.
    [[nodiscard]] std::vector<Move> attacks(const State& state, Seat attacker, int turns);
    // Every turn of the defender after which the attacker cannot carry out a threat with its next
    // one, and some after which it can win otherwise. With one turn left to the attacker, a single
    // one of the first kind.
    [[nodiscard]] std::vector<Move> answers(const State& state, Seat attacker, int turns);

private:
    using Lists = std::unordered_map<std::uint64_t, std::vector<Move>>;

    [[nodiscard]] std::vector<Play> threats_of(const State& state, Seat attacker) const;
    [[nodiscard]] std::vector<Move> find_attacks(const State& state, Seat attacker, int turns);
    [[nodiscard]] std::vector<Move> find_answers(const State& state, Seat attacker, int turns);
    // Whether the threats of one position are gone after an answer, and no new ones came.
    [[nodiscard]] bool meets(const State& after, Seat attacker, int turns,
                             std::vector<Play>& threats) const;

    std::vector<Move> remember(Lists& lists, std::uint64_t key, std::vector<Move> moves);

    bool with_bonuses_;
    ProgressCallback progress_;
    Lists attacks_;  // df-pn comes back to its nodes
    Lists answers_;
    std::size_t remembered_ = 0;
};

}  // namespace moonflower::skud_paisho
