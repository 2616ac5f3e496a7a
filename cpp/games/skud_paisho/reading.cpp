// Moves of a position as text: State::format and State::parse_move.
#include "core/error.hpp"
#include "core/text.hpp"
#include "games/skud_paisho/notation.hpp"
#include "games/skud_paisho/state.hpp"

namespace moonflower::skud_paisho {

// Finds the move a token stands for at a position, or says why it is refused.
class MoveReader {
public:
    MoveReader(const State& state, std::string_view text) : text_(text), state_(state) {}

    Move read() {
        turn_ = read_turn(text_);
        if (state_.is_over()) refuse("cannot be played", "the game is over");
        if (names_host_start()) return Play::nothing().move();
        if (state_.mid_turn() && (turn_.play.has_base() || turn_.prefix)) decline_open_bonus();
        check_prefix();
        Play& play = turn_.play;
        if (state_.phase() < Phase::kBase)
            check_opening(play);
        else if (play.is_accents())
            refuse("chooses accents", "they were chosen before the start flower");
        else if (play.has_base())
            check_turn(play);
        else
            check_bonus(play);
        return play.move();
    }

private:
    [[noreturn]] void refuse(const std::string& why, const std::string& accepted) const {
        throw IllegalMoveError("skud_paisho: " + quoted(text_) + " " + why + "; " + accepted);
    }
    [[nodiscard]] Seat mover() const { return state_.mover(); }
    [[nodiscard]] const Board& board() const { return state_.board(); }

    // SP-59: "1H.R3(0,8)" behind the Guest's start flower repeats what happened.
    [[nodiscard]] bool names_host_start() const {
        if (!turn_.prefix || turn_.prefix->number != 1 || turn_.prefix->seat != kHost) return false;
        const bool first_turn = state_.phase() == Phase::kBase && state_.ply() == 0;
        if (!first_turn || !turn_.play.is_plant() || turn_.play.to != kNorthGate ||
            board().at(kNorthGate) != make_tile(kHost, turn_.play.planted()))
            refuse("is not the start flower of the host", "it repeats the guest's at (0,8)");
        return true;
    }

    // SP-57: a token that begins another turn declines the open bonus.
    void decline_open_bonus() {
        state_.finish_turn();
        if (state_.is_over())
            refuse("comes after the end of the game", "with the open bonus declined it is over");
        turn_.play.declines_first = true;
    }

    void check_prefix() const {  // SP-51, SP-59
        if (!turn_.prefix) return;
        const std::string label =
            std::to_string(turn_.prefix->number) + kSeatLetters[turn_.prefix->seat];
        if (label != state_.turn_label())
            refuse("has the wrong number or seat", "this turn is " + state_.turn_label());
    }

    void check_opening(const Play& play) const {
        if (state_.phase() != Phase::kStart) {
            if (!play.is_accents())
                refuse("is no choice of accents", "four of R R W W K K B B are accepted");
        } else if (!play.is_plant() || play.to != kSouthGate) {  // SP-12
            refuse("is no start flower", "a basic flower at (0,-8) is accepted");
        }
    }

    void check_turn(Play& play) const {
        if (play.is_plant()) return check_plant(play);
        check_arrange(play);
        const bool earned = earns_bonus(board(), play.from, play.to);
        if (play.has_bonus()) {
            if (!earned) refuse("has a bonus", "this arrange makes no new harmony");  // SP-31
            State after = state_;
            after.apply_base(play);
            explain_bonus(after, play.bonus());
        } else if (earned && turn_.is_whole) {
            play.said = Play::decline().said;
        }
    }

    void check_plant(const Play& play) const {  // SP-14
        if (state_.reserve(mover()).of(play.planted()) == 0)
            refuse("plants a flower that is not in reserve", "flowers of the reserve are accepted");
        if (!is_gate(play.to)) refuse("plants outside the gates", "empty gates are accepted");
        if (!board().is_free(play.to)) refuse("plants in a full gate", "empty gates are accepted");
    }

    void check_arrange(const Play& play) const {
        const Tile tile = board().at(play.from);
        if (tile == kNoTile || tile_owner(tile) != mover() || is_accent(tile_kind(tile)))
            refuse("does not start from a flower of the player on turn",
                   "own flowers may be arranged");
        if (board().is_trapped(play.from, mover()))  // SP-19
            refuse("moves a trapped flower", "an enemy orchid next to it holds it");
        if (!state_.arranger().targets(play.from).has(play.to))
            refuse("is no legal arrange", why_not(play));
    }

    // What is wrong with an arrange that is not on the list.
    [[nodiscard]] std::string why_not(const Play& play) const {
        const Kind kind = tile_kind(board().at(play.from));
        if (is_gate(play.to)) return "a flower may not stop in a gate";
        if (!may_stop(kind, play.to)) return "this flower may not stop in the other garden";
        if (!board().is_free(play.to) && (tile_owner(board().at(play.to)) == mover() ||
                                          is_accent(tile_kind(board().at(play.to)))))
            return "the end point is taken";
        Board after = board();
        if (play.from != play.to) after.move(play.from, play.to);
        if (after.has_clash()) return "two flowers would clash";
        return "the end point must be free or capturable and within " +
               std::to_string(kDistance[index(kind)]) + " steps over empty points";
    }

    void check_bonus(const Play& play) const {
        if (!state_.mid_turn()) refuse("cannot be played", "no bonus is open");
        if (!play.declines()) explain_bonus(state_, play.bonus());
    }

    void explain_bonus(const State& state, const Bonus& bonus) const {
        const Reserve& reserve = state.reserve(mover());
        if (is_legal(state.board(), reserve, mover(), bonus)) return;
        if (reserve.of(bonus.kind) == 0)
            refuse("plays a tile that is not in reserve", "tiles of the reserve are accepted");
        if (is_basic(bonus.kind) && state.board().grows(mover()))
            refuse("plants a basic flower", "a bonus does so only without own tiles in gates");
        if (is_flower(bonus.kind)) refuse("cannot be played", "empty gates take flowers");
        if (bonus.kind == Kind::kBoat)
            refuse("cannot be played",
                   "a boat takes an accent, or sends a flower to a free point around it where it "
                   "may stop, and leaves no clash");
        if (bonus.kind == Kind::kWheel)
            refuse("cannot be played",
                   "a wheel takes a free point, turns no rock and nothing from or into a gate, off "
                   "the board or into the other garden, and leaves no clash");
        refuse("cannot be played", "accents take free points outside the gates");
    }

    std::string_view text_;
    State state_;
    TurnText turn_;
};

Move State::parse_move(std::string_view text) const { return MoveReader(*this, text).read(); }

std::string State::format(Move move) const {
    const Play play = Play::of(move);
    if (play.has_base() || play.said != 0) return play_text(play);
    return "1H." + std::string(code(tile_kind(board_.at(kNorthGate)))) + point_text(kNorthGate);
}

std::string State::turn_label() const {
    if (phase_ == Phase::kHostAccents) return "0H";
    if (phase_ == Phase::kGuestAccents) return "0G";
    if (phase_ == Phase::kStart) return "1G";
    return std::to_string(ply_ / 2 + 2) + kSeatLetters[mover()];
}

}  // namespace moonflower::skud_paisho
