"""Draws: cards dealt in a round, with what stays the same hoisted out of it, and one of few values picked at random.

Where nobody looks, and steps are not counted, blocks that go round like this are walked as one loop:

    round   if n < many: turn, else on               n is a counter
    turn    n = n + 1; if the pile is not empty: settle, else round
    settle  settle the top of the pile
    draw    move the top of the pile to a heap; round

A card is drawn from the bag at the top of the pile (`cards.chance`). As long as more cards than turns are left in it,
each turn takes one of several out of it. How many the pile has, and its bag, is stored behind the last turn.
"""

from __future__ import annotations

from ...diagnostics.record import dataclass
from ...engines.program.compact_layout import COUNT
from ...engines.program.control_flow import counts_up, is_below, ways_to
from ...engines.program.nodes import Block, Branch, Expr, Jump, PickOne, SetSlot, SettleTop, Slot, SlotList
from ...engines.program.traversal import every, structural_key
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder import zones
from ..builder.function_builder import FunctionBuilder, is_card_list
from ..cards.chance import drawn_again, picked_from
from ..cards.transfer import MANY, bag_of, remember_bag, unjoin
from ..moves.card_sets import depends, nth_of
from ..values.loops import nested_loops
from ..wasm.statements import do_while, if_
from ..wasm.terms import I64, NOTHING, Instructions, JumpLabel, choose, const, long, select
from .effects import emit_effects, move_cards


@dataclass(frozen=True, slots=True)
class DrawRound:
    """A round of draws: its counter and where that ends, how a turn begins, the pile, the draw."""

    counter: Slot
    end: Expr
    turn: Block
    pile: ir.ZoneOf
    draw: ir.MoveCards


def draw_round_at(fb: FunctionBuilder, head: Block) -> DrawRound | None:
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
    same = structural_key(drawn) == structural_key(settle.zone) == structural_key(pile)
    alone = all(len(ways_to(mb.program, one)) == 1 for one in (number, there, settle.then))
    plain = owner is None or isinstance(owner, ir.Const | Slot)
    heap = zones.form_of(mb, move.zone) == "heap" and move.at != "position" and not mb.facts.may_be_none(move.zone, {})
    if not same or not alone or not plain or not heap or back != head.number or not isinstance(pile, ir.ZoneOf):
        return None
    known = pile.owner is None and zones.form_of(mb, pile) == "row" and zones.all_differ(fb.mb, pile)
    return DrawRound(counter, end, turn, pile, move) if known and _is_simple(turn, counter) else None


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
            if not near and not (isinstance(part, ir.Apply) and ROWS[part.op].is_foldable and ROWS[part.op].is_quick):
                return False
    return ups == 1


def draw_round(fb: FunctionBuilder, head: Block) -> Instructions:
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
    one = draw_round_at(fb, head)
    if one is None:
        return NOTHING
    mb, names = fb.mb, fb.names
    zone, at, found = zones.place_of_zone(fb, one.pile)
    left, card, n, count = fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(), fb.fn.local()
    place, turn, end, first = (fb.fn.local() for _ in range(4))
    bag, counter = bag_of(zone.wrap()), mb.read(one.counter.address)
    found += left.set(fb.number(one.end) - counter)
    found += n.set(select(const(0), bag.load32(MANY), bag.load32())) + count.set(zones.in_row(at))
    fb.names = {}
    take = emit_effects(fb, one.turn.body)
    start, again, stop, number = drawn_again(mb, fb.fn, zones.candidates(mb, one.pile)[0], n)
    take += again + place.set(at + zones.row_bytes(mb, number) + COUNT) + card.set(zones.card_at(mb, place).wide())
    take += zones.shift_up_evenly(mb, at, place, turn, end) + unjoin(mb, card.wrap())
    take += n.up(-1) + left.up(-1) + move_cards(fb, one.draw, card)
    fb.names = names
    begin = start + mb.touch(zone.wrap()) + end.set(zones.end_of(mb, at)) + first.set(n)
    stored = at.store_few(COUNT, count - first + n) + unjoin(mb, zones.card_at(mb, at, COUNT))
    stored += remember_bag(zone.wrap(), n) + stop
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
            return move if simple and free and structural_key(zone) == structural_key(end.zone) else None
        case _:
            return None


# Picking one of a few values at random, of which none may have been taken: those that are left are a set of bits.
#
# random k in [k for k in colour if not any(q.character == k for q in players if …)]
#
# left = all values;  for q in players: if …: left &= ~(1 << q.character)
# k = the value with the number drawn(size(left)) in it

WIDEST = 64
"""There are so many bits."""


def pick_untaken(fb: FunctionBuilder, end: PickOne) -> Instructions | None:
    """Pick one of the values that are left; None for other lists, and where somebody looks or steps are counted.

    n = size(left)
    slot = none if n is 0; the lowest if n is 1; else that with the number picked_from(the name, n)
    """
    mb, listed = fb.mb, end.source
    if isinstance(listed, ir.Const) and not mb.watched:
        return _pick_known(fb, end, listed)
    if mb.watched or fb.counting or not isinstance(listed, ir.Fold) or listed.op != "list" or len(listed.loops) != 1:
        return None
    (loop,), body = listed.loops, listed.body
    match loop.source:
        case ir.Const(tuple() as given) if not loop.source.type.is_nested():
            values = [int(one) for one in given]
        case _:
            return None
    known = isinstance(body, ir.Local) and body.number == loop.local.number
    taken = None if loop.test is None else _taken(loop.test, loop.local.number)
    if not known or taken is None or values != sorted(set(values)) or not set(values) <= set(range(WIDEST)):
        return None
    if not mb.facts.cannot_fail(
        loop.test or body, {**fb.known(), loop.local.number: mb.facts.element(loop.source, {})}
    ):
        return None
    fold, value = taken
    left, gone, n, rank = (fb.fn.local(I64) for _ in range(4))

    def without(done: JumpLabel) -> Instructions:
        bit = select(long(1) << gone, long(0), gone.ltu(WIDEST))
        return gone.set(fb.number(value)) + left.set(left & (bit ^ -1))

    with fb.scope():
        turns = nested_loops(fb, fold.loops, without, whole=True)
    code = left.set(sum(1 << one for one in values)) + turns + n.set(left.bit_count())
    drawn = choose(n.gt(1), picked_from(mb, end.slot.name, n).wide(), long(0))
    some = rank.set(drawn) + mb.write(end.slot.address, nth_of(mb).call(left, rank))
    return code + if_(n.ne(0), some, mb.write(end.slot.address, NONE))


def _pick_known(fb: FunctionBuilder, end: PickOne, listed: ir.Const) -> Instructions | None:
    """Pick one of several values that are known, no two the same."""
    values = listed.value if isinstance(listed.value, tuple) else ()
    if len(set(values)) < max(len(values), 2) or listed.type.is_nested() or is_card_list(listed):
        return None
    place = picked_from(fb.mb, end.slot.name, const(len(values)))
    return fb.mb.write(end.slot.address, fb.mb.lookup([int(one) for one in values], place))


def _taken(test: Expr, local: int) -> tuple[ir.Fold, Expr] | None:
    """The comprehension that goes through what is taken, and the value that is: of `no x of it is the local`."""
    match test:
        case ir.Apply("not", (ir.Fold(op="any", body=ir.Apply("equal", (one, other))) as fold,)):
            pass
        case _:
            return None
    value, same = (other, one) if isinstance(one, ir.Local) and one.number == local else (one, other)
    asked = [value, *(part for loop in fold.loops for part in (loop.source, loop.test) if part is not None)]
    alone = isinstance(same, ir.Local) and same.number == local and not any(depends(part, local) for part in asked)
    return (fold, value) if alone else None
