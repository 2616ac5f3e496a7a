// Two decks: worlds by going back through the log of a view (course_log.hpp), from what lies hidden
// now to where all hidden cards were alike. Going back, a card played returns to the hand, a flower
// to the hand that laid it, and a draw returns one of the cards then held to the pile; a pile must
// be whole again at its reshuffle, a hand must be what the viewer saw of it. Each way back is one
// course of the game (FP-119), equal cards counting as two.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rng.hpp"
#include "core/static_vector.hpp"
#include "games/flower_power/state.hpp"

namespace moonflower::flower_power {

class Retrace {
public:
    explicit Retrace(const State& table);

    // There is a whole log, and it tells one lay from another.
    [[nodiscard]] bool is_usable() const { return usable_; }
    // Fills a blank world; false when no way back was found.
    [[nodiscard]] bool draw(State& world, Rng& rng) const;
    // The number of courses that lead to a filled world, up to a factor, by the hands other seats
    // spied on in them, from the latest spy to the first. Takes so many steps; cut short when none
    // are left.
    using Hands = std::vector<CardSet>;
    struct Courses {
        Hands seen;
        double ways;
    };
    [[nodiscard]] std::vector<Courses> count(const State& world, std::size_t& steps) const;
    // Fills the log of such a world by one of these courses; false when none was found.
    [[nodiscard]] bool recall(State& world, const Hands& seen) const;

private:
    using Kind = CourseLog::Kind;
    using Event = CourseLog::Event;
    using Token = std::uint8_t;
    static constexpr std::size_t kMostTokens = kMaxCards + CourseLog::kMost;
    static constexpr int kMostWalks = 2000;  // given up when all of them lead nowhere

    // A way back in the making. Tokens are cards that hands have held: first those that lie hidden
    // now, whose faces are open until a draw or a spy settles them, then those that have shown.
    struct Walk {
        StaticVector<Card, kMostTokens> faces;           // kNoCard while open
        StaticVector<std::uint16_t, kMostTokens> homes;  // the flower it lies in; 0 for none
        std::array<StaticVector<Token, kMostTokens>, kMaxSeats> hands;
        CardSet hidden;   // copies that lie hidden now and have no token yet
        CardSet placed;   // the same in a filled world, where all have one
        CardSet need;     // copies the pile of the running epoch still lacks
        CardSet pile;     // as it lies now
        int undrawn = 0;  // so many of `need` nobody has drawn
        int epoch = 0;    // reshuffles before this time
        double ways = 1.0;
        std::array<Token, CourseLog::kMost> drawn{};  // by event
        // Hands other seats spied on, one behind the other in the order they are met.
        StaticVector<Token, 2 * CourseLog::kMost> spied;
        const Hands* seen = nullptr;  // what these have to be, where it is given
        std::size_t next_seen = 0;

        Token add(Card face, int home);
    };
    // What counting goes over: everything has a face.
    struct Lay {
        std::array<CardSet, kMaxSeats> hands;
        CardSet pile;
        int epoch = 0;
    };
    struct Counts;
    // A card the viewer does not know in a flower laid from a hand, or an initial petal some other
    // seat knows.
    struct Place {
        std::uint8_t flower;
        std::uint8_t petal;
        bool laid;
    };
    using Contents = std::array<CardSet, CourseLog::kMost>;  // flowers as they were laid, by event

    [[nodiscard]] bool tells_lays_apart(const State& table) const;
    void find_tokens(const State& table);
    void find_places(const Garden& garden);
    void find_draws(const State& table);
    void find_shown(const State& table, std::size_t first_draw, std::size_t epoch);

    void find_most_ways();

    [[nodiscard]] bool walk(Walk& way, Rng& rng) const;
    [[nodiscard]] bool undo(std::size_t event, Walk& way, Rng& rng) const;
    // The odds with which the tokens of a hand go back to a pile, at a draw.
    struct Odds {
        CardSet need;
        CardSet open;        // what a token without a face may become
        CardSet owed;        // what has to go back from the hand of this seat
        double haste = 1.0;  // so much likelier are owed cards
        [[nodiscard]] int choices(Card face) const {
            return face == kNoCard ? open.size() : need.count(face);
        }
        [[nodiscard]] double weight(Card face) const {
            return choices(face) * (face != kNoCard && owed.has(face) ? haste : 1.0);
        }
    };
    [[nodiscard]] std::optional<Odds> odds(std::size_t event, const Walk& way) const;
    [[nodiscard]] bool undo_draw(std::size_t event, Walk& way, Rng& rng) const;
    [[nodiscard]] bool undo_spy(const Event& spy, Walk& way, Rng& rng) const;
    [[nodiscard]] bool undo_reshuffle(Walk& way) const;
    [[nodiscard]] bool settle(Walk& way, Rng& rng) const;
    void fill(State& world, const Walk& way, Rng& rng) const;
    void fill_log(State& world, const Walk& way) const;

    [[nodiscard]] std::optional<Contents> contents(const State& world) const;
    [[nodiscard]] std::vector<Courses> count(std::size_t events, Lay lay, const Contents& laid,
                                             Counts& counts) const;
    [[nodiscard]] std::vector<Courses> count_draw(std::size_t event, const Lay& lay,
                                                  const Contents& laid, Counts& counts) const;

    Seat viewer_;
    CourseLog::Events events_;
    std::array<CardSet, Knowledge::kMostEpochs + 1> reshuffled_;  // without the viewer's draws
    // Cards of the seats before one that the viewer has seen since each reshuffle, if they have
    // drawn in its epoch.
    std::array<std::array<CardSet, kMaxSeats>, Knowledge::kMostEpochs + 1> shown_before_{};
    // Draws of the seat in the epoch, up to an event.
    std::array<std::uint8_t, CourseLog::kMost> draws_{};
    bool usable_ = false;
    Walk start_;
    double most_ways_ = 0.0;                 // of the ways tried
    std::size_t hidden_tokens_ = 0;          // the first ones
    StaticVector<Place, kMaxCards> places_;  // in the order of the garden
    int loose_places_ = 0;                   // initial petals some other seat knows
    int unseen_places_ = 0;                  // initial petals nobody knows, and the first pile
};

}  // namespace moonflower::flower_power
