"""What happens in play: events and who may see how much of them, and errors of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Literal

from ..diagnostics.diagnostic import Diagnostic
from ..diagnostics.record import dataclass
from ..diagnostics.span import Span
from ..diagnostics.text import how_many
from ..language.ir.types import Type

What = Literal[
    "decided",
    "chosen",
    "revealed",
    "moved",
    "shuffled",
    "shown",
    "settled",
    "picked",
    "set",
    "marked",
    "scored",
    "begun",
    "reacted",
    "said",
    "ended",
]
"""The kinds of events; see `Event`."""


@dataclass(frozen=True, slots=True)
class PlaceholderValue:
    """`{written}` in a text, and its value: a number or a tuple, cards by their kinds.

    `masks` are places in the `seen` of the event: a seat that does not know one of these cards is not told the value.
    """

    written: str
    type: Type
    value: Any
    masks: tuple[int, ...]


@dataclass(slots=True)
class Event:
    """One thing that happened.

    `what` is its kind, and `data` holds only numbers, names and tuples of them:

    | what | data |
    |---|---|
    | `decided` | block, move: `seat` has played it |
    | `chosen` | block, move: `seat` has picked it secretly |
    | `revealed` | block, move: the secret choice of `seat` takes effect |
    | `moved` | kind, zone from, zone to |
    | `shuffled` | zone |
    | `shown` | kind, zone |
    | `settled` | zone, kind, weight, total: which card lies on top, by chance |
    | `picked` | block, value, weight, total: an element of a list, by chance |
    | `set` | name of a variable, owner, value |
    | `marked` | name of a variable of cards that is seen on them, kind, zone, value |
    | `scored` | name, owners, categories, table, player or team |
    | `begun` | name of a phase that repeats: it begins once more |
    | `reacted` | name of a reaction of `seat`, which happens automatically |
    | `said` | name of a text that the rules tell the table |
    | `ended` | nothing |

    `at` says of `moved` from which place to which, from the top and from 0, and (a mask) who did not see the latter; if
    a whole zone moves: -1, the number of this card, how many there are, whether they go to the bottom. Of `shown` it is
    the place and (a mask) to whom, and of `marked`, where it is -1 for a card whose place is unknown.

    `seen` has a mask for each card of the event (for a move: for each argument): the seats that know which card it was.
    `seat` is -1 where no player acts. `told` are the values that the text about the event names.
    """

    what: What
    seat: int
    data: tuple[Any, ...]
    seen: list[int] = field(default_factory=list)
    at: tuple[int, ...] = ()
    told: tuple[PlaceholderValue, ...] = ()


# Errors of the rules in play: a rule that never ends, a number or a zone that leaves its bounds.


class PlayError(Exception):
    """An error of the rules that shows only in play; the game ends with the status `error`.

    `diagnostic` has one of the codes R7xx, and the span of the rule that was running.
    """

    def __init__(self, code: str, message: str, span: Span | None, *notes: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, notes=notes)


LATELY = 1000
"""Of a rule that never ends, so many of its last steps are told by the places where they were taken."""

MOST_PLACES = 4
"""So many of these places are told: those where most happened."""

ENDING = (
    "let it come to an end: `until` of a phase, `when` of a trigger, a smaller number after `at most` of a `while`",
    "a game that needs more steps says so: `limits: {steps: 1000000}`",
)


def endless(limit: int, span: Span | None, lately: Mapping[Span | None, int], notes: tuple[str, ...]) -> PlayError:
    """The error of a rule that takes too many steps (R700), with what comes round and how often."""
    error = PlayError("R700", f"more than {limit} steps without a decision", span, *notes, *_coming_round(lately))
    error.diagnostic = replace(error.diagnostic, helps=ENDING)
    return error


def _coming_round(lately: Mapping[Span | None, int]) -> tuple[str, ...]:
    places = sorted(((number, at) for at, number in lately.items() if at), key=lambda one: (-one[0], str(one[1])))
    told = [f"{number} × `{_short(at)}` (line {at.line})" for number, at in places[:MOST_PLACES]]
    more = len(places) - MOST_PLACES
    tail = f" and {how_many(more, 'more place')}" if more > 0 else ""
    return (f"the last {sum(lately.values())} steps: {', '.join(told)}{tail}",) if told else ()


def _short(at: Span) -> str:
    line = " ".join(at.text.split("\n", 1)[0].split())
    return line if len(line) <= 40 else line[:39] + "…"


def no_member(at: int, low: int, high: int, span: Span | None) -> PlayError:
    """The error for a member that a family does not have (R709)."""
    return PlayError("R709", f"there is no number {at} here, only {low} to {high}", span)


def overflow(span: Span | None) -> PlayError:
    """The error for a number outside the 64-bit range (R702)."""
    return PlayError("R702", "a number left the range of 64-bit integers", span)


NOT_COMPUTED = (PlayError, KeyError, IndexError)
"""What comes of computing a part that play would not come to, such as the team of a player who is none."""
