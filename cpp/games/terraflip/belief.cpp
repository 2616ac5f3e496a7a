#include "games/terraflip/belief.hpp"

#include <numeric>

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/terraflip/drawing.hpp"
#include "games/terraflip/position_text.hpp"
#include "games/terraflip/state.hpp"

namespace moonflower::terraflip {
namespace {

using Counts = std::array<int, kColours>;

int sum(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }

Colour draw_back(Counts& left, int total, Rng& rng) {
    auto ticket = static_cast<int>(rng.below(static_cast<std::uint32_t>(total)));
    Colour back = 0;
    for (; ticket >= left[back]; ++back) ticket -= left[back];
    --left[back];
    return back;
}

// One way to deal a seat's unknown backs: its tiles on the board in board order, then its hand.
struct Deal {
    std::array<Colour, kTerrainTiles> backs{};
    BackCounts hand{};
    double share = 1.0;  // in how many ways nine different tiles can be dealt like this
};

// Lists the deals of one seat.
class Dealer {
public:
    Dealer(Counts left, std::size_t slots, int hand, std::size_t limit)
        : left_(left), slots_(slots), hand_(hand), limit_(limit) {}

    // False when there are more than the limit.
    bool list() {
        fill_slot(0);
        return deals_.size() <= limit_;
    }
    [[nodiscard]] const std::vector<Deal>& deals() const { return deals_; }

private:
    void fill_slot(std::size_t slot) {
        if (deals_.size() > limit_) return;
        if (slot == slots_) return fill_hand(0, hand_);
        for (Colour back = 0; back < kColours; ++back) {
            if (left_[back] == 0) continue;
            const double share = deal_.share;
            deal_.share *= left_[back]--;
            deal_.backs[slot] = back;
            fill_slot(slot + 1);
            ++left_[back];
            deal_.share = share;
        }
    }

    void fill_hand(Colour back, int missing) {
        if (back == kColours) {
            if (missing == 0) deals_.push_back(deal_);
            return;
        }
        const double share = deal_.share;
        double ways = 1.0;  // binomial: `count` of those left
        for (int count = 0; count <= left_[back] && count <= missing; ++count) {
            deal_.share = share * ways;
            deal_.hand[back] = static_cast<std::uint8_t>(count);
            fill_hand(static_cast<Colour>(back + 1), missing - count);
            ways = ways * (left_[back] - count) / (count + 1);
        }
        deal_.hand[back] = 0;
        deal_.share = share;
    }

    Counts left_;
    std::size_t slots_;
    int hand_;
    std::size_t limit_;
    Deal deal_;
    std::vector<Deal> deals_;
};

}  // namespace

Position veiled(const Position& position, std::optional<Seat> seat) {
    Position known = position;
    Cells seen = position.terrain;
    for (Seat other = 0; other < position.rules.players; ++other)
        if (!seat || *seat == other) seen &= position.knows[static_cast<std::size_t>(other)];
    for (Cells& undersides : known.under) undersides &= seen;
    if (position.rules.hand == HandMode::kKnown)
        for (Seat other = 0; other < position.rules.players; ++other)
            if (other != seat) known.hand(other).backs = {};
    return known;
}

void View::legal_moves(MoveList& moves) const {
    moves.clear();
    if (turn() == Turn::of(seat_)) list_moves(known_, moves);
}

Move View::parse_move(std::string_view text) const {
    if (turn() != Turn::of(seat_)) {
        static_cast<void>(read_token(text));
        throw IllegalMoveError("terraflip: " + quoted(text) + " cannot be played; " +
                               seat_name(seat_) + " is not on turn");
    }
    return read_move(known_, text);
}

std::string View::text() const { return position_text(known_); }

View View::parse(std::string_view text, Seat seat, const Rules& rules) {
    return {Known{}, read_position(text, rules, seat), seat};
}

std::string View::drawing() const { return draw_board(known_); }

// --- events

void View::observe(std::string_view text) {
    View next = *this;
    for (const std::string_view token : words(text)) next.follow(token);
    *this = next;
}

void View::follow(std::string_view text) {
    const Token token = read_token(text);
    if (token.kind == Kind::kDraw) return follow_draw(token, text);
    // TF-61: others need not be told that somebody's spy has seen something.
    if (known_.spied != kNoCell && known_.mover != seat_) known_.close_spy();
    switch (token.kind) {
        case Kind::kTerrain:
            return follow_terrain(token, text);
        case Kind::kFlip:
        case Kind::kThrow:
            return follow_turning(token, text);
        case Kind::kSpy:
            return follow_spy(token, text);
        default:
            known_.apply(read_move(known_, text));
    }
}

// TF-51
void View::follow_draw(const Token& token, std::string_view text) {
    const bool others_spy = known_.spied != kNoCell && known_.mover != seat_;
    if (!known_.turn().is_chance()) refuse_move(known_, text, "chance is not on turn");
    if (token.masked != others_spy)
        refuse_move(known_, text,
                    others_spy ? "only the spy's owner sees it, the others *=?"
                               : "the drawn face is missing");
    if (others_spy)
        known_.close_spy();
    else
        known_.apply(read_move(known_, text));
}

// TF-46: others see that a terrain tile was placed, not its back.
void View::follow_terrain(const Token& token, std::string_view text) {
    const bool hidden = known_.rules.hand == HandMode::kKnown && known_.mover != seat_;
    if (token.shown != kNoColour) refuse_move(known_, text, "a seat does not see the back");
    if (hidden != token.masked)
        refuse_move(known_, text,
                    hidden ? "a seat sees another's placement as T?@cell" : "the back is missing");
    if (!hidden) return known_.apply(read_move(known_, text));
    const Step step{Kind::kTerrain, token.cell};
    if (!is_legal(known_, step)) refuse_move(known_, text);
    known_.apply(step.move());
}

void View::follow_turning(const Token& token, std::string_view text) {
    const Step step{token.kind, token.cell, token.to};
    if (!is_legal(known_, step)) refuse_move(known_, text);
    if (known_.underside(token.cell) != kNoColour || known_.undrawn(token.cell))
        return known_.apply(read_move(known_, text));
    see_underside(token.cell, token.shown, text);
    known_.apply(step.move());
}

void View::follow_spy(const Token& token, std::string_view text) {
    const Step step{Kind::kSpy, token.cell};
    if (!is_legal(known_, step)) refuse_move(known_, text);
    if (known_.mover != seat_) {
        if (token.shown != kNoColour)
            refuse_move(known_, text, "only the spy's owner sees the underside");
    } else if (known_.undrawn(token.cell)) {
        return known_.apply(read_move(known_, text));
    } else {
        see_underside(token.cell, token.shown, text);
    }
    known_.apply(step.move());
}

void View::see_underside(Cell cell, Colour shown, std::string_view text) {
    if (shown == kNoColour)
        refuse_move(known_, text, "the face it shows is missing (" + std::string(text) + "=D)");
    const Seat owner = known_.owner(cell);
    const Colour colour = known_.rules.colour(owner);
    const bool possible =
        known_.face(cell) == colour ? unplaced_backs(owner)[shown] > 0 : shown == colour;
    if (!possible) refuse_move(known_, text, "no such back can be left");
    known_.fix(cell, shown);
}

// --- worlds (TF-48)

// The backs of a set that lie nowhere the seat can see: on its hidden tiles, in its hand.
Counts View::unplaced_backs(Seat owner) const {
    Counts left = known_.unseen_backs(owner);
    for (std::size_t back = 0; back < kColours; ++back)
        left[back] -= known_.hand(owner).backs[back];
    return left;
}

// The tiles of a set whose underside is fixed but not known to this seat. What is not drawn stays
// undrawn in a world.
Cells View::undealt(Seat owner) const {
    Cells cells = known_.placed[static_cast<std::size_t>(owner)] & known_.terrain &
                  known_.shows[known_.rules.colour(owner)];
    for (const Cells& undersides : known_.under) cells = cells - undersides;
    if (known_.rules.hand != HandMode::kBlind) return cells;
    Cells drawn;
    for (const Cells& seen : known_.knows) drawn |= seen;
    return cells & drawn;
}

// A tile that shows another colour than its owner's has the owner's underneath.
void View::settle_turned(Position& world) const {
    for (Seat owner = 0; owner < known_.rules.players; ++owner) {
        const Colour colour = known_.rules.colour(owner);
        world.under[colour] |= (known_.placed[static_cast<std::size_t>(owner)] & known_.terrain) -
                               known_.shows[colour];
    }
}

State View::sample(Rng& rng) const {
    Position world = known_;
    settle_turned(world);
    for (Seat owner = 0; owner < known_.rules.players; ++owner) {
        Counts left = unplaced_backs(owner);
        int total = sum(left);
        for (const Cell cell : undealt(owner)) world.fix(cell, draw_back(left, total--, rng));
        if (known_.rules.hand != HandMode::kKnown || owner == seat_) continue;
        Hand& hand = world.hand(owner);
        if (total == hand.terrain) {
            for (std::size_t back = 0; back < kColours; ++back)
                hand.backs[back] = static_cast<std::uint8_t>(left[back]);
        } else {
            for (int i = 0; i < hand.terrain; ++i) ++hand.backs[draw_back(left, total--, rng)];
        }
    }
    return State(world);
}

std::optional<std::vector<World<State>>> View::worlds(std::size_t limit) const {
    if (limit == 0) return std::nullopt;
    Position base = known_;
    settle_turned(base);
    std::vector<World<State>> all{{State(base), 1.0}};
    for (Seat owner = 0; owner < known_.rules.players; ++owner) {
        const Cells cells = undealt(owner);
        const bool deals_hand = known_.rules.hand == HandMode::kKnown && owner != seat_;
        Dealer dealer(unplaced_backs(owner), static_cast<std::size_t>(cells.count()),
                      deals_hand ? known_.hand(owner).terrain : 0, limit);
        if (!dealer.list() || dealer.deals().size() * all.size() > limit) return std::nullopt;
        std::vector<World<State>> grown;
        grown.reserve(dealer.deals().size() * all.size());
        for (const World<State>& world : all)
            for (const Deal& deal : dealer.deals()) {
                Position position = world.state.position();
                std::size_t slot = 0;
                for (const Cell cell : cells) position.fix(cell, deal.backs[slot++]);
                if (deals_hand) position.hand(owner).backs = deal.hand;
                grown.push_back({State(position), world.weight * deal.share});
            }
        all = std::move(grown);
    }
    return all;
}

}  // namespace moonflower::terraflip
