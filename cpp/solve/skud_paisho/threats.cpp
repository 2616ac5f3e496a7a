#include "solve/skud_paisho/threats.hpp"

#include <algorithm>
#include <optional>

#include "core/hash.hpp"
#include "games/skud_paisho/ring.hpp"
#include "games/skud_paisho/ring_in_one.hpp"
#include "solve/skud_paisho/standing.hpp"

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

// Where an arrange that earns a bonus wins without one, the bonus is declined.
void decline_bonuses(std::vector<Play>& turns) {
    for (Play& turn : turns)
        if (turn.has_base() && !turn.has_bonus())
            turn.said = static_cast<int>(Play::Said::kDeclined);
}

// What a turn that wins here stands on, if it is an arrange that makes a ring by itself.
std::optional<Standing> standing_of(const State& state, const Play& win) {
    if (!win.has_base() || win.is_plant() || win.has_bonus()) return std::nullopt;
    Board after = state.board();
    after.move(win.from, win.to);
    if (!has_ring(after, state.mover())) return std::nullopt;
    return Standing(state, win);
}

bool is_legal_arrange(const State& state, Seat seat, const Play& turn) {
    const Tile tile = state.board().at(turn.from);
    return tile != kNoTile && tile_owner(tile) == seat && is_flower(tile_kind(tile)) &&
           Arranger(state.board(), state.rules(), seat).targets(turn.from).has(turn.to);
}

}  // namespace

std::vector<Play> wins_in_one(const State& state, Seat seat) {
    std::vector<Play> turns = ring_in_one(state, seat);
    decline_bonuses(turns);
    add_midline_wins(state, seat, turns);
    return turns;
}

std::vector<Play> wins_by_arrange(const State& state, Seat seat) {
    if (state.mid_turn() && state.mover() == seat) return wins_in_one(state, seat);
    std::vector<Play> turns = ring_arranges(state.board(), state.rules(), seat);
    decline_bonuses(turns);
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

std::vector<Play> Threats::threats_of(const State& state, Seat attacker) const {
    return with_bonuses_ ? wins_in_one(state, attacker) : wins_by_arrange(state, attacker);
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
        progress_();
        if (next.is_over()) return true;  // not by a win: those were asked for before
        const std::size_t ways = threats_of(next, attacker).size();
        if (ways > 0) found.push_back({ways, move});
        return true;
    });
    std::ranges::stable_sort(found, std::greater{}, &Attack::ways);
    std::vector<Move> moves;
    for (const Attack& attack : found) moves.push_back(attack.move);
    return moves;
}

std::vector<Move> Threats::find_answers(const State& state, Seat attacker, int turns) {
    std::vector<Play> threats = threats_of(state, attacker);
    std::vector<Move> found;
    const auto helps = [&](const State& next) {
        progress_();
        return next.is_over() ? !is_won_by(next, attacker) : meets(next, attacker, turns, threats);
    };
    for_each_base(state, [&](Play base, const State& next, const State* open) {
        const bool is_met = helps(next);
        if (is_met) found.push_back(base.move());
        if (turns == 1 && is_met) return false;
        if (open == nullptr) return true;
        // The threat that was tried last has won here.
        std::optional<Standing> standing;
        if (!is_met && !next.is_over()) standing = standing_of(next, threats.front());
        return for_each_bonus_of(*open, [&](const Bonus& bonus) {
            if (standing && standing->outlasts(bonus, open->reserve(open->mover()))) return true;
            // What already helps without a bonus is not asked again with each of hundreds: one
            // answer too many costs a proof some work, never its truth.
            Play turn = base;
            turn.say(bonus);
            if (is_met || helps(after_bonus(*open, bonus))) found.push_back(turn.move());
            return found.empty() || turns > 1;
        });
    });
    return found;
}

bool Threats::meets(const State& after, Seat attacker, int turns,
                    std::vector<Play>& threats) const {
    constexpr std::size_t kTried = 8;  // then the whole test is cheaper
    for (std::size_t i = 0; i < std::min(threats.size(), kTried); ++i)
        if (wins_here(after, threats[i])) {
            std::swap(threats[0], threats[i]);  // what won last is tried first
            return false;
        }
    // A single answer speaks for all when this is the last turn, so it must stop every win.
    const std::vector<Play> others =
        turns == 1 ? wins_in_one(after, attacker) : threats_of(after, attacker);
    if (others.empty()) return true;
    threats.insert(threats.begin(), others.front());
    return false;
}

}  // namespace moonflower::skud_paisho
