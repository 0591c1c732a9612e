"""Plays a trace again, without random numbers, and says where it differs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Source, Span
from .game import Game
from .load import load_game
from .move import IllegalMove
from .state import CHANCE, State
from .trace import Line, last_line

FIRST = {"trace": int, "game": str, "variants": list, "options": dict, "players": int, "digest": str}
"""The keys that the first line must have, with their types."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of it: the last position, how many lines were played, and each difference as (line, what).

    Lines count from 1, the first being the one that says what is played.
    """

    state: State
    lines: int
    differences: tuple[tuple[int, str], ...]


def read_trace(source: Source, report: Report) -> list[Line] | None:
    """The lines of a trace; None with diagnostics (E871, E872) if it is not one."""
    found: list[Line] = []
    start, sound = 0, True
    for text in source.text.splitlines(keepends=True):
        span = Span(source, start, start + len(text.rstrip("\r\n")))
        start += len(text)
        if not text.strip():
            continue
        try:
            line = json.loads(text)
        except ValueError:
            line = None
        if not isinstance(line, dict):
            report.add("E871", "this line is not a JSON object", span)
            sound = False
        else:
            found.append(line)
    if not sound:
        return None
    if not found or any(not isinstance(found[0].get(key), type) for key, type in FIRST.items()):
        report.add("E872", "the first line does not say what is played", Span(source, 0, min(len(source.text), 1)))
        return None
    return found


def game_of(lines: Sequence[Line], paths: Sequence[str] = ()) -> Game:
    """The game that a trace is of. Raises SpecError if it cannot be loaded."""
    first = lines[0]
    return load_game(
        first["game"],
        players=first["players"],
        options=first["options"],
        variants=[name for name in first["variants"] if isinstance(name, str)],
        paths=paths,
    )


def replay(lines: Sequence[Line], game: Game | None = None, *, verify: bool = True, paths: Sequence[str] = ()) -> Replayed:
    """Play a trace again. With `verify` everything that it says is compared; without, only the moves are made.

    It stops at the first line that cannot be played. `game` saves loading it again.
    """
    game = game or game_of(lines, paths)
    state = game.initial_state(seed=0, chance="explicit")
    differences: list[tuple[int, str]] = []
    if verify and game.digest != lines[0]["digest"]:
        differences.append((1, "the rules have changed since: the digests differ"))
    number = 1
    for number, line in enumerate(lines[1:], start=2):
        wrong, goes_on = _step(state, line)
        if verify or not goes_on:
            differences += [(number, text) for text in wrong]
        if not goes_on:
            break
    else:
        if verify and not any("end" in line for line in lines[-1:]):
            differences.append((number, "the trace stops before the end of the game"))
    return Replayed(state, number, tuple(differences))


def _step(state: State, line: Line) -> tuple[list[str], bool]:
    """Play one line; what differs, and whether it could be played."""
    if "end" in line:
        return _compare(last_line(state), line), True
    if "event" in line:
        return [], True
    if "chance" in line:
        return _chance(state, line)
    if "move" in line:
        return _decision(state, line)
    return ["this line says nothing that is known"], True


def _chance(state: State, line: Line) -> tuple[list[str], bool]:
    if state.current_seat != CHANCE:
        return [f"nothing is left to chance here: {_who(state)}"], False
    outcomes = state.chance_outcomes
    weight = next((w for move, w in outcomes if move.text == line.get("outcome")), None)
    if weight is None:
        return [f"chance cannot give {line.get('outcome')} here"], False
    now = {"weight": weight, "of": sum(w for _, w in outcomes)}
    wrong = _compare(now, {key: line.get(key) for key in now})
    state.apply(str(line["outcome"]))
    return wrong, True


def _decision(state: State, line: Line) -> tuple[list[str], bool]:
    if state.current_seat < 0:
        return [f"nobody is to decide here: {_who(state)}"], False
    now: dict[str, Any] = {"seat": f"p{state.current_seat + 1}", "phase": state.phase}
    if "legal" in line:
        now["legal"] = [move.text for move in state.legal_moves]
    wrong = _compare(now, {key: line.get(key) for key in now})
    try:
        state.apply(str(line["move"]))
    except IllegalMove as error:
        return [*wrong, f"not legal now: {error}"], False
    return wrong, True


def _who(state: State) -> str:
    if state.is_terminal:
        return f"the game is over ({state.status})"
    return "chance decides" if state.current_seat == CHANCE else f"p{state.current_seat + 1} decides"


def _compare(now: dict[str, Any], then: dict[str, Any]) -> list[str]:
    """What differs between what is the case now and what the trace says."""
    keys: Iterable[str] = dict.fromkeys((*now, *then))
    return [
        f"`{key}` is {json.dumps(now.get(key))}, and was {json.dumps(then.get(key))}"
        for key in keys
        if now.get(key) != then.get(key)
    ]
