// Moves as codes, listed and drawn at random.
#pragma once

#include "core/rng.hpp"
#include "core/static_vector.hpp"
#include "core/types.hpp"
#include "games/terraflip/hex.hpp"
#include "games/terraflip/rules.hpp"

namespace moonflower::terraflip {

struct Position;

// TF-49, in the order in which moves are listed. kDraw is chance.
enum class Kind : std::uint8_t {
    kEndTurn,
    kCamp,
    kFlip,
    kRider,
    kSpy,
    kTerrain,
    kThrow,
    kCatapult,
    kDraw
};

// A move taken apart. `colour` is the back of a terrain tile or of a draw; on a flip, throw or spy
// of an undrawn tile it stands for the draw that follows (TF-51).
struct Step {
    Kind kind = Kind::kEndTurn;
    Cell cell = kNoCell;
    Cell to = kNoCell;  // of a throw
    Colour colour = kNoColour;

    [[nodiscard]] constexpr Move move() const {
        return {static_cast<std::uint32_t>(kind) << 17 | static_cast<std::uint32_t>(colour) << 14 |
                static_cast<std::uint32_t>(cell) << 7 | to};
    }
    [[nodiscard]] static constexpr Step of(Move move) {
        return {static_cast<Kind>(move.code >> 17), static_cast<Cell>(move.code >> 7 & 127U),
                static_cast<Cell>(move.code & 127U), static_cast<Colour>(move.code >> 14 & 7U)};
    }
};

// At most 60 cells for each of six kinds of tile, 90 for the rider and 36 spies.
using MoveList = StaticVector<Move, 512>;
using OutcomeList = StaticVector<Outcome, kColours>;

[[nodiscard]] constexpr Kind placing(Special kind) {
    return kind == Special::kRider  ? Kind::kRider
           : kind == Special::kCamp ? Kind::kCamp
                                    : Kind::kCatapult;
}

// The mover's moves: by kind, then by cell in board order.
void list_moves(const Position& position, MoveList& moves);
// TF-10: what the pending draw can show, with its odds.
void list_draws(const Position& position, OutcomeList& outcomes);
// The playout policy: a tile of the hand at random on a cell at random; usually flips when it can;
// seldom spies. Uses nothing the mover does not know.
[[nodiscard]] Move random_move(const Position& position, Rng& rng);

}  // namespace moonflower::terraflip
