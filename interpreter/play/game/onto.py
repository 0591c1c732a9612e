"""Plays the moves of a trace under other rules, up to the first that fails there."""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics.record import dataclass
from .game import Game
from .move import IllegalMove
from .state import State
from .trace import Line


@dataclass(frozen=True, slots=True)
class Moved:
    """How far the moves can be played: the position behind the last of them, how many moves players have made, and the
    first line that fails with the reason, if any does. Lines count from 1, which says what is played.
    """

    state: State
    moves: int
    fails: tuple[int, str] | None


def play_onto(lines: Sequence[Line], game: Game) -> Moved:
    """Play the moves and the outcomes of chance in a trace under the rules of `game`.

    Each must be possible, for the same player. Legal moves, events and the end are not compared: under other rules
    they may well differ.
    """
    state = game.initial_state(seed=0, chance="explicit")
    moves = 0
    for number, line in enumerate(lines[1:], start=2):
        why = moved_on(state, line)
        if why:
            return Moved(state, moves, (number, why))
        moves += "move" in line
    return Moved(state, moves, None)


def moved_on(state: State, line: Line) -> str:
    """Play what was decided in a line, if anything was; why that is impossible, or an empty text."""
    if "event" in line or "end" in line:
        return ""
    if "chance" in line:
        return _chance(state, str(line.get("outcome")))
    return _move(state, line) if "move" in line else ""


def _chance(state: State, outcome: str) -> str:
    """Play an outcome of chance; why that is impossible, or an empty text."""
    if state.decider.kind != "chance":
        return f"chance decides in the trace, but here {told(state)}"
    if all(move.text != outcome for move in state.legal_moves):
        return f"chance cannot give {outcome} here"
    state.apply(outcome)
    return ""


def _move(state: State, line: Line) -> str:
    """Play a move of a player; why that is impossible, or an empty text."""
    seat, move = line.get("seat", str(state.decider)), str(line["move"])
    if state.decider.kind != "seat" or str(state.decider) != seat:
        return f"{seat} plays {move} in the trace, but here {told(state)}"
    try:
        state.apply(move)
    except IllegalMove as error:
        return f"{seat} may not play {error}"
    return ""


def told(state: State) -> str:
    """Who decides, in words."""
    match state.decider.kind:
        case "nobody":
            return f"the game is over ({state.status})"
        case "chance" | "seat":
            return f"{state.decider} decides"
