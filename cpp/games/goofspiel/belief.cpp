// Worlds of a view: the hidden bids that agree with who won what.
#include <bit>

#include "core/bits.hpp"
#include "core/error.hpp"
#include "core/hash.hpp"
#include "core/text.hpp"
#include "games/goofspiel/cards.hpp"
#include "games/goofspiel/state.hpp"

namespace moonflower::goofspiel {

View::Sampler::Sampler(const View& view)
    : view_(view), cards_(view.rules().cards), rounds_(view.known_.rounds_) {
    const State& known = view.known_;
    Row own = known.bids_[static_cast<std::size_t>(view.seat_)];
    if (known.commits_ > view.seat_) own >>= 4;  // nothing is told of it yet
    std::uint32_t signs = known.signs_;
    std::size_t most_waiting = 0;
    std::size_t most_aside = 0;
    for (std::size_t round = rounds_; round-- > 0; own >>= 4, signs >>= 2) {
        const auto card = static_cast<std::size_t>(own & 15);
        const bool is_tied = (signs & 3U) == State::kEqual;
        const bool is_above = ((signs & 3U) == State::kHigher) == (view.seat_ == 1);
        own_[round] = static_cast<std::uint8_t>(card);
        round_of_[card] = static_cast<std::uint8_t>(round);
        bids_[card] = is_tied ? Bid::kTied : is_above ? Bid::kAbove : Bid::kBelow;
        most_waiting += bids_[card] == Bid::kAbove ? 1 : 0;
        most_aside += bids_[card] == Bid::kBelow ? 1 : 0;
    }
    asides_ = most_aside + 2;
    count_rows(most_waiting, most_aside);
}

void View::Sampler::count_rows(std::size_t most_waiting, std::size_t most_aside) {
    ways_[cards_ + 1][0] = 1;
    for (std::size_t card = cards_; card > 0; --card)
        for (std::size_t waiting = 0; waiting <= most_waiting; ++waiting)
            for (std::size_t aside = 0; aside <= most_aside; ++aside) {
                std::uint64_t& ways = ways_[card][waiting * asides_ + aside];
                const bool takes = bids_[card] == Bid::kBelow;
                if (takes && aside == 0) continue;
                const std::size_t left = takes ? aside - 1 : aside;
                ways = after_card(card, waiting, left);
                if (bids_[card] != Bid::kTied) {
                    if (waiting > 0) ways += waiting * after_card(card, waiting - 1, left);
                    ways += after_card(card, waiting, left + 1);
                }
                if (takes) ways *= aside;
            }
}

Row View::Sampler::draw_row(Rng& rng) const {
    std::array<std::uint32_t, kMaxCards> row{};
    StaticVector<std::uint8_t, kSize> waiting;  // rounds
    StaticVector<std::uint8_t, kSize> aside;    // cards
    const auto take_one = [&](auto& list) {
        std::uint8_t& place = list[rng.below(static_cast<std::uint32_t>(list.size()))];
        const std::uint8_t taken = place;
        place = list.back();
        list.pop_back();
        return taken;
    };
    for (std::size_t card = 1; card <= cards_; ++card) {
        if (bids_[card] == Bid::kBelow) row[round_of_[card]] = take_one(aside);
        if (bids_[card] == Bid::kTied) {
            row[round_of_[card]] = static_cast<std::uint32_t>(card);
        } else {
            const std::uint64_t unused = after_card(card, waiting.size(), aside.size());
            const std::uint64_t set_aside = after_card(card, waiting.size(), aside.size() + 1);
            const std::uint64_t placed =
                waiting.empty()
                    ? 0
                    : waiting.size() * after_card(card, waiting.size() - 1, aside.size());
            const std::uint64_t pick = rng.below64(unused + set_aside + placed);
            if (pick >= unused + set_aside)
                row[take_one(waiting)] = static_cast<std::uint32_t>(card);
            else if (pick >= unused)
                aside.push_back(static_cast<std::uint8_t>(card));
        }
        if (bids_[card] == Bid::kAbove) waiting.push_back(round_of_[card]);
    }
    Row bids = 0;
    for (std::size_t round = 0; round < rounds_; ++round) bids = bids << 4 | row[round];
    return bids;
}

void View::Sampler::list_from(std::size_t round, std::uint32_t used, Row row,
                              std::vector<Row>& rows) const {
    if (round == rounds_) return rows.push_back(row);
    const std::uint32_t own = own_[round];
    for (std::uint32_t card = 1; card <= cards_; ++card) {
        const Bid bid = card < own ? Bid::kBelow : card == own ? Bid::kTied : Bid::kAbove;
        if (bid == bids_[own] && (used >> card & 1U) == 0)
            list_from(round + 1, used | 1U << card, row << 4 | card, rows);
    }
}

State View::world(Row other_bids) const {
    State state = known_;
    state.set_bids(other(), other_bids);
    return state;
}

// A bid of the running round can be any card the other has left.
State View::Sampler::draw(Rng& rng) const {
    State state = view_.known_;
    state.set_bids(view_.other(), draw_row(rng));
    if (!view_.has_hidden_commit()) return state;
    const std::uint32_t hand = state.hands_[0];
    const auto card = nth_bit(hand, rng.below(static_cast<std::uint32_t>(std::popcount(hand))));
    state.set_bids(0, state.bids_[0] << 4 | static_cast<Row>(card));
    return state;
}

View::Sampler View::sampler() const { return Sampler(*this); }

State View::sample(Rng& rng) const { return Sampler(*this).draw(rng); }

std::optional<std::vector<World<State>>> View::worlds(std::size_t limit) const {
    const Sampler sampler(*this);
    const auto hand = static_cast<std::uint64_t>(rules().cards - known_.rounds_);
    if (sampler.count() > limit || sampler.count() * (has_hidden_commit() ? hand : 1) > limit)
        return std::nullopt;
    std::vector<Row> rows;
    sampler.list(rows);
    std::vector<World<State>> all;
    for (const Row row : rows) {
        const State state = world(row);
        if (!has_hidden_commit()) all.push_back({state, 1.0});
        for (std::uint32_t cards = has_hidden_commit() ? state.hands_[0] : 0; cards != 0;
             cards &= cards - 1)
            all.push_back({world(row << 4 | static_cast<Row>(std::countr_zero(cards))), 1.0});
    }
    return all;
}

std::uint64_t View::key_of(const State& masked, Seat seat) {
    return mix64(masked.key() + static_cast<std::uint64_t>(seat));
}

void View::legal_moves(State::Moves& moves) const {
    moves.clear();
    if (turn() == Turn::of(seat_)) known_.legal_moves(moves);
}

Move View::parse_move(std::string_view text) const {
    if (turn() != Turn::of(seat_))
        throw IllegalMoveError("goofspiel: " + quoted(text) +
                               " cannot be played; this seat is not on turn");
    return known_.parse_move(text);
}

void View::observe(std::string_view text) {
    View next = *this;
    for (const std::string_view token : words(text)) next.follow(token);
    next.expect_settled(text);
    *this = next;
}

// Both bids are in as soon as the second is made: how they compare must follow at once.
void View::expect_settled(std::string_view text) const {
    if (known_.commits_ == 2)
        throw ParseError("goofspiel: " + quoted(text) +
                         " ends before a round is settled; <, = or > must follow, how the other's "
                         "bid compares");
}

void View::follow(std::string_view token) {
    const auto refuse = [&](const std::string& why) {
        throw IllegalMoveError("goofspiel: " + quoted(token) + " cannot come here; " + why);
    };
    if (known_.commits_ == 2) {
        if (token != "<" && token != "=" && token != ">")
            refuse("<, = or > must follow, how the other's bid compares");
        const bool is_higher = (token == ">") == (seat_ == 1);  // seat 0's card
        known_.settle(token == "=" ? State::kEqual : is_higher ? State::kHigher : State::kLower);
        if (Sampler(*this).count() == 0) refuse("no bids of the other agree with it");
    } else if (turn() == Turn::of(other())) {
        if (token != "?") refuse("the other's bid is seen as ?");
        known_.commit(other(), 0);
    } else if (turn().is_chance()) {
        known_.turn_up(known_.parse_move(token).code);
    } else {
        known_.commit(seat_, known_.parse_move(token).code);
    }
}

// Like a position, with the other's row written as how its bids compare; ? for one not told.
std::string View::text() const {
    std::string told = known_.signs_text(seat_) + (has_hidden_commit() ? "?" : "");
    if (told.empty()) told = "-";
    const std::string own = row_text(known_.bids_[static_cast<std::size_t>(seat_)]);
    return row_text(known_.points_) + " " + (seat_ == 0 ? own + " " + told : told + " " + own);
}

View View::parse(std::string_view text, Seat seat, const Rules& rules) {
    View view(rules, seat);
    const std::vector<std::string_view> rows = split(text, ' ');
    const auto token = [&](std::size_t row) -> std::string_view {
        const std::size_t at = view.known_.rounds_;
        return row < rows.size() && at < rows[row].size() && rows[row] != "-"
                   ? rows[row].substr(at, 1)
                   : std::string_view();
    };
    const std::size_t own = seat == 0 ? 1 : 2;
    // Events are taken from the rows as they come due; what is left shows in the comparison.
    for (;;) {
        std::string event;
        if (view.known_.commits_ == 2)
            event = token(3 - own);
        else if (view.turn().is_chance())
            event = token(0).empty() ? "" : "*" + std::string(token(0));
        else if (view.turn() == Turn::of(seat))
            event = token(own);
        else if (view.turn() == Turn::of(1 - seat))
            event = token(3 - own).empty() ? "" : "?";
        if (event.empty()) break;
        view.follow(event);
    }
    view.expect_settled(text);
    if (view.text() != text)
        throw ParseError("goofspiel: view " + quoted(text) +
                         " cannot be read; accepted: point cards, then for p1 and p2 the "
                         "own bids and <, = or > for the other's, like \"K5 3A >=\", - for none");
    return view;
}

}  // namespace moonflower::goofspiel
