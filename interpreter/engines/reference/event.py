"""What happened, as it is remembered for those who watch: who sees how much of it is part of the record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Event:
    """One thing that happened.

    `what` says which, and `data` holds numbers and tuples only:

    | what | data |
    |---|---|
    | `decided` | block, move (`seat` decided) |
    | `chosen` | block, move: `seat` has picked it secretly |
    | `revealed` | block, move: the secret choice of `seat` takes effect |
    | `moved` | kind, zone from, zone to |
    | `shuffled` | zone |
    | `shown` | kind, zone |
    | `settled` | zone, kind, weight, of: which card lies on top, by chance |
    | `picked` | block, value, weight, of: an element of a list, by chance |
    | `set` | name of a variable, owner, value |
    | `scored` | name, owners, categories, table, player or team |
    | `begun` | name of a phase that is played again and again: it begins once more |
    | `reacted` | name of a reaction of `seat`, which happens by itself |
    | `ended` | nothing |

    `at` tells of `moved` from which place to which, from the top and from 0; where a whole zone moves: -1, the number
    of this card, how many there are, whether they go to the bottom. Of `shown` it is the place.

    `seen` is, for each card that is concerned (of a move: each argument), the bits of the seats that
    know which card it was.
    """

    what: str
    seat: int
    data: tuple[Any, ...]
    seen: list[int] = field(default_factory=list)
    at: tuple[int, ...] = ()
