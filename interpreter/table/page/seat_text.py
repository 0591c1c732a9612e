"""What a seat may be told besides its film: a sentence that is the same for all, or why its own move is not allowed.

Whoever writes to a seat holds the whole position, the record of the game and the errors of its bots, and any text made
of these may name a card that the seat does not see. So all that is sent to a seat is a `SeatText`, and none can be made
of a text: mypy finds whoever tries.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ...diagnostics.diagnostic import SpecError
from ...diagnostics.record import dataclass
from ...play.game.game import State
from ...play.game.texts import OPEN, Wordings
from ...source.text.storage import NotWritten
from .phrases import say


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that might be made: the action and its path; `open` are the arguments that are not on the table."""

    move: str
    action: str
    path: str
    open: tuple[str, ...]


TELLING = ("condition", "filter", "hidden")
"""The reasons that say something about a card; others say that it was the wrong kind of thing to choose."""

MOST_BARRED = 8
"""So many moves that are not allowed are told with their reasons at most."""

Public = Literal[
    "bot_fails",
    "cannot_go_on",
    "chance_known",
    "disagrees",
    "followed",
    "gone_on",
    "no_rematch",
    "no_table",
    "not_followed",
    "not_written",
    "not_yours",
    "nothing_to_undo",
    "rules_wrong",
    "undo_asked",
    "undo_followed",
    "undo_heard",
    "undo_moved",
    "undo_waits",
    "undo_wish",
    "undone",
    "waits_for_room",
    "withdrawn",
]
"""The sentences that may be told to everybody, by the names of their phrases."""


class SeatText:
    """A sentence for a seat; `who` is the number of a seat, `rules` what is wrong with the files of the game.

    `disk` is why the record of the game cannot be written.

    >>> str(SeatText(Wordings(None, "en"), "undone", who=1))
    'player 2 has taken a move back.'
    """

    __slots__ = ("_text",)

    def __init__(
        self,
        words: Wordings,
        phrase: Public,
        *,
        who: int | None = None,
        rules: SpecError | None = None,
        disk: NotWritten | None = None,
    ) -> None:
        given = {} if who is None else {"who": words.player(who)}
        given |= {} if rules is None else {"why": first_mistake(rules)}
        given |= {} if disk is None else {"why": str(disk.strerror)}
        self._text = say(words.language, phrase, **given)

    @classmethod
    def refused(cls, state: State, seat: int, moves: list[str], words: Wordings, part: bool = False) -> SeatText | None:
        """Why a seat may not make these moves now; None if it may. Raises ValueError unless the seat decides.

        Of a `part` of one, in which a list is not complete, only what the conditions say.
        """
        _check_decides(state, seat)
        found = next(filter(None, map(state.why_not, moves)), None)
        if found is None or (part and found.reason not in TELLING):
            return None
        return cls._of(words.say("so_far" if part else "not_allowed", why=words.reasons(found) + _tally(found.values)))

    @classmethod
    def barred(
        cls, state: State, seat: int, tries: Iterable[Attempt], words: Wordings
    ) -> tuple[SeatText | None, Labels]:
        """Why a seat may not make any of these moves now, and those that only the position bars, each with its reason.

        Moves of which a condition follows from what they name were never meant, and count only if all are such. What
        is not on the table is left open, and not told of where some value would do. Raises ValueError unless the seat
        decides.
        """
        _check_decides(state, seat)
        refusals = [(one, state.why_not(one.move)) for one in tries]
        telling = [(one, refusal) for one, refusal in refusals if refusal is not None and refusal.reason in TELLING]
        meant = [(one, refusal) for one, refusal in telling if not refusal.fixed]
        would = {one.path for one, refusal in refusals if refusal is None and one.open}
        reasons = dict.fromkeys(words.reason(each) for _, one in meant or telling for each in (one, *one.more))
        found: dict[tuple[str, str], None] = {}
        for one, refusal in meant:
            if refusal.reason == "condition" and one.path not in would:
                named = {**refusal.arguments, **dict.fromkeys(one.open, OPEN)}
                found[words.action(one.action, named, refusal.label, one.path), words.reasons(refusal)] = None
        labels = [(cls._of(label), cls._of(reason)) for label, reason in list(found)[:MOST_BARRED]]
        return cls._of(words.say("not_allowed", why=" · ".join(reasons))) if reasons else None, labels

    @classmethod
    def _of(cls, text: str) -> SeatText:
        found = cls.__new__(cls)
        found._text = text
        return found

    def __add__(self, other: SeatText) -> SeatText:
        return SeatText._of(f"{self._text} {other._text}")

    def __str__(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeatText) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


Labels = list[tuple[SeatText, SeatText]]
"""Moves by their labels, each with why it is not allowed."""


def _tally(facts: Iterable[tuple[str, str]]) -> str:
    """What a rule counts that does not hold, and what that is compared with, as in ` (3/10)`; else nothing."""
    numbers = [one for one in facts if one[1].isdigit()][:2] or [("", "")]
    return f" ({'/'.join(value for _, value in numbers)})" if numbers[0][0].startswith(("sum(", "count(")) else ""


def _check_decides(state: State, seat: int) -> None:
    if state.current_seat != seat:
        raise ValueError(f"the reasons are for seat {state.current_seat}, not for {seat}")


def first_mistake(error: SpecError) -> str:
    """The first mistake in rules, with its place."""
    found = error.report.diagnostics
    first = next((one for one in found if one.code.startswith("E")), found[0])
    where = f"{first.span.source.name}:{first.span.line}: " if first.span else ""
    return f"{where}{first.message}"
