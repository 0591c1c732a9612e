"""What has happened, and who may see how much of it."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Literal

from ...diagnostics.record import dataclass
from ...language.ir.types import Type

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
class Told:
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
    told: tuple[Told, ...] = ()
