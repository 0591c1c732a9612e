"""An element by its number of lists that are printed on the cards of a row, where all of them are equally long.

[n for c in row for n in c.numbers][20]       with six numbers on each card: the second of the fourth card
"""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.compact import COUNT
from ..building.counting import in_row
from ..building.crowds import most_cards
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..building.places import zone_address
from ..building.rows import card_at, span
from ..building.zones import candidates, whole_zone
from ..wasm.term import I32, I64, Term, after, const, long, select

SHIFT = 32
"""Numbers are divided by a product, which is quicker: so many bits of it are dropped."""

PART = 1 << SHIFT

MOST = 1 << 12
"""More elements than this are gone through: of smaller numbers the product is exact."""


def _length(value: object) -> int:
    return len(value) if isinstance(value, tuple) else 0


def item_of_equal_rows(fb: FunctionBuilder, fold: ir.Fold, index: ir.Expr) -> Term | None:
    """`[x for card in row for x in card.attribute][index]`; None for comprehensions of another form.

    left = index - 1
    if left < the number of cards * the length of a list (unsigned):
        found = element left mod the length of the list of the card at the place left div the length
    else: found = none
    """
    mb = fb.mb
    match fold.loops:
        case (ir.Loop(card, source, None), ir.Loop(_, ir.AttributeOf(name, ir.Local(number)), None)):
            pass
        case _:
            return None
    zone = whole_zone(mb, source)
    if number != card.number or zone is None or zone[1] != "row":
        return None
    decks = {mb.layout.zones[one].deck for one in candidates(mb, zone[0])}
    lists = [row.attributes.get(name) for row in mb.layout.kinds]
    lengths = {_length(one) for one, row in zip(lists, mb.layout.kinds, strict=True) if row.deck in decks}
    length, most = max(lengths, default=0), most_cards(mb.layout, zone[0])
    if len(lengths) != 1 or not length or length * most > MOST:
        return None
    left, at, place, inside = fb.fn.local(I64), fb.fn.local(), fb.fn.local(I64), fb.fn.local(I32)
    code = left.set(fb.number(index) - 1) + at.set(zone_address(fb, zone[0]))
    many = in_row(at) * (1 + length)
    code += fb.spend_list(many, fb.mb.facts.steps(fold, fb.known()))
    code += inside.set(left.ltu((in_row(at) * length).wide())) + left.set(select(left, long(0), inside))
    code += place.set((left * (PART // length + 1)) >> SHIFT)
    empty = mb.list(())
    addresses = [mb.list(one) if isinstance(one := lists[kind], tuple) else empty for kind in mb.layout.kind_of]
    here = card_at(mb, at + span(mb, place.wrap()), COUNT)
    row = select(mb.lookup(addresses, here).wrap(), const(empty), inside)
    found = (row + ((left - place * length).wrap() << 3)).load(CELL)
    return after(code, select(found, long(NONE), inside))
