"""Blocks under construction: locals still have numbers, which will become cells or stay locals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import assert_never

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from .nodes import AskBlock, Branch, Dispatch, End, GameOver, Jump, PickOne, SettleTop, Slot, SlotList, Stmt


@dataclass(slots=True)
class Draft:
    """A block under construction. The `address` of a slot in it is still the number of a local."""

    number: int
    phases: tuple[str, ...]
    body: list[Stmt] = field(default_factory=list)
    end: End = field(default_factory=GameOver)

    @property
    def stops(self) -> bool:
        """Whether the play may stop at the end of this block."""
        return isinstance(self.end, AskBlock | SettleTop | PickOne)


@dataclass(frozen=True, slots=True)
class Cell:
    """A local that may become a slot: `size` cells, and `before`, the local whose cells come before it.

    `always` says that a slot is needed even where no other block reads it. `shape` is a
    slot with the number of the local as its address (None: the records of secret choices).
    """

    size: int
    before: int | None
    always: bool
    shape: Slot | SlotList | None


@dataclass(frozen=True, slots=True)
class Procedure:
    """All blocks of the game, the first of which is where it begins, and the locals that may become slots."""

    drafts: tuple[Draft, ...]
    cells: dict[int, Cell]


def targets(end: End) -> Iterator[int]:
    """The blocks that may come next, as often as they are named."""
    match end:
        case Jump():
            yield end.to
        case Branch():
            yield from (end.yes, end.no)
        case Dispatch():
            yield from end.targets
        case SettleTop() | PickOne():
            yield end.then
        case AskBlock():
            # The choices of a secret decision are played later, where its records are recalled.
            if end.secret is None:
                yield from (choice.then for choice in end.choices)
            if end.none is not None:
                yield end.none
            if end.secret is not None:
                yield end.secret.then
        case GameOver():
            pass
        case _:
            assert_never(end)


def retarget(end: End, to: dict[int, int]) -> End:
    """The same end with other numbers of blocks."""
    match end:
        case Jump():
            return Jump(to[end.to])
        case Branch():
            return Branch(end.test, to[end.yes], to[end.no], end.span)
        case Dispatch():
            return Dispatch(end.which, tuple([to[target] for target in end.targets]), end.span)
        case SettleTop():
            return SettleTop(end.zone, end.at, to[end.then], end.span, end.place)
        case PickOne():
            return PickOne(end.source, end.slot, to[end.then], end.span)
        case AskBlock():
            choices = tuple(replace(choice, then=to[choice.then]) for choice in end.choices)
            none = None if end.none is None else to[end.none]
            secret = None if end.secret is None else replace(end.secret, then=to[end.secret.then])
            return replace(end, choices=choices, none=none, secret=secret)
        case GameOver():
            return end
        case _:
            assert_never(end)


def number_of(slot: ir.Local, span: Span) -> Slot:
    """A local that will be a slot."""
    return Slot(slot.number, slot.name, slot.type, span, slot.changes)
