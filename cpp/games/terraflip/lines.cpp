#include "games/terraflip/lines.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "games/terraflip/rules.hpp"

namespace moonflower::terraflip {
namespace {

// One offset from origin to end. Sets are kept with their lowest cell in slot 0; that cell lies
// `start` slots from the origin.
struct Line {
    Cells inner;  // TF-13: centres strictly inside the segment
    Cells cover;  // TF-15: cells the segment runs through, its ends left out
    // TF-18: where it runs along an edge, the higher cell of each pair; the other one lies
    // `edge_step` slots lower. Only the six directions between two axes have such pieces.
    Cells edge;
    std::int16_t start = 0;
    std::uint8_t edge_step = 0;
};

constexpr int slot_of(Hex offset) { return kColumn * offset.q + offset.r; }

// A point of the segment in units of 1/scale.
struct Point {
    int q = 0;
    int r = 0;
    int scale = 1;

    [[nodiscard]] bool in(Hex cell) const {
        const int x = q - cell.q * scale;
        const int z = r - cell.r * scale;
        const int y = -x - z;
        return std::abs(x - y) <= scale && std::abs(y - z) <= scale && std::abs(z - x) <= scale;
    }
};

// TF-15: the segment is cut wherever x-y, y-z or z-x is a whole number; the middles of the pieces.
std::vector<Point> piece_middles(Hex offset) {
    const std::array<int, 3> slopes{std::abs(2 * offset.q + offset.r),
                                    std::abs(offset.q + 2 * offset.r),
                                    std::abs(offset.r - offset.q)};
    int whole = 1;  // the parameter runs from 0 to `whole`, so that each cut is a whole number
    for (const int slope : slopes)
        if (slope > 0) whole = std::lcm(whole, slope);
    std::vector<int> cuts;
    for (const int slope : slopes)
        for (int i = 0; i <= slope && slope > 0; ++i) cuts.push_back(i * (whole / slope));
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    std::vector<Point> middles;
    for (std::size_t i = 1; i < cuts.size(); ++i) {
        const int t = cuts[i - 1] + cuts[i];
        middles.push_back({t * offset.q, t * offset.r, 2 * whole});
    }
    return middles;
}

std::vector<Hex> cells_with(Point point) {
    std::vector<Hex> cells;
    for (int q = point.q / point.scale - 2; q <= point.q / point.scale + 2; ++q)
        for (int r = point.r / point.scale - 2; r <= point.r / point.scale + 2; ++r)
            if (point.in({q, r})) cells.push_back({q, r});
    return cells;
}

Line make_line(Hex offset, int steps) {
    std::vector<int> inner;
    std::vector<int> cover;
    std::vector<int> edge;
    Line line;
    for (int t = 1; t < steps; ++t)
        inner.push_back(slot_of({offset.q / steps * t, offset.r / steps * t}));
    for (const Point middle : piece_middles(offset)) {
        const std::vector<Hex> cells = cells_with(middle);
        assert(cells.size() == 1 || cells.size() == 2);
        const int slot = slot_of(cells.back());
        if (cells.size() == 2) {
            const int other = slot_of(cells.front());
            edge.push_back(std::max(slot, other));
            line.edge_step = static_cast<std::uint8_t>(std::abs(slot - other));
        } else if (cells[0] != Hex{} && cells[0] != offset) {
            cover.push_back(slot);
        }
    }
    int lowest = slot_of(offset);
    for (const auto* slots : {&inner, &cover, &edge})
        for (const int slot : *slots) lowest = std::min(lowest, slot);
    const auto placed = [&](const std::vector<int>& slots) {
        Cells cells;
        for (const int slot : slots) cells.add(static_cast<Cell>(slot - lowest));
        return cells;
    };
    line.inner = placed(inner);
    line.cover = placed(cover);
    line.edge = placed(edge);
    line.start = static_cast<std::int16_t>(lowest);
    return line;
}

// Everything depends on the offset alone: 138 of them have an inner centre.
class LineTable {
public:
    LineTable() {
        for (int q = -2 * kRadius; q <= 2 * kRadius; ++q)
            for (int r = -2 * kRadius; r <= 2 * kRadius; ++r) {
                const int steps = std::gcd(q, r);
                if (Hex{q, r}.distance() > 2 * kRadius || steps < 2) continue;
                index_[index({q, r})] = static_cast<std::uint8_t>(lines_.size());
                lines_.push_back(make_line({q, r}, steps));
            }
        assert(lines_.size() == 138);
        for (const Cell from : kBoard)
            for (const Cell to : kBoard) {
                const Hex offset = hex_of(to) - hex_of(from);
                if (std::gcd(offset.q, offset.r) < 2) continue;
                ends_[0][from].add(to);
                // TF-17: the six axes.
                if (offset.q == 0 || offset.r == 0 || offset.q == -offset.r) ends_[1][from].add(to);
            }
    }

    [[nodiscard]] const Line& between(Cell from, Cell to) const {
        return lines_[index_[index(hex_of(to) - hex_of(from))]];
    }
    // The cells at which a line with an inner centre can end.
    [[nodiscard]] Cells ends(Cell from, bool axial) const { return ends_[axial ? 1 : 0][from]; }

private:
    static std::size_t index(Hex offset) {
        return static_cast<std::size_t>(21 * offset.q + offset.r + 220);
    }

    std::vector<Line> lines_;
    std::array<std::uint8_t, 441> index_{};
    std::array<std::array<Cells, kSlots>, 2> ends_{};
};

const LineTable kLines;

// TF-19, own_target: the inner tiles whose colour no other inner tile shows.
Cells alone_in_colour(Cells inner, const Sight& sight) {
    Cells alone;
    for (const Cells& shown : sight.shows)
        if (const Cells same = inner & shown; same.count() == 1) alone |= same;
    return alone;
}

}  // namespace

Cells surrounded(Cell origin, const Sight& sight, const Rules& rules) {
    const Cells rivals = sight.occupied - sight.own;
    Cells found;
    for (const Cell end : sight.own & kLines.ends(origin, rules.lines == Lines::kAxial)) {
        const Line& line = kLines.between(origin, end);
        const auto start = static_cast<unsigned>(origin + line.start);
        const Cells inner = line.inner.up(start);
        if (!inner.within(rivals)) continue;  // TF-14
        if (!line.cover.up(start).within(sight.occupied)) continue;
        if (line.edge_step != 0) {  // TF-18
            const Cells other = sight.occupied.up(line.edge_step);
            const Cells closed =
                rules.edge == Edge::kOne ? sight.occupied | other : sight.occupied & other;
            if (!line.edge.up(start).within(closed)) continue;
        }
        found |= rules.stop == Stop::kOwn ? inner : alone_in_colour(inner, sight);
    }
    return found & sight.terrain;  // TF-16
}

}  // namespace moonflower::terraflip
