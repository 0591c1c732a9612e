"""What a seat may be told besides its film: a sentence that is the same for all, or why its own move is not allowed.

Whoever writes to a seat holds the whole position, the record of the game and the errors of its bots, and any text made
of these may name a card that the seat does not see. So all that is sent to a seat is a `SeatText`, and none can be made
of a text: mypy finds whoever tries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
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
    def refused(
        cls, state: State, seat: int, moves: Iterable[str], words: Wordings, about: Collection[str] = ()
    ) -> SeatText | None:
        """Why a seat may not make any of these moves now, each reason once; None if the last of them is legal.

        `about` names the kinds of reasons that count, if not all do; where there is none of these it is None as well.
        Raises ValueError unless the seat decides.
        """
        if state.current_seat != seat:
            raise ValueError(f"the reasons are for seat {state.current_seat}, not for {seat}")
        refusals = [state.why_not(move) for move in moves]
        if refusals and refusals[-1] is None and not about:
            return None
        told = [words.reason(one) for one in refusals if one is not None and (not about or one.reason in about)]
        if about and not told:
            return None
        found = cls.__new__(cls)
        found._text = words.say("not_allowed", why=" · ".join(dict.fromkeys(told)) or words.say("refused_unclear"))
        return found

    @classmethod
    def barred(
        cls, state: State, seat: int, tries: Iterable[Attempt], words: Wordings
    ) -> list[tuple[SeatText, SeatText]]:
        """The labels of those moves that nothing but the position keeps the seat from making, each with the reason.

        Left out are moves of which a condition follows from what they name: they were never meant. What is not on the
        table is left open, and not told of where some value would do. Raises ValueError unless the seat decides.
        """
        if state.current_seat != seat:
            raise ValueError(f"the reasons are for seat {state.current_seat}, not for {seat}")
        found: dict[tuple[str, str, str], tuple[SeatText, SeatText]] = {}
        would: set[str] = set()
        for one in tries:
            refusal = state.why_not(one.move)
            if refusal is None and one.open:
                would.add(one.path)
            elif refusal is not None and refusal.reason == "condition" and not refusal.fixed:
                texts = cls.__new__(cls), cls.__new__(cls)
                texts[0]._text = words.action(
                    one.action, {**refusal.arguments, **dict.fromkeys(one.open, OPEN)}, refusal.label, one.path
                )
                texts[1]._text = words.reason(refusal)
                found.setdefault((one.path, texts[0]._text, texts[1]._text), texts)
        return [texts for (path, _, _), texts in found.items() if path not in would][:MOST_BARRED]

    def __add__(self, other: SeatText) -> SeatText:
        both = SeatText.__new__(SeatText)
        both._text = f"{self._text} {other._text}"
        return both

    def __str__(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeatText) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


def first_mistake(error: SpecError) -> str:
    """The first mistake in rules, with its place."""
    found = error.report.diagnostics
    first = next((one for one in found if one.code.startswith("E")), found[0])
    where = f"{first.span.source.name}:{first.span.line}: " if first.span else ""
    return f"{where}{first.message}"
