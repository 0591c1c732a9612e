"""Choosing a card of a heap: a heap is a set of cards, and so are those that pass a test of what is printed on them.

Such a test is decided before the play. Only cards in both sets are looked at, and of cards that are the same to the
rules only the first. With the cards a1, a2, a3, b1, b2, c1, a heap of a1, a3, c1 and a test that the b and c pass:

    card         c1 b2 b1 a3 a2 a1
    heap         1  0  0  1  0  1        as it lies in memory (`program.compact`)
    passing      1  1  1  0  0  0        a constant
    both         1  0  0  0  0  0        left to try: c1

This needs cards to lie in the order of their kinds: then the order of the bits is the order of the moves. Where steps
are counted each card that may be chosen takes one, whether it passes or not, so there the test is a bit that is asked
of each.
"""

from __future__ import annotations

from ...program.nodes import Expr, Parameter
from ..building.facts import Known
from ..building.function_builder import FunctionBuilder
from ..building.module_builder import ModuleBuilder
from ..building.places import zone_address
from ..building.zones import candidates, each_kind_in_heap, whole_zone
from ..values.loops import LoopBody
from ..values.sets import Cards
from ..wasm.control import if_
from ..wasm.instructions import Instructions
from ..wasm.term import Var


def sorted_heap(fb: FunctionBuilder, parameter: Parameter) -> Expr | None:
    """The heap of which one card is to be chosen, where cards of one kind are together; None in other cases."""
    return heap_of(fb.mb, parameter.source) if parameter.how == "one" else None


def heap_of(mb: ModuleBuilder, source: Expr) -> Expr | None:
    """The heap whose cards a list is, where cards of one kind are together; None in other cases."""
    kind_of, zone = list(mb.layout.kind_of), whole_zone(mb, source)
    return None if zone is None or zone[1] != "heap" or kind_of != sorted(kind_of) else zone[0]


def cards_of_heap(mb: ModuleBuilder, heap: Expr) -> Cards:
    """All cards that may lie in a heap."""
    decks = {mb.layout.zones[one].deck for one in candidates(mb, heap)}
    return frozenset(card for deck in decks for card in mb.layout.decks[deck])


def each_kind(fb: FunctionBuilder, heap: Expr, passing: Cards | None, body: LoopBody) -> Instructions:
    """`body(x)` for the first of the cards in a heap that are the same to the rules; of those in `passing` only.

    Each that may be chosen takes a step.
    """
    mb, known, at = fb.mb, Known((0, len(fb.mb.layout.kind_of) - 1)), fb.fn.local()
    among = None if passing is None else mb.compact.set_of(passing)

    def counted(x: Var) -> Instructions:
        act = body(x, known)
        if passing is not None:
            act = if_(mb.lookup([int(card in passing) for card in range(mb.compact.cards)], x).wrap(), act)
        return fb.spend(1) + act

    if fb.counting:
        each = each_kind_in_heap(mb, fb.fn, at, None, counted)
    else:
        each = each_kind_in_heap(mb, fb.fn, at, among, lambda x: body(x, known))
    return at.set(zone_address(fb, heap)) + each
