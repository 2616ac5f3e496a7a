#include "audit/conformance.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "audit/chi_square.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower {
namespace {

constexpr std::size_t kMostFindings = 5;
constexpr std::uint64_t kLongestGame = 200'000;
constexpr std::size_t kMostWorlds = 1'500;
constexpr std::size_t kRepeated = 3;
constexpr double kMostMisfit = 6.0;

// Thrown when a promise is broken; the walk of that game ends there.
struct Broken {
    std::string what;
};

void expect(bool holds, const std::string& what) {
    if (!holds) throw Broken{what};
}

// One random game with everything checked on the way.
class Walk {
public:
    Walk(const AnyGame& game, std::uint64_t seed, ConformanceReport& report,
         ProgressTimer& progress)
        : game_(game), rng_(seed), report_(report), progress_(progress), state_(game.start()) {
        for (Seat seat = 0; seat < game.seats(); ++seat) grown_.push_back(game.start_view(seat));
        by_policy_ = rng_.coin();
    }

    void play() {
        while (!state_->turn().is_over()) {
            expect(++plies_ < kLongestGame, "the game does not end");
            progress_.tick();
            check_state();
            check_views();
            step(state_->turn().is_chance() ? check_chance() : check_decision());
            ++report_.moves;
        }
        check_state();
        check_views();
        check_payoffs();
    }

    [[nodiscard]] std::string place() const {
        return "ply " + std::to_string(plies_) + ", " + state_->text() + ", moves" + tokens_;
    }
    [[nodiscard]] std::string final_text() const { return state_->text(); }

private:
    [[nodiscard]] bool now_and_then(std::uint32_t often) { return rng_.below(often) == 0; }

    void check_state() {
        const std::string broken = state_->check();
        expect(broken.empty(), "check: " + broken);
        const std::string text = state_->text();
        const StatePtr read = game_.parse(text);
        expect(read->text() == text, "position text changes when read: " + read->text());
        expect(read->equals(*state_), "a position is not equal to itself read from its text");
        expect(read->key() == state_->key(), "equal states, different keys");
        expect(read->turn() == state_->turn(), "the turn changes when the position is read");
        expect(read->game()->spec() == game_.spec(), "the options change when a position is read");
        expect(!state_->public_text().empty(), "no public text");
        expect(!state_->drawing().empty(), "no drawing");
    }

    // --- decisions and chance

    Move check_decision() {
        const std::vector<Move> moves = state_->legal_moves();
        expect(!moves.empty(), "a seat on turn without a move");
        expect(state_->legal_moves() == moves, "the order of legal moves changes");
        expect(std::set<Move>(moves.begin(), moves.end()).size() == moves.size(),
               "duplicates among the legal moves");
        expect(game_.parse(state_->text())->legal_moves() == moves,
               "legal moves change when the position is read");
        check_tokens(moves);
        const auto is_legal = [&](Move move) {
            return std::find(moves.begin(), moves.end(), move) != moves.end();
        };
        const Move by_policy = state_->random_move(rng_);
        expect(is_legal(by_policy), "random_move gives an illegal move");
        if (moves.size() <= 64 && now_and_then(100)) check_policy_reach(moves);
        if (by_policy_) return by_policy;
        return moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
    }

    void check_tokens(const std::vector<Move>& moves) {
        std::set<std::string> tokens;
        const bool all = moves.size() <= 32 || now_and_then(20);
        for (const Move move : moves) {
            if (!all && !now_and_then(16)) continue;
            const std::string token = state_->format(move);
            expect(tokens.insert(token).second, "two moves are written " + token);
            expect(words(token).size() == 1, "a token with white space: " + quoted(token));
            expect(state_->parse_move(token) == move, "move changes when read: " + token);
        }
    }

    // Every legal move can come out of the playout policy.
    void check_policy_reach(const std::vector<Move>& moves) {
        std::set<Move> missing(moves.begin(), moves.end());
        for (std::size_t i = 0; i < 20'000 * moves.size() && !missing.empty(); ++i)
            missing.erase(state_->random_move(rng_));
        expect(
            missing.empty(),
            missing.empty() ? "" : "random_move never gives " + state_->format(*missing.begin()));
    }

    Move check_chance() {
        const std::vector<Outcome> outcomes = state_->outcomes();
        expect(!outcomes.empty(), "chance on turn without an outcome");
        std::set<Move> moves;
        std::set<std::string> tokens;
        for (const Outcome& outcome : outcomes) {
            expect(outcome.weight > 0, "a chance outcome of weight 0");
            expect(moves.insert(outcome.move).second, "duplicate chance outcomes");
            if (outcomes.size() > 64 && !now_and_then(16)) continue;
            const std::string token = state_->format(outcome.move);
            expect(token.starts_with('*'), "a chance token without its star: " + token);
            expect(tokens.insert(token).second, "two outcomes are written " + token);
            expect(state_->parse_move(token) == outcome.move,
                   "outcome changes when read: " + token);
        }
        const Move drawn = state_->random_move(rng_);
        expect(moves.contains(drawn), "random_move draws an outcome that is not listed");
        if (now_and_then(200)) check_odds(outcomes);
        return drawn;
    }

    void check_odds(const std::vector<Outcome>& outcomes) {
        std::unordered_map<std::uint32_t, std::size_t> index;
        std::vector<double> shares;
        for (const Outcome& outcome : outcomes) {
            index.emplace(outcome.move.code, shares.size());
            shares.push_back(static_cast<double>(outcome.weight));
        }
        std::vector<std::uint64_t> counts(outcomes.size());
        for (std::size_t i = 0; i < 2'000 + 20 * outcomes.size(); ++i)
            ++counts[index.at(state_->random_move(rng_).code)];
        expect(misfit(counts, shares) < kMostMisfit, "random_move draws with the wrong odds");
    }

    // --- views

    void check_views() {
        const bool sampled = now_and_then(4);
        const bool enumerated = now_and_then(60);
        for (Seat seat = 0; seat < game_.seats(); ++seat) {
            const ViewPtr view = state_->view(seat);
            const std::string who = seat_name(seat) + ": ";
            const AnyView& grown = *grown_[static_cast<std::size_t>(seat)];
            expect(view->equals(grown), who + "the view of the truth, " + view->text() +
                                            ", is not the view grown from events, " + grown.text());
            expect(view->info_key() == state_->info_key(seat), who + "info_key of state and view");
            expect(view->info_key() == grown.info_key(), who + "equal views, different keys");
            const std::string text = view->text();
            const ViewPtr read = game_.parse_view(text, seat);
            expect(read->text() == text, who + "view text changes when read: " + read->text());
            expect(read->equals(*view), who + "a view is not equal to itself read from its text");
            check_own_moves(*view, who);
            if (sampled) check_sample(*view, who);
            if (enumerated) check_belief(*view, who);
        }
    }

    void check_own_moves(const AnyView& view, const std::string& who) {
        const std::vector<Move> moves = view.legal_moves();
        expect(moves.empty() == (view.turn() != Turn::of(view.seat())),
               who + "moves without a turn, or a turn without moves");
        if (state_->turn() == Turn::of(view.seat())) {
            expect(moves == state_->legal_moves(), who + "the view lists other legal moves");
            const Move move = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
            const std::string token = state_->format(move);
            expect(view.format(move) == token, who + "the view writes a move otherwise");
            expect(view.parse_move(token) == move, who + "the view reads a move otherwise");
        }
    }

    void expect_world_of(const AnyState& world, const AnyView& view, const std::string& who) {
        const std::string broken = world.check();
        expect(broken.empty(), who + "a world breaks its check: " + broken);
        const ViewPtr back = world.view(view.seat());
        expect(back->equals(view), who + "a world of " + view.text() + " gives the view " +
                                       back->text() + " back; the world is " + world.text());
        expect(world.info_key(view.seat()) == view.info_key(), who + "a world has another key");
        if (view.turn() == Turn::of(view.seat()) && world.turn() == view.turn())
            expect(world.legal_moves() == view.legal_moves(),
                   who + "a world gives other legal moves");
    }

    void check_sample(const AnyView& view, const std::string& who) {
        const std::uint64_t seed = rng_.next();
        Rng first(seed);
        const StatePtr world = view.sample(first);
        ++report_.worlds_sampled;
        expect_world_of(*world, view, who);
        // Nothing leaks: another truth with the same view gives the same worlds.
        Rng second(seed);
        expect(world->view(view.seat())->sample(second)->equals(*view.sample(first = Rng(seed))),
               who + "two truths with one view give different samples");
        // What a sampler has drawn before makes no difference to what it draws.
        second = Rng(seed);
        view.sample_many(kRepeated, first = Rng(seed), [&](const AnyState& drawn) {
            expect(drawn.equals(*view.sample(second)), who + "a prepared sampler draws otherwise");
        });
        if (now_and_then(4)) check_others(*world, view.seat(), who);
        if (now_and_then(8)) play_on(*world, who);
    }

    // What the other seats know in a world is what a seat could know: their views can be written,
    // read and sampled like those of the truth.
    void check_others(const AnyState& world, Seat viewer, const std::string& who) {
        for (Seat seat = 0; seat < game_.seats(); ++seat) {
            if (seat == viewer) continue;
            const ViewPtr view = world.view(seat);
            const std::string other = who + "a world's view of " + seat_name(seat) + ": ";
            expect(game_.parse_view(view->text(), seat)->equals(*view),
                   other + "changes when read: " + view->text());
            expect_world_of(*view->sample(rng_), *view, other);
        }
    }

    // A world must be playable to its end, as a position that could have happened.
    void play_on(const AnyState& world, const std::string& who) {
        const StatePtr state = world.clone();
        for (std::uint64_t i = 0; !state->turn().is_over(); ++i) {
            expect(i < kLongestGame, who + "a sampled world does not end");
            state->apply(state->random_move(rng_));
            const std::string broken = state->check();
            expect(broken.empty(), who + "a sampled world breaks when played: " + broken);
        }
    }

    // Samples are distributed as the enumerated worlds say, and the truth is one of them.
    void check_belief(const AnyView& view, const std::string& who) {
        const auto worlds = view.worlds(kMostWorlds, progress_);
        if (!worlds) return;
        expect(!worlds->empty(), who + "no world agrees with the view");
        // By key: what other seats have counted in secret is no part of a world.
        std::map<std::uint64_t, std::size_t> index;
        std::vector<double> shares;
        for (const WeightedState& world : *worlds) {
            expect(world.weight > 0, who + "a world of weight 0");
            expect_world_of(*world.state, view, who);
            expect(index.emplace(world.state->key(), shares.size()).second,
                   who + "a world is listed twice: " + world.state->text());
            shares.push_back(world.weight);
        }
        // Where choices are made together a seat is on move in its worlds as soon as its own choice
        // is due, though in the truth an earlier seat may still have to commit.
        const bool is_early = view.turn() == Turn::of(view.seat()) && state_->turn() != view.turn();
        expect(is_early || index.contains(state_->key()),
               who + "the truth is not among the worlds");
        if (worlds->size() < 2) return;
        std::vector<std::uint64_t> counts(shares.size());
        const std::size_t draws = std::min<std::size_t>(30'000, 1'000 + 20 * shares.size());
        view.sample_many(draws, rng_, [&](const AnyState& world) {
            const auto found = index.find(world.key());
            expect(found != index.end(), who + "a sample is not among the worlds: " + world.text());
            ++counts[found->second];
        });
        const double off = misfit(counts, shares);
        expect(off < kMostMisfit, who + "samples of " + view.text() + " miss the shares of its " +
                                      std::to_string(shares.size()) + " worlds by " +
                                      std::to_string(off) + " sigma");
        report_.worlds_sampled += draws;
        ++report_.beliefs_enumerated;
    }

    void step(Move move) {
        tokens_ += " " + state_->format(move);
        for (Seat seat = 0; seat < game_.seats(); ++seat) {
            const std::string events = state_->seen_by(seat, move);
            if (!events.empty()) grown_[static_cast<std::size_t>(seat)]->observe(events);
        }
        state_->apply(move);
    }

    void check_payoffs() {
        expect(state_->legal_moves().empty(), "legal moves after the end");
        const GameFacts& facts = game_.facts();
        const Returns returns = state_->returns();
        std::int64_t sum = 0;
        for (std::size_t seat = 0; seat < kMaxSeats; ++seat) {
            const std::int64_t units = returns.units[seat];
            if (static_cast<int>(seat) >= game_.seats()) {
                expect(units == 0, "a payoff for an empty seat");
                continue;
            }
            expect(units >= std::int64_t{facts.lowest_payoff} * kPayoffUnit &&
                       units <= std::int64_t{facts.highest_payoff} * kPayoffUnit,
                   "a payoff out of range");
            sum += units;
        }
        if (facts.payoff_sum)
            expect(sum == std::int64_t{*facts.payoff_sum} * kPayoffUnit, "payoffs do not add up");
    }

    const AnyGame& game_;
    Rng rng_;
    ConformanceReport& report_;
    ProgressTimer& progress_;
    StatePtr state_;
    std::vector<ViewPtr> grown_;
    bool by_policy_ = false;
    std::uint64_t plies_ = 0;
    std::string tokens_;  // all moves so far, so that a finding can be played again
};

}  // namespace

ConformanceReport check_conformance(const AnyGame& game, std::size_t games, std::uint64_t seed,
                                    ProgressTimer& progress) {
    ConformanceReport report;
    Rng seeds(seed);
    while (report.games < games && report.findings.size() < kMostFindings) {
        const std::uint64_t game_seed = seeds.next();
        ++report.games;
        Walk walk(game, game_seed, report, progress);
        const auto note = [&](const std::string& what) {
            report.findings.push_back(game.spec() + ", game " + std::to_string(report.games) +
                                      ", " + walk.place() + ": " + what);
        };
        try {
            walk.play();
            if (report.games % 16 != 1) continue;
            ConformanceReport unused;
            Walk again(game, game_seed, unused, progress);
            again.play();
            if (again.final_text() != walk.final_text()) note("same seed, another game");
        } catch (const Broken& broken) {
            note(broken.what);
        } catch (const Error& error) {
            note(std::string("refused its own text: ") + error.what());
        }
    }
    return report;
}

}  // namespace moonflower
