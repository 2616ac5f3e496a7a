#include "games/terraflip/words.hpp"

#include <bit>

#include "core/text.hpp"

namespace moonflower::terraflip {
namespace {

Phrase colour_phrase(Colour colour) {
    return Phrase(std::string("terraflip.colour.") + kColourLetters[colour]);
}

// What is up now and what lay or lies underneath, as far as the token tells.
Phrase turned(std::string_view key, const Position& position, Cell from, Cell to, Colour shown) {
    Phrase phrase =
        Phrase(shown == kNoColour ? key : std::string(key) + "_shown").seat("who", position.mover);
    phrase.text("from", cell_name(from)).phrase("face", colour_phrase(position.face(from)));
    if (to != kNoCell) phrase.text("to", cell_name(to));
    if (shown != kNoColour) phrase.phrase("shown", colour_phrase(shown));
    return phrase;
}

Phrase place_phrase(const Position& position, const Token& token) {
    const Colour back = token.back != kNoColour ? token.back : token.shown;
    Phrase phrase = Phrase(back == kNoColour ? "terraflip.place" : "terraflip.place_back")
                        .seat("who", position.mover)
                        .phrase("colour", colour_phrase(position.rules.colour(position.mover)))
                        .text("cell", cell_name(token.cell));
    if (back != kNoColour) phrase.phrase("back", colour_phrase(back));
    return phrase;
}

// TF-10: the tile being turned shows to all, a spied one to its spy.
Phrase draw_phrase(const Position& position, const Token& token) {
    const bool is_spied = position.spied != kNoCell;
    const Cell cell = is_spied ? position.spied : position.origin;
    if (token.shown == kNoColour)
        return Phrase("terraflip.drawn_hidden")
            .seat("who", position.mover)
            .text("cell", cell_name(cell));
    return Phrase(is_spied ? "terraflip.drawn_spied" : "terraflip.drawn")
        .seat("who", position.mover)
        .text("cell", cell_name(cell))
        .phrase("shown", colour_phrase(token.shown));
}

Phrase token_phrase(const Position& position, std::string_view text) {
    const Token token = read_token(text);
    const auto special = [&](std::string_view kind) {
        return Phrase(std::string("terraflip.place_") += kind)
            .seat("who", position.mover)
            .text("cell", cell_name(token.cell));
    };
    switch (token.kind) {
        case Kind::kRider:
            return special("rider");
        case Kind::kCamp:
            return special("camp");
        case Kind::kCatapult:
            return special("catapult");
        case Kind::kTerrain:
            return place_phrase(position, token);
        case Kind::kFlip:
            return turned("terraflip.flip", position, token.cell, kNoCell, token.shown);
        case Kind::kThrow:
            return turned("terraflip.throw", position, token.cell, token.to, token.shown);
        case Kind::kSpy:
            return turned("terraflip.spy", position, token.cell, kNoCell, token.shown);
        case Kind::kDraw:
            return draw_phrase(position, token);
        default:
            return Phrase("terraflip.end").seat("who", position.mover);
    }
}

}  // namespace

Phrases phrases_of(const State& state, std::string_view event) {
    return {token_phrase(state.position(), event)};
}

Phrases phrases_of(const View& view, std::string_view event) {
    Phrases told;
    View now = view;
    for (const std::string_view token : words(event)) {
        told.push_back(token_phrase(now.known(), token));
        now.observe(token);
    }
    return told;
}

// TF-43
Phrase ending_of(const State& state) {
    const Position& position = state.position();
    const unsigned winners = position.winners();
    const auto first = static_cast<Seat>(std::countr_zero(winners));
    Phrases all;
    Phrases totals;
    bool by_tiles = false;
    for (Seat seat = 0; seat < position.rules.players; ++seat) {
        if ((winners >> seat & 1U) != 0) all.push_back(Phrase("seat").seat("who", seat));
        by_tiles |= (winners >> seat & 1U) == 0 && position.total(seat) == position.total(first);
        totals.push_back(
            Phrase("terraflip.total").seat("who", seat).number("points", position.total(seat)));
    }
    if (all.size() > 1)
        return Phrase("terraflip.shared").list("winners", all).list("totals", totals);
    return Phrase(by_tiles ? "terraflip.won_by_tiles" : "terraflip.won")
        .seat("who", first)
        .number("points", position.total(first))
        .number("tiles", position.tiles(first))
        .list("totals", totals);
}

}  // namespace moonflower::terraflip
