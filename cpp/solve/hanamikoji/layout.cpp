#include "solve/hanamikoji/layout.hpp"

namespace moonflower::hanamikoji {

std::uint32_t Layouts::number(Sides sides) {
    std::uint64_t key = sides.size();
    for (const Side& side : sides) key = mix64(key + digest(side.hand.bits(), side.hidden_bits()));
    const auto [first, last] = numbers_.equal_range(key);
    for (auto known = first; known != last; ++known)
        if (lists_[known->second] == sides) return known->second;
    const std::uint32_t fresh = size32(lists_);
    numbers_.emplace(key, fresh);
    bytes_ += sides.size() * sizeof(Side);
    lists_.push_back(std::move(sides));
    return fresh;
}

const Layouts::Turn& Layouts::turn(const Table& table, const Lists& lists) {
    const Seat seat = table.mover();
    const auto phase = static_cast<std::uint64_t>(table.phase);
    const std::uint64_t key =
        digest(hidden_cards(table).bits(), lists[0] | std::uint64_t{lists[1]} << 32,
               at(seat) | std::uint64_t{table.used[at(seat)]} << 8 | phase << 16);
    const auto [place, is_new] = turns_.try_emplace(key);
    Turn& turn = place->second;
    if (!is_new) return turn;
    const bool draws = table.phase == Phase::kDraw;
    const Sides drawn =
        draws ? draw(turn, table, lists_[lists[at(seat)]]) : lists_[lists[at(seat)]];
    list_actions(turn, table, lists, drawn);
    return turn;
}

Sides Layouts::draw(Turn& turn, const Table& table, const Sides& before) {
    const std::vector<Step> steps = draw_steps(hidden_cards(table), before);
    turn.draw = size32(tree_.draws);
    bytes_ += tree_.draws.emplace_back(steps, before.size()).bytes();
    return distinct_sides(steps);
}

void Layouts::list_actions(Turn& turn, Table table, const Lists& lists, const Sides& drawn) {
    const Seat seat = table.mover();
    table.draw();
    turn.drawn = size32(drawn);
    turn.first_owner = size32(tree_.owners);
    for (const PublicAction& listed : lister_.list(table.used[at(seat)], drawn)) {
        Sides left;
        left.reserve(listed.steps.size());
        for (const Step& step : listed.steps) {
            left.push_back(step.side);
            tree_.owners.push_back(step.from);
        }
        Action& action = turn.actions.emplace_back();
        action.move = listed.move;
        action.slots = size32(listed.steps);
        action.left = lists;
        action.left[at(seat)] = number(std::move(left));
        Table next = table;
        next.play(listed.move);
        if (next.phase == Phase::kAnswer) keep_possible(action, 1 - seat, hidden_cards(next));
    }
    turn.slots = size32(tree_.owners) - turn.first_owner;
}

void Layouts::keep_possible(Action& action, Seat other, Cards hidden) {
    const Sides& before = lists_[action.left[at(other)]];
    const std::vector<std::uint32_t> places = possible_places(hidden, before);
    if (places.size() == before.size()) return;
    Sides after;
    after.reserve(places.size());
    for (const std::uint32_t place : places) after.push_back(before[place]);
    action.others = size32(tree_.others);
    tree_.others.insert(tree_.others.end(), places.begin(), places.end());
    action.left[at(other)] = number(std::move(after));
}

std::uint32_t Layouts::ending(Cards hidden) {
    const auto [place, is_new] = endings_.try_emplace(hidden.bits(), size32(tree_.endings));
    if (is_new) tree_.endings.emplace_back(hidden);
    return place->second;
}

std::uint32_t Layouts::indices(std::uint32_t ending, std::uint32_t list) {
    const auto [place, is_new] =
        indices_.try_emplace(ending | std::uint64_t{list} << 32, PublicNode::kSame);
    const Ending& plan = tree_.endings[ending];
    if (!is_new || lists_[list] == plan.holdings) return place->second;
    place->second = size32(tree_.indices);
    for (const Side& side : lists_[list]) tree_.indices.push_back(plan.index_of(side));
    return place->second;
}

}  // namespace moonflower::hanamikoji
