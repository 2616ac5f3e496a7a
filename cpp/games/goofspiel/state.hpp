// Goofspiel with hidden bids: for each point card both seats bid a card of their own at the same
// time; the higher bid takes the points, and of the bids only who won is told.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/static_vector.hpp"

namespace moonflower::goofspiel {

inline constexpr int kMaxCards = 13;

enum class PointsOrder : std::uint8_t { kRandom, kDescending, kAscending };

struct Rules {
    std::uint8_t cards = kMaxCards;
    PointsOrder order = PointsOrder::kRandom;

    [[nodiscard]] static const GameFacts& facts();
    [[nodiscard]] static Rules from(const Options& resolved);
    [[nodiscard]] Options options() const;
    friend bool operator==(const Rules&, const Rules&) = default;
};

// Cards laid one after the other: four bits each, 1 to 13, the last one lowest; 0 is face down.
using Row = std::uint64_t;

class View;

// A move is a card 1 to 13 (`A`, `2` ... `9`, `T`, `J`, `Q`, `K`), a chance outcome a point card
// (`*A` ...). Bids are commits, seat 0 first; the second one settles the round. The last round
// leaves no choice and is settled with the one before.
class State {
public:
    using Rules = goofspiel::Rules;
    using View = goofspiel::View;
    using Moves = StaticVector<Move, kMaxCards>;
    using Outcomes = StaticVector<Outcome, kMaxCards>;

    explicit State(const Rules& rules);

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] int seats() const { return 2; }
    [[nodiscard]] Turn turn() const;
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const;
    [[nodiscard]] Move random_move(Rng& rng) const;
    void apply(Move move);
    [[nodiscard]] Returns returns() const;
    [[nodiscard]] std::array<int, kMaxSeats> scores() const { return {scores_[0], scores_[1]}; }
    [[nodiscard]] std::uint64_t key() const;
    [[nodiscard]] State before_commits() const;

    [[nodiscard]] View view(Seat seat) const;
    [[nodiscard]] std::uint64_t info_key(Seat seat) const;
    [[nodiscard]] std::string seen_by(Seat seat, Move move) const;

    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static State parse(std::string_view text, const Rules& rules);
    [[nodiscard]] std::string public_text() const;
    [[nodiscard]] std::string check() const;

    friend bool operator==(const State&, const State&) = default;

private:
    friend class goofspiel::View;

    // How the bids of a round compare, as seat 0's against seat 1's.
    enum Sign : std::uint8_t { kLower = 1, kEqual = 2, kHigher = 3 };

    [[nodiscard]] bool has_point() const { return turned_ > rounds_; }
    [[nodiscard]] Sign last_sign() const;
    [[nodiscard]] std::string signs_text(Seat seat) const;
    [[nodiscard]] State masked(Seat seat) const;
    void turn_up(std::uint32_t card);
    void commit(Seat seat, std::uint32_t card);
    void set_bids(Seat seat, Row bids);
    void settle(Sign sign);
    void begin_round();

    Row points_ = 0;
    std::array<Row, 2> bids_{};
    std::uint32_t signs_ = 0;             // two bits a round, the last one lowest
    std::array<std::uint16_t, 2> hands_;  // bit masks by card; 0 where a view does not know
    std::uint16_t points_left_;           // point cards not turned up yet
    std::uint8_t turned_ = 0;             // point cards turned up
    std::uint8_t rounds_ = 0;             // rounds settled
    std::uint8_t commits_ = 0;            // bids of the running round
    std::array<std::uint8_t, 2> scores_{};
    Rules rules_;
};

// What a seat knows: the state with the other's bids blank.
class View {
public:
    class Sampler;

    View(const Rules& rules, Seat seat) : View(State(rules), seat) {}
    View(const State& state, Seat seat) : known_(state.masked(seat)), seat_(seat) {}

    [[nodiscard]] Seat seat() const { return seat_; }
    [[nodiscard]] const Rules& rules() const { return known_.rules(); }
    [[nodiscard]] Turn turn() const { return known_.turn(); }
    void legal_moves(State::Moves& moves) const;
    [[nodiscard]] std::uint64_t info_key() const { return key_of(known_, seat_); }
    [[nodiscard]] Sampler sampler() const;
    [[nodiscard]] State sample(Rng& rng) const;
    [[nodiscard]] std::optional<std::vector<World<State>>> worlds(std::size_t limit) const;
    void observe(std::string_view text);
    [[nodiscard]] std::string format(Move move) const { return known_.format(move); }
    [[nodiscard]] Move parse_move(std::string_view text) const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static View parse(std::string_view text, Seat seat, const Rules& rules);

    friend bool operator==(const View&, const View&) = default;

private:
    friend class State;

    [[nodiscard]] static std::uint64_t key_of(const State& masked, Seat seat);
    [[nodiscard]] Seat other() const { return 1 - seat_; }
    [[nodiscard]] bool has_hidden_commit() const { return seat_ == 1 && known_.commits_ == 1; }
    [[nodiscard]] State world(Row other_bids) const;
    void follow(std::string_view token);
    void expect_settled(std::string_view text) const;

    State known_;
    Seat seat_;
};

// The rows of bids the other may have made: a card of its own for each settled round, below, equal
// to or above this seat's bid as it was told; each row is as likely as the others.
//
// Rows are counted card by card from the lowest up. A card goes unused, or to one of the rounds
// that wait for a card above a bid already passed, or is set aside; a round won by this seat, when
// its bid is passed, takes one of the cards set aside below it.
class View::Sampler {
public:
    explicit Sampler(const View& view);

    [[nodiscard]] State draw(Rng& rng) const;
    // Rows as a 64-bit count: at most 13!.
    [[nodiscard]] std::uint64_t count() const { return ways_[1][0]; }
    // Adds every row to a list.
    void list(std::vector<Row>& rows) const { list_from(0, 0, 0, rows); }

private:
    static constexpr std::size_t kSize = kMaxCards + 2;
    // Lost rounds may wait and won rounds take cards set aside: counts of either go from none to
    // one more than there are, and make the most pairs when half the rounds are lost.
    static constexpr std::size_t kPairs = (kMaxCards / 2 + 2) * ((kMaxCards + 1) / 2 + 2);
    enum class Bid : std::uint8_t { kNone, kBelow, kTied, kAbove };  // where the other's card is

    [[nodiscard]] Row draw_row(Rng& rng) const;
    void list_from(std::size_t round, std::uint32_t used, Row row, std::vector<Row>& rows) const;
    void count_rows(std::size_t most_waiting, std::size_t most_aside);
    [[nodiscard]] std::uint64_t after_card(std::size_t card, std::size_t waiting,
                                           std::size_t aside) const {
        return ways_[card + 1][(waiting + (bids_[card] == Bid::kAbove ? 1 : 0)) * asides_ + aside];
    }

    View view_;
    std::size_t cards_;
    std::size_t rounds_;
    std::size_t asides_ = 0;                      // numbers of cards set aside
    std::array<std::uint8_t, kMaxCards> own_{};   // by round
    std::array<Bid, kSize> bids_{};               // by own card
    std::array<std::uint8_t, kSize> round_of_{};  // by own card
    // Ways to go on from a card, with so many rounds waiting and cards set aside.
    std::array<std::array<std::uint64_t, kPairs>, kSize + 1> ways_{};
};

static_assert(GameState<State> && MovesTogether<State> && HasScores<State>);
static_assert(PreparesSampler<State>);

}  // namespace moonflower::goofspiel
