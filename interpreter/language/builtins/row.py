"""What a row of the table of builtins says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Machine(Protocol):
    """What the reference executor offers to a builtin: the position that is being looked at."""

    players: int
    team_of: Sequence[int]
    members: Sequence[tuple[int, ...]]
    kind_of: Sequence[int]

    def cards(self, zone: int) -> Sequence[int]:
        """The cards of a zone, from the top (a heap: in the order of kinds)."""
        ...

    def where(self, card: int) -> int:
        """The zone in which a card lies."""
        ...


Reference = Callable[..., Any]
"""`f(machine, *arguments)`: the meaning of a row, over integers and tuples of integers."""


@dataclass(frozen=True, slots=True)
class Row:
    """One builtin.

    `op` is its key in the IR. `form` is `operator`, `function`, `property`, `name`, or `inner` for what authors do not
    write; `spelling` how it is written; `signature` types it in the language's notation, where T stands for any type,
    D for any deck and E for any enumeration. `examples` are expressions with their value, as the manual shows them;
    each is run by the tests. `reads_order` marks what may not be asked of a zone whose order may be unknown,
    `by_kind` what takes the kinds of the cards that it is given.
    """

    op: str
    form: str
    spelling: str
    parameters: tuple[str, ...]
    result: str
    about: str
    reference: Reference
    examples: tuple[tuple[str, str], ...] = ()
    reads_order: bool = False
    by_kind: bool = False

    @property
    def signature(self) -> str:
        """The types in the language's notation: `distance(player, player) -> integer`."""
        return f"{self.spelling}({', '.join(self.parameters)}) -> {self.result}"
