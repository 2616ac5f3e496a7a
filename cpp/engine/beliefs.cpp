#include "engine/beliefs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower {
namespace {

// Sums for a mean of values with weights, and for its standard error by the delta method.
struct Sums {
    double weighted = 0.0;
    double squares = 0.0;  // of weight times value
    double cross = 0.0;    // of weight squared times value
    void add(double weight, double value) {
        weighted += weight * value;
        squares += weight * value * weight * value;
        cross += weight * weight * value;
    }
    [[nodiscard]] Probability mean(double weight, double weight_squares, bool exact) const {
        if (weight <= 0) return {};
        const double mean = weighted / weight;
        const double spread = squares - 2 * mean * cross + mean * mean * weight_squares;
        return {mean, exact ? 0.0 : std::sqrt(std::max(0.0, spread)) / weight};
    }
};

class Counter {
public:
    Counter(const AnyView& view, std::span<const Supposition> supposed) : view_(view) {
        std::size_t size = 0;
        for (HiddenSlots& group : view.hidden_slots()) {
            starts_.push_back(size);
            size += group.faces.size();
            groups_.push_back(std::move(group));
        }
        counts_.resize(size);
        sums_.resize(size);
        for (const Supposition& one : supposed) conditions_.push_back(read(one));
    }

    void add(const AnyState& world, double weight, bool holds) {
        std::fill(counts_.begin(), counts_.end(), 0);
        view_.count_faces(world, counts_);
        ++worlds_;
        total_ += weight;
        total_squares_ += weight * weight;
        const double factor = holds ? suppose() : 0.0;
        supposed_.add(weight, factor);
        if (factor <= 0) return;
        const double kept = weight * factor;
        kept_ += kept;
        kept_squares_ += kept * kept;
        for (std::size_t group = 0; group < groups_.size(); ++group) add_group(group, kept);
    }

    [[nodiscard]] Beliefs result(bool exact) const {
        Beliefs beliefs;
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            if (groups_[group].slots.empty()) continue;
            beliefs.groups.push_back(groups_[group]);
            std::vector<Probability>& odds = beliefs.odds.emplace_back();
            for (std::size_t face = 0; face < groups_[group].faces.size(); ++face)
                odds.push_back(sums_[starts_[group] + face].mean(kept_, kept_squares_, exact));
        }
        beliefs.worlds = worlds_;
        beliefs.exact = exact;
        beliefs.supposition = supposed_.mean(total_, total_squares_, exact);
        return beliefs;
    }

private:
    struct Condition {
        std::size_t group = 0;
        std::size_t face = 0;
        bool is_zone = false;
    };

    [[nodiscard]] Condition read(const Supposition& supposed) const {
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            const HiddenSlots& slots = groups_[group];
            if (slots.slots.empty()) continue;
            const bool is_slot = std::find(slots.slots.begin(), slots.slots.end(),
                                           supposed.place) != slots.slots.end();
            const std::string& first = slots.slots.front();
            const bool is_zone = first.substr(0, first.rfind('.')) == supposed.place;
            if (!is_slot && !is_zone) continue;
            const auto face = std::find(slots.faces.begin(), slots.faces.end(), supposed.face);
            if (face == slots.faces.end())
                throw OptionError("suppose: " + quoted(supposed.face) + " is no face of " +
                                  quoted(supposed.place) +
                                  "; accepted: " + join(slots.faces, ", "));
            return {group, static_cast<std::size_t>(face - slots.faces.begin()), !is_slot};
        }
        throw OptionError("suppose: " + quoted(supposed.place) +
                          " hides nothing here; accepted: a hidden slot of the view's scene");
    }

    // The chance of all conditions in this world: of slots that cannot be told apart each may be
    // the one. What slots are supposed to hold is taken out, so that the rest is left to the
    // others.
    [[nodiscard]] double suppose() {
        double chance = 1.0;
        for (const Condition& condition : conditions_) {
            int& count = counts_[starts_[condition.group] + condition.face];
            if (count == 0) return 0.0;
            if (condition.is_zone) continue;
            chance *= static_cast<double>(count) / size_of(condition.group);
            --count;
        }
        return chance;
    }
    [[nodiscard]] int size_of(std::size_t group) const {
        const auto first = counts_.begin() + static_cast<std::ptrdiff_t>(starts_[group]);
        return std::accumulate(first,
                               first + static_cast<std::ptrdiff_t>(groups_[group].faces.size()), 0);
    }
    void add_group(std::size_t group, double weight) {
        const int size = size_of(group);
        if (size == 0) return;
        for (std::size_t face = 0; face < groups_[group].faces.size(); ++face) {
            const std::size_t at = starts_[group] + face;
            if (counts_[at] > 0) sums_[at].add(weight, static_cast<double>(counts_[at]) / size);
        }
    }

    const AnyView& view_;
    std::vector<HiddenSlots> groups_;
    std::vector<std::size_t> starts_;  // of each group in the counts
    std::vector<Condition> conditions_;
    std::vector<int> counts_;
    std::vector<Sums> sums_;
    Sums supposed_;
    double total_ = 0.0;
    double total_squares_ = 0.0;
    double kept_ = 0.0;
    double kept_squares_ = 0.0;
    std::size_t worlds_ = 0;
};

}  // namespace

Beliefs beliefs_of(const AnyView& view, std::size_t most_worlds, std::uint64_t seed,
                   std::span<const Supposition> supposed,
                   const std::function<bool(const AnyState& world)>& holds,
                   ProgressTimer& progress) {
    Counter counter(view, supposed);
    const auto add = [&](const AnyState& world, double weight) {
        counter.add(world, weight, !holds || holds(world));
        progress.tick();
    };
    if (const auto listed = view.worlds(most_worlds, progress)) {
        for (const WeightedState& world : *listed) add(*world.state, world.weight);
        return counter.result(true);
    }
    Rng rng(seed);
    view.sample_many(most_worlds, rng, [&](const AnyState& world) { add(world, 1.0); });
    return counter.result(false);
}

}  // namespace moonflower
