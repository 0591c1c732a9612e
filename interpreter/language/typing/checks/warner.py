"""Warns of conditions that tell somebody what they may not see (W635), with the way by which they come to read it.

when: p.role > 1               whether a move is legal shows in the list of moves
choose n in 1..p.role          and so does what there is to choose from
skip: me.role > 1              whether a player is skipped shows in play, and so does all of the course of the game:
until: any(p.role > 1 …)       which phases are played, when they end, how often, who begins and who decides
"""

from __future__ import annotations

import re
from dataclasses import field
from itertools import groupby
from typing import Literal, assert_never

from ....diagnostics.diagnostic import Label
from ....diagnostics.record import dataclass
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ..names.world import Course, World
from .paths import Hidden, path_to
from .telling import Names, OwnedZone, Reader, plain

Told = Literal["move", "choice"] | Course
"""What shows: a move by its condition or by what is chosen, or something of the course of the game."""


@dataclass(slots=True)
class Warner:
    """Warns once for each condition. `reader` knows the variables that not everybody sees, too."""

    reader: Reader
    warned: set[Span] = field(default_factory=set)

    def warn(self, test: ir.Expr, hidden: Hidden, names: Names, told: Told, path: str, *, turn: bool = True) -> None:
        """Warn of an expression that reads a hidden zone or variable, and by which something of it shows.

        `turn` says whether it belongs to somebody's turn, so that it is they who must see it.
        """
        place = next((one for one in sorted(self.reader.read(test, names), key=str) if hidden(one)), None)
        if place is not None:
            self._warn(test, place, hidden, names, (told, turn), path)

    def _warn(
        self, test: ir.Expr, place: OwnedZone, hidden: Hidden, names: Names, told: tuple[Told, bool], path: str
    ) -> None:
        if test.span in self.warned:
            return
        self.warned.add(test.span)
        name = place[0]
        way = path_to(name, test, names, self.reader, hidden)
        read = way[-1].span if way else test.span
        texts = [key for key, _ in groupby(" ".join(step.span.written.split()) for step in way)]
        message, label, helps = _words(*told, self._read(name, counted=not way))
        self.reader.world.report.add(
            "W635",
            message,
            test.span,
            label=label,
            others=(Label(read, "chosen secretly here" if name != plain(name) else "read here"),)
            if len(way) > 1
            else (),
            notes=((" -> ".join(texts),) if len(way) > 1 else ()) + passed_on(test.span, self.reader.world),
            helps=helps,
            path=path,
        )

    def _read(self, name: str, *, counted: bool) -> _Hidden:
        """What is hidden, in words; of a zone of which nothing is shown also the number of its cards."""
        zone = self.reader.zones.get(name)
        if zone is None:
            return _Hidden(f"'{plain(name)}'", "such as what lies open", ())
        if counted:
            how = ("or let everyone see it: `shows: count`",)
            return _Hidden(f"the number of cards in '{name}'", "such as what lies open", how)
        open_number = "none" not in zone.shows.values()
        instead = "such as how many cards lie there" if open_number else "such as what lies open"
        return _Hidden(f"the cards in '{name}'", instead, ("or let them see it first: `show … to me`",))


def passed_on(span: Span, world: World) -> tuple[str, ...]:
    """The note where a rule reads what an action has chosen, which all see unless it goes where not all see it."""
    names = (one for one in world.spec.actions if re.search(rf"\b{one}\.", span.text))
    return tuple(f"a card that `{one}` may move to where not everybody sees it is passed on unseen" for one in names)


@dataclass(frozen=True, slots=True)
class _Hidden:
    """What is hidden, in words; what may be read instead; and the helps that let it be seen."""

    what: str
    instead: str
    first: tuple[str, ...]


COURSE: dict[Course, str] = {
    "play": "whether this phase is played",
    "end": "when this phase ends",
    "times": "how often this phase is played",
    "who": "who is to play",
}
"""What is decided, in words; that players are skipped is said in its own way."""


def _words(told: Told, turn: bool, hidden: _Hidden) -> tuple[str, str, tuple[str, ...]]:
    """What is said: the message, the label and the helps."""
    what, count, first = hidden.what, hidden.instead, hidden.first
    declared = "or say in words what everybody learns by it: `NAME: {that: …, en: …}`"
    match told:
        case "move":
            return (
                f"this condition depends on {what}, which its player may not see",
                "whether the move is legal tells something of it",
                ("test it in the effect, when the move has been made", *first),
            )
        case "choice":
            return (
                f"what there is to choose from depends on {what}, which its player may not see",
                "the list of their moves tells something of it",
                ("let it depend on what they see, and test the rest in the effect", *first),
            )
        case "skip":
            return (
                f"whether players are skipped depends on {what}, which they may not see",
                "being skipped tells something of it",
                (f"let it depend on what they see, {count}", declared),
            )
        case "play" | "end" | "times" | "who":
            whose = "the player of the turn may not see" if turn else "not everyone sees"
            sees = "they see" if turn else "everyone sees"
            said = (declared,) if told in ("play", "end") else ()
            return (
                f"{COURSE[told]} depends on {what}, which {whose}",
                f"{'what is played' if told == 'play' else 'that'} tells something of it",
                (f"let it depend on what {sees}, {count}", *(first if turn else ()), *said),
            )
        case _:
            assert_never(told)
