#include "solve/hanamikoji/steps.hpp"

#include <algorithm>

namespace moonflower::hanamikoji {
namespace {

bool step_before(const Step& a, const Step& b) {
    if (a.side != b.side) return comes_before(a.side, b.side);
    return a.from < b.from;
}

}  // namespace

std::vector<Step> draw_steps(Cards hidden, const Sides& before) {
    std::vector<Step> steps;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Cards left = hidden - before[i].all();
        for (int card = 0; card < kGeishas; ++card) {
            if (left.count(card) == 0) continue;
            steps.push_back({before[i], static_cast<std::uint32_t>(i)});
            steps.back().side.hand += Cards::one(card);
        }
    }
    std::sort(steps.begin(), steps.end(), step_before);
    return steps;
}

Sides distinct_sides(const std::vector<Step>& steps) {
    Sides sides;
    for (const Step& step : steps)
        if (sides.empty() || sides.back() != step.side) sides.push_back(step.side);
    return sides;
}

std::vector<PublicAction> ActionLister::list(std::uint8_t used, const Sides& drawn) {
    std::vector<PublicAction> hidden(2);
    std::vector<PublicAction> offers;
    Moves moves;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        list_actions(drawn[i].hand, used, moves);
        for (const Move move : moves) {
            Step step{drawn[i], static_cast<std::uint32_t>(i)};
            step.side.play(move);
            const Kind kind = kind_of(move);
            if (kind < Kind::kGift) {
                PublicAction& action = hidden[static_cast<std::size_t>(kind)];
                action.move = make_move(kind);
                action.steps.push_back(step);
                continue;
            }
            std::uint32_t& place = places_[move.code];
            if (place == 0) {
                offers.push_back({move, {}});
                place = size32(offers);
            }
            offers[place - 1].steps.push_back(step);  // in order: the same cards leave all hands
        }
    }
    for (const PublicAction& offer : offers) places_[offer.move.code] = 0;
    std::sort(offers.begin(), offers.end(),
              [](const PublicAction& a, const PublicAction& b) { return a.move < b.move; });
    std::vector<PublicAction> actions;
    for (PublicAction& action : hidden) {
        if (action.steps.empty()) continue;
        std::sort(action.steps.begin(), action.steps.end(), step_before);
        actions.push_back(std::move(action));
    }
    for (PublicAction& offer : offers) actions.push_back(std::move(offer));
    return actions;
}

std::vector<std::uint32_t> possible_places(Cards hidden, const Sides& sides) {
    std::vector<std::uint32_t> places;
    for (std::size_t i = 0; i < sides.size(); ++i)
        if (hidden.includes(sides[i].all())) places.push_back(static_cast<std::uint32_t>(i));
    return places;
}

}  // namespace moonflower::hanamikoji
