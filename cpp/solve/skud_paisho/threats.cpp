#include "solve/skud_paisho/threats.hpp"

#include <algorithm>

#include "core/hash.hpp"
#include "games/skud_paisho/ring_in_one.hpp"

namespace moonflower::skud_paisho {
namespace {

bool is_won_by(const State& state, Seat seat) {
    return state.is_over() && state.returns() == Returns::shared_by(1U << seat);
}

int midline_lead(const Board& board, Seat seat) {
    return midline_count(board, seat) - midline_count(board, 1 - seat);
}

Point free_gate(const Board& board) {
    const auto gate = std::ranges::find_if(kGatePoints, [&](Point p) { return board.is_free(p); });
    return gate == kGatePoints.end() ? kNowhere : *gate;
}

Kind last_flower(const Reserve& reserve) {
    int kind = 0;
    while (reserve.count[kind] == 0) ++kind;
    return kind_of(kind);
}

// SP-42: the seat's last flower ends the game, planted as its turn or as its bonus.
void add_midline_wins(const State& state, Seat seat, std::vector<Play>& turns) {
    if (state.reserve(seat).basics() != 1) return;
    const Kind kind = last_flower(state.reserve(seat));
    const Board& board = state.board();
    const auto add_bonus = [&](const Board& after, Play play) {
        const Point gate = free_gate(after);
        if (gate == kNowhere || after.grows(seat) || midline_lead(after, seat) <= 0) return;
        play.say(Bonus{kind, gate});
        turns.push_back(play);
    };
    if (state.mid_turn() && state.mover() == seat) return add_bonus(board, Play{});
    const Point gate = free_gate(board);
    if (gate != kNowhere && midline_lead(board, seat) > 0) turns.push_back(Play::plant(kind, gate));
    const Arranger arranger(board, state.rules(), seat);
    arranger.for_each_flower([&](Kind /*moved*/, Point from) {
        arranger.landings(from).earning.for_each([&](Point to) {
            Board after = board;
            after.move(from, to);
            add_bonus(after, Play::arrange(from, to));
        });
    });
}

bool is_legal_arrange(const State& state, Seat seat, const Play& turn) {
    const Tile tile = state.board().at(turn.from);
    return tile != kNoTile && tile_owner(tile) == seat && is_flower(tile_kind(tile)) &&
           Arranger(state.board(), state.rules(), seat).targets(turn.from).has(turn.to);
}

}  // namespace

std::vector<Play> wins_in_one(const State& state, Seat seat) {
    std::vector<Play> turns = ring_in_one(state, seat);
    // Where an arrange that earns a bonus wins without one, the bonus is declined.
    for (Play& turn : turns)
        if (turn.has_base() && !turn.has_bonus())
            turn.said = static_cast<int>(Play::Said::kDeclined);
    add_midline_wins(state, seat, turns);
    return turns;
}

bool wins_here(const State& state, Play turn) {
    const Seat seat = state.mover();
    if (turn.is_plant()) {
        if (state.reserve(seat).of(turn.planted()) == 0 || !state.board().is_free(turn.to))
            return false;
    } else if (turn.has_base()) {
        if (!is_legal_arrange(state, seat, turn)) return false;
        const bool earns = earns_bonus(state.board(), turn.from, turn.to);
        if (turn.has_bonus()) {
            Board after = state.board();
            after.move(turn.from, turn.to);
            if (!earns || !is_legal(after, state.reserve(seat), seat, turn.bonus())) return false;
        } else {
            turn.said = static_cast<int>(earns ? Play::Said::kDeclined : Play::Said::kNothing);
        }
    }
    State next = state;
    next.apply(turn.move());
    return is_won_by(next, seat);
}

std::vector<Move> Threats::attacks(const State& state, Seat attacker, int turns) {
    const std::uint64_t key = Hasher(state.key()).add(turns == 1 ? 1 : 2).value();
    const auto known = attacks_.find(key);
    if (known != attacks_.end()) return known->second;
    return remember(attacks_, key, find_attacks(state, attacker, turns));
}

std::vector<Move> Threats::answers(const State& state, Seat attacker, int turns) {
    const std::uint64_t key = Hasher(state.key()).add(turns == 1 ? 1 : 2).value();
    const auto known = answers_.find(key);
    if (known != answers_.end()) return known->second;
    return remember(answers_, key, find_answers(state, attacker, turns));
}

std::vector<Move> Threats::remember(Lists& lists, std::uint64_t key, std::vector<Move> moves) {
    constexpr std::size_t kMostMoves = 10'000'000;
    remembered_ += moves.size();
    if (remembered_ < kMostMoves) lists.emplace(key, moves);
    return moves;
}

std::vector<Move> Threats::find_attacks(const State& state, Seat attacker, int turns) {
    if (const std::vector<Play> wins = wins_in_one(state, attacker); !wins.empty())
        return {wins.front().move()};
    if (turns == 1) return {};
    struct Attack {
        std::size_t ways;
        Move move;
    };
    std::vector<Attack> found;
    for_each_turn(state, with_bonuses_, [&](Move move, const State& next) {
        beat_();
        if (next.is_over()) return true;  // not by a win: those were asked for before
        const std::size_t ways = wins_in_one(next, attacker).size();
        if (ways > 0) found.push_back({ways, move});
        return true;
    });
    std::ranges::stable_sort(found, std::greater{}, &Attack::ways);
    std::vector<Move> moves;
    for (const Attack& attack : found) moves.push_back(attack.move);
    return moves;
}

std::vector<Move> Threats::find_answers(const State& state, Seat attacker, int turns) {
    std::vector<Play> threats = wins_in_one(state, attacker);
    std::vector<Move> found;
    Play met;  // the last arrange that met the threat with its bonus declined
    for_each_turn(state, true, [&](Move move, const State& next) {
        beat_();
        const Play play = Play::of(move);
        const bool is_variant =
            play.has_base() && play.has_bonus() && play.from == met.from && play.to == met.to;
        // What already helps without a bonus is not asked again with each of hundreds: one answer
        // too many costs a proof some work, never its truth.
        const bool helps = next.is_over() ? !is_won_by(next, attacker)
                                          : is_variant || meets(next, attacker, threats);
        if (helps) found.push_back(move);
        if (helps && play.declines()) met = play;
        return !(helps && turns == 1);
    });
    return found;
}

bool Threats::meets(const State& after, Seat attacker, std::vector<Play>& threats) const {
    constexpr std::size_t kTried = 8;  // then the whole test is cheaper
    for (std::size_t i = 0; i < std::min(threats.size(), kTried); ++i)
        if (wins_here(after, threats[i])) {
            std::swap(threats[0], threats[i]);  // what won last is tried first
            return false;
        }
    return wins_in_one(after, attacker).empty();
}

}  // namespace moonflower::skud_paisho
