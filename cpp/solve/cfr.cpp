#include "solve/cfr.hpp"

#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower {

template <RegretMinimiser Rule>
CfrDriver<Rule>::CfrDriver(std::shared_ptr<const SequenceForm> form)
    : form_(std::move(form)), behaviour_(form_->uniform()), plan_(form_->plan_of(behaviour_)) {
    std::size_t longest = 0;
    for (const std::vector<double>& seat : plan_) {
        regrets_.emplace_back(seat.size(), 0.0);
        longest = std::max(longest, seat.size());
    }
    sums_ = regrets_;
    values_.resize(longest);
}

template <RegretMinimiser Rule>
void CfrDriver<Rule>::iterate() {
    rule_.begin(static_cast<double>(++iterations_));
    for (Seat seat = 0; seat < form_->seats(); ++seat) update(seat);
}

template <RegretMinimiser Rule>
void CfrDriver<Rule>::update(Seat seat) {
    const auto who = static_cast<std::size_t>(seat);
    const std::vector<InfoSet>& sets = form_->sets(seat).sets;
    double* const values = values_.data();
    double* const regrets = regrets_[who].data();
    double* const play = behaviour_[who].data();
    const double* const plan = plan_[who].data();
    double* const sums = sums_[who].data();

    const double weight = rule_.average_weight(static_cast<double>(iterations_));
    for (std::size_t s = 0; s < sums_[who].size(); ++s) sums[s] += weight * plan[s];

    form_->gradient(seat, plan_, values_);
    for (std::size_t i = sets.size(); i-- > 0;) {
        const InfoSet set = sets[i];
        const Sequence end = set.first + set.moves;
        double value = 0;
        for (Sequence s = set.first; s < end; ++s) value += play[s] * values[s];
        values[set.parent] += value;
        double total = 0;
        for (Sequence s = set.first; s < end; ++s) {
            const double regret = values[s] - value;
            regrets[s] = rule_.accumulate(regrets[s], regret);
            play[s] = std::max(rule_.promise(regrets[s], regret), 0.0);
            total += play[s];
        }
        const double even = 1.0 / static_cast<double>(set.moves);
        const double scale = total > 0 ? 1.0 / total : 0.0;
        for (Sequence s = set.first; s < end; ++s) play[s] = total > 0 ? play[s] * scale : even;
    }
    form_->plan_of(seat, behaviour_[who], plan_[who]);
}

template class CfrDriver<RegretMatching>;
template class CfrDriver<RegretMatchingPlus>;
template class CfrDriver<DiscountedRegretMatching>;
template class CfrDriver<PredictiveRegretMatchingPlus>;

CfrMethod cfr_method(std::string_view name) {
    if (name == "cfr") return CfrMethod::kCfr;
    if (name == "cfr+") return CfrMethod::kCfrPlus;
    if (name == "dcfr") return CfrMethod::kDcfr;
    if (name == "pcfr+") return CfrMethod::kPcfrPlus;
    throw OptionError("solver: no method " + quoted(name) +
                      "; methods are cfr, cfr+, dcfr and pcfr+");
}

CfrSolver::CfrSolver(std::shared_ptr<const SequenceForm> form, CfrMethod method)
    : driver_(make(std::move(form), method)) {}

CfrSolver::Driver CfrSolver::make(std::shared_ptr<const SequenceForm> form, CfrMethod method) {
    switch (method) {
        case CfrMethod::kCfr:
            return CfrDriver<RegretMatching>(std::move(form));
        case CfrMethod::kCfrPlus:
            return CfrDriver<RegretMatchingPlus>(std::move(form));
        case CfrMethod::kDcfr:
            return CfrDriver<DiscountedRegretMatching>(std::move(form));
        case CfrMethod::kPcfrPlus:
            break;
    }
    return CfrDriver<PredictiveRegretMatchingPlus>(std::move(form));
}

void CfrSolver::run(std::uint64_t iterations, const ProgressCallback& progress) {
    std::visit(
        [&](auto& driver) {
            for (std::uint64_t i = 0; i < iterations; ++i) {
                driver.iterate();
                if (progress) progress();
            }
        },
        driver_);
}

std::uint64_t CfrSolver::iterations() const {
    return std::visit([](const auto& driver) { return driver.iterations(); }, driver_);
}
Behaviour CfrSolver::current() const {
    return std::visit([](const auto& driver) { return driver.current(); }, driver_);
}
Behaviour CfrSolver::average() const {
    return std::visit([](const auto& driver) { return driver.average(); }, driver_);
}

}  // namespace moonflower
