"""Games, states, views and moves as values, and counting and playing out positions."""

from moonflower.positions.beliefs import Beliefs, Chance, SlotBelief
from moonflower.positions.counting import perft, playouts
from moonflower.positions.game import CHANCE, OVER, Game, Move, State, View, games
from moonflower.positions.info import GameInfo, OptionInfo
from moonflower.positions.scene import Scene, scene_schema

__all__ = [
    "CHANCE",
    "OVER",
    "Beliefs",
    "Chance",
    "Game",
    "GameInfo",
    "Move",
    "OptionInfo",
    "Scene",
    "SlotBelief",
    "State",
    "View",
    "games",
    "perft",
    "playouts",
    "scene_schema",
]
