#include "games/skud_paisho/board.hpp"

namespace moonflower::skud_paisho {

bool Board::row_clashes(int row) const {
    Tile before = kNoTile;
    for (std::uint32_t bits = sight_.row(row); bits != 0; bits &= bits - 1) {
        const Point p = kGrid.at[row][std::countr_zero(bits)];
        const Tile here = is_gate(p) ? kNoTile : at(p);
        if (kRelations.clash[before][here]) return true;
        before = here;
    }
    return false;
}

bool Board::column_clashes(int column) const {
    Tile before = kNoTile;
    for (std::uint32_t bits = sight_.column(column); bits != 0; bits &= bits - 1) {
        const Point p = kGrid.at[std::countr_zero(bits)][column];
        const Tile here = is_gate(p) ? kNoTile : at(p);
        if (kRelations.clash[before][here]) return true;
        before = here;
    }
    return false;
}

bool Board::clashes_from(Point p, Kind kind, const Sight& sight) const {
    if (!is_basic(kind)) return false;
    const Tile tile = make_tile(kGuest, kind);  // the owner does not matter
    for (const Point q : {sight.left(p), sight.right(p), sight.up(p), sight.down(p)})
        if (q != kNowhere && !is_gate(q) && kRelations.clash[tile][at(q)]) return true;
    return false;
}

bool Board::has_clash() const {
    for (int line = 0; line < kSide; ++line)
        if (row_clashes(line) || column_clashes(line)) return true;
    return false;
}

const char* Board::broken() const {
    Board again;
    for (Point p = 0; p < kPoints; ++p) {
        if (is_free(p)) continue;
        const Kind kind = tile_kind(at(p));
        if (is_accent(kind) && is_gate(p)) return "an accent stands in a gate";
        if (!is_gate(p) && !may_stop(kind, p)) return "a flower stands in the wrong garden";
        again.put(p, at(p));
    }
    if (again != *this) return "the lists of tiles disagree with the points";
    return has_clash() ? "two flowers clash" : "";
}

}  // namespace moonflower::skud_paisho
