// A search with the game's type hidden. One object keeps one table; it answers one request at a
// time, and only its stop flag may be touched meanwhile.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/progress.hpp"
#include "engine/any_game.hpp"
#include "search/limits.hpp"
#include "search/report/result.hpp"
#include "search/settings.hpp"
#include "search/threads/clock.hpp"
#include "search/threads/driver.hpp"

namespace moonflower {

struct SearchRequest {
    SearchLimits limits;
    std::vector<Move> only;  // consider these moves of the root; empty: all
    int multipv = 1;         // lines that are told beyond their first move
    std::size_t valued = 1;  // the best moves whose value is wanted, where each costs more work
    bool keep = false;       // begin with what earlier searches of this game have left in the table
    bool ponder = false;     // others are to move: fill the table, report no lines
    // How the position came about, as the asking seat saw it; it ends in the view that is searched.
    HistoryPtr history;
    bool exact = true;  // auto: may be answered by the game's solver without a search
    Stopwatch watch;    // running since the request came in
    const StopFlag* stop = nullptr;
    ProgressCallback progress;                           // about every 10 ms; may throw
    std::function<void(const SearchReport&)> on_report;  // about ten a second; may throw
};

class AnySearch {
public:
    virtual ~AnySearch() = default;
    // The best move of the view's seat. IllegalMoveError when it has none to choose from.
    [[nodiscard]] virtual SearchReport run(const AnyView& view, const SearchRequest& request) = 0;
    // The same in full knowledge of the world: for `cheat` only.
    [[nodiscard]] virtual SearchReport run_in(const AnyState& truth,
                                              const SearchRequest& request) = 0;
    virtual void clear() = 0;
    // Another seed for what comes; forgets what was searched, keeps the memory.
    virtual void reseed(std::uint64_t seed) = 0;
};

using SearchPtr = std::unique_ptr<AnySearch>;

// Throws OptionError for limits that make no sense, such as no nodes or a negative time.
void check_limits(const SearchLimits& limits, int seats);
// The same for all of a request.
void check_request(const SearchRequest& request, int seats);
// IllegalMoveError: the seat has no move to look for, for the game is over or another's turn.
[[noreturn]] void refuse_turn(const GameFacts& facts, Turn turn);

}  // namespace moonflower
