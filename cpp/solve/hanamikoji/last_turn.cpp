#include "solve/hanamikoji/last_turn.hpp"

#include <bit>

#include "games/hanamikoji/round_value.hpp"
#include "solve/hanamikoji/range.hpp"

namespace moonflower::hanamikoji {

std::uint32_t PayoffBook::of(const Table& table) {
    const std::uint64_t key = digest(table.placed[0].bits(), table.placed[1].bits());
    const auto [place, is_new] = by_table_.try_emplace(key, 0);
    if (!is_new) return place->second;
    SecretPayoffs payoffs;
    const Cards hidden = hidden_cards(table);
    for (Card first = 0; first < kGeishas; ++first)
        for (Card second = 0; second < kGeishas; ++second) {
            if (!hidden.includes(Cards::one(first) + Cards::one(second))) continue;
            const RoundValue value =
                value_after(table.rules, table.round, table.owned_with(first, second));
            const auto payoff = static_cast<float>(value.payoff - 0.5);
            payoffs.by_seat[0][std::size_t{second} * 8 + first] = payoff;
            payoffs.by_seat[1][std::size_t{first} * 8 + second] = -payoff;
            uses_round_values_ |= !value.is_over;
        }
    return place->second = number(payoffs);
}

std::uint32_t PayoffBook::number(const SecretPayoffs& payoffs) {
    std::uint64_t key = 0;
    for (const float payoff : payoffs.by_seat[0])
        key = mix64(key + kGoldenGamma + std::bit_cast<std::uint32_t>(payoff));
    const auto [first, last] = by_content_.equal_range(key);
    for (auto known = first; known != last; ++known)
        if (payoffs_[known->second] == payoffs) return known->second;
    const auto fresh = static_cast<std::uint32_t>(payoffs_.size());
    by_content_.emplace(key, fresh);
    payoffs_.push_back(payoffs);
    return fresh;
}

Choices PayoffBook::choose(std::span<const std::uint32_t> moves, std::size_t seat) const {
    Choices choices;
    const auto is_best = [&](std::size_t move, std::size_t secret) {
        const auto& own = payoffs_[moves[move]].by_seat[seat];
        for (const std::uint32_t other : moves)
            for (std::size_t met = 0; met < kGeishas; ++met)
                if (own[met * 8 + secret] < payoffs_[other].by_seat[seat][met * 8 + secret])
                    return false;
        return true;
    };
    for (std::size_t secret = 0; secret < kGeishas; ++secret)
        for (std::size_t move = moves.size(); move-- > 0;)
            if (is_best(move, secret)) choices.set(secret, static_cast<std::uint32_t>(move));
    return choices;
}

std::uint32_t PayoffBook::chosen(std::span<const std::uint32_t> moves, std::size_t seat,
                                 Choices choices) {
    SecretPayoffs payoffs;
    for (std::size_t secret = 0; secret < kGeishas; ++secret) {
        if (choices.is_open(secret)) continue;
        const SecretPayoffs& made = payoffs_[moves[choices.of(secret)]];
        for (std::size_t met = 0; met < kGeishas; ++met) {
            payoffs.by_seat[seat][met * 8 + secret] = made.by_seat[seat][met * 8 + secret];
            payoffs.by_seat[1 - seat][secret * 8 + met] = made.by_seat[1 - seat][secret * 8 + met];
        }
    }
    return number(payoffs);
}

std::vector<std::uint32_t> PayoffBook::of_answers(const Table& table) {
    Moves answers;
    list_answers(table.offer(), answers);
    std::vector<std::uint32_t> payoffs;
    for (const Move answer : answers) {
        Table next = table;
        next.answer(answer);
        payoffs.push_back(of(next));
    }
    return payoffs;
}

std::optional<std::uint32_t> PayoffBook::settle(const Table& table, std::span<const Move> offers) {
    const std::size_t mover = at(table.mover());
    std::vector<std::uint32_t> ends;
    for (const Move offer : offers) {
        Table next = table;
        next.play(offer);
        const std::vector<std::uint32_t> answers = of_answers(next);
        const Choices choices = choose(answers, 1 - mover);
        if (!choices.are_made()) return std::nullopt;
        ends.push_back(chosen(answers, 1 - mover, choices));
    }
    const Choices choices = choose(ends, mover);
    if (!choices.are_made()) return std::nullopt;
    return chosen(ends, mover, choices);
}

}  // namespace moonflower::hanamikoji
