#include "solve/shields/several.hpp"

#include "games/shields/notation.hpp"

namespace moonflower::shields {

Models models_of(const Lives& lives, std::size_t seats) {
    Models models{};
    for (std::size_t i = 1; i < seats; ++i)
        models[i] = lives[i] == lives[i - 1] ? models[i - 1] : i;
    return models;
}

std::vector<Shares> mixtures_of(const std::vector<Learner>& learners, const Models& models,
                                Shares (Learner::*read)() const) {
    std::vector<Shares> mixtures;
    for (std::size_t i = 0; i < learners.size(); ++i)
        mixtures.push_back((learners[models[i]].*read)());
    return mixtures;
}

double SeveralTurn::gain(std::size_t choices) const {
    double most = 0;
    for (std::size_t seat = 0; seat < payoffs.size(); ++seat)
        for (std::size_t i = 0; i < choices; ++i)
            most = std::max(most, payoffs[seat][i] - worth.value[seat]);
    return most;
}

int Several::alive_in(const Lives& lives) {
    return static_cast<int>(std::count_if(lives.begin(), lives.end(), [](int l) { return l > 0; }));
}

std::array<std::size_t, kMaxSeats> Several::sort(Lives& lives) {
    std::array<std::size_t, kMaxSeats> order{};
    for (std::size_t i = 0; i < kMaxSeats; ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return lives[a] > lives[b]; });
    Lives sorted{};
    for (std::size_t i = 0; i < kMaxSeats; ++i) sorted[i] = lives[order[i]];
    lives = sorted;
    return order;
}

Several::Key Several::key_of(const Supply& supply, const Lives& lives) {
    Counts counts = supply.counts;  // suits are alike
    std::sort(counts.begin(), counts.end());
    Key key{};
    std::copy(counts.begin(), counts.end(), key.begin());
    std::copy(lives.begin(), lives.end(), key.begin() + kSuits);
    key.back() = supply.turns;
    return key;
}

bool Several::is_over(const Supply& supply, int alive) const {
    if (alive <= 1) return true;
    return rules_.mode == Mode::kEnemy ? total_of(supply.counts) == 0 : supply.turns == 0;
}

// SH-92.
Worth Several::finished(const Lives& lives, int alive, int before) const {
    Worth result;
    for (std::size_t i = 0; i < kMaxSeats; ++i)
        if (lives[i] > 0) result.value[i] = 1.0 / alive;
    if (alive == 0 && rules_.all_dead_draws)
        for (std::size_t i = 0; i < kMaxSeats; ++i)
            if (lives[i] > kNeverAlive) result.value[i] = 1.0 / before;
    result.best = result.value;
    return result;
}

Worth Several::worth(const Supply& supply, Lives lives, int before) {
    const int alive = alive_in(lives);
    if (is_over(supply, alive)) return finished(lives, alive, before);
    for (int& left : lives) left = std::max(left, 0);
    const auto order = sort(lives);
    const Key key = key_of(supply, lives);
    auto known = known_.find(key);
    if (known == known_.end()) {
        effort_.count_position();
        effort_.progress();  // a position takes long
        known = known_.emplace(key, turn(supply, lives, alive).worth).first;
    }
    Worth result;
    for (std::size_t i = 0; i < kMaxSeats; ++i) {
        result.value[order[i]] = known->second.value[i];
        result.best[order[i]] = known->second.best[i];
    }
    return result;
}

namespace {

// One choice as the solution tells it.
Choice told(std::string token, double share, double value, double payoff) {
    return {std::move(token), Figure(share), Figure(std::max(0.0, value - payoff))};
}

// SH-105: the turn limit counts when it is near.
Supply supply_of(const Table& table) {
    constexpr std::uint32_t kFewTurns = 60;
    if (table.rules.mode != Mode::kFfa) return {plain_counts(table)};
    const std::uint32_t left = table.rules.max_turns - table.turns;
    return {{}, left <= kFewTurns ? left : Supply::kEndless};
}

}  // namespace

Analysis solve_equilibrium(const Table& table, Effort& effort) {
    const bool is_ffa = table.rules.mode == Mode::kFfa;
    const auto several =
        is_ffa ? against_each_other(table.rules, effort) : against_deck(table.rules, effort);
    Lives lives{};
    for (std::size_t i = 0; i < kMaxSeats; ++i) lives[i] = table.lives[i];
    const auto order = Several::sort(lives);
    const int alive = Several::alive_in(lives);
    const Supply supply = supply_of(table);
    const SeveralTurn turn = several->turn(supply, lives, alive);
    Analysis analysis{.kind = "equilibrium", .measure = "payoff"};
    analysis.values.resize(table.rules.players);
    analysis.choices.resize(table.rules.players);
    analysis.gains.resize(table.rules.players);
    if (is_ffa && supply.turns == Supply::kEndless) analysis.note = "the turn limit is left out";
    for (std::size_t i = 0; i < static_cast<std::size_t>(alive); ++i) {
        const std::size_t seat = order[i];
        const double value = turn.worth.value[i];
        analysis.values[seat] = Figure(value);
        analysis.gains[seat] = turn.worth.best[i] - value;
        analysis.gap = std::max(analysis.gap, analysis.gains[seat]);
        Moves moves;
        list_entries(table, static_cast<Seat>(seat), moves);
        const double inside = static_cast<double>(moves.size()) * table.rules.shields / kSuits;
        const double alike[2] = {inside, static_cast<double>(moves.size()) - inside};
        for (std::size_t m = 0; m < moves.size(); ++m) {
            const auto entry = static_cast<Entry>(moves[m].code);
            const std::string token = entry_text(table, entry);
            if (!is_ffa) {
                analysis.choices[seat].push_back(
                    told(token, turn.mixtures[i][m], value, turn.payoffs[i][m]));
                continue;
            }
            const std::size_t kind =
                (suit_of(attacks_of(entry)[0]) & shields_of(entry)) != 0 ? 0 : 1;
            analysis.choices[seat].push_back(
                told(token, turn.mixtures[i][kind] / alike[kind], value, turn.payoffs[i][kind]));
        }
    }
    return analysis;
}

}  // namespace moonflower::shields
