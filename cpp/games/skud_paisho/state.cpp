#include "games/skud_paisho/state.hpp"

#include "games/skud_paisho/ring.hpp"

namespace moonflower::skud_paisho {

void State::legal_moves(Moves& moves) const {
    moves.clear();
    switch (phase_) {
        case Phase::kHostAccents:
        case Phase::kGuestAccents:  // SP-8, SP-11
            for (int i = 0; i < kAccentChoices; ++i) moves.push_back(Play::accents(i).move());
            return;
        case Phase::kStart:  // SP-12
            for (int kind = 0; kind < kBasicKinds; ++kind)
                moves.push_back(Play::plant(kind_of(kind), kSouthGate).move());
            return;
        case Phase::kBase: {
            for (int kind = 0; kind < kBasicKinds; ++kind) {  // SP-14
                if (reserves_[mover()].count[kind] == 0) continue;
                for (const Point gate : kGatePoints)
                    if (board_.is_free(gate))
                        moves.push_back(Play::plant(kind_of(kind), gate).move());
            }
            const Arranger arranger = this->arranger();
            arranger.for_each_flower([&](Kind /*kind*/, Point from) {
                arranger.targets(from).for_each(
                    [&](Point to) { moves.push_back(Play::arrange(from, to).move()); });
            });
            return;
        }
        case Phase::kBonus:
            moves.push_back(Play::decline().move());  // SP-39
            for_each_bonus(board_, reserves_[mover()], mover(),
                           [&](const Bonus& bonus) { moves.push_back(Play::of(bonus).move()); });
            return;
        case Phase::kOver:
            return;
    }
}

std::uint64_t State::count_turns() const {
    if (phase_ != Phase::kBase) {
        Moves moves;
        legal_moves(moves);
        return moves.size();
    }
    const Seat mover = this->mover();
    int count = reserves_[mover].basic_kinds() * board_.free_gates();
    const Arranger arranger = this->arranger();
    arranger.for_each_flower([&](Kind /*kind*/, Point from) {
        const Landings landings = arranger.landings(from);
        count += landings.all.count();
        landings.earning.for_each([&](Point to) {
            Board after = board_;
            after.move(from, to);
            count += count_bonuses(after, reserves_[mover], mover);
        });
    });
    return static_cast<std::uint64_t>(count);
}

void State::apply(Move move) {
    const Play play = Play::of(move);
    assert(!is_over());
    if (phase_ < Phase::kBase) return apply_opening(play);
    if (play.declines_first) finish_turn();  // SP-57
    if (play.has_base()) apply_base(play);
    if (play.has_bonus()) play_bonus(board_, reserves_[mover()], mover(), play.bonus());
    if (play.has_bonus() || play.declines()) finish_turn();
}

void State::apply_opening(const Play& play) {
    if (phase_ == Phase::kStart) {  // SP-12: one of each player's own copies
        for (Seat seat = 0; seat < kPlayers; ++seat) {
            reserves_[seat].take(play.planted());
            board_.put(seat == kGuest ? kSouthGate : kNorthGate, make_tile(seat, play.planted()));
        }
        phase_ = Phase::kBase;
        return;
    }
    assert(play.is_accents());
    for (int i = 0; i < kAccentKinds; ++i)
        reserves_[mover()].count[kFlowerKinds + i] = kChoices[play.at][i];
    phase_ = phase_ == Phase::kHostAccents ? Phase::kGuestAccents : Phase::kStart;
}

void State::apply_base(const Play& play) {
    assert(phase_ == Phase::kBase);
    if (play.is_plant()) {
        reserves_[mover()].take(play.planted());
        board_.put(play.to, make_tile(mover(), play.planted()));
        return finish_turn();
    }
    assert(arranger().targets(play.from).has(play.to));
    const bool earned = earns_bonus(board_, play.from, play.to);
    board_.move(play.from, play.to);
    if (!earned) return finish_turn();
    phase_ = Phase::kBonus;
}

void State::finish_turn() {
    ++ply_;
    phase_ = Phase::kBase;
    settle();
}

// SP-61: the end is tested once, after the whole turn, in this order.
void State::settle() {
    const bool guest = has_ring(board_, kGuest);
    const bool host = has_ring(board_, kHost);
    if (guest || host)  // SP-41: whoever made the turn
        return end_game(End::kRing, guest && host ? kNobody : guest ? kGuest : kHost);
    if (reserves_[kGuest].basics() == 0 || reserves_[kHost].basics() == 0) {  // SP-42
        const int lead = midline_count(board_, kGuest) - midline_count(board_, kHost);
        return end_game(End::kMidline, lead == 0 ? kNobody : lead > 0 ? kGuest : kHost);
    }
    if (is_stuck())  // SP-46
        return end_game(End::kStuck, rules_.stuck_loses ? 1 - mover() : kNobody);
    if (ply_ == rules_.max_plies) end_game(End::kPlies, kNobody);  // SP-48
}

void State::end_game(End end, Seat winner) {
    phase_ = Phase::kOver;
    end_ = end;
    winner_ = static_cast<std::uint8_t>(winner);
}

bool State::is_stuck() const {
    if (board_.free_gates() > 0) return false;  // a reserve without basic flowers ended the game
    const Arranger arranger = this->arranger();
    for (int kind = 0; kind < kFlowerKinds; ++kind)
        for (const Point from : board_.flowers(mover(), kind_of(kind)))
            if (!arranger.targets(from).empty()) return false;
    return true;
}

std::uint64_t State::key(int ply) const {
    std::uint64_t reserves = 0;
    for (const Reserve& reserve : reserves_)
        for (const std::uint8_t count : reserve.count) reserves = reserves << 2 | count;
    const auto bits = [](auto value, int shift) {
        return static_cast<std::uint64_t>(value) << shift;
    };
    return Hasher()
        .add(board_.key())
        .add(reserves | bits(phase_, 48) | bits(end_, 52) | bits(winner_, 56) | bits(mover(), 60))
        .add(bits(ply, 0) | bits(rules_.max_plies, 16) | bits(rules_.stuck_loses, 32) |
             bits(rules_.gate_walk, 33))
        .value();
}

std::array<int, kMaxSeats> State::scores() const {
    return {midline_count(board_, kGuest), midline_count(board_, kHost)};
}

// --- invariants, also asked of positions from outside (SP-67)

std::string State::check() const {
    if (const std::string_view broken = board_.broken(); !broken.empty())
        return std::string(broken);
    if (phase_ < Phase::kBase) return broken_opening();
    if (std::string broken = broken_reserves(); !broken.empty()) return broken;
    return broken_phase();
}

std::string State::broken_opening() const {
    if (board_ != Board{}) return "tiles stand on the board before the start flower";
    if (ply_ != 0) return "turns were played before the start flower";
    const int chosen = phase_ == Phase::kStart ? 2 : phase_ == Phase::kGuestAccents ? 1 : 0;
    for (Seat seat = 0; seat < kPlayers; ++seat) {
        const bool has_chosen = seat == kHost ? chosen >= 1 : chosen == 2;
        const Reserve& reserve = reserves_[seat];
        for (int kind = 0; kind < kKinds; ++kind)
            if (kind < kFlowerKinds || !has_chosen ? reserve.count[kind] != kCopies[kind]
                                                   : reserve.count[kind] > kCopies[kind])
                return "a reserve does not fit the opening";
        if (has_chosen && reserve.accents() != kAccentsChosen)
            return "a reserve does not hold four accents";
    }
    return "";
}

std::string State::broken_reserves() const {
    std::array<std::array<int, kKinds>, kPlayers> tiles{};
    for (Seat seat = 0; seat < kPlayers; ++seat)
        for (int kind = 0; kind < kKinds; ++kind) tiles[seat][kind] = reserves_[seat].count[kind];
    for (Point p = 0; p < kPoints; ++p)
        if (!board_.is_free(p)) ++tiles[tile_owner(board_.at(p))][index(tile_kind(board_.at(p)))];
    for (const auto& owned : tiles) {
        int accents = 0;
        for (int kind = 0; kind < kKinds; ++kind) {
            if (owned[kind] > kCopies[kind])
                return "a player has too many tiles " + std::string(kCodes[kind]);
            if (kind >= kFlowerKinds) accents += owned[kind];
        }
        if (accents > kAccentsChosen) return "a player has more than four accents";
    }
    return "";
}

std::string State::broken_phase() const {
    if (ply_ > rules_.max_plies) return "more plies were played than max_plies allows";
    if (phase_ == Phase::kBonus) {
        if (ply_ == rules_.max_plies) return "the game ended at max_plies";
        if (reserves_[kGuest].basics() == 0 || reserves_[kHost].basics() == 0)
            return "the game ended when a reserve ran out of basic flowers";
        bool harmony = false;
        for_each_harmony(board_, mover(), [&](const Harmony&) { harmony = true; });
        return harmony ? "" : "a bonus is open though its player has no harmony";
    }
    if (is_over() && ply_ == 0) return "no game is over before its first turn";
    State again = *this;
    again.phase_ = Phase::kBase;
    again.end_ = End::kNone;
    again.winner_ = kNobody;
    again.settle();
    if (again == *this) return "";
    return again.is_over() ? "the game is over by these tiles, otherwise than the phase says"
                           : "the game is not over by these tiles";
}

}  // namespace moonflower::skud_paisho
