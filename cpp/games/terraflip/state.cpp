#include "games/terraflip/state.hpp"

#include "games/terraflip/check.hpp"
#include "games/terraflip/drawing.hpp"
#include "games/terraflip/position_text.hpp"

namespace moonflower::terraflip {

void State::apply(Move move) {
    assert(is_legal(position_, Step::of(move)));
    position_.apply(move);
}

std::array<int, kMaxSeats> State::scores() const {
    std::array<int, kMaxSeats> totals{};
    for (Seat seat = 0; seat < seats(); ++seat)
        totals[static_cast<std::size_t>(seat)] = position_.total(seat);
    return totals;
}

// TF-45, TF-46, TF-50, TF-51: what is public is written out, what is private only to its owner.
std::string State::seen_by(Seat seat, Move move) const {
    Step step = Step::of(move);
    const bool own = position_.mover == seat;
    std::string token = format(move);
    switch (step.kind) {
        case Kind::kTerrain:
            if (rules().hand == HandMode::kBlind) return "T@" + cell_name(step.cell);
            return own || rules().hand == HandMode::kOpen ? token : "T?@" + cell_name(step.cell);
        case Kind::kFlip:
        case Kind::kThrow:
            step.colour = step.colour == kNoColour ? position_.underside(step.cell) : step.colour;
            return format(step.move());
        case Kind::kSpy: {
            const bool drawn = step.colour != kNoColour || !position_.undrawn(step.cell);
            if (step.colour == kNoColour && own) step.colour = position_.underside(step.cell);
            if (own) return format(step.move());
            step.colour = kNoColour;
            // To the others an underside nobody has seen is drawn now, whether it was or not.
            return format(step.move()) +
                   (drawn && position_.looks_undrawn(step.cell) ? " *=?" : "");
        }
        case Kind::kDraw:
            return position_.spied != kNoCell && !own ? "*=?" : token;
        default:
            return token;
    }
}

std::string State::text() const { return position_text(position_); }

State State::parse(std::string_view text, const Rules& rules) {
    return State(read_position(text, rules, std::nullopt));
}

std::string State::public_text() const { return position_text(veiled(position_, std::nullopt)); }

std::string State::check() const {
    Cells shown;
    Cells under;
    Cells placed;
    int tiles = 0;
    int undersides = 0;
    int sets = 0;
    for (std::size_t i = 0; i < kColours; ++i) {
        shown |= position_.shows[i];
        under |= position_.under[i];
        placed |= position_.placed[i];
        tiles += position_.shows[i].count();
        undersides += position_.under[i].count();
        sets += position_.placed[i].count();
        if (!position_.knows[i].within(position_.terrain)) return "a seat knows an empty cell";
    }
    if (tiles != shown.count() || sets != placed.count() || undersides != under.count())
        return "two tiles on one cell";
    if (shown != placed || !under.within(position_.terrain) || !position_.terrain.within(shown))
        return "faces, undersides and owners do not lie on the same cells";
    return fault_in(position_, std::nullopt);
}

std::string State::drawing() const { return draw_board(position_); }

// Dozens of places for a tile, most of them beside the point: the weights go first.
SearchHints State::search_hints(const Rules& /*rules*/) {
    SearchHints hints;
    hints.selection = Selection::kPuct;
    hints.decisions_percent = 110;
    return hints;
}

}  // namespace moonflower::terraflip
