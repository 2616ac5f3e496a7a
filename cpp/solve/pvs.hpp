// Principal variation search (Marsland and Campbell 1982) for two seats when all is known:
// iterative deepening, transposition table, killers, the game's priors for ordering. Chance counts
// as its expectation, pruned by Star1 (Ballard 1983). The answer says whether every line was
// followed to its end; before that, leaves take the game's heuristic where it has one, else 0.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/opaque_state.hpp"
#include "core/progress.hpp"
#include "solve/best_first.hpp"
#include "solve/bound_table.hpp"
#include "solve/open_solution.hpp"
#include "solve/score.hpp"

namespace moonflower {

class Pvs {
public:
    // `progress` is called at every node; it may throw, SolveStopped to keep the last complete
    // depth. OptionError unless two seats play, or when a margin is asked of a game without scores.
    Pvs(const OpaqueState& root, const OpenLimits& limits, ProgressCallback progress);

    [[nodiscard]] OpenSolution solve();

private:
    static constexpr double kInfinite = std::numeric_limits<double>::infinity();
    using Kind = BoundEntry::Kind;
    struct Window {  // in the eyes of the first seat
        double alpha;
        double beta;
    };

    double search(const OpaqueState& state, int depth, Window window, std::size_t ply);
    double decide(const OpaqueState& state, int depth, Window window, std::size_t ply);
    double expect(const OpaqueState& state, int depth, Window window, std::size_t ply);
    bool iterate(int depth, OpenSolution& found);
    bool weigh_root(int depth, OpenSolution& found);
    OpenMove weigh(Move move, int depth, double best);
    [[nodiscard]] double final_score(const OpaqueState& state) const;
    [[nodiscard]] double guess(const OpaqueState& state) const;
    void list_choices(const OpaqueState& state, Move first, std::size_t ply);
    [[nodiscard]] std::vector<Move> line_from(Move first) const;

    // The first seat maximises, the second minimises: a factor of +1 or -1.
    [[nodiscard]] static double side(const OpaqueState& state) {
        return state.turn().seat() == 0 ? 1 : -1;
    }
    [[nodiscard]] static double just_above(double x) { return std::nextafter(x, kInfinite); }

    OpaqueState root_;
    OpenLimits limits_;
    ProgressCallback progress_;
    ScoreRange range_;
    BoundTable table_;
    std::uint64_t nodes_ = 0;
    bool touched_ = false;                          // the horizon, by the search that returned last
    std::vector<std::vector<RankedMove>> choices_;  // by ply
    std::vector<std::array<Move, 2>> killers_;      // by ply
    std::vector<std::uint32_t> weights_;
    std::vector<Move> moves_;
};

}  // namespace moonflower
