// A history for any game of the contract. Included by game_of.hpp and search_of.hpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/history.hpp"
#include "engine/any_history.hpp"

namespace moonflower {

template <GameState S>
class StateOf;
template <GameState S>
class ViewOf;

template <GameState S>
class HistoryOf final : public AnyHistory {
public:
    HistoryOf(typename S::View begin, std::span<const SeenEvent> events)
        : history_(std::move(begin)) {
        for (const SeenEvent& event : events) history_.observe(event.actor, event.text);
    }

    [[nodiscard]] const History<S>& inner() const { return history_; }
    [[nodiscard]] std::unique_ptr<AnyView> now() const override {
        return std::make_unique<ViewOf<S>>(history_.now());
    }
    [[nodiscard]] std::size_t size() const override { return history_.decisions().size(); }
    [[nodiscard]] Seat actor(std::size_t number) const override { return at(number).seat; }
    [[nodiscard]] std::string seen(std::size_t number) const override { return at(number).seen; }
    [[nodiscard]] std::unique_ptr<AnyView> before(std::size_t number) const override {
        return std::make_unique<ViewOf<S>>(at(number).before);
    }
    [[nodiscard]] std::unique_ptr<AnyView> possible_view(std::size_t number,
                                                         Rng& rng) const override {
        return std::make_unique<ViewOf<S>>(at(number).possible_view(rng));
    }
    [[nodiscard]] std::vector<Move> moves_in(std::size_t number,
                                             const AnyState& world) const override {
        const auto* own = dynamic_cast<const StateOf<S>*>(&world);
        if (own == nullptr) throw IllegalMoveError("history: the world is one of another game");
        return at(number).moves_in(own->inner());
    }

private:
    [[nodiscard]] const Decision<S>& at(std::size_t number) const {
        return history_.decisions()[number];
    }

    History<S> history_;
};

}  // namespace moonflower
