#include "games/flower_power/follower.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"

namespace moonflower::flower_power {

void Follower::refuse(std::string_view token, const std::string& accepted) const {
    throw IllegalMoveError("flower_power: event " + quoted(token) + " does not fit here; " +
                           accepted);
}

void Follower::follow(std::string_view token) {
    State& t = table_;
    if (t.phase_ == Phase::kOver) refuse(token, "the game is over");
    if (token.starts_with('=')) return reveal_build(token);
    if (t.task_ != Task::kNothing) return answer(token);
    if (t.phase_ == Phase::kBuild) return build(token);
    const bool own = t.decider_ == t.viewer_;
    if (own && token.starts_with('s') && token.find('@') != std::string_view::npos)
        return own_spy_on_hand(token);
    if (!own && (token.starts_with('f') || token.starts_with('w'))) return creation(token);
    if (!own && t.phase_ != Phase::kMain && t.phase_ != Phase::kReply && t.phase_ != Phase::kWill &&
        t.phase_ != Phase::kPick && t.phase_ != Phase::kConfirm)
        refuse(token, t.accepted_here());
    t.apply(t.parse_move(token));
}

// What the machine waits for: a petal, a hand, a draw, a reshuffle.
void Follower::answer(std::string_view token) {
    State& t = table_;
    if (t.waits_for_hand()) {
        const Seat seat = t.wait_petal_;
        const std::string head = "@" + std::to_string(seat + 1) + "=";
        if (!token.starts_with(head)) refuse(token, head + "<cards> is accepted");
        CardSet hand;
        for (const std::string_view name : split(token.substr(head.size()), ',')) {
            const auto card = card_named(name);
            if (!card || hand.count(*card) == 2) refuse(token, "cards like KS are accepted");
            hand.add(*card);
        }
        if (hand.size() != t.hand_size(seat) || !hand.includes(t.hand(seat)) ||
            !(t.cards() - t.located(t.viewer_)).includes(hand - t.hand(seat)))
            refuse(token, "the hand has other cards");
        t.tell_hand(hand);
        return t.run();
    }
    if (t.task_ == Task::kBuilds || !token.starts_with('*')) refuse(token, t.accepted_here());
    const Move move = t.read_outcome(token);
    const Card card = card_of(move);
    if (card != kNoCard && !(t.cards() - t.located(t.viewer_)).has(card))
        refuse(token, "that card is known to lie elsewhere");
    if (t.waits_for_petal()) {
        const bool secret = t.task_ == Task::kSpy && t.decider_ != t.viewer_;
        if (kind_of(move) != Kind::kShow ||
            flower_of(move) != t.garden_.flower(t.wait_flower_).id ||
            index_of(move) != t.wait_petal_ || (card == kNoCard) != secret)
            refuse(token, t.accepted_here());
        t.tell_petal(card);
    } else if (t.waits_for_reshuffle()) {
        if (move != encode(Kind::kDeal, kNoCard, 0, kReshuffle)) refuse(token, "*R is accepted");
        t.reshuffle();
    } else {
        const bool secret = t.receiver() != t.viewer_;
        if (kind_of(move) != Kind::kDeal || index_of(move) != t.receiver() ||
            (card == kNoCard) != secret)
            refuse(token, t.accepted_here());
        t.give(t.receiver(), card);
    }
    t.run();
}

// --- builds (FP-14)

void Follower::build(std::string_view token) {
    State& t = table_;
    if (token != "B?")
        t.build_[t.decider_] = static_cast<std::uint16_t>(rank_of(t.parse_move(token)) + 1);
    else if (t.decider_ == t.viewer_ || t.rules_.build_open)
        refuse(token, "this build is seen");
    ++t.decider_;
    if (t.decider_ < t.seats()) return;
    t.task_ = Task::kBuilds;
    open_builds();
}

void Follower::reveal_build(std::string_view token) {
    State& t = table_;
    const std::size_t colon = token.find(':');
    const auto seat = to_integer<int>(
        token.substr(1, colon == std::string_view::npos ? std::string_view::npos : colon - 1));
    if (t.task_ != Task::kBuilds) {
        // A list written out from the start has shown the builds already.
        if (t.phase_ == Phase::kMain && t.turn_ == 1 && t.fresh_ && seat) return;
        refuse(token, t.accepted_here());
    }
    if (!seat || *seat < 1 || *seat > t.seats() || colon == std::string_view::npos)
        refuse(token, "=<seat>:<sizes> is accepted");
    State probe = t;
    probe.task_ = Task::kNothing;
    probe.decider_ = static_cast<std::uint8_t>(*seat - 1);
    const Move move = probe.parse_move("B" + std::string(token.substr(colon + 1)));
    std::uint16_t& build = t.build_[at(*seat - 1)];
    if (build != 0 && build != rank_of(move) + 1) refuse(token, "that seat has built otherwise");
    build = static_cast<std::uint16_t>(rank_of(move) + 1);
    open_builds();
}

void Follower::open_builds() {
    State& t = table_;
    for (Seat seat = 0; seat < t.seats(); ++seat)
        if (t.build_[at(seat)] == 0) return;
    t.task_ = Task::kNothing;
    t.open_builds();
}

// --- hand actions whose cards are partly hidden

// s5C>@2=KS,7D: the spy sees the whole hand.
void Follower::own_spy_on_hand(std::string_view token) {
    State& t = table_;
    const std::size_t equals = token.find('=');
    if (equals == std::string_view::npos)
        throw ParseError("flower_power: event " + quoted(token) +
                         " lacks what the spy saw; accepted: s5C>@2=KS,7D");
    const Move move = t.parse_move(token.substr(0, equals));
    const Seat seat = index_of(move);
    CardSet hand;
    if (token.substr(equals + 1) != "-")
        for (const std::string_view name : split(token.substr(equals + 1), ',')) {
            const auto card = card_named(name);
            if (!card || hand.count(*card) == 2) refuse(token, "cards like KS are accepted");
            hand.add(*card);
        }
    const CardSet known = t.hand(seat);
    if (hand.size() != t.hand_size(seat) || !hand.includes(known) ||
        !(t.cards() - t.located(t.viewer_)).includes(hand - known))
        refuse(token, "the hand has other cards");
    t.zones_.set(hand_of(seat), hand);
    t.hidden_[at(seat)] = 0;
    t.apply(move);
}

void Follower::begin_creation(Phase phase) {
    State& t = table_;
    if (t.phase_ == phase) return;
    if (!t.acts_by_hand() || t.hand_size(t.decider_) < (phase == Phase::kMakePower ? 4 : 3))
        refuse(phase == Phase::kMakePower ? "w" : "f", t.accepted_here());
    t.from_ = t.phase_;
    t.phase_ = phase;
}

// f?, f#3, w?, wKS.7C.4H.2D. of another seat
void Follower::creation(std::string_view token) {
    State& t = table_;
    const bool power = token.starts_with('w');
    const Phase phase = power ? Phase::kMakePower : Phase::kMakeRegular;
    begin_creation(phase);
    if (token.substr(1) == "?") return;
    const Seat seat = t.decider_;
    if (power) {
        std::string_view list = token.substr(1);
        if (list.ends_with('.')) list.remove_suffix(1);
        const CardSet known = t.hand(seat);
        CardSet laid;
        for (const std::string_view name : split(list, '.')) {
            const auto card = card_named(name);
            if (!card || laid.count(*card) == 2) refuse(token, "wKS.7C.4H.2D. is accepted");
            laid.add(*card);
        }
        const CardSet fresh = laid - known;
        if (fresh.size() > t.hidden_[at(seat)] ||
            !(t.cards() - t.located(t.viewer_)).includes(fresh))
            refuse(token, "the hand cannot hold these cards");
        t.zones_.set(hand_of(seat), known - laid);
        t.hidden_[at(seat)] = static_cast<std::uint8_t>(t.hidden_[at(seat)] - fresh.size());
        laid.each([&](Card card) {
            t.garden_.push_loose(card);
            ++t.making_;
        });
        if (!t.may_close()) refuse(token, "a power flower needs four cards of all suits");
    } else {
        const auto size = token.starts_with("f#") ? to_integer<int>(token.substr(2)) : std::nullopt;
        const int hand = t.hand_size(seat);
        if (!size || *size < 3 || *size > hand) refuse(token, "f? and f#<n> are accepted");
        t.zones_.set(hand_of(seat), {});
        t.hidden_[at(seat)] = static_cast<std::uint8_t>(hand - *size);
        for (int i = 0; i < *size; ++i) t.garden_.push_loose(kNoCard);
        t.making_ = static_cast<std::uint8_t>(*size);
    }
    t.apply(encode(power ? Kind::kMakePower : Kind::kMakeRegular, kNoCard));
}

}  // namespace moonflower::flower_power
