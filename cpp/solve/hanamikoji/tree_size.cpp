#include "solve/hanamikoji/tree_size.hpp"

#include <algorithm>

#include "core/rng.hpp"
#include "solve/hanamikoji/last_turn.hpp"
#include "solve/hanamikoji/steps.hpp"

namespace moonflower::hanamikoji {
namespace {

// Descends at random, an action as likely as it has holdings: large parts are looked at more often,
// and count for less each time.
class Probe {
public:
    explicit Probe(const ProgressCallback& progress) : progress_(progress) {}

    // The first turn is the widest and the same for all probes, so it is listed once.
    void begin(const Table& table, const std::array<Sides, 2>& sides) {
        table_ = table;
        sides_ = sides;
        if (table.phase == Phase::kAnswer) return;
        root_ = open(table_, sides_);
    }
    double once(Rng& rng) {
        slots_ = 0;
        if (table_.phase == Phase::kAnswer)
            answer(table_, sides_, 1, rng);
        else
            turn(table_, sides_, root_, 1, rng);
        return slots_;
    }
    // Holdings listed so far: the cost of probing.
    [[nodiscard]] double work() const { return work_; }

private:
    struct Opened {
        std::size_t drawn = 0;
        double steps = 0;
        std::vector<PublicAction> actions;
    };

    Opened open(const Table& table, const std::array<Sides, 2>& sides) {
        if (progress_) progress_();
        const Seat seat = table.mover();
        Sides drawn = sides[at(seat)];
        if (table.phase == Phase::kDraw)
            drawn = distinct_sides(draw_steps(hidden_cards(table), drawn));
        Opened opened{drawn.size(), 0, lister_.list(table.used[at(seat)], drawn)};
        for (const PublicAction& action : opened.actions)
            opened.steps += static_cast<double>(action.steps.size());
        work_ += opened.steps + static_cast<double>(sides[0].size() + sides[1].size());
        return opened;
    }

    void turn(Table table, const std::array<Sides, 2>& sides, const Opened& opened, double like,
              Rng& rng) {
        const Seat seat = table.mover();
        const bool is_forced = opened.steps == static_cast<double>(opened.drawn);
        const bool is_last = table.turn == kTurns - 1 && &opened != &root_;
        if (!is_forced && !is_last) slots_ += like * opened.steps;
        auto pick = static_cast<double>(rng.below64(static_cast<std::uint64_t>(opened.steps)));
        const PublicAction* action = opened.actions.data();
        while (pick >= static_cast<double>(action->steps.size()))
            pick -= static_cast<double>((action++)->steps.size());
        const auto steps = static_cast<double>(action->steps.size());
        like *= opened.steps / steps;
        if (table.phase == Phase::kDraw) table.draw();
        if (!is_forced && is_last && is_settled(table, action->move, like * steps)) return;
        table.play(action->move);
        std::array<Sides, 2> left;
        for (const Step& step : action->steps) left[at(seat)].push_back(step.side);
        const Sides& others = sides[at(1 - seat)];
        for (const std::uint32_t place : possible_places(hidden_cards(table), others))
            left[at(1 - seat)].push_back(others[place]);
        go_on(table, left, like, rng);
    }

    // Whether the pairings of a last offer are settled; else their slots count.
    bool is_settled(const Table& table, Move offer, double slots) {
        Moves moves;
        list_actions(cards_in_action(offer), table.used[at(table.mover())], moves);
        if (moves.size() == 1) return false;
        if (payoffs_.settle(table, {moves.begin(), moves.end()})) return true;
        slots_ += slots;
        return false;
    }

    void last_answer(const Table& table, const Sides& sides, double like) {
        const std::vector<std::uint32_t> answers = payoffs_.of_answers(table);
        const Choices choices = payoffs_.choose(answers, at(1 - table.mover()));
        for (const Side& side : sides)
            if (choices.is_open(side.secret)) slots_ += like * static_cast<double>(answers.size());
    }

    void answer(const Table& table, const std::array<Sides, 2>& sides, double like, Rng& rng) {
        const bool is_root = &sides == &sides_;
        if (table.turn == kTurns - 1 && !is_root)
            return last_answer(table, sides[at(1 - table.mover())], like);
        Moves answers;
        list_answers(table.offer(), answers);
        const auto count = static_cast<double>(answers.size());
        if (answers.size() > 1)
            slots_ += like * count * static_cast<double>(sides[at(1 - table.mover())].size());
        Table next = table;
        next.answer(answers[rng.below(static_cast<std::uint32_t>(answers.size()))]);
        go_on(next, sides, like * count, rng);
    }

    void go_on(const Table& table, const std::array<Sides, 2>& sides, double like, Rng& rng) {
        if (table.phase == Phase::kEnd || sides[0].empty() || sides[1].empty()) return;
        if (table.phase == Phase::kAnswer) return answer(table, sides, like, rng);
        turn(table, sides, open(table, sides), like, rng);
    }

    const ProgressCallback& progress_;
    ActionLister lister_;
    Table table_;
    std::array<Sides, 2> sides_;
    Opened root_;
    std::vector<SecretPayoffs> secret_payoffs_;
    PayoffBook payoffs_{secret_payoffs_};
    double slots_ = 0;
    double work_ = 0;
};

}  // namespace

PublicTreeSize estimate_public_tree(const Table& table, const std::array<Range, 2>& ranges,
                                    const ProgressCallback& progress) {
    constexpr int kProbes = 100;
    constexpr int kFewest = 8;
    constexpr double kMostWork = 1e6;
    std::array<Sides, 2> sides;
    for (const std::size_t seat : {0U, 1U})
        for (const Holding& holding : ranges[seat]) sides[seat].push_back(holding.side);
    Probe probe(progress);
    probe.begin(table, sides);
    Rng rng(0);
    PublicTreeSize size;
    int probes = 0;
    for (; probes < kProbes && (probes < kFewest || probe.work() < kMostWork); ++probes)
        size.slots += probe.once(rng);
    size.slots /= probes;
    return size;
}

}  // namespace moonflower::hanamikoji
