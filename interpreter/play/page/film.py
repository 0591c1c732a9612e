"""A game as somebody saw it: what the table looked like at each decision, and what had happened in between.

A film is made for one seat or from above. It is made of `State.table` and nothing else, so that of a seat holds what
the seat knew then, and not a byte more. Each frame is what has changed since the frame before (`patch`), and what it
names for the first time (`parts`).

    {"parts": ["ace", "p1", {"event": "move", "seat": "p1", "text": "{0}: Discard {1}"}],
     "table": {"blocks": {"1": …}}, "log": [[2, 1, 0]], "zones": ["p1.hand", "discard"]}

`parts.Together` puts frames together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..game.move import IllegalMove
from ..game.phrases import phrase
from ..game.state import State
from ..game.texts import Wordings
from ..game.trace import Line
from .drawn import drawn
from .parts import Parts
from .patch import difference
from .seat_text import SeatText

Json = dict[str, Any]

Ending = Callable[[State], Iterable[str]]
"""Tells in some lines how a game has ended."""

MOST_FRAMES = 3000
"""A film of a game that does not come to an end stops here, and that of somebody who plays begins anew; a browser still
draws as many at once.
"""

TOLD = ("event", "seat", "text")
"""What a page needs of what has happened."""

PLACES = ("source", "target")
"""The zones from which or to which something went."""


class Film:
    """The frames of one game. Call `look` at the first position and after each move."""

    def __init__(self, seat: int, language: str, ending: Ending, *, moves: bool) -> None:
        """`moves` says whether the frames name the legal moves of the seat, as somebody who plays needs them.

        Then the film has no end: after `MOST_FRAMES` it begins anew, and `begun` says how often it has.
        """
        self.frames: list[Json] = []
        self.begun = 0
        self._seat, self._language, self._ending, self._moves = seat, language, ending, moves
        self._events = 0
        self._before: Json = {}
        self._faces: Json = {}
        self._parts = Parts()
        self._words, self._names = Wordings(None, language), tuple[str, ...]()

    def look(self, state: State) -> bool:
        """Take a frame if somebody decides here, or if the game is over; whether one was taken.

        A frame in which the seat sees nothing new is left out: it would tell that somebody else has done something.
        """
        if state.decider.kind == "chance" or (len(self.frames) > MOST_FRAMES and not self._moves):
            return False
        table, since = self._table(state)
        self._events = len(state.machine.events or [])
        log = [{key: one[key] for key in TOLD if key in one} for one in since if _has_words(one, state)]
        zones = list(dict.fromkeys(one[key] for one in since for key in PLACES if one.get(key, "?") != "?"))
        if len(self.frames) == MOST_FRAMES and not self._moves:
            cut = phrase(self._language, "not_shown", n=state.decisions)
            log.append({"event": "result", "text": cut})
        elif state.is_terminal:
            log += [{"event": "result", "text": line} for line in self._ending(state)]
        return self._add(table, log, zones)

    def put_back(self, state: State, text: SeatText) -> None:
        """Take a frame of a position that does not follow from the one before, as after a move was taken back."""
        self._events = len(state.machine.events or [])
        self._add(self._table(state)[0], [{"event": "undone", "text": str(text)}], [])

    def _table(self, state: State) -> tuple[Json, list[Json]]:
        """The table as the seat sees it now, with all cards that the film has shown, and what has happened."""
        table = state.table(self._seat, self._language, since=self._events)
        since = table["since"]
        if not self._moves:
            table["moves"] = []
        words = state.game.words(self._language)
        if words is not self._words:
            self._words, self._names = words, tuple(words.card(kind) for kind in words.kinds)
        table = drawn(table)
        self._faces = table["cards"] = {**self._faces, **table["cards"]}
        return table, since

    def _add(self, table: Json, log: list[Json], zones: list[str]) -> bool:
        """Add a frame, if there is anything to tell in it."""
        numbered = self._parts.numbered(table)
        change = difference(self._before, numbered)
        if change == {} and not log:
            return False
        if self._moves and len(self.frames) >= MOST_FRAMES:
            self.begun, self._parts = self.begun + 1, Parts()
            self.frames.clear()
            numbered = self._parts.numbered(table)
            change = difference({}, numbered)
            log = [{"event": "undone", "text": phrase(self._language, "begins_here")}, *log]
        self._before = numbered
        frame = {"table": change, "log": self._parts.lines(log, table, self._names)}
        parts = self._parts.new()
        self.frames.append(frame | {key: some for key, some in (("parts", parts), ("zones", zones)) if some})
        return True


def _has_words(one: Json, state: State) -> bool:
    """Whether people have words for what has happened: a phase without a label has none."""
    phases = state.game.spec.phases if one["event"] == "begun" and state.game.spec else {}
    return one.get("name") not in phases or bool(phases[one["name"]].about.label)


def film_of_trace(lines: Iterable[Line], state: State, film: Film) -> tuple[int, str] | None:
    """Play a trace from its first position, `state`, and film it; the number of a line that cannot be played, and why.

    Lines count from 1, the first of which says what is played.
    """
    film.look(state)
    for number, line in enumerate(lines, start=1):
        what = line.get("move", line.get("outcome"))
        if what is None or "event" in line:
            continue
        try:
            state.apply(str(what))
        except IllegalMove as error:
            return number, str(error)
        film.look(state)
    return None
