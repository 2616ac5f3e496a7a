// Board, hands and phase as far as somebody knows them. A state holds one with every underside that
// is fixed; a view holds one with the undersides its seat has not seen left out.
#pragma once

#include "games/terraflip/hex.hpp"
#include "games/terraflip/lines.hpp"
#include "games/terraflip/moves.hpp"
#include "games/terraflip/rules.hpp"

namespace moonflower::terraflip {

// TF-20. kTurning waits for chance to show the underside of the origin tile (TF-10).
enum class Phase : std::uint8_t { kPlace, kLine, kCamp, kCatapult, kEnd, kTurning, kOver };
inline constexpr std::string_view kPhaseLetters = "PLCXEF-";

struct Hand {
    BackCounts backs{};         // terrain by back where the backs are known, else all 0
    std::uint8_t terrain = 0;   // all terrain tiles
    std::uint8_t specials = 0;  // bits by Special
    std::uint8_t spies = 0;

    [[nodiscard]] bool empty() const { return terrain == 0 && specials == 0; }
    [[nodiscard]] bool has(Special kind) const {
        return (specials >> static_cast<unsigned>(kind) & 1U) != 0;
    }
    friend bool operator==(const Hand&, const Hand&) = default;
};

struct Position {
    Rules rules;
    std::array<Cells, kColours> shows{};       // by colour: faces up, special tiles included
    std::array<Cells, kColours> under{};       // by colour: undersides, as far as known
    std::array<Cells, kMostPlayers> placed{};  // by seat: whose set a tile came from
    std::array<Cells, kMostPlayers> knows{};   // by seat: undersides the seat has seen (TF-47)
    Cells terrain;
    std::array<std::array<Cell, kSpecials>, kMostPlayers> specials{};  // on the board, or kNoCell
    std::array<Hand, kMostPlayers> hands{};
    std::uint8_t mover = 0;
    Phase phase = Phase::kPlace;
    Cell origin = kNoCell;  // of kLine, kCamp, kCatapult and kTurning
    Cell spied = kNoCell;   // an underside chance is about to show to the mover alone
    std::uint16_t turns = 0;

    // TF-12: the empty board.
    explicit Position(const Rules& game);

    [[nodiscard]] Turn turn() const;
    [[nodiscard]] Cells occupied() const {
        return shows[0] | shows[1] | shows[2] | shows[3] | Cells::of(kCastle);
    }
    [[nodiscard]] Cells own() const {  // TF-2: the castle counts as the mover's too
        return shows[rules.colour(mover)] | Cells::of(kCastle);
    }
    [[nodiscard]] Hand& hand(Seat seat) { return hands[static_cast<std::size_t>(seat)]; }
    [[nodiscard]] const Hand& hand(Seat seat) const {
        return hands[static_cast<std::size_t>(seat)];
    }
    // TF-21: empty cells that touch something, within a distance.
    [[nodiscard]] Cells open_cells(int limit) const {
        const Cells all = occupied();
        return (touching(all) - all) & kDiscs[static_cast<std::size_t>(limit)];
    }
    // Terrain that does not show the mover's colour.
    [[nodiscard]] Cells adverse() const { return terrain - shows[rules.colour(mover)]; }
    [[nodiscard]] Sight sight() const { return {occupied(), own(), terrain, shows}; }
    // What the mover may turn over now.
    [[nodiscard]] Cells flips() const;
    // TF-35: where the catapult may throw that tile.
    [[nodiscard]] Cells landings(Cell thrown) const;
    // TF-28, TF-29
    [[nodiscard]] Cells spy_targets() const;

    // The underside, or kNoColour when it is not known here.
    [[nodiscard]] Colour underside(Cell cell) const;
    [[nodiscard]] Colour face(Cell cell) const;
    [[nodiscard]] Seat owner(Cell cell) const;
    [[nodiscard]] unsigned mask(Cell cell) const;
    // TF-10: to those who have not seen the underside, no back has been drawn for the tile yet.
    [[nodiscard]] bool looks_undrawn(Cell cell) const {
        return rules.hand == HandMode::kBlind && mask(cell) == 0 &&
               shows[rules.colour(owner(cell))].has(cell);
    }
    [[nodiscard]] bool undrawn(Cell cell) const {
        return underside(cell) == kNoColour && looks_undrawn(cell);
    }
    // The backs of a seat's set that are not known to lie on the board.
    [[nodiscard]] std::array<int, kColours> unseen_backs(Seat seat) const;

    // Plays a move of the mover, or a draw of chance. Where a view sees a face, it has to be set
    // with `fix` before; an underside still unknown when a tile is turned is left to chance.
    void apply(Move move);
    void fix(Cell cell, Colour back) { under[back].add(cell); }
    // A spy's result that is not shown here.
    void close_spy();

    // TF-40 to TF-43
    [[nodiscard]] int points(Seat seat) const;
    [[nodiscard]] int total(Seat seat) const {
        return points(seat) + rules.bonus[static_cast<std::size_t>(seat)];
    }
    [[nodiscard]] int tiles(Seat seat) const { return shows[rules.colour(seat)].count(); }
    [[nodiscard]] unsigned winners() const;

    [[nodiscard]] std::uint64_t key() const;
    friend bool operator==(const Position&, const Position&) = default;

private:
    void place(Move move);
    void turn_over(Cell cell);
    void throw_tile(Cell from, Cell to);
    void spy(Cell cell);
    void draw(Colour back);
    void end_turn();
};

}  // namespace moonflower::terraflip
