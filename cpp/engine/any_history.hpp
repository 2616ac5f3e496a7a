// What one seat saw of a game, with the game's type hidden. AnyView::history is the only way to
// one.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "core/types.hpp"

namespace moonflower {

class AnyState;
class AnyView;

// One event as a seat saw it, and who acted: a seat, or negative for chance.
struct SeenEvent {
    int actor = -1;
    std::string text;
};

class AnyHistory {
public:
    virtual ~AnyHistory() = default;
    // What the seat knows at the end.
    [[nodiscard]] virtual std::unique_ptr<AnyView> now() const = 0;
    // How many decisions of all seats it holds. What follows takes the number of one of them.
    [[nodiscard]] virtual std::size_t size() const = 0;
    [[nodiscard]] virtual Seat actor(std::size_t number) const = 0;
    [[nodiscard]] virtual std::string seen(std::size_t number) const = 0;
    // What the asking seat knew before it.
    [[nodiscard]] virtual std::unique_ptr<AnyView> before(std::size_t number) const = 0;
    // What the one who chose may have known, and what may have been chosen: core/history.hpp.
    [[nodiscard]] virtual std::unique_ptr<AnyView> possible_view(std::size_t number,
                                                                 Rng& rng) const = 0;
    [[nodiscard]] virtual std::vector<Move> moves_in(std::size_t number,
                                                     const AnyState& world) const = 0;
};

using HistoryPtr = std::shared_ptr<const AnyHistory>;

}  // namespace moonflower
