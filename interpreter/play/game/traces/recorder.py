"""The record of a game, one JSON object per line, from which it can be played again without random numbers.

    {"trace": 2, "game": "mille-bornes", "variants": [], "options": {…}, "players": 2, "seed": 7, "digest": "…"}
    {"n": 1, "chance": "pile", "outcome": "ace", "weight": 10, "of": 106}
    {"n": 2, "seat": "p1", "phase": "play", "move": "discard(ace)"}
    {"end": "finished", "winners": [["p1"]], "returns": [1.0, 0.0], "scores": {"p1": 5000, "p2": 4200}, "state": "…"}

`winners` are the winning sides (see `State.winners`); it is there if the rules say who wins, and `scores` if they keep
a score. `n` counts the lines from 1. `chance` is the zone whose card is drawn, or the name in the rule that picks from
a list. On demand, decisions also have `legal` (the texts of all legal moves), and events have lines of their own,
`{"n", "event", …}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ....engines.events import Event
from ....engines.program.derived_values import has_result
from ....engines.program.layout import side_name
from ....engines.program.nodes import AskBlock, PickOne
from ..decider import EVERYTHING
from ..game import State
from ..happenings import happenings
from ..notation import value_text
from ..setup import Setup

Line = dict[str, Any]

VERSION = 2

BEGINS = '{"trace": '
"""So the file of a trace begins."""
"""The version of the format."""


def line_text(line: Line) -> str:
    """Convert a line to the text that is written to a file."""
    return json.dumps(line, ensure_ascii=False)


def first_line(game: Setup, seed: int | None) -> Line:
    """The first line: what is played; a seed only where all that chance gives follows from it."""
    return {
        "trace": VERSION,
        "game": game.name,
        "variants": list(game.variants),
        "options": dict(game.options),
        "players": game.players,
        "seed": seed,
        "digest": game.digest,
    }


def last_line(state: State) -> Line:
    """The last line: how the game ended."""
    scores = {side_name("player", seat): score for seat, score in enumerate(state.scores)}
    line: Line = {"end": state.status}
    if has_result(state.game.program):
        line["winners"] = [[side_name("player", seat) for seat in side] for side in state.winners]
    line["returns"] = list(state.returns)
    if state.game.program.score is not None:
        line["scores"] = scores
    if measured := measures(state):
        line["measures"] = measured
    return {**line, "state": state.fingerprint()}


def measures(state: State) -> dict[str, Any]:
    """The values of the variables that the result of the game names, as `{"tricks": 26, "p1.won": 9}`."""
    spec = state.game.spec
    names = [name.text for name in spec.result.measures] if spec and spec.result else []
    if not names:
        return {}
    seen, variables = state.view(0)["variables"], state.game.layout.variables
    return {str(key): seen[key] for name in names for key in variables[name].full_names if key in seen}


class Recorder:
    """Writes a trace while a game is played.

    Make one from the first position, which must record what happens. Before each move call `before` (needed only for
    the legal moves), after it write what `lines` returns.
    """

    def __init__(self, state: State, *, legal: bool = False, events: bool = False) -> None:
        self._n = 0
        self._at = 0
        self._legal = legal
        self._events = events
        self._on_offer: list[str] | None = None
        self.first = first_line(state.game, state.history.dealt_by)

    def before(self, state: State) -> None:
        """Note the legal moves, for a move is about to be made here."""
        if self._legal:
            self._on_offer = [move.text for move in state.legal_moves]

    def lines(self, state: State) -> Iterator[Line]:
        """The lines for what has happened since the last call, including the last line once the game is over."""
        events = state.machine.events or []
        for i in range(self._at, len(events)):
            event = events[i]
            line = self._decided(state, i, event) or self._by_chance(state, event)
            if line is None and self._events and event.what != "revealed":
                seen = happenings(state.machine, EVERYTHING, i, i + 1)
                line = seen[0].to_json() if seen else None
            if line is not None:
                self._n += 1
                yield {"n": self._n, **line}
        done = self._at < len(events) or not events
        self._at = len(events)
        if state.is_terminal and done:
            yield last_line(state)

    def _decided(self, state: State, i: int, event: Event) -> Line | None:
        if event.what not in ("decided", "chosen"):
            return None
        ask = state.machine.code.program.blocks[event.data[0]].end
        assert isinstance(ask, AskBlock)
        text = happenings(state.machine, EVERYTHING, i, i + 1)[0].text
        line: Line = {"seat": side_name("player", event.seat), "phase": ask.phase, "move": text}
        if self._on_offer is not None:
            line["legal"], self._on_offer = self._on_offer, None
        return line

    def _by_chance(self, state: State, event: Event) -> Line | None:
        if event.what not in ("settled", "picked"):
            return None
        layout = state.game.layout
        where, value, weight, of = event.data
        if event.what == "settled":
            name, outcome = str(layout.zones[where].full_name), layout.kinds[value].id
        else:
            end = state.machine.code.program.blocks[where].end
            assert isinstance(end, PickOne)
            name, outcome = end.slot.name, value_text(layout, end.slot.type, value)
        return {"chance": name, "outcome": outcome, "weight": weight, "of": of}
