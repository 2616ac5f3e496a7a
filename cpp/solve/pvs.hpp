// Principal variation search (Marsland and Campbell 1982) for two seats when all is known:
// iterative deepening, transposition table, killers, the game's priors for ordering. Chance counts
// as its expectation, pruned by Star1 (Ballard 1983). The answer says whether every line was
// followed to its end; before that, leaves take the game's heuristic where it has one, else 0.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/opaque_state.hpp"
#include "core/progress.hpp"
#include "solve/best_first.hpp"
#include "solve/bound_table.hpp"
#include "solve/score.hpp"
#include "solve/solution.hpp"

namespace moonflower {

// "Open" means that all is known: secrets of the state count as seen by both seats; only chance is
// left.
struct OpenLimits {
    static constexpr int kWholeGame = 1000;
    int depth = kWholeGame;  // moves to look ahead, chance included
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t table_bytes = 32ULL << 20U;
    // So many of the best root moves get their value; of the others it is enough to know that they
    // are no better, which is faster.
    std::size_t valued = std::numeric_limits<std::size_t>::max();
    bool by_margin = false;    // difference of scores() instead of payoffs
    std::vector<Move> only{};  // root moves to look at; empty: all
};

class Pvs {
public:
    // `progress` is called at every node; it may throw, SolveStopped to keep the last complete
    // depth. OptionError unless two seats play, or when a margin is asked of a game without scores.
    Pvs(const OpaqueState& root, const OpenLimits& limits, ProgressCallback progress);
    // The same with a table that outlives the search: what an earlier one of the same game, in
    // the same measure, left there is used.
    Pvs(const OpaqueState& root, const OpenLimits& limits, BoundTable& table,
        ProgressCallback progress);

    // `at_depth` is called after each complete depth; false ends the search there.
    using AtDepth = std::function<bool(const Solution& found)>;
    [[nodiscard]] Solution solve(const AtDepth& at_depth = nullptr);

    // What is known now, also while solve() is under way: of the last complete depth; before the
    // first one of the moves looked at so far.
    [[nodiscard]] Solution found() const;
    // Best play after a root move, that move first, up to the end or to chance.
    [[nodiscard]] std::vector<std::string> line_after(Move first) const;
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    [[nodiscard]] int deepest() const { return static_cast<int>(choices_.size()); }

private:
    static constexpr double kInfinite = std::numeric_limits<double>::infinity();
    using Kind = BoundEntry::Kind;
    struct Window {  // in the eyes of the first seat
        double alpha;
        double beta;
    };
    struct RootMove {
        Move move;
        double value;  // of the first seat
        bool is_exact;
        bool is_bound;
    };
    struct Iteration {
        int depth = 0;
        double value = 0;  // of the first seat
        bool is_exact = false;
        std::vector<RootMove> moves{};  // best first
    };

    void check() const;
    double search(const OpaqueState& state, int depth, Window window, std::size_t ply);
    double decide(const OpaqueState& state, int depth, Window window, std::size_t ply);
    double expect(const OpaqueState& state, int depth, Window window, std::size_t ply);
    bool iterate(int depth);
    bool weigh_root(Iteration& next);
    void finish(Iteration& next) const;
    [[nodiscard]] std::vector<Move> root_order();
    RootMove weigh(Move move, int depth, double best);
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
    std::unique_ptr<BoundTable> own_table_;
    BoundTable& table_;
    Iteration found_;
    std::uint64_t nodes_ = 0;
    bool touched_ = false;                          // the horizon, by the search that returned last
    std::vector<std::vector<RankedMove>> choices_;  // by ply
    std::vector<std::array<Move, 2>> killers_;      // by ply
    std::vector<std::uint32_t> weights_;
    std::vector<Move> moves_;
};

}  // namespace moonflower
