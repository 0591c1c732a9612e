"""Hands as sets of kinds: while moves are listed, a heap whose kinds fit in a word is one bit a kind.

A test that only asks for what is printed on a card is then decided before the play, as the set of kinds that pass it;
only kinds in both sets are looked at. With the kinds a, b, c, d, a hand of a, a, d and a test that b and d pass:

    kind         d  c  b  a
    present      1  0  0  1          computed when the listing begins
    passing      1  0  1  0          a constant
    both         1  0  0  0          left to try: d
    firsts       │ first a │ ? │ ? │ first d │           a cell a kind: the first of its cards, where present

This is done only where cards that are the same to the rules are all the cards of a kind, and where cards lie in the
order of their kinds: then the order of the bits is the order of the moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeGuard

from ....language.ir import nodes as ir
from ...program.nodes import AskBlock, Expr, Slot, SlotList
from ...program.walk import choice_values, every
from ...reference.expressions import compile_expr
from ...reference.machine import Machine
from ..building.facts import Facts
from ..building.function_builder import FunctionBuilder
from ..building.likeness import likeness
from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..values.lists import size
from ..wasm.control import do_while, loop_until
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.term import I64, Var, long

WORD = 64

PRINTED = frozenset(("equal", "not", "and", "or", "in", "is_none", "less", "less_equal", "kind", "else"))
"""Builtins that ask for nothing but their arguments."""


@dataclass(frozen=True, slots=True)
class Mask:
    """The kinds in a heap: one bit each; from the address `firsts` on, the first card of each kind that is there."""

    present: Var
    firsts: int


class Masks:
    """The masks of the heaps that one decision looks at. `start` computes them; empty where steps are counted."""

    def __init__(self, fb: FunctionBuilder, ask: AskBlock) -> None:
        self.fb = fb
        self.found: dict[object, Mask] = {}
        self.start = NOTHING
        if not fb.counting and _fit(fb.mb):
            for source in _heaps(fb.mb, ask):
                self._add(source)

    def _add(self, source: Expr) -> None:
        """Go through the heap from its end, so that the first card of a kind is the last one noted.

        present = 0
        for card in source, from the last to the first:
            kind = kind_of[card]
            firsts[kind] = card;  present |= 1 << kind
        """
        key, fb = likeness(source), self.fb
        if key in self.found:
            return
        mask = Mask(fb.fn.local(I64), fb.mb.scratch(len(fb.mb.layout.kinds)))
        self.found[key] = mask
        at, end, kind, card = fb.fn.local(), fb.fn.local(), fb.fn.local(I64), fb.fn.local(I64)
        note = (kind.wrap() << 3).store(card, mask.firsts) + mask.present.set(mask.present | (long(1) << kind))
        turn = card.set(at.load()) + kind.set(fb.mb.kind(card)) + note + at.up(-CELL)
        self.start += (
            end.set(fb.expr(source))
            + at.set(end + (size(end) << 3))
            + mask.present.set(0)
            + do_while(skip=at.eq(end), do=turn, again=at.ne(end))
        )

    def of(self, source: Expr) -> Mask | None:
        """The mask of a list of cards, if there is one."""
        return self.found.get(likeness(source)) if self.found else None

    def for_each(self, mask: Mask, kinds: int, body: Callable[[Var], Instructions]) -> Instructions:
        """`body(x)` for the first card x of each kind that is present and among `kinds` (bits).

        left = present & kinds
        until left is 0: x = firsts[the lowest bit of left]; remove that bit; body(x)
        """
        fb = self.fb
        left, x = fb.fn.local(I64), fb.fn.local(I64)
        lowest = left.trailing_zeros().wrap()
        turn = x.set((lowest << 3).load(mask.firsts)) + left.set(left & (left - 1)) + body(x)
        return left.set(mask.present & kinds) + loop_until(left.eq(0), do=turn)


def printed(mb: ModuleBuilder, test: Expr, local: int) -> int | None:
    """The kinds that pass a test of the card in `local`, as bits; None if it asks for more than is printed on a card.

    The reference executor evaluates the test for one card of each kind, on a table where nothing has happened.
    """
    for part in every(test):
        match part:
            case ir.Const() | ir.AttributeOf() | ir.If() | ir.ListOf():
                pass
            case ir.Local(number) if number == local:
                pass
            case ir.Apply(op) if op in PRINTED:
                pass
            case _:
                return None
    value, table = compile_expr(mb.code, test), Machine(mb.code, [], record=False)
    cards = {kind: card for card, kind in reversed(list(enumerate(mb.layout.kind_of)))}
    return sum(1 << kind for kind, card in cards.items() if value(table, {local: card}))


def _fit(mb: ModuleBuilder) -> bool:
    """Whether kinds fit in a word, and cards of one kind are all the same to the rules."""
    kind_of = list(mb.layout.kind_of)
    alone = all(twin or kind_of.count(kind) == 1 for twin, kind in zip(mb.code.has_twins, kind_of, strict=True))
    return 0 < len(mb.layout.kinds) <= WORD and kind_of == sorted(kind_of) and alone


def _heaps(mb: ModuleBuilder, ask: AskBlock) -> Iterator[Expr]:
    """The heaps whose cards this decision looks at."""
    for choice in ask.choices:
        for value in choice_values(choice, texts=False):
            for part in every(value):
                if _is_heap(part, mb) and _is_settled(mb.facts, part):
                    yield part


def _is_heap(source: Expr, mb: ModuleBuilder) -> TypeGuard[ir.Apply]:
    """Whether an expression is the cards of a heap."""
    match source:
        case ir.Apply("cards_of", (ir.ZoneOf(name),)):
            return all(mb.code.heap[zone] for zone in mb.layout.families[name])
        case _:
            return False


def _is_settled(facts: Facts, source: ir.Apply) -> bool:
    """Whether the owner is known when the listing begins: a player, team or slot, or the team of one."""
    return all(
        isinstance(part, ir.ZoneOf | ir.Const | Slot | SlotList | ir.Variable)
        or (isinstance(part, ir.Apply) and part.op in ("cards_of", "team") and all(_sure(facts, a) for a in part.args))
        for part in every(source)
    )


def _sure(facts: Facts, part: Expr) -> bool:
    return part.type.base == "zone" or facts.is_seat(part, {})
