"""Moving some of a heap's cards at once, where nobody looks: what is moved is a set, worked out as such.

move me.hand except c to me.discard            all but the bit of c
move [c for c in me.hand if …] to spent        those that pass a test that is algebra (`values.sets`)
"""

from __future__ import annotations

from collections.abc import Sequence

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Expr
from ..building.counting import in_heap
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..building.places import place_of_zone, zone_address
from ..building.zones import candidates, whole_zone
from ..cards.piles import lay_some, pour_some
from ..values.sets import WIDEST, passing
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import I64, Term, long, select


@dataclass(frozen=True, slots=True)
class Some:
    """Some cards of a heap: those that are in all of these words, which `before` works out."""

    heap: Expr
    words: Sequence[Term] | None
    before: Instructions


def pour_at_once(fb: FunctionBuilder, stmt: ir.MoveCards) -> Instructions | None:
    """Move cards as a set; None if they are no set of a heap's cards, or if it is not known how they lie where they go.

    set = the cards;  zone = where they go
    if neither zone is none, and they are not the same: pour_some(…), or to a row lay_some(…)
    """
    mb = fb.mb
    if mb.watched or stmt.by is not None or not 0 < mb.compact.words <= WIDEST:
        return None
    pouring = _pouring(mb, stmt)
    some = some_of(fb, stmt.cards)
    if pouring is None or some is None:
        return None
    source, at, from_there = place_of_zone(fb, some.heap)
    target, to, there = place_of_zone(fb, stmt.zone)
    cards = [at.load(CELL * word) for word in range(mb.compact.words)]
    if some.words is not None:
        cards = [one & other for one, other in zip(cards, some.words, strict=True)]
    kept = [fb.fn.local(I64) for _ in cards]
    code = from_there + some.before + sequence(var.set(card) for var, card in zip(kept, cards, strict=True)) + there
    run = pouring.run(source.wrap(), target.wrap(), at, to, *kept)
    for zone, term in ((some.heap, source), (stmt.zone, target)):
        if mb.facts.may_be_none(zone, fb.known()):
            run = if_(term.ne(NONE), run)
    return code + run


def _pouring(mb: ModuleBuilder, stmt: ir.MoveCards) -> Fn | None:
    """The function that moves a set to a zone like this; None where the orders of zones differ, or a place is given."""
    among = candidates(mb, stmt.zone)
    orders = {mb.layout.zones[one].order for one in among}
    if orders == {"heap"}:
        return pour_some(mb)
    if len(orders) > 1 or stmt.at == "position":
        return None
    return lay_some(mb, among, top=stmt.at == "top" or (stmt.at == "" and orders == {"stack"}))


def some_of(fb: FunctionBuilder, cards: Expr) -> Some | None:
    """Cards as a set of a heap's; None for others."""
    match cards:
        case ir.Apply("without", (whole, ir.ListOf(items))):
            zone = whole_zone(fb.mb, whole)
            return None if zone is None or zone[1] != "heap" else _without(fb, zone[0], items)
        case ir.Fold(op="list", loops=(loop,), body=ir.Local(number)) if number == loop.local.number:
            zone = whole_zone(fb.mb, loop.source)
            if zone is None or zone[1] != "heap":
                return None
            spent = fb.spend(in_heap(fb.mb, zone_address(fb, zone[0])))
            if loop.test is None:
                return Some(zone[0], None, spent)
            found = passing(fb, loop)
            return None if found is None else Some(zone[0], found.words, spent + found.before)
        case _:
            return None


def _without(fb: FunctionBuilder, heap: Expr, items: Sequence[Expr]) -> Some:
    """All cards of a heap but these, of which some may be none. It takes the steps of `except`."""
    words, before = range(fb.mb.compact.words), NOTHING
    left: list[Term] = [long(-1) for _ in words]
    for item in items:
        card, code = fb.reusable(fb.number(item))
        before += code
        for word in words:
            here = card.ne(NONE) if len(words) == 1 else (card >> 6).eq(word)
            left[word] = left[word] & (select(long(1) << card, long(0), here) ^ -1)
    vars = [fb.fn.local(I64) for _ in words]
    before += sequence(var.set(one) for var, one in zip(vars, left, strict=True))
    return Some(heap, vars, before + fb.spend(in_heap(fb.mb, zone_address(fb, heap))))
