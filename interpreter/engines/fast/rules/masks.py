"""Hands as sets of kinds: while moves are listed, a heap whose kinds fit in a word is one bit a kind.

A test that asks only for what is printed on a card is then settled before the play, as the set of kinds that pass it;
and only those are looked at. This is done only where cards that are the same to the rules are all cards of a kind,
and where they lie in the order of their kinds: then the order of the bits is the order of the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ....language.ir import nodes as ir
from ...program.nodes import AskBlock, Slot, SlotList
from ...program.walk import choice_values, every
from ...reference.expressions import compile_expr
from ...reference.machine import Machine
from ..building.facts import Facts
from ..building.likeness import likeness
from ..building.making import Making
from ..building.room import CELL
from ..building.writer import Writer
from ..values.expressions import write_expr
from ..values.lists import size
from ..wasm.term import I64, Term, Var, block, br, br_if, long, loop

WORD = 64


@dataclass(frozen=True, slots=True)
class Mask:
    """The kinds that lie in a heap: one bit each, and for each kind the first of its cards, from `firsts` on."""

    present: Var
    firsts: int


class Masks:
    """The heaps of one decision."""

    def __init__(self, w: Writer, ask: AskBlock) -> None:
        self.w = w
        self.found: dict[object, Mask] = {}
        self.start = b""
        if not w.counting and _fit(w.m):
            for source in _heaps(w.m, ask):
                self._add(source)

    def _add(self, source: ir.Expr) -> None:
        key, w = likeness(source), self.w
        if key in self.found:
            return
        mask = Mask(w.fn.local(I64), w.m.scratch(len(w.m.layout.kinds)))
        self.found[key] = mask
        at, end, kind, card = w.fn.local(), w.fn.local(), w.fn.local(I64), w.fn.local(I64)
        note = (kind.wrap() << 3).store(card, mask.firsts) + mask.present.set(mask.present | (long(1) << kind))
        turn = card.set(at.load()) + kind.set(w.m.kind(card)) + note + at.up(-CELL)
        self.start += (
            end.set(write_expr(w, source))
            + at.set(end + (size(end) << 3))
            + mask.present.set(0)
            + block(br_if(at.eq(end), 0) + loop(turn + br_if(at.ne(end), 0)))
        )

    def of(self, source: ir.Expr) -> Mask | None:
        """The set for a list of cards, if there is one."""
        return self.found.get(likeness(source)) if self.found else None

    def through(self, mask: Mask, kinds: int, body: Callable[[Var], bytes]) -> bytes:
        """`for x in the first card of each kind that is present and among kinds: body(x)`"""
        w = self.w
        left, x = w.fn.local(I64), w.fn.local(I64)
        lowest = Term(left.code + b"\x7a", I64)
        turn = x.set((lowest.wrap() << 3).load(mask.firsts)) + left.set(left & (left - 1)) + body(x)
        return left.set(mask.present & kinds) + block(loop(br_if(left.eq(0), 1) + turn + br(0)))


def printed(m: Making, test: ir.Expr, local: int) -> int | None:
    """The kinds that pass a test, as bits; None where it asks for more than what is printed on the card."""
    for part in every(test):
        match part:
            case ir.Const() | ir.AttributeOf() | ir.If() | ir.ListOf():
                pass
            case ir.Local(number) if number == local:
                pass
            case ir.Apply(op) if op in (
                "equal",
                "not",
                "and",
                "or",
                "in",
                "is_none",
                "less",
                "less_equal",
                "kind",
                "else",
            ):
                pass
            case _:
                return None
    value, nobody = compile_expr(m.code, test), Machine(m.code, [], record=False)
    cards = {kind: card for card, kind in reversed(list(enumerate(m.layout.kind_of)))}
    return sum(1 << kind for kind, card in cards.items() if value(nobody, {local: card}))


def _fit(m: Making) -> bool:
    """Whether kinds fit in a word, and cards of one kind are all the same to the rules."""
    kind_of = list(m.layout.kind_of)
    alone = all(twin or kind_of.count(kind) == 1 for twin, kind in zip(m.code.has_twins, kind_of, strict=True))
    return 0 < len(m.layout.kinds) <= WORD and kind_of == sorted(kind_of) and alone


def _heaps(m: Making, ask: AskBlock) -> Iterator[ir.Expr]:
    """The heaps whose cards are asked for by this decision."""
    for choice in ask.choices:
        for value in choice_values(choice):
            for part in every(value):
                if is_heap(m, part) and _settled(m.facts, part):
                    yield part  # type: ignore[misc]


def is_heap(m: Making, source: object) -> bool:
    """Whether an expression is the cards of a heap."""
    match source:
        case ir.Apply("cards_of", (ir.ZoneOf(name),)):
            return all(m.code.heap[zone] for zone in m.layout.families[name])
        case _:
            return False


def _settled(facts: Facts, source: object) -> bool:
    """Whether the owner is known where the listing begins: a player, team or slot, or somebody's team."""
    assert isinstance(source, ir.Apply)
    return all(
        isinstance(part, ir.ZoneOf | ir.Const | Slot | SlotList | ir.Variable)
        or (isinstance(part, ir.Apply) and part.op in ("cards_of", "team") and all(_sure(facts, a) for a in part.args))
        for part in every(source)
    )


def _sure(facts: Facts, part: ir.Expr) -> bool:
    return part.type.base == "zone" or facts.is_seat(part, {})
