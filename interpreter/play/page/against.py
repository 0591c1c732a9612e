"""The same deal under two rules, side by side: two films, and the first decision that differs.

Each film is made for its own game and seat, and holds what that seat has seen in that game. What is compared is what
the seat has seen as well, so the page is a function of the two films. (Whoever sees both knows more than somebody who
plays one of them: it is the same deal.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from ..game.decider import EVERYTHING
from ..game.move import IllegalMove
from ..game.onto import moved_on
from ..game.state import State
from ..game.texts import Wordings
from ..game.trace import Line
from .film import Ending, Film
from .phrases import say

Options = Mapping[str, object]

Decision = tuple[int, str]
"""A seat, and its move as who looks on has seen it."""


class Compared:
    """A film, and the decisions in each of its frames."""

    def __init__(self, seat: int, language: str, ending: Ending) -> None:
        self.film = Film(seat, language, ending, moves=False)
        self.decisions: list[tuple[Decision, ...]] = []
        self._seat, self._language, self._events = seat, language, 0
        self._new: list[Decision] = []

    def look(self, state: State) -> None:
        """Take a frame where one is to be taken."""
        seen = state.events(self._seat, self._events)
        self._events = len(state.machine.events or [])
        self._new += [(one.seat, one.text) for one in seen if one.what in ("move", "chosen")]
        if self.film.look(state):
            self.decisions.append(tuple(self._new))
            self._new = []

    def play(self, lines: Iterable[Line], state: State, words: Wordings) -> None:
        """Play a trace from its first position, `state`, as far as these rules allow."""
        self.look(state)
        for line in lines:
            if "move" not in line and "outcome" not in line or "event" in line:
                continue
            if state.is_terminal:
                return
            why = "" if line.get("seat", str(state.decider)) == str(state.decider) else "?"
            reason = _reason(state, line, words) if self._seat == EVERYTHING else ""
            if why or moved_on(state, line):
                self._stop(reason)
                return
            self.look(state)

    def _stop(self, reason: str) -> None:
        """Say in the last frame that the record does not go on. A seat is not told why: the reason may be hidden."""
        told = [say(self._language, "no_further"), *([reason] if reason else [])]
        self.film.frames[-1]["log"].extend({"event": "result", "text": text} for text in told)


def _reason(state: State, line: Line, words: Wordings) -> str:
    """Why a player may not make the move of a line, in words; empty if that is not what is wrong."""
    if "move" not in line or state.decider.kind != "seat" or str(state.decider) != line.get("seat", str(state.decider)):
        return ""
    try:
        refusal = state.why_not(str(line["move"]))
    except IllegalMove:
        return ""
    return "" if refusal is None else words.say("not_allowed", why=words.reason(refusal))


def first_apart(one: Sequence[tuple[Decision, ...]], other: Sequence[tuple[Decision, ...]]) -> int | None:
    """The number of the first frame whose decisions differ, or that only one film has; None if there is none.

    >>> first_apart([(), ((0, "go"),)], [(), ((0, "discard(go)"),)])
    1
    """
    pairs = enumerate(zip_longest(one, other))
    return next((number for number, (first, second) in pairs if first != second), None)


def rules_told(mine: Wordings, variants: Sequence[str], options: Options, others: Options) -> tuple[str, str]:
    """What tells one of two games from the other: its title with those of its variants, and the options in which they
    differ.
    """
    differing = (name for name, value in options.items() if name in others and others[name] != value)
    told = [f"{mine.say('sum', what=mine.option(name))} {mine.plain(options[name])}" for name in differing]
    return " + ".join([mine.title(), *variants]), mine.say("semicolon").join(told)
