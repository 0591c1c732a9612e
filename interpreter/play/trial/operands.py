"""What scenarios should have seen true and false: each operand of `and` and `or`, and the test of each `if … else`.

    can_pay: p.coins >= c.price and (c.free or not p.broke)      three operands
    price: 0 if c.free else c.price                               one test; of `a and b` as a test, two operands

Where all operands were both, each branch was taken. One that was never looked at is worth telling only if what it is
inside of was come to and the operand before it was both: otherwise that is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...engines.program.nodes import Program
from ...engines.program.verify import exprs_of
from ...engines.program.walk import every
from ...language.ir import fields
from ...language.ir import nodes as ir
from ...language.spec.nodes import Spec
from ...language.syntax import nodes as syn
from .places import Place

SECTIONS = (
    *("phases", "actions", "reactions", "triggers", "effects", "quantities", "permissions", "decks", "zones"),
    *("functions", "scoring", "result", "table"),
)
"""The sections of a spec that have expressions which are computed in play."""


@dataclass(frozen=True, slots=True, eq=False)
class Operand:
    """An expression that is true or false, in the rule `path`; `inside` is the place around it."""

    path: str
    span: Span
    inside: Place | None
    before: Operand | None = None


def operands_of(spec: Spec, places: Sequence[Place]) -> list[Operand]:
    """All operands of a spec, those of one rule in their order. `places` are those of the spec."""
    there = {place.span: place for place in places if place.kind == "line"}
    rules = {place.path: place for place in places if place.kind in ("phase", "action", "reaction")}
    found: list[Operand] = []
    for section in SECTIONS:
        part = getattr(spec, section)
        for name, entry in part.items() if isinstance(part, Mapping) else [("", part)]:
            path = f"{section}.{name}" if name else section
            found += _Finder(path, there).within(entry, rules.get(path))
    return found


def watched_in(program: Program) -> frozenset[Span]:
    """The spans of all operands and tests that a program has, apart from those that its options decide."""
    found: set[Span] = set()
    for _, expr in exprs_of(program):
        for part in every(expr):
            match part:
                case ir.Apply("and" | "or", args):
                    found |= {one.span for one in args}
                case ir.If(test):
                    found.add(test.span)
                case _:
                    pass
    return frozenset(found)


class _Finder:
    """Goes through the records of one rule."""

    def __init__(self, path: str, lines: Mapping[Span, Place]) -> None:
        self._path, self._lines = path, lines

    def within(self, part: Any, inside: Place | None) -> Iterator[Operand]:
        """The operands of a part of the rule."""
        match part:
            case syn.Binary("and" | "or"):
                yield from self._row(part, inside)
            case syn.Conditional(test, yes, no):
                yield from self._row(test, inside)
                yield from self.within((yes, no), inside)
            case _:
                span = getattr(part, "span", None)
                place = self._lines.get(span, inside) if isinstance(span, Span) else inside
                for one in fields.inside(part):
                    yield from self.within(one, place)

    def _row(self, test: syn.Expr, inside: Place | None) -> Iterator[Operand]:
        before: Operand | None = None
        for one in _leaves(test):
            before = Operand(self._path, one.span, inside, before)
            yield before
            yield from self.within(one, inside)


def _leaves(test: syn.Expr) -> Iterator[syn.Expr]:
    """What `and` and `or` join, in its order."""
    match test:
        case syn.Binary("and" | "or", left, right):
            yield from _leaves(left)
            yield from _leaves(right)
        case _:
            yield test
