"""Dealing card by card: what can be known before the first card of a round of draws is not asked for each of them.

Where nobody looks, and steps are not counted, blocks that go round like this are walked as one loop:

    round   if n < many: turn, else on               n is a counter
    turn    n = n + 1; if the pile is not empty: settle, else round
    settle  settle the top of the pile
    draw    move the top of the pile to a heap; round

A card is drawn from the bag at the top of the pile (`cards.chance`). As long as more cards than turns are left in it,
each turn takes one of several out of it. How many the pile has, and its bag, is stored behind the last turn.
"""

from __future__ import annotations

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ...program.compact import COUNT
from ...program.loops import counts_up, is_below
from ...program.nodes import Block, Branch, Expr, Jump, SetSlot, SettleTop, Slot, SlotList
from ...program.walk import every
from ...program.ways import ways_to
from ..building.counting import in_row
from ..building.function_builder import FunctionBuilder
from ..building.likeness import likeness
from ..building.places import place_of_zone
from ..building.rows import card_at, end_of, shift_up_evenly, span
from ..building.zones import all_differ, candidates, form_of
from ..cards.cards import MANY, bag_of, remember_bag, unjoin
from ..cards.chance import drawn_again
from ..wasm.control import do_while, if_
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.term import I64, const, long, select
from .effects import emit_effects, move_cards


@dataclass(frozen=True, slots=True)
class Round:
    """A round of draws: its counter and where that ends, how a turn begins, the pile, the draw."""

    counter: Slot
    end: Expr
    turn: Block
    pile: ir.ZoneOf
    draw: ir.MoveCards


def round_at(fb: FunctionBuilder, head: Block) -> Round | None:
    """The round that begins with a block, if it has this form."""
    mb, blocks = fb.mb, fb.mb.program.blocks
    asked = is_below(head.end)
    if mb.watched or (mb.pins and mb.pinned is None) or fb.counting or asked is None or head.body:
        return None
    counter, end, number = asked
    turn = blocks[number]
    match turn.end:
        case Branch(ir.Apply("not", (ir.Apply("zone_empty", (pile,)),)), there, empty) if empty == head.number:
            settle, on = blocks[there].end, blocks[there].body
        case _:
            return None
    if on or not isinstance(settle, SettleTop) or settle.at != "top" or settle.place is not None:
        return None
    draw = blocks[settle.then]
    match draw.body, draw.end:
        case (ir.MoveCards(ir.ListOf((ir.Apply("top", (drawn,)),)), ir.ZoneOf(_, owner)) as move,), Jump(back):
            pass
        case _:
            return None
    same = likeness(drawn) == likeness(settle.zone) == likeness(pile)
    alone = all(len(ways_to(mb.program, one)) == 1 for one in (number, there, settle.then))
    plain = owner is None or isinstance(owner, ir.Const | Slot)
    heap = form_of(mb, move.zone) == "heap" and move.at != "position" and not mb.facts.may_be_none(move.zone, {})
    if not same or not alone or not plain or not heap or back != head.number or not isinstance(pile, ir.ZoneOf):
        return None
    known = pile.owner is None and form_of(mb, pile) == "row" and all_differ(fb.mb, pile)
    return Round(counter, end, turn, pile, move) if known and _is_simple(turn, counter) else None


def _is_simple(turn: Block, counter: Slot) -> bool:
    """Whether a turn counts up once, and does nothing else but give names to what lies at hand."""
    ups = 0
    for stmt in turn.body:
        if not isinstance(stmt, SetSlot | ir.Let) or (isinstance(stmt, SetSlot) and isinstance(stmt.slot, SlotList)):
            return False
        if counts_up(stmt, counter):
            ups += 1
        elif isinstance(stmt, SetSlot) and stmt.slot.address == counter.address:
            return False
        for part in every(stmt.value):
            near = isinstance(part, ir.Const | ir.Local | Slot | SlotList)
            if not near and not (isinstance(part, ir.Apply) and part.op in ("add", "item")):
                return False
    return ups == 1


def draw_at_once(fb: FunctionBuilder, head: Block) -> Instructions:
    """The turns of a round of draws that begins with this block, if more cards are left in the bag at the top than
    there are turns; what follows finds that there are no more.

    left = many - counter;  n = the cards in the bag
    if n is remembered, no card lies on the bag or has a certain place in one, and 0 < left < n:
        until left is 0:
            what the turn begins with;  i = drawn_from(pile, n)
            take card i out of the pile;  it goes where it is drawn to
            n -= 1;  left -= 1
        store the count of the pile, and n;  the card on top lies alone
    """
    one = round_at(fb, head)
    if one is None:
        return NOTHING
    mb, names = fb.mb, fb.names
    zone, at, found = place_of_zone(fb, one.pile)
    left, card, n, count = fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(), fb.fn.local()
    place, turn, end, first = (fb.fn.local() for _ in range(4))
    bag, counter = bag_of(zone.wrap()), mb.read(one.counter.address)
    found += left.set(fb.number(one.end) - counter)
    found += n.set(select(const(0), bag.load32(MANY), bag.load32())) + count.set(in_row(at))
    fb.names = {}
    take = emit_effects(fb, one.turn.body)
    start, again, stop, number = drawn_again(mb, fb.fn, candidates(mb, one.pile)[0], n)
    take += again + place.set(at + span(mb, number) + COUNT) + card.set(card_at(mb, place).wide())
    take += shift_up_evenly(mb, at, place, turn, end) + unjoin(mb, card.wrap())
    take += n.up(-1) + left.up(-1) + move_cards(fb, one.draw, card)
    fb.names = names
    begin = start + mb.touch(zone.wrap()) + end.set(end_of(mb, at)) + first.set(n)
    stored = (
        at.store_few(COUNT, count - first + n)
        + unjoin(mb, card_at(mb, at, COUNT))
        + remember_bag(zone.wrap(), n)
        + stop
    )
    walked = begin + do_while(skip=const(0), do=take, again=left.ne(0)) + stored
    loose = const(1) if mb.pinned is None else mb.pinned.get.not_()
    return found + if_(left.gt(long(0)) & left.lt(n.wide()) & loose, walked)


def draw_behind(fb: FunctionBuilder, end: SettleTop) -> ir.MoveCards | None:
    """The effect that takes the settled card away immediately, if nobody could notice that it lay there."""
    body = fb.mb.program.blocks[end.then].body
    if fb.mb.watched or not body or end.at != "top":
        return None
    match body[0]:
        case ir.MoveCards(ir.ListOf((ir.Apply("top", (zone,)),)), ir.ZoneOf(_, owner)) as move if move.at != "position":
            simple = owner is None or isinstance(owner, ir.Const | ir.Variable | Slot)
            free = fb.mb.facts.steps(zone, fb.known()) == 0  # it is computed once here, not twice
            return move if simple and free and likeness(zone) == likeness(end.zone) else None
        case _:
            return None
