// The table as text, at most 80 columns.
#include "games/flower_power/position.hpp"

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

}  // namespace moonflower::flower_power
