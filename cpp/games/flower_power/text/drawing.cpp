// The table as text, at most 80 columns.
#include "games/flower_power/text/position.hpp"

namespace moonflower::flower_power {
namespace {

constexpr std::size_t kWidth = 80;

// Appends words to a line, going on below with an indent where it gets too wide.
void flow(std::string& lines, std::string& line, const std::string& word) {
    if (line.size() + 1 + word.size() > kWidth) {
        lines += line + "\n";
        line = "      ";
    }
    line += " " + word;
}

std::string petal_text(Card card, bool up) {
    if (card == kNoCard) return "??";
    const std::string name(card_name(card));
    return up ? name : "(" + name + ")";
}

}  // namespace

std::string State::drawing() const {
    std::string lines;
    for (Seat seat = 0; seat < seats(); ++seat) {
        lines += "p" + std::to_string(seat + 1);
        if (!lives(seat)) lines += "  eliminated";
        if (seat == active_ && phase_ != Phase::kBuild) lines += "  <- its turn";
        lines += "\n";
        for (int i = 0; i < garden_.flowers(); ++i) {
            const Flower& flower = garden_.flower(i);
            if (flower.owner != seat) continue;
            const std::string id = std::to_string(flower.id);
            std::string line = std::string(4 - std::min<std::size_t>(id.size(), 3), ' ') + id +
                               (flower.power ? " power" : "");
            if (flower.spent) line += " spent";
            if (flower.exhausted) line += " exhausted";
            line += i == x_ ? " attacks:" : i == y_ ? " defends:" : ":";
            for (int petal = 0; petal < garden_.size(i); ++petal)
                flow(lines, line, petal_text(garden_.card(i, petal), garden_.face_up(i, petal)));
            lines += line + "\n";
        }
        if (phase_ == Phase::kBuild)
            lines += "    pack of " + std::to_string(pack_[at(seat)]) + " petals\n";
        std::string line = "  hand:";
        CardSet cards = hand(seat);
        if (making_ > 0 && seat == decider_) cards = cards + loose();
        cards.each([&](Card card) { flow(lines, line, std::string(card_name(card))); });
        const int hidden = hand_size(seat) - cards.size();
        if (hidden > 0) flow(lines, line, "+ " + std::to_string(hidden) + " unknown");
        if (hand_size(seat) == 0) line += " -";
        lines += line + "\n";
    }
    std::string line = "grave:";
    zones_[Zone::kGrave].each([&](Card card) { flow(lines, line, std::string(card_name(card))); });
    lines += line + (zones_[Zone::kGrave].empty() ? " -" : "") + "\n";
    lines += "pile: " + std::to_string(pile_size_) + "   turn " + std::to_string(turn_) + "   ";
    if (phase_ == Phase::kOver) return lines + "the game is over\n";
    std::string doing = accepted_here();
    if (const std::size_t colon = doing.find(':'); colon != std::string::npos) doing.resize(colon);
    return lines + doing + "\n";
}

// The fighting flowers as everybody sees them, then the petals that met, level by level.
std::string State::fighter_lines() const {
    std::string lines;
    for (const int flower : {x_, y_}) {
        std::string line = "  " + std::to_string(garden_.flower(flower).id);
        line += garden_.flower(flower).power ? " power:" : ":";
        for (int petal = 0; petal < garden_.size(flower); ++petal)
            flow(lines, line,
                 garden_.face_up(flower, petal) ? petal_text(garden_.card(flower, petal), true)
                                                : "??");
        lines += line + "\n";
    }
    const auto fighter = [this](int flower, int level) {
        const int petal = garden_.flower(flower).power ? picked(flower, level) : level;
        return petal < 0 ? std::string("-") : petal_text(garden_.card(flower, petal), true);
    };
    std::string line = "fighters:";
    for (int level = 0; level <= level_; ++level)
        flow(lines, line,
             (level > 0 ? "then " : "") + fighter(x_, level) + " against " + fighter(y_, level));
    return lines + line + "\n";
}

// Two passes decide a battle; anything else that ends it has taken a fighter away.
std::string State::battle_end(Move move, const State& after) const {
    const Kind kind = kind_of(move);
    const auto id = [this](int flower) { return std::to_string(garden_.flower(flower).id); };
    std::string text = "the battle is over: p" + std::to_string(active_ + 1) + " attacked with " +
                       id(x_) + ", p" + std::to_string(defender_ + 1) + " defended with " + id(y_) +
                       "\n" + fighter_lines();
    if (kind != Kind::kPass && kind != Kind::kKeep) return text + "the battle is broken off\n";
    const bool is_won = after.zones_[Zone::kGrave].size() > zones_[Zone::kGrave].size();
    return text + (is_won ? "the attack succeeds\n" : "the attack fails\n");
}

std::string State::recap(Move move) const {
    State after = *this;
    after.apply(move);
    std::string text;
    if (x_ != kNoFlower && y_ != kNoFlower && after.x_ == kNoFlower) text = battle_end(move, after);
    for (Seat seat = 0; seat < seats(); ++seat)
        if (lives(seat) && !after.lives(seat))
            text += "p" + std::to_string(seat + 1) + " is eliminated\n";
    return text;
}

}  // namespace moonflower::flower_power
