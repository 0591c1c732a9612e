"""What a row of the table of builtins says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

from ...diagnostics.record import dataclass


class PositionView(Protocol):
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


Form = Literal["operator", "function", "property", "name", "inner"]
"""How a builtin is written: `a + b`, `f(x)`, `x.name`, `name`; `inner` is for what authors do not write."""

Reference = Callable[..., Any]
"""`f(machine, *arguments)`: the meaning of a row, over integers and tuples of integers."""

Example = tuple[str, str]
"""An expression and its value, as the manual shows them; the tests compute each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltinRow:
    """One builtin.

    `op` is its key in the IR, `spelling` its word or sign. The types of the parameters and of the result are in the
    language's notation, where T stands for any type, D for any deck and E for any enumeration. `reads_order` marks what
    may not be asked of a zone whose order may be unknown, `by_kind` what takes the kinds of the cards it is given.
    """

    op: str
    form: Form
    spelling: str
    parameters: tuple[str, ...]
    result: str
    about: str
    reference: Reference
    examples: tuple[Example, ...] = ()
    reads_order: bool = False
    by_kind: bool = False

    @property
    def signature(self) -> str:
        """The types in the language's notation: `distance(player, player) -> integer`."""
        return f"{self.spelling}({', '.join(self.parameters)}) -> {self.result}"


def row(
    form: Form,
    op: str,
    signature: str,
    about: str,
    reference: Reference,
    *examples: Example,
    reads_order: bool = False,
    by_kind: bool = False,
) -> BuiltinRow:
    """A row of the table, as short as it can be written.

    >>> row("function", "abs", "abs(integer) -> integer", "…", lambda m, a: abs(a)).parameters
    ('integer',)
    """
    spelling, _, rest = signature.partition("(")
    parameters, _, result = rest.partition(") -> ")
    return BuiltinRow(
        op=op,
        form=form,
        spelling=spelling,
        parameters=tuple(parameters.split(", ")) if parameters else (),
        result=result,
        about=about,
        reference=reference,
        examples=examples,
        reads_order=reads_order,
        by_kind=by_kind,
    )
