#include "games/terraflip/check.hpp"

#include <numeric>

namespace moonflower::terraflip {
namespace {

std::string colour_name(Colour colour) { return std::string(1, kColourLetters[colour]); }

bool hides_hand(const Position& position, Seat seat, std::optional<Seat> viewer) {
    if (position.rules.hand == HandMode::kBlind) return true;
    return position.rules.hand == HandMode::kKnown && viewer && *viewer != seat;
}

// TF-1, TF-8: no more tiles than the set holds.
std::string set_fault(const Position& position, Seat seat, std::optional<Seat> viewer) {
    const std::string who = "colour " + colour_name(position.rules.colour(seat));
    const Hand& hand = position.hand(seat);
    const Cells board = position.placed[static_cast<std::size_t>(seat)];
    const int terrain = (board & position.terrain).count() + hand.terrain;
    if (terrain > kTerrainTiles)
        return who + " has " + std::to_string(terrain) +
               " terrain tiles on the board and in hand; a set holds 9";
    for (std::size_t kind = 0; kind < kSpecials; ++kind)
        if (position.specials[static_cast<std::size_t>(seat)][kind] != kNoCell &&
            hand.has(static_cast<Special>(kind)))
            return who + " has tile " + std::string(1, kSpecialLetters[kind]) +
                   " on the board and in hand; a set holds one";
    const auto left = position.unseen_backs(seat);
    for (Colour back = 0; back < kColours; ++back)
        if (left[back] < hand.backs[back])
            return who + " has more tiles backed by " + colour_name(back) + " than the " +
                   std::to_string(position.rules.backs[position.rules.colour(seat)][back]) +
                   " of its set; the option backs says how many there are";
    const int backs = std::accumulate(hand.backs.begin(), hand.backs.end(), 0);
    if (backs != (hides_hand(position, seat, viewer) ? 0 : hand.terrain))
        return who +
               " has a hand written with the wrong secrecy; a hand is written by its backs "
               "(F3M2) to those who know them and as a number (T5) to the others";
    if (hand.spies > kSpies)
        return who + " has " + std::to_string(hand.spies) + " spies; a set holds 3";
    return "";
}

// TF-47: a letter under a tile stands where the reader knows it, "?" where he does not.
std::string knowledge_fault(const Position& position, std::optional<Seat> viewer) {
    for (const Cell cell : position.terrain) {
        const bool known = position.underside(cell) != kNoColour;
        const unsigned mask = position.mask(cell);
        const Colour owner = position.rules.colour(position.owner(cell));
        if (viewer) {
            if (known != ((mask >> *viewer & 1U) != 0))
                return "tile " + cell_name(cell) +
                       " and its mask do not agree on what the seat knows; a view shows the "
                       "undersides whose mask names its seat and \"?\" for the others";
        } else if (!known && !position.undrawn(cell)) {
            return "tile " + cell_name(cell) +
                   " has no underside; \"?\" is accepted in views, and with hand=blind where "
                   "nobody knows it (mask 0)";
        }
        const bool own_face = position.shows[owner].has(cell);
        if (!own_face && (known ? position.underside(cell) != owner : !viewer))
            return "tile " + cell_name(cell) +
                   " does not have its owner's colour on either face; one of them is";
    }
    return "";
}

std::string phase_fault(const Position& position) {
    const Hand& hand = position.hand(position.mover);
    const auto special = [&](Special kind) {
        return position.specials[position.mover][static_cast<std::size_t>(kind)];
    };
    bool holds = true;
    switch (position.phase) {
        case Phase::kPlace:
            if (hand.empty()) return "the seat to place has no tile; a seat with tiles is accepted";
            break;
        case Phase::kLine:
            holds = position.shows[position.rules.colour(position.mover)].has(position.origin);
            break;
        case Phase::kCamp:
            holds = special(Special::kCamp) == position.origin;
            break;
        case Phase::kCatapult:
            holds = special(Special::kCatapult) == position.origin;
            break;
        case Phase::kTurning:
            holds = position.adverse().has(position.origin) && position.undrawn(position.origin);
            break;
        case Phase::kOver:
            for (const Hand& each : position.hands)
                if (!each.empty())
                    return "the game is over while a hand holds tiles; empty hands are accepted";
            break;
        case Phase::kEnd:
            break;
    }
    if (!holds)
        return "phase " + std::string(1, kPhaseLetters[static_cast<std::size_t>(position.phase)]) +
               " has the wrong origin " + cell_name(position.origin) +
               "; accepted: L at a tile of the mover's colour, C at his camp, X at his catapult, F "
               "at an adverse tile whose underside is not drawn";
    return "";
}

std::string spied_fault(const Position& position) {
    if (position.spied == kNoCell) return "";
    const bool in_time = position.phase == Phase::kPlace ||
                         (position.rules.spy == SpyTime::kAny &&
                          position.phase != Phase::kTurning && position.phase != Phase::kOver);
    if (in_time && position.terrain.has(position.spied) && position.undrawn(position.spied))
        return "";
    return "a spy looks at " + cell_name(position.spied) +
           "; accepted: with hand=blind a terrain tile whose underside is not drawn";
}

}  // namespace

std::string fault_in(const Position& position, std::optional<Seat> viewer) {
    // TF-60: a tile that touches nothing is a slip of the pen; a group apart may be set up.
    const Cells all = position.occupied();
    const Cells alone = all - touching(all) - Cells::of(kCastle);
    if (!alone.empty())
        return "tile " + cell_name(alone.first()) +
               " is unconnected, it touches neither a tile nor the castle; connected tiles are "
               "accepted";
    for (Seat seat = 0; seat < position.rules.players; ++seat)
        if (std::string fault = set_fault(position, seat, viewer); !fault.empty()) return fault;
    if (std::string fault = knowledge_fault(position, viewer); !fault.empty()) return fault;
    if (std::string fault = phase_fault(position); !fault.empty()) return fault;
    return spied_fault(position);
}

}  // namespace moonflower::terraflip
