#include "solve/best_response.hpp"

#include <algorithm>
#include <numeric>

namespace moonflower {
namespace {

// Backward over the seat's information sets: the best move's value goes to the parent sequence.
double best_value(const SeatSets& seat, std::span<double> values) {
    for (std::size_t i = seat.sets.size(); i-- > 0;) {
        const InfoSet& set = seat.sets[i];
        const auto first = values.begin() + set.first;
        values[set.parent] += *std::max_element(first, first + set.moves);
    }
    return values[0];
}

}  // namespace

BestResponse best_response(const SequenceForm& form, const Behaviour& behaviour, Seat seat) {
    const SeatSets& own = form.checked_sets(seat);
    std::vector<double> values(own.sequences());
    form.gradient(seat, form.plan_of(behaviour), values);
    BestResponse response{best_value(own, values), std::vector<double>(values.size(), 0.0), {}};
    response.behaviour[0] = 1.0;
    for (const InfoSet& set : own.sets) {
        const auto first = values.begin() + set.first;
        const auto best = std::max_element(first, first + set.moves);
        response.behaviour[static_cast<std::size_t>(best - values.begin())] = 1.0;
    }
    response.values = std::move(values);
    return response;
}

Certificate certify(const SequenceForm& form, const Behaviour& behaviour) {
    const Plan plan = form.plan_of(behaviour);
    Certificate result;
    for (Seat seat = 0; seat < form.seats(); ++seat) {
        const std::vector<double>& own = plan[static_cast<std::size_t>(seat)];
        std::vector<double> values(own.size());
        form.gradient(seat, plan, values);
        result.values.push_back(std::inner_product(own.begin(), own.end(), values.begin(), 0.0));
        result.best_responses.push_back(best_value(form.sets(seat), values));
        result.nash_conv += result.best_responses.back() - result.values.back();
    }
    return result;
}

std::vector<double> expected_values(const SequenceForm& form, const Behaviour& behaviour) {
    const Plan plan = form.plan_of(behaviour);
    std::vector<double> expected;
    for (Seat seat = 0; seat < form.seats(); ++seat) {
        const std::vector<double>& own = plan[static_cast<std::size_t>(seat)];
        std::vector<double> values(own.size());
        form.gradient(seat, plan, values);
        expected.push_back(std::inner_product(own.begin(), own.end(), values.begin(), 0.0));
    }
    return expected;
}

}  // namespace moonflower
