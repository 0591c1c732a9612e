"""What a row of the table of builtins says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY
from typing import Any, Literal, Protocol, Required, TypedDict, Unpack

from ...diagnostics.record import dataclass
from . import intervals


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


Reads = Literal["values", "length", "seats", "top", "cards", "places"]
"""What a builtin has to know: the values of its arguments; of its argument only how much there is, if anything; who
sits where and is on which team; the top card of a zone; any of its cards; where a card lies."""

Steps = Literal["nothing", "first", "second", "computed second", "result", "groups"]
"""What it takes in steps, in every engine alike: the length of the list that is its first or second argument (or only
where that was computed), or of its result; or for each list that it makes 1 and its length."""

Fails = Literal["never", "beyond", "zero", "absent", "too many"]
"""What may go wrong: a number may lie beyond the integers, here or on the way; the second argument may be zero; there
may be no such member; there may be too many elements or lists to make."""


@dataclass(frozen=True, slots=True)
class BuiltinRow:
    """One builtin, and all that is known of it: no other table, set or pattern says more of what it does.

    `op` is its key in the IR, `spelling` its word or sign. The types of the parameters and of the result are in the
    language's notation, where T stands for any type, D for any deck and E for any enumeration. `range` says what its
    values may be (of a list, its elements), `length` how many elements a list has; what lies beyond the integers play
    does not reach. `repeats` says that a list may have an element twice, `unordered` that the order of its argument
    makes no difference, `reads_order` that it may not be asked of a zone whose order may be unknown, `by_kind` that it
    takes the kinds of the cards it is given, `redefinable` that a spec may give its name to a function of its own.
    `decides` tells for which values of the first argument the second makes no difference.
    """

    op: str
    form: Form
    spelling: str
    parameters: tuple[str, ...]
    result: str
    about: str
    reference: Reference
    examples: tuple[Example, ...]
    _: KW_ONLY
    reads: Reads
    steps: Steps
    fails: Fails
    range: intervals.Transfer
    length: intervals.Transfer | None = None
    repeats: bool = True
    unordered: bool = False
    reads_order: bool = False
    by_kind: bool = False
    redefinable: bool = False
    decides: Callable[[int], bool] | None = None

    @property
    def signature(self) -> str:
        """The types in the language's notation: `distance(player, player) -> integer`."""
        return f"{self.spelling}({', '.join(self.parameters)}) -> {self.result}"

    @property
    def makes_list(self) -> bool:
        """Whether its value is a list that was there in no argument."""
        return self.result.startswith("list of")

    @property
    def is_foldable(self) -> bool:
        """Whether its value follows from those of its arguments, wherever cards lie and whoever plays."""
        return self.reads in ("values", "length") and not self.of_zone

    @property
    def of_zone(self) -> bool:
        """Whether it looks at what lies in a zone."""
        return any(parameter.startswith("zone") for parameter in self.parameters)

    @property
    def of_teams(self) -> bool:
        """Whether it takes or gives a team, so that it is of no use in a game without teams."""
        return any("team" in type.split() for type in (self.result, *self.parameters))

    @property
    def gives_card(self) -> bool:
        """Whether it takes a card out of a zone."""
        return self.of_zone and self.result.startswith("card")

    @property
    def is_free(self) -> bool:
        """Whether computing it is the same as not computing it, once its value is not needed."""
        return self.fails == "never" and self.steps == "nothing"

    @property
    def is_connective(self) -> bool:
        """Whether it is a truth made of two, of which the first may decide alone."""
        return self.decides is not None and self.result == "boolean"

    @property
    def compares(self) -> bool:
        """Whether it compares two values of one type."""
        one, *others = self.parameters or ("",)
        return self.result == "boolean" and others == [one] and one != "boolean"

    @property
    def is_quick(self) -> bool:
        """Whether it takes no time to speak of: no list is made, and no card looked for."""
        return self.steps in ("nothing", "computed second") and not self.makes_list and self.reads != "places"


class Facts(TypedDict, total=False):
    """What a row says of a builtin besides its signature; the names are those of `BuiltinRow`."""

    reads: Required[Reads]
    steps: Required[Steps]
    fails: Required[Fails]
    range: intervals.Transfer
    length: intervals.Transfer
    repeats: bool
    unordered: bool
    reads_order: bool
    by_kind: bool
    redefinable: bool
    decides: Callable[[int], bool]


def row(
    form: Form, op: str, signature: str, about: str, reference: Reference, *examples: Example, **facts: Unpack[Facts]
) -> BuiltinRow:
    """A row of the table, as short as it can be written. Only a boolean needs no range, and what is no list no length.

    >>> row("function", "abs", "abs(integer) -> integer", "…", lambda m, a: abs(a), reads="values", steps="nothing",
    ...     fails="never", range=intervals.distance_from_zero).parameters
    ('integer',)
    """
    spelling, _, rest = signature.partition("(")
    written, _, result = rest.partition(") -> ")
    if result == "boolean":
        facts.setdefault("range", intervals.truth)
    assert "range" in facts and ("length" in facts or not result.startswith("list")), f"{op} has no range or length"
    parameters = tuple(written.split(", ")) if written else ()
    return BuiltinRow(op, form, spelling, parameters, result, about, reference, examples, **facts)
