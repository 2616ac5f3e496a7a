#include "games/flower_power/view.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "games/flower_power/follower.hpp"
#include "games/flower_power/text/position.hpp"

namespace moonflower::flower_power {

// Takes out what the seat does not know.
View::View(const State& state, Seat seat) : table_(state) {
    State& t = table_;
    t.masked_ = true;
    t.viewer_ = static_cast<std::int8_t>(seat);
    const auto index = [](int i) { return static_cast<std::size_t>(i); };
    if (t.making_ > 0 && t.decider_ != seat) {
        t.hidden_[t.decider_] = t.making_;
        for (; t.making_ > 0; --t.making_) t.garden_.pop_loose();
    }
    for (int i = 0; i < t.garden_.flowers(); ++i)
        for (int petal = 0; petal < t.garden_.size(i); ++petal)
            if (!t.sees(seat, i, petal)) t.garden_.set_card(i, petal, kNoCard);
    if (t.phase_ == Phase::kBuild)
        for (int i = 0; i < t.garden_.petals(); ++i) t.garden_.set_at(i, kNoCard, 0);
    for (Seat other = 0; other < t.seats(); ++other) {
        if (other == seat) continue;
        const CardSet known = t.knowledge_.known(seat, other);
        const int hidden = t.hidden_[index(other)] + t.hand(other).size() - known.size();
        t.hidden_[index(other)] = static_cast<std::uint8_t>(std::max(0, hidden));
        t.zones_.set(hand_of(other), known);
        if (!t.rules_.build_open) t.build_[index(other)] = 0;
    }
    t.knowledge_.keep_for(seat);
    t.zones_.clear(Zone::kUnseen);
    t.zones_.clear(Zone::kPile);
    for (int i = 0; t.fixed_ && i < t.pile_size_; ++i) t.garden_.set_pile_card(i, 0);
    t.fixed_ = false;
}

void View::legal_moves(State::Moves& moves) const {
    moves.clear();
    if (table_.turn() == Turn::of(seat())) table_.legal_moves(moves);
}

Move View::parse_move(std::string_view text) const {
    if (table_.turn() != Turn::of(seat()))
        throw IllegalMoveError("flower_power: " + quoted(text) + " cannot be played; " +
                               seat_name(seat()) + " is not on turn");
    return table_.parse_move(text);
}

void View::observe(std::string_view text) {
    Follower follower(table_);
    for (const std::string_view token : words(text)) follower.follow(token);
    table_ = follower.table();
}

std::optional<std::vector<World<State>>> View::worlds(std::size_t limit,
                                                      const ProgressCallback& progress) const {
    return sampler().all(limit, progress);
}

std::string View::text() const { return PositionWriter(table_, seat()).text(); }

View View::parse(std::string_view text, Seat seat, const Rules& rules) {
    return View(PositionReader(text, rules, seat).read());
}

View State::view(Seat seat) const { return {*this, seat}; }

}  // namespace moonflower::flower_power
