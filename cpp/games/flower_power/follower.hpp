// Events as a seat sees them, played on its view.
#pragma once

#include <string_view>

#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {

class Follower {
public:
    explicit Follower(const State& table) : table_(table) {}
    // One token of State::seen_by. ParseError or IllegalMoveError when it does not fit.
    void follow(std::string_view token);
    [[nodiscard]] const State& table() const { return table_; }

private:
    [[noreturn]] void refuse(std::string_view token, const std::string& accepted) const;
    void answer(std::string_view token);
    void build(std::string_view token);
    void reveal_build(std::string_view token);
    void open_builds();
    void own_spy_on_hand(std::string_view token);
    void creation(std::string_view token);
    void begin_creation(Phase phase);

    State table_;
};

}  // namespace moonflower::flower_power
