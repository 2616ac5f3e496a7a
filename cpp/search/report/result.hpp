// What a search has to say: plain values, filled in by the search, read by bindings and protocol.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.hpp"

namespace moonflower {

enum class Proof : std::uint8_t { kNone, kWin, kDraw, kLoss, kValue };
inline constexpr std::array<std::string_view, 5> kProofNames{"", "win", "draw", "loss", "value"};

enum class StopReason : std::uint8_t {
    kRunning,
    kNodes,
    kTime,
    kWorlds,
    kStopped,  // from outside
    kProven,   // the root's value is known
    kSettled,  // the runner-up cannot catch up
    kForced,   // a single legal move
    kInstant,  // a player that does not search
    kDepth,    // of a solver: looked as far ahead, or iterated as often, as asked
};
inline constexpr std::array<std::string_view, 10> kStopNames{
    "running", "nodes",   "time",   "worlds",  "stopped",
    "proven",  "settled", "forced", "instant", "depth"};

// What stands for an algorithm in a report that the game's own solver gave.
inline constexpr std::string_view kExactName = "exact";

// One move of the root.
struct SearchLine {
    Move move;
    std::string text;
    std::uint64_t visits = 0;
    std::optional<double> value;  // expected payoff of the seat to move; none before any visit
    std::vector<double> values;   // of every seat; empty before any visit
    double error = 0.0;           // standard error of the value
    double win = 0.0;             // shares of simulations: sole win, shared or drawn, lost
    double draw = 0.0;
    double loss = 0.0;
    std::optional<double> prior;
    double policy = 0.0;  // probability of being played
    Proof proof = Proof::kNone;
    std::vector<std::string> pv;  // as the searching seat will see it, the move itself first
};

struct SearchReport {
    Seat seat = 0;
    std::string_view algorithm;
    std::vector<SearchLine> lines;  // every legal move, the best first
    std::size_t shown = 0;          // how many of them were asked for
    std::size_t best = 0;           // the line to play: the first, or a draw from the policy
    bool is_mixed = false;          // the policy is meant to be drawn from
    std::optional<double> value;
    std::vector<double> values;
    Proof proof = Proof::kNone;
    std::uint64_t nodes = 0;  // simulations
    std::uint64_t worlds = 0;
    double ess = 0.0;        // effective sample size of the worlds
    std::uint64_t kept = 0;  // visits of the root that an earlier search left
    double depth = 0.0;      // mean number of tree moves of a simulation
    int seldepth = 0;        // the most
    double time_ms = 0.0;
    std::uint64_t tree_nodes = 0;
    std::uint64_t recycled = 0;  // nodes dropped to make room
    double hash_full = 0.0;      // share of the table in use
    std::string note;            // what else is to be known of it, for people
    StopReason stop = StopReason::kRunning;
    bool is_final = false;
};

}  // namespace moonflower
