// Flower Power: one world. Petals and pile cards that no seat knows are chance, drawn when they
// show (FP-110); a position read from a full string may have them fixed, then they come as written.
//
// The same machine runs a seat's view: there, cards the seat does not know are missing, and the
// machine waits for them to be told (see view.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/hash.hpp"
#include "core/recap.hpp"
#include "core/scene.hpp"
#include "core/static_vector.hpp"
#include "games/flower_power/memory/knowledge.hpp"
#include "games/flower_power/rules/garden.hpp"
#include "games/flower_power/rules/moves.hpp"
#include "games/flower_power/rules/partition.hpp"
#include "games/flower_power/rules/rules.hpp"
#include "games/flower_power/rules/zones.hpp"

namespace moonflower::flower_power {

class View;

enum class Phase : std::uint8_t {
    kBuild,
    kMain,
    kPick,
    kReply,
    kConfirm,
    kMakeRegular,
    kMakePower,
    kWill,
    kOver,
};

// What the machine does next. All but kNothing can halt at a card that is not determined.
enum class Task : std::uint8_t {
    kNothing,
    kDeal,       // hands, seat by seat
    kBuilds,     // FP-14: views wait for the builds of the others
    kOpen,       // FP-51: the tops of an attack turn up
    kTurnUp,     // FP-57: new tops turn up after a hand action
    kTie,        // FP-71: the petals of a tie-break level turn up
    kTransform,  // FP-42: all petals turn up
    kSpy,        // FP-43: the spy sees all petals
    kSettle,     // FP-55: what follows a hand action
    kCapture,    // FP-74: eliminations after a success
    kLastWord,   // FP-77: the end of a last will
    kDraw,       // FP-31: the card of a D turn
    kVictory,    // FP-74: the victory draw
};

enum class PickReason : std::uint8_t { kInitial, kTie, kReplace };

class State {
public:
    using Rules = flower_power::Rules;
    using View = flower_power::View;
    using Moves = StaticVector<Move, 6144>;
    using Outcomes = StaticVector<Outcome, kFaces>;

    explicit State(const Rules& rules);

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] int seats() const { return rules_.players; }
    [[nodiscard]] Turn turn() const {
        if (phase_ == Phase::kOver) return Turn::over();
        return task_ == Task::kNothing ? Turn::of(decider_) : Turn::chance();
    }
    void legal_moves(Moves& moves) const;
    void chance(Outcomes& outcomes) const;
    [[nodiscard]] Move random_move(Rng& rng) const;
    void apply(Move move);
    // To the end by random_move. What seats know is not followed: nobody asks for it there.
    std::uint64_t play_out(Rng& rng);
    [[nodiscard]] Returns returns() const { return Returns::shared_by(winners_); }
    [[nodiscard]] std::uint64_t key() const;

    [[nodiscard]] View view(Seat seat) const;
    [[nodiscard]] std::uint64_t info_key(Seat seat) const;
    [[nodiscard]] std::string seen_by(Seat seat, Move move) const;

    [[nodiscard]] std::string format(Move move) const;
    [[nodiscard]] Move parse_move(std::string_view text) const;
    // Like apply(parse_move(text)), and takes the order of a dealt reshuffle: *R=KS,7D (FP-110).
    void play(std::string_view text);
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static State parse(std::string_view text, const Rules& rules);
    [[nodiscard]] std::string public_text() const;
    [[nodiscard]] std::string check() const;
    [[nodiscard]] std::string drawing() const;
    void fill(Scene& scene) const;
    [[nodiscard]] std::string recap(Move move) const;

    [[nodiscard]] std::array<int, kMaxSeats> scores() const;  // petals
    [[nodiscard]] Returns heuristic() const;
    void priors(const Moves& moves, std::span<std::uint32_t> weights) const;
    [[nodiscard]] Move greedy_move(Rng& rng) const;
    [[nodiscard]] static SearchHints search_hints(const Rules& rules);
    [[nodiscard]] State before_commits() const;
    [[nodiscard]] bool mid_turn() const;
    // What hints say about a move; see features.cpp.
    [[nodiscard]] static std::span<const FeatureFact> features();
    void measure(Move move, Rng& rng, std::span<double> values) const;
    [[nodiscard]] static std::span<const std::string_view> move_kinds();
    [[nodiscard]] std::size_t move_kind(Move move) const;
    // Without loss (merge.hpp).
    void merge_moves(Moves& moves) const;
    [[nodiscard]] Move representative(Move move) const;

    // Would the move be legal here? In a view other hands may hold what the reader cannot place.
    [[nodiscard]] bool is_legal(Move move) const;

    // --- the open table, for policy, merging and drawing
    [[nodiscard]] const Garden& garden() const { return garden_; }
    [[nodiscard]] Phase phase() const { return phase_; }
    [[nodiscard]] CardSet hand(Seat seat) const { return zones_[hand_of(seat)]; }
    [[nodiscard]] bool lives(Seat seat) const { return (alive_ >> seat & 1U) != 0; }
    [[nodiscard]] Seat active() const { return active_; }
    [[nodiscard]] int hand_size(Seat seat) const;

    friend bool operator==(const State&, const State&) = default;

private:
    friend View;
    friend class PositionWriter;
    friend class PositionReader;
    friend class Follower;
    friend class Sampler;
    friend class Retrace;
    friend class WorldLister;
    friend class ThirdSeats;
    friend class Teller;
    friend class OpenKey;
    friend class ScenePainter;

    // --- turns (state.cpp)
    void run();
    [[nodiscard]] bool step();
    void begin_main();
    void end_turn(bool by_draw);
    void finish(unsigned winners);
    [[nodiscard]] Seat next_living(Seat seat) const;
    void count_petals_and_finish();
    void open_builds();

    // --- hand actions (hand_actions.cpp)
    void hand_action(Move move);
    void make_step(Move move);
    void close_creation();
    void make_power(int flower);
    void spy_on_hand(Seat spy, Seat seat);
    void leave_hand(Seat seat, Card card);
    [[nodiscard]] bool settle();
    [[nodiscard]] bool end_will();
    [[nodiscard]] bool remove_dead();
    [[nodiscard]] bool eliminate(Seat seat);
    void change_of_uniqueness();
    void end_if_exhausted();
    void drop_flower(int flower);
    [[nodiscard]] std::array<int, kMaxSeats> hand_sizes() const;
    void prune();

    // --- battle (battle.cpp)
    void attack(int x, int y);
    void begin_reply(Seat seat);
    void pick_next();
    void choose(int petal);
    void pass();
    void confirm_from(int side);
    void go_on_with_battle();
    void after_turn_up();
    void evaluate();
    void succeed();
    void fail();
    void leave_battle();
    void drop_picks(int first);
    [[nodiscard]] int picked(int flower, int level) const;
    [[nodiscard]] Card petal_at_level(int flower) const;
    [[nodiscard]] bool needs_pick(int flower) const;
    [[nodiscard]] bool may_confirm(int flower, int side) const;
    [[nodiscard]] int fighting_flower() const;  // of the decider

    // --- chance (chance.cpp)
    [[nodiscard]] bool turn_up(int flower, int petal);
    [[nodiscard]] bool spy_on(int flower);
    [[nodiscard]] bool draw_card(Seat seat);
    void give(Seat seat, Card card);
    void after_draw();
    void reshuffle();
    void show(Card card);
    void tell_petal(Card card);
    void tell_hand(const CardSet& hand);
    [[nodiscard]] bool waits_for_petal() const;
    [[nodiscard]] bool waits_for_hand() const;
    [[nodiscard]] bool waits_for_reshuffle() const;
    [[nodiscard]] Seat receiver() const;  // of the card the machine waits for
    void sync_masked_hands();
    [[nodiscard]] bool is_reshuffled() const { return knowledge_.reshuffles() > 0; }
    [[nodiscard]] bool sees(Seat seat, int flower, int petal) const;
    // seen_by: a halted machine whose answer is fixed, and going on with it.
    [[nodiscard]] bool knows_answer() const;
    [[nodiscard]] std::string answer(Seat seat);

    // --- drawing (drawing.cpp)
    [[nodiscard]] std::string fighter_lines() const;
    [[nodiscard]] std::string battle_end(Move move, const State& after) const;

    // --- events (events.cpp)
    [[nodiscard]] std::string masked_token(Seat seat, Move move) const;
    [[nodiscard]] Move read_move(std::string_view text) const;
    [[nodiscard]] Move read_outcome(std::string_view text) const;
    [[nodiscard]] Move read_target(std::string_view text) const;
    [[nodiscard]] Move read_build(std::string_view text) const;
    [[nodiscard]] std::string accepted_here() const;
    void fix_order(std::string_view cards);
    [[nodiscard]] std::string reveal_builds(Seat seat) const;

    // --- policy (policy.cpp)
    [[nodiscard]] Move random_outcome(Rng& rng) const;
    [[nodiscard]] Move random_main(Rng& rng) const;
    [[nodiscard]] Move random_reply(Rng& rng) const;
    [[nodiscard]] Move random_choice(Rng& rng) const;
    [[nodiscard]] Move random_make(Rng& rng) const;
    [[nodiscard]] std::optional<Move> random_attack(Rng& rng) const;
    [[nodiscard]] std::optional<Move> random_hand_action(Rng& rng) const;
    [[nodiscard]] std::optional<Move> random_poison(Card card, Rng& rng) const;
    [[nodiscard]] std::optional<Move> random_spy(Card card, Rng& rng) const;

    // --- rules of thumb (greedy.cpp)
    [[nodiscard]] int visible_strength(int flower) const;
    [[nodiscard]] int battle_lead() const;
    [[nodiscard]] bool turns_battle(Move move) const;
    [[nodiscard]] std::uint32_t weight_of(Move move) const;
    [[nodiscard]] std::uint32_t choice_weight(int petal) const;

    // --- invariants (check.cpp)
    [[nodiscard]] std::string check_cards() const;
    [[nodiscard]] std::string check_garden() const;
    [[nodiscard]] std::string check_knowledge() const;

    // --- keys (keys.cpp)
    void hash_turn(Hasher& hasher) const;
    void hash_garden(Hasher& hasher, Seat seat) const;
    void hash_knowledge(Hasher& hasher, Seat seat) const;
    void hash_ledger(Hasher& hasher, Seat seat) const;

    // --- legality (legal.cpp)
    [[nodiscard]] bool may_draw() const;
    [[nodiscard]] bool may_end() const;
    [[nodiscard]] bool may_attack(int flower) const;
    [[nodiscard]] bool may_hold(Seat seat, Card card) const;
    [[nodiscard]] bool acts_by_hand() const;
    [[nodiscard]] bool may_target(Kind kind, Card card, int flower, int index) const;
    [[nodiscard]] bool may_spy_on_hand(Seat seat) const;
    [[nodiscard]] bool is_step_legal(Kind kind, Card card) const;
    [[nodiscard]] bool may_choose(int petal) const;
    [[nodiscard]] bool is_first_copy(int flower, int petal) const;
    [[nodiscard]] bool is_outcome(Move move) const;
    [[nodiscard]] std::uint64_t regular_steps() const;
    [[nodiscard]] std::uint64_t power_steps() const;
    [[nodiscard]] bool may_close() const;
    [[nodiscard]] bool has_room() const;
    // All cards of this game; set-up positions may have fewer than the decks.
    [[nodiscard]] CardSet cards() const { return rules_.all_cards() - zones_[Zone::kAbsent]; }
    [[nodiscard]] CardSet loose() const;
    [[nodiscard]] CardSet located(Seat seat) const;
    void list_attacks(Moves& moves) const;
    void list_hand_actions(Moves& moves) const;
    void list_targets(Moves& moves, Card card) const;
    void list_choices(Moves& moves) const;

    Rules rules_;
    Garden garden_;
    Knowledge knowledge_;
    Zones zones_;
    std::array<std::uint16_t, kMaxSeats> build_{};  // 1 + rank of the partition; 0 not (seen) yet
    std::array<std::uint8_t, kMaxSeats> pack_{};    // petals before the build
    std::array<std::uint8_t, kMaxSeats> hidden_{};  // views: cards of a hand the reader cannot name
    std::uint16_t turn_ = 1;
    std::uint16_t next_id_ = 1;
    std::int16_t stalled_ = 0;
    std::uint8_t pile_size_ = 0;
    bool fixed_ = false;  // the pile's order is in the garden's row
    std::uint8_t active_ = 0;
    std::uint8_t alive_ = 0;
    std::uint8_t last_draw_ = 0;  // bits: the seat's last turn was D
    std::uint8_t had_turn_ = 0;
    std::uint8_t winners_ = 0;
    bool fresh_ = true;
    Phase phase_ = Phase::kBuild;
    Phase from_ = Phase::kMain;  // where a creation goes back to
    Task task_ = Task::kNothing;
    PickReason reason_ = PickReason::kInitial;
    std::uint8_t decider_ = 0;
    std::uint8_t next_replier_ = 0;
    std::uint8_t passes_ = 0;
    std::uint8_t level_ = 0;
    std::uint8_t x_ = kNoFlower;  // indices of the fighting flowers
    std::uint8_t y_ = kNoFlower;
    std::uint8_t defender_ = 0;
    std::array<std::uint8_t, 2> allowance_{};
    bool changed_ = false;           // somebody changed its fighter in this confirmation
    std::uint8_t making_ = 0;        // cards of a creation so far, loose behind the last flower
    std::uint8_t owned_before_ = 0;  // flowers of the active seat before a hand action
    std::uint8_t task_flower_ = kNoFlower;  // of kTransform and kSpy
    std::uint8_t wait_flower_ = kNoFlower;  // the petal the machine waits for
    std::uint8_t wait_petal_ = 0;
    std::int8_t viewer_ = -1;  // the machine halts at what this seat has to be told
    bool masked_ = false;      // a view: what the viewer does not know is missing
};

}  // namespace moonflower::flower_power
