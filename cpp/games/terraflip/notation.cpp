#include "games/terraflip/notation.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower::terraflip {
namespace {

constexpr std::string_view kTokens =
    "accepted: TF@e6, T?@e6, T@e6, T@e6=F, H@e6, C@e6, X@e6, F:e6, X:e6>f7, S:e6 (a face may "
    "follow "
    "as =D), *=D, *=? and .";

[[noreturn]] void refuse_token(std::string_view text, const std::string& why) {
    throw ParseError("terraflip: " + quoted(text) + " " + why + "; " + std::string(kTokens));
}

// Takes a token apart from the left.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text), rest_(text) {}

    [[nodiscard]] bool done() const { return rest_.empty(); }
    [[nodiscard]] bool takes(char c) {
        if (rest_.empty() || rest_[0] != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char c) {
        if (!takes(c)) refuse_token(text_, "is no move");
    }
    [[nodiscard]] Colour colour() {
        const auto found = rest_.empty() ? std::nullopt : colour_of(rest_[0]);
        if (!found) refuse_token(text_, "has no colour where one belongs");
        rest_.remove_prefix(1);
        return *found;
    }
    [[nodiscard]] Cell cell() {
        std::size_t size = rest_.empty() ? 0 : 1;
        while (size < rest_.size() && rest_[size] >= '0' && rest_[size] <= '9') ++size;
        const auto found = cell_named(rest_.substr(0, size));
        if (!found) refuse_token(text_, "names no cell of the board");
        rest_.remove_prefix(size);
        return *found;
    }

private:
    std::string_view text_;
    std::string_view rest_;
};

Token read_terrain(Scanner& scan) {
    Token token{.kind = Kind::kTerrain};
    token.masked = scan.takes('?');
    if (!token.masked && !scan.takes('@')) {
        token.back = scan.colour();
        scan.expect('@');
    } else if (token.masked) {
        scan.expect('@');
    }
    token.cell = scan.cell();
    return token;
}

Token read_catapult(Scanner& scan) {
    Token token{.kind = Kind::kCatapult};
    if (scan.takes('@')) {
        token.cell = scan.cell();
        return token;
    }
    scan.expect(':');
    token.kind = Kind::kThrow;
    token.cell = scan.cell();
    scan.expect('>');
    token.to = scan.cell();
    return token;
}

Token read_on_cell(Scanner& scan, Kind kind, char separator) {
    scan.expect(separator);
    return {.kind = kind, .cell = scan.cell()};
}

Token read_draw(Scanner& scan) {
    Token token{.kind = Kind::kDraw};
    scan.expect('=');
    token.masked = scan.takes('?');
    if (!token.masked) token.shown = scan.colour();
    return token;
}

Token read_start(Scanner& scan, std::string_view text) {
    if (scan.takes('.')) return {};
    if (scan.takes('T')) return read_terrain(scan);
    if (scan.takes('X')) return read_catapult(scan);
    if (scan.takes('H')) return read_on_cell(scan, Kind::kRider, '@');
    if (scan.takes('C')) return read_on_cell(scan, Kind::kCamp, '@');
    if (scan.takes('F')) return read_on_cell(scan, Kind::kFlip, ':');
    if (scan.takes('S')) return read_on_cell(scan, Kind::kSpy, ':');
    if (scan.takes('*')) return read_draw(scan);
    refuse_token(text, "is no move");
}

bool takes_face(const Token& token) {
    return token.kind == Kind::kFlip || token.kind == Kind::kThrow || token.kind == Kind::kSpy ||
           (token.kind == Kind::kTerrain && token.back == kNoColour && !token.masked);
}

bool can_place(const Position& position, const Step& step) {
    const Hand& hand = position.hand(position.mover);
    if (position.phase != Phase::kPlace) return false;
    switch (step.kind) {
        case Kind::kRider:
            return hand.has(Special::kRider) &&
                   position.open_cells(position.rules.limit + 1).has(step.cell);
        case Kind::kCamp:
            if (!hand.has(Special::kCamp)) return false;
            break;
        case Kind::kCatapult:
            if (!hand.has(Special::kCatapult)) return false;
            break;
        default:
            if (hand.terrain == 0) return false;
            if (position.rules.hand != HandMode::kBlind && step.colour != kNoColour &&
                hand.backs[step.colour] == 0)
                return false;
    }
    return position.open_cells(position.rules.limit).has(step.cell);
}

// The draw at a chance turn.
Move read_chance(const Position& position, const Token& token, std::string_view text) {
    if (token.kind != Kind::kDraw) refuse_move(position, text, "chance is on turn");
    if (token.masked) refuse_move(position, text, "the drawn face is missing");
    const Step step{Kind::kDraw, kNoCell, kNoCell, token.shown};
    if (!is_legal(position, step)) refuse_move(position, text, "no such back is left");
    return step.move();
}

Move read_placement(const Position& position, const Token& token, std::string_view text) {
    if (token.masked) refuse_move(position, text, "the back is missing");
    const bool blind = position.rules.hand == HandMode::kBlind;
    if (blind && token.back != kNoColour)
        refuse_move(position, text, "with hand=blind nobody chooses a back");
    if (!blind && token.back == kNoColour) refuse_move(position, text, "the back is missing");
    const Step step{Kind::kTerrain, token.cell, kNoCell, blind ? token.shown : token.back};
    if (!is_legal(position, step)) refuse_move(position, text);
    return step.move();
}

// Whose tile is looked at or turned; a throw is still at its old place.
Move read_look(const Position& position, const Token& token, std::string_view text) {
    Step step{token.kind, token.cell, token.to};
    if (!is_legal(position, step)) refuse_move(position, text);
    if (token.shown == kNoColour) return step.move();
    const Colour under = position.underside(token.cell);
    if (under != kNoColour) {
        if (under != token.shown) refuse_move(position, text, "the underside is another");
        return step.move();
    }
    if (!position.undrawn(token.cell))
        refuse_move(position, text, "its underside is not known here");
    if (position.unseen_backs(position.owner(token.cell))[token.shown] <= 0)
        refuse_move(position, text, "no such back is left");
    step.colour = token.shown;
    return step.move();
}

}  // namespace

Token read_token(std::string_view text) {
    Scanner scan(text);
    Token token = read_start(scan, text);
    if (takes_face(token) && scan.takes('=')) token.shown = scan.colour();
    if (!scan.done()) refuse_token(text, "goes on after its end");
    return token;
}

bool is_legal(const Position& position, const Step& step) {
    if (step.kind == Kind::kDraw) {
        if (!position.turn().is_chance() || step.colour >= kColours) return false;
        const Cell cell = position.spied != kNoCell ? position.spied : position.origin;
        return position.unseen_backs(position.owner(cell))[step.colour] > 0;
    }
    if (!position.turn().is_seat()) return false;
    switch (step.kind) {
        case Kind::kEndTurn:
            return position.phase != Phase::kPlace;
        case Kind::kFlip:
            return position.flips().has(step.cell);
        case Kind::kSpy:
            return position.spy_targets().has(step.cell);
        case Kind::kThrow:
            return position.phase == Phase::kCatapult &&
                   (touching(position.origin) & position.adverse()).has(step.cell) &&
                   position.landings(step.cell).has(step.to);
        case Kind::kTerrain:
            // A back written down in advance must still be there (TF-51).
            if (position.rules.hand == HandMode::kBlind && step.colour != kNoColour &&
                position.unseen_backs(position.mover)[step.colour] <= 0)
                return false;
            return can_place(position, step);
        default:
            return can_place(position, step);
    }
}

Move read_move(const Position& position, std::string_view text) {
    const Token token = read_token(text);
    if (position.turn().is_over()) refuse_move(position, text);
    if (position.turn().is_chance()) return read_chance(position, token, text);
    switch (token.kind) {
        case Kind::kDraw:
            refuse_move(position, text, "chance is not on turn");
        case Kind::kTerrain:
            return read_placement(position, token, text);
        case Kind::kFlip:
        case Kind::kThrow:
        case Kind::kSpy:
            return read_look(position, token, text);
        default: {
            const Step step{token.kind, token.cell};
            if (!is_legal(position, step)) refuse_move(position, text);
            return step.move();
        }
    }
}

std::string move_text(const Position& position, Move move) {
    const Step step = Step::of(move);
    const std::string face =
        step.colour == kNoColour ? "" : std::string("=") + kColourLetters[step.colour];
    switch (step.kind) {
        case Kind::kEndTurn:
            return ".";
        case Kind::kCamp:
            return "C@" + cell_name(step.cell);
        case Kind::kRider:
            return "H@" + cell_name(step.cell);
        case Kind::kCatapult:
            return "X@" + cell_name(step.cell);
        case Kind::kFlip:
            return "F:" + cell_name(step.cell) + face;
        case Kind::kSpy:
            return "S:" + cell_name(step.cell) + face;
        case Kind::kThrow:
            return "X:" + cell_name(step.cell) + ">" + cell_name(step.to) + face;
        case Kind::kDraw:
            return "*" + face;
        case Kind::kTerrain:
            if (position.rules.hand == HandMode::kBlind) return "T@" + cell_name(step.cell) + face;
            return std::string("T") + kColourLetters[step.colour] + "@" + cell_name(step.cell);
    }
    return "";
}

void refuse_move(const Position& position, std::string_view text, const std::string& why) {
    constexpr std::size_t kMostShown = 8;
    std::string accepted;
    if (position.turn().is_over()) {
        accepted = "the game is over";
    } else if (position.turn().is_chance()) {
        accepted = "accepted: the draw of a back, such as *=D";
    } else {
        MoveList moves;
        list_moves(position, moves);
        accepted = "accepted:";
        std::size_t shown = 0;
        for (const Move move : moves) {
            const bool is_secret = Step::of(move).kind == Kind::kTerrain;  // names a tile of a hand
            if (is_secret || shown == kMostShown) continue;
            accepted += " " + move_text(position, move);
            ++shown;
        }
        accepted += shown == 0 ? " a move of the seat on turn" : " and others";
    }
    throw IllegalMoveError("terraflip: " + quoted(text) + " cannot be played" +
                           (why.empty() ? "" : ", " + why) + "; " + accepted);
}

}  // namespace moonflower::terraflip
